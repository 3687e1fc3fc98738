"""Which statements the rows come from that a variable of a program stands for.

Followed are loops, assignments and callbacks over the result of a call that gets a statement: as a string
literal, by a name, or from a file of SQL that the program names. Not what functions of the program return.
"""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from understudy.nes.symbolic.consequences.limits import MAX_ROW_STEPS
from understudy.nes.symbolic.consequences.queries.statements import find_statement
from understudy.nes.symbolic.consequences.rule_context import SourceText

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["RowSource", "find_row_sources"]

_FUNCTIONS: Final = re.compile(
    r".*(?:function|method|lambda|closure|func_literal).*|do_block|block|module|program"
)
_CALLBACK_METHODS: Final = re.compile(
    r"map|flatMap|flat_map|forEach|filter|find|some|every|each|each_with_index|select|reject|then|sort_by|group_by"
)
_READING: Final = re.compile(r"\b(?:select|returning|with)\b", re.I)
_FILE: Final = re.compile(r"([\w-]+\.sql)\b", re.I)
_ARGUMENT: Final = re.compile(r"[(,]\s*(?:\w+\.)*([A-Za-z_]\w*)\s*(?=[,)])")
_FIRST_NAME: Final = re.compile(r"(?:await\s+)?([A-Za-z_]\w*)(?!\s*\()")


class RowSource(NamedTuple):
    written: str
    """The statement; empty if it is in a file."""
    start: int = -1
    """Where it begins in the text."""
    file: str = ""
    """The name of the file."""


def find_row_sources(text: SourceText, variable: str, at: int) -> Iterator[RowSource]:
    """Yield the statements whose rows a variable may stand for at an offset; none if that is not evident."""
    if text.tree is not None:
        yield from _sources_of_name(text, variable, at, MAX_ROW_STEPS)


def _sources_of_name(text: SourceText, name: str, at: int, steps: int) -> Iterator[RowSource]:
    if not steps or text.tree is None:
        return
    node = text.tree.root.descendant_for_byte_range(at, at + 1)
    while node is not None:
        if _FUNCTIONS.fullmatch(node.type):
            if _has_parameter(text, node, name):
                receiver = _receiver_of_callback(text, node)
                if receiver is not None:
                    yield from _sources_of(text, receiver, steps - 1)
                return
            bound = _binding(text, node, name, at)
            if bound is not None:
                yield from _sources_of(text, bound, steps - 1)
                return
        node = node.parent


def _has_parameter(text: SourceText, function: "Node", name: str) -> bool:
    listed = function.child_by_field_name("parameters") or function.child_by_field_name("parameter")
    if listed is None:
        listed = next((one for one in function.named_children if "parameters" in one.type), None)
    if listed is None:
        return False
    written = text.code_text[listed.start_byte : listed.end_byte]
    return re.search(rf"(?<![\w.]){re.escape(name)}(?!\w)", written) is not None


def _receiver_of_callback(text: SourceText, function: "Node") -> "Node | None":
    """What a method is called of that gets the function for each row: `rows` in `rows.map(row => ...)`."""
    call = function.parent
    if call is not None and call.type in ("arguments", "argument_list"):
        call = call.parent
    if call is None:
        return None
    called = call.child_by_field_name("function") or call
    receiver = called.child_by_field_name("object") or called.child_by_field_name("receiver")
    method = called.child_by_field_name("property") or called.child_by_field_name("method")
    if receiver is None or method is None:
        return None
    name = text.joined[method.start_byte : method.end_byte]
    return receiver if _CALLBACK_METHODS.fullmatch(name) else None


def _binding(text: SourceText, scope: "Node", name: str, at: int) -> "Node | None":
    """The expression that a variable was last bound to before an offset, or is bound to in a comprehension."""
    word = re.escape(name)
    bound = re.compile(
        rf"\bfor\s*\(?\s*(?:(?:const|let|var|final)\s+)?(?:_\s*,\s*)?{word}\s*(?:\b(?:in|of)\b|:?=\s*range\b|:)\s*(?=\S)"
        rf"|(?<![\w.]){word}\s*(?::[^=\n(]*)?(?:,\s*\w+\s*)?(?::=|=)(?![=>])\s*(?=\S)"
        rf"|[\[{{]\s*(?:\w+\s*:\s*)?{word}\s*(?:,[^\]}}=]*)?[\]}}]\s*=(?![=>])\s*(?=\S)"
    )
    found = [*bound.finditer(text.code_text, scope.start_byte, scope.end_byte)]
    before = [match for match in found if match.end() <= at]
    match = before[-1] if before else next(iter(found), None)
    if match is None or text.tree is None:
        return None
    if match.start() > at and not _is_comprehension(text, match.start(), at):
        return None
    return _expression_at(text, match.end())


def _is_comprehension(text: SourceText, binding: int, at: int) -> bool:
    node = text.tree.root.descendant_for_byte_range(binding, binding + 1) if text.tree is not None else None
    while node is not None and not node.start_byte <= at < node.end_byte:
        node = node.parent
    return node is not None and (node.type.endswith("_comprehension") or node.type == "generator_expression")


def _expression_at(text: SourceText, start: int) -> "Node | None":
    """The largest expression that begins there."""
    node = text.tree.root.descendant_for_byte_range(start, start + 1) if text.tree is not None else None
    while node is not None and node.parent is not None and node.parent.start_byte == node.start_byte:
        if node.parent.type.endswith(("statement", "block", "module", "program")):
            break
        node = node.parent
    return node


def _sources_of(text: SourceText, node: "Node", steps: int) -> Iterator[RowSource]:
    """The statements that an expression runs, or of which it reads the result."""
    code = text.code_text[node.start_byte : node.end_byte]
    if "(" in code or "`" in code:
        found = [*_statements_in(text, node.start_byte, node.end_byte)]
        for argument in _ARGUMENT.finditer(code):
            found += _assigned_statements(text, argument[1])
        if found:
            yield from found
            return
    first = _FIRST_NAME.match(code)
    if first is None:
        return
    run = re.compile(rf"(?<![\w.]){re.escape(first[1])}\.\w*(?:exec|query)\w*\(", re.I)
    scope: Node | None = node
    while scope is not None and not _FUNCTIONS.fullmatch(scope.type):
        scope = scope.parent
    runs = [*run.finditer(text.code_text, scope.start_byte, node.start_byte)] if scope is not None else []
    call = _expression_at(text, runs[-1].start()) if runs else None
    if call is not None and steps:
        yield from _sources_of(text, call, steps - 1)
    else:
        yield from _sources_of_name(text, first[1], node.start_byte, steps)


def _statements_in(text: SourceText, start: int, end: int) -> Iterator[RowSource]:
    seen: set[int] = set()
    for match in _READING.finditer(text.joined, start, end):
        statement = find_statement(text, match.start())
        if statement is not None and statement.start not in seen:
            seen.add(statement.start)
            yield RowSource(statement.written, statement.start)
    for match in _FILE.finditer(text.joined, start, end):
        if not text.code_text[match.start() : match.end()].strip():
            yield RowSource("", file=match[1])


def _assigned_statements(text: SourceText, name: str) -> Iterator[RowSource]:
    """The statements in what a name was assigned, such as a constant of the module."""
    assignment = re.compile(rf"(?<![\w.]){re.escape(name)}\s*(?::[^=\n]*)?(?::=|=)(?!=)\s*(?=\S)")
    match = assignment.search(text.code_text)
    node = _expression_at(text, match.end()) if match is not None else None
    if node is not None:
        yield from _statements_in(text, node.start_byte, node.end_byte)
