"""Deleted lines had the last use of a variable: its declaration is removed, unless it does more."""

import pytest

from nes_symbolic.rule_cases import RuleCase, case, run
from nes_symbolic.rule_harness import RuleHarness
from understudy.nes.symbolic.consequences.definitions.unused_variables import PROBABILITY, _Features
from understudy.nes.symbolic.consequences.limits import (
    LARGE_REMOVAL_LINES,
    MAX_UNUSED_MENTIONS,
    MAX_UNUSED_NAMES,
    MAX_VALUE_NODES,
)

FAMILY = "variable-unused"


def module(declared: str, *expected: str, used: str = "use(LEVEL)", **others: str) -> RuleCase:
    """A module of Python from which a function is deleted."""
    removed = f"def gone():\n    {used}\n\n"
    text = f"import os\n\n{declared}\nOTHER = 1\n\n\n{removed}\ndef kept():\n    return OTHER\n"
    files = {"m.py": text, **{name.replace("__", "."): one for name, one in others.items()}}
    return RuleCase(files, ((removed, ""),), list(expected))


def removes(line: str, at: int = 3) -> str:
    return f"m.py\n@{at}\n-{line}"


def script(declared: str, *expected: str, used: str = "use(open)", rest: str = "") -> RuleCase:
    text = f"function page() {{\n  {declared}\n  {used};\n  return 1;\n}}\n{rest}"
    return case(text, f"  {used};", "", *expected, path="m.js")


def gone(line: str, at: int = 2) -> str:
    return f"m.js\n@{at}\n-{line}"


def other(path: str, declared: str, *expected: str, used: str = "use(level);") -> RuleCase:
    """A private declaration at the top, whose use is in a function of a braced language."""
    header = {"m.go": "func f() {", "m.rs": "fn f() {", "m.c": "void f(void) {", "M.java": "void f() {"}[path]
    head = "package m\n\n" if path == "m.go" else ""
    return case(
        f"{head}{declared}\n\n{header}\n\t{used}\n\tstop();\n}}\n", f"\t{used}", "", *expected, path=path
    )


CASES = {
    "a constant": module("LEVEL = 6", removes("LEVEL = 6")),
    "a private variable": module("_level = 6", removes("_level = 6"), used="use(_level)"),
    "a constant of several lines": module("LEVEL = (\n    6\n)", "m.py\n@3\n-LEVEL = (\n-    6\n-)"),
    "a constant that is still used": module("LEVEL = 6\nx = LEVEL"),
    "a constant that was not used": module("LEVEL = 6", used="use(1)"),
    "a constant that is exported": module('__all__ = ["LEVEL"]\nLEVEL = 6'),
    "a constant that is imported elsewhere": module("LEVEL = 6", n__py="from m import LEVEL\n"),
    "a constant whose name is a comment elsewhere": module(
        "LEVEL = 6", removes("LEVEL = 6"), n__py="# LEVEL\n"
    ),
    "the value of a constant may be a call": module('LEVEL = int("6")', removes('LEVEL = int("6")')),
    "the value of another variable may not": module('level = int("6")', used="use(level)"),
    "a constant with a comment": module("# How much.\nLEVEL = 6", "m.py 3:0"),
    "two constants": module("LEVEL = SIZE = 6", used="use(LEVEL, SIZE)"),
    "two constants of a line": module("LEVEL = 6; SIZE = 7", "m.py 2:0"),
    "an attribute of a class": module("class A:\n    level = 6", used="use(A.level)"),
    "a parameter": module("def f(level):\n    pass", used="f(level=1)"),
    "an import": module("import level", used="use(level)"),
    "a function": module("def level(x):\n    pass", used="use(level)"),
    "a variable that is assigned twice": module("LEVEL = 6\nLEVEL = 7"),
    "the state of a component": script(
        "const [open, setOpen] = useState(false);",
        gone("  const [open, setOpen] = useState(false);"),
        used="use(open, setOpen)",
    ),
    "a hook with its module": script(
        "const open = React.useRef(null);", gone("  const open = React.useRef(null);")
    ),
    "one name of the state is used": script(
        "const [open, setOpen] = useState(false);\n  use(setOpen);", used="use(open, setOpen)"
    ),
    "another hook": script("const open = useEffectOnce(false);"),
    "a call": script("const open = load();"),
    "a function that calls": script("const open = () => load();", gone("  const open = () => load();")),
    "an awaited value": script("const open = await load;"),
    "a new object": script("const open = new Server();"),
    "an expression": script("const open = 1 + width / 2;", gone("  const open = 1 + width / 2;")),
    "a variable without a value": script("let open;", gone("  let open;")),
    "two variables of a statement": script("let open = 1, close = 2;"),
    "a property in a pattern": script("const { open, close: shut } = state;"),
    "names in a pattern": script("const { open } = state;", gone("  const { open } = state;")),
    "the variable of a loop": script("for (const open of all) {}"),
    "a variable of that name in another function": script(
        "const open = 1;", gone("  const open = 1;"), rest="function g(open) {\n  return open;\n}\n"
    ),
    "an exported constant": case(
        "export const open = 1;\nuse(open);\nstop();\n", "use(open);", "", path="m.js"
    ),
    "a constant of a module": case(
        "const open = 1;\nuse(open);\nstop();\n", "use(open);", "", gone("const open = 1;", at=1), path="m.js"
    ),
    "a constant of Go": other("m.go", "const level = 6", "m.go\n@2\n-\n-const level = 6"),
    "an exported constant of Go": other("m.go", "const Level = 6", used="use(Level)"),
    "a local variable of Go": case(
        "package m\n\nfunc f() {\n\tlevel := 6\n\tuse(level)\n\tstop()\n}\n",
        "\tuse(level)",
        "",
        "m.go\n@4\n-\tlevel := 6",
        path="m.go",
    ),
    "one of several constants of Go": other("m.go", "const (\n\tlevel = 6\n\tsize = 7\n)"),
    "a constant of Rust": other(
        "m.rs", "const LEVEL: u8 = 6;", "m.rs\n@1\n-const LEVEL: u8 = 6;\n-", used="use_it(LEVEL);"
    ),
    "a public constant of Rust": other("m.rs", "pub const LEVEL: u8 = 6;", used="use_it(LEVEL);"),
    "a static variable of C": other("m.c", "static int level = 6;", "m.c\n@1\n-static int level = 6;\n-"),
    "a variable of C that others may link": other("m.c", "int level = 6;"),
}


@pytest.mark.parametrize("name", CASES)
def test_a_variable_whose_last_use_was_deleted(name: str) -> None:
    assert run(CASES[name], FAMILY) == CASES[name].expected


@pytest.mark.parametrize(
    ("old", "new"),
    [("    use(LEVEL)", "    use(SIZE)"), ("    use(LEVEL)\n    stop()", "    stop(1)")],
    ids=["replaced", "fewer lines"],
)
def test_lines_that_became_others_are_not_deleted(old: str, new: str) -> None:
    text = f"LEVEL = 6\n\n\ndef f():\n{old}\n    return 1\n"
    assert run(case(text, old, new), FAMILY) == []


def unused(removed: str = "    use(LEVEL)", declared: str = "LEVEL = 6") -> RuleHarness:
    harness = RuleHarness(m__py=f"{declared}\nx = 1\n\n\ndef f():\n{removed}\n    return 1\n")
    harness.edit("m.py", removed, "")
    return harness


def found(harness: RuleHarness) -> list[float]:
    return [one.probability for one in harness.ask("m.py") if one.family == FAMILY]


def test_an_older_deletion_is_less_probable() -> None:
    harness = unused()
    harness.edit("m.py", "x = 1", "x = 2")
    assert found(harness) == [PROBABILITY.estimate(_Features(stale=1))]


@pytest.mark.parametrize(
    ("count", "is_large"), [(LARGE_REMOVAL_LINES, False), (LARGE_REMOVAL_LINES + 1, True)]
)
def test_many_deleted_lines_may_be_moved(count: int, is_large: bool) -> None:
    harness = unused("\n".join(["    use(LEVEL)"] * count))
    assert found(harness) == [PROBABILITY.estimate(_Features(is_large=is_large))]


@pytest.mark.parametrize(("count", "is_found"), [(MAX_VALUE_NODES - 1, True), (MAX_VALUE_NODES, False)])
def test_the_length_of_a_value_that_is_read(count: int, is_found: bool) -> None:
    harness = unused("    use(_level)", f"_level = [{', '.join(['1'] * count)}]")
    assert bool(found(harness)) == is_found


@pytest.mark.parametrize(
    ("count", "is_found"), [(MAX_UNUSED_MENTIONS, True), (MAX_UNUSED_MENTIONS + 1, False)]
)
def test_a_word_of_many_lines_is_not_looked_for(count: int, is_found: bool) -> None:
    comments = "\n# LEVEL" * (count - 1)
    assert bool(found(unused(declared=f"LEVEL = 6\n{comments}"))) == is_found


@pytest.mark.parametrize(("count", "is_found"), [(MAX_UNUSED_NAMES - 1, True), (MAX_UNUSED_NAMES, False)])
def test_the_words_of_many_deleted_lines_are_not_all_looked_for(count: int, is_found: bool) -> None:
    others = ", ".join(f"a{number}" for number in range(count))
    assert bool(found(unused(f"    use(level, {others})", "level = 6"))) == is_found
