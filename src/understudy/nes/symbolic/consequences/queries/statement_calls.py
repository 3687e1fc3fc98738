"""The calls that get a statement, as a string literal or by the name that it was assigned to."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from understudy.nes.symbolic.consequences.limits import MAX_PASSED_LISTS
from understudy.nes.symbolic.consequences.queries.statements import Statement
from understudy.nes.symbolic.consequences.rule_context import SourceText
from understudy.nes.syntax import find_closing_bracket
from understudy.nes.text import Point

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["StatementCall", "find_statement_calls"]

_ASSIGNED: Final = re.compile(r"(?<![\w.])\$?(\w+)(?:\s*,\s*\w+)?\s*(?::[^=,()\n]*)?(?::=|=)\s*\(?\s*\Z")
_CHARS_BEFORE: Final = 200
"""Characters before a statement, or a call, in which the variable is searched that gets it."""


class StatementCall(NamedTuple):
    opening: Point
    closing: Point
    """The brackets of the call."""
    argument: Point
    """Where the statement stands in it."""
    before: str
    """The code before the opening bracket."""
    end: int
    """The offset behind the closing bracket."""


def find_statement_calls(text: SourceText, statement: Statement) -> Iterator[StatementCall]:
    """Yield the calls of a text that get a statement, in their order."""
    node = _expression(text, statement)
    if node is None or node.parent is None or text.tree is None:
        return
    if text.joined[node.parent.start_byte] == "(" and node.parent.type != "parenthesized_expression":
        yield from _call(text, node.parent.start_byte, node.start_byte)
        return
    assigned = _ASSIGNED.search(text.code_text[max(0, node.start_byte - _CHARS_BEFORE) : node.start_byte])
    if assigned is None:
        return
    use = re.compile(rf"[(,]\s*\$?({re.escape(assigned[1])})\s*[,)]")
    for match in [*use.finditer(text.code_text, node.end_byte)][:MAX_PASSED_LISTS]:
        at = match.start(1)
        inner = text.tree.root.descendant_for_byte_range(at, at + 1)
        while inner is not None and (inner.start_byte == at or text.joined[inner.start_byte] != "("):
            inner = inner.parent
        if inner is not None:
            yield from _call(text, inner.start_byte, at)


def _expression(text: SourceText, statement: Statement) -> "Node | None":
    """The node that is an argument or a value; that of a heredoc stands where it is announced."""
    node = statement.node
    if node is None or node.type != "heredoc_body" or text.tree is None:
        return node
    name = text.joined[statement.start : statement.end].rsplit(maxsplit=1)[-1]
    announced = re.compile(rf"<<[~-]?[\"'`]?{re.escape(name)}\b")
    start = max(0, statement.start - _CHARS_BEFORE)
    places = [match.start() for match in announced.finditer(text.joined, start, statement.start)]
    return text.tree.root.descendant_for_byte_range(places[-1], places[-1] + 1) if places else None


def _call(text: SourceText, opening: int, argument: int) -> Iterator[StatementCall]:
    first = text.point_at(opening)
    closing = find_closing_bracket(text.code, first)
    if closing is not None:
        before = text.code_text[max(0, opening - _CHARS_BEFORE) : opening]
        end = text.offset_at(closing.line, closing.column) + 1
        yield StatementCall(first, closing, text.point_at(argument), before, end)
