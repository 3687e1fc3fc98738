"""Who answers when an agent asks whether it may: a callback, a list of kinds, or nobody.

    Permissions.deny()                          no to everything (the default)
    Permissions.allow("read", "edit")           yes to these kinds, no to the others
    Permissions.allow("read").then(callback)    yes to these, the callback is asked for the others
    Permissions.ask(callback)                   the callback is asked for all

Owns the policy (`Permissions`, one object for any number of connections) and the questions that are open on
one connection (`Questions`). Neither knows the connection. An agent names the kind of its tool calls itself:
`allow` is a convenience for agents that are trusted to tell the truth, and no fence.
"""

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from understudy.client.limits import MAX_SHOWN_TEXT_CHARS
from understudy.schema import acp

__all__ = ["Ask", "PendingQuestions", "PermissionQuestions", "Permissions"]

T = TypeVar("T")

Ask = Callable[[acp.RequestPermissionRequest], Awaitable[str | None]]
"""A question → the id of the option that was chosen; None: nobody chose, the question counts as cancelled."""


@dataclass(frozen=True, slots=True)
class Permissions:
    """A policy."""

    kinds: frozenset[str] = frozenset()
    """Tool calls of these kinds are allowed without a question."""
    callback: Ask | None = None
    """Who is asked for the others; None: they are refused."""
    lasting: bool = False
    """Whether an "always" may be chosen for what is allowed."""
    attended: bool = True
    """Whether the callback asks a person. One that does not is never asked about files that other programs run or
    trust: those are not written then."""

    @classmethod
    def ask(cls, callback: Ask, *, attended: bool = True) -> "Permissions":
        return cls(callback=callback, attended=attended)

    @classmethod
    def allow(cls, *kinds: acp.ToolKind, lasting: bool = False) -> "Permissions":
        return cls(kinds=frozenset(kinds), lasting=lasting)

    @classmethod
    def deny(cls) -> "Permissions":
        return cls()

    def then(self, callback: Ask) -> "Permissions":
        """This policy, with the callback asked for what it does not allow."""
        return replace(self, callback=callback)

    def can_serve(self, kind: acp.ToolKind) -> bool:
        """Whether the client does such a thing for an agent that asks no question first.

        `edit` is fs/write_text_file, `execute` is terminal/create. A policy that refuses a kind without
        asking anybody must not do it by the back door; where somebody is asked, an agent asks before it
        calls, and asking twice would help nobody.
        """
        return self.callback is not None or kind in self.kinds

    def preapproved_option(self, kind: acp.ToolKind, options: Sequence[acp.PermissionOption]) -> str | None:
        """The option to choose without a question; None if there has to be one."""
        if kind not in self.kinds:
            return None
        wanted = ("allow_always", "allow_once") if self.lasting else ("allow_once",)
        return _first_option_of_kind(options, *wanted)


class PendingQuestions:
    """For the loop's thread."""

    def __init__(self) -> None:
        self._pending: dict[str | None, set[asyncio.Future[None]]] = {}
        self._cancelled_sessions: set[str] = set()
        self._closed = False

    def is_cancelled(self, session_id: str | None) -> bool:
        """Whether nobody is to be asked: the turn was called off, or the connection has ended."""
        return self._closed or session_id in self._cancelled_sessions

    async def ask(self, session_id: str | None, question: Callable[[], Coroutine[Any, Any, T]]) -> T | None:
        """The answer; None if the question was called off, before or meanwhile."""
        if self.is_cancelled(session_id):
            return None
        off: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        mine = self._pending.setdefault(session_id, set())
        mine.add(off)
        asking = asyncio.ensure_future(question())
        try:
            await asyncio.wait({asking, off}, return_when=asyncio.FIRST_COMPLETED)
            return None if off.done() else asking.result()
        finally:
            mine.discard(off)
            if not mine and self._pending.get(session_id) is mine:
                del self._pending[session_id]
            asking.cancel()

    def cancel_session(self, session_id: str) -> None:
        """The session's turn was called off, and with it what is open and what still comes of it.

        That lasts until `begun`: a question may have been on its way.
        """
        self._cancelled_sessions.add(session_id)
        for question in self._pending.get(session_id, ()):
            _resolve(question)

    def turn_started(self, session_id: str) -> None:
        """A new turn begins: questions are asked again."""
        self._cancelled_sessions.discard(session_id)

    def forget_session(self, session_id: str) -> None:
        """The session is over, and so are its questions."""
        self.cancel_session(session_id)
        self._cancelled_sessions.discard(session_id)

    def close(self) -> None:
        """The connection is over, and so is every question."""
        self._closed = True
        self._cancelled_sessions.clear()
        for questions in self._pending.values():
            for question in questions:
                _resolve(question)


def _resolve(question: "asyncio.Future[None]") -> None:
    if not question.done():
        question.set_result(None)


class PermissionQuestions:
    """The questions for permission of one connection. For the loop's thread."""

    def __init__(self, permissions: Permissions, on_notice: Callable[[str], None] | None = None) -> None:
        self.permissions = permissions
        self.pending = PendingQuestions()
        """Those that somebody is being asked, of this kind and of others."""
        self._on_notice = on_notice

    async def answer(
        self, request: acp.RequestPermissionRequest, kind: acp.ToolKind | None = None
    ) -> acp.RequestPermissionResponse:
        """The answer to `session/request_permission`; `kind` is what is known of the tool call from before."""
        session = request.session_id
        if self.pending.is_cancelled(session):
            return _CANCELLED_RESPONSE
        asked = request.tool_call.kind or kind or "other"
        chosen = self.permissions.preapproved_option(asked, request.options)
        if chosen is None and self.permissions.callback is None:
            chosen = _first_option_of_kind(request.options, "reject_once")
        elif chosen is None:
            chosen = await self._ask(request)
        if chosen is None:
            return _CANCELLED_RESPONSE
        return acp.RequestPermissionResponse(outcome=acp.SelectedPermissionOutcome(option_id=chosen))

    async def confirm_sensitive_write(self, session_id: str, path: str, why: str, text: str) -> bool:
        """Whether a person agrees to write a file that other programs run or trust. No kind covers that."""
        policy = self.permissions
        if policy.callback is None or not policy.attended or self.pending.is_cancelled(session_id):
            return False
        request = acp.RequestPermissionRequest(
            session_id=session_id,
            tool_call=acp.ToolCallUpdate(
                tool_call_id=f"client-write-{secrets.token_hex(8)}",
                kind="edit",
                title=f"Write {path} ({why})",
                locations=[acp.ToolCallLocation(path=path)],
                content=[acp.Diff(path=path, new_text=text)] if len(text) <= MAX_SHOWN_TEXT_CHARS else [],
            ),
            options=[
                acp.PermissionOption(option_id="allow", name="Allow once", kind="allow_once"),
                acp.PermissionOption(option_id="reject", name="Reject", kind="reject_once"),
            ],
        )
        return await self._ask(request) == "allow"

    def cancel_session(self, session_id: str) -> None:
        """The session's turn was called off: what is open, and what still comes of it, is answered `cancelled`."""
        self.pending.cancel_session(session_id)

    def turn_started(self, session_id: str) -> None:
        """A new turn begins: questions are asked again."""
        self.pending.turn_started(session_id)

    def forget_session(self, session_id: str) -> None:
        """The session is over, and so are its questions."""
        self.pending.forget_session(session_id)

    def close(self) -> None:
        """The connection is over, and so is every question."""
        self.pending.close()

    async def _ask(self, request: acp.RequestPermissionRequest) -> str | None:
        """What the callback chose; None if nobody did or the question was called off meanwhile."""
        return await self.pending.ask(request.session_id, lambda: self._call_callback(request))

    def _notice(self, words: str) -> None:
        if self._on_notice is not None:
            self._on_notice(words)

    async def _call_callback(self, request: acp.RequestPermissionRequest) -> str | None:
        callback = self.permissions.callback
        if callback is None:
            return None
        no = _first_option_of_kind(request.options, "reject_once")
        try:
            chosen = await callback(request)
        except Exception as error:  # noqa: BLE001 - somebody else's code, and silence would be taken for waiting
            self._notice(f"The question for permission failed ({error!r}), so the agent was refused.")
            return no
        if chosen is None or any(option.option_id == chosen for option in request.options):
            return chosen
        self._notice(f"The answer {chosen!r} was not among the agent's options, so the agent was refused.")
        return no


_CANCELLED_RESPONSE = acp.RequestPermissionResponse(outcome=acp.CancelledPermissionOutcome())


def _first_option_of_kind(
    options: Sequence[acp.PermissionOption], *kinds: acp.PermissionOptionKind
) -> str | None:
    for kind in kinds:
        for option in options:
            if option.kind == kind:
                return option.option_id
    return None
