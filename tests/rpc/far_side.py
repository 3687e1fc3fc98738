"""The other side of a peer, as plain frames: in memory, or as a pipe to a process."""

import asyncio
import json
import os
import selectors
import subprocess
import sys
import time
from collections import deque
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from understudy.rpc import Peer, Route
from understudy.wire import Channel, MemoryChannel, memory_pair

__all__ = ["LIMIT_S", "Far", "Process", "call", "note", "two_peers", "with_peer"]

LIMIT_S = 240.0
PROGRAM = Path(__file__).with_name("echo_program.py")

Message = dict[str, Any]


def call(name: Any, method: str, params: object = None) -> bytes:
    message: Message = {"jsonrpc": "2.0", "id": name, "method": method}
    return json.dumps(message if params is None else {**message, "params": params}).encode()


def note(method: str, params: object = None) -> bytes:
    message: Message = {"jsonrpc": "2.0", "method": method}
    return json.dumps(message if params is None else {**message, "params": params}).encode()


class Far:
    """The far side in memory: sends frames and receives messages."""

    def __init__(self, channel: MemoryChannel) -> None:
        self.channel = channel
        self._received: deque[bytes] = deque()
        self._news = asyncio.Event()
        self.over = False
        channel.open(self)

    def frames_received(self, frames: list[bytes]) -> None:
        self._received += frames
        self._news.set()

    def ended(self) -> None:
        self.over = True
        self._news.set()

    def say(self, *frames: bytes) -> None:
        for frame in frames:
            self.channel.send(frame)

    async def receive(self) -> Message:
        while not self._received:
            assert not self.over, "the peer ended"
            self._news.clear()
            await self._news.wait()
        message = json.loads(self._received.popleft())
        assert message["jsonrpc"] == "2.0"
        return message

    async def receive_all(self) -> list[Message]:
        """Until the peer has ended."""
        while not self.over:
            self._news.clear()
            await self._news.wait()
        return [json.loads(frame) for frame in self._received]

    async def exchange(self, *frames: bytes) -> list[Message]:
        """What these frames are answered with, before the answer to a good request that follows them."""
        self.say(*frames, call("fence", "echo", {"text": "fence"}))
        received = [await self.receive()]
        while received[-1].get("id") != "fence":
            received.append(await self.receive())
        assert received.pop()["result"]["text"] == "fence"
        return received


@asynccontextmanager
async def with_peer(routes: Mapping[str, Route[Any]], **options: Any) -> AsyncGenerator[tuple[Far, Peer]]:
    """A peer that runs, and its far side. Everything within a limit."""
    near, far = memory_pair()
    peer = Peer(near, routes, **options)
    async with asyncio.timeout(LIMIT_S):
        running = asyncio.create_task(peer.run())
        try:
            yield Far(far), peer
        finally:
            far.close()
            await running


@asynccontextmanager
async def two_peers(
    one: Mapping[str, Route[Any]],
    two: Mapping[str, Route[Any]],
    channels: tuple[Channel, Channel] | None = None,
    **options: Any,
) -> AsyncGenerator[tuple[Peer, Peer]]:
    near, far = channels or memory_pair()
    left, right = Peer(near, one, **options), Peer(far, two, **options)
    async with asyncio.timeout(LIMIT_S):
        running = [asyncio.create_task(left.run()), asyncio.create_task(right.run())]
        try:
            yield left, right
        finally:
            left.stop()
            right.stop()
            await asyncio.gather(*running)


class Process:
    """The echo program, with raw pipes to it."""

    def __init__(self, *options: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, str(PROGRAM), *options],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
        )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.stdin, self.stdout = self.process.stdin, self.process.stdout
        self._lines: deque[bytes] = deque()
        self._rest = b""
        self._ready = selectors.DefaultSelector()
        self._ready.register(self.stdout, selectors.EVENT_READ)

    def __enter__(self) -> "Process":
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(LIMIT_S)
        self._ready.close()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            assert stream is not None
            with suppress(OSError):
                stream.close()

    def write(self, data: bytes) -> None:
        view = memoryview(data)
        while view:
            view = view[os.write(self.stdin.fileno(), view) :]

    def say(self, *frames: bytes) -> None:
        self.write(b"".join(frame + b"\n" for frame in frames))

    def receive(self) -> Message:
        until = time.monotonic() + LIMIT_S
        while not self._lines:
            assert self._ready.select(max(0.0, until - time.monotonic())), "no answer in time"
            data = os.read(self.stdout.fileno(), 1 << 20)
            assert data, "the program ended"
            *lines, self._rest = (self._rest + data).split(b"\n")
            self._lines += lines
        line = self._lines.popleft()
        message = json.loads(line)
        assert message["jsonrpc"] == "2.0"
        return message

    def ask(self, method: str, params: object = None) -> Any:
        self.say(call("ask", method, params))
        while (message := self.receive()).get("id") != "ask":
            pass
        return message["result"]

    def exchange(self, *frames: bytes) -> list[Message]:
        self.say(*frames, call("fence", "echo", {"text": "fence"}))
        received = [self.receive()]
        while received[-1].get("id") != "fence":
            received.append(self.receive())
        assert received.pop()["result"]["text"] == "fence"
        return received

    def finish(self) -> tuple[bytes, bytes]:
        """Close its input; what it still had to say, and its log."""
        out, log = self.process.communicate(timeout=LIMIT_S)
        assert self.process.returncode == 0, log
        return b"".join(line + b"\n" for line in self._lines) + self._rest + out, log
