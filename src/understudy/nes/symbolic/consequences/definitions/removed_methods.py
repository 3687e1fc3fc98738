"""A method of C++ was removed where it is defined or declared: its other half goes, too.

The other half belongs to the same class and has the same parameters, so that other overloads and other classes keep
theirs. A method that is still defined, in this text or in another one, was moved. Functions without a class are the
matter of `removed_uses`.
"""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from understudy.nes.engine_api import Candidate
from understudy.nes.limits import MAX_SUGGESTION_LINES
from understudy.nes.symbolic.consequences.limits import (
    MAX_CAUSING_CHANGES,
    MAX_FUNCTION_DEPTH,
    MAX_IMPORTING_TEXTS,
    MAX_REMOVED_DEFINITIONS,
    MAX_REMOVED_USES,
)
from understudy.nes.symbolic.consequences.rule_context import Change, RuleContext, SourceText, text_before
from understudy.nes.symbolic.consequences.rules import ELSEWHERE_SHIFT, STALE_SHIFT, RuleProbability
from understudy.nes.syntax import inner_children_touching
from understudy.nes.text import EditOrigin, Point, Replacement, Span

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["Method", "methods_in", "propose_removed_methods"]

_CLASSES: Final = frozenset({"class_specifier", "struct_specifier", "union_specifier"})
_STATEMENTS: Final = frozenset({"function_definition", "field_declaration", "declaration"})
_COMMENT: Final = re.compile(r"\s*(?://|/\*|\*)")


class _Features(NamedTuple):
    stale: float = 0
    elsewhere: float = 0
    is_definition: float = 0
    """A declaration was removed; its definition has a body that may be needed elsewhere."""
    jump: float = 0


PROBABILITY: Final = RuleProbability(
    0.88, _Features(stale=STALE_SHIFT / 2, elsewhere=ELSEWHERE_SHIFT, is_definition=-0.4, jump=-0.3)
)


class Method(NamedTuple):
    owner: str
    name: str
    parameters: tuple[str, ...]
    """Their types, and the qualifiers of the method."""
    is_definition: bool
    """It has a body, outside of its class."""
    node: "Node"
    """The whole statement, with its template parameters."""

    def is_same(self, other: "Method") -> bool:
        return (self.owner, self.name, self.parameters) == (other.owner, other.name, other.parameters)


def propose_removed_methods(context: RuleContext) -> list[Candidate]:
    """Propose to remove the declaration of a removed method, or its definition."""
    candidates: list[Candidate] = []
    for change in context.without_dormant(context.cause_changes[:MAX_CAUSING_CHANGES]):
        edit = change.edit
        if edit.origin is EditOrigin.ACCEPTED or not any("(" in line for line in edit.old):
            continue
        text = context.text_at(edit.uri)
        if text is None or any(line.strip() for line in edit.new) or not change.is_current(text):
            continue
        for removed in list(_removed_methods(text, change))[:MAX_REMOVED_DEFINITIONS]:
            candidates += _other_half(context, text, change, removed)
    return candidates[:MAX_REMOVED_USES]


def _removed_methods(text: SourceText, change: Change) -> Iterator[Method]:
    if text.tree is None or text.tree.grammar != "cpp":
        return
    before, tree = text_before(text, change)
    if tree is not None:
        start = text.offset_at(change.edit.line)
        end = start + sum(len(line) + 1 for line in change.edit.old)
        for method in methods_in(tree.root, before, start, end):
            if start <= method.node.start_byte and method.node.end_byte <= end:
                yield method


def methods_in(
    root: "Node", text: str, start: int, end: int, *, with_functions: bool = False
) -> Iterator[Method]:
    """Yield the methods that are declared or defined in a range, without those that are defined in their class; on
    request also the functions without a class, whose owner is empty."""
    pending: list[tuple[Node, int]] = [(root, 0)]
    while pending:
        node, depth = pending.pop()
        if node.type in _STATEMENTS:
            method = _method(node, text) if not node.has_error else None
            if method is not None and (method.owner or with_functions):
                yield method
        elif depth < MAX_FUNCTION_DEPTH:
            pending += [(child, depth + 1) for child in inner_children_touching(node, start, end)]


def _method(node: "Node", text: str) -> Method | None:
    declarator = node.child_by_field_name("declarator")
    while declarator is not None and declarator.type != "function_declarator":
        inner = declarator.child_by_field_name("declarator")
        declarator = inner or next(
            (one for one in declarator.named_children if "declarator" in one.type), None
        )
    name = declarator.child_by_field_name("declarator") if declarator is not None else None
    parameters = declarator.child_by_field_name("parameters") if declarator is not None else None
    if declarator is None or name is None or parameters is None:
        return None
    statement = node
    if node.parent is not None and node.parent.type == "template_declaration":
        statement = node.parent
    qualified, _, own_name = text[name.start_byte : name.end_byte].rpartition("::")
    is_definition = node.type == "function_definition"
    if is_definition:
        owner = re.sub(r"<.*>", "", qualified).rpartition("::")[2].strip()
    else:
        body = statement.parent
        around = body.parent if body is not None and body.type == "field_declaration_list" else None
        class_name = around.child_by_field_name("name") if around is not None else None
        is_class = around is not None and around.type in _CLASSES and class_name is not None
        owner = text[class_name.start_byte : class_name.end_byte] if is_class and class_name else ""
        owner = re.sub(r"<.*>", "", owner)
    types = tuple(
        _type(one, text) for one in parameters.named_children if one.type.endswith("parameter_declaration")
    )
    qualifiers = tuple(
        text[one.start_byte : one.end_byte]
        for one in declarator.named_children
        if one.type == "type_qualifier"
    )
    types = () if types == ("void",) else types
    return Method(owner, own_name.strip(), (*types, "|", *qualifiers), is_definition, statement)


def _type(parameter: "Node", text: str) -> str:
    """The type of a parameter: its text without its name and its default."""
    default = parameter.child_by_field_name("default_value")
    name = parameter.child_by_field_name("declarator")
    while name is not None and name.type not in ("identifier", "field_identifier"):
        name = name.child_by_field_name("declarator") or next(iter(name.named_children), None)
    end = default.start_byte if default is not None else parameter.end_byte
    written = text[parameter.start_byte : end]
    if name is not None:
        written = text[parameter.start_byte : name.start_byte] + text[name.end_byte : end]
    return " ".join(re.findall(r"\w+|[^\w\s=]", written))


def _other_half(
    context: RuleContext, text: SourceText, change: Change, removed: Method
) -> Iterator[Candidate]:
    others = context.other_texts([removed.name], MAX_IMPORTING_TEXTS)
    texts = [text, *(one for one in others if one is not text)]
    if context.current_text not in texts:
        texts.append(context.current_text)
    halves: list[tuple[SourceText, Method]] = []
    for other in texts:
        if other.tree is None or other.tree.grammar != "cpp" or removed.name not in other.joined:
            continue
        for one in methods_in(other.tree.root, other.joined, 0, len(other.joined)):
            if not one.is_same(removed):
                continue
            if one.is_definition == removed.is_definition:
                return  # it was moved, or there are several classes of that name
            halves.append((other, one))
    if len(halves) != 1:
        return
    other, half = halves[0]
    span = _lines_of(other, half)
    if span is None:
        return
    is_edit = span.end.line - span.start.line <= MAX_SUGGESTION_LINES
    yield Candidate(
        kind="edit" if is_edit else "jump",
        uri=other.snapshot.uri,
        family="removed-use",
        pattern=f"{removed.owner}::{removed.name} is gone",
        topic=removed.name,
        why=f"You removed {removed.owner}::{removed.name}, and this is left of it.",
        edits=(Replacement(span, ""),) if is_edit else (),
        position=None if is_edit else other.point_at(half.node.start_byte),
        probability=PROBABILITY.estimate(
            _Features(
                stale=change.age,
                elsewhere=other is not context.current_text,
                is_definition=half.is_definition,
                jump=not is_edit,
            )
        ),
    )


def _lines_of(text: SourceText, method: Method) -> Span | None:
    """The lines of a method, with a comment that is about it alone, and with the blank line behind a definition."""
    start, end = text.point_at(method.node.start_byte), text.point_at(method.node.end_byte)
    before, rest = text.raw[start.line][: start.column], text.raw[end.line][end.column :]
    first, last = start.line, end.line + 1
    if before.strip() or rest.strip(" \t;") or last >= len(text.raw):
        return None
    above = first
    while above and _COMMENT.match(text.raw[above - 1]) and not text.code[above - 1].strip():
        above -= 1
    following = text.raw[last].strip()
    is_alone = method.is_definition or not following or following[0] in "}/" or following.endswith(":")
    first = above if is_alone else first
    is_above_blank = (
        not first or not text.raw[first - 1].strip() or text.raw[first - 1].rstrip().endswith("{")
    )
    if method.is_definition and not text.raw[last].strip() and is_above_blank and last + 1 < len(text.raw):
        last += 1
    return Span(Point(first, 0), Point(last, 0))
