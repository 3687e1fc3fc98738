"""A program in a window of tmux, typed at by a journey that reads the screen and waits for words."""

import shlex
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

__all__ = ["LIMIT_S", "Screen"]

LIMIT_S = 240.0
"""Seconds until a journey gives up waiting for something on the screen."""
POLL_S = 0.05


class Screen:
    """Has a tmux server of its own, which ends with it."""

    def __init__(
        self,
        folder: Path,
        command: Sequence[str],
        environ: Mapping[str, str],
        size: tuple[int, int] = (100, 30),
        cwd: Path | None = None,
    ) -> None:
        self._socket = folder / "tmux.sock"
        columns, rows = size
        variables = [f"{name}={value}" for name, value in environ.items()]
        line = shlex.join(["env", "-i", *variables, *command])
        self._tmux(
            *("-f", "/dev/null", "new-session", "-d", "-x", str(columns), "-y", str(rows)),
            *("-c", str(cwd or folder), line),
        )
        self._tmux("set-option", "-g", "escape-time", "0")
        self._tmux("set-option", "-g", "remain-on-exit", "on")

    def __enter__(self) -> "Screen":
        return self

    def __exit__(self, *_: object) -> None:
        self._tmux("kill-server", check=False)

    def read(self) -> str:
        return self._tmux("capture-pane", "-p")

    def keys(self, *keys: str) -> None:
        """Press named keys, such as Escape, Tab, Enter."""
        for key in keys:
            self._tmux("send-keys", key)

    def type(self, text: str) -> None:
        """Type one key after the other, as a person would."""
        for key in text:
            self._tmux("send-keys", "-l", key)

    def wait_for(self, *words: str) -> str:
        """Wait until all words are on the screen."""
        return self.wait_until(lambda screen: all(word in screen for word in words), f"{words} to appear")

    def wait_until_gone(self, *words: str) -> str:
        return self.wait_until(lambda screen: not any(word in screen for word in words), f"{words} to go")

    def wait_until(self, holds: Callable[[str], bool], what: str) -> str:
        deadline = time.monotonic() + LIMIT_S
        while not holds(screen := self.read()):
            if time.monotonic() > deadline:
                raise AssertionError(f"waited {LIMIT_S:.0f} s for {what}; the screen is\n{screen}")
            time.sleep(POLL_S)
        return screen

    def _tmux(self, *arguments: str, check: bool = True) -> str:
        done = subprocess.run(
            ["tmux", "-S", str(self._socket), *arguments], capture_output=True, text=True, check=False
        )
        if check and done.returncode:
            raise AssertionError(f"tmux {arguments[0]} failed: {done.stderr.strip()}")
        return done.stdout
