"""Other people's words made fit for a prompt: on one line, inside a fence, or as the reason of a refusal. Pure.

Nothing here decides what is trusted, and nothing is escaped for a screen: it is a model that reads this.

What a tool says to a model, as a person is told it. Pure.

An error's message says what is wrong and then what to do about it. The second half is often written for a model: it
names tools and their arguments. A person can use neither, so for them the message ends there.

The beginning of a text, up to a number of bytes, cut at a line's end.

Owns how much of a file is touched: never more than is asked for, however large the file says it is.

What a program printed, as text: without the sequences that steer a terminal, and as it would stand there. Pure.

Text that is to be shown in Markdown goes through `harmless` afterwards: what is left may still deceive a reader.
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

_INVISIBLE_CATEGORIES: Final = frozenset(
    {"Cc", "Cf", "Cs"}
)  # controls, direction marks and other invisible ones, surrogates
_JOINERS: Final = frozenset("\u200c\u200d")  # invisible too, but words and emoji fall apart without them

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
    """The text in at most `most` characters on one line, without what cannot be seen; cut at a word."""
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
    # Half a line lost for the sake of a whole word is too much.
    return (head[:word] if word >= max_chars // 2 else head).rstrip() + "…"


def unreadable_reason(error: WorkspaceError) -> str:
    """Why something was not read, as half a sentence."""
    return _UNREADABLE_REASONS.get(error.reason, "it cannot be read")


_NEXT_SENTENCE: Final = re.compile(r"(?<=[.!?])\s+(?=[A-Z])")


def first_sentence(text: str) -> str:
    """Of a text that was written for a model only this: the rest tells it how to behave."""
    return _NEXT_SENTENCE.split(text, maxsplit=1)[0]


@dataclass(frozen=True, slots=True)
class Excerpt:
    text: str
    truncated: bool
    """Whether there was more."""


def truncate_to_bytes(text: str, max_bytes: int) -> Excerpt:
    """As many whole lines as fit into `limit` bytes of UTF-8; a part of the first line if not even that fits."""
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
    more = len(data) > max_bytes
    encoding = detect_encoding(data[:max_bytes], whole=not more)
    if encoding is None:
        return None
    decoder = codecs.getincrementaldecoder(encoding.codec)(encoding.errors)
    try:
        text = decoder.decode(data[len(encoding.bom) : max_bytes], final=not more)
    except UnicodeDecodeError:
        return None
    found = truncate_to_bytes(text, max_bytes)  # UTF-8 may need more bytes than the file's own encoding
    return Excerpt(_whole_lines(found.text), truncated=True) if more and not found.truncated else found


def _whole_lines(text: str) -> str:
    return text[: text.rfind("\n") + 1] or text


def read_bytes(fd: int, size: int) -> bytes:
    """The first `size` bytes of an open file, or all that there are."""
    parts: list[bytes] = []
    offset = 0
    while offset < size and (data := os.pread(fd, size - offset, offset)):
        parts.append(data)
        offset += len(data)
    return b"".join(parts)


# In this order: colours and cursor moves; titles and links; other strings; what is left, down to a lone ESC.
# A string ends on its line: one that never ends must not swallow what was printed behind it.
_ESCAPE_SEQUENCE: Final = re.compile(
    r"\x1b\[[0-?]*[ -/]*(?:[@-~]|\Z)"
    r"|\x1b\][^\x07\x1b\n]*(?:\x07|\x1b\\)"
    r"|\x1b[PX^_][^\x07\x1b\n]*\x1b\\"
    r"|\x1b[ -/]*[0-~]?"
)


def strip_escapes(text: str) -> str:
    """The text without escape sequences. Everything else stays."""
    return _ESCAPE_SEQUENCE.sub("", text) if "\x1b" in text else text


def final_terminal_text(text: str) -> str:
    """The text as it stands in a terminal in the end: of a line that was written over and over, its last state."""
    text = strip_escapes(text)
    if "\r" not in text:
        return text
    return "\n".join(line.rstrip("\r").rpartition("\r")[2] for line in text.split("\n"))


def truncate_middle(text: str, max_chars: int) -> str:
    """The beginning and the end of a long text, `most` characters of it, and a note of what is missing between."""
    left_out = len(text) - max_chars
    if left_out <= MIN_OMITTED_CHARS:
        return text
    half = max_chars // 2
    return f"{text[:half]}\n… {left_out:,} characters are not shown …\n{text[-half:]}"
