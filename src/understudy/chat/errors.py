"""Errors that the chat service raises for a request.

    ChatError
    ├── BadRequest      bad_request   a parameter is invalid; `field` names it
    ├── UnknownSession  no_session    the session does not exist or is not open
    ├── TurnRunning     turn_running  the session is running another prompt
    └── LimitReached    limit_reached a limit of the user's; the message says which and until when

A failure of the store is a StoreError, of a model a ModelError, of the roots a WorkspaceError.
"""

from typing import ClassVar

__all__ = ["BadRequest", "ChatError", "LimitReached", "TurnRunning", "UnknownSession"]


class ChatError(Exception):
    code: ClassVar[str]

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class BadRequest(ChatError):
    code = "bad_request"

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


class UnknownSession(ChatError):
    code = "no_session"


class TurnRunning(ChatError):
    code = "turn_running"


class LimitReached(ChatError):
    code = "limit_reached"

    def __init__(self, message: str, *, limit: str, until: str) -> None:
        super().__init__(message)
        self.limit = limit
        """The name of the limit."""
        self.until = until
        """When more is admitted: a time in UTC, or what has to end before."""
