"""The errors of a request to the next-edit service.

    NesError
    ├── BadRequest     bad_request    a parameter is invalid; `field` names it
    ├── UnknownSession no_session     no open next-edit session has that id
    ├── TooManySessions too_many      the maximum number of sessions is open, and none is idle
    └── AuthRequired   auth_required  the selected engine needs a key

A text that cannot be processed is no error: the response has no suggestion, and a reason (see `reasons`). Tests let
the exception of an engine or a rule be one, so that a failure is not taken for silence (`RAISE_VARIABLE`).
"""

import os
from typing import ClassVar, Final

__all__ = [
    "RAISE_VARIABLE",
    "AuthRequired",
    "BadRequest",
    "NesError",
    "TooManySessions",
    "UnknownSession",
    "are_failures_raised",
]

RAISE_VARIABLE: Final = "UNDERSTUDY_RAISE_RULE_ERRORS"
"""The environment variable that makes an exception of an engine or a rule one of the request, as in tests."""


def are_failures_raised() -> bool:
    """Return whether an exception of an engine or a rule ends the request, and is not only logged."""
    return bool(os.environ.get(RAISE_VARIABLE))


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
