"""Tables of lines that are wrapped or stay, and of names that are corrected: each line pins a guard or a bound."""

import pytest

from nes_symbolic.rule_harness import RuleHarness
from understudy.nes.engine_api import Diagnostic
from understudy.nes.symbolic.consequences.rule_context import RuleContext
from understudy.nes.symbolic.diagnostics.undefined_names import edit_distance, locate_name, nearest_name
from understudy.nes.symbolic.layout.line_limit import LineLimit, mask_strings
from understudy.nes.symbolic.layout.long_lines import wrapped_lines
from understudy.nes.symbolic.patterns import extract_patterns
from understudy.nes.text.text_types import Point, Span

MAX_CHARS = 20
WRAPPED = [
    ("python", "call_it(first, second)", True, ("call_it(", "    first, second", ")")),
    (
        "python",
        "call_it(first_one, second_one)",
        True,
        ("call_it(", "    first_one,", "    second_one,", ")"),
    ),
    ("python", "def f(first, second): pass", True, ("def f(", "    first, second", "): pass")),
    ("python", "def call_it(parameter):", True, ("def call_it(", "    parameter,", "):")),
    ("python", "x = call_it(parameter)", True, ("x = call_it(", "    parameter", ")")),
    ("python", "x = call_it(par)(parameter)", True, None),
    ("python", "x = a(1) + b(1) + c(12345)", True, None),
    ("python", "x = a(1) + c(1234567890)", True, ("x = a(1) + c(", "    1234567890", ")")),
    ("python", "x = a(1).b(2).c(12345678)", True, None),
    ("python", "x = call_it(parameter).y", True, None),
    ("python", "x = call_it(parameter) = y", True, None),
    ("python", "if call_it(parameters):", True, ("if call_it(", "    parameters", "):")),
    ("python", "    call_it(parameter),", True, ("    call_it(", "        parameter", "    ),")),
    ("python", "x = [first, second, ()]", True, ("x = [", "    first,", "    second,", "    (),", "]")),
    ("python", "call_it(')', second, x)", True, ("call_it(", "    ')', second, x", ")")),
    ("python", "call_it(first, second", True, None),
    ("python", "call_it(first, second]", True, None),
    ("python", "call_it(                 )", True, None),
    ("python", "call_it_with_a_name_(a)", True, None),
    ("rust", "fn call_it(a: u8, b: u8) {", True, ("fn call_it(", "    a: u8,", "    b: u8,", ") {")),
    (
        "rust",
        "fn call_it(a: A<B, C>, b: u8) {",
        True,
        ("fn call_it(", "    a: A<B, C>,", "    b: u8,", ") {"),
    ),
    ("rust", "call_it(first, second)", True, None),
    ("rust", "fn call_it(a: u8, b: u8);", True, None),
    ("javascript", "callIt(first, second);", True, ("callIt(", "  first,", "  second,", ");")),
    ("javascript", "callIt(first, second);", False, ("callIt(", "  first,", "  second", ");")),
    ("javascript", "\tcallIt(first, second);", False, ("\tcallIt(", "\t\tfirst,", "\t\tsecond", "\t);")),
    ("javascript", "const x = [first, second];", False, None),
    ("javascript", "callIt(a && b, second_1);", False, None),
    ("javascript", "callIt(first, second).x;", False, None),
    ("javascript", "(first_one, second_one);", False, None),
    ("javascript", "call$(first_1, second);", False, ("call$(", "  first_1,", "  second", ");")),
    ("javascript", "call_(first_1, second);", False, ("call_(", "  first_1,", "  second", ");")),
    ("javascript", "callIt(parameter_of_it);", False, None),
    ("javascript", "callIt(first_, 1234567890123456789);", False, None),
    ("javascript", "callIt(first_, 123456789012345678);", False, None),
    (
        "javascript",
        "callIt(first_, 12345678901234567);",
        False,
        ("callIt(", "  first_,", "  12345678901234567", ");"),
    ),
    ("typescript", "callIt(a as A<B, C>, b);", False, ("callIt(", "  a as A<B, C>,", "  b", ");")),
]


@pytest.mark.parametrize(("language", "line", "has_trailing_commas", "expected"), WRAPPED)
def test_lines_of_more_than_twenty_characters(
    language: str, line: str, has_trailing_commas: bool, expected: tuple[str, ...] | None
) -> None:
    assert wrapped_lines(line, language, LineLimit(MAX_CHARS, has_trailing_commas)) == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("f('a', \"bc\")", "f('x', \"xx\")"),
        ("f('')", "f('')"),
        ("f('a(b')", "f('xxx')"),
        ("f(a)", "f(a)"),
    ],
)
def test_the_insides_of_strings_are_masked(line: str, expected: str) -> None:
    assert mask_strings(line) == expected


@pytest.mark.parametrize(
    ("one", "other", "max_distance", "expected"),
    [
        ("name", "name", 2, 0),
        ("name", "nam", 2, 1),
        ("name", "names", 2, 1),
        ("name", "nome", 2, 1),
        ("name", "nmae", 2, 1),
        ("name", "nmea", 2, 2),
        ("name", "nu", 2, 3),
        ("name", "other", 2, 3),
        ("name", "namely_not", 2, 3),
        ("name", "nome", 1, 1),
        ("name", "nomi", 1, 2),
    ],
)
def test_distances_of_names(one: str, other: str, max_distance: int, expected: int) -> None:
    assert edit_distance(one, other, max_distance) == expected


@pytest.mark.parametrize(
    ("name", "names", "expected"),
    [
        ("wdith", ["width"], "width"),
        ("wdht", ["width"], None),
        ("widhtt", ["width"], "width"),
        ("widh", ["width", "wide"], None),
        ("widt", ["width"], "width"),
        ("width", ["width"], None),
        ("width", ["width", "widths"], "widths"),
        ("widdth", ["width", "widest"], "width"),
        ("ab", ["ac"], None),
        ("abcd", ["abxx"], None),
        ("abcde", ["abcxx"], "abcxx"),
        ("abcde", ["axxxe"], None),
        ("abcde", ["abcdf", "abcxx"], "abcdf"),
        ("abcde", ["abcxx", "abcdf"], "abcdf"),
        ("abcde", [], None),
    ],
)
def test_the_nearest_name(name: str, names: list[str], expected: str | None) -> None:
    assert nearest_name(name, names) == expected


@pytest.mark.parametrize(
    ("line", "start", "end", "expected"),
    [
        (0, (0, 0), (0, 3), 0),
        (0, (0, 4), (0, 7), 4),
        (0, (0, 1), (0, 8), 4),
        (0, (0, 1), (0, 3), None),
        (0, (0, 1), (1, 0), 4),
        (0, (0, 5), (0, 5), None),
        (1, (1, 1), (1, 1), 2),
        (2, (2, 0), (2, 0), None),
        (9, (9, 0), (9, 0), None),
    ],
)
def test_where_a_name_is(
    line: int, start: tuple[int, int], end: tuple[int, int], expected: int | None
) -> None:
    """`abc` is twice in the first line, once in the second and not in the third."""
    harness = RuleHarness(m__py="abc(abc)\nx(abc)\nabcd()\n")
    diagnostic = Diagnostic("file:///project/m.py", Span(Point(*start), Point(*end)), "error", "")
    place = locate_name(RuleContext(harness.situation("m.py")), diagnostic, "abc")
    assert place == (None if expected is None else Point(line, expected))


@pytest.mark.parametrize(
    ("message", "column", "expected"),
    [
        ("name 'wdith' is not defined. Did you mean: 'width'?", 0, ["width()"]),
        ("name 'other' is not defined. Did you mean: 'width'?", 0, []),
        ("name 'wdith' is not defined. Did you mean: 'wdith'?", 0, []),
    ],
)
def test_the_name_that_a_tool_proposes(message: str, column: int, expected: list[str]) -> None:
    harness = RuleHarness(m__py="wdith()\n")
    found = harness.diagnose("m.py", (0, column, message))
    assert [harness.after(one).split("\n")[0] for one in found] == expected


@pytest.mark.parametrize(
    ("line", "name", "expected"),
    [(1, "foo", ["    let _foo = g(1);"]), (1, "bar", []), (0, "foo", [])],
)
def test_an_unused_name_is_marked_where_it_is(line: int, name: str, expected: list[str]) -> None:
    harness = RuleHarness(m__rs="fn f() {\n    let foo = g(1);\n}\n")
    found = harness.diagnose("m.rs", (line, 0, f"unused variable: `{name}`"))
    assert [harness.after(one).split("\n")[1] for one in found] == expected


def test_parts_of_an_edit_have_the_lines_around_them() -> None:
    harness = RuleHarness(m__py="above\none = 1\ntwo = 2\nthree = 3\nbelow\n")
    harness.edit("m.py", "one = 1\ntwo = 2\nthree = 3", "one = 4\ntwo = 2\nthree = 5")
    blocks = extract_patterns(harness.edits, 4).blocks
    parts = {(one.old, one.new): (one.above, one.below) for one in blocks}
    assert parts[("one = 1",), ("one = 4",)] == ("above", "two = 2")
    assert parts[("three = 3",), ("three = 5",)] == ("two = 2", "below")


def test_added_and_removed_parts_of_an_edit_have_the_lines_around_them() -> None:
    harness = RuleHarness(m__py="above\none = 1\ntwo = 2\nthree = 3\nbelow\n")
    harness.edit("m.py", "one = 1\ntwo = 2\nthree = 3", "two = 2\nfour = call()")
    blocks = extract_patterns(harness.edits, 4).blocks
    parts = {(one.old, one.new): (one.above, one.below) for one in blocks}
    assert parts[("one = 1",), ()] == ("above", "two = 2")
