"""For tests of the client's editor: an agent that suggests what it is told and notes all that it is sent.

It is a real peer at the other end of the in-memory pair, so what it notes is what went over the wire. Its texts
are kept by the plainest mirror that there can be: one string, spliced.
"""

import asyncio
import re
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any

from understudy.client import connect
from understudy.client.editor import Editor, Suggestion
from understudy.rpc import Order, Peer, Route, RpcError
from understudy.wire import Channel

ROOT = "file:///project"
URI = "file:///project/a.py"
TEXT = "old = 1\nprint(old)\nreturn old\n"
EVERYTHING: Mapping[str, Any] = {
    "events": {
        "document": {
            "didOpen": {},
            "didChange": {"syncKind": "incremental"},
            "didClose": {},
            "didSave": {},
            "didFocus": {},
        }
    },
    "context": {
        "recentFiles": {},
        "relatedSnippets": {},
        "editHistory": {},
        "userActions": {},
        "openFiles": {},
        "diagnostics": {},
    },
}
EVENTS = ("didOpen", "didChange", "didClose", "didSave", "didFocus")


class Suggesting:
    """Give it to `connect` as the partner."""

    def __init__(
        self,
        nes: Mapping[str, Any] | None = EVERYTHING,
        *,
        encoding: str | None = None,
        suggestions: Sequence[Sequence[Mapping[str, Any]]] = (),
        needs_login: int | None = None,
    ) -> None:
        self.sent: list[tuple[str, dict[str, Any]]] = []
        """Every message by its method, in the order in which it came."""
        self.texts: dict[str, str] = {}
        self.answers = [list(answer) for answer in suggestions]
        """What is suggested, one answer after the other, then nothing."""
        self.hold: asyncio.Event | None = None
        """Set it to let answers wait."""
        self.cancelled = 0
        self._nes, self._encoding, self._needs_login = nes, encoding, needs_login
        self._peer: Peer | None = None

    def __call__(self, channel: Channel) -> "Suggesting":
        def noting(method: str) -> Callable[[dict[str, Any], Any], Any]:
            def note(params: dict[str, Any], inbound: Any) -> Any:
                self.sent.append((method, params))
                return getattr(self, "_" + re.sub(r"\W", "_", method), lambda _: {})(params)

            return note

        calls = ("initialize", "authenticate", "nes/start", "nes/suggest", "nes/close")
        edit_objects = (*(f"document/{name}" for name in EVENTS), "nes/accept", "nes/reject")
        routes: dict[str, Route[Any]] = {name: Route(dict[str, Any], noting(name)) for name in calls}
        for name in ("session/set_config_option",):
            routes[name] = Route(dict[str, Any], noting(name))
        for name in edit_objects:
            routes[name] = Route(dict[str, Any], noting(name), Order.IN_ORDER, notification=True)
        self._peer = Peer(channel, routes)
        return self

    async def run(self) -> None:
        assert self._peer is not None
        await self._peer.run()

    def stop(self) -> None:
        assert self._peer is not None
        self._peer.stop()

    # What it answers.

    def _initialize(self, params: dict[str, Any]) -> Any:
        capabilities: dict[str, Any] = {}
        if self._nes is not None:
            capabilities["nes"] = self._nes
        if self._encoding is not None:
            capabilities["positionEncoding"] = self._encoding
        return {
            "protocolVersion": 1,
            "agentCapabilities": capabilities,
            "authMethods": [{"id": "key", "name": "A key"}],
        }

    def _authenticate(self, params: dict[str, Any]) -> Any:
        self._needs_login = None
        return {}

    def _nes_start(self, params: dict[str, Any]) -> Any:
        if self._needs_login is not None:
            raise RpcError(self._needs_login, "Log in first.", {"reason": "auth_required"})
        option = {"id": "fast", "name": "Fast", "type": "boolean", "currentValue": False}
        return {"sessionId": "s1", "configOptions": [option]}

    def _session_set_config_option(self, params: dict[str, Any]) -> Any:
        option = {"id": "fast", "name": "Fast", "type": "boolean", "currentValue": params["value"]}
        return {"configOptions": [option]}

    async def _nes_suggest(self, params: dict[str, Any]) -> Any:
        answer = {"suggestions": self.answers.pop(0) if self.answers else []}
        if self.hold is not None:
            try:
                await self.hold.wait()
            except asyncio.CancelledError:
                self.cancelled += 1
                raise
        return answer

    def _document_didOpen(self, params: dict[str, Any]) -> None:
        self.texts[params["uri"]] = params["text"]

    def _document_didChange(self, params: dict[str, Any]) -> None:
        for change in params["contentChanges"]:
            text = change["text"]
            if "range" in change:
                old = self.texts[params["uri"]]
                start, end = (self.offset(old, change["range"][side]) for side in ("start", "end"))
                text = old[:start] + text + old[end:]
            self.texts[params["uri"]] = text

    def offset(self, text: str, position: Mapping[str, int]) -> int:
        return plain_offset(text, position, self._encoding or "utf-16")

    # What it has been told.

    def of(self, *methods: str) -> list[dict[str, Any]]:
        return [params for method, params in self.sent if method in methods]

    @property
    def methods(self) -> list[str]:
        return [method for method, _ in self.sent]

    @property
    def outcomes(self) -> list[tuple[str, str]]:
        """The ids, with `accept` or the reason of the rejection (`-` for none)."""
        return [
            (params["id"], "accept" if method == "nes/accept" else params.get("reason", "-"))
            for method, params in self.sent
            if method in ("nes/accept", "nes/reject")
        ]

    async def expect_outcomes(self, *expected: tuple[str, str]) -> None:
        """Wait for as many outcomes, and compare them."""
        await self.until(lambda: len(self.outcomes) >= len(expected))
        assert self.outcomes == list(expected)

    async def until(self, happened: Callable[[], bool]) -> None:
        async with asyncio.timeout(240):
            while not happened():
                await asyncio.sleep(0)


def plain_offset(text: str, position: Mapping[str, int], encoding: str) -> int:
    """The slow and obvious way."""
    starts = [0, *(found.end() for found in re.finditer(r"\r\n|\n|\r", text))]
    at = starts[position["line"]]
    codec, unit = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}[encoding]
    passed = 0
    while passed < position["character"]:
        passed += len(text[at].encode(codec, "surrogatepass")) // unit
        at += 1
    assert passed == position["character"], "in the middle of a character"
    return at


def span(line: int, start: int, end: int, last: int | None = None) -> dict[str, Any]:
    last = line if last is None else last
    return {"start": {"line": line, "character": start}, "end": {"line": last, "character": end}}


def edit(
    name: str, *edits: tuple[int, int, int, str], uri: str = URI, cursor: tuple[int, int] | None = None
) -> dict[str, Any]:
    """Edits as line, start, end and the new text."""
    methods = [{"range": span(line, start, end), "newText": text} for line, start, end, text in edits]
    found: dict[str, Any] = {"kind": "edit", "id": name, "uri": uri, "edits": methods}
    if cursor is not None:
        found["cursorPosition"] = {"line": cursor[0], "character": cursor[1]}
    return found


@asynccontextmanager
async def editing(
    agent: Suggesting,
    roots: Sequence[Any] = (ROOT,),
    *,
    connecting: Mapping[str, Any] | None = None,
    **more: Any,
) -> AsyncGenerator[Editor]:
    """A started editor over that agent."""
    async with (
        connect(partner=agent, **(connecting or {})) as connection,
        connection.editor(list(roots), **more) as editor,
    ):
        yield editor


async def suggested(
    editor: Editor, line: int = 0, column: int = 0, uri: str = URI, **more: Any
) -> Suggestion:
    """The only suggestion that there is."""
    (found,) = await editor.suggest(uri, (line, column), **more)
    return found
