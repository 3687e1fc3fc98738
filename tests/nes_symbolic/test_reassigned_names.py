"""A variable or field that is assigned again does not become constant."""

from contextlib import closing

import pytest

from nes_symbolic.builders import line_candidate, text_of
from nes_symbolic.scenes import Scene
from understudy.nes.symbolic.filters.types import limit_constants_that_change
from understudy.nes.symbolic.limits import OTHER_VALUE_PROBABILITY


def limited(text: str, old: str, new: str, line: int = 0) -> bool:
    """Whether it is improbable to replace a word of a line of the text."""
    lines = text.split("\n")
    one = line_candidate(text_of(text), line, lines[line].replace(old, new, 1))
    limit_constants_that_change([one])
    assert one.probability in (0.9, OTHER_VALUE_PROBABILITY)
    return one.probability != 0.9


@pytest.mark.parametrize(
    ("rest", "is_limited"),
    [
        pytest.param("size = 2;", True, id="assigned"),
        pytest.param("size += 2;", True, id="increased by a value"),
        pytest.param("size >>= 1;", True, id="shifted"),
        pytest.param("size++;", True, id="counted"),
        pytest.param("--size;", True, id="counted before it is read"),
        pytest.param("if (a) { size = 2; }", True, id="in a block"),
        pytest.param("  size = 2;", True, id="deeper"),
        pytest.param("size = constructor(2);", True, id="the result of a function named so"),
        pytest.param("show(size);", False, id="read"),
        pytest.param("if (size == 2) {}", False, id="compared"),
        pytest.param("list(size => 1);", False, id="a parameter"),
        pytest.param("resize = 2;", False, id="a longer name"),
        pytest.param("a.size = 2;", False, id="a field of that name"),
        pytest.param("let size = 2;", False, id="another variable"),
        pytest.param("int size = 2;", False, id="another variable with a type"),
        pytest.param("List<Row> size = 2;", False, id="another variable with a generic type"),
        pytest.param("", False, id="nothing"),
    ],
)
def test_a_variable_that_is_assigned_again_stays_variable(rest: str, is_limited: bool) -> None:
    assert limited(f"let size = 1;\n{rest}", "let", "const") is is_limited


@pytest.mark.parametrize(
    ("above", "line", "is_limited"),
    [
        pytest.param("err := run()", "err = run()", True, id="declared above"),
        pytest.param("var err error", "err = run()", True, id="declared with a type"),
        pytest.param("a, err := run()", "err = run()", True, id="declared beside another"),
        pytest.param("err := run()", "a, err = run()", False, id="another one is new"),
        pytest.param("err := run()", "_, err = run()", True, id="no other one is"),
        pytest.param("if a {\n\t\terr := run()\n\t}", "err = run()", False, id="declared in a block"),
        pytest.param("}\n\nfunc g() {", "err = run()", False, id="declared by another function"),
    ],
)
def test_a_variable_of_go_is_declared_once(above: str, line: str, is_limited: bool) -> None:
    text = f"func f() {{\n\terr := show()\n}}\n\nfunc h() {{\n\t{above}\n\t{line}\n}}\n"
    number = text.split("\n").index(f"\t{line}", 5)
    assert limited(text, " = ", " := ", number) is is_limited


def test_the_end_of_a_block_ends_a_variable() -> None:
    assert not limited("  let size = 1;\n  show(size);\n}\n  size = 2;", "let", "const")
    assert limited("  let size = 1;\n\n  size = 2;\n}", "let", "const")


def test_what_is_above_a_variable_is_another_one() -> None:
    assert not limited("size = 2;\nlet size = 1;", "let", "const", line=1)


FIELD = "class Row {{\n  {field}\n\n  {header} {{\n    {body}\n  }}\n}}"


@pytest.mark.parametrize(
    ("field", "keyword", "header", "body", "is_limited"),
    [
        pytest.param("size: number;", "readonly", "grow()", "this.size = 2;", True, id="in a method"),
        pytest.param("size: number;", "readonly", "grow()", "this.size++;", True, id="counted in a method"),
        pytest.param(
            "size: number;", "readonly", "constructor(a)", "this.size = 2;", False, id="constructor"
        ),
        pytest.param("int size;", "final", "Row(int a)", "size = a;", False, id="the constructor of Java"),
        pytest.param("int size;", "final", "void grow(int a)", "size = a;", True, id="a method of Java"),
        pytest.param("int size = 1;", "final", "void grow(int a)", "int size = a;", False, id="a variable"),
        pytest.param("int size;", "final", "int half()", "return size / 2;", False, id="read in a method"),
    ],
)
def test_a_field_is_assigned_in_the_constructor_only(
    field: str, keyword: str, header: str, body: str, is_limited: bool
) -> None:
    text = FIELD.format(field=field, header=header, body=body)
    assert limited(text, field, f"{keyword} {field}", line=1) is is_limited


def test_a_bracket_in_its_own_line_is_no_header() -> None:
    text = "class Row\n{\n  int size;\n\n  Row(int a)\n  {\n    size = a;\n  }\n}"
    assert not limited(text, "int", "final int", line=2)


def test_the_constructor_is_that_of_the_nearest_class_above() -> None:
    text = "class Cell {\n}\n\n" + FIELD.format(field="int size;", header="Row(int a)", body="size = a;")
    assert not limited(text, "int", "final int", line=4)
    assert limited(text.replace("Row(int a)", "Cell(int a)"), "int", "final int", line=4)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param("let size = 1;", "var size = 1;", id="no constant"),
        pytest.param("const size = 1;", "const size = 2;", id="a constant before"),
        pytest.param("let size = 1;", "let size = constant;", id="a longer word"),
        pytest.param("f(let);", "f(const);", id="no declaration"),
    ],
)
def test_only_a_declaration_that_becomes_constant_is_checked(old: str, new: str) -> None:
    assert not limited(f"{old}\nsize = 2;", old, new)


@pytest.mark.parametrize(
    ("new", "line_count", "probability"),
    [
        pytest.param(("const size = 1;", ""), 1, 0.9, id="one line becomes two"),
        pytest.param(("const size = 1;",), 2, 0.9, id="two lines become one"),
        pytest.param(("const size = 1;",), 1, 0.1, id="improbable already"),
    ],
)
def test_other_candidates_keep_their_probability(
    new: tuple[str, ...], line_count: int, probability: float
) -> None:
    snapshot = text_of("let size = 1;\n\nsize = 2;")
    one = line_candidate(snapshot, 0, *new, line_count=line_count, probability=probability)
    limit_constants_that_change([one])
    assert one.probability == probability


def test_a_variable_that_counts_is_left_out() -> None:
    text = """
    function sum(rows) {
      let first = rows[0];
      let limit = rows[1];
      let total = rows[2];
      let last = rows[3];
      total += limit;
      return show(first, limit, total, last);
    }
    """
    with closing(Scene("sum.ts", text)) as scene:
        scene.edit("let first", "const first")
        scene.edit("let limit", "const limit")
        scene.accept_all()
        assert "let total = rows[2];" in scene.text
        assert "const last = rows[3];" in scene.text
