"""An agent that suggests edits, connected with `understudy.client` and driven message by message.

The client starts the agent's process, initializes the connection and ends both. The messages of a NES session are
sent from here instead of through `client.Editor`, because the replay measures the agent's raw responses: an Editor
recomputes document changes, drops suggestions that it cannot parse, rejects on its own and requests one suggestion
at a time, which would change the figures.
"""

import asyncio
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, Final, Literal, cast

import msgspec

from understudy import client
from understudy.replay.errors import AgentGone, ReplayError, RequestFailed
from understudy.replay.limits import MAX_LOG_TAIL_CHARS, REQUEST_TIMEOUT_S
from understudy.schema import acp

__all__ = ["META_KEY", "SuggestionClient", "SuggestionKind", "launch_agent", "loop_factory"]

META_KEY: Final = "understudy.dev/nes"
"""The key in a suggestion's `_meta` under which our agent explains it."""
SuggestionKind = Literal["jump", "rename", "searchAndReplace"]
"""The kinds of suggestions that a client may support, besides edits."""


class _SuggestResponse(msgspec.Struct):
    suggestions: list[dict[str, Any]]
    meta: dict[str, Any] | None = msgspec.field(default=None, name="_meta")


class SuggestionClient:
    """The NES session of one agent. One session at a time."""

    def __init__(self, connection: client.Connection) -> None:
        """Raise ReplayError if the agent offers no suggestions, or counts positions in another unit than UTF-16."""
        offered = connection.capabilities.nes
        if offered is None:
            raise ReplayError(
                "bad_agent", "The agent offers no next-edit suggestions (agentCapabilities.nes)."
            )
        if connection.encoding != "utf-16":
            raise ReplayError("bad_agent", "The agent counts positions in units that it was not offered.")
        self._connection = connection
        self._wants_history = offered.context is not None and offered.context.edit_history is not None
        self._session_id = ""
        self._versions: dict[str, int] = {}
        self.silence_reason = ""
        """Why the last response has no suggestion, if the agent says so in `_meta`."""

    async def start_session(self, root: Path) -> None:
        folder = acp.WorkspaceFolder(uri=root.as_uri(), name=root.name)
        request = acp.StartNesRequest(workspace_uri=root.as_uri(), workspace_folders=[folder])
        response = await self._connection.call("nes/start", request, acp.StartNesResponse)
        self._session_id = response.session_id
        self._versions = {}

    async def open_document(self, uri: str, language: str, text: str) -> None:
        self._versions[uri] = 1
        await self._connection.notify(
            "document/didOpen",
            {"sessionId": self._session_id, "uri": uri, "languageId": language, "version": 1, "text": text},
        )

    async def change_document(self, uri: str, changed_range: acp.Range, text: str) -> None:
        self._versions[uri] += 1
        await self._connection.notify(
            "document/didChange",
            {
                "sessionId": self._session_id,
                "uri": uri,
                "version": self._versions[uri],
                "contentChanges": [{"range": changed_range, "text": text}],
            },
        )

    async def focus_document(self, uri: str, position: acp.Position, visible: acp.Range) -> None:
        await self._connection.notify(
            "document/didFocus",
            {
                "sessionId": self._session_id,
                "uri": uri,
                "version": self._versions[uri],
                "position": position,
                "visibleRange": visible,
            },
        )

    async def save_document(self, uri: str) -> None:
        await self._connection.notify("document/didSave", {"sessionId": self._session_id, "uri": uri})

    async def suggest(
        self, uri: str, position: acp.Position, history: Sequence[acp.NesEditHistoryEntry] | None
    ) -> list[dict[str, Any]]:
        """Return the suggestions as the agent sent them, unchecked.

        The history is sent to an agent that wants one; None sends none. Raises RequestFailed if the agent answers
        with an error, with an invalid response, or not in time.
        """
        context = (
            acp.NesSuggestContext(edit_history=list(history))
            if self._wants_history and history is not None
            else None
        )
        request = acp.SuggestNesRequest(
            session_id=self._session_id,
            uri=uri,
            version=self._versions[uri],
            position=position,
            trigger_kind="automatic",
            context=context,
        )
        try:
            response = await self._connection.call("nes/suggest", request, _SuggestResponse)
        except client.ClientError as error:
            if isinstance(error, client.AgentGone) and error.code != "no_answer":
                raise
            raise RequestFailed("bad_agent", str(error)) from None
        explained: object = (response.meta or {}).get(META_KEY)
        reason: object = cast(dict[str, Any], explained).get("reason") if isinstance(explained, dict) else ""
        self.silence_reason = reason if isinstance(reason, str) else ""
        return response.suggestions

    async def accept(self, suggestion_id: str) -> None:
        await self._connection.notify("nes/accept", {"sessionId": self._session_id, "id": suggestion_id})

    async def reject(self, suggestion_id: str, reason: acp.NesRejectReason = "rejected") -> None:
        params = {"sessionId": self._session_id, "id": suggestion_id, "reason": reason}
        await self._connection.notify("nes/reject", params)

    async def close_session(self) -> None:
        """Close the session. An agent without `nes/close` may keep it."""
        with suppress(client.AgentFailed, client.BadAgent):
            params = acp.CloseNesRequest(session_id=self._session_id)
            await self._connection.call("nes/close", params, dict[str, Any])


@asynccontextmanager
async def launch_agent(
    command: Sequence[str],
    environ: Mapping[str, str],
    *,
    kinds: Sequence[SuggestionKind] = ("jump",),
    partner: client.PartnerMaker | None = None,
) -> AsyncGenerator[SuggestionClient]:
    """Start the agent, or run `partner` in this process, and end it on the way out.

    `kinds` are the suggestions that are supported besides edits. Raises AgentGone if the agent cannot be connected,
    or ends earlier.
    """
    connection: client.Connection | None = None
    try:
        async with client.connect(
            command if partner is None else None,
            partner=partner,
            environ=environ,
            files=False,
            terminals=False,
            nes=kinds,
            encodings=("utf-16",),
            timeout=REQUEST_TIMEOUT_S,
        ) as connection:
            yield SuggestionClient(connection)
    except client.ClientError as error:
        if connection is None or error.code == "no_answer":
            raise AgentGone(str(error)) from None
        log = connection.log_tail.strip()[-MAX_LOG_TAIL_CHARS:]
        suffix = f" Its log ends with:\n{log}" if log else ""
        if isinstance(error, client.AgentGone):
            raise AgentGone(f"The agent ({' '.join(command)}) has ended.{suffix}") from None
        raise ReplayError("bad_agent", f"{error}{suffix}") from None


def loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """Return uvloop's loop where it is installed: the measured time is to be the agent's, not the client's."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop
