"""session/prompt and session/cancel."""

import asyncio
from collections.abc import Awaitable
from typing import TYPE_CHECKING

from understudy.schema.acp import CancelNotification, PromptRequest, PromptResponse

if TYPE_CHECKING:
    from understudy.acp.agent import Agent
    from understudy.chat.turn import Turn

__all__ = ["cancel", "prompt"]


def prompt(agent: "Agent", params: PromptRequest) -> Awaitable[PromptResponse]:
    """The turn is registered here and now, so that a cancel behind this message finds it."""
    turn = agent.chat.begin_turn(params.session_id, params.prompt, params.runtime_context)
    task = asyncio.ensure_future(_run_turn(turn))
    # A request can be cancelled before its first step, and then none of its own lines runs.
    task.add_done_callback(lambda _: turn.release())
    return task


async def _run_turn(turn: "Turn") -> PromptResponse:
    result = await turn.run()
    return PromptResponse(stop_reason=result.stop_reason, usage=result.usage, meta=result.meta)


def cancel(agent: "Agent", params: CancelNotification) -> None:
    if agent.has_chat:  # else there is nothing to cancel
        agent.chat.cancel(params.session_id)
