"""A function gets a parameter or another default: its own body and its documentation follow."""

import pytest

from nes_symbolic.rule_cases import RuleCase, case, run
from nes_symbolic.rule_harness import RuleHarness
from understudy.nes.symbolic.consequences.limits import MAX_DOC_LINES, MAX_PASSED_VALUES

ONE, TWO = "def load(path):", "def load(path, retries):"
PASSED = "m.py\n@2\n-    fetch(path, retries=3)\n+    fetch(path, retries=retries)"


def python(body: str, *expected: str, new: str = TWO) -> RuleCase:
    return case(f"{ONE}\n    {body}\n", ONE, new, *expected)


def value(written: str, *expected: str) -> RuleCase:
    return python(f"fetch(path, retries={written})", *expected)


def passed(written: str) -> RuleCase:
    old = f"    fetch(path, retries={written})"
    return value(written, f"m.py\n@2\n-{old}\n+    fetch(path, retries=retries)")


def literal(path: str, old: str, new: str, written: str, *expected: str) -> RuleCase:
    return case(f"{old}\n    {written}\n}}\n", old, new, *expected, path=path)


SCRIPT = "function load(path) {", "function load(path, retries) {"
RUST = "fn load(path: &str) -> Config {", "fn load(path: &str, retries: u32) -> Config {"
PASSING = {
    "a number": passed("3"),
    "a negative number": passed("-1"),
    "a string": passed('"all"'),
    "a switch": passed("False"),
    "no value": passed("None"),
    "a variable": value("limit"),
    "an expression": value("3 + path"),
    "a comparison": value("limit == 3"),
    "the value of another name": python("fetch(path, more_retries=3)"),
    "the value of a member": python("fetch.retries = 3"),
    "a variable of the name": python("retries = 3"),
    "a comparison of the name": python("fetch(path, again=retries == 3)"),
    "the key of a table": python('fetch({"retries": 3})'),
    "a value in a call in a call": python(
        "fetch(open(path, retries=3))",
        "m.py\n@2\n-    fetch(open(path, retries=3))\n+    fetch(open(path, retries=retries))",
    ),
    "a value with a default": python("fetch(path, retries=3)", PASSED, new="def load(path, retries=3):"),
    "two new parameters": python("fetch(path, retries=3)", new="def load(path, retries, size):"),
    "two new parameters in place of one": python("fetch(path, retries=3)", new="def load(retries, size):"),
    "another parameter in place of it": python("fetch(path, retries=3)", new="def load(retries):"),
    "another function": case(
        f"{ONE}\n    pass\n\n\ndef other(path):\n    fetch(path, retries=3)\n", ONE, TWO
    ),
    "a new function": case("x = 1\n", "x = 1", f"x = 1\n\n\n{TWO}\n    fetch(path, retries=3)"),
    "the parameter is gone again": RuleCase(
        {"m.py": f"{ONE}\n    fetch(path, retries=3)\n"}, ((ONE, TWO), (TWO, ONE)), []
    ),
    "another text is asked about": RuleCase(
        {"m.py": f"{ONE}\n    fetch(path, retries=3)\n", "n.py": "x = 1\n"}, ((ONE, TWO),), [], "n.py"
    ),
    "a copy of the text is asked about": RuleCase(
        {"m.py": f"{ONE}\n    fetch(path, retries=3)\n", "n.py": f"{TWO}\n    fetch(path, retries=3)\n"},
        ((ONE, TWO),),
        [],
        "n.py",
    ),
    "JavaScript writes the name alone": literal(
        "m.js", *SCRIPT, "get({ retries: 3 });", "m.js\n@2\n-    get({ retries: 3 });\n+    get({ retries });"
    ),
    "a quoted key of JavaScript": literal("m.js", *SCRIPT, 'get({ "retries": 3 });'),
    "a function without a body": case(
        "interface A {\n  load(path: string): void;\n}\n",
        "  load(path: string): void;",
        "  load(path: string, retries: number): void;",
        path="m.ts",
    ),
    "Rust writes the name alone": literal(
        "m.rs",
        *RUST,
        "Config { path, retries: 3 }",
        "m.rs\n@2\n-    Config { path, retries: 3 }\n+    Config { path, retries }",
    ),
    "a text without a grammar": case(f"{ONE}\n    fetch(path, retries=3)\n", ONE, TWO, path="m.txt"),
}


@pytest.mark.parametrize("name", PASSING)
def test_a_fixed_value_that_the_new_parameter_replaces(name: str) -> None:
    assert run(PASSING[name], "own-parameter") == PASSING[name].expected


@pytest.mark.parametrize(
    ("count", "found"), [(MAX_PASSED_VALUES, MAX_PASSED_VALUES), (MAX_PASSED_VALUES + 1, 0)]
)
def test_many_values_of_the_name_are_left_alone(count: int, found: int) -> None:
    body = "\n    ".join(["fetch(path, retries=3)"] * count)
    assert len(run(python(body), "own-parameter")) == found


def repeated(
    body: str, expected: str = "", new: str = "def load(path, limit=255):", rest: str = ""
) -> RuleCase:
    """The line of a body that has the value of the new parameter."""
    found = [f"m.py\n@2\n-    {body}\n+    {expected}"] if expected else []
    return case(f"{ONE}\n    {body}\n{rest}", ONE, new, *found)


LIMITED = "def load(path, limit):"
LITERALS = {
    "the default": repeated("return 255 - path", "return limit - path"),
    "twice in a line": repeated("return 255 - path + 255", "return limit - path + 255")._replace(
        expected=[
            "m.py\n@2\n-    return 255 - path + 255\n+    return limit - path + 255",
            "m.py\n@2\n-    return 255 - path + 255\n+    return 255 - path + limit",
        ]
    ),
    "a unit": repeated("return path / 60", new="def load(path, limit=60):"),
    "a sum": repeated("return path + 60", "return path + limit", "def load(path, limit=60):"),
    "a product": repeated("return path * 255", "return path * limit"),
    "another number": repeated("return 256 - path"),
    "a part of a number": repeated("return 255.5 - path"),
    "a small number": repeated("return 2 - path", new="def load(path, limit=2):"),
    "a text": repeated(
        "return open(path, 'utf-8')", "return open(path, name)", "def load(path, name='utf-8'):"
    ),
    "a short text": repeated("return open(path, 'r')", new="def load(path, mode='r'):"),
    "in a text": repeated("return '255'"),
    "in a comment": repeated("return path  # 255"),
    "what is called": repeated("return 255 - path", "return limit - path", LIMITED, "\n\nload(1, 255)\n"),
    "what is called by name": repeated(
        "return 255 - path", "return limit - path", LIMITED, "\n\nload(1, limit=255)\n"
    ),
    "calls that differ": repeated("return 255 - path", "", LIMITED, "\n\nload(1, 255)\nload(1, 25)\n"),
    "a call without it": repeated("return 255 - path", "", LIMITED, "\n\nload(1, 255)\nload(1)\n"),
    "a call with something else": repeated("return 255 - path", "", LIMITED, "\n\nload(1, size)\n"),
    "no call": repeated("return 255 - path", "", LIMITED),
    "a method": case(
        "class A:\n    def load(self):\n        return 255\n\n    def g(self):\n        self.load(255)\n",
        "    def load(self):",
        "    def load(self, limit):",
        "m.py\n@3\n-        return 255\n+        return limit",
    ),
    "a function of C": case(
        "void f(int *a)\n{\n    *a = 255 - *a;\n}\n\nvoid g(int *a)\n{\n    f(a, 255);\n}\n",
        "void f(int *a)",
        "void f(int *a, int limit)",
        "m.c\n@3\n-    *a = 255 - *a;\n+    *a = limit - *a;",
        path="m.c",
    ),
    "the size of an array": case(
        "void f(int *a)\n{\n    char b[255];\n}\n\nvoid g(int *a)\n{\n    f(a, 255);\n}\n",
        "void f(int *a)",
        "void f(int *a, int limit)",
        path="m.c",
    ),
    "another text is asked about": RuleCase(
        {"m.py": f"{ONE}\n    return 255 - path\n", "n.py": "from m import load\n\nload(1, 255)\n"},
        ((ONE, LIMITED),),
        ["m.py\n@2\n-    return 255 - path\n+    return limit - path"],
        "n.py",
    ),
}


@pytest.mark.parametrize("name", LITERALS)
def test_a_literal_that_is_the_value_of_the_new_parameter(name: str) -> None:
    assert run(LITERALS[name], "own-parameter") == LITERALS[name].expected


@pytest.mark.parametrize(
    ("count", "found"), [(MAX_PASSED_VALUES, MAX_PASSED_VALUES), (MAX_PASSED_VALUES + 1, 0)]
)
def test_many_literals_are_left_alone(count: int, found: int) -> None:
    body = "\n    ".join(["path(255)"] * count)
    assert len(run(python(body, new="def load(path, limit=255):"), "own-parameter")) == found


OLD, NEW = "def load(path, wait=30):", "def load(path, wait=60):"


def documented(entry: str, expected: str = "", rest: str = "") -> RuleCase:
    text = f'{OLD}\n    """Load.\n\n    {entry}\n    """\n    pass\n{rest}'
    return case(text, OLD, NEW, *([f"m.py\n@4\n-    {entry}\n+    {expected}"] if expected else []))


def commented(above: str, *expected: str) -> RuleCase:
    header = "function load(path, wait = 30) {"
    return case(f"{above}\n{header}\n}}\n", header, header.replace("30", "60"), *expected, path="m.js")


def document(
    line: str, expected: str = "", path: str = "docs.md", edit: tuple[str, str] = (OLD, NEW)
) -> RuleCase:
    found = [f"{path}\n@1\n-{line}\n+{expected}"] if expected else []
    return RuleCase({"m.py": f"{OLD}\n    pass\n", path: f"{line}\n"}, (edit,), found)


def unpacked(
    entry: str, expected: str = "", header: str = "load({ size = 9, wait = 30 } = {})", path: str = "m.js"
) -> RuleCase:
    """The documentation of a function that takes its parameters from an object."""
    old = f"function {header} {{"
    found = [f"{path}\n@2\n- * {entry}\n+ * {expected}"] if expected else []
    return case(f"/**\n * {entry}\n */\n{old}\n}}\n", old, old.replace("30", "60"), *found, path=path)


DOCUMENTATION = {
    "an unpacked parameter": unpacked(
        "@param {number} [options.wait=30] seconds", "@param {number} [options.wait=60] seconds"
    ),
    "an unpacked parameter of TypeScript": unpacked(
        "@param options.wait 30 seconds",
        "@param options.wait 60 seconds",
        "load({ wait = 30 }: Options = {})",
        "m.ts",
    ),
    "an unpacked parameter with another name inside": unpacked(
        "@param options.wait 30 seconds", "@param options.wait 60 seconds", "load({ wait: seconds = 30 })"
    ),
    "an unpacked parameter beside another one": unpacked(
        "@param options.wait 30 seconds", "@param options.wait 60 seconds", "load(path, { wait = 30 } = {})"
    ),
    "another unpacked parameter": unpacked("@param {number} [options.size=30] seconds"),
    "a name inside for an unpacked parameter": unpacked(
        "@param options.seconds 30", "", "load({ wait: seconds = 30 })"
    ),
    "an unpacked parameter of an unpacked one": unpacked(
        "@param options.wait.most 30", "", "load({ wait: { most = 30 } })"
    ),
    "the row of an option": document("| `options.wait` | 30 |", "| `options.wait` | 60 |"),
    "the row of a longer option": document("| `options.wait.most` | 30 |"),
    "the default in a docstring": documented("wait: seconds (default 30)", "wait: seconds (default 60)"),
    "the end of a sentence": documented("wait: seconds, else 30.", "wait: seconds, else 60."),
    "the entry of another parameter": documented("path: at most 30 characters"),
    "a longer name": documented("waiting: 30"),
    "a longer number": documented("wait: 30.5 seconds"),
    "a part of a number": documented("wait: 1.30 seconds"),
    "two places": documented("wait: from 30 to 30"),
    "a value behind the docstring": documented("wait: seconds", rest="    wait = x or 30\n"),
    "a string that is no docstring": case(
        f'{OLD}\n    text = """\n    wait: 30\n    """\n    pass\n', OLD, NEW
    ),
    "the comment of the function above it": commented(
        "/**\n * @param wait seconds, 30 by default\n */",
        "m.js\n@2\n- * @param wait seconds, 30 by default\n+ * @param wait seconds, 60 by default",
    ),
    "a comment above a blank line": commented("// wait is 30\n"),
    "code above": commented("wait(30);"),
    "a directive in a script is no docstring": case(
        'function load(wait = 30) {\n  "wait 30"\n}\n',
        "function load(wait = 30) {",
        "function load(wait = 60) {",
        path="m.js",
    ),
    "a parameter that has no default any more": case(
        documented("wait: seconds (default 30)").files["m.py"], OLD, "def load(path, wait):"
    ),
    "a default that stays": case(
        documented("wait: seconds (default 30)").files["m.py"], OLD, "def load(path, size, wait=30):"
    ),
    "the row of a table": document("| `wait` | int | 30 |", "| `wait` | int | 60 |"),
    "the item of a list": document("- `wait` is 30", "- `wait` is 60"),
    "a sentence": document("The `wait` is 30"),
    "the row of another parameter": document("| `path` | `wait` | 30 |"),
    "two values in a row": document("| `wait` | 30 | 30 |"),
    "a text that is no document": document("# - `wait` is 30", path="n.py"),
    "a table in a text that is no document": document("| `wait` | int | 30 |", path="n.txt"),
    "a parameter that gets a default": document(
        "| `path` | str | 30 |", edit=(OLD, 'def load(path="a", wait=30):')
    ),
}


@pytest.mark.parametrize("name", DOCUMENTATION)
def test_the_documented_default_of_a_parameter(name: str) -> None:
    assert run(DOCUMENTATION[name], "own-parameter") == DOCUMENTATION[name].expected


@pytest.mark.parametrize(("count", "is_found"), [(MAX_DOC_LINES - 1, True), (MAX_DOC_LINES, False)])
def test_a_comment_is_searched_as_far_as_the_limit(count: int, is_found: bool) -> None:
    above = "\n".join(["// wait is 30", *["// more"] * count])
    assert bool(run(commented(above), "own-parameter")) == is_found


def test_an_older_change_is_less_probable() -> None:
    harness = RuleHarness(m__py=f"{ONE}\n    fetch(path, retries=3)\n\n\nx = 1\n")
    harness.edit("m.py", ONE, TWO)
    [now] = [one.probability for one in harness.ask("m.py") if one.family == "own-parameter"]
    harness.edit("m.py", "x = 1", "x = 2")
    [later] = [one.probability for one in harness.ask("m.py") if one.family == "own-parameter"]
    assert now > later


def context(line: str, new: str = "", *, added: str = "ctx context.Context", imports: str = "") -> RuleCase:
    old = "func load(id string) {"
    text = f"package a\n\n{imports}\n{old}\n\t{line}\n}}\n"
    found = [f"a.go\n@5\n-\t{line}\n+\t{new}"] if new else []
    return case(text, old, f"func load({added}, id string) {{", *found, path="a.go")


DATABASE = 'import "database/sql"'
CONTEXTS = {
    "a context that was made": context("run(context.Background(), id)", "run(ctx, id)"),
    "a context to be made": context(
        "c, stop := context.WithCancel(context.TODO())", "c, stop := context.WithCancel(ctx)"
    ),
    "the variable of that name": context("ctx := context.Background()"),
    "a request": context(
        'http.NewRequest("GET", id, nil)', 'http.NewRequestWithContext(ctx, "GET", id, nil)'
    ),
    "a command": context('exec.Command("ls")', 'exec.CommandContext(ctx, "ls")'),
    "a query": context('s.db.Query("SELECT 1")', 's.db.QueryContext(ctx, "SELECT 1")', imports=DATABASE),
    "a call without arguments": context("db.Ping()", "db.PingContext(ctx)", imports=DATABASE),
    "another database": context('db.Query("SELECT 1")'),
    "a string": context('run("context.TODO()")'),
    "a parameter of another type": context("run(context.TODO())", added="ctx Context"),
}


@pytest.mark.parametrize("name", CONTEXTS)
def test_a_context_of_go_is_passed_on(name: str) -> None:
    assert run(CONTEXTS[name], "own-parameter") == CONTEXTS[name].expected
