"""A field that was inserted into one type, or into a literal of it, does not belong to another type.

The type is named by the next line above that is indented less: `PrintOptions {`, `pub struct ScanOptions {`.
"""

import re
from collections.abc import Sequence
from typing import Final

from understudy.nes.engine_api import Situation
from understudy.nes.symbolic.candidates import UnscoredCandidate
from understudy.nes.symbolic.limits import OTHER_VALUE_PROBABILITY
from understudy.nes.symbolic.patterns import EditPatterns
from understudy.nes.symbolic.tokens import enclosing_type

__all__ = ["limit_fields_of_other_types"]

_FIELD: Final = re.compile(
    r"\s*(?:(?:pub|public|private|protected|readonly)\s+)*[A-Za-z_$][\w$]*\??\s*[:=]\s*\S.*[,;]\s*\Z"
)


def limit_fields_of_other_types(
    unscored: Sequence[UnscoredCandidate], patterns: EditPatterns, situation: Situation
) -> None:
    """Make it improbable to insert a field where another type is declared or constructed than in all examples."""
    types: dict[str, set[str]] = {}
    for block in patterns.blocks:
        line = block.new[0] if len(block.new) == 1 and not block.old else ""
        if not line or block.edit.line < 0 or not _FIELD.match(line):
            continue
        snapshot = situation.snapshot_at(block.edit.uri)
        name = enclosing_type(snapshot.lines, block.edit.line, line) if snapshot is not None else ""
        types.setdefault(line.strip(), set()).add(name)
    if not any(all(names) for names in types.values()):
        return
    for one in unscored:
        if one.line_count or len(one.new) != 1 or one.probability <= OTHER_VALUE_PROBABILITY:
            continue
        names = types.get(one.new[0].strip(), {""})
        name = enclosing_type(one.snapshot.lines, one.line, one.new[0]) if all(names) else ""
        if name and name not in names:
            one.probability = OTHER_VALUE_PROBABILITY
