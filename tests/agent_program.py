"""`understudy acp` as a process of its own, spoken to in lines written by hand: no SDK, no peer of ours.

Reads only when it is asked to, so that a test can be a slow reader. What is not an answer is kept in `heard`.
"""

import contextlib
import itertools
import json
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

LIMIT = 60.0
"""Seconds that anything may take before a test gives up."""
SCRIPTED = "openai-chat:scripted"
COMMAND = str(Path(sys.executable).parent / "understudy")


def surroundings(folder: Path, **more: str) -> dict[str, str]:
    """The environment of an agent that keeps everything below `folder` and has nobody's keys."""
    kept = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
    return {
        **kept,
        "HOME": str(folder),
        "UNDERSTUDY_STATE_DIR": str(folder / "state"),
        "UNDERSTUDY_CONFIG_DIR": str(folder / "config"),
        **more,
    }


class AgentProgram:
    """One agent. Leaving its `with` block ends it by force, if the test has not ended it."""

    def __init__(
        self,
        folder: Path,
        *options: str,
        command: tuple[str, ...] = (COMMAND, "acp"),
        stdin: int = subprocess.PIPE,
        stdout: int = subprocess.PIPE,
        **environ: str,
    ) -> None:
        folder.mkdir(exist_ok=True)
        self.folder = folder
        self.heard: list[dict[str, Any]] = []
        self._log = folder / "stderr"
        self._ids = itertools.count(1)
        self._partial = b""
        self._lines: list[bytes] = []
        with self._log.open("ab") as log:
            self.process = subprocess.Popen(
                [*command, *options],
                stdin=stdin,
                stdout=stdout,
                stderr=log,
                env=surroundings(folder, **environ),
                cwd=folder,
            )
        self.source = self.process.stdin.fileno() if self.process.stdin else -1
        self.sink = self.process.stdout.fileno() if self.process.stdout else -1

    def __enter__(self) -> "AgentProgram":
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait(LIMIT)
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                with contextlib.suppress(BrokenPipeError):
                    stream.close()

    @property
    def pid(self) -> int:
        return self.process.pid

    @property
    def log(self) -> str:
        return self._log.read_text(errors="replace")

    def write(self, data: bytes) -> None:
        """Bytes as they are, all of them."""
        view = memoryview(data)
        while view:
            view = view[os.write(self.source, view) :]

    def send(self, message: Mapping[str, Any]) -> None:
        self.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")

    def notify(self, method: str, params: Any) -> None:
        self.send({"method": method, "params": params})

    def ask(self, method: str, params: Any) -> int:
        """Send a request; its id."""
        number = next(self._ids)
        self.send({"id": number, "method": method, "params": params})
        return number

    def hear(self) -> dict[str, Any]:
        """The next frame, whatever it is."""
        ends = time.monotonic() + LIMIT
        while not self._lines:
            left = ends - time.monotonic()
            assert left > 0, f"the agent said nothing more; its log: {self.log[-2000:]}"
            if not select.select([self.sink], [], [], left)[0]:
                continue
            data = os.read(self.sink, 1 << 20)
            assert data, f"the agent closed its output; its log: {self.log[-2000:]}"
            *self._lines, self._partial = (self._partial + data).split(b"\n")
        frame = json.loads(self._lines.pop(0))
        assert frame["jsonrpc"] == "2.0"
        return frame

    def answer(self, number: int | None) -> dict[str, Any]:
        """The answer to a request; whatever comes before it is kept in `heard`."""
        for frame in self.heard:
            if "method" not in frame and frame["id"] == number:
                self.heard.remove(frame)
                return frame
        while True:
            frame = self.hear()
            if "method" not in frame and frame["id"] == number:
                return frame
            self.heard.append(frame)

    def request(self, method: str, params: Any) -> dict[str, Any]:
        """Send and await: the whole answer, result or error."""
        return self.answer(self.ask(method, params))

    def result(self, method: str, params: Any) -> Any:
        answer = self.request(method, params)
        assert "result" in answer, answer
        return answer["result"]

    def until(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Listen until such a frame comes."""
        while True:
            frame = self.hear()
            self.heard.append(frame)
            if wanted(frame):
                return frame

    def initialize(self, **capabilities: Any) -> dict[str, Any]:
        return self.result("initialize", {"protocolVersion": 1, "clientCapabilities": capabilities})

    def new(self, cwd: Path, **more: Any) -> str:
        return self.result("session/new", {"cwd": str(cwd), "mcpServers": [], **more})["sessionId"]

    def said(self) -> str:
        """All that the agent said so far, in all sessions."""
        updates = [
            frame["params"]["update"] for frame in self.heard if frame.get("method") == "session/update"
        ]
        return "".join(
            update["content"]["text"]
            for update in updates
            if update["sessionUpdate"] == "agent_message_chunk"
        )

    def close_input(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()

    def end(self, how: str = "input") -> int:
        """End it the polite way (`input`) or by a signal's name; its exit status."""
        if how == "input":
            self.close_input()
        else:
            self.process.send_signal(signal.Signals[how])
        return self.process.wait(LIMIT)

    def memory(self, name: str = "VmRSS") -> int:
        """Bytes of memory: VmRSS now, VmHWM at its highest."""
        for line in Path(f"/proc/{self.pid}/status").read_text().splitlines():
            if line.startswith(f"{name}:"):
                return int(line.split()[1]) * 1024
        raise AssertionError(name)


def text(words: str) -> list[dict[str, Any]]:
    """A prompt of these words."""
    return [{"type": "text", "text": words}]


def is_update(kind: str) -> Callable[[dict[str, Any]], bool]:
    """Whether a frame is a session update of this kind."""
    return lambda frame: (
        frame.get("method") == "session/update" and frame["params"]["update"]["sessionUpdate"] == kind
    )


def is_running(pid: int) -> bool:
    """Whether there is such a process that is not merely waiting to be reaped."""
    try:
        status = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
    return status.rsplit(")", 1)[1].split()[0] not in "ZX"
