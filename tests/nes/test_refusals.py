"""What was refused stays refused where it was, wherever that is by now."""

from understudy.nes.port import Candidate
from understudy.nes.refusals import MOST, MOST_LESSONS, Refusals, Trust
from understudy.nes.values import Point, Replacement, Span, Splice

URI = "file:///a.py"
LINES = ["a", "b", "c", "b", "d"]


def put(line: int, text: str, uri: str = URI, size: int = 1) -> Candidate:
    span = Span(Point(line, 0), Point(line, size))
    return Candidate(kind="edit", uri=uri, chance=0.9, family="any", edits=(Replacement(span, text),))


def insert(line: int, text: str) -> Candidate:
    return put(line, f"{text}\n", size=0)


def refused(
    refusals: Refusals, candidate: Candidate, lines: list[str], now: tuple[int, int] = (1, 0)
) -> bool:
    return refusals.refuse(candidate, lambda _: lines, now)


def after_refusing(candidate: Candidate) -> Refusals:
    refusals = Refusals()
    refusals.add(candidate, "rejected", LINES, (1, 0))
    return refusals


def test_only_the_same_change_at_the_same_place_is_refused() -> None:
    refusals = after_refusing(put(1, "x"))
    assert refused(refusals, put(1, "x"), LINES)
    assert not refused(refusals, put(3, "x"), LINES)
    assert not refused(refusals, put(1, "y"), LINES)
    assert not refused(refusals, put(1, "x", "file:///b.py"), LINES)


def test_a_refusal_moves_with_its_line() -> None:
    refusals = after_refusing(put(1, "x"))
    refusals.moved(URI, Splice(0, (), ("new", "new")))
    lines = ["new", "new", *LINES]
    assert refused(refusals, put(3, "x"), lines)
    assert not refused(refusals, put(1, "x"), lines)
    refusals.moved(URI, Splice(0, ("new", "new", "a"), ()))
    assert refused(refusals, put(0, "x"), LINES[1:])
    refusals.moved("file:///b.py", Splice(0, (), ("no",)))
    assert refused(refusals, put(0, "x"), LINES[1:])


def test_a_refusal_finds_its_line_in_a_rewritten_text() -> None:
    refusals = after_refusing(put(2, "x"))
    refusals.moved(URI, Splice(0, tuple(LINES), ("head", "a", "B", "c", "tail")))
    assert refused(refusals, put(3, "x"), ["head", "a", "B", "c", "tail"])


def test_a_refusal_stays_where_its_line_was_touched() -> None:
    refusals = after_refusing(put(1, "x"))
    refusals.moved(URI, Splice(1, ("b",), ("bb",)))
    assert refused(refusals, put(1, "x", size=2), ["a", "bb", "c", "b", "d"])


def test_a_refused_insertion_is_not_made_again() -> None:
    refusals = after_refusing(insert(2, "new"))
    assert refused(refusals, insert(2, "new"), LINES)
    assert not refused(refusals, insert(3, "new"), LINES)
    refusals.moved(URI, Splice(0, (), ("top",)))
    assert refused(refusals, insert(3, "new"), ["top", *LINES])


def test_a_part_of_what_was_refused_and_more_than_that_are_refused() -> None:
    whole = Candidate(
        kind="edit", uri=URI, chance=0.9, family="any", edits=(put(1, "x").edits[0], put(3, "x").edits[0])
    )
    assert refused(after_refusing(whole), put(3, "x"), LINES)
    assert refused(after_refusing(put(3, "x")), whole, LINES)


def test_what_was_ignored_may_come_after_another_edit() -> None:
    refusals = Refusals()
    refusals.add(put(1, "x"), "ignored", LINES, (1, 0))
    assert refused(refusals, put(1, "x"), LINES, (1, 0))
    assert not refused(refusals, put(1, "x"), LINES, (1, 1))


def test_what_was_replaced_or_cancelled_is_not_refused() -> None:
    refusals = Refusals()
    refusals.add(put(1, "x"), "replaced", LINES, (1, 0))
    refusals.add(put(1, "x"), "cancelled", LINES, (1, 0))
    assert not refused(refusals, put(1, "x"), LINES)


def test_jumps_renames_and_replacements_are_refused_by_what_they_do() -> None:
    jump = Candidate(kind="jump", uri=URI, chance=0.9, family="any", place=Point(2, 0))
    rename = Candidate(kind="rename", uri=URI, chance=0.9, family="any", place=Point(0, 0), new_name="n")
    replace = Candidate(kind="searchAndReplace", uri=URI, chance=0.9, family="any", search="a", replace="b")
    for candidate in (jump, rename, replace):
        refusals = after_refusing(candidate)
        assert refused(refusals, candidate, LINES)
        assert not refused(refusals, put(2, "x"), LINES)
    refusals = after_refusing(jump)
    refusals.moved(URI, Splice(0, (), ("top",)))
    elsewhere = Candidate(kind="jump", uri=URI, chance=0.9, family="any", place=Point(3, 1))
    assert refused(refusals, elsewhere, ["top", *LINES])


def test_only_the_last_refusals_are_kept() -> None:
    refusals = Refusals()
    lines = [str(number) for number in range(100)]
    for line in range(MOST + 1):
        refusals.add(put(line, "x"), "rejected", lines, (1, 0))
    assert not refused(refusals, put(0, "x"), lines)
    assert refused(refusals, put(1, "x"), lines)


def test_trust_is_lost_strongly_mildly_or_not_at_all() -> None:
    trust = Trust()
    trust.taken(learned("a"))
    trust.refused(learned("a"), "rejected")
    for verb in ("ignored", "ignored", "ignored", "replaced", "cancelled"):
        trust.refused(learned("b"), verb)
    assert trust.of("a") == (1, 1)
    assert trust.of("b") == (0, 1)
    assert trust.of("c") == (0, 0)


def test_lessons_share_the_trust_of_their_topic_and_all_share_that_of_the_session() -> None:
    trust = Trust()
    trust.refused(learned("a → b", "a"), "rejected")
    trust.taken(learned("a → c", "a"))
    trust.taken(learned("x", "x"))
    assert trust.of("a → b") == (0, 1)
    assert trust.of("a") == (1, 1)
    assert trust.of("x") == (1, 0)
    assert trust.of("") == (2, 1)


def learned(lesson: str, topic: str = "") -> Candidate:
    return Candidate(kind="edit", uri=URI, chance=0.9, family="any", lesson=lesson, topic=topic)


def test_the_trust_of_a_lesson_long_ago_is_forgotten() -> None:
    trust = Trust()
    for number in range(MOST_LESSONS + 10):
        trust.taken(learned(str(number)))
    assert trust.of("0") == (0, 0)
    assert trust.of("11") == (1, 0)
    assert len(list(trust.names())) == MOST_LESSONS
