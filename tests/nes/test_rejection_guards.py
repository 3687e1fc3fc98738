"""Where a rejected line is after other edits, and how feedback is counted."""

import pytest

from understudy.nes.engine_api import Candidate
from understudy.nes.limits import MAX_FEEDBACK_COUNTERS, MAX_REJECTIONS
from understudy.nes.session.rejections import FeedbackCounts, Rejections, RejectReason
from understudy.nes.text import Point, Replacement, Span, Splice

URI = "file:///project/a.py"


def put(line: int, text: str = "x", **more: str) -> Candidate:
    span = Span(Point(line, 0), Point(line, 1))
    return Candidate(
        kind="edit", uri=URI, probability=0.9, family="any", edits=(Replacement(span, text),), **more
    )


@pytest.mark.parametrize(
    ("splice", "line"),
    [
        pytest.param(Splice(4, ("e",), ("1", "2")), 3, id="an edit below"),
        pytest.param(Splice(3, (), ("1", "2")), 5, id="an insertion right before"),
        pytest.param(Splice(0, ("a",), ()), 2, id="a deletion above"),
        pytest.param(Splice(2, ("c",), ("1", "2")), 4, id="an edit right above"),
        pytest.param(Splice(2, ("c", "d"), ("d", "c")), 2, id="the line moved up within the edit"),
        pytest.param(
            Splice(2, ("c", "d"), ("1", "2", "3", "d")), 5, id="the line moved down within the edit"
        ),
        pytest.param(Splice(2, ("c", "d", "e"), ("d", "1", "d")), 2, id="the nearest of equal lines"),
        pytest.param(Splice(3, ("d",), ("new",)), 3, id="the line rewritten"),
        pytest.param(Splice(2, ("c", "d"), ("new",)), 2, id="two lines become one"),
        pytest.param(Splice(3, ("d",), ()), 3, id="the line deleted"),
    ],
)
def test_where_a_rejected_line_is_after_an_edit(splice: Splice, line: int) -> None:
    lines = list("abcdef")
    rejections = Rejections()
    rejections.add(put(3), "rejected", lines, (1, 0))
    rejections.apply_splice(URI, splice)
    after = [*lines[: splice.line], *splice.new, *lines[splice.line + len(splice.old) :]]
    found = [n for n in range(len(after)) if rejections.is_rejected(put(n), lambda _: ["y"] * 20, (1, 0))]
    assert found == [line]


@pytest.mark.parametrize(
    ("reason", "same_edit", "later_edit"),
    [
        ("rejected", True, True),
        ("unsaid", True, True),
        ("ignored", True, False),
        ("replaced", False, False),
        ("cancelled", False, False),
    ],
)
def test_how_long_a_reason_keeps_a_suggestion_away(
    reason: RejectReason, same_edit: bool, later_edit: bool
) -> None:
    rejections = Rejections()
    rejections.add(put(0), reason, ["y"], (1, 0))
    assert rejections.is_rejected(put(0), lambda _: ["y"], (1, 0)) is same_edit
    assert rejections.is_rejected(put(0), lambda _: ["y"], (1, 1)) is later_edit
    assert rejections.is_rejected(put(0), lambda _: ["y"], (2, 0)) is later_edit


def test_the_oldest_rejection_is_dropped() -> None:
    rejections = Rejections()
    lines = ["y"] * 40
    for line in range(MAX_REJECTIONS + 1):
        rejections.add(put(line), "rejected", lines, (1, 0))
    kept = [line for line in range(40) if rejections.is_rejected(put(line), lambda _: lines, (1, 0))]
    assert kept == list(range(1, MAX_REJECTIONS + 1))


@pytest.mark.parametrize(
    ("reason", "rejected", "streak"),
    [
        ("rejected", 1, 1.0),
        ("unsaid", 1, 1.0),
        ("ignored", 0, 0.5),
        ("replaced", 0, 0.0),
        ("cancelled", 0, 0.0),
    ],
)
def test_what_a_reason_costs(reason: RejectReason, rejected: int, streak: float) -> None:
    counts = FeedbackCounts()
    counts.record_reject(put(0, pattern="p", topic="t"), reason)
    assert [counts.counts_for(name) for name in ("p", "t", "")] == [(0, rejected)] * 3
    assert counts.rejection_streak == streak
    assert bool(list(counts.counter_names())) is (streak > 0)


def test_two_ignored_suggestions_count_as_one_rejection_and_an_accept_ends_the_streak() -> None:
    counts = FeedbackCounts()
    counts.record_reject(put(0, pattern="p"), "ignored")
    counts.record_reject(put(0, pattern="p"), "ignored")
    assert counts.counts_for("p") == (0, 1)
    counts.record_accept(put(0, pattern="p"))
    assert counts.counts_for("p") == (1, 1)
    assert counts.rejection_streak == 0.0


def test_the_counter_unused_for_longest_is_dropped() -> None:
    counts = FeedbackCounts()
    for number in range(MAX_FEEDBACK_COUNTERS - 1):
        counts.record_accept(put(0, pattern=f"p{number}", topic=f"p{number}"))
    assert counts.counts_for("p0") == (1, 0)
    counts.record_accept(put(0, pattern="p1", topic="p1"))
    counts.record_accept(put(0, pattern="last", topic="last"))
    assert counts.counts_for("p0") == (0, 0)
    assert counts.counts_for("p1") == (2, 0)
    assert len(list(counts.counter_names())) == MAX_FEEDBACK_COUNTERS


def test_an_undone_suggestion_is_rejected_at_its_line() -> None:
    rejections = Rejections()
    rejections.add_undone(put(0), 2, ("x",))
    found = [line for line in range(4) if rejections.is_rejected(put(line), lambda _: ["y"] * 4, (9, 9))]
    assert found == [2]
