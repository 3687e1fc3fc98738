"""Channels over two descriptors: one JSON text per line, as ACP and MCP use on standard streams, and JSON texts
with a header that gives their length, as language servers use."""

from typing import ClassVar

from understudy.wire.channel import Receiver
from understudy.wire.header_splitter import HeaderSplitter
from understudy.wire.limits import MAX_FRAME_BYTES
from understudy.wire.line_splitter import LineSplitter
from understudy.wire.sink import Sink
from understudy.wire.source import Source

__all__ = ["HeaderChannel", "LineChannel"]


class LineChannel:
    """Reads lines from `source` and writes lines to `sink`, which may be the same. Closes neither."""

    splitter_type: ClassVar[type[LineSplitter[bytes] | HeaderSplitter]] = LineSplitter

    def __init__(self, source: int, sink: int, max_frame_bytes: int = MAX_FRAME_BYTES) -> None:
        splitter = self.splitter_type(max_frame_bytes)
        self._source = Source(source, self._on_frames, self._on_end, splitter)
        self._sink = Sink(sink, self._on_end)
        self._receiver: Receiver | None = None
        self._is_over = False

    def open(self, receiver: Receiver) -> None:
        if self._is_over:  # The reader closed before the channel was opened.
            receiver.ended()
            return
        self._receiver = receiver
        self._source.resume()

    def pause(self) -> None:
        self._source.pause()

    def resume(self) -> None:
        self._source.resume()

    def send(self, frame: bytes) -> None:
        if b"\n" in frame:  # Only between tokens, where JSON allows a space too.
            frame = frame.replace(b"\n", b" ")
        self._sink.put(frame + b"\n")

    @property
    def has_room(self) -> bool:
        return self._sink.has_room

    async def wait_for_room(self) -> None:
        await self._sink.wait_for_room()

    async def flush(self, seconds: float) -> None:
        await self._sink.flush(seconds)

    def close(self) -> None:
        self._receiver = None
        self._source.close()
        self._sink.close()

    def _on_frames(self, frames: list[bytes]) -> None:
        """Deliver a batch. What is sent while it is handled is written at once, after it."""
        if self._receiver is None:
            return
        self._sink.gather()
        try:
            self._receiver.frames_received(frames)
        finally:
            self._sink.release()

    def _on_end(self) -> None:
        self._is_over = True
        self._source.finish()
        receiver, self._receiver = self._receiver, None
        if receiver is not None:
            receiver.ended()


class HeaderChannel(LineChannel):
    """The same with frames that have a `Content-Length` header."""

    splitter_type = HeaderSplitter

    def send(self, frame: bytes) -> None:
        self._sink.put(b"Content-Length: %d\r\n\r\n%b" % (len(frame), frame))
