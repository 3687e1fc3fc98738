"""Running a command inside bubblewrap: the whole file system read-only, the roots writable, own processes.

The mounts are described here and made by `bwrap`. Before the command starts, the finished mount table is
compared with what was asked for: a command that runs at the same time in the same roots could otherwise
swap a folder for a link between our look and the mount.

Reading mount tables: which places of a sandbox are writable, and what stands behind them.

Used to check a finished sandbox before the command starts in it, because its mounts are made by path and
another command in the same roots may have moved things meanwhile. It mounts nothing.
"""

import contextlib
import os
import re
import resource
import select
import signal
import stat
import subprocess
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from understudy.workspace.commands.command import Command
from understudy.workspace.commands.folders import contains, outermost_folders
from understudy.workspace.commands.git_protection import ProtectedPaths
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
# What a superuser's build or package manager uses on its own files; nothing that reaches the kernel.
_KEPT_CAPABILITIES: Final = (
    "CHOWN",
    "DAC_OVERRIDE",
    "FOWNER",
    "FSETID",
    "SETGID",
    "SETUID",
    "NET_BIND_SERVICE",
)
_READY_SIGNAL: Final = b"R"
_START_SIGNAL: Final = b"go\n"
# Says that the sandbox stands, waits for our word (end of input means that we are gone), then becomes the
# command. `read` takes single bytes from a pipe, so the rest of the input stays for the command.
_PROLOGUE: Final = (
    "{{ ulimit -c 0; ulimit -f {blocks}; echo {oom} >/proc/self/oom_score_adj; }} 2>/dev/null; printf R; "
    "IFS= read -r _understudy_word || exit 125; unset _understudy_word; "
    'exec /bin/sh -c "$1"{stdin}'
)


@dataclass(frozen=True, slots=True)
class SandboxPlan:
    """A sandbox as bubblewrap's arguments, and the same as the table that has to come out of it."""

    arguments: list[str]
    writable: Mapping[str, str]
    tmp: str
    read_only_mounts: frozenset[str]
    """Guarded files and folders that are read-only mounts."""


def build_plan(
    command: Command,
    scratch: ScratchFolder,
    *,
    hidden: Iterable[str],
    protected: Iterable[ProtectedPaths],
    readable_folders: Iterable[str] = (),
) -> SandboxPlan:
    """Where what is mounted; later lines lie over earlier ones.

    `needed` are folders that stay readable although they lie below the /tmp that is hidden: a home or a
    toolchain that someone keeps there.
    """
    tops = outermost_folders(command.roots)
    bind = "--ro-bind" if command.read_only else "--bind"
    everything = "/" in tops
    lines: list[tuple[str, ...]] = [(bind if everything else "--ro-bind", "/", "/")]
    writable: dict[str, str] = {}
    lines += [("--dev", "/dev"), ("--bind", scratch.shared_memory, "/dev/shm"), ("--remount-ro", "/dev")]  # noqa: S108
    # Some of /proc/sys obeys uid 0 without any capability, for instance core_pattern.
    lines += [("--proc", "/proc"), ("--ro-bind-try", "/proc/sys", "/proc/sys")]
    writable["/dev/shm"] = scratch.shared_memory  # noqa: S108
    run_is_ours = os.path.isdir("/run") and not os.path.islink("/run") and not _is_in_root("/run", tops)
    if run_is_ours:
        lines.append(("--tmpfs", "/run"))
        lines += [("--ro-bind-try", f"/run/{name}", f"/run/{name}") for name in _KEPT_RUN_PATHS]
    # A private /tmp also hides the sockets of terminals, agents and displays that lie in the real one.
    tmp = os.path.realpath("/tmp")  # noqa: S108
    if _is_in_root(tmp, tops) or not os.path.isdir(tmp):
        tmp = scratch.tmp
    lines.append(("--bind", scratch.tmp, tmp))
    writable[tmp] = scratch.tmp
    # Looked at before the outermost are taken: a home that is "/" must not swallow a toolchain below /tmp.
    kept = outermost_folders(
        path for path in readable_folders if path != tmp and contains(tmp, path) and os.path.isdir(path)
    )
    lines += [("--ro-bind", path, path) for path in kept]
    for root in tops:
        if root != "/":
            lines.append((bind, root, root))
        if not command.read_only:
            writable[root] = root
    for path in hidden:
        if _is_visible(path, tmp, [*tops, *kept]):
            empty = scratch.empty_folder if os.path.isdir(path) else scratch.empty_file
            lines.append(("--ro-bind", empty, path))
    pins = [] if command.read_only else _protecting_mounts(protected)
    for pin in pins:
        lines.append(pin)
        if pin[0] == "--bind":
            writable[pin[2]] = pin[1]
    if run_is_ours:
        lines.append(("--remount-ro", "/run"))
    held = frozenset(path for kind, _, path in pins if kind == "--ro-bind")
    return SandboxPlan([word for line in lines for word in line], writable, tmp, held)


def _is_in_root(path: str, tops: Iterable[str]) -> bool:
    return any(contains(root, path) for root in tops)


def _is_visible(path: str, tmp: str, shown: Iterable[str]) -> bool:
    covered = contains(tmp, path) or contains("/run", path)
    return not covered or _is_in_root(path, shown)


def _protecting_mounts(protected: Iterable[ProtectedPaths]) -> list[tuple[str, str, str]]:
    """Mounts that hold a repository's folder in place and its trusted files still.

    What comes after the first ones has no mounts; the guard puts it back.
    """
    found: dict[str, tuple[str, str, str]] = {}
    pinned = [place for place in protected if place.use_mounts][:MAX_PROTECTING_MOUNTS]
    for place in pinned:
        if place.names != (".git",) and place.path != place.root:
            found[place.path] = ("--bind", place.path, place.path)
        for name in place.names:
            path = os.path.join(place.path, name)
            try:
                mode = os.lstat(path).st_mode
            except OSError:
                continue
            # A link cannot be mounted over without mounting over its target; the guard watches it.
            if stat.S_ISREG(mode) or stat.S_ISDIR(mode):
                found[path] = ("--ro-bind", path, path)
    return [found[path] for path in sorted(found)]


def sandbox_arguments(plan: SandboxPlan, cwd: str) -> list[str]:
    """bubblewrap's arguments for a sandbox with processes of its own that ends with whoever started it."""
    words = ["--die-with-parent", "--new-session", "--unshare-pid", "--unshare-ipc", "--unshare-uts"]
    if os.geteuid() == 0:
        words += ["--cap-drop", "ALL"]
        words += [word for name in _KEPT_CAPABILITIES for word in ("--cap-add", f"CAP_{name}")]
    return [*words, *plan.arguments, "--chdir", cwd]


def wrong_mounts(plan: SandboxPlan, pid: int) -> list[str]:
    """Where the finished sandbox of this process is not what was planned."""
    try:
        inside = parse_mounts(_read_text(f"/proc/{pid}/mountinfo"))
        outside = parse_mounts(_read_text("/proc/self/mountinfo"))
    except OSError:
        return ["/"]
    return find_unexpected_mounts(inside, outside, plan.writable)


class BubblewrapJob(Job):
    sandbox_process_count = 1

    def __init__(
        self,
        program: str,
        plan: SandboxPlan,
        command: Command,
        environment: Mapping[str, str],
        *,
        file_size: int,
        oom_score: int,
    ) -> None:
        prologue = _PROLOGUE.format(
            blocks=file_size // 512, oom=oom_score, stdin=" </dev/null" if command.stdin is None else ""
        )
        argv = [program, *sandbox_arguments(plan, command.cwd)]
        argv += ["--", "/bin/sh", "-c", prologue, "/bin/sh", command.line]
        self._init_pidfd: int | None = None
        self._plan = plan
        self._command = command
        self.read_only_mounts = plan.read_only_mounts
        super().__init__(
            subprocess.Popen(
                argv,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd="/",
                env=dict(environment),
                start_new_session=True,
                bufsize=0,
            )
        )

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
            # A broken pipe means that it ended meanwhile; the exit tells.
            with contextlib.suppress(BrokenPipeError):
                self.process.stdin.write(_START_SIGNAL)

    def _find_mismatches(self, pid: int, shell: int) -> list[str]:
        """Where the finished sandbox of this first process and this waiting shell is not what was planned."""
        wrong = wrong_mounts(self._plan, pid)
        # The kernel's own brake for a fork bomb; it does not hold a superuser. And to end the namespace,
        # its first process must get its turn among all the others.
        with contextlib.suppress(OSError):
            most = process_tree.process_rlimit(self._command.limits.max_processes)
            resource.prlimit(shell, resource.RLIMIT_NPROC, (most, most))
            os.setpriority(os.PRIO_PROCESS, shell, process_tree.COMMAND_NICENESS)
            process_tree.raise_priority(pid)
        try:
            there = os.stat(f"/proc/{shell}/cwd")
        except PermissionError:
            # Not ours to see under a hardened kernel; whatever the folder is, only the roots are writable.
            return wrong
        except OSError:
            there = None
        here = os.fstat(self._command.cwd_fd)
        if there is None or (there.st_dev, there.st_ino) != (here.st_dev, here.st_ino):
            wrong.append(self._command.cwd)
        return wrong

    def _setup_error(self) -> ExecutionFailed:
        said = os.read(self.stderr_fd, 4096).decode(errors="replace").strip()
        return ExecutionFailed(
            f"The bubblewrap sandbox could not be set up: {said or 'bwrap ended without a word'}. Try again, "
            "or start with the Landlock sandbox or with the sandbox off.",
            "os_error",
        )

    def exit_code(self) -> int:
        return shell_exit_code(self.process.returncode)

    def _kill(self) -> None:
        """End the namespace's first process: the kernel ends all others, and bwrap then collects them."""
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
        """Wait for the namespace: bwrap passes the exit code on before the last process in it is gone."""
        if self._init_pidfd is not None:
            try:
                select.select([self._init_pidfd], [], [], 5)
            finally:
                os.close(self._init_pidfd)


def _open_pidfd(pid: int) -> int | None:
    """A descriptor that becomes readable when the process has ended; None before Linux 5.3."""
    try:
        return os.pidfd_open(pid)
    except OSError:
        return None


def _read_text(path: str) -> str:
    with open(path, "rb") as file:
        return os.fsdecode(file.read())


@dataclass(frozen=True, slots=True)
class Mount:
    point: str
    device: str
    source_folder: str
    """The folder of the file system that is mounted here."""
    writable: bool
    fs_type: str


def parse_mounts(text: str) -> list[Mount]:
    """The lines of a mountinfo file, oldest first."""
    found: list[Mount] = []
    for line in text.split("\n"):
        fields, _, rest = line.partition(" - ")
        words = fields.split(" ")
        if len(words) < 6:
            continue
        writable = "rw" in words[5].split(",")
        found.append(
            Mount(
                _unescape_octal(words[4]), words[2], _unescape_octal(words[3]), writable, rest.split(" ")[0]
            )
        )
    return found


def find_source(table: Iterable[Mount], path: str) -> tuple[str, str] | None:
    """The device and its folder that `path` is on, seen through one mount table."""
    best: Mount | None = None
    for mount in table:
        # Of equal points the later one covers the earlier.
        if contains(mount.point, path) and (best is None or len(mount.point) >= len(best.point)):
            best = mount
    if best is None:
        return None
    rest = path[len(best.point.rstrip("/")) :]
    return best.device, (best.source_folder.rstrip("/") + rest) or "/"


def find_unexpected_mounts(
    inside: list[Mount], outside: list[Mount], writable: Mapping[str, str]
) -> list[str]:
    """Writable places of a sandbox that should not be, or that are not what they should be.

    `writable` maps a place in the sandbox to the path outside that must stand behind it.
    """
    wrong: list[str] = []
    covering: set[str] = set()
    for mount in reversed(inside):
        hidden = any(contains(point, mount.point) for point in covering)
        covering.add(mount.point)
        if hidden or not mount.writable:
            continue
        behind = writable.get(mount.point)
        if behind is not None:
            if find_source(outside, behind) != (mount.device, mount.source_folder):
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
    """A file system that is mounted below a root outside is also there inside."""
    return any(
        contains(place, mount.point) and place == behind for place, behind in writable.items()
    ) and any(
        (other.point, other.device, other.source_folder) == (mount.point, mount.device, mount.source_folder)
        for other in outside
    )


def _unescape_octal(word: str) -> str:
    return re.sub(r"\\([0-7]{3})", lambda found: chr(int(found.group(1), 8)), word)
