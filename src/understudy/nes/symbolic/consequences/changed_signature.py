"""The parameters of a function changed: update its calls, in this text and in others. Not its body."""

import itertools
import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, Literal, NamedTuple

from understudy.languages import compile_pattern, function_keywords
from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.functions import (
    CallSite,
    FunctionHeader,
    find_calls,
    find_enclosing_function,
    find_headers,
    find_own_field,
    find_owner_type,
    find_read_member,
    find_value_in_scope,
    indent_width,
    insert_argument,
    parse_call,
)
from understudy.nes.symbolic.consequences.limits import (
    MAX_CALL_CANDIDATES,
    MAX_CALLING_TEXTS,
    MAX_PARAMETER_EDIT_LINES,
)
from understudy.nes.symbolic.consequences.rule_context import Change, RuleContext, SourceText
from understudy.nes.symbolic.consequences.rules import ELSEWHERE_SHIFT, STALE_SHIFT, RuleProbability
from understudy.nes.symbolic.consequences.signatures import (
    find_function_calls,
    find_parameter_member,
    functions_at,
    owner_name_start,
)
from understudy.nes.symbolic.tokens import cache_by_line
from understudy.nes.syntax import removal_span
from understudy.nes.text import Edit, Point, Replacement, Span

__all__ = ["propose_call_updates"]


_REQUEST: Final = re.compile(r"(\w+)\s+\*(?:http\.Request|cobra\.Command)\Z")
"""A parameter of Go that has a context."""


_DEPTH: Final = re.compile(r"(?:\w+_)?(?:depth|nesting|level)\Z")


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


class ParameterChange(NamedTuple):
    """How the parameters of one function changed."""

    kind: Literal["out", "in", "name", "order"]
    before: FunctionHeader
    after: FunctionHeader
    change: Change
    text: SourceText
    at: int = 0
    """The index of the parameter."""
    name: str = ""
    """The parameter that was removed or added; for a renamed one the old name."""
    call_name: str = ""
    """The name in calls: the function's, or that of its class for a constructor."""


def propose_call_updates(context: RuleContext) -> list[Candidate]:
    """Propose updated arguments for the calls of a function whose parameters changed."""
    candidates: list[Candidate] = []
    for change in context.without_dormant(context.cause_changes):
        text = context.text_at(change.edit.uri)
        if text is None or context.is_past_deadline:
            continue
        for parameter_change in _find_parameter_changes(text, change):
            candidates.extend(_call_candidates(context, parameter_change))
    return candidates


def _may_change_parameters(text: SourceText, edit: Edit) -> bool:
    """Rule out most edits before the text is parsed: no new line looks like the header of a function."""
    if any(map(_may_be_header, edit.new)):
        return True
    return edit.line > 0 and text.raw[edit.line - 1].rstrip().endswith(("(", ","))


@cache_by_line
def _may_be_header(line: str) -> bool:
    header = compile_pattern(
        rf"\b(?:{function_keywords()}|fun|constructor|void|public|private|static)\b"
        r"|\)\s*(?::[^{]*)?\{\s*$|=>|\)\s*->|^[A-Za-z_][\w\s*&:<>~]*[\s*&]\w+\s*\("
    )
    return header.search(line) is not None


def _find_parameter_changes(text: SourceText, change: Change) -> Iterator[ParameterChange]:
    edit = change.edit
    # A parameter on a line of its own is added or removed without any other line.
    if not (edit.old and edit.new) and len(edit.old) + len(edit.new) > MAX_PARAMETER_EDIT_LINES:
        return
    if not change.is_current(text) or not _may_change_parameters(text, edit):
        return
    last = edit.line + len(edit.new)
    headers = list(_headers(text, text.raw, text.code, edit.line, max(edit.line, last - 1)))
    if not headers:
        return
    raw = [*text.raw[: edit.line], *edit.old, *text.raw[last:]]
    code = text.code_with_replaced_lines(edit.line, last, edit.old)
    old_headers = {
        header.name: header
        for header in _headers(text, raw, code, edit.line, edit.line + max(0, len(edit.old) - 1))
    }
    for after in headers:
        before = old_headers.get(after.name)
        parameter_change = _classify_change(text, change, before, after) if before is not None else None
        if parameter_change is not None:
            yield parameter_change


def _headers(
    text: SourceText, raw: Sequence[str], code: Sequence[str], first: int, last: int
) -> Iterator[FunctionHeader]:
    """Yield the headers that overlap the lines; in C, those of prototypes too."""
    return find_headers(text.language, raw, code, first, last, with_prototypes=text.language.family == "c")


def _classify_change(
    text: SourceText, change: Change, before: FunctionHeader, after: FunctionHeader
) -> ParameterChange | None:
    old, new = before.parameter_names(), after.parameter_names()
    call_name = after.name
    if call_name in after.syntax.constructors and text.language.family != "rust":
        call_name = find_owner_type(text.code, after)
        if not call_name:
            return None
    removed = [name for name in old if name not in new]
    added = [name for name in new if name not in old]
    reordered = ParameterChange("order", before, after, change, call_name=call_name, text=text)
    if len(removed) == 1 and [name for name in old if name != removed[0]] == new:
        return reordered._replace(kind="out", at=old.index(removed[0]), name=removed[0])
    if len(added) == 1 and [name for name in new if name != added[0]] == old:
        at = new.index(added[0])
        if after.parameters[at].is_optional:
            return None
        return reordered._replace(kind="in", at=at, name=added[0])
    if (
        len(removed) == len(added) == 1
        and old.index(removed[0]) == new.index(added[0])
        and after.syntax.has_keyword_arguments
    ):
        return reordered._replace(kind="name", at=old.index(removed[0]), name=removed[0])
    if not removed and not added and old != new:
        return reordered
    return None


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
        if parameter_change.kind == "order" and _is_edited_since(
            context, parameter_change.change, text, call
        ):
            continue  # its arguments do not show which order they have
        edits = _call_edits(context, parameter_change, text, call)
        if edits is None:
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
            opening = call.text.point_at(arguments.start_byte)
            closing = call.text.point_at(arguments.end_byte - 1)
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


def _is_edited_since(context: RuleContext, change: Change, text: SourceText, call: CallSite) -> bool:
    """Return whether a later edit than the change wrote lines of the call."""
    return any(
        edit.serial > change.edit.serial
        and edit.uri == text.snapshot.uri
        and edit.line >= 0
        and edit.line <= call.closing.line
        and edit.line + len(edit.new) > call.opening.line
        for edit in context.situation.edits
    )


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
            if call.arguments[keyword].text.endswith(f"={parameter_change.name}"):
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


def _argument_insertion(
    context: RuleContext, parameter_change: ParameterChange, text: SourceText, call: CallSite
) -> tuple[Replacement, ...]:
    value = _argument_of(context, parameter_change, text, call)
    if value is None:
        return ()
    is_keyword = bool(call.keyword_indexes) or parameter_change.name in parameter_change.after.keyword_only
    argument = f"{parameter_change.name}={value}" if is_keyword else value
    at = len(call.arguments) if is_keyword else parameter_change.at
    return insert_argument(text, call, at, argument)


def _argument_of(
    context: RuleContext, parameter_change: ParameterChange, text: SourceText, call: CallSite
) -> str | None:
    """Return the value that a call most likely has for the new parameter; None if it is not known."""
    name = parameter_change.name
    if _DEPTH.match(name):
        value = _find_depth(text, call, parameter_change)
        if value is not None:
            return value
    return (
        find_read_member(
            text, call, parameter_change.before.parameter_names(), name, parameter_change.call_name
        )
        or find_value_in_scope(text, call, name)
        or find_own_field(text, call, name)
        or _find_context(text, call, parameter_change)
        or find_parameter_member(context, text, call, parameter_change.after.items[parameter_change.at].text)
    )


def _find_depth(text: SourceText, call: CallSite, parameter_change: ParameterChange) -> str | None:
    """Return what a function passes to itself for its depth: one more, or one less if it counts down to zero.

    Others pass 0 to a function that counts up.
    """
    name, after = parameter_change.name, parameter_change.after
    enclosing = find_enclosing_function(text.language, text.raw, text.code, call.opening.line)
    if enclosing is None or text is not parameter_change.text or enclosing.line != after.line:
        below = itertools.takewhile(
            lambda line: not line.strip() or indent_width(line) > after.indent,
            parameter_change.text.code[after.closing.line + 1 :],
        )
        is_counted = any(re.search(rf"[(,]\s*{name}\s*\+\s*1\b", line) for line in below)
        return "0" if is_counted and find_value_in_scope(text, call, name) is None else None
    body = "\n".join(text.code[enclosing.closing.line : call.opening.line])
    if re.search(
        rf"\b{name}\s*(?:==|<=|>|===|!=)\s*0\b|\b{name}\s*<\s*1\b|\b{name}\s*-\s*1\b|!{name}\b", body
    ):
        return f"{name} - 1"
    return f"{name} + 1"


def _find_context(text: SourceText, call: CallSite, parameter_change: ParameterChange) -> str | None:
    """Return the context of the request that a handler of Go has as a parameter, if the parameter is a context."""
    if "context.Context" not in parameter_change.after.items[parameter_change.at].text:
        return None
    enclosing = find_enclosing_function(text.language, text.raw, text.code, call.opening.line)
    items = (_REQUEST.match(item.text) for item in enclosing.items) if enclosing is not None else ()
    return next((f"{match[1]}.Context()" for match in items if match is not None), None)


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
