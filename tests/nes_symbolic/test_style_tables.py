"""A class or an id that is called something else in a stylesheet or a page: where the other uses follow."""

import pytest

from nes_symbolic.rule_cases import RuleCase, case, edit, run
from nes_symbolic.rule_harness import RuleHarness
from understudy.nes.symbolic.consequences.limits import MAX_VALUE_CANDIDATES

CSS = ".menu {\n  color: red;\n}\n"
PAGE = (
    '<ul class="menu big">\n  <li id="first">one</li>\n</ul>\n'
    '<a href="#first">up</a>\n<a href="first">another page</a>\n'
)
LIST = '<ul class="menu big">'
FOLLOWS = 'p.html\n@1\n-<ul class="menu big">\n+<ul class="nav big">'
ITEM = 'p.html\n@2\n-  <li id="first">one</li>\n+  <li id="top">one</li>'
LINK = 'p.html\n@4\n-<a href="#first">up</a>\n+<a href="#top">up</a>'
RULE = "a.css\n@1\n-#first {\n+#top {"


def style(text: str, old: str, new: str, *expected: str, page: str = PAGE) -> RuleCase:
    return RuleCase({"a.css": text, "p.html": page}, ((old, new),), list(expected))


def page(old: str, new: str, *expected: str, text: str = PAGE, css: str = CSS) -> RuleCase:
    return RuleCase({"p.html": text, "a.css": css}, ((old, new),), list(expected))


CASES = {
    "a class of a page": style(CSS, ".menu {", ".nav {", FOLLOWS),
    "other rules of the stylesheet": case(
        f"{CSS}.menu a {{\n}}\n\n.menu:hover {{\n}}\n",
        ".menu {",
        ".nav {",
        "a.css\n@4\n-.menu a {\n+.nav a {",
        "a.css\n@7\n-.menu:hover {\n+.nav:hover {",
        path="a.css",
    ),
    "the rest of its line": style(".menu, .menu a {\n}\n", ".menu, .menu a {", ".nav, .menu a {", page=""),
    "one of several selectors": style(".menu,\n.list {\n}\n", ".menu,", ".nav,", FOLLOWS),
    "a selector with a state": style(".menu:hover {\n}\n", ".menu:hover {", ".nav:hover {", FOLLOWS),
    "a rule in one line": style(
        ".menu { color: red; }\n", ".menu { color: red; }", ".nav { color: red; }", FOLLOWS
    ),
    "a value": style(".list {\n  font: a.menu;\n}\n", "  font: a.menu;", "  font: a.nav;"),
    "one of several values": style(".list {\n  font: a.menu,\n}\n", "  font: a.menu,", "  font: a.nav,"),
    "a file that is imported": style("@import 'x.menu'\n", "@import 'x.menu'", "@import 'x.nav'"),
    "two rules at once": style(
        ".menu {\n}\n.list {\n}\n", ".menu {\n}\n.list {", ".nav {\n}\n.row {", page=PAGE
    ),
    "the page has the new class too": style(
        CSS, ".menu {", ".nav {", FOLLOWS, page=f'{PAGE}<p class="nav">\n'
    ),
    "an id of a page, but no link to another page": style("#first {\n}\n", "#first {", "#top {", ITEM, LINK),
    "the rule of a class": page(LIST, '<ul class="nav big">', "a.css\n@1\n-.menu {\n+.nav {"),
    "another element keeps the class": page(LIST, '<ul class="nav big">', text=f'{PAGE}<ol class="menu">\n'),
    "the other class has a rule": page(LIST, '<ul class="nav big">', css=f"{CSS}.nav {{\n}}\n"),
    "the links and the rule of an id": page(
        '  <li id="first">one</li>', '  <li id="top">one</li>', LINK, RULE, css="#first {\n}\n"
    ),
    "the target of a link": page(
        '<a href="#first">up</a>', '<a href="#top">up</a>', ITEM, RULE, css="#first {\n}\n"
    ),
    "a link to another page": page(
        '<a href="first">another page</a>', '<a href="top">another page</a>', css="#first {\n}\n"
    ),
    "a string of another language": case(
        "x = '<p class=\"menu\">'\ny = '<b class=\"menu\">'\n",
        "x = '<p class=\"menu\">'",
        "x = '<p class=\"nav\">'",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_where_a_style_name_follows(name: str) -> None:
    assert run(CASES[name], "style-name") == CASES[name].expected


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ("a.css", [("a.css", 4), ("a.css", 0), ("p.html", 0)]),
        ("p.html", [("p.html", 0), ("a.css", 0), ("a.css", 4)]),
    ],
)
def test_places_below_the_cursor_come_first_then_those_above_then_other_texts(
    asked: str, expected: list[tuple[str, int]]
) -> None:
    rules = "".join(f".menu .{name} {{\n}}\n" for name in ("one", "two", "three"))
    harness = RuleHarness(p__html=PAGE, a__css=rules)
    edit(harness, "a.css", ".menu .two {", ".nav .two {")
    found = [one for one in harness.ask(asked, line=2) if one.family == "style-name"]
    assert [(one.uri.rpartition("/")[2], one.edits[0].span.start.line) for one in found] == expected


def test_the_places_of_other_texts_leave_room_for_those_of_the_text_that_is_asked_about() -> None:
    rules = "".join(f".menu .a{number} {{\n}}\n" for number in range(MAX_VALUE_CANDIDATES + 1))
    harness = RuleHarness(p__html=PAGE, a__css=rules)
    edit(harness, "a.css", ".menu .a0 {", ".nav .a0 {")
    found = [one.uri for one in harness.ask("p.html") if one.family == "style-name"]
    assert found == ["file:///project/p.html", *["file:///project/a.css"] * (MAX_VALUE_CANDIDATES - 1)]
