"""What is learned from edits, and up to which limits."""

import pytest

from nes_symbolic.builders import OTHER, asked, candidate, made, text_of, unscored
from understudy.nes.symbolic.alignment import align_lines, diff_tokens, similarity
from understudy.nes.symbolic.candidates import (
    function_with_changed_arguments,
    move_into_empty_line,
    to_replacement,
)
from understudy.nes.symbolic.limits import (
    MAX_ALIGNED_LINES,
    MAX_CHANGES_PER_LINE,
    MAX_COMPARED_CHARS,
    MAX_LEARNED_EDIT_LINES,
    MAX_LEARNED_EDITS,
    MAX_LEARNED_LINE_CHARS,
    MAX_LEARNED_REPLACEMENTS,
    MIN_USER_EDITS,
)
from understudy.nes.symbolic.patterns import extract_patterns
from understudy.nes.text import Edit, EditOrigin, Point, Replacement, Span


def learned(*edits: Edit, max_edits: int = MAX_LEARNED_EDITS) -> set[tuple[str, str, str]]:
    """Family, old and new text of the learned replacements."""
    found = extract_patterns(edits, max_edits).replacements
    return {(one.family, "".join(one.old), "".join(one.new)) for one in found}


def rename(name: str, serial: int, **more: object) -> Edit:
    return made(f"{name}(x)", f"new_{name}(x)", serial=serial, **more)  # type: ignore[arg-type]


def names(*edits: Edit) -> list[str]:
    return sorted(old for family, old, _ in learned(*edits) if family == "replace")


def test_only_the_last_edits_are_learned_from() -> None:
    edits = [rename(f"name{number}", number) for number in range(MAX_LEARNED_EDITS + 2)]
    assert names(*edits) == sorted(f"name{number}" for number in range(2, MAX_LEARNED_EDITS + 2))


@pytest.mark.parametrize(
    ("accepted", "expected"),
    [
        pytest.param(MAX_LEARNED_EDITS - 1, ["name1", "name2"], id="one edit of the user is recent"),
        pytest.param(MAX_LEARNED_EDITS, ["name1", "name2"], id="only accepted suggestions are recent"),
    ],
)
def test_edits_of_the_user_are_learned_from_however_many_suggestions_were_accepted(
    accepted: int, expected: list[str]
) -> None:
    edits = [rename(f"name{number}", number) for number in range(3)]
    later = [
        made("a", f"b{number}", serial=number + 3, origin=EditOrigin.ACCEPTED) for number in range(accepted)
    ]
    assert names(*edits, *later) == expected
    assert MIN_USER_EDITS == 2


@pytest.mark.parametrize(
    ("edit", "is_learned"),
    [
        pytest.param(rename("name", 1), True, id="typed"),
        pytest.param(rename("name", 1, origin=EditOrigin.REDONE), True, id="redone"),
        pytest.param(rename("name", 1, origin=EditOrigin.UNDONE), False, id="undone"),
        pytest.param(rename("name", 1, origin=EditOrigin.EXTERNAL), False, id="made by another program"),
        pytest.param(rename("name", 1, origin=EditOrigin.ACCEPTED), False, id="an accepted suggestion"),
        pytest.param(rename("name", 1, is_consequence=True), False, id="a consequence of a rule"),
    ],
)
def test_which_edits_are_learned_from(edit: Edit, is_learned: bool) -> None:
    assert bool(names(edit)) is is_learned


@pytest.mark.parametrize(
    ("length", "is_learned"), [(MAX_LEARNED_LINE_CHARS, True), (MAX_LEARNED_LINE_CHARS + 1, False)]
)
def test_edits_with_long_lines_are_not_learned_from(length: int, is_learned: bool) -> None:
    line = "name" + " " * (length - 7) + "(x)"
    assert len(line) == length
    assert bool(names(made(line, line.replace("name", "many")))) is is_learned
    assert bool(names(made("name (x)", line.replace("name", "many")))) is is_learned


@pytest.mark.parametrize(
    ("size", "is_learned"), [(MAX_LEARNED_EDIT_LINES, True), (MAX_LEARNED_EDIT_LINES + 1, False)]
)
def test_lines_of_large_edits_are_not_compared(size: int, is_learned: bool) -> None:
    lines = [f"value{number} = {number}" for number in range(size - 1)]
    old, new = "\n".join([*lines, "name(x)"]), "\n".join([*lines, "other(x)"])
    assert bool(names(made(old, new))) is is_learned


@pytest.mark.parametrize(
    ("count", "is_learned"), [(MAX_CHANGES_PER_LINE, True), (MAX_CHANGES_PER_LINE + 1, False)]
)
def test_a_line_with_many_changes_was_rewritten(count: int, is_learned: bool) -> None:
    old = " + ".join(f"name{number}.x" for number in range(count))
    new = " + ".join(f"other{number}.x" for number in range(count))
    assert len(diff_tokens(old, new)) == count
    assert bool(names(made(old, new))) is is_learned


def test_not_too_many_replacements_are_learned() -> None:
    edits = [
        made(
            "\n".join(f"name{serial}_{line}.call({line})" for line in range(30)),
            "\n".join(f"other{serial}_{line}.call({line})" for line in range(30)),
            serial=serial,
        )
        for serial in range(4)
    ]
    found = extract_patterns(edits, MAX_LEARNED_EDITS).replacements
    assert MAX_LEARNED_REPLACEMENTS <= len(found) < MAX_LEARNED_REPLACEMENTS + 10


@pytest.mark.parametrize(
    ("old", "new", "family"),
    [
        pytest.param("f(abc)", "f(xyz)", "replace", id="a word of three letters"),
        pytest.param("f(ab)", "f(xy)", "context", id="a word of two letters"),
        pytest.param("f(1234)", "f(9)", "replace", id="a number of four digits"),
        pytest.param("load(123)", "load(9)", "context", id="a number of three digits"),
        pytest.param("a.b.c = 1", "x = 1", "replace", id="five characters with a word"),
    ],
)
def test_what_is_specific_enough_to_be_searched_for_alone(old: str, new: str, family: str) -> None:
    assert family in {found for found, _, _ in learned(made(old, new))}
    assert ("replace" in {found for found, _, _ in learned(made(old, new))}) is (family == "replace")


def test_a_rename_is_learned_in_all_case_styles_and_in_parts() -> None:
    found = learned(made("user_id = 1", "account_id = 1"))
    assert {old for family, old, _ in found if family == "variant"} == {
        "USER_ID",
        "userId",
        "UserId",
        "user-id",
    }
    assert ("partial", "user", "account") in found
    assert ("partial", "user", "account") in {
        (family, old, new) for family, old, new in learned(made("user = 1", "account = 1"))
    }


def test_only_space_is_not_learned() -> None:
    assert learned(made("f( abc )", "f(abc)")) == set() or all(
        family == "context" for family, _, _ in learned(made("f( abc )", "f(abc)"))
    )
    assert learned(made("abc  = 1", "abc = 1")) == set()


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        pytest.param(
            made("load(a, b)", None), made(None, "fetch(a, b)", serial=2), True, id="deleted, inserted"
        ),
        pytest.param(
            made("load(a, b)", None, uri=OTHER), made(None, "fetch(a, b)", serial=2), False, id="other text"
        ),
        pytest.param(made("load(a, b)", "x"), made(None, "fetch(a, b)", serial=2), False, id="replaced"),
        pytest.param(made("load(a, b)", None), made("y", "fetch(a, b)", serial=2), False, id="replacing"),
        pytest.param(made("load(a)", None), made(None, "fetch(b)", serial=2), False, id="too different"),
    ],
)
def test_a_line_that_was_moved_and_changed_is_learned_from(first: Edit, second: Edit, expected: bool) -> None:
    assert (("replace", "load", "fetch") in learned(first, second)) is expected


def test_the_share_of_repeated_edits() -> None:
    def share(*edits: Edit) -> float:
        return extract_patterns(edits, MAX_LEARNED_EDITS).repetition_share

    assert share(rename("load", 1)) == 0.0
    assert share(rename("load", 1), rename("load", 2)) == 1.0
    assert share(rename("load", 1), rename("load", 2), rename("other", 3)) == pytest.approx(2 / 3)
    assert share(made(None, "a()", serial=1), made(None, "a()", serial=2)) == 1.0


# Alignment


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("", "", 1.0),
        ("a", "", 0.0),
        ("a b", "a b", 1.0),
        ("a b", "b a", 1.0),
        ("a b", "a c", 0.5),
        ("a a b", "a b b", 2 / 3),
        ("x" * MAX_COMPARED_CHARS, "x" * MAX_COMPARED_CHARS, 1.0),
        ("x" * (MAX_COMPARED_CHARS + 1), "x" * (MAX_COMPARED_CHARS + 1), 0.0),
    ],
)
def test_similarity_counts_common_tokens(one: str, other: str, expected: float) -> None:
    assert similarity(one, other) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("old", "new", "pairs"),
    [
        (("a b c",), ("a b d",), [(0, 0)]),
        (("a b",), ("c d",), [(0, None), (None, 0)]),
        (("a b c", "x"), ("x",), [(0, None), (1, 0)]),
        (("x",), ("a b c", "x"), [(None, 0), (0, 1)]),
        (("f(a)", "g(b)"), ("f(a1)", "g(b1)"), [(0, 0), (1, 1)]),
        (("a b c d e",), ("a b x y z",), [(0, 0)]),
        (("a b c d e f",), ("a b x y z w",), [(0, None), (None, 0)]),
    ],
)
def test_lines_are_aligned_with_their_next_version(
    old: tuple[str, ...], new: tuple[str, ...], pairs: list[tuple[int | None, int | None]]
) -> None:
    assert align_lines(old, new) == pairs


def test_large_blocks_are_not_aligned() -> None:
    for size, aligned in ((MAX_ALIGNED_LINES, True), (MAX_ALIGNED_LINES + 1, False)):
        old = tuple(f"name{number} = value({number})" for number in range(size))
        new = tuple(f"name{number} = other({number})" for number in range(size))
        assert ((0, 0) in align_lines(old, new)) is aligned


# Conversion of candidates


@pytest.mark.parametrize(
    ("old", "new", "function"),
    [
        pytest.param("load(a)", "load(a, b)", "load", id="an argument more"),
        pytest.param("load(a, b)", "load(a)", "load", id="an argument less"),
        pytest.param("load()", "load(a)", "load", id="the first argument"),
        pytest.param("def load(a):", "def load(a, b):", "load", id="a parameter more"),
        pytest.param("load(a)", "load(b)", None, id="another argument"),
        pytest.param("load(f(a, b))", "load(f(a, b, c))", "f", id="the innermost call"),
        pytest.param("load(f(a), b)", "load(f(a), b, c)", "load", id="behind a nested call"),
        pytest.param(
            "load(f(a, b))", "load(f(a, b), c)", "load", id="behind a nested call with two arguments"
        ),
        pytest.param(
            "load(a, f(b))", "load(a, f(b, c))", "f", id="in a nested call that is the last argument"
        ),
        pytest.param(
            "load(f(b), a)", "load(f(b, c), a)", "f", id="in a nested call that is the first argument"
        ),
        pytest.param("x = [a]", "x = [a, b]", "[", id="a list"),
        pytest.param("if (a)", "if (a, b)", "(", id="a condition"),
        pytest.param("(a)", "(a, b)", "(", id="a tuple"),
        pytest.param("load(a)", "load(a, *)", None, id="a style argument"),
        pytest.param("load(a) + b", "load(a) + b + c", None, id="outside of the brackets"),
        pytest.param("load(a, b)", "store(a, b, c)", None, id="two changes"),
        pytest.param("load(" + "a" * 394 + ")", "load(" + "a" * 394 + ",)", None, id="no argument more"),
        pytest.param("load(" + "a" * 390 + ")", "load(" + "a" * 390 + ",b)", "load", id="a long line"),
        pytest.param("load(" + "a" * 395 + ")", "load(" + "a" * 395 + ",b)", None, id="too long a line"),
    ],
)
def test_whose_arguments_have_changed_in_number(old: str, new: str, function: str | None) -> None:
    assert function_with_changed_arguments(old, new) == function


def put(line: int, column: int, text: str, end: int | None = None) -> tuple[Span, str]:
    return Span(Point(line, column), Point(line, column if end is None else end)), text


@pytest.mark.parametrize(
    ("where", "cursor", "expected"),
    [
        pytest.param(put(0, 3, "\nb()"), 1, put(1, 0, "b()"), id="behind the line above"),
        pytest.param(put(1, 0, "b()\n"), 1, put(1, 0, "b()"), id="before the empty line"),
        pytest.param(put(2, 0, "b()\n"), 1, put(1, 0, "b()"), id="before the line below"),
        pytest.param(put(1, 0, "\nb()"), 1, put(1, 0, "b()"), id="behind the empty line"),
        pytest.param(put(2, 3, "\nb()"), 1, None, id="one line too far"),
        pytest.param(put(0, 2, "\nb()"), 1, None, id="inside the line above"),
        pytest.param(put(0, 0, "x", 1), 1, None, id="a replacement"),
        pytest.param(put(0, 3, "x"), 1, None, id="no new line"),
        pytest.param(put(0, 3, "\nb()"), 2, None, id="cursor in another line"),
    ],
)
def test_lines_are_put_into_the_empty_line_that_was_opened(
    where: tuple[Span, str], cursor: int, expected: tuple[Span, str] | None
) -> None:
    opened = made("a()", "a()\n", 0)
    situation = asked("a()\n\nc()", opened, cursor=(cursor, 0))
    span, text = where
    one = candidate(span.start.line, 0.5, column=span.start.column, end=span.end.column, text=text)
    moved = move_into_empty_line(one, situation)
    assert moved.edits == ((Replacement(*expected),) if expected else one.edits)


@pytest.mark.parametrize(
    "edit",
    [
        pytest.param(made("a()", "a()\n", 0, origin=EditOrigin.ACCEPTED), id="an accepted suggestion"),
        pytest.param(made("a()\nx", "a()\n", 0), id="no line was added"),
        pytest.param(made("a()", "a()\n", 0, uri=OTHER), id="in another text"),
        pytest.param(made("c()", "c()\n", 5), id="elsewhere"),
        pytest.param(made(None, "a()", 0), id="directly above it"),
        pytest.param(made(None, "c()", 2), id="directly below it"),
    ],
)
def test_an_empty_line_that_was_not_just_opened_stays_empty(edit: Edit) -> None:
    one = candidate(0, 0.5, column=3, end=3, text="\nb()")
    assert move_into_empty_line(one, asked("a()\n\nc()", edit, cursor=(1, 0))) is one


@pytest.mark.parametrize(
    ("line", "count", "new", "expected"),
    [
        pytest.param(1, 1, ("bXb",), (Span(Point(1, 1), Point(1, 1)), "X"), id="within a line"),
        pytest.param(1, 0, ("new",), (Span(Point(0, 2), Point(0, 2)), "\nnew"), id="an insertion"),
        pytest.param(0, 0, ("new",), (Span(Point(0, 0), Point(0, 0)), "new\n"), id="at the top"),
        pytest.param(0, 1, (), (Span(Point(0, 0), Point(1, 0)), ""), id="the first line deleted"),
        pytest.param(2, 1, (), (Span(Point(1, 2), Point(2, 2)), ""), id="the last line deleted"),
        pytest.param(0, 3, (), (Span(Point(0, 0), Point(2, 2)), ""), id="everything deleted"),
    ],
)
def test_the_smallest_replacement(
    line: int, count: int, new: tuple[str, ...], expected: tuple[Span, str]
) -> None:
    one = unscored(line, new=new, line_count=count)
    one.snapshot = text_of("aa\nbb\ncc")
    assert to_replacement(one) == expected
