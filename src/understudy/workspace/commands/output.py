"""What a command says, kept within a cap: the beginning and the end of each stream, and a note between.

Escapes stay in it as they came; whoever shows it on a terminal makes them harmless.
Text is measured as UTF-8 after decoding, because that is what leaves this process. Memory is bounded by
four times the cap, however much is written.
"""

import codecs
from collections.abc import Callable
from typing import Literal, Protocol

__all__ = ["BoundedOutput", "OutputCallback", "OutputSink", "StreamName"]

StreamName = Literal["stdout", "stderr"]
OutputCallback = Callable[[StreamName, str], None]


class OutputSink(Protocol):
    """Where the bytes of a running command go."""

    def feed(self, name: StreamName, chunk: bytes) -> None: ...

    def close(self) -> None:
        """Nothing more will come."""
        ...


class _BoundedStream:
    """One stream: its first `cap` bytes, and the last `cap` bytes of what came after them."""

    def __init__(self, max_bytes: int) -> None:
        self._max_bytes = max_bytes
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        self._head = bytearray()
        self._tail = bytearray()
        self.size = 0

    def feed(self, chunk: bytes, *, final: bool = False) -> str:
        text = self._decoder.decode(chunk, final)
        data = text.encode()
        self.size += len(data)
        room = self._max_bytes - len(self._head)
        self._head += data[:room]
        if rest := data[room:]:
            self._tail += rest
            # Cut only now and then, so that a flood is not copied at every chunk.
            if len(self._tail) > 2 * self._max_bytes:
                del self._tail[: len(self._tail) - self._max_bytes]
        return text

    def render(self, max_bytes: int) -> str:
        if self.size <= max_bytes:
            return _decode_cut(self._head + self._tail)
        # The number of digits can only shrink when less is left out, so the widest marker is safe.
        marker = _omission_marker(self.size)
        room = max_bytes - len(marker)
        if room < 2:
            return _decode_cut(self._head[:max_bytes])
        first, last = room - room // 2, room // 2
        kept = self._head + self._tail
        head = _decode_cut(self._head[:first])
        tail = _decode_cut(kept[len(kept) - last :])
        left_out = self.size - len(head.encode()) - len(tail.encode())
        return head + _omission_marker(left_out).decode() + tail


class BoundedOutput:
    """Both streams of one command under one cap."""

    def __init__(self, max_bytes: int, on_output: OutputCallback | None = None) -> None:
        self._max_bytes = max(0, max_bytes)
        self._streams: dict[StreamName, _BoundedStream] = {
            "stdout": _BoundedStream(self._max_bytes),
            "stderr": _BoundedStream(self._max_bytes),
        }
        self._on_output = on_output
        self._notified_bytes = 0

    def feed(self, name: StreamName, chunk: bytes) -> None:
        self._notify(name, self._streams[name].feed(chunk))

    def close(self) -> None:
        """Flush what an unfinished UTF-8 sequence held back."""
        for name, stream in self._streams.items():
            self._notify(name, stream.feed(b"", final=True))

    @property
    def truncated(self) -> bool:
        return sum(stream.size for stream in self._streams.values()) > self._max_bytes

    def render(self) -> tuple[str, str]:
        """Stdout and stderr, together never over the cap. A short stream leaves its share to the other."""
        out, err = self._streams["stdout"], self._streams["stderr"]
        half = self._max_bytes // 2
        if out.size <= half:
            return out.render(self._max_bytes), err.render(self._max_bytes - out.size)
        if err.size <= half:
            return out.render(self._max_bytes - err.size), err.render(self._max_bytes)
        if not self.truncated:
            return out.render(self._max_bytes), err.render(self._max_bytes)
        return out.render(self._max_bytes - half), err.render(half)

    def _notify(self, name: StreamName, text: str) -> None:
        """Pass text on while it is new, up to the cap: a listener is flooded no more than a result is."""
        if not text or self._on_output is None or self._notified_bytes >= self._max_bytes:
            return
        data = text.encode()
        room = self._max_bytes - self._notified_bytes
        self._notified_bytes += len(data)
        if len(data) > room:
            text = _decode_cut(data[:room]) + "\n[... more output is not shown while the command runs ...]\n"
        self._on_output(name, text)


def _omission_marker(left_out: int) -> bytes:
    return b"\n[... %d bytes left out ...]\n" % left_out


def _decode_cut(data: bytes | bytearray) -> str:
    """Decode a cut of valid UTF-8, dropping the half characters at its two ends."""
    return data.decode(errors="ignore")
