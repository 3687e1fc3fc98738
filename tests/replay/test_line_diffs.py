"""Line diffs: regions, distances, and edits in the units of the protocol."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from understudy.replay.line_diffs import (
    DiffRegion,
    apply_edits,
    diff_regions,
    line_distance,
    region_change,
    utf16_length,
)
from understudy.replay.metrics import is_correct_step
from understudy.schema.acp import NesTextEdit, Position, Range

LINES = st.lists(st.sampled_from(["", "a", "b", "  c", "é", "𝔘 x", "日本"]), min_size=1, max_size=12)


def edit(place: Range, text: str) -> NesTextEdit:
    return NesTextEdit(range=place, new_text=text)


def at(line: int, character: int, line2: int, character2: int) -> Range:
    return Range(
        start=Position(line=line, character=character), end=Position(line=line2, character=character2)
    )


@given(LINES, LINES)
def test_changes_sent_region_by_region_from_the_bottom_make_the_other_text(
    old: list[str], new: list[str]
) -> None:
    now = old
    for region in reversed(diff_regions(old, new)):
        place, text = region_change(now, region, new[region.new_start : region.new_stop])
        now = apply_edits(now, [edit(place, text)])
    assert now == new


@given(LINES, LINES)
def test_the_distance_is_that_of_the_regions_and_zero_only_for_equal_texts(
    old: list[str], new: list[str]
) -> None:
    assert (line_distance(old, new) == 0) == (old == new)
    assert is_correct_step(old, new, new) == (old != new)


def test_regions_are_listed_from_top_to_bottom() -> None:
    assert diff_regions(list("abcdef"), list("aXcdYYf")) == [DiffRegion(1, 2, 1, 2), DiffRegion(4, 5, 4, 6)]
    assert diff_regions(list("abc"), list("abc")) == []


def test_a_step_that_does_too_much_brings_nothing_nearer() -> None:
    now, final = ["a", "b", "c"], ["x", "b", "y"]
    assert is_correct_step(now, ["x", "b", "c"], final)
    assert not is_correct_step(now, ["x", "b", "z"], final)
    assert not is_correct_step(now, ["q", "b", "c"], final)
    assert not is_correct_step(now, now, final)


def test_positions_count_utf_16_units() -> None:
    assert utf16_length("a𝔘é") == 4
    assert apply_edits(["a𝔘b"], [edit(at(0, 3, 0, 4), "c")]) == ["a𝔘c"]


def test_several_edits_are_all_counted_in_the_text_as_it_was() -> None:
    edits = [edit(at(0, 0, 0, 1), "xx\nyy"), edit(at(2, 0, 2, 1), "")]
    assert apply_edits(["a", "b", "c"], edits) == ["xx", "yy", "b", ""]


def test_a_position_behind_the_last_line_is_the_end() -> None:
    assert apply_edits(["a"], [edit(at(1, 0, 1, 0), "\nb")]) == ["a", "b"]


@pytest.mark.parametrize(
    "edits",
    [
        [edit(at(5, 0, 5, 0), "x")],
        [edit(at(1, 0, 0, 0), "x")],
        [edit(at(0, 0, 0, 2), "x"), edit(at(0, 1, 0, 3), "y")],
    ],
)
def test_edits_that_no_editor_can_make_are_rejected(edits: list[NesTextEdit]) -> None:
    with pytest.raises(ValueError):
        apply_edits(["abcd", "e"], edits)


def test_texts_that_would_take_minutes_to_compare_are_one_region() -> None:
    old, new = ["x", *["same"] * 3000, "y"], ["p", *["same"] * 2999, "q"]
    assert diff_regions(old, new) == [DiffRegion(0, 3002, 0, 3001)]
