"""One file searched in process: how many matches it has, and the wanted ones with their lines.

A file is read whole up to BLOCK bytes, and a larger one block by block, cut at line ends; so memory stays
bounded and the count is true. What ripgrep would pass over as binary is passed over here too.
"""

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from understudy.workspace.encoding import decode, visible
from understudy.workspace.errors import TooLarge
from understudy.workspace.patterns import SearchPattern
from understudy.workspace.patterns.hits import Hit
from understudy.workspace.scope import Place
from understudy.workspace.stop import Stop

__all__ = ["FileHits", "Match", "Wanted", "search_file"]

BLOCK: Final = 32 << 20
LINE_WIDTH: Final = 400
MATCH_WIDTH: Final = 2000
_UTF8_BOM: Final = b"\xef\xbb\xbf"
_UTF16_BOMS: Final = (b"\xff\xfe", b"\xfe\xff")


@dataclass(frozen=True, slots=True)
class Match:
    place: Place
    line: int
    column: int
    text: str
    line_text: str
    before: tuple[str, ...]
    after: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which of a file's matches to return: from number `first` (counted from 0), `room` at most."""

    first: int
    room: int
    context: int


@dataclass(slots=True)
class FileHits:
    count: int
    matches: list[Match]


def search_file(place: Place, pattern: SearchPattern, stop: Stop, wanted: Wanted | None) -> FileHits | None:
    """Search a regular file; None if it has no match, is no text or cannot be read.

    Raises TooLarge for a line that is too long for this pattern or for memory.
    """
    found = FileHits(0, [])
    line = 0
    for block in _blocks(place):
        stop.check()
        if b"\0" in block and not block.startswith(_UTF16_BOMS):
            return None  # binary; ripgrep, too, forgets what it found before
        plain = not block.startswith(_UTF16_BOMS)
        if plain and not pattern.may_match(block.removeprefix(_UTF8_BOM)) and not _is_legacy(block):
            line += block.count(b"\n")
            continue
        decoded = decode(block)
        if decoded is None:
            return None
        text, _ = decoded
        keep = 0 if wanted is None else max(0, wanted.first + wanted.room - found.count)
        hits = pattern.search(text, stop, keep)
        if wanted is not None and keep:
            skip = max(0, wanted.first - found.count)
            found.matches += _matches(place, text, line, hits.first[skip:], wanted.context)
        found.count += hits.total
        line += text.count("\n")
    return found if found.count else None


def _is_legacy(block: bytes) -> bool:
    """Whether the bytes are an older encoding's, of which the quick look at UTF-8 says nothing."""
    if block.isascii():
        return False
    try:
        block.decode()
    except UnicodeDecodeError:
        return True
    return False


def _blocks(place: Place) -> Iterator[bytes]:
    """The file's bytes in blocks that end where a line ends."""
    try:
        fd = place.open(os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY)
    except OSError:
        return
    try:
        end = os.fstat(fd).st_size  # what grows meanwhile is not waited for
        offset = 0
        while offset < end:
            block = os.pread(fd, min(BLOCK, end - offset), offset)
            if not block:
                return
            if offset + len(block) < end:
                if not offset and block.startswith(_UTF16_BOMS):
                    raise TooLarge(f"UTF-16 over {BLOCK} bytes.", "too_large", limit=BLOCK)
                cut = block.rfind(b"\n") + 1
                if not cut:
                    if b"\0" in block:
                        yield block  # no text at all; the caller sees that
                        return
                    raise TooLarge(f"A line has more than {BLOCK} bytes.", "too_large", limit=BLOCK)
                block = block[:cut]
            offset += len(block)
            yield block
    except OSError:  # a folder or something odd that took the file's place
        return
    finally:
        os.close(fd)


def _matches(place: Place, text: str, offset: int, hits: Sequence[Hit], context: int) -> Iterator[Match]:
    if not hits:
        return
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    for number, begin, end in hits:
        line = _line(lines[number - 1])
        yield Match(
            place,
            offset + number,
            begin + 1,
            visible(line[begin : min(end, begin + MATCH_WIDTH)]),
            _around(line, begin, end),
            tuple(_clip(_line(text)) for text in lines[max(0, number - 1 - context) : number - 1]),
            tuple(_clip(_line(text)) for text in lines[number : number + context]),
        )


def _line(line: str) -> str:
    return line[:-1] if line.endswith("\r") else line


def _clip(line: str) -> str:
    return visible(line if len(line) <= LINE_WIDTH else line[:LINE_WIDTH] + "…")


def _around(line: str, begin: int, end: int) -> str:
    """The line, or the part of a very long one that has the match in it."""
    if len(line) <= LINE_WIDTH:
        return visible(line)
    first = max(0, min(begin, (begin + min(end, begin + LINE_WIDTH) - LINE_WIDTH) // 2))
    last = min(len(line), first + LINE_WIDTH)
    return visible(("…" if first else "") + line[first:last] + ("…" if last < len(line) else ""))
