"""What checks around an expression say about its type: `instanceof`, and the members that tell the parts of a union
apart, as in `if (shape.kind === "circle") …`, or behind `if (shape.kind === "circle") return`.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from understudy.nes.bindings.ecmascript.nodes import FUNCTIONS, is_field, nth_child, string_value
from understudy.nes.bindings.ecmascript.unions import discriminating_value, union_parts
from understudy.nes.bindings.limits import MAX_CONTEXT_DEPTH, MAX_RETURN_NODES
from understudy.nes.bindings.rules import TypeReference

if TYPE_CHECKING:
    from tree_sitter import Node

    from understudy.nes.bindings.resolver import NameResolver

__all__ = ["narrowed_part", "narrowed_type"]

_EXITS: Final = frozenset({"return_statement", "throw_statement", "continue_statement", "break_statement"})
_EQUALITIES: Final = {"==": True, "===": True, "!=": False, "!==": False}
_STATEMENTS: Final = frozenset({"statement_block", "program", "switch_case", "switch_default"})
_GUARDED: Final = frozenset({"identifier", "member_expression"})


class _Fact(NamedTuple):
    """A condition that is known to hold, or not to hold, at a place."""

    condition: "Node"
    is_true: bool


def narrowed_part(value: "Node", union: "Node", resolver: "NameResolver") -> TypeReference | None:
    """Return the part of a union that an expression can only be at its place; None if the checks do not tell.

    Of several parts that are left, the first one that has the member that is taken.
    """
    if value.type not in _GUARDED:
        return None
    facts: list[_Fact] = list(_facts_at(value, resolver))
    if not facts:
        return None
    parts = [resolver.type_of(one) for one in union_parts(union)]
    expression = resolver.text(value)
    left = [
        one
        for one in parts
        if one is None
        or one.node is None
        or all(_is_possible(fact, expression, one.node, resolver) for fact in facts)
    ]
    if len(left) == len(parts) or not left:
        return None
    member = value.parent.child_by_field_name("property") if value.parent is not None else None
    if len(left) > 1 and member is None:
        return None
    known = [one for one in left if one is not None and one.node is not None]
    if len(left) == 1 or member is None:
        return next(iter(known), None)
    name = resolver.text(member)
    return next(
        (one for one in known if one.node is not None and resolver.members_named(name, one.node)), None
    )


def _facts_at(value: "Node", resolver: "NameResolver") -> Iterator[_Fact]:
    """Yield what the statements and expressions around a value say, up to where its variable is defined."""
    root = value
    while root.type == "member_expression":
        inner = root.child_by_field_name("object")
        if inner is None:
            return
        root = inner
    defined = (
        [one.node.start_byte for one in resolver.definitions_of(root)] if root.type == "identifier" else []
    )
    at, visited = value, 0
    while at.parent is not None and visited < MAX_RETURN_NODES:
        parent = at.parent
        visited += 1
        yield from _facts_of(parent, at)
        if parent.type in _STATEMENTS:
            before = at.prev_named_sibling
            while before is not None and visited < MAX_RETURN_NODES:
                visited += 1
                if before.type == "if_statement":
                    yield from _facts_behind(before)
                before = before.prev_named_sibling
        if any(parent.start_byte <= one < parent.end_byte for one in defined):
            return
        if root.type == "this" and parent.type in FUNCTIONS and parent.type != "arrow_function":
            return
        at = parent


def _facts_of(parent: "Node", at: "Node") -> Iterator[_Fact]:
    """Yield what a statement or expression says about a part of it."""
    match parent.type:
        case "if_statement" | "ternary_expression" | "while_statement":
            condition = parent.child_by_field_name("condition")
            if condition is not None and condition.id != at.id:
                yield _Fact(condition, is_true=not is_field(parent, "alternative", at))
        case "binary_expression":
            operator, left = parent.child_by_field_name("operator"), parent.child_by_field_name("left")
            if (
                operator is not None
                and left is not None
                and left.id != at.id
                and operator.type in ("&&", "||")
            ):
                yield _Fact(left, is_true=operator.type == "&&")
        case "switch_case" | "switch_default":
            yield from _facts_of_case(parent)
        case _:
            pass


def _facts_of_case(case: "Node") -> Iterator[_Fact]:
    """Yield the label of a case that only it leads to; for the default, that it is none of the others."""
    body = case.parent
    if case.type == "switch_case":
        before = case.prev_named_sibling
        if before is None or before.type == "comment" or _exits(before):
            yield _Fact(case, is_true=True)
    elif body is not None:
        yield from (_Fact(one, is_true=False) for one in body.named_children if one.type == "switch_case")


def _facts_behind(statement: "Node") -> Iterator[_Fact]:
    """Yield what is known behind an if statement of which one branch exits."""
    condition = statement.child_by_field_name("condition")
    consequence, alternative = (statement.child_by_field_name(one) for one in ("consequence", "alternative"))
    if condition is None:
        return
    if _exits(consequence):
        yield _Fact(condition, is_true=False)
        inner = nth_child(alternative, 0) if alternative is not None else None
        if inner is not None and inner.type == "if_statement":
            yield from _facts_behind(inner)
    elif alternative is not None and _exits(nth_child(alternative, 0)):
        yield _Fact(condition, is_true=True)


def _is_possible(fact: _Fact, expression: str, part: "Node", resolver: "NameResolver") -> bool:
    """Return whether an expression can be a part of a union where a condition holds, or does not hold."""
    condition, is_true = fact
    match condition.type:
        case "parenthesized_expression":
            inner = nth_child(condition, 0)
            return inner is None or _is_possible(_Fact(inner, is_true), expression, part, resolver)
        case "unary_expression":
            inner = nth_child(condition, 0)
            is_negation = resolver.text(condition).startswith("!")
            if inner is None or not is_negation:
                return True
            return _is_possible(_Fact(inner, not is_true), expression, part, resolver)
        case "binary_expression":
            return _is_binary_possible(fact, expression, part, resolver)
        case "member_expression":
            written = _compared_value(condition, expression, part, resolver)
            return written not in ("true", "false") or (written == "true") is is_true
        case "switch_case":
            switch = condition.parent.parent if condition.parent is not None else None
            compared = switch.child_by_field_name("value") if switch is not None else None
            compared = nth_child(compared, 0) if compared is not None else None
            written = _compared_value(compared, expression, part, resolver)
            return not written or (written == _literal(condition.child_by_field_name("value"))) is is_true
        case "call_expression":
            return _is_guard_possible(fact, expression, part, resolver)
        case _:
            return True


def _is_binary_possible(fact: _Fact, expression: str, part: "Node", resolver: "NameResolver") -> bool:
    condition, is_true = fact
    left, right = condition.child_by_field_name("left"), condition.child_by_field_name("right")
    operator = condition.child_by_field_name("operator")
    if left is None or right is None or operator is None:
        return True
    match operator.type:
        case "&&" | "||":
            both = [_is_possible(_Fact(one, is_true), expression, part, resolver) for one in (left, right)]
            return all(both) if (operator.type == "&&") is is_true else any(both)
        case "==" | "===" | "!=" | "!==":
            literal, compared = (_literal(right), left) if _literal(right) else (_literal(left), right)
            written = _compared_value(compared, expression, part, resolver)
            is_equal = _EQUALITIES[operator.type] is is_true
            return not literal or not written or (written == literal) is is_equal
        case "in":
            if resolver.text(right) != expression or not string_value(left):
                return True
            found = _members(part, string_value(left), resolver)
            is_optional = any(_is_optional(one) for one in found)
            return is_optional or bool(found) is is_true
        case "instanceof":
            found = resolver.type_of(right) if resolver.text(left) == expression else None
            return found is None or found.node is None or (found.node.id == part.id) is is_true
        case _:
            return True


def _is_guard_possible(fact: _Fact, expression: str, part: "Node", resolver: "NameResolver") -> bool:
    """Return what a function with a type predicate says: `function isCircle(shape: Shape): shape is Circle`."""
    function, arguments = (fact.condition.child_by_field_name(one) for one in ("function", "arguments"))
    first = nth_child(arguments, 0) if arguments is not None else None
    if (
        function is None
        or function.type != "identifier"
        or first is None
        or resolver.text(first) != expression
    ):
        return True
    for one in resolver.definitions_of(function):
        declared = one.node.parent
        written = declared.child_by_field_name("return_type") if declared is not None else None
        predicate = nth_child(written, 0) if written is not None else None
        told = predicate.child_by_field_name("type") if predicate is not None else None
        found = resolver.type_of(told) if told is not None else None
        if found is not None and found.node is not None and found.node.type != "union_type":
            return (found.node.id == part.id) is fact.is_true
    return True


def _compared_value(compared: "Node | None", expression: str, part: "Node", resolver: "NameResolver") -> str:
    """Return the literal that a part of a union has as the member that is compared; empty if it tells nothing."""
    if compared is None or compared.type != "member_expression":
        return ""
    receiver, name = compared.child_by_field_name("object"), compared.child_by_field_name("property")
    if receiver is None or name is None or resolver.text(receiver) != expression:
        return ""
    return discriminating_value(part, resolver.text(name), resolver)


def _literal(node: "Node | None") -> str:
    if node is None:
        return ""
    return node.type if node.type in ("true", "false") else string_value(node)


def _members(part: "Node", name: str, resolver: "NameResolver") -> list["Node"]:
    """Return where a part, or what it extends, defines a member; not the other parts of its union."""
    owners = {one.id for one in resolver.type_and_bases(part, overriding=True)}
    found = resolver.members_named(name, part)
    return [one.node for one in found if one.use.owner is not None and one.use.owner.id in owners]


def _is_optional(name: "Node") -> bool:
    return name.next_sibling is not None and name.next_sibling.type == "?"


def narrowed_type(name: "Node", resolver: "NameResolver") -> TypeReference | None:
    """Return the class that a check says a value of unknown type is: `if (error instanceof HttpError) …`, or
    `if (!(error instanceof HttpError)) return` above."""
    if name.type != "identifier":
        return None
    at = name
    for _ in range(MAX_CONTEXT_DEPTH * 4):
        parent = at.parent
        if parent is None or parent.type in FUNCTIONS:
            return None
        if parent.type == "if_statement" and is_field(parent, "consequence", at):
            found = _checked_class(parent, name, resolver, is_negated=False)
            if found is not None:
                return resolver.type_of(found)
        before = at.prev_named_sibling if parent.type == "statement_block" else None
        is_check = before is not None and before.type == "if_statement"
        if before is not None and is_check and _exits(before.child_by_field_name("consequence")):
            found = _checked_class(before, name, resolver, is_negated=True)
            if found is not None:
                return resolver.type_of(found)
        at = parent
    return None


def _exits(body: "Node | None") -> bool:
    """Return whether a branch ends with a statement that leaves it."""
    last = body
    while last is not None and last.type in _STATEMENTS and last.named_child_count:
        last = nth_child(last, last.named_child_count - 1)
    return last is not None and last.type in _EXITS


def _checked_class(
    statement: "Node", name: "Node", resolver: "NameResolver", *, is_negated: bool
) -> "Node | None":
    """Return the class that a condition checks a name for."""
    condition = statement.child_by_field_name("condition")
    while condition is not None and condition.type == "parenthesized_expression":
        condition = nth_child(condition, 0)
    if is_negated:
        if condition is None or condition.type != "unary_expression":
            return None
        condition = nth_child(condition, 0)
    while condition is not None and condition.type in ("parenthesized_expression", "binary_expression"):
        left, right = condition.child_by_field_name("left"), condition.child_by_field_name("right")
        operator = condition.child_by_field_name("operator")
        if left is not None and operator is not None and operator.type == "instanceof":
            return right if resolver.text(left) == resolver.text(name) else None
        condition = left if operator is not None and operator.type == "&&" else nth_child(condition, 0)
        if operator is not None and operator.type != "&&":
            return None
    return None
