"""A live session: its roots, its mode and model, its servers, and the turn that runs."""

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from understudy.chat.discovery import Discovery
from understudy.chat.permissions import Permissions
from understudy.workspace import Workspace

if TYPE_CHECKING:
    from understudy.chat.servers import Servers
    from understudy.chat.turn import Turn

__all__ = ["Session"]


@dataclass(slots=True, eq=False)
class Session:
    """What is remembered of a session while it is open; what lasts is in the store."""

    id: str
    cwd: str
    roots: tuple[str, ...]
    """The additional ones as they were declared, in order."""
    workspace: Workspace
    permissions: Permissions
    model: str | None
    titled: bool
    servers: "Servers | None" = None
    connecting: "asyncio.Future[None] | None" = None
    discovery: Discovery | None = None
    """Found at the first prompt; what changes in the files later counts for the next session."""
    turn: "Turn | None" = None
    troubles: list[str] = field(default_factory=list[str])
    """What the user is to be told at the next turn: servers that did not start, a store set aside."""

    async def close(self) -> None:
        """End everything that belongs to it. Idempotent."""
        if self.turn is not None:
            await self.turn.stop()
        if self.servers is not None:
            await self.servers.close()
        self.workspace.close()
