"""A field gets another type: the parameters of its name in functions that make or use the type."""

import pytest

from nes_symbolic.rule_cases import RuleCase, case, run


def retyped(rest: str, *expected: str) -> RuleCase:
    text = f"interface Point {{\n  x: number;\n  z: number;\n}}\n\n{rest}"
    return case(text, "  z: number;", "  z: string;", *expected, path="m.ts")


def constructor(field: str, parameter: str) -> str:
    return f"class Point {{\n  {field};\n  constructor({parameter}) {{\n    this.z = z;\n  }}\n}}\n"


RUST_FIELD = "struct A {\n    map: HashMap<u8, u8>,\n}\n\n"
RUST_MADE = "impl A {\n    fn new() -> Self {\n        Self { map: HashMap::new() }\n    }\n}\n"


def rust_map(rest: str, *expected: str) -> RuleCase:
    old = "    map: HashMap<u8, u8>,"
    return case(RUST_FIELD + rest, old, old.replace("Hash", "BTree"), *expected, path="m.rs")


STORE = (
    "class Store {{\n  find(z: {0}): Point {{\n  }}\n  drop(z: {1}): void {{\n  }}\n"
    "  at(x: {1}): void {{\n  }}\n}}\n"
)
FOUND = "m.ts\n@7\n-  find(z: number): Point {\n+  find(z: string): Point {"
DROPPED = "m.ts\n@9\n-  drop(z: number): void {\n+  drop(z: string): void {"


def keyed(path: str, field: tuple[str, str], rest: str, *expected: str) -> RuleCase:
    begin, end = {
        "m.ts": ("interface Point {", "}"),
        "m.py": ("@dataclass\nclass Point:", ""),
        "m.go": ("package m\n\ntype Point struct {", "}"),
        "m.rs": ("struct Point {", "}"),
        "M.java": ("class Point {", "}"),
    }[path]
    return case(f"{begin}\n{field[0]}\n{end}\n\n{rest}", *field, *expected, path=path)


NUMBER = "    z: number;", "    z: string;"
MAP = "const a = new Map<number, Point>();\n"
RETYPED = {
    "a method beside one that names the type": retyped(STORE.format("number", "number"), FOUND, DROPPED),
    "a method beside one that follows already": retyped(STORE.format("string", "number"), DROPPED),
    "a method beside one with another type": retyped(STORE.format("bigint", "number")),
    "a method of another object": retyped(
        STORE.format("number", "bigint") + "class Other {\n  drop(z: number): void {\n  }\n}\n", FOUND
    ),
    "a method of a receiver": case(
        "package m\n\ntype Point struct {\n\tX int\n\tZ int\n}\n\n"
        "func (s *Store) Find(Z int) *Point {\n}\n\nfunc (s *Store) Drop(Z int) {\n}\n\n"
        "func (o *Other) Drop(Z int) {\n}\n",
        "\tZ int",
        "\tZ string",
        "m.go\n@8\n-func (s *Store) Find(Z int) *Point {\n+func (s *Store) Find(Z string) *Point {",
        "m.go\n@11\n-func (s *Store) Drop(Z int) {\n+func (s *Store) Drop(Z string) {",
        path="m.go",
    ),
    "a map with the field as its key": keyed(
        "m.ts",
        NUMBER,
        MAP + "a.set(p.z, p);\n",
        "m.ts\n@5\n-" + MAP + "+" + MAP.replace("number", "string")[:-1],
    ),
    "a map with another key": keyed("m.ts", NUMBER, MAP + "a.set(p.x, p);\n"),
    "a map of other values": keyed("m.ts", NUMBER, MAP.replace("Point", "Line") + "a.set(p.z, p);\n"),
    "a map with keys of another type": keyed(
        "m.ts", NUMBER, MAP.replace("number", "bigint") + "a.set(p.z, p);\n"
    ),
    "a dictionary": keyed(
        "m.py",
        ("    z: int", "    z: str"),
        "def f(points: dict[int, Point], p: Point):\n    points[p.z] = p\n",
        "m.py\n@6\n-def f(points: dict[int, Point], p: Point):\n+def f(points: dict[str, Point], p: Point):",
    ),
    "a map of Go": keyed(
        "m.go",
        ("\tZ int", "\tZ string"),
        "func f(points map[int]*Point, p *Point) {\n\tpoints[p.Z] = p\n}\n",
        "m.go\n@7\n-func f(points map[int]*Point, p *Point) {\n+func f(points map[string]*Point, p *Point) {",
    ),
    "a map of Rust": keyed(
        "m.rs",
        ("    z: u32,", "    z: u64,"),
        "fn f(a: &mut HashMap<u32, Point>, p: Point) {\n    a.insert(p.z, p);\n}\n",
        "m.rs\n@5\n-fn f(a: &mut HashMap<u32, Point>, p: Point) {\n+fn f(a: &mut HashMap<u64, Point>, p: Point) {",
    ),
    "a map of Java": keyed(
        "M.java",
        ("    int z;", "    long z;"),
        "class A {\n    Map<Integer, Point> a;\n\n    void f(Point p) {\n        a.put(p.getZ(), p);\n    }\n}\n",
        "M.java\n@6\n-    Map<Integer, Point> a;\n+    Map<Long, Point> a;",
    ),
    "a value that is made for it": rust_map(
        RUST_MADE,
        "m.rs\n@7\n-        Self { map: HashMap::new() }\n+        Self { map: BTreeMap::new() }",
    ),
    "a value of another type": rust_map(RUST_MADE.replace("HashMap::", "OtherMap::")),
    "a value of another field": rust_map(RUST_MADE.replace("map:", "other:")),
    "a value for a field of another type": rust_map(RUST_MADE.replace("impl A", "impl B")),
    "other arguments of the type": case(
        RUST_FIELD + RUST_MADE, "    map: HashMap<u8, u8>,", "    map: HashMap<u8, u16>,", path="m.rs"
    ),
    "another field is removed with it": case(
        "interface Point {\n  x: number;\n  z: number;\n}\n\nfunction makePoint(z: number): Point {\n}\n",
        "  x: number;\n  z: number;",
        "  z: string;",
        path="m.ts",
    ),
    "the type has another space": case(
        "@dataclass\nclass Point:\n    z: dict[str, int]\n\n\ndef make(z: dict[str, int]) -> Point:\n    pass\n",
        "    z: dict[str, int]",
        "    z: dict[str,  int]",
    ),
    "a method with another return type": case(
        "class Shape(Protocol):\n    def size(self) -> int: ...\n\n\ndef make(size: int) -> Shape:\n    pass\n",
        "    def size(self) -> int: ...",
        "    def size(self) -> str: ...",
    ),
    "a text of no language is asked about": RuleCase(
        {
            "m.ts": "interface Point {\n  z: number;\n}\n\nfunction makePoint(z: number): Point {\n}\n",
            "notes.txt": "'z' of Point\n",
        },
        (("  z: number;", "  z: string;"),),
        ["m.ts\n@5\n-function makePoint(z: number): Point {\n+function makePoint(z: string): Point {"],
        asked="notes.txt",
    ),
    "a function in another file where the type is in its own": RuleCase(
        {
            "m.py": "class P:\n    aa: int\n    bb: str\n",
            "n.py": "# a\ndef f(aa: int):\n    pass\n\n\nx = P\n",
        },
        (("    aa: int", "    aa: float"),),
        [],
    ),
    "a function that makes one": retyped(
        "function makePoint(z: number): Point {\n}\n",
        "m.ts\n@6\n-function makePoint(z: number): Point {\n+function makePoint(z: string): Point {",
    ),
    "a function that does not name the type": retyped("function show(z: number) {\n}\n"),
    "a parameter of another type": retyped("function makePoint(z: boolean): Point {\n}\n"),
    "a parameter without a type": retyped("function makePoint(z): Point {\n}\n"),
    "a use": retyped("const f = (p: Point) => p.z;\n"),
    "a function with an error": retyped("function makePoint(z: number): Point {\n  return { z: ;\n}\n"),
    "a constructor": case(
        constructor("z: number", "z: number"),
        "  z: number;",
        "  z: string;",
        "m.ts\n@3\n-  constructor(z: number) {\n+  constructor(z: string) {",
        path="m.ts",
    ),
    "a field without a type": case(constructor("z", "z"), "  z;", "  z: string;", path="m.ts"),
    "the type of a field is gone": case(
        constructor("z: number", "z: number"), "  z: number;", "  z;", path="m.ts"
    ),
    "a function of Python": case(
        "@dataclass\nclass Point:\n    x: int\n    z: int\n\n\ndef make(z: int) -> Point:\n    pass\n",
        "    z: int",
        "    z: str",
        "m.py\n@7\n-def make(z: int) -> Point:\n+def make(z: str) -> Point:",
    ),
    "a function in another file": RuleCase(
        {
            "m.ts": "interface Point {\n  x: number;\n  z: number;\n}\n",
            "n.ts": "import { Point } from './m';\nfunction makePoint(z: number): Point {\n}\n",
            "notes.txt": "makePoint(z: number): Point\n",
        },
        (("  z: number;", "  z: string;"),),
        ["n.ts\n@2\n-function makePoint(z: number): Point {\n+function makePoint(z: string): Point {"],
    ),
}


@pytest.mark.parametrize("name", RETYPED)
def test_a_field_of_another_type(name: str) -> None:
    assert run(RETYPED[name], "member-retyped") == RETYPED[name].expected
