"""Whether a call has the new parameters already: a recent edit took arguments out of it, or added some.

Where a parameter is optional, the number of arguments alone does not show it.
"""

import re
from collections.abc import Sequence
from itertools import islice

from understudy.nes.symbolic.consequences.call_updates.parameter_changes import ParameterChange
from understudy.nes.symbolic.consequences.functions import CallSite
from understudy.nes.symbolic.consequences.limits import MAX_SETTLING_EDITS
from understudy.nes.symbolic.consequences.rule_context import RuleContext, SourceText
from understudy.nes.syntax import find_closing_bracket, split_list_items
from understudy.nes.text import Edit, EditOrigin, Point

__all__ = ["is_edited_since", "is_settled"]


def is_edited_since(
    context: RuleContext, parameter_change: ParameterChange, text: SourceText, call: CallSite
) -> bool:
    """Return whether a later edit than the change wrote lines of the call."""
    serial = parameter_change.change.edit.serial
    return any(edit.serial > serial and _touches(edit, text, call) for edit in context.situation.edits)


def is_settled(
    context: RuleContext, parameter_change: ParameterChange, text: SourceText, call: CallSite
) -> bool:
    """Return whether a recent edit gave the call another number of arguments, as the parameters have it now.

    After several parameters changed, any later edit of its arguments settles it.
    """
    serial = parameter_change.change.edit.serial
    for edit in islice(reversed(context.situation.edits), MAX_SETTLING_EDITS):
        if edit.origin is EditOrigin.UNDONE or not _touches(edit, text, call):
            continue
        old = _old_arguments(edit, text, call, parameter_change.call_name)
        new = [item.text for item in call.arguments]
        if old is None:
            continue
        match parameter_change.kind:
            case "out":
                has_changed = len(new) < len(old)
            case "in" | "required":
                has_changed = len(new) > len(old)
            case _:
                has_changed = new != old and (len(new) != len(old) or edit.serial > serial)
        if has_changed:
            return True
    return False


def _touches(edit: Edit, text: SourceText, call: CallSite) -> bool:
    return (
        edit.uri == text.snapshot.uri
        and edit.line >= 0
        and edit.line <= call.closing.line
        and edit.line + len(edit.new) > call.opening.line
    )


def _old_arguments(edit: Edit, text: SourceText, call: CallSite, name: str) -> list[str] | None:
    """Return the arguments of the call before the edit; None if they are not known."""
    first, last = edit.line, edit.line + len(edit.new)
    raw = [*text.raw[:first], *edit.old, *text.raw[last:]]
    code = text.code_with_replaced_lines(first, last, edit.old)
    word = re.compile(rf"(?<![\w$]){re.escape(name)}\s*(?:::new\s*)?(?=\()")
    if call.opening.line < first:
        openings = [call.opening]
        index = 0
    else:
        now = _openings(word, text.code, range(first, last))
        openings = _openings(word, edit.old, range(len(edit.old)))
        if call.opening not in now or len(now) != len(openings):
            return None
        index = now.index(call.opening)
        openings = [Point(first + one.line, one.column) for one in openings]
    end = find_closing_bracket(code, openings[index])
    if end is None:
        return None
    return [item.text for item in split_list_items(code, raw, openings[index], end)]


def _openings(word: re.Pattern[str], lines: Sequence[str], numbers: range) -> list[Point]:
    return [Point(number, match.end()) for number in numbers for match in word.finditer(lines[number])]
