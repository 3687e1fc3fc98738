"""A method of an interface is added or changed: where the types that implement it follow, in several languages."""

import pytest

from nes_symbolic.rule_cases import RuleCase, case, run
from understudy.nes.symbolic.consequences.limits import MAX_IMPLEMENTATION_CANDIDATES

SHAPE = "interface Shape {\n  area(): number;\n  size(): number;\n}\n\n"
SQUARE = (
    "class Square implements Shape {\n  area(): number {\n    return 1;\n  }\n\n"
    "  size(): number {\n    return 2;\n  }\n}\n"
)
SIZE = "  size(): number;"
SIDE = f"{SIZE}\n  side(): string;"


def script(rest: str, *expected: str, old: str = SIZE, new: str = SIDE) -> RuleCase:
    return case(SHAPE + rest, old, new, *expected, path="m.ts")


def go(own: str, *expected: str, new: str = "\tSize() int\n\tSide() string") -> RuleCase:
    text = (
        "package m\n\ntype Shape interface {\n\tArea() int\n\tSize() int\n}\n\n"
        f"func (s *Square) Area() int {{\n\treturn 1\n}}\n\nfunc (s *Square) {own} int {{\n\treturn 2\n}}\n\n"
        "func helper() int {\n\treturn 1\n}\n"
    )
    return case(text, "\tSize() int", new, *expected, path="m.go")


LOG = "interface Log {\n  info(text: string): void;\n  warn(text: string): void;\n}\n\n"
CONSOLE = (
    "class Console implements Log {\n  info(text: string): void {\n    console.info(text);\n  }\n"
    "  warn(text: string): void {\n    console.warn(text);\n  }\n}\n"
)
WARN = "  warn(text: string): void;"
ERROR = f"{WARN}\n  error(text: string): void;"
CASES = {
    "a new method": script(SQUARE, "m.ts 13:3"),
    "a new method behind a blank line, at the end of a class in Python": case(
        "class P(ABC):\n    @abstractmethod\n    def f(self): ...\n\n\n"
        "class A(P):\n    def f(self):\n        pass\n",
        "\n\nclass A(P):",
        "\n    @abstractmethod\n    def g(self): ...\n\n\nclass A(P):",
        "m.py 10:12",
    ),
    "a class with a field": script(SQUARE.replace("  area", "  width = 1;\n\n  area", 1), "m.ts 15:3"),
    "a removed method": script(SQUARE, new=""),
    "a method that may be left out": script(SQUARE, new=f"{SIZE}\n  side?(): string;"),
    "an interface that extends it": script("interface Big extends Shape {\n  area(): number;\n}\n"),
    "not more than a few": script(
        f"{SQUARE}\n" * (MAX_IMPLEMENTATION_CANDIDATES + 1),
        *(f"m.ts {13 + 10 * at}:3" for at in range(MAX_IMPLEMENTATION_CANDIDATES)),
    ),
    "a class in another file": RuleCase(
        {
            "m.ts": SHAPE,
            "n.ts": f"import {{ Shape }} from './m';\n\n{SQUARE}",
            "notes.txt": "class Square implements Shape {\n",
        },
        ((SIZE, SIDE),),
        ["n.ts 9:3"],
    ),
    "a class in the file that is asked about": RuleCase(
        {"m.ts": SHAPE, "n.ts": f"import {{ Shape }} from './m';\n\n{SQUARE}"},
        ((SIZE, SIDE),),
        ["n.ts 9:3"],
        asked="n.ts",
    ),
    "a class in each of two files": RuleCase(
        {"m.ts": SHAPE + SQUARE, "n.ts": f"import {{ Shape }} from './m';\n\n{SQUARE}"},
        ((SIZE, SIDE),),
        ["n.ts 9:3", "m.ts 13:3"],
        asked="n.ts",
    ),
    "a text of no language is asked about": RuleCase(
        {"m.ts": SHAPE + SQUARE, "notes.txt": "Shape\n"}, ((SIZE, SIDE),), ["m.ts 13:3"], asked="notes.txt"
    ),
    "a text of a language without interfaces is asked about": RuleCase(
        {"m.ts": SHAPE + SQUARE, "n.js": "// Shape\n"}, ((SIZE, SIDE),), ["m.ts 13:3"], asked="n.js"
    ),
    "a field that is called like a method": script("class Square implements Shape {\n  area = 1\n}\n"),
    "a field of the type is new": case(
        "class P:\n    x: int\n    y: int\n\n\nclass Q(P):\n    def x(self):\n        return 1\n",
        "    y: int",
        "    y: int\n    z: int",
    ),
    "a class in a namespace": script(
        "namespace A {\n  class Square implements Shape {\n    area() {\n    }\n  }\n}\n", "m.ts 9:5"
    ),
    "a class that is too deep": script(
        "export namespace A {\n  export class Square implements Shape {\n    area() {\n    }\n  }\n}\n"
    ),
    "a method of Python with a decorator": case(
        "class Shape(Protocol):\n    def area(self) -> int: ...\n    def size(self) -> int: ...\n\n\n"
        "class Square(Shape):\n    @cached\n    def area(self) -> int:\n        return 1\n",
        "    def size(self) -> int: ...",
        "    def size(self) -> int: ...\n    def side(self) -> str: ...",
        "m.py 9:16",
    ),
    "a trait of Rust, but not the type itself": case(
        "trait Shape {\n    fn area(&self) -> u8;\n    fn size(&self) -> u8;\n}\n\n"
        "impl Shape for Square {\n    fn area(&self) -> u8 {\n        1\n    }\n}\n\n"
        "impl Square {\n    fn area(&self) -> u8 {\n        1\n    }\n}\n",
        "    fn size(&self) -> u8;",
        "    fn size(&self) -> u8;\n    fn side(&self) -> String;",
        "m.rs 9:5",
        path="m.rs",
    ),
    "a class of C++": case(
        "class Shape {\npublic:\n    virtual int area() = 0;\n    virtual int size() = 0;\n};\n\n"
        "class Square : public Shape {\npublic:\n    int area() override {\n        return 1;\n    }\n};\n",
        "    virtual int size() = 0;",
        "    virtual int size() = 0;\n    virtual int side() = 0;",
        "m.cpp 11:5",
        path="m.cpp",
    ),
    "a class of C++ that is declared first, with a structure without a name": case(
        "class Shape {\npublic:\n    virtual int area() = 0;\n    virtual int size() = 0;\n};\n\nclass Square;\n\n"
        "class Square : public Shape {\npublic:\n    struct { int x; };\n    int area() override {\n"
        "        return 1;\n    }\n};\n",
        "    virtual int size() = 0;",
        "    virtual int size() = 0;\n    virtual int side() = 0;",
        "m.cpp 14:5",
        path="m.cpp",
    ),
    "a type of Go with the other methods": go("Size()", "m.go 14:1"),
    "the return type in Go": go(
        "Size()",
        "m.go\n@12\n-func (s *Square) Size() int {\n+func (s *Square) Size() string {",
        new="\tSize() string",
    ),
    "the only method of an interface of Go": case(
        "package m\n\ntype Shape interface {\n\tSize() int\n}\n\nfunc (s *Square) Size() int {\n\treturn 2\n}\n",
        "\tSize() int",
        "\tSize() string",
        path="m.go",
    ),
    "a type of Go with other parameters": go("Size(a int)"),
    "the return type": script(
        SQUARE, "m.ts\n@11\n-  size(): number {\n+  size(): string {", new="  size(): string;"
    ),
    "a parameter": case(
        (SHAPE + SQUARE).replace("size()", "size(a: number)"),
        "  size(a: number): number;",
        "  size(a: string): number;",
        "m.ts\n@11\n-  size(a: number): number {\n+  size(a: string): number {",
        path="m.ts",
    ),
    "parameters on lines of their own": case(
        "class Shape(Protocol):\n    def area(\n        self,\n        a: int,\n    ) -> int: ...\n\n\n"
        "class Square(Shape):\n    def area(self, a: int) -> int:\n        return 1\n",
        "        a: int,",
        "        a: str,",
        "m.py\n@9\n-    def area(self, a: int) -> int:"
        "\n+    def area(\n+        self,\n+        a: str,\n+    ) -> int:",
    ),
    "the return type beside other parameters": script(
        SQUARE.replace("size()", "size(a = 1)"),
        "m.ts\n@11\n-  size(a = 1): number {\n+  size(a = 1): string {",
        new="  size(): string;",
    ),
    "a return type that is a part of the name": case(
        "class Shape(Protocol):\n    def point(self) -> int: ...\n\n\n"
        "class Square(Shape):\n    @typed(int)\n    def point(self) -> int:\n        return 1\n",
        "    def point(self) -> int: ...",
        "    def point(self) -> str: ...",
        "m.py\n@7\n-    def point(self) -> int:\n+    def point(self) -> str:",
    ),
    "a return type that is a part of the receiver": case(
        "package m\n\ntype Shape interface {\n\tPrint() int\n\tSize() int\n}\n\n"
        "func (p *printer) Print() int {\n\treturn 1\n}\n\nfunc (p *printer) Size() int {\n\treturn 1\n}\n",
        "\tPrint() int",
        "\tPrint() string",
        "m.go\n@8\n-func (p *printer) Print() int {\n+func (p *printer) Print() string {",
        path="m.go",
    ),
    "a method whose name is in its decorator": case(
        "class Shape(Protocol):\n    def size(self) -> int: ...\n\n\n"
        "class Square(Shape):\n    @cached(size)\n    def size(self, a) -> int:\n        return 1\n",
        "    def size(self) -> int: ...",
        "    def size(self, b) -> int: ...",
        "m.py 6:8",
    ),
    "a method of C++ whose name begins with its type": case(
        "class Shape {\npublic:\n    virtual int intern(int a) = 0;\n};\n\n"
        "class Square : public Shape {\npublic:\n    int intern(int a) override {\n        return 1;\n    }\n};\n",
        "    virtual int intern(int a) = 0;",
        "    virtual long intern(long a) = 0;",
        "m.cpp\n@8\n-    int intern(int a) override {\n+    long intern(long a) override {",
        path="m.cpp",
    ),
    "a class with another return type": script(
        SQUARE.replace("size(): number", "size(): boolean"), "m.ts 10:2", new="  size(): string;"
    ),
    "a class with the new return type": script(
        SQUARE.replace("size(): number", "size(): string"), new="  size(): string;"
    ),
    "a class without a return type": script(
        SQUARE.replace("size(): number", "size()"), "m.ts 10:2", new="  size(): string;"
    ),
    "the return type is gone": script(SQUARE, "m.ts 10:2", new="  size();"),
    "a method that follows from its siblings": case(
        LOG + CONSOLE,
        WARN,
        ERROR,
        "m.ts\n@13\n+  error(text: string): void {\n+    console.error(text);\n+  }",
        path="m.ts",
    ),
    "siblings that do something else": case(
        LOG + CONSOLE.replace("console.warn", "alert"), WARN, ERROR, "m.ts 12:3", path="m.ts"
    ),
    "siblings whose texts have no one spelling": case(
        "interface Log {\n  info(text: string): void;\n  warnAll(text: string): void;\n}\n\n"
        "class Console implements Log {\n  info(text: string): void {\n    log('Info', text);\n  }\n"
        "  warnAll(text: string): void {\n    log('Warn all', text);\n  }\n}\n",
        "  warnAll(text: string): void;",
        "  warnAll(text: string): void;\n  error(text: string): void;",
        "m.ts 12:3",
        path="m.ts",
    ),
    "a name of two words in snake case": case(
        "class Log(Protocol):\n    def info(self) -> None: ...\n    def warn(self) -> None: ...\n\n\n"
        "class Console(Log):\n    def info(self) -> None:\n        log_info()\n\n"
        "    def warn(self) -> None:\n        log_warn()\n",
        "    def warn(self) -> None: ...",
        "    def warn(self) -> None: ...\n    def fatal_error(self) -> None: ...",
        "m.py\n@13\n+    def fatal_error(self) -> None:\n+        log_fatal_error()\n+",
    ),
    "a name of two words in camel case": case(
        LOG + CONSOLE.replace("console.info(", "this.info$(").replace("console.warn(", "this.warn$("),
        WARN,
        f"{WARN}\n  fatalError(text: string): void;",
        "m.ts\n@13\n+  fatalError(text: string): void {\n+    this.fatalError$(text);\n+  }",
        path="m.ts",
    ),
    "a constant that is called like the method": case(
        "class Log(Protocol):\n    def info_text(self) -> None: ...\n    def warn_text(self) -> None: ...\n\n\n"
        "class Console(Log):\n    def info_text(self) -> None:\n        print(INFO_TEXT)\n\n"
        "    def warn_text(self) -> None:\n        print(WARN_TEXT)\n",
        "    def warn_text(self) -> None: ...",
        "    def warn_text(self) -> None: ...\n    def fail_text(self) -> None: ...",
        "m.py\n@13\n+    def fail_text(self) -> None:\n+        print(FAIL_TEXT)\n+",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_implementations(name: str) -> None:
    assert run(CASES[name], "implementation") == CASES[name].expected


def test_a_client_without_jumps_gets_the_method_that_follows_from_its_siblings() -> None:
    one = CASES["a method that follows from its siblings"]
    assert run(one, "implementation", kinds=("edit",)) == one.expected
