"""Guards of the symbolic engine that no scene reaches: table tests of single functions."""

import pytest

from nes_symbolic.builders import HERE, OTHER, asked, candidate, generated, made, text_of
from understudy.nes.engine_api import Candidate, Diagnostic
from understudy.nes.symbolic import engine as engine_module
from understudy.nes.symbolic.diagnostics import propose
from understudy.nes.symbolic.engine import SymbolicEngine
from understudy.nes.symbolic.generators import replacements as replacements_module
from understudy.nes.symbolic.tokens import CaseStyle, join_name_parts
from understudy.nes.text import EditOrigin, Point, Replacement, Span

renamed_word = engine_module._renamed_word
is_already_replaced = replacements_module._is_already_replaced


@pytest.mark.parametrize(
    ("style", "name"),
    [
        ("snake", "load_user_name"),
        ("screaming", "LOAD_USER_NAME"),
        ("kebab", "load-user-name"),
        ("camel", "loadUserName"),
        ("pascal", "LoadUserName"),
        ("lower", "loadusername"),
        ("upper", "LOADUSERNAME"),
        ("title", "Loadusername"),
    ],
)
def test_the_parts_of_a_name_are_joined_in_each_style(style: CaseStyle, name: str) -> None:
    assert join_name_parts(("load", "user", "name"), style) == name


@pytest.mark.parametrize(
    ("column", "end", "text", "rename"),
    [
        (4, 12, "get_owner", ("get_user", "get_owner")),
        (8, 12, "owner", ("get_user", "get_owner")),  # the end of the word
        (4, 7, "load", ("get_user", "load_user")),  # its beginning
        (7, 8, "", ("get_user", "getuser")),  # an underscore in its middle
        (4, 12, "get_user", None),  # the same word
        (4, 13, "f[", None),  # more than a word
        (12, 13, "[", None),  # no word
        (4, 12, "get\nuser", None),  # a second line
    ],
)
def test_the_word_that_an_edit_renames(
    column: int, end: int, text: str, rename: tuple[str, str] | None
) -> None:
    one = candidate(1, 0.5, column=column, end=end, text=text)
    assert renamed_word(one, asked("def f():\n    get_user(1)")) == rename


@pytest.mark.parametrize("line", [1, 2])
def test_an_edit_of_several_lines_or_places_renames_no_word(line: int) -> None:
    situation = asked("    get_user(1)\n    get_user(2)\n    get_user(3)")
    word = Replacement(Span(Point(0, 4), Point(0, 12)), "get_owner")
    two = Candidate(
        kind="edit",
        uri=HERE,
        probability=0.5,
        family="any",
        edits=(word, Replacement(Span(Point(line, 4), Point(line, 12)), "get_owner")),
    )
    assert renamed_word(two, situation) is None
    lines = Replacement(Span(Point(0, 4), Point(line, 12)), "get_owner")
    over = Candidate(kind="edit", uri=HERE, probability=0.5, family="any", edits=(lines,))
    assert renamed_word(over, situation) is None


def test_a_word_beyond_the_text_or_in_an_unknown_text_is_not_renamed() -> None:
    beyond = candidate(2, 0.5, end=1, text="b")
    assert renamed_word(beyond, asked("a\na")) is None
    elsewhere = candidate(0, 0.5, end=1, text="b", uri=OTHER)
    assert renamed_word(elsewhere, asked("a")) is None
    assert renamed_word(elsewhere, asked("a", others=[text_of("a", OTHER)])) == ("a", "b")


@pytest.mark.parametrize(
    ("text", "column", "is_replaced"),
    [
        ("new_name", 4, True),  # at the beginning of the line
        (" new_name", 5, True),
        ("name", 0, False),  # the result would begin before the line
        ("old_name", 4, False),
    ],
)
def test_a_text_that_is_part_of_the_result_is_already_replaced(
    text: str, column: int, is_replaced: bool
) -> None:
    assert is_already_replaced(text, column, "name", "new_name") is is_replaced


def test_the_index_of_a_text_that_changed_is_built_again() -> None:
    engine = SymbolicEngine()
    first = engine.index_snapshot(text_of("a = 1"))
    same = engine.index_snapshot(text_of("a = 1")._replace(version=2))
    changed = engine.index_snapshot(text_of("b = 1"))
    assert changed is not first
    assert changed.lines == ["b = 1"]
    assert same.lines == ["a = 1"]


@pytest.mark.parametrize(("deadline", "count"), [(float("inf"), 1), (0.0, 0)])
def test_no_diagnostic_is_fixed_after_the_deadline(deadline: float, count: int) -> None:
    span = Span(Point(0, 0), Point(0, 0))
    found = [Diagnostic(HERE, span, "error", "'(' was never closed")]
    assert len(propose(asked("f(1", diagnostics=found, deadline=deadline))) == count


@pytest.mark.parametrize(("uri", "count"), [(HERE, 1), (OTHER, 0)])
def test_lines_that_were_pasted_into_another_file_delete_nothing_here(uri: str, count: int) -> None:
    line = "total = compute_everything(values)"
    text = f"first = 1\n{line}\nsecond = 2\nthird = 3\n{line}\n"
    pasted = made(None, line, 4, uri=uri, origin=EditOrigin.TYPED, above="third = 3", below="")
    found = [one for one in generated(asked(text, pasted)) if not one.new and one.line == 1]
    assert len(found) == count
