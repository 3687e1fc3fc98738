"""The two ways of starting an agent inside a sandbox: bubblewrap, and Landlock under the supervisor.

Each is what `process` starts in the agent's place, with what has to be done before, beside and after. The
agent's standard streams go straight through. What may be written and read was decided before.
"""

import contextlib
import json
import marshal
import os
import select
import sys
import tempfile
import threading
from abc import ABC, abstractmethod
from collections.abc import Collection, Generator, Sequence
from dataclasses import dataclass
from typing import Final

from understudy.client.errors import CannotSandbox
from understudy.client.sandboxing_watch import Watch
from understudy.workspace import Limits, WorkspaceError
from understudy.workspace.commands import Command, bubblewrap, landlock, repository, supervisor
from understudy.workspace.commands.environment import private_caches
from understudy.workspace.commands.folders import held_roots
from understudy.workspace.commands.repository import Guarded
from understudy.workspace.commands.scratch import scratch

__all__ = ["BubblewrapLaunch", "LandlockLaunch", "Wish"]

_SETTING_UP: Final = 30_000
"""Milliseconds that bubblewrap has for its mounts."""
# Says that the sandbox stands, waits for our word (end of input means no), then becomes the agent. By path,
# because a shell need not know descriptors above 9.
_PROLOGUE: Final = (
    "printf R >/proc/self/fd/{ready} && IFS= read -r _understudy_word </proc/self/fd/{go} || exit 125; "
    '[ "$_understudy_word" = go ] || exit 125; unset _understudy_word; exec "$@"'
)


@dataclass(frozen=True, slots=True)
class Wish:
    """An agent and its reach. Every path is canonical."""

    argv: list[str]
    environ: dict[str, str]
    cwd: str
    roots: tuple[str, ...]
    """All that it may write to, its own state included."""
    hidden: list[str]
    needed: tuple[str, ...]
    """What has to stay readable wherever it lies."""
    settings: tuple[Guarded, ...] = ()
    """Files of its own that it must not change."""

    def command(self) -> Command:
        """The same, as the sandboxes' plans are told it."""
        return Command(
            line="true",
            cwd=self.cwd,
            cwd_fd=-1,
            roots=self.roots,
            timeout=1,
            environment={},
            limits=Limits(),
        )

    def variables(self, tmp: str) -> dict[str, str]:
        # Caches in the home folder are read-only; tools that were told of another one keep to that.
        own = {"TMPDIR": tmp, "TMP": tmp, "TEMP": tmp}
        return {**private_caches(tmp), **self.environ, **own}


class _Launch(ABC):
    """What both have: descriptors for the child, closed once it has them, and things to put away at the end."""

    name: str

    def __init__(self, wish: Wish) -> None:
        self._wish = wish
        self._theirs = contextlib.ExitStack()
        self._ours = contextlib.ExitStack()
        self.argv: list[str] = []
        self.environ: dict[str, str] = {}
        self.cwd = wish.cwd
        self.pass_fds: tuple[int, ...] = ()
        self._watch: Watch | None = None
        self.warnings: list[str] = []
        """What people should know before the agent starts."""
        self.changes: list[str] = []
        """Known when it is closed: what was changed that other programs trust, and what became of it."""
        try:
            with _refusing():
                self._prepare()
        except BaseException:
            self._theirs.close()
            self._ours.close()
            raise

    def started(self) -> None:
        """The child has its descriptors, or will never have them."""
        self._theirs.close()

    def end(self) -> None:
        """By force. The supervisor ends what runs; only what nobody got is left to put away."""
        self._theirs.close()

    def close(self) -> None:
        try:
            if self._watch is not None:
                self.changes = self._watch.put_back()
        finally:
            self._theirs.close()
            self._ours.close()

    @abstractmethod
    def _prepare(self) -> None: ...

    def _guarded(self) -> list[Guarded]:
        return [*self._wish.settings, *repository.find(self._wish.roots, self._wish.cwd)]

    def _watched(self, guarded: Sequence[Guarded], held: Collection[str]) -> None:
        self._watch = self._ours.enter_context(
            contextlib.closing(Watch(guarded, held, roots=self._wish.roots, holds=self.name == "bubblewrap"))
        )
        self.warnings = self._watch.warnings

    def _pipe(self, *, reads: bool) -> tuple[int, int]:
        """A new pipe: our end, of which we read or not, and the child's."""
        out, into = os.pipe()
        mine, theirs = (out, into) if reads else (into, out)
        self._ours.callback(os.close, mine)
        self._theirs.callback(os.close, theirs)
        return mine, theirs


class BubblewrapLaunch(_Launch):
    """The sandbox is compared with its plan before the agent starts in it.

    Start it from a thread that lives as long as the agent: the kernel ends the sandbox with that thread.
    """

    name = "bubblewrap"

    def __init__(self, wish: Wish, program: str) -> None:
        self._program = program
        self._admitting: threading.Thread | None = None
        self.problem = ""
        """Why the agent was not let into its sandbox."""
        super().__init__(wish)

    def _prepare(self) -> None:
        wish = self._wish
        place = self._ours.enter_context(scratch())
        guarded = self._guarded()
        self._plan = bubblewrap.plan(
            wish.command(), place, hidden=wish.hidden, guarded=guarded, needed=wish.needed
        )
        self._watched(guarded, self._plan.held)
        self._info, info = self._pipe(reads=True)
        self._ready, ready = self._pipe(reads=True)
        self._go, go = self._pipe(reads=False)
        self.pass_fds = (info, ready, go)
        self.environ = wish.variables(self._plan.tmp)
        self.argv = [self._program, "--info-fd", str(info), *bubblewrap.entering(self._plan, wish.cwd)]
        self.argv += ["--", "/bin/sh", "-c", _PROLOGUE.format(ready=ready, go=go), "/bin/sh", *wish.argv]

    def started(self) -> None:
        super().started()
        self._admitting = threading.Thread(target=self._admit, name="understudy-admission", daemon=True)
        self._admitting.start()

    def close(self) -> None:
        if self._admitting is not None:
            self._admitting.join()
        super().close()

    def _admit(self) -> None:
        """Let the agent in if the sandbox is what it should be. Our own end counts as a no."""
        if not _readable(self._ready) or os.read(self._ready, 1) != b"R":
            self.problem = "bubblewrap could not set the sandbox up"
            return
        wrong = bubblewrap.wrong_mounts(self._plan, _child(os.read(self._info, 4096)))
        if wrong:
            self.problem = f"folders changed while the sandbox was being set up ({', '.join(wrong[:5])})"
        with contextlib.suppress(BrokenPipeError):
            os.write(self._go, b"no\n" if wrong else b"go\n")


class LandlockLaunch(_Launch):
    """The supervisor gives the rules to the kernel, and ends the agent's tree when its control pipe closes."""

    name = "landlock"

    def __init__(self, wish: Wish, abi: int) -> None:
        self._abi = abi
        super().__init__(wish)

    def _prepare(self) -> None:
        wish, abi = self._wish, self._abi
        place = self._ours.enter_context(scratch())
        held = self._theirs.enter_context(held_roots(wish.command()))
        granted = list(held.values())
        self._watched(self._guarded(), ())
        rules = landlock.rules(abi, writable=[place.tmp, *granted], readable=granted, hidden=wish.hidden)
        config = {
            "argv": wish.argv,
            "environment": wish.variables(place.tmp),
            "limits": {},
            "oom": 0,
            "nice": 0,
            "landlock": {
                "handled": landlock.handled(abi),
                "scoped": landlock.scoped(abi),
                "rules": [(at if isinstance(at, int) else os.fsencode(at), rights) for at, rights in rules],
            },
        }
        file = self._theirs.enter_context(tempfile.TemporaryFile())  # noqa: SIM115
        marshal.dump(config, file)
        file.seek(0)
        self._control, control = self._pipe(reads=False)
        status = os.open(os.devnull, os.O_WRONLY | os.O_CLOEXEC)
        self._theirs.callback(os.close, status)
        folder = os.open(wish.cwd, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        self._theirs.callback(os.close, folder)
        fds = (file.fileno(), control, status, folder)
        self.pass_fds = (*fds, *granted)
        self.argv = [sys.executable, "-I", "-S", supervisor.__file__, *map(str, fds)]
        self.environ = dict(wish.environ)

    def end(self) -> None:
        with contextlib.suppress(OSError):
            os.write(self._control, b"e")


@contextlib.contextmanager
def _refusing() -> Generator[None]:
    try:
        yield
    except (WorkspaceError, OSError) as error:
        raise CannotSandbox(f"The sandbox could not be prepared: {error}") from None


def _readable(fd: int) -> bool:
    waiting = select.poll()
    waiting.register(fd, select.POLLIN)
    return bool(waiting.poll(_SETTING_UP))


def _child(info: bytes) -> int:
    """The sandbox's first process, as bubblewrap says."""
    return int(json.loads(info)["child-pid"])
