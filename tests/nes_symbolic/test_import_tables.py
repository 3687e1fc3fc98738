"""Table tests for the parsing, addition and removal of imports: each line fails if one guard or bound changes."""

from typing import NamedTuple

import pytest

from nes_symbolic.rule_harness import LANGUAGES
from understudy.nes.limits import MAX_BRACKET_LINES
from understudy.nes.symbolic.consequences.imports import (
    ImportRequest,
    ImportStatement,
    add_import,
    parse_imports,
    remove_lines,
    remove_names,
)
from understudy.nes.syntax import language_of
from understudy.nes.text import TextSnapshot, apply_replacements
from understudy.nes.text.text_types import Replacement


def snapshot(suffix: str, text: str) -> TextSnapshot:
    return TextSnapshot(f"file:///project/m{suffix}", LANGUAGES.get(suffix, "plaintext"), text.split("\n"), 1)


def applied(edit: Replacement | None, page: TextSnapshot) -> str | None:
    return None if edit is None else "\n".join(apply_replacements((edit,), page.lines))


def names(name: str, module: str, modifier: str = "") -> ImportRequest:
    return ImportRequest(name, module, name, "names", modifier)


def module(name: str, path: str = "", modifier: str = "") -> ImportRequest:
    return ImportRequest(name, path or name, "", "module", modifier)


class Addition(NamedTuple):
    suffix: str
    before: str
    request: ImportRequest
    after: str | None


def fill(length: int, name: str) -> str:
    """`from lib import a…` of the length that leaves just no room, or one character, for `, name`."""
    start = "from lib import "
    return start + "a" * (length - len(start) - len(name) - 2)


ADDITIONS = {
    "a list is extended in its order": Addition(
        ".py", "from lib import a, c\n", names("b", "lib"), "from lib import a, b, c\n"
    ),
    "a list without order is extended at its end": Addition(
        ".py", "from lib import c, a\n", names("b", "lib"), "from lib import c, a, b\n"
    ),
    "a list is sorted without regard to case": Addition(
        ".py", "from lib import a, B, d\n", names("C", "lib"), "from lib import a, B, C, d\n"
    ),
    "names that differ only in case are in order": Addition(
        ".py", "from lib import a, A, c\n", names("b", "lib"), "from lib import a, A, b, c\n"
    ),
    "constants come first, then classes": Addition(
        ".py",
        "from lib import MAX, Alpha, beta\n",
        names("LIMIT", "lib"),
        "from lib import LIMIT, MAX, Alpha, beta\n",
    ),
    "a class comes behind constants": Addition(
        ".py",
        "from lib import ZED, Alpha, beta\n",
        names("Box", "lib"),
        "from lib import ZED, Alpha, Box, beta\n",
    ),
    "a name of one capital is a class": Addition(
        ".py",
        "from lib import ZED, Alpha, beta\n",
        names("T", "lib"),
        "from lib import ZED, Alpha, T, beta\n",
    ),
    "an equal name comes before": Addition(
        ".py",
        "from lib import a, b\n",
        ImportRequest("x", "lib", "b", "names"),
        "from lib import a, b, b as x\n",
    ),
    "a statement fills the line": Addition(
        ".py", f"{fill(79, 'b')}\n", names("b", "lib"), f"{fill(79, 'b')}, b\n"
    ),
    "a statement would be longer than the line": Addition(
        ".py", f"{fill(80, 'b')}\n", names("b", "lib"), None
    ),
    "a longer line elsewhere raises the limit to 80": Addition(
        ".py", f"{fill(80, 'b')}\n# {'x' * 78}\n", names("b", "lib"), f"{fill(80, 'b')}, b\n# {'x' * 78}\n"
    ),
    "not beyond 80": Addition(".py", f"{fill(81, 'b')}\n# {'x' * 78}\n", names("b", "lib"), None),
    "a line of 81 raises it to 88": Addition(
        ".py", f"{fill(88, 'b')}\n# {'x' * 79}\n", names("b", "lib"), f"{fill(88, 'b')}, b\n# {'x' * 79}\n"
    ),
    "not beyond 88": Addition(".py", f"{fill(89, 'b')}\n# {'x' * 79}\n", names("b", "lib"), None),
    "a line of 100 raises it to 100": Addition(
        ".py", f"{fill(100, 'b')}\n# {'x' * 98}\n", names("b", "lib"), f"{fill(100, 'b')}, b\n# {'x' * 98}\n"
    ),
    "not beyond 100": Addition(".py", f"{fill(101, 'b')}\n# {'x' * 98}\n", names("b", "lib"), None),
    "a line of 120 raises it to 120": Addition(
        ".py",
        f"{fill(120, 'b')}\n# {'x' * 118}\n",
        names("b", "lib"),
        f"{fill(120, 'b')}, b\n# {'x' * 118}\n",
    ),
    "not beyond 120": Addition(".py", f"{fill(121, 'b')}\n# {'x' * 118}\n", names("b", "lib"), None),
    "a line of 121 says nothing": Addition(
        ".py", f"{fill(80, 'b')}\n# {'x' * 119}\n", names("b", "lib"), None
    ),
    "a list with a line per name": Addition(
        ".py",
        "from lib import (\n    a,\n    c,\n)\n",
        names("b", "lib"),
        "from lib import (\n    a,\n    b,\n    c,\n)\n",
    ),
    "at the start of such a list": Addition(
        ".py",
        "from lib import (\n    b,\n    c,\n)\n",
        names("a", "lib"),
        "from lib import (\n    a,\n    b,\n    c,\n)\n",
    ),
    "at the end of such a list": Addition(
        ".py",
        "from lib import (\n    a,\n    b,\n)\n",
        names("c", "lib"),
        "from lib import (\n    a,\n    b,\n    c,\n)\n",
    ),
    "a list of lines without a last comma": Addition(
        ".py", "from lib import (\n    a,\n    b\n)\n", names("c", "lib"), None
    ),
    "a list of lines with several names": Addition(
        ".py", "from lib import (\n    a, b,\n    c,\n)\n", names("d", "lib"), None
    ),
    "a list that begins in the line of the bracket": Addition(
        ".py", "from lib import (a,\n    b,\n)\n", names("c", "lib"), None
    ),
    "a list that is in one other line": Addition(
        ".py", "from lib import (\n    a, b,\n)\n", names("c", "lib"), None
    ),
    "an indented statement is not extended": Addition(
        ".py",
        "def f():\n    from lib import a\n",
        names("b", "lib"),
        "from lib import b\n\n\ndef f():\n    from lib import a\n",
    ),
    "two statements of one module with lists": Addition(
        ".py",
        "from lib import a, b\nfrom lib import c\n",
        names("d", "lib"),
        "from lib import a, b\nfrom lib import c\nfrom lib import d\n",
    ),
    "one name per statement": Addition(
        ".py",
        "from lib import a\nfrom lib import c\n\nx = 1\n",
        names("b", "lib"),
        "from lib import a\nfrom lib import b\nfrom lib import c\n\nx = 1\n",
    ),
    "one name per statement, and another module once": Addition(
        ".py",
        "from lib import a\nfrom lib import c\nfrom zoo import d\n\nx = 1\n",
        names("b", "zoo"),
        "from lib import a\nfrom lib import c\nfrom zoo import b\nfrom zoo import d\n\nx = 1\n",
    ),
    "an alias in a list": Addition(
        ".py",
        "from lib import a\n",
        ImportRequest("x", "lib", "b", "names"),
        "from lib import a, b as x\n",
    ),
    "a module among modules": Addition(
        ".py", "import a\nimport c\n\nx = 1\n", module("b"), "import a\nimport b\nimport c\n\nx = 1\n"
    ),
    "a module with an alias": Addition(
        ".py",
        "import a\nimport c\n\nx = 1\n",
        module("b", "b.d"),
        "import a\nimport b.d\nimport c\n\nx = 1\n",
    ),
    "a module under another name": Addition(
        ".py",
        "import a\nimport c\n\nx = 1\n",
        module("bb", "b"),
        "import a\nimport b as bb\nimport c\n\nx = 1\n",
    ),
    "modules come before names": Addition(
        ".py",
        "from aaa import b\nfrom ccc import d\n\nx = 1\n",
        module("zzz"),
        "import zzz\nfrom aaa import b\nfrom ccc import d\n\nx = 1\n",
    ),
    "names come behind modules": Addition(
        ".py",
        "import bbb\nimport ccc\n\nx = 1\n",
        names("a", "aaa"),
        "import bbb\nimport ccc\nfrom aaa import a\n\nx = 1\n",
    ),
    "both forms are sorted apart": Addition(
        ".py",
        "import bbb\nimport ddd\nfrom aaa import a\nfrom eee import e\n\nx = 1\n",
        module("ccc"),
        "import bbb\nimport ccc\nimport ddd\nfrom aaa import a\nfrom eee import e\n\nx = 1\n",
    ),
    "both forms are sorted together": Addition(
        ".py",
        "from aaa import a\nimport bbb\nfrom ddd import d\nimport eee\n\nx = 1\n",
        module("ccc"),
        "from aaa import a\nimport bbb\nimport ccc\nfrom ddd import d\nimport eee\n\nx = 1\n",
    ),
    "modules without order": Addition(
        ".py",
        "import ccc\nimport aaa\n\nx = 1\n",
        module("bbb"),
        "import ccc\nimport aaa\nimport bbb\n\nx = 1\n",
    ),
    "modules are sorted without regard to case": Addition(
        ".py",
        "import aaa\nimport Bbb\nimport ddd\n\nx = 1\n",
        module("Ccc"),
        "import aaa\nimport Bbb\nimport Ccc\nimport ddd\n\nx = 1\n",
    ),
    "a module of the standard library joins its group": Addition(
        ".py",
        "import json\nimport sys\n\nimport lib\n\nx = 1\n",
        module("os"),
        "import json\nimport os\nimport sys\n\nimport lib\n\nx = 1\n",
    ),
    "a package joins its group": Addition(
        ".py",
        "import json\nimport sys\n\nimport lib\n\nx = 1\n",
        module("abc_lib"),
        "import json\nimport sys\n\nimport abc_lib\nimport lib\n\nx = 1\n",
    ),
    "a relative module joins its group": Addition(
        ".py",
        "import lib\n\nfrom .aaa import a\nfrom .ccc import c\n\nx = 1\n",
        names("b", ".bbb"),
        "import lib\n\nfrom .aaa import a\nfrom .bbb import b\nfrom .ccc import c\n\nx = 1\n",
    ),
    "the standard library begins a group above": Addition(
        ".py", "import lib\n\nx = 1\n", module("os"), "import os\n\nimport lib\n\nx = 1\n"
    ),
    "a package begins a group between": Addition(
        ".py",
        "import os\n\nfrom .aaa import a\n\nx = 1\n",
        module("lib"),
        "import os\n\nimport lib\n\nfrom .aaa import a\n\nx = 1\n",
    ),
    "a relative module begins a group below": Addition(
        ".py",
        "import os\n\nimport lib\n\nx = 1\n",
        names("a", ".aaa"),
        "import os\n\nimport lib\n\nfrom .aaa import a\n\nx = 1\n",
    ),
    "groups in another order say nothing": Addition(
        ".py", "import lib\n\nimport os\n\nx = 1\n", names("a", ".aaa"), None
    ),
    "a group of mixed classes takes anything if it is the only one": Addition(
        ".py",
        "import lib\nimport os\n\nx = 1\n",
        names("a", ".aaa"),
        "import lib\nimport os\nfrom .aaa import a\n\nx = 1\n",
    ),
    "half of a group is not most of it": Addition(
        ".py",
        "import lib\nimport os\n\nimport json\nimport sys\n\nx = 1\n",
        module("abc"),
        "import lib\nimport os\n\nimport abc\nimport json\nimport sys\n\nx = 1\n",
    ),
    "the same root wins over the class": Addition(
        ".py",
        "import aaa\nimport bbb\n\nimport own.x\nimport own.z\n\nx = 1\n",
        names("y", "own.y"),
        "import aaa\nimport bbb\n\nimport own.x\nimport own.z\nfrom own.y import y\n\nx = 1\n",
    ),
    "a future import is no group": Addition(
        ".py",
        "from __future__ import annotations\n\nx = 1\n",
        module("os"),
        "from __future__ import annotations\n\nimport os\n\nx = 1\n",
    ),
    "nor beside another one": Addition(
        ".py",
        "from __future__ import annotations\n\nimport sys\n\nx = 1\n",
        module("os"),
        "from __future__ import annotations\n\nimport os\nimport sys\n\nx = 1\n",
    ),
    "an import behind code is not near": Addition(
        ".py",
        "import os\n\n\ndef f():\n    pass\n\n\nimport lib.a\nimport lib.c\n",
        module("lib", "lib.b"),
        "import os\n\nimport lib.b\n\n\ndef f():\n    pass\n\n\nimport lib.a\nimport lib.c\n",
    ),
    "59 indented lines are near": Addition(
        ".py",
        "import os\n\nx = [\n" + "    1,\n" * 59 + "]\n\nimport lib\nimport mod\n\nx = 1\n",
        module("abc_lib"),
        "import os\n\nx = [\n" + "    1,\n" * 59 + "]\n\nimport abc_lib\nimport lib\nimport mod\n\nx = 1\n",
    ),
    "60 are far": Addition(
        ".py",
        "import os\n\nx = [\n" + "    1,\n" * 60 + "]\n\nimport lib\nimport mod\n\nx = 1\n",
        module("abc_lib"),
        "import os\n\nimport abc_lib\n\nx = [\n" + "    1,\n" * 60 + "]\n\nimport lib\nimport mod\n\nx = 1\n",
    ),
    "a first import above enough blank lines": Addition(
        ".py", '"""Doc."""\n\n\n\ndef f(): ...\n', module("os"), '"""Doc."""\n\nimport os\n\n\ndef f(): ...\n'
    ),
    "a first import below a docstring of several lines": Addition(
        ".py", '"""Doc.\n"""\n\nx = os\n', module("os"), '"""Doc.\n"""\n\nimport os\n\nx = os\n'
    ),
    "a first import below a raw docstring": Addition(
        ".py", 'r"""Doc."""\n\nx = os\n', module("os"), 'r"""Doc."""\n\nimport os\n\nx = os\n'
    ),
    "a docstring that a backslash continues": Addition(
        ".py", '"Doc \\\nand more"\n\nx = os\n', module("os"), None
    ),
    "no code follows the docstring": Addition(".py", '"""Doc."""\n\n', module("os"), None),
    "a directive is no docstring": Addition(
        ".js",
        "'use strict';\n\n// Tools.\n\nrun();\n",
        names("run", "m"),
        "'use strict';\n\n// Tools.\n\nimport { run } from 'm';\n\nrun();\n",
    ),
    "no line follows the last import": Addition(".py", "import aaa", module("bbb"), None),
    "a language without imports": Addition(".c", "int x;\n", module("bbb"), None),
    # Rust
    "a use gets braces": Addition(
        ".rs",
        "use a::b;\nuse c::{d, e};\n\nfn f() {}\n",
        names("x", "a"),
        "use a::{b, x};\nuse c::{d, e};\n\nfn f() {}\n",
    ),
    "in order": Addition(
        ".rs",
        "use a::b;\nuse c::{d, e};\n\nfn f() {}\n",
        names("a", "a"),
        "use a::{a, b};\nuse c::{d, e};\n\nfn f() {}\n",
    ),
    "without an example of braces it gets a line": Addition(
        ".rs",
        "use a::b;\nuse c::d;\n\nfn f() {}\n",
        names("x", "a"),
        "use a::b;\nuse a::x;\nuse c::d;\n\nfn f() {}\n",
    ),
    "two uses of the module": Addition(
        ".rs",
        "use a::b;\nuse a::d;\nuse c::{d, e};\n\nfn f() {}\n",
        names("c", "a"),
        "use a::b;\nuse a::c;\nuse a::d;\nuse c::{d, e};\n\nfn f() {}\n",
    ),
    "braces that fill the line": Addition(
        ".rs",
        f"use a::{'b' * 66};\nuse c::{{d, e}};\n\nfn f() {{}}\n",
        names("x", "a"),
        f"use a::{{{'b' * 66}, x}};\nuse c::{{d, e}};\n\nfn f() {{}}\n",
    ),
    "braces that would be longer than the line": Addition(
        ".rs", f"use a::{'b' * 67};\nuse c::{{d, e}};\n\nfn f() {{}}\n", names("x", "a"), None
    ),
    "a list of uses is extended": Addition(
        ".rs", "use c::{d, f};\n\nfn g() {}\n", names("e", "c"), "use c::{d, e, f};\n\nfn g() {}\n"
    ),
    "a use for others is not extended": Addition(
        ".rs",
        "pub use c::{d, f};\nuse a::b;\n\nfn g() {}\n",
        names("e", "c"),
        "pub use c::{d, f};\nuse a::b;\nuse c::e;\n\nfn g() {}\n",
    ),
    "a use under another name": Addition(
        ".rs",
        "use a::b;\nuse c::d;\n\nfn g() {}\n",
        ImportRequest("x", "b", "c", "names"),
        "use a::b;\nuse b::c as x;\nuse c::d;\n\nfn g() {}\n",
    ),
    "a module": Addition(
        ".rs",
        "use a::b;\nuse c::d;\n\nfn g() {}\n",
        module("b"),
        "use a::b;\nuse b;\nuse c::d;\n\nfn g() {}\n",
    ),
    "a module by its path": Addition(
        ".rs",
        "use a::b;\nuse c::d;\n\nfn g() {}\n",
        module("y", "b::y"),
        "use a::b;\nuse b::y;\nuse c::d;\n\nfn g() {}\n",
    ),
    "the standard library has a group": Addition(
        ".rs",
        "use std::fmt;\nuse std::io;\n\nuse regex::Regex;\n\nfn g() {}\n",
        names("Bytes", "bytes"),
        "use std::fmt;\nuse std::io;\n\nuse bytes::Bytes;\nuse regex::Regex;\n\nfn g() {}\n",
    ),
    "the crate has one": Addition(
        ".rs",
        "use regex::Regex;\n\nuse crate::a::B;\n\nfn g() {}\n",
        names("D", "crate::c"),
        "use regex::Regex;\n\nuse crate::a::B;\nuse crate::c::D;\n\nfn g() {}\n",
    ),
    "a class without a group": Addition(
        ".rs", "use std::fmt;\n\nuse regex::Regex;\n\nfn g() {}\n", names("D", "crate::c"), None
    ),
    "a list comes behind single names": Addition(
        ".rs",
        "use a::b;\nuse a::{c, d};\n\nfn g() {}\n",
        module("e", "a::e"),
        "use a::b;\nuse a::e;\nuse a::{c, d};\n\nfn g() {}\n",
    ),
    # Java
    "a class among classes": Addition(
        ".java",
        "import a.A;\nimport a.C;\n\nclass X {}\n",
        names("B", "a"),
        "import a.A;\nimport a.B;\nimport a.C;\n\nclass X {}\n",
    ),
    "a static import": Addition(
        ".java",
        "import a.A;\nimport a.C;\n\nclass X {}\n",
        names("B", "a", "static"),
        "import a.A;\nimport static a.B;\nimport a.C;\n\nclass X {}\n",
    ),
    "capital letters come first": Addition(
        ".java",
        "import a.B;\nimport a.D;\nimport a.c.E;\n\nclass X {}\n",
        names("C", "a"),
        "import a.B;\nimport a.C;\nimport a.D;\nimport a.c.E;\n\nclass X {}\n",
    ),
    "capital letters are no different": Addition(
        ".java",
        "import a.B;\nimport a.c.E;\nimport a.D;\n\nclass X {}\n",
        names("C", "a"),
        "import a.B;\nimport a.C;\nimport a.c.E;\nimport a.D;\n\nclass X {}\n",
    ),
    "both orders are kept": Addition(
        ".java",
        "import a.B;\nimport a.c.E;\n\nclass X {}\n",
        names("D", "a"),
        "import a.B;\nimport a.D;\nimport a.c.E;\n\nclass X {}\n",
    ),
    "no order": Addition(
        ".java",
        "import a.D;\nimport a.B;\nimport a.c.E;\n\nclass X {}\n",
        names("C", "a"),
        "import a.D;\nimport a.B;\nimport a.c.E;\nimport a.C;\n\nclass X {}\n",
    ),
    "another root in the only group": Addition(
        ".java",
        "import a.A;\nimport c.C;\n\nclass X {}\n",
        names("B", "b"),
        "import a.A;\nimport b.B;\nimport c.C;\n\nclass X {}\n",
    ),
    # Go
    "a package in a block": Addition(
        ".go",
        'package m\n\nimport (\n\t"a"\n\t"c"\n)\n',
        module("b"),
        'package m\n\nimport (\n\t"a"\n\t"b"\n\t"c"\n)\n',
    ),
    "a package at the end of a block": Addition(
        ".go",
        'package m\n\nimport (\n\t"a"\n\t"b"\n)\n',
        module("c"),
        'package m\n\nimport (\n\t"a"\n\t"b"\n\t"c"\n)\n',
    ),
    "a package with an alias": Addition(
        ".go",
        'package m\n\nimport (\n\t"a"\n\t"c"\n)\n',
        module("x", "b", "x"),
        'package m\n\nimport (\n\t"a"\n\tx "b"\n\t"c"\n)\n',
    ),
    "the only import becomes a block": Addition(
        ".go",
        'package m\n\nimport "c"\n\nfunc f() {}\n',
        module("b"),
        'package m\n\nimport (\n\t"b"\n\t"c"\n)\n\nfunc f() {}\n',
    ),
    "an alias keeps its order by the path": Addition(
        ".go",
        'package m\n\nimport z "c"\n\nfunc f() {}\n',
        module("d"),
        'package m\n\nimport (\n\tz "c"\n\t"d"\n)\n\nfunc f() {}\n',
    ),
    "two imports without a block": Addition(
        ".go", 'package m\n\nimport "a"\nimport "c"\n\nfunc f() {}\n', module("b"), None
    ),
    "a package of a site begins a group below": Addition(
        ".go",
        'package m\n\nimport (\n\t"a"\n)\n',
        module("b", "site.org/b"),
        'package m\n\nimport (\n\t"a"\n\n\t"site.org/b"\n)\n',
    ),
    "the standard library begins a group above those of a site": Addition(
        ".go",
        'package m\n\nimport (\n\t"site.org/a"\n)\n',
        module("b"),
        'package m\n\nimport (\n\t"b"\n\n\t"site.org/a"\n)\n',
    ),
    "packages of Go are sorted with regard to case": Addition(
        ".go",
        'package m\n\nimport (\n\t"B"\n\t"a"\n)\n',
        module("C"),
        'package m\n\nimport (\n\t"B"\n\t"C"\n\t"a"\n)\n',
    ),
    # JavaScript
    "names beside a default": Addition(
        ".js",
        "import d from 'm';\nimport { x } from 'n';\n",
        names("a", "m"),
        "import d, { a } from 'm';\nimport { x } from 'n';\n",
    ),
    "names beside a default without padding": Addition(
        ".js",
        "import d from 'm';\nimport {x} from 'n';\n",
        names("a", "m"),
        "import d, {a} from 'm';\nimport {x} from 'n';\n",
    ),
    "the padding of a list of lines says nothing": Addition(
        ".js",
        "import d from 'm';\nimport {\n  x,\n} from 'n';\nimport {y} from 'o';\n",
        names("a", "m"),
        "import d, {a} from 'm';\nimport {\n  x,\n} from 'n';\nimport {y} from 'o';\n",
    ),
    "names cannot stand beside a namespace": Addition(
        ".js", "import * as d from 'm';\n", names("a", "m"), None
    ),
    "names cannot stand beside a default with a namespace": Addition(
        ".js", "import d, * as n from 'm';\n", names("a", "m"), None
    ),
    "names cannot stand beside a default of types": Addition(
        ".ts", "import type d from 'm';\n", names("a", "m"), None
    ),
    "names beside a default that fill the line": Addition(
        ".js",
        f"import {'d' * 53} from 'm';\n\n",
        names("abc", "m"),
        f"import {'d' * 53}, {{ abc }} from 'm';\n\n",
    ),
    "names beside a default that would be longer": Addition(
        ".js", f"import {'d' * 54} from 'm';\n\n", names("abc", "m"), None
    ),
    "names of another module": Addition(
        ".js", "import d from 'm';\n\n", names("a", "n"), "import d from 'm';\nimport { a } from 'n';\n\n"
    ),
    "a type among types": Addition(
        ".ts",
        "import type { A, C } from 'm';\n",
        names("B", "m", "type"),
        "import type { A, B, C } from 'm';\n",
    ),
    "a value is not added to types": Addition(
        ".ts",
        "import type { A, C } from 'm';\n\n",
        names("B", "m"),
        "import type { A, C } from 'm';\nimport { B } from 'm';\n\n",
    ),
    "a namespace": Addition(
        ".js",
        "import { x } from 'n'\n\n",
        ImportRequest("a", "m", "", "space"),
        "import { x } from 'n'\nimport * as a from 'm'\n\n",
    ),
    "a default": Addition(
        ".js",
        'import b from "n"\n\n',
        ImportRequest("a", "m", "default", "default"),
        'import a from "m"\nimport b from "n"\n\n',
    ),
    "a require": Addition(
        ".js",
        "var x = require('n');\n\n",
        ImportRequest("a", "m", "", "require"),
        "var a = require('m');\nvar x = require('n');\n\n",
    ),
    "a part of a require": Addition(
        ".js",
        "const x = require('n');\n\n",
        ImportRequest("a", "m", "b", "require"),
        "const { b: a } = require('m');\nconst x = require('n');\n\n",
    ),
    "a require is not written among imports": Addition(
        ".js", "import x from 'n';\n\n", ImportRequest("a", "m", "", "require"), None
    ),
    "an import is not written among requires": Addition(
        ".js", "const x = require('n');\n\n", names("a", "m"), None
    ),
    "a require in a chain of commas is no example": Addition(
        ".js",
        "var x = 1\n  , y = require('n')\n\n",
        ImportRequest("a", "m", "", "require"),
        "const a = require('m')\n\nvar x = 1\n  , y = require('n')\n\n",
    ),
    "a list of a require is extended": Addition(
        ".js",
        "const { a, c } = require('m');\n",
        ImportRequest("b", "m", "b", "require"),
        "const { a, b, c } = require('m');\n",
    ),
    "a relative module joins relative ones": Addition(
        ".js",
        "import x from 'n';\n\nimport { p } from './p';\n\n",
        names("a", "./b"),
        "import x from 'n';\n\nimport { a } from './b';\nimport { p } from './p';\n\n",
    ),
    "scripts begin no group": Addition(
        ".js", "import x from 'n';\n\nimport y from 'o';\n\n", names("a", "./b"), None
    ),
    # Lists of a module and whole statements of it
    "a list that is imported for others is extended": Addition(
        ".py",
        "from lib import a  # noqa: F401\n",
        names("b", "lib"),
        "from lib import a, b  # noqa: F401\n",
    ),
    "a name of a module that is imported as a whole": Addition(
        ".py", "import lib\n\nx = 1\n", names("b", "lib"), "import lib\nfrom lib import b\n\nx = 1\n"
    ),
    "a list with one line": Addition(
        ".py",
        "from lib import (\n    a,\n)\n",
        names("b", "lib"),
        "from lib import (\n    a,\n    b,\n)\n",
    ),
    "a whole module beside a part of it": Addition(
        ".js",
        "const { b } = require('m');\n\n",
        ImportRequest("a", "m", "", "require"),
        "const { b } = require('m');\nconst a = require('m');\n\n",
    ),
    "a part of a required module is not written beside a default": Addition(
        ".js", "import d from 'm';\n\n", ImportRequest("a", "m", "a", "require"), None
    ),
    "a module beside its names, one per statement": Addition(
        ".py",
        "import json\nfrom lib import a\nfrom lib import c\nimport zoo\n\nx = 1\n",
        module("lib"),
        "import json\nfrom lib import a\nfrom lib import c\nimport lib\nimport zoo\n\nx = 1\n",
    ),
    "a list beside another module with two lists": Addition(
        ".py",
        "from lib import a, b\nfrom lib import c\nfrom zoo import d\n",
        names("e", "zoo"),
        "from lib import a, b\nfrom lib import c\nfrom zoo import d, e\n",
    ),
    "a value and a type of a module are no names per statement": Addition(
        ".ts",
        "import { a } from 'm';\nimport type { B } from 'm';\n",
        names("c", "m"),
        "import { a, c } from 'm';\nimport type { B } from 'm';\n",
    ),
    "two lists of a module and a default of it": Addition(
        ".js",
        "import d from 'm';\nimport { a } from 'm';\nimport { b } from 'm';\n\n",
        names("c", "m"),
        "import d from 'm';\nimport { a } from 'm';\nimport { b } from 'm';\nimport { c } from 'm';\n\n",
    ),
    "two lists of uses and a single one": Addition(
        ".rs",
        "use a::x;\nuse a::{b, c};\nuse a::{d, e};\n\nfn f() {}\n",
        names("y", "a"),
        "use a::x;\nuse a::y;\nuse a::{b, c};\nuse a::{d, e};\n\nfn f() {}\n",
    ),
    "a use with a comment that names another one": Addition(
        ".rs",
        "use a::b; // like c::d;\nuse c::{d, e};\n\nfn f() {}\n",
        names("x", "a"),
        "use a::{b, x}; // like c::d;\nuse c::{d, e};\n\nfn f() {}\n",
    ),
    # The order of names
    "a name comes before the one that differs in case": Addition(
        ".py", "from lib import a, B, d\n", names("b", "lib"), "from lib import a, b, B, d\n"
    ),
    "a constant of two letters is a constant": Addition(
        ".py",
        "from lib import ZED, Alpha, beta\n",
        names("PI", "lib"),
        "from lib import PI, ZED, Alpha, beta\n",
    ),
    "types are sorted as classes": Addition(
        ".ts",
        "import { type Foo, bar } from 'm';\n",
        names("Baz", "m"),
        "import { Baz, type Foo, bar } from 'm';\n",
    ),
    "a line of 120 counts": Addition(
        ".py",
        f"{fill(107, 'b' * 10)}\n# {'x' * 118}\n",
        names("b" * 10, "lib"),
        f"{fill(107, 'b' * 10)}, {'b' * 10}\n# {'x' * 118}\n",
    ),
    # The style of scripts
    "the padding of a list of lines does not hide that of another one": Addition(
        ".js",
        "import d from 'm';\nimport {\n  x,\n} from 'n';\nimport { y } from 'o';\n",
        names("a", "m"),
        "import d, { a } from 'm';\nimport {\n  x,\n} from 'n';\nimport { y } from 'o';\n",
    ),
    "the quotes of the last import": Addition(
        ".js",
        "import x from \"n\";\nimport y from 'o'\n\n",
        names("z", "p"),
        "import x from \"n\";\nimport y from 'o'\nimport { z } from 'p'\n\n",
    ),
    "the keyword of the last require": Addition(
        ".js",
        "var x = require('n');\nconst y = require('o');\n\n",
        ImportRequest("z", "p", "", "require"),
        "var x = require('n');\nconst y = require('o');\nconst z = require('p');\n\n",
    ),
    "a comma at the start of a line is no keyword": Addition(
        ".js",
        "var x = require('n')\n, y = require('o')\n\n",
        ImportRequest("z", "p", "", "require"),
        "var x = require('n')\n, y = require('o')\nvar z = require('p')\n\n",
    ),
    # The order of statements and their groups
    "below two future imports": Addition(
        ".py",
        "from __future__ import annotations\nfrom __future__ import division\n\nx = 1\n",
        module("os"),
        "from __future__ import annotations\nfrom __future__ import division\n\nimport os\n\nx = 1\n",
    ),
    "two statements of a module are in order": Addition(
        ".ts",
        "import { a } from 'm';\nimport type { B } from 'm';\nimport { z } from 'z';\n\n",
        names("n", "n"),
        "import { a } from 'm';\nimport type { B } from 'm';\nimport { n } from 'n';\nimport { z } from 'z';\n\n",
    ),
    "names between modules are sorted together": Addition(
        ".py",
        "import bbb\nfrom ccc import c\nfrom ddd import d\nimport eee\n\nx = 1\n",
        module("cab"),
        "import bbb\nimport cab\nfrom ccc import c\nfrom ddd import d\nimport eee\n\nx = 1\n",
    ),
    "at the end of a group of three": Addition(
        ".py",
        "import json\nimport re\nimport sys\n\nx = 1\n",
        module("zlib"),
        "import json\nimport re\nimport sys\nimport zlib\n\nx = 1\n",
    ),
    "one module with the same root is enough": Addition(
        ".py",
        "import attrs\nimport click\n\nimport app.models\nimport tools\n\nx = 1\n",
        module("app", "app.views"),
        "import attrs\nimport click\n\nimport app.models\nimport app.views\nimport tools\n\nx = 1\n",
    ),
    "half of a group has the class": Addition(
        ".py", "import json\nimport lib\n\nfrom .aaa import a\n\nx = 1\n", module("os"), None
    ),
    "the other half of a group has the class": Addition(
        ".py", "import json\nimport lib\n\nfrom .aaa import a\n\nx = 1\n", module("zoo"), None
    ),
    "a class belongs inside a mixed group": Addition(
        ".py",
        "import json\nfrom .aaa import a\n\nfrom .bbb import b\nfrom .ccc import c\n\nx = 1\n",
        module("lib"),
        None,
    ),
    "a group below one of two modules": Addition(
        ".py",
        "import os\n\nimport aaa\nimport lib\n\nx = 1\n",
        names("a", ".aaa"),
        "import os\n\nimport aaa\nimport lib\n\nfrom .aaa import a\n\nx = 1\n",
    ),
    "a package of a site joins those of the site": Addition(
        ".go",
        'package m\n\nimport (\n\t"fmt"\n\n\t"own.org/a"\n\n\t"site.org/team/x"\n)\n',
        module("y", "site.org/other/y"),
        'package m\n\nimport (\n\t"fmt"\n\n\t"own.org/a"\n\n\t"site.org/other/y"\n\t"site.org/team/x"\n)\n',
    ),
}


@pytest.mark.parametrize("name", ADDITIONS)
def test_additions(name: str) -> None:
    case = ADDITIONS[name]
    page = snapshot(case.suffix, case.before)
    edit = add_import(language_of(page), page.lines, parse_imports(page), case.request)
    assert applied(edit, page) == case.after


class Removal(NamedTuple):
    suffix: str
    before: str
    names: str
    """The names that are removed from the first statement that binds one of them."""
    after: str | None


REMOVALS = {
    "a whole statement": Removal(".py", "import a\nimport b\n", "a", "import b\n"),
    "one of a list": Removal(".py", "from m import a, b, c\n", "b", "from m import a, c\n"),
    "the last of a list": Removal(".py", "from m import a, b\n", "b", "from m import a\n"),
    "two of a list": Removal(".py", "from m import a, b, c\n", "a c", "from m import b\n"),
    "all of a list": Removal(".py", "from m import a, b\nx = 1\n", "a b", "x = 1\n"),
    "one of lines": Removal(
        ".py", "from m import (\n    a,\n    b,\n)\n", "a", "from m import (\n    b,\n)\n"
    ),
    "two neighbours of lines": Removal(
        ".py", "from m import (\n    a,\n    b,\n    c,\n)\n", "a b", "from m import (\n    c,\n)\n"
    ),
    "two of lines that are no neighbours": Removal(
        ".py", "from m import (\n    a,\n    b,\n    c,\n)\n", "a c", None
    ),
    "two of three in a line of their own": Removal(
        ".py", "from m import (\n    a, b, c,\n    d,\n)\n", "a b", None
    ),
    "two with a line of their own among others": Removal(
        ".py", "from m import (\n    a, b,\n    c,\n    d,\n)\n", "c d", "from m import (\n    a, b,\n)\n"
    ),
    "two of a list with names in the first line and below": Removal(
        ".py", "from m import (a,\n    b,\n    c,\n    d)\n", "b c", "from m import (a,\n    d)\n"
    ),
    "a statement between blank lines": Removal(
        ".py", "x = 1\n\nimport a\n\ny = 2\n", "a", "x = 1\n\ny = 2\n"
    ),
    "a statement at the top": Removal(".py", "import a\n\n\ny = 2\n", "a", "y = 2\n"),
    "a statement below a blank top": Removal(".py", "\nimport a\n\n\ny = 2\n", "a", "\ny = 2\n"),
    "a statement below one blank line": Removal(
        ".py", "x = 1\n\nimport a\n\n\ny = 2\n", "a", "x = 1\n\n\ny = 2\n"
    ),
    "a statement below two blank lines": Removal(
        ".py", "x = 1\n\n\nimport a\n\ny = 2\n", "a", "x = 1\n\n\ny = 2\n"
    ),
    "a statement at the end": Removal(".py", "x = 1\nimport a\n", "a", "x = 1\n"),
    "a statement in the last line": Removal(".py", "x = 1\nimport a", "a", "x = 1"),
    "a statement in the last line below a longer one": Removal(
        ".py", "x = 1\nvalue = compute()\nimport a", "a", "x = 1\nvalue = compute()"
    ),
    "one of a list without spaces": Removal(".py", "from m import a,b,c\n", "b", "from m import a,c\n"),
    "one of several in a line of its own": Removal(
        ".py", "from m import (\n    a, b,\n    c,\n)\n", "a", "from m import (\n    b,\n    c,\n)\n"
    ),
    "a line and a part of the next one": Removal(
        ".py", "from m import (\n    a,\n    b, c,\n    d,\n)\n", "a b", None
    ),
    "the only line": Removal(".py", "import a", "a", ""),
    "a statement before a blank end": Removal(".py", "x = 1\n\nimport a\n\n", "a", "x = 1\n\n"),
    # Rust
    "the braces of one that is left": Removal(".rs", "use a::{b, c};\n", "b", "use a::c;\n"),
    "one of three": Removal(".rs", "use a::{b, c, d};\n", "b", "use a::{c, d};\n"),
    "self needs braces": Removal(".rs", "use a::{self, c};\n", "c", None),
    "self under another name too": Removal(".rs", "use a::{self as x, c};\n", "c", None),
    "a name that begins with self does not": Removal(
        ".rs", "use a::{selfish, c};\n", "c", "use a::selfish;\n"
    ),
    "a part of a nested list": Removal(".rs", "use a::{b::{c, d}, e, f};\n", "c", None),
    "a nested list": Removal(".rs", "use a::{b::{c, d}, e, f};\n", "c d", "use a::{e, f};\n"),
    "a use with code behind it": Removal(".rs", "use a::b; fn f() {}\n", "b", None),
    "a use with nothing behind it": Removal(".rs", "use a::b;  \nfn f() {}\n", "b", "fn f() {}\n"),
    "the only name beside a glob": Removal(".rs", "use a::{b, *};\n", "b", None),
    "a name beside a glob and another": Removal(".rs", "use a::{b, c, *};\n", "b", "use a::{c, *};\n"),
    # JavaScript
    "a default beside names": Removal(".js", "import d, { a } from 'm';\n", "d", "import { a } from 'm';\n"),
    "the names beside a default": Removal(
        ".js", "import d, { a, b } from 'm';\n", "a b", "import d from 'm';\n"
    ),
    "one of the names beside a default": Removal(
        ".js", "import d, { a, b } from 'm';\n", "a", "import d, { b } from 'm';\n"
    ),
    "a default and one of the names": Removal(".js", "import d, { a, b } from 'm';\n", "d a", None),
    "names in lines beside a default": Removal(".js", "import d, {\n  a,\n  b,\n} from 'm';\n", "a b", None),
    "two of three names beside a default": Removal(".js", "import d, { a, b, c } from 'm';\n", "a b", None),
    "a default beside a namespace": Removal(".js", "import d, * as n from 'm';\n", "d", None),
    "a namespace beside a default": Removal(".js", "import d, * as n from 'm';\n", "n", None),
    "one of the names of a require": Removal(
        ".js", "const { a, b } = require('m');\n", "a", "const { b } = require('m');\n"
    ),
}


@pytest.mark.parametrize("name", REMOVALS)
def test_removals(name: str) -> None:
    case = REMOVALS[name]
    page = snapshot(case.suffix, case.before)
    removed = case.names.split()
    statement = next(one for one in parse_imports(page) if one.bound_names() & set(removed))
    found = [one for one in statement.imported_names if one.name in removed]
    assert applied(remove_names(language_of(page), page.lines, statement, found), page) == case.after


@pytest.mark.parametrize(
    ("before", "first", "last", "after"),
    [
        ("a\n\nb\n\nc\n", 2, 2, "a\n\nc\n"),
        ("a\nb\nc\nd\n", 1, 2, "a\nd\n"),
        ("a\n\nb\n\n\n\nc\n", 2, 2, "a\n\n\n\nc\n"),
        ("a\n\n\n\nb\n\nc\n", 4, 4, "a\n\n\n\nc\n"),
        ("b\n\n\nc\n", 0, 0, "c\n"),
        ("a\nb", 1, 1, "a"),
        ("a\n\n\nb\n\n", 3, 3, "a\n\n\n"),
    ],
)
def test_removed_lines_leave_no_doubled_gap(before: str, first: int, last: int, after: str) -> None:
    page = snapshot(".py", before)
    assert applied(remove_lines(page.lines, first, last), page) == after


def bound(statements: list[ImportStatement]) -> list[str]:
    """Each statement as `module:name=original,…`, with `!` if it is there for others."""
    return [
        ("!" if one.is_reexport else "")
        + f"{one.module}:"
        + ",".join(
            f"{name.name}={'.'.join(filter(None, (name.module, name.original)))}"
            for name in one.imported_names
        )
        for one in statements
    ]


@pytest.mark.parametrize(
    ("suffix", "text", "expected"),
    [
        (".py", "import a", ["a:a=a"]),
        (".py", "import a.b", ["a.b:a=a.b"]),
        (".py", "import a.b as c, d", ["a.b:c=a.b,d=d"]),
        (".py", "from a import b as c", ["a:c=b"]),
        (".py", "from .a import b", [".a:b=b"]),
        (".py", "from a import *", ["a:"]),
        (".py", "from a import b, *", ["a:b=b"]),
        (".py", "from a import b-c", []),
        (".py", "from a import (b,\n  c)", ["a:b=b,c=c"]),
        (".py", "from a import(b)", ["a:b=b"]),
        (".py", "from a import (b,", []),
        (".py", "from a import b, \\", []),
        (".py", "import a;", []),
        (".py", "x = important", []),
        (".py", "import a, b", ["a:a=a,b=b"]),
        (".py", "from a import b as b", ["!a:b=b"]),
        (".py", "from a import b as c, d as d", ["!a:c=b,d=d"]),
        (".py", "from a import b  # noqa", ["!a:b=b"]),
        (".py", "from a import b  # not qa", ["a:b=b"]),
        (".js", "import a from 'm'", ["m:a=default"]),
        (".js", "import * as a from 'm'", ["m:a="]),
        (".js", "import d, * as a from 'm'", ["m:d=default,a="]),
        (".js", "import { a as b, c } from 'm';", ["m:b=a,c=c"]),
        (".ts", "import { type A } from 'm';", ["m:A=A"]),
        (".js", "import d, { a } from 'm'; // why", ["m:d=default,a=a"]),
        (".js", "import d, { a } from 'm'; f();", []),
        (".js", "import 'm';", []),
        (".js", "import {} from 'm';", ["m:"]),
        (".js", "import { a,", []),
        (".js", "import { a }", []),
        (".js", "import {a}from 'm'", ["m:a=a"]),
        (".js", "const {a}=require('m')", ["m:a=a"]),
        (".js", "import { a-b } from 'm';", []),
        (".js", "import('m');", []),
        (".js", "const a = require('m');", ["m:a="]),
        (".js", "  const a = require('m');", ["m:a="]),
        (".js", "const { a, b: c } = require('m').d;", ["m:a=a,c=b"]),
        (".js", "const {\n  a,\n} = require('m');", ["m:a=a"]),
        (".js", "/* b */ const {  // c\n  a,\n} = require('m');", ["m:a=a"]),
        (".js", "const /* b */ { /* c */\n  a,\n} = require('m');", ["m:a=a"]),
        (".js", "/*\nconst {\n  a,\n} = require('m');\n*/", []),
        (".js", "/*\nimport a from 'm'\n*/", []),
        (".js", "const a = require('m')(x);", []),
        (".js", "const a = other('m');", []),
        (".js", "if (a) {", []),
        (".js", "var x = 1\n  , a = require('m')", ["m:a="]),
        (".rs", "use a::b;", ["a:b=b"]),
        (".rs", "use a::b as c;", ["a:c=b"]),
        (".rs", "/* used */ use a::b;", ["a:b=b"]),
        (".rs", "/*\nuse a::b;\n*/", []),
        (".rs", "use a::{b, c as d};", ["a:b=a.b,d=a.c"]),
        (".rs", "use a::{self, b};", ["a:a=,b=a.b"]),
        (".rs", "use a::b::{self as c};", ["a::b:c="]),
        (".rs", "use a::{b::c, d};", ["a:c=a::b.c,d=a.d"]),
        (".rs", "use a::{b::{c, d}, *};", ["a:c=a::b.c,d=a::b.d"]),
        (".rs", "use {a::b, c};", [":b=a.b,c=c"]),
        (".rs", "use {a::{b, c}, d};", [":b=a.b,c=a.c,d=d"]),
        (".rs", "pub use a::b;", ["!a:b=b"]),
        (".rs", "pub(crate) use a::{b, c};", ["!a:b=a.b,c=a.c"]),
        (".rs", "#[cfg(x)]\nuse a::b;", ["!a:b=b"]),
        (".rs", "#[cfg(x)]\nuse a::{b, c};", ["!a:b=a.b,c=a.c"]),
        (".rs", "use a::b;\nfn f() {}\n#[test]", ["a:b=b"]),
        (".rs", "use a::{b, c", []),
        (".rs", "use a::{b, c}", []),
        (".rs", "use a::{\n    b,\n    c,\n};", ["a:b=a.b,c=a.c"]),
        (".go", 'import "a/b"', ["a/b:b="]),
        (".go", 'import c "a/b"', ["a/b:c="]),
        (".go", 'import _ "a/b"', ["!a/b:"]),
        (".go", 'import . "a/b"', ["!a/b:"]),
        (".go", 'import "a/b/v2"', ["a/b/v2:b="]),
        (".go", 'import "a/b.v2"', ["a/b.v2:b="]),
        (".go", 'import "a/go-b"', ["a/go-b:b="]),
        (".go", 'import "a/b-c"', ["a/b-c:"]),
        (".go", 'import (\n\t"a"\n\tc "b" // why\n)\n\t"d"', ["a:a=", "b:c="]),
        (".go", 'func f() {}\nimport "a"', []),
        (".java", "import a.b.C;", ["a.b:C=C"]),
        (".java", "import static a.b.c;", ["a.b:c=c"]),
        (".java", "import a.b.*;", []),
        (".java", "/*\nimport a.B;\nclass A\n*/\nimport a.C;", ["a:C=C"]),
        (".java", "class A {}\nimport a.B;", []),
        (".c", "import a", []),
        (".txt", "import a", []),
    ],
)
def test_what_a_statement_binds(suffix: str, text: str, expected: list[str]) -> None:
    assert bound(parse_imports(snapshot(suffix, text))) == expected


def test_a_text_is_parsed_again_in_its_new_language() -> None:
    lines = ["import a", *["x = 1"] * (MAX_BRACKET_LINES + 1)]
    page = TextSnapshot("untitled:1", "python", lines, 1)
    assert bound(parse_imports(page)) == ["a:a=a"]
    assert bound(parse_imports(page._replace(language="java"))) == []


def test_a_long_statement_is_parsed_again_if_its_end_changes() -> None:
    above = [f"    a{number}," for number in range(MAX_BRACKET_LINES - 3)]
    for last in ("b", "c"):
        page = snapshot(".py", "\n".join(["from lib import (", *above, f"    {last},", ")", "", "x = 1"]))
        (statement,) = parse_imports(page)
        assert statement.imported_names[-1].name == last


@pytest.mark.parametrize(
    ("suffix", "before", "name", "more", "unused", "after"),
    [
        (".py", "from lib import a, b\n", "c", (), {0: {0}}, "from lib import b, c\n"),
        (".py", "from lib import a, b\n", "c", (), {1: {0}}, "from lib import a, b, c\n"),
        (".py", "from lib import (\n    a,\n    b,\n)\n", "c", (), {0: {0}}, None),
        (".py", "from lib import a\n", "c", ("b",), {}, "from lib import a, b, c\n"),
        (".py", "from lib import (\n    a,\n)\n", "c", ("b",), {}, None),
        (".py", "from lub import a\n\n", "c", ("b",), {}, None),
        (
            ".py",
            "from lib import " + "a" * 57 + "\n",
            "c",
            ("b",),
            {},
            "from lib import " + "a" * 57 + ", b, c\n",
        ),
        (".py", "from lib import " + "a" * 58 + "\n", "c", ("b",), {}, None),
        (".js", "import d from 'lib';\n\n", "c", ("b",), {}, None),
        (".rs", "use lib::b;\nuse c::{d, e};\n\n", "x", (), {0: {-1}}, "use lib::x;\nuse c::{d, e};\n\n"),
        (".rs", "use lib::b;\nuse c::{d, e};\n\n", "x", ("y",), {}, None),
    ],
)
def test_names_that_are_added_together_or_instead_of_others(
    suffix: str, before: str, name: str, more: tuple[str, ...], unused: dict[int, set[int]], after: str | None
) -> None:
    page = snapshot(suffix, before)
    removed = {line: frozenset(items) for line, items in unused.items()}
    others = [names(one, "lib") for one in more]
    edit = add_import(language_of(page), page.lines, parse_imports(page), names(name, "lib"), others, removed)
    assert applied(edit, page) == after
