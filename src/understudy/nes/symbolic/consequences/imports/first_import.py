"""The first import of a text: the line where it belongs, and the style that the rest of the text suggests."""

import re
from collections.abc import Sequence
from typing import Final

from understudy.languages import ImportSyntax
from understudy.nes.symbolic.consequences.imports.statement import ImportStatement
from understudy.nes.symbolic.consequences.limits import MAX_IMPORT_HEAD_LINES, MAX_STYLE_LINES
from understudy.nes.text import Point, Replacement, Span

__all__ = ["place_first_import", "script_style"]

_COMMENT: Final = re.compile(r"#|//|/\*|\*|([\"'])use \w+\1;?\Z")
_RUST_COMMENT: Final = re.compile(r"#!\[|//|/\*|\*")
_HEADER_LINE: Final = re.compile(r"#!|#.*coding[:=]|//!|// @|([\"'])use ")
"""A line that belongs to the header of the text even if no blank line follows."""
_PACKAGE: Final = re.compile(r"package\b")
_DOCSTRING: Final = re.compile(r"[rRuU]?(\"\"\"|'''|\"|')")
_PYTHON_DEFINITION: Final = re.compile(r"(?:async\s+)?def\b|class\b|@")


def place_first_import(
    syntax: ImportSyntax, raw: Sequence[str], line: str, first: int = 0
) -> Replacement | None:
    """Insert the line below the header of the text: comments, the docstring, the package.

    `first` is the line from which on it may stand. None if the end of the header is unknown, or nothing follows it.
    """
    at = _header_end(syntax, raw, first)
    if at is None:
        return None
    code = next((number for number in range(at, len(raw)) if raw[number].strip()), None)
    if code is None:
        return None
    is_definition = _PYTHON_DEFINITION.match(raw[code]) is not None
    blank_lines = 2 if syntax == "from_import" and is_definition else 1
    text = f"import {line}\n" if syntax == "go_block" else f"{line}\n"
    if at and at == code:
        text = f"\n{text}"
    elif at:  # below the blank line that follows the header
        at += 1
    return Replacement(
        Span(Point(at, 0), Point(at, 0)), text + "\n" * max(blank_lines - max(code - at, 0), 0)
    )


def _header_end(syntax: ImportSyntax, raw: Sequence[str], first: int) -> int | None:
    """The first line below the header. A comment right above the code belongs to the code."""
    lines = [text.strip() for text in raw[: first + MAX_IMPORT_HEAD_LINES]]
    if syntax in ("go_block", "dotted_path"):
        package = next((number for number, text in enumerate(lines) if _PACKAGE.match(text)), None)
        if package is not None or syntax == "go_block":
            return None if package is None else package + 1
    comment = _RUST_COMMENT if syntax == "use_path" else _COMMENT
    end, is_in_comment = first, False
    for number in range(first, len(lines)):
        text = lines[number]
        if is_in_comment or text.startswith("/*"):
            is_in_comment = "*/" not in text
        elif not text:
            end = number
        elif syntax == "from_import" and (quote := _DOCSTRING.match(text)):
            closing = _docstring_end(lines, number, quote)
            return None if closing is None else closing + 1
        elif _HEADER_LINE.match(text):
            end = number + 1
        elif not comment.match(text):
            return end
    return None


def _docstring_end(lines: Sequence[str], first: int, quote: re.Match[str]) -> int | None:
    sign = quote[1]
    if sign in lines[first][quote.end() :]:
        return first
    if len(sign) == 1:
        return None
    return next((number for number in range(first + 1, len(lines)) if sign in lines[number]), None)


def script_style(raw: Sequence[str], example: ImportStatement | None) -> tuple[str, str]:
    """The quote and the end of a statement: as in the example, or as in most lines of a text without imports."""
    if example is not None:
        line = raw[example.last_line].rstrip()
        return '"' if '"' in line else "'", ";" if line.endswith(";") else ""
    lines = [line.rstrip() for line in raw[:MAX_STYLE_LINES]]
    single, double = (sum(line.count(quote) for line in lines) for quote in ("'", '"'))
    ended = sum(line.endswith(";") for line in lines)
    unended = sum(line.endswith((")", "'", '"', "`")) for line in lines)
    return "'" if single > double else '"', ";" if ended >= unended else ""
