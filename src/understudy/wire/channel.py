"""The channel protocol: whole JSON texts in both directions, in order. Does not know what a text means.

A channel passes frames to its one Receiver, in batches, from the event loop. It never raises because the
other side is slow or disconnected: a slow reader makes `has_room` false, and a disconnected one ends the
channel.
"""

from typing import Final, Protocol

__all__ = ["OVERSIZED_FRAME", "Channel", "Receiver"]


OVERSIZED_FRAME: Final = b"a frame that was too long"
"""Takes the place of a frame that is too long. Compare with `is`: it is this very object."""


class Receiver(Protocol):
    """The owner of a channel, which gets the frames that it reads."""

    def frames_received(self, frames: list[bytes]) -> None:
        """Frames in the order of sending, none of them empty; OVERSIZED_FRAME for one that is too long."""
        ...

    def ended(self) -> None:
        """No more frames will be received, or none can be sent. Called once, after the last frame."""
        ...


class Channel(Protocol):
    """One side of a connection."""

    def open(self, receiver: Receiver) -> None:
        """Start reading. Sending works before that too."""
        ...

    def pause(self) -> None:
        """Stop reading for now. Frames that are read already are still delivered."""
        ...

    def resume(self) -> None: ...

    def send(self, frame: bytes) -> None:
        """Send one frame now, or later what is not accepted. Never blocks; drops the frame once closed."""
        ...

    @property
    def has_room(self) -> bool:
        """Whether the other side reads what it is sent. Also true once it has disconnected."""
        ...

    async def wait_for_room(self) -> None:
        """Wait until `has_room`."""
        ...

    async def flush(self, seconds: float) -> None:
        """Wait until the other side has read everything that was sent, at most `seconds`."""
        ...

    def close(self) -> None:
        """Stop reading and writing. What is unwritten is dropped; the receiver is not notified."""
        ...
