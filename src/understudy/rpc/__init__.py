"""JSON-RPC 2.0 peer: ordered dispatch, request ids, cancellation, error mapping. Knows no ACP."""

from understudy.rpc.dispatcher import AdmissionCheck
from understudy.rpc.errors import (
    BUSY,
    CANCELLED,
    INTERNAL_ERROR,
    INVALID_PARAMS,
    INVALID_REQUEST,
    METHOD_NOT_FOUND,
    PARSE_ERROR,
    ConnectionLost,
    InvalidResponse,
    RpcError,
)
from understudy.rpc.limits import Limits
from understudy.rpc.messages import CancelConvention, Id
from understudy.rpc.peer import Peer
from understudy.rpc.responses import ErrorMapper
from understudy.rpc.routes import Decode, Inbound, Order, ResultWithCallback, Route, decode_strictly

__all__ = [
    "BUSY",
    "CANCELLED",
    "INTERNAL_ERROR",
    "INVALID_PARAMS",
    "INVALID_REQUEST",
    "METHOD_NOT_FOUND",
    "PARSE_ERROR",
    "AdmissionCheck",
    "CancelConvention",
    "ConnectionLost",
    "Decode",
    "ErrorMapper",
    "Id",
    "Inbound",
    "InvalidResponse",
    "Limits",
    "Order",
    "Peer",
    "ResultWithCallback",
    "Route",
    "RpcError",
    "decode_strictly",
]
