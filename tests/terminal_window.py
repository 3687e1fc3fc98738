"""A program on a pseudo-terminal of 80 columns, typed at by a test that waits for words, never for time.

What the program draws is read with its escape sequences taken out: enough to see what was written, in its order,
not what a terminal makes of it.
"""

import codecs
import contextlib
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from forked_command import ForkedProgram

__all__ = ["Window", "plain"]

LIMIT_S = 240.0
"""Seconds until a test fails."""
_SEQUENCE = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[=>78]|\x1b\([A-Z0-9]")


def plain(text: str) -> str:
    return _SEQUENCE.sub("", text).replace("\r", "")


class Window:
    """A program on a pseudo-terminal. Leaving the `with` block kills it if it still runs."""

    def __init__(
        self,
        command: Sequence[str],
        environ: Mapping[str, str],
        cwd: Path | None = None,
        *,
        rows: int = 40,
        columns: int = 80,
        stdout: int | None = None,
        forked: bool = False,
    ) -> None:
        """`forked`: the command is the words after `understudy`, which is forked (forked_command.py)."""
        self._fd, theirs = pty.openpty()
        self.resize(rows, columns)
        variables = {**environ, "TERM": environ.get("TERM", "xterm")}
        output = theirs if stdout is None else stdout
        self.process: subprocess.Popen[bytes] | ForkedProgram[bytes]
        if forked:
            self.process = ForkedProgram[bytes](
                *command,
                env=variables,
                cwd=cwd,
                stdin=theirs,
                stdout=output,
                stderr=theirs,
                at_terminal=True,
            )
        else:
            self.process = subprocess.Popen(
                command,
                stdin=theirs,
                stdout=output,
                stderr=theirs,
                env=variables,
                cwd=cwd,
                start_new_session=True,
                preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),  # noqa: PLW1509 - Ctrl-C is a signal to it
            )
        os.close(theirs)
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self.raw = ""
        self._seen = 0

    def __enter__(self) -> "Window":
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(ProcessLookupError):
            self.process.send_signal(signal.SIGKILL)
        self.process.wait(LIMIT_S)
        os.close(self._fd)

    @property
    def text(self) -> str:
        return plain(self.raw)

    def resize(self, rows: int, columns: int) -> None:
        fcntl.ioctl(self._fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def type(self, keys: str) -> None:
        os.write(self._fd, keys.encode())

    def line(self, text: str) -> None:
        self.type(text + "\r")

    def see(self, words: str) -> str:
        """Wait until this text appears after what was seen before; return the output up to it."""
        give_up = time.monotonic() + LIMIT_S
        while True:
            new = self.text[self._seen :]
            if (at := new.find(words)) >= 0:
                self._seen += at + len(words)
                return new[: at + len(words)]
            if time.monotonic() > give_up or not self._read(0.2):
                raise AssertionError(f"{words!r} did not come. There is:\n{self.text}")

    def left(self) -> int:
        """Read until the program ends; return its exit status."""
        give_up = time.monotonic() + LIMIT_S
        while self.process.poll() is None:
            assert time.monotonic() < give_up, self.text
            self._read(0.05)
        while self._read(0.0):
            pass
        assert self.process.returncode is not None
        return self.process.returncode

    def _read(self, seconds: float) -> bool:
        """Read once; return whether there may be more."""
        ready, _, _ = select.select([self._fd], [], [], seconds)
        if not ready:
            return seconds > 0
        try:
            data = os.read(self._fd, 1 << 16)
        except OSError:  # the other end is closed
            return False
        for _ in range(data.count(b"\x1b[6n")):
            self.type("\x1b[10;1R")  # where the cursor stands: somewhere
        self.raw += self._decoder.decode(data)
        return bool(data)
