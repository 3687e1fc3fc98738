"""An option of one program says nothing about an option of that name that another program gets.

Who renames the own option `--dry-run` leaves the one in `subprocess.run(["rsync", "--dry-run"])`. Shell scripts run
programs in every line, and repetitions there are of the same program more often than not, unless the changed line
is about the options of the script itself, such as the pattern of a `case`.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from understudy.nes.engine_api import Situation
from understudy.nes.symbolic.candidates import UnscoredCandidate
from understudy.nes.symbolic.consequences import is_about_own_option, is_other_option
from understudy.nes.symbolic.limits import OTHER_TYPE_PROBABILITY
from understudy.nes.symbolic.patterns import EditPatterns
from understudy.nes.syntax import language_of
from understudy.nes.text import Point, common_affix_lengths

__all__ = ["limit_options_of_other_commands"]

_OPTION: Final = re.compile(r"(?<![\w-])--[a-z][\w-]*")


def limit_options_of_other_commands(
    unscored: Sequence[UnscoredCandidate], patterns: EditPatterns, situation: Situation
) -> None:
    """Lower the probability of candidates that change the option of another program than the user changed."""
    changed: dict[str, list[tuple[str, int]]] = {}
    """The texts and lines in which an option of that name was changed."""
    for example in patterns.line_examples:
        for option, _ in _changed_options(example.old, example.new):
            snapshot = situation.snapshot_at(example.edit.uri) if example.edit.line >= 0 else None
            if snapshot is None or example.new not in example.edit.new:
                continue
            if language_of(snapshot).id == "shellscript" and not is_about_own_option(example.new):
                continue
            line = example.edit.line + example.edit.new.index(example.new)
            if line < len(snapshot.lines) and snapshot.lines[line] == example.new:
                changed.setdefault(option, []).append((snapshot.uri, line))
    if not changed:
        return
    for one in unscored:
        if not one.is_line_change or one.probability <= OTHER_TYPE_PROBABILITY:
            continue
        for option, column in _changed_options(one.snapshot.lines[one.line], one.new[0]):
            at = Point(one.line, column)
            known = [line for uri, line in changed.get(option, ()) if uri == one.snapshot.uri]
            if known and all(is_other_option(one.snapshot, line, at) for line in known):
                one.probability = OTHER_TYPE_PROBABILITY


def _changed_options(old: str, new: str) -> Iterator[tuple[str, int]]:
    """The option of a line whose name changes, and its column."""
    if "--" in old:
        head, tail = common_affix_lengths(old, new)
        for one in _OPTION.finditer(old):
            if one.start() <= head and len(old) - tail <= one.end() and head < one.end():
                yield one[0], one.start()
