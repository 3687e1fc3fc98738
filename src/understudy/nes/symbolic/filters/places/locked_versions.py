"""The versions of other packages in a lock file do not change with that of the project.

Tools write these entries, with the place and the hash of what was downloaded. That the number is the same is
chance.
"""

from collections.abc import Sequence

from understudy.nes.symbolic.alignment import token_changes
from understudy.nes.symbolic.candidates import UnscoredCandidate
from understudy.nes.symbolic.consequences import find_npm_versions, is_lock_file
from understudy.nes.symbolic.limits import MAX_PATTERN_LINE_CHARS, OTHER_VALUE_PROBABILITY

__all__ = ["limit_locked_versions"]


def limit_locked_versions(unscored: Sequence[UnscoredCandidate]) -> None:
    for one in unscored:
        if one.probability <= OTHER_VALUE_PROBABILITY or not one.is_line_change:
            continue
        if not is_lock_file(one.snapshot.uri):
            continue
        if _changes_number(one) and one.line not in find_npm_versions(one.snapshot.lines):
            one.probability = OTHER_VALUE_PROBABILITY


def _changes_number(one: UnscoredCandidate) -> bool:
    old, new = one.snapshot.lines[one.line], one.new[0]
    if max(len(old), len(new)) > MAX_PATTERN_LINE_CHARS:
        return False
    return any(
        removed and removed[0][0].isdigit() and added and added[0][0].isdigit()
        for removed, added in token_changes(old, new)
    )
