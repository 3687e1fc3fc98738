"""Who answers when an agent asks whether it may: a callback, a list of kinds, or nobody.

Owns the policy and the questions that are open. Knows no connection: whoever receives
`session/request_permission` hands it over, and says when a session was cancelled.

    Permissions.deny()                                  no to everything (the default)
    Permissions.allow("read", "edit")                   yes to these kinds, no to the others
    Permissions.allow("read").then(callback)            yes to these, the callback is asked for the others
    Permissions.ask(callback)                           the callback is asked for all
"""

from collections.abc import Awaitable, Callable
from typing import Final

from understudy.schema import acp

__all__ = ["Ask", "Permissions"]

Ask = Callable[[acp.RequestPermissionRequest], Awaitable[str | None]]
"""A question → the id of the option that was chosen; None: nobody chose, the question counts as cancelled."""


class Permissions:
    """A policy. One object may serve several connections."""

    def __init__(self, *, kinds: frozenset[str] = frozenset(), ask: Ask | None = None, lasting: bool = False) -> None: ...

    @classmethod
    def ask(cls, callback: Ask) -> "Permissions": ...

    @classmethod
    def allow(cls, *kinds: acp.ToolKind, lasting: bool = False) -> "Permissions":
        """Yes to these kinds of tool calls, once each; with `lasting` an "always" is chosen where there is one."""
        ...

    @classmethod
    def deny(cls) -> "Permissions": ...

    def then(self, callback: Ask) -> "Permissions":
        """This policy, with the callback asked for what it does not allow."""
        ...

    def serves(self, kind: acp.ToolKind) -> bool:
        """Whether the client itself does such a thing for an agent that asks no question first.

        `edit` is fs/write_text_file, `execute` is terminal/create. A policy that says no to a kind without
        asking anybody does not do it through the back door either.
        """
        ...

    async def answer(self, request: acp.RequestPermissionRequest) -> acp.RequestPermissionResponse:
        """The answer to `session/request_permission`. Never raises, but for its own cancellation."""
        ...

    async def consent(self, session_id: str, title: str, path: str) -> bool:
        """Whether a person agrees to a write that no kind covers: a file that other programs run or trust."""
        ...

    def cancelled(self, session_id: str) -> None:
        """The turn was called off: every question of this session that is open is answered `cancelled`."""
        ...

    def close(self) -> None:
        """Likewise for every session."""
        ...
