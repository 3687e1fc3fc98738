"""Patterns without a likely place are not searched for again in the next requests."""

import pytest
from msgspec import structs

from nes_symbolic.builders import HERE, OTHER, asked, made, text_of
from understudy.nes.engine_api import Trigger
from understudy.nes.symbolic import SymbolicEngine
from understudy.nes.symbolic.candidates import UnscoredCandidate
from understudy.nes.symbolic.features import FeatureExtractor
from understudy.nes.symbolic.generators import DormantPatterns, PatternSearches, generate_candidates
from understudy.nes.symbolic.limits import (
    MAX_DORMANT_PROBABILITY,
    MAX_DORMANT_REQUESTS,
    MAX_LEARNED_EDITS,
    MAX_REMEMBERED_SEARCHES,
)
from understudy.nes.symbolic.patterns import extract_patterns
from understudy.nes.symbolic.snapshot_index import SnapshotIndex
from understudy.nes.text import Edit, Point, Span

TEXT = "fetch(a)\nx = 2\nload(b)\ny = 1\nload(c)"
OLDER = made("load(a)", "fetch(a)", 0, serial=1)
NEWEST = made("x = 1", "x = 2", 1, serial=2)


def request(
    dormant: DormantPatterns | None, *edits: Edit, probability: float, uri: str = HERE, cursor: str = HERE
) -> list[UnscoredCandidate]:
    """One request: search for all patterns, and give all candidates this probability."""
    if dormant is not None:
        dormant.begin_request()
    situation = asked(TEXT, *edits, others=[text_of(TEXT, uri=OTHER)])
    index = SnapshotIndex(text_of(TEXT, uri=uri))
    extractor = FeatureExtractor(index, situation, extract_patterns(edits, MAX_LEARNED_EDITS))
    extractor.is_current_file = uri == cursor
    searches = PatternSearches(dormant, extractor)
    found = list(generate_candidates(extractor, searches))
    for one in found:
        one.probability = probability
    searches.finish(found)
    return found


def places(found: list[UnscoredCandidate]) -> set[str]:
    return {one.old[0] for one in found if one.old}


LOADS = {"load(b)", "load(c)"}


@pytest.mark.parametrize(
    ("probability", "expected"),
    [(0.0, set()), (MAX_DORMANT_PROBABILITY, set()), (MAX_DORMANT_PROBABILITY + 0.01, LOADS)],
)
def test_a_pattern_without_a_likely_place_is_not_searched_for_again(
    probability: float, expected: set[str]
) -> None:
    dormant = DormantPatterns()
    assert places(request(dormant, OLDER, NEWEST, probability=probability)) >= LOADS
    assert places(request(dormant, OLDER, NEWEST, probability=probability)) & LOADS == expected


def test_all_patterns_are_searched_for_where_none_is_remembered() -> None:
    for _ in range(2):
        assert places(request(None, OLDER, NEWEST, probability=0.0)) >= LOADS


def test_what_the_newest_edit_shows_is_always_searched_for() -> None:
    dormant = DormantPatterns()
    for _ in range(2):
        assert places(request(dormant, OLDER, probability=0.0)) >= LOADS


def test_what_the_newest_edit_showed_without_a_likely_place_is_not_searched_for_after_the_next_edit() -> None:
    dormant = DormantPatterns()
    request(dormant, OLDER, probability=0.0)
    assert not places(request(dormant, OLDER, NEWEST, probability=0.0)) & LOADS


def test_a_pattern_that_another_edit_repeats_is_searched_for_again() -> None:
    dormant = DormantPatterns()
    request(dormant, OLDER, NEWEST, probability=0.0)
    repeated = made("load(d)", "fetch(d)", -1, serial=2)
    found = request(dormant, OLDER, repeated, made("z = 1", "z = 2", -1, serial=3), probability=0.0)
    assert places(found) >= LOADS


@pytest.mark.parametrize(("uri", "cursor"), [(OTHER, OTHER), (HERE, OTHER)])
def test_a_pattern_is_searched_for_in_another_text_and_in_the_same_one_as_another(
    uri: str, cursor: str
) -> None:
    dormant = DormantPatterns()
    request(dormant, OLDER, NEWEST, probability=0.0)
    assert places(request(dormant, OLDER, NEWEST, probability=0.0, uri=uri, cursor=cursor)) >= LOADS


def test_an_insertion_is_searched_for_again_where_the_user_opens_an_empty_line() -> None:
    text = "start()\nlog()\nx = 2\nstart()\n\nz = 1"
    inserted = made(None, "log()", 1, serial=1, above="start()", below="x = 1")
    changed = made("x = 1", "x = 2", 2, serial=2)
    opened = made(None, "", 4, serial=3, above="start()", below="z = 1")
    dormant, found = DormantPatterns(), list[list[str]]()
    for cursor in ((0, 0), (4, 0)):
        dormant.begin_request()
        situation = asked(text, inserted, changed, opened, cursor=cursor)
        patterns = extract_patterns(situation.edits, MAX_LEARNED_EDITS)
        extractor = FeatureExtractor(SnapshotIndex(situation.snapshot), situation, patterns)
        searches = PatternSearches(dormant, extractor)
        candidates = list(generate_candidates(extractor, searches))
        searches.finish(candidates)
        found.append([one.topic for one in candidates if one.family == "insert" and one.line == 4])
    assert found == [[], ["+ log()"]]


def test_an_edit_that_has_changed_is_searched_for_again() -> None:
    dormant = DormantPatterns()
    request(dormant, OLDER, NEWEST, probability=0.0)
    longer = made("load(a)", "fetch(a, 1)", 0, serial=1)
    assert places(request(dormant, longer, NEWEST, probability=0.0)) >= LOADS


def test_a_pattern_is_searched_for_again_some_requests_later() -> None:
    dormant = DormantPatterns()
    request(dormant, OLDER, NEWEST, probability=0.0)
    for _ in range(MAX_DORMANT_REQUESTS):
        assert not places(request(dormant, OLDER, NEWEST, probability=0.0)) & LOADS
    assert places(request(dormant, OLDER, NEWEST, probability=0.0)) >= LOADS


def test_the_oldest_searches_are_forgotten_when_there_are_too_many() -> None:
    dormant = DormantPatterns()
    for number in range(MAX_REMEMBERED_SEARCHES + 1):
        dormant.add(number)
    assert not dormant.is_dormant(0)
    assert dormant.is_dormant(1)


@pytest.mark.parametrize(
    ("more", "is_searched"),
    [
        ({}, False),
        ({"trigger": Trigger.MANUAL}, True),
        ({"selection": Span(Point(2, 0), Point(2, 9))}, True),
    ],
)
def test_only_automatic_requests_leave_out_dormant_patterns(
    more: dict[str, object], is_searched: bool
) -> None:
    """A manual request has a lower threshold, and a selection makes its lines likely."""
    text = "a = wrap(1)\nx = 2\nb.load(k)\n"
    between = [made(f"z = {number}", f"w{number} = q", -1, serial=number) for number in range(2, 9)]
    edits = [
        made("a = load(1)", "a = wrap(1)", 0, serial=1),
        *between,
        made("x = 1", "x = 2", 1, serial=9),
    ]
    engine = SymbolicEngine()
    first = engine.propose(asked(text, *edits)).candidates
    assert "load → wrap" in {one.pattern for one in first if one.probability < MAX_DORMANT_PROBABILITY}
    second = engine.propose(asked(text, *edits, **more)).candidates  # type: ignore[arg-type]
    assert ("load → wrap" in {one.pattern for one in second}) == is_searched


def test_a_search_that_the_deadline_ended_is_not_remembered() -> None:
    engine, dormant = SymbolicEngine(), DormantPatterns()
    dormant.begin_request()
    for deadline, expected in ((-1.0, set()), (float("inf"), LOADS)):
        situation = asked(TEXT, OLDER, NEWEST, deadline=deadline)
        patterns = extract_patterns(situation.edits, MAX_LEARNED_EDITS)
        index = engine.index_snapshot(situation.snapshot)
        found = engine.repetition_candidates(situation, index, patterns, dormant)
        assert places(found) & LOADS == expected


def families(dormant: DormantPatterns | None, *edits: Edit, text: str) -> set[str]:
    situation = asked(text, *edits)
    index = SnapshotIndex(situation.snapshot)
    extractor = FeatureExtractor(index, situation, extract_patterns(edits, MAX_LEARNED_EDITS))
    return {one.family for one in generate_candidates(extractor, PatternSearches(dormant, extractor))}


EXPRESSION = 'fmt.Errorf("a", err)\nfmt.Errorf("b", err)\nz = 2\nreturn errors.New("c")'
ONCE = made('errors.New("a")', 'fmt.Errorf("a", err)', 0, serial=1)
THIRD = made("z = 1", "z = 2", 2, serial=3)
TWICE = made('errors.New("b")', 'fmt.Errorf("b", err)', 1, serial=2)


@pytest.mark.parametrize(
    ("edits", "is_remembered", "is_found"),
    [
        pytest.param([ONCE], True, True, id="the newest edit"),
        pytest.param([ONCE, THIRD], True, False, id="an older edit of whole lines"),
        pytest.param([ONCE, TWICE, THIRD], True, True, id="two older edits"),
        pytest.param([structs.replace(ONCE, is_inside_line=True), THIRD], True, True, id="typed"),
        pytest.param([ONCE, THIRD], False, True, id="all patterns are searched for"),
    ],
)
def test_an_expression_that_one_older_edit_of_whole_lines_shows_is_not_searched_for(
    edits: list[Edit], is_remembered: bool, is_found: bool
) -> None:
    found = families(DormantPatterns() if is_remembered else None, *edits, text=EXPRESSION)
    assert ("template" in found) is is_found


NAME = "order_id = 1\nz = 2\nuser_count = user_total"
PART = made("user_id = 1", "order_id = 1", 0, serial=1)
LATER = made("z = 1", "z = 2", 1, serial=2)


@pytest.mark.parametrize(
    ("edits", "is_remembered", "is_found"),
    [
        pytest.param([PART], True, True, id="the newest edit"),
        pytest.param([PART, LATER], True, False, id="an older edit of whole lines"),
        pytest.param(
            [structs.replace(PART, is_inside_line=True), LATER], True, True, id="an older edit that was typed"
        ),
        pytest.param([PART, LATER], False, True, id="all patterns are searched for"),
    ],
)
def test_a_part_of_a_name_that_whole_lines_show_is_searched_for_once(
    edits: list[Edit], is_remembered: bool, is_found: bool
) -> None:
    found = families(DormantPatterns() if is_remembered else None, *edits, text=NAME)
    assert ("partial" in found) is is_found
