"""Property tests: any sequence of changes, in any encoding, compared with a plain string."""

import random
from collections.abc import Iterator

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from understudy.nes.text import EditOrigin
from understudy.nes.text.documents import ContentChange, Document, split_lines
from understudy.nes.text.history import History
from understudy.nes.text.positions import PositionEncoding

WORDS = ("a", "b", "foo(", "\t", " ", "é", "e\u0301", "漢", "😀", "👩\u200d👧", "\ufeff")
BREAKS = ("\r", "\n", "\r\n", "\n\r", "\r\r\n", "\u2028", "\u2029", "\f", "\v", "\x85", "\x1c")
PIECES = WORDS + BREAKS
TEXTS = st.lists(st.sampled_from(PIECES), max_size=12).map("".join)
ENCODINGS: st.SearchStrategy[PositionEncoding] = st.sampled_from(("utf-16", "utf-32", "utf-8"))
UNITS = {"utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4), "utf-8": ("utf-8", 1)}
EDITS = st.lists(
    st.tuples(st.integers(0, 10**6), st.integers(0, 8), TEXTS, st.integers(0, 9)), min_size=1, max_size=20
)


def places(text: str) -> Iterator[tuple[int, int, int]]:
    """Every place that a client can name, as offset, line and column: all but the one inside a `\\r\\n`."""
    line = begin = 0
    for offset in range(len(text) + 1):
        if text[offset - 1 : offset + 1] == "\r\n" and offset:
            continue
        yield offset, line, offset - begin
        if text[offset : offset + 2] == "\r\n":
            line, begin = line + 1, offset + 2
        elif text[offset : offset + 1] in ("\r", "\n"):
            line, begin = line + 1, offset + 1


def character(text: str, offset: int, column: int, encoding: PositionEncoding) -> int:
    codec, width = UNITS[encoding]
    return len(text[offset - column : offset].encode(codec)) // width


@pytest.mark.requirement("NES-05", "NES-07")
@settings(max_examples=300, deadline=None)
@given(TEXTS, EDITS, ENCODINGS)
def test_the_mirror_is_always_the_text_of_a_plain_string(
    text: str, edits: list[tuple[int, int, str, int]], encoding: PositionEncoding
) -> None:
    document = Document("file:///a", "", 0, text)
    shadow = list(document.lines)  # follows the splices alone
    for version, (where, length, new, kind) in enumerate(edits, 1):
        named = list(places(text))
        first = where % len(named)
        start, line, column = named[first]
        stop, last, end = named[min(first + length, len(named) - 1)]
        begin = character(text, start, column, encoding)
        range_ = (line, begin, last, character(text, stop, end, encoding))
        text = text[:start] + new + text[stop:]
        change = ContentChange(None, text) if kind == 0 else ContentChange(range_, new)
        splices = [step.splice for step in document.apply_changes(version, [change], encoding)]

        assert document.is_in_sync
        assert document.text() == text
        assert (document.lines, document.line_endings) == split_lines(text)
        assert document.snapshot() == ("file:///a", "", document.lines, version, document.line_ending, "")
        assert len(splices) == 1 or kind == 0 or (not splices and shadow == document.lines)
        for splice in splices:
            assert tuple(shadow[splice.line : splice.line + len(splice.old)]) == splice.old
            shadow[splice.line : splice.line + len(splice.old)] = splice.new
            assert splice.old[:1] != splice.new[:1]
            assert splice.old[-1:] != splice.new[-1:]
        assert shadow == document.lines
        ends = [document.line_endings.count(one) for one in ("\n", "\r\n", "\r")]
        assert ends[("\n", "\r\n", "\r").index(document.line_ending)] == max(ends)


@pytest.mark.requirement("NES-07")
@settings(max_examples=300, deadline=None)
@given(TEXTS, st.tuples(*[st.integers(-2, 8)] * 4), TEXTS, ENCODINGS)
def test_a_range_is_applied_exactly_or_not_at_all(
    text: str, range_: tuple[int, int, int, int], new: str, encoding: PositionEncoding
) -> None:
    document = Document("file:///a", "", 0, text)
    document.apply_changes(1, [ContentChange(range_, new)], encoding)
    named = {(line, character(text, at, column, encoding)): at for at, line, column in places(text)}
    start, stop = named.get(range_[:2]), named.get(range_[2:])
    if start is None or stop is None or start > stop:
        assert (document.is_in_sync, document.text()) == (False, text)
        assert document.sync_error in ("range-outside", "range-reversed", "inside-character")
    else:
        assert (document.is_in_sync, document.text()) == (True, text[:start] + new + text[stop:])


LINES = st.lists(st.sampled_from(["a", "b", "c", "", "ab"]), max_size=3).map("\n".join)
STEPS = st.lists(
    st.tuples(
        st.sampled_from(["change", "change", "change", "type", "undo", "undo", "redo", "accept", "full"]),
        st.integers(0, 10**6),
        st.integers(0, 4),
        LINES,
        st.sampled_from([0.0, 0.3, 5.0]),
    ),
    min_size=1,
    max_size=40,
)


@settings(max_examples=300, deadline=None)
@given(LINES, STEPS)
@example(
    "a\na",
    [
        ("change", 2, 0, "a", 0.0),
        ("change", 0, 3, "a", 0.0),
        ("change", 0, 0, "a\na", 0.0),
        ("accept", 0, 2, "", 0.0),
    ],
)
def test_every_edit_stands_where_the_history_says_it_stands(
    text: str, steps: list[tuple[str, int, int, str, float]]
) -> None:
    now = 0.0
    history = History(lambda: now)
    document = Document("file:///a", "", 0, text)
    undone: list[str] = []
    done: list[str] = [text]
    for version, (kind, where, length, new, pause) in enumerate(steps, 1):
        now += pause
        before = done[-1]
        match kind:
            case "undo" if len(done) > 1:
                undone.append(done.pop())
            case "redo" if undone:
                done.append(undone.pop())
            case "type":
                at = where % (len(before) + 1)
                done.append(before[:at] + "x" + before[at:])
                undone.clear()
            case _:
                at = where % (len(before) + 1)
                done.append(before[:at] + new + before[at + length :])
                undone.clear()
        change = ContentChange(None, done[-1]) if kind == "full" else narrowest(before, done[-1])
        steps_made = document.apply_changes(version, [change], "utf-16")
        if kind == "accept":
            for step in steps_made:
                history.expect_accepted_edit("file:///a", step.splice.old, step.splice.new, step.splice.line)
        history.record_changes("file:///a", steps_made)
        assert "\n".join(document.lines) == done[-1]
        serials = [edit.serial for edit in history.edits]
        assert serials == sorted(set(serials))
        for edit in history.edits:
            assert edit.old != edit.new
            assert edit.old[:1] != edit.new[:1]
            assert edit.line < 0 or document.lines[edit.line : edit.line + len(edit.new)] == list(edit.new)
        if kind == "accept" and steps_made:
            assert history.edits[-1].origin is EditOrigin.ACCEPTED


def narrowest(old: str, new: str) -> ContentChange:
    start = 0
    while start < min(len(old), len(new)) and old[start] == new[start]:
        start += 1
    tail = 0
    while tail < min(len(old), len(new)) - start and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    first, last = old[:start], old[: len(old) - tail]
    range_ = (
        first.count("\n"),
        len(first.rpartition("\n")[2]),
        last.count("\n"),
        len(last.rpartition("\n")[2]),
    )
    return ContentChange(range_, new[start : len(new) - tail])


def test_ten_thousand_edits_leave_a_mirror_and_a_history_of_bounded_size() -> None:
    chance = random.Random(7)
    now = 0.0
    history = History(lambda: now)
    document = Document("file:///a", "", 0, "".join(f"value_{n} = {n}\n" for n in range(2_000)))
    for version in range(1, 10_001):
        now += chance.choice((0.1, 0.2, 2.0))
        line = chance.randrange(len(document.lines) - 3)
        range_ = (line, 0, line + chance.choice((0, 0, 0, 1, 2)), 0)
        text = "x" if len(document.lines) < 2_000 else ""
        history.record_changes(
            "file:///a",
            document.apply_changes(version, [ContentChange(range_, text + "\n" * bool(text))], "utf-16"),
        )
    assert document.is_in_sync
    assert len(history.edits) <= 50
    assert sum(len(line) for edit in history.edits for line in edit.old + edit.new) <= 200_000
    assert history.edits[-1].serial > 1_000
