"""A method of an interface in Go has a parameter more: a jump to the calls through the interface that lack it.

`changed_signature` reads headers of functions, and a method of an interface in Go is none. The types that implement
the interface: see `siblings.implementations`.
"""

from typing import Final, NamedTuple

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.limits import MAX_CALL_CANDIDATES
from understudy.nes.symbolic.consequences.rule_context import RuleContext
from understudy.nes.symbolic.consequences.rules import ELSEWHERE_SHIFT, STALE_SHIFT, RuleProbability
from understudy.nes.symbolic.consequences.siblings import MemberChange, find_member_changes
from understudy.nes.symbolic.consequences.signatures.calls import Call, find_function_calls
from understudy.nes.symbolic.consequences.signatures.returns import split_types

__all__ = ["propose_interface_calls"]


class _Features(NamedTuple):
    stale: float = 0
    elsewhere: float = 0


PROBABILITY: Final = RuleProbability(0.74, _Features(stale=STALE_SHIFT / 3, elsewhere=ELSEWHERE_SHIFT))


def propose_interface_calls(context: RuleContext) -> list[Candidate]:
    """Propose a jump to each call with the old number of arguments."""
    found: list[Candidate] = []
    for change in context.once(find_member_changes):
        text, before, member = change.text, change.before, change.member
        if change.kind != "retyped" or change.declaration.kind != "interface" or before is None:
            continue
        if text.tree is None or text.tree.grammar != "go" or context.is_past_deadline:
            continue
        count = len(split_types(before.parameters[1:-1]))
        if len(split_types(member.parameters[1:-1])) != count + 1:
            continue
        for call in find_function_calls(context, text, member.name, member.name_start):
            arguments = call.node.child_by_field_name("arguments")
            if call.is_certain and arguments is not None and len(arguments.named_children) == count:
                found.append(_candidate(context, change, call, arguments.end_byte - 1))
    return found[:MAX_CALL_CANDIDATES]


def _candidate(context: RuleContext, change: MemberChange, call: Call, end: int) -> Candidate:
    name = f"{change.declaration.name}.{change.member.name}"
    return Candidate(
        kind="jump",
        uri=call.text.snapshot.uri,
        family="signature-argument",
        pattern=f"in {name}",
        why=f"{name} takes another argument now.",
        position=call.text.point_at(end),
        probability=PROBABILITY.estimate(
            _Features(stale=change.change.age, elsewhere=call.text is not context.current_text)
        ),
    )
