"""Search one file in process: count its matches, and return the requested ones with their lines.

A file of up to SEARCH_BLOCK_BYTES is read whole, a larger one block by block, cut at line ends, so that
memory is bounded and the count is exact. A file that ripgrep would skip as binary is skipped here too.
"""

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from understudy.workspace.errors import TooLarge
from understudy.workspace.files import decode, replace_undecodable
from understudy.workspace.limits import MAX_LINE_TEXT_CHARS, MAX_MATCH_TEXT_CHARS, SEARCH_BLOCK_BYTES
from understudy.workspace.paths import Place
from understudy.workspace.patterns import Hit, SearchPattern
from understudy.workspace.stop import Stop

__all__ = ["FileMatches", "MatchRange", "SearchMatch", "search_file"]

_UTF8_BOM: Final = b"\xef\xbb\xbf"
_UTF16_BOMS: Final = (b"\xff\xfe", b"\xfe\xff")


@dataclass(frozen=True, slots=True)
class SearchMatch:
    place: Place
    line: int
    column: int
    text: str
    line_text: str
    before: tuple[str, ...]
    after: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MatchRange:
    """Which of a file's matches to return: from number `first` (counted from 0), at most `max_matches`."""

    first: int
    max_matches: int
    context: int


@dataclass(slots=True)
class FileMatches:
    count: int
    matches: list[SearchMatch]


def search_file(
    place: Place, pattern: SearchPattern, stop: Stop, match_range: MatchRange | None
) -> FileMatches | None:
    """Search a regular file; None if it has no match, is not text or cannot be read.

    Raises TooLarge for a line that is too long for this pattern or for memory.
    """
    found = FileMatches(0, [])
    line = 0
    for block in _read_blocks(place):
        stop.check()
        if b"\0" in block and not block.startswith(_UTF16_BOMS):
            return None  # binary; ripgrep, too, discards the matches before the NUL
        plain = not block.startswith(_UTF16_BOMS)
        if plain and not pattern.may_match(block.removeprefix(_UTF8_BOM)) and not _is_not_utf8(block):
            line += block.count(b"\n")
            continue
        decoded = decode(block)
        if decoded is None:
            return None
        text, _ = decoded
        keep = 0 if match_range is None else max(0, match_range.first + match_range.max_matches - found.count)
        hits = pattern.search(text, stop, keep)
        if match_range is not None and keep:
            skip = max(0, match_range.first - found.count)
            found.matches += _build_matches(place, text, line, hits.first[skip:], match_range.context)
        found.count += hits.total
        line += text.count("\n")
    return found if found.count else None


def _is_not_utf8(block: bytes) -> bool:
    """Whether the bytes are in an older encoding, for which the quick check of the UTF-8 bytes proves
    nothing.
    """
    if block.isascii():
        return False
    try:
        block.decode()
    except UnicodeDecodeError:
        return True
    return False


def _read_blocks(place: Place) -> Iterator[bytes]:
    """Yield the file in blocks that end at a line end."""
    try:
        fd = place.open(os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY)
    except OSError:
        return
    try:
        end = os.fstat(fd).st_size  # bytes appended during the search are not read
        offset = 0
        while offset < end:
            block = os.pread(fd, min(SEARCH_BLOCK_BYTES, end - offset), offset)
            if not block:
                return
            if offset + len(block) < end:
                if not offset and block.startswith(_UTF16_BOMS):
                    raise TooLarge(
                        f"UTF-16 over {SEARCH_BLOCK_BYTES} bytes.", "too_large", limit=SEARCH_BLOCK_BYTES
                    )
                cut = block.rfind(b"\n") + 1
                if not cut:
                    if b"\0" in block:
                        yield block  # not text; the caller detects it
                        return
                    raise TooLarge(
                        f"A line has more than {SEARCH_BLOCK_BYTES} bytes.",
                        "too_large",
                        limit=SEARCH_BLOCK_BYTES,
                    )
                block = block[:cut]
            offset += len(block)
            yield block
    except OSError:  # a folder or a special file has replaced the file
        return
    finally:
        os.close(fd)


def _build_matches(
    place: Place, text: str, offset: int, hits: Sequence[Hit], context: int
) -> Iterator[SearchMatch]:
    if not hits:
        return
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    for number, begin, end in hits:
        line = _strip_carriage_return(lines[number - 1])
        yield SearchMatch(
            place,
            offset + number,
            begin + 1,
            replace_undecodable(line[begin : min(end, begin + MAX_MATCH_TEXT_CHARS)]),
            _excerpt_around_match(line, begin, end),
            tuple(
                _truncate_line(_strip_carriage_return(text))
                for text in lines[max(0, number - 1 - context) : number - 1]
            ),
            tuple(_truncate_line(_strip_carriage_return(text)) for text in lines[number : number + context]),
        )


def _strip_carriage_return(line: str) -> str:
    return line[:-1] if line.endswith("\r") else line


def _truncate_line(line: str) -> str:
    return replace_undecodable(line if len(line) <= MAX_LINE_TEXT_CHARS else line[:MAX_LINE_TEXT_CHARS] + "…")


def _excerpt_around_match(line: str, begin: int, end: int) -> str:
    """The line, or the part of a very long line that contains the match."""
    if len(line) <= MAX_LINE_TEXT_CHARS:
        return replace_undecodable(line)
    first = max(0, min(begin, (begin + min(end, begin + MAX_LINE_TEXT_CHARS) - MAX_LINE_TEXT_CHARS) // 2))
    last = min(len(line), first + MAX_LINE_TEXT_CHARS)
    return replace_undecodable(("…" if first else "") + line[first:last] + ("…" if last < len(line) else ""))
