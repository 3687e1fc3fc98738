"""Which types and members a text declares, in each language."""

import pytest

from nes_symbolic.rule_harness import RuleHarness
from understudy.nes.symbolic.consequences.rule_context import RuleContext, SourceText
from understudy.nes.symbolic.consequences.siblings.declarations import find_declarations
from understudy.nes.symbolic.consequences.siblings.members import Member
from understudy.nes.text.text_types import TextSnapshot


def describe(member: Member) -> str:
    """The name, the shape or the parameters, the type, the value, `?` if optional, `!` if not given."""
    parts = [member.name, member.shape, member.parameters]
    parts += [
        f": {member.type_text}" if member.type_text else "",
        f" = {member.value}" if member.value else "",
    ]
    return "".join([*parts, "?" if member.is_optional else "", "" if member.is_given else "!"])


def declared(path: str, text: str) -> list[str]:
    harness = RuleHarness()
    harness.put(path, text)
    source = RuleContext(harness.situation(path)).current_text
    assert source.tree is not None
    return [
        f"{one.kind} {one.name}: {', '.join(map(describe, one.members))}"
        for one in find_declarations(source.tree, source.joined, 0, len(source.joined))
    ]


TYPES: dict[str, tuple[str, str, list[str]]] = {
    "a Go constant block with a type": (
        "m.go",
        'package m\n\nconst (\n\tA Kind = "a"\n\t_\n\tB Kind = "b"\n)\n',
        ["enum Kind: A = a, B = b"],
    ),
    "a Go constant block that counts": (
        "m.go",
        "package m\n\nconst (\n\tA = iota\n\tB\n)\n",
        ["enum : A, B"],
    ),
    "a Go constant block of two types": (
        "m.go",
        "package m\n\nconst (\n\tA Kind = iota\n\tB Sort = 2\n)\n",
        [],
    ),
    "a Go constant block of plain values": ("m.go", "package m\n\nconst (\n\tA = 1\n\tB = 2\n)\n", []),
    "a Go struct": (
        "m.go",
        "package m\n\ntype P struct {\n\tX, Y int\n\tio.Reader\n}\n\ntype Q = P\n",
        ["record P: X: int, Y: int"],
    ),
    "a Go interface": (
        "m.go",
        "package m\n\ntype R interface {\n\tRead(n int) error\n\tClose()\n}\n",
        ["interface R: Read(n int): error, Close()"],
    ),
    "a Rust enum": (
        "m.rs",
        "enum K {\n    A,\n    B(u8, u16),\n    C { x: u8, y: u8 },\n}\n",
        ["enum K: A, B(2), C{x,y}"],
    ),
    "a Rust struct": (
        "m.rs",
        "struct P {\n    x: u8,\n    y: Vec<u8>,\n}\n",
        ["record P: x: u8, y: Vec<u8>"],
    ),
    "a Rust struct without names": ("m.rs", "struct P(u8);\n", ["record P: "]),
    "a Rust trait": (
        "m.rs",
        "trait T {\n    fn a(&self) -> u8;\n    fn b(&self) {}\n}\n",
        ["interface T: a(&self): u8, b(&self)?"],
    ),
    "a Java enum": ("M.java", "enum K {\n    A,\n    B;\n}\n", ["enum K: A, B"]),
    "a Java class": (
        "M.java",
        "class P {\n    static int N = 1;\n    int x;\n    int y = 2, z;\n    void f() {}\n}\n",
        ["record P: x: int?, y: int?!, z: int?"],
    ),
    "a Java class without fields": ("M.java", "class P {\n    void f() {}\n}\n", []),
    "a Java field that is static in its value only": (
        "M.java",
        'class P {\n    String x = "a static b";\n}\n',
        ["record P: x: String?!"],
    ),
    "a Java interface": ("M.java", "interface I {\n    int f(int a);\n}\n", ["interface I: f(int a): int"]),
    "a Java interface with a default": (
        "M.java",
        "interface I {\n    int f(int a);\n    default void g() {}\n}\n",
        ["interface I: f(int a): int"],
    ),
    "a Java record": ("M.java", "record P(int x, String y) {}\n", ["record P: x: int, y: String"]),
    "a C enum": ("m.c", "enum k { A, B };\n", ["enum k: A, B"]),
    "a C enum with the name of its typedef": ("m.c", "typedef enum { A, B } k;\n", ["enum k: A, B"]),
    "a C enum without a name": ("m.c", "enum { A, B } k;\n", ["enum : A, B"]),
    "a C struct": (
        "m.c",
        "struct p {\n    int x;\n    char **y;\n    int z[3];\n};\n",
        ["record p: x: int?, y: char **?"],
    ),
    "an alias without a value": ("m.ts", "type K = ;\n", []),
    "a C struct with the name of its typedef": (
        "m.c",
        "typedef struct {\n    int x;\n} p;\n",
        ["record p: x: int?"],
    ),
    "a Python enum": (
        "m.py",
        "class K(str, Enum):\n    A = 'a'\n    B = 2\n    _C = 3\n    D: int = 4\n    x.y = 5\n"
        "    def f(self): ...\n",
        ["enum K: A = a, B"],
    ),
    "Python flags": ("m.py", "class K(IntFlag):\n    A = 1\n    B = 2\n", ["enum K: A, B"]),
    "a Python record": (
        "m.py",
        "class P:\n    x: int\n    y: str = 'a'\n    z = 3\n    u.v: int\n",
        ["record P: x: int, y: str?"],
    ),
    "a Python class without fields": ("m.py", "class P:\n    z = 3\n", []),
    "a Python class whose constructor assigns fields": (
        "m.py",
        "class P:\n    def f(self):\n        self.a = 1\n        self.b = 2\n\n"
        "    def __init__(self, x):\n        self.x = x\n        self.y = 2\n        self.u.v = 3\n        z = 4\n",
        ["record P: x?, y?!"],
    ),
    "a Python constructor that assigns one field": (
        "m.py",
        "class P:\n    def __init__(self, x):\n        self.x = x\n",
        [],
    ),
    "a Python class with abstract methods": (
        "m.py",
        "class P(ABC):\n    def f(self): ...\n\n    @abstractmethod\n    def g(self) -> int: ...\n\n"
        "    @property\n    def h(self): ...\n\n    @abstractmethod\n    def __len__(self): ...\n",
        ["interface P: g(self): int"],
    ),
    "a Python protocol": (
        "m.py",
        "class P(Protocol):\n    @abstractmethod\n    def g(self): ...\n\n    def f(self) -> int: ...\n",
        ["interface P: g(self), f(self): int"],
    ),
    "another Python base": ("m.py", "class P(Base):\n    @abstractmethod\n    def g(self): ...\n", []),
    "a TypeScript enum": ("m.ts", "enum K {\n  A = 'a',\n  B,\n  C = 3,\n}\n", ["enum K: A = a, B, C"]),
    "a TypeScript interface": (
        "m.ts",
        "interface P {\n  x: number;\n  y?: string;\n  readonly z?: string;\n  readonly w: 'a' | 'b';\n"
        "  f(a: number): void;\n}\n",
        ["record P: x: number, y: string?, z: string?, w: 'a' | 'b'", "interface P: f(a: number): : void"],
    ),
    "a TypeScript interface with methods only": (
        "m.ts",
        "interface P {\n  f(): void;\n}\n",
        ["interface P: f(): : void"],
    ),
    "an alias of an object type": (
        "m.ts",
        "type P = {\n  x: number;\n  f(): void;\n};\n",
        ["record P: x: number", "interface P: f(): : void"],
    ),
    "an alias of an object type with fields only": (
        "m.ts",
        "type P = { x: number };\n",
        ["record P: x: number"],
    ),
    "an alias of an object type with methods only": (
        "m.ts",
        "type P = { f(): void };\n",
        ["interface P: f(): : void"],
    ),
    "a union of strings": ("m.ts", "type K = 'a' | \"b\" | 'c';\n", ["union K: a = a, b = b, c = c"]),
    "a union with another type": ("m.ts", "type K = 'a' | number;\n", []),
    "a union with an empty string": ("m.ts", "type K = 'a' | '';\n", []),
    "another alias": ("m.ts", "type K = string;\n", []),
    "a TypeScript class": (
        "m.ts",
        "class P {\n  static n = 1;\n  x: number;\n  y = 2;\n  f() {}\n}\n",
        ["record P: x: number?, y?!"],
    ),
    "a field that is static in its value only": (
        "m.ts",
        "class P {\n  x = 'static';\n}\n",
        ["record P: x?!"],
    ),
    "a TypeScript class without fields": ("m.ts", "class P {\n  f() {}\n}\n", []),
    "an abstract class": (
        "m.ts",
        "abstract class P {\n  x: number;\n  abstract f(): void;\n}\n",
        ["record P: x: number?", "interface P: f(): : void"],
    ),
    "a JavaScript class": ("m.js", "class P {\n  x = 1;\n  y;\n}\n", ["record P: x?!, y?"]),
    "an object of constants": (
        "m.js",
        "const K = {\n  A: 'a', // one\n  B: 2,\n  C: -1,\n  D: true,\n  E: false,\n};\n",
        ["enum K: A = a, B, C, D, E"],
    ),
    "an object that does not change": (
        "m.js",
        "const K = Object.freeze({ A: 'a', B: 'b' });\n",
        ["enum K: A = a, B = b"],
    ),
    "a constant object of TypeScript": ("m.ts", "const K = { A: 'a' } as const;\n", ["enum K: A = a"]),
    "a satisfying object of TypeScript": ("m.ts", "const K = { A: 'a' } satisfies T;\n", ["enum K: A = a"]),
    "an object of a variable": ("m.js", "const k = { A: 'a' };\n", []),
    "a name without a value": ("m.js", "let K;\n", []),
    "an argument of another call": ("m.js", "const K = make({ A: 'a' });\n", []),
    "no argument": ("m.js", "const K = Object.freeze();\n", []),
    "no object": ("m.js", "const K = ['a'];\n", []),
    "an object with a call": ("m.js", "const K = { A: 'a', B: f() };\n", []),
    "an object with a method": ("m.js", "const K = { A: 'a', f() {} };\n", []),
    "an object with other keys": ("m.js", "const K = { A: 'a', 'b-c': 'b' };\n", []),
}


@pytest.mark.parametrize("name", TYPES)
def test_the_types_of_a_text(name: str) -> None:
    path, text, expected = TYPES[name]
    assert declared(path, text) == expected


@pytest.mark.parametrize(
    ("depth", "decorator", "count"), [(5, "", 1), (5, "@dataclass", 1), (6, "", 0), (6, "@dataclass", 0)]
)
def test_types_are_not_searched_too_deep(depth: int, decorator: str, count: int) -> None:
    lines = [f"{'    ' * level}if a:" for level in range(depth)]
    lines += [f"{'    ' * depth}{line}" for line in (decorator, "class P:", "    x: int")]
    assert len(declared("m.py", "\n".join(lines))) == count


@pytest.mark.parametrize(
    ("written", "value"), [("'a'", "a"), ('b"a"', "a"), ("rb'a'", "a"), ("f(1)", ""), ("'a", "")]
)
def test_the_content_of_a_string(written: str, value: str) -> None:
    suffix = f" = {value}" if value else ""
    assert declared("m.py", f"class K(Enum):\n    A = {written}\n")[:1] == [f"enum K: A{suffix}"]


def test_a_class_of_cpp_with_members_that_have_no_name() -> None:
    text = (
        "class A {\n  struct { int x; };\n  int n = 0;\n  virtual void f() = 0;\n  virtual int *g(int y) = 0;\n"
        "  virtual int *const *h() = 0;\n  virtual int &i() = 0;\n};\n"
    )
    source = SourceText(TextSnapshot("file:///project/m.cpp", "cpp", list[str](text.split("\n")), 1))
    assert source.tree is not None
    found = find_declarations(source.tree, source.joined, 0, len(source.joined))
    methods = [describe(member) for one in found if one.kind == "interface" for member in one.members]
    assert methods == ["f(): void", "g(int y): int", "h(): int", "i(): int"]


def test_a_language_without_types_declares_none() -> None:
    source = SourceText(TextSnapshot("file:///project/m.rb", "ruby", ["class A", "end"], 1))
    assert source.tree is not None
    assert list(find_declarations(source.tree, source.joined, 0, len(source.joined))) == []
