"""A provider that never stops sending is disconnected: a line, an event, an error, a stream, compressed data."""

import asyncio
import itertools
import zlib
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager
from functools import cache
from typing import Any

import pytest

from models.model_requests import KEY, READ, SPECS, failure, limited, request, settings
from provider_server import Call, ProviderServer, Reply, Text, calls, says
from understudy.models import ModelError, ModelSettings, http_client, open_model

MIB = 1024 * 1024
LEFT_EARLY = 32 * MIB
"""Far above the limits under test and what sockets buffer, and far below what a client would read in a minute."""
STREAMING = ("200 OK", "Content-Type: text/event-stream")
FILL = b"a" * 65_536


class Flood:
    """A server that sends these pieces, over and over if they never end, until the client leaves."""

    def __init__(self, head: Iterable[str], pieces: Callable[[], Iterable[bytes]]) -> None:
        status, *headers = head
        self._head = "\r\n".join(["HTTP/1.1 " + status, "Connection: close", *headers, "", ""]).encode()
        self._pieces = pieces
        self.sent = 0
        self.asked = 0
        self.encodings: list[str] = []

    @asynccontextmanager
    async def serving(self) -> AsyncIterator[str]:
        server = await asyncio.start_server(self._answer, "127.0.0.1", 0)
        async with server:
            yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        self.encodings += [line for line in head.split("\r\n") if line.startswith("accept-encoding")]
        self.asked += 1
        try:
            writer.write(self._head)
            for piece in self._pieces():
                writer.write(piece)
                await writer.drain()
                self.sent += len(piece)
        except (ConnectionError, asyncio.CancelledError):
            pass
        finally:
            writer.close()

    def error_of(self, spec: str) -> ModelError:
        async def try_it() -> ModelError:
            async with self.serving() as origin:
                own = spec.startswith(("anthropic:", "google:"))
                how = ModelSettings(spec, KEY, origin if own else f"{origin}/v1", retry_seconds=0.01)
                model = open_model(how)
                try:
                    with pytest.raises(ModelError) as raised:
                        async for _ in model.stream(request()):
                            pass
                    return raised.value
                finally:
                    await model.close()

        load_sdk(spec)
        return limited(try_it())


@cache
def load_sdk(spec: str) -> None:
    """Import the provider's SDK outside of a time limit: on a busy machine that takes most of a minute."""
    asyncio.run(open_model(ModelSettings(spec, KEY)).close())


@pytest.mark.parametrize("spec", SPECS)
def test_a_line_without_an_end_is_left(spec: str) -> None:
    flood = Flood(STREAMING, lambda: itertools.chain([b'data: {"x":"'], itertools.repeat(FILL)))
    error = flood.error_of(spec)
    assert error.kind == "rejected"
    assert "too much at once" in error.message
    assert (flood.asked, flood.sent < 2 * http_client.MAX_EVENT_BYTES) == (1, True)


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("line", [b"data: x\n", b"data: x\r\n", b"\rdata: x"])
def test_an_event_of_lines_without_end_is_left(spec: str, line: bytes) -> None:
    flood = Flood(STREAMING, lambda: itertools.repeat(line * 8192))
    assert "too much at once" in flood.error_of(spec).message
    assert flood.sent < LEFT_EARLY


@pytest.mark.parametrize("spec", SPECS[:3])
def test_a_stream_of_nothing_but_signs_of_life_has_a_limit(
    spec: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_client, "MAX_STREAM_BYTES", 2 * MIB)
    flood = Flood(STREAMING, lambda: itertools.repeat(b": alive\n\n" * 1000))
    assert "too much at once" in flood.error_of(spec).message
    assert flood.sent < LEFT_EARLY


@pytest.mark.parametrize("spec", SPECS)
def test_a_stream_of_empty_events_has_a_limit(spec: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_client, "MAX_EVENTS", 5000)
    flood = Flood(STREAMING, lambda: itertools.repeat(b"data:\n\n" * 1000))
    assert "too much at once" in flood.error_of(spec).message
    assert flood.sent < LEFT_EARLY


@pytest.mark.parametrize("spec", SPECS)
def test_a_page_without_an_end_is_left(spec: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_client, "MAX_BODY_BYTES", 200_000)
    flood = Flood(("200 OK", "Content-Type: application/json"), lambda: itertools.repeat(b"{}\n\n" * 1000))
    assert flood.error_of(spec).kind == "rejected"
    assert flood.sent < LEFT_EARLY


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize(
    ("status", "kind"), [("400 Bad", "rejected"), ("401 No", "auth"), ("302 There", "rejected")]
)
def test_an_error_without_an_end_is_cut_and_still_told_as_what_it_is(
    spec: str, status: str, kind: str
) -> None:
    head = (status, "Content-Type: application/json")
    flood = Flood(head, lambda: itertools.chain([b'{"x":"'], itertools.repeat(FILL)))
    error = flood.error_of(spec)
    assert error.kind == kind
    assert len(error.message) < 500
    assert (flood.asked, flood.sent < LEFT_EARLY) == (1, True)


@cache
def packed(size: int = 300 * MIB) -> Sequence[bytes]:
    return tuple(pack(size))


def pack(size: int) -> Iterator[bytes]:
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    yield packer.compress(b'data: {"x":"')
    for _ in range(size // MIB):
        yield packer.compress(b"a" * MIB) + packer.flush(zlib.Z_SYNC_FLUSH)


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("status", ["200 OK", "400 Bad"])
def test_what_is_packed_is_not_unpacked(spec: str, status: str) -> None:
    flood = Flood((status, "Content-Type: text/event-stream", "Content-Encoding: gzip"), packed)
    error = flood.error_of(spec)
    assert error.kind == "rejected"
    assert ("compressed answer" in error.message) is (status == "200 OK")
    assert flood.encodings == ["accept-encoding: identity"]


@pytest.mark.parametrize("spec", SPECS)
def test_an_error_of_any_depth_is_only_an_error(spec: str) -> None:
    deep = b'{"error":' * 900 + b'"so"' + b"}" * 900
    flood = Flood(("400 Bad", "Content-Type: application/json"), lambda: iter([deep]))
    assert flood.error_of(spec).kind == "rejected"


@pytest.mark.parametrize("spec", SPECS)
def test_an_answer_of_many_megabytes_in_many_events_is_fine(spec: str) -> None:
    with ProviderServer([Reply(tuple(Text("word " * 20_000) for _ in range(40)))]) as provider:

        async def listen() -> int:
            model = open_model(settings(provider, spec))
            try:
                return sum([len(getattr(event, "text", "")) async for event in model.stream(request())])
            finally:
                await model.close()

        assert limited(listen()) == 4_000_000


@pytest.mark.parametrize("spec", SPECS)
def test_more_calls_at_once_than_anybody_needs_are_refused(spec: str) -> None:
    wanted = [Call("read", {}, id=f"c{number}") for number in range(129)]
    with ProviderServer([calls(*wanted[:128]), calls(*wanted)]) as provider:
        how = settings(provider, spec)
        error = failure(how, request(tools=[READ]), request(tools=[READ]))
    assert error.kind == "rejected"
    assert "more than 128 tools at once" in error.message


@pytest.mark.parametrize("spec", SPECS)
def test_names_ids_and_arguments_count_for_the_size_of_an_answer(spec: str) -> None:
    large = "x" * (3 * MIB)
    replies: list[Any] = [
        calls(*(Call(large, {}, id=f"c{number}") for number in range(3))),
        calls(*(Call("read", {}, id=f"{large}{number}") for number in range(3))),
        calls(*(Call("read", {"path": large}, id=f"c{number}") for number in range(3))),
    ]
    for reply in replies:
        with ProviderServer([reply, says("no")]) as provider:
            error = failure(settings(provider, spec), request(tools=[READ]))
        assert "8 MiB" in error.message
