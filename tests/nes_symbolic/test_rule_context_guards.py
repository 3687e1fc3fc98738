"""Guards of what the rules read: code, words and uses of a text, recent changes, other texts."""

import pytest

from nes_symbolic.builders import HERE, OTHER, made
from nes_symbolic.rule_harness import RuleHarness
from understudy.nes.symbolic.consequences.limits import (
    MAX_CHANGE_LINES,
    MAX_CODE_LINE_CHARS,
    MAX_NEWEST_CHANGES,
    MAX_RECENT_CHANGES,
    MAX_USER_MADE_CAUSES,
)
from understudy.nes.symbolic.consequences.rule_context import (
    Change,
    RuleContext,
    SourceText,
    source_text_before,
    texts_defining,
    texts_importing,
    whole_word_columns,
)
from understudy.nes.text import Edit, EditOrigin
from understudy.nes.text.text_types import Point, TextSnapshot


def source(text: str, language: str = "python") -> SourceText:
    return SourceText(TextSnapshot("file:///project/m", language, text.split("\n"), 1))


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("ab", [0]),
        ("ab ab", [0, 3]),
        ("xab abx ab", [8]),
        ("_ab ab_ $ab ab$", []),
        ("1ab ab1", []),
        ("ab.ab(ab)", [0, 3, 6]),
        ("abab ab", [5]),
        ("aab", []),
        ("", []),
    ],
)
def test_columns_of_a_whole_word(line: str, expected: list[int]) -> None:
    assert whole_word_columns("ab", line) == expected


@pytest.mark.parametrize(
    ("length", "spaces", "has_code"),
    [
        (MAX_CODE_LINE_CHARS, 0, True),
        (MAX_CODE_LINE_CHARS, 1, True),
        (MAX_CODE_LINE_CHARS + 1, 0, False),
        (MAX_CODE_LINE_CHARS + 1, 1, False),
    ],
)
def test_a_text_with_a_line_that_is_too_long_has_no_code(length: int, spaces: int, has_code: bool) -> None:
    text = source("x = 1\n" + "y" * length + " " * spaces)
    assert bool(text.code) is has_code


def test_a_language_that_is_not_known_has_no_code_and_no_imports() -> None:
    text = source("import a\n", "plaintext")
    assert text.code == []
    assert text.imports == []


@pytest.mark.parametrize(
    ("part", "expected"),
    [("ab", [0, 2, 3]), ("ab + b", [2]), ("ab#", []), ("ab  ", [3]), ("c", [])],
)
def test_lines_whose_code_contains_a_part(part: str, expected: list[int]) -> None:
    text = source("ab = 1\n'ab'  # ab + b\nx = ab + b  # ab\nab#c")
    assert text.code_lookup.lines_containing(part) == expected


def test_a_text_without_code_has_no_lines_with_code() -> None:
    assert source("ab", "plaintext").code_lookup.lines_containing("ab") == []
    assert not source("ab", "plaintext").is_code(0, "ab")


def test_code_with_replaced_lines() -> None:
    text = source("a = 'b'\nc = 'd'\ne = 'f'")
    for new in ((), ("x",), ("x", "y", "z")):
        code = text.code_with_replaced_lines(1, 2, new)
        assert list(code) == code[:] == ["a = ' '", *new, "e = ' '"]
        assert len(code) == 2 + len(new)
    assert not source("ab", "plaintext").code_with_replaced_lines(0, 1, ())


def test_a_text_without_code_has_no_lines_to_replace() -> None:
    generated = source(f"a\nb\n{'x' * (MAX_CODE_LINE_CHARS + 1)}")
    assert len(generated.code_with_replaced_lines(0, 3, ())) == 0


@pytest.mark.parametrize(
    ("line", "count"),
    [
        ("ab()", 1),
        ("x.ab()", 0),
        ("x. ab()", 0),
        ("x::ab()", 0),
        ("x->ab()", 0),
        ("x?.ab()", 0),
        ("f(...ab)", 1),
        ("'ab'", 0),
        ("# ab", 0),
        ("import ab", 0),
    ],
)
def test_uses_that_are_not_qualified(line: str, count: int) -> None:
    assert len(source(line).unqualified_uses("ab")) == count


def test_offsets_and_points() -> None:
    text = source("ab\n\ncd")
    assert [text.offset_at(line) for line in range(4)] == [0, 3, 4, 6]
    assert text.offset_at(2, 1) == 5
    points = [text.point_at(offset) for offset in range(7)]
    assert points == [
        Point(0, 0),
        Point(0, 1),
        Point(0, 2),
        Point(1, 0),
        Point(2, 0),
        Point(2, 1),
        Point(2, 2),
    ]


def edited(*origins: EditOrigin) -> RuleContext:
    """A text whose lines were edited one after the other."""
    harness = RuleHarness(m__py="".join(f"a{number}\n" for number in range(len(origins))))
    for number, origin in enumerate(origins):
        harness.edit("m.py", f"a{number}", f"b{number}", origin)
    return RuleContext(harness.situation("m.py"))


TYPED, ACCEPTED, UNDONE, EXTERNAL = (
    EditOrigin.TYPED,
    EditOrigin.ACCEPTED,
    EditOrigin.UNDONE,
    EditOrigin.EXTERNAL,
)


@pytest.mark.parametrize(
    ("origins", "expected"),
    [
        ((TYPED, TYPED), [(2, 0), (1, 1)]),
        ((TYPED, ACCEPTED, TYPED), [(3, 0), (2, 1), (1, 1)]),
        ((TYPED, UNDONE, TYPED), [(3, 0)]),
        ((TYPED, EXTERNAL, TYPED), [(3, 0)]),
        ((TYPED, UNDONE), []),
        (
            (TYPED,) * (MAX_RECENT_CHANGES + 1),
            [(MAX_RECENT_CHANGES + 1 - age, age) for age in range(MAX_RECENT_CHANGES)],
        ),
    ],
)
def test_recent_changes_and_their_ages(
    origins: tuple[EditOrigin, ...], expected: list[tuple[int, int]]
) -> None:
    assert [(one.edit.serial, one.age) for one in edited(*origins).changes] == expected


@pytest.mark.parametrize("lines", [MAX_CHANGE_LINES, MAX_CHANGE_LINES + 1])
@pytest.mark.parametrize("is_new", [False, True])
def test_large_changes_are_skipped(lines: int, is_new: bool) -> None:
    large = "\n".join(f"x{number}" for number in range(lines))
    harness = RuleHarness(m__py=("y" if is_new else large) + "\nz\n")
    harness.edit("m.py", *(("y", large) if is_new else (large, "y")))
    harness.edit("m.py", "z", "w")
    changes = RuleContext(harness.situation("m.py")).changes
    is_small = lines <= MAX_CHANGE_LINES
    assert [(one.edit.serial, one.age) for one in changes] == ([(2, 0), (1, 1)] if is_small else [(2, 0)])


@pytest.mark.parametrize(
    ("origins", "expected"),
    [
        ((TYPED, TYPED), [2, 1]),
        ((TYPED, *(ACCEPTED,) * (MAX_NEWEST_CHANGES + 2)), [*range(MAX_NEWEST_CHANGES + 3, 3, -1), 1]),
        ((TYPED, UNDONE), [1]),
        ((TYPED, EXTERNAL), [1]),
        (
            (TYPED,) * (MAX_USER_MADE_CAUSES + 2),
            list(range(MAX_USER_MADE_CAUSES + 2, 2, -1))
            if MAX_USER_MADE_CAUSES >= MAX_NEWEST_CHANGES
            else list(range(MAX_USER_MADE_CAUSES + 2, MAX_USER_MADE_CAUSES + 2 - MAX_NEWEST_CHANGES, -1)),
        ),
    ],
)
def test_changes_that_may_be_causes(origins: tuple[EditOrigin, ...], expected: list[int]) -> None:
    assert [one.edit.serial for one in edited(*origins).cause_changes] == expected


def accepted(
    old: str, new: str, line: int, *, serial: int = 2, uri: str = HERE, origin: EditOrigin = ACCEPTED
) -> Edit:
    return made(old, new, line, serial=serial, uri=uri, origin=origin)


OVERWRITTEN = {
    "by a suggestion": (accepted("b", "c", 4), (4, ("c",))),
    "by a suggestion in the first line": (accepted("b", "c", 0), (0, ("c",))),
    "by a suggestion that begins above": (accepted("x\nb\ny", "x\nc\ny", 4), (5, ("c",))),
    "by a suggestion that ends with it": (accepted("x\nb", "x\nc", 4), (5, ("c",))),
    "by a suggestion that is overwritten, too": (accepted("b", "c", -1), (-1, ("c",))),
    "by a suggestion of more lines": (accepted("b", "c\nd", 4), (-1, ("b",))),
    "by hand": (accepted("b", "c", 4, origin=TYPED), (-1, ("b",))),
    "a suggestion of another text": (accepted("b", "c", 4, uri=OTHER), (-1, ("b",))),
    "a suggestion before it": (accepted("b", "c", 4, serial=0), (-1, ("b",))),
    "a suggestion for another line": (accepted("x", "c", 4), (-1, ("b",))),
}


@pytest.mark.parametrize("name", OVERWRITTEN)
def test_a_cause_that_suggestions_overwrote(name: str) -> None:
    later, expected = OVERWRITTEN[name]
    context = context_of(made("a", "b", -1), later)
    assert [(one.edit.line, one.edit.new) for one in context.cause_changes if one.edit.serial == 1] == [
        expected
    ]


def test_a_removal_that_was_overwritten_stays_without_a_place() -> None:
    context = context_of(made("a", None, -1), accepted("b", "c", 4))
    assert [one.edit.line for one in context.cause_changes if one.edit.serial == 1] == [-1]


def test_a_cause_in_the_first_line_stays_there() -> None:
    context = context_of(made("a", "b", 0), accepted("b", "c", 4))
    assert [one.edit.line for one in context.cause_changes if one.edit.serial == 1] == [0]


def context_of(*edits: Edit) -> RuleContext:
    harness = RuleHarness(a__py="b\n\n\n\nc\n")
    harness.edits.extend(edits)
    return RuleContext(harness.situation("a.py"))


@pytest.mark.parametrize(
    ("new", "line", "lines", "is_current"),
    [
        ("a", 0, [0], True),
        ("b", 1, [1], True),
        ("a", 1, [1], False),
        ("a", -1, [], False),
        ("b", -1, [], False),
        (None, -1, [], False),
        (None, 1, [], True),
    ],
)
def test_the_lines_of_a_change_now(new: str | None, line: int, lines: list[int], is_current: bool) -> None:
    change = Change(made("x", new, line), 0)
    assert list(change.current_lines) == lines
    assert change.is_current(source("a\nb")) is is_current


def test_a_text_without_a_tree_has_none_before_an_edit() -> None:
    assert source_text_before(source("a\nb", "plaintext"), Change(made("x", "a", 0), 0)) is None


def test_the_current_text_is_the_one_that_the_client_sent() -> None:
    harness = RuleHarness(m__py="a\n")
    context = RuleContext(harness.situation("m.py"))
    harness.put("m.py", "b\n")
    assert context.text_at("file:///project/m.py") is context.current_text


def test_a_text_is_read_again_if_its_lines_are_others() -> None:
    harness = RuleHarness(m__py="a\n", n__py="b\n")
    context = RuleContext(harness.situation("m.py"))
    first = harness.workspace.snapshot("file:///project/n.py")
    assert first is not None
    text = context.source_text(first)
    assert context.source_text(first) is text
    assert context.source_text(first._replace(lines=["c"])).raw == ["c"]


def test_other_texts_are_of_the_same_family() -> None:
    harness = RuleHarness(m__js="a\n", n__ts="a\n", o__py="a\n", p__js="b\n")
    context = RuleContext(harness.situation("m.js"))
    assert [one.snapshot.uri for one in context.other_texts(["a"])] == ["file:///project/n.ts"]


def test_texts_with_a_name_are_others_and_not_too_many() -> None:
    harness = RuleHarness(m__py="ab\n", n__py="ab\n", o__py="ab\n", p__py="x\n")
    for find in (texts_importing, texts_defining):
        for count, expected in ((1, ["n"]), (2, ["n", "o"]), (3, ["n", "o"])):
            found = find(harness.workspace, "ab", "file:///project/m.py", count)
            assert [one.uri[len("file:///project/") :][0] for one in found] == expected


def test_another_text_is_the_same_for_the_whole_request() -> None:
    harness = RuleHarness(m__py="a\n", n__py="b\n")
    situation = harness.situation("m.py")
    found = situation.snapshot_at("file:///project/n.py")
    assert found is not None
    harness.put("n.py", "c\n")
    assert situation.snapshot_at("file:///project/n.py") is found
    assert harness.situation("m.py").snapshot_at("file:///project/n.py") != found
