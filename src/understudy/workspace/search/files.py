"""One file searched in process: its matches with their lines, or only how many there are."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from understudy.workspace.encoding import decode, visible
from understudy.workspace.patterns.hits import Hit, Hits
from understudy.workspace.patterns.matcher import SearchPattern
from understudy.workspace.reading import read_all
from understudy.workspace.scope import Place
from understudy.workspace.stop import Stop

__all__ = ["MAX_FILE_SIZE", "Match", "SearchedFile", "is_text_like_ripgrep", "search_file"]

MAX_FILE_SIZE: Final = 64 << 20
LINE_WIDTH: Final = 400
MATCH_WIDTH: Final = 2000


@dataclass(frozen=True, slots=True)
class Match:
    place: Place
    line: int
    column: int
    text: str
    line_text: str
    before: tuple[str, ...]
    after: tuple[str, ...]


class SearchedFile:
    """A file's matches, found; the lines around them are cut out when asked for."""

    def __init__(self, place: Place, text: str, hits: Hits) -> None:
        self.place = place
        self.count = hits.total
        self._hits: list[Hit] = hits.first
        self._text = text

    def matches(self, first: int, room: int, context: int) -> list[Match]:
        """Matches number `first` … (from 0), `room` at most, each with `context` lines around it."""
        lines = self._text.split("\n")
        if lines and lines[-1] == "":
            lines.pop()
        found: list[Match] = []
        for number, begin, end in self._hits[first : first + room]:
            line = _line(lines[number - 1])
            found.append(
                Match(
                    self.place,
                    number,
                    begin + 1,
                    visible(line[begin : min(end, begin + MATCH_WIDTH)]),
                    _around(line, begin, end),
                    tuple(_clip(_line(text)) for text in lines[max(0, number - 1 - context) : number - 1]),
                    tuple(_clip(_line(text)) for text in lines[number : number + context]),
                )
            )
        return found


def search_file(place: Place, pattern: SearchPattern, stop: Stop, keep: int) -> SearchedFile | None:
    """Search a regular file, keeping its first `keep` matches; None if it has none, is no text, is too
    large or cannot be read."""
    try:
        fd = place.open(os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY)
    except OSError:
        return None
    try:
        data = read_all(fd, MAX_FILE_SIZE)
    except OSError:  # a folder or something odd that took the file's place
        return None
    finally:
        os.close(fd)
    if data is None or not is_text_like_ripgrep(data, pattern.may_match):
        return None
    decoded = decode(data)
    if decoded is None:
        return None
    text, encoding = decoded
    if encoding.codec in ("latin-1", "cp1252"):
        # Matched as ripgrep does, which sees no characters in bytes that are not UTF-8.
        hits = pattern.search(data.decode("utf-8", "surrogateescape"), stop, keep)
    else:
        hits = pattern.search(text, stop, keep)
    return SearchedFile(place, text, hits) if hits.total else None


def is_text_like_ripgrep(data: bytes, may_match: Callable[[bytes], bool]) -> bool:
    """Whether ripgrep, too, would look into this file: no NUL unless a byte order mark announces UTF-16."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return True
    return b"\0" not in data and may_match(data.removeprefix(b"\xef\xbb\xbf"))


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
