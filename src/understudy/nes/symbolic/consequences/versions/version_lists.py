"""Lists of versions of a tool: in one line, as `["3.9", "3.10"]` or `py39,py310`, or one version in each line.

The items of a list are written alike and in order. Reads lines of any text; not what the versions are for.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from understudy.nes.symbolic.consequences.limits import MAX_LIST_LINES, MAX_VALUE_LINE_CHARS
from understudy.nes.symbolic.consequences.siblings import name_parts
from understudy.nes.symbolic.consequences.versions.tool_names import TOOLS, tool_words

__all__ = ["Version", "find_line_list", "find_row", "find_versions", "is_in_lines", "tools_at"]

_VERSION: Final = re.compile(
    r"(?<![\w.])(?P<head>[a-z]{2,6}(?=\d))?(?P<number>\d+(?:\.\d+)*)(?P<tail>\.[x*])?(?!\w)(?!\.\w)"
)
_BRACES: Final = re.compile(r"\b(?P<head>py)\{(?P<items>\d{2,3}(?:,\d{2,3})*)\}")
_BRACED_NUMBER: Final = re.compile(r"\d+")
_DIGIT: Final = re.compile(r"\d")
_BETWEEN: Final = re.compile(r"\s*(?:[,\s]|\|\|?)\s*")
_COMPACT_HEADS: Final = ("py", "cp")
"""What comes before versions of Python that are written without a point."""
_PYTHON_HEADS: Final = (*_COMPACT_HEADS, "python")


class Version(NamedTuple):
    line: int
    start: int
    end: int
    """Of the number alone."""
    first: int
    last: int
    """With its quotes, and with the name of the tool in the same word."""
    numbers: tuple[int, ...]
    head: str
    is_compact: bool
    """Written without points: `310` is 3.10."""

    def written(self, numbers: Sequence[int]) -> str:
        """Return another version as this one is written."""
        return ("" if self.is_compact else ".").join(map(str, numbers))

    @property
    def names_python(self) -> bool:
        return self.head in _PYTHON_HEADS


def find_versions(line: str, number: int) -> list[Version]:
    """Return the versions in a line, whatever they are versions of."""
    if len(line) > MAX_VALUE_LINE_CHARS or not _DIGIT.search(line):
        return []
    found: list[Version] = []
    for match in _VERSION.finditer(line):
        head, written = match["head"] or "", match["number"]
        is_compact = head in _COMPACT_HEADS and "." not in written and len(written) > 1
        first, last = match.span()
        if first and line[first - 1] in "\"'" and line[last : last + 1] == line[first - 1]:
            first, last = first - 1, last + 1
        found.append(
            Version(
                number, *match.span("number"), first, last, _numbers(written, is_compact), head, is_compact
            )
        )
    for braces in _BRACES.finditer(line):
        found = [one for one in found if not braces.start() < one.start < braces.end()]
        for match in _BRACED_NUMBER.finditer(line, *braces.span("items")):
            start, end = match.span()
            numbers = _numbers(match[0], is_compact=True)
            found.append(Version(number, start, end, start, end, numbers, braces["head"], is_compact=True))
    return sorted(found)


def _numbers(written: str, is_compact: bool) -> tuple[int, ...]:
    if is_compact:
        return int(written[0]), int(written[1:])
    numbers = [*map(int, written.split("."))]
    while len(numbers) > 1 and not numbers[-1]:
        numbers.pop()  # 18.0.0 is 18
    return tuple(numbers)


def find_row(line: str, version: Version) -> list[Version]:
    """Return the versions that stand in a row with one in its line; none if it stands alone."""
    row: list[Version] = []
    for one in find_versions(line, version.line):
        is_next = bool(row) and _BETWEEN.fullmatch(line[row[-1].last : one.first]) is not None
        if is_next and one.head == row[-1].head:
            row.append(one)
        elif version in row:
            break
        else:
            row = [one]
    return row if version in row and _are_in_order(row) else []


def find_line_list(lines: Sequence[str], version: Version) -> list[Version]:
    """Return the versions of the lines around one that differ from its line in the version alone."""
    line = lines[version.line]
    head, tail = line[: version.start], line[version.end :].rstrip(", ")
    found = [version]
    for step in (-1, 1):
        for at in range(version.line + step, version.line + step * MAX_LIST_LINES, step):
            other = _version_between(lines[at], at, head, tail) if 0 <= at < len(lines) else None
            if other is None or len(other.numbers) != len(version.numbers):
                break
            found.append(other)
    found.sort()
    return found if _are_in_order(found) else []


def _version_between(line: str, number: int, head: str, tail: str) -> Version | None:
    if not line.startswith(head) or not line.rstrip(", ").endswith(tail):
        return None
    end = len(line.rstrip(", ")) - len(tail)
    found = (one for one in find_versions(line, number) if (one.start, one.end) == (len(head), end))
    return next(found, None)


def is_in_lines(lines: Sequence[str], line: int, start: int) -> bool:
    """Whether the version at a column is one of several lines of versions."""
    found = (one for one in find_versions(lines[line], line) if one.start == start)
    return any(find_line_list(lines, one) for one in found)


def _are_in_order(found: Sequence[Version]) -> bool:
    numbers = [one.numbers for one in found]
    is_alike = len({(one.head, one.is_compact) for one in found}) == 1
    rising = sorted(set(numbers))
    return len(numbers) > 1 and is_alike and (numbers in (rising, rising[::-1]))


def tools_at(lines: Sequence[str], version: Version, uri: str) -> frozenset[str]:
    """Return the tools that a line names, or the line that it is a part of by its indentation."""
    if version.names_python:
        return frozenset({"python"})
    line = lines[version.line]
    found = TOOLS & tool_words(name_parts(line[: version.start]), uri)
    if found:
        return found
    return next(
        (TOOLS & tool_words(name_parts(one), uri) for one in _outer_lines(lines, version.line)), found
    )


def _outer_lines(lines: Sequence[str], line: int) -> Iterator[str]:
    indent = len(lines[line]) - len(lines[line].lstrip())
    is_item = lines[line].lstrip().startswith("- ")
    for at in range(line - 1, max(line - MAX_LIST_LINES, -1), -1):
        own = lines[at].lstrip()
        width = len(lines[at]) - len(own)
        if own and (width < indent or (is_item and width == indent and not own.startswith("- "))):
            yield lines[at]
            return
