"""Table tests for what follows from a changed function: calls, returns, annotations."""

from typing import NamedTuple

import pytest

from nes_symbolic.rule_harness import RuleHarness
from understudy.nes.symbolic.consequences.signatures import annotations


class Case(NamedTuple):
    path: str
    text: str
    old: str
    new: str
    expected: list[str]
    """For each edit the lines that it writes, for each jump `@line:column`."""


def shown(case: Case, family: str) -> list[str]:
    harness = RuleHarness()
    harness.put(case.path, case.text)
    harness.edit(case.path, case.old, case.new)
    found: list[str] = []
    for one in harness.ask(case.path):
        if one.family != family:
            continue
        if one.kind == "jump":
            assert one.position is not None
            found.append(f"@{one.position.line}:{one.position.column}")
            continue
        before = harness.workspace.texts[one.uri]
        after = harness.after(one).split("\n")
        found.append("|".join(line.strip() for line in after if line not in before))
    return found


def python_call(old: str, new: str, *calls: str) -> Case:
    """A changed header of `f`, in the first line; the calls begin in line 4, in a function with `x` and `y`."""
    body = "".join(f"    {call}\n" for call in calls)
    return Case(
        "m.py", f"def f({old}):\n    pass\n\ndef g(x, y):\n{body}", f"def f({old}):", f"def f({new}):", []
    )


class Calls(NamedTuple):
    old: str
    new: str
    calls: tuple[str, ...]
    expected: list[str]


CALLS = {
    "the last goes": Calls("a, b", "a", ("f(1, 2)",), ["f(1)"]),
    "the first goes": Calls("a, b", "b", ("f(1, 2)",), ["f(2)"]),
    "the middle goes": Calls("a, b, c", "a, c", ("f(1, 2, 3)",), ["f(1, 3)"]),
    "the only one goes": Calls("a", "", ("f(1)",), ["f()"]),
    "a named argument goes": Calls("a, b", "a", ("f(b=2, a=1)",), ["f(a=1)"]),
    "a default that was not given": Calls("a, b=1", "a", ("f(7)", "f(1, 2)"), ["f(1)"]),
    "two calls of one line": Calls("a, b", "b, a", ("f(1, 2) + f(3, 4)",), ["f(2, 1) + f(4, 3)"]),
    "a call in a call": Calls("a, b", "b, a", ("f(1, f(3, 4))",), ["f(f(3, 4), 1)"]),
    "a call that has the argument beside one by name only": Calls(
        "a, b, *, c=1", "a, x, b, *, c=1", ("f(1, 2, 3)",), []
    ),
    "two go": Calls("a, b, c", "a", ("f(1, 2, 3)",), ["f(1)"]),
    "one goes and the others change places": Calls("a, b, c", "c, a", ("f(1, 2, 3)",), []),
    "a call with too few arguments": Calls("a, b, c", "a, b", ("f(1)",), []),
    "a call with too many arguments": Calls("a, b", "a", ("f(1, 2, 3)",), []),
    "a call with the fewest arguments": Calls("a, b, c=1", "b, c=1", ("f(1, 2)",), ["f(2)"]),
    "an unpacked list": Calls("a, b", "a", ("f(*x)", "f(1, *x)"), []),
    "an unpacked map": Calls("a, b", "a", ("f(1, **x)",), []),
    "two change places": Calls("a, b", "b, a", ("f(1, 2)",), ["f(2, 1)"]),
    "equal arguments need nothing": Calls("a, b", "b, a", ("f(1, 1)",), []),
    "three change places": Calls("a, b, c", "c, a, b", ("f(1, 2, 3)",), ["f(3, 1, 2)"]),
    "places and a name": Calls("a, b", "b, a", ("f(1, b=2)",), []),
    "places and a default that is not given": Calls("a, b, c=1", "b, a, c=1", ("f(1, 2)",), []),
    "a new name of a named argument": Calls("a, b", "a, c", ("f(1, b=2)", "f(1, 2)"), ["f(1, c=2)"]),
    "a new name whose variable has the old one": Calls("a, x", "a, c", ("f(1, x=x)",), ["@4:9"]),
    "two new names": Calls("a, b", "c, d", ("f(a=1, b=2)",), []),
    "a new name at another place": Calls("a, b", "c, a", ("f(a=1, b=2)",), ["@4:14"]),
    "a new last one": Calls("a", "a, x", ("f(1)",), ["f(1, x)"]),
    "a new first one": Calls("a", "x, a", ("f(1)",), ["f(x, 1)"]),
    "a new middle one": Calls("a, b", "a, x, b", ("f(1, 2)",), ["f(1, x, 2)"]),
    "a new only one": Calls("", "x", ("f()",), ["f(x)"]),
    "a new one without a value": Calls("a", "a, z", ("f(1)",), ["@4:7"]),
    "a new first one without a value": Calls("a", "z, a", ("f(1)",), ["@4:6"]),
    "a new middle one without a value": Calls("a, b", "a, z, b", ("f(1, 2)",), ["@4:9"]),
    "a new one with a default": Calls("a", "a, x=1", ("f(1)",), []),
    "two new ones": Calls("a", "a, x, y", ("f(1)",), ["f(1, x, y)"]),
    "a new one that is given already": Calls("a, b=2", "a, x, b=2", ("f(1, x=3)",), []),
    "a new one behind named arguments": Calls("a, b", "a, b, x", ("f(1, b=2)",), ["f(1, b=2, x=x)"]),
    "a new one that must be named": Calls("a", "a, *, x", ("f(1)",), ["f(1, x=x)"]),
    "a new one before named arguments": Calls("a, b, c", "x, a, b, c", ("f(1, 2, c=3)",), []),
    "a call of many lines": Calls("a, b", "a, b, x", ("f(\n        1,\n        2,\n    )",), ["x,"]),
    "a first argument of many lines": Calls(
        "a, b", "x, a, b", ("f(\n        1,\n        2,\n    )",), ["x,"]
    ),
    "a call of many lines without a last comma": Calls(
        "a, b", "a, b, x", ("f(\n        1,\n        2\n    )",), ["@7:4"]
    ),
    "a call of lines that begins in the first": Calls(
        "a, b", "a, x, b", ("f(1,\n        2,\n    )",), ["@5:8"]
    ),
    "an argument of many lines": Calls("a, b", "a, b, x", ("f(1, [\n        2,\n    ])",), ["@6:5"]),
    "a call that the user is writing": Calls("a, b", "a", ("f(1, 2",), []),
    "two calls": Calls("a, b", "a", ("f(1, 2)", "f(3, 4)"), ["f(1)", "f(3)"]),
    "any number of arguments": Calls("a, b, *c", "a, *c", ("f(1, 2, 3)",), []),
    "any number of arguments, by name": Calls("a, b, *c", "a, *c", ("f(1, b=2)",), ["f(1)"]),
    "a new one before the last of the unnamed": Calls("a, b, c", "a, x, b, c", ("f(1, 2, c=3)",), []),
    "a new one behind the unnamed": Calls("a, b", "a, x, b", ("f(1, b=2)",), ["f(1, b=2, x=x)"]),
    "places and any number of arguments": Calls("a, b, *c", "b, a, *c", ("f(1, 2)", "f(1, 2, 3)"), []),
    "the same parameters": Calls("a, b", "a,  b", ("f(1, 2)",), []),
}


@pytest.mark.parametrize("name", CALLS)
def test_calls_of_a_python_function(name: str) -> None:
    case = CALLS[name]
    assert shown(python_call(case.old, case.new, *case.calls), "signature-argument") == case.expected


SIGNATURES = {
    "a constructor of Python": Case(
        "m.py",
        "class A:\n    def __init__(self, a, b):\n        pass\n\nA(1, 2)\n__init__(1, 2)\n",
        "    def __init__(self, a, b):",
        "    def __init__(self, a):",
        ["A(1)"],
    ),
    "a constructor outside of a class": Case(
        "m.py",
        "def __init__(self, a, b):\n    pass\n\n__init__(1, 2, 3)\n",
        "def __init__(self, a, b):",
        "def __init__(self, a):",
        [],
    ),
    "a function `new` of Rust": Case(
        "m.rs",
        "struct A;\n\nimpl A {\n    fn new(a: u8, b: u8) -> A {\n        A\n    }\n}\n\n"
        "fn g() {\n    A::new(1, 2);\n}\n",
        "    fn new(a: u8, b: u8) -> A {",
        "    fn new(a: u8) -> A {",
        ["A::new(1);"],
    ),
    "an argument too many of JavaScript is ignored": Case(
        "m.js",
        "function f(a, b) {}\nf(1, 2, 3);\nf(1, 2);\nf(7);\n",
        "function f(a, b) {}",
        "function f(a) {}",
        ["f(1);"],
    ),
    "names do not matter in JavaScript": Case(
        "m.js", "function f(a, b) {}\nf(1, 2);\n", "function f(a, b) {}", "function f(a, c) {}", []
    ),
    "an unpacked list of JavaScript": Case(
        "m.js", "function f(a, b) {}\nf(...x);\nf(1, ...x);\n", "function f(a, b) {}", "function f(a) {}", []
    ),
    "a product is not an unpacked list in C": Case(
        "m.c",
        "int f(int a, int *b) {\n    return a;\n}\n\nint g(int *p) {\n    return f(*p, p);\n}\n",
        "int f(int a, int *b) {",
        "int f(int a) {",
        ["return f(*p);"],
    ),
    "a call of Go": Case(
        "m.go",
        "package m\n\nfunc f(a int, b int) {\n}\n\nfunc g() {\n\tf(1, 2)\n\tf(7)\n}\n",
        "func f(a int, b int) {",
        "func f(a int) {",
        ["f(1)"],
    ),
    "a parameter in its own line": Case(
        "m.py",
        "def f(\n    a,\n    b,\n):\n    pass\n\nf(1, 2)\n",
        "    b,",
        "",
        ["f(1)"],
    ),
    "a first parameter in its own line": Case(
        "m.py", "x = 1\ndef f(\n    a,\n):\n    pass\n\nf(1)\n", "    a,", "", ["f()"]
    ),
    "an argument that is not given comes before the new one": Case(
        "m.js",
        "function f(a, b = 1) {}\nfunction g(x) {\n  f(1);\n}\n",
        "function f(a, b = 1) {}",
        "function f(a, b = 1, x) {}",
        ["@2:5"],
    ),
    "a prototype of C": Case(
        "m.c",
        "int f(int a, int b);\n\nint g(void) {\n    return f(1, 2);\n}\n",
        "int f(int a, int b);",
        "int f(int a);",
        ["return f(1);"],
    ),
    "a function that calls itself": Case(
        "m.py", "def f(a, b):\n    return f(1, 2)\n", "def f(a, b):", "def f(a):", ["return f(1)"]
    ),
}


@pytest.mark.parametrize("name", SIGNATURES)
def test_signatures(name: str) -> None:
    case = SIGNATURES[name]
    assert shown(case, "signature-argument") == case.expected


GO = "package m\n\nfunc f(p int) {} {{\n{}}}\n\nfunc g() {{\n{}}}\n"


def go(old: str, new: str, body: str, caller: str, expected: list[str]) -> Case:
    return Case(
        "m.go", GO.format(old, body, caller), f"func f(p int) {old} {{", f"func f(p int) {new} {{", expected
    )


def rust(old: str, new: str, body: str, caller: str, expected: list[str]) -> Case:
    text = f"fn f(x: u8) -> {old} {{\n{body}}}\n\n{caller}"
    return Case("m.rs", text, f"fn f(x: u8) -> {old} {{", f"fn f(x: u8) -> {new} {{", expected)


RETURNS = {
    "Go: an error where it is checked": go(
        "int",
        "(int, error)",
        "\tif err != nil {\n\t\treturn 0\n\t}\n\treturn 1\n",
        "",
        ["return 0, err", "return 1, nil"],
    ),
    "Go: another condition is no check": go(
        "int", "(int, error)", "\tif err == nil {\n\t\treturn 0\n\t}\n", "", ["return 0, nil"]
    ),
    "Go: the nearest condition counts": go(
        "int",
        "(int, error)",
        "\tif err != nil {\n\t\tif p > 1 {\n\t\t\treturn 0\n\t\t}\n\t}\n",
        "",
        ["return 0, nil"],
    ),
    "Go: two values already": go("int", "(int, error)", "\treturn 1, nil\n", "", []),
    "Go: a pair becomes three": go(
        "(int, string)",
        "(int, string, error)",
        "\treturn 1, s\n",
        "\ta, b := f(1)\n",
        ["return 1, s, nil", "a, b, err := f(1)"],
    ),
    "Go: a second value that is no error": go(
        "int", "(int, string)", "\treturn 1\n", "\ta := f(1)\n", ["@7:2"]
    ),
    "Go: a second value that tells of success": go(
        "int", "(int, bool)", "\treturn 1\n", "\ta := f(1)\n", ["a, ok := f(1)", "@3:9"]
    ),
    "Go: another first type": go("int", "(bool, error)", "\treturn 1\n", "\ta := f(1)\n", ["a, err := f(1)"]),
    "Go: two more values": go("int", "(int, bool, error)", "\treturn 1\n", "\ta := f(1)\n", []),
    "Go: names of results": go("(n int)", "(n int, err error)", "\treturn 1\n", "", ["return 1, nil"]),
    "Go: an assignment": go(
        "int",
        "(int, error)",
        "\treturn 1, nil\n",
        "\tvar a int\n\tvar err error\n\ta = f(1)\n",
        ["a, err = f(1)"],
    ),
    "Go: an assignment without a variable for the error": go(
        "int", "(int, error)", "\treturn 1, nil\n", "\tvar a int\n\ta = f(1)\n", ["@8:2"]
    ),
    "Go: a call that has two names": go("int", "(int, error)", "\treturn 1, nil\n", "\ta, b := f(1)\n", []),
    "Go: a call in an expression": go("int", "(int, error)", "\treturn 1, nil\n", "\tp(f(1))\n", []),
    "Go: a return of an inner function": go(
        "int",
        "(int, error)",
        "\th := func() int {\n\t\treturn 5\n\t}\n\treturn h()\n",
        "",
        ["return h(), nil"],
    ),
    "Python: a return with brackets": Case(
        "m.py",
        "def f(x, y):\n    if x:\n        return (x, y)\n    return x\n\ndef g():\n    a = f(1)\n",
        "    return x",
        "    return x, y",
        ["a, y = f(1)"],
    ),
    "Python: a name and a member": Case(
        "m.py",
        "def f(x, y):\n    return x, y\n\ndef g(a):\n    b, a.c = f(1)\n",
        "    return x, y",
        "    return x, y, z",
        [],
    ),
    "Python: a sum": Case(
        "m.py",
        "def f(x, y):\n    return x\n\ndef g(a):\n    a += f(1)\n",
        "    return x",
        "    return x, y",
        [],
    ),
    "Rust: a value at the end": rust("u8", "Option<u8>", "    x\n", "", ["Some(x)"]),
    "Rust: a value with a comment behind it": rust(
        "u8", "Option<u8>", "    x\n    // the end\n", "", ["Some(x)"]
    ),
    "Rust: a result": rust("u8", "Result<u8, E>", "    return x;\n", "", ["return Ok(x);"]),
    "Rust: another type in it": rust("u8", "Option<u16>", "    x\n", "", []),
    "Rust: a longer type in it": rust("u8", "Option<u8x>", "    x\n", "", []),
    "Rust: both branches": rust(
        "u8",
        "Option<u8>",
        "    if x > 1 {\n        2\n    } else {\n        3\n    }\n",
        "",
        ["Some(2)", "Some(3)"],
    ),
    "Rust: a branch that returns": rust(
        "u8",
        "Option<u8>",
        "    if x > 1 {\n        return 2;\n    }\n    3\n",
        "",
        ["return Some(2);", "Some(3)"],
    ),
    "Rust: an else with a condition": rust(
        "u8",
        "Option<u8>",
        "    if x > 1 {\n        2\n    } else if x > 0 {\n        3\n    } else {\n        4\n    }\n",
        "",
        ["Some(2)", "Some(3)", "Some(4)"],
    ),
    "Rust: arms": rust(
        "u8",
        "Option<u8>",
        "    match x {\n        1 => 2,\n        _ => panic!(),\n    }\n",
        "",
        ["1 => Some(2),"],
    ),
    "Rust: a block ends with a statement": rust("u8", "Option<u8>", "    g(x);\n", "", []),
    "Rust: a block ends with a declaration": rust("u8", "Option<u8>", "    let y = x;\n", "", []),
    "Rust: wrapped values": rust(
        "u8", "Option<u8>", "    if x > 1 {\n        None\n    } else {\n        Some(3)\n    }\n", "", []
    ),
    "Rust: an error": rust("u8", "Result<u8, E>", "    Err(x)\n", "", []),
    "Rust: a name like a wrapper": rust("u8", "Option<u8>", "    Somewhere\n", "", ["Some(Somewhere)"]),
    "Rust: a caller that returns the same wrapper": rust(
        "u8",
        "Option<u8>",
        "    None\n",
        "fn g() -> Option<u8> {\n    let y = f(1);\n    None\n}\n",
        ["let y = f(1)?;"],
    ),
    "Rust: a caller that returns another wrapper": rust(
        "u8",
        "Option<u8>",
        "    None\n",
        "fn g() -> Result<u8, E> {\n    let y = f(1);\n    Err(y)\n}\n",
        ["@5:16"],
    ),
    "Rust: a caller that returns nothing": rust(
        "u8", "Option<u8>", "    None\n", "fn g() {\n    let y = f(1);\n}\n", ["@5:16"]
    ),
    "Rust: a caller that returns the call": rust(
        "u8", "Option<u8>", "    None\n", "fn g() -> Option<u8> {\n    return f(1);\n}\n", []
    ),
    "TypeScript: null": Case(
        "m.ts",
        "function f(): A {\n  return a;\n}\nf().b;\nf()?.c;\nf();\n",
        "function f(): A {",
        "function f(): A | null {",
        ["f()?.b;"],
    ),
    "TypeScript: null in front": Case(
        "m.ts",
        "function f(): A {\n  return a;\n}\nf().c;\n",
        "function f(): A {",
        "function f(): null | A {",
        ["f()?.c;"],
    ),
    "TypeScript: another type": Case(
        "m.ts",
        "function f(): A {\n  return a;\n}\nf().c;\n",
        "function f(): A {",
        "function f(): A | B {",
        [],
    ),
    "TypeScript: an index": Case(
        "m.ts",
        "function f(): A {\n  return a;\n}\nf()[0];\n",
        "function f(): A {",
        "function f(): A | null {",
        [],
    ),
}


@pytest.mark.parametrize("name", RETURNS)
def test_returns(name: str) -> None:
    case = RETURNS[name]
    assert shown(case, "return-value") == case.expected


class Annotated(NamedTuple):
    learned: str
    """The first header as it is annotated; `def a(x, y)` before."""
    other: str
    """The other function, with its body."""
    expected: list[str]


NONE = "x: int, y: str) -> None:"
OWN_TYPE = "x: Point, y: str) -> None:"
ANNOTATIONS = {
    "all parameters are known": Annotated(
        NONE, "def b(y, x):\n    p()\n", ["def b(y: str, x: int) -> None:"]
    ),
    "one is known": Annotated(NONE, "def b(x):\n    p()\n", ["def b(x: int) -> None:"]),
    "one is unknown": Annotated(NONE, "def b(x, z):\n    p()\n", []),
    "one has a type": Annotated(NONE, "def b(x, z: bool):\n    p()\n", ["def b(x: int, z: bool) -> None:"]),
    "all have a type": Annotated(NONE, "def b(z: bool):\n    p()\n", ["def b(z: bool) -> None:"]),
    "all is written": Annotated(NONE, "def b(z: bool) -> None:\n    p()\n", []),
    "another return type": Annotated(NONE, "def b(x) -> bool:\n    p()\n", ["def b(x: int) -> bool:"]),
    "no parameters": Annotated(NONE, "def b():\n    p()\n", ["def b() -> None:"]),
    "a receiver": Annotated(NONE, "def b(self, x):\n    p()\n", ["def b(self, x: int) -> None:"]),
    "a class as receiver": Annotated(NONE, "def b(cls, x):\n    p()\n", ["def b(cls, x: int) -> None:"]),
    "a receiver at another place": Annotated(NONE, "def b(x, self):\n    p()\n", []),
    "signs": Annotated(NONE, "def b(x, /, *, y):\n    p()\n", ["def b(x: int, /, *, y: str) -> None:"]),
    "a default": Annotated(NONE, "def b(x=1):\n    p()\n", ["def b(x: int = 1) -> None:"]),
    "a default with a comma": Annotated(
        OWN_TYPE, "def b(x=at(1, 2)):\n    p()\n", ["def b(x: Point = at(1, 2)) -> None:"]
    ),
    "a default with a bracket in a string": Annotated(
        OWN_TYPE, 'def b(x=at("(,")):\n    p()\n', ['def b(x: Point = at("(,")) -> None:']
    ),
    "many of a name": Annotated(NONE, "def b(*x):\n    p()\n", []),
    "a value is returned": Annotated(NONE, "def b(x):\n    return 1\n", []),
    "nothing is returned": Annotated(NONE, "def b(x):\n    p()\n    return\n", ["def b(x: int) -> None:"]),
    "None is returned": Annotated(NONE, "def b(x):\n    p()\n    return None\n", ["def b(x: int) -> None:"]),
    "a value is yielded": Annotated(NONE, "def b(x):\n    z = yield 1\n", []),
    "an inner function returns": Annotated(
        NONE, "def b(x):\n    def c():\n        return 1\n    c()\n", ["def b(x: int) -> None:"]
    ),
    "a value behind an inner function": Annotated(
        NONE, "def b(x):\n    def c():\n        return 1\n    return c()\n", []
    ),
    "an inner class": Annotated(
        NONE,
        "def b(x):\n    class C:\n        def d(self, z):\n            return 1\n    C()\n",
        ["def b(x: int) -> None:"],
    ),
    "a body without code": Annotated(NONE, "def b(x):\n    ...\n", []),
    "a body that is not written yet": Annotated(NONE, "def b(x):\n    raise NotImplementedError\n", []),
    "it raises in the end": Annotated(NONE, "def b(x):\n    p()\n    raise E\n", ["def b(x: int) -> None:"]),
    "a blank line in a body": Annotated(NONE, "def b(x):\n    p()\n\n    return 1\n", []),
    "a value behind the function": Annotated(
        NONE, "def b(x):\n    p()\n\nif z:\n    return_ = 1\n", ["def b(x: int) -> None:"]
    ),
    "it raises in the end, and the user writes other types": Annotated(
        "x: int, y: str) -> bool:", "def b(x):\n    p()\n    raise E\n", []
    ),
    "it does not raise, and the user writes other types": Annotated(
        "x: int, y: str) -> bool:", "def b(x):\n    p()\n", ["def b(x: int) -> None:"]
    ),
    "no return type is learned": Annotated(
        "x: int, y: str):", "def b(x):\n    return 1\n", ["def b(x: int):"]
    ),
    "only a return type is learned": Annotated(
        "x, y) -> None:", "def b(x, z):\n    p()\n", ["def b(x, z) -> None:"]
    ),
    "a header with a comment": Annotated(NONE, "def b(x):  # why\n    p()\n", []),
    "an async function": Annotated(NONE, "async def b(x):\n    p()\n", ["async def b(x: int) -> None:"]),
    "88 characters": Annotated(NONE, f"def {'b' * 65}(x):\n    p()\n", [f"def {'b' * 65}(x: int) -> None:"]),
    "89 characters": Annotated(
        NONE, f"def {'b' * 68}(x):\n    p()\n", [f"def {'b' * 68}(|x: int,|) -> None:"]
    ),
}


@pytest.mark.parametrize("name", ANNOTATIONS)
def test_annotations(name: str) -> None:
    case = ANNOTATIONS[name]
    text = f"def a(x, y):\n    p()\n\n{case.other}"
    found = shown(Case("m.py", text, "def a(x, y):", f"def a({case.learned}", []), "annotation")
    assert found == case.expected


def test_annotations_are_as_old_as_the_newest_that_the_user_wrote() -> None:
    harness = RuleHarness(m__py="def a(x):\n    p()\n\ndef b(x):\n    p()\n\ndef c(x):\n    p()\n")
    harness.edit("m.py", "def a(x):", "def a(x: int):")
    harness.edit("m.py", "def b(x):", "def b(x: int):")
    (found,) = [one for one in harness.ask("m.py") if one.family == "annotation"]
    features = annotations.AnnotationFeatures(repeated=1.0, named=1.0, stale=0)
    assert found.probability == annotations.PROBABILITY.estimate(features)
