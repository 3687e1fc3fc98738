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
