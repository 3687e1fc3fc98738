"""The port through which a session reaches its client. `understudy.acp` implements it; tests may too.

A request may take as long as the person at the client takes; the waiting task can be cancelled.
"""

from collections.abc import Sequence
from typing import Protocol

from understudy.schema.acp import (
    CreateTerminalRequest,
    PermissionOption,
    SessionUpdate,
    TerminalOutputResponse,
    ToolCallUpdate,
    WaitForTerminalExitResponse,
)

__all__ = ["Outbound", "OutboundError"]


class OutboundError(Exception):
    """The client failed or rejected a request. The message is the client's, with control characters escaped."""


class Outbound(Protocol):
    @property
    def can_read_files(self) -> bool: ...

    @property
    def can_write_files(self) -> bool: ...

    @property
    def can_create_terminals(self) -> bool: ...

    @property
    def shows_notices(self) -> bool:
        """Whether the client shows `notice` updates; it gets them as thoughts otherwise."""
        ...

    @property
    def shows_compactions(self) -> bool:
        """Whether the client shows `compaction_update`; it gets the summary as a thought otherwise."""
        ...

    async def send_update(self, session_id: str, update: SessionUpdate) -> None:
        """Send an update. Waits only while the client is slow to read."""
        ...

    async def request_permission(
        self, session_id: str, tool_call: ToolCallUpdate, options: Sequence[PermissionOption]
    ) -> str | None:
        """Return the id of the chosen option, or None if the client cancelled the request. Raises OutboundError
        if the person could not be asked."""
        ...

    async def read_text(self, session_id: str, path: str) -> str: ...

    async def write_text(self, session_id: str, path: str, text: str) -> None: ...

    async def create_terminal(self, request: CreateTerminalRequest) -> str: ...

    async def terminal_output(self, session_id: str, terminal_id: str) -> TerminalOutputResponse: ...

    async def wait_for_terminal_exit(
        self, session_id: str, terminal_id: str
    ) -> WaitForTerminalExitResponse: ...

    async def kill_terminal(self, session_id: str, terminal_id: str) -> None: ...

    async def release_terminal(self, session_id: str, terminal_id: str) -> None: ...
