"""What can go wrong between two peers, and the codes that JSON-RPC has for it.

Exception
├── RpcError             an answer with an error, sent or received
│   └── BadAnswer        the other side answered, but not with what was asked for
└── ConnectionError
    └── ConnectionLost   nobody is there to answer
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
"""Ours, from the range that JSON-RPC leaves to servers: too many requests are in progress."""
CANCELLED: Final = -32800


class RpcError(Exception):
    """Goes over the wire as it is: say nothing in it that the other side must not read."""

    def __init__(self, code: int, message: str, data: Any = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.data = data


class InvalidResponse(RpcError):
    """An answer that could not be understood."""


class ConnectionLost(ConnectionError):
    """The other side has gone, or the connection was closed, before an answer came."""


def request_cancelled() -> RpcError:
    return RpcError(CANCELLED, "Request cancelled")


def internal_error() -> RpcError:
    return RpcError(INTERNAL_ERROR, "Internal error. The log (standard error) says more.")


def duplicate_id() -> RpcError:
    return RpcError(INVALID_REQUEST, "Invalid request: a request with this id is still in progress.")
