"""A function that returned nothing returns a value now: where it ends early, and at its end, a value is missing.

A function that says now whether it did something ends early with false, and at its end with true. Of other values,
only the place is known.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from understudy.nes.symbolic.consequences.rule_context import SourceText
from understudy.nes.symbolic.consequences.signatures.returns.return_changes import (
    ReturnChange,
    ReturnUse,
    returns_of,
)
from understudy.nes.symbolic.tokens import indentation
from understudy.nes.text import Point, Replacement, Span

__all__ = ["empty_returns"]


class _Language(NamedTuple):
    nothing: frozenset[str]
    """Return types of functions that return nothing."""
    truth: str
    """The type of truth values."""
    values: tuple[str, str]
    """False and true."""
    end: str
    """Behind a statement."""


_VOID: Final = frozenset({"void"})
_C: Final = _Language(_VOID, "bool", ("false", "true"), ";")
_SCRIPT: Final = _Language(_VOID, "boolean", ("false", "true"), ";")
_LANGUAGES: Final = {
    "c": _C,
    "cpp": _C,
    "java": _Language(_VOID, "boolean", ("false", "true"), ";"),
    "typescript": _SCRIPT,
    "tsx": _SCRIPT,
    "go": _Language(frozenset({""}), "bool", ("false", "true"), ""),
    "rust": _Language(frozenset({"", "()"}), "bool", ("false", "true"), ";"),
    "python": _Language(frozenset({"None"}), "bool", ("False", "True"), ""),
}


_SIMPLE_STATEMENTS: Final = frozenset(
    {
        "expression_statement",
        "assignment_statement",
        "short_var_declaration",
        "inc_statement",
        "dec_statement",
    }
    | {"declaration", "local_variable_declaration", "lexical_declaration", "let_declaration", "if_statement"}
    | {"for_statement", "while_statement", "for_in_statement", "enhanced_for_statement", "for_range_loop"}
    | {"expression_list", "defer_statement", "go_statement"}
)
"""Statements behind which a function goes on."""


def empty_returns(text: SourceText, returned: ReturnChange) -> Iterator[ReturnUse]:
    language = _LANGUAGES.get(text.tree.grammar) if text.tree is not None else None
    body = returned.function.node.child_by_field_name("body")
    if language is None or body is None or returned.old not in language.nothing or not returned.new:
        return
    if [one.type for one in body.named_children] == ["statement_list"]:
        body = body.named_children[0]
    statements = [one for one in body.named_children if not one.type.endswith("comment")]
    if not statements or returned.new in language.nothing:
        return
    is_truth = returned.new == language.truth
    is_empty = True
    for node in returns_of(body):
        if any(not one.type.endswith("comment") for one in node.named_children):
            is_empty = False
            continue
        point = text.point_at(node.start_byte + len("return"))
        is_early = is_truth and node.parent is not None and node.parent != body
        value = f" {language.values[0]}"
        yield ReturnUse(text, (Replacement(Span(point, point), value),) if is_early else (), point)
    last = statements[-1]
    if is_empty and is_truth and last.type in _SIMPLE_STATEMENTS:
        line = text.point_at(last.end_byte - 1).line
        end = Point(line, len(text.raw[line]))
        indent = indentation(text.raw[text.point_at(last.start_byte).line])
        new = f"\n{indent}return {language.values[1]}{language.end}"
        if text.tree is not None and text.tree.grammar == "rust":
            new = f"\n{indent}{language.values[1]}"
        yield ReturnUse(text, (Replacement(Span(end, end), new),), end)
