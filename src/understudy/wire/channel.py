"""What a channel is: whole JSON texts both ways, in order. Knows neither JSON-RPC nor what a text means.

A channel hands frames to its one Receiver, in batches, from the event loop. It never raises because the
other side is slow or has gone: a slow reader takes away `has_room`, and a gone one ends the channel.
"""

from typing import Final, Protocol

__all__ = ["OVERSIZED_FRAME", "Channel", "Receiver"]


OVERSIZED_FRAME: Final = b"a frame that was too long"
"""Stands, as this very object, where a frame was that is too long. Compare with `is`."""


class Receiver(Protocol):
    """Who owns a channel and gets what it reads."""

    def frames_received(self, frames: list[bytes]) -> None:
        """Frames in the order they came, none of them empty; SKIPPED for one that was too long."""
        ...

    def ended(self) -> None:
        """Nothing more comes, or nothing more can be sent. Told once, after the last frame."""
        ...


class Channel(Protocol):
    """One connection, seen from one side."""

    def open(self, receiver: Receiver) -> None:
        """Begin to read. Sending works before that, too."""
        ...

    def pause(self) -> None:
        """Read no more for now; frames that are read already still come."""
        ...

    def resume(self) -> None: ...

    def send(self, frame: bytes) -> None:
        """Send one frame now or, as far as it is not taken, later; never blocks. Dropped once closed."""
        ...

    @property
    def has_room(self) -> bool:
        """Whether the other side takes what it is sent; true as well once it has gone."""
        ...

    async def wait_for_room(self) -> None:
        """Until `has_room`."""
        ...

    async def flush(self, seconds: float) -> None:
        """Give the other side a moment to take what is left."""
        ...

    def close(self) -> None:
        """Neither read nor write any more. What is unwritten is dropped; the receiver is told nothing."""
        ...
