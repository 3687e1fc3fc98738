"""The next-edit service: sessions are started, follow the editor, are asked, and are closed here.

Takes and answers the schema's messages, and knows no connection. One service belongs to one client.
Every method but `end` and the end of `suggest` is done when it returns, so what is called in order holds in order.
"""

import asyncio
import functools
import logging
import secrets
from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from typing import Any, Concatenate, Final, ParamSpec

from understudy.nes.documents import Change, Document
from understudy.nes.early import Early
from understudy.nes.errors import TooMany, UnknownSession
from understudy.nes.memory import Memory
from understudy.nes.options import Settings, change, check_key, options
from understudy.nes.port import Engine
from understudy.nes.reasons import Explanation
from understudy.nes.session import NesSession
from understudy.nes.setup import NesClient, NesSetup, Shelves
from understudy.nes.suggesting import suggest
from understudy.nes.values import Page
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

MOST_SESSIONS: Final = 64
SETTLING: Final = 0.05
"""Seconds that the answer to `nes/start` may wait for the first look at the workspace's files."""
MOST_ROOTS: Final = 64
MOST_CHARACTERS: Final = 256 << 20
"""Of all documents of all sessions."""

P = ParamSpec("P")


def _quietly(
    handle: Callable[Concatenate["NesService", P], None],
) -> Callable[Concatenate["NesService", P], None]:
    """Nobody waits for the answer to a notification: whatever is in it, it ends here."""

    @functools.wraps(handle)
    def handled(self: "NesService", /, *args: P.args, **kwargs: P.kwargs) -> None:
        try:
            handle(self, *args, **kwargs)
        except Exception as error:
            logger.warning("%s failed: %s", handle.__name__, type(error).__name__)
            logger.debug("where it failed", exc_info=error)

    return handled


class NesService:
    def __init__(self, setup: NesSetup, client: NesClient) -> None:
        self._setup = setup
        self._client = client
        self._memory = Memory(setup.memory_file)
        self._open: dict[str, NesSession] = {}
        self._early: Early | None = Early(client.encoding)
        """What is told before the first session, and to nobody."""
        self._closing: set[asyncio.Task[None]] = set()
        self._ended = False

    def has(self, session_id: str) -> bool:
        return session_id in self._open

    def find(self, session_id: str) -> NesSession:
        session = self._open.get(session_id)
        if session is None:
            raise UnknownSession(
                f"There is no open next-edit session {session_id[:100]!r}. Start one with nes/start."
            )
        return session

    def start(self, request: StartNesRequest) -> StartNesResponse:
        settings = Settings.of(self._setup)
        check_key(settings.engine, self._setup)
        if self._ended or len(self._open) >= MOST_SESSIONS:
            raise TooMany(
                f"{MOST_SESSIONS} next-edit sessions are open, which is the most. Close some with nes/close."
            )
        session = NesSession(
            f"nes_{secrets.token_hex(12)}",
            settings,
            self._client.encoding,
            self._memory,
            self._engine(),
            functools.partial(self._library, _roots(request)),
        )
        self._open[session.id] = session
        session.library.refresh()
        early, self._early = self._early, None
        if early is not None:
            early.hand_over(session)
        return StartNesResponse(session_id=session.id)

    async def settle_in(self, name: str) -> None:
        """Give a session that has just begun a moment to read: then a small workspace is known as a whole."""
        await asyncio.to_thread(self.find(name).library.settled, SETTLING)

    def close(self, request: CloseNesRequest) -> CloseNesResponse:
        session = self.find(request.session_id)
        del self._open[session.id]
        self._release(session)
        self._memory.save()
        return CloseNesResponse()

    # Following the editor

    @_quietly
    def did_open(self, event: DidOpenDocumentNotification) -> None:
        if self._early is not None and event.session_id is None:
            self._early.opened(Document(event.uri, event.language_id, event.version, event.text))
        for session in self._told(event.session_id):
            session.opened(Document(event.uri, event.language_id, event.version, event.text))
            self._make_room(session)

    @_quietly
    def did_change(self, event: DidChangeDocumentNotification) -> None:
        changes = [_change(one) for one in event.content_changes]
        if self._early is not None and event.session_id is None:
            self._early.changed(event.uri, event.version, changes)
        for session in self._told(event.session_id):
            try:
                session.changed(event.uri, event.version, changes)
            except Exception:
                session.doubt(event.uri)  # it may be half done
                raise
            self._make_room(session)

    @_quietly
    def did_close(self, event: DidCloseDocumentNotification) -> None:
        if self._early is not None:
            self._early.shut(event.uri)
        for session in self._told(event.session_id):
            session.shut(event.uri)

    @_quietly
    def did_save(self, event: DidSaveDocumentNotification) -> None:
        for session in self._told(event.session_id):
            session.saved(event.uri)

    @_quietly
    def did_focus(self, event: DidFocusDocumentNotification) -> None:
        visible = event.visible_range.start.line, event.visible_range.end.line
        if self._early is not None and event.session_id is None:
            self._early.focused(event.uri, visible)
        for session in self._told(event.session_id):
            session.focused(event.uri, visible)

    def missed(self, uri: str | None) -> None:
        """A message that was about this document, or about nobody knows which, came and could not be read."""
        if self._early is not None:
            self._early.doubt(uri)
        for session in self._open.values():
            for one in [*session.documents] if uri is None else [uri]:
                session.doubt(one)

    # Suggesting

    def suggest(self, request: SuggestNesRequest) -> Coroutine[Any, Any, SuggestNesResponse]:
        """Sees every event before this call. The answer must be awaited."""
        return suggest(self.find(request.session_id), request, self._setup, self._client)

    @_quietly
    def accept(self, event: AcceptNesNotification) -> None:
        for session in self._told(event.session_id):
            session.accepted(event.id)

    @_quietly
    def reject(self, event: RejectNesNotification) -> None:
        for session in self._told(event.session_id):
            session.rejected(event.id, event.reason or "unsaid")

    def explanation(self, session_id: str) -> Explanation | None:
        """The account of the session's last answer."""
        return self.find(session_id).explain()

    # Settings

    def options(self, session_id: str) -> list[SessionConfigOption]:
        return options(self.find(session_id).settings, self._setup, self._client)

    def set_option(self, session_id: str, config_id: str, value: str | bool) -> list[SessionConfigOption]:
        """The options as they are then. Raises BadRequest, UnknownSession or AuthRequired."""
        session = self.find(session_id)
        change(session.settings, self._setup, config_id, value)
        if not any(one.settings.remember for one in self._open.values()):
            self._memory.drop()
        return self.options(session_id)

    # Ending

    async def keys_changed(self) -> None:
        """The models are opened again, with the keys of now, when they are next wanted."""
        for session in list(self._open.values()):
            if session.work is not None:
                session.work.cancel()
            model, session.model = session.model, None
            if model is not None:
                await model.close()

    async def end(self, seconds: float) -> None:
        """The client has gone: end every session's work and let what was learned be written."""
        self._ended = True
        sessions, self._open = list(self._open.values()), {}
        for session in sessions:
            self._release(session)
        if self._closing:
            _, late = await asyncio.wait(self._closing, timeout=seconds)
            for task in late:
                task.cancel()
        await asyncio.to_thread(self._memory.settle, seconds)

    # ---

    def _told(self, session_id: str | None) -> Iterable[NesSession]:
        """Whom an event is for: the session it names, or all if it names none, as the seed's clients do."""
        if session_id is None:
            return tuple(self._open.values())
        session = self._open.get(session_id)
        return () if session is None else (session,)

    def _engine(self) -> Engine:
        if self._setup.open_engine is not None:
            return self._setup.open_engine()
        from understudy.nes.symbolic.engine import SymbolicEngine  # heavy; only here

        return SymbolicEngine()

    def _library(
        self, roots: Sequence[str], documents: Mapping[str, Document], recent: Mapping[str, Page]
    ) -> Shelves:
        if self._setup.open_library is not None:
            return self._setup.open_library(roots, documents, recent)
        from understudy.nes.library import SessionLibrary  # loads the workspace

        return SessionLibrary(roots, documents, recent, private=self._setup.private)

    def _release(self, session: NesSession) -> None:
        """End the session's work now, and let go of what takes a moment to end."""
        session.closed = True
        if session.work is not None:
            session.work.cancel()
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            session.library.close()
            return
        task = asyncio.create_task(_let_go(session))
        self._closing.add(task)
        task.add_done_callback(self._closing.discard)

    def _make_room(self, session: NesSession) -> None:
        """Forget the oldest documents of the session if all of them together are too much."""
        while sum(one.size for one in self._open.values()) > MOST_CHARACTERS:
            forgotten = session.drop_oldest()
            if forgotten is None:
                return
            logger.warning("the open documents are too much together: the oldest was forgotten")


async def _let_go(session: NesSession) -> None:
    await asyncio.to_thread(session.library.close)
    if session.model is not None:
        await session.model.close()


def _roots(request: StartNesRequest) -> list[str]:
    folders = [folder.uri for folder in request.workspace_folders or []]
    named = [request.workspace_uri] if request.workspace_uri else []
    return list(dict.fromkeys([*named, *folders]))[:MOST_ROOTS]


def _change(event: TextDocumentContentChangeEvent) -> Change:
    if event.range is None:
        return Change(None, event.text)
    start, end = event.range.start, event.range.end
    return Change((start.line, start.character, end.line, end.character), event.text)
