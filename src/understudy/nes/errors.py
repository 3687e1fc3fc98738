"""The errors of a request to the next-edit service.

    NesError
    ├── BadRequest     bad_request    a parameter is invalid; `field` names it
    ├── UnknownSession no_session     no open next-edit session has that id
    ├── TooManySessions too_many      the maximum number of sessions is open, and none is idle
    └── AuthRequired   auth_required  the selected engine needs a key

A text that cannot be processed is no error: the response has no suggestion, and a reason (see `reasons`).
"""

from typing import ClassVar

__all__ = ["AuthRequired", "BadRequest", "NesError", "TooManySessions", "UnknownSession"]


class NesError(Exception):
    code: ClassVar[str]

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class BadRequest(NesError):
    code = "bad_request"

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


class UnknownSession(NesError):
    code = "no_session"


class TooManySessions(NesError):
    code = "too_many"


class AuthRequired(NesError):
    code = "auth_required"
