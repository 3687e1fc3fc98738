"""Answers the beginning of an MCP conversation before the SDK is loaded, which takes half a second.

`initialize`, `ping` and `tools/list` need nothing of the SDK. It is imported by a thread as soon as the first
answer is written; whatever else comes meanwhile waits for it. Then the SDK gets the handshake too, without
answering it a second time. A conversation that begins otherwise is the SDK's from its first line.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec

from understudy.mcp.limits import FLUSH_TIMEOUT_S
from understudy.mcp.line_queue import LineQueue
from understudy.mcp.tool_messages import ToolRegistry, handshake_result, tool_listing
from understudy.wire import OVERSIZED_FRAME, Sink
from understudy.workspace import Workspace

__all__ = ["HANDSHAKE_VERSIONS", "EarlyAnswers", "answer_early"]

HANDSHAKE_VERSIONS: Final = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
"""Those of the SDK; a client that names another one is left to it."""


class _Information(msgspec.Struct):
    name: str
    version: str


class _InitializeParams(msgspec.Struct):
    protocolVersion: str
    capabilities: dict[str, Any]
    clientInfo: _Information


class _Request(msgspec.Struct):
    jsonrpc: str
    method: str
    id: str | int | None = None
    params: dict[str, Any] = msgspec.field(default_factory=dict[str, Any])


_decoder: Final = msgspec.json.Decoder(_Request)


@dataclass(slots=True)
class EarlyAnswers:
    """What the SDK needs to know of the beginning."""

    answered: set[str | int] = field(default_factory=set[str | int])
    """Ids of requests that the SDK must handle but not answer."""


async def answer_early(
    lines: LineQueue,
    fd: int,
    workspace: Workspace,
    tools: ToolRegistry,
    load_sdk: Callable[[], Awaitable[None]],
) -> EarlyAnswers:
    """Answer what can be answered until the SDK is loaded, and leave the rest in the queue."""
    early = EarlyAnswers()
    await lines.wait()
    first = lines.pop() if lines else None
    handshake = None if first is None else _parse(first)
    version = None if handshake is None else _handshake_version(handshake)
    if first is None or handshake is None or version is None:
        lines.put_back([] if first is None else [first])
        await load_sdk()
        return early
    sink = Sink(fd)
    replayed = [first]
    early.answered.add(_known_id(handshake))
    _answer(sink, handshake, handshake_result(version, workspace, tools))
    loading = asyncio.ensure_future(load_sdk())
    try:
        while not loading.done():
            waiting = asyncio.ensure_future(lines.wait())
            await asyncio.wait((loading, waiting), return_when=asyncio.FIRST_COMPLETED)
            waiting.cancel()
            if not lines:
                if lines.has_ended:
                    break
                continue
            line = lines.pop()
            request = _parse(line)
            if request is not None and request.id is None and request.method == "notifications/initialized":
                replayed.append(line)
            elif request is not None and request.id is not None and request.method == "ping":
                _answer(sink, request, {})
            elif request is not None and request.id is not None and request.method == "tools/list":
                _answer(sink, request, tool_listing(tools))
            else:
                replayed.append(line)
                break
        await loading
    finally:
        await sink.flush(FLUSH_TIMEOUT_S)
        while sink.has_unwritten and not lines.has_ended:  # a client that reads slowly gets all of it
            await sink.flush(FLUSH_TIMEOUT_S)
        sink.close()
    lines.put_back(replayed)
    return early


def _parse(line: bytes) -> _Request | None:
    if line is OVERSIZED_FRAME:
        return None
    try:
        request = _decoder.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    return request if request.jsonrpc == "2.0" else None


def _handshake_version(request: _Request) -> str | None:
    if request.method != "initialize" or request.id is None:
        return None
    try:
        params = msgspec.convert(request.params, _InitializeParams)
    except msgspec.ValidationError:
        return None
    return params.protocolVersion if params.protocolVersion in HANDSHAKE_VERSIONS else None


def _known_id(request: _Request) -> str | int:
    assert request.id is not None  # noqa: S101 - _handshake_version has checked it
    return request.id


def _answer(sink: Sink, request: _Request, result: dict[str, Any]) -> None:
    sink.put(msgspec.json.encode({"jsonrpc": "2.0", "id": request.id, "result": result}) + b"\n")
