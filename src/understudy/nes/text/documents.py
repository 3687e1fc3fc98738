"""The mirror of one document of the client, kept line by line from its change events.

Lines end with `\\r\\n`, `\\n` or `\\r` and nothing else. A change that does not fit the text puts the mirror out of
sync: it stays unchanged until a full text arrives. Does not know who made a change or what is suggested.
"""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import chain
from operator import ne
from typing import Final, NamedTuple

from understudy.languages import language_id_of_text
from understudy.nes.limits import (
    MAX_DOCUMENT_CHARS,
    MAX_DOCUMENT_LINES,
    MAX_LINE_CHARS,
    MAX_PROCESSABLE_CHARS,
    MAX_RUNS_PER_FULL_TEXT,
    MAX_TYPED_LINES,
)
from understudy.nes.text.positions import PositionEncoding, to_column
from understudy.nes.text.text_types import Splice, TextSnapshot

__all__ = ["AppliedChange", "ContentChange", "Document", "minimal_splice", "split_lines"]


_COMPARED_LINES_PER_CHUNK: Final = (256, 16)
"""Lines compared in one step: first many, then few before the lines near the difference are compared one by one."""
_LINE_ENDING: Final = re.compile(r"(\r\n|\n|\r)")
_AUTO_CLOSED_PAIRS: Final = frozenset(
    ("()", "[]", "{}", "<>", '""', "''", "``")
)  # inserted by editors for one key


class ContentChange(NamedTuple):
    range: tuple[int, int, int, int] | None
    """Start line, start character, end line, end character; None for the full text."""
    text: str


class AppliedChange(NamedTuple):
    """A splice, and the lines around it when it was made."""

    splice: Splice
    above: str | None
    below: str | None
    is_full_rewrite: bool = False
    """Something other than typing replaced the text."""
    is_untracked: bool = False
    """The change has no line diff (`splice` is empty): earlier line numbers are invalid now."""
    is_keystroke: bool | None = None
    """Whether one key made it; None if only the full text after it is known."""
    is_inside_line: bool = False
    """Whether it changed a part of one line, and not whole lines."""


def split_lines(text: str) -> tuple[list[str], list[str]]:
    """Return the lines without line endings, and the line endings; the one of the last line is ""."""
    if "\r" not in text:
        lines = text.split("\n")
        return lines, ["\n"] * (len(lines) - 1) + [""]
    pairs = text.count("\r\n")
    if pairs == text.count("\n") == text.count("\r"):
        return text.split("\r\n"), ["\r\n"] * pairs + [""]
    parts = _LINE_ENDING.split(text)
    return parts[::2], [*parts[1::2], ""]


def minimal_splice(line: int, old: Sequence[str], new: Sequence[str]) -> Splice:
    """Return the splice without equal lines at both ends; those at the beginning are removed first."""
    size, new_size = len(old), len(new)
    shorter = min(size, new_size)
    start = tail = 0
    for step in _COMPARED_LINES_PER_CHUNK:
        while start + step <= shorter and old[start : start + step] == new[start : start + step]:
            start += step
    while start < shorter and old[start] == new[start]:
        start += 1
    shorter -= start
    for step in _COMPARED_LINES_PER_CHUNK:
        while (
            tail + step <= shorter
            and old[size - tail - step : size - tail] == new[new_size - tail - step : new_size - tail]
        ):
            tail += step
    while tail < shorter and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    return Splice(line + start, tuple(old[start : size - tail]), tuple(new[start : new_size - tail]))


class Document:
    def __init__(self, uri: str, language: str, version: int, text: str) -> None:
        self.uri = uri
        self.language = language
        self.version = version
        """The newest version from the client, also while the mirror is out of sync."""
        self.lines: list[str] = [""]
        self.line_endings: list[str] = [""]
        self.is_in_sync = True
        self.sync_error = ""
        """Why it is out of sync: version-not-newer, range-outside, range-reversed, inside-character, too-large,
        message-lost, not-open."""
        self._line_ending_counts: Counter[str] = Counter()
        self._unusual_line_count = 0  # lines that are too long or contain NUL
        self._char_count = 0
        self._load_text(text)

    @property
    def is_processable(self) -> bool:
        """Whether the text has no binary or overlong lines, and a size at which engines are fast."""
        return (
            not self._unusual_line_count
            and self._char_count <= MAX_PROCESSABLE_CHARS
            and self.sync_error != "too-large"
        )

    @property
    def line_ending(self) -> str:
        """The line ending for new text: the most frequent one."""
        counts = self._line_ending_counts
        crlf, lf, cr = counts["\r\n"], counts["\n"], counts["\r"]
        if crlf > lf and crlf >= cr:
            return "\r\n"
        return "\r" if cr > lf else "\n"

    def text(self) -> str:
        return "".join(chain.from_iterable(zip(self.lines, self.line_endings, strict=True)))

    def snapshot(self) -> TextSnapshot:
        """Return the current text. It shares the list of lines, which the next change modifies."""
        return TextSnapshot(self.uri, self.language, self.lines, self.version, self.line_ending)

    def lines_around(self, splice: Splice) -> tuple[str | None, str | None]:
        """Return the lines above and below the splice that was applied last."""
        after = splice.line + len(splice.new)
        return (
            self.lines[splice.line - 1] if 0 < splice.line <= len(self.lines) else None,
            self.lines[after] if after < len(self.lines) else None,
        )

    def apply_changes(
        self, version: int, changes: Sequence[ContentChange], encoding: PositionEncoding
    ) -> list[AppliedChange]:
        """Apply the changes in order and return their effect on the lines.

        The first change that does not fit puts the document out of sync (`is_in_sync`, `sync_error`).
        """
        if self.is_in_sync and version <= self.version:
            self._mark_out_of_sync("version-not-newer")
            return []
        self.version = version
        applied: list[AppliedChange] = []
        for change in changes:
            if change.range is None:
                applied += self._replace_full_text(change.text)
            elif self.is_in_sync:
                applied += self._replace_range(change.range, change.text, encoding)
        return applied

    def _mark_out_of_sync(self, sync_error: str) -> list[AppliedChange]:
        self.is_in_sync, self.sync_error = False, sync_error
        return []

    def _load_text(self, text: str) -> None:
        """Load the full text if it is within the limits."""
        if len(text) > MAX_DOCUMENT_CHARS:
            self._drop_text()
            return
        pairs = text.count("\r\n")
        counts = {"\r\n": pairs, "\n": text.count("\n") - pairs, "\r": text.count("\r") - pairs}
        if sum(counts.values()) >= MAX_DOCUMENT_LINES:
            self._drop_text()
            return
        self.language = language_id_of_text(self.language, self.uri, text)
        self.lines, self.line_endings = split_lines(text)
        self.is_in_sync, self.sync_error = True, ""
        self._char_count, self._line_ending_counts, self._unusual_line_count = len(text), Counter(counts), 0
        if "\0" in text or (len(text) > MAX_LINE_CHARS and max(map(len, self.lines)) > MAX_LINE_CHARS):
            self._unusual_line_count = _count_unusual_lines(self.lines)

    def _drop_text(self) -> None:
        self.lines, self.line_endings = [""], [""]
        self._line_ending_counts, self._unusual_line_count, self._char_count = Counter(), 0, 0
        self._mark_out_of_sync("too-large")

    def _replace_full_text(self, text: str) -> list[AppliedChange]:
        before, known, is_unusual = self.lines, self.is_in_sync, self._unusual_line_count
        self._load_text(text)
        if is_unusual or not self.is_processable or (not known and before == [""]):
            return [] if self.lines == before and known else [_UNTRACKED_CHANGE]
        splice = minimal_splice(0, before, self.lines)
        if not splice.old and not splice.new:
            return []
        if len(splice.old) == len(splice.new) > 1 and known:
            return [
                self._applied_change(run, max(len(run.old), len(run.new)) > MAX_TYPED_LINES)
                for run in _changed_runs(splice)
            ]
        rewritten = len(splice.old) > MAX_TYPED_LINES and bool(splice.new)
        return [self._applied_change(splice, rewritten or not known)]

    def _replace_range(
        self, range_: tuple[int, int, int, int], text: str, encoding: PositionEncoding
    ) -> list[AppliedChange]:
        first, start, last, stop = range_
        lines, ends = self.lines, self.line_endings
        if not (0 <= first < len(lines) and 0 <= last < len(lines)):
            return self._mark_out_of_sync("range-outside")
        left = to_column(lines[first], start, encoding)
        right = left if range_[:2] == range_[2:] else to_column(lines[last], stop, encoding)
        if left is None or right is None:
            line, character = (lines[first], start) if left is None else (lines[last], stop)
            return self._mark_out_of_sync(
                "inside-character" if _is_inside_code_point(line, character, encoding) else "range-outside"
            )
        if (first, left) > (last, right):
            return self._mark_out_of_sync("range-reversed")
        new_text = "".join((lines[first][:left], text, lines[last][right:]))
        if "\n" not in text and "\r" not in text and first == last and new_text:
            return self._replace_within_line(first, new_text, _is_keystroke_text(text))
        end = ends[last]
        new_text += end
        if first and ends[first - 1] == "\r" and new_text.startswith("\n"):
            first -= 1  # "\\r" and "\\n" become one line ending
            new_text = lines[first] + "\r" + new_text
        new, new_ends = split_lines(new_text)
        if end:  # it belongs to the last line; `split_lines` adds an empty line after it
            del new[-1], new_ends[-1]
        return self._replace_lines(
            first, last + 1, new, new_ends, _is_keystroke_text(text) and (range_[0] == last or bool(text))
        )

    def _replace_within_line(self, line: int, new_line: str, is_keystroke: bool) -> list[AppliedChange]:
        """Replace one line without touching a line ending: the fast path of nearly every keystroke."""
        lines = self.lines
        old_line = lines[line]
        if new_line == old_line:
            return []
        lines[line] = new_line
        self._char_count += len(new_line) - len(old_line)
        if self._drop_if_too_large():
            return [_UNTRACKED_CHANGE]
        is_unusual = _is_unusual_line(new_line)
        if is_unusual or self._unusual_line_count:
            was_unusual = _is_unusual_line(old_line)
            self._unusual_line_count += is_unusual - was_unusual
            if is_unusual or was_unusual:
                return [_UNTRACKED_CHANGE]
        change = self._applied_change(Splice(line, (old_line,), (new_line,)), is_keystroke=is_keystroke)
        return [change._replace(is_inside_line=True)]

    def _replace_lines(
        self, start: int, stop: int, new: list[str], new_ends: list[str], is_keystroke: bool
    ) -> list[AppliedChange]:
        old = self.lines[start:stop]
        counts = self._line_ending_counts
        counts.subtract(self.line_endings[start:stop])
        counts.update(new_ends)
        is_unusual, was_unusual = (
            _count_unusual_lines(new),
            _count_unusual_lines(old) if self._unusual_line_count else 0,
        )
        self._unusual_line_count += is_unusual - was_unusual
        self._char_count += sum(map(len, new)) - sum(map(len, old))
        replaces_all = start == 0 and stop == len(self.lines)
        self.lines[start:stop] = new
        self.line_endings[start:stop] = new_ends
        if self._drop_if_too_large() or is_unusual or was_unusual:
            return [_UNTRACKED_CHANGE]
        splice = minimal_splice(start, old, new)
        if not splice.old and not splice.new:
            return []
        is_full_rewrite = replaces_all and len(splice.old) > MAX_TYPED_LINES and bool(splice.new)
        return [self._applied_change(splice, is_full_rewrite, is_keystroke)]

    def _drop_if_too_large(self) -> bool:
        if len(self.lines) <= MAX_DOCUMENT_LINES and self._char_count <= MAX_DOCUMENT_CHARS:
            return False
        self._drop_text()
        return True

    def _applied_change(
        self, splice: Splice, is_full_rewrite: bool = False, is_keystroke: bool | None = None
    ) -> AppliedChange:
        return AppliedChange(splice, *self.lines_around(splice), is_full_rewrite, is_keystroke=is_keystroke)


_UNTRACKED_CHANGE: Final = AppliedChange(Splice(0, (), ()), None, None, is_untracked=True)


def _is_keystroke_text(text: str) -> bool:
    """Whether one key inserts this: nothing, a character, a bracket pair, a line break with indentation."""
    return len(text) <= 1 or text in _AUTO_CLOSED_PAIRS or text.isspace()


def _is_unusual_line(line: str) -> bool:
    return len(line) > MAX_LINE_CHARS or "\0" in line


def _count_unusual_lines(lines: Sequence[str]) -> int:
    return sum(map(_is_unusual_line, lines))


def _is_inside_code_point(line: str, character: int, encoding: PositionEncoding) -> bool:
    """Whether the character is in the line, but inside a code point."""
    return character > 0 and any(
        to_column(line, character + more, encoding) is not None for more in (1, 2, 3)
    )


def _changed_runs(splice: Splice) -> list[Splice]:
    """Return the runs of changed lines in a splice with as many new lines as old ones."""
    differs = [*map(ne, splice.old, splice.new), False]
    runs: list[Splice] = []
    start = -1
    for at, differing in enumerate(differs):
        if differing and start < 0:
            start = at
        elif not differing and start >= 0:
            runs.append(Splice(splice.line + start, splice.old[start:at], splice.new[start:at]))
            start = -1
    return runs if len(runs) <= MAX_RUNS_PER_FULL_TEXT else [splice]
