"""A renamed data attribute: scripts and stylesheets that read it follow, other things of that name do not."""

import pytest

from nes_symbolic.rule_cases import RuleCase, case, run
from nes_symbolic.rule_harness import RuleHarness

LINE = '<li data-unit-price="1">'
RENAMED = (LINE, '<li data-unit-cents="1">')


def read(line: str, expected: str = "", path: str = "m.js", page: str = LINE) -> RuleCase:
    found = [f"{path}\n@1\n-{line}\n+{expected}"] if expected else []
    return RuleCase({"p.html": f"<ul>\n{page}\n", path: f"{line}\n"}, (RENAMED,), found)


def renamed(old: str, new: str, line: str, *expected: str, path: str = "p.html") -> RuleCase:
    return RuleCase({path: f"{old}\n", "m.js": f"{line}\n"}, ((old, new),), list(expected))


ROWS = {
    "a property": read("x = li.dataset.unitPrice;", "x = li.dataset.unitCents;"),
    "a property of what may be missing": read("x = li?.dataset.unitPrice;", "x = li?.dataset.unitCents;"),
    "a property in brackets": read('x = li.dataset["unitPrice"];', 'x = li.dataset["unitCents"];'),
    "a property in a script of types": read(
        "x = li.dataset.unitPrice!;", "x = li.dataset.unitCents!;", "m.ts"
    ),
    "a property that is unpacked": read(
        "const { id, unitPrice } = li.dataset;", "const { id, unitCents: unitPrice } = li.dataset;"
    ),
    "a property of something else": read("x = li.unitPrice + unitPrice + dataset.price;"),
    "a longer property": read("x = li.dataset.unitPrices;"),
    "an unpacked property of something else": read("const { unitPrice } = order;"),
    "an attribute that is read": read(
        'x = li.getAttribute("data-unit-price");', 'x = li.getAttribute("data-unit-cents");'
    ),
    "an attribute that is removed": read(
        "li.removeAttribute('data-unit-price');", "li.removeAttribute('data-unit-cents');"
    ),
    "another attribute": read('x = li.getAttribute("unit-price");'),
    "a selector in a script": read(
        'list.querySelector("li[data-unit-price]");', 'list.querySelector("li[data-unit-cents]");'
    ),
    "a selector with a value": read('$("[data-unit-price=1]");', '$("[data-unit-cents=1]");'),
    "a selector of other elements": read('list.querySelector("tr[data-unit-price]");'),
    "a selector of a class": read(
        'list.querySelector(".a[data-unit-price]");', 'list.querySelector(".a[data-unit-cents]");'
    ),
    "data of jQuery": read('x = $(this).data("unit-price");', 'x = $(this).data("unit-cents");'),
    "data of something else": read('x = answer.data("unit-price");'),
    "a stylesheet": read("li[data-unit-price] {", "li[data-unit-cents] {", "a.css"),
    "a value of a stylesheet": read(
        "  content: attr(data-unit-price);", "  content: attr(data-unit-cents);", "a.css"
    ),
    "a class of a stylesheet": read(".unit-price, #data-unit-price {", path="a.css"),
    "another page": read('<li data-unit-price="2">', '<li data-unit-cents="2">', "q.html"),
    "a text of another page": read("<p>data-unit-price</p>", path="q.html"),
    "a longer attribute": read('<li data-unit-price-old="2">', path="q.html"),
    "a text that is no code": read("li.dataset.unitPrice", path="a.md"),
    "elements of another kind": read("x = li.dataset.unitPrice;", page=f'{LINE}\n<tr data-unit-price="1">'),
    "an attribute that exists": read("x = li.dataset.unitPrice;", page=f'{LINE}\n<tr data-unit-cents="1">'),
    "two renamed attributes": renamed(
        '<li data-a="1" data-b="2">', '<li data-c="1" data-d="2">', "li.dataset.a;"
    ),
    "an attribute that goes": renamed('<li data-a="1" data-b="2">', '<li data-a="1">', "li.dataset.b;"),
    "another value": renamed('<li data-a="1">', '<li data-a="2">', "li.dataset.a;"),
    "a component": renamed(
        "  return <li data-a={a} />;",
        "  return <li data-b={a} />;",
        "li.dataset.a;",
        "m.js\n@1\n-li.dataset.a;\n+li.dataset.b;",
        path="p.tsx",
    ),
    "an attribute on a line of its own": renamed(
        '  data-a="1"', '  data-b="1"', "li.dataset.a;", "m.js\n@1\n-li.dataset.a;\n+li.dataset.b;"
    ),
    "a string of a script": renamed("x = 'data-a';", "x = 'data-b';", "li.dataset.a;", path="n.js"),
    "a script of the page": case(
        '<li data-a="1">\n<script>\n  x = li.dataset.a;\n</script>\n',
        '<li data-a="1">',
        '<li data-b="1">',
        "p.html\n@3\n-  x = li.dataset.a;\n+  x = li.dataset.b;",
        path="p.html",
    ),
}


@pytest.mark.parametrize("name", ROWS)
def test_what_reads_a_data_attribute_follows(name: str) -> None:
    assert run(ROWS[name], "data-attribute") == ROWS[name].expected


def test_the_rest_follows_when_some_places_have_the_new_name() -> None:
    harness = RuleHarness(p__html=f"{LINE}\n{LINE}\n", m__js="li.dataset.unitPrice;\n")
    harness.edit("p.html", *RENAMED)
    [first, _] = [one for one in harness.ask("p.html") if one.family == "data-attribute"]
    harness.accept(first)
    [second] = [one for one in harness.ask("p.html") if one.family == "data-attribute"]
    assert second.uri.endswith("m.js")
