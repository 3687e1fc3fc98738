"""A server of a model with the delays of a real one, on virtual time: it reads and writes so many tokens a second.

Like llama.cpp with one slot it serves one request after the other, keeps the last prompt and reply as its cache,
and finishes evaluating a prompt whose client has left. It thinks about nothing: the test says what it answers.
"""

import asyncio
import contextlib
import json
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

__all__ = ["SlowServer", "serving"]

CHARS_PER_TOKEN = 4


@dataclass
class SlowServer:
    reply: Callable[[str], str]
    """The text for a prompt."""
    prompt_speed: float = 50.0
    output_speed: float = 10.0
    caches: bool = True
    reports: bool = True
    """Whether it sends timings and usage."""
    streams: bool = True
    log_probability: float | None = None
    """Of each token; None for a server that returns none."""
    refuses_extras: bool = False
    bodies: list[dict[str, Any]] = field(default_factory=list)
    evaluated: list[int] = field(default_factory=list)
    """The tokens of each prompt that were not cached."""
    url: str = ""

    def __post_init__(self) -> None:
        self._cache = ""
        self._slot = asyncio.Lock()
        self._tasks: set[asyncio.Task[Any]] = set()

    @property
    def prompts(self) -> list[str]:
        return [body["prompt"] for body in self.bodies]

    async def connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
            length = int(head.partition("content-length:")[2].partition("\r\n")[0])
            body = json.loads(await reader.readexactly(length))
            self.bodies.append(body)
            if self.refuses_extras and ("logprobs" in body or body.get("stream")):
                writer.write(b"HTTP/1.1 400 Bad\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
            else:
                await self._answer(body, writer)
        writer.close()
        with contextlib.suppress(ConnectionError):
            await writer.wait_closed()
        self._tasks.discard(task)

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks)

    async def _answer(self, body: dict[str, Any], writer: asyncio.StreamWriter) -> None:
        prompt: str = body["prompt"]
        async with self._slot:
            same = 0
            while (
                self.caches
                and same < min(len(prompt), len(self._cache))
                and prompt[same] == self._cache[same]
            ):
                same += 1
            cached = same // CHARS_PER_TOKEN
            new = max(-(-len(prompt) // CHARS_PER_TOKEN) - cached, 1)
            self.evaluated.append(new)
            await asyncio.sleep(new / self.prompt_speed)
            self._cache = prompt
            await self._write_reply(body, writer, cached, new)

    async def _write_reply(
        self, body: dict[str, Any], writer: asyncio.StreamWriter, cached: int, new: int
    ) -> None:
        prompt, streams = body["prompt"], self.streams and body.get("stream")
        text = self.reply(prompt)
        pieces = [text[at : at + CHARS_PER_TOKEN] for at in range(0, len(text), CHARS_PER_TOKEN)]
        finish = "stop" if len(pieces) <= body["max_tokens"] else "length"
        pieces = pieces[: body["max_tokens"]]
        if streams:
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n")
        for at, piece in enumerate(pieces):
            if at:
                await asyncio.sleep(1 / self.output_speed)
            if writer.is_closing():
                return
            self._cache += piece
            if streams:
                writer.write(_event({"choices": [self._choice(piece, [piece], None)]}))
                await writer.drain()
        written = len(pieces)
        counts: dict[str, Any] = {}
        if self.reports:
            counts["timings"] = {
                "cache_n": cached,
                "prompt_n": new,
                "prompt_ms": 1000 * new / self.prompt_speed,
                "predicted_n": written,
                "predicted_ms": 1000 * written / self.output_speed,
            }
        if streams:
            writer.write(_event({"choices": [self._choice("", [], finish)], **counts}) + b"data: [DONE]\n\n")
            return
        answer = json.dumps({"choices": [self._choice("".join(pieces), pieces, finish)], **counts}).encode()
        writer.write(
            b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n"
            b"Content-Length: %d\r\n\r\n%s" % (len(answer), answer)
        )

    def _choice(self, text: str, tokens: list[str], finish: str | None) -> dict[str, Any]:
        choice: dict[str, Any] = {"text": text, "finish_reason": finish, "logprobs": None}
        if self.log_probability is not None and tokens:
            content = [{"token": token, "logprob": self.log_probability} for token in tokens]
            choice["logprobs"] = {"content": content}
        return choice


def _event(value: dict[str, Any]) -> bytes:
    return b"data: " + json.dumps(value).encode() + b"\n\n"


@asynccontextmanager
async def serving(server: SlowServer) -> AsyncGenerator[SlowServer]:
    listener = await asyncio.start_server(server.connected, "127.0.0.1", 0)
    server.url = f"http://127.0.0.1:{listener.sockets[0].getsockname()[1]}"
    try:
        yield server
    finally:
        listener.close()
        await server.stop()
