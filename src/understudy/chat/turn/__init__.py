"""One turn of a session, from the prompt to its stop reason.

`turn` runs it and cancels it, `agent_loop` asks the model, `tool_runner` runs the tool calls, `recorder` stores and
sends what happens. What a tool does is in `understudy.chat.toolset`.
"""

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
