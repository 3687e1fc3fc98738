"""Guards of the rules for members that are renamed and fields that are added, case by case."""

# pyright: reportPrivateUsage=false

import pytest

from nes_symbolic.rule_harness import RuleHarness
from understudy.nes.symbolic.consequences import members
from understudy.nes.symbolic.consequences.limits import MAX_CODE_LINE_CHARS, MAX_REWRITTEN_LINES


def proposed(path: str, text: str, old: str, new: str, family: str) -> list[str]:
    """The line that each candidate writes, without indentation."""
    harness = RuleHarness()
    harness.put(path, text)
    harness.edit(path, old, new)
    before = harness.workspace.texts[f"file:///project/{path}"]
    return [
        " ".join(line.strip() for line in harness.after(one).split("\n") if line not in before)
        for one in harness.ask(path)
        if one.family == family
    ]


def interface(fields: str, rest: str) -> str:
    return f"interface A {{\n{fields}}}\n\n{rest}"


FIELD, RENAMED, USE = "  width: N;", "  wide: N;", "show(a.width);\n"
LONG = "y(" + "1 + " * MAX_CODE_LINE_CHARS + "1);\n"


def block(count: int, first: str) -> str:
    """A field, and others up to so many lines, the last of which is changed too."""
    return "\n".join([first, *(f"  f{number}: N;" for number in range(count - 2))])


RENAMES: dict[str, tuple[str, str, str, str, list[str]]] = {
    "a field": ("m.ts", interface(f"{FIELD}\n", USE), FIELD, RENAMED, ["show(a.wide);"]),
    "in an edit of as many lines as are read": (
        "m.ts",
        interface(block(MAX_REWRITTEN_LINES, FIELD) + "\n  z: N;\n", USE),
        block(MAX_REWRITTEN_LINES, FIELD) + "\n  z: N;",
        block(MAX_REWRITTEN_LINES, RENAMED) + "\n  z: M;",
        ["show(a.wide);"],
    ),
    "in an edit of more lines": (
        "m.ts",
        interface(block(MAX_REWRITTEN_LINES + 1, FIELD) + "\n  z: N;\n", USE),
        block(MAX_REWRITTEN_LINES + 1, FIELD) + "\n  z: N;",
        block(MAX_REWRITTEN_LINES + 1, RENAMED) + "\n  z: M;",
        [],
    ),
    "it becomes a comment": ("m.ts", interface(f"{FIELD}\n", USE), FIELD, "  // wide", []),
    "its type changes too": ("m.ts", interface(f"{FIELD}\n", USE), FIELD, "  wide: M;", []),
    "a name of one letter": ("m.ts", interface("  w: N;\n", "show(a.w);\n"), "  w: N;", "  wide: N;", []),
    "a name of two letters": (
        "m.ts",
        interface("  ww: N;\n", "show(a.ww);\n"),
        "  ww: N;",
        "  wide: N;",
        ["show(a.wide);"],
    ),
    "a text with a line that is too long": ("m.ts", interface(f"{FIELD}\n", USE + LONG), FIELD, RENAMED, []),
    "a bracket on its own line": (
        "m.ts",
        f"class A\n{{\n{FIELD}\n}}\n\n{USE}",
        FIELD,
        RENAMED,
        ["show(a.wide);"],
    ),
    "no type around it": ("m.ts", f"y = {{\n{FIELD}\n}};\n{USE}", FIELD, RENAMED, []),
    "a value that a function of Rust returns": (
        "m.rs",
        "struct A {\n    width: u8,\n}\n\nfn f(width: u8) -> A {\n    width\n}\n",
        "    width: u8,",
        "    wide: u8,",
        [],
    ),
    "a literal of Rust": (
        "m.rs",
        "struct A {\n    width: u8,\n}\n\nfn f() {\n    let a = A { width: 1 };\n}\n",
        "    width: u8,",
        "    wide: u8,",
        ["let a = A { wide: 1 };"],
    ),
    "a literal of Rust in short": (
        "m.rs",
        "struct A {\n    width: u8,\n}\n\nfn f(width: u8) {\n    let a = A { width };\n}\n",
        "    width: u8,",
        "    wide: u8,",
        ["let a = A { wide: width };"],
    ),
    "a package of Go": (
        "m.go",
        'package m\n\nimport "b"\n\ntype A struct {\n\tWidth int\n}\n\n'
        "func f(a A) {\n\tb.Width()\n\ta.Width = 1\n}\n",
        "\tWidth int",
        "\tWide int",
        ["a.Wide = 1"],
    ),
}


@pytest.mark.parametrize("name", RENAMES)
def test_renamed_members(name: str) -> None:
    path, text, old, new, expected = RENAMES[name]
    assert proposed(path, text, old, new, "member-renamed") == expected


@pytest.mark.parametrize(
    ("other", "has_rivals"),
    [("", 0), ("interface B {\n  width: N;\n}\n", 1), ("interface B {\n  height: N;\n}\n", 0)],
)
def test_members_of_other_types_that_have_the_name(other: str, has_rivals: int) -> None:
    harness = RuleHarness(m__ts=interface(f"{FIELD}\n", USE + other))
    harness.edit("m.ts", FIELD, RENAMED)
    [found] = [one for one in harness.ask("m.ts") if one.family == "member-renamed"]
    features = members._RenameFeatures(has_rivals=has_rivals)
    assert found.probability == members.RENAME_PROBABILITY.estimate(features)


STRUCT = "struct A {\n    width: u8,\n}\n\nfn f() {\n    let a = A { width: 1 };\n}\n"
ADDED: dict[str, tuple[str, list[str]]] = {
    "a field": ("    width: u8,\n    depth: u8,", ["6:24"]),
    "another type, and a field": ("    width: u16,\n    depth: u8,", ["6:24"]),
    "a comment": ("    width: u8,\n    // depth: u8,", []),
    "another type": ("    width: u16,", []),
}


@pytest.mark.parametrize("name", ADDED)
def test_fields_that_literals_need(name: str) -> None:
    new, expected = ADDED[name]
    harness = RuleHarness(m__rs=STRUCT)
    harness.edit("m.rs", "    width: u8,", new)
    found = [one for one in harness.ask("m.rs") if one.family == "signature-argument"]
    positions = [one.position for one in found if one.position is not None]
    assert [f"{one.line}:{one.column}" for one in positions] == expected
    assert len(found) == len(expected)
