"""From a request to the situation that the engines are asked about, or to the reason why they are not."""

import time
from collections.abc import Callable, Sequence
from typing import Final

from msgspec import Struct

from understudy.nes.engine_api import Diagnostic, Situation, Snippet, SuggestionKind, Trigger, UserAction
from understudy.nes.limits import (
    MAX_DIAGNOSTIC_MESSAGE_CHARS,
    MAX_DIAGNOSTICS,
    MAX_NEW_RECENT_FILE_CHARS,
    MAX_RECENT_FILE_CHARS,
    MAX_RECENT_FILES,
    MAX_SNIPPET_CHARS,
    MAX_SNIPPETS,
    MAX_UNCHECKED_COORDINATE,
    MAX_USER_ACTIONS,
    SYMBOLIC_ENGINE_TIMEOUT_S,
)
from understudy.nes.reasons import SENTENCES, Reason
from understudy.nes.session import NesSession
from understudy.nes.setup import NesClientCapabilities
from understudy.nes.text import (
    Document,
    Edit,
    EditOrigin,
    LineLookup,
    Point,
    PositionEncoding,
    Span,
    clamp_to_column,
)
from understudy.schema.acp import (
    NesDiagnostic,
    NesRecentFile,
    NesSuggestContext,
    NesUserAction,
    Position,
    Range,
    SuggestNesRequest,
)

__all__ = ["NoSuggestion", "build_situation"]


_ALWAYS_SUPPORTED_KINDS: Final[frozenset[SuggestionKind]] = frozenset({"edit"})


class NoSuggestion(Exception):
    """There is no suggestion because …"""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason = reason
        self.sentence = SENTENCES[reason]


class _RequestContext(Struct, frozen=True, kw_only=True):
    diagnostics: tuple[Diagnostic, ...] = ()
    snippets: tuple[Snippet, ...] = ()
    actions: tuple[UserAction, ...] = ()
    visible_lines: tuple[int, int] | None = None


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
    cursor = _clamp_to_line(request.position, page.lines, client.encoding)
    if cursor is None:
        raise NoSuggestion(Reason.POSITION_OUTSIDE)
    context = _parse_context(request.context, request.uri, session.lines_in_memory, client.encoding)
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
        selection=_parse_span(request.selection, page.lines, client.encoding),
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
    told = _select_recent_files(context, request.uri, session.is_known_text)
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


def _is_after_undo(edits: tuple[Edit, ...], context: _RequestContext) -> bool:
    if edits and edits[-1].origin is EditOrigin.UNDONE:
        return True
    newest = max(context.actions, key=lambda action: action.time, default=None)
    return newest is not None and newest.action.lower() == "undo"


def _parse_context(
    context: NesSuggestContext | None, uri: str, lines: LineLookup, encoding: PositionEncoding
) -> _RequestContext:
    if context is None:
        return _RequestContext()
    return _RequestContext(
        diagnostics=_parse_diagnostics(context.diagnostics or [], uri, lines, encoding),
        snippets=_parse_snippets(context),
        actions=tuple(
            _parse_action(action, lines, encoding)
            for action in (context.user_actions or [])[-MAX_USER_ACTIONS:]
        ),
        visible_lines=_find_visible_lines(context, uri),
    )


def _select_recent_files(
    context: NesSuggestContext | None, uri: str, is_known: Callable[[str, str], bool]
) -> list[NesRecentFile]:
    """The texts that fit, that of the document itself first. What is left out may come with the next request."""
    if context is None or not context.recent_files:
        return []
    left, new = MAX_RECENT_FILE_CHARS, MAX_NEW_RECENT_FILE_CHARS
    kept: list[NesRecentFile] = []
    for file in sorted(context.recent_files[:MAX_RECENT_FILES], key=lambda file: file.uri != uri):
        size = len(file.text)
        fresh = 0 if file.uri == uri or is_known(file.uri, file.text) else size
        if size <= left and fresh <= new:
            left -= size
            new -= fresh
            kept.append(file)
    return kept


def _clamp_to_line(position: Position, lines: Sequence[str], encoding: PositionEncoding) -> Point | None:
    """The nearest place in its line; None if there is no such line."""
    if position.line >= len(lines):
        return None
    return Point(position.line, clamp_to_column(lines[position.line], position.character, encoding))


def _clamp_to_text(position: Position, lines: Sequence[str] | None, encoding: PositionEncoding) -> Point:
    """The nearest place in the text; the numbers as they are if the text is not known."""
    if lines is None:
        return Point(
            min(position.line, MAX_UNCHECKED_COORDINATE), min(position.character, MAX_UNCHECKED_COORDINATE)
        )
    found = _clamp_to_line(position, lines, encoding)
    return found if found is not None else Point(len(lines) - 1, len(lines[-1]))


def _parse_span(lsp_range: Range | None, lines: Sequence[str], encoding: PositionEncoding) -> Span | None:
    """A stretch of text; None if it is empty or not in the text."""
    if lsp_range is None:
        return None
    start, end = (
        _clamp_to_line(lsp_range.start, lines, encoding),
        _clamp_to_line(lsp_range.end, lines, encoding),
    )
    if start is None or end is None or start == end:
        return None
    return Span(min(start, end), max(start, end))


def _parse_diagnostics(
    reported: Sequence[NesDiagnostic], uri: str, lines: LineLookup, encoding: PositionEncoding
) -> tuple[Diagnostic, ...]:
    own = [one for one in reported if one.uri == uri]
    others = [one for one in reported if one.uri != uri]
    return tuple(_parse_diagnostic(one, lines, encoding) for one in [*own, *others][:MAX_DIAGNOSTICS])


def _parse_diagnostic(reported: NesDiagnostic, lines: LineLookup, encoding: PositionEncoding) -> Diagnostic:
    text = lines(reported.uri)
    start, end = (
        _clamp_to_text(reported.range.start, text, encoding),
        _clamp_to_text(reported.range.end, text, encoding),
    )
    return Diagnostic(
        reported.uri,
        Span(start, max(start, end)),
        reported.severity,
        reported.message[:MAX_DIAGNOSTIC_MESSAGE_CHARS],
    )


def _parse_snippets(context: NesSuggestContext) -> tuple[Snippet, ...]:
    excerpts = (
        Snippet(snippet.uri, excerpt.start_line, _normalize_line_endings(excerpt.text))
        for snippet in (context.related_snippets or [])[:MAX_SNIPPETS]
        for excerpt in snippet.excerpts[:MAX_SNIPPETS]
        if len(excerpt.text) <= MAX_SNIPPET_CHARS
    )
    return tuple(snippet for _, snippet in zip(range(MAX_SNIPPETS), excerpts, strict=False))


def _normalize_line_endings(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def _parse_action(reported: NesUserAction, lines: LineLookup, encoding: PositionEncoding) -> UserAction:
    position = reported.position
    if position is None:  # the seed's way to say it
        position = Position(line=reported.line or 0, character=reported.offset or 0)
    return UserAction(
        reported.action[:100],
        reported.uri,
        _clamp_to_text(position, lines(reported.uri), encoding),
        reported.timestamp_ms,
    )


def _find_visible_lines(context: NesSuggestContext, uri: str) -> tuple[int, int] | None:
    for file in context.open_files or []:
        if file.uri == uri and file.visible_range is not None:
            return file.visible_range.start.line, file.visible_range.end.line
    return None
