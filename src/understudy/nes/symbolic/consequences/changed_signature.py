"""The parameters of a function changed: update its calls, in this text and in others. Not its body."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from understudy.languages import compile_pattern, function_keywords
from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.call_updates import (
    ParameterChange,
    default_edits,
    find_argument,
    find_parameter_changes,
    is_edited_since,
    is_settled,
    several_edits,
)
from understudy.nes.symbolic.consequences.functions import (
    CallSite,
    find_calls,
    insert_argument,
    parse_call,
)
from understudy.nes.symbolic.consequences.limits import MAX_CALL_CANDIDATES, MAX_CALLING_TEXTS
from understudy.nes.symbolic.consequences.retyped import became_options
from understudy.nes.symbolic.consequences.rule_context import RuleContext, SourceText
from understudy.nes.symbolic.consequences.rules import ELSEWHERE_SHIFT, STALE_SHIFT, RuleProbability
from understudy.nes.symbolic.consequences.signatures import (
    find_function_calls,
    functions_at,
    owner_name_start,
)
from understudy.nes.syntax import removal_span
from understudy.nes.text import Point, Replacement, Span

__all__ = ["propose_call_updates"]


_FUNCTION_BLOCK: Final = re.compile(
    r"\A(?:(?:async\s+|move\s+)*(?:\([^()]*\)|\w+|\|[^|]*\||\[[^\]]*\]\s*\([^()]*\))[^{}()]*"
    r"|(?:async\s+)?func(?:tion)?\b[^{]*)\{(?!\s*\}\Z)"
)
"""A function as an argument, with statements."""


class _Features(NamedTuple):
    stale: float = 0
    elsewhere: float = 0
    jump: float = 0
    """Only the call that lacks an argument is known, not the argument."""
    is_guessed: float = 0
    """The argument is taken from a name that is equal."""
    is_lenient: float = 0
    """The language ignores a superfluous argument."""
    is_uncertain: float = 0
    """Only the name of the called method is known, not its type."""


PROBABILITY: Final = RuleProbability(
    0.85,
    _Features(
        stale=STALE_SHIFT / 3,
        elsewhere=ELSEWHERE_SHIFT,
        jump=-0.5,
        is_guessed=-0.7,
        is_lenient=-0.5,
        is_uncertain=-1.0,
    ),
)


def propose_call_updates(context: RuleContext) -> list[Candidate]:
    """Propose updated arguments for the calls of a function whose parameters changed."""
    candidates: list[Candidate] = []
    for change in context.without_dormant(context.cause_changes):
        text = context.text_at(change.edit.uri)
        if text is None or context.is_past_deadline:
            continue
        for parameter_change in find_parameter_changes(text, change):
            if parameter_change.kind != "several" or not became_options(context, parameter_change.before):
                candidates.extend(_call_candidates(context, parameter_change))
    return candidates


def _call_candidates(context: RuleContext, parameter_change: ParameterChange) -> Iterator[Candidate]:
    """Yield candidates for the calls of the current text from the cursor on, then above it, then of other texts."""
    cursor, current = context.situation.cursor.line, context.current_text
    calls = list(_find_calls(context, parameter_change))
    calls.sort(key=lambda one: one.text is not current)
    here = [one for one in calls if one.text is current]
    here.sort(key=lambda one: (one.site.opening.line < cursor, one.site.opening))
    count = 0
    merged: set[tuple[str, int]] = set()
    for text, call, is_certain in (*here, *calls[len(here) :]):
        if not _is_outdated_call(parameter_change, text, call):
            continue
        if parameter_change.kind == "order" and is_edited_since(context, parameter_change, text, call):
            continue  # its arguments do not show which order they have
        edits = _call_edits(context, parameter_change, text, call)
        if edits is None or is_settled(context, parameter_change, text, call):
            continue
        if parameter_change.kind == "order":
            # The others of the line go with the first: afterwards, the line does not show which ones were changed.
            line = (text.snapshot.uri, call.opening.line)
            if line in merged:
                continue
            merged.add(line)
            beside = [one.site for one in calls if one.text is text and one.site.opening.line == line[1]]
            edits = _edits_of_line(context, parameter_change, text, beside) or edits
        yield _candidate(context, parameter_change, text, call, edits, is_certain=is_certain)
        count += 1
        if count >= MAX_CALL_CANDIDATES:
            return


class _FoundCall(NamedTuple):
    text: SourceText
    site: CallSite
    is_certain: bool


def _find_calls(context: RuleContext, parameter_change: ParameterChange) -> Iterator[_FoundCall]:
    """Yield the calls of that function and of no other one of its name."""
    text = parameter_change.text
    if text.tree is None:
        yield from _find_calls_by_name(context, parameter_change)
        return
    name_start = _name_start(parameter_change)
    if name_start is None:
        return
    name = parameter_change.call_name
    for call in find_function_calls(context, text, name, name_start, with_macros=True):
        if call.text.language.family != text.language.family:
            continue
        arguments = call.arguments
        if arguments is not None and not arguments.has_error:
            # Calls of Ruby need no brackets.
            has_brackets = call.text.joined[arguments.start_byte] == "("
            opening = call.text.point_at(arguments.start_byte - (not has_brackets))
            closing = call.text.point_at(arguments.end_byte - has_brackets)
            yield _FoundCall(call.text, parse_call(call.text, opening, closing), call.is_certain)


def _name_start(parameter_change: ParameterChange) -> int | None:
    """Return where the name that calls use is defined."""
    text, header = parameter_change.text, parameter_change.after
    start = text.offset_at(header.line)
    end = text.offset_at(header.opening.line, header.opening.column)
    for function in functions_at(text, start, end):
        if function.name != header.name or function.name_start < start:
            continue
        if parameter_change.call_name == header.name:
            return function.name_start
        return owner_name_start(function.node, text, parameter_change.call_name)
    if text.language.family != "c":
        return None
    before = text.raw[header.opening.line][: header.opening.column].rstrip()  # a prototype
    return text.offset_at(header.opening.line, len(before) - len(header.name))


def _find_calls_by_name(context: RuleContext, parameter_change: ParameterChange) -> Iterator[_FoundCall]:
    """Yield the calls in texts without a syntax tree, if only one function has that name."""
    name, text = parameter_change.call_name, parameter_change.text
    definition = compile_pattern(
        rf"\b(?:{function_keywords()})\s+{re.escape(parameter_change.after.name)}\s*\("
    )
    others = [one for one in context.other_texts([name], MAX_CALLING_TEXTS) if one is not text]
    texts = [one for one in (text, *others) if one.language.family == text.language.family]
    if sum(1 for one in texts for line in one.code if definition.search(line)) > 1:
        return
    for one in texts:
        for call in find_calls(one, name):
            yield _FoundCall(one, call, is_certain=True)


def _is_outdated_call(parameter_change: ParameterChange, text: SourceText, call: CallSite) -> bool:
    """Return whether it is a call of this function with its old parameters."""
    if text is parameter_change.text and call.opening == parameter_change.after.opening:
        return False
    syntax = parameter_change.after.syntax
    unpacking = r"\*|\.\.\." if text.language.family in ("python", "ruby") else r"\.\.\."
    if any(re.match(unpacking, item.text) for item in call.arguments):
        return False
    old, count = parameter_change.before.parameters, len(call.arguments)
    if syntax.has_fixed_arity:
        return count == len(old)
    required = sum(1 for parameter in old if not parameter.is_optional)
    positional = len(old) - len(parameter_change.before.keyword_only)
    if call.positional_count > positional and not parameter_change.before.is_variadic:
        return False
    return required <= count <= len(old)


def _edits_of_line(
    context: RuleContext, parameter_change: ParameterChange, text: SourceText, calls: Sequence[CallSite]
) -> tuple[Replacement, ...]:
    """Return the edits of all calls that begin in a line; none if one is inside another."""
    found = [
        one
        for call in sorted(calls, key=lambda one: one.opening)
        if _is_outdated_call(parameter_change, text, call)
        for one in _call_edits(context, parameter_change, text, call) or ()
    ]
    is_nested = any(left.span.end > right.span.start for left, right in pairwise(found))
    return tuple(found) if not is_nested else ()


def _call_edits(
    context: RuleContext, parameter_change: ParameterChange, text: SourceText, call: CallSite
) -> tuple[Replacement, ...] | None:
    """Return the edits that update the call; empty if they are not known, None if the call needs none."""
    keyword = call.keyword_indexes.get(parameter_change.name)
    match parameter_change.kind:
        case "out":
            at = (
                keyword
                if keyword is not None
                else parameter_change.at
                if parameter_change.at < call.positional_count
                else None
            )
            if at is None or (keyword is None and parameter_change.before.is_variadic):
                return None
            if _FUNCTION_BLOCK.search(call.arguments[at].text):
                return ()  # what it does has to happen elsewhere
            return (Replacement(removal_span(text.raw, call.arguments, at), ""),)
        case "name":
            if keyword is None:
                return None
            sign = parameter_change.after.syntax.keyword_sign
            value = call.arguments[keyword].text.partition(sign.strip())[2].strip()
            if value in ("", parameter_change.name):
                return ()  # the variable may be renamed, too
            start = call.arguments[keyword].span.start
            end = Point(start.line, start.column + len(parameter_change.name))
            return (
                Replacement(Span(start, end), parameter_change.after.parameter_names()[parameter_change.at]),
            )
        case "order":
            old, new = parameter_change.before.parameter_names(), parameter_change.after.parameter_names()
            if call.keyword_indexes or len(call.arguments) != len(old) or parameter_change.before.is_variadic:
                return None
            texts = [call.arguments[old.index(name)].text for name in new]
            pairs = zip(call.arguments, texts, strict=True)
            return tuple(Replacement(item.span, text) for item, text in pairs if item.text != text) or None
        case "in":
            if keyword is not None or (parameter_change.at < call.positional_count and call.keyword_indexes):
                return None
            return _argument_insertion(context, parameter_change, text, call)
        case "required":
            return default_edits(parameter_change, text, call)
        case "several":
            return several_edits(context, parameter_change, text, call)


def _argument_insertion(
    context: RuleContext, parameter_change: ParameterChange, text: SourceText, call: CallSite
) -> tuple[Replacement, ...]:
    value = find_argument(context, parameter_change, text, call)
    if value is None:
        return ()
    is_keyword = bool(call.keyword_indexes) or parameter_change.name in parameter_change.after.keyword_only
    sign = parameter_change.after.syntax.keyword_sign
    argument = f"{parameter_change.name}{sign}{value}" if is_keyword else value
    at = len(call.arguments) if is_keyword else parameter_change.at
    return insert_argument(text, call, at, argument)


def _jump_target(parameter_change: ParameterChange, call: CallSite) -> Point:
    """Return where to place the cursor in a call: at the argument, or where it has to be typed."""
    arguments = call.arguments
    if parameter_change.name in call.keyword_indexes:
        return arguments[call.keyword_indexes[parameter_change.name]].span.start
    if parameter_change.at < call.positional_count:
        return arguments[parameter_change.at].span.start
    return call.closing


def _candidate(
    context: RuleContext,
    parameter_change: ParameterChange,
    text: SourceText,
    call: CallSite,
    edits: tuple[Replacement, ...],
    *,
    is_certain: bool,
) -> Candidate:
    name = parameter_change.after.name
    why = {
        "out": f"{name} does not take {parameter_change.name} any more.",
        "in": f"{name} takes {parameter_change.name} now.",
        "name": f"{parameter_change.name} of {name} has another name now.",
        "order": f"{name} takes its parameters in another order now.",
        "required": f"{parameter_change.name} of {name} has no default any more.",
        "several": f"{name} takes other parameters now.",
    }[parameter_change.kind]
    return Candidate(
        kind="edit" if edits else "jump",
        uri=text.snapshot.uri,
        family="signature-argument",
        pattern=f"{parameter_change.kind} {parameter_change.name} of {name}",
        why=why,
        edits=edits,
        position=None if edits else _jump_target(parameter_change, call),
        probability=PROBABILITY.estimate(
            _Features(
                stale=parameter_change.change.age,
                elsewhere=text is not context.current_text,
                jump=not edits,
                is_guessed=parameter_change.kind == "in" and bool(edits),
                is_lenient=parameter_change.kind == "out"
                and parameter_change.after.syntax.ignores_extra_arguments,
                is_uncertain=not is_certain,
            )
        ),
    )
