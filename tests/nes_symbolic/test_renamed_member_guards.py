"""Guards of the rules for members that are renamed and fields that are added, case by case."""

# pyright: reportPrivateUsage=false

import pytest

from nes_symbolic.rule_cases import describe
from nes_symbolic.rule_harness import RuleHarness, only
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
    "a field and its comment": (
        "m.ts",
        interface(f"  // The width.\n{FIELD}\n", USE),
        f"  // The width.\n{FIELD}",
        f"  // How wide it is.\n{RENAMED}",
        ["show(a.wide);"],
    ),
    "a modifier goes too": (
        "m.ts",
        interface(f"  readonly {FIELD.strip()}\n", USE),
        "  readonly width: N;",
        RENAMED,
        [],
    ),
    "a modifier comes too": ("m.ts", interface(f"{FIELD}\n", USE), FIELD, "  readonly wide: N;", []),
    "an optional field": (
        "m.ts",
        interface("  width?: N;\n", USE),
        "  width?: N;",
        "  wide?: N;",
        ["show(a.wide);"],
    ),
    "a value that is imported": (
        "m.ts",
        "import { a } from './a';\n\n" + interface(f"{FIELD}\n", USE),
        FIELD,
        RENAMED,
        ["show(a.wide);"],
    ),
    "of what a function returns": (
        "m.ts",
        interface(f"{FIELD}\n", "show(f().width);\n"),
        FIELD,
        RENAMED,
        ["show(f().wide);"],
    ),
    "in a method of its class": (
        "m.ts",
        "class A {\n  width = 1;\n\n  f() {\n    return this.width;\n  }\n}\n",
        "  width = 1;",
        "  wide = 1;",
        ["return this.wide;"],
    ),
    "of another class": (
        "m.ts",
        "class A {\n  width = 1;\n}\n\n"
        f"class B {{\n  width = 2;\n\n  f() {{\n    return this.width;\n  }}\n}}\n\n{USE}",
        "  width = 1;",
        "  wide = 1;",
        ["show(a.wide);"],
    ),
    "a method of Rust with a type parameter": (
        "m.rs",
        "struct A {\n    size: u8,\n}\n\nimpl A {\n    pub(crate) fn width<T>(&self) {}\n}\n\n"
        "fn f(a: A) {\n    a.width::<u8>();\n    A::width::<u8>(&a);\n    let b = A { width: 1 };\n}\n",
        "    pub(crate) fn width<T>(&self) {}",
        "    pub(crate) fn wide<T>(&self) {}",
        ["a.wide::<u8>();", "A::wide::<u8>(&a);"],
    ),
    "a method of Rust and a literal": (
        "m.rs",
        "impl A {\n    fn width(&self) -> u8 {\n        1\n    }\n}\n\nfn f() {\n    let a = A { width: 1 };\n}\n",
        "    fn width(&self) -> u8 {",
        "    fn wide(&self) -> u8 {",
        [],
    ),
    "a field of the crate": (
        "m.rs",
        "struct A {\n    pub(crate) width: u8,\n}\n\nfn f() {\n    let a = A { width: 1 };\n}\n",
        "    pub(crate) width: u8,",
        "    pub(crate) wide: u8,",
        ["let a = A { wide: 1 };"],
    ),
    "the end of a range": (
        "m.rs",
        "struct A {\n    width: u8,\n}\n\nfn f(width: u8) {\n    for i in 0..width {}\n}\n",
        "    width: u8,",
        "    wide: u8,",
        [],
    ),
    "a literal that has no end yet": (
        "m.rs",
        "struct A {\n    width: u8,\n}\n\nfn f(a: A) {\n    a.width;\n    let b = A { width: 1\n",
        "    width: u8,",
        "    wide: u8,",
        ["a.wide;"],
    ),
    "a literal of lines in short": (
        "m.rs",
        "struct A {\n    width: u8,\n}\n\nfn f(width: u8) {\n    let a = A {\n        width,\n    };\n}\n",
        "    width: u8,",
        "    wide: u8,",
        ["wide: width,"],
    ),
    "a literal of Go": (
        "m.go",
        "package m\n\ntype A struct {\n\tWidth int\n}\n\nvar a = A{Width: 1}\nvar b = A{Width}\n",
        "\tWidth int",
        "\tWide int",
        ["var a = A{Wide: 1}"],
    ),
    "a list of fields of Go": (
        "m.go",
        "package m\n\ntype A struct {\n\tWidth []int\n}\n\nvar a = A{Width: nil}\n",
        "\tWidth []int",
        "\tWide []int",
        ["var a = A{Wide: nil}"],
    ),
    "a method of an interface of Go": (
        "m.go",
        "package m\n\ntype A interface {\n\tWidth() int\n}\n\nfunc f(a A) {\n\ta.Width()\n}\n",
        "\tWidth() int",
        "\tWide() int",
        ["a.Wide()"],
    ),
}


def test_a_member_that_is_renamed_again_has_its_newest_name() -> None:
    harness = RuleHarness(m__ts=interface(f"{FIELD}\n", USE))
    harness.edit("m.ts", FIELD, RENAMED)
    harness.edit("m.ts", RENAMED, "  // The width is in the style.")
    assert [one for one in harness.ask("m.ts") if one.family == "member-renamed"] == []


def test_uses_from_the_cursor_on_come_first() -> None:
    harness = RuleHarness(m__ts=interface(f"{FIELD}\n", USE * 3), n__ts=f"{USE}\n{USE}")
    harness.edit("m.ts", FIELD, RENAMED)
    found = [one for one in harness.ask("m.ts", 5) if one.family == "member-renamed"]
    places = [(one.uri.rpartition("/")[2], one.edits[0].span.start.line) for one in found]
    assert places == [("m.ts", 5), ("m.ts", 6), ("m.ts", 4), ("n.ts", 0), ("n.ts", 2)]


@pytest.mark.parametrize("name", RENAMES)
def test_renamed_members(name: str) -> None:
    path, text, old, new, expected = RENAMES[name]
    assert proposed(path, text, old, new, "member-renamed") == expected


@pytest.mark.parametrize(
    ("other", "has_rivals"),
    [
        ("", 0),
        ("interface B {\n  width: N;\n}\n", 1),
        ("interface B {\n  height: N;\n}\n", 0),
        ("interface B {\n  height: typeof width;\n}\n", 0),
        ("const b = {\n  width: 1,\n};\n", 0),
    ],
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
    "another name": ("    wide: u8,", []),
    "a field with a comment": ("    width: u8,\n    // How deep it is.\n    depth: u8,", ["7:24"]),
    "a field below a blank line": ("    width: u8,\n\n    depth: u8,", ["7:24"]),
    "a field of the crate": ("    width: u8,\n    pub(crate) depth: u8,", ["6:24"]),
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


def fields(
    text: str, new: str = "    width: u8,\n    depth: u8,", cursor: int = 0, **files: str
) -> list[str]:
    """A struct gets fields; where and what the candidates write, and the positions of jumps."""
    harness = RuleHarness(m__rs=text, **files)
    harness.edit("m.rs", "    width: u8,", new)
    return [
        describe(harness, one) for one in harness.ask("m.rs", cursor) if one.family == "signature-argument"
    ]


HEAD = "struct A {\n    width: u8,\n}\n\n"
FIELDS: dict[str, tuple[str, list[str]]] = {
    "a value in scope, in a line": (
        HEAD + "fn f(depth: u8) {\n    let a = A { width: 1 };\n}\n",
        ["m.rs\n@7\n-    let a = A { width: 1 };\n+    let a = A { width: 1, depth };"],
    ),
    "a value in scope, in lines": (
        HEAD + "fn f(depth: u8) {\n    let a = A {\n        width: 1,\n    };\n}\n",
        ["m.rs\n@8\n+        depth,"],
    ),
    "the type itself": (
        HEAD + "impl A {\n    fn new() -> Self {\n        Self { width: 1 }\n    }\n}\n",
        ["m.rs 7:23"],
    ),
    "the type itself is another one": (
        HEAD + "impl B {\n    fn new() -> Self {\n        Self { width: 1 }\n    }\n}\n",
        [],
    ),
    "a literal with spaces before its colons": (
        HEAD + "fn f() {\n    let a = A { depth : 2, width : 1 };\n}\n",
        [],
    ),
    "a text with a line that is too long": (HEAD + "fn f() {\n    let a = A { width: 1 };\n}\n" + LONG, []),
}


@pytest.mark.parametrize("name", FIELDS)
def test_what_literals_get(name: str) -> None:
    text, expected = FIELDS[name]
    assert fields(text) == expected


def test_literals_from_the_cursor_on_come_first() -> None:
    literal = "    let a = A { width: 1 };\n"
    text = HEAD + "fn f() {\n" + literal * 3 + "}\n"
    other = "fn g() {\n" + literal * 2 + "}\n"
    assert fields(text, cursor=7, n__rs=other) == ["m.rs 7:24", "m.rs 8:24", "m.rs 6:24"]
    text = HEAD + "fn f() {\n" + literal + "}\n"
    assert fields(text, cursor=7, n__rs=other) == ["m.rs 6:24", "n.rs 1:24", "n.rs 2:24"]


@pytest.mark.parametrize("is_elsewhere", [0, 1])
def test_how_probable_a_field_of_a_literal_is(is_elsewhere: int) -> None:
    use = "fn f() {\n    let a = A { width: 1 };\n}\n"
    harness = RuleHarness(m__rs=HEAD + use * (1 - is_elsewhere), n__rs=use * is_elsewhere)
    harness.edit("m.rs", "    width: u8,", "    width: u8,\n    depth: u8,")
    features = members._FieldFeatures(elsewhere=is_elsewhere, jump=1)
    found = only(harness.ask("m.rs"), "signature-argument")
    assert found.probability == members.FIELD_PROBABILITY.estimate(features)


def test_a_struct_that_changed_again_needs_nothing() -> None:
    harness = RuleHarness(m__rs=STRUCT)
    harness.edit("m.rs", "    width: u8,", "    width: u8,\n    depth: u8,")
    harness.edit("m.rs", "    depth: u8,", "    // depth: u8,")
    assert [one for one in harness.ask("m.rs") if one.family == "signature-argument"] == []
