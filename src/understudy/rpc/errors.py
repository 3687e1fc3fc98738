"""The errors of a JSON-RPC connection and their codes, and what is wrong with params that cannot be decoded.

Exception
├── RpcError             an error response, sent or received
│   └── InvalidResponse  the other side sent a response that cannot be decoded
└── ConnectionError
    └── ConnectionLost   the connection ended before a response was received
"""

import re
from typing import Any, Final

import msgspec

from understudy.msgspec_errors import parse_validation_error
from understudy.rpc.limits import MAX_QUOTED_CHARS

__all__ = [
    "BUSY",
    "CANCELLED",
    "INTERNAL_ERROR",
    "INVALID_PARAMS",
    "INVALID_REQUEST",
    "METHOD_NOT_FOUND",
    "PARSE_ERROR",
    "ConnectionLost",
    "InvalidResponse",
    "RpcError",
    "describe_validation_error",
    "duplicate_id",
    "internal_error",
    "invalid_params",
    "request_cancelled",
]

PARSE_ERROR: Final = -32700
INVALID_REQUEST: Final = -32600
METHOD_NOT_FOUND: Final = -32601
INVALID_PARAMS: Final = -32602
INTERNAL_ERROR: Final = -32603
BUSY: Final = -32050
"""Our own code, from the range that JSON-RPC reserves for servers: too many requests are in progress."""
CANCELLED: Final = -32800


class RpcError(Exception):
    """Sent unchanged: it must contain nothing that the other side may not read."""

    def __init__(self, code: int, message: str, data: Any = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.data = data


class InvalidResponse(RpcError):
    """A response that cannot be decoded."""


class ConnectionLost(ConnectionError):
    """The other side disconnected, or the connection was closed, before a response was received."""


def request_cancelled() -> RpcError:
    return RpcError(CANCELLED, "Request cancelled")


def internal_error() -> RpcError:
    return RpcError(INTERNAL_ERROR, "Internal error. The log (standard error) says more.")


def duplicate_id() -> RpcError:
    return RpcError(INVALID_REQUEST, "Invalid request: a request with this id is still in progress.")


_TYPE_NAMES: Final = re.compile(r"`([a-z0-9| ]+)`")
_TYPE_DESCRIPTIONS: Final = {
    "str": "a string",
    "int": "an integer",
    "float": "a number",
    "bool": "true or false",
    "object": "an object",
    "array": "an array",
}


def invalid_params(error: Exception) -> RpcError:
    """The response to params that could not be decoded."""
    if not isinstance(error, msgspec.ValidationError):
        # The message as a whole is valid JSON, so that only invalid Unicode and nesting remain.
        why = (
            "nested too deeply"
            if isinstance(error, RecursionError)
            else "a string in it is not valid Unicode"
        )
        return RpcError(INVALID_PARAMS, f"Invalid params: params: {why}.", {"field": "params"})
    field, description = describe_validation_error(error)
    return RpcError(INVALID_PARAMS, f"Invalid params: {description}.", {"field": field})


def describe_validation_error(error: Exception) -> tuple[str, str]:
    """Return the field, as a path such as `roots[1].uri`, and a sentence that begins with it."""
    problem = parse_validation_error(error)
    field = _truncate(problem.field or "params")
    match problem.kind:
        case "missing":
            return field, f"{field} is missing"
        case "unknown":
            return field, f"there is no {field}"
        case "invalid":
            message = _TYPE_NAMES.sub(lambda found: _describe_types(found[1]), problem.message)
            message = message.replace("`", "'")
            key = "a key: " if problem.is_key else ""
            return field, f"{field}: {key}{_truncate(message[:1].lower() + message[1:])}"


def _describe_types(kinds: str) -> str:
    return " or ".join(_TYPE_DESCRIPTIONS.get(kind, kind) for kind in kinds.split(" | "))


def _truncate(text: str) -> str:
    """Limit what is quoted of the peer's own message."""
    return text if len(text) <= MAX_QUOTED_CHARS else f"{text[:MAX_QUOTED_CHARS]}…"
