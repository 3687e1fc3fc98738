"""A case for a new member is not repeated in a switch over a value of another type."""

from collections.abc import Sequence

import pytest

from nes_symbolic.rule_harness import RuleHarness
from nes_symbolic.test_explained_tables import Line
from understudy.nes.symbolic.consequences import RuleContext, drop_explained
from understudy.nes.symbolic.consequences.blocks import adds_case_of_other_type

UNIONS = "type A = 'open' | 'paid';\ntype B = 'open' | 'sent';\ntype C = 'open' | 'paid';\n\n"
UNION = (UNIONS.split("\n")[0], "type A = 'open' | 'paid' | 'late';")
ENUMS = "enum A { OPEN, PAID }\nenum B { OPEN, SENT }\n"
ENUM = ("enum A { OPEN, PAID }", "enum A { OPEN, PAID, LATE }")
RUST = "enum A {\n    Open,\n    Paid(u8),\n}\n\nenum B {\n    Open,\n    Sent { x: u8 },\n}\n\n"
VARIANT = ("    Paid(u8),", "    Paid(u8),\n    Late,")
PYTHON = "class A(Enum):\n    OPEN = 'o'\n    PAID = 'p'\n\n\nclass B(Enum):\n    OPEN = 'o'\n\n\n"
MEMBER = ("    PAID = 'p'", "    PAID = 'p'\n    LATE = 'l'")
GO = "package m\n\ntype A int\n\nconst (\n\tOpen A = iota\n\tPaid\n)\n\n"
CONSTANT = ("\tPaid", "\tPaid\n\tLate")


def script(switch: str, *, type_name: str = "A") -> str:
    return f"{UNIONS}function f(x: {type_name}) {{\n  switch (x) {{\n{switch}\n    // here\n  }}\n}}\n"


CASES: dict[str, tuple[str, str, tuple[str, str], str, bool]] = {
    "the cases of the union": ("m.ts", script("    case 'open': g();"), UNION, "case 'late':", False),
    "a case of another union": ("m.ts", script("    case 'sent': g();"), UNION, "case 'late':", True),
    "a value of another union": (
        "m.ts",
        script("    case 'open': g();", type_name="C"),
        UNION,
        "case 'late':",
        True,
    ),
    "a value of an unknown type": (
        "m.ts",
        script("    case 'open': g();", type_name="D"),
        UNION,
        "case 'late':",
        False,
    ),
    "a value of a list": (
        "m.ts",
        script("    case 'open': g();", type_name="C[]"),
        UNION,
        "case 'late':",
        False,
    ),
    "a value without a type": (
        "m.ts",
        script("    case 'open': g();").replace("x: A", "x"),
        UNION,
        "case 'late':",
        False,
    ),
    "a default": ("m.ts", script("    default: g();"), UNION, "case 'late':", False),
    "a case of something else": ("m.ts", script("    case 'sent': g();"), UNION, "case 'now':", False),
    "no new member": ("m.ts", script("    case 'sent': g();"), ("// x", "// x"), "case 'late':", False),
    "the keys of an object": (
        "m.ts",
        f"{UNIONS}const a = {{\n  open: 1,\n  paid: 2,\n  // here\n}};\n",
        UNION,
        "late: 3,",
        False,
    ),
    "the keys of another object": (
        "m.ts",
        f"{UNIONS}const a = {{\n  open: 1,\n  sent: 2,\n  // here\n}};\n",
        UNION,
        "late: 3,",
        True,
    ),
    "no switch": ("m.ts", f"{UNIONS}f('sent');\n// here\n", UNION, "f('late');", False),
    "a switch of Java": (
        "M.java",
        f"{ENUMS}class M {{\n  int f(A a) {{\n    return switch (a) {{\n      case OPEN, PAID -> 1;\n"
        "      // here\n      default -> 2;\n    };\n  }\n}\n",
        ENUM,
        "case LATE -> 3;",
        False,
    ),
    "a switch of Java over another enum": (
        "M.java",
        f"{ENUMS}class M {{\n  void f(B b) {{\n    switch (b) {{\n      case OPEN: g(); break;\n"
        "      case SENT: g(); break;\n      // here\n    }\n  }\n}\n",
        ENUM,
        "case LATE: g(); break;",
        True,
    ),
    "a value of Java of another enum": (
        "M.java",
        f"{ENUMS}class M {{\n  void f(B b) {{\n    switch (b) {{\n      case OPEN: g(); break;\n"
        "      // here\n    }\n  }\n}\n",
        ENUM,
        "case LATE: g(); break;",
        True,
    ),
    "a switch of C": (
        "m.c",
        "enum a {\n    OPEN,\n    PAID\n};\n\nvoid f(int x) {\n    switch (x) {\n    case OPEN:\n        g();\n"
        "        // here\n    default:\n        h(SENT);\n    }\n}\n",
        ("    PAID", "    PAID,\n    LATE"),
        "case LATE:",
        False,
    ),
    "a switch of C over another enum": (
        "m.c",
        "enum a {\n    OPEN,\n    PAID\n};\n\nvoid f(int x) {\n    switch (x) {\n    case SENT:\n        g();\n"
        "        // here\n    default:\n        h();\n    }\n}\n",
        ("    PAID", "    PAID,\n    LATE"),
        "case LATE:",
        True,
    ),
    "a match of Rust": (
        "m.rs",
        f"{RUST}fn f(a: A) {{\n    match a {{\n        A::Open | A::Paid(x) => 1,\n        // here\n"
        "        _ => 2,\n    }\n}\n",
        VARIANT,
        "A::Late => 3,",
        False,
    ),
    "a match of an option": (
        "m.rs",
        f"{RUST}fn f(a: Option<A>) {{\n    match a {{\n        Some(A::Open) => 1,\n        other if x => 1,\n"
        "        // here\n        None => 2,\n    }\n}\n",
        VARIANT,
        "Some(A::Late) => 3,",
        False,
    ),
    "a match over another enum": (
        "m.rs",
        f"{RUST}fn f(b: B) {{\n    match b {{\n        B::Open => 1,\n        // here\n    }}\n}}\n",
        VARIANT,
        "A::Late => 3,",
        True,
    ),
    "a match of its own type": (
        "m.rs",
        f"{RUST}impl A {{\n    fn f(&self) {{\n        match self {{\n            Self::Open => 1,\n"
        "            // here\n            _ => 2,\n        }\n    }\n}\n",
        VARIANT,
        "Self::Late => 3,",
        False,
    ),
    "a match of Python": (
        "m.py",
        f"{PYTHON}match a:\n    case A.OPEN | A.PAID:\n        g()\n    # here\n    case _:\n        h()\n",
        MEMBER,
        "case A.LATE:",
        False,
    ),
    "a match of Python over another enum": (
        "m.py",
        f"{PYTHON}match a:\n    case B.OPEN:\n        g()\n    # here\n    case _:\n        h()\n",
        MEMBER,
        "case A.LATE:",
        True,
    ),
    "a switch of Go": (
        "m.go",
        f"{GO}func f(a A) {{\n\tswitch a {{\n\tcase Open, Paid:\n\t\tg()\n\t// here\n\tdefault:\n\t}}\n}}\n",
        CONSTANT,
        "case Late:",
        False,
    ),
    "a switch of Go over another type": (
        "m.go",
        f"{GO}func f(b B) {{\n\tswitch b {{\n\tcase Open, Sent:\n\t\tg()\n\t// here\n\tdefault:\n\t}}\n}}\n",
        CONSTANT,
        "case Late:",
        True,
    ),
    "a language without a grammar": ("m.txt", "a\n// here\n", ("a", "b"), "case 'late':", False),
}


def ask(path: str, text: str, edit: tuple[str, str], written: Sequence[str]) -> tuple[bool, bool]:
    """Whether it is a case of another type, and whether a repetition is kept."""
    harness = RuleHarness()
    uri = harness.put(path, text)
    if edit[0] != edit[1]:
        harness.edit(path, *edit)
    snapshot = harness.workspace.snapshot(uri)
    assert snapshot is not None
    line = next(at for at, one in enumerate(snapshot.lines) if one.strip() in ("// here", "# here"))
    context = RuleContext(harness.situation(path))
    found = adds_case_of_other_type(context, context.current_text, line, written)
    kept = drop_explained(context, [Line(snapshot, line, 0, tuple(written))])
    return found, bool(kept)


@pytest.mark.parametrize("name", CASES)
def test_whether_a_case_belongs_to_another_type(name: str) -> None:
    path, text, edit, written, is_other = CASES[name]
    assert ask(path, text, edit, [written]) == (is_other, not is_other)


def test_lines_are_not_inserted_again_in_a_switch_over_another_type() -> None:
    text = script("    case 'open':\n      return 'grey';\n    case 'gone':\n      return 'red';")
    other = text.replace("function f(x: A)", "function g(x: B)").replace("'gone'", "'sent'")
    harness = RuleHarness(m__ts=text + other.removeprefix(UNIONS))
    harness.edit("m.ts", *UNION)
    harness.insert("m.ts", "      return 'red';", "    case 'late':\n      return 'blue';")
    assert not [one for one in harness.ask("m.ts") if one.family == "insertion-again"]
    plain = RuleHarness(m__ts=text + other.removeprefix(UNIONS))
    plain.insert("m.ts", "      return 'red';", "    case 'late':\n      return 'blue';")
    assert [one for one in plain.ask("m.ts") if one.family == "insertion-again"]
