"""A call got more arguments than its function takes: propose the parameter, or jump to the function."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from understudy.languages import function_keywords
from understudy.nes.bindings import origin_at
from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.functions import CallSite, FunctionHeader, find_calls, find_headers
from understudy.nes.symbolic.consequences.limits import (
    MAX_CALLING_CHANGES,
    MAX_CALLING_TEXTS,
    MAX_PARAMETER_CANDIDATES,
    MAX_REWRITTEN_LINES,
)
from understudy.nes.symbolic.consequences.names import is_builtin_name
from understudy.nes.symbolic.consequences.rule_context import (
    Change,
    RuleContext,
    SourceText,
    texts_defining,
)
from understudy.nes.symbolic.consequences.rules import ELSEWHERE_SHIFT, STALE_SHIFT, RuleProbability
from understudy.nes.text import Edit, Point, Replacement, Span, TextSnapshot

__all__ = ["propose_missing_parameters"]

_EMPTY_BRACKETS: Final = re.compile(r"\(\s*\)")
_CALL_NAME: Final = re.compile(r"(?<![\w$])([A-Za-z_$][\w$]*)\(")


class _Features(NamedTuple):
    stale: float = 0
    elsewhere: float = 0
    is_guessed: float = 0
    """The parameter gets the name of the argument."""
    jump: float = 0
    """Only the definition is known, not the parameter."""


PROBABILITY: Final = RuleProbability(
    0.62, _Features(stale=STALE_SHIFT, elsewhere=ELSEWHERE_SHIFT, is_guessed=-1.1, jump=1.2)
)


class _ExtendedCall(NamedTuple):
    """A call that got one more argument."""

    name: str
    call: CallSite
    argument_index: int
    change: Change


def propose_missing_parameters(context: RuleContext) -> list[Candidate]:
    """Propose a parameter for a function of which a call got one argument more than the function has parameters."""
    candidates: list[Candidate] = []
    for change in context.without_dormant(context.changes_here[:MAX_CALLING_CHANGES]):
        for extended_call in _find_extended_calls(context.current_text, change):
            definitions = list(_find_definitions(context, extended_call))
            if len(definitions) == 1 and _is_called(context, extended_call, *definitions[0]):
                candidates.append(_candidate(context, extended_call, *definitions[0]))
    return candidates[:MAX_PARAMETER_CANDIDATES]


def _is_called(
    context: RuleContext, extended_call: _ExtendedCall, text: SourceText, header: FunctionHeader
) -> bool:
    """Return whether the function may be the one that is called: not if the call is known to be of another one."""
    snapshot, name = context.current_text.snapshot, extended_call.name
    opening = extended_call.call.opening
    point = Point(opening.line, opening.column - len(name))
    origin = origin_at(snapshot, name, point, context.situation.workspace_texts)
    if origin is None or not origin.binding.occurrences:
        return True
    if origin.snapshot.uri != text.snapshot.uri:
        return origin.snapshot.uri == snapshot.uri  # else it is that of a third text
    return header.line in {one.line for one in origin.binding.occurrences}


def _find_extended_calls(text: SourceText, change: Change) -> Iterator[_ExtendedCall]:
    edit = change.edit
    if (
        len(edit.old) != len(edit.new)
        or len(edit.new) > MAX_REWRITTEN_LINES
        or not change.current_lines
        or not _may_add_argument(edit)
    ):
        return
    before = SourceText(
        TextSnapshot(f"{text.snapshot.uri}#before", text.snapshot.language, list(edit.old), edit.revision)
    )
    before.code = list(edit.old)
    old_names = {match[1] for line in edit.old for match in _CALL_NAME.finditer(line)}
    for name in dict.fromkeys(match[1] for line in edit.new for match in _CALL_NAME.finditer(line)):
        if name not in old_names or is_builtin_name(text.language, name):
            continue
        old_calls = find_calls(before, name)
        new_calls = find_calls(text, name, change.current_lines)
        if len(old_calls) != 1 or len(new_calls) != 1:
            continue
        old, new = ([item.text for item in call.arguments] for call in (old_calls[0], new_calls[0]))
        indexes = [at for at in range(len(new)) if new[:at] + new[at + 1 :] == old]
        if indexes and not new_calls[0].keyword_indexes:
            yield _ExtendedCall(name, new_calls[0], indexes[-1], change)


def _may_add_argument(edit: Edit) -> bool:
    """Rule out most edits before the text is parsed: no comma was added, and no empty brackets were filled."""
    old, new = "".join(edit.old), "".join(edit.new)
    return new.count(",") > old.count(",") or _EMPTY_BRACKETS.search(old) is not None


def _find_definitions(
    context: RuleContext, extended_call: _ExtendedCall
) -> Iterator[tuple[SourceText, FunctionHeader]]:
    name = re.escape(extended_call.name)
    pattern = re.compile(
        rf"\b(?:{function_keywords()}|function\*)\s+(?:\([^)]*\)\s*)?{name}\s*[(<\[]"
        rf"|\b(?:const|let|var)\s+{name}\s*="
    )
    current = context.current_text
    others = texts_defining(
        context.situation.workspace_texts, extended_call.name, current.snapshot.uri, MAX_CALLING_TEXTS
    )
    for text in (current, *map(context.source_text, others)):
        if text.language.family != current.language.family:
            continue
        for number, line in enumerate(text.raw):
            if extended_call.name not in line or not pattern.search(line):
                continue
            for header in find_headers(text.language, text.raw, text.code, number, number):
                lacks_one = len(header.parameters) == len(extended_call.call.arguments) - 1
                is_plain = not any(parameter.is_optional for parameter in header.parameters)
                if header.name == extended_call.name and header.line == number and lacks_one and is_plain:
                    yield text, header


def _candidate(
    context: RuleContext, extended_call: _ExtendedCall, text: SourceText, header: FunctionHeader
) -> Candidate:
    edits = _parameter_edits(extended_call, header)
    return Candidate(
        kind="edit" if edits else "jump",
        uri=text.snapshot.uri,
        family="signature-argument",
        pattern=f"one more for {extended_call.name}",
        why=f"You give {extended_call.name} one argument more than it takes.",
        edits=edits,
        position=None if edits else _jump_target(extended_call, header),
        probability=PROBABILITY.estimate(
            _Features(
                stale=extended_call.change.age,
                elsewhere=text is not context.current_text,
                is_guessed=bool(edits),
                jump=not edits,
            )
        ),
    )


def _jump_target(extended_call: _ExtendedCall, header: FunctionHeader) -> Point:
    """Return where the parameter has to be typed."""
    return (
        header.items[extended_call.argument_index].span.start
        if extended_call.argument_index < len(header.items)
        else header.closing
    )


def _parameter_edits(extended_call: _ExtendedCall, header: FunctionHeader) -> tuple[Replacement, ...]:
    """Return the edit that adds the parameter, if the argument is a plain name and parameters have no types."""
    name = extended_call.call.arguments[extended_call.argument_index].text
    has_types = any(not item.text.isidentifier() for item in header.items)
    if not header.syntax.has_untyped_parameters or not name.isidentifier() or has_types or not header.items:
        return ()
    if header.opening.line != header.closing.line or name in header.parameter_names():
        return ()
    if extended_call.argument_index == 0:
        start = header.items[0].span.start
        return (Replacement(Span(start, start), f"{name}, "),)
    end = header.items[extended_call.argument_index - 1].span.end
    return (Replacement(Span(end, end), f", {name}"),)
