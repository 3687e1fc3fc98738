"""A rule of a style sheet for one direction of the text keeps its physical sides.

Who writes `margin-inline-start` instead of `margin-left` leaves the one below `[dir="ltr"]` or `:dir(rtl)`,
where the left side is meant.
"""

import re
from collections.abc import Sequence
from typing import Final

from understudy.nes.symbolic.candidates import UnscoredCandidate
from understudy.nes.symbolic.filters.places.place_kinds import STYLE_SHEETS
from understudy.nes.symbolic.limits import OTHER_TYPE_PROBABILITY
from understudy.nes.syntax import language_of

__all__ = ["limit_logical_sides"]

_LOGICAL: Final = re.compile(r"\binline-(?:start|end)\b|:\s*(?:start|end)\b")
_PHYSICAL: Final = re.compile(r"\b(?:left|right)\b")
_DIRECTION: Final = re.compile(r"\[dir\b|:dir\(|[.&-](?:rtl|ltr)\b")


def limit_logical_sides(unscored: Sequence[UnscoredCandidate]) -> None:
    for one in unscored:
        if one.probability <= OTHER_TYPE_PROBABILITY or not one.is_line_change:
            continue
        old, new = one.snapshot.lines[one.line], one.new[0]
        if _PHYSICAL.search(old) is None or _LOGICAL.search(new) is None or _LOGICAL.search(old) is not None:
            continue
        if language_of(one.snapshot).id in STYLE_SHEETS and _is_of_direction(one.snapshot.lines, one.line):
            one.probability = OTHER_TYPE_PROBABILITY


def _is_of_direction(lines: Sequence[str], line: int) -> bool:
    """Whether a selector around a line is of one direction."""
    depth = 0
    is_selector = False
    for number in range(line - 1, -1, -1):
        text = lines[number]
        opened = text.count("{") - text.count("}")
        depth += opened
        if depth > 0:
            depth, is_selector = 0, True
        elif text.rstrip()[-1:] != ",":
            is_selector = False
        if is_selector and _DIRECTION.search(text) is not None:
            return True
    return False
