"""The order of candidates: bonuses for the file and for nearness, jumps last, renames in reading order."""

import pytest

from nes_symbolic.builders import HERE, OTHER, asked, candidate, text_of
from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.engine import rank_candidates
from understudy.nes.symbolic.limits import (
    CURRENT_FILE_BONUS,
    MIN_EDIT_PROBABILITY,
    NEARNESS_BONUS,
    VISIBLE_BONUS,
)

TEXT = "\n".join(["= 1"] * 60)
CURSOR = (30, 0)


def first(*candidates: Candidate, visible_lines: tuple[int, int] | None = None) -> Candidate:
    situation = asked(TEXT, cursor=CURSOR, visible_lines=visible_lines)
    return rank_candidates(list(candidates), situation)[0]


@pytest.mark.parametrize(
    ("here", "elsewhere", "is_here_first"),
    [
        pytest.param(
            0.5, 0.5 + CURRENT_FILE_BONUS - 0.05, True, id="a little likelier elsewhere is not enough"
        ),
        pytest.param(0.5, 0.5 + CURRENT_FILE_BONUS + 0.15, False, id="much likelier elsewhere comes first"),
        pytest.param(MIN_EDIT_PROBABILITY, 0.6, True, id="the least likely with the bonus"),
        pytest.param(MIN_EDIT_PROBABILITY - 0.01, 0.37, False, id="too unlikely for the bonus"),
    ],
)
def test_another_file_comes_first_only_if_it_is_much_likelier(
    here: float, elsewhere: float, is_here_first: bool
) -> None:
    own, other = candidate(59, here), candidate(0, elsewhere, uri=OTHER)
    assert (first(other, own) is own) is is_here_first


@pytest.mark.parametrize(
    ("near", "far", "gap"),
    [
        pytest.param(30, 31, 0.005, id="the line of the cursor before the line below"),
        pytest.param(31, 29, 0.04, id="below before above at the same distance"),
        pytest.param(30, 29, 0.045, id="the line of the cursor before the line above"),
        pytest.param(32, 50, 0.04, id="near before far below"),
        pytest.param(28, 5, 0.015, id="near before far above"),
    ],
)
def test_the_nearer_place_wins_over_a_slightly_likelier_one(near: int, far: int, gap: float) -> None:
    close, distant = candidate(near, 0.5), candidate(far, 0.5 + gap)
    assert first(distant, close) is close
    assert first(candidate(far, 0.5 + NEARNESS_BONUS + 0.01), close) is not close


def test_a_change_of_all_places_has_the_full_bonus() -> None:
    everywhere = candidate(0, 0.5, kind="rename")
    assert first(candidate(31, 0.505), everywhere) is everywhere
    assert first(candidate(30, 0.505), everywhere) is not everywhere


@pytest.mark.parametrize(
    ("edit", "jump", "is_jump_last"),
    [
        pytest.param(MIN_EDIT_PROBABILITY, 0.9, True, id="an edit that can be displayed"),
        pytest.param(MIN_EDIT_PROBABILITY - 0.01, 0.9, False, id="an edit that is too unlikely"),
    ],
)
def test_a_jump_comes_after_an_edit_that_can_be_displayed(
    edit: float, jump: float, is_jump_last: bool
) -> None:
    one, other = candidate(31, edit), candidate(50, jump, kind="jump")
    assert (first(other, one) is one) is is_jump_last


def rename(line: int, probability: float, uri: str = HERE, old: str = "load") -> Candidate:
    return candidate(line, probability, uri=uri, end=len(old), text="fetch")


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        pytest.param([45, 40, 30], [30, 40, 45], id="down from the line of the cursor"),
        pytest.param([10, 29, 31], [31, 10, 29], id="then from the top"),
    ],
)
def test_the_places_of_one_rename_are_in_reading_order(lines: list[int], expected: list[int]) -> None:
    situation = asked("\n".join(["load()"] * 60), cursor=CURSOR)
    ranked = rank_candidates([rename(line, 0.5 + line / 1000) for line in lines], situation)
    assert [one.edits[0].span.start.line for one in ranked] == expected


@pytest.mark.parametrize(
    ("line", "changed"),
    [
        pytest.param("load()", candidate(20, 0.9, end=4, text="a\nb"), id="several lines"),
        pytest.param("load()", candidate(20, 0.9, end=4, text="a.b"), id="more than a word"),
        pytest.param("12()", candidate(20, 0.9, end=2, text="13"), id="a number"),
        pytest.param(
            "load()", candidate(20, MIN_EDIT_PROBABILITY - 0.01, end=4, text="fetch"), id="unlikely"
        ),
    ],
)
def test_what_is_no_likely_rename_is_ranked_by_probability(line: str, changed: Candidate) -> None:
    """Two changes of the same text: as a rename, the one below the cursor would come first."""
    situation = asked("\n".join([line] * 60), cursor=CURSOR)
    span, text = changed.edits[0]
    below = candidate(58, changed.probability - 0.07, end=span.end.column, text=text)
    assert rank_candidates([below, changed], situation)[0] is changed


def test_the_rename_is_the_whole_word_around_the_edit() -> None:
    situation = asked("\n".join(["load_all(x)"] * 60), cursor=CURSOR)
    above = candidate(20, 0.9, column=0, end=4, text="fetch")
    below = candidate(50, 0.8, column=0, end=4, text="fetch")
    assert rank_candidates([above, below], situation) == [below, above]


def test_places_in_other_files_follow_file_by_file() -> None:
    third = "file:///project/c.py"
    lines = "\n".join(["load()"] * 60)
    situation = asked(lines, cursor=CURSOR, others=[text_of(lines, OTHER), text_of(lines, third)])
    found = [
        rename(9, 0.95, OTHER),
        rename(5, 0.94, third),
        rename(2, 0.93, OTHER),
        rename(1, 0.6),
    ]
    ranked = rank_candidates(found, situation)
    assert [(one.uri, one.edits[0].span.start.line) for one in ranked] == [
        (HERE, 1),
        (OTHER, 2),
        (OTHER, 9),
        (third, 5),
    ]


def test_a_place_on_the_screen_wins_over_a_slightly_likelier_one() -> None:
    seen, unseen = candidate(50, 0.5), candidate(51, 0.5 + VISIBLE_BONUS - 0.01)
    assert first(unseen, seen, visible_lines=(20, 50)) is seen
    assert first(unseen, seen, visible_lines=(20, 51)) is unseen
    assert first(unseen, seen, visible_lines=(51, 60)) is unseen
    assert first(unseen, seen) is unseen
    everywhere = candidate(0, 0.5, kind="rename")
    assert first(candidate(31, 0.505), everywhere, visible_lines=(0, 60)) is everywhere
