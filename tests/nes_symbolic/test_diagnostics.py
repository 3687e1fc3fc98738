"""Cures for what compilers and linters say."""

import pytest

from nes_symbolic.rule_harness import RuleHarness, only
from understudy.nes.engine_api import Trigger
from understudy.nes.symbolic.diagnostics.messages import ParsedMessage, parse_message
from understudy.nes.symbolic.diagnostics.undefined_names import edit_distance, nearest_name


@pytest.mark.parametrize(
    ("message", "fault"),
    [
        ("F821 Undefined name `foo`", ParsedMessage("undefined", "foo")),
        ("undefined name 'foo'", ParsedMessage("undefined", "foo")),
        ('"foo" is not defined', ParsedMessage("undefined", "foo")),
        ("name 'foo' is not defined. Did you mean: 'food'?", ParsedMessage("similar", "foo", "food")),
        ("Cannot find name 'foo'.", ParsedMessage("undefined", "foo")),
        ("Cannot find name 'foo'. Did you mean 'food'?", ParsedMessage("similar", "foo", "food")),
        (
            "Property 'foo' does not exist on type 'X'. Did you mean 'food'?",
            ParsedMessage("similar", "foo", "food"),
        ),
        ("undefined: foo", ParsedMessage("undefined", "foo")),
        ("cannot find value `foo` in this scope", ParsedMessage("undefined", "foo")),
        (
            "cannot find function `foo` in this scope\nhelp: a local variable with a similar name exists: `food`",
            ParsedMessage("similar", "foo", "food"),
        ),
        ("failed to resolve: use of undeclared type `Foo`", ParsedMessage("undefined", "Foo")),
        ("use of undeclared identifier 'foo'; did you mean 'food'?", ParsedMessage("similar", "foo", "food")),
        ("F401 [*] `os.path` imported but unused", ParsedMessage("unused-import", "os.path")),
        ("'os' imported but unused", ParsedMessage("unused-import", "os")),
        ('"os" imported and not used', ParsedMessage("unused-import", "os")),
        ("unused import: `std::fmt`", ParsedMessage("unused-import", "std::fmt")),
        ('Import "os" is not accessed', ParsedMessage("unused-import", "os")),
        ("F841 Local variable `x` is assigned to but never used", ParsedMessage("unused", "x")),
        ("declared and not used: x", ParsedMessage("unused", "x")),
        ("x declared and not used", ParsedMessage("unused", "x")),
        ("unused variable: `x`", ParsedMessage("unused", "x")),
        ("'x' is declared but its value is never read.", ParsedMessage("unused", "x")),
        ("'x' is assigned a value but never used.", ParsedMessage("unused", "x")),
        ("'x' is never reassigned. Use 'const' instead.", ParsedMessage("constant", "x")),
        ("expected ':'", ParsedMessage("colon", hint="")),
        ("'(' was never closed", ParsedMessage("unclosed", hint="(")),
        ("')' expected.", ParsedMessage("expected", hint=")")),
        ("syntax error: unexpected newline, expected ')'", ParsedMessage("expected", hint=")")),
        ("this file contains an unclosed delimiter", ParsedMessage("unclosed")),
        ("Expected indented block", None),
        ("", None),
    ],
)
def test_messages_of_common_tools_are_understood(message: str, fault: ParsedMessage | None) -> None:
    assert parse_message(message) == fault


def test_a_slip_is_spelled_right() -> None:
    harness = RuleHarness(m__py="def f(value):\n    value = value + 1\n    return vlaue\n")
    candidate = only(harness.diagnose("m.py", (2, 11, "undefined name 'vlaue'")), "diagnostic-spelling")
    assert harness.after(candidate).endswith("    return value\n")


def test_two_names_as_near_give_silence() -> None:
    harness = RuleHarness(m__py="cart = 1\ncard = 2\nprint(cart, card)\nprint(carb)\n")
    assert harness.diagnose("m.py", (3, 6, "undefined name 'carb'")) == []


def test_the_tool_is_believed() -> None:
    harness = RuleHarness(m__ts="const total = 1;\nprint(totl);\n")
    made = harness.diagnose("m.ts", (1, 6, "Cannot find name 'totl'. Did you mean 'total'?"))
    assert harness.after(only(made, "diagnostic-spelling")).endswith("print(total);\n")


def test_a_name_of_the_workspace_is_imported() -> None:
    harness = RuleHarness(m__py="import os\n\nprint(os, Thing)\n", n__py="from a import Thing\n\nThing()\n")
    made = harness.diagnose("m.py", (2, 10, '"Thing" is not defined'))
    assert "import os\n\nfrom a import Thing\n" in harness.after(only(made, "diagnostic-import"))


@pytest.mark.parametrize(
    ("path", "text", "place", "message", "wanted"),
    [
        ("m.py", "def f()\n    pass\n", (0, 7), "expected ':'", "def f():\n"),
        ("m.py", "if x  # why\n    pass\n", (0, 4), "expected ':'", "if x:  # why\n"),
        ("m.py", "print(f(1)\n", (0, 5), "'(' was never closed", "print(f(1))\n"),
        ("m.py", "if f(1:\n    pass\n", (0, 4), "'(' was never closed", "if f(1):\n"),
        ("m.ts", "f(1;\ng(2);\n", (0, 3), "')' expected.", "f(1);\n"),
        (
            "m.go",
            "package m\n\nfunc f() {\n\tg(1\n\th(2)\n}\n",
            (3, 4),
            "syntax error: unexpected newline, expected ')'",
            "\tg(1)\n",
        ),
        (
            "m.rs",
            "fn f() {\n    g(1;\n}\n",
            (1, 5),
            "this file contains an unclosed delimiter",
            "    g(1);\n",
        ),
    ],
)
def test_a_missing_sign_is_put(
    path: str, text: str, place: tuple[int, int], message: str, wanted: str
) -> None:
    harness = RuleHarness()
    harness.put(path, text)
    (candidate,) = harness.diagnose(path, (*place, message))
    assert wanted in harness.after(candidate)


@pytest.mark.parametrize(
    ("path", "text", "place", "message"),
    [
        ("m.py", "f(1,\ng()\n", (0, 1), "'(' was never closed"),
        ("m.py", "x = 1\n", (0, 0), "expected ':'"),
        ("m.py", "f((1\n", (0, 1), "'(' was never closed"),
        ("m.py", "x = 1\n", (7, 0), "undefined name 'x'"),
        ("m.py", "x = 1\n", (0, 0), "undefined name 'elsewhere'"),
    ],
)
def test_what_is_not_certain_is_left_alone(
    path: str, text: str, place: tuple[int, int], message: str
) -> None:
    harness = RuleHarness()
    harness.put(path, text)
    assert harness.diagnose(path, (*place, message)) == []


@pytest.mark.parametrize(
    ("path", "text", "place", "message", "wanted"),
    [
        (
            "m.py",
            "import os\nimport sys\n\nsys.x()\n",
            (0, 7),
            "F401 `os` imported but unused",
            "import sys\n\nsys.x()\n",
        ),
        (
            "m.go",
            'package m\n\nimport (\n\t"fmt"\n\t"os"\n)\n\nvar x = os.X\n',
            (3, 1),
            '"fmt" imported and not used',
            'import (\n\t"os"\n)',
        ),
        (
            "m.py",
            "def f():\n    x = 1\n    return 2\n",
            (1, 4),
            "F841 Local variable `x` is assigned to but never used",
            "def f():\n    return 2\n",
        ),
        ("m.rs", "fn f() {\n    let x = g();\n}\n", (1, 8), "unused variable: `x`", "    let _x = g();\n"),
        (
            "m.ts",
            "let x = f();\nprint(x);\n",
            (0, 4),
            "'x' is never reassigned. Use 'const' instead.",
            "const x = f();\n",
        ),
        (
            "m.ts",
            "import {a, b} from 'm';\na();\n",
            (0, 11),
            "'b' is declared but its value is never read.",
            "import {a} from 'm';\n",
        ),
    ],
)
def test_what_is_not_used_goes(
    path: str, text: str, place: tuple[int, int], message: str, wanted: str
) -> None:
    harness = RuleHarness()
    harness.put(path, text)
    assert wanted in harness.after(only(harness.diagnose(path, (*place, message)), "diagnostic-unused"))


def test_a_value_that_does_something_is_not_taken_out() -> None:
    harness = RuleHarness(m__py="def f():\n    x = g()\n    return 2\n")
    assert harness.diagnose("m.py", (1, 4, "F841 Local variable `x` is assigned to but never used")) == []


@pytest.mark.requirement("NES-11")
def test_asked_for_a_cure_the_nearest_to_the_cursor_comes_first() -> None:
    harness = RuleHarness(m__py="import os\n\ndef f()\n    pass\n")
    found = [(0, 7, "`os` imported but unused"), (2, 7, "expected ':'")]
    made = harness.diagnose("m.py", *found, trigger=Trigger.DIAGNOSTIC)
    assert [one.family for one in made] == ["diagnostic-unused", "diagnostic-colon"]


def test_names_are_near_by_letters_wrong_missing_added_or_swapped() -> None:
    assert edit_distance("value", "vlaue") == 1
    assert edit_distance("value", "valu") == 1
    assert edit_distance("value", "values") == 1
    assert edit_distance("value", "other") == 3
    assert nearest_name("vaule", ["value", "valet", "other"]) == "value"
    assert nearest_name("ab", ["ac"]) is None
