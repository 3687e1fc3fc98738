"""What can be wrong with a request to the chat service.

    ChatError
    ├── BadRequest    bad_request    a parameter cannot be used; `field` names it
    ├── UnknownSession no_session    nobody knows the session, or it is not open
    └── TurnRunning   turn_running   the session is busy with another prompt

What goes wrong in the store is a StoreError, with a model a ModelError, in the roots a WorkspaceError.
"""

from typing import ClassVar

__all__ = ["BadRequest", "ChatError", "TurnRunning", "UnknownSession"]


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
