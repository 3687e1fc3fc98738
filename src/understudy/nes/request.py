"""Build the `Situation` for the engines from a request, or raise `NoSuggestion` with the reason.

The context that the client attaches is untrusted, in both dialects: a position outside its text is clamped, and
what exceeds a limit is left out, the oldest or the farthest first. Reported texts are stored by the session;
reported edits are parsed in `session.client_history`.
"""

import time
from collections.abc import Callable, Sequence
from typing import Final

from msgspec import Struct

from understudy.nes.engine_api import (
    Diagnostic,
    Situation,
    Snippet,
    SuggestionKind,
    Trigger,
    UserAction,
    WorkspaceTexts,
)
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
    SYMBOLIC_ENGINE_CPU_S,
)
from understudy.nes.reasons import SENTENCES, Reason
from understudy.nes.session import NesSession, mark_typed_edit
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

__all__ = ["NoSuggestion", "build_focus_situation", "build_situation"]


_ALWAYS_SUPPORTED_KINDS: Final[frozenset[SuggestionKind]] = frozenset({"edit"})


class NoSuggestion(Exception):
    """The request gets no suggestion, for `reason`; the engines are not called."""

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
    session: NesSession,
    request: SuggestNesRequest,
    client: NesClientCapabilities,
    trigger: Trigger,
    epoch_offset: float = 0.0,
    engine_cpu_s: float = SYMBOLIC_ENGINE_CPU_S,
) -> Situation:
    """Raises NoSuggestion. `epoch_offset` is what the session's clock lacks to seconds since 1970."""
    earliest_deadline, deadline = time.monotonic() + engine_cpu_s, time.thread_time() + engine_cpu_s
    if not session.settings.enabled:
        raise NoSuggestion(Reason.DISABLED)
    _load_context_texts(session, request)
    document = _resolve_document(session, request)
    if not document.is_processable:
        raise NoSuggestion(Reason.UNPROCESSABLE)
    if not document.is_in_sync:
        raise NoSuggestion(Reason.OUT_OF_SYNC)
    snapshot = document.snapshot()
    cursor = _clamp_to_line(request.position, snapshot.lines, client.encoding)
    if cursor is None:
        raise NoSuggestion(Reason.POSITION_OUTSIDE)
    context = _parse_context(request.context, request.uri, session.lines_in_memory, client.encoding)
    edits = _collect_edits(session, request)
    if request.uri not in session.documents:
        now = session.history.now
        edits = mark_typed_edit(edits, context.actions, now, now + epoch_offset)
    if trigger is not Trigger.MANUAL and _is_after_undo(edits, context):
        raise NoSuggestion(Reason.AFTER_UNDO)
    revision = session.revision
    return Situation(
        snapshot=snapshot,
        cursor=cursor,
        edits=edits,
        workspace_texts=_texts_with_snippets(session.workspace_texts, context.snippets),
        trigger=trigger,
        selection=_parse_span(request.selection, snapshot.lines, client.encoding),
        visible_lines=context.visible_lines or session.visible_lines.get(request.uri),
        diagnostics=context.diagnostics,
        snippets=context.snippets,
        actions=context.actions,
        supported_kinds=client.supported_kinds | _ALWAYS_SUPPORTED_KINDS,
        is_rejected=lambda candidate: session.rejections.is_rejected(candidate, session.find_lines, revision),
        feedback_counts=session.feedback_counts.counts_for,
        now=session.history.now,
        rejection_streak=int(session.feedback_counts.rejection_streak),
        deadline=deadline,
        earliest_deadline=earliest_deadline,
    )


def build_focus_situation(
    session: NesSession, uri: str, position: Position | None, client: NesClientCapabilities
) -> Situation | None:
    """Return the situation of an open document before any request for it; None if it cannot be processed."""
    document = session.documents.get(uri)
    if document is None or not document.is_processable or not document.is_in_sync:
        return None
    snapshot = document.snapshot()
    cursor = Point(0, 0) if position is None else _clamp_to_line(position, snapshot.lines, client.encoding)
    if cursor is None:
        return None
    return Situation(
        snapshot=snapshot,
        cursor=cursor,
        edits=tuple(session.history.edits),
        workspace_texts=session.workspace_texts,
        now=session.history.now,
    )


def _load_context_texts(session: NesSession, request: SuggestNesRequest) -> None:
    """Store the texts that came with the request, except open documents: the session has their newer text."""
    context = request.context
    selected = _select_recent_files(context, request.uri, session.is_known_text)
    files = [file for file in selected if file.uri not in session.documents]
    received = {file.uri for file in files}
    lists_all = context is not None and context.recent_files is not None
    session.drop_recent_snapshots(
        set(session.recent_snapshots) - received if lists_all else {request.uri} - received
    )
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
    if uri in session.recent_snapshots and (reported := session.find_document(uri)) is not None:
        return reported
    snapshot = session.workspace_texts.snapshot(uri)
    if snapshot is None:
        raise NoSuggestion(Reason.UNKNOWN_DOCUMENT)
    return session.load_context_text(
        uri, snapshot.language, snapshot.line_ending.join(snapshot.lines), is_recent=False, record_edits=False
    )


def _collect_edits(session: NesSession, request: SuggestNesRequest) -> tuple[Edit, ...]:
    """Return the edits newest last: first those that the client reported, then those that the session observed."""
    observed = tuple(session.history.edits)
    history = request.context.edit_history if request.context is not None else None
    if not history:
        return observed
    return (
        *session.client_history.build_edits(history, observed, session.is_tracked, session.lines_in_memory),
        *observed,
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
    """Return the recent files within the limits, the document itself first. The next request may send the rest
    again."""
    if context is None or not context.recent_files:
        return []
    chars_left, new_chars_left = MAX_RECENT_FILE_CHARS, MAX_NEW_RECENT_FILE_CHARS
    selected: list[NesRecentFile] = []
    for file in sorted(context.recent_files[:MAX_RECENT_FILES], key=lambda file: file.uri != uri):
        size = len(file.text)
        new_size = 0 if file.uri == uri or is_known(file.uri, file.text) else size
        if size <= chars_left and new_size <= new_chars_left:
            chars_left -= size
            new_chars_left -= new_size
            selected.append(file)
    return selected


def _clamp_to_line(position: Position, lines: Sequence[str], encoding: PositionEncoding) -> Point | None:
    """Return the nearest column in the line; None if the line does not exist."""
    if position.line >= len(lines):
        return None
    return Point(position.line, clamp_to_column(lines[position.line], position.character, encoding))


def _clamp_to_text(position: Position, lines: Sequence[str] | None, encoding: PositionEncoding) -> Point:
    """Return the nearest point in the text. Without the text, the numbers are only limited."""
    if lines is None:
        return Point(
            min(position.line, MAX_UNCHECKED_COORDINATE), min(position.character, MAX_UNCHECKED_COORDINATE)
        )
    found = _clamp_to_line(position, lines, encoding)
    return found if found is not None else Point(len(lines) - 1, len(lines[-1]))


def _parse_span(lsp_range: Range | None, lines: Sequence[str], encoding: PositionEncoding) -> Span | None:
    """Return the span of a range; None if it is empty or outside the text."""
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


def _texts_with_snippets(texts: WorkspaceTexts, snippets: Sequence[Snippet]) -> WorkspaceTexts:
    if not snippets:
        return texts
    from understudy.nes.index import TextsWithSnippets

    return TextsWithSnippets(texts, snippets)


def _normalize_line_endings(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def _parse_action(reported: NesUserAction, lines: LineLookup, encoding: PositionEncoding) -> UserAction:
    position = reported.position
    if position is None:  # the form of the seed dialect
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
