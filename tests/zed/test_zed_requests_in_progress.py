"""Requests that take long: the client disconnects, the body does not arrive, the endpoint is stopped."""

import asyncio
import contextlib
import functools
import json
import socket
from collections.abc import AsyncGenerator, Callable, Coroutine
from typing import Any

import pytest
from starlette.types import Scope

from understudy.http import AllowedHosts, HttpServer, Peer, listen
from understudy.nes import NesSetup
from understudy.nes.engine_api import EngineResult, Situation
from understudy.zed.endpoint import CompletionEndpoint
from zed.zed_prompts import PYTHON_RENAME, build

TOKEN = "t" * 32
BODY = json.dumps({"prompt": build(PYTHON_RENAME)}).encode()


def in_event_loop(test: Callable[[], Coroutine[Any, Any, None]]) -> Callable[[], None]:
    @functools.wraps(test)
    def run() -> None:
        asyncio.run(test())

    return run


class EndlessModel:
    """A model that answers never, and says when it is asked and when that is cancelled."""

    def __init__(self) -> None:
        self.asked = asyncio.Event()
        self.cancelled = asyncio.Event()

    async def propose(self, situation: Situation) -> EngineResult:
        del situation
        self.asked.set()
        try:
            await asyncio.Event().wait()
        finally:
            self.cancelled.set()
        return EngineResult()

    async def close(self) -> None:
        pass


class BrokenModel(EndlessModel):
    async def propose(self, situation: Situation) -> EngineResult:
        raise ValueError("find_user")


@contextlib.asynccontextmanager
async def serving(endpoint: CompletionEndpoint, listener: socket.socket) -> AsyncGenerator[None]:
    started = asyncio.Event()
    server = HttpServer(endpoint.build_app(started.set), endpoint.stop_all)
    running = asyncio.ensure_future(server.serve(sockets=[listener]))
    await started.wait()
    try:
        yield
    finally:
        server.should_exit = True
        await running


def head(port: int, length: int = len(BODY)) -> bytes:
    return (
        f"POST /{TOKEN}/v1/completions HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Length: {length}\r\n"
        "Connection: close\r\n\r\n"
    ).encode()


def build_endpoint(listener: socket.socket, setup: NesSetup, **more: float) -> CompletionEndpoint:
    return CompletionEndpoint(setup, AllowedHosts("127.0.0.1", listener.getsockname()[1]), TOKEN, **more)


async def exchange(port: int, data: bytes) -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(data)
    reply = await reader.read()
    writer.close()
    return reply


@in_event_loop
async def test_the_prediction_ends_when_the_client_disconnects() -> None:
    model = EndlessModel()
    with contextlib.closing(listen("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        setup = NesSetup(engine="model", open_model=lambda: model, model_name="endless")
        async with serving(build_endpoint(listener, setup), listener):
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(head(port) + BODY)
            await model.asked.wait()
            assert not model.cancelled.is_set()
            writer.close()
            await model.cancelled.wait()


@in_event_loop
async def test_a_request_in_progress_is_answered_when_the_endpoint_is_stopped() -> None:
    model = EndlessModel()
    with contextlib.closing(listen("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        setup = NesSetup(engine="model", open_model=lambda: model, model_name="endless")
        endpoint = build_endpoint(listener, setup)
        async with serving(endpoint, listener):
            reply = asyncio.ensure_future(exchange(port, head(port) + BODY))
            await model.asked.wait()
            endpoint.stop_all()
            assert (await reply).startswith(b"HTTP/1.1 503")


@pytest.mark.parametrize("peer", ["other_user", "own_descendant", "gone", "trusted", "unknown"])
def test_other_users_and_own_processes_are_refused_even_with_the_token(
    monkeypatch: pytest.MonkeyPatch, peer: Peer
) -> None:
    def find_peer(scope: Scope) -> Peer:
        del scope
        return peer

    monkeypatch.setattr("understudy.zed.endpoint.find_peer", find_peer)

    async def ask() -> bytes:
        with contextlib.closing(listen("127.0.0.1", 0)) as listener:
            port = listener.getsockname()[1]
            async with serving(build_endpoint(listener, NesSetup()), listener):
                return await exchange(port, head(port) + BODY)

    expected = b"200" if peer in ("trusted", "unknown") else b"403"
    assert asyncio.run(ask()).split(b" ")[1] == expected


@in_event_loop
async def test_a_body_that_does_not_arrive_is_not_waited_for() -> None:
    with contextlib.closing(listen("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        endpoint = build_endpoint(listener, NesSetup(), body_timeout_s=0.05)
        async with serving(endpoint, listener):
            assert (await exchange(port, head(port) + BODY[:10])).startswith(b"HTTP/1.1 408")


@in_event_loop
async def test_a_model_that_fails_or_has_no_key_is_reported_without_its_text() -> None:
    with contextlib.closing(listen("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        setup = NesSetup(engine="model", open_model=BrokenModel, model_name="broken")
        async with serving(build_endpoint(listener, setup), listener):
            reply = await exchange(port, head(port) + BODY)
            assert reply.startswith(b"HTTP/1.1 200")
            assert b'"reason":"model-failed"' in reply
            assert b"find_user" not in reply
    with contextlib.closing(listen("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        setup = NesSetup(
            engine="model",
            open_model=BrokenModel,
            model_name="broken",
            missing_key_message=lambda: "Run `understudy login nes`.",
        )
        async with serving(build_endpoint(listener, setup), listener):
            reply = await exchange(port, head(port) + BODY)
            assert reply.startswith(b"HTTP/1.1 503")
            assert b'"code":"auth_required"' in reply
            assert b"understudy login nes" in reply
