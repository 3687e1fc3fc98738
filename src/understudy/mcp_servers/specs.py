"""The declaration of an MCP server by a client: how to start it, or its URL.

Plain data, validated when a connection is opened. What may be a secret (variables, headers, the query of a
URL) is excluded from `repr`, so that it cannot get into a log.
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
    """An endpoint of MCP's older HTTP transport: an event stream and a URL to post to."""

    name: str
    url: str = field(repr=False)
    headers: tuple[tuple[str, str], ...] = field(default=(), repr=False)


ServerSpec = StdioServerSpec | HttpServerSpec | SseServerSpec
