"""Where the import of a name comes from: other texts that import it, or the text that defines it."""
# pyright: reportPrivateUsage=false

from collections.abc import Sequence

import pytest

from nes_symbolic.rule_cases import RuleCase, case, run
from nes_symbolic.rule_harness import RuleHarness, only
from understudy.nes.symbolic.consequences.limits import MAX_BINDING_LINE_CHARS
from understudy.nes.symbolic.consequences.missing_import import PROBABILITY, _Features
from understudy.nes.symbolic.consequences.names import is_defined_locally
from understudy.nes.symbolic.consequences.rule_context import SourceText
from understudy.nes.text import TextSnapshot


def python(text: str, others: dict[str, str], *expected: str, path: str = "m.py") -> RuleCase:
    """A line `x()` becomes `Foo()`."""
    return RuleCase({path: text, **others}, (("x()", "Foo()"),), list(expected))


def script(text: str, others: dict[str, str], *expected: str, path: str = "m.js") -> RuleCase:
    return RuleCase({path: text, **others}, (("x();", "Foo();"),), list(expected))


def rust(imports: str, other: str, *expected: str) -> RuleCase:
    text = f"{imports}\nfn f() {{\n    x();\n}}\n"
    files = {"m.rs": text, "n.rs": f"use {other}::Foo;\nfn g(a: Foo) {{}}\n"}
    return RuleCase(files, (("    x();", "    Foo::x();"),), list(expected))


def java(imports: str, other: str, *expected: str) -> RuleCase:
    text = f"package p;\n\n{imports}class M {{\n    void f() {{\n        x();\n    }}\n}}\n"
    files = {"M.java": text, "N.java": f"package q;\n\nimport {other}.Foo;\n\nclass N {{\n    Foo a;\n}}\n"}
    return RuleCase(files, (("        x();", "        Foo.x();"),), list(expected))


PLAIN = "import os\n\nx()\nos.y()\n"
RELATIVE = "from .a import b\n\nb()\nx()\n"
CLASS = "class Foo:\n    pass\n"
EXPORT = "export class Foo {\n}\n"
ROWS = {
    "a name that other modules have, too": RuleCase(
        {"m.py": "from datetime import datetime\n\na = datetime.utcnow()\n"},
        (("a = datetime.utcnow()", "a = datetime.now(timezone.utc)"),),
        ["m.py\n@1\n-from datetime import datetime\n+from datetime import datetime, timezone"],
    ),
    "a name that other modules have, too, in a text without any of them": RuleCase(
        {"m.py": "import datetime\n\na = datetime.utcnow()\n"},
        (("a = datetime.utcnow()", "a = datetime.now(timezone.utc)"),),
        [],
    ),
    "an argument before a keyword argument": RuleCase(
        {"m.py": "from p.n import f\n\nwith raises(Bar, match='a'):\n    f()\n", "p/n.py": CLASS},
        (("with raises(Bar, match='a'):", "with raises(Foo, match='a'):"),),
        ["m.py\n@1\n-from p.n import f\n+from p.n import Foo, f"],
    ),
    "a name that is assigned with others": RuleCase(
        {"m.py": "from p.n import f\n\n(a, b) = f()\n", "p/n.py": CLASS},
        (("(a, b) = f()", "(Foo, b) = f(Foo())"),),
        [],
    ),
    "an import in a function": python(PLAIN, {"n.py": "def f():\n    from a import Foo\n    Foo()\n"}),
    "an import in a block of Go": RuleCase(
        {
            "m.go": "package m\n\nfunc f() {\n\tx()\n}\n",
            "n.go": 'package m\n\nimport (\n\t"fmt"\n\t"example.com/log"\n)\n\nfunc g() {\n\tlog.Foo()\n}\n',
        },
        (("\tx()", "\tlog.Foo()"),),
        ['m.go\n@1\n+\n+import "example.com/log"'],
    ),
    "a relative import of another folder": python(PLAIN, {"b/n.py": "from .x import Foo\nFoo()\n"}),
    "a relative import of another folder, and an absolute one": python(
        PLAIN,
        {"b/n.py": "from .x import Foo\nFoo()\n", "c.py": "from b.x import Foo\nFoo()\n"},
        "m.py\n@1\n+\n+from b.x import Foo",
    ),
    "beside a default": script(
        "import { a } from './a.js';\n\na();\nx();\n",
        {"n.js": "import b, { Foo } from './x.js';\nFoo();\nb();\n"},
        "m.js\n@1\n+import { Foo } from './x.js';",
    ),
    "the import of a type": script(
        "import { a } from './a';\n\na();\nx();\n",
        {"n.ts": "import type { Foo } from './x';\nconst y: Foo = 1;\n"},
        "m.ts\n@1\n+import type { Foo } from './x';",
        path="m.ts",
    ),
    "Rust: a package of one import of two": rust(
        "use serde::A;\nuse tokio::B;\n", "serde", "m.rs\n@1\n+use serde::Foo;"
    ),
    "Rust: a package of no import": rust("use tokio::B;\n", "serde"),
    "Rust: a module in a list": rust("use tokio::B;\nuse serde::{de::A, C};\n", "serde::de"),
    "Java: the own package": java("", "p"),
    "Java: another package": java("import a.B;\n\n", "r", "M.java\n@3\n+import r.Foo;"),
    "a definition, and no import": python("x()\n", {"n.py": CLASS}, "m.py\n@0\n+from n import Foo\n+"),
    "a definition that is used there": python(
        "x()\n", {"n.py": f"{CLASS}\ny = Foo()\n"}, "m.py\n@0\n+from n import Foo\n+"
    ),
    "a definition in another language": python("x()\n", {"n.js": "class Foo {\n}\n"}),
    "a definition in a file that is no module": python("x()\n", {"my-n.py": CLASS}),
    "a definition in a package": python("x()\n", {"n.py": CLASS, "__init__.py": ""}),
    "two definitions": python("x()\n", {"n.py": CLASS, "o.py": CLASS}),
    "a definition beside a relative import": python(
        RELATIVE, {"p/n.py": CLASS}, "p/m.py\n@1\n+from .n import Foo", path="p/m.py"
    ),
    "a definition in another folder": python(RELATIVE, {"n.py": CLASS}, path="p/m.py"),
    "a definition beside a relative import, in a file that is no module": python(
        RELATIVE, {"p/my-n.py": CLASS}, path="p/m.py"
    ),
    "a definition beside an import of the package": python(
        "from p.a import b\n\nb()\nx()\n",
        {"p/n.py": CLASS},
        "p/m.py\n@1\n+from p.n import Foo",
        path="p/m.py",
    ),
    "a definition in a module that is imported": python(
        "from p.n import b\n\nb()\nx()\n",
        {"p/n.py": CLASS},
        "q/m.py\n@1\n-from p.n import b\n+from p.n import Foo, b",
        path="q/m.py",
    ),
    "an exported class beside an import of the folder": script(
        "import { a } from './a.js';\n\na();\nx();\n",
        {"n.js": EXPORT},
        "m.js\n@1\n+import { Foo } from './n.js';",
    ),
    "an exported class beside an import without a suffix": script(
        "import { a } from './a';\n\na();\nx();\n",
        {"n.ts": EXPORT},
        "m.ts\n@1\n+import { Foo } from './n';",
        path="m.ts",
    ),
    "an exported class beside an import of a package": script(
        "import { a } from 'b';\n\na();\nx();\n", {"n.js": EXPORT}
    ),
    "an exported class beside an import of a package of its name": script(
        "import { a } from 'n';\n\na();\nx();\n", {"n.js": EXPORT}
    ),
    "an exported class in another folder": script(
        "import { a } from './b.js';\n\na();\nx();\n", {"q/n.js": EXPORT}, path="p/m.js"
    ),
    "an exported class in a module of another folder that is imported": script(
        "import { a } from '../q/n.js';\n\na();\nx();\n",
        {"q/n.js": EXPORT},
        "p/m.js\n@1\n-import { a } from '../q/n.js';\n+import { Foo, a } from '../q/n.js';",
        path="p/m.js",
    ),
    "an exported class, and no import": script(
        "x();\n", {"n.ts": EXPORT}, 'm.ts\n@0\n+import { Foo } from "./n";\n+', path="m.ts"
    ),
    "an exported class of JavaScript, and no import": script("x();\n", {"n.js": EXPORT}),
    "the second module of a statement": RuleCase(
        {"m.py": PLAIN, "n.py": "import json, yaml\njson.dump(yaml.load())\n"},
        (("x()", "yaml.load()"),),
        ["m.py\n@1\n+\n+import yaml"],
    ),
    "a module with a name of two letters": RuleCase(
        {"m.py": PLAIN, "n.py": "import numpy as np\nnp.zeros(1)\n"},
        (("x()", "np.zeros(2)"),),
        ["m.py\n@1\n+\n+import numpy as np"],
    ),
    "the name of an argument": RuleCase(
        {"m.py": PLAIN, "n.py": "from a import Foo\nFoo()\n"}, (("x()", "os.y('a', Foo=1)"),), []
    ),
    "a value of an argument": RuleCase(
        {"m.py": PLAIN, "n.py": "from a import Foo\nFoo()\n"},
        (("x()", "os.y(a=Foo)"),),
        ["m.py\n@1\n+\n+from a import Foo"],
    ),
    "the text itself": RuleCase(
        {"a/m.py": PLAIN, "n.py": "from a.m import Foo\nFoo()\n"}, (("x()", "Foo()"),), []
    ),
    "the package of the text itself": RuleCase(
        {"a/b/__init__.py": PLAIN, "n.py": "from a.b import Foo\nFoo()\n"}, (("x()", "Foo()"),), []
    ),
    "a library of the name of the text": RuleCase(
        {"a/m.py": PLAIN, "n.py": "from m import Foo\nFoo()\n"},
        (("x()", "Foo()"),),
        ["a/m.py\n@1\n+\n+from m import Foo"],
    ),
    "the text itself, in JavaScript": RuleCase(
        {"m.js": "x();\n", "n.js": "import { Foo } from './m.js';\nFoo();\n"}, (("x();", "Foo();"),), []
    ),
    "the text itself, in Rust": RuleCase(
        {
            "src/m.rs": "use std::fmt::A;\nfn f() {\n    x();\n}\n",
            "src/n.rs": "use crate::m::Foo;\nfn g(a: Foo) {}\n",
        },
        (("    x();", "    Foo::x();"),),
        [],
    ),
    "an import of it is being written": RuleCase(
        {"m.py": PLAIN, "n.py": "from a import Foo\nFoo()\n"},
        (("import os", "import os\nfrom Foo import y"),),
        [],
    ),
}


@pytest.mark.parametrize("name", ROWS)
def test_the_source_of_an_import(name: str) -> None:
    assert run(ROWS[name], "import-missing") == ROWS[name].expected


@pytest.mark.parametrize(
    ("length", "is_defined"), [(MAX_BINDING_LINE_CHARS, False), (MAX_BINDING_LINE_CHARS + 1, True)]
)
def test_a_long_line_may_define_every_name(length: int, is_defined: bool) -> None:
    line = "y(Foo, " + "1" * (length - len("y(Foo, )")) + ")"
    text = SourceText(TextSnapshot("file:///project/m.py", "python", [line], 1))
    assert is_defined_locally(text, "Foo") is is_defined


def probability(one: RuleCase) -> float:
    harness = RuleHarness()
    for path, text in one.files.items():
        harness.put(path, text)
    harness.edit(next(iter(one.files)), *one.edits[0])
    return only(harness.ask(next(iter(one.files))), "import-missing").probability


def test_how_certain_a_source_is() -> None:
    imported = python("x()\n", {"n.py": "from a import Foo\nFoo()\n"})
    defined = ROWS["a definition, and no import"]
    in_rust = ROWS["Rust: a package of one import of two"]
    assert probability(defined) < probability(imported)
    assert probability(in_rust) < probability(imported)


def test_an_import_from_a_module_that_the_text_imports_from_is_as_certain_as_one_of_another_text() -> None:
    imported = python("x()\n", {"n.py": "from a import Foo\nFoo()\n"})
    defined = python("from p.a import b\n\nb()\nx()\n", {"p/a.py": f"{CLASS}\n\ndef b():\n    pass\n"})
    assert probability(defined) == probability(imported)


def test_an_import_of_rust_is_less_certain_if_a_list_may_take_it() -> None:
    first = rust("", "std::fmt")
    listed = rust("use std::fs;\n", "std::fmt")
    assert probability(listed) < probability(first)


def go(*imports: str, old: str, new: str, expected: Sequence[str]) -> RuleCase:
    lines = "".join(f'\t"{one}"\n' for one in imports)
    text = f"package m\n\nimport (\n{lines})\n\nfunc f() {{\n\t{old}\n\tos.Exit(1)\n}}\n"
    return case(text, f"\t{old}", f"\t{new}", *expected, path="m.go")


READ = {"old": "ioutil.ReadAll(r)", "new": "io.ReadAll(r)"}
REPLACED = {
    "Go: the package in the path of the old one": go(
        "fmt", "io/ioutil", "os", **READ, expected=['m.go\n@5\n-\t"io/ioutil"\n+\t"io"']
    ),
    "Go: the old package is used elsewhere": go(
        "fmt", "io/ioutil", "os", **READ | {"new": "io.ReadAll(r, ioutil.X)"}, expected=['m.go\n@4\n+\t"io"']
    ),
    "Go: the imports would not be in order": go(
        "io/ioutil",
        "net/http",
        "os",
        old="ioutil.ReadAll(r)",
        new="slices.Sort(r)",
        expected=['m.go\n@6\n+\t"slices"'],
    ),
    "Python: a module": case(
        "import json\n\njson.loads(a)\n",
        "json.loads(a)",
        "pickle.loads(a)",
        "m.py\n@1\n-import json\n+import pickle",
    ),
    "Python: a module of two": case(
        "import json, os\n\njson.loads(a)\nos.x()\n",
        "json.loads(a)",
        "pickle.loads(a)",
        "m.py\n@1\n+import pickle",
    ),
    "Python: another line uses the new module": case(
        "import json\n\nx()\njson.loads(a)\n",
        "x()\njson.loads(a)",
        "pickle.x()\nload(a)",
        "m.py\n@1\n+import pickle",
    ),
}


@pytest.mark.parametrize("name", REPLACED)
def test_a_module_in_place_of_another_one(name: str) -> None:
    assert run(REPLACED[name], "import-missing") == REPLACED[name].expected


@pytest.mark.parametrize(
    ("imports", "is_use_path"),
    [
        ("use std::collections::{HashMap, HashSet};", 0),
        ("use std::collections::HashMap;", 1),
        ("use std::{fmt, collections::HashMap};", 1),
        ("use std::fmt;", 1),
    ],
)
def test_the_place_in_a_list_of_rust_is_certain_if_it_is_for_one_module(
    imports: str, is_use_path: float
) -> None:
    harness = RuleHarness(m__rs=f"{imports}\n\nfn f() {{\n    x();\n}}\n")
    harness.edit("m.rs", "    x();", "    BTreeMap::new();")
    found = only(harness.ask("m.rs"), "import-missing")
    assert found.probability == PROBABILITY.estimate(_Features(is_use_path=is_use_path))
