"""Imports that an edit leaves unused, makes necessary, or moves."""

import pytest

from nes_symbolic.rule_harness import RuleHarness, only

PYTHON = """import os
import sys
from typing import (
    Any,
    Iterator,
)

from a.b import One, Two

def f(x: Any) -> Iterator[int]:
    print(os.path, sys.path, One(), Two())
"""


def test_the_import_of_a_name_goes_with_its_last_use() -> None:
    harness = RuleHarness(m__py=PYTHON)
    harness.edit("m.py", "    print(os.path, sys.path, One(), Two())", "    print(sys.path, One(), Two())")
    candidate = only(harness.ask("m.py"), "import-unused")
    assert harness.after(candidate).startswith("import sys\nfrom typing")


def test_one_name_of_a_list_goes_and_the_others_stay() -> None:
    harness = RuleHarness(m__py=PYTHON)
    harness.edit("m.py", "    print(os.path, sys.path, One(), Two())", "    print(os.path, sys.path, Two())")
    assert "\nfrom a.b import Two\n" in harness.after(only(harness.ask("m.py"), "import-unused"))


def test_a_name_on_a_line_of_its_own_goes_with_its_line() -> None:
    harness = RuleHarness(m__py=PYTHON)
    harness.edit("m.py", "def f(x: Any) -> Iterator[int]:", "def f(x: Any) -> int:")
    assert "from typing import (\n    Any,\n)\n" in harness.after(only(harness.ask("m.py"), "import-unused"))


def test_two_names_of_one_statement_go_together() -> None:
    harness = RuleHarness(m__py=PYTHON)
    harness.edit("m.py", "    print(os.path, sys.path, One(), Two())", "    print(os.path, sys.path)")
    after = harness.after(only(harness.ask("m.py"), "import-unused"))
    assert "a.b" not in after
    assert ")\n\ndef f" in after


@pytest.mark.parametrize(
    "left",
    [
        "    # One is gone",
        '    """One is gone."""',
    ],
)
def test_a_name_in_a_comment_or_a_sentence_is_no_use(left: str) -> None:
    harness = RuleHarness(m__py="from a.b import One\n\n\ndef f():\n    return One()\n")
    harness.edit("m.py", "    return One()", left)
    assert only(harness.ask("m.py"), "import-unused")


@pytest.mark.parametrize(
    "left",
    [
        '    x: "One" = None',
        "    x = None  # type: One",
        '__all__ = ["One"]',
        '    patch("m.One")',
    ],
)
def test_a_name_in_quotes_that_means_the_name_is_a_use(left: str) -> None:
    harness = RuleHarness(m__py="from a.b import One\n\n\ndef f():\n    return One()\n")
    harness.edit("m.py", "    return One()", left)
    assert harness.ask("m.py") == []


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("pkg/__init__.py", "from a import One\nOne()\n"),
        ("m.py", "from a import One as One\nOne()\n"),
        ("m.py", "from a import One  # noqa: F401\nOne()\n"),
        ("m.py", "try:\n    from a import One\nexcept ImportError:\n    pass\nOne()\n"),
        ("m.rs", "pub use a::One;\nfn f() {\nOne()\n}\n"),
        ("m.rs", "#[macro_use]\nuse a::One;\nfn f() {\nOne()\n}\n"),
        ("m.js", "export {One} from 'a';\nOne()\n"),
    ],
)
def test_an_import_that_is_there_for_others_stays(path: str, text: str) -> None:
    harness = RuleHarness()
    harness.put(path, text)
    harness.edit(path, "One()", "")
    assert [one for one in harness.ask(path) if one.kind == "edit"] == []


@pytest.mark.parametrize(
    ("path", "before", "gone", "after"),
    [
        ("m.js", "const a = require('a');\nconst b = require('b');\na.x();\nb.y();\n", "a.x();", "const b"),
        ("m.js", "const { a, b } = require('a');\na.x();\nb.y();\n", "a.x();", "const { b } = require"),
        ("m.ts", "import D, { a } from 'm';\nD.x();\na.y();\n", "a.y();", "import D from 'm';"),
        ("m.ts", "import D, { a } from 'm';\nD.x();\na.y();\n", "D.x();", "import { a } from 'm';"),
        (
            "m.ts",
            "import * as n from 'm';\nimport b from 'b';\nn.x();\nb.y();\n",
            "n.x();",
            "import b from 'b';",
        ),
        ("m.rs", "use a::{b, c};\nfn f() {\n    b();\n    c();\n}\n", "    b();", "use a::c;\n"),
        (
            "m.rs",
            "use a::{b, c, d};\nfn f() {\n    b();\n    c();\n    d();\n}\n",
            "    c();",
            "use a::{b, d};\n",
        ),
        (
            "m.go",
            'package m\n\nimport (\n\t"fmt"\n\t"os"\n)\n\nfunc f() {\n\tfmt.Print()\n\tos.Exit(1)\n}\n',
            "\tfmt.Print()",
            'package m\n\nimport (\n\t"os"\n)',
        ),
        (
            "M.java",
            "import a.B;\nimport a.C;\nclass M {\n  B b;\n  C c;\n}\n",
            "  B b;",
            "import a.C;\nclass",
        ),
    ],
)
def test_an_unused_import_goes_in_every_language(path: str, before: str, gone: str, after: str) -> None:
    harness = RuleHarness()
    harness.put(path, before)
    harness.edit(path, gone, "")
    assert harness.after(only(harness.ask(path), "import-unused")).startswith(after)


def test_an_import_that_stands_twice_goes_once() -> None:
    harness = RuleHarness(m__py="import re\nimport os\n\nos.x(re)\n")
    harness.insert("m.py", "import os", "import re")
    after = harness.after(only(harness.ask("m.py"), "import-unused"))
    assert after == "import os\nimport re\n\nos.x(re)\n"


def test_a_name_that_others_import_is_imported_in_its_sorted_place() -> None:
    harness = RuleHarness(
        m__py="import os\nfrom typing import Any\n\nfrom a.c import z\n\n\ndef f(x: Any):\n    return z(os, x)\n",
        n__py="from a.b import Thing\n\nThing()\n",
    )
    harness.edit("m.py", "    return z(os, x)", "    return Thing(z(os, x))")
    after = harness.after(only(harness.ask("m.py"), "import-missing"))
    assert "\nfrom a.b import Thing\nfrom a.c import z\n" in after


def test_names_of_one_module_come_in_one_edit_and_into_the_list_that_is_there() -> None:
    harness = RuleHarness(
        m__py="from a.b import Can, Zoo\n\n\ndef f():\n    return Can(Zoo)\n",
        n__py="from a.b import Dog, Eel\n\nDog(Eel)\n",
    )
    harness.edit("m.py", "    return Can(Zoo)", "    return Can(Dog(Zoo), Eel())")
    assert "from a.b import Can, Dog, Eel, Zoo\n" in harness.after(
        only(harness.ask("m.py"), "import-missing")
    )


@pytest.mark.parametrize(
    ("new", "is_removed"),
    [
        pytest.param("path.x()", False, id="a name in its place: the import is renamed"),
        pytest.param("path.x(sys)", True, id="another name"),
        pytest.param("sys.x()", True, id="a known name in its place"),
    ],
)
def test_an_import_whose_name_was_just_renamed_is_not_removed(new: str, is_removed: bool) -> None:
    harness = RuleHarness(m__py="import os\nimport sys\nos.x()\nsys.y()\n")
    harness.edit("m.py", "os.x()", new)
    assert any(one.family == "import-unused" for one in harness.ask("m.py")) is is_removed


def test_what_is_not_needed_any_more_goes_when_what_is_needed_comes() -> None:
    harness = RuleHarness(
        m__py="from a.b import Can, Zoo\n\n\ndef f():\n    return Can(Zoo)\n",
        n__py="from a.b import Dog\n\nDog()\n",
    )
    harness.edit("m.py", "    return Can(Zoo)", "    return Can(Dog)")
    assert "from a.b import Can, Dog\n" in harness.after(only(harness.ask("m.py"), "import-missing"))


@pytest.mark.parametrize(
    ("path", "text", "old", "new", "other", "wanted"),
    [
        ("m.py", "import os\n\nx = os.a\n", "x = os.a", "x = os.a + json.b", "", "import json\nimport os\n"),
        (
            "m.go",
            'package m\n\nimport (\n\t"fmt"\n\t"os"\n)\n\nfunc f() {\n\tfmt.Print(os.X)\n}\n',
            "\tfmt.Print(os.X)",
            "\tfmt.Print(os.X, strings.Y)",
            "",
            'import (\n\t"fmt"\n\t"os"\n\t"strings"\n)',
        ),
        (
            "m.go",
            'package m\n\nimport "fmt"\n\nfunc f() {\n\tfmt.Print(1)\n}\n',
            "\tfmt.Print(1)",
            "\tfmt.Print(errors.New(1))",
            "",
            'import (\n\t"errors"\n\t"fmt"\n)',
        ),
        (
            "m.ts",
            "import {a} from './a';\nimport {b} from './b';\n\na(b);\n",
            "a(b);",
            "a(b, c2());",
            "import {c2} from './b';\nc2();\n",
            "import {b, c2} from './b';",
        ),
        (
            "m.js",
            "const a = require('a')\n\na(1)\n",
            "a(1)",
            "a(zed.x)",
            "const zed = require('zed');\nzed.y();\n",
            "const a = require('a')\nconst zed = require('zed')\n",
        ),
        (
            "m.rs",
            "use std::fmt;\nuse std::{io, path::Path};\n\nfn f(p: &Path) -> io::Result<fmt::X> {\n    g()\n}\n",
            "    g()",
            "    g(Arc::new(1))",
            "use std::sync::Arc;\nfn f(a: Arc) {}\n",
            "use std::fmt;\nuse std::sync::Arc;\n",
        ),
        (
            "M.java",
            "import a.B;\nimport a.D;\n\nclass M {\n  B b = new D();\n}\n",
            "  B b = new D();",
            "  B b = new D(new Cat());",
            "import a.Cat;\nclass N { Cat c; }\n",
            "import a.B;\nimport a.Cat;\nimport a.D;",
        ),
    ],
)
def test_a_missing_import_comes_in_every_language(
    path: str, text: str, old: str, new: str, other: str, wanted: str
) -> None:
    harness = RuleHarness()
    harness.put(path, text)
    if other:
        harness.put(path.replace("m", "n").replace("M", "N"), other)
    harness.edit(path, old, new)
    assert wanted in harness.after(only(harness.ask(path), "import-missing"))


@pytest.mark.parametrize(
    "new",
    [
        "    Thing = 1",
        "    for Thing in x: pass",
        "    return x.Thing",
        "    return f(Thing=1)",
        "    # Thing",
        '    return "Thing"',
        "    def Thing(): pass",
        "    lambda Thing: Thing",
    ],
)
def test_a_name_that_is_bound_or_only_mentioned_is_not_imported(new: str) -> None:
    harness = RuleHarness(
        m__py="import os\n\n\ndef f(x):\n    return os\n", n__py="from a.b import Thing\n\nThing()\n"
    )
    harness.edit("m.py", "    return os", f"    print(os)\n{new}")
    assert [one for one in harness.ask("m.py") if one.family == "import-missing"] == []


def test_nothing_is_imported_that_two_places_could_be_meant_for() -> None:
    harness = RuleHarness(
        m__py="import os\n\n\ndef f(x):\n    return os\n",
        n__py="from a.b import Thing\n\nThing()\n",
        o__py="from c.d import Thing\n\nThing()\n",
    )
    harness.edit("m.py", "    return os", "    return os, Thing()")
    assert harness.ask("m.py") == []


def test_a_name_defined_in_a_module_that_is_known_already_is_imported_from_there() -> None:
    harness = RuleHarness(
        m__py="from pkg.zoo import Cat\n\n\ndef f(x):\n    return Cat()\n",
        pkg____zoo__py="class Dog:\n    pass\n",
    )
    harness.edit("m.py", "    return Cat()", "    return Cat(Dog())")
    assert "from pkg.zoo import Cat, Dog\n" in harness.after(only(harness.ask("m.py"), "import-missing"))


@pytest.mark.parametrize(
    ("old", "new", "use", "wanted"),
    [
        ("import typing", "import typing as t", "x: typing.Any = typing.cast(1)", "x: t.Any = t.cast(1)"),
        ("import foo", "from foo import Bar", "x = foo.Bar()", "x = Bar()"),
        ("from foo import Bar", "import foo", "x = Bar()", "x = foo.Bar()"),
        (
            "from a import make_old_hash",
            "from a import make_hash",
            "x = make_old_hash(1)",
            "x = make_hash(1)",
        ),
    ],
)
def test_uses_follow_an_import_that_says_it_differently(old: str, new: str, use: str, wanted: str) -> None:
    harness = RuleHarness(m__py=f"{old}\n\n{use}\n")
    harness.edit("m.py", old, new)
    assert wanted in harness.after(only(harness.ask("m.py"), "import-moved"))


def test_a_name_that_lost_its_import_is_jumped_to() -> None:
    harness = RuleHarness(m__py="import os\nimport six\n\nx = os.a\ny = six.b\n")
    harness.edit("m.py", "import six", "")
    candidate = only(harness.ask("m.py"), "definition-removed")
    assert candidate.kind == "jump"
    assert candidate.position == (3, 4)


def test_only_the_name_that_moved_moves_in_other_texts() -> None:
    harness = RuleHarness(
        m__py="from old import Thing\n\nThing()\n",
        n__py="from new import Other\nfrom old import Else, Thing\n\nThing(Else, Other)\n",
    )
    harness.edit("m.py", "from old import Thing", "from new import Thing")
    candidate = only(harness.ask("m.py"), "import-moved")
    assert candidate.uri.endswith("/n.py")
    assert harness.after(candidate).startswith("from new import Other, Thing\nfrom old import Else\n")


def test_a_statement_of_nothing_else_only_gets_the_other_module() -> None:
    harness = RuleHarness(
        m__ts="import {a} from '~/old';\n\na();\n", n__ts="import {a} from '~/old';\n\na();\n"
    )
    harness.edit("m.ts", "import {a} from '~/old';", "import {a} from '~/new';")
    assert harness.after(only(harness.ask("m.ts"), "import-moved")).startswith("import {a} from '~/new';")
