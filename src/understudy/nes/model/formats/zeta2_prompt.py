"""The other direction of zeta2: parses a prompt that an editor built, and renders the reply of a model.

Pure functions; `zeta2` builds prompts and parses replies. A prompt is untrusted input: one that is not in this
format raises PromptError, whose message quotes nothing of the prompt.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from understudy.nes.model.formats.zeta2 import (
    ACCEPTED_HEADER,
    CONFLICT_END,
    CONFLICT_SEPARATOR,
    CONFLICT_START,
    CURSOR,
    EDIT_HISTORY,
    FILE_MARKER,
    FIM_MIDDLE,
    FIM_PREFIX,
    FIM_SUFFIX,
)
from understudy.nes.model.prompt_types import RelatedSnippet

__all__ = ["PromptError", "RecentEdit", "Zeta2Prompt", "parse_prompt", "render_reply"]

_COUNTED_HUNK: Final = re.compile(r"@@ -\d{1,9}(?:,(\d{1,9}))? \+\d{1,9}(?:,(\d{1,9}))? @@")


class PromptError(Exception):
    """The text is no zeta2 prompt. The message says what is missing or unclear."""


class RecentEdit(Struct, frozen=True):
    path: str
    diff: str
    """The hunks, without the names of the file."""
    accepted: bool = False
    """Whether it is an accepted prediction."""


class Zeta2Prompt(Struct, frozen=True, kw_only=True):
    """What a prompt says. Lines have no line ending."""

    path: str
    before: tuple[str, ...] = ()
    region: tuple[str, ...]
    """The lines that the reply rewrites; at least one."""
    after: tuple[str, ...] = ()
    cursor: tuple[int, int]
    """Line in the region and column, in code points."""
    edits: tuple[RecentEdit, ...] = ()
    """Newest last."""
    related: tuple[RelatedSnippet, ...] = ()

    @property
    def lines(self) -> list[str]:
        """The whole excerpt."""
        return [*self.before, *self.region, *self.after]


def parse_prompt(text: str) -> Zeta2Prompt:
    """Raises PromptError."""
    for token, place in ((FIM_SUFFIX, "begin"), (FIM_MIDDLE, "end")):
        is_there = text.startswith(token) if place == "begin" else text.endswith(token)
        if not is_there:
            raise PromptError(f'The prompt does not {place} with {token}. Set "prompt_format" to "zeta2".')
    for token in (FIM_SUFFIX, FIM_PREFIX, FIM_MIDDLE):
        if text.count(token) != 1:
            raise PromptError(f"The prompt has {token} {text.count(token)} times instead of once.")
    suffix, _, rest = text[len(FIM_SUFFIX) : -len(FIM_MIDDLE)].partition(FIM_PREFIX)
    sections = _split_sections(rest)
    path, body = sections[-1]
    before, region = _split_region(body)
    region_lines, cursor = _take_cursor(region)
    edits: list[RecentEdit] = []
    related: list[RelatedSnippet] = []
    for name, content in sections[:-1]:
        if name == EDIT_HISTORY:
            edits += _parse_history(content)
        else:
            related.append(RelatedSnippet(name, tuple(_strip_blank_end(content).split("\n"))))
    return Zeta2Prompt(
        path=path,
        before=_to_lines(before),
        region=region_lines,
        after=_to_lines_after(suffix),
        cursor=cursor,
        edits=tuple(edits),
        related=tuple(related),
    )


def render_reply(region: Sequence[str]) -> str:
    """Return what a model replies that rewrites the region to these lines."""
    return "".join(f"{line}\n" for line in (*region, CONFLICT_END))


# Sections


def _split_sections(text: str) -> list[tuple[str, str]]:
    """Return the name and the content of each file section; the last one is the file with the cursor."""
    if not text.startswith(FILE_MARKER):
        raise PromptError(f"There is no {FILE_MARKER} after {FIM_PREFIX}.")
    # Only at the beginning of a line: documents may have such a tag inside of a line.
    pieces = text.removeprefix(FILE_MARKER).split(f"\n{FILE_MARKER}")
    sections: list[tuple[str, str]] = []
    for index, piece in enumerate(pieces):
        name, newline, content = piece.partition("\n")
        if not name.strip():
            raise PromptError(f"There is a {FILE_MARKER} without a path.")
        ended = "\n" if newline and index < len(pieces) - 1 else ""  # the split has removed it
        sections.append((name, content + ended))
    return sections


def _split_region(body: str) -> tuple[str, str]:
    """Return the text before the region, and the region with the cursor and without its last line ending."""
    start, separator = f"\n{CONFLICT_START}\n", f"\n{CONFLICT_SEPARATOR}\n"
    count = body.split("\n").count(CONFLICT_START)
    if count != 1:
        raise PromptError(
            f"The last file has {count} lines {CONFLICT_START} instead of one: "
            "the region to rewrite is unclear."
        )
    before, _, region = f"\n{body}".partition(start)
    if not region.endswith(separator):
        raise PromptError(f"The region does not end with a line {CONFLICT_SEPARATOR} before {FIM_MIDDLE}.")
    return f"{before}\n"[1:], region.removesuffix(separator)


def _take_cursor(region: str) -> tuple[tuple[str, ...], tuple[int, int]]:
    if region.count(CURSOR) != 1:
        raise PromptError(f"The region has {CURSOR} {region.count(CURSOR)} times instead of once.")
    head, _, tail = region.partition(CURSOR)
    lines_above = head.split("\n")
    return tuple((head + tail).split("\n")), (len(lines_above) - 1, len(lines_above[-1]))


def _to_lines(text: str) -> tuple[str, ...]:
    return tuple(text.removesuffix("\n").split("\n")) if text else ()


def _to_lines_after(suffix: str) -> tuple[str, ...]:
    """The suffix begins with the line ending of the region, unless the region has its own, and ends with one."""
    if not suffix.endswith("\n"):
        raise PromptError(f"There is no line ending before {FIM_PREFIX}.")
    return _to_lines(suffix.removeprefix("\n"))


def _strip_blank_end(content: str) -> str:
    """Remove the last line ending, and the empty line that may separate the section from the next."""
    return content.removesuffix("\n").removesuffix("\n")


# Edits


def _parse_history(content: str) -> Iterator[RecentEdit]:
    lines = content.removesuffix("\n").split("\n")
    path, is_accepted, hunks = "", False, list[str]()
    at, is_next_accepted = 0, False
    while at < len(lines):
        if lines[at] == ACCEPTED_HEADER:
            is_next_accepted = True
            at += 1
        elif _is_file_header(lines, at):
            if hunks:
                yield _to_edit(path, hunks, is_accepted)
            path, is_accepted, hunks = _path_of(lines[at + 1]), is_next_accepted, []
            is_next_accepted = False
            at += 2
        elif not path:
            if lines[at].strip():
                raise PromptError("The edit history has a line before the first file name.")
            at += 1
        else:
            length = _hunk_length(lines, at)
            hunks += lines[at : at + length]
            at += length
    if hunks:
        yield _to_edit(path, hunks, is_accepted)


def _to_edit(path: str, lines: Sequence[str], is_accepted: bool) -> RecentEdit:
    text = "\n".join(lines).rstrip("\n")  # empty lines are no part of a hunk: they separate
    return RecentEdit(path, f"{text}\n", is_accepted)


def _is_file_header(lines: Sequence[str], at: int) -> bool:
    return lines[at].startswith("--- a/") and at + 1 < len(lines) and lines[at + 1].startswith("+++ b/")


def _path_of(header: str) -> str:
    return header.removeprefix("+++ b/").partition("\t")[0]


def _hunk_length(lines: Sequence[str], at: int) -> int:
    """Return how many lines belong together: a hunk whose header counts them, otherwise one.

    A removed and an added line can look like the names of the next file; only the counts tell.
    """
    header = _COUNTED_HUNK.match(lines[at])
    if header is None:
        return 1
    old_left, new_left = int(header[1] or "1"), int(header[2] or "1")
    end = at + 1
    while end < len(lines) and (old_left > 0 or new_left > 0):
        sign = lines[end][:1]
        if sign not in ("", " ", "+", "-", "\\"):
            break
        old_left -= sign in ("", " ", "-")
        new_left -= sign in ("", " ", "+")
        end += 1
    return end - at
