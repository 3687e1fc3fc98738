"""The return type of a function changed: its returns and its calls follow."""

import pytest

from nes_symbolic.rule_cases import RuleCase, case, run
from nes_symbolic.rule_harness import RuleHarness
from understudy.nes.symbolic.consequences import limits


def ask(path: str, text: str, old: str, new: str) -> tuple[list[str], list[int]]:
    harness = RuleHarness()
    harness.put(path, text)
    harness.edit(path, old, new)
    found = [one for one in harness.ask(path) if one.family == "return-value"]
    jumps = [one.position.line for one in found if one.kind == "jump" and one.position is not None]
    return [harness.after(one) for one in found if one.kind == "edit"], jumps


@pytest.mark.parametrize(
    ("path", "text", "old", "new", "expected"),
    [
        pytest.param(
            "m.py",
            "def f(x):\n    y = 1\n    return x\n\n\ndef g():\n    a = f(1)\n    return a\n",
            "    return x",
            "    return x, y",
            ["    a, y = f(1)\n"],
            id="python-pair",
        ),
        pytest.param(
            "m.go",
            "package m\n\nfunc Load(p string) int {\n\tx, err := read(p)\n\tif err != nil {\n\t\treturn 0\n\t}\n"
            "\treturn x\n}\n\nfunc g() {\n\tx := Load(1)\n\tprint(x)\n}\n",
            "func Load(p string) int {",
            "func Load(p string) (int, error) {",
            ["\t\treturn 0, err\n", "\treturn x, nil\n", "\tx, err := Load(1)\n"],
            id="go-error",
        ),
        pytest.param(
            "m.ts",
            "function find(id: string): User {\n  return users[id];\n}\n\nfunction g() {\n"
            "  return find('a').mail;\n}\n",
            "function find(id: string): User {",
            "function find(id: string): User | undefined {",
            ["  return find('a')?.mail;\n"],
            id="typescript-optional",
        ),
        pytest.param(
            "m.rs",
            "fn f(x: u8) -> u8 {\n    if x > 1 {\n        return 3;\n    }\n    match x {\n        0 => 1,\n"
            "        _ => 2,\n    }\n}\n",
            "fn f(x: u8) -> u8 {",
            "fn f(x: u8) -> Option<u8> {",
            ["        return Some(3);\n", "        0 => Some(1),\n", "        _ => Some(2),\n"],
            id="rust-option",
        ),
        pytest.param(
            "m.rs",
            "fn f() -> u8 {\n    1\n}\n\nfn g() -> Result<u8, E> {\n    let x = f();\n    Ok(x + 1)\n}\n",
            "fn f() -> u8 {",
            "fn f() -> Result<u8, E> {",
            ["    Ok(1)\n", "    let x = f()?;\n"],
            id="rust-passed-on",
        ),
        pytest.param(
            "M.java",
            "class M {\n    User find(int id) {\n        return user;\n    }\n}\n",
            "    User find(int id) {",
            "    Optional<User> find(int id) {",
            ["        return Optional.of(user);\n"],
            id="java-optional",
        ),
    ],
)
def test_returns_and_calls_follow(path: str, text: str, old: str, new: str, expected: list[str]) -> None:
    made, _ = ask(path, text, old, new)
    assert [part in after for part, after in zip(expected, made, strict=False)] == [True] * len(expected), (
        made
    )
    assert len(made) >= len(expected)


def test_a_value_that_may_be_missing_is_a_jump() -> None:
    text = "class M {\n    User find(int id) {\n        return users.get(id);\n    }\n}\n"
    assert ask("M.java", text, "    User find(int id) {", "    Optional<User> find(int id) {") == ([], [2])


@pytest.mark.parametrize(
    ("body", "jumps"),
    [
        pytest.param("let x = f();", [5], id="used"),
        pytest.param("show(f());", [5], id="an argument"),
        pytest.param("f();", [], id="ignored"),
        pytest.param("let x = f()?;", [], id="passed on already"),
        pytest.param("let x = f().unwrap();", [], id="unwrapped already"),
        pytest.param("match f() { _ => {} }", [], id="matched"),
        pytest.param("if let Some(x) = f() {}", [], id="matched by if let"),
    ],
)
def test_a_call_whose_value_is_wrapped_now(body: str, jumps: list[int]) -> None:
    text = f"fn f() -> u8 {{\n    Some(1)\n}}\n\nfn g() {{\n    {body}\n}}\n"
    assert ask("m.rs", text, "fn f() -> u8 {", "fn f() -> Option<u8> {") == ([], jumps)


def test_a_wrapped_value_that_is_returned_as_it_is_stays() -> None:
    text = "fn f() -> u8 {\n    Some(1)\n}\n\nfn g() -> Option<u8> {\n    f()\n}\n"
    assert ask("m.rs", text, "fn f() -> u8 {", "fn f() -> Option<u8> {") == ([], [])


def test_a_call_of_a_java_method_that_returns_an_optional_now_is_a_jump() -> None:
    text = (
        "class M {\n    User find(int id) {\n        return user;\n    }\n\n    void g() {\n"
        "        User one = find(1);\n        find(2);\n        find(3).ifPresent(x);\n    }\n}\n"
    )
    made, jumps = ask("M.java", text, "    User find(int id) {", "    Optional<User> find(int id) {")
    assert (len(made), jumps) == (1, [6])


@pytest.mark.parametrize(
    ("path", "text", "old", "new"),
    [
        pytest.param(
            "m.py",
            "def f(x):\n    if x:\n        return 1\n    return x\n\n\na = f(1)\n",
            "    return x",
            "    return x, x",
            id="other-returns-have-one-value",
        ),
        pytest.param(
            "m.py",
            "def f(x):\n    return x\n\n\na, b = f(1)\n",
            "    return x",
            "    return x, x",
            id="the-call-has-two-names",
        ),
        pytest.param(
            "m.go",
            "package m\n\nfunc f() int {\n\treturn 1\n}\n",
            "func f() int {",
            "func f() string {",
            id="another-type",
        ),
        pytest.param(
            "m.rs",
            "fn f() -> u8 {\n    Some(1)\n}\n",
            "fn f() -> u8 {",
            "fn f() -> Option<u8> {",
            id="wrapped-already",
        ),
        pytest.param(
            "m.ts",
            "function f(): User {\n  return u;\n}\n\nf()?.x;\n",
            "function f(): User {",
            "function f(): User | null {",
            id="checked-already",
        ),
    ],
)
def test_what_stays(path: str, text: str, old: str, new: str) -> None:
    assert ask(path, text, old, new) == ([], [])


@pytest.mark.parametrize(
    ("old", "new", "target", "after", "jumps"),
    [
        pytest.param("x", "x, y", "a", "a, y", [], id="one value more"),
        pytest.param("(x)", "(x, y)", "a", "a, y", [], id="in brackets"),
        pytest.param("x, y", "x, y, z", "a, b", "a, b, z", [], id="the third value"),
        pytest.param("x", "x, f(y)", "a", None, [5], id="the new value has no name"),
        pytest.param("x", "x, a", "a", None, [5], id="its name is used already"),
        pytest.param("x", "x, None", "a", None, [5], id="the new value is a keyword"),
        pytest.param("f(x), g(x)", "f(x), g(x), y", "a, b", "a, b, y", [], id="values that are calls"),
        pytest.param("f(x, 1)", "f(x, 1), y", "a", "a, y", [], id="a comma inside a value"),
        pytest.param("x", "x, y, z", "a", None, [], id="two values more"),
        pytest.param("x", "y, x", "a", None, [], id="a value in front"),
        pytest.param("x, y", "x, z", "a, b", None, [], id="as many values"),
        pytest.param("x, y", "x, y, z", "a", None, [], id="the call has one name for all"),
        pytest.param("x", "x, y", "a.b", None, [], id="the target is no name"),
    ],
)
def test_the_names_of_a_call_in_python(
    old: str, new: str, target: str, after: str | None, jumps: list[int]
) -> None:
    text = f"def f(x, y, z):\n    return {old}\n\n\ndef g():\n    {target} = f(1)\n    return 0\n"
    edits, found = ask("m.py", text, f"    return {old}", f"    return {new}")
    lines = [line for one in edits for line in one.split("\n") if " = f(1)" in line]
    assert lines == ([] if after is None else [f"    {after} = f(1)"])
    assert found == jumps


def python(body: str, old: str, new: str, *expected: str, header: str = "def f(x, y):") -> RuleCase:
    return case(f"{header}\n{body}\n\ndef g():\n    a = f(1)\n", old, new, *expected)


def returned(body: str, *expected: str, header: str = "def f(x, y):") -> RuleCase:
    """A function in Python that returns `x`, and `y` too after the edit."""
    return python(body, "    return x", "    return x, y", *expected, header=header)


def rust(old: str, new: str, body: str, caller: str, *expected: str) -> RuleCase:
    text = f"fn f(x: u8) -> {old} {{\n{body}}}\n\nfn g() -> u8 {{\n{caller}}}\n"
    return case(text, f"fn f(x: u8) -> {old} {{", f"fn f(x: u8) -> {new} {{", *expected, path="m.rs")


def returning(caller: str, new: str = "") -> RuleCase:
    """A function in Rust that returns an option now, and one that does so already and calls it."""
    text = f"fn f(x: u8) -> u8 {{\n    Some(x)\n}}\n\nfn g() -> Option<u8> {{\n{caller}\n}}\n"
    expected = [f"m.rs\n@6\n-{caller.splitlines()[0]}\n+{new.splitlines()[0]}"] if new else []
    return case(text, "fn f(x: u8) -> u8 {", "fn f(x: u8) -> Option<u8> {", *expected, path="m.rs")


def go(old: str, new: str, body: str, *expected: str) -> RuleCase:
    text = f"package m\n\nfunc f() {old} {{\n{body}}}\n"
    return case(text, f"func f() {old} {{", f"func f() {new} {{", *expected, path="m.go")


def checked(condition: str, expected: str = "") -> RuleCase:
    """A function in Go returns an error now; its value is checked below."""
    body = f"\tcfg := load()\n\tif {condition} {{\n\t\tstop()\n\t}}\n"
    text = f"package m\n\nfunc load() *Config {{\n\treturn a, nil\n}}\n\nfunc run() {{\n{body}}}\n"
    lines = "-\tcfg := load()\n+\tcfg, err := load()"
    if expected:
        lines = f"-\tcfg := load()\n-\tif {condition} {{\n+\tcfg, err := load()\n+\tif {expected} {{"
    old = "func load() *Config {"
    return case(text, old, old.replace("*Config", "(*Config, error)"), f"m.go\n@8\n{lines}", path="m.go")


def assigned(before: str, expected: str) -> RuleCase:
    """A function in Go returns an error now; its value is assigned to a variable of the package."""
    head = "package m\n\nvar hosts = load()\n\nfunc load() []string {\n\treturn a, nil\n}\n\n"
    old = "func load() []string {"
    line = 9 + before.count("\n")
    found = f"m.go {line}:6" if not expected else f"m.go\n@{line + 1}\n-\thosts = load()\n+\t{expected}"
    text = f"{head}func run() {{\n{before}\thosts = load()\n}}\n".replace(
        "var hosts = load()", "var hosts []string"
    )
    return case(text, old, old.replace("[]string", "([]string, error)"), found, path="m.go")


def typescript(old: str, new: str, *expected: str) -> RuleCase:
    text = f"function f({old} {{\n  return users;\n}}\nf(1).mail;\n"
    return case(text, f"function f({old} {{", f"function f({new} {{", *expected, path="m.ts")


def user(body: str, *expected: str) -> RuleCase:
    """A function in TypeScript that returns nothing for some, and a caller."""
    text = f"function f(a: string): User {{\n  return users[a];\n}}\n\nfunction g() {{\n  {body}\n}}\n"
    old = "function f(a: string): User {"
    return case(text, old, old.replace("User", "User | null"), *expected, path="m.ts")


def annotated(old: str, new: str, body: str, *expected: str, caller: str = "a = f(1)") -> RuleCase:
    """A function in Python whose annotation changes."""
    text = f"def f(x){old}:\n{body}\n\n{caller}\n"
    return case(text, f"def f(x){old}:", f"def f(x){new}:", *expected)


def matched(old: str, new: str, body: str, caller: str, *expected: str) -> RuleCase:
    """A function in Rust whose wrapper changes."""
    text = f"fn f(x: u8) -> {old} {{\n{body}}}\n\nfn g() {{\n{caller}}}\n"
    return case(text, f"fn f(x: u8) -> {old} {{", f"fn f(x: u8) -> {new} {{", *expected, path="m.rs")


def found(value: str, expected: str, field: str) -> RuleCase:
    """A method of Java that returns the value returns an optional now; a jump without an expected value."""
    text = f"class M {{\n    {field};\n    User find(int id) {{\n        return {value};\n    }}\n}}\n"
    change = (
        f"m.java\n@4\n-        return {value};\n+        return {expected};" if expected else "m.java 3:15"
    )
    return case(text, "    User find(int id) {", "    Optional<User> find(int id) {", change, path="m.java")


MATCH = "    match f(1) {\n        Some(a) => a,\n        None => 0,\n    }\n"
RESULT_MATCH = "    match f(1) {\n        Ok(a) => a,\n        Err(_) => 0,\n    }\n"
STATEMENTS = limits.MAX_RETURNS // 2
"""Each of them is two nodes."""
ROWS = {
    "the return is written back": RuleCase(
        {"m.py": "def f(x, y):\n    return x\n\n\na = f(1)\n"},
        (("    return x", "    return x, y"), ("    return x, y", "    return x")),
        [],
    ),
    "an assignment gets a value more": python("    z = 1\n    return x\n", "    z = 1", "    z = 1, y"),
    "an expression becomes a return": python("    x\n", "    x", "    return x, y"),
    "a return becomes an expression": python(
        "    if x:\n        return x\n    return x\n", "        return x", "        x, y"
    ),
    "a return outside of a function": case("return x\n", "return x", "return x, y"),
    "a function with an error": returned("    z = (\n    return x\n"),
    "another return has no value": returned("    if x:\n        return\n    return x\n"),
    "the last node that is searched": returned(
        "    x\n" * (STATEMENTS - 3) + "    return x\n",
        f"m.py\n@{STATEMENTS + 3}\n-    a = f(1)\n+    a, y = f(1)",
    ),
    "the first node that is not searched": returned(
        "    x\n" * (STATEMENTS - 2) + "    return x\n", header="def f(x):"
    ),
    "calls in two texts": RuleCase(
        {"m.py": "def f(x, y):\n    return x\n\n\na = f(1)\n", "n.py": "from m import f\n\nb = f(1)\n"},
        (("    return x", "    return x, y"),),
        ["m.py\n@5\n-a = f(1)\n+a, y = f(1)", "n.py\n@3\n-b = f(1)\n+b, y = f(1)"],
    ),
    "TypeScript: the parameter changes": typescript("a: string): User", "b: string): User"),
    "TypeScript: no type before": typescript("a: string)", "a: string): User | undefined"),
    "TypeScript: no type now": typescript("a: string): User", "a: string)"),
    "Go: nothing was returned": go("", "error", "\treturn\n", "m.go 3:7"),
    "Go: a type in brackets": go(
        "func(int)", "(func(int), error)", "\treturn x\n", "m.go\n@4\n-\treturn x\n+\treturn x, nil"
    ),
    "Go: whether it was found": go(
        "*A",
        "(*A, bool)",
        "\tif x {\n\t\treturn nil\n\t}\n\treturn a\n",
        "m.go\n@5\n-\t\treturn nil\n+\t\treturn nil, false",
        "m.go\n@7\n-\treturn a\n+\treturn a, true",
    ),
    "Go: whether it was found, and nothing says that it was not": go(
        "*A", "(*A, bool)", "\treturn a[x]\n", "m.go 3:12"
    ),
    "Go: whether it was found, and it never is": go("*A", "(*A, bool)", "\treturn nil\n", "m.go 3:11"),
    "Go: another last result": go("*A", "(*A, int)", "\treturn a\n"),
    "Go: the value is checked by whether it was found": case(
        "package m\n\nfunc load() *A {\n\treturn a, true\n}\n\n"
        "func run() {\n\ta := load()\n\tif a == nil {\n\t}\n}\n",
        "func load() *A {",
        "func load() (*A, bool) {",
        "m.go\n@8\n-\ta := load()\n-\tif a == nil {\n+\ta, ok := load()\n+\tif !ok {",
        path="m.go",
    ),
    "Java: a method without a body": case(
        "interface M {\n    User find(int id);\n}\n",
        "    User find(int id);",
        "    Optional<User> find(int id);",
        path="M.java",
    ),
    "Java: a caller that returns an optional, too": case(
        "class M {\n    User find(int id) {\n        return Optional.of(user);\n    }\n\n"
        "    Optional<User> g() {\n        User x = find(1);\n        return x;\n    }\n}\n",
        "    User find(int id) {",
        "    Optional<User> find(int id) {",
        "M.java 6:24",
        path="M.java",
    ),
    "Java: nothing is returned": case(
        "class M {\n    User find(int id) {\n        return null;\n    }\n}\n",
        "    User find(int id) {",
        "    Optional<User> find(int id) {",
        "M.java\n@3\n-        return null;\n+        return Optional.empty();",
        path="M.java",
    ),
    "Java: a value of a map": found(
        "users.get(id)", "Optional.ofNullable(users.get(id))", "Map<Integer, User> users"
    ),
    "Java: a value that goes from a map": found(
        "this.users.remove(key(id))",
        "Optional.ofNullable(this.users.remove(key(id)))",
        "HashMap<Integer, User> users",
    ),
    "Java: a value of a list": found("users.get(id)", "", "List<User> users"),
    "Java: a value of another map": found("others.get(id)", "", "Map<Integer, User> users"),
    "Java: what a map has with a default": found("users.getOrDefault(id, x)", "", "Map<Integer, User> users"),
    "Java: null for an empty optional": found(
        "all(id).findFirst().orElse(null)", "all(id).findFirst()", "int x"
    ),
    "Java: another value for an empty optional": found("all(id).findFirst().orElse(none)", "", "int x"),
    "Rust: a sum": rust("u8", "Option<u8>", "    x + 1\n", "", "m.rs\n@2\n-    x + 1\n+    Some(x + 1)"),
    "Go: a variable is assigned, and there is no err": assigned("", ""),
    "Go: a variable is assigned where err is known": assigned("\tvar err error\n", "hosts, err = load()"),
    "Go: the value is checked": checked("cfg == nil", "err != nil"),
    "Go: another value is checked": checked("other == nil"),
    "Go: the value is compared": checked("cfg == nil || cfg.x"),
    "Go: a value is assigned in the check": checked("x := f(); cfg == nil"),
    "Rust: a value that was unwrapped": rust(
        "u8",
        "Option<u8>",
        '    a.find(x).expect("an \\" (x")\n',
        "",
        'm.rs\n@2\n-    a.find(x).expect("an \\" (x")\n+    a.find(x)',
    ),
    "Rust: a result that was unwrapped": rust(
        "u8", "Result<u8, E>", "    load(x).unwrap()\n", "", "m.rs\n@2\n-    load(x).unwrap()\n+    load(x)"
    ),
    "Rust: an option that was unwrapped for a result": rust(
        "u8", "Result<u8, E>", "    a.get(x).copied().unwrap()\n", "", "m.rs 1:21"
    ),
    "Rust: a value that is an option already": rust(
        "u8", "Option<u8>", "    a.iter().find(|b| *b == (x)).copied()\n", ""
    ),
    "Rust: a value that is a result already": rust("u8", "Result<u8, E>", "    x.parse::<u8>()\n", ""),
    "Rust: a method of another wrapper": rust(
        "u8", "Option<u8>", "    x.parse()\n", "", "m.rs\n@2\n-    x.parse()\n+    Some(x.parse())"
    ),
    "Rust: a field of the value": returning(
        "    let y = f(1).height;\n    y", "    let y = f(1)?.height;\n    y"
    ),
    "Rust: a method of the value": returning(
        "    let y = f(1).height(2);\n    y", "    let y = f(1)?.height(2);\n    y"
    ),
    "Rust: a value that is handled": returning("    let y = f(1).unwrap_or(2);\n    y"),
    "Rust: a value in another function": rust("u8", "Option<u8>", "    Some(x)\n", "    f(1).height\n"),
    "Rust: another type": rust("u8", "u16", "    x\n", "    let y = f(1);\n"),
    "Rust: a caller that ends with the call": rust(
        "u8", "Option<u8>", "    Some(x)\n", "    f(1)\n", "m.rs 5:8"
    ),
    "Rust: a caller that returns the call": rust(
        "u8", "Option<u8>", "    Some(x)\n", "    return f(1);\n", "m.rs 5:15"
    ),
    "Rust: an empty body": rust("u8", "Option<u8>", "", ""),
    "TypeScript: the first member of the value": user(
        "const u = f(1);\n  log(u);\n  return u.a + u.b;", "m.ts 7:9"
    ),
    "TypeScript: a value that is checked": user("const u = f(1);\n  return u?.a;"),
    "TypeScript: a value that is checked before": user("const u = f(1);\n  if (!u) return;\n  return u.a;"),
    "TypeScript: a value without members": user("const u = f(1);\n  return u;"),
    "TypeScript: the members of another value": user(
        "const u = f(1);\n  return u;\n}\n\nfunction h(u: User) {\n  return u.a;"
    ),
    "a tuple is annotated": annotated(
        " -> A",
        " -> tuple[A, bool]",
        "    if x:\n        return x\n    return x, True\n",
        "m.py 2:16",
        "m.py 6:1",
    ),
    "an annotated tuple has a part more": annotated(
        " -> tuple[dict[A, B], int]",
        " -> tuple[dict[A, B], int, float]",
        "    return x, 1\n",
        "m.py 1:15",
        "m.py 4:4",
        caller="a, b = f(1)",
    ),
    "an annotated tuple that may be missing": annotated(
        " -> Tuple[A] | None", " -> Tuple[A, B] | None", "    return x\n", "m.py 1:12", "m.py 4:1"
    ),
    "no annotation before": annotated("", " -> tuple[A, B]", "    return x\n"),
    "nothing was returned": annotated(" -> None", " -> tuple[A, B]", "    return x\n"),
    "a tuple of any length": annotated(" -> A", " -> tuple[A, ...]", "    return x\n"),
    "two parts more": annotated(" -> A", " -> tuple[A, B, C]", "    return x\n"),
    "the annotation is another type": annotated(" -> A", " -> B", "    return x\n"),
    "Rust: a result with a path": rust("u8", "io::Result<u8>", "    x\n", "", "m.rs\n@2\n-    x\n+    Ok(x)"),
    "Rust: an option becomes a result": matched(
        "Option<u8>",
        "Result<u8, E>",
        "    if x > 1 {\n        return None;\n    }\n    Some(x)\n",
        MATCH,
        "m.rs\n@5\n-    Some(x)\n+    Ok(x)",
        "m.rs\n@10\n-        Some(a) => a,\n+        Ok(a) => a,",
        "m.rs\n@11\n-        None => 0,\n+        Err(_) => 0,",
        "m.rs 2:15",
    ),
    "Rust: a result becomes an option": matched(
        "Result<u8, E>",
        "Option<u8>",
        "    if x > 1 {\n        return Err(E);\n    }\n    Ok(x)\n",
        RESULT_MATCH,
        "m.rs\n@3\n-        return Err(E);\n+        return None;",
        "m.rs\n@5\n-    Ok(x)\n+    Some(x)",
        "m.rs\n@10\n-        Ok(a) => a,\n+        Some(a) => a,",
        "m.rs 10:8",
    ),
    "Rust: patterns of let": matched(
        "Option<u8>",
        "Result<u8, E>",
        "    g(x)\n",
        "    if let Some(a) = f(1) {}\n    let Some(b) = f(2) else { return };\n",
        "m.rs\n@6\n-    if let Some(a) = f(1) {}\n+    if let Ok(a) = f(1) {}",
        "m.rs\n@7\n-    let Some(b) = f(2) else { return };\n+    let Ok(b) = f(2) else { return };",
    ),
    "TypeScript: undefined instead of null": case(
        "function f(x: A): A | null {\n"
        "  if (x.b === null) {\n    return null;\n  }\n"
        "  return x.c ? x : (y ?? null);\n}\n"
        "async function g() {\n  const a = f(1), b = h(2);\n"
        "  if (a === null || b === null || a == null) {\n    return null;\n  }\n"
        "  return null !== a || f(2) !== null;\n}\n",
        "function f(x: A): A | null {",
        "function f(x: A): A | undefined {",
        "m.ts\n@3\n-    return null;\n+    return undefined;",
        "m.ts\n@5\n-  return x.c ? x : (y ?? null);\n+  return x.c ? x : (y ?? undefined);",
        "m.ts\n@9\n-  if (a === null || b === null || a == null) {\n"
        "+  if (a === undefined || b === null || a == null) {",
        "m.ts\n@12\n-  return null !== a || f(2) !== null;\n+  return null !== a || f(2) !== undefined;",
        path="m.ts",
    ),
    "TypeScript: another type besides undefined": case(
        "function f(x: A): A | null {\n  return null;\n}\n",
        "function f(x: A): A | null {",
        "function f(x: A): B | undefined {",
        path="m.ts",
    ),
    "Rust: a wrapper of another value": matched("Option<u8>", "Result<u16, E>", "    Some(x)\n", MATCH),
}


@pytest.mark.parametrize("name", ROWS)
def test_which_returns_and_calls_follow(name: str) -> None:
    assert run(ROWS[name], "return-value") == ROWS[name].expected


def test_an_edit_that_writes_the_same_line_has_no_consequence() -> None:
    harness = RuleHarness(m__py="def f(x):\n    return x\n\n\na = f(1)\n")
    harness.edit("m.py", "    return x", "    return x")
    assert harness.ask("m.py") == []


SENTINEL = 'var ErrGone = errors.New("gone")\n\n'
CALLER = "\nfunc use() error {\n\tx := f()\n\tif x == nil {\n\t\treturn ErrGone\n\t}\n\treturn nil\n}\n"


def failing(
    zero: str, expected: str, head: str = "", rest: str = "", *, value: str = "x", old: str = "*Song"
) -> RuleCase:
    """A function of Go that returns an error now, with two returns, one of them in a branch."""
    body = f"\tif !ok() {{\n\t\treturn {zero}\n\t}}\n\treturn {value}\n"
    text = f"package m\n\n{head}func f() {old} {{\n{body}}}\n{rest}"
    line = text.split("\n").index(f"\t\treturn {zero}")
    failure = f"m.go {line}:{len(zero) + 9}"
    if expected:
        failure = f"m.go\n@{line + 1}\n-\t\treturn {zero}\n+\t\treturn {zero}, {expected}"
    success = f"m.go\n@{line + 3}\n-\treturn {value}\n+\treturn {value}, nil"
    return case(text, f"func f() {old} {{", f"func f() ({old}, error) {{", failure, success, path="m.go")


FAILURES = {
    "no known error": failing("nil", ""),
    "a number": failing("0", "", old="int"),
    "a text": failing('""', "", old="string"),
    "a truth value": failing("false", "", old="bool", value="true"),
    "a value": failing("y", "nil"),
    "only zero values": failing("nil", "nil", value="nil"),
    "the error of the callers": failing("nil", "ErrGone", SENTINEL, CALLER),
    "the error of a caller that assigns in its condition": failing(
        "nil", "ErrGone", SENTINEL, CALLER.replace("x := f()\n\tif x", "if x := f(); x")
    ),
    "an error that no caller has": failing("nil", "", SENTINEL),
    "an error that a caller has for something else": failing(
        "nil", "", SENTINEL, CALLER.replace("if x == nil {", "y(x)\n\tif z {")
    ),
    "two errors of the callers": failing(
        "nil", "", SENTINEL + SENTINEL.replace("Gone", "Lost"), CALLER + CALLER.replace("Gone", "Lost")
    ),
    "an error of a group": failing(
        "nil",
        "ErrGone",
        'var (\n\tErrGone = errors.New("gone")\n\tErrLost = errors.New("lost")\n)\n\n',
        CALLER,
    ),
    "a variable that is no error": failing("nil", "", "var ErrGone = 3\n\n", CALLER),
}


@pytest.mark.parametrize("name", FAILURES)
def test_a_failure_in_go_returns_an_error_that_is_known(name: str) -> None:
    found = run(FAILURES[name], "return-value")
    found = [one for one in found if "return" in one or one.startswith("m.go ")]
    assert sorted(found) == sorted(FAILURES[name].expected)
