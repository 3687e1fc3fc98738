"""The client of the ACP benchmarks: writes and reads lines without an SDK. Owns one agent process.

It blocks on purpose, so that no code of its own runs between an agent's write and its read.
"""

import contextlib
import json
import os
import select
import subprocess
import sys
import time
from collections.abc import Callable, Generator, Mapping
from pathlib import Path
from typing import Any

__all__ = ["UNDERSTUDY", "Editor", "Failed", "agent_environ"]

LIMIT_S = 60.0
"""Seconds without a word after which a benchmark gives up."""
UNDERSTUDY = (str(Path(sys.executable).parent / "understudy"), "acp")

Frame = dict[str, Any]


class Failed(Exception):
    """The agent did not do what is measured."""


def agent_environ(folder: Path) -> dict[str, str]:
    """The environment of an agent that keeps everything below `folder`."""
    return {
        **{name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ},
        "HOME": str(folder),
        "UNDERSTUDY_STATE_DIR": str(folder / "state"),
        "UNDERSTUDY_CONFIG_DIR": str(folder / "config"),
    }


class Editor:
    """One agent and the talk with it. Leaving its `with` block ends the agent."""

    def __init__(self, command: tuple[str, ...], folder: Path) -> None:
        begin = time.perf_counter()
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=agent_environ(folder),
            bufsize=0,
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._in, self._out = self._process.stdin.fileno(), self._process.stdout.fileno()
        self._name = " ".join(command[:2])
        self._id = 0
        self._partial = b""
        self._lines: list[bytes] = []
        self.updates = 0
        """How many session updates came so far."""
        self.request("initialize", {"protocolVersion": 1, "clientCapabilities": {}})
        self.started = time.perf_counter() - begin

    def __enter__(self) -> "Editor":
        return self

    def __exit__(self, *_: object) -> None:
        self._close_streams()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait(10)

    def request(self, method: str, params: Mapping[str, Any]) -> Any:
        """The result."""
        return self.answer(self.ask(method, params))

    def ask(self, method: str, params: Mapping[str, Any]) -> int:
        self._id += 1
        self.write(self.frame(method, params, self._id))
        return self._id

    def notify(self, method: str, params: Mapping[str, Any]) -> None:
        self.write(self.frame(method, params))

    def write(self, data: bytes) -> None:
        view = memoryview(data)
        while view:
            view = view[os.write(self._in, view) :]

    def round_trips(self, method: str, params: Mapping[str, Any], count: int) -> list[float]:
        """The seconds of each request, one after the other: a write and a read, and nothing else."""
        first, self._id = self._id + 1, self._id + count
        frames = [self.frame(method, params, first + number) for number in range(count)]
        times: list[float] = []
        answers: list[bytes] = []
        clock = time.perf_counter
        with self._together():
            for frame in frames:
                begin = clock()
                os.write(self._in, frame)
                data = os.read(self._out, 1 << 16)
                times.append(clock() - begin)
                if not data.endswith(b"\n") or data.count(b"\n") != 1:
                    raise Failed(f"{self._name} did not answer with one line: {data[:200]!r}")
                answers.append(data)
        for data in (answers[0], answers[-1]):  # the time of a refusal is not the time of the work
            if "result" not in json.loads(data):
                raise Failed(f"{self._name} refuses {method}: {data[:200]!r}")
        return times

    @contextlib.contextmanager
    def _together(self) -> Generator[None]:
        """Both on one core while they take turns: to wake another core costs more than what is measured."""
        if sys.platform != "linux":
            yield
            return
        free = os.sched_getaffinity(0)
        try:
            for pid in (0, self._process.pid):
                os.sched_setaffinity(pid, {min(free)})
            yield
        finally:
            for pid in (0, self._process.pid):
                with contextlib.suppress(OSError):
                    os.sched_setaffinity(pid, free)

    @staticmethod
    def frame(method: str, params: Mapping[str, Any], number: int | None = None) -> bytes:
        name = {} if number is None else {"id": number}
        return json.dumps({"jsonrpc": "2.0", **name, "method": method, "params": params}).encode() + b"\n"

    def answer(self, number: int) -> Any:
        """Listen until the answer comes; session updates are counted."""
        frame = self.until(lambda frame: "method" not in frame and frame.get("id") == number)
        if "error" in frame:
            raise Failed(f"{self._name}: {frame['error']}")
        return frame["result"]

    def until(self, wanted: Callable[[Frame], bool], *, updates: bool = False) -> Frame:
        """The next frame of this kind. Updates are only counted, unless they too are looked at."""
        while True:
            lines = self._lines or self._more()
            self._lines = []
            for number, line in enumerate(lines):
                if b'"session/update"' in line:
                    self.updates += 1
                    if not updates:
                        continue
                frame = json.loads(line)
                if wanted(frame):
                    self._lines = lines[number + 1 :]
                    return frame

    def new(self, cwd: Path) -> str:
        return self.request("session/new", {"cwd": str(cwd), "mcpServers": []})["sessionId"]

    @property
    def pid(self) -> int:
        return self._process.pid

    def memory(self) -> int | None:
        """Bytes of the agent that are in memory, where the system tells."""
        with contextlib.suppress(OSError):
            for line in Path(f"/proc/{self._process.pid}/status").read_text().splitlines():
                if line.startswith("VmRSS:"):
                    return int(line.split()[1]) * 1024
        return None

    def _more(self) -> list[bytes]:
        """Whole lines, at least one."""
        while True:
            if not select.select([self._out], [], [], LIMIT_S)[0]:
                raise Failed(f"{self._name} said nothing for {LIMIT_S:.0f} s")
            data = os.read(self._out, 1 << 20)
            if not data:
                raise Failed(f"{self._name} ended")
            *lines, self._partial = (self._partial + data).split(b"\n")
            if lines:
                return lines

    def _close_streams(self) -> None:
        for stream in (self._process.stdin, self._process.stdout):
            assert stream is not None
            with contextlib.suppress(BrokenPipeError):
                stream.close()
