"""The client that plays against an agent: connections with chosen capabilities, sessions and documents."""

import asyncio
import tempfile
from collections.abc import AsyncGenerator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, Final

from understudy.conformance.limits import BUSY_INTERVAL_S, RESPONSE_TIMEOUT_S
from understudy.conformance.message_log import JsonObject, MessageLog, RpcError, as_list, as_object
from understudy.conformance.report import CheckFailed, NotAdvertised, NotTestable
from understudy.uris import path_to_uri
from understudy.wire import Channel

__all__ = [
    "AUTH_REQUIRED_CODES",
    "AgentPlayer",
    "ChannelMaker",
    "expect",
    "temporary_workspace",
]

AUTH_REQUIRED_CODES: Final = (-32000, -32001)
FULL_NES: Final[JsonObject] = {"jump": {}, "rename": {}, "searchAndReplace": {}}

ChannelMaker = Callable[[], Any]
"""Makes an asynchronous context manager with a channel to a freshly started agent."""


def expect(is_true: object, otherwise: str) -> None:
    if not is_true:
        raise CheckFailed(otherwise)


class AgentPlayer:
    """What a check is given. `log` is the shared connection with all capabilities; `connect` makes another one."""

    def __init__(self, make_channel: ChannelMaker, folder: Path, timeout: float = RESPONSE_TIMEOUT_S) -> None:
        self._make_channel = make_channel
        self._timeout = timeout
        self.folder = folder
        self.extra_folders = (folder / "extra-1", folder / "extra-2")
        self.capabilities: JsonObject = {}
        self.initialized: JsonObject = {}
        self.log: MessageLog
        self.logs: list[MessageLog] = []
        """The connections of the present check."""

    @asynccontextmanager
    async def run(self) -> AsyncGenerator[None]:
        """Keep the shared connection. Raises RpcError and CheckFailed if initialize fails."""
        async with self.connect() as log:
            self.log = log
            self.initialized = log.result_of(log.received[-1]) if log.received else {}
            self.capabilities = as_object(self.initialized.get("agentCapabilities")) or {}
            yield

    @asynccontextmanager
    async def connect(
        self,
        nes: JsonObject | None = None,
        capabilities: JsonObject | None = None,
        *,
        initialize: bool = True,
    ) -> AsyncGenerator[MessageLog]:
        """A connection of its own. Without capabilities the client has all that next edits know."""
        async with AsyncExitStack() as stack:
            channel: Channel = await stack.enter_async_context(self._make_channel())
            log = MessageLog(channel, self._timeout)
            log.handlers["session/request_permission"] = _refuse_permission
            self.logs.append(log)
            if initialize:
                offered = (
                    capabilities if capabilities is not None else {"nes": FULL_NES if nes is None else nes}
                )
                await log.request("initialize", {"protocolVersion": 1, "clientCapabilities": offered})
            yield log

    # What the agent offers.

    @property
    def nes(self) -> JsonObject:
        offered = as_object(self.capabilities.get("nes"))
        if offered is None:
            raise NotAdvertised("agentCapabilities.nes is missing")
        return offered

    def takes_event(self, name: str) -> bool:
        events = as_object(self.nes.get("events")) or {}
        return (as_object(events.get("document")) or {}).get(name) is not None

    def takes_context(self, name: str) -> bool:
        return (as_object(self.nes.get("context")) or {}).get(name) is not None

    def session_capability(self, name: str) -> JsonObject:
        offered = as_object(self.capabilities.get("sessionCapabilities")) or {}
        found = as_object(offered.get(name))
        if found is None:
            raise NotAdvertised(f"agentCapabilities.sessionCapabilities.{name} is missing")
        return found

    # Chat sessions.

    async def new_session(self, log: MessageLog | None = None, **fields: Any) -> str:
        params: JsonObject = {"cwd": str(self.folder), "mcpServers": [], **fields}
        try:
            result = await (log or self.log).request("session/new", params)
        except RpcError as error:
            if error.code in AUTH_REQUIRED_CODES:
                raise NotTestable("the agent needs authentication before session/new") from None
            if not fields:
                raise NotTestable(f"the agent opens no session here: {error}") from None
            await self.new_session(log)  # not testable if one without these fields is refused, too
            raise
        session = result.get("sessionId")
        expect(isinstance(session, str) and session, "session/new answers no sessionId")
        return str(session)

    async def load_session(self, log: MessageLog, session: str) -> JsonObject:
        """Load a session that another connection has made and left; return the response.

        The agent may need a moment to notice that the other connection is gone.
        """
        params: JsonObject = {"sessionId": session, "cwd": str(self.folder), "mcpServers": []}
        deadline = asyncio.get_running_loop().time() + self._timeout
        while True:
            response = await log.response_to(log.begin("session/load", params), "session/load")
            data = as_object((as_object(response.get("error")) or {}).get("data")) or {}
            if data.get("reason") != "session_busy" or asyncio.get_running_loop().time() > deadline:
                log.result_of(response)
                return response
            await asyncio.sleep(BUSY_INTERVAL_S)

    # Next edits.

    async def start_nes(self, log: MessageLog | None = None, **fields: Any) -> str:
        _ = self.nes
        try:
            result = await (log or self.log).request("nes/start", fields)
        except RpcError as error:
            if error.code in AUTH_REQUIRED_CODES:
                raise NotTestable("the agent needs authentication before nes/start") from None
            raise
        session = result.get("sessionId")
        expect(isinstance(session, str) and session, "nes/start answers no sessionId")
        return str(session)

    def uri(self, name: str) -> str:
        return path_to_uri(str(self.folder / name))

    def open_document(self, session: str | None, name: str, text: str, log: MessageLog | None = None) -> str:
        """Send didOpen, if the agent takes it, and return the document's URI."""
        if not self.takes_event("didOpen"):
            raise NotAdvertised("the agent takes no document/didOpen")
        params: JsonObject = {"uri": self.uri(name), "languageId": "python", "version": 1, "text": text}
        (log or self.log).notify(
            "document/didOpen", params if session is None else {"sessionId": session, **params}
        )
        return self.uri(name)

    def replace_text(
        self, session: str | None, uri: str, version: int, text: str, log: MessageLog | None = None
    ) -> None:
        """Send the whole text as a change: both kinds of synchronization take it."""
        params: JsonObject = {"uri": uri, "version": version, "contentChanges": [{"text": text}]}
        (log or self.log).notify(
            "document/didChange", params if session is None else {"sessionId": session, **params}
        )

    def suggest_params(
        self, session: str, uri: str, version: int, line: int, character: int, **more: Any
    ) -> JsonObject:
        return {
            "sessionId": session,
            "uri": uri,
            "version": version,
            "position": {"line": line, "character": character},
            "triggerKind": "manual",
            **more,
        }

    async def suggest(self, params: JsonObject, log: MessageLog | None = None) -> list[JsonObject]:
        result = await (log or self.log).request("nes/suggest", params)
        found = as_list(result.get("suggestions"))
        expect(found is not None, "nes/suggest answers no list `suggestions`")
        return found or []


@asynccontextmanager
async def temporary_workspace(inside: Path | None = None) -> AsyncGenerator[Path]:
    """A folder with two more folders in it, for the agent to work in; `inside` one that it may use, if given."""
    with tempfile.TemporaryDirectory(prefix="understudy-check-", dir=inside) as name:
        folder = Path(name).resolve()
        for extra in ("extra-1", "extra-2"):
            (folder / extra).mkdir()
        (folder / "README.md").write_text("A folder for the conformance checks.\n")
        yield folder


async def _refuse_permission(_params: JsonObject) -> JsonObject:
    return {"outcome": {"outcome": "cancelled"}}
