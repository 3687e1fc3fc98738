"""A field has another type, and maps have its values as keys: their type of keys follows.

A map belongs to the field if its values are of the type that has the field, and something is put into it under the
field: `new Map<number, Parcel>()` with `parcels.set(parcel.id, parcel)`.
"""

import re
from collections.abc import Iterator
from typing import Final

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.limits import MAX_SIBLING_CANDIDATES
from understudy.nes.symbolic.consequences.rule_context import RuleContext, SourceText
from understudy.nes.symbolic.consequences.rules import (
    ELSEWHERE_SHIFT,
    STALE_SHIFT,
    RuleProbability,
    StaleFeatures,
)
from understudy.nes.symbolic.consequences.siblings import (
    MemberChange,
    find_member_changes,
    name_parts,
    texts_of_type,
)
from understudy.nes.text import Point, Replacement, Span

__all__ = ["propose_keyed_maps"]

PROBABILITY: Final = RuleProbability(0.8, StaleFeatures(stale=STALE_SHIFT / 3, elsewhere=ELSEWHERE_SHIFT))

_MAP: Final = r"(?:\w*[mM]ap|Record|[dD]ict)\s*[<\[]\s*|map\["
_BOXED: Final = {
    "byte": "Byte",
    "short": "Short",
    "int": "Integer",
    "long": "Long",
    "char": "Character",
    "boolean": "Boolean",
    "float": "Float",
    "double": "Double",
}
"""The types of Java that stand for its numbers in a map."""


def propose_keyed_maps(context: RuleContext) -> list[Candidate]:
    """Propose the new type of a field for the keys of maps."""
    candidates: list[Candidate] = []
    for change in context.once(find_member_changes):
        if change.before is None or change.declaration.kind != "record" or not change.declaration.name:
            continue
        for text in texts_of_type(context, change):
            if context.is_past_deadline or len(candidates) >= MAX_SIBLING_CANDIDATES:
                break
            candidates += _candidates(context, change, change.before.type_text, text)
    return candidates[:MAX_SIBLING_CANDIDATES]


def _candidates(
    context: RuleContext, change: MemberChange, old_type: str, text: SourceText
) -> Iterator[Candidate]:
    boxed = _BOXED if text.language.family == "java" else {}
    old, new = boxed.get(old_type, old_type), boxed.get(change.member.type_text, change.member.type_text)
    if not text.code or not old or not new or old == new:
        return
    owner = re.escape(change.declaration.name)
    keyed = re.compile(rf"(?:{_MAP})(?P<key>{re.escape(old)})(?:\s*,\s*|\])[&*]?(?:\w+\.)*{owner}(?!\w)")
    if not any(keyed.search(text.code[line]) for line in text.code_lookup.lines_containing(old)):
        return
    if _field_as_key(change).search(text.code_text) is None:
        return
    for line in text.code_lookup.lines_containing(old):
        for match in keyed.finditer(text.code[line]):
            yield Candidate(
                kind="edit",
                uri=text.snapshot.uri,
                family="member-retyped",
                pattern=f"{change.declaration.name}.{change.member.name}: {change.member.type_text}",
                why=f"{change.member.name} of {change.declaration.name} has another type now, and is the key here.",
                edits=(
                    Replacement(Span(Point(line, match.start("key")), Point(line, match.end("key"))), new),
                ),
                probability=PROBABILITY.estimate(
                    StaleFeatures(change.change.age, text is not context.current_text)
                ),
            )


def _field_as_key(change: MemberChange) -> re.Pattern[str]:
    """Match where something is put under the field of an object, or what is read from it by an accessor."""
    name = change.member.name
    accessor = "get" + "".join(part.capitalize() for part in name_parts(name))
    read = rf"\w+(?:\.|->)(?:{re.escape(name)}\b(?!\()|(?:{accessor}|{re.escape(name)})\(\))(?:\.clone\(\))?"
    return re.compile(
        rf"\.(?:set|put|putIfAbsent|insert|setdefault)\(\s*{read}\s*,|\w\[{read}\]\s*=(?!=)"
        rf"|\{{\s*{read}\s*:|::get{accessor[3:]}\b"
    )
