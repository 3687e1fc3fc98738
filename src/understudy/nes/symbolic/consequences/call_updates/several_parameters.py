"""The arguments of a call after more than one parameter changed, and after a default is gone."""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from understudy.nes.symbolic.consequences.call_updates.new_arguments import find_argument
from understudy.nes.symbolic.consequences.call_updates.parameter_changes import ParameterChange
from understudy.nes.symbolic.consequences.functions import CallSite, insert_argument
from understudy.nes.symbolic.consequences.rule_context import RuleContext, SourceText
from understudy.nes.syntax import removal_span
from understudy.nes.text import Replacement, Span

__all__ = ["default_edits", "several_edits"]

_DEFAULT: Final = re.compile(r"=(?!>)\s*(\S.*)\Z", re.DOTALL)
_CONSTANT: Final = re.compile(
    r"""[-+]?\d[\w.]*\Z|"[^"]*"\Z|'[^']*'\Z|(?:[Tt]rue|[Ff]alse)\Z|\[\]\Z|\{\}\Z|\(\)\Z"""
)
"""A default that means the same in every text, and that says more than that there is no value."""


def default_edits(
    parameter_change: ParameterChange, text: SourceText, call: CallSite
) -> tuple[Replacement, ...] | None:
    """Return the edit that passes what was the default; empty if it is no constant, None if the call needs none."""
    name, at, after = parameter_change.name, parameter_change.at, parameter_change.after
    if name in call.keyword_indexes or (at < call.positional_count and name not in after.keyword_only):
        return None
    default = _DEFAULT.search(parameter_change.before.items[at].text)
    if default is None or not _CONSTANT.match(default[1]):
        return ()
    if at == len(call.arguments) == call.positional_count and name not in after.keyword_only:
        return insert_argument(text, call, at, default[1])
    sign = after.syntax.keyword_sign
    return insert_argument(text, call, len(call.arguments), f"{name}{sign}{default[1]}") if sign else ()


def several_edits(
    context: RuleContext, parameter_change: ParameterChange, text: SourceText, call: CallSite
) -> tuple[Replacement, ...] | None:
    """Return the edits of a call; empty if they are not known, None if the call needs none."""
    before, after = parameter_change.before, parameter_change.after
    if before.is_variadic or after.is_variadic or call.positional_count > len(before.parameters):
        return None
    names, new_names = before.parameter_names(), set(after.parameter_names())
    removed = [
        index
        for index, name in enumerate(names)
        if name not in new_names and index < call.positional_count and name not in before.keyword_only
    ]
    removed += [at for name, at in call.keyword_indexes.items() if name in names and name not in new_names]
    is_one_line = not call.arguments or (
        call.arguments[0].span.start.line == call.arguments[-1].span.end.line
    )
    if not is_one_line and new_names <= set(names):
        return _removals(text, call, sorted(removed))
    arguments = _new_arguments(context, parameter_change, text, call, set(removed))
    if arguments is None or (not is_one_line and arguments != [item.text for item in call.arguments]):
        return ()
    if arguments == [item.text for item in call.arguments]:
        return None
    if not call.arguments:
        return insert_argument(text, call, 0, ", ".join(arguments))
    span = Span(call.arguments[0].span.start, call.arguments[-1].span.end)
    return (Replacement(span, ", ".join(arguments)),)


def _removals(text: SourceText, call: CallSite, indexes: Sequence[int]) -> tuple[Replacement, ...] | None:
    """Return the edits that take arguments out of a call of several lines; empty if they overlap."""
    if not indexes:
        return None
    found = [Replacement(removal_span(text.raw, call.arguments, at), "") for at in indexes]
    overlap = any(left.span.end > right.span.start for left, right in pairwise(found))
    return () if overlap else tuple(found)


def _new_arguments(
    context: RuleContext,
    parameter_change: ParameterChange,
    text: SourceText,
    call: CallSite,
    removed: set[int],
) -> list[str] | None:
    """Return all arguments of the call as they have to be; None if one is not known."""
    before, after = parameter_change.before, parameter_change.after
    names = before.parameter_names()
    positional = dict(zip(names, call.arguments[: call.positional_count], strict=False))
    written: list[str] = []
    named = [
        call.arguments[at].text
        for at in range(call.positional_count, len(call.arguments))
        if at not in removed
    ]
    is_omitted = bool(set(call.keyword_indexes) - set(names))
    for at, parameter in enumerate(after.parameters):
        name = parameter.name
        if name in positional:
            if is_omitted:
                return None
            written.append(positional[name].text)
        elif name in call.keyword_indexes or name in names or parameter.is_optional:
            is_omitted = True
        else:
            value = find_argument(context, parameter_change._replace(name=name, at=at), text, call)
            if value is None:
                return None
            if not is_omitted and not call.keyword_indexes and name not in after.keyword_only:
                written.append(value)
            elif after.syntax.keyword_sign:
                named.append(f"{name}{after.syntax.keyword_sign}{value}")
            else:
                return None
    return written + named
