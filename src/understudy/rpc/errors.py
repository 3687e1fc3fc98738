"""The errors of a JSON-RPC connection, and their codes.

Exception
├── RpcError             an error response, sent or received
│   └── InvalidResponse  the other side sent a response that cannot be decoded
└── ConnectionError
    └── ConnectionLost   the connection ended before a response was received
"""

from typing import Any, Final

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
    "duplicate_id",
    "internal_error",
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
