"""Choosing the sandbox: by trying, once per process, and failing closed."""

import functools
import os
import shutil
import tempfile

from understudy.workspace.commands.command import Command
from understudy.workspace.commands.landlock import abi_version
from understudy.workspace.commands.running import run
from understudy.workspace.commands.sandbox import Sandbox, SandboxMode
from understudy.workspace.commands.scratch import sweep
from understudy.workspace.errors import WorkspaceError
from understudy.workspace.limits import Limits
from understudy.workspace.stop import Stop

__all__ = ["choose_sandbox"]


@functools.cache
def choose_sandbox(mode: SandboxMode) -> Sandbox:
    """The sandbox for this process. A mode that was asked for by name and does not work is never replaced."""
    match mode:
        case SandboxMode.OFF:
            return Sandbox("off")
        case SandboxMode.BUBBLEWRAP:
            return _bubblewrap()
        case SandboxMode.LANDLOCK:
            return _landlock()
        case SandboxMode.AUTO:
            first = choose_sandbox(SandboxMode.BUBBLEWRAP)
            if first.name != "none":
                return first
            second = choose_sandbox(SandboxMode.LANDLOCK)
            if second.name != "none":
                return second
            return Sandbox("none", problem=f"{first.problem}; {second.problem}")


def _bubblewrap() -> Sandbox:
    # The system's own first: a PATH may begin with folders that others can write to.
    program = shutil.which("bwrap", path="/usr/bin:/bin:/usr/local/bin") or shutil.which("bwrap")
    if program is None or not os.path.isabs(program):
        return Sandbox("none", problem="bubblewrap is not installed")
    return _tried(Sandbox("bubblewrap", program=program))


def _landlock() -> Sandbox:
    abi = abi_version()
    if abi == 0:
        return Sandbox("none", problem="the kernel has no Landlock")
    return _tried(Sandbox("landlock", abi=abi))


def _tried(sandbox: Sandbox) -> Sandbox:
    """The sandbox if a command really runs in it, and really is held."""
    sweep()
    with tempfile.TemporaryDirectory(prefix="understudy-probe-") as made:
        base = os.path.realpath(made)
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
        except (WorkspaceError, OSError) as error:
            return Sandbox("none", problem=f"{sandbox.name} does not work: {error}")
        finally:
            os.close(folder)
        if finished.stdout != "inside\n" or os.path.exists(f"{outside}/probe"):
            return Sandbox("none", problem=f"{sandbox.name} does not hold a command")
    return sandbox
