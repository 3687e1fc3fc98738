"""Bytes ⇄ JSON frames: lines over descriptors, and an in-memory pair. Knows no JSON-RPC and no ACP."""

from understudy.wire.channel import HIGH_WATER, MOST_BYTES, SKIPPED, Channel, Receiver
from understudy.wire.descriptors import claimed
from understudy.wire.pair import MemoryChannel, memory_pair
from understudy.wire.stdio import LineChannel

__all__ = [
    "HIGH_WATER",
    "MOST_BYTES",
    "SKIPPED",
    "Channel",
    "LineChannel",
    "MemoryChannel",
    "Receiver",
    "claimed",
    "memory_pair",
]
