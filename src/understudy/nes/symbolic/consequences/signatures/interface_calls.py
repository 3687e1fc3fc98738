"""A method of an interface in Go or TypeScript, or of a trait in Rust, has a parameter more: the calls through the
interface get a variable or field of its name, or are jumped to.

`changed_signature` reads headers of functions, and such a method is none. The types that implement the interface:
see `siblings.implementations`.
"""

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.functions import (
    find_own_field,
    find_value_in_scope,
    insert_argument,
    parse_call,
)
from understudy.nes.symbolic.consequences.limits import MAX_CALL_CANDIDATES
from understudy.nes.symbolic.consequences.rule_context import RuleContext
from understudy.nes.symbolic.consequences.rules import ELSEWHERE_SHIFT, STALE_SHIFT, RuleProbability
from understudy.nes.symbolic.consequences.siblings import MemberChange, find_member_changes
from understudy.nes.symbolic.consequences.signatures.calls import Call, find_function_calls
from understudy.nes.symbolic.consequences.signatures.returns import split_types

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["propose_interface_calls"]


class _Features(NamedTuple):
    stale: float = 0
    elsewhere: float = 0
    is_guessed: float = 0
    """The argument is taken from a name that is equal."""


PROBABILITY: Final = RuleProbability(
    0.74, _Features(stale=STALE_SHIFT / 3, elsewhere=ELSEWHERE_SHIFT, is_guessed=-0.2)
)
_GRAMMARS: Final = frozenset({"go", "typescript", "tsx", "rust"})
_RECEIVER: Final = re.compile(r"(?:&(?:'\w+\s+)?)?(?:mut\s+)?self\b|this\s*:")
_NAME: Final = re.compile(r"(?:mut\s+)?([A-Za-z_$][\w$]*)(\s*\?)?(?=\s|:|,|\Z)")


class _NewParameter(NamedTuple):
    name: str
    at: int
    old_count: int
    """How many parameters there were before."""


def propose_interface_calls(context: RuleContext) -> list[Candidate]:
    """Propose the new argument for each call with the old number of arguments."""
    found: list[Candidate] = []
    for change in context.once(find_member_changes):
        text, before, member = change.text, change.before, change.member
        if change.kind != "retyped" or change.declaration.kind != "interface" or before is None:
            continue
        if text.tree is None or text.tree.grammar not in _GRAMMARS or context.is_past_deadline:
            continue
        new = _new_parameter(before.parameters, member.parameters)
        if new is None:
            continue
        for call in find_function_calls(context, text, member.name, member.name_start):
            arguments = call.node.child_by_field_name("arguments")
            if call.is_certain and arguments is not None and len(arguments.named_children) == new.old_count:
                found.append(_candidate(context, change, call, arguments, new))
    return found[:MAX_CALL_CANDIDATES]


def _new_parameter(before: str, after: str) -> _NewParameter | None:
    """Return the one parameter that a list of parameters has more than before; None if it may be left out."""
    old, new = _names(before), _names(after)
    if len(new) != len(old) + 1:
        return None
    at = next((at for at, pair in enumerate(zip(old, new, strict=False)) if pair[0] != pair[1]), len(old))
    if old[at:] != new[at + 1 :] or new[at].endswith("?"):
        return None
    return _NewParameter(new[at], at, len(old))


def _names(parameters: str) -> list[str]:
    """Return the names of parameters without the receiver; an optional one ends with a question mark."""
    written = [one for one in split_types(parameters[1:-1]) if not _RECEIVER.match(one)]
    matches = [_NAME.match(one) for one in written]
    return [
        f"{match[1]}{'?' if match[2] or '=' in one.replace('=>', '') else ''}" if match is not None else one
        for one, match in zip(written, matches, strict=True)
    ]


def _candidate(
    context: RuleContext, change: MemberChange, call: Call, arguments: "Node", new: _NewParameter
) -> Candidate:
    name = f"{change.declaration.name}.{change.member.name}"
    text = call.text
    opening, closing = text.point_at(arguments.start_byte), text.point_at(arguments.end_byte - 1)
    site = parse_call(text, opening, closing)
    value = find_value_in_scope(text, site, new.name) or find_own_field(text, site, new.name)
    edits = insert_argument(text, site, new.at, value) if value is not None else ()
    return Candidate(
        kind="edit" if edits else "jump",
        uri=text.snapshot.uri,
        family="signature-argument",
        pattern=f"in {name}",
        why=f"{name} takes another argument now.",
        edits=edits,
        position=None if edits else closing,
        probability=PROBABILITY.estimate(
            _Features(
                stale=change.change.age,
                elsewhere=text is not context.current_text,
                is_guessed=bool(edits),
            )
        ),
    )
