"""From a Situation to what a model may see: the region around the cursor, recent edits, pieces of other files.

Pure, and near the cursor only: the size of the file does not matter. Knows no format's markers. Does not decide
what fits a prompt; that is `fitting`.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final
from urllib.parse import unquote, urlsplit

from understudy.nes.model.prompting import BYTES_A_TOKEN, Event, ModelContext, Related, Shape, Unfit, tokens
from understudy.nes.port import Edit, Origin, Situation

__all__ = ["frame", "is_private", "shown_path"]

PATH_PARTS: Final = 3
"""Of a path, so many names from its end are told: enough to tell files apart, nothing of the user's home."""
MOST_EVENTS: Final = 12
MOST_RELATED: Final = 8
RELATED_LINES: Final = 12
"""Lines before and after an edit in another file."""
LONGEST_SNIPPET: Final = 40

_PRIVATE: Final = re.compile(
    r"(?i)(?:^|/)(?:\.env(?:\.[^/]*)?|\.netrc|\.pgpass|\.npmrc|\.pypirc|credentials(?:\.json)?|id_[a-z0-9]+"
    r"|[^/]*\.(?:pem|key|p12|pfx|kdbx|keystore|jks|asc))\Z"
)
_PUBLIC: Final = re.compile(r"(?i)\.(?:example|sample|template|dist)\Z")


def frame(situation: Situation, shape: Shape) -> ModelContext:
    """Raises Unfit where a model is better not asked."""
    page = situation.page
    path = shown_path(page.uri)
    if is_private(path):
        raise Unfit("private", "Files that hold keys are not shown to a model.")
    lines = page.lines or [""]
    row = min(max(situation.cursor.line, 0), len(lines) - 1)
    column = min(max(situation.cursor.column, 0), len(lines[row]))
    first, last = _region(lines, row, shape)
    top = _grow(lines, first - 1, -1, shape.above)
    bottom = _grow(lines, last, 1, shape.below)
    edits = situation.edits[-4 * MOST_EVENTS :]
    return ModelContext(
        path=path,
        before=tuple(lines[top + 1 : first]),
        region=tuple(lines[first:last]),
        after=tuple(lines[last:bottom]),
        first=first,
        cursor=(row - first, column),
        starts_file=top < 0,
        ends_file=bottom >= len(lines),
        original=_original(lines, first, last, page.uri, edits),
        events=tuple(_events(edits)),
        related=tuple(_related(situation, edits))[:MOST_RELATED],
    )


def shown_path(uri: str) -> str:
    try:
        path = unquote(urlsplit(uri).path) if "://" in uri[:40] else uri
    except ValueError:
        path = uri
    names = [name for name in path.replace("\\", "/").split("/") if name]
    return (
        "".join(char if char.isprintable() else "?" for char in "/".join(names[-PATH_PARTS:])) or "untitled"
    )


def is_private(path: str) -> bool:
    return _PRIVATE.search(path) is not None and _PUBLIC.search(path) is None


def _region(lines: Sequence[str], row: int, shape: Shape) -> tuple[int, int]:
    """From which line to before which: grown up and down by turns from the cursor's, until it is full."""
    room = shape.region or Shape().region
    room -= _cost(lines[row], room)
    if room < 0:
        raise Unfit("long-line", "The line at the cursor is too long for the model.")
    if not shape.region:
        return row, row + 1
    most = len(lines) if shape.window is None else shape.window
    first, last = row, row + 1
    up = down = True
    while up or down:
        if up:
            cost = _cost(lines[first - 1], room) if first > 0 and row - first < most else room + 1
            up = cost <= room
            if up:
                first, room = first - 1, room - cost
        if down:
            cost = _cost(lines[last], room) if last < len(lines) and last - 1 - row < most else room + 1
            down = cost <= room
            if down:
                last, room = last + 1, room - cost
    return first, last


def _grow(lines: Sequence[str], start: int, step: int, room: int) -> int:
    """The first line, going that way from `start`, that is not shown any more."""
    row = start
    while 0 <= row < len(lines):
        cost = _cost(lines[row], room)
        if cost > room:
            break
        room -= cost
        row += step
    return row


def _cost(line: str, room: int) -> int:
    """Tokens of a line and its end. An overlong line is not even measured."""
    return room + 1 if len(line) > BYTES_A_TOKEN * room else tokens(line) + 1


def _original(
    lines: Sequence[str], first: int, last: int, uri: str, edits: Sequence[Edit]
) -> tuple[str, ...]:
    newest = next((edit for edit in reversed(edits) if edit.uri == uri), None)
    if newest is None or newest.line < first or newest.origin is Origin.OUTSIDE:
        return ()
    end = newest.line + len(newest.new)
    if end > last or tuple(lines[newest.line : end]) != newest.new:
        return ()
    return (*lines[first : newest.line], *newest.old, *lines[end:last])


def _events(edits: Sequence[Edit]) -> Iterator[Event]:
    telling = [edit for edit in edits if edit.origin is not Origin.OUTSIDE]
    for edit in telling[-MOST_EVENTS:]:
        path = shown_path(edit.uri)
        if is_private(path):
            continue
        accepted = edit.origin is Origin.ACCEPTED
        yield Event(path, edit.line, edit.old, edit.new, edit.above, edit.below, accepted)


def _related(situation: Situation, edits: Sequence[Edit]) -> Iterator[Related]:
    """What the client calls related, then the places in other files where the user edited last."""
    for snippet in situation.snippets[:MOST_RELATED]:
        if not is_private(path := shown_path(snippet.uri)):
            yield Related(path, tuple(snippet.text.split("\n")[:LONGEST_SNIPPET]))
    seen = {situation.page.uri}
    for edit in reversed(edits):
        if edit.uri in seen or edit.line < 0:
            continue
        seen.add(edit.uri)
        page = situation.library.page(edit.uri)
        if page is None or is_private(path := shown_path(edit.uri)):
            continue
        start = max(0, edit.line - RELATED_LINES)
        yield Related(path, tuple(page.lines[start : edit.line + len(edit.new) + RELATED_LINES]))
