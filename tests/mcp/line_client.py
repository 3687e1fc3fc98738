"""An MCP client that writes and reads plain lines, so that tests see exactly what is on the wire."""

import json
import os
import selectors
import subprocess
import time
from pathlib import Path
from typing import Any

from forked_command import ForkedProgram

SCRIPT = Path(__file__).with_name("server_script.py")
LIMIT_S = 240.0
HELLO = {
    "protocolVersion": "2025-06-18",
    "capabilities": {},
    "clientInfo": {"name": "lines", "version": "1"},
}


class LineClient:
    def __init__(self, *options: str) -> None:
        self.process = ForkedProgram[bytes](*options, script=SCRIPT, stdin=subprocess.PIPE)
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self._in, self._out = self.process.stdin, self.process.stdout
        self._buffer = bytearray()
        self._ready = selectors.DefaultSelector()
        self._ready.register(self._out, selectors.EVENT_READ)
        self._next = 0
        self.others: list[dict[str, Any]] = []

    def __enter__(self) -> "LineClient":
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(LIMIT_S)
        self._ready.close()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            assert stream is not None
            stream.close()

    def write(self, data: bytes) -> None:
        view = memoryview(data)
        while view:
            view = view[os.write(self._in.fileno(), view) :]

    def send(self, message: object) -> None:
        self.write(json.dumps(message).encode() + b"\n")

    def read(self, limit: float = LIMIT_S) -> dict[str, Any]:
        """The next frame; anything on stdout that is no frame fails here."""
        until = time.monotonic() + limit
        while b"\n" not in self._buffer:
            assert self._ready.select(max(0.0, until - time.monotonic())), "no answer in time"
            data = os.read(self._out.fileno(), 1 << 20)
            assert data, f"the server ended: {self.stderr()}"
            self._buffer += data
        line, _, rest = self._buffer.partition(b"\n")
        self._buffer = bytearray(rest)
        frame = json.loads(line)
        assert frame["jsonrpc"] == "2.0"
        return frame

    def request(self, method: str, params: dict[str, Any] | None = None) -> int:
        self._next += 1
        message: dict[str, Any] = {"jsonrpc": "2.0", "id": self._next, "method": method}
        self.send(message if params is None else {**message, "params": params})
        return self._next

    def notify(self, method: str, params: dict[str, Any] | None = None) -> None:
        message: dict[str, Any] = {"jsonrpc": "2.0", "method": method}
        self.send(message if params is None else {**message, "params": params})

    def answer(self, request: int, limit: float = LIMIT_S) -> dict[str, Any]:
        """The answer to a request; frames before it are kept in `others`."""
        while True:
            frame = self.read(limit)
            if frame.get("id") == request:
                return frame
            self.others.append(frame)

    def ask(self, method: str, params: dict[str, Any] | None = None) -> dict[str, Any]:
        return self.answer(self.request(method, params))

    def hello(self) -> dict[str, Any]:
        result = self.ask("initialize", HELLO)["result"]
        self.notify("notifications/initialized")
        return result

    def call(self, name: str, _meta: dict[str, Any] | None = None, **arguments: Any) -> int:
        params: dict[str, Any] = {"name": name, "arguments": arguments}
        return self.request("tools/call", params if _meta is None else {**params, "_meta": _meta})

    def tool(self, name: str, **arguments: Any) -> dict[str, Any]:
        return self.answer(self.call(name, **arguments))["result"]

    def end(self) -> int:
        """Close our end and wait for the server's."""
        self._in.close()
        return self.process.wait(LIMIT_S)

    def stderr(self) -> str:
        assert self.process.stderr is not None
        return self.process.stderr.read().decode(errors="replace")


def error_of(result: dict[str, Any]) -> dict[str, Any]:
    """{error, code, details} of a failed call."""
    assert result["isError"] is True
    assert "structuredContent" not in result
    (block,) = result["content"]
    return json.loads(block["text"])


def wait_for(path: Path, limit: float = LIMIT_S) -> None:
    until = time.monotonic() + limit
    while not path.exists():
        assert time.monotonic() < until, f"{path.name} did not appear"
        time.sleep(0.01)


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):  # it may end between opening and reading
        return False


def wait_until_dead(pid: int, limit: float = LIMIT_S) -> None:
    until = time.monotonic() + limit
    while alive(pid):
        assert time.monotonic() < until, f"process {pid} is still alive"
        time.sleep(0.01)
