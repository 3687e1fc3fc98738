"""What a client attaches to a request, in the engines' words, and bounded. Both dialects.

Nothing here is trusted: a place outside its text is moved into it, and what is too much is left out, the oldest
or farthest first. Texts that a client tells are kept by the session; edits that it tells are in `telling`.
"""

from collections.abc import Callable, Sequence
from typing import Final

from msgspec import Struct

from understudy.nes.port import Action, Diagnostic, Snippet
from understudy.nes.positions import Encoding, clamp
from understudy.nes.values import Point, Span
from understudy.schema.acp import (
    NesDiagnostic,
    NesRecentFile,
    NesSuggestContext,
    NesUserAction,
    Position,
    Range,
)

__all__ = ["Lines", "Parts", "inside", "parts", "place", "recent_files", "span"]

Lines = Callable[[str], Sequence[str] | None]
"""The lines of a text by its URI, if they are at hand."""

MOST_DIAGNOSTICS: Final = 200
MOST_MESSAGE: Final = 1_000
MOST_SNIPPETS: Final = 50
MOST_SNIPPET: Final = 20_000
MOST_ACTIONS: Final = 100
MOST_RECENT: Final = 50
MOST_RECENT_CHARACTERS: Final = 16 << 20
MOST_NEW_CHARACTERS: Final = 1 << 20
"""Of texts that are not known yet: to take them in takes time, and the user waits."""
_FAR: Final = 10_000_000


class Parts(Struct, frozen=True, kw_only=True):
    diagnostics: tuple[Diagnostic, ...] = ()
    snippets: tuple[Snippet, ...] = ()
    actions: tuple[Action, ...] = ()
    visible: tuple[int, int] | None = None


def parts(context: NesSuggestContext | None, uri: str, lines: Lines, encoding: Encoding) -> Parts:
    if context is None:
        return Parts()
    return Parts(
        diagnostics=_diagnostics(context.diagnostics or [], uri, lines, encoding),
        snippets=_snippets(context),
        actions=tuple(
            _action(action, lines, encoding) for action in (context.user_actions or [])[-MOST_ACTIONS:]
        ),
        visible=_visible(context, uri),
    )


def recent_files(
    context: NesSuggestContext | None, uri: str, known: Callable[[str, str], bool]
) -> list[NesRecentFile]:
    """The texts that fit, that of the document itself first. What is left out may come with the next request."""
    if context is None or not context.recent_files:
        return []
    left, new = MOST_RECENT_CHARACTERS, MOST_NEW_CHARACTERS
    kept: list[NesRecentFile] = []
    for file in sorted(context.recent_files[:MOST_RECENT], key=lambda file: file.uri != uri):
        size = len(file.text)
        fresh = 0 if file.uri == uri or known(file.uri, file.text) else size
        if size <= left and fresh <= new:
            left -= size
            new -= fresh
            kept.append(file)
    return kept


def place(position: Position, lines: Sequence[str], encoding: Encoding) -> Point | None:
    """The nearest place in its line; None if there is no such line."""
    if position.line >= len(lines):
        return None
    return Point(position.line, clamp(lines[position.line], position.character, encoding))


def inside(position: Position, lines: Sequence[str] | None, encoding: Encoding) -> Point:
    """The nearest place in the text; the numbers as they are if the text is not known."""
    if lines is None:
        return Point(min(position.line, _FAR), min(position.character, _FAR))
    found = place(position, lines, encoding)
    return found if found is not None else Point(len(lines) - 1, len(lines[-1]))


def span(range_: Range | None, lines: Sequence[str], encoding: Encoding) -> Span | None:
    """A stretch of text; None if it is empty or not in the text."""
    if range_ is None:
        return None
    start, end = place(range_.start, lines, encoding), place(range_.end, lines, encoding)
    if start is None or end is None or start == end:
        return None
    return Span(min(start, end), max(start, end))


def _diagnostics(
    told: Sequence[NesDiagnostic], uri: str, lines: Lines, encoding: Encoding
) -> tuple[Diagnostic, ...]:
    own = [one for one in told if one.uri == uri]
    others = [one for one in told if one.uri != uri]
    return tuple(_diagnostic(one, lines, encoding) for one in [*own, *others][:MOST_DIAGNOSTICS])


def _diagnostic(told: NesDiagnostic, lines: Lines, encoding: Encoding) -> Diagnostic:
    text = lines(told.uri)
    start, end = inside(told.range.start, text, encoding), inside(told.range.end, text, encoding)
    return Diagnostic(told.uri, Span(start, max(start, end)), told.severity, told.message[:MOST_MESSAGE])


def _snippets(context: NesSuggestContext) -> tuple[Snippet, ...]:
    excerpts = (
        Snippet(snippet.uri, excerpt.start_line, _plain(excerpt.text))
        for snippet in (context.related_snippets or [])[:MOST_SNIPPETS]
        for excerpt in snippet.excerpts[:MOST_SNIPPETS]
        if len(excerpt.text) <= MOST_SNIPPET
    )
    return tuple(snippet for _, snippet in zip(range(MOST_SNIPPETS), excerpts, strict=False))


def _plain(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def _action(told: NesUserAction, lines: Lines, encoding: Encoding) -> Action:
    position = told.position
    if position is None:  # the seed's way to say it
        position = Position(line=told.line or 0, character=told.offset or 0)
    return Action(told.action[:100], told.uri, inside(position, lines(told.uri), encoding), told.timestamp_ms)


def _visible(context: NesSuggestContext, uri: str) -> tuple[int, int] | None:
    for file in context.open_files or []:
        if file.uri == uri and file.visible_range is not None:
            return file.visible_range.start.line, file.visible_range.end.line
    return None
