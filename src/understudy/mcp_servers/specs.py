"""What a client says of an MCP server: how to start it, or where it is.

Plain data without any check; whoever connects checks it. What may be a secret (variables, headers, a
URL's query) is kept out of `repr`, so that it cannot slip into a log.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

__all__ = ["HttpServerSpec", "ServerSpec", "SseServerSpec", "StdioServerSpec"]


@dataclass(frozen=True, slots=True)
class StdioServerSpec:
    """A program to start, which speaks MCP on its stdin and stdout."""

    name: str
    command: str
    args: tuple[str, ...] = field(default=(), repr=False)
    env: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)


@dataclass(frozen=True, slots=True)
class HttpServerSpec:
    """A streamable HTTP endpoint."""

    name: str
    url: str = field(repr=False)
    headers: tuple[tuple[str, str], ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class SseServerSpec:
    """An endpoint of MCP's older HTTP transport, an event stream and a place to post to."""

    name: str
    url: str = field(repr=False)
    headers: tuple[tuple[str, str], ...] = field(default=(), repr=False)


ServerSpec = StdioServerSpec | HttpServerSpec | SseServerSpec
