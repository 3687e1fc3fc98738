"""The words in which a test writes what the scripted provider answers; as Python values or as JSON."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, Protocol

import msgspec

__all__ = [
    "Call",
    "Dialect",
    "Disconnect",
    "Hold",
    "Piece",
    "Raw",
    "Reply",
    "Stall",
    "Text",
    "Thought",
    "Usage",
    "argument_pieces",
    "arguments_text",
    "calls",
    "event_bytes",
    "fails",
    "says",
]


class Text(msgspec.Struct, frozen=True, tag_field="step", tag="text"):
    """One chunk of what the model says."""

    text: str


class Thought(msgspec.Struct, frozen=True, tag_field="step", tag="thought"):
    """One chunk of reasoning. `signature` is sent by the dialects that have one, behind the last chunk."""

    text: str
    signature: str | None = None


class Call(msgspec.Struct, frozen=True, tag_field="step", tag="call"):
    """A tool call; its arguments (data, or any text) are streamed in `pieces` pieces."""

    name: str
    arguments: dict[str, Any] | str = {}
    id: str | None = None
    pieces: int = 3
    signature: str | None = None


class Hold(msgspec.Struct, frozen=True, tag_field="step", tag="hold"):
    """Wait until the test releases this name, or the client leaves."""

    name: str


class Stall(msgspec.Struct, frozen=True, tag_field="step", tag="stall"):
    """Send nothing more, until the client leaves."""


class Disconnect(msgspec.Struct, frozen=True, tag_field="step", tag="disconnect"):
    """Cut the connection without an end."""


class Raw(msgspec.Struct, frozen=True, tag_field="step", tag="raw"):
    """These bytes instead of an event, such as garbage."""

    text: str


Step = Text | Thought | Call | Hold | Stall | Disconnect | Raw


class Usage(msgspec.Struct, frozen=True):
    """`input` holds the cached tokens too, as OpenAI counts them."""

    input: int = 10
    output: int = 5
    cache_read: int = 0
    cache_write: int = 0
    thought: int = 0


class Reply(msgspec.Struct, frozen=True):
    """One answer. `finish` in OpenAI's words (stop, length, tool_calls, content_filter); None: what fits the steps.

    With another `status` than 200, `error` (data) or `message` is the body, and the steps do not count.
    """

    steps: tuple[Step, ...] = ()
    finish: str | None = None
    usage: Usage | None = Usage()
    status: int = 200
    headers: Mapping[str, str] = {}
    message: str = "the script says so"
    error: Any = None

    @property
    def ending(self) -> str:
        return self.finish or ("tool_calls" if any(isinstance(step, Call) for step in self.steps) else "stop")


def says(*chunks: str, **more: Any) -> Reply:
    """The model says this, chunk by chunk."""
    return Reply(tuple(Text(chunk) for chunk in chunks), **more)


def calls(*wanted: Call, text: str = "", **more: Any) -> Reply:
    """The model wants these tools to run, and may say something before."""
    return Reply((*([Text(text)] if text else []), *wanted), **more)


def fails(status: int, message: str = "the script says so", *, error: Any = None, **headers: str) -> Reply:
    """The provider refuses. Headers as names: `fails(429, Retry_After="1")`."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Reply(status=status, message=message, error=error, headers=named)


Piece = bytes | Hold | Stall | Disconnect
"""Bytes to send, or something to do."""


class Dialect(Protocol):
    """How one API writes a reply."""

    def answers(self, path: str) -> bool: ...
    def streams(self, path: str, body: dict[str, Any]) -> bool: ...
    def stream(self, reply: Reply, body: dict[str, Any]) -> Iterator[Piece]: ...
    def whole(self, reply: Reply, body: dict[str, Any]) -> dict[str, Any]: ...
    def error(self, reply: Reply) -> bytes: ...


def arguments_text(call: Call) -> str:
    return call.arguments if isinstance(call.arguments, str) else json.dumps(call.arguments)


def argument_pieces(call: Call) -> list[str]:
    text = arguments_text(call)
    size = max(1, -(-len(text) // max(1, call.pieces)))
    return [text[at : at + size] for at in range(0, len(text), size)]


def event_bytes(event: dict[str, Any], name: str | None = None) -> bytes:
    head = f"event: {name}\n" if name else ""
    return f"{head}data: {json.dumps(event)}\n\n".encode()
