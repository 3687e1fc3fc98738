"""Run a command inside bubblewrap: what it may read is mounted read-only, the roots writable; own namespaces.

The mounts are planned here and made by `bwrap`, by path. Another command that runs at the same time in the same
roots could replace a folder by a link between our check and the mount. So, before the command starts, the mount
table of the finished sandbox is compared with the plan: which mount points are writable, and what is mounted there.
"""

import contextlib
import os
import re
import resource
import select
import signal
import stat
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from understudy.workspace.commands.command import Command
from understudy.workspace.commands.control_groups import join_groups
from understudy.workspace.commands.folders import contains, outermost_folders
from understudy.workspace.commands.git_protection import ProtectedPaths
from understudy.workspace.commands.isolation.seccomp import SeccompFilter
from understudy.workspace.commands.process import Job, children, descendants, process_tree, shell_exit_code
from understudy.workspace.commands.scratch import ScratchFolder
from understudy.workspace.errors import ExecutionFailed
from understudy.workspace.limits import MAX_PROTECTING_MOUNTS

__all__ = [
    "BubblewrapJob",
    "Mount",
    "SandboxPlan",
    "build_plan",
    "find_source",
    "find_unexpected_mounts",
    "parse_mounts",
    "sandbox_arguments",
    "wrong_mounts",
]

# Sockets below /run reach services that would act for the command outside (D-Bus, Docker, systemd).
# Name resolution and the systems that keep programs there need these few back.
_KEPT_RUN_PATHS: Final = (
    "systemd/resolve",
    "resolvconf",
    "NetworkManager/resolv.conf",
    "current-system",
    "booted-system",
    "opengl-driver",
    "wrappers",
    "media",
)
# What builds and package managers use on their own files as superuser; nothing that affects the kernel.
_KEPT_CAPABILITIES: Final = (
    "CHOWN",
    "DAC_OVERRIDE",
    "FOWNER",
    "FSETID",
    "SETGID",
    "SETUID",
    "NET_BIND_SERVICE",
)
# Some of these are writable for uid 0 without any capability, for example core_pattern and the wake-up table.
_READ_ONLY_PROC_PATHS: Final = ("sys", "acpi", "fs", "scsi")
# The names of the keys in the key rings of our user.
_HIDDEN_PROC_FILES: Final = ("/proc/keys", "/proc/key-users")
_READY_SIGNAL: Final = b"R"
_START_SIGNAL: Final = b"go\n"
# Reports that the sandbox is set up, waits for the start signal (end of input means that our process has ended),
# and executes the command. `read` reads single bytes from a pipe, so the rest of the input is left for the command.
_PROLOGUE: Final = (
    "{{ ulimit -c 0; ulimit -f {blocks}; echo {oom} >/proc/self/oom_score_adj; }} 2>/dev/null; printf R; "
    "IFS= read -r _understudy_word || exit 125; unset _understudy_word; "
    'exec /bin/sh -c "$1"{stdin}'
)


@dataclass(frozen=True, slots=True)
class SandboxPlan:
    """A sandbox as arguments of bwrap, and the mount table that they must result in."""

    arguments: list[str]
    writable: Mapping[str, str]
    """Each writable path inside the sandbox, with the path outside that is mounted there."""
    tmp: str
    """The temporary folder as the command sees it."""
    read_only_mounts: frozenset[str]
    """Protected files and folders that are read-only mounts."""


def build_plan(
    command: Command,
    scratch: ScratchFolder,
    *,
    hidden: Iterable[str],
    protected: Iterable[ProtectedPaths],
    readable_folders: Iterable[str] = (),
    shown: Sequence[str] | None = None,
    homes: Sequence[str] = (),
) -> SandboxPlan:
    """Plan the mounts; later ones cover earlier ones.

    `shown` is all that exists in the sandbox besides the roots, `homes` are then empty folders; None: everything.
    `readable_folders` stay readable even below the hidden /tmp: a home folder or a toolchain that is kept there.
    """
    outer_roots = outermost_folders(command.roots)
    bind = "--ro-bind" if command.read_only else "--bind"
    root_is_slash = "/" in outer_roots
    if shown is not None and (root_is_slash or "/" in shown):
        shown = None
    mounts: list[tuple[str, ...]] = []
    if shown is None:
        mounts.append((bind if root_is_slash else "--ro-bind", "/", "/"))
    writable: dict[str, str] = {}
    mounts += [("--dev", "/dev"), ("--bind", scratch.shared_memory, "/dev/shm"), ("--remount-ro", "/dev")]  # noqa: S108
    mounts.append(("--proc", "/proc"))
    mounts += [("--ro-bind-try", f"/proc/{name}", f"/proc/{name}") for name in _READ_ONLY_PROC_PATHS]
    mounts += [("--ro-bind", scratch.empty_file, path) for path in _HIDDEN_PROC_FILES if os.path.exists(path)]
    writable["/dev/shm"] = scratch.shared_memory  # noqa: S108
    run_is_ours = (
        os.path.isdir("/run") and not os.path.islink("/run") and not _is_in_root("/run", outer_roots)
    )
    run_is_ours = run_is_ours and shown is None
    if run_is_ours:
        mounts.append(("--tmpfs", "/run"))
        mounts += [("--ro-bind-try", f"/run/{name}", f"/run/{name}") for name in _KEPT_RUN_PATHS]
    # A private /tmp also hides the sockets of terminals, agents and displays in the real one.
    tmp = os.path.realpath("/tmp")  # noqa: S108
    if _is_in_root(tmp, outer_roots) or not os.path.isdir(tmp):
        tmp = scratch.tmp
    mounts.append(("--bind", scratch.tmp, tmp))
    writable[tmp] = scratch.tmp
    # Filtered before the outermost are taken: a home folder "/" must not hide a toolchain below /tmp.
    kept_folders = outermost_folders(
        path for path in readable_folders if path != tmp and contains(tmp, path) and os.path.isdir(path)
    )
    mounts += [("--ro-bind", path, path) for path in kept_folders]
    shown_folders: list[str] = []
    if shown is not None:
        shown_folders, showing_mounts = _showing_mounts(shown, homes)
        mounts += showing_mounts
    for root in outer_roots:
        if root != "/":
            mounts.append((bind, root, root))
        if not command.read_only:
            writable[root] = root
    for path in hidden:
        if shown is not None:
            visible = _is_in_root(path, [*outer_roots, *shown_folders])
        else:
            visible = _is_visible(path, tmp, [*outer_roots, *kept_folders])
        if visible:
            empty = scratch.empty_folder if os.path.isdir(path) else scratch.empty_file
            mounts.append(("--ro-bind", empty, path))
    protecting_mounts = [] if command.read_only else _protecting_mounts(protected)
    for mount in protecting_mounts:
        mounts.append(mount)
        if mount[0] == "--bind":
            writable[mount[2]] = mount[1]
    if run_is_ours:
        mounts.append(("--remount-ro", "/run"))
    if shown is not None:
        mounts.append(("--remount-ro", "/"))
    read_only_mounts = frozenset(path for kind, _, path in protecting_mounts if kind == "--ro-bind")
    return SandboxPlan(
        [word for mount_words in mounts for word in mount_words], writable, tmp, read_only_mounts
    )


def _showing_mounts(shown: Iterable[str], homes: Iterable[str]) -> tuple[list[str], list[tuple[str, ...]]]:
    """The canonical paths that are shown, and the mounts and links that show them in an empty file system."""
    targets = outermost_folders(os.path.realpath(path) for path in shown)
    mounts: list[tuple[str, ...]] = [("--ro-bind", path, path) for path in targets]
    # Of a path that leads through a link, the link is made too.
    links: dict[str, str] = {}
    for path in shown:
        link = os.path.join(os.path.realpath(os.path.dirname(path)), os.path.basename(path))
        if os.path.islink(link) and not _is_in_root(link, targets):
            links[link] = os.path.realpath(path)
    mounts += [("--symlink", target, link) for link, target in links.items()]
    mounts += [("--dir", home) for home in homes if not _is_in_root(home, targets)]
    return targets, mounts


def _is_in_root(path: str, roots: Iterable[str]) -> bool:
    return any(contains(root, path) for root in roots)


def _is_visible(path: str, tmp: str, shown_folders: Iterable[str]) -> bool:
    covered = contains(tmp, path) or contains("/run", path)
    return not covered or _is_in_root(path, shown_folders)


def _protecting_mounts(protected: Iterable[ProtectedPaths]) -> list[tuple[str, str, str]]:
    """Mounts that keep a repository's folder in place and its trusted files read-only.

    Only the first MAX_PROTECTING_MOUNTS get mounts; the others are restored after the command.
    """
    mounts: dict[str, tuple[str, str, str]] = {}
    mounted = [paths for paths in protected if paths.use_mounts][:MAX_PROTECTING_MOUNTS]
    for paths in mounted:
        if paths.names != (".git",) and paths.path != paths.root:
            mounts[paths.path] = ("--bind", paths.path, paths.path)
        for name in paths.names:
            path = os.path.join(paths.path, name)
            try:
                mode = os.lstat(path).st_mode
            except OSError:
                continue
            # A mount over a link would cover its target; a link is restored after the command instead.
            if stat.S_ISREG(mode) or stat.S_ISDIR(mode):
                mounts[path] = ("--ro-bind", path, path)
    return [mounts[path] for path in sorted(mounts)]


def sandbox_arguments(plan: SandboxPlan, cwd: str, *, network: bool = True) -> list[str]:
    """Arguments of bwrap for a sandbox with its own process namespace that ends with its parent.

    Without the network it has a network namespace of its own, in which only its own processes can be reached.
    """
    words = ["--die-with-parent", "--new-session", "--unshare-pid", "--unshare-ipc", "--unshare-uts"]
    if not network:
        words.append("--unshare-net")
    if os.geteuid() == 0:
        words += ["--cap-drop", "ALL"]
        words += [word for name in _KEPT_CAPABILITIES for word in ("--cap-add", f"CAP_{name}")]
    return [*words, *plan.arguments, "--chdir", cwd]


def wrong_mounts(plan: SandboxPlan, pid: int) -> list[str]:
    """The paths where the finished sandbox of this process differs from the plan."""
    try:
        inside = parse_mounts(_read_text(f"/proc/{pid}/mountinfo"))
        outside = parse_mounts(_read_text("/proc/self/mountinfo"))
    except OSError:
        return ["/"]
    return find_unexpected_mounts(inside, outside, plan.writable)


class BubblewrapJob(Job):
    """A command inside bubblewrap."""

    sandbox_process_count = 1

    def __init__(
        self,
        program: str,
        plan: SandboxPlan,
        command: Command,
        environment: Mapping[str, str],
        *,
        seccomp_filter: SeccompFilter | None = None,
        file_size: int,
        oom_score: int,
    ) -> None:
        prologue = _PROLOGUE.format(
            blocks=file_size // 512, oom=oom_score, stdin=" </dev/null" if command.stdin is None else ""
        )
        argv = [program, *sandbox_arguments(plan, command.cwd, network=command.network)]
        filter_fd = None if seccomp_filter is None else _open_filter(seccomp_filter)
        if filter_fd is not None:
            argv += ["--seccomp", str(filter_fd)]
        argv += ["--", "/bin/sh", "-c", prologue, "/bin/sh", command.line]
        self._init_pidfd: int | None = None
        self._plan = plan
        self._command = command
        self.read_only_mounts = plan.read_only_mounts
        try:
            process = subprocess.Popen(
                join_groups(command.groups, argv),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd="/",
                env=dict(environment),
                start_new_session=True,
                bufsize=0,
                pass_fds=() if filter_fd is None else (filter_fd,),
            )
        finally:
            if filter_fd is not None:
                os.close(filter_fd)
        super().__init__(process)

    def wait_until_ready(self) -> None:
        if os.read(self.stdout_fd, 1) != _READY_SIGNAL:
            if self.termination is None:
                raise self._setup_error()
            return
        inside = descendants(self.process.pid, max_count=8)
        if inside:
            self._init_pidfd = _open_pidfd(inside[0])
        wrong = self._find_mismatches(*inside) if len(inside) == 2 else ["/"]
        if wrong and self.termination is None:
            raise ExecutionFailed(
                "The folders changed while the sandbox was being set up, so the command was not started. "
                "Try again.",
                "os_error",
                folders=[path for path in wrong if any(contains(root, path) for root in self._command.roots)],
            )
        if self.process.stdin is not None:
            # A broken pipe means that it has ended; the exit code shows that.
            with contextlib.suppress(BrokenPipeError):
                self.process.stdin.write(_START_SIGNAL)

    def _find_mismatches(self, pid: int, shell: int) -> list[str]:
        """The paths where the sandbox differs from the plan; `pid` is its init process, `shell` waits in it."""
        wrong = wrong_mounts(self._plan, pid)
        # The kernel's own limit for a fork bomb; it does not apply to a superuser. And the init process needs CPU
        # time among all the others, so that it can end the namespace.
        with contextlib.suppress(OSError):
            max_processes = process_tree.process_rlimit(self._command.limits.max_processes)
            resource.prlimit(shell, resource.RLIMIT_NPROC, (max_processes, max_processes))
            os.setpriority(os.PRIO_PROCESS, shell, process_tree.COMMAND_NICENESS)
            process_tree.raise_priority(pid)
        try:
            shell_cwd = os.stat(f"/proc/{shell}/cwd")
        except PermissionError:
            # A hardened kernel does not let us see it; in any case only the roots are writable.
            return wrong
        except OSError:
            shell_cwd = None
        command_cwd = os.fstat(self._command.cwd_fd)
        if shell_cwd is None or (shell_cwd.st_dev, shell_cwd.st_ino) != (
            command_cwd.st_dev,
            command_cwd.st_ino,
        ):
            wrong.append(self._command.cwd)
        return wrong

    def _setup_error(self) -> ExecutionFailed:
        message = os.read(self.stderr_fd, 4096).decode(errors="replace").strip()
        return ExecutionFailed(
            f"The bubblewrap sandbox could not be set up: {message or 'bwrap ended without a word'}. Try again, "
            "or start with the Landlock sandbox or with the sandbox off.",
            "os_error",
        )

    def exit_code(self) -> int:
        return shell_exit_code(self.process.returncode)

    def _kill(self) -> None:
        """Kill the init process of the namespace: the kernel kills all others, and bwrap reaps them."""
        if self.process.poll() is not None:
            return
        inside = children(self.process.pid)
        for pid in inside:
            try:
                os.kill(pid, signal.SIGKILL)
            except OSError:
                inside = []
        if not inside:
            self.process.kill()

    def _release_resources(self) -> None:
        """Wait for the namespace to end: bwrap exits before the last process in it has ended."""
        if self._init_pidfd is not None:
            try:
                select.select([self._init_pidfd], [], [], 5)
            finally:
                os.close(self._init_pidfd)


def _open_pidfd(pid: int) -> int | None:
    """A descriptor that becomes readable when the process has exited; None before Linux 5.3."""
    try:
        return os.pidfd_open(pid)
    except OSError:
        return None


def _open_filter(seccomp_filter: SeccompFilter) -> int:
    """A descriptor from which bwrap reads the program of the filter."""
    fd = os.memfd_create("understudy-seccomp")
    os.write(fd, seccomp_filter.program)
    os.lseek(fd, 0, os.SEEK_SET)
    return fd


def _read_text(path: str) -> str:
    with open(path, "rb") as file:
        return os.fsdecode(file.read())


@dataclass(frozen=True, slots=True)
class Mount:
    """One line of a mount table."""

    point: str
    device: str
    source_folder: str
    """The folder of the file system that is mounted at `point`."""
    writable: bool
    fs_type: str


def parse_mounts(text: str) -> list[Mount]:
    """Parse a mountinfo file, oldest mount first."""
    mounts: list[Mount] = []
    for line in text.split("\n"):
        fields, _, rest = line.partition(" - ")
        words = fields.split(" ")
        if len(words) < 6:
            continue
        writable = "rw" in words[5].split(",")
        mounts.append(
            Mount(
                _unescape_octal(words[4]), words[2], _unescape_octal(words[3]), writable, rest.split(" ")[0]
            )
        )
    return mounts


def find_source(table: Iterable[Mount], path: str) -> tuple[str, str] | None:
    """The device of `path`, and its folder on that device, according to a mount table."""
    best: Mount | None = None
    for mount in table:
        # At the same point a later mount covers an earlier one.
        if contains(mount.point, path) and (best is None or len(mount.point) >= len(best.point)):
            best = mount
    if best is None:
        return None
    rest = path[len(best.point.rstrip("/")) :]
    return best.device, (best.source_folder.rstrip("/") + rest) or "/"


def find_unexpected_mounts(
    inside: list[Mount], outside: list[Mount], writable: Mapping[str, str]
) -> list[str]:
    """The mount points of a sandbox that are writable and should not be, or that show the wrong folder.

    `writable` maps a path in the sandbox to the path outside that must be mounted there.
    """
    wrong: list[str] = []
    covering: set[str] = set()
    for mount in reversed(inside):
        hidden = any(contains(point, mount.point) for point in covering)
        covering.add(mount.point)
        if hidden or not mount.writable:
            continue
        source_path = writable.get(mount.point)
        if source_path is not None:
            if find_source(outside, source_path) != (mount.device, mount.source_folder):
                wrong.append(mount.point)
        elif not _is_own_device(mount) and not _existed_outside(mount, outside, writable):
            wrong.append(mount.point)
    missing = set(writable) - {mount.point for mount in inside}
    return wrong + sorted(missing)


def _is_own_device(mount: Mount) -> bool:
    if mount.point == "/proc":
        return mount.fs_type == "proc"
    return mount.point.startswith("/dev/") and mount.fs_type in {"devtmpfs", "devpts", "tmpfs"}


def _existed_outside(mount: Mount, outside: list[Mount], writable: Mapping[str, str]) -> bool:
    """Whether the same file system is mounted below a root outside the sandbox."""
    return any(
        contains(path, mount.point) and path == source_path for path, source_path in writable.items()
    ) and any(
        (other.point, other.device, other.source_folder) == (mount.point, mount.device, mount.source_folder)
        for other in outside
    )


def _unescape_octal(word: str) -> str:
    return re.sub(r"\\([0-7]{3})", lambda found: chr(int(found.group(1), 8)), word)
