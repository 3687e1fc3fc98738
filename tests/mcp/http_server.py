"""A server process on HTTP for tests, and raw requests to it."""

import http.client
import json
import selectors
import subprocess
import time
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from line_client import HELLO, LIMIT_S, SCRIPT

from forked_command import ForkedProgram

ACCEPT = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}


class HttpServer:
    def __init__(self, root: Path, *options: str, host: str = "127.0.0.1") -> None:
        arguments = ("--root", str(root), "--extra", "--http", f"{host}:0", *options)
        self.process: ForkedProgram[bytes] | subprocess.Popen[bytes] = ForkedProgram[bytes](
            *arguments, script=SCRIPT
        )
        assert self.process.stderr is not None
        with selectors.DefaultSelector() as ready:
            ready.register(self.process.stderr, selectors.EVENT_READ)
            assert ready.select(LIMIT_S), "no server in time"
        self.url = self.process.stderr.readline().decode().strip()
        assert self.url.startswith("http://"), self.url
        self.port = urlsplit(self.url).port
        self.address = urlsplit(self.url).hostname

    def __enter__(self) -> "HttpServer":
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(LIMIT_S)
        for stream in (self.process.stdout, self.process.stderr):
            assert stream is not None
            stream.close()

    def open(self) -> http.client.HTTPConnection:
        until = time.monotonic() + LIMIT_S
        while True:
            connection = http.client.HTTPConnection(self.address or "", self.port, timeout=LIMIT_S)
            try:
                connection.connect()
            except ConnectionRefusedError:
                assert time.monotonic() < until
                time.sleep(0.02)
            else:
                return connection

    def post(
        self, message: object, headers: dict[str, str] | None = None, *, path: str = "/mcp"
    ) -> tuple[int, dict[str, str], bytes]:
        body = message if isinstance(message, bytes) else json.dumps(message).encode()
        connection = self.open()
        try:
            connection.request("POST", path, body, {**ACCEPT, **(headers or {})})
            response = connection.getresponse()
            return response.status, {k.lower(): v for k, v in response.getheaders()}, response.read()
        finally:
            connection.close()

    def hello(self, headers: dict[str, str] | None = None) -> dict[str, str]:
        """Shake hands; the headers for what follows."""
        status, got, body = self.post(request("initialize", HELLO), headers)
        assert status == 200, body
        session = {
            **(headers or {}),
            "Mcp-Session-Id": got["mcp-session-id"],
            "MCP-Protocol-Version": HELLO["protocolVersion"],
        }
        status, _, _ = self.post({"jsonrpc": "2.0", "method": "notifications/initialized"}, session)
        assert status == 202
        return session

    def stop(self, number: int) -> tuple[int, str]:
        self.process.send_signal(number)
        _, log = self.process.communicate(timeout=LIMIT_S)
        return self.process.wait(LIMIT_S), log.decode()


def request(method: str, params: Any = None, name: int = 1) -> dict[str, Any]:
    message = {"jsonrpc": "2.0", "id": name, "method": method}
    return message if params is None else {**message, "params": params}


def call(tool: str, name: int = 1, **arguments: Any) -> dict[str, Any]:
    return request("tools/call", {"name": tool, "arguments": arguments}, name)


def event(body: bytes) -> dict[str, Any]:
    """The message of a response that is JSON, or the last one of an event stream."""
    if body.startswith(b"{"):
        return json.loads(body)
    data = [line[6:] for line in body.splitlines() if line.startswith(b"data: ") and len(line) > 6]
    return json.loads(data[-1])
