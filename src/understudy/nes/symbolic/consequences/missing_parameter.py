"""The reverse of signature: a call got an argument more than its function takes. The function is the next place."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.functions import CallSite, FunctionHeader, find_calls, find_headers
from understudy.nes.symbolic.consequences.names import is_builtin_name
from understudy.nes.symbolic.consequences.rule_context import (
    Change,
    RuleContext,
    SourceText,
    estimate_probability,
    texts_defining,
)
from understudy.nes.text import Edit, Point, Replacement, Span, TextSnapshot

__all__ = ["propose_missing_parameters"]

_EMPTY_BRACKETS: Final = re.compile(r"\(\s*\)")
_CALL_NAME: Final = re.compile(r"(?<![\w$])([A-Za-z_$][\w$]*)\(")
_DEFINITION_PATTERN: Final = (
    r"\b(?:def|fn|func|function\*?)\s+(?:\([^)]*\)\s*)?{name}\s*[(<\[]|\b(?:const|let|var)\s+{name}\s*="
)


class _ExtendedCall(NamedTuple):
    """A call with one argument more than it had."""

    name: str
    call: CallSite
    argument_index: int
    change: Change


def propose_missing_parameters(context: RuleContext) -> list[Candidate]:
    made: list[Candidate] = []
    for change in context.changes_here[:2]:
        for grown in _find_extended_calls(context.current_text, change):
            found = list(_find_definitions(context, grown))
            if len(found) == 1:
                made.append(_candidate(context, grown, *found[0]))
    return made[:2]


def _find_extended_calls(text: SourceText, change: Change) -> Iterator[_ExtendedCall]:
    edit = change.edit
    if (
        len(edit.old) != len(edit.new)
        or len(edit.new) > 4
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
        if name not in old_names or is_builtin_name(text.language_family, name):
            continue
        was = find_calls(before, name)
        now = [call for call in find_calls(text, name) if call.opening.line in change.current_lines]
        if len(was) != 1 or len(now) != 1:
            continue
        old, new = ([item.text for item in call.arguments] for call in (was[0], now[0]))
        spots = [at for at in range(len(new)) if new[:at] + new[at + 1 :] == old]
        if len(new) == len(old) + 1 and spots and not now[0].keyword_indexes:
            yield _ExtendedCall(name, now[0], spots[-1], change)


def _may_add_argument(edit: Edit) -> bool:
    """A quick no for most, before the text is parsed: no comma came, and no empty brackets were filled."""
    old, new = "".join(edit.old), "".join(edit.new)
    return new.count(",") > old.count(",") or _EMPTY_BRACKETS.search(old) is not None


def _find_definitions(
    context: RuleContext, extended_call: _ExtendedCall
) -> Iterator[tuple[SourceText, FunctionHeader]]:
    pattern = re.compile(_DEFINITION_PATTERN.format(name=re.escape(extended_call.name)))
    pages = [
        context.current_text.snapshot,
        *texts_defining(
            context.situation.workspace_texts, extended_call.name, context.current_text.snapshot.uri, 4
        ),
    ]
    for text in (context.source_text(page) for page in pages):
        for number, line in enumerate(
            text.raw if text.language_family == context.current_text.language_family else ()
        ):
            if extended_call.name not in line or not pattern.search(line):
                continue
            for header in find_headers(text.language_family, text.raw, text.code, number, number):
                fits = len(header.parameters) == len(extended_call.call.arguments) - 1
                plain = not any(parameter.is_optional for parameter in header.parameters)
                if header.name == extended_call.name and header.line == number and fits and plain:
                    yield text, header


def _candidate(
    context: RuleContext, extended_call: _ExtendedCall, text: SourceText, header: FunctionHeader
) -> Candidate:
    edits = _parameter_edits(extended_call, text, header)
    return Candidate(
        kind="edit" if edits else "jump",
        uri=text.snapshot.uri,
        family="signature-argument",
        pattern=f"one more for {extended_call.name}",
        why=f"You give {extended_call.name} one argument more than it takes.",
        edits=edits,
        position=None if edits else _jump_target(extended_call, header),
        probability=estimate_probability(
            "signature-argument",
            stale=extended_call.change.age,
            elsewhere=text is not context.current_text,
            derived=bool(edits),
            definition=not edits,
        ),
    )


def _jump_target(extended_call: _ExtendedCall, header: FunctionHeader) -> Point:
    """Where the parameter is to be typed."""
    return (
        header.items[extended_call.argument_index].span.start
        if extended_call.argument_index < len(header.items)
        else header.closing
    )


def _parameter_edits(
    extended_call: _ExtendedCall, text: SourceText, header: FunctionHeader
) -> tuple[Replacement, ...]:
    """The parameter, where the argument is a plain name and parameters have no types."""
    name = extended_call.call.arguments[extended_call.argument_index].text
    typed = any(not item.text.isidentifier() for item in header.items)
    if (
        text.language_family not in ("python", "script")
        or not name.isidentifier()
        or typed
        or not header.items
    ):
        return ()
    if header.opening.line != header.closing.line or name in header.parameter_names():
        return ()
    if extended_call.argument_index == 0:
        start = header.items[0].span.start
        return (Replacement(Span(start, start), f"{name}, "),)
    end = header.items[extended_call.argument_index - 1].span.end
    return (Replacement(Span(end, end), f", {name}"),)
