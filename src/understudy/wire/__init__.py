"""Bytes ⇄ JSON frames: lines over descriptors, WebSockets, and an in-memory pair. Knows no JSON-RPC and no ACP."""

from understudy.wire.channel import HIGH_WATER_BYTES, MAX_FRAME_BYTES, OVERSIZED_FRAME, Channel, Receiver
from understudy.wire.descriptors import claim_stdio
from understudy.wire.joining import Relay
from understudy.wire.pair import MemoryChannel, memory_pair
from understudy.wire.stdio import LineChannel
from understudy.wire.websocket import WebSocket, WebSocketChannel

__all__ = [
    "HIGH_WATER_BYTES",
    "MAX_FRAME_BYTES",
    "OVERSIZED_FRAME",
    "Channel",
    "Relay",
    "LineChannel",
    "MemoryChannel",
    "Receiver",
    "WebSocket",
    "WebSocketChannel",
    "claim_stdio",
    "memory_pair",
]
