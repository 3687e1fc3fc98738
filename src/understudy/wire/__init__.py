"""Bytes ⇄ JSON frames: lines over descriptors, WebSockets, and an in-memory pair. Knows no JSON-RPC and no ACP."""

from understudy.wire.channel import HIGH_WATER, MOST_BYTES, SKIPPED, Channel, Receiver
from understudy.wire.descriptors import claimed
from understudy.wire.joining import Joint
from understudy.wire.pair import MemoryChannel, memory_pair
from understudy.wire.stdio import LineChannel
from understudy.wire.websocket import Socket, WebSocketChannel

__all__ = [
    "HIGH_WATER",
    "MOST_BYTES",
    "SKIPPED",
    "Channel",
    "Joint",
    "LineChannel",
    "MemoryChannel",
    "Receiver",
    "Socket",
    "WebSocketChannel",
    "claimed",
    "memory_pair",
]
