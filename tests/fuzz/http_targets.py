"""The targets behind HTTP that take JSON: the workbench's `/file`, `understudy serve`, `understudy zed-endpoint`.

A finding is an answer that is no refusal (a status from 500 on), a traceback in the log, or a file outside of the
served folder that was changed.
"""

import contextlib
import http.client
import json
import os
import socket
import tempfile
from collections.abc import Generator, Sequence
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from tests.fuzz.finding import Run, require
from web_server import WebServer, agent, built_page

from serve.serve_program import ServeProgram
from zed.zed_program import PROMPT, Endpoint

__all__ = [
    "FILE_SEEDS",
    "SERVE_HTTP_SEEDS",
    "ZED_SEEDS",
    "open_file",
    "open_serve",
    "open_serve_http",
    "open_zed",
]

ROOT: Final = "ROOT"
"""Stands for the served folder in the inputs."""
_REFUSAL_STATUS: Final = 500
"""From here on it is the server that failed."""
_NOT_IMPLEMENTED: Final = 501

FILE_SEEDS: Final[list[Any]] = [
    {"action": "move", "from": "ROOT/a.txt", "to": "ROOT/new/b.txt", "approved": True},
    {"action": "move", "from": "ROOT/src", "to": "ROOT/a/src"},
    {"action": "move", "from": "ROOT/out/marker", "to": "ROOT/../outside/new"},
    {"action": "delete", "path": "ROOT/src"},
    {"action": "delete", "path": "ROOT/out/marker", "approved": True},
    {"action": "delete", "path": "ROOT/.git/config"},
    {"action": "restore", "id": "a.txt"},
    {"action": "restore", "id": "src"},
]


def _require_clean(log: str) -> None:
    require("Traceback" not in log, log[-3000:])


@contextlib.contextmanager
def open_file() -> Generator[Run]:
    with tempfile.TemporaryDirectory() as folder:
        root, outside = Path(folder, "root"), Path(folder, "outside")
        static = built_page(Path(folder, "page", "static"))
        outside.mkdir()
        (outside / "marker").write_text("unchanged")
        root.mkdir()
        with WebServer(static, str(root), *agent("echo"), XDG_DATA_HOME=str(Path(folder, "data"))) as server:
            assert server.process.stderr is not None
            log_fd = server.process.stderr.fileno()
            os.set_blocking(log_fd, False)
            origin = f"http://{server.host}:{server.port}"

            def run(data: bytes) -> None:
                (root / "src").mkdir(exist_ok=True)
                (root / ".git").mkdir(exist_ok=True)
                for name in ("a.txt", "src/b.txt", ".git/config"):
                    with contextlib.suppress(OSError):
                        (root / name).write_text(name)
                with contextlib.suppress(FileExistsError):
                    (root / "out").symlink_to(outside)
                body = data.replace(ROOT.encode(), str(root).encode())
                status, _, answer = server.ask("/file", "POST", body, bearer=server.token, Origin=origin)
                require(status < _REFUSAL_STATUS, f"status {status}: {answer[:500]!r}")
                require(isinstance(json.loads(answer), dict), f"no object: {answer[:500]!r}")
                require(
                    [file.name for file in outside.iterdir()] == ["marker"], "a file outside came or went"
                )
                require((outside / "marker").read_text() == "unchanged", "a file outside was changed")
                with contextlib.suppress(BlockingIOError):
                    _require_clean(os.read(log_fd, 1 << 20).decode(errors="replace"))

            yield run


SERVE_HTTP_SEEDS: Final = (
    b"POST /acp HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer TOKEN\r\nContent-Type: application/json\r\n"
    b'Content-Length: 46\r\n\r\n{"jsonrpc":"2.0","id":1,"method":"initialize"}',
    b"GET /acp HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer TOKEN\r\nAccept: text/event-stream\r\n"
    b"Acp-Connection-Id: x\r\nAcp-Session-Id: y\r\n\r\n",
    b"DELETE /acp HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer TOKEN\r\nAcp-Connection-Id: x\r\n\r\n",
    b"POST /acp HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
    b"GET /acp HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer TOKEN\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n\x81\x84\0\0\0\0null",
    b"GET /metrics HTTP/1.1\r\nHost: a\r\n\r\nGET /readyz HTTP/1.1\r\nHost: a\r\n\r\n",
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0",
)


@contextlib.contextmanager
def _serving() -> Generator[tuple[ServeProgram, tuple[str, int]]]:
    with tempfile.TemporaryDirectory() as folder, ServeProgram(Path(folder), folder) as program:
        parts = urlsplit(program.http)
        yield program, (parts.hostname or "", parts.port or 0)


def _ask(
    address: tuple[str, int],
    method: str,
    path: str,
    body: bytes = b"",
    headers: Sequence[tuple[str, str]] = (),
) -> tuple[int, str | None]:
    """The status, and the id of the connection if the answer has one."""
    connection = http.client.HTTPConnection(*address, timeout=240)
    try:
        connection.request(method, path, body, dict(headers))
        response = connection.getresponse()
        response.read()
        return response.status, response.headers.get("Acp-Connection-Id")
    finally:
        connection.close()


HELLO: Final = {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {"protocolVersion": 1}}


@contextlib.contextmanager
def open_serve() -> Generator[Run]:
    """Messages of one connection over Streamable HTTP, which then ends."""
    with _serving() as (program, address):
        common = [("Authorization", f"Bearer {program.token}"), ("Content-Type", "application/json")]

        def run(data: bytes) -> None:
            status, connection = _ask(address, "POST", "/acp", json.dumps(HELLO).encode(), common)
            require(status == 200 and connection is not None, f"initialize: status {status}")
            named = [*common, ("Acp-Connection-Id", connection or "")]
            for body in data.splitlines():
                status, _ = _ask(address, "POST", "/acp", body, [*named, *_session_header(body)])
                require(
                    status < _REFUSAL_STATUS or status == _NOT_IMPLEMENTED, f"status {status} for {body!r}"
                )
            require(_ask(address, "DELETE", "/acp", b"", named)[0] == 202, "the connection does not end")
            require(_ask(address, "GET", "/healthz")[0] == 200, "the server is not well")
            _require_clean(program.log)

        yield run


def _session_header(body: bytes) -> list[tuple[str, str]]:
    """The header that some messages need, if it can be sent."""
    try:
        session = json.loads(body)["params"]["sessionId"]
    except (ValueError, TypeError, KeyError, RecursionError):
        return []
    is_sendable = isinstance(session, str) and session.isascii() and session.isprintable()
    return [("Acp-Session-Id", session)] if is_sendable else []


@contextlib.contextmanager
def open_serve_http() -> Generator[Run]:
    """Bytes on a connection of its own."""
    with _serving() as (program, address):

        def run(data: bytes) -> None:
            with socket.create_connection(address, 240) as client, contextlib.suppress(ConnectionError):
                client.sendall(data.replace(b"TOKEN", program.token.encode()))
            # An event stream has no end, so that its answer is not waited for.
            require(_ask(address, "GET", "/healthz")[0] == 200, "the server is not well")
            _require_clean(program.log)

        yield run


ZED_SEEDS: Final[list[Any]] = [
    {
        "model": "understudy",
        "prompt": PROMPT,
        "max_tokens": 2048,
        "stop": [">>>>>>> UPDATED"],
        "temperature": 0,
    },
    {"prompt": PROMPT[:200], "stop": "x", "stream": False},
    {"prompt": "", "max_tokens": 0},
]


@contextlib.contextmanager
def open_zed() -> Generator[Run]:
    with tempfile.TemporaryDirectory() as home:
        endpoint = Endpoint(Path(home), "--port", "0")

        def run(data: bytes) -> None:
            status, body = endpoint.send(data)
            require(status < _REFUSAL_STATUS, f"status {status}: {body}")
            _require_clean(endpoint.errors())

        try:
            yield run
        finally:
            require(endpoint.stop() == 0, "the endpoint did not end as it was asked to")
