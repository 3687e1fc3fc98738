"""Boundaries of jumps, of renames and search-and-replace, and of changes to the selection."""

from typing import Any

import pytest

from nes_symbolic.builders import HERE, OTHER, asked, unscored
from understudy.nes.engine_api import Candidate, SuggestionKind
from understudy.nes.symbolic.aggregates import bulk_candidates, jump_candidates, selection_candidates
from understudy.nes.symbolic.candidates import UnscoredCandidate
from understudy.nes.symbolic.limits import (
    MAX_VISIBLE_DISTANCE_LINES,
    MIN_BULK_PLACES,
    MIN_BULK_PROBABILITY,
    MIN_EDIT_PROBABILITY,
    MIN_JUMP_PROBABILITY,
    MIN_SELECTION_PROBABILITY,
    SELECTION_ODDS_FACTOR,
)
from understudy.nes.symbolic.snapshot_index import SnapshotIndex
from understudy.nes.text import Point, Span, TextSnapshot

JUMP: frozenset[SuggestionKind] = frozenset({"edit", "jump"})
CURSOR = 50
LOW = 0.34


def jumps(*found: UnscoredCandidate, kinds: frozenset[SuggestionKind] = JUMP) -> list[Candidate]:
    return list(jump_candidates(found, asked("x", cursor=(CURSOR, 0), kinds=kinds)))


@pytest.mark.parametrize(
    ("line", "uri", "jumped"),
    [
        pytest.param(CURSOR + MAX_VISIBLE_DISTANCE_LINES, HERE, False, id="visible below"),
        pytest.param(CURSOR + MAX_VISIBLE_DISTANCE_LINES + 1, HERE, True, id="further below"),
        pytest.param(CURSOR - MAX_VISIBLE_DISTANCE_LINES, HERE, False, id="visible above"),
        pytest.param(CURSOR - MAX_VISIBLE_DISTANCE_LINES - 1, HERE, True, id="further above"),
        pytest.param(CURSOR, OTHER, True, id="the same line of another text"),
    ],
)
def test_only_places_out_of_sight_need_a_jump(line: int, uri: str, jumped: bool) -> None:
    found = jumps(unscored(line, LOW, uri=uri), unscored(line, LOW, uri=uri, new=("z",)))
    assert [(one.uri, one.position and one.position.line) for one in found] == (
        [(uri, line)] if jumped else []
    )


@pytest.mark.parametrize(
    ("probability", "jumped"),
    [
        pytest.param(MIN_EDIT_PROBABILITY - 0.01, True, id="no edit can be displayed"),
        pytest.param(MIN_EDIT_PROBABILITY, False, id="an edit can be displayed"),
    ],
)
def test_an_edit_that_can_be_displayed_needs_no_jump(probability: float, jumped: bool) -> None:
    assert bool(jumps(unscored(80, probability), unscored(80, LOW, new=("z",)))) is jumped


def test_a_jump_has_the_probability_that_one_of_the_changes_is_right() -> None:
    (found,) = jumps(unscored(80, 0.33, pattern="a"), unscored(80, 0.34, pattern="b"), unscored(90, 0.35))
    assert found.probability == pytest.approx(1 - 0.67 * 0.66)
    assert found.position == Point(80, 1)
    assert found.pattern == "to b"


def test_a_place_that_is_less_likely_than_not_is_no_reason_for_a_jump() -> None:
    least = 1 - (1 - MIN_JUMP_PROBABILITY) ** 0.5
    assert jumps(unscored(80, least + 0.01), unscored(80, least, new=("z",)))
    assert jumps(unscored(80, least - 0.01), unscored(80, least, new=("z",))) == []


def test_one_change_alone_is_no_reason_for_a_jump() -> None:
    assert jumps(unscored(80, LOW)) == []
    assert jumps() == []
    assert jumps(unscored(80, LOW), unscored(80, LOW, new=("z",)), kinds=frozenset({"edit"})) == []


def test_a_jump_behind_the_last_line_is_at_its_start() -> None:
    (found,) = jumps(unscored(200, LOW, line_count=0), unscored(200, LOW, line_count=0, new=("z",)))
    assert found.position == Point(200, 0)


TEXT = "def load():\nload()\nload()\nload()\n"


def bulk(
    text: str = TEXT,
    kinds: frozenset[Any] = frozenset({"rename", "searchAndReplace"}),
    probabilities: tuple[float, ...] = (0.9, 0.8, 0.7),
    new: str = "fetch",
    old: str = "load",
    skip: int = 0,
) -> list[Candidate]:
    situation = asked(text, kinds=kinds)
    lines = [number for number, line in enumerate(situation.snapshot.lines) if old in line]
    found = [
        UnscoredCandidate(
            snapshot=situation.snapshot, line=line, line_count=1, new=(new,), family="replace", pattern="p",
            topic="t", why="w", features={}, probability=probability,
            token_replacement=((old,), (new,) if new else ()),
        )
        for line, probability in zip(lines[skip:], probabilities, strict=False)
    ]  # fmt: skip
    return list(bulk_candidates(found, situation, SnapshotIndex(situation.snapshot)))


@pytest.mark.parametrize(
    ("more", "kinds"),
    [
        pytest.param({"probabilities": (0.9, 0.8, 0.7, 0.6)}, ["rename"], id="all places"),
        pytest.param(
            {"probabilities": (0.1, 0.8, 0.7, 0.6)}, ["rename"], id="the definition may be unlikely"
        ),
        pytest.param(
            {"probabilities": (0.9, 0.8, 0.7, MIN_BULK_PROBABILITY)}, ["rename"], id="the least likely place"
        ),
        pytest.param(
            {"probabilities": (0.9, 0.8, 0.7, MIN_BULK_PROBABILITY - 0.01)}, [], id="a place too unlikely"
        ),
        pytest.param({"probabilities": (0.9, 0.8, 0.7)}, [], id="a place without a candidate"),
        pytest.param(
            {"text": "load()\nload()\nload()"}, ["searchAndReplace"], id="the definition is elsewhere"
        ),
        pytest.param({"text": "load()\nload()"}, [], id="too few places"),
        pytest.param({"text": "load()\nload()\nload()", "new": ""}, [], id="replaced by nothing"),
        pytest.param(
            {"probabilities": (0.9, 0.8, 0.7, 0.6), "new": "1"}, ["searchAndReplace"], id="not a name"
        ),
        pytest.param(
            {"probabilities": (0.9, 0.8, 0.7, 0.6), "kinds": frozenset({"edit"})}, [], id="only edits"
        ),
        pytest.param(
            {"probabilities": (0.9, 0.8, 0.7, 0.6), "kinds": frozenset({"searchAndReplace"})},
            ["searchAndReplace"],
            id="no renames",
        ),
        pytest.param(
            {"text": "load()\nload()\nload()", "kinds": frozenset({"rename"})}, [], id="no replacements"
        ),
    ],
)
def test_when_all_places_are_changed_at_once(more: dict[str, Any], kinds: list[str]) -> None:
    assert [one.kind for one in bulk(**more)] == kinds
    assert MIN_BULK_PLACES == 3


def test_what_all_places_at_once_look_like() -> None:
    (rename,) = bulk(probabilities=(0.9, 0.8, 0.7, 0.6))
    assert (rename.position, rename.new_name) == (Point(0, 4), "fetch")
    assert 0.9 < rename.probability < 0.91
    (replacement,) = bulk("load()\nload()\nload()", new="$f")
    assert (replacement.search, replacement.replace, replacement.is_regex) == (r"\bload\b", "$$f", True)
    (literal,) = bulk("a => b\nc => d\ne => f", old="=>", new="->")
    assert (literal.search, literal.replace, literal.is_regex) == ("=>", "->", False)
    (sure,) = bulk(probabilities=(0.999, 0.999, 0.999, 0.999))
    assert sure.probability == 0.99


def selected(
    *found: UnscoredCandidate, start: tuple[int, int] = (2, 0), end: tuple[int, int] = (5, 0)
) -> list[Candidate]:
    span = Span(Point(*start), Point(*end))
    return list(selection_candidates(found, asked("\n".join(["x"] * 200), selection=span)))


@pytest.mark.parametrize(
    ("line", "end", "inside"),
    [
        pytest.param(2, (5, 0), True, id="the first line"),
        pytest.param(1, (5, 0), False, id="the line above"),
        pytest.param(4, (5, 0), True, id="the last line"),
        pytest.param(5, (5, 0), False, id="the line where the selection ends at column 0"),
        pytest.param(5, (5, 1), True, id="the line where it ends behind column 0"),
        pytest.param(2, (2, 0), False, id="an empty selection"),
    ],
)
def test_what_is_inside_the_selection(line: int, end: tuple[int, int], inside: bool) -> None:
    assert bool(selected(unscored(line, 0.5), end=end)) is inside


@pytest.mark.parametrize(("size", "inside"), [(3, True), (4, False)])
def test_a_block_is_inside_with_all_its_lines(size: int, inside: bool) -> None:
    assert bool(selected(unscored(2, 0.5, line_count=size))) is inside


@pytest.mark.parametrize(
    ("probability", "found"), [(MIN_SELECTION_PROBABILITY, True), (MIN_SELECTION_PROBABILITY - 0.01, False)]
)
def test_how_likely_a_change_of_the_selection_must_be(probability: float, found: bool) -> None:
    assert bool(selected(unscored(2, probability))) is found


def test_the_selection_is_changed_by_its_best_topic_once_a_line() -> None:
    (found,) = selected(
        unscored(2, 0.5, topic="a"),
        unscored(2, 0.4, topic="a", new=("z",)),
        unscored(3, 0.3, topic="a"),
        unscored(4, 0.45, topic="b"),
        unscored(4, 0.9, topic="b", uri=OTHER),
    )
    assert [edit.span.start.line for edit in found.edits] == [2, 3]
    odds = SELECTION_ODDS_FACTOR * 1.0
    assert found.probability == pytest.approx(odds / (1 + odds))
    assert found.edits[0].text == "y"


def test_no_selection_changes_nothing() -> None:
    assert list(selection_candidates([unscored(2, 0.5)], asked("x\ny\nz"))) == []
    assert TextSnapshot(HERE, "python", ["x"]).uri == HERE
