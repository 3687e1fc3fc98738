"""A language-model provider for tests: real HTTP on a free loopback port, with answers written by the test.

It speaks OpenAI's chat API (`/v1/chat/completions`) and Anthropic's (`/v1/messages`), streamed and whole. It keeps
every request it gets, and sees when a client leaves early. It thinks about nothing: a reply is a list of steps.

    with ProviderServer([calls(Call("read_file", {"path": "/x"})), says("Hel", "lo")]) as provider:
        ... provider.url ...            # http://127.0.0.1:PORT/v1, the base URL of an OpenAI client
        provider.requests[0].body       # what was asked

A reply can also be worked out from the request: `ProviderServer(lambda body: says(...))`.
`Hold("name")` in a reply waits for `provider.release("name")`, so that tests need no sleeps.

As a program, `python tests/provider_server.py --script replies.json [--port 0] [--repeat]` prints its URL and
serves until it is ended. The file holds a list of replies:
[{"steps": [{"step": "text", "text": "Hi"}]}, {"status": 500}].
"""

import argparse
import asyncio
import contextlib
import json
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from provider_dialects import DIALECTS
from provider_steps import (
    Call,
    Disconnect,
    Hold,
    Raw,
    Reply,
    Stall,
    Text,
    Thought,
    Usage,
    calls,
    fails,
    says,
)

__all__ = [
    "Call",
    "Disconnect",
    "Hold",
    "ProviderServer",
    "Raw",
    "Recorded",
    "Reply",
    "Stall",
    "Text",
    "Thought",
    "Usage",
    "calls",
    "fails",
    "says",
]

Script = Sequence[Reply] | Callable[[dict[str, Any]], Reply]

TIMEOUT_S = 600.0
"""No hold and no stall of a script outlives this."""


@dataclass
class Recorded:
    """One request, and what became of it."""

    path: str
    headers: Mapping[str, str]
    """The names in lower case."""
    raw: bytes
    body: dict[str, Any]
    left: threading.Event = field(default_factory=threading.Event)
    """Set when the client went away before its answer was complete."""
    answered: threading.Event = field(default_factory=threading.Event)
    """Set when the whole answer was sent."""

    @property
    def messages(self) -> list[dict[str, Any]]:
        return self.body["messages"]


class ProviderServer:
    """Serves from its own thread while its `with` block runs. `repeat`: the last reply is given again and again."""

    def __init__(self, script: Script = (), *, repeat: bool = False, port: int = 0) -> None:
        self.requests: list[Recorded] = []
        self._work_out = script if callable(script) else None
        self._replies: list[Reply] = [] if callable(script) else list(script)
        self._repeat = repeat
        self._port = port
        self._arrival = threading.Condition()
        self._gates: dict[str, threading.Event] = {}
        self.models: list[str] = []
        """What it lists, as OpenAI's API and Ollama do; such a request is not recorded."""
        self._ready = threading.Event()
        self._connections: set[asyncio.Task[None]] = set()
        self._thread = threading.Thread(
            target=lambda: asyncio.run(self._serve()), name="provider", daemon=True
        )

    def __enter__(self) -> "ProviderServer":
        self._thread.start()
        if not self._ready.wait(240):
            raise RuntimeError("the provider server did not start")
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._ended.set)
        self._thread.join(240)

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self._port}"

    @property
    def url(self) -> str:
        """The base URL for clients of the OpenAI API. Clients of Anthropic's and Google's want `origin`."""
        return f"{self.origin}/v1"

    def then(self, *replies: Reply) -> None:
        """Append replies while the server runs."""
        self._replies.extend(replies)

    def wait_for_requests(self, count: int, seconds: float = 60.0) -> None:
        with self._arrival:
            arrived = self._arrival.wait_for(lambda: len(self.requests) >= count, seconds)
        assert arrived, f"{len(self.requests)} of {count} requests came within {seconds} s"

    def release(self, name: str) -> None:
        """Let `Hold(name)` go on, now and later."""
        self._gate(name).set()

    def _gate(self, name: str) -> threading.Event:
        return self._gates.setdefault(name, threading.Event())

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._ended = asyncio.Event()
        server = await asyncio.start_server(self._connected, "127.0.0.1", self._port)
        self._port = server.sockets[0].getsockname()[1]
        self._ready.set()
        await self._ended.wait()
        server.close()
        for task in self._connections:
            task.cancel()
        await asyncio.gather(*self._connections, return_exceptions=True)

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._connections.add(task)
        try:
            with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
                await self._exchange(reader, writer)
        finally:
            self._connections.discard(task)
            writer.close()
            with contextlib.suppress(ConnectionError, asyncio.CancelledError):
                await writer.wait_closed()

    async def _exchange(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One request and its answer; the connection is then closed, which keeps the bookkeeping simple."""
        request = await _read_request(reader)
        if self.models and request.path in ("/v1/models", "/api/tags"):
            names = [{"id": name, "name": name} for name in self.models]
            await _whole(writer, Reply(()), json.dumps({"data": names, "models": names}).encode())
            return
        dialect = next((d for d in DIALECTS if d.answers(request.path)), None)
        with self._arrival:
            index = len(self.requests)
            self.requests.append(request)
            self._arrival.notify_all()
        if dialect is None:
            await _whole(writer, fails(404, f"nothing is served at {request.path}"), b"{}")
            return
        reply = self._reply(index, request.body)
        leaving = asyncio.ensure_future(reader.read())
        answering = asyncio.ensure_future(self._answer(writer, request, reply, dialect))
        done, _ = await asyncio.wait({leaving, answering}, return_when=asyncio.FIRST_COMPLETED)
        if answering in done and answering.exception() is None:
            request.answered.set()
        else:
            request.left.set()
        for task in (leaving, answering):
            task.cancel()
        await asyncio.gather(leaving, answering, return_exceptions=True)

    def _reply(self, index: int, body: dict[str, Any]) -> Reply:
        if self._work_out:
            try:
                return self._work_out(body)
            except Exception as raised:
                return fails(400, f"the script of this test failed: {raised!r}")
        if index < len(self._replies):
            return self._replies[index]
        if self._repeat and self._replies:
            return self._replies[-1]
        return fails(400, f"the script of this test has no reply {index + 1}")

    async def _answer(
        self, writer: asyncio.StreamWriter, request: Recorded, reply: Reply, dialect: Any
    ) -> None:
        if reply.status != 200:
            return await _whole(writer, reply, dialect.error(reply))
        if not dialect.streams(request.path, request.body):
            return await _whole(writer, reply, json.dumps(dialect.whole(reply, request.body)).encode())
        writer.write(_head(reply, "text/event-stream", "Transfer-Encoding: chunked"))
        await writer.drain()
        for piece in dialect.stream(reply, request.body):
            match piece:
                case Hold(name):
                    await _opened(self._gate(name))
                case Stall():
                    await asyncio.sleep(TIMEOUT_S)
                case Disconnect():
                    writer.transport.abort()
                    return None
                case _:
                    writer.write(b"%x\r\n%s\r\n" % (len(piece), piece))
                    await writer.drain()
        writer.write(b"0\r\n\r\n")
        return await writer.drain()


async def _opened(gate: threading.Event) -> None:
    ends = time.monotonic() + TIMEOUT_S
    while not gate.is_set() and time.monotonic() < ends:
        await asyncio.sleep(0.005)


async def _read_request(reader: asyncio.StreamReader) -> Recorded:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    headers = {
        name.lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:] if line)
    }
    raw = await reader.readexactly(int(headers.get("content-length", "0")))
    body: dict[str, Any] = {}
    with contextlib.suppress(ValueError):
        body = json.loads(raw)
    return Recorded(head[0].split(" ")[1], headers, raw, body)


def _head(reply: Reply, kind: str, *lines: str) -> bytes:
    own = [f"{name}: {value}" for name, value in reply.headers.items()]
    return "\r\n".join(
        [
            f"HTTP/1.1 {reply.status} Scripted",
            f"Content-Type: {kind}",
            "Connection: close",
            *lines,
            *own,
            "",
            "",
        ]
    ).encode()


async def _whole(writer: asyncio.StreamWriter, reply: Reply, body: bytes) -> None:
    writer.write(_head(reply, "application/json", f"Content-Length: {len(body)}") + body)
    await writer.drain()


def main() -> None:
    parser = argparse.ArgumentParser(description="A scripted language-model provider for tests.")
    parser.add_argument("--script", type=Path, required=True, help="a JSON file with a list of replies")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--repeat", action="store_true", help="the last reply answers all later requests")
    arguments = parser.parse_args()
    script = msgspec.json.decode(arguments.script.read_bytes(), type=list[Reply])
    with (
        contextlib.suppress(KeyboardInterrupt),
        ProviderServer(script, repeat=arguments.repeat, port=arguments.port) as server,
    ):
        print(server.url, flush=True)
        threading.Event().wait()


if __name__ == "__main__":
    main()
