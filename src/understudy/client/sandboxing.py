"""The agent itself inside a sandbox: the session's roots and its own state writable, all else read-only."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from collections.abc import Callable

from understudy.workspace import SandboxMode

__all__ = ["Sandboxed", "sandboxed", "state_folders"]


@dataclass(slots=True)
class Sandboxed:
    """What to start in the agent's place, and what to do around it.

        child = Popen(ready.argv, env=ready.environ, cwd=ready.cwd, pass_fds=ready.pass_fds, start_new_session=True)
        ready.started()     # in the parent, also if Popen failed
        …
        ready.end()         # ends the whole tree, at once; child.wait() afterwards
        ready.close()       # after the wait: removes what is left

    Start it in a thread that lives as long as the agent: the kernel ends the sandbox with that thread.
    """

    argv: list[str]
    environ: dict[str, str]
    cwd: str
    pass_fds: tuple[int, ...]
    name: str
    """"bubblewrap" or "landlock"."""

    def started(self) -> None: ...
    def end(self) -> None: ...
    def close(self) -> None: ...


def sandboxed(
    argv: Sequence[str],
    *,
    roots: Sequence[str],
    cwd: str,
    environ: Mapping[str, str],
    state: Sequence[str] | None = None,
    readable: Sequence[str] = (),
    mode: SandboxMode = SandboxMode.AUTO,
) -> Sandboxed:
    """Prepare the start of an agent in a sandbox. Blocks for a moment: call it in a thread.

    `state`: folders of the agent's own that it may write to; None: the ones we know (`state_folders`).
    `readable`: credentials' places that stay readable. Raises CannotSandbox.
    """
    ...


def state_folders(argv: Sequence[str], environ: Mapping[str, str]) -> list[str]:
    """The folders that this agent keeps its own things in, as far as we know it."""
    ...
