"""The sessions of a connection: opening and closing them, their state, and their turns."""

from typing import TYPE_CHECKING

from understudy.lazy_exports import lazy_getattr

if TYPE_CHECKING:
    from understudy.client.session.host import ContextProvider, RuntimeContext, SessionHost
    from understudy.client.session.lifecycle import SessionLifecycle
    from understudy.client.session.session import OnUpdate, Prompt, Session, SessionRegistry
    from understudy.client.session.turn import StopReason, Turn

__all__ = [
    "ContextProvider",
    "OnUpdate",
    "Prompt",
    "RuntimeContext",
    "Session",
    "SessionHost",
    "SessionLifecycle",
    "SessionRegistry",
    "StopReason",
    "Turn",
]

__getattr__ = lazy_getattr(
    __name__,
    {
        "host": ("ContextProvider", "RuntimeContext", "SessionHost"),
        "lifecycle": ("SessionLifecycle",),
        "session": ("OnUpdate", "Prompt", "Session", "SessionRegistry"),
        "turn": ("StopReason", "Turn"),
    },
)
