"""A function of Python returns a set now instead of a list, or the reverse: what it collects and returns follows.

The variables that it returns, the methods that add to them, and literals that a test compares its result with. Not
what reads the result in another way. The methods also follow a variable or field that begins as the other
collection.
"""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from understudy.nes.bindings import resolver_for
from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.limits import MAX_RETURN_CANDIDATES
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
from understudy.nes.text import Point, Replacement, Span

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["propose_collected_values"]

_KINDS: Final = {"List": "list", "Set": "set", "list": "list", "set": "set"}
_METHODS: Final = {
    "set": {"append": "add", "extend": "update"},
    "list": {"add": "append", "update": "extend"},
}
"""What does the same in the other collection, by the new one."""
_LITERALS: Final = {"list": "list", "list_comprehension": "list", "set": "set", "set_comprehension": "set"}
_BRACKETS: Final = {"list": "[]", "set": "{}"}
_EMPTY: Final = {"list": "[]", "set": "set()"}
_STARTED: Final = re.compile(r"\s*((?:self\.)?\w+)\s*(?::[^=]*)?=\s*(\[\]|(?:list|set)\(\))\s*(?:#.*)?\Z")
"""A variable or field that begins as an empty collection."""
_EMPTY_KINDS: Final = {"[]": "list", "list()": "list", "set()": "set"}
_UNHASHABLE: Final = frozenset({"dictionary", "list", "set", "list_splat"})


class _Features(NamedTuple):
    stale: float = 0
    elsewhere: float = 0


PROBABILITY: Final = RuleProbability(0.85, _Features(stale=STALE_SHIFT / 3, elsewhere=ELSEWHERE_SHIFT))


class _Place(NamedTuple):
    text: SourceText
    edits: tuple[Replacement, ...]


def propose_collected_values(context: RuleContext) -> list[Candidate]:
    """Propose the other collection for what a function collects, returns and is compared with."""
    candidates: list[Candidate] = []
    for change in context.without_dormant(context.cause_changes):
        edit = change.edit
        if len(edit.old) != len(edit.new):
            continue
        is_header = any("->" in line for line in edit.new)
        started = {} if is_header else _started_collections(change)
        if not is_header and not started:
            continue
        text = context.text_at(edit.uri)
        if text is None or text.language.family != "python" or not change.is_current(text):
            continue
        for (line, name), kind in started.items():
            for place in _method_places(text, line, name, kind):
                pattern = f"{name} is a {kind}"
                candidates.append(_candidate(context, change, name, pattern, place, family="type-follows"))
                if len(candidates) == MAX_RETURN_CANDIDATES:
                    return candidates
        for function, kind in _changed_collections(text, change) if is_header else ():
            for place in (*_own_places(text, function, kind), *_compared(context, text, function, kind)):
                pattern = f"{function.name} returns a {kind}"
                candidates.append(_candidate(context, change, function.name, pattern, place))
                if len(candidates) == MAX_RETURN_CANDIDATES:
                    return candidates
    return candidates


def _started_collections(change: Change) -> dict[tuple[int, str], str]:
    """Return the other collection that variables and fields begin as, by their lines and names."""
    found: dict[tuple[int, str], str] = {}
    for at, (old, new) in enumerate(zip(change.edit.old, change.edit.new, strict=True)):
        before, after = _STARTED.match(old), _STARTED.match(new)
        if before is None or after is None or before[1] != after[1]:
            continue
        if (kind := _EMPTY_KINDS[after[2]]) != _EMPTY_KINDS[before[2]]:
            found[change.edit.line + at, after[1]] = kind
    return found


def _method_places(text: SourceText, line: int, name: str, kind: str) -> Iterator[_Place]:
    """Yield the methods that add to a variable or field where it is called by that name."""
    resolver = resolver_for(text.snapshot)
    if resolver is None or text.tree is None:
        return
    word = name.rpartition(".")[2]
    column = text.snapshot.lines[line].index(name) + len(name) - len(word)
    binding = resolver.resolve(word).at(Point(line, column))
    for one in binding.occurrences if binding is not None else ():
        offset = text.offset_at(one.line, one.column)
        node = text.tree.root.named_descendant_for_byte_range(offset, offset + len(word))
        if node is not None and "." in name:
            node = node.parent  # the field with its object
        yield from _use(text, node, kind) if node is not None else ()


def _changed_collections(text: SourceText, change: Change) -> Iterator[tuple[FunctionNode, str]]:
    """Yield the functions that return the other collection now, and which one."""
    edit = change.edit
    start = text.offset_at(edit.line)
    functions = functions_at(text, start, start + len("\n".join(edit.new)))
    old_text = source_text_before(text, change) if functions else None
    if old_text is None:
        return
    found = functions_at(old_text, start, start + len("\n".join(edit.old)))
    before = {one.name: return_type_of(old_text, one.node) for one in found}
    for one in functions:
        old, _, old_items = before.get(one.name, "").partition("[")
        new, _, new_items = return_type_of(text, one.node).partition("[")
        kinds = _KINDS.get(old), _KINDS.get(new)
        if None not in kinds and kinds[0] != kinds[1] and old_items == new_items and kinds[1] is not None:
            yield one, kinds[1]


def _own_places(text: SourceText, function: FunctionNode, kind: str) -> Iterator[_Place]:
    body = function.node.child_by_field_name("body")
    resolver = resolver_for(text.snapshot)
    if body is None or resolver is None or text.tree is None:
        return
    seen: set[str] = set()
    for returned in returns_of(body):
        value = next(iter(returned.named_children), None)
        if value is None:
            continue
        yield from _converted(text, value, kind)
        name = text.joined[value.start_byte : value.end_byte]
        if value.type != "identifier" or name in seen:
            continue
        seen.add(name)
        binding = resolver.resolve(name).at(text.point_at(value.start_byte))
        if binding is None or binding.kind != "local":
            continue
        for one in binding.occurrences:
            offset = text.offset_at(one.line, one.column)
            node = text.tree.root.named_descendant_for_byte_range(offset, offset + len(name))
            yield from _use(text, node, kind) if node is not None else ()


def _use(text: SourceText, name: "Node", kind: str) -> Iterator[_Place]:
    """Yield the value that is assigned to a variable, or the method that adds to it."""
    parent = name.parent
    if parent is None or parent.has_error:
        return
    if parent.type == "assignment" and parent.child_by_field_name("left") == name:
        value = parent.child_by_field_name("right")
        if value is not None:
            yield from _converted(text, value, kind)
    if parent.type == "attribute" and parent.child_by_field_name("object") == name:
        member = parent.child_by_field_name("attribute")
        called = parent.parent
        if member is None or called is None or called.child_by_field_name("function") != parent:
            return
        new = _METHODS[kind].get(text.joined[member.start_byte : member.end_byte])
        if new is not None:
            yield _Place(text, (_replace(text, member.start_byte, member.end_byte, new),))


def _compared(context: RuleContext, text: SourceText, function: FunctionNode, kind: str) -> Iterator[_Place]:
    """Yield the literals that the result of a call is compared with."""
    for call in find_function_calls(context, text, function.name, function.name_start):
        comparison = call.node.parent
        if not call.is_certain or comparison is None or comparison.type != "comparison_operator":
            continue
        if len(comparison.named_children) != 2 or not any(
            one.type in ("==", "!=") for one in comparison.children
        ):
            continue
        for side in comparison.named_children:
            if side != call.node:
                yield from _converted(call.text, side, kind)


def _converted(text: SourceText, value: "Node", kind: str) -> Iterator[_Place]:
    """Yield the change of a literal into one of the other collection."""
    start, end = value.start_byte, value.end_byte
    written = text.joined[start:end]
    if value.type == "call" and written in ("set()", "list()"):
        if written != f"{kind}()":
            yield _Place(text, (_replace(text, start, end, _EMPTY[kind]),))
        return
    if _LITERALS.get(value.type) in (None, kind) or value.has_error:
        return
    if not value.named_children:
        yield _Place(text, (_replace(text, start, end, _EMPTY[kind]),))
    elif kind != "set" or all(one.type not in _UNHASHABLE for one in value.named_children):
        opening, closing = _BRACKETS[kind]
        yield _Place(text, (_replace(text, start, start + 1, opening), _replace(text, end - 1, end, closing)))


def _replace(text: SourceText, start: int, end: int, new: str) -> Replacement:
    return Replacement(Span(text.point_at(start), text.point_at(end)), new)


def _candidate(
    context: RuleContext, change: Change, name: str, pattern: str, place: _Place, family: str = "return-value"
) -> Candidate:
    return Candidate(
        kind="edit",
        uri=place.text.snapshot.uri,
        family=family,
        pattern=pattern,
        topic=name,
        why=f"{pattern} now.",
        edits=place.edits,
        probability=PROBABILITY.estimate(
            _Features(stale=change.age, elsewhere=place.text is not context.current_text)
        ),
    )
