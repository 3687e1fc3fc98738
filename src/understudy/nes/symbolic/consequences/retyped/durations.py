"""A field of a struct in Go or Rust is a duration now, and no number: its values get a unit, its uses lose theirs.

`time.Duration(c.Timeout) * time.Second` becomes `c.Timeout`, and `30` becomes `30 * time.Second`. What was
converted shows the unit; without that, or with several, a value is a jump, and the uses stay.
"""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from understudy.nes.bindings import find_all_places, resolver_for
from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.limits import MAX_SIBLING_CANDIDATES
from understudy.nes.symbolic.consequences.rule_context import RuleContext, SourceText
from understudy.nes.symbolic.consequences.rules import ELSEWHERE_SHIFT, STALE_SHIFT, RuleProbability
from understudy.nes.symbolic.consequences.siblings import MemberChange, find_member_changes
from understudy.nes.text import Replacement, Span

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["propose_durations"]


class _Features(NamedTuple):
    stale: float = 0
    elsewhere: float = 0
    jump: float = 0
    """The unit is not known."""


PROBABILITY: Final = RuleProbability(
    0.86, _Features(stale=STALE_SHIFT / 3, elsewhere=ELSEWHERE_SHIFT, jump=-0.9)
)

_DURATIONS: Final = {
    "go": re.compile(r"time\.Duration\Z"),
    "rust": re.compile(r"(?:(?:std::)?time::)?Duration\Z"),
}
_NUMBER: Final = re.compile(r"u?int(?:\d+)?\Z|[iu](?:\d+|size)\Z|float(?:32|64)\Z|f(?:32|64)\Z")
_GO_CONVERSION: Final = re.compile(r"time\.Duration\((.*)\)\Z", re.S)
_GO_UNIT: Final = re.compile(r"time\.(?:Nano|Micro|Milli)?[sS]econd\Z|time\.(?:Minute|Hour)\Z")
_RUST_CONVERSION: Final = re.compile(
    r"((?:\w+::)*Duration::from_\w+)\((.*?)(?:\s+as\s+\w+|\.into\(\))?\)\Z", re.S
)
_LITERAL: Final = re.compile(r"[\d_]+(?:\.\d+)?(?:_?[iuf]\d+)?\Z")
_SUFFIX: Final = re.compile(r"_?[iuf]\d+\Z")
_VALUES: Final = frozenset({"keyed_element", "field_initializer"})


class _Place(NamedTuple):
    text: SourceText
    node: "Node"
    new: str
    """Empty for a value whose unit is not known yet."""


def propose_durations(context: RuleContext) -> list[Candidate]:
    """Propose units for the values of a field that is a duration now, and no conversion for its uses."""
    candidates: list[Candidate] = []
    for change in context.once(find_member_changes):
        grammar = change.text.tree.grammar if change.text.tree is not None else ""
        if change.before is None or grammar not in _DURATIONS or change.declaration.kind != "record":
            continue
        is_duration = _DURATIONS[grammar].match(change.member.type_text) is not None
        if is_duration and _NUMBER.match(change.before.type_text) and not context.is_past_deadline:
            candidates += _candidates(context, change, grammar)
    return candidates[:MAX_SIBLING_CANDIDATES]


def _candidates(context: RuleContext, change: MemberChange, grammar: str) -> Iterator[Candidate]:
    units: set[str] = set()
    uses: list[_Place] = []
    values: list[_Place] = []
    for text, name in _occurrences(context, change):
        found = _converted(text, name, grammar)
        if found is not None:
            units.add(found[0])
            uses.append(found[1])
        elif (value := _value_of(text, name)) is not None:
            values.append(_Place(text, value, ""))
    unit = next(iter(units)) if len(units) == 1 else ""
    for place in values:
        number = _SUFFIX.sub("", place.text.joined[place.node.start_byte : place.node.end_byte])
        made = f"{number} * {unit}" if grammar == "go" else f"{unit}({number})"
        yield _candidate(context, change, place._replace(new=made if unit else ""))
    for place in uses if unit else ():
        yield _candidate(context, change, place)


def _occurrences(context: RuleContext, change: MemberChange) -> Iterator[tuple[SourceText, "Node"]]:
    """Yield where the field is named, but for its definition."""
    text, name = change.text, change.member.name
    resolver = resolver_for(text.snapshot)
    start = text.joined.find(name, change.member.start, change.member.end)
    binding = resolver.resolve(name).at(text.point_at(start)) if resolver is not None and start >= 0 else None
    if binding is None:
        return
    for place in find_all_places(text.snapshot, binding, context.situation.workspace_texts):
        other, occurrence = context.text_at(place.uri), place.occurrence
        if other is None or other.tree is None or not place.is_certain or occurrence.role == "definition":
            continue
        offset = other.offset_at(occurrence.line, occurrence.column)
        node = other.tree.root.named_descendant_for_byte_range(offset, offset + len(name))
        if node is not None:
            yield other, node


def _converted(text: SourceText, name: "Node", grammar: str) -> tuple[str, _Place] | None:
    """Return the unit of the conversion around a use of the field, and the use in place of it."""
    use = name.parent
    if use is None or use.type not in ("selector_expression", "field_expression") or use.has_error:
        return None
    written = text.joined[use.start_byte : use.end_byte]
    node = use.parent
    for _ in range(3):
        if node is None:
            return None
        around = text.joined[node.start_byte : node.end_byte]
        if grammar == "rust":
            match = _RUST_CONVERSION.match(around)
            if match is not None and node.type == "call_expression" and match[2] == written:
                return match[1], _Place(text, node, written)
        elif node.type == "binary_expression":
            sides = [part.strip() for part in around.split("*")]
            conversions = [
                side for side in sides if (found := _GO_CONVERSION.match(side)) and found[1] == written
            ]
            units = [side for side in sides if _GO_UNIT.match(side)]
            is_product = len(sides) == 2 and len(conversions) == len(units) == 1
            return (units[0], _Place(text, node, written)) if is_product else None
        node = node.parent
    return None


def _value_of(text: SourceText, name: "Node") -> "Node | None":
    """Return the number that a literal of the struct has for the field; not 0 in Go, which needs no unit."""
    node: Node | None = name
    while node is not None and node.type not in _VALUES and node.start_byte == name.start_byte:
        node = node.parent
    if node is None or node.type not in _VALUES or len(node.named_children) != 2:
        return None
    value = node.named_children[1]
    written = text.joined[value.start_byte : value.end_byte]
    is_zero = node.type == "keyed_element" and written == "0"
    return value if _LITERAL.match(written) is not None and not is_zero else None


def _candidate(context: RuleContext, change: MemberChange, place: _Place) -> Candidate:
    text = place.text
    start, end = text.point_at(place.node.start_byte), text.point_at(place.node.end_byte)
    name = f"{change.declaration.name}.{change.member.name}"
    return Candidate(
        kind="edit" if place.new else "jump",
        uri=text.snapshot.uri,
        family="field-wrapped",
        pattern=f"{name}: {change.member.type_text}",
        topic=name,
        why=f"{name} is a duration now.",
        edits=(Replacement(Span(start, end), place.new),) if place.new else (),
        position=None if place.new else start,
        probability=PROBABILITY.estimate(
            _Features(change.change.age, float(text is not context.current_text), float(not place.new))
        ),
    )
