"""A block of which the user has typed the header gets the body that the blocks above show."""

import msgspec
import pytest

from nes_symbolic.rule_harness import RuleHarness
from understudy.languages import find_language
from understudy.nes.symbolic.consequences.blocks import propose_sibling_bodies
from understudy.nes.symbolic.consequences.rule_context import RuleContext
from understudy.nes.syntax import find_sibling_body, sibling_bodies
from understudy.nes.text import EditOrigin, Point

GO_ROW = """\tif other.Port != 0 {
\t\tc.Port = other.Port
\t}
\tif other.Host != "" {"""
GETTERS = """    fn size(&self) -> u32 {
        self.size
    }

    fn title(&self) -> &str {
        &self.title
    }

"""
REDS = """        case RED:
            return "red";
        case GREEN:
            return "green";
"""


def found(header: str, path: str, unknown: str = "") -> list[str]:
    body = find_sibling_body(header.split("\n"), find_language("", path), lambda name: name != unknown)
    return [*body.lines, body.closing] if body is not None else []


BODIES = {
    "a row of conditions": (GO_ROW, "a.go", ["\t\tc.Host = other.Host", "\t}"]),
    "a line between": (GO_ROW.replace("\t}\n", "\t}\n\tx()\n"), "a.go", []),
    "another condition": (GO_ROW.replace('!= ""', '== ""'), "a.go", []),
    "a condition that is longer": (GO_ROW.replace('"" {', '"" && ok {'), "a.go", []),
    "the same condition": (GO_ROW.replace('Host != ""', "Port != 0"), "a.go", []),
    "another value": (GO_ROW.replace("Port", "Host"), "a.go", []),
    "a value and a sign": (GO_ROW.replace('""', "!"), "a.go", []),
    "another keyword": (GO_ROW.replace("other.Host", "len"), "a.go", []),
    "a body without the name": (GO_ROW.replace("c.Port = other.Port", "ok = true"), "a.go", []),
    "a value in the body": (
        "if a.x != 0 {\n\ta.x = max(a.x, 0)\n}\nif a.y != 1 {",
        "a.go",
        ["\ta.y = max(a.y, 1)", "}"],
    ),
    "a value that is a part of another one": (
        "if (a > 1) {\n\ttotal = a * 100 + 1;\n}\nif (b > 2) {",
        "a.js",
        ["\ttotal = b * 100 + 2;", "}"],
    ),
    "two values that change places": (
        "if a.x > f(0, 1) {\n\tg(a.x, 0, 1)\n}\nif a.y > f(1, 0) {",
        "a.go",
        ["\tg(a.y, 1, 0)", "}"],
    ),
    "a loop": ("for a in b {\n\tf(a)\n}\nfor c in d {", "a.rs", []),
    "a loop with brackets": ("for (a of b) {\n  f(a);\n}\nfor (c of d) {", "a.js", []),
    "one name that became two": ("if a == a {\n\tf(a)\n}\nif b == c {", "a.go", []),
    "words in a string": (
        'if (!form.name) {\n  fail("name is missing");\n}\nif (!form.zipCode) {',
        "a.js",
        ['  fail("zipCode is missing");', "}"],
    ),
    "parts of names": (
        "if a.is_open:\n    set_open(OPEN, isOpen, Open, _open_)\nif a.is_shut:",
        "a.py",
        ["    set_shut(SHUT, isShut, Shut, _shut_)", ""],
    ),
    "parts of names in snake case": (
        "if a.size:\n    set(b.new_size, size, BIG_SIZE)\nif a.line_count:",
        "a.py",
        ["    set(b.new_line_count, line_count, BIG_LINE_COUNT)", ""],
    ),
    "a part that became two in snake case": (
        "if a.old_size:\n    set(size, big_size)\nif a.old_line_count:",
        "a.py",
        ["    set(line_count, big_line_count)", ""],
    ),
    "a part that became two in camel case": (
        "if (a.oldSize) {\n  set(size, bigSize, Size, big_size);\n}\nif (a.oldLineCount) {",
        "a.js",
        ["  set(lineCount, bigLineCount, LineCount, big_line_count);", "}"],
    ),
    "a part of one letter": (
        "if (a.oldX) {\n  set(X);\n}\nif (a.oldLineCount) {",
        "a.js",
        ["  set(LineCount);", "}"],
    ),
    "cases": (f"{REDS}        case BLUE:", "A.java", ['            return "blue";', ""]),
    "names in strings": (
        "if c == 'red':\n    return RED_LIGHT\nif c == 'dark_blue':",
        "a.py",
        ["    return DARK_BLUE_LIGHT", ""],
    ),
    "sentences": ("if c == 'red light':\n    return RED\nif c == 'blue light':", "a.py", []),
    "a string and a body without its name": ("if c == 'red':\n    return 1\nif c == 'blue':", "a.py", []),
    "Ruby": ("if a.x\n  @x = a.x\nend\nif a.y", "a.rb", ["  @y = a.y", "end"]),
    "no header of Ruby": ("a.x.each\n  @x = a.x\nend\na.y.each", "a.rb", []),
    "no block": ("if a.x\n\ty = a.x\nif a.z", "a.js", []),
    "a mark in another language": ("if a.x:\n  b.x = a.x\nif a.y:", "a.js", []),
    "brackets of their own": (
        "int pump_size(struct pump *p)\n{\n\treturn p->size;\n}\n\nint pump_rpm(struct pump *p)\n{",
        "a.c",
        ["\treturn p->rpm;", "}"],
    ),
    "a member": (f"{GETTERS}    fn rows(&self) -> usize {{", "a.rs", ["        self.rows", "    }"]),
    "a reference": (
        f"{GETTERS}    #[inline]\n    /// The name.\n    fn name(&self) -> &str {{",
        "a.rs",
        ["        &self.name", "    }"],
    ),
    "a type with a capital": (f"{GETTERS}    fn name(&self) -> String {{", "a.rs", []),
    "an option": (f"{GETTERS}    fn name(&self) -> Option<&str> {{", "a.rs", []),
    "other parameters": (f"{GETTERS}    fn name(&self, at: usize) -> &str {{", "a.rs", []),
    "a setter": (
        "void setSize(int size) {\n  this.size = size;\n}\nvoid setFlow(double flow) {",
        "A.java",
        ["  this.flow = flow;", "}"],
    ),
    "a method of Go": (
        "func (p *Pump) Size() int {\n\treturn p.size\n}\nfunc (p *Pump) Flow() float64 {",
        "a.go",
        ["\treturn p.flow", "}"],
    ),
    "a copy of the same type": (
        "List<A> ones() {\n  return ones.copy();\n}\nList<A> twos() {",
        "A.java",
        ["  return twos.copy();", "}"],
    ),
    "a copy of another type": ("List<A> ones() {\n  return ones.copy();\n}\nint twos() {", "A.java", []),
    "a function that calls": ("clear() {\n  this.rows.clear();\n}\nreset() {", "a.js", []),
    "a function that computes": ("def total(s):\n    return s.total + 1\ndef size(s):", "a.py", []),
    "a member of another name": ("int size() {\n  return rows;\n}\nint flow() {", "A.java", []),
    "two lines": ("int size() {\n  size++;\n  return size;\n}\nint flow() {", "A.java", []),
    "two functions that compute": (
        "def a_sum(s):\n    return s.a + 1\ndef b_sum(s):\n    return s.b + 1\ndef c_sum(s):",
        "a.py",
        ["    return s.c + 1", ""],
    ),
    "blocks that do not agree": (
        "if a:\n    f(a)\nif b:\n    f(b)\nif c:\n    g(c)\nif d:",
        "a.py",
        [],
    ),
    "most blocks agree": (
        "if a:\n    f(a)\nif b:\n    g(b)\nif c:\n    g(c)\nif d:",
        "a.py",
        ["    g(d)", ""],
    ),
    "a function and a condition": ("def f(a):\n    return a\nif f:", "a.py", []),
    "nothing above": ("if a:", "a.py", []),
    "a line of less depth": ("  if a:\n    f(a)\nx\n  if b:", "a.py", []),
}


@pytest.mark.parametrize(("header", "path", "expected"), BODIES.values(), ids=BODIES)
def test_the_body_of_a_header(header: str, path: str, expected: list[str]) -> None:
    assert found(header, path) == expected


def test_a_body_with_a_name_that_is_unknown() -> None:
    text = "if a.is_open:\n    f(open)\nif a.is_shut:"
    assert found(text, "a.py") == ["    f(shut)", ""]
    assert found(text, "a.py", unknown="shut") == []


def test_long_bodies_and_distant_blocks() -> None:
    lines = "\n".join(["    f(a)"] * sibling_bodies.MAX_BODY_LINES)
    assert found(f"if a:\n{lines}\nif b:", "a.py")
    assert not found(f"if a:\n{lines}\n    f(a)\nif b:", "a.py")
    others = "with x:\n    y\n" * (sibling_bodies.MAX_COMPARED_BLOCKS - 1)
    assert found(f"if a:\n    f(a)\n{others}if b:", "a.py")
    assert not found(f"if a:\n    f(a)\n{others}with x:\n    y\nif b:", "a.py")


TEXT = """package a

type C struct {
\tPort int
\tHost string
}

func (c *C) merge(other C) {
\tif other.Port != 0 {
\t\tc.Port = other.Port
\t}
}
"""


def propose(
    inserted: str,
    text: str = TEXT,
    line: int = 12,
    behind: str = "\t}",
    origin: EditOrigin = EditOrigin.TYPED,
) -> list[str]:
    """Insert lines, with the cursor in the line of that number; return the text with each candidate."""
    harness = RuleHarness()
    harness.put("a.go", text)
    harness.put("b.go", "package b\n")
    at = text.split("\n").index(behind) + 1
    harness.splice("a.go", at, (), tuple(inserted.split("\n")), origin)
    column = len(harness.workspace.texts["file:///project/a.go"][line])
    situation = msgspec.structs.replace(harness.situation("a.go"), cursor=Point(line, column))
    candidates = harness.checked(propose_sibling_bodies(RuleContext(situation)))
    return [harness.after(one).split("\n", line)[line] for one in candidates]


HEADER = '\tif other.Host != "" {'


def test_the_body_is_written_below_the_cursor_and_closed() -> None:
    assert propose(f"{HEADER}\n\t\t") == ["\t\tc.Host = other.Host\n\t}\n}\n"]
    assert propose(f"{HEADER}\n\t\t\n\t}}") == ["\t\tc.Host = other.Host\n\t}\n}\n"]
    assert propose(f"{HEADER}\n") == ["\t\tc.Host = other.Host\n\t}\n}\n"]
    assert propose(f"{HEADER}\n    ") == ["\t\tc.Host = other.Host\n\t}\n}\n"]


def test_where_nothing_is_written() -> None:
    assert not propose(f"{HEADER}\n\t\tx()")
    assert not propose(f"{HEADER}\n\t\t\n\t\tx()\n\t}}")
    assert not propose(f"{HEADER}\n\t\t", origin=EditOrigin.ACCEPTED)
    assert not propose(f"{HEADER}\n\t\t", TEXT.replace("\tHost string\n", ""), line=11)
    assert not propose("\t\t", TEXT.replace("\t}\n", f"\t}}\n{HEADER}\n"), behind=HEADER)


def test_an_edit_of_another_text() -> None:
    harness = RuleHarness(a__go=TEXT.replace("\t}\n", f"\t}}\n{HEADER}\n\t\t\n"), b__go="package b\n")
    harness.insert("b.go", "package b", "\n" * 14)
    situation = msgspec.structs.replace(harness.situation("a.go"), cursor=Point(12, 2))
    assert propose_sibling_bodies(RuleContext(situation)) == []
