"""Parameters of a function can be passed by name only now: the arguments of its calls get their names.

Python (`*` in the signature) and Ruby (`price:`), where the reverse takes the names away again.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.limits import MAX_CALL_CANDIDATES
from understudy.nes.symbolic.consequences.rule_context import (
    Change,
    RuleContext,
    SourceText,
    source_text_before,
)
from understudy.nes.symbolic.consequences.rules import ELSEWHERE_SHIFT, STALE_SHIFT, RuleProbability
from understudy.nes.symbolic.consequences.signatures.calls import (
    Call,
    FunctionNode,
    find_function_calls,
    functions_at,
)
from understudy.nes.text import Replacement, Span

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["keyword_parameters", "propose_keyword_arguments"]

_SIGNS: Final = {"python": "*", "ruby": ":"}
"""What makes a parameter one that is passed by name, by the family of the language."""
_KEYWORDS: Final = frozenset({"keyword_argument", "pair"})
_UNPACKED: Final = frozenset(
    {"list_splat", "dictionary_splat", "splat_argument", "hash_splat_argument", "forward_argument"}
)
_RECEIVERS: Final = frozenset({"self", "cls"})


class _Features(NamedTuple):
    stale: float = 0
    elsewhere: float = 0
    is_uncertain: float = 0
    """Only the name of the called method is known, not its type."""


PROBABILITY: Final = RuleProbability(
    0.87, _Features(stale=STALE_SHIFT / 3, elsewhere=ELSEWHERE_SHIFT, is_uncertain=-1.0)
)


class _Parameter(NamedTuple):
    name: str
    is_keyword: bool
    """Whether it can be passed by name only."""


def propose_keyword_arguments(context: RuleContext) -> list[Candidate]:
    """Propose the names of arguments, or to remove them, where a parameter is of the other kind now."""
    candidates: list[Candidate] = []
    for change in context.without_dormant(context.cause_changes):
        text = context.text_at(change.edit.uri)
        sign = _SIGNS.get(text.language.family) if text is not None else None
        if text is None or sign is None or _count(sign, change.edit.old) == _count(sign, change.edit.new):
            continue
        if not change.is_current(text) or context.is_past_deadline:
            continue
        for function, before, after in _changed_functions(text, change):
            candidates += _candidates(context, text, change, function, before, after)
    return candidates[:MAX_CALL_CANDIDATES]


def _count(sign: str, lines: Sequence[str]) -> int:
    return sum(line.count(sign) for line in lines)


def _changed_functions(
    text: SourceText, change: Change
) -> Iterator[tuple[FunctionNode, list[_Parameter], list[_Parameter]]]:
    """Yield the functions with the same parameters, of which some are passed by name only now or not any more."""
    edit = change.edit
    start = text.offset_at(edit.line)
    found = functions_at(text, start, start + len("\n".join(edit.new)))
    after = {one.name: (one, keyword_parameters(text, one.node)) for one in found}
    old_text = (
        source_text_before(text, change) if any(parameters for _, parameters in after.values()) else None
    )
    if old_text is None:
        return
    for one in functions_at(old_text, start, start + len("\n".join(edit.old))):
        if one.name not in after:
            continue
        function, new = after[one.name]
        old = keyword_parameters(old_text, one.node)
        if old == new or [name for name, _ in old] != [name for name, _ in new]:
            continue
        if text.tree is not None and (text.tree.grammar == "ruby" or _becomes_keyword(old, new)):
            yield function, old, new


def _becomes_keyword(old: list[_Parameter], new: list[_Parameter]) -> bool:
    return any(after.is_keyword and not before.is_keyword for before, after in zip(old, new, strict=True))


def keyword_parameters(text: SourceText, function: "Node") -> list[_Parameter]:
    """Return the parameters of a function, without the receiver and those that take any number of arguments."""
    parameters = function.child_by_field_name("parameters")
    found: list[_Parameter] = []
    is_keyword = False
    for one in parameters.named_children if parameters is not None else ():
        if one.type in ("keyword_separator", "list_splat_pattern"):
            is_keyword = True
        if (
            one.type.endswith(("_separator", "_pattern", "comment"))
            or "splat" in one.type
            or "block" in one.type
        ):
            continue
        name = one.child_by_field_name("name")
        if name is None:
            name = one if not one.named_children else one.named_children[0]
        written = text.joined[name.start_byte : name.end_byte]
        if found or written not in _RECEIVERS or is_keyword:
            found.append(_Parameter(written, is_keyword or one.type == "keyword_parameter"))
    return found


def _candidates(
    context: RuleContext,
    text: SourceText,
    change: Change,
    function: FunctionNode,
    before: list[_Parameter],
    after: list[_Parameter],
) -> Iterator[Candidate]:
    name, start = function.name, function.name_start
    if name == "__init__":
        owner = function.node.parent
        while owner is not None and owner.type != "class_definition":
            owner = owner.parent
        class_name = owner.child_by_field_name("name") if owner is not None else None
        if class_name is None:
            return
        name, start = text.joined[class_name.start_byte : class_name.end_byte], class_name.start_byte
    for call in find_function_calls(context, text, name, start):
        edits = _edits(call, before, after)
        if edits:
            yield _candidate(context, change, name, call, edits)


def _edits(call: Call, before: list[_Parameter], after: list[_Parameter]) -> tuple[Replacement, ...]:
    """Return what gives the arguments of a call their names or takes them away; nothing if that is not certain."""
    arguments, text = call.arguments, call.text
    if arguments is None or arguments.has_error:
        return ()
    given = [one for one in arguments.named_children if one.type not in ("comment", "block_argument")]
    if any(one.type in _UNPACKED for one in given):
        return ()
    is_ruby = text.tree is not None and text.tree.grammar == "ruby"
    positional = [one for one in before if not one.is_keyword]
    now = {one.name: one.is_keyword for one in after}
    edits: list[Replacement] = []
    kinds: list[bool] = []
    for at, argument in enumerate(given):
        key = (
            argument.child_by_field_name("key" if is_ruby else "name") if argument.type in _KEYWORDS else None
        )
        value = argument.child_by_field_name("value")
        if key is not None:
            written = text.joined[key.start_byte : key.end_byte]
            is_freed = is_ruby and value is not None and now.get(written) is False
            if is_freed and value is not None:
                if [one.name for one in after].index(written) != at:
                    return ()
                span = Span(text.point_at(argument.start_byte), text.point_at(value.start_byte))
                edits.append(Replacement(span, ""))
            kinds.append(not is_freed)
        elif at < len(positional):
            parameter = positional[at].name
            kinds.append(now[parameter])
            if now[parameter]:
                point = text.point_at(argument.start_byte)
                edits.append(
                    Replacement(Span(point, point), f"{parameter}: " if is_ruby else f"{parameter}=")
                )
        else:
            return ()
    # Names come behind all arguments without one.
    return tuple(edits) if kinds == sorted(kinds) else ()


def _candidate(
    context: RuleContext, change: Change, name: str, call: Call, edits: tuple[Replacement, ...]
) -> Candidate:
    return Candidate(
        kind="edit",
        uri=call.text.snapshot.uri,
        family="signature-argument",
        pattern=f"keywords of {name}",
        why=f"{name} takes other arguments by name now.",
        edits=edits,
        probability=PROBABILITY.estimate(
            _Features(
                stale=change.age,
                elsewhere=call.text is not context.current_text,
                is_uncertain=not call.is_certain,
            )
        ),
    )
