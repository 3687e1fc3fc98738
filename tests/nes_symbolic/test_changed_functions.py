"""A changed signature: calls of that function only, prototypes, implementations; and what is not repeated."""

import pytest

from nes_symbolic.rule_harness import RuleHarness
from nes_symbolic.scenes import Scene
from understudy.nes.engine_api import Candidate


def proposed(harness: RuleHarness, path: str, family: str) -> list[Candidate]:
    return [one for one in harness.ask(path) if one.family == family]


@pytest.mark.parametrize(
    ("path", "text", "old", "new", "lines"),
    [
        pytest.param(
            "m.py",
            "class A:\n    def put(self, x):\n        pass\n\n\nclass B:\n    def put(self, x):\n        pass\n\n\n"
            "def f(b: B):\n    a = A()\n    a.put(1)\n    b.put(2)\n",
            "    def put(self, x):",
            "    def put(self, x, y):",
            [12],
            id="python-method-of-another-class",
        ),
        pytest.param(
            "m.py",
            "def put(x):\n    pass\n\n\ndef f(put):\n    put(1)\n\n\ndef g():\n    put(2)\n",
            "def put(x):",
            "def put(x, y):",
            [9],
            id="python-parameter-of-that-name",
        ),
        pytest.param(
            "m.ts",
            "class A {\n  put(x: number) {\n  }\n}\n\nclass B {\n  put(x: number) {\n  }\n}\n\n"
            "const a = new A();\nconst b = new B();\na.put(1);\nb.put(2);\n",
            "  put(x: number) {",
            "  put(x: number, y: number) {",
            [12],
            id="typescript-method-of-another-class",
        ),
        pytest.param(
            "m.go",
            "package m\n\ntype A struct{}\n\ntype B struct{}\n\nfunc (a A) Put(x int) {\n}\n\n"
            "func (b B) Put(x int) {\n}\n\n"
            "func f(a A, b B) {\n\ta.Put(1)\n\tb.Put(2)\n}\n",
            "func (a A) Put(x int) {",
            "func (a A) Put(x int, y int) {",
            [13],
            id="go-method-of-another-type",
        ),
        pytest.param(
            "m.py",
            "class Store:\n    def add(self, x):\n        pass\n\n\ndef f(store, items):\n"
            "    store.add(1)\n    items.add(2)\n",
            "    def add(self, x):",
            "    def add(self, x, y):",
            [6],
            id="a-receiver-that-is-called-like-the-class",
        ),
    ],
)
def test_only_calls_of_that_function_follow(
    path: str, text: str, old: str, new: str, lines: list[int]
) -> None:
    harness = RuleHarness()
    harness.put(path, text)
    harness.edit(path, old, new)
    found = proposed(harness, path, "signature-argument")
    assert [one.position.line for one in found if one.position is not None] == lines


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        pytest.param(
            "int parse(const char *text)",
            "int parse(const char *text, int base)",
            "int parse(const char *text, int base);",
            id="a-parameter",
        ),
        pytest.param(
            "int parse(const char *text)",
            "long parse(const char *text)",
            "long parse(const char *text);",
            id="the-return-type",
        ),
    ],
)
def test_a_prototype_follows_its_definition(old: str, new: str, expected: str) -> None:
    header = "int parse(const char *text);\nint print(const char *text);\nint parse(int number);\n"
    harness = RuleHarness(
        m__h=header, m__c='#include "m.h"\n\nint parse(const char *text)\n{\n    return 0;\n}\n'
    )
    harness.edit("m.c", old, new)
    (one,) = proposed(harness, "m.c", "prototype")
    assert harness.after(one).split("\n") == [expected, *header.split("\n")[1:]]


INTERFACE = """interface Shape {
  area(): number;
  move(x: number): void;
}

class Square implements Shape {
  area(): number {
    return 1;
  }

  move(x: number): void {
    this.x = x;
  }
}

abstract class Base implements Shape {
  area(): number {
    return 2;
  }
}

class Other {
  area(): number {
    return 3;
  }
}
"""


def test_a_new_method_is_a_jump_to_the_types_that_implement_the_interface() -> None:
    harness = RuleHarness(m__ts=INTERFACE)
    harness.insert("m.ts", "  area(): number;", "  size(): number;")
    found = proposed(harness, "m.ts", "implementation")
    assert [(one.kind, one.position) for one in found] == [("jump", (9, 3))]


def test_a_changed_method_changes_its_implementations() -> None:
    harness = RuleHarness(m__ts=INTERFACE)
    harness.edit("m.ts", "  move(x: number): void;", "  move(x: number, y: number): boolean;")
    (one,) = proposed(harness, "m.ts", "implementation")
    assert "\n  move(x: number, y: number): boolean {\n    this.x = x;\n" in harness.after(one)


@pytest.mark.parametrize(
    ("path", "text", "behind", "new", "expected"),
    [
        (
            "m.py",
            "from typing import Protocol\n\n\nclass Shape(Protocol):\n    def area(self) -> int: ...\n\n\n"
            "class Square(Shape):\n    def area(self) -> int:\n        return 1\n",
            "    def area(self) -> int: ...",
            "    def size(self) -> int: ...",
            "        return 1\n\n    def size(self) -> int:\n        raise NotImplementedError\n",
        ),
        (
            "m.ts",
            "interface Shape {\n  area(): number;\n}\n\nclass Square implements Shape {\n  area(): number {\n"
            "    return 1;\n  }\n}\n",
            "  area(): number;",
            "  size(): number;",
            '  }\n\n  size(): number {\n    throw new Error("Not implemented");\n  }\n}\n',
        ),
        (
            "M.java",
            "interface Shape {\n    int area();\n}\n\nclass Square implements Shape {\n    @Override\n"
            "    public int area() {\n        return 1;\n    }\n}\n",
            "    int area();",
            "    int size();",
            "    }\n\n    @Override\n    public int size() {\n"
            "        throw new UnsupportedOperationException();\n    }\n",
        ),
        (
            "m.rs",
            "trait Shape {\n    fn area(&self) -> u8;\n}\n\nimpl Shape for Square {\n    fn area(&self) -> u8 {\n"
            "        1\n    }\n}\n",
            "    fn area(&self) -> u8;",
            "    fn size(&self) -> u8;",
            "    }\n\n    fn size(&self) -> u8 {\n        todo!()\n    }\n}\n",
        ),
        (
            "m.go",
            "package m\n\ntype Shape interface {\n\tArea() int\n}\n\nfunc (s *Square) Area() int {\n"
            "\treturn 1\n}\n",
            "\tArea() int",
            "\tSize() int",
            '}\n\nfunc (s *Square) Size() int {\n\tpanic("not implemented")\n}\n',
        ),
    ],
)
def test_a_client_without_jumps_gets_a_stub(
    path: str, text: str, behind: str, new: str, expected: str
) -> None:
    harness = RuleHarness()
    harness.put(path, text)
    harness.insert(path, behind, new)
    (one,) = [one for one in harness.ask(path, kinds={"edit"}) if one.family == "implementation"]
    assert expected in harness.after(one)


def test_a_method_follows_from_two_siblings_that_differ_in_their_names() -> None:
    methods = "".join(
        f"  {name}(text: string): void {{\n    console.{name}(text);\n  }}\n" for name in ("info", "warn")
    )
    harness = RuleHarness(
        m__ts="interface Log {\n  info(text: string): void;\n  warn(text: string): void;\n}\n\n"
        f"class Console implements Log {{\n{methods}}}\n"
    )
    harness.insert("m.ts", "  warn(text: string): void;", "  error(text: string): void;")
    (one,) = proposed(harness, "m.ts", "implementation")
    assert "  }\n  error(text: string): void {\n    console.error(text);\n  }\n}\n" in harness.after(one)


SHAPES = """
class Circle:
    def scale(self, factor):
        self.r *= factor


class Square:
    def scale(self, factor):
        self.a *= factor


def grow(circle: Circle, square: Square):
    circle.scale(2)
    square.scale(2)
"""


def test_a_method_of_an_unrelated_class_and_its_calls_do_not_follow() -> None:
    scene = Scene("m.py", SHAPES)
    scene.edit("factor):", "factor, origin):")
    scene.silent()  # the client has no jumps
    scene.edit("circle.scale(2)", "circle.scale(2, 0)")
    scene.silent()
    scene.close()


def test_an_argument_of_a_known_function_says_nothing_about_another_one() -> None:
    text = SHAPES.lstrip("\n").replace("factor", "factor, origin", 1)
    harness = RuleHarness(m__py=text)
    harness.edit("m.py", "    circle.scale(2)", "    circle.scale(2, 0)")
    assert proposed(harness, "m.py", "signature-argument") == []


def test_a_new_field_is_not_added_to_a_literal_of_another_type() -> None:
    text = (
        "package m\n\ntype A struct {\n\tName string\n\tSize int\n}\n\n"
        'func b() B {\n\treturn B{Name: "x", Size: 1}\n}\n\nfunc a() A {\n\treturn A{Name: "x", Size: 1}\n}\n'
    )
    scene = Scene("m.go", text)
    scene.add("\tColor string", after="Size int")
    scene.edit('A{Name: "x", Size: 1}', 'A{Name: "x", Size: 1, Color: ""}')
    scene.silent()
    scene.close()


def test_a_member_of_one_enum_is_not_added_to_another_one() -> None:
    enums = "pub enum {0} {{\n    Red,\n    Green,\n}}\n"
    harness = RuleHarness(a__rs=enums.format("Color"), b__rs=enums.format("Light"))
    harness.insert("a.rs", "    Green,", "    Blue,")
    assert harness.ask("a.rs") == []


@pytest.mark.parametrize(("old", "new"), [("path", "path, mode"), ("path=40", "path"), ("path", "path=40")])
def test_a_changed_signature_is_not_repeated_at_another_function(old: str, new: str) -> None:
    text = f"""
    def load({old}):
        return path


    def save({old}):
        return path
    """
    scene = Scene("m.py", text)
    scene.edit(f"def load({old}):", f"def load({new}):")
    scene.silent()
    scene.close()


@pytest.mark.parametrize(
    ("path", "text", "old", "new", "expected"),
    [
        pytest.param(
            "M.java",
            "record Track(String title, int time) {\n    Track one() {\n"
            '        return new Track("a", 1);\n    }\n}\n',
            "record Track(String title, int time) {",
            "record Track(String title, int time, String album) {",
            [("jump", 2)],
            id="java",
        ),
        pytest.param(
            "m.py",
            "@dataclass\nclass Point:\n    x: int\n    y: int\n\n\na = Point(1, 2)\nb = Point(x=1, y=2)\n"
            "c = Point(*d)\n",
            "    y: int",
            "    y: int\n    z: int",
            [("jump", 7)],
            id="python",
        ),
        pytest.param(
            "m.py",
            "@dataclass\nclass Point:\n    x: int\n    y: int\n    z: int\n\n\na = Point(1, 2, 3)\n",
            "    y: int",
            "",
            [("edit", 6)],
            id="python-removed",
        ),
        pytest.param(
            "m.py",
            "class Point:\n    x: int\n    y: int\n\n\na = Point(1, 2)\n",
            "    y: int",
            "    y: int\n    z: int",
            [],
            id="no-generated-constructor",
        ),
        pytest.param(
            "m.py",
            "@dataclass\nclass Point:\n    x: int\n    y: int\n\n\na = Point(1, 2)\n",
            "    y: int",
            "    y: int\n    z: int = 0",
            [],
            id="a-default",
        ),
    ],
)
def test_constructor_calls_of_a_record(
    path: str, text: str, old: str, new: str, expected: list[tuple[str, int]]
) -> None:
    harness = RuleHarness()
    harness.put(path, text)
    harness.edit(path, old, new)
    found = proposed(harness, path, "signature-argument")
    lines = [(one.kind, one.position.line if one.position else one.edits[0].span.start.line) for one in found]
    assert lines == expected


@pytest.mark.parametrize(
    ("path", "text", "old", "new", "removed"),
    [
        pytest.param(
            "m.py",
            'def draw(shape, width):\n    """Draw.\n\n    :param shape: what\n'
            '    :param width: how wide\n    """\n',
            "def draw(shape, width):",
            "def draw(shape):",
            "    :param width: how wide",
            id="restructured-text",
        ),
        pytest.param(
            "m.py",
            'def draw(shape, width):\n    """Draw.\n\n    Args:\n        shape: what\n'
            '        width: how wide\n    """\n',
            "def draw(shape, width):",
            "def draw(shape):",
            "        width: how wide",
            id="google",
        ),
        pytest.param(
            "m.js",
            "/**\n * Draws.\n * @param {Shape} shape\n * @param {number} width how wide\n */\n"
            "function draw(shape, width) {\n}\n",
            "function draw(shape, width) {",
            "function draw(shape) {",
            " * @param {number} width how wide",
            id="jsdoc",
        ),
        pytest.param(
            "m.py",
            'def draw(shape, width):\n    """Draw.\n\n    :param width: how\n        wide\n    """\n',
            "def draw(shape, width):",
            "def draw(shape):",
            None,
            id="two-lines",
        ),
        pytest.param(
            "m.py",
            'def draw(shape, width):\n    """Draw.\n\n    :param width: how wide\n    """\n',
            "def draw(shape, width):",
            "def draw(shape, height):",
            None,
            id="renamed",
        ),
    ],
)
def test_the_documentation_of_a_removed_parameter(
    path: str, text: str, old: str, new: str, removed: str | None
) -> None:
    harness = RuleHarness()
    harness.put(path, text)
    harness.edit(path, old, new)
    made = [harness.after(one).split("\n") for one in proposed(harness, path, "doc-parameter")]
    expected = [line for line in text.replace(old, new, 1).split("\n") if line != removed]
    assert made == ([expected] if removed is not None else [])


CALLER = '#include "m.h"\n\nint main(void)\n{\n    return parse("x");\n}\n'


@pytest.mark.parametrize(
    ("path", "text", "old", "new"),
    [
        pytest.param(
            "m.c",
            '#include "m.h"\n\nint parse(const char *text)\n{\n    return 0;\n}\n',
            "int parse(const char *text)",
            "int parse(const char *text, int size)",
            id="the definition, with its brace on the next line",
        ),
        pytest.param(
            "m.h",
            "int parse(const char *text);\n",
            "int parse(const char *text);",
            "int parse(const char *text, int size);",
            id="the prototype",
        ),
        pytest.param(
            "m.h",
            "int *parse (const char *text);\n",
            "int *parse (const char *text);",
            "int *parse (const char *text, int size);",
            id="a prototype with a space before its bracket",
        ),
    ],
)
def test_calls_of_a_c_function_in_other_files_lack_the_new_argument(
    path: str, text: str, old: str, new: str
) -> None:
    harness = RuleHarness(m__h="int parse(const char *text);\n", main__c=CALLER)
    harness.put(path, text)
    harness.edit(path, old, new)
    (one,) = proposed(harness, path, "signature-argument")
    assert (one.kind, one.uri.rpartition("/")[2]) == ("jump", "main.c")
    assert one.position is not None
    assert one.position.line == 4


def test_a_changed_call_is_no_prototype() -> None:
    harness = RuleHarness(m__h="int parse(const char *text);\n", main__c=CALLER)
    harness.put("n.c", '#include "m.h"\n\nint run(void)\n{\n    return parse(a);\n}\n')
    harness.edit("n.c", "    return parse(a);", "    return parse(a, b);")
    assert proposed(harness, "n.c", "signature-argument") == []
