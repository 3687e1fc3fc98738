"""What must never reach a user, whichever engine proposed it."""

import pytest

from understudy.nes.engine_api import Candidate, SuggestionKind
from understudy.nes.limits import (
    MAX_NEW_NAME_CHARS,
    MAX_SUGGESTION_CHARS,
    MAX_SUGGESTION_LINES,
    PROTECTED_RECENT_EDITS,
)
from understudy.nes.text import Edit, EditOrigin
from understudy.nes.text.text_types import Point, Replacement, Span, TextSnapshot
from understudy.nes.validation import validate

URI = "file:///a.py"
START = Point(0, 0)
ALL: frozenset[SuggestionKind] = frozenset({"edit", "jump", "rename", "searchAndReplace"})


def page(text: str, language: str = "python") -> TextSnapshot:
    return TextSnapshot(URI, language, text.split("\n"))


def edit(*edits: tuple[int, int, int, int, str], position: Point | None = None) -> Candidate:
    replacements = tuple(
        Replacement(Span(Point(line, column), Point(last, end)), text)
        for line, column, last, end, text in edits
    )
    return Candidate(
        kind="edit", uri=URI, probability=0.9, family="any", edits=replacements, position=position
    )


def verdict(candidate: Candidate, text: str, *edits: Edit, language: str = "python") -> str | None:
    return validate(candidate, page(text, language), ALL, edits, None)


def made(
    line: int, old: tuple[str, ...], new: tuple[str, ...], origin: EditOrigin = EditOrigin.TYPED
) -> Edit:
    return Edit(1, URI, line, old, new, origin=origin)


@pytest.mark.requirement("NES-14")
@pytest.mark.parametrize(
    "edits",
    [
        [(5, 0, 5, 0, "x")],
        [(0, 0, 9, 0, "x")],
        [(0, 4, 0, 4, "x")],
        [(0, 2, 0, 1, "x")],
        [(1, 0, 0, 0, "x")],
        [(-1, 0, 0, 0, "x")],
        [(0, -1, 0, 0, "x")],
        [(0, 0, 0, 2, "x"), (0, 1, 0, 3, "y")],
        [(1, 0, 1, 1, "x"), (0, 0, 0, 1, "y")],
        [(0, 1, 0, 1, "x"), (0, 1, 0, 1, "y")],
        [(0, 0, 0, 0, "x\r\n")],
        [(0, 0, 0, 0, "\0")],
        [(0, 0, 0, 0, "\ud800")],
        [],
    ],
)
def test_edits_outside_the_text_or_over_each_other_do_not_leave(
    edits: list[tuple[int, int, int, int, str]],
) -> None:
    assert verdict(edit(*edits), "one\ntwo") == "bad-edit"


def test_edits_that_touch_each_other_may_leave() -> None:
    assert verdict(edit((0, 0, 0, 1, "x"), (0, 1, 0, 3, "y")), "one\ntwo") is None


def test_the_cursor_is_put_into_the_text_as_it_will_be() -> None:
    assert verdict(edit((0, 3, 0, 3, "\nmore"), position=Point(1, 4)), "one\ntwo") is None
    assert verdict(edit((0, 3, 0, 3, "\nmore"), position=Point(2, 3)), "one\ntwo") is None
    assert verdict(edit((0, 3, 0, 3, "\nmore"), position=Point(3, 0)), "one\ntwo") == "bad-edit"
    assert verdict(edit((0, 3, 0, 3, "\nmore"), position=Point(1, 5)), "one\ntwo") == "bad-edit"


def test_what_changes_nothing_does_not_leave() -> None:
    assert verdict(edit((0, 0, 0, 3, "one")), "one\ntwo") == "no-change"
    assert verdict(edit((0, 0, 1, 3, "one\ntwo")), "one\ntwo") == "no-change"


def test_more_than_a_glance_does_not_leave() -> None:
    text = "\n".join(f"line{number}" for number in range(40))
    few = "".join(f"new{number}\n" for number in range(MAX_SUGGESTION_LINES))
    assert verdict(edit((5, 0, 5, 0, few)), text) is None
    assert verdict(edit((5, 0, 5, 0, f"{few}and one\n")), text) == "too-large"
    assert verdict(edit((5, 0, 5 + MAX_SUGGESTION_LINES + 1, 0, "")), text) == "too-large"
    assert (
        verdict(edit(*((line, 0, line, 4, "row") for line in range(MAX_SUGGESTION_LINES + 1))), text)
        == "too-large"
    )
    assert verdict(edit((5, 0, 5, 0, "x" * 5_000)), text) == "too-large"


@pytest.mark.parametrize(
    ("candidate", "text", "made_before"),
    [
        (edit((1, 0, 1, 3, "two")), "one\nnew", made(1, ("two",), ("new",))),
        (edit((1, 0, 2, 0, "")), "one\nadded\ntwo", made(1, (), ("added",))),
        (edit((1, 0, 1, 0, "gone\n")), "one\ntwo", made(1, ("gone",), ())),
        (edit((0, 3, 0, 3, "\ngone")), "one\ntwo", made(1, ("gone",), ())),
        (edit((1, 0, 1, 2, "b")), "aa\nbb", made(0, ("a", "b"), ("aa", "bb"))),
    ],
)
def test_the_users_own_edit_is_not_reverted(candidate: Candidate, text: str, made_before: Edit) -> None:
    assert verdict(candidate, text, made_before) == "reverse"
    assert verdict(candidate, text) is None


def test_going_on_at_the_users_edit_is_no_reverse() -> None:
    assert verdict(edit((1, 0, 1, 3, "newer")), "one\nnew", made(1, ("two",), ("new",))) is None


def test_bringing_back_what_was_undone_is_no_reverse() -> None:
    assert (
        verdict(edit((1, 0, 1, 3, "two")), "one\nnew", made(1, ("two",), ("new",), EditOrigin.UNDONE)) is None
    )


@pytest.mark.parametrize(
    ("candidate", "text", "reason"),
    [
        (edit((0, 1, 0, 1, "(")), "f()", "brackets"),
        (edit((0, 2, 0, 3, "")), "f()", "brackets"),
        (edit((1, 0, 2, 0, "")), "if (a) {\n}\nb", "brackets"),
        (edit((0, 1, 0, 3, "[0]")), "f()", None),
        (edit((0, 2, 0, 2, ")")), "f(", None),
        (edit((0, 2, 0, 2, ")")), "f()", "brackets"),
        (edit((0, 0, 0, 1, "'('")), "f", None),
        (edit((0, 0, 0, 1, "f(")), "f\n)", None),
    ],
)
def test_a_sound_balance_of_brackets_stays_sound(candidate: Candidate, text: str, reason: str | None) -> None:
    assert verdict(candidate, text) == reason


def test_brackets_in_prose_may_stand_alone() -> None:
    assert verdict(edit((0, 1, 0, 1, " :)")), "a b", language="markdown") is None
    assert verdict(edit((0, 1, 0, 1, " :)")), "a b") == "brackets"


@pytest.mark.parametrize(
    "candidate",
    [
        edit((1, 0, 1, 0, "two\n")),
        edit((2, 0, 2, 0, "two\n")),
        edit((0, 3, 0, 3, "\ntwo")),
        edit((1, 0, 1, 0, "two")),
        edit((3, 6, 3, 6, "value, ")),
    ],
)
def test_what_is_there_already_is_not_added(candidate: Candidate) -> None:
    assert verdict(candidate, "one\ntwo\nthree\nprint(value, 1)") == "already-there"


def test_empty_lines_may_be_doubled() -> None:
    assert verdict(edit((1, 0, 1, 0, "\n")), "one\n\ntwo") is None


def test_kinds_that_the_client_does_not_take_do_not_leave() -> None:
    jump = Candidate(kind="jump", uri=URI, probability=0.9, family="any", position=Point(1, 0))
    rename = Candidate(
        kind="rename", uri=URI, probability=0.9, family="any", position=Point(0, 0), new_name="x"
    )
    replace = Candidate(
        kind="searchAndReplace", uri=URI, probability=0.9, family="any", search="a", replace="b"
    )
    none: frozenset[SuggestionKind] = frozenset()
    for candidate in (jump, rename, replace):
        assert validate(candidate, page("one\ntwo"), none, (), None) == "kind"
        assert validate(candidate, page("one\ntwo"), ALL, (), None) is None
    assert validate(edit((0, 0, 0, 3, "1")), page("one\ntwo"), none, (), None) is None


def test_a_jump_goes_somewhere_else() -> None:
    jump = Candidate(kind="jump", uri=URI, probability=0.9, family="any", position=Point(1, 0))
    assert validate(jump, page("one\ntwo"), ALL, (), Point(1, 2)) == "no-change"
    assert validate(jump, page("one"), ALL, (), None) == "bad-edit"


def test_a_rename_has_a_place_and_another_name() -> None:
    def rename(name: str, place: Point | None = START) -> str | None:
        candidate = Candidate(
            kind="rename", uri=URI, probability=0.9, family="any", position=place, new_name=name
        )
        return validate(candidate, page("one = 1"), ALL, (), None)

    assert rename("two") is None
    assert rename("on") is None
    assert rename("one") == "no-change"
    assert rename("") == rename("a\nb") == rename("two", None) == rename("two", Point(3, 0)) == "bad-edit"


def test_a_replacement_of_words_says_what_all_clients_understand() -> None:
    def replace(search: str, by: str, *, whole_word: bool = False) -> str | None:
        candidate = Candidate(
            kind="searchAndReplace",
            uri=URI,
            probability=0.9,
            family="any",
            search=search,
            replace=by,
            whole_word=whole_word,
        )
        return validate(candidate, page("one"), ALL, (), None)

    assert replace("a", "$1") is None
    assert replace("a", "$1", whole_word=True) == "bad-edit"
    assert replace("a", "a") == "no-change"
    assert replace("", "a") == "bad-edit"


@pytest.mark.parametrize(("extra", "expected"), [(0, None), (1, "too-large")])
def test_the_characters_of_a_suggestion_are_limited(extra: int, expected: str | None) -> None:
    assert verdict(edit((0, 0, 0, 1, "b" * (MAX_SUGGESTION_CHARS + extra))), "a") == expected
    halves = Candidate(
        kind="searchAndReplace",
        uri=URI,
        probability=0.9,
        family="any",
        search="s" * (MAX_SUGGESTION_CHARS // 2),
        replace="r" * (MAX_SUGGESTION_CHARS // 2 + extra),
    )
    assert verdict(halves, "a") == expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [("", "bad-edit"), ("n" * MAX_NEW_NAME_CHARS, None), ("n" * (MAX_NEW_NAME_CHARS + 1), "bad-edit")],
)
def test_the_new_name_of_a_rename_is_limited(name: str, expected: str | None) -> None:
    rename = Candidate(kind="rename", uri=URI, probability=0.9, family="any", position=START, new_name=name)
    assert verdict(rename, "a") == expected


@pytest.mark.parametrize(
    ("newer_edits", "origin", "expected"),
    [
        (0, EditOrigin.TYPED, "reverse"),
        (PROTECTED_RECENT_EDITS - 1, EditOrigin.TYPED, "reverse"),
        (PROTECTED_RECENT_EDITS, EditOrigin.TYPED, None),
        (PROTECTED_RECENT_EDITS, EditOrigin.UNDONE, "reverse"),
    ],
)
def test_only_the_newest_edits_are_protected(
    newer_edits: int, origin: EditOrigin, expected: str | None
) -> None:
    newer = [made(5, ("x",), ("y",), origin)] * newer_edits
    assert verdict(edit((0, 0, 0, 3, "old")), "new", made(0, ("old",), ("new",)), *newer) == expected


@pytest.mark.parametrize("text", ["a\0b", "a\rb", "\ud800"])
def test_text_that_cannot_be_sent_is_rejected(text: str) -> None:
    assert verdict(edit((0, 0, 0, 1, text)), "a") == "bad-edit"


@pytest.mark.parametrize(
    ("candidate", "text", "language", "reason"),
    [
        pytest.param(
            edit((1, 9, 1, 10, "[].b")), "x = 1\nf(msg, q.a)", "python", "syntax", id="an empty index"
        ),
        pytest.param(edit((0, 4, 0, 5, "2")), "x = 1\ny = 2", "python", None, id="whole before and after"),
        pytest.param(edit((0, 4, 0, 5, "2 3")), "x = 1\ny = 2 3", "python", "syntax", id="one error more"),
        pytest.param(edit((1, 4, 1, 7, "2")), "x = = 1\ny = 2 3", "python", None, id="one error less"),
        pytest.param(edit((0, 4, 0, 5, "2 3")), "x = 1\n", "markdown", None, id="prose"),
        pytest.param(
            edit((1, 0, 1, 0, "    a()\n        b()\n")), "def f():\n    c()\n", "python", "indentation",
            id="the second line is too deep",
        ),
    ],
)  # fmt: skip
def test_code_stays_readable(candidate: Candidate, text: str, language: str, reason: str | None) -> None:
    assert verdict(candidate, text, language=language) == reason
