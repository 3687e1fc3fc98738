"""Bytes ⇄ JSON frames: lines over descriptors, WebSockets, and an in-memory pair. Knows no JSON-RPC and no ACP."""

from understudy.wire.channel import OVERSIZED_FRAME, Channel, Receiver
from understudy.wire.descriptors import claim_stdio
from understudy.wire.limits import HIGH_WATER_BYTES, MAX_FRAME_BYTES
from understudy.wire.pair import MemoryChannel, memory_pair
from understudy.wire.relay import Relay
from understudy.wire.stdio import LineChannel
from understudy.wire.websocket import WebSocket, WebSocketChannel

__all__ = [
    "HIGH_WATER_BYTES",
    "MAX_FRAME_BYTES",
    "OVERSIZED_FRAME",
    "Channel",
    "LineChannel",
    "MemoryChannel",
    "Receiver",
    "Relay",
    "WebSocket",
    "WebSocketChannel",
    "claim_stdio",
    "memory_pair",
]
