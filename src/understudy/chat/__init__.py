"""The chat service: sessions, turns, permissions, slash commands, project discovery and the session store.

Knows the message types of ACP but no connection: the client is reached through the port `outbound.Outbound`, and
the session store through the port `store.SessionStore`, which `understudy.chat.sqlite` implements.
"""

from typing import TYPE_CHECKING

from understudy.lazy_exports import lazy_getattr

if TYPE_CHECKING:
    from understudy.chat.async_store import AsyncSessionStore
    from understudy.chat.outbound import OutboundError
    from understudy.chat.permission_rules import PermissionRules
    from understudy.chat.permissions import Mode
    from understudy.chat.service import ChatService
    from understudy.chat.shared import AgentState, ModelPool
    from understudy.chat.store import NoSession, SessionStore, StoredEvent, StoredSession, StoreError
    from understudy.chat.trusted_folders import TrustedFolders

__all__ = [
    "AgentState",
    "AsyncSessionStore",
    "ChatService",
    "Mode",
    "ModelPool",
    "NoSession",
    "OutboundError",
    "PermissionRules",
    "SessionStore",
    "StoreError",
    "StoredEvent",
    "StoredSession",
    "TrustedFolders",
]

__getattr__ = lazy_getattr(
    __name__,
    {
        "async_store": ("AsyncSessionStore",),
        "outbound": ("OutboundError",),
        "permission_rules": ("PermissionRules",),
        "permissions": ("Mode",),
        "service": ("ChatService",),
        "shared": ("AgentState", "ModelPool"),
        "store": ("NoSession", "SessionStore", "StoreError", "StoredEvent", "StoredSession"),
        "trusted_folders": ("TrustedFolders",),
    },
)
