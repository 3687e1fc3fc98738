"""Blocks of code in a document that are fenced by three or more backticks or tildes. Not indented blocks."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from understudy.nes.text.joined_text import join_snapshot
from understudy.nes.text.text_types import TextSnapshot

__all__ = ["FencedBlock", "find_fenced_block"]

_FENCE: Final = re.compile(r"^[ \t]*(?:>[ \t]*)?(`{3,}|~{3,})[ \t]*(.*)$", re.MULTILINE)


class FencedBlock(NamedTuple):
    first: int
    """The line of the fence above the code."""
    last: int
    """The line of the fence below the code; behind the text without one."""


def find_fenced_block(snapshot: TextSnapshot, line: int) -> FencedBlock | None:
    """Return the block of code that a line belongs to, as code or as one of its fences."""
    joined = join_snapshot(snapshot)
    blocks = joined.remember(_read_blocks)
    at = bisect_right(blocks, (line, len(joined.lines))) - 1
    return blocks[at] if at >= 0 and line <= blocks[at].last else None


def _read_blocks(text: str, line_starts: Sequence[int]) -> list[FencedBlock]:
    return list(_iterate_blocks(text, line_starts)) if "```" in text or "~~~" in text else []


def _iterate_blocks(text: str, line_starts: Sequence[int]) -> Iterator[FencedBlock]:
    first, fence = 0, ""
    for match in _FENCE.finditer(text):
        line = bisect_right(line_starts, match.start()) - 1
        if not fence and not (match[1][0] == "`" and "`" in match[2]):
            first, fence = line, match[1]
        elif fence and match[1].startswith(fence) and not match[2].strip():
            yield FencedBlock(first, line)
            fence = ""
    if fence:
        yield FencedBlock(first, len(line_starts) - 1)
