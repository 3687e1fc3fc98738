"""Boundaries of the validation of candidates, as tables."""

from typing import Any

import pytest

from understudy.nes.engine_api import Candidate, SuggestionKind
from understudy.nes.limits import (
    MAX_NEW_NAME_CHARS,
    MAX_SUGGESTION_CHARS,
    MAX_SUGGESTION_LINES,
    PROTECTED_RECENT_EDITS,
)
from understudy.nes.text import Edit, EditOrigin, Point, Replacement, Span, TextSnapshot
from understudy.nes.validation import validate

URI = "file:///project/a.py"
OTHER = "file:///project/b.py"
ALL: frozenset[SuggestionKind] = frozenset({"edit", "jump", "rename", "searchAndReplace"})


def replaced(line: int, column: int, end: int, text: str, last: int | None = None, **more: Any) -> Candidate:
    span = Span(Point(line, column), Point(line if last is None else last, end))
    return Candidate(
        kind="edit", uri=URI, probability=0.9, family="any", edits=(Replacement(span, text),), **more
    )


def other(kind: SuggestionKind, **more: Any) -> Candidate:
    return Candidate(kind=kind, uri=URI, probability=0.9, family="any", **more)


def reason(
    candidate: Candidate, text: str, *edits: Edit, cursor: Point | None = None, language: str = "python"
) -> str | None:
    return validate(candidate, TextSnapshot(URI, language, text.split("\n")), ALL, edits, cursor)


def edited(serial: int, uri: str = URI, line: int = 0, **more: Any) -> Edit:
    return Edit(serial, uri, line, ("old",), ("new",), **more)


@pytest.mark.parametrize(
    ("later", "protected"),
    [
        pytest.param([], True, id="the newest edit"),
        pytest.param([edited(2, line=5), edited(3, line=6)], True, id="the third newest edit"),
        pytest.param(
            [edited(2, line=5), edited(3, line=6), edited(4, line=7)], False, id="the fourth newest"
        ),
        pytest.param(
            [edited(2, line=5), edited(3, line=6), edited(4, origin=EditOrigin.UNDONE)],
            True,
            id="an undone edit does not count",
        ),
        pytest.param(
            [edited(2, OTHER), edited(3, OTHER), edited(4, OTHER)], False, id="edits of other texts count"
        ),
    ],
)
def test_the_last_edits_are_not_reverted(later: list[Edit], protected: bool) -> None:
    found = reason(replaced(0, 0, 3, "old"), "new\nx", edited(1), *later)
    assert found == ("reverse" if protected else None)
    assert PROTECTED_RECENT_EDITS == 3


@pytest.mark.parametrize(
    ("edit", "reverted"),
    [
        pytest.param(Edit(1, URI, 0, ("a", "b"), ("x", "y")), True, id="one line of the edit"),
        pytest.param(Edit(1, URI, 1, ("b", "c"), ("y", "z")), True, id="the first line of the edit"),
        pytest.param(Edit(1, URI, 2, ("b",), ("y",)), False, id="an edit below"),
        pytest.param(Edit(1, URI, 0, ("b",), ("y",)), False, id="an edit above"),
        pytest.param(Edit(1, URI, 0, ("a", "b", "c"), ("x", "y")), False, id="another number of lines"),
        pytest.param(Edit(1, URI, -1, ("a", "b"), ("x", "y")), False, id="written over since"),
        pytest.param(Edit(1, OTHER, 0, ("a", "b"), ("x", "y")), False, id="in another text"),
        pytest.param(Edit(1, URI, 1, (), ("y",)), False, id="an insertion"),
    ],
)
def test_what_reverts_an_edit(edit: Edit, reverted: bool) -> None:
    found = reason(replaced(1, 0, 1, "b"), "x\ny\nz", edit)
    assert found == ("reverse" if reverted else None)


def test_an_inserted_line_is_not_deleted_again() -> None:
    inserted = Edit(1, URI, 1, (), ("new",))
    assert reason(replaced(1, 0, 0, "", last=2), "x\nnew\ny", inserted) == "reverse"
    assert reason(replaced(0, 0, 0, "", last=1), "x\nnew\ny", inserted) is None


@pytest.mark.parametrize(
    ("count", "found"),
    [(MAX_SUGGESTION_CHARS, None), (MAX_SUGGESTION_CHARS + 1, "too-large")],
)
def test_how_many_characters_a_suggestion_may_have(count: int, found: str | None) -> None:
    assert reason(replaced(0, 0, 0, "y" * count), "x") == found
    assert reason(other("searchAndReplace", search="x" * 4, replace="y" * (count - 4)), "x") == found


@pytest.mark.parametrize(
    ("count", "found"), [(MAX_SUGGESTION_LINES, None), (MAX_SUGGESTION_LINES + 1, "too-large")]
)
def test_how_many_lines_a_suggestion_may_have(count: int, found: str | None) -> None:
    lines = "\n".join(["old"] * 30)
    assert reason(replaced(0, 0, 0, "y\n" * count), lines) == found
    assert reason(replaced(0, 0, 0, "", last=count), lines) == found


@pytest.mark.parametrize(
    ("count", "found"),
    [(0, "bad-edit"), (1, None), (MAX_NEW_NAME_CHARS, None), (MAX_NEW_NAME_CHARS + 1, "bad-edit")],
)
def test_how_long_a_new_name_may_be(count: int, found: str | None) -> None:
    assert reason(other("rename", position=Point(0, 0), new_name="y" * count), "x") == found


@pytest.mark.parametrize(
    ("candidate", "found"),
    [
        pytest.param(other("rename", position=Point(0, 1), new_name="y"), None, id="at the end of the line"),
        pytest.param(other("rename", position=Point(0, 2), new_name="y"), "bad-edit", id="behind the line"),
        pytest.param(other("rename", position=Point(1, 0), new_name="y"), "bad-edit", id="behind the text"),
        pytest.param(other("rename", position=Point(-1, 0), new_name="y"), "bad-edit", id="before the text"),
        pytest.param(other("rename", position=Point(0, -1), new_name="y"), "bad-edit", id="before the line"),
        pytest.param(other("rename", new_name="y"), "bad-edit", id="nowhere"),
        pytest.param(other("rename", position=Point(0, 0), new_name="a\nb"), "bad-edit", id="two lines"),
        pytest.param(other("rename", position=Point(0, 0), new_name="a\0"), "bad-edit", id="unsendable"),
        pytest.param(other("rename", position=Point(0, 0), new_name="x"), "no-change", id="the same name"),
        pytest.param(other("jump", position=Point(0, 1)), None, id="a jump to the end of the line"),
        pytest.param(other("jump", position=Point(0, 2)), "bad-edit", id="a jump behind the line"),
        pytest.param(other("jump"), "bad-edit", id="a jump nowhere"),
        pytest.param(other("searchAndReplace", search="", replace="y"), "bad-edit", id="nothing searched"),
        pytest.param(other("searchAndReplace", search="a", replace="a"), "no-change", id="nothing replaced"),
        pytest.param(other("searchAndReplace", search="a", replace="\r"), "bad-edit", id="unsendable text"),
    ],
)
def test_renames_jumps_and_replacements(candidate: Candidate, found: str | None) -> None:
    assert reason(candidate, "x") == found


def test_a_longer_name_may_become_its_beginning() -> None:
    assert reason(other("rename", position=Point(0, 0), new_name="load"), "load_all()") is None
    assert reason(other("rename", position=Point(0, 0), new_name="load"), "load()") == "no-change"


@pytest.mark.parametrize(
    ("replace", "whole_word", "is_regex", "found"),
    [
        ("$1", True, False, "bad-edit"),
        ("a\\b", True, False, "bad-edit"),
        ("$1", False, False, None),
        ("$1", True, True, None),
        ("plain", True, False, None),
    ],
)
def test_whole_words_are_not_replaced_by_what_clients_read_differently(
    replace: str, whole_word: bool, is_regex: bool, found: str | None
) -> None:
    one = other("searchAndReplace", search="a", replace=replace, whole_word=whole_word, is_regex=is_regex)
    assert reason(one, "a") == found


@pytest.mark.parametrize(("cursor", "found"), [(Point(0, 0), "no-change"), (Point(1, 0), None), (None, None)])
def test_a_jump_leads_to_another_line(cursor: Point | None, found: str | None) -> None:
    assert reason(other("jump", position=Point(0, 1)), "x\ny", cursor=cursor) == found


@pytest.mark.parametrize(
    ("candidate", "text", "found"),
    [
        pytest.param(replaced(1, 0, 0, "b\n"), "a\nb\nc", "already-there", id="the line below is the same"),
        pytest.param(replaced(2, 0, 0, "b\n"), "a\nb\nc", "already-there", id="the line above is the same"),
        pytest.param(replaced(2, 0, 0, "a\n"), "a\nb\nc", None, id="the same line further above"),
        pytest.param(replaced(1, 0, 0, "\n"), "a\n\nc", None, id="an empty line"),
        pytest.param(replaced(0, 0, 0, "foo"), "foobar", "already-there", id="before the same word"),
        pytest.param(replaced(0, 0, 0, "fo"), "foobar", None, id="before two of the same letters"),
        pytest.param(replaced(0, 0, 3, "foo"), "barfoo", None, id="a replacement before the same word"),
    ],
)
def test_text_that_is_there_already(candidate: Candidate, text: str, found: str | None) -> None:
    assert reason(candidate, text) == found


@pytest.mark.parametrize(
    ("text", "new", "language", "found"),
    [
        pytest.param("f(a)", "f(a", "python", "brackets", id="a bracket lost"),
        pytest.param("f(a)", "f(a))", "python", "brackets", id="a bracket too many"),
        pytest.param("f(a)", "f(a", "markdown", None, id="prose"),
        pytest.param("f(a", "f(a)", "python", None, id="a bracket mended"),
        pytest.param("f(a", "f(a))", "python", None, id="as far off on the other side"),
        pytest.param("f(a", "f(a)))", "python", "brackets", id="further off on the other side"),
        pytest.param("f('a')", "f('a(')", "python", None, id="a bracket in a string"),
        pytest.param("f[a]", "f[a", "python", "brackets", id="a square bracket"),
        pytest.param("f{a}", "f{a", "python", "brackets", id="a brace"),
    ],
)
def test_brackets_stay_balanced(text: str, new: str, language: str, found: str | None) -> None:
    assert reason(replaced(0, 0, len(text), new), text, language=language) == found


@pytest.mark.parametrize(
    ("position", "found"),
    [
        (Point(0, 2), None),
        (Point(0, 3), "bad-edit"),
        (Point(0, -1), "bad-edit"),
        (Point(2, 0), "bad-edit"),
        (None, None),
    ],
)
def test_the_cursor_after_an_edit_is_inside_the_new_text(position: Point | None, found: str | None) -> None:
    assert reason(replaced(0, 1, 1, "y", position=position), "x\nz") == found


def test_kinds_that_the_client_does_not_support() -> None:
    snapshot = TextSnapshot(URI, "python", ["x"])
    jump = other("jump", position=Point(0, 1))
    assert validate(jump, snapshot, frozenset({"edit"}), (), None) == "kind"
    assert validate(replaced(0, 0, 0, "y"), snapshot, frozenset(), (), None) is None
