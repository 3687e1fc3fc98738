"""Boundaries of the search index, of features, of sequences and of the engine."""

from collections.abc import Sequence

import pytest

from nes_symbolic.builders import HERE, OTHER, Texts, asked, made, text_of
from understudy.nes.engine_api import Diagnostic, Situation, Trigger
from understudy.nes.symbolic.engine import SymbolicEngine
from understudy.nes.symbolic.features import FeatureExtractor, bracket_balance, log_scaled, truncate_text
from understudy.nes.symbolic.generators import generate_sequence_lines
from understudy.nes.symbolic.limits import (
    COUNTED_LINE_PROBABILITY,
    LISTED_NAME_PROBABILITY,
    MAX_ENGINE_CANDIDATES,
    MAX_LEARNED_EDITS,
    MAX_OTHER_TEXTS,
    MAX_PLACES_FOUND,
    MAX_SCOPE_SEARCH_LINES,
    MAX_SNAPSHOT_INDEXES,
    MAX_WORDS_CONTAINING,
    SINGLE_STEP_PROBABILITY,
)
from understudy.nes.symbolic.patterns import extract_patterns
from understudy.nes.symbolic.snapshot_index import SnapshotIndex
from understudy.nes.text import Edit, EditOrigin, Point, Span, TextSnapshot


def index(*lines: str) -> SnapshotIndex:
    return SnapshotIndex(TextSnapshot(HERE, "python", list(lines), 1))


# The search index


@pytest.mark.parametrize(
    ("lines", "piece", "places"),
    [
        (["a b a"], ("a",), [(0, 0), (0, 4)]),
        (["ab", "ba", "a_", "a1"], ("a",), []),
        (["x.a", "a.x"], ("a",), [(0, 2), (1, 0)]),
        (["a", "a"], ("a",), [(0, 0), (1, 0)]),
        (["x = = y"], ("=",), [(0, 2), (0, 4)]),
        (["a.b.c"], (".", "b", "."), [(0, 1)]),
        (["a"], (), []),
        ([""], ("a",), []),
    ],
)
def test_tokens_are_found_as_whole_words(
    lines: list[str], piece: tuple[str, ...], places: list[tuple[int, int]]
) -> None:
    assert index(*lines).find_tokens(piece) == places


def test_searches_stop_at_their_limits() -> None:
    many = ["name other_name"] * (MAX_PLACES_FOUND + 5)
    assert len(index(*many).find_tokens(("name",))) == MAX_PLACES_FOUND
    assert len(index(*many).find_words_containing("other")) == MAX_WORDS_CONTAINING
    assert len(index(*many).find_equal_lines("name other_name")) == MAX_PLACES_FOUND


@pytest.mark.parametrize(
    ("lines", "line", "scope"),
    [
        pytest.param(["def f():", "    a", "    b"], 2, 0, id="a function"),
        pytest.param(["def f():", "    a"], 0, 0, id="its header"),
        pytest.param(["def f():", "    a", "b"], 2, -1, id="below the function"),
        pytest.param(["def f():", "    if a:", "        b"], 2, 0, id="through a condition"),
        pytest.param(["def f():", "", "    a"], 2, 0, id="over a blank line"),
        pytest.param(["class A:", "    def f(self):", "        a"], 2, 1, id="the innermost"),
        pytest.param(["class A:", "    def f(self):", "        a", "    x"], 3, 0, id="a member"),
        pytest.param(["a = {", "    b", "}"], 1, 0, id="a line that is not indented"),
        pytest.param(["a"], 5, -1, id="behind the text"),
        pytest.param(["a"], -1, -1, id="before the text"),
    ],
)
def test_the_enclosing_scope(lines: list[str], line: int, scope: int) -> None:
    assert index(*lines).enclosing_scope(line) == scope


@pytest.mark.parametrize(("size", "scope"), [(MAX_SCOPE_SEARCH_LINES - 1, 0), (MAX_SCOPE_SEARCH_LINES, -1)])
def test_a_scope_is_searched_so_far_up(size: int, scope: int) -> None:
    assert index("def f():", *["    a"] * size).enclosing_scope(size) == scope


@pytest.mark.parametrize(
    ("version", "same_list", "is_current"), [(1, True, True), (2, True, False), (1, False, False)]
)
def test_when_an_index_is_up_to_date(version: int, same_list: bool, is_current: bool) -> None:
    lines = ["a"]
    built = SnapshotIndex(TextSnapshot(HERE, "python", lines, 1))
    later = TextSnapshot(HERE, "python", lines if same_list else list(lines), version)
    assert built.is_built_from(later) is is_current


# Features


def extractor(text: str, *edits: Edit, cursor: int = 0, uri: str = HERE) -> FeatureExtractor:
    situation = asked(text, *edits, cursor=(cursor, 0))
    patterns = extract_patterns(edits, MAX_LEARNED_EDITS)
    return FeatureExtractor(SnapshotIndex(text_of(text, uri)), situation, patterns)


@pytest.mark.parametrize(
    ("cursor", "line", "expected"),
    [
        pytest.param(2, 2, {"distance": 0.0, "below": 1.0}, id="the cursor's line"),
        pytest.param(2, 3, {"distance": log_scaled(1), "below": 1.0}, id="one line below"),
        pytest.param(2, 1, {"distance": log_scaled(1), "below": 0.0}, id="one line above"),
    ],
)
def test_where_the_place_is(cursor: int, line: int, expected: dict[str, float]) -> None:
    edit = made("x", "a")
    found = extractor("a\nb\nc\nd", edit, cursor=cursor).place_features(line, [edit])
    assert {name: found[name] for name in expected} == expected  # type: ignore[literal-required]
    assert (found["here"], found["same_file"]) == (1.0, 1.0)


@pytest.mark.parametrize(("line", "is_ahead"), [(0, False), (1, False), (2, True), (4, True)])
def test_a_place_is_ahead_of_the_users_own_edits_whatever_was_accepted_below(
    line: int, is_ahead: bool
) -> None:
    own = made("b", "x", 1)
    accepted = made("d", "x", 3, serial=2, origin=EditOrigin.ACCEPTED)
    found = extractor("a\nx\nc\nx\ne", own, accepted, cursor=3).place_features(line, [own])
    assert found["ahead"] == is_ahead


def test_a_place_in_another_text() -> None:
    edit = made("x", "a")
    found = extractor("a\nb", edit, uri=OTHER).place_features(0, [edit])
    assert (found["here"], found["same_file"], found["distance"], found["below"]) == (0.0, 0.0, 6.0, 0.0)


@pytest.mark.parametrize(
    ("origin", "line", "fresh", "ours"),
    [
        (EditOrigin.TYPED, 0, 1.0, 0.0),
        (EditOrigin.ACCEPTED, 0, 1.0, 1.0),
        (EditOrigin.TYPED, 1, 0.0, 0.0),
    ],
)
def test_who_wrote_the_line(origin: EditOrigin, line: int, fresh: float, ours: float) -> None:
    edit = made("x", "a", origin=origin)
    found = extractor("a\nb", edit).place_features(line, [edit])
    assert (found["fresh"], found["ours"]) == (fresh, ours)


@pytest.mark.parametrize(
    ("old", "line", "expected"),
    [("def f():", 0, 0.0), ("def f():", 1, 1.0), ("x = 1", 0, 1.0), ("x = 1", 1, 0.0)],
)
def test_headers_and_other_lines_differ_in_kind(old: str, line: int, expected: float) -> None:
    edit = made(old, "z", 5)
    assert extractor("def g():\n    a", edit).place_features(line, [edit])["other_kind"] == expected


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        ((3, 2), {"taken": 3.0, "refused": 2.0, "session_taken": 3.0, "session_refused": 2.0}),
        ((50, 50), {"taken": 4.0, "refused": 3.0, "session_taken": 8.0, "session_refused": 8.0}),
        ((50, 50), {"topic_taken": 4.0, "topic_refused": 3.0}),
    ],
)
def test_feedback_is_counted_up_to_a_limit(counts: tuple[int, int], expected: dict[str, float]) -> None:
    edit = made("x", "a")
    situation = asked("a", edit, feedback_counts=lambda _: counts, rejection_streak=9)
    patterns = extract_patterns([edit], MAX_LEARNED_EDITS)
    built = FeatureExtractor(SnapshotIndex(situation.snapshot), situation, patterns)
    found = built.pattern_features([edit], 2 * MAX_LEARNED_EDITS, "p", "t")
    assert {name: found[name] for name in expected} == expected  # type: ignore[literal-required]
    assert (found["streak"], found["age"], found["newest"]) == (3.0, MAX_LEARNED_EDITS, 0.0)
    assert built.pattern_features([edit], 0, "p", "t")["newest"] == 1.0


@pytest.mark.parametrize(
    ("serial", "edited"), [(1, True), (2, True), (3, False)]
)  # the line was written by the second edit
def test_a_line_edited_since(serial: int, edited: bool) -> None:
    built = extractor("a\nb", made("x", "a", serial=2))
    assert built.is_edited_since(0, serial) is edited
    assert not built.is_edited_since(1, serial)


@pytest.mark.parametrize(
    ("text", "edit", "cursor", "opened"),
    [
        pytest.param("a\n\nb", made("a", "a\n", 0), 1, 1, id="just opened"),
        pytest.param("a\n\nb", made("x", "a", 0), 1, -1, id="was there before"),
        pytest.param("a\nc\nb", made("a", "a\nc", 0), 1, -1, id="not empty"),
        pytest.param("a\n\nb", made("a", "a\n", 0), 0, -1, id="cursor elsewhere"),
    ],
)
def test_the_line_just_opened(text: str, edit: Edit, cursor: int, opened: int) -> None:
    assert extractor(text, edit, cursor=cursor).opened_empty_line() == opened


def test_small_helpers() -> None:
    assert log_scaled(-1) == log_scaled(0) == 0.0
    assert truncate_text("x" * 40) == "x" * 40
    assert truncate_text("x" * 41) == "x" * 39 + "…"
    assert bracket_balance(["f(", "[{"]) == 3
    assert bracket_balance([")", "]}"]) == -3


# Sequences


def continued(
    *lines: str, written: str | None = None, trigger: Trigger = Trigger.AUTOMATIC, edit: Edit | None = None,
    cursor: int | None = None, below: str = "",
) -> list[tuple[str, float]]:  # fmt: skip
    """The lines proposed behind the last of these, which the newest edit wrote, with their probability."""
    at = len(lines) - 1 if cursor is None else cursor
    edit = edit or made(None, written or lines[-1], len(lines) - 1)
    situation = asked("\n".join([*lines, below]), edit, cursor=(at, 0), trigger=trigger)
    found = generate_sequence_lines(situation, SnapshotIndex(situation.snapshot))
    return [(one.edits[0].text.lstrip("\n"), one.probability) for one in found]


COUNTED = COUNTED_LINE_PROBABILITY


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        pytest.param(["case 1", "case 2", "case 3"], [("case 4", COUNTED)], id="by one"),
        pytest.param(["case 10", "case 20", "case 30"], [("case 40", COUNTED)], id="by ten"),
        pytest.param(["a1 = b1", "a2 = b2", "a3 = b3"], [("a4 = b4", COUNTED)], id="two numbers"),
        pytest.param(["v0 = x", "v100 = x", "v200 = x"], [("v300 = x", COUNTED)], id="by a hundred"),
        pytest.param(["v0 = x", "v101 = x", "v202 = x"], [], id="by more than a hundred"),
        pytest.param(["case 1", "case 2", "case 4"], [], id="unequal steps"),
        pytest.param(["case 3", "case 2", "case 1"], [], id="downwards"),
        pytest.param(["case 1", "case 1", "case 1"], [], id="no step"),
        pytest.param(["1", "2", "3"], [], id="no word"),
        pytest.param(["case 01", "case 02", "case 03"], [], id="leading zeros"),
        pytest.param(["case 1", "when 2", "case 3"], [], id="another word"),
        pytest.param(["case 1", "case 2"], [], id="one step, not asked for"),
    ],
)
def test_numbers_that_count_on(lines: list[str], expected: list[tuple[str, float]]) -> None:
    assert continued(*lines) == expected


def test_after_one_step_only_a_manual_request_is_answered() -> None:
    assert continued("case 1", "case 2", trigger=Trigger.MANUAL) == [("case 3", SINGLE_STEP_PROBABILITY)]


@pytest.mark.parametrize(
    ("more", "found"),
    [
        pytest.param({}, True, id="a new line"),
        pytest.param({"below": "case 4"}, False, id="the next line is there"),
        pytest.param({"cursor": 1}, False, id="cursor in another line"),
        pytest.param({"edit": made("x", "case 3", 2)}, False, id="a changed line"),
        pytest.param({"edit": made("x", "case 2\ncase 3", 1)}, True, id="a line became two"),
        pytest.param({"edit": made(None, "case 3", 2, uri=OTHER)}, False, id="an edit of another text"),
        pytest.param({"edit": made(None, "case 3", -1)}, False, id="an edit that was written over"),
    ],
)
def test_when_a_sequence_is_continued(more: dict[str, object], found: bool) -> None:
    assert bool(continued("case 1", "case 2", "case 3", **more)) is found  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("listed", "expected"),
    [
        pytest.param("x = [red, green, blue]", ["use(blue)"], id="in one line"),
        pytest.param("red\ngreen\nblue\n", ["use(blue)"], id="one to a line"),
        pytest.param("x = [green, red, blue]", [], id="another order"),
        pytest.param("x = [red, green]", [], id="the list ends"),
        pytest.param("x = [red, green, blue]\ny = [red, green, pink]", [], id="two lists that differ"),
    ],
)
def test_the_next_name_of_a_list(listed: str, expected: list[str]) -> None:
    found = continued(*listed.split("\n"), "", "use(red)", "use(green)")
    assert found == [(text, LISTED_NAME_PROBABILITY) for text in expected]


# The engine


class Spy(Texts):
    """Counts how many texts were requested."""

    def find_containing(self, literals: Sequence[str], near: str, max_texts: int) -> list[TextSnapshot]:
        self.asked = (list(literals), near, max_texts)
        return super().find_containing(literals, near, max_texts)


def situation_with(text: str, texts: Texts, *edits: Edit) -> Situation:
    return Situation(snapshot=text_of(text), cursor=asked(text).cursor, edits=edits, workspace_texts=texts)


def test_other_texts_are_searched_unless_a_candidate_is_sufficiently_likely() -> None:
    rename = made("def load_order():", "def fetch_order():")
    spy = Spy(text_of("load_order()", OTHER))
    SymbolicEngine().propose(situation_with("def fetch_order():\n    pass", spy, rename))
    assert spy.asked[1:] == (HERE, MAX_OTHER_TEXTS)
    assert "load_order" in spy.asked[0]


def test_the_engine_returns_so_many_candidates() -> None:
    edits = [made(f"name{n} = 1", f"other{n} = 1", n, serial=n) for n in range(MAX_LEARNED_EDITS)]
    uses = [f"f(name{n % MAX_LEARNED_EDITS}, {n})" for n in range(60)]
    text = "\n".join([*(f"other{n} = 1" for n in range(MAX_LEARNED_EDITS)), *uses])
    assert len(SymbolicEngine().propose(asked(text, *edits)).candidates) == MAX_ENGINE_CANDIDATES


@pytest.mark.parametrize(
    ("edits", "reason"),
    [
        pytest.param([], "no-edits", id="no edit"),
        pytest.param([made("", "  ")], "nothing-learned", id="only space"),
        pytest.param([made("load_order()", "fetch_order()")], "nowhere", id="no other place"),
    ],
)
def test_why_the_engine_is_silent(edits: list[Edit], reason: str) -> None:
    result = SymbolicEngine().propose(asked("fetch_order()", *edits))
    assert (list(result.candidates), result.reason) == ([], reason)


def test_a_diagnostic_is_answered_without_any_edit() -> None:
    span = Span(Point(0, 0), Point(0, 0))
    found = [Diagnostic(HERE, span, "error", "'(' was never closed")]
    (fix,) = SymbolicEngine().propose(asked("f(1", diagnostics=found)).candidates
    assert fix.family == "diagnostic-bracket"
    assert fix.is_consequence


def test_the_engine_keeps_so_many_indexes() -> None:
    engine = SymbolicEngine()
    snapshots = [text_of("a", f"file:///project/{n}.py") for n in range(MAX_SNAPSHOT_INDEXES + 1)]
    built = [engine.index_snapshot(snapshot) for snapshot in snapshots]
    assert engine.index_snapshot(snapshots[1]) is built[1]
    assert engine.index_snapshot(snapshots[0]) is not built[0]
