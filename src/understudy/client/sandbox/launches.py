"""The launches of an agent inside a sandbox: bubblewrap, and Landlock under the supervisor.

A launch is what `agent_process` starts in place of the agent, with hooks before, during and after. The agent's
standard streams are passed through. What the agent may read and write is decided by `policy`.

`TrustedFileGuard` covers files that other programs trust and that no mount protects. A sandbox can protect an
existing file, but not a missing one (`.git/commondir` makes git use another configuration), and not more
repositories than it has mounts for; Landlock protects none. So these files are copied before the start and
restored when the agent has ended, and the user gets a notice. Users work in the same repositories meanwhile,
and the change may be theirs: nothing is deleted, only renamed.
"""

import contextlib
import json
import os
import select
import threading
from abc import ABC, abstractmethod
from collections.abc import Collection, Generator, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from understudy.client.errors import CannotSandbox
from understudy.client.limits import MAX_PATHS_IN_NOTICE, SANDBOX_SETUP_TIMEOUT_MS
from understudy.workspace import MAX_PROTECTING_MOUNTS, Limits, WorkspaceError
from understudy.workspace.commands import (
    Command,
    open_outermost_roots,
    private_cache_variables,
    scratch_folder,
)
from understudy.workspace.commands.git_protection import (
    BareRepoGuard,
    ProtectedPaths,
    Restorer,
    RestoreResult,
    protected_paths,
)
from understudy.workspace.commands.isolation import bubblewrap, landlock, seccomp
from understudy.workspace.commands.process import SupervisedProgram, prepare_supervisor

__all__ = ["BubblewrapLaunch", "LandlockLaunch", "SandboxSpec", "TrustedFileGuard"]

_RESTORED_LATER_NOTE: Final = (
    "It is put back when the agent has ended; until then git may run there what the agent wrote."
)


class TrustedFileGuard:
    """A copy of trusted files from before the start of the agent. Keeps descriptors open until `close`."""

    def __init__(
        self,
        guarded: Sequence[ProtectedPaths],
        read_only_paths: Collection[str],
        *,
        roots: Sequence[str],
        has_read_only_mounts: bool,
    ) -> None:
        """`read_only_paths`: paths that the agent cannot write to; changes there are the user's.

        `has_read_only_mounts`: whether this sandbox can make files read-only.
        """
        self._read_only_paths = read_only_paths
        self.warnings = list(_warnings(guarded, has_read_only_mounts=has_read_only_mounts))
        self._root_kinds = BareRepoGuard(roots)
        self._guard = Restorer(guarded, move_aside=True)

    def restore(self) -> list[str]:
        """Undo the changes that can be undone. Return notices about all of them."""
        changed = self._guard.restore(read_only_mounts=self._read_only_paths)
        try:
            changed.reverted += self._root_kinds.revert()
        except OSError as error:
            changed.not_reverted.append(f"a root that became a bare repository ({error.strerror})")
        return list(_change_notices(changed))

    def close(self) -> None:
        self._guard.close()


def _warnings(guarded: Sequence[ProtectedPaths], *, has_read_only_mounts: bool) -> Iterator[str]:
    repositories = [paths for paths in guarded if paths.use_mounts and "hooks" in paths.names]
    if not has_read_only_mounts:
        if repositories:
            yield (
                "This sandbox (Landlock) cannot keep the agent from changing what git obeys in "
                f"{_join_paths([paths.path for paths in repositories])}. {_RESTORED_LATER_NOTE}"
            )
    else:
        without_mounts = [paths.path for paths in guarded if paths.use_mounts][MAX_PROTECTING_MOUNTS:]
        if without_mounts:
            listed = _join_paths(without_mounts)
            yield f"The sandbox has no mounts for what git obeys in {listed}. {_RESTORED_LATER_NOTE}"
        missing = [path for path in map(_hooks_path, repositories) if not os.path.lexists(path)]
        if missing:
            yield f"The sandbox cannot hold what is not there: {_join_paths(missing)}. {_RESTORED_LATER_NOTE}"
    linked = [path for path in map(_hooks_path, repositories) if os.path.islink(path)]
    if linked:
        yield (
            f"The sandbox does not hold what {_join_paths(linked)} leads to: a link. If the agent can write there, "
            "look at it before you use git."
        )


def _change_notices(restored: RestoreResult) -> Iterator[str]:
    if restored.reverted:
        moved_note = (
            f" What stood there is kept: {_join_paths(restored.moved_aside)}." if restored.moved_aside else ""
        )
        yield (
            f"While the agent was in its sandbox, {_join_paths(restored.reverted)} changed, which git or other "
            f"programs obey. It was put back.{moved_note}"
        )
    if restored.not_reverted:
        yield (
            f"While the agent was in its sandbox, {_join_paths(restored.not_reverted)} changed, which git or other "
            "programs obey, and could NOT be put back. Look at that before you use git there."
        )


def _hooks_path(paths: ProtectedPaths) -> str:
    return os.path.join(paths.path, "hooks")


def _join_paths(paths: Sequence[str]) -> str:
    more = f" and {len(paths) - MAX_PATHS_IN_NOTICE} more" if len(paths) > MAX_PATHS_IN_NOTICE else ""
    return ", ".join(paths[:MAX_PATHS_IN_NOTICE]) + more


# Reports that the sandbox is set up, waits for the start signal (end of input means no), and executes the agent. By
# path, because a shell need not support descriptors above 9.
_PROLOGUE: Final = (
    "printf R >/proc/self/fd/{ready} && IFS= read -r _understudy_word </proc/self/fd/{go} || exit 125; "
    '[ "$_understudy_word" = go ] || exit 125; unset _understudy_word; exec "$@"'
)


_OFFLINE_FILTER: Final = seccomp.FilterPolicy(
    internet=False, unix_sockets=False, system_v_ipc=True, metadata_broker=False, other_processes=True
)
"""For an agent without a network under Landlock, which has no network namespace."""


@dataclass(frozen=True, slots=True)
class SandboxSpec:
    """An agent and the paths that it may access. Every path is canonical."""

    argv: list[str]
    environ: dict[str, str]
    cwd: str
    writable: tuple[str, ...]
    """Everything that it may write to, its own state included."""
    hidden: list[str]
    required: tuple[str, ...]
    """Folders that have to stay readable, wherever they are."""
    guarded_settings: tuple[ProtectedPaths, ...] = ()
    """Settings of the agent that it must not change."""
    network: bool = True

    def to_command(self) -> Command:
        """The same as a Command, which the planning of sandboxes takes."""
        return Command(
            line="true",
            cwd=self.cwd,
            cwd_fd=-1,
            roots=self.writable,
            timeout=1,
            environment={},
            limits=Limits(),
        )

    def environment(self, tmp: str) -> dict[str, str]:
        # Caches in the home folder are read-only; a cache that the environment names takes precedence.
        own = {"TMPDIR": tmp, "TMP": tmp, "TEMP": tmp}
        return {**private_cache_variables(tmp), **self.environ, **own}


class _LaunchBase(ABC):
    """The resources of both launches: those of the child, closed after its start, and ours, closed at the end."""

    name: str

    def __init__(self, spec: SandboxSpec) -> None:
        self._spec = spec
        self._child_resources = contextlib.ExitStack()
        self._own_resources = contextlib.ExitStack()
        self.argv: list[str] = []
        self.environ: dict[str, str] = {}
        self.cwd = spec.cwd
        self.pass_fds: tuple[int, ...] = ()
        self._trusted_files: TrustedFileGuard | None = None
        self.problem = ""
        """Why the agent was not started in its sandbox; empty if it was."""
        self.warnings: list[str] = []
        """What the sandbox cannot protect here, in sentences."""
        self.changes: list[str] = []
        """After `close`: which trusted files were changed, and which of them were restored, in sentences."""
        try:
            with _raise_cannot_sandbox():
                self._prepare()
        except BaseException:
            self._child_resources.close()
            self._own_resources.close()
            raise

    def after_spawn(self) -> None:
        """Close our copies of the descriptors for the child."""
        self._child_resources.close()

    def kill(self) -> None:
        """The outer supervisor kills the processes; close the descriptors of a child that was not started."""
        self._child_resources.close()

    def close(self) -> None:
        try:
            if self._trusted_files is not None:
                self.changes = self._trusted_files.restore()
        finally:
            self._child_resources.close()
            self._own_resources.close()

    @abstractmethod
    def _prepare(self) -> None: ...

    def _guarded_files(self) -> list[ProtectedPaths]:
        return [
            *self._spec.guarded_settings,
            *protected_paths.find_protected_paths(self._spec.writable, self._spec.cwd),
        ]

    def _guard_trusted_files(
        self, guarded: Sequence[ProtectedPaths], read_only_paths: Collection[str]
    ) -> None:
        self._trusted_files = self._own_resources.enter_context(
            contextlib.closing(
                TrustedFileGuard(
                    guarded,
                    read_only_paths,
                    roots=self._spec.writable,
                    has_read_only_mounts=self.name == "bubblewrap",
                )
            )
        )
        self.warnings = self._trusted_files.warnings

    def _pipe(self, *, parent_reads: bool) -> tuple[int, int]:
        """Create a pipe. Return our end, which is the reading end if `parent_reads`, and the child's end."""
        read_fd, write_fd = os.pipe()
        own_fd, child_fd = (read_fd, write_fd) if parent_reads else (write_fd, read_fd)
        self._own_resources.callback(os.close, own_fd)
        self._child_resources.callback(os.close, child_fd)
        return own_fd, child_fd


class BubblewrapLaunch(_LaunchBase):
    """Starts the agent in bubblewrap, after comparing the mounts of the sandbox with the plan.

    Spawn it from a thread that lives as long as the agent: the kernel kills the sandbox when that thread ends.
    """

    name = "bubblewrap"

    def __init__(self, spec: SandboxSpec, program: str) -> None:
        self._program = program
        self._admission_thread: threading.Thread | None = None
        super().__init__(spec)

    def _prepare(self) -> None:
        spec = self._spec
        scratch = self._own_resources.enter_context(scratch_folder())
        protected = self._guarded_files()
        self._plan = bubblewrap.build_plan(
            spec.to_command(),
            scratch,
            hidden=spec.hidden,
            protected=protected,
            readable_folders=spec.required,
        )
        self._guard_trusted_files(protected, self._plan.read_only_mounts)
        self._info, info = self._pipe(parent_reads=True)
        self._ready, ready = self._pipe(parent_reads=True)
        self._go, go = self._pipe(parent_reads=False)
        self.pass_fds = (info, ready, go)
        self.environ = spec.environment(self._plan.tmp)
        self.argv = [
            self._program,
            "--info-fd",
            str(info),
            *bubblewrap.sandbox_arguments(self._plan, spec.cwd, network=spec.network),
        ]
        self.argv += ["--", "/bin/sh", "-c", _PROLOGUE.format(ready=ready, go=go), "/bin/sh", *spec.argv]

    def after_spawn(self) -> None:
        super().after_spawn()
        self._admission_thread = threading.Thread(
            target=self._admit, name="understudy-admission", daemon=True
        )
        self._admission_thread.start()

    def close(self) -> None:
        if self._admission_thread is not None:
            self._admission_thread.join()
        super().close()

    def _admit(self) -> None:
        """Send the start signal if the mounts match the plan. If our process ends, the agent is not started."""
        if not _wait_readable(self._ready) or os.read(self._ready, 1) != b"R":
            self.problem = "bubblewrap could not set the sandbox up"
            return
        wrong = bubblewrap.wrong_mounts(self._plan, _child_pid(os.read(self._info, 4096)))
        if wrong:
            self.problem = f"folders changed while the sandbox was being set up ({', '.join(wrong[:5])})"
        with contextlib.suppress(BrokenPipeError):
            os.write(self._go, b"no\n" if wrong else b"go\n")


class LandlockLaunch(_LaunchBase):
    """Starts the agent under a second supervisor, which applies the Landlock rules."""

    name = "landlock"

    def __init__(self, spec: SandboxSpec, abi: int) -> None:
        self._abi = abi
        super().__init__(spec)

    def _prepare(self) -> None:
        spec, abi = self._spec, self._abi
        scratch = self._own_resources.enter_context(scratch_folder())
        root_fds_by_path = self._child_resources.enter_context(open_outermost_roots(spec.to_command()))
        root_fds = list(root_fds_by_path.values())
        self._guard_trusted_files(self._guarded_files(), ())
        rules = landlock.build_rules(
            abi, writable=[scratch.tmp, *root_fds], readable=root_fds, hidden=spec.hidden
        )
        program = SupervisedProgram(
            argv=spec.argv,
            environment=spec.environment(scratch.tmp),
            cwd=spec.cwd,
            landlock=rules,
            seccomp=None if spec.network else seccomp.build_filter(_OFFLINE_FILTER),
        )
        launch = self._child_resources.enter_context(prepare_supervisor(program))
        self._supervisor = launch.pipes
        self._own_resources.callback(launch.pipes.close)
        self.pass_fds = tuple(launch.pass_fds)
        self.argv = list(launch.argv)
        self.environ = dict(spec.environ)

    def kill(self) -> None:
        self._supervisor.kill_tree()


@contextlib.contextmanager
def _raise_cannot_sandbox() -> Generator[None]:
    try:
        yield
    except (WorkspaceError, OSError) as error:
        raise CannotSandbox(f"The sandbox could not be prepared: {error}") from None


def _wait_readable(fd: int) -> bool:
    poll = select.poll()
    poll.register(fd, select.POLLIN)
    return bool(poll.poll(SANDBOX_SETUP_TIMEOUT_MS))


def _child_pid(info: bytes) -> int:
    """The pid of the init process of the sandbox, as bwrap reports it."""
    return int(json.loads(info)["child-pid"])
