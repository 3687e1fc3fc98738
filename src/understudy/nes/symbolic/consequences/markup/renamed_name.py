"""Whether an edit renamed a name of a stylesheet whose uses the rules of this package know: it is not repeated."""

import re
from typing import Final, NamedTuple

from understudy.nes.symbolic.consequences.markup.class_names import NESTED_NAME
from understudy.nes.symbolic.consequences.markup.grid_areas import RenamedArea, find_renamed_area
from understudy.nes.symbolic.consequences.markup.style_identifiers import (
    RenamedIdentifier,
    find_renamed_identifier,
)
from understudy.nes.symbolic.consequences.rule_context import Change, RuleContext

__all__ = ["find_renamed_style_name"]

_NESTED_LINE: Final = re.compile(rf"\s*{NESTED_NAME.pattern}(?P<rest>.*)")


class _NestedName(NamedTuple):
    old: str
    new: str

    @property
    def mention(self) -> re.Pattern[str]:
        return re.compile(rf"(&){re.escape(self.old)}(?![\w-])")


def find_renamed_style_name(
    context: RuleContext, change: Change
) -> RenamedArea | RenamedIdentifier | _NestedName | None:
    """Return the area, the definition or the nested class of a stylesheet that an edit renamed."""
    edit = change.edit
    if len(edit.old) != 1 or len(edit.new) != 1:
        return None
    if "&" in edit.new[0]:
        before, after = _NESTED_LINE.match(edit.old[0]), _NESTED_LINE.match(edit.new[0])
        is_nested = before is not None and after is not None and before["rest"] == after["rest"]
        return _NestedName(before[1], after[1]) if before and after and is_nested else None
    return find_renamed_area(context, change) or find_renamed_identifier(context, change)
