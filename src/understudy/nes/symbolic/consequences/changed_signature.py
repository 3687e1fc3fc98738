"""A function's parameters changed: its calls, in this text and in others. Not what the parameters are for."""

import re
from collections.abc import Iterator
from typing import Final, Literal, NamedTuple

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.functions import (
    CallSite,
    FunctionHeader,
    find_calls,
    find_headers,
    find_owner_type,
    find_value_in_scope,
)
from understudy.nes.symbolic.consequences.rule_context import (
    Change,
    RuleContext,
    SourceText,
    estimate_probability,
)
from understudy.nes.symbolic.limits import MAX_CALL_CANDIDATES
from understudy.nes.syntax import removal_span
from understudy.nes.text import Edit, Point, Replacement, Span

__all__ = ["propose_call_updates"]

_FIXED_ARITY_FAMILIES: Final = ("rust", "go", "java", "c")


_FUNCTION_HEAD: Final = re.compile(
    r"\b(?:def|func|fn|function|fun|constructor|void|public|private|static)\b|\)\s*(?::[^{]*)?\{\s*$|=>|\)\s*->"
)


class ParameterChange(NamedTuple):
    """What happened to the parameters of one function."""

    kind: Literal["out", "in", "name", "order"]
    before: FunctionHeader
    after: FunctionHeader
    change: Change
    text: SourceText
    at: int = 0
    name: str = ""
    """The parameter that went or came; for a new name the old one."""
    call_name: str = ""
    """What calls write: the function's name, or that of its class."""


def propose_call_updates(context: RuleContext) -> list[Candidate]:
    made: list[Candidate] = []
    for change in context.cause_changes:
        page = (
            context.current_text.snapshot
            if change.edit.uri == context.current_text.snapshot.uri
            else context.situation.workspace_texts.snapshot(change.edit.uri)
        )
        if page is None or context.is_past_deadline:
            continue
        text = context.source_text(page)
        for turn in _find_parameter_changes(text, change):
            made.extend(_call_candidates(context, turn))
    return made


def _may_change_parameters(text: SourceText, edit: Edit) -> bool:
    """A quick no for most, before the text is parsed: nothing here looks like the head of a function."""
    if any(_FUNCTION_HEAD.search(line) for line in (*edit.old, *edit.new)):
        return True
    return edit.line > 0 and text.raw[edit.line - 1].rstrip().endswith(("(", ","))


def _find_parameter_changes(text: SourceText, change: Change) -> Iterator[ParameterChange]:
    edit = change.edit
    if edit.line < 0:
        return
    # A parameter on a line of its own comes or goes without any other line.
    if not (edit.old and edit.new) and len(edit.old) + len(edit.new) > 3:
        return
    last = edit.line + len(edit.new)
    if (
        tuple(text.raw[edit.line : last]) != edit.new
        or not _may_change_parameters(text, edit)
        or not text.code
    ):
        return
    raw = [*text.raw[: edit.line], *edit.old, *text.raw[last:]]
    code = [*text.code[: edit.line], *edit.old, *text.code[last:]]
    was = {
        header.name: header
        for header in find_headers(
            text.language_family, raw, code, edit.line, edit.line + max(0, len(edit.old) - 1)
        )
    }
    for after in find_headers(text.language_family, text.raw, text.code, edit.line, max(edit.line, last - 1)):
        before = was.get(after.name)
        if before is None or before.parameters == after.parameters:
            continue
        turn = _classify_change(text, change, before, after)
        if turn is not None:
            yield turn


def _classify_change(
    text: SourceText, change: Change, before: FunctionHeader, after: FunctionHeader
) -> ParameterChange | None:
    old, new = before.parameter_names(), after.parameter_names()
    called = after.name
    if called in ("__init__", "__new__", "constructor") or (
        called == "new" and text.language_family == "rust"
    ):
        called = find_owner_type(text.language_family, text.code, after)
        if not called:
            return None
    gone = [name for name in old if name not in new]
    come = [name for name in new if name not in old]
    base = ParameterChange("order", before, after, change, call_name=called, text=text)
    if len(gone) == 1 and not come and [name for name in old if name != gone[0]] == new:
        return base._replace(kind="out", at=old.index(gone[0]), name=gone[0])
    if len(come) == 1 and not gone and [name for name in new if name != come[0]] == old:
        at = new.index(come[0])
        if after.parameters[at].is_optional:
            return None
        return base._replace(kind="in", at=at, name=come[0])
    if (
        len(gone) == len(come) == 1
        and old.index(gone[0]) == new.index(come[0])
        and text.language_family == "python"
    ):
        return base._replace(kind="name", at=old.index(gone[0]), name=gone[0])
    if not gone and not come and old != new and len(old) > 1:
        return base
    return None


def _call_candidates(context: RuleContext, parameter_change: ParameterChange) -> Iterator[Candidate]:
    """Candidates for the calls: those here from the cursor on, then those of other texts."""
    if not _is_only_definition(context, parameter_change):
        return
    cursor = context.situation.cursor.line
    count = 0
    texts = [
        context.current_text,
        *(
            one
            for one in context.other_texts([parameter_change.call_name], 4)
            if one.language_family == parameter_change.text.language_family
        ),
    ]
    for text in texts:
        found = [
            call
            for call in find_calls(text, parameter_change.call_name)
            if _is_outdated_call(parameter_change, text, call)
        ]
        if text is context.current_text:
            found.sort(key=lambda call: (call.opening.line < cursor, call.opening))
        for call in found:
            edits = _call_edits(parameter_change, text, call)
            if edits is None:
                continue
            yield _candidate(context, parameter_change, text, call, edits)
            count += 1
            if count >= MAX_CALL_CANDIDATES:
                return


def _is_only_definition(context: RuleContext, parameter_change: ParameterChange) -> bool:
    """Whether no other function has that name: another would make every call doubtful."""
    name = parameter_change.after.name
    pattern = re.compile(
        rf"\b(?:def|fn|func|function)\b[^(]*?\b{re.escape(name)}\s*[(<\[]|^\s+{re.escape(name)}\s*\([^)]*\)\s*\{{"
    )
    if parameter_change.call_name != name:
        return True
    seen = 0
    for text in (parameter_change.text, *context.other_texts([name], 4)):
        seen += sum(1 for line in text.raw if name in line and pattern.search(line))
        if seen > 1:
            return False
    return True


def _is_outdated_call(parameter_change: ParameterChange, text: SourceText, call: CallSite) -> bool:
    """Whether the call has the old parameters, and is one of this function."""
    if (
        text is parameter_change.text
        and parameter_change.after.opening <= call.opening <= parameter_change.after.closing
    ):
        return False
    if any(re.match(r"\*|\.\.\.", item.text) for item in call.arguments):
        return False
    if parameter_change.call_name == parameter_change.after.name and text.language_family in (
        "python",
        "script",
    ):
        if parameter_change.after.is_method and not call.has_receiver:
            return False
        if not parameter_change.after.is_method and call.has_receiver:
            return False
    imported = any(parameter_change.call_name in one.bound_names() for one in text.imports)
    if (
        text is not parameter_change.text
        and not call.has_receiver
        and text.language_family in ("python", "script")
        and not imported
    ):
        return False
    old, given = parameter_change.before.parameters, len(call.arguments)
    if text.language_family in _FIXED_ARITY_FAMILIES:
        return given == len(old)
    least = sum(1 for parameter in old if not parameter.is_optional)
    return least <= given <= len(old)


def _call_edits(
    parameter_change: ParameterChange, text: SourceText, call: CallSite
) -> tuple[Replacement, ...] | None:
    """What makes the call right; nothing in it if that is not clear, None if the call is right already."""
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
            return (Replacement(removal_span(text.raw, call.arguments, at), ""),)
        case "name":
            if keyword is None:
                return None
            if call.arguments[keyword].text.endswith(f"={parameter_change.name}"):
                return ()  # the value may get another name, too
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
            if keyword is not None or (
                text.language_family == "python"
                and parameter_change.at < call.positional_count - 1
                and call.keyword_indexes
            ):
                return None
            return _argument_insertion(parameter_change, text, call)


def _argument_insertion(
    parameter_change: ParameterChange, text: SourceText, call: CallSite
) -> tuple[Replacement, ...]:
    value = find_value_in_scope(text, call, parameter_change.name)
    if value is None:
        return ()
    named = text.language_family == "python" and (
        bool(call.keyword_indexes) or parameter_change.name in parameter_change.after.keyword_only
    )
    argument = f"{parameter_change.name}={value}" if named else value
    if not call.arguments:
        after = Point(call.opening.line, call.opening.column + 1)
        return (Replacement(Span(after, after), argument),)
    at = len(call.arguments) if named else parameter_change.at
    if at > len(call.arguments):
        return ()
    if any(item.span.start.line != item.span.end.line for item in call.arguments):
        return ()
    one_line = call.arguments[0].span.start.line == call.arguments[-1].span.end.line
    if at == 0 and one_line:
        start = call.arguments[0].span.start
        return (Replacement(Span(start, start), f"{argument}, "),)
    if one_line:
        end = call.arguments[at - 1].span.end
        return (Replacement(Span(end, end), f", {argument}"),)
    line = call.arguments[at - 1].span.end.line + 1 if at else call.arguments[0].span.start.line
    example = call.arguments[max(0, at - 1)].span
    indent = text.raw[example.start.line][: example.start.column]
    if indent.strip() or not text.raw[example.end.line][example.end.column :].lstrip().startswith(","):
        return ()
    return (Replacement(Span(Point(line, 0), Point(line, 0)), f"{indent}{argument},\n"),)


def _jump_target(parameter_change: ParameterChange, call: CallSite) -> Point:
    """Where the cursor is best put in a call: where the argument is to be typed, or at the one that is there."""
    given = call.arguments
    if parameter_change.kind != "in":
        return given[min(parameter_change.at, len(given) - 1)].span.start if given else call.closing
    return (
        given[parameter_change.at].span.start if parameter_change.at < call.positional_count else call.closing
    )


def _candidate(
    context: RuleContext,
    parameter_change: ParameterChange,
    text: SourceText,
    call: CallSite,
    edits: tuple[Replacement, ...],
) -> Candidate:
    name = parameter_change.after.name
    said = {
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
        why=said,
        edits=edits,
        position=None if edits else _jump_target(parameter_change, call),
        probability=estimate_probability(
            "signature-argument",
            stale=parameter_change.change.age,
            elsewhere=text is not context.current_text,
            call=not edits,
            derived=parameter_change.kind == "in" and bool(edits),
            lenient=parameter_change.kind == "out" and text.language_family == "script",
        ),
    )
