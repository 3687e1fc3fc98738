"""A method of Java returns another collection or a wider number now: the variables that hold its result follow.

Those that it returns itself, with the collection that they begin with, and those that its callers declare for it.
A caller that declares a type to which the new one belongs, too, stays.
"""

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.limits import MAX_RETURN_CANDIDATES
from understudy.nes.symbolic.consequences.line_candidates import LineCandidate
from understudy.nes.symbolic.consequences.rule_context import (
    Change,
    RuleContext,
    SourceText,
    source_text_before,
)
from understudy.nes.symbolic.consequences.rules import ELSEWHERE_SHIFT, STALE_SHIFT, RuleProbability
from understudy.nes.symbolic.consequences.signatures import (
    FunctionNode,
    find_function_calls,
    functions_at,
    return_type_of,
    returns_of,
)
from understudy.nes.text import EditOrigin, Replacement, Span

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["drop_other_results", "propose_java_results"]

_GENERIC: Final = re.compile(r"(\w+)\s*(<.*>)\Z", re.S)
_CLASSES: Final = {
    "List": ("ArrayList", "LinkedList"),
    "Set": ("HashSet", "LinkedHashSet", "TreeSet"),
    "Queue": ("ArrayDeque", "LinkedList", "PriorityQueue"),
    "Deque": ("ArrayDeque", "LinkedList"),
    "Collection": ("ArrayList",),
}
"""The collections of the library, and the classes that implement them, the usual one first."""
_COMMON: Final = {"Queue": {"Deque"}, "Collection": {"List", "Set", "Queue", "Deque"}}
"""Collections that are of another type, too."""
_NUMBERS: Final = ("byte", "short", "int", "long", "float", "double")
"""Each holds the values of those before it."""


class _Features(NamedTuple):
    stale: float = 0
    elsewhere: float = 0


PROBABILITY: Final = RuleProbability(0.85, _Features(stale=STALE_SHIFT / 3, elsewhere=ELSEWHERE_SHIFT))


class _Result(NamedTuple):
    """A method that returns another type."""

    change: Change
    text: SourceText
    function: FunctionNode
    old: str
    new: str

    @property
    def names(self) -> tuple[str, str]:
        """The types without what they contain."""
        return self.old.partition("<")[0].strip(), self.new.partition("<")[0].strip()

    @property
    def breaks_callers(self) -> bool:
        """Whether a variable of the old type cannot hold the new one."""
        old, new = self.names
        if old in _NUMBERS:
            return _NUMBERS.index(old) < _NUMBERS.index(new)
        return new not in _COMMON.get(old, ())


class _Place(NamedTuple):
    text: SourceText
    edits: tuple[Replacement, ...]


_Candidate = TypeVar("_Candidate", bound=LineCandidate)


def propose_java_results(context: RuleContext) -> list[Candidate]:
    """Propose the new type for the variables that hold what a method returns."""
    candidates: list[Candidate] = []
    for change in context.without_dormant(context.cause_changes):
        for result in _changed_results(context, change):
            for place in (*_returned_variables(result), *_callers(context, result)):
                candidates.append(_candidate(context, result, place))
    return candidates[:MAX_RETURN_CANDIDATES]


def drop_other_results(context: RuleContext, candidates: Sequence[_Candidate]) -> Sequence[_Candidate]:
    """Return the candidates without those that repeat the new type of one method at other declarations."""
    own = [one for one in context.cause_changes if one.edit.origin is not EditOrigin.ACCEPTED]
    results = [result for change in own for result in _changed_results(context, change)]
    if len({one.function.name_start for one in results}) != 1:
        return candidates
    old, new = results[0].names
    word = re.compile(rf"(?<![\w.]){old}(?!\w)")
    return [
        one
        for one in candidates
        if one.line_count != 1
        or len(one.new) != 1
        or one.new[0] == (line := one.snapshot.lines[one.line])
        or word.sub(new, line) != one.new[0]
    ]


def _changed_results(context: RuleContext, change: Change) -> Iterator[_Result]:
    edit = change.edit
    if not len(edit.old) == len(edit.new) == 1 or "(" not in edit.new[0] or not edit.uri.endswith(".java"):
        return
    text = context.text_at(edit.uri)
    if text is None or not change.is_current(text) or context.is_past_deadline:
        return
    start = text.offset_at(edit.line)
    functions = functions_at(text, start, start + len(edit.new[0]))
    old_text = source_text_before(text, change) if functions else None
    if old_text is None:
        return
    found = functions_at(old_text, start, start + len(edit.old[0]))
    before = {one.name: return_type_of(old_text, one.node) for one in found}
    for one in functions:
        old, new = before.get(one.name, ""), return_type_of(text, one.node)
        if old != new and _are_alike(old, new):
            yield _Result(change, text, one, old, new)


def _are_alike(old: str, new: str) -> bool:
    """Whether both are numbers, or collections of the same elements."""
    if old in _NUMBERS and new in _NUMBERS:
        return True
    before, after = _GENERIC.match(old), _GENERIC.match(new)
    return (
        before is not None
        and after is not None
        and before[1] in _CLASSES
        and after[1] in _CLASSES
        and before[2] == after[2]
    )


def _returned_variables(result: _Result) -> Iterator[_Place]:
    body = result.function.node.child_by_field_name("body")
    if body is None:
        return
    names = {
        result.text.joined[value.start_byte : value.end_byte]
        for one in returns_of(body)
        for value in one.named_children[:1]
        if value.type == "identifier"
    }
    pending = list(body.named_children) if names else []
    while pending:
        node = pending.pop(0)
        if node.type == "local_variable_declaration":
            yield from _retyped(result.text, node, result, names)
        elif "lambda" not in node.type and "class" not in node.type:
            pending += node.named_children


def _retyped(
    text: SourceText, declaration: "Node", result: _Result, names: set[str] | None = None
) -> Iterator[_Place]:
    """Yield the new type of a declaration with one of the names, or of any one, if it has the old type."""
    kind, declarator = (declaration.child_by_field_name(one) for one in ("type", "declarator"))
    name = declarator.child_by_field_name("name") if declarator is not None else None
    if kind is None or declarator is None or name is None or declaration.has_error:
        return
    is_old = text.joined[kind.start_byte : kind.end_byte] == result.old
    if not is_old or (names is not None and text.joined[name.start_byte : name.end_byte] not in names):
        return
    edits = [_replace(text, kind, result.new)]
    value = declarator.child_by_field_name("value")
    if value is not None and value.type == "object_creation_expression":
        made = value.child_by_field_name("type")
        created = next(iter(made.named_children), made) if made is not None else None
        written = text.joined[created.start_byte : created.end_byte] if created is not None else ""
        old, new = result.names
        if created is None or written not in _CLASSES.get(old, ()):
            return  # another class, or one with other arguments
        if written not in _CLASSES[new]:
            edits.append(_replace(text, created, _CLASSES[new][0]))
    yield _Place(text, tuple(edits))


def _callers(context: RuleContext, result: _Result) -> Iterator[_Place]:
    if not result.breaks_callers:
        return
    function = result.function
    for call in find_function_calls(context, result.text, function.name, function.name_start):
        declarator = call.node.parent
        if not call.is_certain or declarator is None or declarator.type != "variable_declarator":
            continue
        if declarator.parent is not None:
            yield from _retyped(call.text, declarator.parent, result)


def _replace(text: SourceText, node: "Node", new: str) -> Replacement:
    return Replacement(Span(text.point_at(node.start_byte), text.point_at(node.end_byte)), new)


def _candidate(context: RuleContext, result: _Result, place: _Place) -> Candidate:
    name = result.function.name
    return Candidate(
        kind="edit",
        uri=place.text.snapshot.uri,
        family="return-value",
        pattern=f"{name} returns {result.new}",
        topic=name,
        why=f"{name} returns {result.new} now.",
        edits=place.edits,
        probability=PROBABILITY.estimate(
            _Features(result.change.age, float(place.text is not context.current_text))
        ),
    )
