"""Where the user has moved the cursor to since the last edit is the next place, even above the edit."""

import pytest

from nes_symbolic.builders import HERE, OTHER, asked, candidate, made, text_of
from nes_symbolic.rule_harness import RuleHarness
from nes_symbolic.scenes import Scene
from understudy.nes.symbolic.consequences.blocks import propose_repeated_insertions
from understudy.nes.symbolic.consequences.rule_context import RuleContext
from understudy.nes.symbolic.engine import rank_candidates
from understudy.nes.symbolic.features import FeatureExtractor
from understudy.nes.symbolic.limits import MAX_LEARNED_EDITS, MAX_PLACES_PER_PATTERN
from understudy.nes.symbolic.passed_places import (
    MAX_VISITED_DISTANCE_LINES,
    VISITED_FEATURES,
    is_visited,
    visited_line,
)
from understudy.nes.symbolic.patterns import extract_patterns
from understudy.nes.symbolic.snapshot_index import SnapshotIndex
from understudy.nes.text import Edit, EditOrigin

TEXT = "\n".join(map(str, range(40)))
LABELS = """
def f(send):
    send("draft of the letter", 1)
    wait()
    send("draft of the invoice", 2)
"""


def visited(cursor: int, *edits: Edit) -> int:
    return visited_line(asked(TEXT, *edits, cursor=(cursor, 0)))


def extractor(cursor: int, *edits: Edit) -> FeatureExtractor:
    situation = asked(TEXT, *edits, cursor=(cursor, 0))
    return FeatureExtractor(
        SnapshotIndex(situation.snapshot), situation, extract_patterns(edits, MAX_LEARNED_EDITS)
    )


@pytest.mark.parametrize(
    ("cursor", "edits", "expected"),
    [
        pytest.param(5, [made("a", "b", 10)], 5, id="above the edit"),
        pytest.param(20, [made("a", "b", 10)], 20, id="below it"),
        pytest.param(10, [made("a", "b", 10)], -1, id="in it"),
        pytest.param(11, [made("a", "b", 10)], -1, id="behind the line"),
        pytest.param(12, [made("a", "b", 10)], 12, id="two lines below"),
        pytest.param(9, [made("a", "b", 10)], 9, id="the line above"),
        pytest.param(10, [made("a", None, 10)], -1, id="where lines were deleted"),
        pytest.param(5, [made("a", "b", 10, uri=OTHER)], -1, id="the edit is in another text"),
        pytest.param(5, [made("a", "b", -1)], -1, id="it was overwritten"),
        pytest.param(5, [], -1, id="no edit"),
        pytest.param(
            10,
            [made("a", "b", 10), made("a", "b", 20, serial=2, origin=EditOrigin.ACCEPTED)],
            -1,
            id="in the own edit before an accepted one",
        ),
        pytest.param(
            20,
            [made("a", "b", 10), made("a", "b", 20, serial=2, origin=EditOrigin.ACCEPTED)],
            -1,
            id="in the accepted one",
        ),
        pytest.param(
            5,
            [made("a", "b", 10), made("a", "b", 20, serial=2, origin=EditOrigin.ACCEPTED)],
            5,
            id="somewhere else",
        ),
        pytest.param(5, [made("a", "b", 5), made("a", "b", 20, serial=2)], 5, id="in an older edit"),
        pytest.param(5, [made("a", "b", 20, origin=EditOrigin.ACCEPTED)], -1, id="nothing of the user's"),
    ],
)
def test_the_cursor_is_moved_if_no_edit_has_left_it_there(
    cursor: int, edits: list[Edit], expected: int
) -> None:
    assert visited(cursor, *edits) == expected


def test_a_place_within_two_lines_is_at_the_cursor() -> None:
    near = range(10 - MAX_VISITED_DISTANCE_LINES, 10 + MAX_VISITED_DISTANCE_LINES + 1)
    assert [line for line in range(20) if is_visited(line, 10)] == [*near]
    assert not is_visited(0, -1)


def test_a_visited_place_has_its_own_features() -> None:
    found = extractor(5, made("a", "b", 10))
    assert found.visited_features(6) == VISITED_FEATURES
    assert found.visited_features(20) == {}
    assert found.for_index(SnapshotIndex(text_of(TEXT, OTHER))).visited_features(5) == {}


def test_visited_places_are_looked_at_before_those_below() -> None:
    lines = [*range(4, 40)]
    assert extractor(5, made("a", "b", 30)).nearest_lines(lines)[:4] == [5, 6, 7, 4]
    assert 4 not in extractor(5, made("a", "b", 5)).nearest_lines(lines)[:4]
    assert len(lines) > MAX_PLACES_PER_PATTERN > 4


def test_a_visited_place_is_not_ruled_out_by_those_that_were_left() -> None:
    shared = {
        **dict.fromkeys(("typed", "support", "newest"), 0.0),
        "above_first": 60.0,
        "passed": 60.0,
    }
    situation = asked(TEXT, made("a", "b", 10), cursor=(10, 0))
    patterns = extract_patterns(situation.edits, MAX_LEARNED_EDITS)
    index = SnapshotIndex(situation.snapshot)
    unmoved = FeatureExtractor(index, situation, patterns, is_limited=True)
    moved = FeatureExtractor(index, asked(TEXT, *situation.edits, cursor=(5, 0)), patterns, is_limited=True)
    assert unmoved.leaves_out("replace", shared)  # type: ignore[arg-type]
    assert not moved.leaves_out("replace", shared)  # type: ignore[arg-type]


def test_a_visited_place_above_the_cursor_is_as_near_as_one_below() -> None:
    edits = [made("a", "b", 30)]
    above, below = candidate(9, 0.5), candidate(12, 0.5)
    assert rank_candidates([below, above], asked(TEXT, *edits, cursor=(10, 0)))[0] is above
    at_edit = asked(TEXT, made("a", "b", 10), cursor=(10, 0))
    assert rank_candidates([below, above], at_edit)[0] is below
    assert above.uri == HERE


def test_a_change_of_the_second_line_is_meant_for_the_first_one_if_the_cursor_is_there() -> None:
    scene = Scene("a.py", LABELS)
    scene.edit("draft", "copy", nth=2)
    scene.silent()
    scene.move("send(", nth=1)
    scene.expect('- send("draft of the letter", 1)', '+ send("copy of the letter", 1)')


def test_lines_are_inserted_again_at_a_place_that_was_passed_if_the_cursor_is_there() -> None:
    text = "".join(f"test({n}, () => {{\n  const page = open()\n\n  run({n})\n}})\n\n" for n in range(3))
    harness = RuleHarness(a__js=text)
    harness.splice("a.js", 2, (), ("  page.wait()",), EditOrigin.TYPED)
    harness.splice("a.js", 15, (), ("  page.wait()",), EditOrigin.TYPED)
    assert not propose_repeated_insertions(RuleContext(harness.situation("a.js", 15)))
    (found,) = propose_repeated_insertions(RuleContext(harness.situation("a.js", 9)))
    assert found.edits[0].span.start.line == 9
