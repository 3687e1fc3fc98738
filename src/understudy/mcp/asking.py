"""Asking the person behind the client for consent, by MCP's elicitation.

A tool asks from its worker thread and waits; the question travels on the loop. A client that cannot be
asked, an answer that is not a clear yes, and silence all mean no.
"""

import asyncio
import concurrent.futures
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from mcp.shared.exceptions import MCPError

from understudy.tools import Consent
from understudy.workspace import Stop

if TYPE_CHECKING:
    from understudy.mcp.server import Context

__all__ = ["asker"]

PATIENCE: Final = 300.0
"""Seconds that a person has to answer."""

_open = threading.BoundedSemaphore(16)
"""Each question holds a worker; nobody answers more than these at a time anyway."""

_FORM: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {
        "allow": {
            "type": "boolean",
            "title": "Allow this change",
            "description": "Only if you asked for it yourself.",
            "default": False,
        }
    },
    "required": ["allow"],
}


def asker(ctx: "Context", stop: Stop) -> Callable[[Consent], bool]:
    """How a tool that is called in `ctx` asks; `stop` ends the wait."""
    loop = asyncio.get_running_loop()
    client = ctx.session.client_params
    can_ask = client is not None and client.capabilities.elicitation is not None

    async def ask(question: Consent) -> bool:
        message = (
            f"The agent wants to write {question.path} with {question.tool}. "
            f"That file is sensitive: {question.why}."
        )
        try:
            async with asyncio.timeout(PATIENCE):
                answer = await ctx.session.elicit_form(message, _FORM, ctx.request_id)
        except (MCPError, TimeoutError, ValueError):  # a ValueError: the answer is no answer
            return False
        return answer.action == "accept" and (answer.content or {}).get("allow") is True

    def consent(question: Consent) -> bool:
        if not can_ask or not _open.acquire(blocking=False):
            return False
        try:
            waiting = asyncio.run_coroutine_threadsafe(ask(question), loop)
            with stop.on_cancel(lambda: (waiting.cancel(), None)[1]):
                return waiting.result()
        except concurrent.futures.CancelledError:
            return False
        finally:
            _open.release()

    return consent
