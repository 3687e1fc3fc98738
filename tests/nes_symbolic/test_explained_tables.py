"""Table tests for `drop_explained`: repetitions at other functions, types and members are dropped."""

from dataclasses import dataclass
from typing import NamedTuple

import pytest

from nes_symbolic.rule_harness import RuleHarness
from understudy.nes.symbolic.consequences import RuleContext, drop_explained
from understudy.nes.text import EditOrigin, TextSnapshot
from understudy.nes.text.text_types import Point, Span


@dataclass
class Line:
    """A candidate that replaces lines of a text."""

    snapshot: TextSnapshot
    line: int
    line_count: int
    new: tuple[str, ...]


class Case(NamedTuple):
    path: str
    text: str
    edits: tuple[tuple[str, str], ...]
    candidate: tuple[str, str]
    """The lines that it replaces, and the new ones."""
    is_kept: bool


def run(case: Case, selection: Span | None = None) -> bool:
    harness = RuleHarness()
    uri = harness.put(case.path, case.text)
    for old, new in case.edits:
        harness.edit(case.path, old, new)
    snapshot = harness.workspace.snapshot(uri)
    assert snapshot is not None
    old_lines = case.candidate[0].split("\n")
    at = next(i for i in range(len(snapshot.lines)) if snapshot.lines[i : i + len(old_lines)] == old_lines)
    new_lines = tuple(case.candidate[1].split("\n")) if case.candidate[1] else ()
    candidate = Line(snapshot, at, len(old_lines), new_lines)
    context = RuleContext(harness.situation(case.path, selection=selection))
    kept = drop_explained(context, [candidate])
    assert kept in ([], [candidate])
    return bool(kept)


FUNCTIONS = (
    "def f(a):\n    pass\n\ndef g(a):\n    pass\n\ndef h(a):\n    g(a)\n    f(a)\n    x.f(a)\n    y = (a)\n"
)
HEADER = (("def f(a):", "def f(a, b):"),)
GO = "package m\n\nfunc (a *A) f(x int) {\n}\n\nfunc (a *B) f(x int) {\n}\n\nfunc (b *A) g(x int) {\n}\n"
CLASSES = (
    "class A(Base):\n    def f(self, x):\n        pass\n\nclass B({}):\n    def f(self,  x):\n        pass\n"
)
MIXED = "def f(a):\n    pass\n\nclass A:\n    def f(a):\n        pass\n"
METHOD = (("    def f(self, x):", "    def f(self, x, y):"),)
OTHER_METHOD = ("    def f(self,  x):", "    def f(self,  x, y):")
C = "int f(int a);\nint g(int a);\n\nint f(int a) {\n    return a;\n}\n"
RECORDS = "class A:\n    size: int\n    name: str\n\nclass B:\n    size: int\n    other: str\n"
TYPES = "type A struct {\n\tName string\n\tSize int\n}\n\ntype B struct {\n\tName string\n}\n\n"

CASES = {
    "the header of another function": Case("m.py", FUNCTIONS, HEADER, ("def g(a):", "def g(a, b):"), False),
    "a call of another function": Case("m.py", FUNCTIONS, HEADER, ("    g(a)", "    g(a, b)"), True),
    "a call of this function": Case("m.py", FUNCTIONS, HEADER, ("    f(a)", "    f(a, b)"), True),
    "a list that is spelled otherwise": Case(
        "m.py",
        "class A:\n    tags: List[int]\n\nclass B:\n    tags: List[int]\n",
        (("    tags: List[int]", "    tags: list[int]"),),
        ("    tags: List[int]", "    tags: list[int]"),
        True,
    ),
    "a union that is spelled otherwise": Case(
        "m.py",
        "class A:\n    key: Union[int, str]\n\nclass B:\n    key: Union[int, str]\n",
        (("    key: Union[int, str]", "    key: int | str"),),
        ("    key: Union[int, str]", "    key: int | str"),
        True,
    ),
    "a header was changed before a type": Case(
        "m.py",
        f"{RECORDS}\n{FUNCTIONS}",
        (*HEADER, ("    size: int", "    size: float")),
        ("    size: int", "    size: float"),
        True,
    ),
    "a line that becomes a call": Case("m.py", FUNCTIONS, HEADER, ("    y = (a)", "    x.f(a, b)"), True),
    "C: a header below its type": Case(
        "m.c",
        "int\nf(int a)\n{\n    return a;\n}\n\nint\ng(int a)\n{\n    return a;\n}\n",
        (("f(int a)", "f(int a, int b)"),),
        ("g(int a)", "g(int a, int b)"),
        False,
    ),
    "a new member of an enumeration, in a call": Case(
        "m.py",
        "class K(Enum):\n    AA = 1\n    BB = 2\n\nBB = Box(AA)\n",
        (("    BB = 2", "    BB = 2\n    CC = 3"),),
        ("BB = Box(AA)", "BB = Box(AA, CC)"),
        True,
    ),
    "a call of another one of this name": Case(
        "m.py", FUNCTIONS, HEADER, ("    x.f(a)", "    x.f(a, b)"), False
    ),
    "another line": Case("m.py", FUNCTIONS, HEADER, ("    y = (a)", "    y = (a, b)"), True),
    "a header with another line": Case(
        "m.py",
        FUNCTIONS,
        HEADER,
        ("def g(a):\n    pass\n\ndef h(a):", "def g(a, b):\n    pass\n\ndef h(a):"),
        True,
    ),
    "a header that becomes two lines": Case(
        "m.py", FUNCTIONS, HEADER, ("def g(a):", "def g(a,\n    b):"), True
    ),
    "another call that becomes two lines": Case(
        "m.py", FUNCTIONS, HEADER, ("    x.f(a)", "    x.f(a,\n    b)"), True
    ),
    "a header and its body become one line": Case(
        "m.py", FUNCTIONS, HEADER, ("def g(a):\n    pass", "def g(a, b): pass"), True
    ),
    "another call and a line become one line": Case(
        "m.py", FUNCTIONS, HEADER, ("    x.f(a)\n    y = (a)", "    x.f(a, b)"), True
    ),
    "another call that goes": Case("m.py", FUNCTIONS, HEADER, ("    x.f(a)", "    x.k(a)"), True),
    "two headers were changed": Case(
        "m.py", FUNCTIONS, (("def h(a):", "def h(a, b):"), *HEADER), ("def g(a):", "def g(a, b):"), True
    ),
    "one header was changed twice": Case(
        "m.py",
        FUNCTIONS,
        (*HEADER, ("def f(a, b):", "def f(a, b, c):")),
        ("def g(a):", "def g(a, b):"),
        False,
    ),
    "a header and another line were changed": Case(
        "m.py", FUNCTIONS, (("    y = (a)", "    y = (b)"), *HEADER), ("def g(a):", "def g(a, b):"), False
    ),
    "only a name was changed": Case(
        "m.py", FUNCTIONS, (("def f(a):", "def f(b):"),), ("def g(a):", "def g(b):"), True
    ),
    "only an annotation was added": Case(
        "m.py", FUNCTIONS, (("def f(a):", "def f(a: int):"),), ("def g(a):", "def g(a: int):"), True
    ),
    "another name of the function": Case(
        "m.py", FUNCTIONS, (("def f(a):", "def k(a, b):"),), ("def g(a):", "def g(a, b):"), True
    ),
    "the edit has two lines": Case(
        "m.py",
        FUNCTIONS,
        (("def f(a):\n    pass", "def f(a, b):\n    x()"),),
        ("def g(a):", "def g(a, b):"),
        True,
    ),
    "the edit adds a keyword at the beginning": Case(
        "m.js",
        "function f(a) {\n}\n\nfunction g(a) {\n}\n",
        (("function f(a) {", "export function f(a) {"),),
        ("function g(a) {", "export function g(a) {"),
        True,
    ),
    # Methods
    "a method of an unrelated class": Case("m.py", CLASSES.format("Other"), METHOD, OTHER_METHOD, False),
    "a method of a class with the same base": Case(
        "m.py", CLASSES.format("Base"), METHOD, OTHER_METHOD, True
    ),
    "a method of a class below": Case("m.py", CLASSES.format("A"), METHOD, OTHER_METHOD, True),
    "a common base says nothing": Case(
        "m.py", CLASSES.replace("Base", "Protocol").format("Protocol"), METHOD, OTHER_METHOD, False
    ),
    "a method and a function": Case(
        "m.py",
        "class A:\n    def f(self, x):\n        pass\n\ndef f(self, x):\n    pass\n",
        METHOD,
        ("def f(self, x):", "def f(self, x, y):"),
        False,
    ),
    "Go: a method of another type": Case(
        "m.go",
        GO,
        (("func (a *A) f(x int) {", "func (a *A) f(x int, y int) {"),),
        ("func (a *B) f(x int) {", "func (a *B) f(x int, y int) {"),
        False,
    ),
    "Go: another method": Case(
        "m.go",
        GO,
        (("func (a *A) f(x int) {", "func (a *A) f(x int, y int) {"),),
        ("func (b *A) g(x int) {", "func (b *A) g(x int, y int) {"),
        False,
    ),
    # Prototypes
    "C: its prototype": Case(
        "m.c",
        C,
        (("int f(int a) {", "int f(int a, int b) {"),),
        ("int f(int a);", "int f(int a, int b);"),
        True,
    ),
    "C: another prototype": Case(
        "m.c",
        C,
        (("int f(int a) {", "int f(int a, int b) {"),),
        ("int g(int a);", "int g(int a, int b);"),
        False,
    ),
    # Members
    "the member of another type is removed": Case(
        "m.py",
        RECORDS.replace("    size: int\n    other", "    size:  int\n    other"),
        (("    size: int", ""),),
        ("    size:  int", ""),
        False,
    ),
    "a member of another type and the next one": Case(
        "m.py", RECORDS, (("    size: int", ""),), ("    size: int\n    other: str", ""), True
    ),
    "another member is removed": Case(
        "m.py", RECORDS, (("    size: int", ""),), ("    other: str", ""), True
    ),
    "a removed member is replaced elsewhere": Case(
        "m.py", RECORDS, (("    size: int", ""),), ("    size: int", "    size: str"), True
    ),
    "another type is retyped": Case(
        "m.py", RECORDS, (("    size: int", "    size: float"),), ("    size: int", "    size: float"), False
    ),
    "another change of another type": Case(
        "m.py", RECORDS, (("    size: int", "    size: float"),), ("    size: int", "    size: long"), True
    ),
    "a type that is spelled otherwise": Case(
        "m.py",
        "class A:\n    size: Optional[int]\n\nclass B:\n    more: Optional[int]\n",
        (("    size: Optional[int]", "    size: int | None"),),
        ("    more: Optional[int]", "    more: int | None"),
        True,
    ),
    "two members were retyped": Case(
        "m.py",
        "class A:\n    a: int\n    b: int\n\nclass B:\n    c: int\n",
        (("    a: int", "    a: float"), ("    b: int", "    b: float")),
        ("    c: int", "    c: float"),
        True,
    ),
    "two members were retyped otherwise": Case(
        "m.py",
        "class A:\n    a: str\n    b: int\n\nclass B:\n    c: int\n",
        (("    a: str", "    a: bytes"), ("    b: int", "    b: float")),
        ("    c: int", "    c: float"),
        False,
    ),
    # Literals
    "a new field in a literal of another type": Case(
        "m.go",
        f"package m\n\n{TYPES}var b = B{{Name: 1}}\n",
        (("\tSize int", "\tSize int\n\tMode int"),),
        ("var b = B{Name: 1}", "var b = B{Name: 1, Mode: 2}"),
        False,
    ),
    "a new field in a literal of its type": Case(
        "m.go",
        f"package m\n\n{TYPES}var b = A{{Name: 1}}\n",
        (("\tSize int", "\tSize int\n\tMode int"),),
        ("var b = A{Name: 1}", "var b = A{Name: 1, Mode: 2}"),
        True,
    ),
    "another field in a literal of another type": Case(
        "m.go",
        f"package m\n\n{TYPES}var b = B{{Name: 1}}\n",
        (("\tSize int", "\tSize int\n\tMode int"),),
        ("var b = B{Name: 1}", "var b = B{Name: 1, More: 2}"),
        True,
    ),
    "a field that the literal has": Case(
        "m.go",
        f"package m\n\n{TYPES}var b = B{{Mode: 1}}\n",
        (("\tSize int", "\tSize int\n\tMode int"),),
        ("var b = B{Mode: 1}", "var b = B{Mode: 2}"),
        True,
    ),
    "a line without a literal": Case(
        "m.go",
        f"package m\n\n{TYPES}var b = c\n",
        (("\tSize int", "\tSize int\n\tMode int"),),
        ("var b = c", "var b = Mode"),
        True,
    ),
    "two lines with a literal": Case(
        "m.go",
        f"package m\n\n{TYPES}var b = B{{Name: 1}}\n",
        (("\tSize int", "\tSize int\n\tMode int"),),
        ("var b = B{Name: 1}", "var b = B{Name: 1,\n\tMode: 2}"),
        True,
    ),
    "a line with a literal and another one": Case(
        "m.go",
        f"package m\n\n{TYPES}var b = B{{Name: 1}}\n",
        (("\tSize int", "\tSize int\n\tMode int"),),
        ("var b = B{Name: 1}", "var b = B{Name: 1, Mode: 2}\nvar c = 1"),
        True,
    ),
    "a line with a literal in place of two": Case(
        "m.go",
        f"package m\n\n{TYPES}var b = B{{Name: 1}}\nvar c = 1\n",
        (("\tSize int", "\tSize int\n\tMode int"),),
        ("var b = B{Name: 1}\nvar c = 1", "var b = B{Name: 1, Mode: 2}"),
        True,
    ),
    "a function that is defined twice": Case(
        "m.py",
        "if x:\n    def f(a):\n        pass\nelse:\n    def f(a): pass\n",
        (("    def f(a):", "    def f(a, b):"),),
        ("    def f(a): pass", "    def f(a, b): pass"),
        True,
    ),
    "a method of the name of a function": Case(
        "m.py", MIXED, (("def f(a):", "def f(a, b):"),), ("    def f(a):", "    def f(a, b):"), False
    ),
    "a function of the name of a method": Case(
        "m.py", MIXED, (("    def f(a):", "    def f(a, b):"),), ("def f(a):", "def f(a, b):"), False
    ),
    # Tags
    "a tag that becomes two": Case(
        "m.html",
        "<p>a</p>\n<b>b</b>\n<b>c</b>\n<b>d</b> e\n",
        (("<b>b</b>", "<i>b</b>"),),
        ("<b>c</b>", "<i>c</i>\n<i>d</i>"),
        True,
    ),
    "another tag of the same name": Case(
        "m.html",
        "<p>a</p>\n<b>b</b>\n<b>c</b>\n<b>d</b> e\n",
        (("<b>b</b>", "<i>b</b>"),),
        ("<b>c</b>", "<i>c</i>"),
        False,
    ),
    "another change of a line with tags": Case(
        "m.html",
        "<p>a</p>\n<b>b</b>\n<b>c</b>\n",
        (("<b>b</b>", "<i>b</b>"),),
        ("<p>a</p>", "<p>z</p>"),
        True,
    ),
    "another name for another tag, below a line that stays": Case(
        "m.html",
        "<b>b</b>\n<p>a</p>\n<b>c</b>\n",
        (("<b>b</b>", "<i>b</b>"),),
        ("<p>a</p>\n<b>c</b>", "<p>a</p>\n<u>c</u>"),
        True,
    ),
    "the first of two other tags": Case(
        "m.html",
        "<p>a</p>\n<b>b</b>\n<b>c</b>\n<b>d</b> e\n",
        (("<b>b</b>", "<i>b</b>"),),
        ("<b>c</b>", "<i>c</b>"),
        False,
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_what_is_kept(name: str) -> None:
    case = CASES[name]
    assert run(case) is case.is_kept


def test_a_selection_says_what_the_user_wants() -> None:
    case = CASES["the header of another function"]
    assert run(case, selection=Span(Point(0, 0), Point(1, 0)))


def test_an_accepted_change_explains_nothing() -> None:
    harness = RuleHarness(m__py=FUNCTIONS)
    harness.edit("m.py", *HEADER[0], origin=EditOrigin.ACCEPTED)
    context = RuleContext(harness.situation("m.py"))
    candidate = Line(context.current_text.snapshot, 3, 1, ("def g(a, b):",))
    assert drop_explained(context, [candidate]) == [candidate]


def test_only_the_calls_of_other_functions_are_dropped() -> None:
    harness = RuleHarness(m__py=FUNCTIONS)
    harness.edit("m.py", *HEADER[0])
    snapshot = harness.workspace.snapshot("file:///project/m.py")
    assert snapshot is not None
    changes = (
        ("    f(a)", "    f(a, b)"),
        ("    x.f(a)", "    x.f(a, b)"),
        ("    y = (a)", "    y = (a, b)"),
    )
    candidates = [Line(snapshot, snapshot.lines.index(old), 1, (new,)) for old, new in changes]
    kept = drop_explained(RuleContext(harness.situation("m.py")), candidates)
    assert kept == [candidates[0], candidates[2]]


JOBS = "jobs:\n  lint:\n    name: lint\n  test:\n    name: test\nother:\n  lint:\n"
RENAMED = (("  lint:", "  style:"),)
DOCKER = "FROM node AS build\nRUN npm run build\n"
STAGE = (("FROM node AS build", "FROM node AS builder"),)
TIMER = "class Timer {\n    void start(int delay);\n};\n\nvoid Timer::start(int delay) {\n}\n"
TIMER += "void stop(int delay);\n"
DEFAULT = (("    void start(int delay);", "    void start(int delay = 10);"),)
TABLES = '[smtp]\nserver = "a"\n\n[imap]\nserver = "b"\n'
SECTIONS = "a:\n  x: 1\n  y: 1\nb:\n  x: 2\nc:\n  x: 3\n"
NAMES = {
    "a value that is called like a key": Case(
        "ci.yml", JOBS, RENAMED, ("    name: lint", "    name: style"), False
    ),
    "the key of another section": Case("ci.yml", JOBS, RENAMED, ("  lint:", "  style:"), False),
    "the key of another table": Case(
        "m.toml", TABLES, (('server = "a"', 'host = "a"'),), ('server = "b"', 'host = "b"'), False
    ),
    "a value of TOML that is called like a key": Case(
        "m.toml",
        '[features]\nstd = []\ndefault = ["std"]\n',
        (("std = []", "alloc = []"),),
        ('default = ["std"]', 'default = ["alloc"]'),
        True,
    ),
    "the key of another section after two others": Case(
        "ci.yml", SECTIONS, (("  x: 1", "  w: 1"), ("  x: 2", "  w: 2")), ("  x: 3", "  w: 3"), True
    ),
    "the key of another section after another rename": Case(
        "ci.yml", SECTIONS, (("  y: 1", "  v: 1"), ("  x: 2", "  w: 2")), ("  x: 3", "  w: 3"), False
    ),
    "the key of the next item": Case(
        "ci.yml", "a:\n  - x: 1\n  - x: 2\n", (("  - x: 1", "  - w: 1"),), ("  - x: 2", "  - w: 2"), True
    ),
    "an argument that is called like a target": Case(
        "Makefile",
        "docs: a\n\tcp -r docs out/docs\n",
        (("docs: a", "manual: a"),),
        ("\tcp -r docs out/docs", "\tcp -r docs out/manual"),
        False,
    ),
    "another line with the key": Case("ci.yml", JOBS, RENAMED, ("  lint:", "  # lint:"), True),
    "another change": Case("ci.yml", JOBS, RENAMED, ("    name: test", "    name: check"), True),
    "a command that is called like a stage": Case(
        "Dockerfile", DOCKER, STAGE, ("RUN npm run build", "RUN npm run builder"), False
    ),
    "a default in a definition": Case(
        "m.cpp",
        TIMER,
        DEFAULT,
        ("void Timer::start(int delay) {", "void Timer::start(int delay = 10) {"),
        False,
    ),
    "a default in another declaration": Case(
        "m.cpp", TIMER, DEFAULT, ("void stop(int delay);", "void stop(int delay = 10);"), True
    ),
}


@pytest.mark.parametrize("name", NAMES)
def test_a_name_or_a_default_is_not_repeated_at_something_else(name: str) -> None:
    assert run(NAMES[name]) is NAMES[name].is_kept


PROTOTYPES = "int h(const A& a);\nint f(const A& a);\nint g(const A& a);\n"
DEFINITIONS = "".join(f"int {name}(const A& a) {{\n    return f(a);\n}}\n\n" for name in "hfg")


@pytest.mark.parametrize(
    ("edited", "old", "new", "line", "is_kept"),
    [
        ("a.hpp", "int f(const A& a);", "int f(A a);", "int g(const A& a) {", False),
        ("a.hpp", "int f(const A& a);", "int f(A a);", "    return f(a);", True),
        ("a.cpp", "int f(const A& a) {", "int f(A a) {", "int g(const A& a) {", True),
    ],
    ids=["another definition", "a call", "a definition was changed"],
)
def test_definitions_follow_their_own_prototypes(
    edited: str, old: str, new: str, line: str, is_kept: bool
) -> None:
    harness = RuleHarness(a__hpp=PROTOTYPES, a__cpp=DEFINITIONS)
    harness.edit(edited, old.replace("int f", "int h"), new.replace("int f", "int h"))
    harness.edit(edited, old, new)
    snapshot = harness.workspace.snapshot("file:///project/a.cpp")
    assert snapshot is not None
    candidate = Line(snapshot, snapshot.lines.index(line), 1, (line.replace("const A& a", "A a"),))
    context = RuleContext(harness.situation("a.cpp"))
    assert drop_explained(context, [candidate]) == ([candidate] if is_kept else [])


LEVELS = "queue:\n  level: 1\nlog:\n  level: 2\n  queue-level: 3\n"
READ = "x = queue['level']\n"
DOCUMENT = "`queue.level`\n`log.level`\n`level`\n"


@pytest.mark.parametrize(
    ("path", "old", "new", "is_kept"),
    [
        ("a.md", "`log.level`", "`log.rank`", False),
        ("a.md", "`queue.level`", "`queue.rank`", True),
        ("a.md", "`level`", "`rank`", True),
        ("a.yml", "  level: 2", "  rank: 2", False),
        ("a.yml", "  queue-level: 3", "  queue-rank: 3", False),
    ],
)
@pytest.mark.parametrize("is_read_edited", [False, True], ids=["the key", "the key and where it is read"])
def test_a_renamed_key_is_not_repeated_at_the_key_of_another_section(
    path: str, old: str, new: str, is_kept: bool, is_read_edited: bool
) -> None:
    harness = RuleHarness(a__yml=LEVELS, a__md=DOCUMENT, m__py=READ)
    harness.edit("a.yml", "  level: 1", "  rank: 1")
    if is_read_edited:
        harness.edit("m.py", "x = queue['level']", "x = queue['rank']")
    snapshot = harness.workspace.snapshot(f"file:///project/{path}")
    assert snapshot is not None
    candidate = Line(snapshot, snapshot.lines.index(old), 1, (new,))
    found = drop_explained(RuleContext(harness.situation("m.py" if is_read_edited else "a.yml")), [candidate])
    # What the key is called elsewhere is known only while its rename is the newest edit.
    is_part = old.strip().startswith("queue-")
    assert bool(found) == (is_kept or (is_part and is_read_edited))
