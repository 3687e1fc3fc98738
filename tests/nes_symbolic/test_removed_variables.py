"""The declaration of a variable is removed: a jump to where it is still used."""

import pytest

from nes_symbolic.rule_cases import RuleCase, case, run
from nes_symbolic.rule_harness import RuleHarness

PYTHON = (
    "def f(a):\n    size = a + 1\n    b = a\n    print(b)\n    return size\n\n\n"
    "def g(size):\n    return size\n"
)
ROWS = {
    "Python": case(PYTHON, "    size = a + 1", "", "m.py 3:11"),
    "another line in its place": case(PYTHON, "    size = a + 1", "    log(a)", "m.py 4:11"),
    "another variable in its place": case(PYTHON, "    size = a + 1", "    other = a + 1"),
    "the line only changes": case(PYTHON, "    size = a + 1", "    size = a + 2"),
    "a second definition is left": case(
        "def f(a):\n    size = 1\n    if a:\n        size = 2\n    g()\n    return size\n", "    size = 1", ""
    ),
    "the name means something else now": case(
        "size = 0\n\n\ndef f(a):\n    size = 1\n    g()\n    return size\n", "    size = 1", ""
    ),
    "nothing uses it": case(
        "def f(a):\n    size = 1\n    return a\n\n\ndef g(size):\n    return size\n", "    size = 1", ""
    ),
    "only a string has the word": case(
        'def f(a):\n    size = 1\n    g()\n    return "size"\n', "    size = 1", ""
    ),
    "an attribute is no variable": case(
        "def f(a):\n    a.size = 1\n    g()\n    return a.size\n", "    a.size = 1", ""
    ),
    "a parameter": case(
        "def f(a, size: int | None = None):\n    b = a\n    return size\n\n\ndef g(size):\n    return size\n",
        "def f(a, size: int | None = None):",
        "def f(a):",
        "m.py 2:11",
    ),
    "a parameter, asked in another file": RuleCase(
        {"m.py": "def f(a, size):\n    b = a\n    return size\n", "n.py": "x = 1\n"},
        (("def f(a, size):", "def f(a):"),),
        ["m.py 2:11"],
        asked="n.py",
    ),
    "a parameter that gets another name": case(
        "def f(a, size):\n    b = a\n    return size\n", "def f(a, size):", "def f(a, count):"
    ),
    "a parameter of many words": case(
        "def f(a, size=b(1, c, d, e, g, h, i, j)):\n    b = a\n    return size\n",
        "def f(a, size=b(1, c, d, e, g, h, i, j)):",
        "def f(a):",
    ),
    "an argument": case("def f(a, size):\n    g(a, size)\n    return size\n", "    g(a, size)", "    g(a)"),
    "a parameter in TypeScript": case(
        "function f(a: number, size: string) {\n  g();\n  return size;\n}\n",
        "function f(a: number, size: string) {",
        "function f(a: number) {",
        "m.ts 2:9",
        path="m.ts",
    ),
    "a parameter in Go": case(
        "package m\n\nfunc f(a int, size int) int {\n\tg()\n\treturn size\n}\n",
        "func f(a int, size int) int {",
        "func f(a int) int {",
        "m.go 4:8",
        path="m.go",
    ),
    "TypeScript": case(
        "function f(a: number) {\n  const size: number = a;\n  g();\n  return size;\n}\n",
        "  const size: number = a;",
        "",
        "m.ts 2:9",
        path="m.ts",
    ),
    "Go": case(
        "package m\n\nfunc f() int {\n\tvar size int\n\tg()\n\treturn size\n}\n",
        "\tvar size int",
        "",
        "m.go 4:8",
        path="m.go",
    ),
    "Go: a short declaration": case(
        "package m\n\nfunc f() int {\n\tsize := h()\n\tg()\n\treturn size\n}\n",
        "\tsize := h()",
        "",
        "m.go 4:8",
        path="m.go",
    ),
    "Rust": case(
        "fn f() -> u8 {\n    let mut size = h();\n    g();\n    size\n}\n",
        "    let mut size = h();",
        "",
        "m.rs 2:4",
        path="m.rs",
    ),
    "C": case(
        "int f(void)\n{\n    int *size;\n    g();\n    return *size;\n}\n",
        "    int *size;",
        "",
        "m.c 3:12",
        path="m.c",
    ),
    "a field in Java": case(
        "class M {\n    private int size = 0;\n\n    void f() {\n        size++;\n    }\n}\n",
        "    private int size = 0;",
        "",
        "M.java 3:8",
        path="M.java",
    ),
}


@pytest.mark.parametrize("name", ROWS)
def test_a_variable_that_is_still_used(name: str) -> None:
    assert run(ROWS[name], "definition-removed") == ROWS[name].expected


@pytest.mark.parametrize(("line", "expected"), [(0, [2]), (1, [2]), (2, []), (3, [4])])
def test_there_is_no_jump_to_the_line_of_the_cursor(line: int, expected: list[int]) -> None:
    harness = RuleHarness(m__py="def f(a):\n    size = 1\n    a()\n    g(size)\n    a()\n    h(size)\n")
    harness.edit("m.py", "    size = 1", "")
    found = [one for one in harness.ask("m.py", line) if one.family == "definition-removed"]
    assert [one.position.line for one in found if one.position is not None] == expected


@pytest.mark.parametrize(
    ("rest", "expected"),
    [
        ("    g()\n    return size\n", []),
        ("    return a\n", ["m.py\n@1\n-import os\n-\n-"]),
    ],
)
def test_an_import_stays_while_the_variable_that_needed_it_is_used(rest: str, expected: list[str]) -> None:
    text = f"import os\n\n\ndef f(a):\n    size = os.stat(a)\n{rest}"
    assert run(RuleCase({"m.py": text}, (("    size = os.stat(a)", ""),), []), "import-unused") == expected
