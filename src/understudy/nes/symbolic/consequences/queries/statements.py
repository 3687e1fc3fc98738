"""Statements of SQL: in files of SQL between semicolons, in other languages in string literals.

A string literal is read with what it is concatenated with. Offsets are those of the whole text, so that everything
else is blank in a statement. Not a parser of SQL: the lists of an INSERT and of a SELECT are split at their commas.
"""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from understudy.nes.symbolic.consequences.limits import MAX_STATEMENT_CHARS
from understudy.nes.symbolic.consequences.rule_context import SourceText
from understudy.nes.text import TextSnapshot

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = [
    "INTERPOLATION",
    "Statement",
    "blank_comments_and_strings",
    "find_from",
    "find_statement",
    "is_sql",
    "split_items",
    "written_statement",
]

INTERPOLATION: Final = "_"
"""What stands for each character of an interpolated expression."""

_LITERALS: Final = frozenset(
    {
        "string",
        "template_string",
        "string_literal",
        "raw_string_literal",
        "interpreted_string_literal",
        "heredoc_body",
    }
)
_CONTENTS: Final = frozenset(
    {
        "string_content",
        "string_fragment",
        "multiline_string_fragment",
        "raw_string_literal_content",
        "interpreted_string_literal_content",
        "heredoc_content",
    }
)
_INTERPOLATIONS: Final = frozenset({"interpolation", "template_substitution"})
_SEQUENCES: Final = frozenset({"concatenated_string", "chained_string"})
_JOINS: Final = _SEQUENCES | {"parenthesized_expression"}
_OPERATIONS: Final = frozenset({"binary_expression", "binary_operator", "binary"})
_COMMENT: Final = re.compile(r"('(?:[^']|'')*')|--[^\n]*|/\*.*?\*/", re.S)
_COMMENT_OR_STRING: Final = re.compile(r"--[^\n]*|/\*.*?\*/|'(?:[^']|'')*'", re.S)
_FROM: Final = re.compile(r"(?i)'(?:[^']|'')*'|[()]|\b(from)\b|;")
_LIST_PART: Final = re.compile(r"'(?:[^']|'')*'|[()\[\],;]")


class Statement(NamedTuple):
    start: int
    end: int
    """The range of the statement, or of the whole expression of string literals."""
    written: str
    """The characters of that range, of which all that are no SQL are spaces."""
    node: "Node | None" = None
    """The expression; None in a file of SQL."""


def is_sql(text: SourceText) -> bool:
    return text.snapshot.uri.lower().endswith(".sql")


def find_statement(text: SourceText, offset: int) -> Statement | None:
    """Return the statement around an offset; None outside of string literals, and for one that is too long."""
    if is_sql(text):
        start = text.joined.rfind(";", 0, offset) + 1
        end = text.joined.find(";", offset)
        end = end if end != -1 else len(text.joined)
        if end - start > MAX_STATEMENT_CHARS:
            return None
        return Statement(start, end, _blank_comments(text.joined[start:end]))
    if text.tree is None:
        return None
    node = text.tree.root.descendant_for_byte_range(offset, offset)
    while node is not None and node.type not in _LITERALS and node.type not in _SEQUENCES:
        if node.type in _INTERPOLATIONS:
            return None
        node = node.parent
    if node is None:
        return None
    while node.parent is not None and _is_joined(node.parent, text):
        node = node.parent
    if node.end_byte - node.start_byte > MAX_STATEMENT_CHARS:
        return None
    return Statement(node.start_byte, node.end_byte, _content(node, text), node)


def written_statement(snapshot: TextSnapshot, line: int, column: int) -> str:
    """Return the string literals around a position of a program as one statement; empty if there are none."""
    text = SourceText(snapshot)
    offset = text.offset_at(line, column)
    statement = None if is_sql(text) else find_statement(text, offset)
    return statement.written if statement is not None and statement.start < offset else ""


def _blank_comments(source: str) -> str:
    return _COMMENT.sub(lambda match: match[0] if match[1] else re.sub(r"[^\n]", " ", match[0]), source)


def _is_joined(node: "Node", text: SourceText) -> bool:
    if node.type in _JOINS:
        return True
    if node.type not in _OPERATIONS:
        return False
    operator = node.child_by_field_name("operator")
    return operator is not None and text.joined[operator.start_byte : operator.end_byte] == "+"


def _content(node: "Node", text: SourceText) -> str:
    start, source = node.start_byte, text.joined
    chars = ["\n" if char == "\n" else " " for char in source[start : node.end_byte]]
    for first, last, is_code in _pieces(node):
        written = INTERPOLATION * (last - first) if is_code else source[first:last]
        chars[first - start : last - start] = written
    return "".join(chars)


def _pieces(node: "Node") -> Iterator[tuple[int, int, bool]]:
    """The ranges of the contents, and of what is interpolated or concatenated."""
    for child in node.named_children:
        if child.type in _INTERPOLATIONS:
            yield child.start_byte, child.end_byte, True
        elif child.type in _CONTENTS:
            yield child.start_byte, child.end_byte, False
            for inner in child.named_children:
                if inner.type in _INTERPOLATIONS:
                    yield inner.start_byte, inner.end_byte, True
        elif child.type in _LITERALS or child.type in _JOINS or child.type in _OPERATIONS:
            yield from _pieces(child)
        elif node.type in _OPERATIONS and child.type != "comment":
            yield child.start_byte, child.end_byte, True


def blank_comments_and_strings(source: str) -> str:
    return _COMMENT_OR_STRING.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), source)


def split_items(written: str, opening: int) -> tuple[list[tuple[int, int]], int]:
    """Return the ranges of the items behind a bracket, or behind a keyword, and where they end.

    They end at the bracket that closes them, at a semicolon, or at the end of the text.
    """
    found: list[tuple[int, int]] = []
    depth, start, end = 0, opening, len(written)
    for match in _LIST_PART.finditer(written, opening):
        sign = match[0]
        if sign in ("(", "["):
            depth += 1
        elif sign in (")", "]"):
            depth -= 1
            if depth < 0:
                end = match.start()
                break
        elif sign == ";" and not depth:
            end = match.start()
            break
        elif sign == "," and not depth:
            found.append(_trimmed(written, start, match.start()))
            start = match.end()
    found.append(_trimmed(written, start, end))
    return found, end


def _trimmed(written: str, start: int, end: int) -> tuple[int, int]:
    piece = written[start:end]
    if not piece.strip():
        return start, start
    return start + len(piece) - len(piece.lstrip()), end - len(piece) + len(piece.rstrip())


def find_from(written: str, start: int) -> int:
    """Return where the list of a SELECT ends: at its FROM, or at the end of the text."""
    depth = 0
    for match in _FROM.finditer(written, start):
        if match[0] == "(":
            depth += 1
        elif match[0] == ")":
            depth -= 1
            if depth < 0:
                return match.start()
        elif (match[1] or match[0] == ";") and not depth:
            return match.start()
    return len(written)
