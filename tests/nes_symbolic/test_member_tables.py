"""Where the elements of a new member are missing: enums, unions and records in several languages."""

# pyright: reportPrivateUsage=false

import pytest

from nes_symbolic.rule_cases import RuleCase, case, run
from nes_symbolic.rule_harness import RuleHarness
from understudy.nes.symbolic.consequences.limits import (
    MAX_CHANGED_MEMBERS,
    MAX_SIBLING_CANDIDATES,
    MAX_SIBLING_TEXTS,
)
from understudy.nes.symbolic.consequences.siblings import added_member

CLOSED, PAUSED = '    CLOSED = "closed"', '    PAUSED = "paused"'
ENUM = f'from enum import Enum\n\n\nclass Status(Enum):\n    ACTIVE = "active"\n{CLOSED}\n\n\n'
LABELS = "LABELS = {\n    Status.ACTIVE: 'Active',\n    Status.CLOSED: 'Closed',\n}\n"


def status(rest: str, *expected: str, new: str = f"{CLOSED}\n{PAUSED}") -> RuleCase:
    return case(ENUM + rest, CLOSED, new, *expected)


THREE = "class S(Enum):\n    AA = 'aa'\n    BB = 'bb'\n    CC = 'cc'\n\n\n\n"
FOURTH = ("    CC = 'cc'", "    CC = 'cc'\n    DD = 'dd'")

ENUMS = {
    "a table": status(LABELS, "m.py\n@12\n+    Status.PAUSED: 'Paused',"),
    "a table from other values to the members": status(
        "STATES = {\n    'active': Status.ACTIVE,\n    'closed': Status.CLOSED,\n}\n",
        "m.py\n@12\n+    'paused': Status.PAUSED,",
    ),
    "a table from other values to some of the members": status(
        "STATES = {\n    'on': Status.ACTIVE,\n    'yes': Status.ACTIVE,\n    'closed': Status.CLOSED,\n}\n"
    ),
    "a parameter that has a default value, unlike the others": case(
        "class A:\n    def __init__(self, aa: int, bb: int, cc: int = 1):\n"
        "        self.aa = aa\n        self.bb = bb\n",
        "        self.bb = bb",
        "        self.bb = bb\n        self.cc = cc",
    ),
    "not more than a few": status(
        f"{LABELS}\n" * (MAX_SIBLING_CANDIDATES + 1),
        *(f"m.py\n@{12 + 5 * at}\n+    Status.PAUSED: 'Paused'," for at in range(MAX_SIBLING_CANDIDATES)),
    ),
    "a table of the values": status(
        'LABELS = {\n    "active": "Active",\n    "closed": "Closed",\n}\n',
        'm.py\n@12\n+    "paused": "Paused",',
    ),
    "a removed member": case(ENUM.replace(CLOSED, f"{CLOSED}\n{PAUSED}") + LABELS, PAUSED, ""),
    "a member in place of another one": status(LABELS, new=PAUSED),
    "many members at once": status(
        LABELS,
        new="\n".join([CLOSED, *(f'    P{at} = "p{at}"' for at in range(MAX_CHANGED_MEMBERS + 1))]),
    ),
    "a few members at once": status(
        LABELS.replace("'Active'", "1").replace("'Closed'", "2"),
        *["m.py 14:21"] * MAX_CHANGED_MEMBERS,
        new="\n".join([CLOSED, *(f'    P{at} = "p{at}"' for at in range(MAX_CHANGED_MEMBERS))]),
    ),
    "numbers in a row": case(
        f"{THREE}RANKS = {{\n    S.AA: 2,\n    S.BB: 4,\n    S.CC: 6,\n}}\n",
        *FOURTH,
        "m.py\n@12\n+    S.DD: 8,",
    ),
    "numbers in a row, in branches": case(
        f"{THREE}def rank(s):\n    match s:\n        case S.AA: return -1\n        case S.BB: return 0\n"
        "        case S.CC: return 1\n",
        *FOURTH,
        "m.py\n@13\n+        case S.DD: return 2",
    ),
    "numbers that are in no row": case(
        f"{THREE}RANKS = {{\n    S.AA: 1,\n    S.BB: 2,\n    S.CC: 4,\n}}\n", *FOURTH, "m.py 11:12"
    ),
    "the same number everywhere": case(
        f"{THREE}RANKS = {{\n    S.AA: 1,\n    S.BB: 1,\n    S.CC: 1,\n}}\n",
        *FOURTH,
        "m.py\n@12\n+    S.DD: 1,",
    ),
    "numbers in a row, and a member between them": case(
        f"{THREE}RANKS = {{\n    S.AA: 1,\n    S.BB: 2,\n    S.CC: 3,\n}}\n",
        "    BB = 'bb'",
        "    BB = 'bb'\n    DD = 'dd'",
        "m.py 10:12",
    ),
    "numbers in a row, and two members": case(
        f"{THREE}RANKS = {{\n    S.AA: 1,\n    S.BB: 2,\n    S.CC: 3,\n}}\n",
        FOURTH[0],
        f"{FOURTH[1]}\n    EE = 'ee'",
        *["m.py 12:12"] * 2,
    ),
    "a member between others": case(
        f"{ENUM}ALL = [Status.ACTIVE, Status.CLOSED]\n",
        CLOSED,
        f"{PAUSED}\n{CLOSED}",
        "m.py\n@10\n-ALL = [Status.ACTIVE, Status.CLOSED]\n+ALL = [Status.ACTIVE, Status.PAUSED, Status.CLOSED]",
    ),
    "an enum in a function": case(
        'def f():\n    class Status(Enum):\n        ACTIVE = "active"\n        CLOSED = "closed"\n\n'
        "    return {\n        Status.ACTIVE: 1,\n        Status.CLOSED: 2,\n    }\n",
        '        CLOSED = "closed"',
        '        CLOSED = "closed"\n        OPEN = "open"',
        "m.py 8:25",
    ),
    "a member with one sibling": case(
        'class Status(Enum):\n    ACTIVE = "active"\n\n\nLABELS = {\n    Status.ACTIVE: 1,\n}\n',
        '    ACTIVE = "active"',
        f'    ACTIVE = "active"\n{CLOSED}',
    ),
    "a table in another file": RuleCase(
        {
            "m.py": ENUM,
            "n.py": f"from m import Status\n\n{LABELS}",
            "notes.txt": "Status.ACTIVE, Status.CLOSED\n",
        },
        ((CLOSED, f"{CLOSED}\n{PAUSED}"),),
        ["n.py\n@5\n+    Status.PAUSED: 'Paused',"],
    ),
    "a table in the file that is asked about": RuleCase(
        {"m.py": ENUM, "n.py": f"from m import Status\n\n{LABELS}"},
        ((CLOSED, f"{CLOSED}\n{PAUSED}"),),
        ["n.py\n@5\n+    Status.PAUSED: 'Paused',"],
        asked="n.py",
    ),
    "a union in a file that does not name it": RuleCase(
        {
            "m.ts": "export type Mode =\n  | 'light'\n  | 'dark'\n  | 'blue';\n",
            "n.ts": "const all = [\n  'light',\n  'dark',\n  'blue',\n];\n",
        },
        (("  | 'blue';", "  | 'blue'\n  | 'red';"),),
        ["n.ts\n@4\n+  'red',"],
    ),
    "a method of an interface": case(
        "interface Shape {\n  area(): number;\n  size(): number;\n}\n\n"
        "const square: Shape = {\n  area: () => 1,\n  size: () => 2,\n};\n",
        "  size(): number;",
        "  size(): number;\n  side(): number;",
        path="m.ts",
    ),
    "a text of no language is asked about": RuleCase(
        {"m.py": ENUM + LABELS, "notes.txt": "['active', 'closed']\n"},
        ((CLOSED, f"{CLOSED}\n{PAUSED}"),),
        ["m.py\n@12\n+    Status.PAUSED: 'Paused',"],
        asked="notes.txt",
    ),
    "a member that was written over": RuleCase(
        {"m.py": ENUM + LABELS}, ((CLOSED, f"{CLOSED}\n{PAUSED}"), (PAUSED, '    HELD = "held"')), []
    ),
    "a member without a value beside others with one": case(
        "enum K {\n  Aa = 'aa',\n  Bb = 'bb',\n}\nconst x = {\n  [K.Aa]: 'aa',\n  [K.Bb]: 'bb',\n};\n",
        "  Bb = 'bb',",
        "  Bb = 'bb',\n  Cc = make(),",
        "m.ts\n@8\n+  [K.Cc]: 'cc',",
        path="m.ts",
    ),
    "constants without a type behind texts that do not name them": RuleCase(
        {
            "m.go": "package m\n\nconst (\n\tRed = iota\n\tBlue\n)\n",
            **{f"n{at}.go": "package m\n\nvar x = 1\n" for at in range(MAX_SIBLING_TEXTS)},
            "z.go": "package m\n\nvar all = []int{Red, Blue}\n",
        },
        (("\tBlue", "\tBlue\n\tGreen"),),
        ["z.go\n@3\n-var all = []int{Red, Blue}\n+var all = []int{Red, Blue, Green}"],
    ),
    "a union behind texts without its first string": RuleCase(
        {
            "m.ts": "export type Mode =\n  | 'light'\n  | 'dark'\n  | 'blue';\n",
            **{f"n{at}.ts": "const x = 'dark';\n" for at in range(MAX_SIBLING_TEXTS)},
            "z.ts": "const all = [\n  'light',\n  'dark',\n  'blue',\n];\n",
        },
        (("  | 'blue';", "  | 'blue'\n  | 'red';"),),
        ["z.ts\n@4\n+  'red',"],
    ),
    "fields of an enum that are called like its members": case(
        "enum K {\n    AA,\n    BB;\n\n    static final String AA_NAME = AA.name();\n"
        "    static final String BB_NAME = BB.name();\n}\n",
        "    BB;",
        "    BB,\n    CC;",
        path="M.java",
    ),
    "an enum at the end of a function": case(
        "def f():\n    def g():\n        return [K.AA, K.BB]\n\n"
        "    class K(Enum):\n        AA = 1\n        BB = 2\n",
        "        BB = 2",
        "        BB = 2\n        CC = 3",
        "m.py\n@3\n-        return [K.AA, K.BB]\n+        return [K.AA, K.BB, K.CC]",
    ),
    "an enum in a function of C": case(
        "void f(void) {\n    enum k { RED, BLUE };\n    enum k all[] = {RED, BLUE};\n}\n",
        "    enum k { RED, BLUE };",
        "    enum k { RED, BLUE, GREEN };",
        "m.c\n@3\n-    enum k all[] = {RED, BLUE};\n+    enum k all[] = {RED, BLUE, GREEN};",
        path="m.c",
    ),
    "the function above is edited with it": case(
        "def f():\n    return 1\n\n\nclass K(Enum):\n    AA = 1\n    BB = 2\n\n\nX = [K.AA, K.BB]\n",
        "    return 1\n\n\nclass K(Enum):\n    AA = 1\n    BB = 2",
        "    return 2\n\n\nclass K(Enum):\n    AA = 1\n    BB = 2\n    CC = 3",
        "m.py\n@11\n-X = [K.AA, K.BB]\n+X = [K.AA, K.BB, K.CC]",
    ),
    "empty lines above are removed with it": case(
        "const x = 1;\n" + "\n" * 40 + "type K = 'a' | 'b';\nfunction f(k: K) {\n  return ['a', 'b'];\n}\n",
        "\n" * 40 + "type K = 'a' | 'b';",
        "type K = 'a' | 'b' | 'c';",
        "m.ts\n@4\n-  return ['a', 'b'];\n+  return ['a', 'b', 'c'];",
        path="m.ts",
    ),
}

FIELDS = "    x: int\n    y: int\n    z: int\n"


def python(rest: str, *expected: str) -> RuleCase:
    text = f"@dataclass\nclass Point:\n{FIELDS}\n\n{rest}"
    return case(text, "    z: int", "    z: int\n    w: int", *expected)


def script(rest: str, *expected: str, new: str = "  w: number;") -> RuleCase:
    text = f"interface Point {{\n  x: number;\n  y: number;\n  z: number;\n}}\n\n{rest}"
    return case(text, "  z: number;", f"  z: number;\n{new}", *expected, path="m.ts")


def go(rest: str, *expected: str) -> RuleCase:
    text = f"package m\n\ntype Point struct {{\n\tX int\n\tY int\n\tZ int\n}}\n\n{rest}"
    return case(text, "\tZ int", "\tZ int\n\tW int", *expected, path="m.go")


LITERAL = "{\n  x: 1,\n  y: 2,\n  z: 3,\n};\n"
GO_LITERAL = "{{\n\t\tX: {0},\n\t\tY: {1},\n\t\tZ: {2},\n\t}}\n}}\n"
RUST = "struct Point {\n    x: u8,\n    y: u8,\n    z: u8,\n}\n\n"
RUST_POINT = "fn {}() -> Point {{\n    Point {{\n        x: {},\n        y: 2,\n        z: 3,\n    }}\n}}\n"
WRITTEN = RuleCase(
    {"m.rs": RUST + RUST_POINT.format("one", 1) + "\n" + RUST_POINT.format("two", 9)},
    (
        ("    z: u8,", "    z: u8,\n    w: u8,"),
        (
            "        x: 1,\n        y: 2,\n        z: 3,",
            "        x: 1,\n        y: 2,\n        z: 3,\n        w: 4,",
        ),
    ),
    ["m.rs\n@21\n+        w: 4,"],
)


def written(new: str, *expected: str) -> RuleCase:
    """After the field was declared, the user wrote this in place of the last line of a literal."""
    text = "interface Point {\n  x: number;\n  y: number;\n  z: number;\n}\n\n"
    literals = f"const p: Point = {LITERAL}\nconst q: Point = {LITERAL.replace('3', '6')}"
    edits = (("  z: number;", "  z: number;\n  w: number;"), ("  z: 3,", new))
    return RuleCase({"m.ts": text + literals}, edits, list(expected))


CLASS = (
    "class Point:\n    def __init__(self, x, y, z):\n        self.x = x\n        self.y = y\n        self.z = z\n\n"
    '    def copy(self):\n        made = {\n            "x": self.x,\n            "y": self.y,\n'
    '            "z": self.z,\n        }\n        return made\n'
)
RECORDS = {
    "a field that the constructor sets": case(
        CLASS,
        "        self.z = z",
        "        self.z = z\n        self.w = 0",
        'm.py\n@12\n+            "w": self.w,',
    ),
    "a field that another method sets": case(
        CLASS, "        return made", "        self.w = 1\n        return made"
    ),
    "a call with names": python(
        "def f(x, y, z, w):\n    return Point(\n        x=x,\n        y=y,\n        z=z,\n    )\n",
        "m.py\n@13\n+        w=w,",
    ),
    "a table of the fields": python(
        "def f(p: Point):\n    return {\n        'x': p.x,\n        'y': p.y,\n        'z': p.z,\n    }\n",
        "m.py\n@13\n+        'w': p.w,",
    ),
    "a few of the fields": python("def f(p: Point):\n    return [p.x, p.y]\n"),
    "a literal of the type": script(f"const p: Point = {LITERAL}", "m.ts 10:7"),
    "a field that may be left out": script(f"const p: Point = {LITERAL}", new="  w?: number;"),
    "a literal of no type": script(f"const p = {LITERAL}"),
    "a function that makes one": script(
        "function makePoint(x: number, y: number, z: number): Point {\n  return { x, y, z };\n}\n",
        "m.ts\n@8\n-function makePoint(x: number, y: number, z: number): Point {"
        "\n+function makePoint(x: number, y: number, z: number, w: number): Point {",
        "m.ts\n@9\n-  return { x, y, z };\n+  return { x, y, z, w };",
    ),
    "a literal of Go": go(f"func f() Point {{\n\treturn Point{GO_LITERAL.format(1, 2, 3)}", "m.go 13:7"),
    "a literal of another type of Go": go(
        f"func f(p Point) Other {{\n\treturn Other{GO_LITERAL.format(1, 2, 3)}"
    ),
    "a literal of another type that uses the fields": go(
        f"func f(p Point) Other {{\n\treturn Other{GO_LITERAL.format('p.X', 'p.Y', 'p.Z')}",
        "m.go\n@14\n+\t\tW: p.W,",
    ),
    "a literal of Rust in the type": case(
        f"{RUST}impl Point {{\n    fn new(x: u8, y: u8, z: u8, w: u8) -> Self {{\n"
        "        Self {\n            x,\n            y,\n            z,\n        }\n    }\n}\n",
        "    z: u8,",
        "    z: u8,\n    w: u8,",
        "m.rs\n@13\n+            w,",
        path="m.rs",
    ),
    "as the user wrote it in another literal": WRITTEN,
    "more than the field was written in another literal": written("  z: 3,\n  w: 9,\n  v: 8,", "m.ts 18:7"),
    "the field was written in place of another one": written("  w: 9,", "m.ts 16:7"),
    "another field was changed with it": written("  w: 9,\n  z: 4,", "m.ts 17:7"),
    "a line was written twice": written("  z: 3,\n  z: 3,", "m.ts 17:7"),
    "fields of Go with one type": case(
        "package m\n\ntype Point struct {\n\tX, Y int\n}\n\nvar p = Point{\n\tX: 1,\n\tY: 1,\n}\n",
        "\tX, Y int",
        "\tX, Y, Z int",
        "m.go\n@9\n+\tZ: 1,",
        path="m.go",
    ),
    "a literal of a generic type": go(
        f"func f() Point {{\n\treturn Point[int]{GO_LITERAL.format(1, 2, 3)}", "m.go 13:7"
    ),
    "a function without a name": script("const show = (x: number, y: number, z: number): Point => load();\n"),
    "a constructor of C++": case(
        "struct Point {\n    int x;\n    int y;\n    Point(int x, int y);\n};\n\n"
        "Point::Point(int x, int y) : x(x), y(y) {\n}\n",
        "    int y;",
        "    int y;\n    int z;",
        "m.cpp\n@5\n-    Point(int x, int y);\n+    Point(int x, int y, int z);",
        "m.cpp\n@8\n-Point::Point(int x, int y) : x(x), y(y) {\n+Point::Point(int x, int y, int z) : x(x), y(y) {",
        path="m.cpp",
    ),
    "functions of C": case(
        "struct point {\n    int x;\n    int y;\n};\n\nstruct point make_point(int x, int y);\n"
        "void show(struct point *p, int x, int y);\n",
        "    int y;",
        "    int y;\n    int z;",
        "m.c\n@7\n-struct point make_point(int x, int y);\n+struct point make_point(int x, int y, int z);",
        path="m.c",
    ),
    "the constructor of the class": case(
        f"class Point:\n{FIELDS}\n    def __init__(self, x: int, y: int, z: int):\n"
        "        self.x = x\n        self.y = y\n        self.z = z\n",
        "    z: int",
        "    z: int\n    w: int",
        "m.py\n@7\n-    def __init__(self, x: int, y: int, z: int):"
        "\n+    def __init__(self, x: int, y: int, z: int, w: int):",
        "m.py\n@10\n+        self.w = w",
    ),
    "a class with the same fields": python(f"class PointArguments:\n{FIELDS}"),
    "an interface with the same fields": script(
        "interface PointArguments {\n  x: number;\n  y: number;\n  z: number;\n}\n"
    ),
    "a function of Rust that makes one": case(
        f"{RUST}impl Point {{\n    fn new(x: u8, y: u8, z: u8) -> Self {{\n"
        "        Self { x, y, z }\n    }\n}\n",
        "    z: u8,",
        "    z: u8,\n    w: u8,",
        "m.rs\n@9\n-    fn new(x: u8, y: u8, z: u8) -> Self {\n+    fn new(x: u8, y: u8, z: u8, w: u8) -> Self {",
        "m.rs\n@10\n-        Self { x, y, z }\n+        Self { x, y, z, w }",
        path="m.rs",
    ),
}


@pytest.mark.parametrize("name", ENUMS)
def test_a_new_member_of_an_enum_or_a_union(name: str) -> None:
    assert run(ENUMS[name], "member-added") == ENUMS[name].expected


@pytest.mark.parametrize(("cursor", "lines"), [(0, [9, 12, 15]), (12, [12, 15, 9]), (13, [15, 9, 12])])
def test_lists_below_the_cursor_come_first(cursor: int, lines: list[int]) -> None:
    names = "\n\n\n".join(f"{name} = [Status.ACTIVE, Status.CLOSED]" for name in "ABC")
    harness = RuleHarness(m__py=f"{ENUM}{names}\n")
    harness.insert("m.py", CLOSED, PAUSED)
    found = [one for one in harness.ask("m.py", line=cursor) if one.family == "member-added"]
    assert [one.edits[0].span.start.line for one in found] == lines


@pytest.mark.parametrize("name", RECORDS)
def test_a_new_field_of_a_record(name: str) -> None:
    assert run(RECORDS[name], "member-added") == RECORDS[name].expected


@pytest.mark.parametrize(
    ("asked", "features"), [("n.py", {}), ("m.py", {"elsewhere": 1})], ids=["here", "elsewhere"]
)
def test_a_table_in_the_text_that_is_asked_about_is_likelier(asked: str, features: dict[str, float]) -> None:
    harness = RuleHarness(m__py=ENUM, n__py=f"from m import Status\n\n{LABELS}")
    harness.insert("m.py", CLOSED, PAUSED)
    (found,) = [one for one in harness.ask(asked) if one.family == "member-added"]
    assert found.probability == added_member.PROBABILITY.estimate(added_member._Features(**features))


MEMBERS = f'class Status(Enum):\n    ACTIVE = "active"\n{CLOSED}\n{PAUSED}\n\n\n'
LIST = "ALL = [Status.ACTIVE, Status.CLOSED, Status.PAUSED]\n"
LIST_REMOVED = f"m.py\n@6\n-{LIST.strip()}\n+ALL = [Status.ACTIVE, Status.CLOSED]"
COMPARED = "def f(a):\n    return a == Status.PAUSED\n"


def without(rest: str, *expected: str) -> RuleCase:
    return case(MEMBERS + rest, PAUSED, "", *expected)


def script_without(rest: str, *expected: str) -> RuleCase:
    text = f"interface Point {{\n  x: number;\n  y: number;\n  z: number;\n}}\n\n{rest}"
    return case(text, "  z: number;", "", *expected, path="m.ts")


def several(count: int, *expected: str) -> RuleCase:
    """Some members are removed at once, and a table lists them."""
    members = "\n".join(f'    P{at} = "p{at}"' for at in range(count))
    entries = "".join(f"    Status.P{at}: {at},\n" for at in range(count))
    return case(
        f"{ENUM.rstrip()}\n{members}\n\n\nLABELS = {{\n    Status.ACTIVE: 1,\n{entries}}}\n",
        members,
        "",
        *expected,
    )


JAVA = """class P {{
  private final int x;
  private final int y;
  private final int z;

  P(int x, int y, int z) {{
    this.x = x;
    this.y = y;
    this.z = z;
{more}  }}
  static P of(int x, int y, int z) {{
    return new P(x, y, z);
  }}
}}
"""
JAVA_FIELD = "  private final int z;"
REMOVED = {
    "a text of no language is asked about": RuleCase(
        {"m.py": MEMBERS + LIST, "notes.txt": "Status\n"}, ((PAUSED, ""),), [LIST_REMOVED], asked="notes.txt"
    ),
    "an element without the name of the enum": case(
        "package m\n\nconst (\n\tRed = iota\n\tBlue\n\tGreen\n)\n\nvar all = []int{Red, Blue, Green}\n",
        "\tGreen",
        "",
        "m.go\n@8\n-var all = []int{Red, Blue, Green}\n+var all = []int{Red, Blue}",
        path="m.go",
    ),
    "a few members at once": several(
        MAX_CHANGED_MEMBERS,
        *(f"m.py\n@{at + 11}\n-    Status.P{at}: {at}," for at in range(MAX_CHANGED_MEMBERS)),
    ),
    "many members at once": several(MAX_CHANGED_MEMBERS + 1),
    "an entry of a table": without(
        "LABELS = {\n    Status.ACTIVE: 1,\n    Status.PAUSED: 2,\n}\n",
        "m.py\n@8\n-    Status.PAUSED: 2,",
    ),
    "an element of a list": without(LIST, LIST_REMOVED),
    "a comparison": without(COMPARED, "m.py 6:23"),
    "an element and a comparison": without(f"{LIST}\n\n{COMPARED}", LIST_REMOVED, "m.py 9:23"),
    "an added member": case(f"{ENUM}ALL = [Status.ACTIVE, Status.PAUSED]\n", CLOSED, f"{CLOSED}\n{PAUSED}"),
    "the only member": case(
        f"class Status(Enum):\n{PAUSED}\n\n\nALL = [Status.PAUSED]\n", PAUSED, "    pass"
    ),
    "a method of an interface": case(
        "interface Shape {\n  area(): number;\n  size(): number;\n}\n\n"
        "const square: Shape = {\n  area: () => 1,\n  size: () => 2,\n};\n",
        "  size(): number;",
        "",
        path="m.ts",
    ),
    "a field of a literal": script_without(
        "const p: Point = { x: 1, y: 2, z: 3 };\n",
        "m.ts\n@6\n-const p: Point = { x: 1, y: 2, z: 3 };\n+const p: Point = { x: 1, y: 2 };",
    ),
    "a parameter of the function that makes one": script_without(
        "function makePoint(x: number, y: number, z: number): Point {\n  return { x, y, z };\n}\n",
        "m.ts\n@6\n-function makePoint(x: number, y: number, z: number): Point {"
        "\n+function makePoint(x: number, y: number): Point {",
        "m.ts\n@7\n-  return { x, y, z };\n+  return { x, y };",
    ),
    "a parameter that its function needs for more": case(
        JAVA.format(more="    log(z);\n"), JAVA_FIELD, "", "P.java 7:9", path="P.java"
    ),
    "a parameter for nothing but the field": case(
        JAVA.format(more=""),
        JAVA_FIELD,
        "",
        "P.java\n@5\n-  P(int x, int y, int z) {\n+  P(int x, int y) {",
        "P.java\n@8\n-    this.z = z;",
        "P.java\n@10\n-  static P of(int x, int y, int z) {\n+  static P of(int x, int y) {",
        "P.java\n@11\n-    return new P(x, y, z);\n+    return new P(x, y);",
        path="P.java",
    ),
    "an operand": script_without("const sum = (p: Point) => p.x + p.z;\n", "m.ts 5:34"),
}


@pytest.mark.parametrize("name", REMOVED)
def test_a_removed_member(name: str) -> None:
    assert run(REMOVED[name], "member-removed") == REMOVED[name].expected
