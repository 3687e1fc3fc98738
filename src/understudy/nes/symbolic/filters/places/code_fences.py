"""The end of a block of code in a document gets no language: only its beginning names one."""

import re
from collections.abc import Sequence
from typing import Final

from understudy.nes.symbolic.candidates import UnscoredCandidate
from understudy.nes.symbolic.limits import OTHER_TYPE_PROBABILITY
from understudy.nes.syntax import language_of
from understudy.nes.text import find_fenced_block

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
        block = find_fenced_block(one.snapshot, one.line) if one.new[0].strip() != line.strip() else None
        if block is not None and one.line == block.last:
            one.probability = OTHER_TYPE_PROBABILITY
