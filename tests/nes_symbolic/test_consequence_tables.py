"""Table tests for imports, parallel lines, members and async calls that follow from an edit."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest

from nes_symbolic.rule_harness import RuleHarness
from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic import consequences
from understudy.nes.symbolic.consequences import RuleContext
from understudy.nes.symbolic.consequences.changed_signature import propose_call_updates
from understudy.nes.symbolic.consequences.definitions import (
    propose_extracted_values,
    propose_moved_definitions,
    propose_vanished_names,
)
from understudy.nes.symbolic.consequences.members import (
    propose_renamed_members,
    propose_struct_literal_fields,
)
from understudy.nes.symbolic.consequences.missing_import import propose_missing_imports
from understudy.nes.symbolic.consequences.parallel_lines import propose_parallel_lines
from understudy.nes.symbolic.consequences.removed_definition import propose_removed_definition_uses
from understudy.nes.symbolic.consequences.signatures import (
    propose_awaits,
    propose_prototypes,
    propose_return_uses,
)
from understudy.nes.symbolic.generators import replacements
from understudy.nes.text import Point, Replacement, Span


class Case(NamedTuple):
    files: dict[str, str]
    """The first one is edited, and is the current one."""
    old: str
    new: str
    expected: list[str]
    """For each edit the lines that it writes, for each jump `@line:column`."""


def shown(case: Case, family: str) -> list[str]:
    harness = RuleHarness()
    for path, text in case.files.items():
        harness.put(path, text)
    path = next(iter(case.files))
    harness.edit(path, case.old, case.new)
    found: list[str] = []
    for one in harness.ask(path):
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


def importing(own: str, expected: list[str], **others: str) -> Case:
    """The text `pkg/m.py` or the like begins to use `Thing`; `others` are named as by `RuleHarness`."""
    suffix = "ts" if any(name.endswith(("ts", "js")) for name in others) else "py"
    if any(name.endswith("rs") for name in others):
        suffix = "rs"
    files = {f"pkg/m.{suffix}": own}
    files |= {name.replace("____", "/").replace("__", "."): text for name, text in others.items()}
    return Case(files, "X", "Thing(1)", expected)


MISSING_IMPORTS = {
    "another text imports it": importing(
        "import os\n\nX\n", ["from lib import Thing"], a__py="from lib import Thing\n"
    ),
    "two texts import it from two places": importing(
        "import os\n\nX\n", [], a__py="from lib import Thing\n", b__py="from lub import Thing\n"
    ),
    "two against one": importing(
        "import os\n\nX\n",
        [],
        a__py="from lib import Thing\n",
        b__py="from lub import Thing\n",
        c__py="from lib import Thing\n",
    ),
    "three against one": importing(
        "import os\n\nX\n",
        ["from lib import Thing"],
        a__py="from lib import Thing\n",
        b__py="from lub import Thing\n",
        c__py="from lib import Thing\n",
        d__py="from lib import Thing\n",
    ),
    "a text of another language": importing(
        "import os\n\nX\n", [], a__js="import { Thing } from 'lib';\n"
    )._replace(files={"pkg/m.py": "import os\n\nX\n", "a.js": "import { Thing } from 'lib';\n"}),
    "an indented import": importing("import os\n\nX\n", [], a__py="def f():\n    from lib import Thing\n"),
    "a relative import in the same folder": importing(
        "from .z import z\n\nX\n", ["from .lib import Thing"], pkg____a__py="from .lib import Thing\n"
    ),
    "a relative import in another folder": importing(
        "from .z import z\n\nX\n", [], other____a__py="from .lib import Thing\n"
    ),
    "a relative script in another folder": importing(
        "import { z } from './z';\n\nX\n",
        ["import { Thing } from '../other/lib';"],
        other____a__ts="import { Thing } from './lib';\n",
    ),
    "a relative script in the folder above": importing(
        "import { z } from './z';\n\nX\n",
        ["import { Thing } from './lib';"],
        a__ts="import { Thing } from './pkg/lib';\n",
    ),
    "a default of a script": importing(
        "import z from 'z';\n\nX\n", ["import Thing from 'lib';"], a__ts="import Thing from 'lib';\n"
    ),
    "a text of the folder defines it": importing(
        "from .z import z\n\nX\n", ["from .lib import Thing"], pkg____lib__py="class Thing:\n    pass\n"
    ),
    "two texts define it": importing(
        "from .z import z\n\nX\n",
        [],
        pkg____lib__py="class Thing:\n    pass\n",
        pkg____lub__py="class Thing:\n    pass\n",
    ),
    "a text that only mentions it": importing("from .z import z\n\nX\n", [], pkg____lib__py="print(Thing)\n"),
    "a text of another folder defines it": importing(
        "from .z import z\n\nX\n", [], other____lib__py="class Thing:\n    pass\n"
    ),
    "siblings are imported by the package": importing(
        "from app.pkg.z import z\n\nX\n",
        ["from app.pkg.lib import Thing"],
        pkg____lib__py="class Thing:\n    pass\n",
    ),
    "siblings are imported by the package alone": importing(
        "from pkg.z import z\n\nX\n", ["from pkg.lib import Thing"], pkg____lib__py="class Thing:\n    pass\n"
    ),
    "another package that ends alike": importing(
        "from apkg.z import z\n\nX\n", [], pkg____lib__py="class Thing:\n    pass\n"
    ),
    "a module that is imported already": importing(
        "from app.other.lib import z\n\nX\n",
        ["from app.other.lib import Thing, z"],
        app____other____lib__py="class Thing:\n    pass\n",
    ),
    "a module of one word is not known by its end": importing(
        "from lib import z\n\nX\n", [], other____lib__py="class Thing:\n    pass\n"
    ),
    "a package that is imported already": importing(
        "from app.other import z\n\nX\n",
        ["from app.other import Thing, z"],
        app____other____QQinitQQ__py="class Thing:\n    pass\n",
    ),
    "a script that is imported already": importing(
        "import { z } from '../other/lib';\n\nX\n",
        ["import { Thing, z } from '../other/lib';"],
        other____lib__ts="export class Thing {}\n",
    ),
    "a script of the folder": importing(
        "import { z } from './z';\n\nX\n",
        ["import { Thing } from './lib';"],
        pkg____lib__ts="export class Thing {}\n",
    ),
    "a script of the folder with a suffix": importing(
        "import { z } from './z.js';\n\nX\n",
        ["import { Thing } from './lib.js';"],
        pkg____lib__ts="export class Thing {}\n",
    ),
    "a script that imports no sibling": importing(
        "import { z } from 'z';\n\nX\n", [], pkg____lib__ts="export class Thing {}\n"
    ),
    "a script without imports": importing(
        "X\n", ['import { Thing } from "./lib"'], pkg____lib__ts="export class Thing {}\n"
    ),
    "a text without imports": importing(
        "X\n", ["from lib import Thing"], pkg____lib__py="class Thing:\n    pass\n"
    ),
    "a text of a package without imports": importing(
        "X\n", [], pkg____lib__py="class Thing:\n    pass\n", pkg____QQinitQQ__py=""
    ),
    "a text without imports, and another folder": importing(
        "X\n", [], other____lib__py="class Thing:\n    pass\n"
    ),
    "Rust: the standard library": importing(
        "use a::b;\nuse std::y;\n\nfn f() {\nX\n}\n",
        ["use std::x::Thing;"],
        a__rs="use std::x::Thing;\n",
    ),
    "Rust: the standard library is always there": importing(
        "use a::b;\nuse a::c;\n\nfn f() {\nX\n}\n", ["use std::x::Thing;"], a__rs="use std::x::Thing;\n"
    ),
    "a name that another line uses": importing(
        "import os\n\nX\nThing(2)\n", [], a__py="from lib import Thing\n"
    ),
    "a builtin name": importing("import os\n\nX\n", [], a__py="from lib import print\n")._replace(
        new="print(1)"
    ),
    "a known module": importing("import sys\n\nX\n", ["import json"])._replace(new="json.x()"),
    "a known module that is used without a dot": importing("import sys\n\nX\n", [])._replace(
        new="json.x(json)"
    ),
    "Rust: a crate that is in use": importing(
        "use a::b;\n\nfn f() {\nX\n}\n", ["use a::Thing;"], a__rs="use a::Thing;\n"
    ),
    "Rust: a crate that is not in use": importing(
        "use a::b;\n\nfn f() {\nX\n}\n", [], a__rs="use c::Thing;\n"
    ),
}


@pytest.mark.parametrize("name", MISSING_IMPORTS)
def test_missing_imports(name: str) -> None:
    case = MISSING_IMPORTS[name]
    files = {path.replace("QQ", "__"): text for path, text in case.files.items()}
    assert shown(case._replace(files=files), "import-missing") == case.expected


PARALLEL: dict[str, tuple[str, list[str]]] = {
    "the same list without it": ("A = [\n    alpha,\n    beta,\n]\n", ["gamma,"]),
    "a list in another order": ("A = [\n    beta,\n    alpha,\n]\n", []),
    "a list that has it": ("A = [\n    alpha,\n    beta,\n    gamma,\n]\n", []),
    "a list that has it two lines below": ("A = [\n    alpha,\n    beta,\n    x,\n    gamma,\n]\n", []),
    "a list that has it three lines below": (
        "A = [\n    alpha,\n    beta,\n    x,\n    y,\n    gamma,\n]\n",
        [],
    ),
    "a list that has it four lines below": (
        "A = [\n    alpha,\n    beta,\n    x,\n    y,\n    z,\n    gamma,\n]\n",
        ["gamma,"],
    ),
    "a list with another one between": ("A = [\n    alpha,\n    x,\n    beta,\n]\n", []),
    "a list without a last comma": ("A = [\n    alpha,\n    beta\n]\n", []),
    "another indentation": ("A = [\n  alpha,\n    beta,\n]\n", []),
    "a list without a last comma in a call": ("A = f([\n    alpha,\n    beta\n])\n", []),
    "a name twice": ("A = [\n    f(alpha, alpha),\n    f(beta, beta),\n]\n", ["f(gamma, gamma),"]),
    "a value": ("alpha = 1\nbeta = 2\nx = 1\n", []),
    "an import": ("from x import alpha\nfrom x import beta\n\n", []),
}


@pytest.mark.parametrize("name", PARALLEL)
def test_parallel_lines_elsewhere(name: str) -> None:
    other, expected = PARALLEL[name]
    harness = RuleHarness(m__py="B = [\n    alpha,\n    beta,\n]\n", n__py=other)
    harness.insert("m.py", "    beta,", "    gamma,")
    found = [one for one in harness.ask("m.py") if one.family == "parallel-field"]
    made = [edit.text.strip() for one in found for edit in one.edits]
    assert made == expected


ASYNC: dict[str, tuple[str, list[str]]] = {
    "a call in an async function": ("async def g():\n    x = f()\n", ["x = await f()"]),
    "a call in a function": ("def g():\n    x = f()\n", ["async def g():"]),
    "a call of a module": ("x = f()\n", []),
    "a call that is awaited": ("async def g():\n    x = await f()\n", []),
    "a member of the result": ("async def g():\n    x = f().y\n", ["x = (await f()).y"]),
    "a member of something else": ("async def g():\n    x = y.f().y\n", []),
    "an argument": ("async def g():\n    h(f())\n", ["h(await f())"]),
    "a task": ("async def g():\n    asyncio.create_task(f())\n", []),
    "two calls": ("async def g():\n    f()\n    x = f()\n", ["await f()", "x = await f()"]),
    "a name that is no call": ("async def g():\n    h(f)\n", []),
    "async in a name": ("def async_g():\n    x = f()\n", ["async def async_g():"]),
    "async in the body": ("def g():\n    async with y:\n        x = f()\n", ["async def g():"]),
    "a lambda": ("def g():\n    return lambda: f()\n", []),
    "a constructor": ("class A:\n    def __init__(self):\n        f()\n", []),
    "an inner function": ("async def g():\n    def h():\n        return f()\n", ["async def h():"]),
}


@pytest.mark.parametrize("name", ASYNC)
def test_calls_of_a_function_that_became_async(name: str) -> None:
    caller, expected = ASYNC[name]
    case = Case({"m.py": f"def f():\n    pass\n\n{caller}"}, "def f():", "async def f():", [])
    assert shown(case, "async-call") == expected


ASYNC_HEADERS: dict[str, tuple[str, list[str]]] = {
    "a type": ("function f(): A {", ["async function f(): Promise<A> {"]),
    "a promise": ("function f(): Promise<A> {", []),
    "a name like a promise": ("function f(): Promised {", ["async function f(): Promise<Promised> {"]),
    "an iterator": ("function f(): AsyncIterator<A> {", []),
    "anything": ("function f(): any {", []),
    "a name like anything": ("function f(): anyone {", ["async function f(): Promise<anyone> {"]),
    "unknown": ("function f(): unknown {", []),
    "a check": ("function f(x: A): x is B {", []),
    "no type": ("function f() {", []),
}


@pytest.mark.parametrize("name", ASYNC_HEADERS)
def test_the_return_type_of_a_function_that_became_async(name: str) -> None:
    header, expected = ASYNC_HEADERS[name]
    case = Case({"m.ts": f"{header}\n  return a;\n}}\n"}, header, f"async {header}", [])
    assert shown(case, "async-call") == expected


UNUSED = {
    "its last use goes": ("import os\n\nos.x()\ny()\n", "os.x()", "", True),
    "another use is left": ("import os\n\nos.x()\ny(os)\n", "os.x()", "", False),
    "it was not used": ("import os\n\nsys.x()\ny()\n", "sys.x()", "", False),
    "a use in a string is left": ("import os\n\nos.x()\ny('os')\n", "os.x()", "", False),
    "a use in a sentence is none": ("import os\n\nos.x()\ny('no os there')\n", "os.x()", "", True),
    "a use in a longer word is none": ("import os\n\nos.x()\ny(oses)\n", "os.x()", "", True),
    "a use in a type comment is left": ("import os\n\nos.x()\ny = 1  # type: os.Z\n", "os.x()", "", False),
    "a use in a comment is none": ("import os\n\nos.x()\ny = 1  # os\n", "os.x()", "", True),
    "the edit still uses it": ("import os\n\nos.x()\ny()\n", "os.x()", "z(os)", False),
    "the edit mentions it in a comment": ("import os\n\nos.x()\ny()\n", "os.x()", "z()  # os", True),
    "the edit writes another name": ("import os\n\nos.x()\ny()\n", "os.x()", "sys.x()", False),
    "the edit writes another known name": (
        "import os\nimport sys\n\nos.x()\ny()\n",
        "os.x()",
        "sys.x()",
        True,
    ),
    "the edit writes another name at another place": (
        "import os\n\nf(os, a)\ny()\na = b = 1\n",
        "f(os, a)",
        "f(a, sys)",
        True,
    ),
    "the edit writes a new name at another place": (
        "import os\n\nf(os, a)\ny()\na = b = 1\n",
        "f(os, a)",
        "f(a, Thing(1))",
        True,
    ),
    "an import in a try": ("try:\n    import os\nexcept E:\n    pass\n\nos.x()\ny()\n", "os.x()", "", False),
    "an import in a function": ("def f():\n    import os\n    os.x()\n    y()\n", "    os.x()", "", True),
    "an import in a condition": ("if a:\n    import os\n\nos.x()\ny()\n", "os.x()", "", False),
    "an import in another block": ("with a:\n    import os\n\nos.x()\ny()\n", "os.x()", "", True),
}


@pytest.mark.parametrize("name", UNUSED)
def test_unused_imports(name: str) -> None:
    text, old, new, is_removed = UNUSED[name]
    assert len(shown(Case({"m.py": text}, old, new, []), "import-unused")) == is_removed


DUPLICATES = {
    "the same name": ("import os\nx = 1\n\n", "import os", 1),
    "the same name of a module": ("from a import b\nx = 1\n\n", "from a import b", 1),
    "one of the names": ("from a import b\nx = 1\n\n", "from a import b, c", 1),
    "fewer names": ("from a import b, c\nx = 1\n\n", "from a import b", 0),
    "another module": ("from a import b\nx = 1\n\n", "from c import b", 0),
    "another name": ("from a import b\nx = 1\n\n", "from a import b as c", 0),
    "an indented one above": ("def f():\n    import os\nx = 1\n\n", "import os", 0),
    "an indented one is added": ("import os\nx = 1\n\n", "    import os", 0),
    "all names": ("from a import *\nx = 1\n\n", "from a import b", 0),
}


@pytest.mark.parametrize("name", DUPLICATES)
def test_duplicate_imports(name: str) -> None:
    text, added, count = DUPLICATES[name]
    harness = RuleHarness(m__py=text)
    harness.insert("m.py", "x = 1", added)
    found = [one for one in harness.ask("m.py") if one.pattern.startswith("double import")]
    assert len(found) == count


MEMBERS = {
    "a field of Go": Case(
        {"m.go": "package m\n\ntype A struct {\n\tName string\n}\n\nfunc f(a A) {\n\tp(a.Name)\n}\n"},
        "\tName string",
        "\tTitle string",
        ["p(a.Title)"],
    ),
    "a key of a literal of Go": Case(
        {
            "m.go": 'package m\n\ntype A struct {\n\tName string\n}\n\nvar a = A{Name: "x"}\nvar b = B{Name: "x"}\n'
        },
        "\tName string",
        "\tTitle string",
        ['var a = A{Title: "x"}'],
    ),
    "a package of Go": Case(
        {"m.go": 'package m\n\nimport "pk"\n\ntype A struct {\n\tName string\n}\n\nvar a = pk.Name\n'},
        "\tName string",
        "\tTitle string",
        [],
    ),
    "a field of Rust": Case(
        {
            "m.rs": "struct A {\n    root: u8,\n}\n\nfn f(a: A, root: u8) {\n    p(a.root);\n"
            "    let b = A { root };\n    let c = A { root: 1 };\n    let d = B { root };\n}\n"
        },
        "    root: u8,",
        "    base: u8,",
        ["p(a.base);", "let b = A { base: root };", "let c = A { base: 1 };"],
    ),
    "a method of Rust": Case(
        {
            "m.rs": "struct A;\n\nimpl A {\n    fn make() {}\n}\n\nfn f() {\n    A::make();\n    B::make();\n}\n"
        },
        "    fn make() {}",
        "    fn build() {}",
        ["A::build();"],
    ),
    "a name of one letter": Case(
        {"m.go": "package m\n\ntype A struct {\n\tN string\n}\n\nfunc f(a A) {\n\tp(a.N)\n}\n"},
        "\tN string",
        "\tTitle string",
        [],
    ),
    "a type changes as well": Case(
        {"m.go": "package m\n\ntype A struct {\n\tName string\n}\n\nfunc f(a A) {\n\tp(a.Name)\n}\n"},
        "\tName string",
        "\tTitle int",
        [],
    ),
    "a name of two letters": Case(
        {"m.go": "package m\n\ntype A struct {\n\tID string\n}\n\nfunc f(a A) {\n\tp(a.ID)\n}\n"},
        "\tID string",
        "\tKey string",
        ["p(a.Key)"],
    ),
    "a class body is no literal": Case(
        {"m.ts": "class A {\n  name: string;\n}\nclass B extends A { name: string }\n"},
        "  name: string;",
        "  title: string;",
        [],
    ),
    "a range is no member": Case(
        {"m.rs": "struct A {\n    root: u8,\n}\n\nfn f(root: u8) {\n    p(0..root);\n}\n"},
        "    root: u8,",
        "    base: u8,",
        [],
    ),
}


@pytest.mark.parametrize("name", MEMBERS)
def test_renamed_members(name: str) -> None:
    case = MEMBERS[name]
    assert shown(case, "member-renamed") == case.expected


def struct(fields: str, literal: str, expected: list[str]) -> Case:
    """A field `c` is added behind `b`; the literals begin in line 7 then."""
    text = f"struct S {{\n{fields}}}\n\nfn f(c: u8) {{\n{literal}}}\n"
    return Case({"m.rs": text}, "    b: u8,", "    b: u8,\n    c: u8,", expected)


TWO = "    a: u8,\n    b: u8,\n"
FIELDS = {
    "a value of the name": struct(TWO, "    let s = S { a: 1, b: 2 };\n", ["let s = S { a: 1, b: 2, c };"]),
    "behind the field above": struct(
        TWO, "    let s = S { b: 2, a: 1 };\n", ["let s = S { b: 2, c, a: 1 };"]
    ),
    "the rest is given": struct(TWO, "    let s = S { a: 1, ..d };\n", []),
    "it is given": struct(TWO, "    let s = S { a: 1, b: 2, c: 3 };\n", []),
    "an empty literal": struct(TWO, "    let s = S {};\n", []),
    "another type": struct(TWO, "    let s = T { a: 1, b: 2 };\n", []),
    "a longer name": struct(TWO, "    let s = MyS { a: 1, b: 2 };\n", []),
    "a literal of lines": struct(TWO, "    let s = S {\n        a: 1,\n        b: 2,\n    };\n", ["c,"]),
    "a literal of lines without a last comma": struct(
        TWO, "    let s = S {\n        a: 1,\n        b: 2\n    };\n", ["@9:12"]
    ),
    "a literal of lines with two in a line": struct(
        TWO, "    let s = S {\n        a: 1, b: 2,\n    };\n", ["@8:18"]
    ),
}


@pytest.mark.parametrize("name", FIELDS)
def test_fields_of_literals(name: str) -> None:
    case = FIELDS[name]
    found = shown(case, "signature-argument")
    assert found == case.expected


def test_a_field_without_a_value_is_a_jump() -> None:
    case = struct(TWO, "    let s = S { a: 1, b: 2 };\n", [])
    text = case.files["m.rs"].replace("fn f(c: u8)", "fn f(d: u8)")
    assert shown(case._replace(files={"m.rs": text}), "signature-argument") == ["@7:26"]


Rule = Callable[[RuleContext], list[Candidate]]
FIRED: list[tuple[Rule, dict[str, str], str, str]] = [
    (propose_call_updates, {"m.py": "def f(a, b):\n    pass\n\nf(1, 2)\n"}, "def f(a, b):", "def f(a):"),
    (
        propose_awaits,
        {"m.py": "def f():\n    pass\n\nasync def g():\n    f()\n"},
        "def f():",
        "async def f():",
    ),
    (
        propose_removed_definition_uses,
        {"m.py": "def helper():\n    pass\n\nhelper()\n"},
        "def helper():\n    pass",
        "",
    ),
    (
        propose_struct_literal_fields,
        {"m.rs": "struct S {\n    a: u8,\n}\n\nfn f() {\n    let s = S { a: 1 };\n}\n"},
        "    a: u8,",
        "    a: u8,\n    b: u8,",
    ),
    (
        propose_renamed_members,
        {"m.go": "package m\n\ntype A struct {\n\tName string\n}\n\nfunc f(a A) {\n\tp(a.Name)\n}\n"},
        "\tName string",
        "\tTitle string",
    ),
    (
        propose_missing_imports,
        {"m.py": "import os\n\nX\n", "n.py": "from lib import Thing\n"},
        "X",
        "Thing(1)",
    ),
    (
        propose_return_uses,
        {"m.py": "def f(x, y):\n    return x\n\ndef g():\n    a = f(1)\n"},
        "    return x",
        "    return x, y",
    ),
    (
        propose_prototypes,
        {"m.c": "int f(int a);\n\nint f(int a) {\n    return a;\n}\n"},
        "int f(int a) {",
        "int f(long a) {",
    ),
    (
        propose_extracted_values,
        {"m.py": "one()\nsend(self.items.first)\n"},
        "one()",
        "item = self.items.first",
    ),
    (
        propose_moved_definitions,
        {"m.py": "one()\n\nsize = items.count(None)\n"},
        "one()",
        "size = items.count(None)",
    ),
    (
        propose_vanished_names,
        {"m.py": "def load(a):\n    pass\n\nx = loader(1)\ny = loader(2)\n"},
        "x = loader(1)",
        "x = load(1)",
    ),
]


def fired(rule: Rule, files: dict[str, str], old: str, new: str) -> tuple[RuleHarness, str]:
    harness = RuleHarness()
    for path, text in files.items():
        harness.put(path, text)
    path = next(iter(files))
    harness.edit(path, old, new)
    return harness, path


NAMES = [rule.__name__ for rule, *_ in FIRED]


@pytest.mark.parametrize(("rule", "files", "old", "new"), FIRED, ids=NAMES)
def test_a_rule_stops_at_the_deadline(rule: Rule, files: dict[str, str], old: str, new: str) -> None:
    harness, path = fired(rule, files, old, new)
    assert rule(RuleContext(harness.situation(path)))
    assert rule(RuleContext(harness.situation(path, deadline=0.0))) == []


@pytest.mark.parametrize(("rule", "files", "old", "new"), FIRED, ids=NAMES)
def test_nothing_follows_from_an_edit_of_a_text_that_is_gone(
    rule: Rule, files: dict[str, str], old: str, new: str
) -> None:
    harness, path = fired(rule, files, old, new)
    suffix = path.partition(".")[2]
    harness.put(f"other.{suffix}", "\n")
    assert rule(RuleContext(harness.situation(path)))
    del harness.workspace.texts[f"file:///project/{path}"]
    assert rule(RuleContext(harness.situation(f"other.{suffix}"))) == []


def test_parallel_lines_stop_at_the_deadline_and_at_a_text_that_is_gone() -> None:
    both = "[\n    alpha,\n    beta,\n]\n"
    harness = RuleHarness(m__py=both, n__py=both)
    harness.insert("m.py", "    beta,", "    gamma,")
    assert propose_parallel_lines(RuleContext(harness.situation("n.py")))
    assert propose_parallel_lines(RuleContext(harness.situation("n.py", deadline=0.0))) == []
    del harness.workspace.texts["file:///project/m.py"]
    assert propose_parallel_lines(RuleContext(harness.situation("n.py"))) == []


def test_a_line_above_its_siblings_is_put_above_them_elsewhere() -> None:
    harness = RuleHarness(
        m__py="B = [\n    beta,\n    alpha,\n]\n", n__py="A = [\n    beta,\n    alpha,\n]\n"
    )
    harness.insert("m.py", "B = [", "    gamma,")
    (found,) = propose_parallel_lines(RuleContext(harness.situation("m.py")))
    assert harness.after(found) == "A = [\n    gamma,\n    beta,\n    alpha,\n]\n"


@pytest.mark.parametrize(("more", "count"), [("", 1), ("\nx = 1", 0)])
def test_an_element_is_added_without_another_line(more: str, count: int) -> None:
    both = "[alpha, beta]\n"
    harness = RuleHarness(m__py=both, n__py="A = [\n    alpha,\n    beta,\n]\n")
    harness.edit("m.py", "[alpha, beta]", f"[alpha, beta, gamma]{more}")
    assert len(propose_parallel_lines(RuleContext(harness.situation("m.py")))) == count


def test_another_function_that_is_async_is_no_new_one() -> None:
    text = "def f():\n    pass\n\nasync def g():\n    k()\n"
    assert shown(Case({"m.py": text}, "def f():", "async def k():", []), "async-call") == []


def test_an_edit_that_would_break_the_syntax_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    harness = RuleHarness(m__py="x = 1\ny = 2\n")
    harness.edit("m.py", "x = 1", "x = 3")
    uri = "file:///project/m.py"

    def edit(text: str) -> Candidate:
        span = Span(Point(1, 4), Point(1, 5))
        return Candidate(
            kind="edit",
            uri=uri,
            family="f",
            pattern=text,
            why="w",
            edits=(Replacement(span, text),),
            probability=0.5,
        )

    jump = Candidate(
        kind="jump", uri=uri, family="f", pattern="j", why="w", position=Point(1, 0), probability=0.5
    )

    def rule(context: RuleContext) -> list[Candidate]:
        return [edit("(3"), edit("(3)"), jump]

    monkeypatch.setattr(consequences, "_RULES", (rule,))
    assert [one.pattern for one in harness.ask("m.py")] == ["(3)", "j"]


def test_a_function_that_is_called_async_is_not_async() -> None:
    text = "function f() {}\nfunction async() {\n  f();\n}\n"
    case = Case({"m.js": text}, "function f() {}", "async function f() {}", [])
    assert shown(case, "async-call") == ["async function async() {"]


@pytest.mark.parametrize(
    ("example", "is_same"),
    [("call(one, two)", True), ("call(one , two)", False), ("other(one, two)", False)],
)
def test_an_example_that_does_not_have_the_text_is_in_no_call(example: str, is_same: bool) -> None:
    examples: Any = SimpleNamespace(example_lines=[example], old=("one", ",", " ", "two"))
    assert replacements._is_in_same_call(examples, "call(one, two)", 5) is is_same  # pyright: ignore[reportPrivateUsage]


@pytest.mark.parametrize(("suffix", "count"), [("py", 1), ("js", 0)])
def test_calls_of_a_method_are_in_texts_of_its_language(suffix: str, count: int) -> None:
    harness = RuleHarness()
    harness.put("m.py", "class Shape:\n    def area(self, a, b):\n        pass\n")
    harness.put(f"x.{suffix}", "\n")
    harness.put(f"y.{suffix}", "shape.area(1, 2)\n")
    harness.edit("m.py", "    def area(self, a, b):", "    def area(self, a):")
    found = [one for one in harness.ask(f"x.{suffix}") if one.family == "signature-argument"]
    assert len(found) == count


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("UserStore", "UserTable", ["x = UserTable()"]),
        ("UserStore", "UserTable, Box", ["x = UserTable()"]),
        ("UserStore", "UserTable, UserList", []),
        ("UserStore", "Box", []),
        ("UserStoreOld", "UserTable", []),
        ("UserStore, Row", "UserTable", []),
        ("isTrue", "isFalse", []),
    ],
)
def test_uses_follow_the_one_new_name_that_is_most_like_the_old_one(
    old: str, new: str, expected: list[str]
) -> None:
    text = f"from lib import {old}\n\nx = {old.split(',')[0]}()\n"
    case = Case({"m.py": text}, f"from lib import {old}", f"from lib import {new}", expected)
    assert shown(case, "import-moved") == case.expected
