"""Guards of the rules for documented parameters, prototypes, constructors of records and changed parameters."""

from typing import NamedTuple

import pytest

from nes_symbolic.rule_cases import edit
from nes_symbolic.rule_harness import RuleHarness


class Case(NamedTuple):
    path: str
    text: str
    old: str
    new: str
    expected: list[str]
    """For each edit the lines that go and come, without indentation; for each jump its position."""
    asked: str = ""
    other: tuple[str, str] = ("", "")
    """Another file: its path and text."""


def proposed(case: Case, family: str) -> list[str]:
    harness = RuleHarness()
    if case.other[0]:
        harness.put(*case.other)
    harness.put(case.path, case.text)
    edit(harness, case.path, case.old, case.new)
    found: list[str] = []
    for one in harness.ask(case.asked or case.path):
        if one.family != family:
            continue
        if one.position is not None:
            found.append(f"{one.position.line}:{one.position.column}")
            continue
        before, after = harness.workspace.texts[one.uri], harness.after(one).split("\n")
        gone = [f"-{line.strip()}" for line in before if line not in after]
        found.append(" ".join(gone + [f"+{line.strip()}" for line in after if line not in before]))
    return found


def documented(entries: str, *expected: str, new: str = "def f(a):", body: str = "pass") -> Case:
    text = f'def f(a, b):\n    """Do.\n\n{entries}    """\n    {body}\n'
    return Case("m.py", text, "def f(a, b):", new, list(expected))


ENTRIES = "    :param a: one\n    :param b: two\n"
DOC_PARAMETERS = {
    "an entry": documented(ENTRIES, "-:param b: two"),
    "an entry with a type": documented("    :param int b: two\n", "-:param int b: two"),
    "an entry of another style": documented("    Args:\n    a: one\n    b (int): two\n", "-b (int): two"),
    "an entry before another one": documented("    :param b: two\n    :param a: one\n", "-:param b: two"),
    "an entry over two lines": documented("    :param b: two\n        three\n"),
    "two entries": documented("    :param b: two\n    :param b: three\n"),
    "no entry": documented("    :param c: two\n"),
    "a line of code": documented("", body="b: int = 1"),
    "another line comes": documented(ENTRIES, "-:param b: two", new="@d\ndef f(a):"),
    "another parameter comes": documented(ENTRIES, new="def f(a, c):"),
    "both go": documented(ENTRIES, new="def f():"),
    "they change places too": Case(
        "m.py",
        f'def f(a, b, c):\n    """Do.\n\n{ENTRIES}    """\n',
        "def f(a, b, c):",
        "def f(c, a):",
        [],
    ),
    "an entry at the end of the documentation": Case(
        "m.py", 'def f(a, b):\n    """Do.\n\n    :param b: two"""\n\n', "def f(a, b):", "def f(a):", []
    ),
    "an entry at the end of the documentation and of the text": Case(
        "m.py", "def f(a, b):\n    '''Do.\n\n    :param b: two'''", "def f(a, b):", "def f(a):", []
    ),
    "an entry at the end of the text": Case(
        "m.py", 'def f(a, b):\n    """Do.\n\n    :param b: two', "def f(a, b):", "def f(a):", []
    ),
    "another text": Case(
        "m.py",
        f'def f(a, b):\n    """Do.\n\n{ENTRIES}    """\n',
        "def f(a, b):",
        "def f(a):",
        [],
        asked="n.py",
        other=("n.py", f'def f(a):\n    """Do.\n\n{ENTRIES}    """\n'),
    ),
    "JavaScript": Case(
        "m.js",
        "/**\n * @param a one\n * @param {B} b two\n */\nfunction f(a, b) {\n}\n",
        "function f(a, b) {",
        "function f(a) {",
        ["-* @param {B} b two"],
    ),
    "JavaScript, an entry of a longer name": Case(
        "m.js",
        "/**\n * @param a one\n * @param bc two\n */\nfunction f(a, b) {\n}\n",
        "function f(a, b) {",
        "function f(a) {",
        [],
    ),
}


@pytest.mark.parametrize("name", DOC_PARAMETERS)
def test_documented_parameters(name: str) -> None:
    assert proposed(DOC_PARAMETERS[name], "doc-parameter") == DOC_PARAMETERS[name].expected


def defined(prototype: str, new: str, *expected: str, other: str = "") -> Case:
    """The definition of `int f(int a)` is changed."""
    text = f"{prototype}\nint f(int a) {{\n    return a;\n}}\n"
    return Case(
        "m.c", text, "int f(int a) {", new, list(expected), other=("m.h", other) if other else ("", "")
    )


PROTOTYPES = {
    "a parameter": defined("int f(int a);", "int f(int a, int b) {", "-int f(int a); +int f(int a, int b);"),
    "the returned type": defined("int f(int a);", "long f(int a) {", "-int f(int a); +long f(int a);"),
    "both": defined("int f(int a);", "long f(int a, int b) {", "-int f(int a); +long f(int a, int b);"),
    "spaces": defined("int f(int a);", "int f( int  a ) {"),
    "an error": defined("int f(int a);", "int f(int a, {"),
    "other parameters": defined("int f(char a);", "int f(int a, int b) {"),
    "another returned type": defined(
        "char f(int a);", "long f(int a, int b) {", "-char f(int a); +char f(int a, int b);"
    ),
    "only the returned type, and another one": defined("char f(int a);", "long f(int a) {"),
    "a pointer": defined("int *f(int a);", "int f(int a, int b) {", "-int *f(int a); +int *f(int a, int b);"),
    "another name": defined("int g(int a);", "int f(int a, int b) {"),
    "a renamed function": defined("int f(int a);", "int g(int a, int b) {"),
    "a header file": defined(
        "", "int f(int a, int b) {", "-int f(int a); +int f(int a, int b);", other="int f(int a);\n"
    ),
    "a call alone": defined("", "int f(int a, int b) {", other="int g(void) { return f(1); }\n"),
    "a function behind the edit": Case(
        "m.c",
        "int f(int a);\nint g(int a);\nint f(int a) {\n    return a;\n}\nint g(int a) {\n    return a;\n}\n",
        "int f(int a) {",
        "int f(int a, int b) {",
        ["-int f(int a); +int f(int a, int b);"],
    ),
}


@pytest.mark.parametrize("name", PROTOTYPES)
def test_prototypes(name: str) -> None:
    assert proposed(PROTOTYPES[name], "prototype") == PROTOTYPES[name].expected


def record(call: str, *expected: str, head: str = "@dataclass\nclass A:", new: str = "") -> Case:
    """The field `y` of a record with `x` and `y` is replaced; the call is in line 6 or 5."""
    text = f"{head}\n    x: int\n    y: int\n\n\n{call}\n"
    return Case("m.py", text, "    y: int", new, list(expected))


def java_copy(call: str, expected: str = "", *, head: str = "A f()", outside: str = "") -> Case:
    """A record whose method constructs another one; without `expected`, there is a jump to the end of the call."""
    first = f"record A(int x, int y) {{{outside}"
    text = f"{first}\n    {head} {{\n        return {call};\n    }}\n}}\n"
    made = (
        f"-return {call}; +return {expected};"
        if expected
        else f"{text[: text.index(call)].count(chr(10))}:{len(call) + 14}"
    )
    return Case("M.java", text, first, first.replace("y)", "y, int z)"), [made])


RECORDS = {
    "a field goes": record("A(1, 2)", "-A(1, 2) +A(1)"),
    "a field goes, and the call names it": record("A(x=1, y=2)"),
    "a field goes, and the call has another number of arguments": record("A(1)"),
    "a field goes, and the call has a list": record("A(1, *z)"),
    "a field goes, and the call has two lists": record("A(*y, *z)"),
    "a field goes, and the call has no arguments": record("A()"),
    "a field goes, and the call has an error": record("A(1, 2 3)"),
    "a field comes": record("A(1, 2)", "7:6", new="    y: int\n    z: int"),
    "a field with a default comes": record("A(1, 2)", new="    y: int\n    z: int = 1"),
    "another type of a field": record("A(1, 2)", new="    y: str"),
    "a tuple with names": record("A(1, 2)", "-A(1, 2) +A(1)", head="class A(NamedTuple):"),
    "a class of its own": record("A(1, 2)", head="class A:"),
    "a decorator of another name": record("A(1, 2)", head="@other\nclass A:"),
    "a decorator of another class": record("A(1, 2)", head="@dataclass\nclass B:\n    pass\n\nclass A:"),
    "a decorator of a module": record("A(1, 2)", "-A(1, 2) +A(1)", head="@dataclasses.dataclass\nclass A:"),
    "Java": Case(
        "M.java",
        "record A(\n    int x,\n    int y\n) {}\nclass B {\n    A f() {\n        return new A(1, 2);\n    }\n}\n",
        "    int x,\n    int y",
        "    int x",
        ["-return new A(1, 2); +return new A(1);"],
    ),
    "Java, a copy in the record": java_copy("new A(x, 2)", "new A(x, 2, z)"),
    "Java, a copy by its accessors": java_copy("new A(x(), 2)", "new A(x(), 2, z())"),
    "Java, a copy by this": java_copy("new A(1, this.y)", "new A(1, this.y, this.z)"),
    "Java, the arguments of another place": java_copy("new A(y, x)"),
    "Java, a parameter of the method": java_copy("new A(x, 2)", head="A f(int x)"),
    "Java, a method without an object": java_copy("new A(x(), 2)", head="static A f()"),
    "Java, a copy in another class": java_copy("new A(x, 2)", outside=" }\nclass B {"),
    "Python, a copy in the record": Case(
        "m.py",
        "@dataclass\nclass A:\n    x: int\n    y: int\n\n    def f(self):\n        return A(self.x, 2)\n",
        "    y: int",
        "    y: int\n    z: int",
        ["-return A(self.x, 2) +return A(self.x, 2, self.z)"],
    ),
    "TypeScript": Case("m.ts", "class A {\n  x: N;\n  y: N;\n}\n\nnew A(1, 2);\n", "  y: N;", "", []),
}


@pytest.mark.parametrize("name", RECORDS)
def test_constructors_of_records(name: str) -> None:
    assert proposed(RECORDS[name], "signature-argument") == RECORDS[name].expected


def called(new: str, call: str, *expected: str, old: str = "def f(a, b):") -> Case:
    return Case("m.py", f"{old}\n    pass\n\ndef g(x, y):\n    {call}\n", old, new, list(expected))


PARAMETERS = {
    "types are written": called("def f(a: int, b):", "f(1, 2)"),
    "two come": called("def f(a, b, c, d):", "f(1, 2)", "4:10"),
    "one comes and one goes at other places": called("def f(b, c):", "f(a=1, b=2)", "4:14"),
    "one is renamed": called("def f(a, c):", "f(1, b=2)", "-f(1, b=2) +f(1, c=2)"),
    "one goes with the body": Case(
        "m.py",
        "def f(a, b):\n    pass\n\nf(1, 2)\n",
        "def f(a, b):\n    pass",
        "def f(a):\n    return",
        ["-f(1, 2) +f(1)"],
    ),
    "a header over three lines": called(
        "def f(\n    a,\n):", "f(1, 2)", "-f(1, 2) +f(1)", old="def f(\n    a, b\n):"
    ),
    "a call in another file, where this one has the parameters": Case(
        "m.py",
        "def f(a_long_name_of_a_parameter, b):\n    pass\n",
        "def f(a_long_name_of_a_parameter, b):",
        "def f(a_long_name_of_a_parameter):",
        ["-from m import f; f(1, 2) +from m import f; f(1)"],
        other=("n.py", "from m import f; f(1, 2)\n"),
    ),
    "a call with an error": called("def f(a):", "f(1 2)"),
    "an argument over two lines": called("def f(a, b, x):", "f(1, [\n        2])", "5:10"),
    "a call from a text that is asked about": Case(
        "m.py",
        "def f(a, b):\n    pass\n",
        "def f(a, b):",
        "def f(a):",
        ["-f(1, 2) +f(1)"],
        asked="n.py",
        other=("n.py", "from m import f\n\nf(1, 2)\n"),
    ),
    "an argument over two lines among others": called(
        "def f(a, b, x):", "f(\n        [\n            1],\n        2,\n    )", "8:4"
    ),
    "the first of arguments in lines of their own": called(
        "def f(x, a, b):", "f(\n        1,\n        2,\n    )", "+x,"
    ),
    "the second of arguments in lines of their own": called(
        "def f(a, x, b):", "f(\n        1,\n        2,\n    )", "+x,"
    ),
    "the last of arguments in lines of their own": called(
        "def f(a, b, x):", "f(\n        1,\n        2,\n    )", "+x,"
    ),
    "a parameter over four lines": called(
        "def f(\n    a,\n    x: A[\n        int,\n        str\n    ],\n):", "f(1)", old="def f(\n    a,\n):"
    ),
    "a parameter over three lines": called(
        "def f(\n    a,\n    x: A[\n        int\n    ],\n):",
        "f(1)",
        "-f(1) +f(1, x)",
        old="def f(\n    a,\n):",
    ),
    "a function of four lines": Case("m.py", "f(1)\n", "f(1)", "f(1)\n\n\ndef f(a):\n    pass", []),
}


@pytest.mark.parametrize("name", PARAMETERS)
def test_changed_parameters(name: str) -> None:
    assert proposed(PARAMETERS[name], "signature-argument") == PARAMETERS[name].expected
