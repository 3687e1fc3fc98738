"""From a request to the situation that the engines are asked about, or to the reason why they are not."""

import time
from typing import Final

from understudy.nes.context import Parts, parts, place, recent_files, span
from understudy.nes.documents import Document
from understudy.nes.port import Edit, Kind, Origin, Situation, Trigger
from understudy.nes.reasons import SENTENCES, Reason
from understudy.nes.session import NesSession
from understudy.nes.setup import NesClient
from understudy.schema.acp import SuggestNesRequest

__all__ = ["SECONDS", "Silence", "situation_of"]

SECONDS: Final = 0.02
"""What the symbolic engine may take."""


_ALWAYS: Final[frozenset[Kind]] = frozenset({"edit"})


class Silence(Exception):
    """There is no suggestion because …"""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason = reason
        self.sentence = SENTENCES[reason]


def situation_of(
    session: NesSession, request: SuggestNesRequest, client: NesClient, trigger: Trigger
) -> Situation:
    """Raises Silence."""
    deadline = time.monotonic() + SECONDS
    if not session.settings.enabled:
        raise Silence(Reason.DISABLED)
    _take_in(session, request)
    document = _document(session, request)
    if not document.wieldy:
        raise Silence(Reason.UNWIELDY)
    if not document.trusted:
        raise Silence(Reason.UNTRUSTED)
    page = document.page()
    cursor = place(request.position, page.lines, client.encoding)
    if cursor is None:
        raise Silence(Reason.OUTSIDE)
    context = parts(request.context, request.uri, session.lines, client.encoding)
    edits = _edits(session, request)
    if trigger is not Trigger.MANUAL and _after_undo(edits, context):
        raise Silence(Reason.UNDO)
    stamp = session.stamp
    return Situation(
        page=page,
        cursor=cursor,
        edits=edits,
        library=session.library,
        trigger=trigger,
        selection=span(request.selection, page.lines, client.encoding),
        visible=context.visible or session.visible.get(request.uri),
        diagnostics=context.diagnostics,
        snippets=context.snippets,
        actions=context.actions,
        kinds=client.kinds | _ALWAYS,
        refused=lambda candidate: session.refusals.refuse(candidate, session.text_of, stamp),
        trust=session.trust.of,
        now=session.history.now,
        streak=int(session.trust.streak),
        deadline=deadline,
    )


def _take_in(session: NesSession, request: SuggestNesRequest) -> None:
    """The texts that came with the request. Those that the session follows itself are better known here."""
    context = request.context
    told = recent_files(context, request.uri, session.knows)
    files = [file for file in told if file.uri not in session.documents]
    came = {file.uri for file in files}
    repeated = context is not None and context.recent_files is not None
    session.untell(set(session.recent) - came if repeated else {request.uri} - came)
    history = (context.edit_history if context is not None else None) or []
    explained = {entry.uri for entry in history}
    for file in files:
        session.tell(file.uri, file.language_id, file.text, recent=True, learn=file.uri not in explained)


def _document(session: NesSession, request: SuggestNesRequest) -> Document:
    uri = request.uri
    document = session.documents.get(uri)
    if document is not None:
        if request.version < document.version:
            raise Silence(Reason.STALE)
        if request.version > document.version:
            raise Silence(Reason.AHEAD)
        return document
    if uri in session.recent and (told := session.document(uri)) is not None:
        return told
    page = session.library.page(uri)
    if page is None:
        raise Silence(Reason.UNKNOWN_DOCUMENT)
    return session.tell(uri, page.language, page.end.join(page.lines), recent=False, learn=False)


def _edits(session: NesSession, request: SuggestNesRequest) -> tuple[Edit, ...]:
    """Newest last: first what was only told, then what was seen."""
    seen = tuple(session.history.edits)
    history = request.context.edit_history if request.context is not None else None
    if not history:
        return seen
    return (*session.told.edits(history, seen, session.followed, session.lines), *seen)


def _after_undo(edits: tuple[Edit, ...], context: Parts) -> bool:
    if edits and edits[-1].origin is Origin.UNDONE:
        return True
    newest = max(context.actions, key=lambda action: action.time, default=None)
    return newest is not None and newest.action.lower() == "undo"
