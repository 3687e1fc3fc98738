"""A property that must be given was added to the properties of a component: a jump to the elements that lack it.

For components in TSX whose parameter has the type. What is written in the element is the user's decision.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.limits import MAX_SIBLING_CANDIDATES, MAX_SIBLING_TEXTS
from understudy.nes.symbolic.consequences.rule_context import RuleContext, SourceText
from understudy.nes.symbolic.consequences.rules import ELSEWHERE_SHIFT, STALE_SHIFT, RuleProbability
from understudy.nes.symbolic.consequences.siblings.member_changes import MemberChange, find_member_changes
from understudy.nes.text import Point

__all__ = ["propose_component_props"]

_ELEMENT_TYPES: Final = frozenset({"jsx_self_closing_element", "jsx_opening_element"})


class _Features(NamedTuple):
    stale: float = 0
    elsewhere: float = 0


PROBABILITY: Final = RuleProbability(0.76, _Features(stale=STALE_SHIFT / 3, elsewhere=ELSEWHERE_SHIFT))


def propose_component_props(context: RuleContext) -> list[Candidate]:
    """Propose a jump to each element of the component that does not give the new property."""
    found: list[Candidate] = []
    for change in context.once(find_member_changes):
        tree = change.text.tree
        if change.kind != "added" or change.member.is_optional or tree is None or tree.grammar != "tsx":
            continue
        for component in _components(change.text, change.declaration.name):
            for text in (change.text, *context.other_texts([f"<{component}"], MAX_SIBLING_TEXTS)):
                points = _elements_without(text, component, change.member.name)
                found += [_candidate(context, change, text, component, point) for point in points]
    return list(dict.fromkeys(found))[:MAX_SIBLING_CANDIDATES]


def _components(text: SourceText, type_name: str) -> list[str]:
    """Return the functions of the text whose parameter has the type."""
    if not type_name:
        return []
    name = re.escape(type_name)
    pattern = (
        rf"\bfunction\s+([A-Z]\w*)\s*\([^()]*:\s*{name}\s*,?\s*\)"
        rf"|\bconst\s+([A-Z]\w*)\s*=[^=;]*?\([^()]*:\s*{name}\s*,?\s*\)\s*(?::[^=]+)?=>"
        rf"|\bconst\s+([A-Z]\w*)\s*:\s*[\w.]+<{name}>\s*="
    )
    return list(dict.fromkeys(one[1] or one[2] or one[3] for one in re.finditer(pattern, text.joined)))


def _elements_without(text: SourceText, component: str, member: str) -> Iterator[Point]:
    """Yield where the attributes end of the elements of the component that lack one."""
    if text.tree is None:
        return
    for line in text.raw_lookup.iterate_containing(f"<{component}"):
        for match in re.finditer(rf"<{component}(?![\w.])", text.raw[line]):
            start = text.offset_at(line, match.start())
            node = text.tree.root.descendant_for_byte_range(start, start)
            while node is not None and node.type not in _ELEMENT_TYPES and node.start_byte == start:
                node = node.parent
            if node is None or node.type not in _ELEMENT_TYPES or node.has_error:
                continue
            given = node.named_children
            names = {
                text.joined[one.start_byte : one.end_byte].partition("=")[0].strip()
                for one in given
                if one.type == "jsx_attribute"
            }
            is_spread = any(one.type == "jsx_expression" for one in given)
            if member not in names and not is_spread:
                yield text.point_at(given[-1].end_byte)


def _candidate(
    context: RuleContext, change: MemberChange, text: SourceText, component: str, position: Point
) -> Candidate:
    name = change.member.name
    return Candidate(
        kind="jump",
        uri=text.snapshot.uri,
        family="member-added",
        pattern=f"{component} takes {name}",
        topic=name,
        why=f"{component} must be given {name}.",
        position=position,
        probability=PROBABILITY.estimate(
            _Features(stale=change.change.age, elsewhere=text is not context.current_text)
        ),
    )
