"""The return type of a function changed: its own returns and the calls that use its value follow.

A second value is unpacked at the calls, `nil` is returned beside a new error, an optional value is checked. Where
the text is not certain, the place is a jump.
"""

import re
from collections.abc import Iterator, Sequence
from keyword import iskeyword
from typing import TYPE_CHECKING, Final, NamedTuple

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.limits import MAX_RETURN_CANDIDATES, MAX_RETURNS
from understudy.nes.symbolic.consequences.rule_context import (
    Change,
    RuleContext,
    SourceText,
    SyntaxTree,
    source_text_before,
)
from understudy.nes.symbolic.consequences.rules import ELSEWHERE_SHIFT, STALE_SHIFT, RuleProbability
from understudy.nes.symbolic.consequences.signatures.calls import (
    FUNCTION_TYPES,
    Call,
    FunctionNode,
    enclosing_function,
    find_function_calls,
    functions_at,
)
from understudy.nes.text import Point, Replacement, Span

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["propose_return_uses"]

_NAME: Final = re.compile(r"[A-Za-z_]\w*\Z")
_WRAPPED: Final = re.compile(r"(Result|Option|Optional)<(.*)>\Z", re.S)
_OPTIONAL_PART: Final = re.compile(r"\s*\|\s*(?:undefined|null)\b|\b(?:undefined|null)\s*\|\s*")
_VALUE_IGNORED_OR_CHECKED: Final = frozenset(
    {"expression_statement", "try_expression", "match_expression", "let_condition"}
)
"""What a call stands in where its value is not used, or unwrapped already."""


class _Features(NamedTuple):
    stale: float = 0
    elsewhere: float = 0
    jump: float = 0


PROBABILITY: Final = RuleProbability(
    0.85, _Features(stale=STALE_SHIFT / 3, elsewhere=ELSEWHERE_SHIFT, jump=-0.8)
)


class _ReturnChange(NamedTuple):
    function: FunctionNode
    old: str
    """The return type before; empty in Python."""
    new: str
    old_values: Sequence[str] = ()
    """In Python: the values of the changed `return` before."""
    new_values: Sequence[str] = ()


class _Edit(NamedTuple):
    text: SourceText
    edits: tuple[Replacement, ...]
    position: Point


def propose_return_uses(context: RuleContext) -> list[Candidate]:
    """Propose the consequences of a changed return type."""
    candidates: list[Candidate] = []
    for change in context.without_dormant(context.cause_changes):
        text = context.text_at(change.edit.uri)
        if text is None or text.tree is None or context.is_past_deadline:
            continue
        if len(change.edit.old) != len(change.edit.new) or not change.is_current(text):
            continue
        for returned in _changed_returns(text, text.tree, change):
            candidates += [
                _candidate(context, change, returned.function.name, one)
                for one in _consequences(context, text, returned)
            ]
    return candidates[:MAX_RETURN_CANDIDATES]


def _changed_returns(text: SourceText, tree: SyntaxTree, change: Change) -> Iterator[_ReturnChange]:
    edit = change.edit
    at = next((at for at, (old, new) in enumerate(zip(edit.old, edit.new, strict=True)) if old != new), None)
    if at is None:
        return
    start = text.offset_at(edit.line + at)
    if tree.grammar == "python":
        yield from _changed_tuples(text, tree, change, edit.line + at)
        return
    functions = [
        one
        for one in functions_at(text, start, start + len(edit.new[at]))
        if text.point_at(one.name_start).line == edit.line + at
    ]
    old_text = source_text_before(text, change) if functions else None
    if old_text is None:
        return
    end = start + len(edit.old[at])
    old = {one.name: _return_type(old_text, one.node) for one in functions_at(old_text, start, end)}
    for one in functions:
        new = _return_type(text, one.node)
        if one.name in old and new != old[one.name]:
            yield _ReturnChange(one, old[one.name], new)


def _return_type(text: SourceText, node: "Node") -> str:
    for field in ("return_type", "result", "type"):
        found = node.child_by_field_name(field)
        if found is not None:
            return text.joined[found.start_byte : found.end_byte].lstrip(": ").strip()
    return ""


def _changed_tuples(text: SourceText, tree: SyntaxTree, change: Change, line: int) -> Iterator[_ReturnChange]:
    """In Python, a `return` got one more or one less value."""
    edit = change.edit
    old, new = edit.old[line - edit.line].strip(), edit.new[line - edit.line].strip()
    if not (old.startswith("return ") and new.startswith("return ")):
        return
    start = text.offset_at(line, len(text.raw[line]) - len(text.raw[line].lstrip()))
    node = _return_at(tree, start)
    function = enclosing_function(node) if node is not None else None
    name = function.child_by_field_name("name") if function is not None else None
    if node is None or function is None or name is None or function.has_error:
        return
    if len({len(_values(text, one)) for one in _returns(function)}) != 1:
        return
    old_text = source_text_before(text, change)
    old_node = (
        _return_at(old_text.tree, start) if old_text is not None and old_text.tree is not None else None
    )
    if old_text is not None and old_node is not None:
        written = text.joined[name.start_byte : name.end_byte]
        found = FunctionNode(function, written, name.start_byte)
        yield _ReturnChange(found, "", "", _values(old_text, old_node), _values(text, node))


def _return_at(tree: SyntaxTree, start: int) -> "Node | None":
    """Return the return statement that begins there."""
    node = tree.root.named_descendant_for_byte_range(start, start)
    while node is not None and node.type != "return_statement" and node.start_byte == start:
        node = node.parent
    return node if node is not None and node.type == "return_statement" and node.start_byte == start else None


def _returns(function: "Node") -> Iterator["Node"]:
    """Yield the return statements of a function, not those of functions in it."""
    pending = [*reversed(function.named_children)]
    count = 0
    while pending and count < MAX_RETURNS:
        node = pending.pop()
        count += 1
        if node.type in ("return_statement", "return_expression"):
            yield node
        elif node.type not in FUNCTION_TYPES:
            pending += reversed(node.named_children)


def _values(text: SourceText, node: "Node") -> list[str]:
    """Return the values of a return statement."""
    value = next(iter(node.named_children), None)
    while value is not None and value.type == "parenthesized_expression":
        value = next(iter(value.named_children), None)
    if value is None:
        return []
    if value.type in ("expression_list", "tuple"):
        return [text.joined[one.start_byte : one.end_byte] for one in value.named_children]
    return [text.joined[value.start_byte : value.end_byte]]


def _consequences(context: RuleContext, text: SourceText, returned: _ReturnChange) -> Iterator[_Edit]:
    grammar = text.tree.grammar if text.tree is not None else ""
    if grammar == "python":
        yield from _unpack_calls(context, text, returned)
    elif grammar == "go":
        yield from _go_returns(text, returned)
        yield from _go_calls(context, text, returned)
    elif grammar in ("typescript", "tsx"):
        yield from _optional_calls(context, text, returned)
    elif grammar in ("rust", "java"):
        yield from _wrapped_returns(text, returned)
        yield from _wrapped_calls(context, text, returned)


# Python


def _unpack_calls(context: RuleContext, text: SourceText, returned: _ReturnChange) -> Iterator[_Edit]:
    old, new = returned.old_values, returned.new_values
    if not old or len(new) != len(old) + 1 or new[: len(old)] != old:
        return
    for call in find_function_calls(context, text, returned.function.name, returned.function.name_start):
        target = _assigned(call)
        if target is None:
            continue
        written = call.text.joined[target.start_byte : target.end_byte]
        names = [one.strip() for one in written.split(",")]
        if len(names) != len(old) or not all(_NAME.match(one) for one in names):
            continue
        end = call.text.point_at(target.end_byte)
        added = new[-1] if _NAME.match(new[-1]) and not iskeyword(new[-1]) else ""
        edits = (Replacement(Span(end, end), f", {added}"),) if added and added not in names else ()
        yield _Edit(call.text, edits, end)


def _assigned(call: Call) -> "Node | None":
    """Return the left side of the assignment whose right side is the call."""
    parent = call.node.parent
    if parent is not None and parent.type == "expression_list":
        parent = parent.parent
    if parent is None or parent.type not in ("assignment", "short_var_declaration", "assignment_statement"):
        return None
    return parent.child_by_field_name("left")


# Go


def _go_types(written: str) -> list[str]:
    inner = written[1:-1] if written.startswith("(") else written
    return [one.strip().rpartition(" ")[2] for one in inner.split(",") if one.strip()]


def _go_returns(text: SourceText, returned: _ReturnChange) -> Iterator[_Edit]:
    """A function that returns an error now: the error where it is checked, else `nil`."""
    old, new = _go_types(returned.old), _go_types(returned.new)
    if len(new) != len(old) + 1 or new[-1] != "error" or new[: len(old)] != old:
        return
    for node in _returns(returned.function.node):
        values = _values(text, node)
        if len(values) != len(old):
            continue
        value = "err" if _is_error_branch(text, node) else "nil"
        end = text.point_at(node.end_byte)
        yield _Edit(text, (Replacement(Span(end, end), f", {value}"),), end)


def _is_error_branch(text: SourceText, node: "Node") -> bool:
    branch = node.parent
    while branch is not None and branch.type != "if_statement":
        branch = branch.parent
    condition = branch.child_by_field_name("condition") if branch is not None else None
    written = text.joined[condition.start_byte : condition.end_byte] if condition is not None else ""
    return re.fullmatch(r"err\s*!=\s*nil", written) is not None


def _go_calls(context: RuleContext, text: SourceText, returned: _ReturnChange) -> Iterator[_Edit]:
    old, new = _go_types(returned.old), _go_types(returned.new)
    if len(new) != len(old) + 1:
        return
    for call in find_function_calls(context, text, returned.function.name, returned.function.name_start):
        target = _assigned(call)
        if target is None:
            continue
        names = call.text.joined[target.start_byte : target.end_byte].split(",")
        if len(names) != len(old):
            continue
        end = call.text.point_at(target.end_byte)
        edits = (Replacement(Span(end, end), ", err"),) if new[-1] == "error" else ()
        yield _Edit(call.text, edits, end)


# TypeScript


def _optional_calls(context: RuleContext, text: SourceText, returned: _ReturnChange) -> Iterator[_Edit]:
    """A result that may be undefined now: its members are accessed by `?.`."""
    if _OPTIONAL_PART.sub("", returned.new) != returned.old:
        return
    for call in find_function_calls(context, text, returned.function.name, returned.function.name_start):
        end = call.node.end_byte
        if call.text.joined[end : end + 1] == ".":
            point = call.text.point_at(end)
            yield _Edit(call.text, (Replacement(Span(point, point), "?"),), point)


# Rust and Java


def _wrapped_returns(text: SourceText, returned: _ReturnChange) -> Iterator[_Edit]:
    """A result that is wrapped now: the values that the function returns are wrapped."""
    kind = _wrapper(returned)
    body = returned.function.node.child_by_field_name("body")
    if kind is None or body is None:
        return
    wrapper = {"Result": "Ok", "Option": "Some", "Optional": "Optional.of"}[kind]
    values = [one for node in _returns(body) if (one := next(iter(node.named_children), None)) is not None]
    if kind != "Optional":
        values += _tail_values(body)
    for value in values:
        written = text.joined[value.start_byte : value.end_byte]
        start, end = text.point_at(value.start_byte), text.point_at(value.end_byte)
        if re.match(r"(?:Ok|Err|Some|None|Optional)\b", written):
            continue
        if kind == "Optional" and not re.fullmatch(r"\w+|new\b[^;]*", written):
            yield _Edit(text, (), start)
        else:
            yield _Edit(
                text,
                (Replacement(Span(start, start), f"{wrapper}("), Replacement(Span(end, end), ")")),
                start,
            )


def _wrapper(returned: _ReturnChange) -> str | None:
    """Return the type that wraps the old type now."""
    match = _WRAPPED.match(returned.new)
    if match is None or not re.match(rf"{re.escape(returned.old)}\s*(?:,|\Z)", match[2].strip()):
        return None
    return match[1]


def _wrapped_calls(context: RuleContext, text: SourceText, returned: _ReturnChange) -> Iterator[_Edit]:
    """The value of a call has to be unwrapped: by `?` where the function around it returns the same wrapper."""
    kind = _wrapper(returned)
    if kind is None:
        return
    for call in find_function_calls(context, text, returned.function.name, returned.function.name_start):
        parent, end = call.node.parent, call.node.end_byte
        if not call.is_certain or parent is None or parent.type in _VALUE_IGNORED_OR_CHECKED:
            continue
        if call.text.joined[end : end + 1] in ("?", "."):
            continue
        around = enclosing_function(call.node)
        wrapped = _WRAPPED.match(_return_type(call.text, around)) if around is not None else None
        point = call.text.point_at(end)
        is_passed_on = kind != "Optional" and wrapped is not None and wrapped[1] == kind
        if is_passed_on and parent.type in ("block", "return_expression"):
            continue  # it is returned as it is
        yield _Edit(call.text, (Replacement(Span(point, point), "?"),) if is_passed_on else (), point)


def _tail_values(body: "Node") -> list["Node"]:
    """Return the expressions that a Rust block ends with, through `match` and `if`."""
    found: list[Node] = []
    pending = [body]
    while pending:
        node = pending.pop(0)
        children = [one for one in node.named_children if not one.type.endswith("comment")]
        last = children[-1] if children else None
        if node.type == "block":
            if last is not None and last.type == "expression_statement":
                decisions = ("match_expression", "if_expression")
                last = next((one for one in last.named_children if one.type in decisions), None)
            if last is not None and not last.type.endswith(("_declaration", "_statement", "_item")):
                pending.append(last)
        elif node.type == "match_expression":
            arms = node.child_by_field_name("body")
            for arm in arms.named_children if arms is not None else ():
                value = arm.child_by_field_name("value")
                if value is not None:
                    pending.append(value)
        elif node.type == "if_expression":
            pending += [
                one
                for field in ("consequence", "alternative")
                if (one := node.child_by_field_name(field)) is not None
            ]
        elif node.type == "else_clause":
            pending += node.named_children
        elif node.type not in ("return_expression", "macro_invocation", "break_expression"):
            found.append(node)
    return found


def _candidate(context: RuleContext, change: Change, name: str, found: _Edit) -> Candidate:
    return Candidate(
        kind="edit" if found.edits else "jump",
        uri=found.text.snapshot.uri,
        family="return-value",
        pattern=f"{name} returns another type",
        topic=name,
        why=f"{name} returns something else now.",
        edits=found.edits,
        position=None if found.edits else found.position,
        probability=PROBABILITY.estimate(
            _Features(
                stale=change.age, elsewhere=found.text is not context.current_text, jump=not found.edits
            )
        ),
    )
