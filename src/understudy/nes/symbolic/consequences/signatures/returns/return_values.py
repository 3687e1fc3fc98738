"""The return type of a function changed: its own returns and the calls that use its value follow.

A second value is unpacked at the calls, `nil` is returned beside a new error, or the error where the function has
panicked with it, an optional value is checked, and `undefined` takes the place of `null`. Where the text is not
certain, the place is a jump.
"""

import re
from collections.abc import Iterator, Sequence
from keyword import iskeyword
from typing import TYPE_CHECKING, Final, NamedTuple

from understudy.nes.bindings import resolver_for
from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.limits import MAX_RETURN_CANDIDATES
from understudy.nes.symbolic.consequences.rule_context import (
    Change,
    RuleContext,
    SourceText,
    SyntaxTree,
    source_text_before,
)
from understudy.nes.symbolic.consequences.rules import ELSEWHERE_SHIFT, STALE_SHIFT, RuleProbability
from understudy.nes.symbolic.consequences.signatures.calls import (
    Call,
    FunctionNode,
    enclosing_function,
    find_function_calls,
    functions_at,
)
from understudy.nes.symbolic.consequences.signatures.returns.absent_values import absent_values
from understudy.nes.symbolic.consequences.signatures.returns.empty_returns import empty_returns
from understudy.nes.symbolic.consequences.signatures.returns.go_errors import is_new_error, new_error_returns
from understudy.nes.symbolic.consequences.signatures.returns.optional_lookups import optional_lookups
from understudy.nes.symbolic.consequences.signatures.returns.return_changes import (
    ReturnChange,
    ReturnUse,
    return_type_of,
    returns_of,
    split_types,
    values_of,
)
from understudy.nes.symbolic.consequences.signatures.returns.wrapped_values import (
    rewrapped_values,
    wrapped_calls,
    wrapped_returns,
)
from understudy.nes.syntax import go_zero_value
from understudy.nes.text import Point, Replacement, Span

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["propose_return_uses"]

_NAME: Final = re.compile(r"[A-Za-z_]\w*\Z")
_TUPLE: Final = re.compile(r"(?:typing\.)?[Tt]uple\[(.*)\]\Z", re.S)
_OPTIONAL_TUPLE: Final = re.compile(r"\s*\|\s*None\Z")
_OPTIONAL_PART: Final = re.compile(r"\s*\|\s*(?:undefined|null)\b|\b(?:undefined|null)\s*\|\s*")

_NOTHING: Final = re.compile(r"(?<![\w.])(?:null|undefined)(?!\w)")
_CHOICES: Final = frozenset({"ternary_expression", "parenthesized_expression", "binary_expression"})
_GO_ZERO_VALUES: Final = frozenset({"nil", "0", '""', "false"})
_GO_SENTINEL: Final = re.compile(r"^(?:var\s+|\s+)([eE]rr[A-Z]\w*)\s*=\s*(?:errors\.New|fmt\.Errorf)\(", re.M)
_GO_OUTCOMES: Final = {"error": ("err", "err != nil"), "bool": ("ok", "!ok")}
"""Types of a last result that tells of success, with its usual name and the condition of failure."""
_NAMES: Final = re.compile(r"[A-Za-z_]\w*")
_GO_PANIC: Final = re.compile(r"(?<![\w.])(panic|log\.Fatal(?:ln)?)\((\w*[eE]rr)\)")


class _Features(NamedTuple):
    stale: float = 0
    elsewhere: float = 0
    jump: float = 0


PROBABILITY: Final = RuleProbability(
    0.85, _Features(stale=STALE_SHIFT / 3, elsewhere=ELSEWHERE_SHIFT, jump=-0.8)
)


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


def _changed_returns(text: SourceText, tree: SyntaxTree, change: Change) -> Iterator[ReturnChange]:
    edit = change.edit
    at = next((at for at, (old, new) in enumerate(zip(edit.old, edit.new, strict=True)) if old != new), None)
    if at is None:
        return
    start = text.offset_at(edit.line + at)
    if tree.grammar == "python" and edit.new[at].lstrip().startswith("return"):
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
    old = {one.name: return_type_of(old_text, one.node) for one in functions_at(old_text, start, end)}
    for one in functions:
        new = return_type_of(text, one.node)
        if one.name in old and new != old[one.name]:
            types = (_tuple_types(old[one.name]), _tuple_types(new)) if tree.grammar == "python" else ((), ())
            yield ReturnChange(one, old[one.name], new, *types)


def _changed_tuples(text: SourceText, tree: SyntaxTree, change: Change, line: int) -> Iterator[ReturnChange]:
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
    if len({len(values_of(text, one)) for one in returns_of(function)}) != 1:
        return
    old_text = source_text_before(text, change)
    old_node = (
        _return_at(old_text.tree, start) if old_text is not None and old_text.tree is not None else None
    )
    if old_text is not None and old_node is not None:
        written = text.joined[name.start_byte : name.end_byte]
        found = FunctionNode(function, written, name.start_byte)
        yield ReturnChange(found, "", "", values_of(old_text, old_node), values_of(text, node))


def _return_at(tree: SyntaxTree, start: int) -> "Node | None":
    """Return the return statement that begins there."""
    node = tree.root.named_descendant_for_byte_range(start, start)
    while node is not None and node.type != "return_statement" and node.start_byte == start:
        node = node.parent
    return node if node is not None and node.type == "return_statement" and node.start_byte == start else None


def _consequences(context: RuleContext, text: SourceText, returned: ReturnChange) -> Iterator[ReturnUse]:
    grammar = text.tree.grammar if text.tree is not None else ""
    if grammar == "python":
        yield from _annotated_returns(text, returned)
        yield from _unpack_calls(context, text, returned)
        yield from optional_lookups(text, returned)
    elif grammar == "go" and is_new_error(returned):
        yield from _go_panics(text, returned)
        yield from new_error_returns(context, text, returned)
        return
    elif grammar == "go":
        yield from _go_returns(context, text, returned)
        yield from _go_panics(text, returned)
        yield from _go_calls(context, text, returned)
    elif grammar in ("typescript", "tsx"):
        yield from _optional_calls(context, text, returned)
        yield from _other_nothing(context, text, returned)
    elif grammar in ("rust", "java"):
        yield from wrapped_returns(text, returned)
        yield from wrapped_calls(context, text, returned)
        if grammar == "rust":
            yield from rewrapped_values(context, text, returned)
    yield from empty_returns(text, returned)
    yield from absent_values(text, returned)


# Python


def _tuple_types(annotation: str) -> Sequence[str]:
    """Return the types of an annotated tuple, or the only one; none of a tuple of any length."""
    found = _TUPLE.match(_OPTIONAL_TUPLE.sub("", annotation))
    if found is None:
        return [annotation] if annotation not in ("", "None") else ()
    types = split_types(found[1])
    return types if "..." not in types else ()


def _annotated_returns(text: SourceText, returned: ReturnChange) -> Iterator[ReturnUse]:
    """The annotation has a value more: a jump to the returns that lack it."""
    old, new = returned.old_values, returned.new_values
    body = returned.function.node.child_by_field_name("body")
    if not returned.new or not old or len(new) != len(old) + 1 or body is None:
        return
    for node in returns_of(body):
        if len(values_of(text, node)) == len(old):
            yield ReturnUse(text, (), text.point_at(node.end_byte))


def _unpack_calls(context: RuleContext, text: SourceText, returned: ReturnChange) -> Iterator[ReturnUse]:
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
        is_name = not returned.new and _NAME.match(new[-1]) and not iskeyword(new[-1])
        added = new[-1] if is_name else ""
        edits = (Replacement(Span(end, end), f", {added}"),) if added and added not in names else ()
        yield ReturnUse(call.text, edits, end)


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


def _go_returns(context: RuleContext, text: SourceText, returned: ReturnChange) -> Iterator[ReturnUse]:
    """A function that returns an error now: the error where it is checked, else `nil`.

    A return of zero values beside others is a failure: the error that the callers have for it, or a jump. A
    function that tells now whether it has found something returns `false` there, and `true` elsewhere.
    """
    old, new = _go_types(returned.old), _go_types(returned.new)
    if len(new) != len(old) + 1 or new[-1] not in _GO_OUTCOMES or new[: len(old)] != old:
        return
    if new == ["bool"]:
        return  # a function that returned nothing: `empty_returns`
    found = [(node, values_of(text, node)) for node in returns_of(returned.function.node)]
    found = [(node, values) for node, values in found if len(values) == len(old)]
    empty = [bool(values) and _GO_ZERO_VALUES.issuperset(values) for _, values in found]
    for (node, values), is_empty in zip(found, empty, strict=True):
        is_failure = is_empty and not all(empty)
        value = "nil"
        if new[-1] == "bool":
            value = ("false" if is_failure else "true") if values and any(empty) and not all(empty) else ""
        elif _is_error_branch(text, node):
            value = "err"
        elif is_failure:
            value = _sentinel_of_callers(context, text, returned)
        end = text.point_at(node.end_byte)
        yield ReturnUse(text, (Replacement(Span(end, end), f", {value}"),) if value else (), end)


def _sentinel_of_callers(context: RuleContext, text: SourceText, returned: ReturnChange) -> str:
    """Return the only error of this text that callers have for a missing value; empty for none or several."""
    defined = set(_GO_SENTINEL.findall(text.code_text))
    if not defined:
        return ""
    used: set[str] = set()
    for call in find_function_calls(context, text, returned.function.name, returned.function.name_start):
        target = _assigned(call)
        statement = target.parent if target is not None else None
        check = statement.next_named_sibling if statement is not None else None
        if statement is not None and statement.parent is not None and statement.parent.type == "if_statement":
            check = statement.parent
        if check is not None and check.type == "if_statement":
            used.update(_NAMES.findall(call.text.joined, check.start_byte, check.end_byte))
    fitting = defined & used
    return fitting.pop() if len(fitting) == 1 else ""


def _go_panics(text: SourceText, returned: ReturnChange) -> Iterator[ReturnUse]:
    """A function that returns an error now: it returns the error where it has panicked with it."""
    old, new = _go_types(returned.old), _go_types(returned.new)
    body = returned.function.node.child_by_field_name("body")
    if new != [*old, "error"] or body is None:
        return
    values = [go_zero_value(one) for one in old]
    for match in _GO_PANIC.finditer(text.joined, body.start_byte, body.end_byte):
        if not text.is_code(match.start(1), match[1]):
            continue
        start, end = text.point_at(match.start(1)), text.point_at(match.end())
        replacement = Replacement(Span(start, end), f"return {', '.join([*filter(None, values), match[2]])}")
        yield ReturnUse(text, (replacement,) if all(values) else (), start)


def _is_error_branch(text: SourceText, node: "Node") -> bool:
    branch = node.parent
    while branch is not None and branch.type != "if_statement":
        branch = branch.parent
    condition = branch.child_by_field_name("condition") if branch is not None else None
    written = text.joined[condition.start_byte : condition.end_byte] if condition is not None else ""
    return re.fullmatch(r"err\s*!=\s*nil", written) is not None


def _go_calls(context: RuleContext, text: SourceText, returned: ReturnChange) -> Iterator[ReturnUse]:
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
        outcome = _GO_OUTCOMES.get(new[-1])
        if outcome is not None and not _may_assign(call.text, target, outcome[0]):
            outcome = None
        edits = (Replacement(Span(end, end), f", {outcome[0]}"),) if outcome is not None else ()
        if outcome and (check := _nil_check(call.text, target, names[0].strip(), outcome[1])) is not None:
            edits = (*edits, check)
        yield ReturnUse(call.text, edits, end)


def _may_assign(text: SourceText, target: "Node", name: str) -> bool:
    """Whether the statement around a target declares variables, or may assign to one of this name."""
    if target.parent is not None and target.parent.type == "short_var_declaration":
        return True
    resolver = resolver_for(text.snapshot)
    return resolver is not None and bool(resolver.definitions_of_name(name, target))


def _nil_check(text: SourceText, target: "Node", name: str, failure: str) -> Replacement | None:
    """Return the edit that checks for the failure where the next statement checks whether there is a value."""
    below = target.parent.next_named_sibling if target.parent is not None else None
    condition = below.child_by_field_name("condition") if below is not None else None
    if below is None or condition is None or below.child_by_field_name("initializer") is not None:
        return None
    written = text.joined[condition.start_byte : condition.end_byte]
    if re.fullmatch(rf"{re.escape(name)}\s*==\s*nil", written) is None:
        return None
    return Replacement(Span(text.point_at(condition.start_byte), text.point_at(condition.end_byte)), failure)


# TypeScript


def _optional_calls(context: RuleContext, text: SourceText, returned: ReturnChange) -> Iterator[ReturnUse]:
    """A result that may be undefined now: its members are accessed by `?.`."""
    if _OPTIONAL_PART.sub("", returned.new) != returned.old:
        return
    for call in find_function_calls(context, text, returned.function.name, returned.function.name_start):
        end = call.node.end_byte
        if call.text.joined[end : end + 1] == ".":
            point = call.text.point_at(end)
            yield ReturnUse(call.text, (Replacement(Span(point, point), "?"),), point)
        elif (found := _first_member(call)) is not None:
            yield ReturnUse(call.text, (), found)


def _other_nothing(context: RuleContext, text: SourceText, returned: ReturnChange) -> Iterator[ReturnUse]:
    """`undefined` instead of `null`, or the reverse: what is returned, and what calls are compared with."""
    old, new = set(_NOTHING.findall(returned.old)), set(_NOTHING.findall(returned.new))
    body = returned.function.node.child_by_field_name("body")
    if len(old) != 1 or len(new) != 1 or old == new or body is None:
        return
    if _NOTHING.sub("", returned.old) != _NOTHING.sub("", returned.new):
        return
    (before,), (after,) = old, new
    for node in returns_of(body):
        for value in _chosen_values(node):
            if value.type == before:
                yield _rewritten(text, value, after)
    for call in find_function_calls(context, text, returned.function.name, returned.function.name_start):
        for value in _compared_values(call):
            if value.type == before:
                yield _rewritten(call.text, value, after)


def _rewritten(text: SourceText, value: "Node", new: str) -> ReturnUse:
    start, end = text.point_at(value.start_byte), text.point_at(value.end_byte)
    return ReturnUse(text, (Replacement(Span(start, end), new),), start)


def _chosen_values(returned: "Node") -> Iterator["Node"]:
    """Yield the values of which one is returned."""
    pending = list(returned.named_children)
    while pending:
        node = pending.pop()
        if node.type not in _CHOICES:
            yield node
            continue
        fields = ("consequence", "alternative") if node.type == "ternary_expression" else ("right",)
        chosen = [one for field in fields if (one := node.child_by_field_name(field)) is not None]
        pending += chosen or node.named_children


def _compared_values(call: Call) -> Iterator["Node"]:
    """Yield what the value of a call, or the variable that holds it, is compared with strictly."""
    value = call.node
    while value.parent is not None and value.parent.type in ("await_expression", "parenthesized_expression"):
        value = value.parent
    holder, around, tree = value.parent, enclosing_function(call.node), call.text.tree
    if holder is None or tree is None:
        return
    if holder.type == "binary_expression":
        yield from _strict_sides(holder)
    name = holder.child_by_field_name("name") if holder.type == "variable_declarator" else None
    if name is None or name.type != "identifier":
        return
    written = call.text.joined[name.start_byte : name.end_byte]
    end = around.end_byte if around is not None else len(call.text.joined)
    comparison = re.compile(rf"(?<![\w$.]){re.escape(written)}\s*[!=]==")
    for match in comparison.finditer(call.text.joined, holder.end_byte, end):
        node = tree.root.named_descendant_for_byte_range(match.start(), match.end())
        if node is not None and node.type == "binary_expression":
            yield from _strict_sides(node)


def _strict_sides(comparison: "Node") -> Iterator["Node"]:
    operator = comparison.child_by_field_name("operator")
    if operator is not None and operator.type in ("===", "!=="):
        yield from comparison.named_children


def _first_member(call: Call) -> Point | None:
    """Return where a member of the variable is used first that the value is assigned to, unless it is checked."""
    declared = call.node.parent
    if declared is not None and declared.type == "await_expression":
        declared = declared.parent
    name = declared.child_by_field_name("name") if declared is not None else None
    around = enclosing_function(call.node)
    if declared is None or name is None or declared.type != "variable_declarator" or around is None:
        return None
    written = re.escape(call.text.joined[name.start_byte : name.end_byte])
    code = call.text.code_text[declared.end_byte : around.end_byte]
    if re.search(
        rf"(?:!|==|\?\?=?|(?:if|while)\s*\()\s*{written}\b(?!\.)|\b{written}\s*(?:\?|[!=]=|&&|\|\|)", code
    ):
        found = None
    else:
        found = re.search(rf"(?<![\w$.]){written}\.", code)
    return call.text.point_at(declared.end_byte + found.start()) if found is not None else None


def _candidate(context: RuleContext, change: Change, name: str, found: ReturnUse) -> Candidate:
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
