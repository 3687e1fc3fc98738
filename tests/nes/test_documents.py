"""The mirror of one document."""

import pytest

from understudy.nes.limits import (
    MAX_DOCUMENT_CHARS,
    MAX_DOCUMENT_LINES,
    MAX_LINE_CHARS,
    MAX_PROCESSABLE_CHARS,
    MAX_RUNS_PER_FULL_TEXT,
    MAX_TYPED_LINES,
)
from understudy.nes.text.documents import AppliedChange, ContentChange, Document, minimal_splice, split_lines
from understudy.nes.text.positions import PositionEncoding
from understudy.nes.text.text_types import Splice

LONG = "x" * (MAX_LINE_CHARS + 1)


def opened(text: str) -> Document:
    return Document("file:///a.py", "python", 1, text)


def change(
    document: Document, *changes: ContentChange, encoding: PositionEncoding = "utf-16"
) -> list[Splice]:
    applied = document.apply_changes(document.version + 1, changes, encoding)
    return [change.splice for change in applied if not change.is_untracked]


def at(first: int, start: int, last: int, stop: int, text: str) -> ContentChange:
    return ContentChange((first, start, last, stop), text)


def full(text: str) -> ContentChange:
    return ContentChange(None, text)


@pytest.mark.requirement("NES-05")
@pytest.mark.parametrize(
    ("text", "lines", "ends"),
    [
        ("", [""], [""]),
        ("\n", ["", ""], ["\n", ""]),
        ("a", ["a"], [""]),
        ("a\r\nb\r\n", ["a", "b", ""], ["\r\n", "\r\n", ""]),
        ("a\rb\nc\r\n", ["a", "b", "c", ""], ["\r", "\n", "\r\n", ""]),
        ("\r\r\n\n\r", ["", "", "", "", ""], ["\r", "\r\n", "\n", "\r", ""]),
        ("\ufeffa\x85b\u2028c\fd\x1ce\vf", ["\ufeffa\x85b\u2028c\fd\x1ce\vf"], [""]),
    ],
)
def test_lines_end_with_the_three_line_ends_and_nothing_else(
    text: str, lines: list[str], ends: list[str]
) -> None:
    assert split_lines(text) == (lines, ends)
    document = opened(text)
    assert (document.lines, document.line_endings, document.text()) == (lines, ends, text)


@pytest.mark.requirement("NES-06")
def test_an_opened_document_is_what_the_client_said() -> None:
    document = opened("a\nb\n")
    assert (document.uri, document.language, document.version) == ("file:///a.py", "python", 1)
    assert document.is_in_sync
    assert document.sync_error == ""
    assert document.is_processable
    page = document.snapshot()
    assert page == ("file:///a.py", "python", ["a", "b", ""], 1, "\n", "")
    assert page.lines is document.lines


@pytest.mark.requirement("NES-07")
def test_several_ranges_are_applied_in_order_each_to_what_the_one_before_left() -> None:
    document = opened("one\ntwo\nthree\n")
    splices = change(document, at(0, 0, 0, 3, "1\n1"), at(2, 0, 2, 3, "2"))
    assert document.text() == "1\n1\n2\nthree\n"
    assert splices == [Splice(0, ("one",), ("1", "1")), Splice(2, ("two",), ("2",))]
    assert document.version == 2


@pytest.mark.requirement("NES-07")
def test_a_splice_holds_no_equal_lines_at_its_ends() -> None:
    document = opened("a\nb\nc\nd\n")
    assert change(document, at(0, 0, 4, 0, "a\nB\nc\nd\n")) == [Splice(1, ("b",), ("B",))]
    assert change(document, at(0, 1, 0, 1, "\n")) == [Splice(1, (), ("",))]
    assert change(document, at(1, 0, 2, 0, "")) == [Splice(1, ("",), ())]
    assert change(document, at(0, 0, 0, 1, "a")) == []
    assert change(document) == []
    assert document.text() == "a\nB\nc\nd\n"
    assert minimal_splice(3, ("x", "x"), ("x",)) == Splice(4, ("x",), ())


@pytest.mark.requirement("NES-05", "NES-07")
@pytest.mark.parametrize(("encoding", "start", "stop"), [("utf-16", 1, 3), ("utf-32", 1, 2), ("utf-8", 1, 5)])
def test_a_range_is_read_in_the_clients_encoding(encoding: PositionEncoding, start: int, stop: int) -> None:
    document = opened("x😀é\r\ny")
    assert change(document, at(0, start, 0, stop, "e\u0301"), encoding=encoding) == [
        Splice(0, ("x😀é",), ("xe\u0301é",))
    ]
    assert document.text() == "xe\u0301é\r\ny"


@pytest.mark.requirement("NES-05", "NES-07")
@pytest.mark.parametrize(
    ("text", "made", "lines", "ends"),
    [
        ("a\rb\nc", at(1, 0, 1, 1, ""), ["a", "c"], ["\r\n", ""]),
        ("a\rb", at(1, 0, 1, 0, "\n"), ["a", "b"], ["\r\n", ""]),
        ("a\rb", at(1, 0, 1, 1, "\n\n"), ["a", "", ""], ["\r\n", "\n", ""]),
        ("a\nb", at(0, 1, 0, 1, "\r"), ["a", "b"], ["\r\n", ""]),
        ("a\r\nb", at(0, 1, 0, 1, "\r"), ["a", "", "b"], ["\r", "\r\n", ""]),
        ("a\r\nb", at(0, 1, 0, 1, "\n"), ["a", "", "b"], ["\n", "\r\n", ""]),
        ("a\r\nb", at(0, 1, 1, 0, "\r"), ["a", "b"], ["\r", ""]),
        ("\r\r\n", at(1, 0, 1, 0, "x"), ["", "x", ""], ["\r", "\r\n", ""]),
        ("a\rb\n", at(1, 0, 2, 0, ""), ["a", ""], ["\r", ""]),
        ("a\rbc\r\nd", at(1, 0, 1, 2, "\r"), ["a", "", "", "d"], ["\r", "\r", "\r\n", ""]),
    ],
)
def test_line_ends_join_and_part_as_in_the_text(
    text: str, made: ContentChange, lines: list[str], ends: list[str]
) -> None:
    document = opened(text)
    change(document, made)
    assert (document.lines, document.line_endings) == (lines, ends)
    assert split_lines(document.text()) == (lines, ends)


@pytest.mark.requirement("NES-07")
@pytest.mark.parametrize(
    ("impossible", "trouble"),
    [
        (at(9, 0, 9, 0, "x"), "range-outside"),
        (at(0, 0, 3, 0, "x"), "range-outside"),
        (at(-1, 0, 0, 0, "x"), "range-outside"),
        (at(0, 99, 0, 99, "x"), "range-outside"),
        (at(0, 0, 0, 99, "x"), "range-outside"),
        (at(0, -1, 0, 0, "x"), "range-outside"),
        (at(0, 0, 0, 2**40, "x"), "range-outside"),
        (at(1, 0, 0, 0, "x"), "range-reversed"),
        (at(0, 2, 0, 1, "x"), "range-reversed"),
        (at(1, 1, 1, 1, "x"), "inside-character"),
        (at(0, 0, 1, 1, "x"), "inside-character"),
    ],
)
def test_an_impossible_change_puts_the_mirror_out_of_sync_until_a_full_text(
    impossible: ContentChange, trouble: str
) -> None:
    document = opened("one\n😀\n")
    assert change(document, impossible, at(0, 0, 0, 0, "never")) == []
    assert not document.is_in_sync
    assert document.sync_error == trouble
    assert change(document, at(0, 0, 0, 0, "x")) == []
    assert document.text() == "one\n😀\n"
    assert document.version == 3
    change(document, full("healed\n"), at(0, 0, 0, 1, "H"))
    assert (document.is_in_sync, document.sync_error, document.text()) == (True, "", "Healed\n")


@pytest.mark.requirement("NES-07")
@pytest.mark.parametrize("version", [1, 0, -7])
@pytest.mark.parametrize("made", [at(0, 0, 0, 0, "x"), full("x")])
def test_a_version_that_does_not_rise_puts_the_mirror_out_of_sync(version: int, made: ContentChange) -> None:
    document = opened("one\n")
    assert document.apply_changes(version, [made], "utf-16") == []
    assert (document.is_in_sync, document.sync_error, document.version) == (False, "version-not-newer", 1)
    document.apply_changes(version, [full("two\n")], "utf-16")
    assert (document.is_in_sync, document.text(), document.version) == (True, "two\n", version)


@pytest.mark.requirement("NES-07")
def test_the_changes_before_an_impossible_one_of_the_same_message_are_returned() -> None:
    document = opened("one\ntwo\n")
    assert change(document, at(0, 0, 0, 3, "1"), at(7, 0, 7, 0, "x"), at(1, 0, 1, 3, "2")) == [
        Splice(0, ("one",), ("1",))
    ]
    assert document.lines == ["1", "two", ""]
    assert not document.is_in_sync


@pytest.mark.requirement("NES-07")
def test_a_full_text_is_returned_as_its_difference() -> None:
    document = opened("a\nb\nc\n")
    assert change(document, full("a\nB\nc\n")) == [Splice(1, ("b",), ("B",))]
    assert change(document, full("a\nB\nc\n")) == []
    assert change(document, full("a\nB\nnew\nc\n")) == [Splice(2, (), ("new",))]
    assert document.is_in_sync


def test_a_full_text_with_two_changed_places_is_two_changes() -> None:
    document = opened("".join(f"line {n}\n" for n in range(100)))
    text = document.text().replace("line 3\n", "LINE 3\n").replace("line 90\n", "LINE 90\n")
    steps = document.apply_changes(2, [full(text)], "utf-16")
    assert steps == [
        AppliedChange(Splice(3, ("line 3",), ("LINE 3",)), "line 2", "line 4"),
        AppliedChange(Splice(90, ("line 90",), ("LINE 90",)), "line 89", "line 91"),
    ]


def test_a_rewritten_text_is_a_full_rewrite_and_a_typed_or_pasted_one_is_not() -> None:
    old = "".join(f"{n}\n" for n in range(50))
    new = "".join(f"{n} {n}\n" for n in range(51))
    assert [step.is_full_rewrite for step in opened(old).apply_changes(2, [full(new)], "utf-16")] == [True]
    assert [
        step.is_full_rewrite for step in opened(old).apply_changes(2, [at(0, 0, 50, 0, new)], "utf-16")
    ] == [True]
    assert [step.is_full_rewrite for step in opened(old).apply_changes(2, [full(old + new)], "utf-16")] == [
        False
    ]
    assert [
        step.is_full_rewrite for step in opened(old).apply_changes(2, [at(0, 0, 0, 0, new)], "utf-16")
    ] == [False]
    assert [
        step.is_full_rewrite
        for step in opened(old).apply_changes(2, [full(old.replace("7\n", "8\n"))], "utf-16")
    ] == [False] * 5


def test_a_full_text_that_restores_the_sync_was_not_typed() -> None:
    document = opened("a\nb\n")
    change(document, at(9, 9, 9, 9, ""))
    assert document.apply_changes(9, [full("a\nB\n")], "utf-16") == [
        AppliedChange(Splice(1, ("b",), ("B",)), "a", "", is_full_rewrite=True)
    ]


def test_a_step_knows_what_stood_around_it_then() -> None:
    document = opened("a\nb\nc")
    steps = document.apply_changes(
        2, [at(2, 0, 2, 1, "C"), at(1, 0, 1, 1, "B"), at(0, 0, 1, 0, "")], "utf-16"
    )
    assert [(step.above, step.below) for step in steps] == [("b", None), ("a", "C"), (None, "B")]


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("", "\n"),
        ("a", "\n"),
        ("a\r\nb\r\nc\n", "\r\n"),
        ("a\r\nb\n", "\n"),
        ("a\rb\r", "\r"),
        ("a\nb\nc\r\n", "\n"),
    ],
)
def test_new_text_ends_its_lines_as_most_lines_do(text: str, end: str) -> None:
    assert opened(text).line_ending == end


def test_the_line_end_of_most_lines_is_followed_through_changes() -> None:
    document = opened("a\nb\nc\n")
    change(document, at(0, 0, 3, 0, "a\r\nb\r\n"))
    assert document.line_ending == "\r\n"
    change(document, at(1, 0, 2, 0, "x\ny\nz\n"))
    assert document.line_ending == "\n"
    change(document, full("a\r"))
    assert document.line_ending == "\r"


@pytest.mark.parametrize("odd", [LONG, "a\0b"])
def test_a_text_with_an_overlong_or_binary_line_is_not_processable_while_it_has_it(odd: str) -> None:
    document = opened(f"a\n{odd}\nb\n")
    assert not document.is_processable
    assert document.is_in_sync
    assert change(document, at(0, 0, 0, 1, "A")) == [Splice(0, ("a",), ("A",))]
    assert change(document, at(1, 0, 1, 1, "")) == []
    assert not document.is_processable or len(odd) > 3
    change(document, at(1, 0, 2, 0, ""))
    assert document.is_processable
    assert document.lines == ["A", "b", ""]
    change(document, at(1, 0, 1, 0, odd))
    assert not document.is_processable
    change(document, full("fine\n"))
    assert document.is_processable


def test_a_change_without_a_line_diff_is_untracked() -> None:
    document = opened("a\nb\n")
    (step,) = document.apply_changes(2, [at(0, 0, 0, 0, LONG + "\n")], "utf-16")
    assert step.is_untracked
    assert step.splice == (0, (), ())
    (step,) = document.apply_changes(3, [full("a\nb\n")], "utf-16")
    assert step.is_untracked


def test_a_line_of_five_million_letters_is_followed_and_never_returned() -> None:
    document = opened("é" * 5_000_000)
    assert not document.is_processable
    assert change(document, at(0, 4_999_999, 0, 5_000_000, "x😀")) == []
    assert document.is_in_sync
    assert document.lines[0][-3:] == "éx😀"


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_text_of_too_many_lines_is_not_kept(end: str) -> None:
    document = opened(end * MAX_DOCUMENT_LINES)
    assert (document.is_in_sync, document.sync_error, document.is_processable) == (False, "too-large", False)
    assert document.lines == [""]
    assert change(document, at(0, 0, 0, 0, "x")) == []
    change(document, full("small"))
    assert (document.is_in_sync, document.sync_error, document.is_processable) == (True, "", True)


def test_a_text_that_grows_too_large_is_dropped() -> None:
    document = opened("\n" * (MAX_DOCUMENT_LINES - 1))
    assert document.is_processable
    assert document.line_ending == "\n"
    (step,) = document.apply_changes(2, [at(0, 0, 0, 0, "\n")], "utf-16")
    assert step.is_untracked
    assert (document.is_in_sync, document.sync_error, document.is_processable) == (False, "too-large", False)
    (step,) = document.apply_changes(3, [full("small")], "utf-16")
    assert step.is_untracked


def test_a_letter_that_makes_a_text_too_large_drops_it() -> None:
    document = opened("x" * MAX_DOCUMENT_CHARS)
    assert document.is_in_sync
    change(document, at(0, 0, 0, 0, "x"))
    assert document.sync_error == "too-large"
    assert opened("x" * (MAX_DOCUMENT_CHARS + 1)).sync_error == "too-large"


@pytest.mark.parametrize(("extra", "processable"), [(0, True), (1, False)])
def test_a_text_above_the_limits_is_followed_but_not_processed(extra: int, processable: bool) -> None:
    lines = ("x" * 999 + "\n") * (MAX_PROCESSABLE_CHARS // 1000)
    assert opened(lines + "x" * extra).is_processable is processable
    assert opened("x" * (MAX_LINE_CHARS + extra)).is_processable is processable


@pytest.mark.parametrize(("lines", "full_rewrite"), [(MAX_TYPED_LINES, False), (MAX_TYPED_LINES + 1, True)])
def test_a_full_text_that_changes_many_lines_was_not_typed(lines: int, full_rewrite: bool) -> None:
    document = opened("a\n" * lines)
    (applied,) = document.apply_changes(2, [full("b\n" * lines)], "utf-16")
    assert applied.is_full_rewrite is full_rewrite


@pytest.mark.parametrize(
    ("runs", "changes"), [(MAX_RUNS_PER_FULL_TEXT, MAX_RUNS_PER_FULL_TEXT), (MAX_RUNS_PER_FULL_TEXT + 1, 1)]
)
def test_a_full_text_with_many_changes_is_one_change(runs: int, changes: int) -> None:
    document = opened("a\nsame\n" * runs)
    assert len(change(document, full("b\nsame\n" * runs))) == changes
