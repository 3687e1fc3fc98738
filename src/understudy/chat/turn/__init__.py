"""`understudy.chat.turn.turn`."""

from typing import TYPE_CHECKING

from understudy.lazy_exports import lazy_getattr

if TYPE_CHECKING:
    from understudy.chat.turn.recorder import Recorder
    from understudy.chat.turn.turn import Turn

__all__ = ["Recorder", "Turn"]

__getattr__ = lazy_getattr(
    __name__,
    {
        "recorder": ("Recorder",),
        "turn": ("Turn",),
    },
)
