"""The chat service: sessions, turns, permissions, slash commands, project discovery and the session store.

Knows the message types of ACP but no connection: the client is reached through the port `outbound.Outbound`, and
the session store through the port `store.SessionStore`, which `understudy.chat.sqlite` implements.
"""

from typing import TYPE_CHECKING

from understudy.lazy_exports import lazy_getattr

if TYPE_CHECKING:
    from understudy.chat.async_store import AsyncSessionStore
    from understudy.chat.errors import LimitReached
    from understudy.chat.events import Event, decode_event, encode_event
    from understudy.chat.limits import LEASE_TTL_S
    from understudy.chat.outbound import OutboundError
    from understudy.chat.permission_rules import PermissionRules
    from understudy.chat.permissions import Mode
    from understudy.chat.service import ChatService
    from understudy.chat.session import Accounting, LeaseTerms, TurnAccount, UsageLedger, WorkReport
    from understudy.chat.shared import AgentState, ChatResources, ModelPool
    from understudy.chat.store import (
        Lease,
        LeaseLost,
        NoSession,
        SessionBusy,
        SessionStore,
        StoredEvent,
        StoredSession,
        StoreError,
    )
    from understudy.chat.store_address import describe_store, is_shared_store, migrate_store, open_store
    from understudy.chat.trusted_folders import TrustedFolders
    from understudy.chat.unprompted_sessions import UnpromptedSessions

__all__ = [
    "LEASE_TTL_S",
    "Accounting",
    "AgentState",
    "AsyncSessionStore",
    "ChatResources",
    "ChatService",
    "Event",
    "Lease",
    "LeaseLost",
    "LeaseTerms",
    "LimitReached",
    "Mode",
    "ModelPool",
    "NoSession",
    "OutboundError",
    "PermissionRules",
    "SessionBusy",
    "SessionStore",
    "StoreError",
    "StoredEvent",
    "StoredSession",
    "TrustedFolders",
    "TurnAccount",
    "UnpromptedSessions",
    "UsageLedger",
    "WorkReport",
    "decode_event",
    "describe_store",
    "encode_event",
    "is_shared_store",
    "migrate_store",
    "open_store",
]

__getattr__ = lazy_getattr(
    __name__,
    {
        "async_store": ("AsyncSessionStore",),
        "errors": ("LimitReached",),
        "events": ("Event", "decode_event", "encode_event"),
        "limits": ("LEASE_TTL_S",),
        "outbound": ("OutboundError",),
        "permission_rules": ("PermissionRules",),
        "permissions": ("Mode",),
        "service": ("ChatService",),
        "session": ("Accounting", "LeaseTerms", "TurnAccount", "UsageLedger", "WorkReport"),
        "shared": ("AgentState", "ChatResources", "ModelPool"),
        "store": (
            "Lease",
            "LeaseLost",
            "NoSession",
            "SessionBusy",
            "SessionStore",
            "StoreError",
            "StoredEvent",
            "StoredSession",
        ),
        "store_address": ("describe_store", "is_shared_store", "migrate_store", "open_store"),
        "trusted_folders": ("TrustedFolders",),
        "unprompted_sessions": ("UnpromptedSessions",),
    },
)
