"""A server of next-edit models for tests: real HTTP on a free loopback port, with answers written by the test.

    with ScriptedServer([says("text"), Stall(), fails(500)]) as server:
        ... server.url ...
        server.requests[0].body

It keeps every request, and sees when a client leaves before its answer. When the script is over it repeats the
last line. It thinks about nothing.
"""

import asyncio
import contextlib
import json
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

__all__ = ["Drop", "Raw", "Recorded", "ScriptedServer", "Stall", "fails", "says", "says_ollama"]


@dataclass(frozen=True)
class Raw:
    """An answer as it goes over the wire."""

    body: bytes
    kind: str = "application/json"
    status: int = 200
    headers: tuple[tuple[str, str], ...] = ()
    endless: bool = False
    """The body comes again and again, until the client has had enough."""


@dataclass(frozen=True)
class Stall:
    """Nothing at all, or only a head; the client has to leave."""

    after_head: bool = False


@dataclass(frozen=True)
class Drop:
    """The connection breaks, before or inside the answer."""

    inside: bool = False


def fails(status: int, *headers: tuple[str, str], body: bytes = b'{"error": "scripted"}') -> Raw:
    return Raw(body, status=status, headers=headers)


def says(text: str, finish: str = "stop") -> Raw:
    """For all three kinds of an OpenAI-compatible server."""
    choice = {
        "index": 0,
        "text": text,
        "message": {"role": "assistant", "content": text},
        "finish_reason": finish,
    }
    return Raw(
        json.dumps({"id": "x", "object": "text_completion", "choices": [choice], "usage": {}}).encode()
    )


def says_ollama(text: str, reason: str = "stop") -> Raw:
    answer = {"model": "m", "response": text, "done": True, "done_reason": reason, "context": [1, 2]}
    return Raw(json.dumps(answer).encode())


Line = Raw | Stall | Drop


@dataclass
class Recorded:
    path: str
    headers: dict[str, str]
    body: dict[str, Any]
    left: threading.Event = field(default_factory=threading.Event)
    """Set when the client went away before its answer was complete."""


class ScriptedServer:
    def __init__(self, script: Sequence[Line]) -> None:
        self.requests: list[Recorded] = []
        self._script = list(script)
        self._arrived = threading.Condition()
        self._ready = threading.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()), daemon=True)
        self.port = 0

    def __enter__(self) -> "ScriptedServer":
        self._thread.start()
        assert self._ready.wait(240)
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._over.set)
        self._thread.join(240)
        assert not self._thread.is_alive()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def arrived(self, count: int) -> None:
        """Waits until so many requests came in."""

        def wait() -> None:
            with self._arrived:
                assert self._arrived.wait_for(lambda: len(self.requests) >= count, 240)

        await asyncio.to_thread(wait)

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._over = asyncio.Event()
        server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        self._ready.set()
        await self._over.wait()
        server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
                while await self._answered(reader, writer):
                    pass
        finally:
            self._tasks.discard(task)
            writer.close()
            with contextlib.suppress(ConnectionError, asyncio.CancelledError):
                await writer.wait_closed()

    async def _answered(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        headers = {
            name.lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:])
        }
        raw = await reader.readexactly(int(headers.get("content-length", "0")))
        recorded = Recorded(head[0].split(" ")[1], headers, json.loads(raw or b"{}"))
        with self._arrived:
            line = self._script[min(len(self.requests), len(self._script) - 1)]
            self.requests.append(recorded)
            self._arrived.notify_all()
        return await self._play(line, reader, writer, recorded)

    async def _play(
        self, line: Line, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, recorded: Recorded
    ) -> bool:
        """Whether the connection stays open."""
        match line:
            case Drop(inside=True):
                writer.write(
                    b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"
                )
                await writer.drain()
                writer.transport.abort()
                return False
            case Drop():
                writer.transport.abort()
                return False
            case Stall():
                if line.after_head:
                    writer.write(
                        b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"
                    )
                    await writer.drain()
                try:
                    await reader.read(1)
                finally:
                    recorded.left.set()
                return False
            case Raw(endless=True):
                writer.write(_head(line, "Transfer-Encoding: chunked"))
                try:
                    while True:
                        writer.write(b"%x\r\n%s\r\n" % (len(line.body), line.body))
                        await writer.drain()
                finally:
                    recorded.left.set()
            case Raw():
                writer.write(_head(line, f"Content-Length: {len(line.body)}") + line.body)
                await writer.drain()
                return True


def _head(line: Raw, *more: str) -> bytes:
    own = [f"{name}: {value}" for name, value in line.headers]
    lines = [
        f"HTTP/1.1 {line.status} Scripted",
        f"Content-Type: {line.kind}",
        "Connection: close",
        *more,
        *own,
    ]
    return "\r\n".join([*lines, "", ""]).encode()
