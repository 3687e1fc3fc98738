"""What a command says, kept within a cap: the beginning and the end of each stream, and a note between.

Escapes stay in it as they came; whoever shows it on a terminal makes them harmless.
Text is measured as UTF-8 after decoding, because that is what leaves this process. Memory is bounded by
four times the cap, however much is written.
"""

import codecs
from collections.abc import Callable
from typing import Literal, Protocol

__all__ = ["Output", "OutputCallback", "Sink", "StreamName"]

StreamName = Literal["stdout", "stderr"]
OutputCallback = Callable[[StreamName, str], None]


class Sink(Protocol):
    """Where the bytes of a running command go."""

    def feed(self, name: StreamName, chunk: bytes) -> None: ...

    def close(self) -> None:
        """Nothing more will come."""
        ...


class _Stream:
    """One stream: its first `cap` bytes, and the last `cap` bytes of what came after them."""

    def __init__(self, cap: int) -> None:
        self._cap = cap
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        self._head = bytearray()
        self._tail = bytearray()
        self.size = 0

    def feed(self, chunk: bytes, *, final: bool = False) -> str:
        text = self._decoder.decode(chunk, final)
        data = text.encode()
        self.size += len(data)
        room = self._cap - len(self._head)
        self._head += data[:room]
        if rest := data[room:]:
            self._tail += rest
            # Cut only now and then, so that a flood is not copied at every chunk.
            if len(self._tail) > 2 * self._cap:
                del self._tail[: len(self._tail) - self._cap]
        return text

    def render(self, budget: int) -> str:
        if self.size <= budget:
            return _text(self._head + self._tail)
        # The number of digits can only shrink when less is left out, so the widest marker is safe.
        marker = _marker(self.size)
        room = budget - len(marker)
        if room < 2:
            return _text(self._head[:budget])
        first, last = room - room // 2, room // 2
        kept = self._head + self._tail
        head = _text(self._head[:first])
        tail = _text(kept[len(kept) - last :])
        left_out = self.size - len(head.encode()) - len(tail.encode())
        return head + _marker(left_out).decode() + tail


class Output:
    """Both streams of one command under one cap."""

    def __init__(self, cap: int, on_output: OutputCallback | None = None) -> None:
        self._cap = max(0, cap)
        self._streams: dict[StreamName, _Stream] = {
            "stdout": _Stream(self._cap),
            "stderr": _Stream(self._cap),
        }
        self._on_output = on_output
        self._shown = 0

    def feed(self, name: StreamName, chunk: bytes) -> None:
        self._show(name, self._streams[name].feed(chunk))

    def close(self) -> None:
        """Flush what an unfinished UTF-8 sequence held back."""
        for name, stream in self._streams.items():
            self._show(name, stream.feed(b"", final=True))

    @property
    def truncated(self) -> bool:
        return sum(stream.size for stream in self._streams.values()) > self._cap

    def texts(self) -> tuple[str, str]:
        """Stdout and stderr, together never over the cap. A short stream leaves its share to the other."""
        out, err = self._streams["stdout"], self._streams["stderr"]
        half = self._cap // 2
        if out.size <= half:
            return out.render(self._cap), err.render(self._cap - out.size)
        if err.size <= half:
            return out.render(self._cap - err.size), err.render(self._cap)
        if not self.truncated:
            return out.render(self._cap), err.render(self._cap)
        return out.render(self._cap - half), err.render(half)

    def _show(self, name: StreamName, text: str) -> None:
        """Pass text on while it is new, up to the cap: a listener is flooded no more than a result is."""
        if not text or self._on_output is None or self._shown >= self._cap:
            return
        data = text.encode()
        room = self._cap - self._shown
        self._shown += len(data)
        if len(data) > room:
            text = _text(data[:room]) + "\n[... more output is not shown while the command runs ...]\n"
        self._on_output(name, text)


def _marker(left_out: int) -> bytes:
    return b"\n[... %d bytes left out ...]\n" % left_out


def _text(data: bytes | bytearray) -> str:
    """Decode a cut of valid UTF-8, dropping the half characters at its two ends."""
    return data.decode(errors="ignore")
