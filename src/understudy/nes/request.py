"""From a request to the situation that the engines are asked about, or to the reason why they are not."""

import time
from typing import Final

from understudy.nes.engine_api import Situation, SuggestionKind, Trigger
from understudy.nes.limits import SYMBOLIC_ENGINE_TIMEOUT_S
from understudy.nes.reasons import SENTENCES, Reason
from understudy.nes.request_context import (
    RequestContext,
    clamp_to_line,
    parse_context,
    parse_span,
    select_recent_files,
)
from understudy.nes.session import NesSession
from understudy.nes.setup import NesClientCapabilities
from understudy.nes.text import Document, Edit, EditOrigin
from understudy.schema.acp import SuggestNesRequest

__all__ = ["NoSuggestion", "build_situation"]


_ALWAYS_SUPPORTED_KINDS: Final[frozenset[SuggestionKind]] = frozenset({"edit"})


class NoSuggestion(Exception):
    """There is no suggestion because …"""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason = reason
        self.sentence = SENTENCES[reason]


def build_situation(
    session: NesSession, request: SuggestNesRequest, client: NesClientCapabilities, trigger: Trigger
) -> Situation:
    """Raises Silence."""
    deadline = time.monotonic() + SYMBOLIC_ENGINE_TIMEOUT_S
    if not session.settings.enabled:
        raise NoSuggestion(Reason.DISABLED)
    _load_context_texts(session, request)
    document = _resolve_document(session, request)
    if not document.is_processable:
        raise NoSuggestion(Reason.UNPROCESSABLE)
    if not document.is_in_sync:
        raise NoSuggestion(Reason.OUT_OF_SYNC)
    page = document.snapshot()
    cursor = clamp_to_line(request.position, page.lines, client.encoding)
    if cursor is None:
        raise NoSuggestion(Reason.POSITION_OUTSIDE)
    context = parse_context(request.context, request.uri, session.lines_in_memory, client.encoding)
    edits = _collect_edits(session, request)
    if trigger is not Trigger.MANUAL and _is_after_undo(edits, context):
        raise NoSuggestion(Reason.AFTER_UNDO)
    stamp = session.revision
    return Situation(
        snapshot=page,
        cursor=cursor,
        edits=edits,
        workspace_texts=session.workspace_texts,
        trigger=trigger,
        selection=parse_span(request.selection, page.lines, client.encoding),
        visible_lines=context.visible_lines or session.visible_lines.get(request.uri),
        diagnostics=context.diagnostics,
        snippets=context.snippets,
        actions=context.actions,
        supported_kinds=client.supported_kinds | _ALWAYS_SUPPORTED_KINDS,
        is_rejected=lambda candidate: session.rejections.is_rejected(candidate, session.find_lines, stamp),
        feedback_counts=session.feedback_counts.counts_for,
        now=session.history.now,
        rejection_streak=int(session.feedback_counts.rejection_streak),
        deadline=deadline,
    )


def _load_context_texts(session: NesSession, request: SuggestNesRequest) -> None:
    """The texts that came with the request. Those that the session follows itself are better known here."""
    context = request.context
    told = select_recent_files(context, request.uri, session.is_known_text)
    files = [file for file in told if file.uri not in session.documents]
    came = {file.uri for file in files}
    repeated = context is not None and context.recent_files is not None
    session.drop_recent_snapshots(set(session.recent_snapshots) - came if repeated else {request.uri} - came)
    history = (context.edit_history if context is not None else None) or []
    explained = {entry.uri for entry in history}
    for file in files:
        session.load_context_text(
            file.uri, file.language_id, file.text, is_recent=True, record_edits=file.uri not in explained
        )


def _resolve_document(session: NesSession, request: SuggestNesRequest) -> Document:
    uri = request.uri
    document = session.documents.get(uri)
    if document is not None:
        if request.version < document.version:
            raise NoSuggestion(Reason.STALE)
        if request.version > document.version:
            raise NoSuggestion(Reason.VERSION_AHEAD)
        return document
    if uri in session.recent_snapshots and (told := session.find_document(uri)) is not None:
        return told
    page = session.workspace_texts.snapshot(uri)
    if page is None:
        raise NoSuggestion(Reason.UNKNOWN_DOCUMENT)
    return session.load_context_text(
        uri, page.language, page.line_ending.join(page.lines), is_recent=False, record_edits=False
    )


def _collect_edits(session: NesSession, request: SuggestNesRequest) -> tuple[Edit, ...]:
    """Newest last: first what was only told, then what was seen."""
    seen = tuple(session.history.edits)
    history = request.context.edit_history if request.context is not None else None
    if not history:
        return seen
    return (
        *session.client_history.build_edits(history, seen, session.is_tracked, session.lines_in_memory),
        *seen,
    )


def _is_after_undo(edits: tuple[Edit, ...], context: RequestContext) -> bool:
    if edits and edits[-1].origin is EditOrigin.UNDONE:
        return True
    newest = max(context.actions, key=lambda action: action.time, default=None)
    return newest is not None and newest.action.lower() == "undo"
