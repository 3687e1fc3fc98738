"""Parses the message of a msgspec.ValidationError. The one place that knows how msgspec words its errors.

How a problem is described to a user or a peer is decided by the caller.
"""

import re
from typing import Final, Literal

import msgspec

__all__ = ["ValidationProblem", "parse_validation_error"]

_LOCATION: Final = re.compile(r" - at (?P<key>`key` in )?`\$\.?(?P<path>.*)`$", re.DOTALL)
_MISSING_FIELD: Final = re.compile(r"Object missing required field `(.*)`", re.DOTALL)
_UNKNOWN_FIELD: Final = re.compile(r"Object contains unknown field `(.*)`", re.DOTALL)


class ValidationProblem(msgspec.Struct, frozen=True):
    kind: Literal["missing", "unknown", "invalid"]
    """Whether a required field is missing, a field is unknown, or a value is invalid."""
    path: str
    """Where in the data, such as `roots[1].uri`; empty at the top. For a field: the object that has or lacks it."""
    name: str
    """The missing or unknown field; empty for an invalid value."""
    message: str
    """msgspec's message without the location, with names and types in backquotes."""
    is_key: bool
    """Whether the invalid value is a key of the object at `path`."""

    @property
    def field(self) -> str:
        """The path of the field or value that the problem is about."""
        return f"{self.path}.{self.name}" if self.path and self.name else self.path or self.name


def parse_validation_error(error: Exception) -> ValidationProblem:
    """Never raises: any other exception is an invalid value at the top, with its own message."""
    message = str(error)
    location = _LOCATION.search(message)
    path, is_key = "", False
    if location is not None:
        path, is_key = location["path"], location["key"] is not None
        message = message[: location.start()]
    if (missing := _MISSING_FIELD.fullmatch(message)) is not None:
        return ValidationProblem("missing", path, missing[1], message, is_key)
    if (unknown := _UNKNOWN_FIELD.fullmatch(message)) is not None:
        return ValidationProblem("unknown", path, unknown[1], message, is_key)
    return ValidationProblem("invalid", path, "", message, is_key)
