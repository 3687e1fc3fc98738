"""Sessions, turns, permissions, slash commands, discovery and the session store."""

from typing import TYPE_CHECKING

from understudy.lazy_exports import lazy_getattr

if TYPE_CHECKING:
    from understudy.chat.async_store import AsyncSessionStore
    from understudy.chat.outbound import OutboundError
    from understudy.chat.permissions import Mode
    from understudy.chat.service import ChatService
    from understudy.chat.shared import AgentState, ModelPool
    from understudy.chat.store import NoSession, SessionStore, StoredEvent, StoredSession, StoreError

__all__ = [
    "AgentState",
    "AsyncSessionStore",
    "ChatService",
    "Mode",
    "ModelPool",
    "NoSession",
    "OutboundError",
    "SessionStore",
    "StoreError",
    "StoredEvent",
    "StoredSession",
]

__getattr__ = lazy_getattr(
    __name__,
    {
        "async_store": ("AsyncSessionStore",),
        "outbound": ("OutboundError",),
        "permissions": ("Mode",),
        "service": ("ChatService",),
        "shared": ("AgentState", "ModelPool"),
        "store": ("NoSession", "SessionStore", "StoreError", "StoredEvent", "StoredSession"),
    },
)
