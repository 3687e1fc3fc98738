"""The one face that the connection sees of what the client serves: routes, capabilities, sessions' comings and goings."""

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager

from understudy.client.permissions import Permissions
from understudy.client.roots import Roots
from understudy.client.serving.files import Buffers
from understudy.client.serving.terminals import OutputListener
from understudy.rpc import Route
from understudy.schema import acp
from understudy.workspace import SandboxMode

__all__ = ["Serving"]


class Serving:
    """All methods are for the loop's thread."""

    def __init__(
        self,
        *,
        files: bool = True,
        terminals: bool = True,
        permissions: Permissions,
        buffers: Buffers | None = None,
        on_output: OutputListener | None = None,
        on_notice: Callable[[str], None] | None = None,
        sandbox: SandboxMode = SandboxMode.AUTO,
        private: Sequence[str] = (),
    ) -> None:
        """`sandbox`: what terminals' commands are held in. `private`: folders that no root contains."""

    def capabilities(self) -> tuple[acp.FileSystemCapabilities, bool]:
        """For ClientCapabilities: `fs` and `terminal`. A policy that denies edits serves no writes."""
        ...

    def routes(self) -> dict[str, Route]:
        """fs/* and terminal/*, as far as they are served."""
        ...

    @contextmanager
    def expecting(self, roots: Roots) -> Generator[None]:
        """Around `session/new`: an agent may ask for files before its answer has told the session's id."""
        ...

    def opened(self, session_id: str, roots: Roots) -> None:
        """A session has these roots now. For load and resume before the request; again whenever they change."""
        ...

    async def closed(self, session_id: str) -> None:
        """The session is over: its terminals end, its files are no longer served. Idempotent."""
        ...

    async def close(self) -> None:
        """The connection is over: likewise for all; writes that have begun are finished."""
        ...
