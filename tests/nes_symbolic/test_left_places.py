"""A like line that the user has left above a typed change makes the change improbable elsewhere."""

from typing import NamedTuple

import pytest

from nes_symbolic.builders import HERE, OTHER, made, text_of
from understudy.nes.symbolic.candidates import CandidateLabel, UnscoredCandidate
from understudy.nes.symbolic.filters.examples import limit_left_places
from understudy.nes.symbolic.limits import MAX_LEARNED_EDITS, MIN_LEFT_PROBABILITY, OTHER_VALUE_PROBABILITY
from understudy.nes.symbolic.patterns import extract_patterns
from understudy.nes.text import Edit, EditOrigin

LABEL = CandidateLabel("replace", "p", "t", "why")
TEXT = "a b old c d\n\na b new c d\na b old c d\n\na b old c d\n"
"""The user has changed the third line; the lines 0, 3 and 5 are as it was."""
OLD, NEW = "a b old c d", "a b new c d"


class Place(NamedTuple):
    """A candidate replaces the last `old` of this line by `new`."""

    line: int
    probability: float = 0.9
    uri: str = HERE
    text: str = TEXT
    old: str = "old"
    new: str = "new"


def limited(places: list[Place], *edits: Edit) -> list[bool]:
    """Whether the candidate for each place gets improbable after the edits."""
    candidates: list[UnscoredCandidate] = []
    for place in places:
        snapshot = text_of(place.text, place.uri)
        head, _, tail = snapshot.lines[place.line].rpartition(place.old)
        candidates.append(LABEL.candidate(snapshot, place.line, 1, (head + place.new + tail,), {}))
        candidates[-1].probability = place.probability
    limit_left_places(candidates, extract_patterns(edits, MAX_LEARNED_EDITS))
    for place, one in zip(places, candidates, strict=True):
        assert one.probability in (place.probability, OTHER_VALUE_PROBABILITY)
    return [one.probability < place.probability for place, one in zip(places, candidates, strict=True)]


def typed(old: str, new: str, line: int, serial: int = 9, origin: EditOrigin = EditOrigin.TYPED) -> Edit:
    return made(old, new, line, serial=serial, origin=origin, by_key=True)


@pytest.mark.parametrize(
    ("places", "expected"),
    [
        pytest.param([Place(0), Place(5)], [True, True], id="above"),
        pytest.param([Place(5)], [False], id="below"),
        pytest.param([Place(0), Place(3)], [True, False], id="next of a row"),
        pytest.param([Place(0), Place(3, uri=OTHER)], [True, True], id="next in another text"),
        pytest.param([Place(0, uri=OTHER), Place(5)], [False, False], id="above in another text"),
        pytest.param([Place(0, MIN_LEFT_PROBABILITY), Place(5)], [False, True], id="possible above"),
        pytest.param(
            [Place(0, MIN_LEFT_PROBABILITY - 0.01), Place(5)], [False, False], id="hardly possible above"
        ),
        pytest.param(
            [Place(2, text=TEXT.replace(NEW, "a b new c old")), Place(5)],
            [False, False],
            id="again in the edited line",
        ),
        pytest.param([Place(0, text="x b old c y\n"), Place(5)], [True, True], id="just alike above"),
        pytest.param([Place(0, text="x b old y z\n"), Place(5)], [False, False], id="not alike above"),
        pytest.param([Place(0, old="c", new="e"), Place(5)], [False, False], id="another change above"),
        pytest.param([Place(0), Place(5, old="c", new="e")], [True, False], id="another change below"),
    ],
)
def test_a_left_line_is_above_and_alike(places: list[Place], expected: list[bool]) -> None:
    assert limited(places, typed(OLD, NEW, 2)) == expected


@pytest.mark.parametrize(
    ("edits", "expected"),
    [
        pytest.param([made(OLD, NEW, 2)], False, id="whole lines"),
        pytest.param([typed(OLD, NEW, -1)], False, id="overwritten"),
        pytest.param([typed(OLD, NEW, 0)], False, id="first line"),
        pytest.param([typed("x old", "x new", 7, serial=1), typed(OLD, NEW, 2)], False, id="seen before"),
        pytest.param([typed("x one", "x two", 7, serial=1), typed(OLD, NEW, 2)], True, id="another before"),
        pytest.param([typed(OLD, NEW, 2), typed("x one", "x two", 7, serial=10)], False, id="another since"),
        pytest.param(
            [typed("x old", "x new", 7, 1, EditOrigin.ACCEPTED), typed(OLD, NEW, 2)],
            True,
            id="accepted before",
        ),
        pytest.param([typed(OLD, NEW, 2, origin=EditOrigin.ACCEPTED)], False, id="accepted"),
        pytest.param(
            [typed("load(a)", "load(a, 1)", 7, serial=1), typed(OLD, NEW, 2)], True, id="arguments before"
        ),
    ],
)
def test_the_newest_change_is_typed_and_seen_once(edits: list[Edit], expected: bool) -> None:
    assert limited([Place(0), Place(5)], *edits) == [expected, expected]


@pytest.mark.parametrize(("before", "expected"), [("load(z)", False), ("save(z)", True)])
def test_arguments_of_the_same_function_are_seen_before(before: str, expected: bool) -> None:
    text = "load(a, b)\n\nload(a, b, new)\n\nload(a, b)\n"
    edits = [
        typed(before, before.replace("z", "z, other"), 9, serial=1),
        typed("load(a, b)", "load(a, b, new)", 2),
    ]
    assert limited([Place(0, text=text, old="b", new="b, new")], *edits) == [expected]


def test_a_deletion_is_not_continued_in_the_next_line() -> None:
    text = "a b old c d\n\na b c d\na b old c d\n"
    places = [Place(line, text=text, old=" old", new="") for line in (0, 3)]
    assert limited(places, typed(OLD, "a b c d", 2)) == [True, True]


@pytest.mark.parametrize(("line_count", "new"), [(2, (NEW,)), (1, (NEW, "x")), (0, (NEW,))])
def test_a_candidate_of_several_lines_repeats_no_line(line_count: int, new: tuple[str, ...]) -> None:
    several = LABEL.candidate(text_of(TEXT), 0, line_count, new, {})
    other = LABEL.candidate(text_of(TEXT), 5, 1, (NEW,), {})
    several.probability = other.probability = 0.9
    limit_left_places([several, other], extract_patterns([typed(OLD, NEW, 2)], MAX_LEARNED_EDITS))
    assert several.probability == other.probability == 0.9


@pytest.mark.parametrize(
    ("old", "new", "is_limited"),
    [
        pytest.param("10", "12", True, id="another number"),
        pytest.param("10", "12px", True, id="a number with a unit"),
        pytest.param("10", "size", False, id="a name for a number"),
        pytest.param("10", "12 + 1", False, id="a number and more"),
        pytest.param("size", "12", True, id="a number for a name"),
    ],
)
def test_another_number_is_not_continued_in_the_next_line(old: str, new: str, is_limited: bool) -> None:
    """The changed line has one above it that is left, and the next line is the next of a row."""
    text = f"a b {old} c d\n\na b {new} c d\na b {old} c d\n"
    places = [Place(line, text=text, old=old, new=new) for line in (0, 3)]
    assert limited(places, typed(f"a b {old} c d", f"a b {new} c d", 2)) == [True, is_limited]
