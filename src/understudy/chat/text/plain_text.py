"""Plain text: on one line, truncated to bytes or characters, the head of a file, and terminal output as text.

Does not escape anything for a screen: text that is shown in Markdown must go through `escape_controls` afterwards.
Reading the head of a file never reads more than the requested bytes, whatever size the file reports.
"""

import codecs
import os
import re
from dataclasses import dataclass
from typing import Final
from unicodedata import category

from understudy.chat.limits import MIN_OMITTED_CHARS
from understudy.workspace import WorkspaceError
from understudy.workspace.files import detect_encoding, replace_undecodable

__all__ = [
    "Excerpt",
    "final_terminal_text",
    "first_sentence",
    "one_line",
    "read_bytes",
    "read_text_head",
    "strip_escapes",
    "truncate_middle",
    "truncate_to_bytes",
    "unreadable_reason",
]

_INVISIBLE_CATEGORIES: Final = frozenset({"Cc", "Cf", "Cs"})
"""Control characters, format characters such as direction marks, and surrogates."""
_JOINERS: Final = frozenset("\u200c\u200d")
"""Invisible too, but some words and emoji need them."""

_UNREADABLE_REASONS: Final = {
    "bad_path": "its path cannot be a path here",
    "binary_file": "it is not a text file",
    "cancelled": "the reading was called off",
    "line_out_of_range": "it does not have so many lines",
    "link_loop": "its links lead in a circle",
    "missing": "it does not exist",
    "not_a_directory": "a part of its path is not a folder",
    "not_a_file": "it is not a regular file",
    "os_error": "the operating system refused",
    "out_of_scope": "it is outside the roots of this workspace",
    "root_replaced": "its root was moved or replaced",
    "time_limit": "reading it took too long",
}


def one_line(text: str, max_chars: int) -> str:
    """The text on one line in at most `max_chars` characters, without invisible ones, truncated at a word."""
    text = text[: 8 * max_chars]
    if not (text.isascii() and text.isprintable()):
        text = "".join(
            char
            for char in text
            if char.isspace() or char in _JOINERS or category(char) not in _INVISIBLE_CATEGORIES
        )
    text = " ".join(text.split())
    if len(text) <= max_chars:
        return text
    head = text[: max_chars - 1]
    word = head.rfind(" ") if text[max_chars - 1] != " " else len(head)
    # A word boundary in the first half of the line would lose too much.
    return (head[:word] if word >= max_chars // 2 else head).rstrip() + "…"


def unreadable_reason(error: WorkspaceError) -> str:
    """Why something was not read, as a clause."""
    return _UNREADABLE_REASONS.get(error.reason, "it cannot be read")


_NEXT_SENTENCE: Final = re.compile(r"(?<=[.!?])\s+(?=[A-Z])")


def first_sentence(text: str) -> str:
    """The first sentence of a message that was written for a model: the rest instructs the model."""
    return _NEXT_SENTENCE.split(text, maxsplit=1)[0]


@dataclass(frozen=True, slots=True)
class Excerpt:
    text: str
    truncated: bool
    """Whether there was more text."""


def truncate_to_bytes(text: str, max_bytes: int) -> Excerpt:
    """As many whole lines as fit into `max_bytes` of UTF-8; a part of the first line if not even that fits."""
    text = replace_undecodable(text)
    if len(text) <= max_bytes // 4:
        return Excerpt(text, truncated=False)
    data = text[: max_bytes + 1].encode()
    if len(data) <= max_bytes:
        return Excerpt(text, truncated=False)
    return Excerpt(_whole_lines(data[:max_bytes].decode(errors="ignore")), truncated=True)


def read_text_head(fd: int, max_bytes: int) -> Excerpt | None:
    """The beginning of an open regular file; None if it is not text."""
    data = read_bytes(fd, max_bytes + 1)
    has_more = len(data) > max_bytes
    encoding = detect_encoding(data[:max_bytes], whole=not has_more)
    if encoding is None:
        return None
    decoder = codecs.getincrementaldecoder(encoding.codec)(encoding.errors)
    try:
        text = decoder.decode(data[len(encoding.bom) : max_bytes], final=not has_more)
    except UnicodeDecodeError:
        return None
    excerpt = truncate_to_bytes(text, max_bytes)  # UTF-8 may need more bytes than the file's encoding
    return (
        Excerpt(_whole_lines(excerpt.text), truncated=True) if has_more and not excerpt.truncated else excerpt
    )


def _whole_lines(text: str) -> str:
    return text[: text.rfind("\n") + 1] or text


def read_bytes(fd: int, size: int) -> bytes:
    """The first `size` bytes of an open file, or all if it is shorter."""
    parts: list[bytes] = []
    offset = 0
    while offset < size and (data := os.pread(fd, size - offset, offset)):
        parts.append(data)
        offset += len(data)
    return b"".join(parts)


# In this order: colours and cursor moves; titles and links; other strings; any other sequence, down to a lone ESC.
# A string sequence ends on its line: an unterminated one must not swallow the output after it.
_ESCAPE_SEQUENCE: Final = re.compile(
    r"\x1b\[[0-?]*[ -/]*(?:[@-~]|\Z)"
    r"|\x1b\][^\x07\x1b\n]*(?:\x07|\x1b\\)"
    r"|\x1b[PX^_][^\x07\x1b\n]*\x1b\\"
    r"|\x1b[ -/]*[0-~]?"
)


def strip_escapes(text: str) -> str:
    """Remove escape sequences and nothing else."""
    return _ESCAPE_SEQUENCE.sub("", text) if "\x1b" in text else text


def final_terminal_text(text: str) -> str:
    """The text as a terminal finally shows it: of a line that was overwritten (progress bars), the last state."""
    text = strip_escapes(text)
    if "\r" not in text:
        return text
    return "\n".join(line.rstrip("\r").rpartition("\r")[2] for line in text.split("\n"))


def truncate_middle(text: str, max_chars: int) -> str:
    """The first and the last half of `max_chars` characters, with a note about the gap between them."""
    omitted = len(text) - max_chars
    if omitted <= MIN_OMITTED_CHARS:
        return text
    half = max_chars // 2
    return f"{text[:half]}\n… {omitted:,} characters are not shown …\n{text[-half:]}"
