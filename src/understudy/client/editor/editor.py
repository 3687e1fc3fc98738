"""Next edit suggestions for an editor: documents, their events for the agent, and the agent's suggestions.

    async with agent.editor([project]) as editor:
        await editor.open(project / "a.py", text)
        await editor.change(project / "a.py", new_text)
        for suggestion in await editor.suggest(project / "a.py", (3, 0)):
            await editor.apply(suggestion)

The agent gets the events and the context that it requested, and nothing else. Positions are lines and columns in
code points, or wire positions (see `text`).
"""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Self

import msgspec

from understudy.client.editor.document import Document
from understudy.client.editor.edit_plan import Plan, SuggestionHandler, restore_files, write_files
from understudy.client.editor.files import Files
from understudy.client.editor.nes_session import NesSession, RpcPort
from understudy.client.editor.open_documents import OpenDocuments
from understudy.client.editor.suggest_context import build_suggest_context
from understudy.client.editor.suggestions import LatestRequest, Suggestion, Suggestions, parse_suggestions
from understudy.client.editor.text import Diagnostic, PositionLike, Span
from understudy.client.editor.uris import UriOrPath, display_name, uri_key, uri_of
from understudy.client.errors import ClientError, NotSupported
from understudy.client.limits import NES_CLOSE_TIMEOUT_S, NES_REQUEST_TIMEOUT_S
from understudy.schema import acp

__all__ = ["Editor"]


class _RawSuggestResponse(msgspec.Struct):
    """Suggestions are decoded one by one, so that an unknown kind does not invalidate the others."""

    suggestions: list[Any] | None = None


class Editor(OpenDocuments):
    """One NES session. Use it as a context manager, or `start` and `end` it.

    Example: `async with agent.editor(["/project"]) as editor: await editor.open("/project/app.py")`.
    """

    def __init__(
        self,
        port: RpcPort,
        roots: Iterable[UriOrPath] = (),
        *,
        repository: acp.NesRepository | None = None,
        files: Files | None = None,
        handlers: Mapping[str, SuggestionHandler] | None = None,
        timeout: float = NES_REQUEST_TIMEOUT_S,
        now: Callable[[], float] = time.time,
    ) -> None:
        """`files`: access to files that are not open; by default, the disk inside the roots. Closed with the
        editor. `handlers`: execute a suggestion in place of this class, by kind (`rename`, `searchAndReplace`)
        or action id. `timeout`: seconds until a request fails.
        """
        super().__init__(port, now)
        self._roots = list(roots)
        self._repository = repository
        self._files = files
        self._handlers = dict(handlers or {})
        self._timeout = timeout
        self._latest_request = LatestRequest()
        self.options: list[acp.SessionConfigOption] = []
        """The agent's options for this session."""

    # Session.

    async def start(
        self, roots: Iterable[UriOrPath] | None = None, repository: acp.NesRepository | None = None
    ) -> None:
        """Start the session. Raises NotSupported, before anything is sent, if the agent offers no suggestions."""
        nes_capabilities = self._port.agent.agent_capabilities.nes
        if nes_capabilities is None:
            raise NotSupported("next edit suggestions", "nes")
        if self._session is not None:
            raise ClientError("This editor has been started already. Make another one.", "already_started")
        uris = list(
            {uri_key(uri): uri for uri in map(uri_of, self._roots if roots is None else roots)}.values()
        )
        request = acp.StartNesRequest(
            workspace_uri=uris[0] if uris else None,
            workspace_folders=[acp.WorkspaceFolder(uri=uri, name=display_name(uri, ())) for uri in uris]
            or None,
            repository=repository or self._repository,
        )
        response = await self._port.call("nes/start", request, acp.StartNesResponse, timeout=self._timeout)
        self.options = response.config_options
        self._session = NesSession(
            self._port,
            response.session_id,
            nes_capabilities,
            uris,
            self._files,
            self._documents,
            self._handlers,
        )

    async def end(self) -> None:
        """Close the session. A pending request returns an empty result."""
        session = self._session
        if session is None or session.closed:
            return
        self._latest_request.cancel(close=True)
        session.closed = True
        session.files.close()
        with suppress(ClientError):  # the agent has ended, or does not know `nes/close`
            await session.outcomes.document_closed(None)
            closing = acp.CloseNesRequest(session_id=session.id)
            await self._port.call("nes/close", closing, acp.CloseNesResponse, timeout=NES_CLOSE_TIMEOUT_S)

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.end()

    async def set_option(self, option: str, value: str | bool) -> None:
        """Change one of the agent's options, and update `options`."""
        if all(one.id != option for one in self.options):
            raise NotSupported(f"the setting {option!r}", "it among the session's configOptions")
        request = acp.SetSessionConfigOptionRequest(
            session_id=self._require_session().id,
            config_id=option,
            value=value,
            type="boolean" if isinstance(value, bool) else None,
        )
        answer = await self._port.call(
            "session/set_config_option", request, acp.SetSessionConfigOptionResponse, timeout=self._timeout
        )
        self.options = answer.config_options

    # Suggestions.

    async def suggest(
        self,
        name: UriOrPath,
        position: PositionLike,
        *,
        trigger: acp.NesTriggerKind = "automatic",
        selection: Span | None = None,
        diagnostics: Iterable[Diagnostic | acp.NesDiagnostic] = (),
        related: Sequence[acp.NesRelatedSnippet] = (),
    ) -> Suggestions:
        """Request suggestions. An earlier request that is still pending is cancelled, and returns an empty result.

        Suggestions for a text that has changed meanwhile are dropped. `empty_reason` reports both cases.
        """
        self._require_session()
        document = self._require_document(name)

        async def send() -> Suggestions:
            async with self._order_lock:
                pass  # wait until every change so far was sent
            session = self._require_session()
            versions_sent = {key: (one, one.version) for key, one in self._documents.items()}
            request = acp.SuggestNesRequest(
                session_id=session.id,
                uri=document.uri,
                version=document.version,
                position=document.position(position),
                selection=None if selection is None else document.range(selection),
                trigger_kind=trigger,
                context=build_suggest_context(
                    session.requested_context,
                    document,
                    open_documents=self._documents,
                    recent=self._recent,
                    history=self._history,
                    actions=self._actions,
                    related=related,
                    diagnostics=diagnostics,
                ),
            )
            version = document.version
            response = await self._port.call(
                "nes/suggest", request, _RawSuggestResponse, timeout=self._timeout
            )
            suggestions = list(
                parse_suggestions(response.suggestions or (), lambda uri: versions_sent.get(uri_key(uri)))
            )
            return await self._show_current(session, document, version, suggestions)

        return await self._latest_request.run(send())

    async def _show_current(
        self, session: NesSession, document: Document, version: int, suggestions: list[Suggestion]
    ) -> Suggestions:
        """Show the suggestions that still match their texts, and reject the others."""
        is_current = self._documents.get(uri_key(document.uri)) is document and document.version == version
        current = Suggestions(one for one in suggestions if is_current and one.is_current)
        await session.outcomes.reject_late(one for one in suggestions if not is_current or not one.is_current)
        if suggestions and not current:
            return Suggestions.empty("outdated")
        if is_current:
            await session.outcomes.show(current)
        return current if is_current else Suggestions.empty("outdated")

    async def preview(self, suggestion: Suggestion) -> Plan:
        """What `apply` would do. Raises the same errors, and sends nothing to the agent."""
        return await self._require_session().planner.plan(suggestion)

    async def apply(self, suggestion: Suggestion) -> Plan:
        """Apply a suggestion, and notify the agent of the changes and that it was accepted. All or nothing.

        Open documents are changed here; other files are written by `files`, and only inside the roots. Returns the
        changes and the new position of the cursor. A jump opens its document and focuses it.

        Raises ClientError: `bad_suggestion` if it does not match the texts (it is rejected, and nothing is
        changed), `outdated` if a text has changed since (request again), `answered` if it was accepted or
        rejected before.
        """
        session = self._require_session()
        if not suggestion.is_current:
            raise _outdated_error()
        if not session.outcomes.claim(suggestion):
            raise ClientError("The suggestion was answered already, or another took its place.", "answered")
        try:
            plan = await self._apply_plan(session, await session.planner.plan(suggestion))
            if suggestion.kind == "jump" and plan.cursor_uri is not None and plan.cursor is not None:
                await self.open(plan.cursor_uri)
                await self.focus(plan.cursor_uri, plan.cursor)
        except BaseException as error:
            if isinstance(error, ClientError) and error.code == "bad_suggestion":
                await session.outcomes.notify_rejected(suggestion.id, None)
            else:
                session.outcomes.unclaim(suggestion)
            raise
        await session.outcomes.notify_accepted(suggestion.id)
        return plan

    async def _apply_plan(self, session: NesSession, plan: Plan) -> Plan:
        plan, written = await write_files(session.files, plan)
        async with self._order_lock:
            if any(self._documents.get(uri_key(one.uri)) is not one.document for one in plan.changes) or any(
                one.document is not None and one.document.text != one.before for one in plan.changes
            ):
                await restore_files(session.files, written)
                raise _outdated_error()
            for one in plan.changes:
                if one.document is not None:
                    await self._apply_change(one.document, one.splices, standalone=True)
        return plan

    async def reject(self, suggestion: Suggestion, reason: acp.NesRejectReason | None = "rejected") -> bool:
        """Reject a suggestion. Return False if it was accepted or rejected before."""
        return await self._require_session().outcomes.reject(suggestion, reason)


def _outdated_error() -> ClientError:
    return ClientError("The text has changed since this was suggested. Ask again.", "outdated")
