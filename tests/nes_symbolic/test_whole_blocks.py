"""Blocks of lines are repeated whole: line breaks, lines that become several, and inserted blocks."""

import pytest

from nes_symbolic.builders import asked, changed_lines, made
from understudy.nes.symbolic.generators.block_features import merge_substitutions
from understudy.nes.symbolic.layout import LIMITS
from understudy.nes.symbolic.patterns import breaks_line

# Line breaks


@pytest.mark.parametrize(
    ("old", "new", "breaks"),
    [
        pytest.param("f(a, b)", "f(\n    a, b\n)", True, id="a call"),
        pytest.param("f(a, b)", "f(\n    a,\n    b,\n)", True, id="with a comma more"),
        pytest.param("f(a, b)", "f(\n    a, c\n)", False, id="another argument"),
        pytest.param("f(a, b)", "f(a,  b)", False, id="one line"),
        pytest.param("f(a,\n  b)", "f(\n    a, b\n)", False, id="two lines"),
    ],
)
def test_an_edit_that_only_breaks_a_line(old: str, new: str, breaks: bool) -> None:
    assert breaks_line(made(old, new)) is breaks


def broken(line: str) -> str:
    return line.replace("(", "(\n    ", 1)[:-1] + "\n)"


def call(length: int, name: str = "value") -> str:
    return f"check({name}, " + "x" * (length - len(name) - 9) + ")"


@pytest.mark.parametrize("limit", [80, 100])
def test_a_line_within_the_limit_is_not_broken(limit: int) -> None:
    long = call(limit + 4)
    for length, found in ((limit + 1, True), (limit, False)):
        other = call(length, "total")
        text = f"{broken(long)}\n\n{other}"
        lines = changed_lines(asked(text, made(long, broken(long))), "again", "analogy")
        assert ((4, tuple(broken(other).split("\n"))) in lines) is found
        assert bool(lines) is found


def test_a_short_line_is_broken_for_another_reason() -> None:
    assert min(LIMITS) > 30
    text = "@one\ndef f(a): pass\n\n@one def g(a): pass"
    lines = changed_lines(asked(text, made("@one def f(a): pass", "@one\ndef f(a): pass")), "analogy")
    assert lines == [(3, ("@one", "def g(a): pass"))]


# Lines that become several


def test_a_line_that_becomes_several_is_not_repeated_in_part() -> None:
    old, new = "branches: all", "branches:\n  - all\n  - main"
    text = f"{new}\npull:\nbranches: all\npush:"
    assert changed_lines(asked(text, made(old, new)), "again", "analogy") == [
        (4, ("branches:", "  - all", "  - main"))
    ]


# Inserted blocks


BLOCK = "    if not size:\n        self.width = None\n        return"


@pytest.mark.parametrize(
    ("near", "found"),
    [
        pytest.param("        return", True, id="a short line of the block"),
        pytest.param("        self.width = None", False, id="the longest line of the block"),
    ],
)
def test_a_block_with_lines_that_stand_nearby(near: str, found: bool) -> None:
    header, body = "def set_width(self, size):", "    self.width = size"
    text = f"{header}\n{BLOCK}\n{body}\n\n\n\n\n\n{header}\n{body}\n{near}"
    edit = made(None, BLOCK, 1, above=header, below=body)
    lines = changed_lines(asked(text, edit), "insert")
    assert ((11, tuple(BLOCK.split("\n"))) in lines) is found


def test_the_words_of_both_neighbours_are_substituted() -> None:
    header, body = "def set_width(self, size):", "    self.width = size"
    other = "def set_height(self, size):\n    self.height = size"
    text = f"{header}\n{BLOCK}\n{body}\n\n\n\n\n\n{other}"
    edit = made(None, BLOCK, 1, above=header, below=body)
    (new,) = {new for line, new in changed_lines(asked(text, edit), "insert") if line == 11}
    assert new == tuple(BLOCK.replace("width", "height").split("\n"))


@pytest.mark.parametrize(
    ("found", "merged"),
    [
        ([], {}),
        ([{"a": "b"}, {"c": "d"}], {"a": "b", "c": "d"}),
        ([{"a": "b"}, {"a": "c", "d": "e"}, {"d": "f"}], {"a": "b", "d": "f"}),
    ],
)
def test_substitutions_that_contradict_earlier_ones_are_left_out(
    found: list[dict[str, str]], merged: dict[str, str]
) -> None:
    assert merge_substitutions(found) == merged
