"""The last look at a candidate before it may leave: what must never reach a user, whatever engine thought of it.

Looks at one page at a time. Whether it is likely enough, or was refused before, is decided elsewhere.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from understudy.nes.port import Candidate, Edit, Kind, Origin
from understudy.nes.reasons import Reason
from understudy.nes.regions import Region, fits, line_after, regions
from understudy.nes.values import Page, Point, Splice

__all__ = ["MOST_CHARACTERS", "MOST_LINES", "Gate", "check"]

MOST_LINES: Final = 12
"""Changed lines that a user can take in at a glance."""
MOST_CHARACTERS: Final = 4_000
MOST_NAME: Final = 200
RECENT: Final = 3
"""So many of the newest edits are never taken back."""

_PROSE: Final = frozenset({"plaintext", "text", "markdown", "restructuredtext", "latex", "asciidoc"})
_QUOTED: Final = re.compile(r"""\\.|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\\n]|\\.)*`""")
_PAIRS: Final = ("()", "[]", "{}")
_UNSENDABLE: Final = re.compile("[\x00\r\ud800-\udfff]")


def check(
    candidate: Candidate, page: Page, kinds: frozenset[Kind], edits: Sequence[Edit], cursor: Point | None
) -> Reason | None:
    """Why it may not leave, or None. `cursor` only if it is in this page."""
    return Gate(kinds, edits).check(candidate, page, cursor)


class Gate:
    """For the candidates of one moment: what they have in common is looked at once."""

    def __init__(self, kinds: frozenset[Kind], edits: Sequence[Edit]) -> None:
        self._kinds = kinds
        self._edits = edits
        self._excess: dict[tuple[str, str], int] = {}

    def check(self, candidate: Candidate, page: Page, cursor: Point | None) -> Reason | None:
        if candidate.kind != "edit" and candidate.kind not in self._kinds:
            return Reason.KIND
        match candidate.kind:
            case "edit":
                return self._edit(candidate, page)
            case "jump":
                return _jump(candidate, page, cursor)
            case "rename":
                return _rename(candidate, page)
            case "searchAndReplace":
                return _replace(candidate)

    def _edit(self, candidate: Candidate, page: Page) -> Reason | None:
        replacements = candidate.edits
        if not replacements or not fits(replacements, page.lines):
            return Reason.BAD_EDIT
        if any(_UNSENDABLE.search(text) for _, text in replacements):
            return Reason.BAD_EDIT
        if sum(len(text) for _, text in replacements) > MOST_CHARACTERS:
            return Reason.TOO_LARGE
        if sum(span.end.line - span.start.line for span, _ in replacements) > MOST_LINES:
            return Reason.TOO_LARGE
        changes = regions(replacements, page.lines)
        touched = [splice for region in changes if (splice := region.cut()).old or splice.new]
        if not touched:
            return Reason.NO_CHANGE
        if sum(max(len(splice.old), len(splice.new)) for splice in touched) > MOST_LINES:
            return Reason.TOO_LARGE
        if candidate.place is not None and not _reachable(candidate.place, changes, page.lines):
            return Reason.BAD_EDIT
        if any(_takes_back(splice, edit) for edit in _recent(self._edits, page.uri) for splice in touched):
            return Reason.REVERSE
        if any(_there(splice, page.lines) for splice in touched) or _said_twice(candidate, page):
            return Reason.ALREADY_THERE
        if page.language not in _PROSE and self._unbalances(touched, page):
            return Reason.BRACKETS
        return None

    def _unbalances(self, touched: Sequence[Splice], page: Page) -> bool:
        before = "\n".join(line for splice in touched for line in splice.old)
        after = "\n".join(line for splice in touched for line in splice.new)
        bare = _QUOTED.sub("", before), _QUOTED.sub("", after)
        for opening, closing in _PAIRS:
            plain = _excess(after, opening, closing) - _excess(before, opening, closing)
            # A bracket in a string needs no partner; but what looks like a string may be none, so both must say so.
            if plain == 0 or _excess(bare[0], opening, closing) == _excess(bare[1], opening, closing):
                continue
            excess = self._page_excess(page, opening, closing)
            if abs(excess + plain) > abs(excess):
                return True
        return False

    def _page_excess(self, page: Page, opening: str, closing: str) -> int:
        key = (page.uri, opening)
        if key not in self._excess:
            self._excess[key] = sum(_excess(line, opening, closing) for line in page.lines)
        return self._excess[key]


def _jump(candidate: Candidate, page: Page, cursor: Point | None) -> Reason | None:
    if candidate.place is None or not _placed(candidate.place, page.lines):
        return Reason.BAD_EDIT
    if cursor is not None and cursor.line == candidate.place.line:
        return Reason.NO_CHANGE
    return None


def _rename(candidate: Candidate, page: Page) -> Reason | None:
    name = candidate.new_name
    if candidate.place is None or not _placed(candidate.place, page.lines) or not 0 < len(name) <= MOST_NAME:
        return Reason.BAD_EDIT
    if "\n" in name or _UNSENDABLE.search(name):
        return Reason.BAD_EDIT
    line, column = page.lines[candidate.place.line], candidate.place.column
    if line.startswith(name, column) and not line[column + len(name) : column + len(name) + 1].isidentifier():
        return Reason.NO_CHANGE
    return None


def _replace(candidate: Candidate) -> Reason | None:
    both = candidate.search + candidate.replace
    if not candidate.search or _UNSENDABLE.search(both):
        return Reason.BAD_EDIT
    if candidate.whole_word and not candidate.is_regex and not {"$", "\\"}.isdisjoint(candidate.replace):
        return Reason.BAD_EDIT  # it leaves as a pattern, and clients do not agree on what these mean there
    if len(both) > MOST_CHARACTERS:
        return Reason.TOO_LARGE
    if candidate.search == candidate.replace:
        return Reason.NO_CHANGE
    return None


def _placed(place: Point, lines: Sequence[str]) -> bool:
    return 0 <= place.line < len(lines) and 0 <= place.column <= len(lines[place.line])


def _reachable(place: Point, changes: Sequence[Region], lines: Sequence[str]) -> bool:
    line = line_after(changes, lines, place.line)
    return line is not None and 0 <= place.column <= len(line)


def _recent(edits: Sequence[Edit], uri: str) -> Iterable[Edit]:
    """The user's newest edits of this text. What was undone is no wish of theirs."""
    wished = (edit for edit in reversed(edits) if edit.origin is not Origin.UNDONE)
    for _, edit in zip(range(RECENT), wished, strict=False):
        if edit.uri == uri and edit.line >= 0:
            yield edit


def _takes_back(splice: Splice, edit: Edit) -> bool:
    """Whether it makes lines of the edit what they were before it."""
    if splice == (edit.line, edit.new, edit.old):
        return True
    if not edit.old or len(edit.old) != len(edit.new) or len(splice.old) != len(splice.new):
        return False
    start = splice.line - edit.line
    if start < 0 or start + len(splice.old) > len(edit.old):
        return False
    return splice.new == edit.old[start : start + len(splice.old)]


def _there(splice: Splice, lines: Sequence[str]) -> bool:
    """Whether the lines that it adds stand right beside already."""
    added = splice.new
    if splice.old or not any(line.strip() for line in added):
        return False
    after = lines[splice.line : splice.line + len(added)]
    before = lines[max(splice.line - len(added), 0) : splice.line]
    return list(added) in (after, before)


def _said_twice(candidate: Candidate, page: Page) -> bool:
    """Whether words are put right before the same words."""
    for (start, end), text in candidate.edits:
        bare = text.strip()
        if start == end and len(bare) > 2 and "\n" not in text:
            line = page.lines[start.line]
            if line.startswith(bare, start.column) or line.startswith(text, start.column):
                return True
    return False


def _excess(text: str, opening: str, closing: str) -> int:
    return text.count(opening) - text.count(closing)
