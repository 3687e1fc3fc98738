"""HTTP servers for the tests: real ones in processes of their own, and one that misbehaves on request."""

import gzip
import json
import os
import subprocess
import sys
import threading
from collections.abc import Generator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

SSE_PROGRAM = Path(__file__).with_name("sse_program.py")
UNDERSTUDY = Path(sys.executable).with_name("understudy")


@contextmanager
def understudy_http(root: Path, token: str) -> Generator[str]:
    """Our own MCP server over HTTP; its URL."""
    command = [str(UNDERSTUDY), "mcp", "--root", str(root), "--http", "127.0.0.1:0"]
    with _process(command, {"UNDERSTUDY_MCP_TOKEN": token}, "stderr") as line:
        yield line.rpartition(" ")[2]


@contextmanager
def sse_server(token: str) -> Generator[str]:
    with _process([sys.executable, str(SSE_PROGRAM)], {"TOKEN": token}, "stdout") as line:
        yield line


@contextmanager
def _process(command: list[str], variables: dict[str, str], says: str) -> Generator[str]:
    process = subprocess.Popen(
        command,
        env={**os.environ, **variables},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE if says == "stdout" else None,
        stderr=subprocess.PIPE if says == "stderr" else None,
    )
    stream = process.stdout or process.stderr
    assert stream is not None
    try:
        yield stream.readline().decode().strip()
    finally:
        process.kill()
        process.wait(30)
        stream.close()


class Misbehaving(ThreadingHTTPServer):
    """One URL for each misbehave; `seen` has the headers of every request."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.seen: list[tuple[str, str, dict[str, str]]] = []
        self.elsewhere = ""
        self.sessions = 0
        self.expired: set[str] = set()
        self.release = threading.Event()
        self.url = f"http://127.0.0.1:{self.server_address[1]}"

    def __enter__(self) -> "Misbehaving":
        self._thread = threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.01})
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.release.set()
        self.shutdown()
        self._thread.join(240)
        self.server_close()


class _Handler(BaseHTTPRequestHandler):
    server: Misbehaving  # pyright: ignore[reportIncompatibleVariableOverride]
    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its name in the base
        """Not on the test's stderr."""

    @property
    def place(self) -> str:
        return self.path.partition("?")[0]

    def do_GET(self) -> None:
        self._note()
        match self.place:
            case "/sse-elsewhere":
                self._answer(
                    200, b"event: endpoint\ndata: http://example.invalid/post\n\n", "text/event-stream"
                )
            case "/sse-refuses-posts":
                self._answer_open(b"event: endpoint\ndata: /refused\n\n")
            case _:
                if not self._misbehave():
                    self._answer(405)

    def do_DELETE(self) -> None:
        self._note()
        if self.path == "/slow-parting":
            self.server.release.wait(500)
        self._answer(204)

    def do_POST(self) -> None:
        self._note()
        message = json.loads(self.rfile.read(int(self.headers["content-length"])))
        if self._misbehave():
            return
        if self.headers.get("mcp-session-id") in self.server.expired:
            self._answer(404)
            return
        result = self._result(message)
        if "id" not in message:
            self._answer(202)
            return
        body = json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}).encode()
        if self.path == "/packed" and message["method"] == "tools/call":
            self._answer(200, gzip.compress(body), headers={"Content-Encoding": "gzip"})
        else:
            self._answer(200, body, headers={"Mcp-Session-Id": f"s{self.server.sessions}"})

    def _misbehave(self) -> bool:
        match self.place:
            case "/401" | "/403" | "/404" | "/500" | "/refused":
                self._answer(401 if self.path == "/refused" else int(self.place[1:]))
            case "/html":
                self._answer(200, b"<p>Welcome", "text/html")
            case "/json":
                self._answer(200, b'{"hello": "world"}')
            case "/redirect":
                self._answer(307, headers={"Location": f"{self.server.elsewhere}/mcp"})
            case "/inside":
                self._answer(308, headers={"Location": "/mcp"})
            case "/silent":
                self.server.release.wait(500)
                self.close_connection = True
            case _:
                return False
        return True

    def _result(self, message: dict[str, Any]) -> dict[str, Any]:
        match message["method"]:
            case "initialize":
                self.server.sessions += 1
                version = message["params"]["protocolVersion"]
                info = {"name": "web", "version": "1"}
                return {"protocolVersion": version, "capabilities": {"tools": {}}, "serverInfo": info}
            case "tools/list":
                return {"tools": [{"name": "echo", "inputSchema": {"type": "object"}}]}
            case "tools/call":
                arguments = message["params"]["arguments"]
                if arguments.get("wait"):
                    self.server.release.wait(500)
                return {"content": [{"type": "text", "text": "w" * arguments.get("size", 1)}]}
            case _:
                return {}

    def _note(self) -> None:
        self.server.seen.append((self.command, self.path, {k.lower(): v for k, v in self.headers.items()}))

    def _answer(
        self,
        status: int,
        body: bytes = b"",
        kind: str = "application/json",
        headers: dict[str, str] | None = None,
    ) -> None:
        self.send_response(status)
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        if body:
            self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        try:
            self.wfile.write(body)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True

    def _answer_open(self, body: bytes) -> None:
        """An event stream that stays open."""
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        self.wfile.write(body)
        self.wfile.flush()
        self.server.release.wait(500)
        self.close_connection = True
