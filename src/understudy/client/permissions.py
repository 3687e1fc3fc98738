"""Permissions: who answers an agent's permission requests: a callback, a list of tool kinds, or nobody.

    Permissions.deny()                          reject everything (the default)
    Permissions.allow("read", "edit")           allow these kinds, reject the others
    Permissions.allow("read").then(callback)    allow these kinds, ask the callback for the others
    Permissions.ask(callback)                   ask the callback for everything

Owns the policy (`Permissions`, one object for any number of connections), the permission requests of one connection
(`PermissionQuestions`), and the questions of any kind that are pending there (`PendingQuestions`). None of them
knows the connection. An agent names the kind of its tool calls itself: `allow` is a convenience for agents that are
trusted to tell the truth, not a security boundary.
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
"""Answers a permission request: returns the id of the chosen option, or None to cancel the request."""


@dataclass(frozen=True, slots=True)
class Permissions:
    """A policy for permission requests.

    Example: `Permissions.allow("read", "search").then(ask)`.
    """

    kinds: frozenset[str] = frozenset()
    """Tool calls of these kinds are allowed without asking."""
    callback: Ask | None = None
    """Asked for the others; None: they are rejected."""
    lasting: bool = False
    """Whether "allow always" may be chosen for allowed kinds."""
    attended: bool = True
    """Whether the callback asks a person. If not, files that other programs run or trust are not written."""

    @classmethod
    def ask(cls, callback: Ask, *, attended: bool = True) -> "Permissions":
        return cls(callback=callback, attended=attended)

    @classmethod
    def allow(cls, *kinds: acp.ToolKind, lasting: bool = False) -> "Permissions":
        """Raises TypeError for a list of kinds: each is an argument of its own."""
        for kind in kinds:
            if not isinstance(kind, str):  # pyright: ignore[reportUnnecessaryIsInstance]
                raise TypeError(
                    f'Name the kinds one by one, such as Permissions.allow("read", "search"), not as a '
                    f"{type(kind).__name__}."
                )
        return cls(kinds=frozenset(kinds), lasting=lasting)

    @classmethod
    def deny(cls) -> "Permissions":
        return cls()

    def then(self, callback: Ask) -> "Permissions":
        """This policy, with a callback for what it does not allow."""
        return replace(self, callback=callback)

    def can_serve(self, kind: acp.ToolKind) -> bool:
        """Whether the client performs such an operation for an agent without a permission request.

        `edit` is fs/write_text_file, `execute` is terminal/create. A policy that rejects a kind without asking
        anybody must not permit it by another route. With a callback, an agent asks before it calls, and asking
        twice would be of no use.
        """
        return self.callback is not None or kind in self.kinds

    def preapproved_option(self, kind: acp.ToolKind, options: Sequence[acp.PermissionOption]) -> str | None:
        """The option to choose without asking; None if the callback has to be asked."""
        if kind not in self.kinds:
            return None
        kinds_by_preference = ("allow_always", "allow_once") if self.lasting else ("allow_once",)
        return _first_option_of_kind(options, *kinds_by_preference)


class PendingQuestions:
    """The pending questions of one connection by session; without a session (None) they end with the connection.

    Knows nothing of what is asked. For the event loop's thread.
    """

    def __init__(self) -> None:
        self._pending: dict[str | None, set[asyncio.Future[None]]] = {}
        self._cancelled_sessions: set[str] = set()
        self._closed = False

    def is_cancelled(self, session_id: str | None) -> bool:
        """Whether questions are not asked: the turn was cancelled, or the connection has ended."""
        return self._closed or session_id in self._cancelled_sessions

    async def ask(self, session_id: str | None, question: Callable[[], Coroutine[Any, Any, T]]) -> T | None:
        """Return the answer; None if the question was cancelled, before or while it was asked."""
        if self.is_cancelled(session_id):
            return None
        cancelled: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        session_questions = self._pending.setdefault(session_id, set())
        session_questions.add(cancelled)
        task = asyncio.ensure_future(question())
        try:
            await asyncio.wait({task, cancelled}, return_when=asyncio.FIRST_COMPLETED)
            return None if cancelled.done() else task.result()
        finally:
            session_questions.discard(cancelled)
            if not session_questions and self._pending.get(session_id) is session_questions:
                del self._pending[session_id]
            task.cancel()

    def cancel_session(self, session_id: str) -> None:
        """Cancel the pending questions of a session, and those that still arrive until `turn_started`."""
        self._cancelled_sessions.add(session_id)
        for question in self._pending.get(session_id, ()):
            _resolve(question)

    def turn_started(self, session_id: str) -> None:
        """A new turn begins: ask questions again."""
        self._cancelled_sessions.discard(session_id)

    def forget_session(self, session_id: str) -> None:
        """Cancel the questions of a session that has ended."""
        self.cancel_session(session_id)
        self._cancelled_sessions.discard(session_id)

    def close(self) -> None:
        """Cancel every question."""
        self._closed = True
        self._cancelled_sessions.clear()
        for questions in self._pending.values():
            for question in questions:
                _resolve(question)


def _resolve(question: "asyncio.Future[None]") -> None:
    if not question.done():
        question.set_result(None)


class PermissionQuestions:
    """The permission requests of one connection. For the event loop's thread."""

    def __init__(self, permissions: Permissions, on_notice: Callable[[str], None] | None = None) -> None:
        self.permissions = permissions
        self.pending = PendingQuestions()
        """The pending questions of the connection, elicitations included."""
        self._on_notice = on_notice

    async def answer(
        self, request: acp.RequestPermissionRequest, kind: acp.ToolKind | None = None
    ) -> acp.RequestPermissionResponse:
        """Answer `session/request_permission`; `kind` is the kind of the tool call from an earlier update."""
        session_id = request.session_id
        if self.pending.is_cancelled(session_id):
            return _CANCELLED_RESPONSE
        tool_kind = request.tool_call.kind or kind or "other"
        chosen = self.permissions.preapproved_option(tool_kind, request.options)
        if chosen is None and self.permissions.callback is None:
            chosen = _first_option_of_kind(request.options, "reject_once")
        elif chosen is None:
            chosen = await self._ask(request)
        if chosen is None:
            return _CANCELLED_RESPONSE
        return acp.RequestPermissionResponse(outcome=acp.SelectedPermissionOutcome(option_id=chosen))

    async def confirm_sensitive_write(self, session_id: str, path: str, why: str, text: str) -> bool:
        """Ask a person whether to write a file that other programs run or trust. No allowed kind covers that."""
        return await self._confirm(
            session_id,
            acp.ToolCallUpdate(
                tool_call_id=f"client-write-{secrets.token_hex(8)}",
                kind="edit",
                title=f"Write {path} ({why})",
                locations=[acp.ToolCallLocation(path=path)],
                content=[acp.Diff(path=path, new_text=text)] if len(text) <= MAX_SHOWN_TEXT_CHARS else [],
            ),
        )

    async def confirm_network(self, session_id: str, command: str) -> bool:
        """Ask a person whether a command may use the network. No allowed kind covers that.

        A command that is too long to be shown does not get it.
        """
        if len(command) > MAX_SHOWN_TEXT_CHARS:
            return False
        return await self._confirm(
            session_id,
            acp.ToolCallUpdate(
                tool_call_id=f"client-network-{secrets.token_hex(8)}",
                kind="execute",
                title="Let a command use the network: the internet, and services on this machine",
                content=[acp.Content(content=acp.TextContent(text=command))],
            ),
        )

    async def _confirm(self, session_id: str, tool_call: acp.ToolCallUpdate) -> bool:
        """Ask a person a question of our own; False if there is nobody to ask."""
        policy = self.permissions
        if policy.callback is None or not policy.attended or self.pending.is_cancelled(session_id):
            return False
        request = acp.RequestPermissionRequest(
            session_id=session_id,
            tool_call=tool_call,
            options=[
                acp.PermissionOption(option_id="allow", name="Allow once", kind="allow_once"),
                acp.PermissionOption(option_id="reject", name="Reject", kind="reject_once"),
            ],
        )
        return await self._ask(request) == "allow"

    def cancel_session(self, session_id: str) -> None:
        """Answer the pending requests of a session, and those that still arrive in this turn, with `cancelled`."""
        self.pending.cancel_session(session_id)

    def turn_started(self, session_id: str) -> None:
        """A new turn begins: ask questions again."""
        self.pending.turn_started(session_id)

    def forget_session(self, session_id: str) -> None:
        """Cancel the requests of a session that has ended."""
        self.pending.forget_session(session_id)

    def close(self) -> None:
        """Cancel every request."""
        self.pending.close()

    async def _ask(self, request: acp.RequestPermissionRequest) -> str | None:
        """The option that the callback chose; None if it chose none or the request was cancelled."""
        return await self.pending.ask(request.session_id, lambda: self._call_callback(request))

    def _notice(self, notice: str) -> None:
        if self._on_notice is not None:
            self._on_notice(notice)

    async def _call_callback(self, request: acp.RequestPermissionRequest) -> str | None:
        callback = self.permissions.callback
        if callback is None:
            return None
        rejection = _first_option_of_kind(request.options, "reject_once")
        try:
            chosen = await callback(request)
        except Exception as error:  # noqa: BLE001 - the caller's code; without an answer the agent would wait
            self._notice(f"The question for permission failed ({error!r}), so the agent was refused.")
            return rejection
        if chosen is None or any(option.option_id == chosen for option in request.options):
            return chosen
        self._notice(f"The answer {chosen!r} was not among the agent's options, so the agent was refused.")
        return rejection


_CANCELLED_RESPONSE = acp.RequestPermissionResponse(outcome=acp.CancelledPermissionOutcome())


def _first_option_of_kind(
    options: Sequence[acp.PermissionOption], *kinds: acp.PermissionOptionKind
) -> str | None:
    for kind in kinds:
        for option in options:
            if option.kind == kind:
                return option.option_id
    return None
