"""Channels of JSON frames: lines or frames with a header over descriptors, WebSockets, in-memory pairs.

Knows no JSON-RPC and no ACP.
"""

from typing import TYPE_CHECKING

from understudy.lazy_exports import lazy_getattr
from understudy.wire.channel import OVERSIZED_FRAME, Channel, Receiver
from understudy.wire.descriptors import claim_stdio, run_on_stdio
from understudy.wire.limits import HIGH_WATER_BYTES, MAX_FRAME_BYTES
from understudy.wire.pair import MemoryChannel, memory_pair
from understudy.wire.relay import Relay
from understudy.wire.stdio import HeaderChannel, LineChannel
from understudy.wire.websocket import WebSocket, WebSocketChannel

if TYPE_CHECKING:
    from understudy.wire.line_splitter import LineSplitter
    from understudy.wire.malloc import retain_freed_memory
    from understudy.wire.sink import Sink
    from understudy.wire.source import Source

__all__ = [
    "HIGH_WATER_BYTES",
    "MAX_FRAME_BYTES",
    "OVERSIZED_FRAME",
    "Channel",
    "HeaderChannel",
    "LineChannel",
    "LineSplitter",
    "MemoryChannel",
    "Receiver",
    "Relay",
    "Sink",
    "Source",
    "WebSocket",
    "WebSocketChannel",
    "claim_stdio",
    "memory_pair",
    "retain_freed_memory",
    "run_on_stdio",
]

__getattr__ = lazy_getattr(
    __name__,
    {
        "line_splitter": ("LineSplitter",),
        "malloc": ("retain_freed_memory",),
        "sink": ("Sink",),
        "source": ("Source",),
    },
)
