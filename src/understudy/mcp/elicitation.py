"""Asks the user for consent through MCP's elicitation.

A tool asks from its worker thread and blocks; the question is sent by the event loop. Since protocol
2026-07-28 a server sends no requests: the result of the call is the question, and the client repeats the call
with the answer. A client without elicitation, an answer that is not a clear yes, and a timeout all mean no.
"""

import asyncio
import concurrent.futures
import hashlib
import threading
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from mcp.shared.exceptions import MCPError
from mcp_types import ElicitResult

from understudy.mcp.limits import ELICITATION_TIMEOUT_S, MAX_OPEN_ELICITATIONS
from understudy.tools import ConsentRequest
from understudy.workspace import Stop, escape_controls

if TYPE_CHECKING:
    from understudy.mcp.server import Context

__all__ = ["ElicitationRounds", "consent_callback"]


_open_elicitations = threading.BoundedSemaphore(MAX_OPEN_ELICITATIONS)

_CONSENT_SCHEMA: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {
        "allow": {
            "type": "boolean",
            "title": "Allow this",
            "description": "Only if you asked for it yourself.",
            "default": False,
        }
    },
    "required": ["allow"],
}


def consent_callback(ctx: "Context", stop: Stop) -> Callable[[ConsentRequest], bool]:
    """Return the function by which a tool called in `ctx` asks for consent; `stop` ends its wait."""
    loop = asyncio.get_running_loop()
    can_ask = _supports_forms(ctx)

    async def ask(question: ConsentRequest) -> bool:
        try:
            async with asyncio.timeout(ELICITATION_TIMEOUT_S):
                answer = await ctx.session.elicit_form(
                    _question_text(question), _CONSENT_SCHEMA, ctx.request_id
                )
        except (MCPError, TimeoutError, ValueError):  # ValueError: the answer is malformed
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
    """The questions of one call at protocol 2026-07-28, and the answers that were sent with it.

    The id of a question is a hash of its text, so no state is kept between the rounds: an answer counts only
    for the question that it was given to, and a call that raises another question returns that one.
    """

    def __init__(self, ctx: "Context", answers: Mapping[str, object] | None) -> None:
        self._supports_forms = _supports_forms(ctx)
        self._answers = answers or {}
        self._questions: dict[str, Any] = {}

    def consent(self, question: ConsentRequest) -> bool:
        text = _question_text(question)
        question_id = f"consent-{hashlib.sha256(text.encode('utf-8', 'replace')).hexdigest()[:16]}"
        if question_id in self._answers:
            return _is_accepted(self._answers[question_id])
        if self._supports_forms:
            params = {"mode": "form", "message": text, "requestedSchema": _CONSENT_SCHEMA}
            self._questions[question_id] = {"method": "elicitation/create", "params": params}
        return False

    def build_result(self, result: dict[str, Any]) -> dict[str, Any]:
        """The result of the call, or its questions if it failed because they are not answered yet."""
        if self._questions and result["isError"]:
            return {"resultType": "input_required", "inputRequests": self._questions}
        return {**result, "resultType": "complete"}


def _supports_forms(ctx: "Context") -> bool:
    """Whether the client shows forms. One that names no mode does: forms were the only mode at first."""
    client = ctx.session.client_capabilities
    if client is None or client.elicitation is None:
        return False
    return client.elicitation.form is not None or client.elicitation.url is None


def _question_text(question: ConsentRequest) -> str:
    if question.command:
        line = escape_controls(question.command, one_line=True)
        return (
            f"The agent wants to run a command with network access, this machine's services included: {line}"
        )
    return (
        f"The agent wants to write {escape_controls(question.path, one_line=True)} with {question.tool}. "
        f"That file is sensitive: {question.reason}."
    )


def _is_accepted(answer: object) -> bool:
    if not isinstance(answer, ElicitResult):
        return False
    return answer.action == "accept" and (answer.content or {}).get("allow") is True
