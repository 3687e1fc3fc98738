"""The errors of a request to the next-edit service.

    NesError
    ├── BadRequest     bad_request    a parameter is invalid; `field` names it
    ├── UnknownSession no_session     no open next-edit session has that id
    ├── TooManySessions too_many      the maximum number of sessions is open, and none is idle
    └── AuthRequired   auth_required  the selected engine needs a key

A text that cannot be processed is no error: the response has no suggestion, and a reason (see `reasons`). Tests let
the exception of an engine, a rule or a filter be one, so that no failure is taken for silence (`RAISE_VARIABLE`).
"""

import logging
import os
from collections.abc import Callable
from typing import ClassVar, Final, ParamSpec, TypeVar

__all__ = [
    "RAISE_VARIABLE",
    "AuthRequired",
    "BadRequest",
    "NesError",
    "TooManySessions",
    "UnknownSession",
    "are_failures_raised",
    "log_failure",
    "run_guarded",
]

P = ParamSpec("P")
Result = TypeVar("Result")

RAISE_VARIABLE: Final = "UNDERSTUDY_RAISE_RULE_ERRORS"
"""The environment variable that makes an exception of an engine, a rule or a filter one of the request."""

logger = logging.getLogger("understudy.nes")
_logged_failures: set[str] = set()


def are_failures_raised() -> bool:
    """Return whether an exception of an engine, a rule or a filter ends the request, and is not only logged."""
    return bool(os.environ.get(RAISE_VARIABLE))


def run_guarded(step: Callable[P, Result], default: Result, *args: P.args, **kwargs: P.kwargs) -> Result:
    """Return the result of a rule or a filter; the default if it raises.

    A step must not end the request: a text may hold anything. The exception is logged once per process and step,
    and raised again in tests (see `are_failures_raised`).
    """
    try:
        return step(*args, **kwargs)
    except Exception as error:
        if are_failures_raised():
            raise
        log_failure(step, error)
        return default


def log_failure(step: Callable[..., object], error: Exception) -> None:
    """Log that a rule or a filter has raised, once per process and step."""
    name = f"{step.__module__}.{step.__qualname__}"
    if name not in _logged_failures:
        _logged_failures.add(name)
        logger.error("%s failed; it is logged once", name, exc_info=error)


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
