"""What `understudy.http` relies on in uvicorn, which is pinned because its protocol class is subclassed."""

import asyncio
import contextlib
import tomllib
from collections.abc import AsyncGenerator
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
from starlette.types import Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from understudy.http import HttpServer, listen
from understudy.http.connections import BoundedProtocol, mark_authorized

PYPROJECT = Path(__file__).parents[2] / "pyproject.toml"


async def accept_any(scope: Scope, receive: Receive, send: Send) -> None:
    """Answers every request when its body has arrived."""
    if scope["type"] != "http":
        return
    while (await receive()).get("more_body"):
        pass
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"ok"})


@contextlib.asynccontextmanager
async def serving(app: Any) -> AsyncGenerator[int]:
    """The port of a running server."""
    listener = listen("127.0.0.1", 0)
    server = HttpServer(app, lambda: None, lifespan="off")
    task = asyncio.create_task(server.serve(sockets=[listener]))
    try:
        yield listener.getsockname()[1]
    finally:
        server.should_exit = True
        await task


def test_uvicorn_is_pinned_to_the_installed_version() -> None:
    dependencies = tomllib.loads(PYPROJECT.read_text())["project"]["dependencies"]
    assert f"uvicorn=={version('uvicorn')}" in dependencies


def test_the_protocol_has_what_is_overridden_and_touched() -> None:
    async def work() -> None:
        config = HttpServer(accept_any, lambda: None).config
        protocol = BoundedProtocol(config, ServerState(), {})
        assert isinstance(protocol, H11Protocol)
        assert protocol.cycle is None
        assert protocol.loop is asyncio.get_running_loop()
        assert {"transport", "cycle", "loop", "app_state", "connections"} <= vars(protocol).keys()
        assert {"connection_made", "connection_lost", "data_received"} <= vars(H11Protocol).keys()

    asyncio.run(work())


@pytest.mark.parametrize(
    ("requests", "unfinished"),
    [(0, b""), (0, b"GET / HTTP/1.1\r\nHost: "), (1, b"GET / HTTP/1.1\r\nHost: ")],
    ids=["nothing", "half a head", "half a second head"],
)
def test_a_connection_without_a_whole_head_is_closed(
    monkeypatch: pytest.MonkeyPatch, requests: int, unfinished: bytes
) -> None:
    monkeypatch.setattr(BoundedProtocol, "head_timeout_s", 0.1)

    async def work() -> None:
        async with serving(accept_any) as port, asyncio.timeout(240):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            for _ in range(requests):
                writer.write(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")
                await reader.readuntil(b"ok")
            writer.write(unfinished)
            assert await reader.read() == b""
            writer.close()

    asyncio.run(work())


def test_a_request_whose_body_or_answer_takes_longer_is_not_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(BoundedProtocol, "head_timeout_s", 0.1)

    async def work() -> None:
        async with serving(accept_any) as port, asyncio.timeout(240):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nha")
            await asyncio.sleep(0.5)
            writer.write(b"lf")
            assert (await reader.readuntil(b"ok")).startswith(b"HTTP/1.1 200")
            writer.close()

    asyncio.run(work())


async def authorize(scope: Scope, receive: Receive, send: Send) -> None:
    """Answers every request, and authorizes those for /in."""
    if scope["type"] == "http":
        if scope["path"] == "/in":
            mark_authorized(scope)
        await accept_any(scope, receive, send)


async def request(port: int, path: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """An open connection that has had one answer."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: a\r\n\r\n".encode())
    await reader.readuntil(b"ok")
    return reader, writer


async def answers_again(connection: tuple[asyncio.StreamReader, asyncio.StreamWriter]) -> bool:
    reader, writer = connection
    writer.write(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError):
        await reader.readuntil(b"ok")
        return True
    return False


@pytest.mark.attack(71)
def test_beyond_the_budget_the_oldest_unauthorized_connection_is_closed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(BoundedProtocol, "max_unauthorized", 2)

    async def work() -> None:
        async with serving(authorize) as port, asyncio.timeout(240):
            paths = ("/in", "/", "/in", "/", "/", "/")
            connections = [await request(port, path) for path in paths]
            answered = [await answers_again(connection) for connection in connections]
            assert answered == [True, False, True, False, True, True]
            for _, writer in connections:
                writer.close()

    asyncio.run(work())


@pytest.mark.attack(71)
def test_a_connection_that_is_never_authorized_is_closed_though_it_keeps_asking(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(BoundedProtocol, "authorization_timeout_s", 0.2)

    async def work() -> None:
        async with serving(authorize) as port, asyncio.timeout(240):
            authorized, other = await request(port, "/in"), await request(port, "/")
            while await answers_again(other):
                await asyncio.sleep(0)
            assert await answers_again(authorized)
            for _, writer in (authorized, other):
                writer.close()

    asyncio.run(work())


@pytest.mark.parametrize("is_answered", [False, True])
def test_a_malformed_body_behind_a_good_head_is_one_answer_and_nothing_in_the_log(
    is_answered: bool, caplog: pytest.LogCaptureFixture
) -> None:
    """A finding of the fuzzer: the application answered too, and its failure was logged each time."""
    body_error = b"5\r\nabc\r\nXYZ\r\n"

    async def answer_unread(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
            await send({"type": "http.response.body", "body": b"ok"})

    async def answer_at_once(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await send({"type": "http.response.start", "status": 200, "headers": []})
            await send({"type": "http.response.body", "body": b"begun", "more_body": True})
            while (await receive())["type"] != "http.disconnect":
                pass

    async def work() -> None:
        async with serving(answer_at_once if is_answered else answer_unread) as port, asyncio.timeout(240):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            head = b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
            writer.write(head if is_answered else head + body_error)
            if is_answered:
                await reader.readuntil(b"begun")
                writer.write(body_error)
            answer = await reader.read()
            assert answer.count(b"HTTP/1.1 400") == (0 if is_answered else 1)
            assert b"200" not in answer
            writer.close()

    asyncio.run(work())
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []
