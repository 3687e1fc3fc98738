"""Asking the person behind the client for consent, by MCP's elicitation.

A tool asks from its worker thread and waits; the question travels on the loop. Since 2026-07-28 a server asks
nothing by itself: the call's result is the question, and the client calls once more, with the answer. A client
that cannot be asked, an answer that is not a clear yes, and silence all mean no.
"""

import asyncio
import concurrent.futures
import hashlib
import threading
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from mcp.shared.exceptions import MCPError
from mcp_types import ElicitResult

from understudy.mcp.limits import ELICITATION_TIMEOUT_S
from understudy.tools import ConsentRequest
from understudy.workspace import Stop

if TYPE_CHECKING:
    from understudy.mcp.server import Context

__all__ = ["ElicitationRounds", "consent_callback"]


_open_elicitations = threading.BoundedSemaphore(16)
"""Each question holds a worker; nobody answers more than these at a time anyway."""

_CONSENT_SCHEMA: Final[dict[str, Any]] = {
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


def consent_callback(ctx: "Context", stop: Stop) -> Callable[[ConsentRequest], bool]:
    """How a tool that is called in `ctx` asks; `stop` ends the wait."""
    loop = asyncio.get_running_loop()
    can_ask = _supports_forms(ctx)

    async def ask(question: ConsentRequest) -> bool:
        try:
            async with asyncio.timeout(ELICITATION_TIMEOUT_S):
                answer = await ctx.session.elicit_form(
                    _question_text(question), _CONSENT_SCHEMA, ctx.request_id
                )
        except (MCPError, TimeoutError, ValueError):  # a ValueError: the answer is no answer
            return False
        return _is_accepted(answer)

    def consent(question: ConsentRequest) -> bool:
        if not can_ask or not _open_elicitations.acquire(blocking=False):
            return False
        try:
            waiting = asyncio.run_coroutine_threadsafe(ask(question), loop)
            with stop.on_cancel(lambda: (waiting.cancel(), None)[1]):
                return waiting.result()
        except concurrent.futures.CancelledError:
            return False
        finally:
            _open_elicitations.release()

    return consent


class ElicitationRounds:
    """The questions of one call at 2026-07-28, and the answers that came with it.

    The name of a question says what was asked, so nothing needs to be kept between the rounds: an answer counts
    only for the very question that it was given to, and a call that raises another one is answered with that.
    """

    def __init__(self, ctx: "Context", answers: Mapping[str, object] | None) -> None:
        self._supports_forms = _supports_forms(ctx)
        self._answers = answers or {}
        self._questions: dict[str, Any] = {}

    def consent(self, question: ConsentRequest) -> bool:
        words = _question_text(question)
        name = f"consent-{hashlib.sha256(words.encode('utf-8', 'replace')).hexdigest()[:16]}"
        if name in self._answers:
            return _is_accepted(self._answers[name])
        if self._supports_forms:
            params = {"mode": "form", "message": words, "requestedSchema": _CONSENT_SCHEMA}
            self._questions[name] = {"method": "elicitation/create", "params": params}
        return False

    def build_result(self, result: dict[str, Any]) -> dict[str, Any]:
        """The call's result, or the questions if it failed for want of their answers."""
        if self._questions and result["isError"]:
            return {"resultType": "input_required", "inputRequests": self._questions}
        return {**result, "resultType": "complete"}


def _supports_forms(ctx: "Context") -> bool:
    """Whether the client shows forms. One that names no mode does: there was no other at first."""
    client = ctx.session.client_capabilities
    if client is None or client.elicitation is None:
        return False
    return client.elicitation.form is not None or client.elicitation.url is None


def _question_text(question: ConsentRequest) -> str:
    return (
        f"The agent wants to write {question.path} with {question.tool}. "
        f"That file is sensitive: {question.reason}."
    )


def _is_accepted(answer: object) -> bool:
    if not isinstance(answer, ElicitResult):
        return False
    return answer.action == "accept" and (answer.content or {}).get("allow") is True
