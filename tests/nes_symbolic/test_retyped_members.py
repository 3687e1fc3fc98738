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


RETYPED = {
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
