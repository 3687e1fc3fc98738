"""The end of a block of code in a document gets no language: only its beginning names one."""

import re
from collections.abc import Sequence
from typing import Final

from understudy.nes.symbolic.candidates import UnscoredCandidate
from understudy.nes.symbolic.limits import OTHER_TYPE_PROBABILITY
from understudy.nes.syntax import language_of

__all__ = ["limit_languages_of_code_ends"]

_FENCE: Final = re.compile(r"\s*(?:>\s*)?(`{3,}|~{3,})")
_FENCED: Final = frozenset({"markdown", "mdx"})


def limit_languages_of_code_ends(unscored: Sequence[UnscoredCandidate]) -> None:
    for one in unscored:
        if one.probability <= OTHER_TYPE_PROBABILITY or not one.is_line_change:
            continue
        line = one.snapshot.lines[one.line]
        fence = _FENCE.match(line) if "```" in line or "~~~" in line else None
        if fence is None or line[fence.end() :].strip() or language_of(one.snapshot).id not in _FENCED:
            continue
        if one.new[0].strip() != line.strip() and _is_end(one.snapshot.lines, one.line, fence[1][0]):
            one.probability = OTHER_TYPE_PROBABILITY


def _is_end(lines: Sequence[str], line: int, sign: str) -> bool:
    found = (_FENCE.match(lines[number]) for number in range(line))
    return sum(one is not None and one[1][0] == sign for one in found) % 2 == 1
