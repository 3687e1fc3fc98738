"""Final validation of a candidate: rejects what must never reach a user, whichever engine proposed it.

Checks one text at a time. Probability and earlier rejections are checked in `selection`.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final

from understudy.languages import Language
from understudy.nes.engine_api import Candidate, SuggestionKind
from understudy.nes.limits import (
    MAX_NEW_NAME_CHARS,
    MAX_SUGGESTION_CHARS,
    MAX_SUGGESTION_LINES,
    PROTECTED_RECENT_EDITS,
)
from understudy.nes.reasons import Reason
from understudy.nes.syntax import is_syntax_preserved, language_of
from understudy.nes.text import (
    Edit,
    EditOrigin,
    LineChange,
    Point,
    Splice,
    TextSnapshot,
    can_apply,
    group_into_line_changes,
    line_after_changes,
)

__all__ = ["CandidateValidator", "is_misindented", "validate"]


_PROSE_LANGUAGES: Final = frozenset(
    {"plaintext", "text", "markdown", "restructuredtext", "latex", "asciidoc"}
)
_STRING_LITERAL: Final = re.compile(r"""\\.|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\\n]|\\.)*`""")
_BRACKET_PAIRS: Final = ("()", "[]", "{}")
_UNSENDABLE: Final = re.compile("[\x00\r\ud800-\udfff]")
_UNJUDGED_LINE: Final = re.compile(r"""^\s*(?:[#*.?:|&+)\]}]|//|/\*|<|--|\\|case\b|default\b)|\"{3}|'{3}|`""")
"""Comments, the rest of a longer expression, markup, labels, and strings over several lines."""
_OPENING_LINE: Final = re.compile(r"[{(\[]\s*\Z")
_PYTHON_OPENING_LINE: Final = re.compile(r"[{(\[:]\s*\Z")
_COMPLETE_STATEMENT: Final = re.compile(r";\s*\Z")
_BRACKETS: Final = re.compile(r"[()\[\]{}]")


def validate(
    candidate: Candidate,
    snapshot: TextSnapshot,
    supported_kinds: frozenset[SuggestionKind],
    edits: Sequence[Edit],
    cursor: Point | None,
) -> Reason | None:
    """Return why the candidate must not be shown, or None. `cursor` is None if it is in another text."""
    return CandidateValidator(supported_kinds, edits).validate(candidate, snapshot, cursor)


class CandidateValidator:
    """Validates the candidates of one request; the bracket counts of a text are computed once."""

    def __init__(self, supported_kinds: frozenset[SuggestionKind], edits: Sequence[Edit]) -> None:
        self._supported_kinds = supported_kinds
        self._edits = edits
        self._excess_by_bracket: dict[tuple[str, str], int] = {}

    def validate(self, candidate: Candidate, snapshot: TextSnapshot, cursor: Point | None) -> Reason | None:
        if candidate.kind != "edit" and candidate.kind not in self._supported_kinds:
            return Reason.UNSUPPORTED_KIND
        match candidate.kind:
            case "edit":
                return self._validate_edit(candidate, snapshot)
            case "jump":
                return _validate_jump(candidate, snapshot, cursor)
            case "rename":
                return _validate_rename(candidate, snapshot)
            case "searchAndReplace":
                return _validate_search_and_replace(candidate)

    def _validate_edit(self, candidate: Candidate, snapshot: TextSnapshot) -> Reason | None:
        replacements = candidate.edits
        if not replacements or not can_apply(replacements, snapshot.lines):
            return Reason.BAD_EDIT
        if any(_UNSENDABLE.search(text) for _, text in replacements):
            return Reason.BAD_EDIT
        if sum(len(text) for _, text in replacements) > MAX_SUGGESTION_CHARS:
            return Reason.TOO_LARGE
        if sum(span.end.line - span.start.line for span, _ in replacements) > MAX_SUGGESTION_LINES:
            return Reason.TOO_LARGE
        changes = group_into_line_changes(replacements, snapshot.lines)
        touched = [splice for change in changes if (splice := change.to_splice()).old or splice.new]
        if not touched:
            return Reason.NO_CHANGE
        if sum(max(len(splice.old), len(splice.new)) for splice in touched) > MAX_SUGGESTION_LINES:
            return Reason.TOO_LARGE
        if candidate.position is not None and not _is_inside_after(
            candidate.position, changes, snapshot.lines
        ):
            return Reason.BAD_EDIT
        if any(
            _reverts_edit(splice, edit)
            for edit in _recent_edits(self._edits, snapshot.uri)
            for splice in touched
        ):
            return Reason.REVERTS_USER_EDIT
        if any(_is_already_there(splice, snapshot.lines) for splice in touched) or _repeats_following_text(
            candidate, snapshot
        ):
            return Reason.ALREADY_THERE
        if snapshot.language in _PROSE_LANGUAGES:
            return None
        if self._unbalances_brackets(touched, snapshot):
            return Reason.UNBALANCED_BRACKETS
        if any(is_misindented(splice, language_of(snapshot)) for splice in touched):
            return Reason.WRONG_INDENTATION
        if not is_syntax_preserved(snapshot, replacements):
            return Reason.BREAKS_SYNTAX
        return None

    def _unbalances_brackets(self, touched: Sequence[Splice], snapshot: TextSnapshot) -> bool:
        before = "\n".join(line for splice in touched for line in splice.old)
        after = "\n".join(line for splice in touched for line in splice.new)
        bare = _STRING_LITERAL.sub("", before), _STRING_LITERAL.sub("", after)
        for opening, closing in _BRACKET_PAIRS:
            growth = _bracket_excess(after, opening, closing) - _bracket_excess(before, opening, closing)
            # A bracket in a string needs no partner. What looks like a string may be none, so both counts
            # must agree.
            if growth == 0 or _bracket_excess(bare[0], opening, closing) == _bracket_excess(
                bare[1], opening, closing
            ):
                continue
            excess = self._snapshot_excess(snapshot, opening, closing)
            if abs(excess + growth) > abs(excess):
                return True
        return False

    def _snapshot_excess(self, snapshot: TextSnapshot, opening: str, closing: str) -> int:
        key = (snapshot.uri, opening)
        if key not in self._excess_by_bracket:
            self._excess_by_bracket[key] = sum(
                _bracket_excess(line, opening, closing) for line in snapshot.lines
            )
        return self._excess_by_bracket[key]


def _validate_jump(candidate: Candidate, snapshot: TextSnapshot, cursor: Point | None) -> Reason | None:
    if candidate.position is None or not _is_inside(candidate.position, snapshot.lines):
        return Reason.BAD_EDIT
    if cursor is not None and cursor.line == candidate.position.line:
        return Reason.NO_CHANGE
    return None


def _validate_rename(candidate: Candidate, snapshot: TextSnapshot) -> Reason | None:
    name = candidate.new_name
    if (
        candidate.position is None
        or not _is_inside(candidate.position, snapshot.lines)
        or not 0 < len(name) <= MAX_NEW_NAME_CHARS
    ):
        return Reason.BAD_EDIT
    if "\n" in name or _UNSENDABLE.search(name):
        return Reason.BAD_EDIT
    line, column = snapshot.lines[candidate.position.line], candidate.position.column
    if line.startswith(name, column) and not line[column + len(name) : column + len(name) + 1].isidentifier():
        return Reason.NO_CHANGE
    return None


def _validate_search_and_replace(candidate: Candidate) -> Reason | None:
    both = candidate.search + candidate.replace
    if not candidate.search or _UNSENDABLE.search(both):
        return Reason.BAD_EDIT
    if candidate.whole_word and not candidate.is_regex and not {"$", "\\"}.isdisjoint(candidate.replace):
        return (
            Reason.BAD_EDIT
        )  # it is sent as a regular expression, where clients interpret these differently
    if len(both) > MAX_SUGGESTION_CHARS:
        return Reason.TOO_LARGE
    if candidate.search == candidate.replace:
        return Reason.NO_CHANGE
    return None


def _is_inside(point: Point, lines: Sequence[str]) -> bool:
    return 0 <= point.line < len(lines) and 0 <= point.column <= len(lines[point.line])


def _is_inside_after(point: Point, changes: Sequence[LineChange], lines: Sequence[str]) -> bool:
    line = line_after_changes(changes, lines, point.line)
    return line is not None and 0 <= point.column <= len(line)


def _recent_edits(edits: Sequence[Edit], uri: str) -> Iterable[Edit]:
    """Return the newest edits of this text that were not undone."""
    kept_edits = (edit for edit in reversed(edits) if edit.origin is not EditOrigin.UNDONE)
    for _, edit in zip(range(PROTECTED_RECENT_EDITS), kept_edits, strict=False):
        if edit.uri == uri and edit.line >= 0:
            yield edit


def _reverts_edit(splice: Splice, edit: Edit) -> bool:
    """Whether the splice restores lines to what they were before the edit."""
    if splice == (edit.line, edit.new, edit.old):
        return True
    if not edit.old or len(edit.old) != len(edit.new) or len(splice.old) != len(splice.new):
        return False
    start = splice.line - edit.line
    if start < 0 or start + len(splice.old) > len(edit.old):
        return False
    return splice.new == edit.old[start : start + len(splice.old)]


def _is_already_there(splice: Splice, lines: Sequence[str]) -> bool:
    """Whether the added lines exist directly above or below."""
    added = splice.new
    if splice.old or not any(line.strip() for line in added):
        return False
    after = lines[splice.line : splice.line + len(added)]
    before = lines[max(splice.line - len(added), 0) : splice.line]
    return list(added) in (after, before)


def _repeats_following_text(candidate: Candidate, snapshot: TextSnapshot) -> bool:
    """Whether text is inserted directly before the same text."""
    for (start, end), text in candidate.edits:
        bare = text.strip()
        if start == end and len(bare) > 2 and "\n" not in text:
            line = snapshot.lines[start.line]
            if line.startswith(bare, start.column) or line.startswith(text, start.column):
                return True
    return False


def _bracket_excess(text: str, opening: str, closing: str) -> int:
    return text.count(opening) - text.count(closing)


def is_misindented(splice: Splice, language: Language) -> bool:
    """Whether the change adds a pair of lines that is indented wrongly: not deeper after an opening line, or deeper
    after a complete statement.

    The style of a text is not judged: a pair that was there before is right.
    """
    if language.grammar is None or len(splice.new) < 2:
        return False
    is_python = language.id == "python"
    known = set(_wrongly_indented_pairs(splice.old, is_python))
    return any(pair not in known for pair in _wrongly_indented_pairs(splice.new, is_python))


def _wrongly_indented_pairs(lines: Sequence[str], is_python: bool) -> Iterator[tuple[str, str]]:
    opening = _PYTHON_OPENING_LINE if is_python else _OPENING_LINE
    depth = 0
    for above, below in pairwise(lines):
        depth += sum(1 if sign in "([{" else -1 for sign in _BRACKETS.findall(above)) if is_python else 0
        if not above.strip() or not below.strip():
            continue
        if _UNJUDGED_LINE.search(above) or _UNJUDGED_LINE.search(below):
            continue
        outer, inner = _indentation(above), _indentation(below)
        if opening.search(above):
            is_wrong = len(inner) <= len(outer)
        elif is_python and depth == 0 and not above.rstrip().endswith((",", "\\")):
            is_wrong = len(inner) > len(outer)
        else:
            is_wrong = _COMPLETE_STATEMENT.search(above) is not None and len(inner) > len(outer)
        if is_wrong or (outer and inner and outer[0] != inner[0]):
            yield above.strip(), below.strip()


def _indentation(line: str) -> str:
    return line[: len(line) - len(line.lstrip())]
