"""Select the sandbox for commands by trying it out. If none works, commands are refused."""

import errno
import os
import shutil
import stat
import tempfile
from typing import Final

from understudy.workspace.commands.command import Command
from understudy.workspace.commands.folders import contains
from understudy.workspace.commands.isolation import Sandbox, SandboxMode, abi_version, seccomp
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


_PROGRAM_FOLDERS: Final = ("/usr", "/bin", "/sbin", "/nix/store", "/gnu/store", "/opt", "/snap")
_known: Final[dict[SandboxMode, Sandbox]] = {}


def choose_sandbox(mode: SandboxMode) -> Sandbox:
    """Return the sandbox for this process. A mode that was requested by name and does not work is never replaced.

    The result is cached for the life of the process, unless it is due to a transient failure.
    """
    if mode in _known:
        return _known[mode]
    chosen, cacheable = _choose(mode)
    return _known.setdefault(mode, chosen) if cacheable else chosen


def _choose(mode: SandboxMode) -> tuple[Sandbox, bool]:
    """Return the sandbox, and whether the result may be cached."""
    match mode:
        case SandboxMode.OFF:
            return Sandbox("off"), True
        case SandboxMode.BUBBLEWRAP:
            return _select_bubblewrap()
        case SandboxMode.LANDLOCK:
            return _select_landlock()
        case SandboxMode.REQUIRE:
            bubblewrap = choose_sandbox(SandboxMode.BUBBLEWRAP)
            return bubblewrap, SandboxMode.BUBBLEWRAP in _known
        case SandboxMode.AUTO:
            bubblewrap = choose_sandbox(SandboxMode.BUBBLEWRAP)
            if bubblewrap.name != "none":
                return bubblewrap, True
            cacheable = SandboxMode.BUBBLEWRAP in _known
            landlock = choose_sandbox(SandboxMode.LANDLOCK)
            if landlock.name != "none":
                return landlock, cacheable
            cacheable = cacheable and SandboxMode.LANDLOCK in _known
            return Sandbox("none", problem=f"{bubblewrap.problem}; {landlock.problem}"), cacheable


def _select_bubblewrap() -> tuple[Sandbox, bool]:
    # System folders first: PATH may begin with folders that others can write to.
    program = shutil.which("bwrap", path="/usr/bin:/bin:/usr/local/bin") or shutil.which("bwrap")
    if program is None or not _is_system_program(program):
        return Sandbox("none", problem="bubblewrap is not installed"), True
    return _probe(Sandbox("bubblewrap", program=program))


def _is_system_program(path: str) -> bool:
    """Whether no command can have written this program: PATH may contain a folder of a root, like `.venv/bin`."""
    target = os.path.realpath(path)
    if not os.path.isabs(path):
        return False
    if any(contains(folder, target) for folder in _PROGRAM_FOLDERS):
        return True
    try:
        status = os.stat(target)
    except OSError:
        return False
    return status.st_uid == 0 != os.geteuid() and not status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def _select_landlock() -> tuple[Sandbox, bool]:
    abi = abi_version()
    if abi == 0:
        return Sandbox("none", problem="the kernel has no Landlock"), True
    if not seccomp.is_supported():
        return Sandbox(
            "none", problem="Landlock needs a seccomp filter, and there is none for this machine"
        ), True
    return _probe(Sandbox("landlock", abi=abi))


def _probe(sandbox: Sandbox) -> tuple[Sandbox, bool]:
    """Return the sandbox if a command runs in it and cannot write outside its root."""
    try:
        remove_stale_folders()
        with tempfile.TemporaryDirectory(prefix="understudy-probe-") as folder:
            effective = _is_effective(sandbox, os.path.realpath(folder))
    except (WorkspaceError, OSError) as error:
        return Sandbox("none", problem=f"{sandbox.name} does not work: {error}"), not _is_transient(error)
    return (
        sandbox if effective else Sandbox("none", problem=f"{sandbox.name} does not hold a command")
    ), True


def _is_transient(error: WorkspaceError | OSError) -> bool:
    """Whether the error is due to the machine (full disk, too many processes) and not to the sandbox."""
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
        result = run(command, sandbox=sandbox, stop=Stop())
    finally:
        os.close(folder)
    return result.stdout == "inside\n" and not os.path.exists(f"{outside}/probe")
