"""One JSON-RPC 2.0 peer: ordered dispatch, ids, cancellation, error mapping. Knows no ACP."""

from understudy.rpc.answers import ErrorMapper
from understudy.rpc.errors import (
    BUSY,
    CANCELLED,
    INTERNAL_ERROR,
    INVALID_PARAMS,
    INVALID_REQUEST,
    METHOD_NOT_FOUND,
    PARSE_ERROR,
    InvalidResponse,
    ConnectionLost,
    RpcError,
)
from understudy.rpc.limits import Limits
from understudy.rpc.messages import Id
from understudy.rpc.peer import Peer
from understudy.rpc.routes import ResultWithCallback, Decode, Inbound, Order, Route, decode_strictly
from understudy.rpc.serving import AdmissionCheck

__all__ = [
    "BUSY",
    "CANCELLED",
    "INTERNAL_ERROR",
    "INVALID_PARAMS",
    "INVALID_REQUEST",
    "METHOD_NOT_FOUND",
    "PARSE_ERROR",
    "AdmissionCheck",
    "ResultWithCallback",
    "InvalidResponse",
    "ConnectionLost",
    "Decode",
    "ErrorMapper",
    "Id",
    "Inbound",
    "Limits",
    "Order",
    "Peer",
    "Route",
    "RpcError",
    "decode_strictly",
]
