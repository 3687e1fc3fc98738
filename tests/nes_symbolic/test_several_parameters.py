"""Calls after several parameters of a function changed, or one lost its default; and calls that have it already."""

from typing import NamedTuple

import pytest

from nes_symbolic.rule_harness import RuleHarness
from understudy.nes.symbolic.consequences.limits import MAX_SETTLING_EDITS
from understudy.nes.text import EditOrigin

FAMILY = "signature-argument"


class Header(NamedTuple):
    old: str
    new: str
    call: str
    expected: list[str]
    """The line of the call after an accepted edit, or where a jump goes; nothing if there is no candidate."""
    file: str = "m.py"
    text: str = "def f({old}):\n    pass\n\ndef g(x, y):\n    {call}\n"


TYPESCRIPT = "function f({old}) {\n  return 1;\n}\n\nfunction g(x: number, y: number) {\n  {call};\n}\n"
RUBY = "def f({old})\n  1\nend\n\nx = 1\n{call}\n"


def ruby(old: str, new: str, call: str, *expected: str) -> Header:
    return Header(old, new, call, list(expected), "m.rb", RUBY)


HEADERS = {
    "Ruby: a name becomes another one": ruby("a, b: 0", "a, c: 0", "f(1, b: x)", "f(1, c: x)"),
    "Ruby: a variable of the name": ruby("a, b: 0", "a, c: 0", "f(1, b: b)", "@5:5"),
    "Ruby: only the name": ruby("a, b: 0", "a, c: 0", "f(1, b:)", "@5:5"),
    "Ruby: another name": ruby("a, b: 0, d: 0", "a, c: 0, d: 0", "f(1, d: x)"),
    "Ruby: a constant": ruby("a, b: 0", "a, c: 0", "f(1, b::C)"),
    "Ruby: a needed name comes": ruby("a", "a, x:", "f(1)", "f(1, x: x)"),
    "Ruby: an optional name comes": ruby("a", "a, x: 1", "f(1)"),
    "Ruby: a name goes": ruby("a, b: 0", "a", "f(1, b: x)", "f(1)"),
    "Ruby: another one goes": ruby("a, b: 0", "a", "f(1)"),
    "two go": Header("a, b, c, d", "a, d", "f(1, 2, 3, 4)", ["f(1, 4)"]),
    "all go": Header("a, b", "", "f(1, 2)", ["f()"]),
    "two of three named ones go": Header("a, b, c", "b", "f(1, c=3, b=2)", ["f(b=2)"]),
    "one goes and an optional one comes": Header("a, b, c=0", "a, c=0, d=0", "f(1, 2)", ["f(1)"]),
    "one is called differently and optional ones come": Header(
        "a, b=1", "a, b_all=1, c=2, d=3", "f(1, b=2)", ["f(1, b_all=2)"]
    ),
    "one is called differently and a needed one comes": Header("a, b=1", "a, c, x", "f(1, b=2)", ["@4:12"]),
    "one goes and a known one comes": Header("a, b", "a, b2, x", "f(1, 2)", ["@4:9"]),
    "one goes before a known one": Header("a, b, c", "a, c, x", "f(1, 2, 3)", ["f(1, 3, x)"]),
    "one goes, named ones stay": Header("a, b, c", "a, c, x", "f(1, b=2, c=3)", ["f(1, c=3, x=x)"]),
    "two optional ones come": Header("a", "a, b=1, c=2", "f(1)", []),
    "two known ones come into an empty list": Header("", "x, y", "f()", ["f(x, y)"]),
    "one comes behind an omitted one": Header("a, b=1", "a, b=1, *, x, z=2, y", "f(1)", ["f(1, x=x, y=y)"]),
    "the given ones stay in lines of their own": Header(
        "a, b, c", "b", "f(\n        1,\n        2,\n        3,\n    )", ["f(\n        2,\n    )"]
    ),
    "new ones in lines of their own": Header("a", "a, x, y", "f(\n        1,\n        *()\n    )", []),
    "new ones of a broken list": Header("a, b", "a, b, x, y", "f(\n        1,\n        2,\n    )", ["@7:4"]),
    "any number of arguments": Header("a, b, *c", "*c", "f(1, 2, 3)", []),
    "two are renamed": Header("a, b", "c, d", "f(1, 2)", []),
    "others change places": Header("a, b, c", "b, a, x", "f(1, 2, 3)", []),
    "a given one behind an omitted one": Header("a, b=1", "z=1, a, b=1", "f(1)", []),
    "TypeScript": Header(
        "a: string, b: string, c: number",
        "c: number, x: number",
        "f('a', 'b', 3)",
        ["f(3, x)"],
        "m.ts",
        TYPESCRIPT,
    ),
    "a default goes": Header("a, b=40", "a, b", "f(1)", ["f(1, 40)"]),
    "the default of a typed one goes": Header("a, b: int = 40", "a, b: int", "f(1)", ["f(1, 40)"]),
    "a default goes that was not used": Header("a, b=40", "a, b", "f(1, 2)", []),
    "a default goes of a named one": Header("a, b=40", "a, b", "f(1, b=2)", []),
    "a text was the default": Header("a, b='x'", "a, b", "f(1)", ["f(1, 'x')"]),
    "nothing was the default": Header("a, b=None", "a, b", "f(1)", ["@4:7"]),
    "a name was the default": Header("a, b=LIMIT", "a, b", "f(1)", ["@4:7"]),
    "a default goes before other ones": Header("a, b=4, c=5", "a, b, c=5", "f(1, c=3)", ["f(1, c=3, b=4)"]),
    "a default goes that must be named": Header("a, *, b=4", "a, *, b", "f(1)", ["f(1, b=4)"]),
    "two defaults go": Header("a=1, b=2", "a, b", "f()", []),
    "the default of TypeScript goes": Header(
        "a: number, b = true", "a: number, b: boolean", "f(1)", ["f(1, true)"], "m.ts", TYPESCRIPT
    ),
    "a question mark goes": Header(
        "a: number, b?: boolean", "a: number, b: boolean", "f(1)", ["@5:5"], "m.ts", TYPESCRIPT
    ),
    "a function was the default": Header(
        "a: number, b: () => void = go", "a: number, b: () => void", "f(1)", ["@5:5"], "m.ts", TYPESCRIPT
    ),
}


def _harness(header: Header) -> tuple[RuleHarness, str]:
    text = header.text.replace("{old}", header.old).replace("{call}", header.call)
    harness = RuleHarness(**{header.file.replace(".", "__"): text})
    line = header.text.split("\n")[0]
    harness.edit(header.file, line.replace("{old}", header.old), line.replace("{old}", header.new))
    return harness, text


@pytest.mark.parametrize("name", HEADERS)
def test_calls_follow(name: str) -> None:
    header = HEADERS[name]
    harness, _ = _harness(header)
    found: list[str] = []
    for one in harness.ask(header.file):
        if one.family == FAMILY and one.position is not None:
            found.append(f"@{one.position.line}:{one.position.column}")
        elif one.family == FAMILY:
            after = harness.after(one)
            found.append(after[after.rindex("f(", 0, after.rindex(")") + 1) :].rstrip("\n};"))
    assert found == header.expected


OPTIONAL = "def f(a, b, c=0):\n    pass\n\nf(1, 2, 3)\nf(4, 5)\n"


def _asked(harness: RuleHarness) -> list[str]:
    return [harness.after(one) for one in harness.ask("m.py") if one.family == FAMILY]


@pytest.mark.parametrize("origin", [EditOrigin.TYPED, EditOrigin.ACCEPTED])
def test_a_call_that_lost_its_argument_keeps_the_others(origin: EditOrigin) -> None:
    harness = RuleHarness(m__py=OPTIONAL)
    harness.edit("m.py", "def f(a, b, c=0):", "def f(a, c=0):")
    harness.edit("m.py", "f(1, 2, 3)", "f(1, 3)", origin)
    assert [one.split("\n")[3:5] for one in _asked(harness)] == [["f(1, 3)", "f(4)"]]


def test_a_call_that_lost_its_argument_before_the_parameter_went_keeps_the_others() -> None:
    harness = RuleHarness(m__py=OPTIONAL)
    harness.edit("m.py", "f(1, 2, 3)", "f(1, 3)")
    harness.edit("m.py", "def f(a, b, c=0):", "def f(a, c=0):")
    assert [one.split("\n")[3:5] for one in _asked(harness)] == [["f(1, 3)", "f(4)"]]


def test_a_call_that_got_its_argument_gets_no_other_one() -> None:
    harness = RuleHarness(m__py="def f(a, c=0):\n    pass\n\nx = 1\nf(2)\nf(3)\n")
    harness.edit("m.py", "def f(a, c=0):", "def f(a, x, c=0):")
    harness.edit("m.py", "f(2)", "f(2, 7)")
    assert [one.split("\n")[4:6] for one in _asked(harness)] == [["f(2, 7)", "f(3, x)"]]


def test_the_other_call_of_a_line_still_loses_its_argument() -> None:
    harness = RuleHarness(m__py="def f(a, b, c=0):\n    pass\n\nprint(f(1, 2, 3), f(4, 5))\n")
    harness.edit("m.py", "def f(a, b, c=0):", "def f(a, c=0):")
    harness.edit("m.py", "print(f(1, 2, 3), f(4, 5))", "print(f(1, 3), f(4, 5))")
    assert [one.split("\n")[3] for one in _asked(harness)] == ["print(f(1, 3), f(4))"]


def test_a_call_of_several_lines_that_lost_its_argument_keeps_the_others() -> None:
    harness = RuleHarness(m__py="def f(a, b, c=0):\n    pass\n\nf(\n    1,\n    2,\n    3,\n)\n")
    harness.edit("m.py", "def f(a, b, c=0):", "def f(a, c=0):")
    harness.edit("m.py", "    1,\n    2,", "    1,")
    assert _asked(harness) == []


def test_an_argument_that_got_another_value_still_goes() -> None:
    harness = RuleHarness(m__py=OPTIONAL)
    harness.edit("m.py", "def f(a, b, c=0):", "def f(a, c=0):")
    harness.edit("m.py", "f(1, 2, 3)", "f(7, 2, 3)")
    assert [one.split("\n")[3] for one in _asked(harness)] == ["f(7, 3)", "f(7, 2, 3)"]


def test_any_edit_of_the_arguments_settles_a_call_after_several_changes() -> None:
    harness = RuleHarness(m__py="def f(a, b):\n    pass\n\ny = 2\nf(1, 2)\nf(3, 4)\n")
    harness.edit("m.py", "def f(a, b):", "def f(b, y):")
    harness.edit("m.py", "f(1, 2)", "f(2, 9)")
    assert [one.split("\n")[4:6] for one in _asked(harness)] == [["f(2, 9)", "f(4, y)"]]


def test_an_old_edit_settles_no_call() -> None:
    harness = RuleHarness(m__py=OPTIONAL + "z = 0\n")
    harness.edit("m.py", "f(1, 2, 3)", "f(1, 3)")
    for at in range(MAX_SETTLING_EDITS - 1):
        harness.edit("m.py", f"z = {at}", f"z = {at + 1}")
    harness.edit("m.py", "def f(a, b, c=0):", "def f(a, c=0):")
    assert [one.split("\n")[3:5] for one in _asked(harness)] == [["f(1)", "f(4, 5)"], ["f(1, 3)", "f(4)"]]


def test_an_undone_edit_settles_no_call() -> None:
    harness = RuleHarness(m__py=OPTIONAL)
    harness.edit("m.py", "f(1, 2, 3)", "f(1, 3)", EditOrigin.UNDONE)
    harness.edit("m.py", "def f(a, b, c=0):", "def f(a, c=0):")
    assert len(_asked(harness)) == 2
