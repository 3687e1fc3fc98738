"""Table tests for the guards and limits of the consequence rules: each case fails if its guard is dropped."""

from collections.abc import Sequence
from typing import NamedTuple

import pytest

from nes_symbolic.rule_harness import RuleHarness
from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences import (
    changed_signature,
    limits,
    members,
    missing_import,
    moved_import,
    parallel_lines,
    removed_definition,
    unused_import,
)
from understudy.nes.text import EditOrigin


def ask(harness: RuleHarness, path: str, family: str) -> list[Candidate]:
    return [one for one in harness.ask(path) if one.family == family]


class Case(NamedTuple):
    """Some files, an edit of the first one, and how many candidates of the family follow."""

    files: dict[str, str]
    old: str
    new: str
    expected: int


def run(case: Case, family: str) -> list[Candidate]:
    harness = RuleHarness()
    for path, text in case.files.items():
        harness.put(path, text)
    path = next(iter(case.files))
    harness.edit(path, case.old, case.new)
    return ask(harness, path, family)


def lines(template: str, numbers: Sequence[int]) -> str:
    return "".join(template.format(number) for number in numbers)


REMOVED = "def helper():\n    pass\n"
GO_HELPER = "func helper() {\n}"
GO = f"package a\n\n{GO_HELPER}\n\nvar x = 1\n"
REMOVED_DEFINITIONS = {
    "a use is jumped to": Case({"m.py": f"{REMOVED}\nhelper()\n"}, REMOVED[:-1], "", 1),
    "a name that is imported still has a meaning": Case(
        {"m.py": f"from lib import helper\n\n{REMOVED}\nhelper()\n"}, REMOVED[:-1], "", 0
    ),
    "a name that is defined twice still has a meaning": Case(
        {"m.py": f"{REMOVED}\nhelper = 1\nhelper()\n"}, REMOVED[:-1], "", 0
    ),
    "a line of more than 500 characters may define anything": Case(
        {"m.py": f"{REMOVED}\nx = [{'1, ' * 170}helper]\n"}, REMOVED[:-1], "", 0
    ),
    "a shorter one is read": Case({"m.py": f"{REMOVED}\nx = [{'1, ' * 150}helper]\n"}, REMOVED[:-1], "", 1),
    "a builtin name still has a meaning": Case(
        {"m.py": "def print():\n    pass\n\nprint()\n"}, "def print():\n    pass", "", 0
    ),
    "a name of two characters says too little": Case(
        {"m.py": "def ab():\n    pass\n\nab()\n"}, "def ab():\n    pass", "", 0
    ),
    "a name of three characters is enough": Case(
        {"m.py": "def abc():\n    pass\n\nabc()\n"}, "def abc():\n    pass", "", 1
    ),
    "a name that the edit still writes was not removed": Case(
        {"m.py": f"{REMOVED}\nhelper()\n"}, REMOVED[:-1], "# helper was here", 0
    ),
    "an indented definition is not seen by the whole text": Case(
        {"m.py": "if x:\n    def helper():\n        pass\nhelper()\n"}, "    def helper():", "    z = 1", 0
    ),
    "the import of another text goes": Case(
        {"m.py": f"{REMOVED}\nx = 1\n", "n.py": "from m import helper\n"}, REMOVED[:-1], "", 1
    ),
    "the import of an equal name from another module stays": Case(
        {"m.py": f"{REMOVED}\nx = 1\n", "n.py": "from other import helper\n"}, REMOVED[:-1], "", 0
    ),
    "an indented import of another text stays": Case(
        {"m.py": f"{REMOVED}\nx = 1\n", "n.py": "def f():\n    from m import helper\n"}, REMOVED[:-1], "", 0
    ),
    "an index file is its folder": Case(
        {"pkg/__init__.py": f"{REMOVED}\nx = 1\n", "n.py": "from pkg import helper\n"}, REMOVED[:-1], "", 1
    ),
    "another text imports and uses it": Case(
        {"m.py": f"{REMOVED}\nx = 1\n", "n.py": "from m import helper\n\nhelper()\n"}, REMOVED[:-1], "", 2
    ),
    "another text uses it by another name": Case(
        {"m.py": f"{REMOVED}\nx = 1\n", "n.py": "from m import helper as h\n\nh()\n"}, REMOVED[:-1], "", 2
    ),
    "another text of the package, in Go": Case(
        {"a/m.go": GO, "a/n.go": "package a\n\nfunc f() {\n\thelper()\n}\n"}, GO_HELPER, "", 1
    ),
    "another text of the package defines it, in Go": Case(
        {"a/m.go": GO, "a/n.go": "package a\n\nfunc f(helper int) {\n\tg(helper)\n}\n"}, GO_HELPER, "", 0
    ),
    "a text of another package, in Go": Case(
        {"a/m.go": GO, "b/n.go": "package b\n\nfunc f() {\n\thelper()\n}\n"}, GO_HELPER, "", 0
    ),
    "a text that imports the package, in Go": Case(
        {"a/m.go": GO, "b/n.go": 'package b\n\nimport "x/a"\n\nfunc f() {\n\ta.helper()\n}\n'},
        GO_HELPER,
        "",
        1,
    ),
    "a text that imports another package, in Go": Case(
        {"a/m.go": GO, "b/n.go": 'package b\n\nimport "x/c"\n\nfunc f() {\n\ta.helper()\n}\n'},
        GO_HELPER,
        "",
        0,
    ),
    "a call in a list is no entry": Case(
        {"m.py": f"{REMOVED}\nALL = [\n    helper(),\n    x,\n]\n"}, REMOVED[:-1], "", 1
    ),
    "an entry of another list is no export": Case(
        {"m.py": f'OTHERS = [\n    "helper",\n    "x",\n]\n{REMOVED}\n'}, REMOVED[:-1], "", 0
    ),
}


@pytest.mark.parametrize("name", REMOVED_DEFINITIONS)
def test_removed_definitions(name: str) -> None:
    case = REMOVED_DEFINITIONS[name]
    assert len(run(case, "definition-removed")) == case.expected


@pytest.mark.parametrize(
    ("path", "text", "gone"),
    [
        ("n.py", "ALL = [\n    helper,\n    x,\n]\n", "    helper,"),
        ("n.py", "ALL = {\n    'a': helper,\n    'b': x,\n}\n", "    'a': helper,"),
        ("n.py", "ALL = {\n    'a': y.helper,\n    'b': x,\n}\n", None),
        ("n.py", "ALL = {\n    'a': 1 + helper,\n    'b': x,\n}\n", None),
        ("n.py", "ALL = {\n    'a': helper,\n}\n", None),
        ("n.py", "ALL = {'b': x,\n    'a': 1, 'c': helper,\n}\n", None),
        ("n.py", "run(\n    helper,\n    x,\n)\n", None),
        ("n.js", "const all = {\n  a: helper,\n  b,\n};\n", "  a: helper,"),
        ("n.js", "const all = {\n  helper,\n  b,\n};\n", "  helper,"),
    ],
)
def test_an_entry_of_a_list_or_a_table_goes(path: str, text: str, gone: str | None) -> None:
    definition = "function helper() {\n}" if path.endswith(".js") else REMOVED[:-1]
    imports = "import { helper } from './m';\n" if path.endswith(".js") else "from m import helper\n"
    defining = f"m.{path[2:]}"
    harness = RuleHarness()
    harness.put(defining, f"{definition}\nx = 1\n")
    uri = harness.put(path, f"{imports}\n{text}")
    harness.edit(defining, definition, "")
    edits = [one for one in ask(harness, defining, "definition-removed") if one.edits and one.uri == uri]
    lines_gone = [
        line
        for one in edits
        for line in harness.workspace.texts[uri]
        if line not in harness.after(one).split("\n") and "import" not in line
    ]
    assert lines_gone == ([gone] if gone is not None else [])


def test_the_uses_of_at_most_three_removed_definitions_are_looked_for() -> None:
    names = range(limits.MAX_REMOVED_DEFINITIONS + 1)
    definitions, uses = lines("NAME_{0} = {0}\n", names), lines("f(NAME_{0})\n", names)
    harness = RuleHarness(m__py=definitions + uses)
    harness.edit("m.py", definitions[:-1], "")
    positions = [one.position for one in ask(harness, "m.py", "definition-removed")]
    assert positions == [(0, 2), (1, 2), (2, 2)]


@pytest.mark.parametrize(("later_edits", "expected"), [(2, 1), (3, 0)])
def test_a_removed_definition_is_one_of_the_three_newest_edits(later_edits: int, expected: int) -> None:
    harness = RuleHarness(m__py=f"{REMOVED}\nhelper()\n" + lines("a{0} = 1\n", range(5)))
    harness.edit("m.py", REMOVED[:-1], "")
    for number in range(later_edits):
        harness.edit("m.py", f"a{number} = 1", f"a{number} = 2")
    assert len(ask(harness, "m.py", "definition-removed")) == expected


UNUSED = "import os\nimport sys\n\nos.x()\nsys.y()\n"


@pytest.mark.parametrize(("later_edits", "expected"), [(5, 1), (6, 0)])
def test_a_consequence_is_of_one_of_the_six_newest_edits(later_edits: int, expected: int) -> None:
    harness = RuleHarness(m__py=UNUSED + lines("a{0} = 1\n", range(8)))
    harness.edit("m.py", "os.x()", "")
    for number in range(later_edits):
        harness.edit("m.py", f"a{number} = 1", f"a{number} = 2")
    assert len(ask(harness, "m.py", "import-unused")) == expected


@pytest.mark.parametrize(("count", "expected"), [(200, 1), (201, 0)])
def test_an_edit_of_too_many_lines_is_not_made_by_hand(count: int, expected: int) -> None:
    removed = "os.x()\n" * count
    harness = RuleHarness(m__py=f"import os\n\n{removed}y = 1\n")
    harness.edit("m.py", removed[:-1], "")
    assert len(ask(harness, "m.py", "import-unused")) == expected


@pytest.mark.parametrize("origin", [EditOrigin.UNDONE, EditOrigin.EXTERNAL])
def test_nothing_follows_from_edits_before_an_undo_or_another_program(origin: EditOrigin) -> None:
    harness = RuleHarness(m__py=UNUSED + "z = 1\n")
    harness.edit("m.py", "os.x()", "")
    harness.edit("m.py", "z = 1", "z = 2", origin)
    assert ask(harness, "m.py", "import-unused") == []


@pytest.mark.parametrize(
    ("origin", "age"), [(EditOrigin.ACCEPTED, 0), (EditOrigin.TYPED, 1)], ids=["accepted", "typed"]
)
def test_accepting_a_suggestion_does_not_make_the_cause_older(origin: EditOrigin, age: int) -> None:
    harness = RuleHarness(m__py="z = 1\n" + UNUSED)
    harness.edit("m.py", "os.x()", "")
    harness.edit("m.py", "z = 1", "z = 2", origin)
    [candidate] = ask(harness, "m.py", "import-unused")
    expected = unused_import.PROBABILITY.estimate(unused_import._Features(stale=age))
    assert candidate.probability == pytest.approx(expected)


@pytest.mark.parametrize(("line", "expected"), [("x" * 1000, 1), ("x" * 1001, 0), ("# " + "x" * 2000, 1)])
def test_code_on_too_long_a_line_was_generated(line: str, expected: int) -> None:
    harness = RuleHarness(m__py=f"{UNUSED}{line}\n")
    harness.edit("m.py", "os.x()", "")
    assert len(ask(harness, "m.py", "import-unused")) == expected


@pytest.mark.parametrize(("import_line", "expected"), [(149, 1), (150, 0)])
def test_imports_are_looked_for_in_the_first_lines(import_line: int, expected: int) -> None:
    harness = RuleHarness(m__py="\n" * import_line + "import os\n\nos.x()\ny = 1\n")
    harness.edit("m.py", "os.x()", "")
    assert len(ask(harness, "m.py", "import-unused")) == expected


UNUSED_IMPORTS = {
    "React is used by the compiled code": Case(
        {"m.js": "import React from 'react';\n\nReact.x();\ny();\n"}, "React.x();", "", 0
    ),
    "another default import is not": Case(
        {"m.js": "import Preact from 'react';\n\nPreact.x();\ny();\n"}, "Preact.x();", "", 1
    ),
    "a package's file imports for others": Case(
        {"pkg/__init__.py": "from a import One\nOne()\n"}, "One()", "", 0
    ),
    "so does pytest's": Case({"conftest.py": "from a import One\nOne()\n"}, "One()", "", 0),
    "another file of Python does not": Case({"main.py": "from a import One\nOne()\n"}, "One()", "", 1),
    "a use that is left keeps the import": Case(
        {"m.py": "from a import One\nOne()\nx = One\n"}, "One()", "", 0
    ),
    "an import in a block of Go is removed though it is indented": Case(
        {"m.go": 'package m\n\nimport (\n\t"fmt"\n\t"os"\n)\n\nfunc f() {\n\tfmt.P()\n\tos.X()\n}\n'},
        "\tfmt.P()",
        "",
        1,
    ),
    "an import behind a condition stays": Case(
        {"m.py": "if x:\n    import one\n\none.x()\ny = 1\n"}, "one.x()", "", 0
    ),
    "an import inside a function goes": Case(
        {"m.py": "def f():\n    import one\n    one.x()\n    return 1\n"}, "    one.x()", "", 1
    ),
    "a second import of a name is a duplicate": Case({"m.py": "import re\nx = re\n"}, "", "import re", 1),
    "an indented import is no duplicate": Case(
        {"m.py": "def f():\n    import re\n    return re\n"}, "", "import re", 0
    ),
    "an import of other names is no duplicate": Case(
        {"m.py": "from a import b, c\nx = b, c, d\n"}, "", "from a import b, d", 0
    ),
}


@pytest.mark.parametrize("name", UNUSED_IMPORTS)
def test_unused_imports(name: str) -> None:
    case = UNUSED_IMPORTS[name]
    assert len(run(case, "import-unused")) == case.expected


UNUSED_FEATURES: dict[str, tuple[Case, dict[str, float]]] = {
    "one name of several": (
        Case({"m.py": "from a import b, c\nb()\nc()\n"}, "b()", "", 1),
        {"is_part": 1},
    ),
    "twelve lines are no large removal": (
        Case({"m.py": "import os\n" + "os.x()\n" * 12 + "y = 1\n"}, "os.x()\n" * 11 + "os.x()", "", 1),
        {},
    ),
    "thirteen lines are": (
        Case({"m.py": "import os\n" + "os.x()\n" * 13 + "y = 1\n"}, "os.x()\n" * 12 + "os.x()", "", 1),
        {"is_large": 1},
    ),
    "a trait of Rust may be used without its name": (
        Case({"m.rs": "use a::Write;\nfn f() {\n    x(Write);\n}\n"}, "    x(Write);", "", 1),
        {"may_be_implicit": 1},
    ),
    "so may a name with the suffix of a trait": (
        Case(
            {"m.rs": "use a::ReadableExt;\nfn f() {\n    x(ReadableExt);\n}\n"}, "    x(ReadableExt);", "", 1
        ),
        {"may_be_implicit": 1},
    ),
    "a struct of Rust may not": (
        Case({"m.rs": "use a::Writer;\nfn f() {\n    x(Writer);\n}\n"}, "    x(Writer);", "", 1),
        {},
    ),
    "a class of Python with such a suffix may not": (
        Case({"m.py": "from a import Readable\nReadable()\ny = 1\n"}, "Readable()", "", 1),
        {},
    ),
    "an unresolved name in the same edit will change the import": (
        Case({"m.py": "import os\nimport sys\nos.x()\nsys.y()\n"}, "os.x()", "path.x(sys)", 1),
        {"is_replaced": 1},
    ),
    "a duplicate": (Case({"m.py": "import re\nx = re\n"}, "", "import re", 1), {"is_duplicate": 1}),
}


@pytest.mark.parametrize("name", UNUSED_FEATURES)
def test_the_features_of_an_unused_import(name: str) -> None:
    case, features = UNUSED_FEATURES[name]
    [candidate] = run(case, "import-unused")
    is_block = bool(case.new and "is_duplicate" not in features)
    features = {"is_block": float(is_block), **features}
    expected = unused_import.PROBABILITY.estimate(unused_import._Features(**features))
    assert candidate.probability == pytest.approx(expected)


@pytest.mark.parametrize(
    ("edits", "features"),
    [
        ([("a = 1", "a = 2"), ("os.x()", "")], {"is_moving_down": 1.0}),
        ([("z = 1", "z = 2"), ("os.x()", "")], {}),
        (
            [("import sys", "import sys as system"), ("os.x()", "")],
            {"is_touched": 1.0, "is_moving_down": 1.0},
        ),
    ],
    ids=["the user passed the imports", "the user comes from below", "the user edited the imports"],
)
def test_an_import_that_the_user_saw_and_left(
    edits: list[tuple[str, str]], features: dict[str, float]
) -> None:
    harness = RuleHarness(m__py="a = 1\nimport os\nimport sys\nos.x()\nz = 1\n")
    for old, new in edits:
        harness.edit("m.py", old, new)
    [candidate] = ask(harness, "m.py", "import-unused")
    expected = unused_import.PROBABILITY.estimate(unused_import._Features(**features))
    assert candidate.probability == pytest.approx(expected)


@pytest.mark.parametrize(
    ("edits", "features"),
    [
        ([("import sys", "import sys as system"), ("os.x()", "z.x()")], {}),
        ([("os.x()", "z.x()"), ("import sys", "import sys as system")], {"stale": 1.0, "is_touched": 1.0}),
    ],
    ids=["before it was unused", "when it was unused"],
)
def test_an_import_that_is_left_at_the_keyboard(
    edits: list[tuple[str, str]], features: dict[str, float]
) -> None:
    harness = RuleHarness(m__py="a = 1\nimport os\nimport sys\nos.x()\nz = 1\n")
    for old, new in edits:
        harness.edit("m.py", old, new)
        harness.edits[-1].is_inside_line = True
    [candidate] = ask(harness, "m.py", "import-unused")
    expected = unused_import.PROBABILITY.estimate(unused_import._Features(**features))
    assert candidate.probability == pytest.approx(expected)


BODY = "import os\n\n\ndef f(x):\n    return os\n"
MISSING_IMPORTS = {
    "three texts outvote one": Case(
        {
            "m.py": BODY,
            "n.py": "from a import Thing\n",
            "o.py": "from a import Thing\n",
            "p.py": "from a import Thing\n",
            "q.py": "from b import Thing\n",
        },
        "    return os",
        "    return os, Thing()",
        1,
    ),
    "two texts do not outvote one": Case(
        {
            "m.py": BODY,
            "n.py": "from a import Thing\n",
            "o.py": "from a import Thing\n",
            "q.py": "from b import Thing\n",
        },
        "    return os",
        "    return os, Thing()",
        0,
    ),
    "a module of the standard library is known before a dot": Case(
        {"m.py": BODY}, "    return os", "    return os, json.x", 1
    ),
    "and not without one": Case({"m.py": BODY}, "    return os", "    return os, json(1)", 0),
    "a text without imports gets its first one": Case(
        {"m.py": "def f(x):\n    return 1\n", "n.py": "from a import Thing\n"},
        "    return 1",
        "    return Thing()",
        1,
    ),
    "a glob may bring the name": Case(
        {"m.py": "from z import *\n" + BODY, "n.py": "from a import Thing\n"},
        "    return os",
        "    return os, Thing()",
        0,
    ),
    "a plain lower-case word is a variable": Case(
        {"m.py": BODY, "n.py": "from a import thing\n"}, "    return os", "    return os, thing", 0
    ),
    "one that is called is not": Case(
        {"m.py": BODY, "n.py": "from a import thing\n"}, "    return os", "    return os, thing()", 1
    ),
    "a name of one character says too little": Case(
        {"m.py": BODY, "n.py": "from a import T\n"}, "    return os", "    return os, T()", 0
    ),
    "a relative module of another folder of Python is another one": Case(
        {"m.py": BODY, "sub/n.py": "from .a import Thing\n"}, "    return os", "    return os, Thing()", 0
    ),
    "an indented import is no example": Case(
        {"m.py": BODY, "n.py": "def g():\n    from a import Thing\n"},
        "    return os",
        "    return os, Thing()",
        0,
    ),
    "two texts that define the name leave it open": Case(
        {
            "m.py": "from pkg.zoo import Cat\n\nCat()\n",
            "pkg/zoo.py": "class Dog:\n    pass\n",
            "pkg/yard.py": "class Dog:\n    pass\n",
        },
        "Cat()",
        "Cat(Dog())",
        0,
    ),
    "a name that is only passed on needs no import": Case(
        {
            "m.ts": 'export { Cat } from "./zoo";\n',
            "n.ts": 'import { Dog } from "./zoo";\nnew Dog();\n',
        },
        'export { Cat } from "./zoo";',
        'export { Dog } from "./zoo";',
        0,
    ),
    "a name that is exported by itself needs an import": Case(
        {
            "m.ts": 'import { Cat } from "./zoo";\n\nexport { Cat };\n',
            "n.ts": 'import { Dog } from "./zoo";\nnew Dog();\n',
        },
        "export { Cat };",
        "export { Cat, Dog };",
        1,
    ),
    "a crate that the text does not use may not be there": Case(
        {
            "m.rs": "use std::fmt;\nuse std::io;\n\nfn f() {\n    g(fmt::X, io::Y);\n}\n",
            "n.rs": "use other::Thing;\nfn f(t: Thing) {}\n",
        },
        "    g(fmt::X, io::Y);",
        "    g(fmt::X, io::Y, Thing::new());",
        0,
    ),
}


@pytest.mark.parametrize("name", MISSING_IMPORTS)
def test_missing_imports(name: str) -> None:
    case = MISSING_IMPORTS[name]
    assert len(run(case, "import-missing")) == case.expected


def test_at_most_eight_unresolved_names_are_imported() -> None:
    names = [f"Name{number}" for number in range(limits.MAX_UNRESOLVED_NAMES + 1)]
    harness = RuleHarness(m__py=BODY, n__py=f"from a import {', '.join(names)}\n")
    harness.edit("m.py", "    return os", f"    return os, {', '.join(f'{name}()' for name in names)}")
    assert len(ask(harness, "m.py", "import-missing")) == limits.MAX_UNRESOLVED_NAMES


def test_a_relative_module_of_javascript_is_written_for_the_own_folder() -> None:
    harness = RuleHarness()
    harness.put("m.ts", "import {a} from './a';\nimport {b} from './b';\n\na(b);\n")
    harness.put("sub/n.ts", "import {c2} from './deep/c';\nc2();\n")
    harness.edit("m.ts", "a(b);", "a(b, c2());")
    [candidate] = ask(harness, "m.ts", "import-missing")
    assert "from './sub/deep/c'" in harness.after(candidate)


@pytest.mark.parametrize(
    ("others", "features"),
    [
        (["from a import Thing\n"], {}),
        (["from a import Thing\n"] * 2, {"is_agreed": 1.0}),
    ],
)
def test_the_features_of_a_missing_import(others: list[str], features: dict[str, float]) -> None:
    harness = RuleHarness(m__py=BODY)
    for number, text in enumerate(others):
        harness.put(f"n{number}.py", text)
    harness.edit("m.py", "    return os", "    return os, Thing()")
    [candidate] = ask(harness, "m.py", "import-missing")
    expected = missing_import.PROBABILITY.estimate(missing_import._Features(**features))
    assert candidate.probability == pytest.approx(expected)


MOVED_IMPORTS = {
    "half of the words are enough": Case(
        {"m.py": "from a import old_hash\n\nold_hash(1)\n"},
        "from a import old_hash",
        "from a import new_hash",
        1,
    ),
    "a third is not": Case(
        {"m.py": "from a import old_hash_text\n\nold_hash_text(1)\n"},
        "from a import old_hash_text",
        "from a import new_hash_words",
        0,
    ),
    "two names that fit alike leave it open": Case(
        {"m.py": "from a import old_hash\n\nold_hash(1)\n"},
        "from a import old_hash",
        "from a import new_hash, big_hash",
        0,
    ),
    "uses on two lines are rewritten": Case(
        {"m.py": "import foo\n\nfoo.x()\nfoo.y()\nfoo.z()\n"}, "import foo", "import foo as bar", 2
    ),
    "a relative module of another folder is another one": Case(
        {"m.py": "from .old import Thing\n\nThing()\n", "sub/n.py": "from .old import Thing\n\nThing()\n"},
        "from .old import Thing",
        "from .new import Thing",
        0,
    ),
    "one of the same folder is the same": Case(
        {"m.py": "from .old import Thing\n\nThing()\n", "n.py": "from .old import Thing\n\nThing()\n"},
        "from .old import Thing",
        "from .new import Thing",
        1,
    ),
    "a name that is defined here needs no import": Case(
        {"m.py": "import foo\n\nfoo = 1\nfoo.x()\n"}, "import foo", "import foo as bar", 0
    ),
}


@pytest.mark.parametrize("name", MOVED_IMPORTS)
def test_moved_imports(name: str) -> None:
    case = MOVED_IMPORTS[name]
    assert len(run(case, "import-moved")) == case.expected


@pytest.mark.parametrize(("count", "many"), [(2, 0), (3, 1)])
def test_many_imports_removed_at_once_may_move(count: int, many: int) -> None:
    imports = lines("import mod{0}\n", range(count))
    harness = RuleHarness(m__py=f"{imports}\nmod0.x()\n")
    harness.edit("m.py", imports[:-1], "")
    [candidate] = ask(harness, "m.py", "definition-removed")
    expected = moved_import.LOST_PROBABILITY.estimate(moved_import._LostFeatures(many=many))
    assert candidate.probability == pytest.approx(expected)


AREA = "def area(width, height):\n    pass\n\n\n"
SIGNATURES = {
    "at most three calls": Case(
        {"m.py": AREA + "area(1, 2)\n" * 5}, "def area(width, height):", "def area(width):", 3
    ),
    "a parameter with a default changes no call": Case(
        {"m.py": AREA + "area(1, 2)\n"},
        "def area(width, height):",
        "def area(width, height, unit=1):",
        0,
    ),
    "a function of another text has to be imported": Case(
        {"m.py": AREA, "n.py": "area(1, 2)\n"}, "def area(width, height):", "def area(width):", 0
    ),
    "then its calls follow": Case(
        {"m.py": AREA, "n.py": "from m import area\narea(1, 2)\n"},
        "def area(width, height):",
        "def area(width):",
        1,
    ),
    "a function is not called on something": Case(
        {"m.py": AREA + "x.area(1, 2)\n"}, "def area(width, height):", "def area(width):", 0
    ),
    "a method is": Case(
        {"m.py": "class A:\n    def area(self, a, b):\n        pass\n\n\narea(1, 2)\n"},
        "    def area(self, a, b):",
        "    def area(self, a):",
        0,
    ),
    "a call with fewer arguments is another one": Case(
        {"m.py": AREA + "area(1)\n"}, "def area(width, height):", "def area(width):", 0
    ),
    "four added lines are more than a parameter": Case(
        {"m.py": "def area(\n    a,\n    b,\n    c,\n    d,\n):\n    pass\n\n\narea(1, 2, 3, 4)\n"},
        "    a,\n    b,\n    c,\n    d,",
        "",
        0,
    ),
    "a type of Rust is found for its constructor": Case(
        {
            "m.rs": "struct Cat;\nimpl Cat {\n    fn new(a: u8, b: u8) -> Self {\n    }\n}\n"
            "fn g() {\n    Cat::new(1, 2);\n}\n"
        },
        "    fn new(a: u8, b: u8) -> Self {",
        "    fn new(a: u8) -> Self {",
        1,
    ),
    "a call that gives the keyword already is right": Case(
        {"m.py": AREA + "def f(unit):\n    area(1, unit=2)\n"},
        "def area(width, height):",
        "def area(width, height, unit):",
        0,
    ),
}


@pytest.mark.parametrize("name", SIGNATURES)
def test_changed_signatures(name: str) -> None:
    case = SIGNATURES[name]
    assert len(run(case, "signature-argument")) == case.expected


def test_a_call_in_another_language_is_of_another_function() -> None:
    harness = RuleHarness(m__rs="pub fn area(a: u8, b: u8) {\n}\n", n__py="area(1, 2)\n")
    harness.edit("m.rs", "pub fn area(a: u8, b: u8) {", "pub fn area(a: u8) {")
    assert ask(harness, "n.py", "signature-argument") == []


@pytest.mark.parametrize(
    ("parameter", "expected"),
    [
        ("    height: Map[\n        int\n    ],", 1),
        ("    height: Map[\n        int,\n        int\n    ],", 0),
    ],
    ids=["three lines", "four lines"],
)
def test_a_removed_parameter_has_at_most_three_lines(parameter: str, expected: int) -> None:
    harness = RuleHarness(m__py=f"def area(\n    width,\n{parameter}\n):\n    pass\n\n\narea(1, 2)\n")
    harness.edit("m.py", parameter, "")
    assert len(ask(harness, "m.py", "signature-argument")) == expected


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        ("n.rs", "use super::m::area;\n\nfn g() {\n    area(1, 2);\n}\n", 1),
        ("n.rs", "fn g() {\n    area(1, 2);\n}\n", 0),  # another function of that name
        ("n.py", "area(1, 2)\n", 0),
    ],
)
def test_a_call_is_written_in_the_language_of_its_function(path: str, text: str, expected: int) -> None:
    harness = RuleHarness(m__rs="pub fn area(a: u8, b: u8) {\n}\n")
    harness.put(path, text)
    harness.edit("m.rs", "pub fn area(a: u8, b: u8) {", "pub fn area(a: u8) {")
    assert len(ask(harness, path, "signature-argument")) == expected


@pytest.mark.parametrize(
    ("later", "origin", "expected"),
    [
        (3, EditOrigin.TYPED, 1),
        (4, EditOrigin.TYPED, 0),
        (9, EditOrigin.ACCEPTED, 1),
    ],
    ids=["one of the four newest edits", "an older edit", "however many suggestions were accepted since"],
)
def test_the_age_of_a_changed_signature(later: int, origin: EditOrigin, expected: int) -> None:
    harness = RuleHarness(m__py=AREA + "area(1, 2)\n" + lines("a{0} = 1\n", range(10)))
    harness.edit("m.py", "def area(width, height):", "def area(width):")
    for number in range(later):
        harness.edit("m.py", f"a{number} = 1", f"a{number} = 2", origin)
    assert len(ask(harness, "m.py", "signature-argument")) == expected


@pytest.mark.parametrize(("path", "lenient"), [("m.js", 1), ("m.rs", 0)])
def test_javascript_ignores_a_superfluous_argument(path: str, lenient: int) -> None:
    harness = RuleHarness()
    word = "function" if path == "m.js" else "fn"
    types = "" if path == "m.js" else ": u8"
    harness.put(path, f"{word} f(a{types}, b{types}) {{\n}}\n{word} g() {{\n    f(1, 2);\n}}\n")
    harness.edit(path, f"{word} f(a{types}, b{types}) {{", f"{word} f(a{types}) {{")
    [candidate] = ask(harness, path, "signature-argument")
    expected = changed_signature.PROBABILITY.estimate(changed_signature._Features(is_lenient=lenient))
    assert candidate.probability == pytest.approx(expected)


MISSING_PARAMETERS = {
    "a builtin function takes what it takes": Case(
        {"m.py": "def print(a):\n    pass\n\n\nprint(1)\n"}, "print(1)", "print(1, x)", 0
    ),
    "a keyword argument says too little": Case(
        {"m.py": AREA + "area(1, 2)\n"}, "area(1, 2)", "area(1, 2, unit=3)", 0
    ),
    "two definitions leave it open": Case(
        {"m.py": AREA + AREA + "area(1, 2)\n"}, "area(1, 2)", "area(1, 2, x)", 0
    ),
    "a parameter with a default is not plain": Case(
        {"m.py": AREA.replace("height", "height=1") + "area(1, 2)\n"}, "area(1, 2)", "area(1, 2, x)", 0
    ),
    "an edit of five lines is a rewrite": Case(
        {"m.py": AREA + "area(1, 2)\n" + lines("a{0} = 1\n", range(4))},
        "area(1, 2)\na0 = 1\na1 = 1\na2 = 1\na3 = 1",
        "area(1, 2, x)\na0 = 2\na1 = 2\na2 = 2\na3 = 2",
        0,
    ),
    "one of four lines is not": Case(
        {"m.py": AREA + "area(1, 2)\n" + lines("a{0} = 1\n", range(4))},
        "area(1, 2)\na0 = 1\na1 = 1\na2 = 1",
        "area(1, 2, x)\na0 = 2\na1 = 2\na2 = 2",
        1,
    ),
}


@pytest.mark.parametrize("name", MISSING_PARAMETERS)
def test_missing_parameters(name: str) -> None:
    case = MISSING_PARAMETERS[name]
    assert len(run(case, "signature-argument")) == case.expected


STRUCT = "struct Cat {\n    age: u8,\n}\nfn f(name: u8, x: Cat) {\n"
FIELDS = {
    "at most three literals": Case(
        {"m.rs": STRUCT + "    Cat { age: 1 };\n" * 5 + "}\n"},
        "    age: u8,",
        "    age: u8,\n    name: u8,",
        3,
    ),
    "a literal that takes the rest has the field": Case(
        {"m.rs": STRUCT + "    Cat { age: 1, ..x };\n}\n"}, "    age: u8,", "    age: u8,\n    name: u8,", 0
    ),
    "a literal with the field needs nothing": Case(
        {"m.rs": STRUCT + "    Cat { age: 1, name };\n}\n"}, "    age: u8,", "    age: u8,\n    name: u8,", 0
    ),
    "three more lines are a field with its comments": Case(
        {"m.rs": STRUCT + "    Cat { age: 1 };\n}\n"},
        "    age: u8,",
        "    age: u8,\n    /// why\n    /// so\n    name: u8,",
        1,
    ),
    "four more lines are another struct": Case(
        {"m.rs": STRUCT + "    Cat { age: 1 };\n}\n"},
        "    age: u8,",
        "    age: u8,\n    name: u8,\n    b: u8,\n    c: u8,\n    d: u8,",
        0,
    ),
    "Self is the struct in its own implementation only": Case(
        {
            "m.rs": "struct Cat {\n    age: u8,\n}\n"
            "impl Dog {\n    fn f() -> Self {\n        Self { age: 1 }\n    }\n}\n"
        },
        "    age: u8,",
        "    age: u8,\n    name: u8,",
        0,
    ),
    "Go leaves out what is not named": Case(
        {"m.go": "package m\n\ntype Cat struct {\n\tage int\n}\n\nvar c = Cat{age: 1}\n"},
        "\tage int",
        "\tage int\n\tname int",
        0,
    ),
}


@pytest.mark.parametrize("name", FIELDS)
def test_added_fields(name: str) -> None:
    case = FIELDS[name]
    assert len(run(case, "signature-argument")) == case.expected


QUEUE = "package m\n\ntype Queue struct {\n\tsize int\n}\n\nfunc f(q Queue) {\n"
MEMBERS = {
    "a use behind a dot follows": Case({"m.go": QUEUE + "\tg(q.size)\n}\n"}, "\tsize int", "\tcount int", 1),
    "at most twelve lines": Case(
        {"m.go": QUEUE + "\tg(q.size)\n" * 14 + "}\n"}, "\tsize int", "\tcount int", 12
    ),
    "a name of a package is no member": Case(
        {"m.go": QUEUE.replace("type", 'import "a/q"\n\ntype') + "\tg(q.size)\n}\n"},
        "\tsize int",
        "\tcount int",
        0,
    ),
    "a name of one character says too little": Case(
        {"m.go": QUEUE.replace("size", "s") + "\tg(q.s)\n}\n"}, "\ts int", "\tcount int", 0
    ),
    "a variable of a function is no member": Case(
        {"m.go": "package m\n\nfunc f(q Q) {\n\tsize int\n\tg(q.size)\n}\n"}, "\tsize int", "\tcount int", 0
    ),
    "a change beside the name is a rewrite": Case(
        {"m.go": QUEUE + "\tg(q.size)\n}\n"}, "\tsize int", "\tcount string", 0
    ),
    "five lines are a rewrite": Case(
        {
            "m.go": QUEUE.replace("\tsize int\n", "\tsize int\n\ta int\n\tb int\n\tc int\n\td int\n")
            + "\tg(q.size)\n}\n"
        },
        "\tsize int\n\ta int\n\tb int\n\tc int\n\td int",
        "\tcount int\n\ta int\n\tb int\n\tc int\n\td int",
        0,
    ),
    "a key of a map is no field": Case(
        {"m.ts": "class A {\n  size = 1;\n}\nconst x = { size: 1 };\n"}, "  size = 1;", "  count = 1;", 0
    ),
}


@pytest.mark.parametrize("name", MEMBERS)
def test_renamed_members(name: str) -> None:
    case = MEMBERS[name]
    assert len(run(case, "member-renamed")) == case.expected


@pytest.mark.parametrize(("length", "expected"), [(400, 1), (401, 0)])
def test_a_line_of_more_than_400_characters_is_no_definition(length: int, expected: int) -> None:
    old, new = ("\tsize int // ".ljust(length - 1, "x"), "\tcount int // ".ljust(length, "x"))
    harness = RuleHarness(m__go=QUEUE.replace("\tsize int", old) + "\tg(q.size)\n}\n")
    harness.edit("m.go", old, new)
    assert len(ask(harness, "m.go", "member-renamed")) == expected


@pytest.mark.parametrize(
    ("old", "rival", "has_rivals"),
    [("size_hint", "", 0), ("size_hint", "type Other struct {\n\tsize_hint int\n}\n", 1), ("len", "", 1)],
    ids=["nobody else's name", "another type's name", "a common name"],
)
def test_a_member_of_another_type_makes_a_use_doubtful(old: str, rival: str, has_rivals: int) -> None:
    harness = RuleHarness(m__go=QUEUE.replace("size", old) + f"\tg(q.{old})\n}}\n\n{rival}")
    harness.edit("m.go", f"\t{old} int", "\tcount int")
    candidates = [one for one in ask(harness, "m.go", "member-renamed") if one.edits[0].span.start.line == 7]
    expected = members.RENAME_PROBABILITY.estimate(members._RenameFeatures(has_rivals=has_rivals))
    assert candidates[0].probability == pytest.approx(expected)


LISTS = "def f(\n    width,\n    height,\n):\n    pass\n\n\n"


@pytest.mark.parametrize(("places", "expected"), [(1, 1), (2, 2), (3, 2)])
def test_at_most_two_parallel_lines(places: int, expected: int) -> None:
    harness = RuleHarness(m__py=LISTS, n__py="g(\n    width,\n    height,\n    x,\n)\n\n\n" * places)
    harness.insert("m.py", "    height,", "    depth,")
    assert len(ask(harness, "m.py", "parallel-field")) == expected


@pytest.mark.parametrize(("comments", "expected"), [(5, 1), (6, 0)])
def test_an_added_line_brings_at_most_five_comments(comments: int, expected: int) -> None:
    harness = RuleHarness(m__py=LISTS, n__py="g(\n    width,\n    height,\n    x,\n)\n")
    harness.insert("m.py", "    height,", "    # why\n" * comments + "    depth,")
    assert len(ask(harness, "m.py", "parallel-field")) == expected


@pytest.mark.parametrize(("comments", "expected"), [(10, 1), (11, 0)])
def test_a_sibling_is_not_far_away(comments: int, expected: int) -> None:
    apart = LISTS.replace("    height,\n", "    height,\n" + "    # why\n" * comments)
    harness = RuleHarness(m__py=apart, n__py="g(\n    width,\n    height,\n    x,\n)\n")
    uri = "file:///project/m.py"
    texts = list(harness.workspace.texts[uri])
    at = texts.index("):")
    harness._splice(uri, texts, at, (), ("    depth,",), EditOrigin.TYPED)
    assert len(ask(harness, "m.py", "parallel-field")) == expected


def test_the_line_that_the_user_wrote_is_more_probable() -> None:
    harness = RuleHarness(m__py=LISTS, n__py="g(\n    width,\n    height,\n    x,\n)\n")
    harness.insert("m.py", "    height,", "    depth,")
    [candidate] = ask(harness, "m.py", "parallel-field")
    expected = parallel_lines.PROBABILITY.estimate(parallel_lines._Features(elsewhere=1, is_same_line=1))
    assert candidate.probability == pytest.approx(expected)


def test_at_most_twelve_candidates_the_most_probable_first() -> None:
    names = range(limits.MAX_CONSEQUENCE_CANDIDATES + 3)
    harness = RuleHarness(
        m__py=lines("import mod{0}\n", names) + "\n" + lines("mod{0}.x()\n", names) + "y = 1\n"
    )
    harness.edit("m.py", lines("mod{0}.x()\n", names)[:-1], "")
    candidates = harness.ask("m.py")
    assert len(candidates) == limits.MAX_CONSEQUENCE_CANDIDATES
    assert candidates == sorted(candidates, key=lambda one: -one.probability)


def test_the_features_of_a_removed_definition() -> None:
    harness = RuleHarness(m__py=f"{REMOVED}\nhelper()\n", n__py="from m import helper\n")
    harness.edit("m.py", REMOVED[:-1], "")
    jump, edit = ask(harness, "m.py", "definition-removed")
    features = removed_definition._Features
    assert jump.probability == pytest.approx(removed_definition.PROBABILITY.estimate(features(jump=1)))
    assert edit.probability == pytest.approx(
        removed_definition.PROBABILITY.estimate(features(elsewhere=1, is_listed=1))
    )
