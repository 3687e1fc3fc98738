"""The HTTP face: who may speak to it, what it answers, and how it stops."""

import asyncio
import json
import signal
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from http_server import ACCEPT, HttpServer, call, event, request
from line_client import HELLO, LIMIT_S, SCRIPT, wait_for
from mcp.client import Client
from test_mcp_stdio import COMMAND, sleeping

from forked_command import run_command
from understudy.mcp import DisconnectWatch, build_http_app, build_server
from understudy.mcp.guard import AllowedHosts
from understudy.tools import TOOLS, WorkerPool
from understudy.workspace import Workspace

TOKEN = "correct-horse-battery-staple"
NEWEST = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": {"name": "raw", "version": "1"},
    "io.modelcontextprotocol/clientCapabilities": {},
}

wap = pytest.mark.requirement("WAP-13")
rebinding = pytest.mark.attack(55)


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


@wap
@pytest.mark.parametrize("host", ["127.0.0.1", "[::1]", "localhost"])
def test_the_official_client_lists_and_calls(root: Path, host: str) -> None:
    (root / "a.txt").write_text("x\n")

    async def visit(url: str) -> None:
        async with asyncio.timeout(LIMIT_S), Client(url) as client:
            listed = await client.list_tools()
            assert "readFile" in [tool.name for tool in listed.tools]
            result = await client.call_tool("readFile", {"path": "a.txt"})
            assert result.structured_content is not None
            assert result.structured_content["content"] == "x\n"
            failed = await client.call_tool("readFile", {"path": "missing"})
            assert failed.is_error
            seen: list[float] = []

            async def progressed(progress: float, total: float | None, message: str | None) -> None:
                seen.append(progress)

            await client.call_tool("progress", {}, progress_callback=progressed)
            assert len(seen) >= 2
            assert seen == sorted(set(seen))

    with HttpServer(root, host=host) as server:
        asyncio.run(visit(server.url))


@wap
def test_a_session_of_the_handshake_era_lists_and_calls(server: HttpServer, root: Path) -> None:
    (root / "a.txt").write_text("x\n")
    session = server.hello()
    _, _, body = server.post(call("readFile", path="a.txt"), session)
    assert event(body)["result"]["structuredContent"]["content"] == "x\n"
    _, _, body = server.post(call("eraseDisk"), session)
    assert event(body)["error"]["code"] == -32602


@rebinding
@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:{port}",
        "127.0.0.1.evil.example:{port}",
        "localhost:1",
        "",
        "[::1",
        "a@localhost:{port}",
        "local\thost:{port}",
    ],
)
def test_a_foreign_host_is_refused(server: HttpServer, host: str) -> None:
    status, _, _ = server.post(request("initialize", HELLO), {"Host": host.format(port=server.port)})
    assert status in (400, 421)
    assert server.post(request("initialize", HELLO))[0] == 200


@rebinding
@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example",
        "null",
        "http://localhost:1",
        "http://127.0.0.1.evil.example:{port}",
        "file://",
        "https://evil.example:{port}",
        "https://localhost",
        "https://127.0.0.1:9999",
        "https://localhost:{port}",
        "http://localhost:{port}/x",
    ],
)
def test_a_foreign_origin_is_refused(server: HttpServer, origin: str) -> None:
    headers = {"Origin": origin.format(port=server.port)}
    assert server.post(request("initialize", HELLO), headers)[0] == 403
    headers["MCP-Protocol-Version"] = "2026-07-28"
    assert server.post(request("server/discover", {"_meta": NEWEST}), headers)[0] == 403
    own = {"Origin": f"http://localhost:{server.port}"}
    assert server.post(request("initialize", HELLO), own)[0] == 200


@rebinding
@pytest.mark.parametrize(
    ("bound", "header", "ours"),
    [
        ("127.0.0.1", "127.0.0.1:80", True),
        ("127.0.0.1", "localhost", True),
        ("127.0.0.1", "LocalHost:80", True),
        ("::1", "[::1]:80", True),
        ("127.0.0.1", "10.0.0.1:80", False),
        ("127.0.0.1", "localhost.:80", False),
        ("127.0.0.1", "localhost:80/x", False),
        ("127.0.0.1", "localhost:80@evil", False),
        ("127.0.0.1", "localhost:99999", False),
        ("0.0.0.0", "10.0.0.1:80", True),
        ("0.0.0.0", "evil.example:80", False),
        ("10.0.0.1", "10.0.0.1:80", True),
        ("10.0.0.1", "10.0.0.2:80", False),
        ("0.0.0.0", "proxy.example", True),
    ],
)
def test_names_are_compared_whole(bound: str, header: str, ours: bool) -> None:
    assert AllowedHosts(bound, 80, ["proxy.example"]).is_own_host(header) is ours


@pytest.fixture(scope="module")
def token_server(project: Path) -> Iterator[HttpServer]:
    with HttpServer(project, "--token", TOKEN) as server:
        yield server
        _, log = server.stop(signal.SIGTERM)
        assert TOKEN not in log


@pytest.mark.attack(55)
@pytest.mark.parametrize(
    "headers",
    [{}, bearer("wrong"), bearer(""), {"Authorization": f"Basic {TOKEN}"}, {"Authorization": TOKEN}],
)
def test_without_the_token_nothing_is_served(token_server: HttpServer, headers: dict[str, str]) -> None:
    status, got, body = token_server.post(request("initialize", HELLO), headers)
    assert status == 401
    assert got["www-authenticate"].startswith("Bearer")
    assert TOKEN.encode() not in body
    assert token_server.post(request("initialize", HELLO), headers, path="/other")[0] == 401
    session = token_server.hello(bearer(TOKEN))
    assert "result" in event(token_server.post(request("tools/list"), session)[2])


@pytest.mark.attack(55)
@pytest.mark.parametrize("address", ["0.0.0.0:0", "[::]:0", ":0", "192.0.2.1:0", "example.com:0"])
def test_an_address_that_others_reach_needs_a_token(root: Path, address: str) -> None:
    done = run_command("--root", str(root), "--http", address, script=SCRIPT)
    assert done.returncode == 2
    assert "token" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.attack(55)
def test_with_a_token_every_interface_can_be_served(root: Path) -> None:
    with HttpServer(root, "--token", TOKEN, host="0.0.0.0") as server:
        assert server.post(request("initialize", HELLO))[0] == 401
        assert server.post(request("initialize", HELLO), {**bearer(TOKEN), "Host": "evil.example"})[0] == 421
        assert server.post(request("initialize", HELLO), bearer(TOKEN))[0] == 200


def test_a_port_in_use_is_said_plainly(root: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        done = run_command("--root", str(root), "--http", address, script=SCRIPT)
    assert done.returncode == 2
    assert "Cannot listen" in done.stderr
    assert "Traceback" not in done.stderr


def test_other_paths_and_methods_are_refused(server: HttpServer) -> None:
    assert server.post(request("ping"), path="/")[0] == 404
    connection = server.open()
    connection.request("PUT", "/mcp", b"{}", ACCEPT)
    assert connection.getresponse().status in (400, 404, 405)
    connection.close()


@pytest.mark.parametrize(
    "body", [b"nonsense", b"[]", b"{}", b"null", b"[" * 100_000, b'{"jsonrpc":"2.0","id":1}', b"\xff"]
)
def test_a_body_that_is_no_request_gets_an_error(server: HttpServer, body: bytes) -> None:
    for headers in ({}, {"MCP-Protocol-Version": "2026-07-28"}):
        status, _, answer = server.post(body, headers)
        assert 400 <= status < 500
        assert b"Traceback" not in answer
    server.hello()


def test_a_body_over_the_limit_is_refused_unread(server: HttpServer) -> None:
    connection = server.open()
    connection.putrequest("POST", "/mcp")
    for name, value in {**ACCEPT, "Content-Length": str(33 << 20)}.items():
        connection.putheader(name, value)
    connection.endheaders()
    assert connection.getresponse().status == 413
    connection.close()
    server.hello()


@pytest.mark.parametrize("version", ["2025-06-18", "2026-07-28"])
@pytest.mark.parametrize("body", [b"", b'{"jsonrpc": "2.0", '])
def test_a_client_that_leaves_while_it_sends_its_request_is_no_error(
    root: Path, version: str, body: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    headers = {**ACCEPT, "MCP-Protocol-Version": version, "Content-Length": "100"}
    scope = {
        "type": "http",
        "method": "POST",
        "path": "/mcp",
        "query_string": b"",
        "headers": [(name.lower().encode(), value.encode()) for name, value in headers.items()],
    }
    messages = [
        {"type": "http.request", "body": body, "more_body": True},
        {"type": "http.disconnect"},
    ]
    sent: list[object] = []

    async def receive() -> dict[str, Any]:
        return messages.pop(0) if len(messages) > 1 else messages[0]

    async def send(message: object) -> None:
        sent.append(message)

    async def serve(workspace: Workspace) -> None:
        app = build_http_app(build_server(workspace, TOOLS, WorkerPool()))
        async with app.router.lifespan_context(app):
            await DisconnectWatch(app)(scope, receive, send)

    with Workspace([root]) as workspace:
        asyncio.run(serve(workspace))
    assert sent == []
    assert [record.message for record in caplog.records if record.levelname == "ERROR"] == []


@wap
@pytest.mark.parametrize("newest", [False, True])
def test_a_client_that_leaves_stops_its_call(server: HttpServer, root: Path, newest: bool) -> None:
    headers = {"MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/call", "Mcp-Name": "wait"}
    message = call("wait", path=str(root / "w"))
    if newest:
        message["params"]["_meta"] = NEWEST
    else:
        headers = server.hello()
    connection = server.open()
    connection.request("POST", "/mcp", json.dumps(message), {**ACCEPT, **headers})
    wait_for(root / "w.started")
    connection.close()
    wait_for(root / "w.stopped")


@wap
def test_cancelling_in_a_session_stops_the_call(server: HttpServer, root: Path) -> None:
    session = server.hello()
    connection = server.open()
    connection.request(
        "POST", "/mcp", json.dumps(call("wait", 5, path=str(root / "w"))), {**ACCEPT, **session}
    )
    wait_for(root / "w.started")
    cancel = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 5}}
    assert server.post(cancel, session)[0] == 202
    wait_for(root / "w.stopped")
    assert "error" in event(connection.getresponse().read())
    connection.close()


@wap
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_the_server_and_its_commands(root: Path, number: int) -> None:
    with HttpServer(root) as server:
        session = server.hello()
        before = set(sleeping())
        connection = server.open()
        message = call("executeCommand", command=COMMAND, timeout=600_000)
        connection.request("POST", "/mcp", json.dumps(message), {**ACCEPT, **session})
        wait_for(root / "up")
        code, log = server.stop(number)
        connection.close()
        assert code == 0
        assert "Traceback" not in log
        assert set(sleeping()) <= before


def test_calls_of_two_sessions_do_not_wait_for_each_other(server: HttpServer, root: Path) -> None:
    first, second = server.hello(), server.hello()
    connection = server.open()
    connection.request("POST", "/mcp", json.dumps(call("wait", path=str(root / "w"))), {**ACCEPT, **first})
    wait_for(root / "w.started")
    answer: Any = event(server.post(request("ping"), second)[2])
    assert answer["result"] == {}
    connection.close()
    wait_for(root / "w.stopped")
