"""The two ways of starting an agent inside a sandbox: bubblewrap, and Landlock under the supervisor.

Each is what `process` starts in the agent's place, with what has to be done before, beside and after. The
agent's standard streams go straight through. What may be written and read was decided before.

What other programs trust in an agent's reach and no mount holds: copied before the start, put back at the end.

A sandbox can hold a file that is there; it cannot hold one that is not (`.git/commondir` makes git obey another
configuration), nor more repositories than it has mounts for, and Landlock holds none. So it is put back when the
agent has ended, and people are told. They work in the same repositories meanwhile, and it may have been they:
nothing is deleted, it only loses its name.
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
from understudy.workspace.commands.isolation import bubblewrap, landlock
from understudy.workspace.commands.process import SupervisedProgram, prepare_supervisor

__all__ = ["BubblewrapLaunch", "LandlockLaunch", "SandboxSpec", "TrustedFileGuard"]

_RESTORED_LATER_NOTE: Final = (
    "It is put back when the agent has ended; until then git may run there what the agent wrote."
)


class TrustedFileGuard:
    """Made before the agent starts. Descriptors are held until `close()`."""

    def __init__(
        self,
        guarded: Sequence[ProtectedPaths],
        read_only_paths: Collection[str],
        *,
        roots: Sequence[str],
        has_read_only_mounts: bool,
    ) -> None:
        """`held`: paths that the agent cannot write to; what people do there is their own affair.

        `holds`: whether this sandbox can hold anything at all.
        """
        self._read_only_paths = read_only_paths
        self.warnings = list(_warnings(guarded, has_read_only_mounts=has_read_only_mounts))
        self._root_kinds = BareRepoGuard(roots)
        self._guard = Restorer(guarded, move_aside=True)

    def restore(self) -> list[str]:
        """Undo what can be undone; what there was, in sentences."""
        changed = self._guard.restore(read_only_mounts=self._read_only_paths)
        try:
            changed.reverted += self._root_kinds.revert()
        except OSError as error:
            changed.not_reverted.append(f"a root that became a bare repository ({error.strerror})")
        return list(_change_notices(changed))

    def close(self) -> None:
        self._guard.close()


def _warnings(guarded: Sequence[ProtectedPaths], *, has_read_only_mounts: bool) -> Iterator[str]:
    repositories = [place for place in guarded if place.use_mounts and "hooks" in place.names]
    if not has_read_only_mounts:
        if repositories:
            yield (
                "This sandbox (Landlock) cannot keep the agent from changing what git obeys in "
                f"{_join_paths([place.path for place in repositories])}. {_RESTORED_LATER_NOTE}"
            )
    else:
        over = [place.path for place in guarded if place.use_mounts][MAX_PROTECTING_MOUNTS:]
        if over:
            yield f"The sandbox has no mounts for what git obeys in {_join_paths(over)}. {_RESTORED_LATER_NOTE}"
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
        kept = (
            f" What stood there is kept: {_join_paths(restored.moved_aside)}." if restored.moved_aside else ""
        )
        yield (
            f"While the agent was in its sandbox, {_join_paths(restored.reverted)} changed, which git or other programs "
            f"obey. It was put back.{kept}"
        )
    if restored.not_reverted:
        yield (
            f"While the agent was in its sandbox, {_join_paths(restored.not_reverted)} changed, which git or other programs "
            "obey, and could NOT be put back. Look at that before you use git there."
        )


def _hooks_path(place: ProtectedPaths) -> str:
    return os.path.join(place.path, "hooks")


def _join_paths(paths: Sequence[str]) -> str:
    more = f" and {len(paths) - MAX_PATHS_IN_NOTICE} more" if len(paths) > MAX_PATHS_IN_NOTICE else ""
    return ", ".join(paths[:MAX_PATHS_IN_NOTICE]) + more


# Says that the sandbox stands, waits for our word (end of input means no), then becomes the agent. By path,
# because a shell need not know descriptors above 9.
_PROLOGUE: Final = (
    "printf R >/proc/self/fd/{ready} && IFS= read -r _understudy_word </proc/self/fd/{go} || exit 125; "
    '[ "$_understudy_word" = go ] || exit 125; unset _understudy_word; exec "$@"'
)


@dataclass(frozen=True, slots=True)
class SandboxSpec:
    """An agent and its reach. Every path is canonical."""

    argv: list[str]
    environ: dict[str, str]
    cwd: str
    writable: tuple[str, ...]
    """All that it may write to, its own state included."""
    hidden: list[str]
    required: tuple[str, ...]
    """What has to stay readable wherever it lies."""
    guarded_settings: tuple[ProtectedPaths, ...] = ()
    """Files of its own that it must not change."""

    def to_command(self) -> Command:
        """The same, as the sandboxes' plans are told it."""
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
        # Caches in the home folder are read-only; tools that were told of another one keep to that.
        own = {"TMPDIR": tmp, "TMP": tmp, "TEMP": tmp}
        return {**private_cache_variables(tmp), **self.environ, **own}


class _LaunchBase(ABC):
    """What both have: descriptors for the child, closed once it has them, and things to put away at the end."""

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
        """Why the agent was not let into its sandbox."""
        self.warnings: list[str] = []
        """What people should know before the agent starts."""
        self.changes: list[str] = []
        """Known when it is closed: what was changed that other programs trust, and what became of it."""
        try:
            with _raise_cannot_sandbox():
                self._prepare()
        except BaseException:
            self._child_resources.close()
            self._own_resources.close()
            raise

    def after_spawn(self) -> None:
        """The child has its descriptors, or will never have them."""
        self._child_resources.close()

    def kill(self) -> None:
        """By force. The supervisor ends what runs; only what nobody got is left to put away."""
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
        """A new pipe: our end, of which we read or not, and the child's."""
        out, into = os.pipe()
        mine, theirs = (out, into) if parent_reads else (into, out)
        self._own_resources.callback(os.close, mine)
        self._child_resources.callback(os.close, theirs)
        return mine, theirs


class BubblewrapLaunch(_LaunchBase):
    """The sandbox is compared with its plan before the agent starts in it.

    Start it from a thread that lives as long as the agent: the kernel ends the sandbox with that thread.
    """

    name = "bubblewrap"

    def __init__(self, spec: SandboxSpec, program: str) -> None:
        self._program = program
        self._admission_thread: threading.Thread | None = None
        super().__init__(spec)

    def _prepare(self) -> None:
        wish = self._spec
        place = self._own_resources.enter_context(scratch_folder())
        guarded = self._guarded_files()
        self._plan = bubblewrap.build_plan(
            wish.to_command(), place, hidden=wish.hidden, protected=guarded, readable_folders=wish.required
        )
        self._guard_trusted_files(guarded, self._plan.read_only_mounts)
        self._info, info = self._pipe(parent_reads=True)
        self._ready, ready = self._pipe(parent_reads=True)
        self._go, go = self._pipe(parent_reads=False)
        self.pass_fds = (info, ready, go)
        self.environ = wish.environment(self._plan.tmp)
        self.argv = [
            self._program,
            "--info-fd",
            str(info),
            *bubblewrap.sandbox_arguments(self._plan, wish.cwd),
        ]
        self.argv += ["--", "/bin/sh", "-c", _PROLOGUE.format(ready=ready, go=go), "/bin/sh", *wish.argv]

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
        """Let the agent in if the sandbox is what it should be. Our own end counts as a no."""
        if not _wait_readable(self._ready) or os.read(self._ready, 1) != b"R":
            self.problem = "bubblewrap could not set the sandbox up"
            return
        wrong = bubblewrap.wrong_mounts(self._plan, _child_pid(os.read(self._info, 4096)))
        if wrong:
            self.problem = f"folders changed while the sandbox was being set up ({', '.join(wrong[:5])})"
        with contextlib.suppress(BrokenPipeError):
            os.write(self._go, b"no\n" if wrong else b"go\n")


class LandlockLaunch(_LaunchBase):
    """The supervisor gives the rules to the kernel, and ends the agent's tree when its control pipe closes."""

    name = "landlock"

    def __init__(self, spec: SandboxSpec, abi: int) -> None:
        self._abi = abi
        super().__init__(spec)

    def _prepare(self) -> None:
        wish, abi = self._spec, self._abi
        place = self._own_resources.enter_context(scratch_folder())
        held = self._child_resources.enter_context(open_outermost_roots(wish.to_command()))
        granted = list(held.values())
        self._guard_trusted_files(self._guarded_files(), ())
        rules = landlock.build_rules(
            abi, writable=[place.tmp, *granted], readable=granted, hidden=wish.hidden
        )
        program = SupervisedProgram(
            argv=wish.argv, environment=wish.environment(place.tmp), cwd=wish.cwd, landlock=rules
        )
        launch = self._child_resources.enter_context(prepare_supervisor(program))
        self._supervisor = launch.pipes
        self._own_resources.callback(launch.pipes.close)
        self.pass_fds = tuple(launch.pass_fds)
        self.argv = list(launch.argv)
        self.environ = dict(wish.environ)

    def kill(self) -> None:
        self._supervisor.kill_tree()


@contextlib.contextmanager
def _raise_cannot_sandbox() -> Generator[None]:
    try:
        yield
    except (WorkspaceError, OSError) as error:
        raise CannotSandbox(f"The sandbox could not be prepared: {error}") from None


def _wait_readable(fd: int) -> bool:
    waiting = select.poll()
    waiting.register(fd, select.POLLIN)
    return bool(waiting.poll(SANDBOX_SETUP_TIMEOUT_MS))


def _child_pid(info: bytes) -> int:
    """The sandbox's first process, as bubblewrap says."""
    return int(json.loads(info)["child-pid"])
