"""Every style that can be learned from one line, and where it applies."""

import pytest

from nes_symbolic.builders import HERE, asked, changed_lines, made
from understudy.nes.symbolic.generators.style import _STYLES, _matching_styles
from understudy.nes.symbolic.limits import MAX_PATTERN_LINE_CHARS, STYLE_SEARCH_LINES

EXAMPLES = {
    "double quotes": ("a = f('x')", 'a = f("x")', "b('y', 'z')", 'b("y", "z")'),
    "single quotes": ('a = f("x")', "a = f('x')", 'b("y")', "b('y')"),
    "a space behind colons": ("a = {b:c}", "a = {b: c}", "d[e:f]", "d[e: f]"),
    "a space behind commas": ("f(a,b)", "f(a, b)", "g(c,d,e)", "g(c, d, e)"),
    "no space inside brackets": ("f( a )", "f(a)", "g[ b ]", "g[b]"),
    "a space inside braces": ("f({a})", "f({ a })", "g({b})", "g({ b })"),
    "a capital in comments": ("# do it", "# Do it", "    // see there", "    // See there"),
    "no semicolon": ("a = b();", "a = b()", "return c;", "return c"),
    "a semicolon": ("a = b()", "a = b();", "let c = d[0]", "let c = d[0];"),
    "no space at the end": ("a = 1 ", "a = 1", "b = 2  ", "b = 2"),
    "a point at the end": ("# do it", "# do it.", "// see there", "// see there."),
}
UNCHANGED = {
    "double quotes": [
        "b('say \"y\"')",
        "b(1)",
        "f\"{a['k']}\"",
        "b(\"', '\")",
        "`it's ${a['k']}`",
        "it isn't what you're after",
    ],
    "single quotes": ['b("it\'s")', "b(1)", 'b(\'say "y" and "z"\')', '`${a["k"]}`'],
    "a space behind colons": ["d[e: f]", "at 12:30", "a::b"],
    "a space behind commas": ["g(c, d)", "g(c,)", "x = ','"],
    "no space inside brackets": ["g(b)", "a b"],
    "a space inside braces": ["g({ b })", "g({})"],
    "a capital in comments": ["# Do", "x = 1"],
    "no semicolon": ["return c", "for (;;) {"],
    "a semicolon": ["return c;", "if a {", "x = y"],
    "no space at the end": ["b = 2"],
    "a point at the end": ["// see there.", "x = 1", "# why?"],
}


def test_the_tables_have_every_style() -> None:
    assert EXAMPLES.keys() == UNCHANGED.keys() == _STYLES.keys()


@pytest.mark.parametrize("style", EXAMPLES)
def test_a_style_is_recognized_and_applied_to_another_line(style: str) -> None:
    old, new, line, expected = EXAMPLES[style]
    assert style in _matching_styles(old, new) or old.strip() == new.strip()
    marker, change = _STYLES[style]
    assert marker in line
    assert change(line) == expected
    assert change(expected) == expected
    for unchanged in UNCHANGED[style]:
        assert marker not in unchanged or change(unchanged) == unchanged


@pytest.mark.parametrize("style", [name for name in EXAMPLES if name != "no space at the end"])
def test_a_style_change_is_repeated_in_another_line(style: str) -> None:
    old, new, line, expected = EXAMPLES[style]
    situation = asked(f"{new}\n\n{line}\nother = 1", made(old, new))
    assert (2, (expected,)) in changed_lines(situation, "manner")


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("f(u'x', b'y', rb'z')", 'f(u"x", b"y", rb"z")'),
        ("f(\"it's\", 'x')", 'f("it\'s", "x")'),
        ("'say \"a\"' + 'b'", '\'say "a"\' + "b"'),
        ("f('a\\'b', 'c')", 'f("a\\\'b", "c")'),
    ],
)
def test_strings_are_told_from_what_is_inside_them(line: str, expected: str) -> None:
    assert _STYLES["double quotes"][1](line) == expected


def _quotes(*lines: str, cursor: int = 0, serial: int = 1) -> list[int]:
    situation = asked(
        "\n".join(['f("x")', *lines]), made("f('x')", 'f("x")', serial=serial), cursor=(cursor, 0)
    )
    return [line for line, _ in changed_lines(situation, "manner")]


def test_long_lines_keep_their_style() -> None:
    fitting = "g('" + "y" * (MAX_PATTERN_LINE_CHARS - 5) + "')"
    assert len(fitting) == MAX_PATTERN_LINE_CHARS
    assert _quotes(fitting) == [1]
    assert _quotes(fitting + " ") == []


@pytest.mark.parametrize("above", [True, False])
def test_only_lines_around_the_cursor_are_changed(above: bool) -> None:
    filler = ["pass"] * (STYLE_SEARCH_LINES + 2)
    lines = ["g('y')", *filler] if above else [*filler, "g('y')"]
    place = 1 if above else len(lines)
    inside = place + STYLE_SEARCH_LINES if above else place - STYLE_SEARCH_LINES + 1
    outside = inside + 1 if above else inside - 1
    assert _quotes(*lines, cursor=inside) == [place]
    assert _quotes(*lines, cursor=outside) == []


def test_a_sentence_that_goes_on_gets_no_point() -> None:
    text = "# do it.\n\n# see there\n# and here\n\n# see below\n# Then go on"
    found = changed_lines(asked(text, made("# do it", "# do it.")), "manner")
    assert sorted(found) == [(3, ("# and here.",)), (5, ("# see below.",)), (6, ("# Then go on.",))]


def test_a_line_edited_since_keeps_its_style() -> None:
    text = "f(\"x\")\ng('y')"
    learned, later = made("f('x')", 'f("x")'), made("g()", "g('y')", 1, serial=2)
    assert changed_lines(asked(text, learned, later), "manner") == []
    assert changed_lines(asked(text, learned), "manner") == [(1, ('g("y")',))]
    assert learned.uri == HERE


def test_quotes_in_comments_are_those_of_a_sentence() -> None:
    assert _quotes("g('y')  # the 'y'", "# not 'y'", " * or 'z'", "  // nor 'a'") == [1]


def test_quotes_in_comments_follow_those_of_another_comment() -> None:
    situation = asked("# a \"b\"\n\n# c 'd'\ne('f')", made("# a 'b'", '# a "b"'))
    assert {line for line, _ in changed_lines(situation, "manner")} == {2, 3}
