"""Guards of the search for names that an edit began to use and that nothing defines; forms of names."""

from typing import NamedTuple

import pytest

from nes_symbolic.rule_harness import RuleHarness
from understudy.nes.symbolic.consequences.limits import MAX_CODE_LINE_CHARS, MAX_UNRESOLVED_NAMES
from understudy.nes.symbolic.consequences.names import case_variants, find_unresolved_names
from understudy.nes.symbolic.consequences.rule_context import RuleContext


class Case(NamedTuple):
    new: str
    """What `x` becomes."""
    expected: list[str]
    """The names, with a dot behind those that are always followed by one."""
    rest: str = ""
    path: str = "m.py"


MANY = [f"Name{number}" for number in range(MAX_UNRESOLVED_NAMES + 1)]
CASES = {
    "a class": Case("Foo", ["Foo"]),
    "a function": Case("foo(1)", ["foo"]),
    "a variable": Case("y = foo", []),
    "a function that is also passed on": Case("foo(foo)", []),
    "a module": Case("foo.bar()", ["foo."]),
    "a module that is also called": Case("foo.bar(foo())", ["foo"]),
    "a decorator": Case("@foo\ndef f(): pass", ["foo"]),
    "a text without imports": Case("Foo()", [], path="m.txt"),
    "everything is imported": Case("Foo()", [], rest="from a import *\n"),
    "something is multiplied": Case("Foo()", ["Foo"], rest="y = 2 * 3\n"),
    "something is imported": Case("Foo()", ["Foo"], rest="from a import b\n"),
    "everything is imported in Rust": Case("Foo::new();", [], rest="use a::*;\n", path="m.rs"),
    "one is used elsewhere": Case("Foo(Bar())", ["Bar"], rest="Foo()\n"),
    "it is used elsewhere": Case("Foo()", [], rest="Foo()\n"),
    "it is defined": Case("Foo = 1\nFoo()", []),
    "it is imported with it": Case("from a import Foo\nFoo()\nBar()", ["Bar"]),
    "it was there before": Case("x(Foo)", ["Foo"]),
    "names of one letter": Case("F(Bar())", ["Bar"]),
    "a name of one letter": Case("F()", []),
    "a name of the language": Case("Exception(Bar())", ["Bar"]),
    "a member": Case("y.Foo(Bar())", ["Bar"]),
    "a name in a string": Case("Bar('Foo')", ["Bar"]),
    "not more than a few": Case(f"f({', '.join(MANY)})".replace("f(", "Name0("), MANY[:-1]),
    "a keyword argument": Case("Bar(Foo=1)", ["Bar"]),
    "a condition": Case("if Foo: pass", ["Foo"]),
    "an annotation": Case("y: Foo = 1", ["Foo"]),
    "a label in JavaScript": Case("new Bar({ Foo: 1 });", ["Bar"], path="m.js"),
    "names that are passed on": Case("export { Foo } from './a';\nnew Bar();", ["Bar"], path="m.js"),
    "names that are exported": Case("export { Foo };\nnew Bar();", ["Bar", "Foo"], path="m.js"),
    "a package of Go": Case("\tfoo.Bar()", ["foo."], rest="", path="m.go"),
    "a function of Go": Case("\tFoo()", [], path="m.go"),
    "a long line elsewhere": Case("Foo()", [], rest="y = " + "1 + " * MAX_CODE_LINE_CHARS + "1\n"),
}


@pytest.mark.parametrize("name", CASES)
def test_unresolved_names(name: str) -> None:
    case = CASES[name]
    harness = RuleHarness()
    harness.put(case.path, f"x\n{case.rest}")
    harness.edit(case.path, "x", case.new)
    found = find_unresolved_names(RuleContext(harness.situation(case.path)))
    assert sorted(one.name + "." * one.dotted for one in found) == case.expected


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (
            "old_red_fox",
            "wolf",
            {
                "old_red_fox": "wolf",
                "oldRedFox": "wolf",
                "OldRedFox": "Wolf",
                "OLD_RED_FOX": "WOLF",
                "old-red-fox": "wolf",
            },
        ),
        (
            "redFox",
            "greyWolf",
            {
                "red_fox": "grey_wolf",
                "redFox": "greyWolf",
                "RedFox": "GreyWolf",
                "RED_FOX": "GREY_WOLF",
                "red-fox": "grey-wolf",
            },
        ),
        ("fox", "greyWolf", {"fox": "greyWolf", "Fox": "GreyWolf", "FOX": "GREY_WOLF"}),
        ("fox", "wolf", {"fox": "wolf", "Fox": "Wolf", "FOX": "WOLF"}),
        ("_", "wolf", {"_": "wolf"}),
    ],
)
def test_each_form_of_a_name_has_its_counterpart(old: str, new: str, expected: dict[str, str]) -> None:
    assert case_variants(old, new) == expected
