"""`understudy acp` as a process of its own, spoken to in lines written by hand: no SDK, no peer of ours.

Reads only when it is asked to, so that a test can be a slow reader. What is not an answer is kept in `received`.
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

from forked_command import ForkedProgram

LIMIT_S = 240.0
"""Seconds that anything may take before a test gives up."""
SCRIPTED = "openai-chat:scripted"
COMMAND = str(Path(sys.executable).parent / "understudy")


def agent_environ(folder: Path, **more: str) -> dict[str, str]:
    """Return the environment of an agent that keeps everything below `folder` and has no keys."""
    kept = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
    return {
        **kept,
        "HOME": str(folder),
        "UNDERSTUDY_STATE_DIR": str(folder / "state"),
        "UNDERSTUDY_CONFIG_DIR": str(folder / "config"),
        **more,
    }


class AgentProgram:
    """One agent process, forked from one that has imported the package unless there is a `command`.

    Leaving the `with` block kills it if it still runs.
    """

    def __init__(
        self,
        folder: Path,
        *options: str,
        command: tuple[str, ...] = (),
        stdin: int = subprocess.PIPE,
        stdout: int = subprocess.PIPE,
        **environ: str,
    ) -> None:
        folder.mkdir(exist_ok=True)
        self.folder = folder
        self.received: list[dict[str, Any]] = []
        self._log = folder / "stderr"
        self._ids = itertools.count(1)
        self._partial = b""
        self._lines: list[bytes] = []
        env = agent_environ(folder, **environ)
        self.process: subprocess.Popen[bytes] | ForkedProgram[bytes]
        with self._log.open("ab") as log:
            if command:
                self.process = subprocess.Popen(
                    [*command, *options], stdin=stdin, stdout=stdout, stderr=log, env=env, cwd=folder
                )
            else:
                words = ("acp", *options)
                self.process = ForkedProgram[bytes](
                    *words, env=env, cwd=folder, stdin=stdin, stdout=stdout, stderr=log.fileno()
                )
        self.source = self.process.stdin.fileno() if self.process.stdin else -1
        self.sink = self.process.stdout.fileno() if self.process.stdout else -1

    def __enter__(self) -> "AgentProgram":
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait(LIMIT_S)
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
        """Write raw bytes completely."""
        view = memoryview(data)
        while view:
            view = view[os.write(self.source, view) :]

    def send(self, message: Mapping[str, Any]) -> None:
        self.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")

    def notify(self, method: str, params: Any) -> None:
        self.send({"method": method, "params": params})

    def ask(self, method: str, params: Any) -> int:
        """Send a request; return its id."""
        number = next(self._ids)
        self.send({"id": number, "method": method, "params": params})
        return number

    def receive(self) -> dict[str, Any]:
        """Return the next frame."""
        ends = time.monotonic() + LIMIT_S
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
        """Return the response to a request; earlier frames are kept in `received`."""
        for frame in self.received:
            if "method" not in frame and frame["id"] == number:
                self.received.remove(frame)
                return frame
        while True:
            frame = self.receive()
            if "method" not in frame and frame["id"] == number:
                return frame
            self.received.append(frame)

    def request(self, method: str, params: Any) -> dict[str, Any]:
        """Send a request; return the whole response."""
        return self.answer(self.ask(method, params))

    def result(self, method: str, params: Any) -> Any:
        answer = self.request(method, params)
        assert "result" in answer, answer
        return answer["result"]

    def until(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Read until a frame matches."""
        while True:
            frame = self.receive()
            self.received.append(frame)
            if wanted(frame):
                return frame

    def initialize(self, **capabilities: Any) -> dict[str, Any]:
        return self.result("initialize", {"protocolVersion": 1, "clientCapabilities": capabilities})

    def new(self, cwd: Path, **more: Any) -> str:
        return self.result("session/new", {"cwd": str(cwd), "mcpServers": [], **more})["sessionId"]

    def said(self) -> str:
        """Return all messages of the agent so far, in all sessions."""
        updates = [
            frame["params"]["update"] for frame in self.received if frame.get("method") == "session/update"
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
        """End the agent by closing its input (`input`) or with a signal; return its exit status."""
        if how == "input":
            self.close_input()
        else:
            self.process.send_signal(signal.Signals[how])
        return self.process.wait(LIMIT_S)

    def memory(self, name: str = "VmRSS") -> int:
        """Return bytes of memory: VmRSS is the current value, VmHWM the peak."""
        for line in Path(f"/proc/{self.pid}/status").read_text().splitlines():
            if line.startswith(f"{name}:"):
                return int(line.split()[1]) * 1024
        raise AssertionError(name)


def text(words: str) -> list[dict[str, Any]]:
    """Return a prompt with this text."""
    return [{"type": "text", "text": words}]


def is_update(kind: str) -> Callable[[dict[str, Any]], bool]:
    """Return a predicate for session updates of this kind."""
    return lambda frame: (
        frame.get("method") == "session/update" and frame["params"]["update"]["sessionUpdate"] == kind
    )


def is_running(pid: int) -> bool:
    """Return whether the process exists and is not a zombie."""
    try:
        status = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
    return status.rsplit(")", 1)[1].split()[0] not in "ZX"
