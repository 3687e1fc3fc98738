"""A function, field or variable of C or C++ has another type now: what takes exactly its value follows.

Variables that are declared with the old type and take the value, and the conversions that print or read it. Not
what is computed from the value.
"""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.limits import MAX_RETURN_CANDIDATES
from understudy.nes.symbolic.consequences.retyped.c_formats import (
    conversion_for,
    conversion_of,
)
from understudy.nes.symbolic.consequences.retyped.c_types import (
    RetypedName,
    ValueUse,
    declared_name,
    find_retyped_names,
    uses_of_value,
)
from understudy.nes.symbolic.consequences.rule_context import RuleContext, SourceText
from understudy.nes.symbolic.consequences.rules import ELSEWHERE_SHIFT, STALE_SHIFT, RuleProbability
from understudy.nes.text import Replacement, Span

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["TypedPlace", "places_of_type", "propose_uses_of_type"]

_READER: Final = re.compile(r"scanf(?:_s)?\Z")
_CONST: Final = re.compile(r"const\s+")


class _Features(NamedTuple):
    stale: float = 0
    elsewhere: float = 0
    jump: float = 0


PROBABILITY: Final = RuleProbability(
    0.85, _Features(stale=STALE_SHIFT / 3, elsewhere=ELSEWHERE_SHIFT, jump=-0.8)
)


class TypedPlace(NamedTuple):
    """A type or a conversion that has to follow."""

    text: SourceText
    start: int
    end: int
    new: str
    """Empty if it is not certain."""


def propose_uses_of_type(context: RuleContext) -> list[Candidate]:
    """Propose the new type for what takes the value of a name whose type changed."""
    candidates: dict[TypedPlace, Candidate] = {}
    for retyped in context.once(find_retyped_names):
        for place in places_of_type(context, retyped):
            # A declaration and a definition of one function have the same calls.
            candidates.setdefault(place, _candidate(context, retyped, place))
            if len(candidates) == MAX_RETURN_CANDIDATES:
                return list(candidates.values())
    return list(candidates.values())


def places_of_type(context: RuleContext, retyped: RetypedName) -> Iterator[TypedPlace]:
    for use in uses_of_value(context, retyped):
        node, parent = use.node, use.node.parent
        while parent is not None and parent.type == "parenthesized_expression":
            node, parent = parent, parent.parent
        place = None
        if parent is not None and parent.type == "init_declarator":
            place = _variable(use, parent, retyped) if parent.child_by_field_name("value") == node else None
        elif parent is not None and not parent.has_error:
            place = _conversion(use.text, node, retyped)
        if place is not None:
            yield place


def _variable(use: ValueUse, declarator: "Node", retyped: RetypedName) -> TypedPlace | None:
    """Return the type of the variable that takes the value, if it is the old one."""
    declaration, text = declarator.parent, use.text
    declared = declared_name(declaration, text.joined) if declaration is not None else None
    if declared is None:
        return None
    start, written = declared.type_start, declared.type_text
    before, after = retyped.before.type_name, retyped.after.type_text
    constant = _CONST.match(written)
    if constant is not None and declared.type_name != before:
        start, written = start + constant.end(), written[constant.end() :]
        if "*" in before:
            return None  # a pointer to something constant is another type
    if declared._replace(type_text=written).type_name != before:
        return None
    space = written[len(written.rstrip()) :]
    new = after.rstrip() + (space if not after.rstrip().endswith(("*", "&")) else "")
    if not new.endswith(("*", "&", " ")):
        new += " "
    return TypedPlace(text, start, start + len(written), new)


def _conversion(text: SourceText, value: "Node", retyped: RetypedName) -> TypedPlace | None:
    """Return the conversion of the value in the format string of the call that it is passed to."""
    arguments, is_address = value.parent, False
    if arguments is not None and arguments.type == "pointer_expression":
        is_address = text.joined[arguments.start_byte] == "&"
        value, arguments = arguments, arguments.parent if is_address else None
    call = arguments.parent if arguments is not None and arguments.type == "argument_list" else None
    callee = call.child_by_field_name("function") if call is not None else None
    if arguments is None or callee is None:
        return None
    is_read = _READER.search(text.joined[callee.start_byte : callee.end_byte]) is not None
    given = [one for one in arguments.named_children if one.type != "comment"]
    at = given.index(value)
    first = next((index for index in range(at) if given[index].type == "string_literal"), None)
    if first is None or is_read != is_address:
        return None
    format_string = given[first]
    found = conversion_of(
        text, format_string.start_byte, format_string.end_byte, at - first - 1, len(given) - first - 1
    )
    if found is None:
        return None
    new = conversion_for(found, retyped.before.type_name, retyped.after.type_name, is_read=is_read)
    if new is None or new == text.joined[found.start : found.end]:
        return None
    return TypedPlace(text, found.start, found.end, new)


def _candidate(context: RuleContext, retyped: RetypedName, place: TypedPlace) -> Candidate:
    text, name, type_name = place.text, retyped.after.name, retyped.after.type_name
    start = text.point_at(place.start)
    return Candidate(
        kind="edit" if place.new else "jump",
        uri=text.snapshot.uri,
        family="type-follows",
        pattern=f"{name}: {type_name}",
        topic=name,
        why=f"{name} is {type_name} now.",
        edits=(Replacement(Span(start, text.point_at(place.end)), place.new),) if place.new else (),
        position=None if place.new else start,
        probability=PROBABILITY.estimate(
            _Features(
                stale=retyped.change.age,
                elsewhere=text is not context.current_text,
                jump=not place.new,
            )
        ),
    )
