"""What is started when an agent is: a program as it is, or whatever a sandbox puts around it."""

import os
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from understudy.client.errors import AgentGone

__all__ = ["Launch", "PlainLaunch", "resolve_command"]


class Launch(Protocol):
    """What is started, and what is done around it: a plain program, or one in a sandbox."""

    @property
    def argv(self) -> Sequence[str]:
        """The first is the path of a program."""
        ...

    @property
    def environ(self) -> Mapping[str, str]: ...

    @property
    def cwd(self) -> str: ...

    @property
    def pass_fds(self) -> Sequence[int]:
        """Descriptors that the program gets under the same numbers."""
        ...

    def after_spawn(self) -> None:
        """Told in any case, also if the start failed."""
        ...

    def kill(self) -> None:
        """End the tree at once, by force."""
        ...

    def close(self) -> None:
        """All processes have ended: put away what is left."""
        ...


@dataclass(frozen=True, slots=True)
class PlainLaunch:
    """A program as it is. The supervisor holds its tree together."""

    argv: Sequence[str]
    environ: Mapping[str, str]
    cwd: str
    pass_fds: Sequence[int] = ()

    def after_spawn(self) -> None: ...

    def kill(self) -> None: ...

    def close(self) -> None: ...


def resolve_command(command: Sequence[str], environ: Mapping[str, str], cwd: str) -> list[str]:
    """The command with its program's path. Raises AgentGone if there is no such program."""
    if not command or not command[0]:
        raise AgentGone("No command was given for the agent.")
    name = command[0]
    if "/" in name:
        path = str(Path(cwd, name))
        usable = os.path.isfile(path) and os.access(path, os.X_OK)
        problem = "cannot be executed" if os.path.exists(path) else "was not found"
    else:
        path = shutil.which(name, path=environ.get("PATH", os.defpath)) or ""
        usable, problem = bool(path), "was not found on the PATH"
    if not usable:
        raise AgentGone(f"The agent cannot be started: {name} {problem}.")
    return [path, *command[1:]]
