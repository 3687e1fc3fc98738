"""Guards of the rules for imports that are not used any more, imported twice or missing."""

# pyright: reportPrivateUsage=false

from typing import NamedTuple

import pytest

from nes_symbolic.rule_harness import RuleHarness, only
from understudy.nes.symbolic.consequences import unused_import
from understudy.nes.text import EditOrigin


class Case(NamedTuple):
    path: str
    text: str
    old: str
    new: str
    expected: list[str]
    """For each candidate the lines that go and come."""
    others: tuple[tuple[str, str], ...] = ()


def proposed(case: Case, *families: str) -> list[str]:
    harness = RuleHarness()
    for path, text in (*case.others, (case.path, case.text)):
        harness.put(path, text)
    harness.edit(case.path, case.old, case.new)
    found: list[str] = []
    for one in harness.ask(case.path):
        if one.family in families and one.edits:
            before, after = harness.workspace.texts[one.uri], harness.after(one).split("\n")
            gone = [f"-{line}" for line in before if line not in after]
            found.append(" ".join(gone + [f"+{line}" for line in after if line not in before]))
    return found


UNUSED = {
    "a word of a string of Go": Case(
        "m.go",
        'package m\n\nimport "a/foo"\n\nfunc f() {\n\tfoo.x("foo: %w")\n}\n',
        '\tfoo.x("foo: %w")',
        '\ty("foo: %w")',
        ['-import "a/foo"'],
    ),
    "at the top": Case("m.py", "import os\n\nos.x()\n", "os.x()", "y()", ["-import os"]),
    "in a block": Case("m.py", "try:\n    import os\nexcept E:\n    pass\n\nos.x()\n", "os.x()", "y()", []),
    "in a block, behind another one": Case(
        "m.py", "try:\n    import sys\n    import os\nexcept E:\n    pass\n\nos.x()\n", "os.x()", "y()", []
    ),
    "in a block, behind a blank line": Case(
        "m.py", "try:\n\n    import os\nexcept E:\n    pass\n\nos.x()\n", "os.x()", "y()", []
    ),
    "in a function": Case(
        "m.py", "def f():\n    import os\n    os.x()\n", "    os.x()", "    y()", ["-    import os"]
    ),
    "in a function, behind a condition": Case(
        "m.py",
        "def f():\n    if z: y()\n    import os\n    os.x()\n",
        "    os.x()",
        "    y()",
        ["-    import os"],
    ),
    "a file that passes names on": Case("a/__init__.py", "import os\n\nos.x()\n", "os.x()", "y()", []),
    "two lines with unknown names in place of it": Case(
        "m.py", "from a import Foo\n\nFoo()\n", "Foo()", "Bar()\nBaz()", ["-from a import Foo"]
    ),
    "an unknown name in place of it": Case("m.py", "from a import Foo\n\nFoo()\n", "Foo()", "Bar()", []),
    "an unknown name in another place": Case(
        "m.py", "from a import Foo\n\nFoo(y)\n", "Foo(y)", "y(Bar)", ["-from a import Foo"]
    ),
    "an unknown name, and more words": Case(
        "m.py", "from a import Foo\n\nFoo(y)\n", "Foo(y)", "Bar(y, z)", ["-from a import Foo"]
    ),
    "one of two": Case(
        "m.py",
        "from a import Foo, Bar\n\nFoo()\nBar()\n",
        "Foo()",
        "y()",
        ["-from a import Foo, Bar +from a import Bar"],
    ),
    "one of two, and the other was not used before": Case(
        "m.py",
        "from a import Foo, Bar\n\nFoo()\n",
        "Foo()",
        "y()",
        ["-from a import Foo, Bar +from a import Bar"],
    ),
    "a call in a sentence": Case(
        "m.py", "from a import Foo\n\nz = 'Use Foo(x) here.'\nFoo()\n", "Foo()", "y()", ["-from a import Foo"]
    ),
    "a name in __all__": Case("m.py", "from a import Foo\n\n__all__ = ['Foo']\nFoo()\n", "Foo()", "y()", []),
    "a name in a sentence": Case(
        "m.py", "from a import Foo\n\nz = 'Foo is here.'\nFoo()\n", "Foo()", "y()", ["-from a import Foo"]
    ),
    "a name in a type comment": Case(
        "m.py", "from a import Foo\n\nz = y()  # type: Foo\nFoo()\n", "Foo()", "y()", []
    ),
    "a name in a docstring": Case(
        "m.py",
        'from a import Foo\n\nZ = """\nFoo is old.\n"""\nFoo()\n',
        "Foo()",
        "y()",
        ["-from a import Foo"],
    ),
    "a name that is imported for others": Case(
        "m.py", "from a import Foo  # noqa: F401\n\nFoo()\n", "Foo()", "y()", []
    ),
    "a part of a nested list, and another use": Case(
        "m.rs",
        "use a::{b::{C, D}, E};\nuse x::Y;\n\nfn f(d: D, e: E) {\n    C::new(Y);\n}\n",
        "    C::new(Y);",
        "    d.go(e);",
        ["-use x::Y;"],
    ),
    "a nested list with the module itself": Case(
        "m.rs",
        "use std::{\n    io::{self, Read},\n    fmt,\n    rc,\n};\n\n"
        "fn f() {\n    io::g(Read, fmt::h(rc::i()));\n}\n",
        "    io::g(Read, fmt::h(rc::i()));",
        "    fmt::h(rc::i());",
        ["-    io::{self, Read},"],
    ),
    "a language without imports": Case(
        "m.c", "int a;\nint f() { return a; }\n", "int f() { return a; }", "int f();", []
    ),
}


@pytest.mark.parametrize("name", UNUSED)
def test_unused_imports(name: str) -> None:
    assert proposed(UNUSED[name], "import-unused") == UNUSED[name].expected


def twice(new: str, *expected: str, text: str = "from a import b\n\nb()\n\n") -> Case:
    return Case("m.py", f"{text}x\n", "x", new, list(expected))


DOUBLE = {
    "the same": twice("from a import b", "-from a import b"),
    "the same and more": twice("from a import b, c", "-from a import b"),
    "less": twice("from a import b", text="from a import b, c\n\nb()\n\n"),
    "the same, with other lines": twice("from a import b\nz()", "-from a import b"),
    "from another module": twice("from d import b"),
    "in a function": twice("def f():\n    from a import b"),
    "the other one in a function": twice("from a import b", text="def f():\n    from a import b\n\n"),
    "twice in one edit": twice("from d import e\nfrom d import e"),
    "a module": twice("import a", "-import a", text="import a\n\na.b()\n\n"),
    "a module under another name": twice("import a as c", text="import a\n\na.b()\n\n"),
}


@pytest.mark.parametrize("name", DOUBLE)
def test_imports_that_are_written_twice(name: str) -> None:
    case = DOUBLE[name]
    harness = RuleHarness()
    harness.put(case.path, case.text)
    harness.edit(case.path, case.old, case.new)
    found = [one for one in harness.ask(case.path) if one.pattern.startswith("double import")]
    after = [harness.after(one).split("\n") for one in found]
    before = harness.workspace.texts["file:///project/m.py"]
    gone = [
        f"-{line}"
        for one in after
        for line in sorted(set(before) - {""})
        if before.count(line) > one.count(line)
    ]
    assert gone == case.expected


def test_a_large_removal_counts_if_it_is_one_of_the_causes() -> None:
    """`b` goes with many lines and `c` with one: the import of both is less likely to be removed."""
    large = "b()\n" * (unused_import.LARGE_REMOVAL_LINES + 1)
    harness = RuleHarness(m__py=f"from a import b, c\n\nx()\n\n{large}y()\n\nc()\n\nz()\n")
    for old, new in ((large.rstrip("\n"), "x()"), ("c()", "x()")):
        harness.edit("m.py", old, new)
    [found] = [one for one in harness.ask("m.py") if one.family == "import-unused"]
    features = unused_import._Features(stale=0, is_large=1, is_moving_down=1, is_block=1)
    assert found.probability == unused_import.PROBABILITY.estimate(features)


CAUSES = {
    "one is a trait": (
        "m.rs",
        "use a::{File, ReadExt};\n\nfn f() {\n    go(File, ReadExt);\n}\n",
        [("    go(File, ReadExt);", "    go();")],
        unused_import._Features(may_be_implicit=1, is_block=1),
    ),
    "lines went, and others were replaced": (
        "m.py",
        "from a import b, c\n\nb()\n\nx()\nc()\n",
        [("b()", ""), ("c()", "x()")],
        unused_import._Features(is_moving_down=1),
    ),
    "the import was edited too": (
        "m.py",
        "from a import b, c\n\nb()\n",
        [("b()", "x()"), ("from a import b, c", "from a import b")],
        unused_import._Features(stale=1, is_touched=1, is_block=1),
    ),
}


@pytest.mark.parametrize("name", CAUSES)
def test_how_probable_an_unused_import_is(name: str) -> None:
    path, text, edits, features = CAUSES[name]
    harness = RuleHarness()
    harness.put(path, text)
    for old, new in edits:
        harness.edit(path, old, new)
    found = only(harness.ask(path), "import-unused")
    assert found.probability == pytest.approx(unused_import.PROBABILITY.estimate(features))


def test_a_name_that_is_replaced_keeps_the_import_of_another_one() -> None:
    harness = RuleHarness(m__py="from a import Foo, Baz\n\nFoo()\n\nBaz()\n")
    harness.edit("m.py", "Baz()", "y()")
    harness.edit("m.py", "Foo()", "Bar()")
    assert [one for one in harness.ask("m.py") if one.family == "import-unused"] == []


@pytest.mark.parametrize(("order", "is_moving_down"), [((0, 1, 2), 1), ((0, 2, 1), 0), ((1, 0, 2), 0)])
def test_the_user_moves_down_if_every_edit_is_below_the_one_before(
    order: tuple[int, int, int], is_moving_down: int
) -> None:
    harness = RuleHarness(m__py="from a import b\n\nx0 = b\nx1 = 1\nx2 = 2\n")
    edits = (("x0 = b", "x0 = 0"), ("x1 = 1", "x1 = 3"), ("x2 = 2", "x2 = 4"))
    for number in order:
        harness.edit("m.py", *edits[number])
    [found] = [one for one in harness.ask("m.py") if one.family == "import-unused"]
    stale = 2 - order.index(0)
    features = unused_import._Features(stale=stale, is_moving_down=is_moving_down, is_block=1)
    assert found.probability == unused_import.PROBABILITY.estimate(features)


@pytest.mark.parametrize(
    ("edits", "is_moving_down"),
    [
        pytest.param("own accepted", 0, id="an accepted suggestion removed the last use"),
        pytest.param("own own", 0, id="the newest edit removed the last use"),
        pytest.param("own own later", 1, id="an edit below the last use"),
        pytest.param("own own accepted-later", 0, id="an accepted suggestion below the last use"),
    ],
)
def test_at_the_keyboard_only_an_edit_after_the_last_use_passes_the_import(
    edits: str, is_moving_down: int
) -> None:
    harness = RuleHarness(m__py="from a import b\n\nx0 = b\nx1 = b\nx2 = 2\n")
    changes = [("x0 = b", "x0 = 0"), ("x1 = b", "x1 = 0"), ("x2 = 2", "x2 = 4")]
    for change, name in zip(changes, edits.split(), strict=False):
        is_accepted = name.startswith("accepted")
        harness.edit("m.py", *change, EditOrigin.ACCEPTED if is_accepted else EditOrigin.TYPED)
        harness.edits[-1].is_inside_line = True
    [found] = [one for one in harness.ask("m.py") if one.family == "import-unused"]
    stale = 1 if edits.endswith(" later") else 0
    features = unused_import._Features(stale=stale, is_moving_down=is_moving_down)
    assert found.probability == unused_import.PROBABILITY.estimate(features)


def missing(path: str, text: str, new: str, *expected: str, others: tuple[tuple[str, str], ...]) -> Case:
    return Case(path, text, "x", new, list(expected), others)


MISSING = {
    "a module of a package that is imported from": missing(
        "m.py",
        "from a.b import one\n\none()\nx\n",
        "Two()",
        "-from a.b import one +from a.b import Two, one",
        others=(("a/b.py", "def one():\n    pass\n\n\nclass Two:\n    pass\n"),),
    ),
    "a file with a dash": missing(
        "m.js",
        "import { one } from './a';\n\none();\nx\n",
        "new Two();",
        "+import { Two } from './my-file';",
        others=(("my-file.js", "export class Two {}\n"),),
    ),
    "a file with a dash in Python": missing(
        "p/m.py",
        "from .a import one\n\none()\nx\n",
        "Two()",
        others=(("p/my-file.py", "class Two:\n    pass\n"),),
    ),
    "a file of the same folder": missing(
        "p/m.py",
        "from .a import one\n\none()\nx\n",
        "Two()",
        "+from .b import Two",
        others=(("p/b.py", "class Two:\n    pass\n"),),
    ),
    "a file of the same folder, by the name of the package": missing(
        "p/m.py",
        "from p.a import one\n\none()\nx\n",
        "Two()",
        "+from p.b import Two",
        others=(("p/b.py", "class Two:\n    pass\n"),),
    ),
    "a file of the same folder with a suffix": missing(
        "m.js",
        "import { one } from './a.js';\n\none();\nx\n",
        "new Two();",
        "+import { Two } from './b.js';",
        others=(("b.js", "export class Two {}\n"),),
    ),
    "a file of the same folder, and packages": missing(
        "m.js",
        "import { one } from 'a';\n\none();\nx\n",
        "new Two();",
        others=(("b.js", "export class Two {}\n"),),
    ),
    "a class of Java": missing(
        "M.java",
        "import a.B;\n\nclass M {\nx\n}\n",
        "Two t = new Two();",
        others=(("Two.java", "public class Two {\n}\n"),),
    ),
    "a file of another folder": missing(
        "p/m.py",
        "from .a import one\n\none()\nx\n",
        "Two()",
        others=(("q/b.py", "class Two:\n    pass\n"),),
    ),
    "two files of that name": missing(
        "m.py",
        "from a import one\n\none()\nx\n",
        "Two()",
        others=(("b.py", "class Two:\n    pass\n"), ("c.py", "class Two:\n    pass\n")),
    ),
    "two sources": missing(
        "m.py",
        "x\n",
        "Two()",
        others=(("b.py", "from p import Two\n"), ("c.py", "from q import Two\n")),
    ),
    "a source with two votes, and another one": missing(
        "m.py",
        "x\n",
        "Two()",
        others=(
            ("b.py", "from p import Two\n"),
            ("c.py", "from p import Two\n"),
            ("d.py", "from q import Two\n"),
        ),
    ),
    "a source with three votes, and another one": missing(
        "m.py",
        "x\n",
        "Two()",
        "+from p import Two",
        others=(
            ("b.py", "from p import Two\n"),
            ("c.py", "from p import Two\n"),
            ("d.py", "from q import Two\n"),
            ("e.py", "from p import Two\n"),
        ),
    ),
    "a relative source in another folder": missing(
        "m.js",
        "x\n",
        "new Two();",
        '+import { Two } from "./p/q";',
        others=(("p/b.js", "import { Two } from './q';\n"),),
    ),
    "a relative source in the folder above": missing(
        "p/m.js",
        "x\n",
        "new Two();",
        '+import { Two } from "../q";',
        others=(("b.js", "import { Two } from './q';\n"),),
    ),
}


@pytest.mark.parametrize("name", MISSING)
def test_missing_imports(name: str) -> None:
    assert proposed(MISSING[name], "import-missing") == MISSING[name].expected


MOVED = {
    "a member that is imported now": Case(
        "m.py",
        "import a\n\na.foo(a.bar)\n",
        "import a",
        "from a import foo",
        ["-a.foo(a.bar) +foo(a.bar)"],
    ),
    "a module that is imported now": Case(
        "m.py", "from a import foo\n\nfoo(1)\n", "from a import foo", "import a", ["-foo(1) +a.foo(1)"]
    ),
    "another module in a file of the folder": Case(
        "p/m.py",
        "from .a import b\n\nb()\n",
        "from .a import b",
        "from .c import b",
        ["-from .a import b +from .c import b"],
        (("p/n.py", "from .a import b\n\nb()\n"),),
    ),
    "another module in a file of another folder": Case(
        "p/m.py",
        "from .a import b\n\nb()\n",
        "from .a import b",
        "from .c import b",
        [],
        (("q/n.py", "from .a import b\n\nb()\n"),),
    ),
    "an absolute module in a file of another folder": Case(
        "p/m.py",
        "from a import b\n\nb()\n",
        "from a import b",
        "from c import b",
        ["-from a import b +from c import b"],
        (("q/n.py", "from a import b\n\nb()\n"),),
    ),
    "one of two names": Case(
        "p/m.py",
        "from a import b\n\nb()\n",
        "from a import b",
        "from c import b",
        ["-from a import b, d +from c import b +from a import d"],
        (("q/n.py", "from a import b, d\n\nb(d)\n"),),
    ),
}


@pytest.mark.parametrize("name", MOVED)
def test_imports_that_moved(name: str) -> None:
    assert proposed(MOVED[name], "import-moved") == MOVED[name].expected


@pytest.mark.parametrize(
    ("exports", "is_removed"),
    [
        ('__all__ = [\n    "foo",\n    "bar",\n]\n', True),
        ('__all__ = [\n    "bar",\n    "foo",\n]\n', True),
        ('names = [\n    "bar",\n    "foo",\n]\n', False),
    ],
)
def test_a_removed_function_leaves_the_list_of_exports(exports: str, is_removed: bool) -> None:
    harness = RuleHarness(m__py=f"{exports}\n\ndef foo(x):\n    return x\n\n\ndef bar():\n    pass\n")
    harness.edit("m.py", "def foo(x):\n    return x", "")
    after = [harness.after(one) for one in harness.ask("m.py") if one.kind == "edit"]
    assert any('"foo"' not in text and '"bar"' in text for text in after) is is_removed
