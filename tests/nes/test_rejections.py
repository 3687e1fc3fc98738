"""A rejected suggestion stays rejected at its place, which moves with the text."""

from msgspec import structs

from understudy.nes.engine_api import Candidate
from understudy.nes.limits import MAX_FEEDBACK_COUNTERS, MAX_REJECTIONS
from understudy.nes.session.rejections import FeedbackCounts, Rejections
from understudy.nes.text.text_types import Point, Replacement, Span, Splice

URI = "file:///a.py"
LINES = ["a", "b", "c", "b", "d"]


def put(line: int, text: str, uri: str = URI, size: int = 1) -> Candidate:
    span = Span(Point(line, 0), Point(line, size))
    return Candidate(kind="edit", uri=uri, probability=0.9, family="any", edits=(Replacement(span, text),))


def insert(line: int, text: str) -> Candidate:
    return put(line, f"{text}\n", size=0)


def is_rejected_in(
    rejections: Rejections, candidate: Candidate, lines: list[str], now: tuple[int, int] = (1, 0)
) -> bool:
    return rejections.is_rejected(candidate, lambda _: lines, now)


def after_rejecting(candidate: Candidate) -> Rejections:
    rejections = Rejections()
    rejections.add(candidate, "rejected", LINES, (1, 0))
    return rejections


def test_only_the_same_change_at_the_same_place_is_rejected() -> None:
    rejections = after_rejecting(put(1, "x"))
    assert is_rejected_in(rejections, put(1, "x"), LINES)
    assert not is_rejected_in(rejections, put(3, "x"), LINES)
    assert not is_rejected_in(rejections, put(1, "y"), LINES)
    assert not is_rejected_in(rejections, put(1, "x", "file:///b.py"), LINES)


def test_a_rejection_moves_with_its_line() -> None:
    rejections = after_rejecting(put(1, "x"))
    rejections.apply_splice(URI, Splice(0, (), ("new", "new")))
    lines = ["new", "new", *LINES]
    assert is_rejected_in(rejections, put(3, "x"), lines)
    assert not is_rejected_in(rejections, put(1, "x"), lines)
    rejections.apply_splice(URI, Splice(0, ("new", "new", "a"), ()))
    assert is_rejected_in(rejections, put(0, "x"), LINES[1:])
    rejections.apply_splice("file:///b.py", Splice(0, (), ("no",)))
    assert is_rejected_in(rejections, put(0, "x"), LINES[1:])


def test_a_rejection_finds_its_line_in_a_rewritten_text() -> None:
    rejections = after_rejecting(put(2, "x"))
    rejections.apply_splice(URI, Splice(0, tuple(LINES), ("head", "a", "B", "c", "tail")))
    assert is_rejected_in(rejections, put(3, "x"), ["head", "a", "B", "c", "tail"])


def test_a_rejection_stays_where_its_line_was_changed() -> None:
    rejections = after_rejecting(put(1, "x"))
    rejections.apply_splice(URI, Splice(1, ("b",), ("bb",)))
    assert is_rejected_in(rejections, put(1, "x", size=2), ["a", "bb", "c", "b", "d"])


def test_a_rejected_insertion_is_not_suggested_again() -> None:
    rejections = after_rejecting(insert(2, "new"))
    assert is_rejected_in(rejections, insert(2, "new"), LINES)
    assert not is_rejected_in(rejections, insert(3, "new"), LINES)
    rejections.apply_splice(URI, Splice(0, (), ("top",)))
    assert is_rejected_in(rejections, insert(3, "new"), ["top", *LINES])


def test_a_part_of_a_rejected_change_and_a_larger_one_are_rejected() -> None:
    whole = Candidate(
        kind="edit",
        uri=URI,
        probability=0.9,
        family="any",
        edits=(put(1, "x").edits[0], put(3, "x").edits[0]),
    )
    assert is_rejected_in(after_rejecting(whole), put(3, "x"), LINES)
    assert is_rejected_in(after_rejecting(put(3, "x")), whole, LINES)


def test_what_was_ignored_may_come_after_another_edit() -> None:
    rejections = Rejections()
    rejections.add(put(1, "x"), "ignored", LINES, (1, 0))
    assert is_rejected_in(rejections, put(1, "x"), LINES, (1, 0))
    assert not is_rejected_in(rejections, put(1, "x"), LINES, (1, 1))


def test_a_replaced_or_cancelled_suggestion_is_not_rejected() -> None:
    rejections = Rejections()
    rejections.add(put(1, "x"), "replaced", LINES, (1, 0))
    rejections.add(put(1, "x"), "cancelled", LINES, (1, 0))
    assert not is_rejected_in(rejections, put(1, "x"), LINES)


def test_jumps_renames_and_replacements_are_rejected_by_their_effect() -> None:
    jump = Candidate(kind="jump", uri=URI, probability=0.9, family="any", position=Point(2, 0))
    rename = Candidate(
        kind="rename", uri=URI, probability=0.9, family="any", position=Point(0, 0), new_name="n"
    )
    replace = Candidate(
        kind="searchAndReplace", uri=URI, probability=0.9, family="any", search="a", replace="b"
    )
    for candidate in (jump, rename, replace):
        rejections = after_rejecting(candidate)
        assert is_rejected_in(rejections, candidate, LINES)
        assert not is_rejected_in(rejections, put(2, "x"), LINES)
    rejections = after_rejecting(jump)
    rejections.apply_splice(URI, Splice(0, (), ("top",)))
    elsewhere = Candidate(kind="jump", uri=URI, probability=0.9, family="any", position=Point(3, 1))
    assert is_rejected_in(rejections, elsewhere, ["top", *LINES])


def test_only_the_last_rejections_are_kept() -> None:
    rejections = Rejections()
    lines = [str(number) for number in range(100)]
    for line in range(MAX_REJECTIONS + 1):
        rejections.add(put(line, "x"), "rejected", lines, (1, 0))
    assert not is_rejected_in(rejections, put(0, "x"), lines)
    assert is_rejected_in(rejections, put(1, "x"), lines)


def test_a_rejection_counts_fully_half_or_not_at_all() -> None:
    trust = FeedbackCounts()
    trust.record_accept(learned("a"))
    trust.record_reject(learned("a"), "rejected")
    for verb in ("ignored", "ignored", "ignored", "replaced", "cancelled"):
        trust.record_reject(learned("b"), verb)
    assert trust.counts_for("a") == (1, 1)
    assert trust.counts_for("b") == (0, 1)
    assert trust.counts_for("c") == (0, 0)


def test_patterns_share_the_counts_of_their_topic_and_all_count_for_the_session() -> None:
    trust = FeedbackCounts()
    trust.record_reject(learned("a → b", "a"), "rejected")
    trust.record_accept(learned("a → c", "a"))
    trust.record_accept(learned("x", "x"))
    assert trust.counts_for("a → b") == (0, 1)
    assert trust.counts_for("a") == (1, 1)
    assert trust.counts_for("x") == (1, 0)
    assert trust.counts_for("") == (2, 1)


def test_a_jump_counts_for_itself_alone() -> None:
    trust = FeedbackCounts()
    trust.record_reject(learned("a", "topic"), "rejected")
    jump = structs.replace(learned("to a", "topic"), kind="jump")
    trust.record_reject(jump, "rejected")
    trust.record_accept(jump)
    assert trust.rejection_streak == 1.0
    assert trust.counts_for("to a") == (1, 1)
    assert trust.counts_for("topic") == trust.counts_for("") == (0, 1)


def learned(lesson: str, topic: str = "") -> Candidate:
    return Candidate(kind="edit", uri=URI, probability=0.9, family="any", pattern=lesson, topic=topic)


def test_the_counts_of_the_oldest_pattern_are_dropped() -> None:
    trust = FeedbackCounts()
    for number in range(MAX_FEEDBACK_COUNTERS + 10):
        trust.record_accept(learned(str(number)))
    assert trust.counts_for("0") == (0, 0)
    assert trust.counts_for("11") == (1, 0)
    assert len(list(trust.counter_names())) == MAX_FEEDBACK_COUNTERS
