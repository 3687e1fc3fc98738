"""What can be wrong with a request to the next-edit service.

    NesError
    ├── BadRequest     bad_request    a parameter cannot be used; `field` names it
    ├── UnknownSession no_session     there is no next-edit session with that id, or it was closed
    ├── TooMany        too_many       as many sessions are open as there may be
    └── AuthRequired   auth_required  the chosen engine needs a key

A text that cannot be followed is no error: it is silence with a reason (see `reasons`).
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
