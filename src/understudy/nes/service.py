"""The next-edit service: starts and closes sessions, and dispatches document events and requests to them.

Takes and returns messages of the schema, and knows no connection. Each client has its own service. Every method is
synchronous, except `shut_down` and the waiting part of `suggest`, so events take effect in the order of the calls.
"""

import asyncio
import functools
import logging
import secrets
import time
from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from contextlib import nullcontext, suppress
from typing import Any, Concatenate, ParamSpec

from understudy.bounded_dict import BoundedDict
from understudy.nes.engine_api import Engine, PreparableEngine
from understudy.nes.errors import TooManySessions, UnknownSession
from understudy.nes.limits import (
    MAX_PREPARED_TEXTS,
    MAX_SESSIONS,
    MAX_TOTAL_DOCUMENT_CHARS,
    MAX_WORKSPACE_ROOTS,
    START_SCAN_TIMEOUT_S,
)
from understudy.nes.options import Settings, apply_option, build_options, require_key
from understudy.nes.reasons import Explanation, Reason
from understudy.nes.session import (
    FeedbackStore,
    NesSession,
    PlacedSuggestion,
    PreSessionDocuments,
    place_candidate,
    place_others,
)
from understudy.nes.setup import NesClientCapabilities, NesSetup, RefreshableWorkspaceTexts
from understudy.nes.suggest import SuggestRequest
from understudy.nes.text import ContentChange, Document, TextSnapshot
from understudy.nes.warm_up import WarmUp, prewarm_model
from understudy.schema.acp import (
    AcceptNesNotification,
    CloseNesRequest,
    CloseNesResponse,
    DidChangeDocumentNotification,
    DidCloseDocumentNotification,
    DidFocusDocumentNotification,
    DidOpenDocumentNotification,
    DidSaveDocumentNotification,
    RejectNesNotification,
    SessionConfigOption,
    StartNesRequest,
    StartNesResponse,
    SuggestNesRequest,
    SuggestNesResponse,
    TextDocumentContentChangeEvent,
)

__all__ = ["NesService"]

logger = logging.getLogger("understudy.nes")


P = ParamSpec("P")


def _log_exceptions(
    handler: Callable[Concatenate["NesService", P], None],
) -> Callable[Concatenate["NesService", P], None]:
    """Log the exceptions of a notification handler: a notification has no response to report them in."""

    @functools.wraps(handler)
    def handled(self: "NesService", /, *args: P.args, **kwargs: P.kwargs) -> None:
        try:
            handler(self, *args, **kwargs)
        except Exception as error:
            logger.warning("%s failed: %s", handler.__name__, type(error).__name__)
            logger.debug("where it failed", exc_info=error)

    return handled


class NesService:
    def __init__(self, setup: NesSetup, client: NesClientCapabilities) -> None:
        self._setup = setup
        self._client = client
        self._feedback_store = FeedbackStore(setup.feedback_file)
        self._sessions: dict[str, NesSession] = {}
        """By id, the one used last at the end."""
        self._evicted_ids: BoundedDict[str, None] = BoundedDict(MAX_SESSIONS)
        self._pre_session: PreSessionDocuments | None = PreSessionDocuments(client.encoding)
        """Documents opened before the first session; None once a session has started."""
        self.warm_up = WarmUp() if setup.open_engine is None else None
        """None if the engine is another one."""
        self._prepare_handle: asyncio.Handle | None = None
        """Prepares for the text that changed last, when no message waits."""
        self._closing_tasks: set[asyncio.Task[None]] = set()
        self._is_shut_down = False

    def has_session(self, session_id: str) -> bool:
        return session_id in self._sessions

    def find_session(self, session_id: str) -> NesSession:
        session = self._sessions.get(session_id)
        if session is None:
            why = (
                f" It was closed because it was idle and {MAX_SESSIONS} others were in use."
                if session_id in self._evicted_ids
                else ""
            )
            raise UnknownSession(
                f"There is no open next-edit session {session_id[:100]!r}.{why} Start one with nes/start."
            )
        self._mark_used(session)
        return session

    def start(self, request: StartNesRequest) -> StartNesResponse:
        settings = Settings.from_setup(self._setup)
        require_key(settings.engine, self._setup)
        if self._is_shut_down or (len(self._sessions) >= MAX_SESSIONS and not self._evict_idle_session()):
            raise TooManySessions(
                f"{MAX_SESSIONS} next-edit sessions are open and answer requests at this moment, which is the "
                "most. Close some with nes/close."
            )
        session = NesSession(
            f"nes_{secrets.token_hex(12)}",
            settings,
            self._client.encoding,
            self._feedback_store,
            self._open_engine(),
            functools.partial(self._open_workspace_texts, _root_uris(request)),
            self._setup.clock,
            self._open_completion(),
        )
        self._sessions[session.id] = session
        session.workspace_texts.refresh()
        if self.warm_up is not None:
            self.warm_up.add(TextSnapshot("", "", []))  # no text yet, but the models are loaded
        early, self._pre_session = self._pre_session, None
        if early is not None:
            early.transfer_to(session)
            for document in list(session.documents.values())[-MAX_PREPARED_TEXTS:]:
                self._prepare_for(document)
        return StartNesResponse(session_id=session.id)

    async def wait_for_first_scan(self, session_id: str) -> None:
        """Wait briefly for the first scan of a new session, which is enough to index a small workspace."""
        session = self.find_session(session_id)
        if await asyncio.to_thread(session.workspace_texts.wait_until_usable, START_SCAN_TIMEOUT_S):
            session.is_first_scan_over = True

    def close(self, request: CloseNesRequest) -> CloseNesResponse:
        session = self.find_session(request.session_id)
        del self._sessions[session.id]
        self._close_session(session)
        self._feedback_store.save()
        return CloseNesResponse()

    # Document events

    @_log_exceptions
    def did_open(self, event: DidOpenDocumentNotification) -> None:
        if self._pre_session is not None and event.session_id is None:
            self._pre_session.open_document(Document(event.uri, event.language_id, event.version, event.text))
        for session in self._target_sessions(event.session_id):
            document = Document(event.uri, event.language_id, event.version, event.text)
            session.open_document(document)
            self._prepare_for(document)
            self._evict_documents(session)
            prewarm_model(session, event.uri, None, self._setup, self._client)

    @_log_exceptions
    def did_change(self, event: DidChangeDocumentNotification) -> None:
        changes = [_to_content_change(one) for one in event.content_changes]
        if self._pre_session is not None and event.session_id is None:
            self._pre_session.change_document(event.uri, event.version, changes)
        for session in self._target_sessions(event.session_id):
            try:
                session.change_document(event.uri, event.version, changes)
            except Exception:
                session.mark_out_of_sync(event.uri)  # the change may be half applied
                raise
            self._evict_documents(session)
            self._prepare_when_idle(session, event.uri)

    @_log_exceptions
    def did_close(self, event: DidCloseDocumentNotification) -> None:
        if self._pre_session is not None:
            self._pre_session.close_document(event.uri)
        for session in self._target_sessions(event.session_id):
            session.close_document(event.uri)

    @_log_exceptions
    def did_save(self, event: DidSaveDocumentNotification) -> None:
        for session in self._target_sessions(event.session_id):
            session.mark_saved(event.uri)

    @_log_exceptions
    def did_focus(self, event: DidFocusDocumentNotification) -> None:
        visible = event.visible_range.start.line, event.visible_range.end.line
        if self._pre_session is not None and event.session_id is None:
            self._pre_session.focus_document(event.uri, visible)
        for session in self._target_sessions(event.session_id):
            session.focus_document(event.uri, visible)
            prewarm_model(session, event.uri, event.position, self._setup, self._client)

    @_log_exceptions
    def focus_document(self, session_id: str, uri: str) -> None:
        """The same for a client that does not say what is visible."""
        self.find_session(session_id).focus_document(uri, None)

    def document_version(self, session_id: str, uri: str) -> int | None:
        """Return the version of an open document; None if it is not open."""
        document = self.find_session(session_id).documents.get(uri)
        return None if document is None else document.version

    def set_roots(self, session_id: str, roots: Sequence[str]) -> None:
        """Replace the workspace folders of a session. Its documents and its history stay."""
        session = self.find_session(session_id)
        before = session.workspace_texts
        session.workspace_texts = self._open_workspace_texts(
            list(dict.fromkeys(roots))[:MAX_WORKSPACE_ROOTS], session.documents, session.recent_snapshots
        )
        session.workspace_texts.refresh()
        session.started_at, session.is_first_scan_over = time.monotonic(), False
        self._run_closing_task(asyncio.to_thread(before.close))

    def mark_message_lost(self, uri: str | None) -> None:
        """Mark the document as out of sync, or all documents for None: a message about it could not be decoded."""
        if self._pre_session is not None:
            self._pre_session.drop_out_of_sync(uri)
        for session in self._sessions.values():
            for one in [*session.documents] if uri is None else [uri]:
                session.mark_out_of_sync(one)

    # Suggestions

    def suggest(self, request: SuggestNesRequest) -> Coroutine[Any, Any, SuggestNesResponse]:
        """Answer a request on the state of this moment. Only a model, and a request that is held until the user
        pauses, run when the returned coroutine is awaited."""
        session = self.find_session(request.session_id)
        with self.warm_up.pause(request.uri) if self.warm_up is not None else nullcontext():
            return SuggestRequest(session, request, self._setup, self._client).start()

    def displayed_id(self, session_id: str) -> str | None:
        """Return the id of the suggestion on the screen, as far as the client's messages tell."""
        displayed = self.find_session(session_id).display.current
        return displayed.id if displayed is not None and displayed.is_valid else None

    def place(self, session_id: str, suggestion_id: str) -> PlacedSuggestion | None:
        """Return a suggestion that was sent, at its current place; None if it no longer applies."""
        session = self.find_session(session_id)
        displayed = session.display.find(suggestion_id)
        if displayed is None or not displayed.is_valid or displayed.is_fulfilled:
            return None
        placed = place_candidate(session, displayed.current_candidate())
        return placed if placed is not None and displayed.fits(placed.lines) else None

    def place_others(self, session_id: str, suggestion_id: str) -> list[PlacedSuggestion]:
        """Return the other places where the same would be changed, in this document and in others."""
        session = self.find_session(session_id)
        displayed = session.display.find(suggestion_id)
        if displayed is None:
            return []
        try:
            return place_others(session, displayed.current_candidate())
        except Exception as error:  # no text makes a request fail, and the suggestion itself is known
            logger.warning("finding the other places failed: %s", type(error).__name__)
            logger.debug("where it failed", exc_info=error)
            return []

    @_log_exceptions
    def accept_everywhere(self, session_id: str, suggestion_id: str) -> None:
        """Accept a suggestion and all of `place_others`, before the client changes them."""
        self.find_session(session_id).accept_everywhere(suggestion_id)

    @_log_exceptions
    def accept(self, event: AcceptNesNotification) -> None:
        for session in self._target_sessions(event.session_id):
            session.accept(event.id)

    @_log_exceptions
    def reject(self, event: RejectNesNotification) -> None:
        for session in self._target_sessions(event.session_id):
            session.reject(event.id, event.reason or "unsaid")

    def explanation(self, session_id: str) -> Explanation | None:
        """Return the explanation of the session's last response."""
        return self.find_session(session_id).last_explanation

    # Settings

    def options(self, session_id: str) -> list[SessionConfigOption]:
        return build_options(self.find_session(session_id).settings, self._setup, self._client)

    def set_option(self, session_id: str, config_id: str, value: str | bool) -> list[SessionConfigOption]:
        """Change an option and return all options. Raises BadRequest, UnknownSession or AuthRequired."""
        session = self.find_session(session_id)
        session.settings = apply_option(session.settings, self._setup, config_id, value)
        if not any(one.settings.remember for one in self._sessions.values()):
            self._feedback_store.discard_unsaved()
        return self.options(session_id)

    # Shutdown

    async def keys_changed(self) -> None:
        """Close the models; the next request opens them again with the new keys."""
        for session in list(self._sessions.values()):
            if session.model_task is not None:
                session.model_task.cancel()
            model, session.model_engine = session.model_engine, None
            if model is not None:
                await model.close()

    async def shut_down(self, timeout_s: float) -> None:
        """Close every session and write the feedback store. Called when the client has disconnected."""
        self._is_shut_down = True
        sessions, self._sessions = list(self._sessions.values()), {}
        for session in sessions:
            self._close_session(session)
        if self._closing_tasks:
            _, late = await asyncio.wait(self._closing_tasks, timeout=timeout_s)
            for task in late:
                task.cancel()
        await asyncio.to_thread(self._feedback_store.flush, timeout_s)

    # ---

    def _target_sessions(self, session_id: str | None) -> Iterable[NesSession]:
        """Return the session that an event names, or all sessions if it names none, as in the seed dialect."""
        if session_id is None:
            return tuple(self._sessions.values())
        session = self._sessions.get(session_id)
        if session is None:
            return ()
        self._mark_used(session)
        return (session,)

    def _mark_used(self, session: NesSession) -> None:
        self._sessions[session.id] = self._sessions.pop(session.id)

    def _evict_idle_session(self) -> bool:
        """Close the session that was not used for the longest time and answers no request; False without one."""
        idle = next((one for one in self._sessions.values() if not one.is_answering), None)
        if idle is None:
            return False
        logger.info("the idle next-edit session %s was closed, because %s are open", idle.id, MAX_SESSIONS)
        self._evicted_ids[idle.id] = None
        del self._sessions[idle.id]
        self._close_session(idle)
        self._feedback_store.save()
        return True

    def _prepare_for(self, document: Document) -> None:
        if self.warm_up is not None and document.is_processable and document.is_in_sync:
            self.warm_up.add(document.snapshot())

    def _prepare_when_idle(self, session: NesSession, uri: str) -> None:
        """Prepare for a text that the user changed at once, while the client prepares its next request.

        Not after a key: the next key follows, and while a line is typed most of this is not needed.
        """
        edits = session.history.edits
        is_asked = session.request_count and session.settings.enabled
        if not is_asked or not edits or edits[-1].ends_in_keystroke:
            return
        if self._prepare_handle is not None:
            self._prepare_handle.cancel()
        with suppress(RuntimeError):  # without an event loop, as in another program, the request does all
            loop = asyncio.get_running_loop()
            self._prepare_handle = loop.call_soon(self._prepare_engine, session, uri)

    @_log_exceptions
    def _prepare_engine(self, session: NesSession, uri: str) -> None:
        self._prepare_handle = None
        document = session.documents.get(uri)
        if document is None or not document.is_processable or not document.is_in_sync:
            return
        if isinstance(session.engine, PreparableEngine):
            session.engine.prepare(document.snapshot(), session.history.edits)

    def _open_engine(self) -> Engine:
        if self._setup.open_engine is not None:
            return self._setup.open_engine()
        from understudy.nes.symbolic import SymbolicEngine

        return SymbolicEngine()

    def _open_completion(self) -> Engine | None:
        if self._setup.open_completion is not None:
            return self._setup.open_completion()
        if self._setup.open_engine is not None:
            return None
        from understudy.nes.completion import CompletionEngine

        return CompletionEngine(self._setup.clock)

    def _open_workspace_texts(
        self,
        roots: Sequence[str],
        documents: Mapping[str, Document],
        recent_snapshots: Mapping[str, TextSnapshot],
    ) -> RefreshableWorkspaceTexts:
        if self._setup.open_workspace_texts is not None:
            return self._setup.open_workspace_texts(roots, documents, recent_snapshots)
        from understudy.nes.index import IndexOptions, SessionWorkspaceTexts

        return SessionWorkspaceTexts(
            roots,
            documents,
            recent_snapshots,
            private_folders=self._setup.private_folders,
            options=IndexOptions(
                store_folder=self._setup.index_folder, watches_disk=True, searches_names=True
            ),
        )

    def _close_session(self, session: NesSession) -> None:
        """Stop the session now, and close its resources in a task."""
        session.is_closed = True
        session.end_held_request(Reason.CLOSED)
        if session.model_task is not None:
            session.model_task.cancel()
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            session.workspace_texts.close()
            return
        self._run_closing_task(_close_resources(session))

    def _run_closing_task(self, closing: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(closing)
        self._closing_tasks.add(task)
        task.add_done_callback(self._closing_tasks.discard)

    def _evict_documents(self, session: NesSession) -> None:
        """Drop the oldest documents of the session while all open documents exceed the total limit."""
        while sum(one.open_chars for one in self._sessions.values()) > MAX_TOTAL_DOCUMENT_CHARS:
            if session.documents.evict_oldest() is None:
                return
            logger.warning("the open documents exceed the total limit: the oldest was dropped")


async def _close_resources(session: NesSession) -> None:
    await asyncio.to_thread(session.workspace_texts.close)
    if session.model_engine is not None:
        await session.model_engine.close()


def _root_uris(request: StartNesRequest) -> list[str]:
    folders = [folder.uri for folder in request.workspace_folders or []]
    named = [request.workspace_uri] if request.workspace_uri else []
    return list(dict.fromkeys([*named, *folders]))[:MAX_WORKSPACE_ROOTS]


def _to_content_change(event: TextDocumentContentChangeEvent) -> ContentChange:
    if event.range is None:
        return ContentChange(None, event.text)
    start, end = event.range.start, event.range.end
    return ContentChange((start.line, start.character, end.line, end.character), event.text)
