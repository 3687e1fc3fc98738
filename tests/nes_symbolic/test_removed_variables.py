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
    "several at once": case(
        "function f() {\n  const [open, setOpen = 1] = useState(false);\n  g();\n  return open;\n}\n",
        "  const [open, setOpen = 1] = useState(false);",
        "",
        "m.ts 2:9",
        path="m.ts",
    ),
    "properties under other names": case(
        "function f(a) {\n  const { size: b, c } = a;\n  g(size);\n  return b + c;\n}\n",
        "  const { size: b, c } = a;",
        "",
        "m.js 2:9",
        "m.js 2:13",
        path="m.js",
    ),
    "a tuple": case(
        "def f(a):\n    size, count = a\n    g()\n    return count\n",
        "    size, count = a",
        "",
        "m.py 2:11",
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


CACHE = (
    "class Cache:\n    def __init__(self, folder, size):\n"
    "        self.folder = folder\n        self.size = size\n"
)
HEAD = "    def __init__(self, folder, size):", "    def __init__(self, size):"
SCRIPT = (
    "class Cache {\n  constructor(folder: string, size: number) {\n"
    "    this.folder = folder;\n    g();\n  }\n}\n"
)
SCRIPT_HEAD = "  constructor(folder: string, size: number) {", "  constructor(size: number) {"
JAVA = (
    "class Cache {\n    private String folder;\n\n    Cache(String folder, int size) {\n"
    "        this.folder = folder;\n        g();\n    }\n}\n"
)
JAVA_HEAD = "    Cache(String folder, int size) {", "    Cache(int size) {"
JUMP = "m.py 2:22"
KEPT = {
    "Python": case(CACHE, *HEAD, "m.py\n@3\n-        self.folder = folder", JUMP),
    "with a type": case(
        CACHE.replace("folder = folder", "folder: str = folder"),
        *HEAD,
        "m.py\n@3\n-        self.folder: str = folder",
        "m.py 2:27",
    ),
    "the field is read": case(CACHE + "    def at(self):\n        return self.folder\n", *HEAD, JUMP),
    "another text reads it": RuleCase(
        {"m.py": CACHE, "n.py": "def g(cache):\n    return cache.folder\n"}, (HEAD,), [JUMP]
    ),
    "another text has the word": RuleCase(
        {"m.py": CACHE, "n.py": "def g(folder):\n    return folder\n"},
        (HEAD,),
        ["m.py\n@3\n-        self.folder = folder", JUMP],
    ),
    "the parameter is used twice": case(CACHE + "        g(folder)\n", *HEAD, JUMP),
    "something else is kept": case(CACHE.replace("= folder", "= Path(folder)"), *HEAD, "m.py 2:27"),
    "a local variable": case(
        "def f(a):\n    size = a\n    self.size = size\n    g()\n", "    size = a", "", "m.py 1:16"
    ),
    "TypeScript": case(
        SCRIPT, *SCRIPT_HEAD, "m.ts\n@3\n-    this.folder = folder;", "m.ts 2:18", path="m.ts"
    ),
    "Java": case(
        JAVA, *JAVA_HEAD, "M.java\n@5\n-        this.folder = folder;", "M.java 4:22", path="M.java"
    ),
    "a field that is read without its object": case(
        JAVA.replace("g();", "g();\n    }\n\n    int h() {\n        return folder;"),
        *JAVA_HEAD,
        "M.java 4:22",
        path="M.java",
    ),
}


@pytest.mark.parametrize("name", KEPT)
def test_what_only_kept_a_parameter_goes_with_it(name: str) -> None:
    assert run(KEPT[name], "definition-removed") == KEPT[name].expected


PAGE = (
    "function f() {\n  const [open, setOpen] = useState(0);\n  g(1);\n  return (\n    <p>\n"
    "      <b onClick={setOpen}/>\n      {open && <i/>}\n      <a/>\n    </p>\n  );\n}\n"
)
STATE_LINE = "  const [open, setOpen] = useState(0);"
BUTTON = "      <b onClick={setOpen}/>"


def conditional(block: str, *expected: str, path: str = "m.py", edits: int = 2) -> RuleCase:
    """A variable goes, then a line with another use of it; a block depends on it."""
    text = f"def f(a):\n    size = a\n    print(size)\n{block}    return a\n"
    return RuleCase({path: text}, (("    size = a", ""), ("    print(size)", ""))[:edits], list(expected))


CONDITIONAL = {
    "JSX": RuleCase(
        {"m.jsx": PAGE}, ((STATE_LINE, ""), (BUTTON, "")), ["m.jsx\n@5\n-      {open && <i/>}", "m.jsx 4:7"]
    ),
    "JSX: nothing else is removed": RuleCase(
        {"m.jsx": PAGE}, ((STATE_LINE, ""),), ["m.jsx 5:7", "m.jsx 4:18"]
    ),
    "JSX: another line is removed": RuleCase(
        {"m.jsx": PAGE}, ((STATE_LINE, ""), ("  g(1);", "")), ["m.jsx 4:7", "m.jsx 3:18"]
    ),
    "JSX: the line changes": RuleCase(
        {"m.jsx": PAGE}, ((STATE_LINE, ""), (BUTTON, "      <b/>")), ["m.jsx 5:7"]
    ),
    "JSX: another condition": RuleCase(
        {"m.jsx": PAGE.replace("{open &&", "{a && open &&")}, ((STATE_LINE, ""), (BUTTON, "")), ["m.jsx 4:12"]
    ),
    "Python": conditional(
        "    if size:\n        a = 1\n", "m.py\n@2\n-    if size:\n-        a = 1", "m.py 1:7"
    ),
    "Python: another branch": conditional(
        "    if size:\n        a = 1\n    else:\n        a = 2\n", "m.py 1:7"
    ),
    "Python: a comparison": conditional("    if size > 1:\n        a = 1\n", "m.py 1:7"),
    "Python: nothing else is removed": conditional("    if size:\n        a = 1\n", "m.py 1:10", edits=1),
}


@pytest.mark.parametrize("name", CONDITIONAL)
def test_what_happens_on_condition_of_a_variable(name: str) -> None:
    assert run(CONDITIONAL[name], "definition-removed") == CONDITIONAL[name].expected


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


STATE = (
    "import { useState, useRef } from 'react';\n\nfunction f() {\n  const [open, setOpen] = useState(0);\n"
    "  const a = useRef();\n  g(open);\n  h(1);\n}\n"
)


@pytest.mark.parametrize(
    ("edit", "is_likely"),
    [
        pytest.param("  g(open);", True, id="a use of the removed variable"),
        pytest.param("  h(1);", False, id="another line"),
    ],
)
def test_an_edit_that_follows_the_removed_variable_does_not_pass_its_import(
    edit: str, is_likely: bool
) -> None:
    state = "  const [open, setOpen] = useState(0);"
    text = STATE if edit == "  g(open);" else STATE.replace("  g(open);\n", "")
    harness = RuleHarness(m__js=text)
    for line in (state, edit):
        harness.edit("m.js", line, "")
    (found,) = [one for one in harness.ask("m.js") if one.family == "import-unused"]
    assert (found.probability > 0.45) is is_likely
