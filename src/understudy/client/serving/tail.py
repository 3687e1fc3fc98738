"""The last part of what a terminal's command has said, within a number of bytes.

The thread that attends the command feeds it; the loop's thread reads it.
"""

import codecs
import threading
from collections.abc import Callable

from understudy.workspace.commands.output import StreamName

__all__ = ["TerminalOutput"]


class TerminalOutput:
    """Both streams in the order in which they came, as text. Memory is bounded by twice the limit."""

    def __init__(self, limit: int, on_text: Callable[[str], None] | None = None) -> None:
        self._limit = limit
        self._on_text = on_text
        self._lock = threading.Lock()
        self._buffer = bytearray()
        self._truncated = False
        new = codecs.getincrementaldecoder("utf-8")
        self._decoders = {name: new(errors="replace") for name in ("stdout", "stderr")}

    def feed(self, name: StreamName, chunk: bytes) -> None:
        self._append(self._decoders[name].decode(chunk))

    def close(self) -> None:
        for decoder in self._decoders.values():
            self._append(decoder.decode(b"", final=True))

    def add_note(self, text: str) -> None:
        """A word of our own among the command's."""
        self._append(text)

    def read(self) -> tuple[str, bool]:
        """What is kept, and whether something before it is not."""
        with self._lock:
            data = bytes(self._buffer)
            dropped = self._truncated
        if len(data) > self._limit:
            dropped = True
            data = data[len(data) - self._limit :]
        # Half a character at the beginning is no character.
        return data.decode(errors="ignore"), dropped

    def _append(self, text: str) -> None:
        if not text:
            return
        data = text.encode()
        with self._lock:
            self._buffer += data
            # Cut only now and then, so that a flood is not copied at every chunk.
            if len(self._buffer) > 2 * self._limit:
                del self._buffer[: len(self._buffer) - self._limit]
                self._truncated = True
        if self._on_text is not None:
            self._on_text(text)
