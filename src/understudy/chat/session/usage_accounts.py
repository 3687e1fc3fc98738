"""The port through which a host admits, counts and traces what the chat does for a user.

Sessions, turns, requests to a model, tool calls and commands are announced here before they happen and reported
when they have ended. A host may reject one by raising LimitReached, or count and trace all of them. `Accounting`
itself does nothing: it is for an agent that serves one person on their own machine. Nothing here gets the
text of a prompt, an answer, an argument or a result.
"""

from contextlib import AbstractContextManager, nullcontext
from typing import Final

from understudy.schema.acp import StopReason, Usage

__all__ = ["NO_ACCOUNTING", "Accounting", "TurnAccount", "WorkReport"]


class WorkReport:
    """How one request to a model or one tool call ended. Its owner sets the fields before the block ends."""

    __slots__ = ("failed", "input_tokens", "output_tokens")

    def __init__(self) -> None:
        self.failed = False
        self.input_tokens = 0
        self.output_tokens = 0


class TurnAccount:
    """One admitted turn. `end` is called exactly once."""

    async def admit(self) -> None:
        """Called first in the turn, before anything is stored. Raises LimitReached."""

    async def admit_call(self, name: str) -> None:
        """Called before `tool_call`, which follows at once. Raises LimitReached."""
        del name

    def model_request(self, model: str) -> AbstractContextManager[WorkReport]:
        del model
        return nullcontext(WorkReport())

    def tool_call(self, name: str) -> AbstractContextManager[WorkReport]:
        del name
        return nullcontext(WorkReport())

    def end(self, stop_reason: StopReason | str, usage: Usage | None) -> None:
        """`stop_reason` is "error" for a turn that failed."""


class Accounting:
    """One user's account on one connection."""

    async def admit_session(self, session_id: str) -> None:
        """The session is about to be opened, and counts from now on. Raises LimitReached."""
        del session_id

    def session_closed(self, session_id: str) -> None:
        """An admitted session is closed, or could not be opened."""

    def background_command_started(self) -> None:
        """A command goes on after the tool call that started it."""

    def background_command_ended(self) -> None: ...

    def begin_turn(self, session_id: str, trace_parent: str | None) -> TurnAccount:
        """Count a turn, which is admitted later (`TurnAccount.admit`). Raises LimitReached.

        `trace_parent`: the client's W3C trace context.
        """
        del session_id, trace_parent
        return TurnAccount()


NO_ACCOUNTING: Final = Accounting()
