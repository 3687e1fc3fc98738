"""Branches, arms and functions side by side differ: a repetition that makes two of them equal is improbable.

Who corrects `y += 1` to `y -= 1` in one branch restores what distinguishes it from the next one. Two branches that
were equal before may stay so if the change is about anything else than an operator, a number or a switch.
"""

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from understudy.nes.symbolic.alignment import diff_tokens
from understudy.nes.symbolic.candidates import UnscoredCandidate
from understudy.nes.symbolic.limits import (
    MAX_COMPARED_BRANCHES,
    MAX_COMPARED_CANDIDATES,
    OTHER_VALUE_PROBABILITY,
)
from understudy.nes.symbolic.patterns import EditPatterns, Example
from understudy.nes.symbolic.tokens import tokenize
from understudy.nes.syntax import parse_snapshot
from understudy.nes.text import TextSnapshot, join_snapshot

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["limit_equal_branches"]

_CONDITIONS: Final = frozenset({"if_statement", "if_expression", "if", "unless"})
_ALTERNATIVES: Final = frozenset({"elif_clause", "else_clause", "elsif", "else"})
_CASES: Final = frozenset(
    {
        "case_clause",
        "case_statement",
        "default_case",
        "expression_case",
        "match_arm",
        "switch_block_statement_group",
        "switch_case",
        "switch_default",
        "switch_rule",
        "when",
    }
)
_FUNCTIONS: Final = frozenset(
    {
        "function_declaration",
        "function_definition",
        "function_item",
        "method",
        "method_declaration",
        "method_definition",
    }
)
_CONTRAST: Final = re.compile(r"[^\w\s\"'`,;(){}\[\].]+|\d[\w.]*|true|false|True|False|not")
"""An operator, a number or a switch."""


class _Body(NamedTuple):
    """Where the statements of a branch are, by lines and columns."""

    first: int
    column: int
    last: int
    end: int

    def text(self, lines: Sequence[str], line: int = -1, written: str = "") -> str:
        """The statements, in one line; with another text in one of the lines."""
        taken = list(lines[self.first : self.last + 1])
        rest = len(taken[-1]) - self.end
        if self.first <= line <= self.last:
            taken[line - self.first] = written
        taken[-1] = taken[-1][: len(taken[-1]) - rest]
        taken[0] = taken[0][self.column :]
        return " ".join(" ".join(taken).split()).rstrip(",")


def limit_equal_branches(unscored: Sequence[UnscoredCandidate], patterns: EditPatterns) -> None:
    examples = {
        example.edit.uri: example
        for example in reversed(patterns.line_examples)
        if example.edit.line >= 0 and len(example.edit.new) == 1
    }
    compared = 0
    for one in unscored:
        if one.probability <= OTHER_VALUE_PROBABILITY or not one.is_line_change:
            continue
        example = examples.get(one.snapshot.uri)
        if example is None or compared >= MAX_COMPARED_CANDIDATES:
            continue
        compared += 1
        if _makes_equal(one, example):
            one.probability = OTHER_VALUE_PROBABILITY


def _makes_equal(one: UnscoredCandidate, example: Example) -> bool:
    """Whether the candidate makes its branch equal to one beside it."""
    lines = one.snapshot.lines
    is_contrast = _is_contrast(example.old, example.new)
    for bodies, is_function in _sibling_bodies(one.snapshot, one.line):
        own = next((body for body in bodies if body.first <= one.line <= body.last), None)
        if own is None or (is_function and not is_contrast):
            continue
        before, after = own.text(lines), own.text(lines, one.line, one.new[0])
        for body in bodies:
            if body is own or body.text(lines) != after:
                continue
            is_changed = body.first <= example.edit.line <= body.last
            was_equal = is_changed and body.text(lines, example.edit.line, example.old) == before
            if is_contrast or not was_equal:
                return True
    return False


def _is_contrast(old: str, new: str) -> bool:
    tokens = tokenize(old)
    changed = (
        token
        for op in diff_tokens(old, new)
        for token in (*tokens[op.start : op.end], *op.new)
        if token.strip()
    )
    return all(_CONTRAST.fullmatch(token) for token in changed)


def _sibling_bodies(snapshot: TextSnapshot, line: int) -> Iterator[tuple[list[_Body], bool]]:
    """The branches, arms and functions beside each one that the line is in, and whether they are functions."""
    parsed = parse_snapshot(snapshot)
    if parsed is None:
        return
    joined, text = join_snapshot(snapshot), snapshot.lines[line]
    start = joined.line_starts[line] + len(text) - len(text.lstrip())
    node = parsed[1].root_node.descendant_for_byte_range(start, start)
    while node is not None:
        parent = node.parent
        nodes: list[Node] = []
        if node.type in _CONDITIONS and (parent is None or not _continues(node, parent)):
            nodes = list(_branches(node))
        elif node.type in _CASES and parent is not None:
            nodes = [_case_body(one) for one in parent.named_children if one.type in _CASES]
        elif node.type in _FUNCTIONS and parent is not None:
            found = [
                one.child_by_field_name("body") for one in parent.named_children if one.type == node.type
            ]
            nodes = [one for one in found if one is not None]
        if 1 < len(nodes) <= MAX_COMPARED_BRANCHES:
            yield [_to_body(one) for one in nodes], node.type in _FUNCTIONS
        node = parent


def _continues(node: "Node", parent: "Node") -> bool:
    """Whether a condition is the alternative of another one."""
    return parent.type in _ALTERNATIVES or (
        parent.type in _CONDITIONS and parent.child_by_field_name("alternative") == node
    )


def _branches(node: "Node") -> Iterator["Node"]:
    """The bodies of a condition and of its alternatives."""
    body = node.child_by_field_name("consequence") or node.child_by_field_name("body")
    if body is None and node.type in _ALTERNATIVES:
        body = next(iter(node.named_children), None)
    if body is not None and body.type in _CONDITIONS:
        yield from _branches(body)
        return
    if body is not None:
        yield body
    for other in node.children_by_field_name("alternative"):
        if other.type in _CONDITIONS or other.type in _ALTERNATIVES:
            yield from _branches(other)
        else:
            yield other


def _case_body(node: "Node") -> "Node":
    """The statements of a case, or the case itself if they are its children."""
    body = node.child_by_field_name("value" if node.type == "match_arm" else "consequence")
    if body is None and node.type == "when":
        body = node.child_by_field_name("body")
    return body or node


def _to_body(node: "Node") -> _Body:
    (first, column), (last, end) = node.start_point, node.end_point
    if node.type in _CASES:
        behind = next((one for one in node.children if one.type in (":", "->")), None)
        if behind is not None:
            first, column = behind.end_point
    return _Body(first, column, last, end)
