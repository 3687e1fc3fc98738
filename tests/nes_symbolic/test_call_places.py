"""Calls in macros of Rust, contexts of handlers of Go, fields of Java, empty fields, modules of Node.js."""

import pytest

from nes_symbolic.rule_cases import RuleCase, case, run
from nes_symbolic.rule_harness import RuleHarness
from understudy.nes.symbolic.consequences.rule_context import RuleContext
from understudy.nes.symbolic.consequences.signatures import find_function_calls

RUST = "fn load(path: &str, size: u32) -> u32 {", "fn load(path: &str) -> u32 {"


def macro(line: str, expected: str = "") -> RuleCase:
    found = [f"a.rs\n@6\n-    {line}\n+    {expected}"] if expected else []
    return case(f"{RUST[0]}\n    1\n}}\n\nfn f() {{\n    {line}\n}}\n", *RUST, *found, path="a.rs")


MACROS = {
    "an argument of a macro": macro('println!("{}", load("a", 1));', 'println!("{}", load("a"));'),
    "a call in brackets in a macro": macro("vec![(load(a, 1), 2)];", "vec![(load(a), 2)];"),
    "a call outside of a macro": macro('load("a", 1);', 'load("a");'),
    "the name alone": macro("vec![load, (1, 2)];"),
    "the name before other brackets": macro("vec![load[a, 1]];"),
    "a string": macro('println!("load(a, 1)");'),
}


@pytest.mark.parametrize("name", MACROS)
def test_the_calls_in_a_macro(name: str) -> None:
    assert run(MACROS[name], "signature-argument") == MACROS[name].expected


@pytest.mark.parametrize(("with_macros", "count"), [(False, 1), (True, 2)])
def test_calls_in_macros_are_found_on_request_only(with_macros: bool, count: int) -> None:
    harness = RuleHarness(a__rs="fn load() {\n}\n\nfn f() {\n    load();\n    vec![load()];\n}\n")
    context = RuleContext(harness.situation("a.rs"))
    calls = find_function_calls(context, context.current_text, "load", 3, with_macros=with_macros)
    assert len(calls) == count
    assert all(one.arguments is not None for one in calls)


def handler(parameters: str, expected: str = "", added: str = "ctx context.Context") -> RuleCase:
    old, new = "func load(path string) {", f"func load({added}, path string) {{"
    found = [f"a.go\n@7\n-\tload(path)\n+\tload({expected}, path)"] if expected else []
    return case(
        f"package a\n\n{old}\n}}\n\nfunc serve({parameters}) {{\n\tload(path)\n}}\n",
        old,
        new,
        *found,
        path="a.go",
    )


REQUEST = "w http.ResponseWriter, r *http.Request"
HANDLERS = {
    "a request": handler(REQUEST, "r.Context()"),
    "a command": handler("cmd *cobra.Command", "cmd.Context()"),
    "a context": handler(f"ctx context.Context, {REQUEST}", "ctx"),
    "a parameter of another type": handler("r *http.Response"),
    "a request that is no pointer": handler("r http.Request"),
    "a new parameter of another type": handler(REQUEST, added="name string"),
}


@pytest.mark.parametrize("name", HANDLERS)
def test_the_context_of_a_handler(name: str) -> None:
    assert run(HANDLERS[name], "signature-argument", kinds=("edit",)) == HANDLERS[name].expected


def field(path: str, old: str, new: str, use: str, expected: str = "") -> RuleCase:
    text = f"class A {{\n    {old}\n}}\n\nclass B {{\n    void f(A a) {{\n        {use}\n    }}\n}}\n"
    found = [f"{path}\n@7\n-        {use}\n+        {expected}"] if expected else []
    return case(text, f"    {old}", f"    {new}", *found, path=path)


FIELD = "int weight;", "int mass;"
METHOD = "int weight() { return 1; }", "int mass() { return 1; }"
FIELDS = {
    "a field": field("A.java", *FIELD, "use(x.weight);", "use(x.mass);"),
    "a method of the name of a field": field("A.java", *FIELD, "use(x.weight());"),
    "a method": field("A.java", *METHOD, "use(x.weight());", "use(x.mass());"),
}


@pytest.mark.parametrize("name", FIELDS)
def test_a_field_of_java_is_not_called(name: str) -> None:
    assert run(FIELDS[name], "member-renamed") == FIELDS[name].expected


def struct(field: str, literal: str, expected: str = "") -> RuleCase:
    text = f"struct A {{\n    a: u8,\n}}\n\nfn f() -> A {{\n    {literal}\n}}\n"
    found = [f"a.rs\n@7\n-    {literal}\n+    {expected}"] if expected else []
    return case(text, "    a: u8,", f"    a: u8,\n    {field},", *found, path="a.rs")


STRUCTS = {
    "an option": struct("b: Option<u8>", "A { a: 1 }", "A { a: 1, b: None }"),
    "a vector": struct("b: Vec<u8>", "A { a: 1 }", "A { a: 1, b: Vec::new() }"),
    "another type": struct("b: u8", "A { a: 1 }"),
    "the field is there": struct("b: Option<u8>", "A { a: 1, b: None }"),
    "the rest of another value": struct("b: Option<u8>", "A { a: 1, ..x }"),
}


@pytest.mark.parametrize("name", STRUCTS)
def test_the_empty_value_of_a_new_field(name: str) -> None:
    assert run(STRUCTS[name], "signature-argument", kinds=("edit",)) == STRUCTS[name].expected


def script(imports: str, *expected: str) -> RuleCase:
    return case(f"{imports}\n\nx();\n", "x();", "x(readFileSync(a));", *expected, path="a.js")


IMPORTS = {
    "a module": script(
        "import { statSync } from 'fs';",
        "a.js\n@1\n-import { statSync } from 'fs';\n+import { readFileSync, statSync } from 'fs';",
    ),
    "a module with its scheme": script(
        "import { statSync } from 'node:fs';",
        "a.js\n@1\n-import { statSync } from 'node:fs';\n+import { readFileSync, statSync } from 'node:fs';",
    ),
    "both": script("import { statSync } from 'fs';\nimport { rmSync } from 'node:fs';"),
    "another module": script("import { join } from 'node:path';"),
    "a module of another scheme": script("import { statSync } from 'my:fs';"),
}


@pytest.mark.parametrize("name", IMPORTS)
def test_the_import_of_a_name_of_node(name: str) -> None:
    assert run(IMPORTS[name], "import-missing") == IMPORTS[name].expected


@pytest.mark.parametrize(
    ("imported", "is_missing"),
    [("java.util.TreeMap", True), ("java.util.Map", False), ("java.util.List", True)],
)
def test_a_longer_name_that_is_imported_is_another_name(imported: str, is_missing: bool) -> None:
    name = imported.rpartition(".")[2]
    text = f"import {imported};\n\nclass A {{\n    {name} a;\n    int b;\n}}\n"
    edited = case(text, "    int b;", "    Map b;", path="A.java")
    assert bool(run(edited, "import-missing")) == is_missing


def called(path: str, old: str, new: str, rest: str, *expected: str) -> RuleCase:
    """A function gets a parameter; the rest of the text calls it."""
    return case(f"{old}\n{rest}", old, new, *expected, path=path)


def own(path: str, members: str, line: str, argument: str = "") -> RuleCase:
    """A function gets the parameter `clock`; a line of the members calls it."""
    old, new = {
        "a.py": ("def start(a):\n    pass", "def start(a, clock):\n    pass"),
        "a.go": ("func start(a int) {\n}", "func start(a int, clock Clock) {\n}"),
        "a.rs": ("fn start(a: u8) {\n}", "fn start(a: u8, clock: Clock) {\n}"),
        "a.ts": ("function start(a: number) {\n}", "function start(a: number, clock: Clock) {\n}"),
        "A.java": (
            "class S {\n    static S start(int a) {\n    }\n}",
            "class S {\n    static S start(int a, Clock clock) {\n    }\n}",
        ),
    }[path]
    text = f"{old}\n{members}\n".split("\n")
    at = text.index(line)
    changed = line.replace("start(1", f"start(1, {argument}")
    found = [f"{path}\n@{at + 1}\n-{line}\n+{changed}"] if argument else []
    return case("\n".join(text), old, new, *found, path=path)


def typed(path: str, parameter: str, callers: str, *arguments: str) -> RuleCase:
    """A function gets a parameter with a type; each of the callers calls it in a line of its own."""
    old, new = {
        "a.py": ("def start(a: int):\n    pass", "def start(a: int, {}):\n    pass"),
        "a.go": ("func start(a int) {\n}", "func start(a int, {}) {\n}"),
        "a.rs": ("fn start(a: u8) {\n}", "fn start(a: u8, {}) {\n}"),
        "a.ts": ("function start(a: number) {\n}", "function start(a: number, {}) {\n}"),
        "A.java": ("    static void start(int a) {\n    }", "    static void start(int a, {}) {\n    }"),
    }[path]
    text = f"{old}\n\n{callers}\n"
    text = f"class A {{\n{text}}}\n" if path == "A.java" else text
    lines = [(at, line) for at, line in enumerate(text.split("\n"), 1) if "start(1)" in line]
    found = [
        f"{path}\n@{at}\n-{line}\n+{line.replace('start(1', f'start(1, {argument}')}"
        for (at, line), argument in zip(lines, arguments, strict=False)
        if argument
    ]
    return case(text, old, new.replace("{}", parameter), *found, path=path)


TYPED = {
    "Python": typed("a.py", "log: Logger", "def b(out: Logger):\n    start(1)", "out"),
    "Go": typed("a.go", "db *sql.DB", "func b(conn *sql.DB) {\n\tstart(1)\n}", "conn"),
    "Rust": typed("a.rs", "log: &mut Logger", "fn b(out: &mut Logger) {\n    start(1);\n}", "out"),
    "Rust: another reference": typed("a.rs", "log: &mut Logger", "fn b(out: &Logger) {\n    start(1);\n}"),
    "TypeScript": typed("a.ts", "log: Logger", "function b(out: Logger) {\n  start(1);\n}", "out"),
    "Java": typed("A.java", "Logger log", "    void b(final Logger out) {\n        start(1);\n    }", "out"),
    "two parameters of the type": typed("a.py", "log: Logger", "def b(x: Logger, y: Logger):\n    start(1)"),
    "two parameters that take it": typed("a.py", "x: Path, y: Path", "def b(path: Path):\n    start(1)"),
    "a type of the language": typed("a.py", "log: str", "def b(out: str):\n    start(1)"),
    "a collection of the language": typed("a.py", "log: list[str]", "def b(out: list[str]):\n    start(1)"),
    "another type": typed("a.py", "log: Logger", "def b(out: Writer):\n    start(1)"),
    "a type of the standard library": typed("a.py", "out: Path", "def b(source: Path):\n    start(1)"),
    "an abbreviation": typed("a.ts", "to: URL", "function b(from: URL) {\n  start(1);\n}"),
    "a value of a package of Go": typed("a.go", "at time.Time", "func b(since time.Time) {\n\tstart(1)\n}"),
    "a type of the text in Go": typed("a.go", "q Queue", "func b(jobs Queue) {\n\tstart(1)\n}", "jobs"),
    "a path of the standard library": typed(
        "a.rs", "log: &std::io::Stdout", "fn b(out: &std::io::Stdout) {\n    start(1);\n}"
    ),
    "no type": typed("a.py", "log", "def b(out):\n    start(1)"),
    "a variable of the name comes first": typed(
        "a.py", "log: Logger", "def b(out: Logger, log: Logger):\n    start(1)", "log"
    ),
}


@pytest.mark.parametrize("name", TYPED)
def test_the_only_parameter_of_the_type_is_passed(name: str) -> None:
    found = run(TYPED[name], "signature-argument", kinds=("edit",))
    assert found == TYPED[name].expected


@pytest.mark.parametrize(
    ("new", "expected"),
    [
        pytest.param("def start(a, c: 0)", "start 1, c: 2", id="another name"),
        pytest.param("def start(a)", "start 1", id="an argument less"),
        pytest.param("def start(a, b: 0, x:)", "start 1, b: 2, x: x", id="an argument more"),
    ],
)
def test_a_call_of_ruby_without_brackets(new: str, expected: str) -> None:
    old, call = "def start(a, b: 0)", "start 1, b: 2"
    one = called("a.rb", old, new, f"end\n\nx = 1\n{call}\n", f"a.rb\n@5\n-{call}\n+{expected}")
    assert run(one, "signature-argument") == one.expected


REPLACED = "def start(a):\n    db = connect()\n    db.run(a)\n\n\ndef b({0}):\n    {1}start(1)\n"
HEAD = "def start(a):", "def start(connection, a):"
BODY = "    db = connect()\n    db.run(a)", "    connection.run(a)"


@pytest.mark.parametrize(
    ("parameter", "before", "edits", "expected"),
    [
        pytest.param("db", "", (HEAD, BODY), "start(db, 1)", id="a parameter of the replaced name"),
        pytest.param("", "db = c()\n    ", (HEAD, BODY), "start(db, 1)", id="a variable"),
        pytest.param("conn", "", (HEAD, BODY), None, id="another name"),
        pytest.param("db", "", (HEAD,), None, id="not replaced yet"),
        pytest.param("db, connection", "", (HEAD, BODY), "start(connection, 1)", id="the name itself"),
        pytest.param(
            "db", "", (HEAD, (BODY[0], "    connection.go(a)")), None, id="more than the name is replaced"
        ),
    ],
)
def test_a_variable_that_the_parameter_has_replaced_is_passed(
    parameter: str, before: str, edits: tuple[tuple[str, str], ...], expected: str | None
) -> None:
    text = REPLACED.format(parameter, before)
    found = run(RuleCase({"a.py": text}, edits, []), "signature-argument", kinds=("edit",))
    assert [one.rpartition("+")[2].strip() for one in found] == ([expected] if expected else [])


PYTHON_CLASS = "class A:\n    def a(self):\n        self.clock = 1\n\n    def b({0}):\n        start(1)\n"
GO_CLASS = (
    "type A struct{{ clock Clock }}\n\n"
    "func (s *A) a() int {{\n\treturn s.clock\n}}\n\nfunc {0}b() {{\n\tstart(1)\n}}\n"
)
RUST_CLASS = (
    "impl A {{\n    fn a(&self) -> u8 {{\n        self.clock\n    }}\n\n"
    "    fn b({0}) {{\n        start(1);\n    }}\n}}\n"
)
SCRIPT_CLASS = (
    "class A {{\n  a() {{\n    return this.clock{1};\n  }}\n\n  {0}b() {{\n    start(1);\n  }}\n}}\n"
)
JAVA_CLASS = (
    "class A {{\n    {0} Clock clock = x();\n    private final S s = S.start(1);\n\n"
    "    {1} void b() {{\n        S.start(2);\n    }}\n}}\n"
)
OWN_FIELDS = {
    "Python": own("a.py", PYTHON_CLASS.format("self"), "        start(1)", "self.clock"),
    "Python: no method": own("a.py", PYTHON_CLASS.format("this"), "        start(1)"),
    "Python: the field of another class": own(
        "a.py",
        PYTHON_CLASS.format("self").replace("\n\n    def b", "\n\nclass B:\n    def b"),
        "        start(1)",
    ),
    "Go": own("a.go", GO_CLASS.format("(s *A) "), "\tstart(1)", "s.clock"),
    "Go: no method": own("a.go", GO_CLASS.format(""), "\tstart(1)"),
    "Go: another name of the object": own("a.go", GO_CLASS.format("(t *A) "), "\tstart(1)"),
    "Rust": own("a.rs", RUST_CLASS.format("&mut self"), "        start(1);", "self.clock"),
    "Rust: no method": own("a.rs", RUST_CLASS.format("a: u8"), "        start(1);"),
    "TypeScript": own("a.ts", SCRIPT_CLASS.format("", ""), "    start(1);", "this.clock"),
    "TypeScript: a method of that name": own("a.ts", SCRIPT_CLASS.format("", "()"), "    start(1);"),
    "TypeScript: a static method": own("a.ts", SCRIPT_CLASS.format("static ", ""), "    start(1);"),
}


@pytest.mark.parametrize("name", OWN_FIELDS)
def test_the_field_of_the_own_object_is_passed(name: str) -> None:
    assert run(OWN_FIELDS[name], "signature-argument", kinds=("edit",)) == OWN_FIELDS[name].expected


@pytest.mark.parametrize(
    ("field", "method", "lines"),
    [
        ("private final", "public", [7, 10]),
        ("private final", "public static", [7]),
        ("private static final", "public static", [7, 10]),
        ("", "public", []),
    ],
    ids=["a field", "a static method", "a static field", "a local variable"],
)
def test_the_field_of_a_class_of_java_is_passed(field: str, method: str, lines: list[int]) -> None:
    texts = {7: "    private final S s = S.start(1);", 10: "        S.start(2);"}
    expected = [
        f"A.java\n@{at}\n-{texts[at]}\n+{texts[at].replace(');', ', clock);')}" for at in sorted(lines)
    ]
    one = own("A.java", JAVA_CLASS.format(field, method), "    private final S s = S.start(1);")
    assert run(one, "signature-argument", kinds=("edit",)) == expected


BOX = "def box(width, height):\n    pass", "def box(width, height, color):\n    pass"
READ = {
    "two members": ("box(row.width, row.height)\nrow.color\n", "box(row.width, row.height, row.color)"),
    "methods": (
        "box(row.width(), row.height())\nrow.color()\n",
        "box(row.width(), row.height(), row.color())",
    ),
    "a copy": ("box(other.width, other.height)\n", "box(other.width, other.height, other.color)"),
    "an object that is not known to have it": ("box(row.width, row.height)\n", ""),
    "one member": ("box(row.width, 1)\nrow.color\n", ""),
    "other members": ("box(row.height, row.width)\nrow.color\n", ""),
    "members of two objects": ("box(row.width, line.height)\nrow.color\n", ""),
}


@pytest.mark.parametrize("name", READ)
def test_the_member_of_the_object_whose_other_members_are_passed(name: str) -> None:
    rest, expected = READ[name]
    found = [f"a.py\n@3\n-{rest.splitlines()[0]}\n+{expected}"] if expected else []
    one = called("a.py", *BOX, rest, *found)
    assert run(one, "signature-argument", kinds=("edit",)) == one.expected


def walk(body: str, *expected: str, name: str = "depth", rest: str = "") -> RuleCase:
    old, new = "def walk(node):", f"def walk(node, {name}):"
    return called("a.py", old, new, f"{body}\n\n\n{rest}", *expected)


DEPTHS = {
    "a deeper call": walk("    walk(node.a)", "a.py\n@2\n-    walk(node.a)\n+    walk(node.a, depth + 1)"),
    "a count down": walk(
        "    if depth == 0:\n        return\n    walk(node.a)",
        "a.py\n@4\n-    walk(node.a)\n+    walk(node.a, depth - 1)",
    ),
    "another parameter": walk(
        "    walk(node.a)", "a.py\n@2\n-    walk(node.a)\n+    walk(node.a, out)", name="out"
    ),
    "the first call": walk(
        "    walk(node.b, depth + 1)", "a.py\n@5\n-walk(a)\n+walk(a, 0)", rest="walk(a)\n"
    ),
    "the first call of a function that does not call itself": walk("    pass", rest="walk(a)\n"),
    "a value in scope": walk(
        "    walk(node.b, depth + 1)", "a.py\n@6\n-walk(a)\n+walk(a, depth)", rest="depth = 2\nwalk(a)\n"
    ),
}


@pytest.mark.parametrize("name", DEPTHS)
def test_the_depth_of_a_function_that_calls_itself(name: str) -> None:
    assert run(DEPTHS[name], "signature-argument", kinds=("edit",)) == DEPTHS[name].expected
