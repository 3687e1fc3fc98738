"""Build the `ModelContext` from a situation: the region around the cursor, recent edits, snippets of other files.

Pure; reads only lines near the cursor, so the size of the file does not matter. Knows no markers of a format;
`prompt_types.fit_to_budget` decides what fits into a prompt.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final
from urllib.parse import unquote, urlsplit

from understudy.nes.engine_api import Situation
from understudy.nes.model.limits import (
    MAX_EVENTS,
    MAX_PATH_PARTS,
    MAX_RELATED_SNIPPETS,
    MAX_SNIPPET_LINES,
    RELATED_CONTEXT_LINES,
    TOKENS_PER_LINE,
)
from understudy.nes.model.prompt_types import (
    BYTES_PER_TOKEN,
    EditEvent,
    ModelContext,
    RegionShape,
    RelatedSnippet,
    UnfitContextError,
    estimate_tokens,
)
from understudy.nes.text import Edit, EditOrigin

__all__ = ["build_model_context", "display_path", "is_private"]


_PRIVATE_FILE: Final = re.compile(
    r"(?i)(?:^|/)(?:\.env(?:\.[^/]*)?|\.netrc|\.pgpass|\.npmrc|\.pypirc|credentials(?:\.json)?|id_[a-z0-9]+"
    r"|[^/]*\.(?:pem|key|p12|pfx|kdbx|keystore|jks|asc))\Z"
)
_TEMPLATE_FILE: Final = re.compile(r"(?i)\.(?:example|sample|template|dist)\Z")


def build_model_context(situation: Situation, shape: RegionShape) -> ModelContext:
    """Raises UnfitContextError if the text must not or cannot be sent to a model."""
    snapshot = situation.snapshot
    path = display_path(snapshot.uri)
    if is_private(path):
        raise UnfitContextError("private", "Files that hold keys are not shown to a model.")
    lines = snapshot.lines or [""]
    row = min(max(situation.cursor.line, 0), len(lines) - 1)
    column = min(max(situation.cursor.column, 0), len(lines[row]))
    first, last = _select_region(lines, row, shape)
    top = _align_start(_extend(lines, first - 1, -1, shape.above) + 1, first, _alignment(shape.above)) - 1
    bottom = _align_end(_extend(lines, last, 1, shape.below), last, len(lines), _alignment(shape.below))
    edits = situation.edits[-4 * MAX_EVENTS :]
    return ModelContext(
        path=path,
        before=tuple(lines[top + 1 : first]),
        region=tuple(lines[first:last]),
        after=tuple(lines[last:bottom]),
        first=first,
        cursor=(row - first, column),
        starts_file=top < 0,
        ends_file=bottom >= len(lines),
        original=_region_before_edit(lines, first, last, snapshot.uri, edits),
        events=tuple(_recent_events(edits)),
        related=tuple(_related_snippets(situation, edits))[:MAX_RELATED_SNIPPETS],
    )


def display_path(uri: str) -> str:
    try:
        path = unquote(urlsplit(uri).path) if "://" in uri[:40] else uri
    except ValueError:
        path = uri
    parts = [name for name in path.replace("\\", "/").split("/") if name]
    return (
        "".join(char if char.isprintable() else "?" for char in "/".join(parts[-MAX_PATH_PARTS:]))
        or "untitled"
    )


def is_private(path: str) -> bool:
    return _PRIVATE_FILE.search(path) is not None and _TEMPLATE_FILE.search(path) is None


def _select_region(lines: Sequence[str], cursor_line: int, shape: RegionShape) -> tuple[int, int]:
    """Return the first line and the line after the last: grown alternately up and down until the budget is used."""
    room = shape.region or RegionShape().region
    room -= _line_tokens(lines[cursor_line], room)
    if room < 0:
        raise UnfitContextError("long-line", "The line at the cursor is too long for the model.")
    if not shape.region:
        return cursor_line, cursor_line + 1
    max_lines = len(lines) if shape.window is None else shape.window
    first, last = cursor_line, cursor_line + 1
    up = down = True
    while up or down:
        if up:
            cost = (
                _line_tokens(lines[first - 1], room)
                if first > 0 and cursor_line - first < max_lines
                else room + 1
            )
            up = cost <= room
            if up:
                first, room = first - 1, room - cost
        if down:
            cost = (
                _line_tokens(lines[last], room)
                if last < len(lines) and last - 1 - cursor_line < max_lines
                else room + 1
            )
            down = cost <= room
            if down:
                last, room = last + 1, room - cost
    if shape.window is None:
        step = _alignment(shape.region, 4)
        first = _align_start(first, cursor_line, step)
        last = _align_end(last, cursor_line + 1, len(lines), step)
    return first, last


def _alignment(max_tokens: int, share: int = 2) -> int:
    """Return to which multiple of lines a window of that size is aligned: a power of two, at most that share of it.

    A window that moved with every line would change the beginning of the prompt, which the server has cached.
    """
    return 1 << max(max_tokens // TOKENS_PER_LINE // share, 1).bit_length() - 1


def _align_start(start: int, max_start: int, step: int) -> int:
    """Aligned from the start of the file, where typing below changes nothing."""
    return min(-(-start // step) * step, max_start)


def _align_end(end: int, min_end: int, line_count: int, step: int) -> int:
    """Aligned from the end of the file, where typing above changes nothing."""
    return max(line_count - -(-(line_count - end) // step) * step, min_end)


def _extend(lines: Sequence[str], start: int, step: int, max_tokens: int) -> int:
    """Return the first line in direction `step` from `start` that exceeds the budget."""
    row = start
    while 0 <= row < len(lines):
        cost = _line_tokens(lines[row], max_tokens)
        if cost > max_tokens:
            break
        max_tokens -= cost
        row += step
    return row


def _line_tokens(line: str, max_tokens: int) -> int:
    """Return the tokens of a line with its line ending. An overlong line is not encoded."""
    return max_tokens + 1 if len(line) > BYTES_PER_TOKEN * max_tokens else estimate_tokens(line) + 1


def _region_before_edit(
    lines: Sequence[str], first: int, last: int, uri: str, edits: Sequence[Edit]
) -> tuple[str, ...]:
    newest = next((edit for edit in reversed(edits) if edit.uri == uri), None)
    if newest is None or newest.line < first or newest.origin is EditOrigin.EXTERNAL:
        return ()
    end = newest.line + len(newest.new)
    if end > last or tuple(lines[newest.line : end]) != newest.new:
        return ()
    return (*lines[first : newest.line], *newest.old, *lines[end:last])


def _recent_events(edits: Sequence[Edit]) -> Iterator[EditEvent]:
    own_edits = [edit for edit in edits if edit.origin is not EditOrigin.EXTERNAL]
    for edit in own_edits[-MAX_EVENTS:]:
        path = display_path(edit.uri)
        if is_private(path):
            continue
        accepted = edit.origin is EditOrigin.ACCEPTED
        yield EditEvent(path, edit.line, edit.old, edit.new, edit.above, edit.below, accepted)


def _related_snippets(situation: Situation, edits: Sequence[Edit]) -> Iterator[RelatedSnippet]:
    """Yield the snippets from the client, then the surroundings of the newest edits in other files."""
    for snippet in situation.snippets[:MAX_RELATED_SNIPPETS]:
        if not is_private(path := display_path(snippet.uri)):
            yield RelatedSnippet(path, tuple(snippet.text.split("\n")[:MAX_SNIPPET_LINES]))
    seen = {situation.snapshot.uri}
    for edit in reversed(edits):
        if edit.uri in seen or edit.line < 0:
            continue
        seen.add(edit.uri)
        snapshot = situation.workspace_texts.snapshot(edit.uri)
        if snapshot is None or is_private(path := display_path(edit.uri)):
            continue
        start = max(0, edit.line - RELATED_CONTEXT_LINES)
        yield RelatedSnippet(
            path, tuple(snapshot.lines[start : edit.line + len(edit.new) + RELATED_CONTEXT_LINES])
        )
