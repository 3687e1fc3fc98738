"""Choosing the sandbox: by trying, until there is an answer that lasts, and failing closed."""

import errno
import os
import shutil
import tempfile
from typing import Final

from understudy.workspace.commands.command import Command
from understudy.workspace.commands.isolation import Sandbox, SandboxMode, abi_version
from understudy.workspace.commands.runner import run
from understudy.workspace.commands.scratch import remove_stale_folders
from understudy.workspace.errors import TimedOut, WorkspaceError
from understudy.workspace.limits import Limits
from understudy.workspace.stop import Stop

__all__ = ["choose_sandbox"]

_TRANSIENT_ERRNOS: Final = (
    errno.EAGAIN,
    errno.ENOMEM,
    errno.EMFILE,
    errno.ENFILE,
    errno.ENOSPC,
    errno.EDQUOT,
)


_known: Final[dict[SandboxMode, Sandbox]] = {}


def choose_sandbox(mode: SandboxMode) -> Sandbox:
    """The sandbox for this process. A mode that was asked for by name and does not work is never replaced.

    An answer is kept for the life of the process, unless it rests on a failure that may pass.
    """
    if mode in _known:
        return _known[mode]
    chosen, lasts = _choose(mode)
    return _known.setdefault(mode, chosen) if lasts else chosen


def _choose(mode: SandboxMode) -> tuple[Sandbox, bool]:
    """The sandbox, and whether that will be the answer tomorrow."""
    match mode:
        case SandboxMode.OFF:
            return Sandbox("off"), True
        case SandboxMode.BUBBLEWRAP:
            return _select_bubblewrap()
        case SandboxMode.LANDLOCK:
            return _select_landlock()
        case SandboxMode.AUTO:
            first = choose_sandbox(SandboxMode.BUBBLEWRAP)
            if first.name != "none":
                return first, True
            lasts = SandboxMode.BUBBLEWRAP in _known
            second = choose_sandbox(SandboxMode.LANDLOCK)
            if second.name != "none":
                return second, lasts
            lasts = lasts and SandboxMode.LANDLOCK in _known
            return Sandbox("none", problem=f"{first.problem}; {second.problem}"), lasts


def _select_bubblewrap() -> tuple[Sandbox, bool]:
    # The system's own first: a PATH may begin with folders that others can write to.
    program = shutil.which("bwrap", path="/usr/bin:/bin:/usr/local/bin") or shutil.which("bwrap")
    if program is None or not os.path.isabs(program):
        return Sandbox("none", problem="bubblewrap is not installed"), True
    return _probe(Sandbox("bubblewrap", program=program))


def _select_landlock() -> tuple[Sandbox, bool]:
    abi = abi_version()
    if abi == 0:
        return Sandbox("none", problem="the kernel has no Landlock"), True
    return _probe(Sandbox("landlock", abi=abi))


def _probe(sandbox: Sandbox) -> tuple[Sandbox, bool]:
    """The sandbox if a command really runs in it, and really is held."""
    try:
        remove_stale_folders()
        with tempfile.TemporaryDirectory(prefix="understudy-probe-") as made:
            holds = _is_effective(sandbox, os.path.realpath(made))
    except (WorkspaceError, OSError) as error:
        return Sandbox("none", problem=f"{sandbox.name} does not work: {error}"), not _is_transient(error)
    return (sandbox if holds else Sandbox("none", problem=f"{sandbox.name} does not hold a command")), True


def _is_transient(error: WorkspaceError | OSError) -> bool:
    """A full disk, too many processes or a slow machine say nothing about the sandbox."""
    return (
        isinstance(error, OSError | TimedOut)
        or isinstance(error.__cause__, OSError)
        or any(os.strerror(number) in error.message for number in _TRANSIENT_ERRNOS)
    )


def _is_effective(sandbox: Sandbox, base: str) -> bool:
    root, outside = f"{base}/root", f"{base}/outside"
    os.mkdir(root)
    os.mkdir(outside)
    folder = os.open(root, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    command = Command(
        line=f"echo inside >probe && cat probe; echo x 2>/dev/null >'{outside}/probe'; exit 0",
        cwd=root,
        cwd_fd=folder,
        roots=(root,),
        timeout=10,
        environment={},
        limits=Limits(),
    )
    try:
        finished = run(command, sandbox=sandbox, stop=Stop())
    finally:
        os.close(folder)
    return finished.stdout == "inside\n" and not os.path.exists(f"{outside}/probe")
