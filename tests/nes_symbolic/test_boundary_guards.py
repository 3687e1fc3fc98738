"""Limits of the filters, the index and the generators: what happens at each of them, and one beyond it."""

import pytest

from nes_symbolic.builders import HERE, asked, generated, made, unscored
from understudy.nes.symbolic.filters.values import LiteralFilter
from understudy.nes.symbolic.limits import (
    MAX_CARRIED_CHANGE_LINES,
    MAX_LEARNED_EDITS,
    MAX_PATTERN_LINE_CHARS,
    OTHER_VALUE_PROBABILITY,
)
from understudy.nes.symbolic.patterns import extract_patterns
from understudy.nes.symbolic.snapshot_index import SnapshotIndex
from understudy.nes.text import TextSnapshot


@pytest.mark.parametrize(
    ("old_chars", "new_chars", "is_compared"),
    [
        pytest.param(20, 20, True, id="short lines"),
        pytest.param(20, MAX_PATTERN_LINE_CHARS, True, id="the new line is as long as possible"),
        pytest.param(20, MAX_PATTERN_LINE_CHARS + 1, False, id="the new line is too long"),
        pytest.param(MAX_PATTERN_LINE_CHARS, 20, True, id="the old line is as long as possible"),
        pytest.param(MAX_PATTERN_LINE_CHARS + 1, 20, False, id="the old line is too long"),
    ],
)
def test_a_value_is_compared_only_in_lines_that_are_not_too_long(
    old_chars: int, new_chars: int, is_compared: bool
) -> None:
    patterns = extract_patterns([made("DAMAGE = 12", "DAMAGE = 14")], MAX_LEARNED_EDITS)
    old, new = "r" * (old_chars - 5) + " = 12", "r" * (new_chars - 5) + " = 14"
    one = unscored(3, 0.9, old=old, new=(new,), size=5)
    (filtered,) = LiteralFilter(patterns).filter([one])
    assert filtered.probability == (OTHER_VALUE_PROBABILITY if is_compared else 0.9)


@pytest.mark.parametrize(
    ("old", "new", "is_carried"),
    [
        pytest.param(1, 1, True, id="one line"),
        pytest.param(MAX_CARRIED_CHANGE_LINES, 1, True, id="as many old lines as possible"),
        pytest.param(MAX_CARRIED_CHANGE_LINES + 1, 1, False, id="an old line too many"),
        pytest.param(1, MAX_CARRIED_CHANGE_LINES, True, id="as many new lines as possible"),
        pytest.param(1, MAX_CARRIED_CHANGE_LINES + 1, False, id="a new line too many"),
    ],
)
def test_an_index_is_carried_over_a_change_that_is_not_too_large(
    old: int, new: int, is_carried: bool
) -> None:
    before = SnapshotIndex(TextSnapshot(HERE, "python", ["a", *["old"] * old, "z"], 1))
    after = SnapshotIndex(TextSnapshot(HERE, "python", ["a", *["new"] * new, "z"], 2), before)
    assert (after._change is not None) is is_carried


def test_a_line_is_inserted_into_the_empty_last_line() -> None:
    edits = [
        made(None, "log()", 1, above="a()", below="b()", serial=1),
        made("a()", "a()\n", 3, serial=2, above="b()"),
    ]
    found = generated(asked("a()\nlog()\nb()\na()\n", *edits, cursor=(4, 0)), "insert")
    assert {(one.line, one.new, one.features["opened"], one.features["below_same"]) for one in found} == {
        (4, ("log()",), 1.0, 0.0)
    }
