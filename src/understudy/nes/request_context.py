"""What a client attaches to a request, in the engines' words, and bounded. Both dialects.

Nothing here is trusted: a place outside its text is moved into it, and what is too much is left out, the oldest
or farthest first. Texts that a client tells are kept by the session; edits that it tells are in `telling`.
"""

from collections.abc import Callable, Sequence

from msgspec import Struct

from understudy.nes.engine_api import Diagnostic, Snippet, UserAction
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
)
from understudy.nes.text import Point, PositionEncoding, Span, clamp_to_column
from understudy.schema.acp import (
    NesDiagnostic,
    NesRecentFile,
    NesSuggestContext,
    NesUserAction,
    Position,
    Range,
)

__all__ = [
    "LineLookup",
    "RequestContext",
    "clamp_to_line",
    "clamp_to_text",
    "parse_context",
    "parse_span",
    "select_recent_files",
]

LineLookup = Callable[[str], Sequence[str] | None]
"""The lines of a text by its URI, if they are at hand."""


class RequestContext(Struct, frozen=True, kw_only=True):
    diagnostics: tuple[Diagnostic, ...] = ()
    snippets: tuple[Snippet, ...] = ()
    actions: tuple[UserAction, ...] = ()
    visible_lines: tuple[int, int] | None = None


def parse_context(
    context: NesSuggestContext | None, uri: str, lines: LineLookup, encoding: PositionEncoding
) -> RequestContext:
    if context is None:
        return RequestContext()
    return RequestContext(
        diagnostics=_parse_diagnostics(context.diagnostics or [], uri, lines, encoding),
        snippets=_parse_snippets(context),
        actions=tuple(
            _parse_action(action, lines, encoding)
            for action in (context.user_actions or [])[-MAX_USER_ACTIONS:]
        ),
        visible_lines=_find_visible_lines(context, uri),
    )


def select_recent_files(
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


def clamp_to_line(position: Position, lines: Sequence[str], encoding: PositionEncoding) -> Point | None:
    """The nearest place in its line; None if there is no such line."""
    if position.line >= len(lines):
        return None
    return Point(position.line, clamp_to_column(lines[position.line], position.character, encoding))


def clamp_to_text(position: Position, lines: Sequence[str] | None, encoding: PositionEncoding) -> Point:
    """The nearest place in the text; the numbers as they are if the text is not known."""
    if lines is None:
        return Point(
            min(position.line, MAX_UNCHECKED_COORDINATE), min(position.character, MAX_UNCHECKED_COORDINATE)
        )
    found = clamp_to_line(position, lines, encoding)
    return found if found is not None else Point(len(lines) - 1, len(lines[-1]))


def parse_span(lsp_range: Range | None, lines: Sequence[str], encoding: PositionEncoding) -> Span | None:
    """A stretch of text; None if it is empty or not in the text."""
    if lsp_range is None:
        return None
    start, end = (
        clamp_to_line(lsp_range.start, lines, encoding),
        clamp_to_line(lsp_range.end, lines, encoding),
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
        clamp_to_text(reported.range.start, text, encoding),
        clamp_to_text(reported.range.end, text, encoding),
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
        clamp_to_text(position, lines(reported.uri), encoding),
        reported.timestamp_ms,
    )


def _find_visible_lines(context: NesSuggestContext, uri: str) -> tuple[int, int] | None:
    for file in context.open_files or []:
        if file.uri == uri and file.visible_range is not None:
            return file.visible_range.start.line, file.visible_range.end.line
    return None
