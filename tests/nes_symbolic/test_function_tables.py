"""Table tests for headers and calls, and for the parameter that a call with one more argument lacks."""

import pytest

from nes_symbolic.rule_harness import LANGUAGES, RuleHarness
from understudy.nes.symbolic.consequences.functions import (
    FunctionHeader,
    find_calls,
    find_enclosing_function,
    find_headers,
    find_owner_type,
    find_value_in_scope,
)
from understudy.nes.symbolic.consequences.limits import MAX_CALLS_PER_NAME
from understudy.nes.symbolic.consequences.rule_context import SourceText
from understudy.nes.text import TextSnapshot


def source(suffix: str, text: str) -> SourceText:
    return SourceText(TextSnapshot(f"file:///project/m{suffix}", LANGUAGES[suffix], text.split("\n"), 1))


def written(header: FunctionHeader) -> str:
    """`name(a, b?, *c)`: `?` is optional, `!` can only be named."""
    parameters = [
        one.name + "?" * one.is_optional + "!" * (one.name in header.keyword_only)
        for one in header.parameters
    ]
    return f"{header.name}({', '.join(parameters)})"


@pytest.mark.parametrize(
    ("suffix", "text", "expected"),
    [
        (".py", "def f(a, b=1):", ["f(a, b?)"]),
        (".py", "def f(a, *, b, c=2):", ["f(a, b!, c?!)"]),
        (".py", "def f(a, /, b):", ["f(a, b)"]),
        (".py", "def f(a, *b, c):", ["f(a, b?, c!)"]),
        (".py", "def f(a, **b):", ["f(a, b?)"]),
        (".py", "def f(a: int, b: str = 'x'):", ["f(a, b?)"]),
        (".py", "    def f(self, a):", ["f(a)"]),
        (".py", "    def f(cls, a):", ["f(a)"]),
        (".py", "def f(\n    a,\n    b,\n):", ["f(a, b)"]),
        (".py", "def f(a", []),
        (".py", "f(a, b)", []),
        (".js", "function f(a, b = 1) {", ["f(a, b?)"]),
        (".js", "const f = (a, b) => {", ["f(a, b)"]),
        (".js", "const f = (a, b);", []),
        (".js", "  f(a) {", ["f(a)"]),
        (".js", "  f(a);", []),
        (".js", "if (a) {", []),
        (".ts", "function f(a: A, b?: B): C {", ["f(a, b?)"]),
        (".rs", "fn f(a: u8, b: u8) {", ["f(a, b)"]),
        (".rs", "    fn f(&self, a: u8) {", ["f(a)"]),
        (".go", "func f(a int, b string) {", ["f(a, b)"]),
        (".go", "func (s *S) f(a int) {", ["f(a)"]),
        (".c", "int f(int a, char *b) {", ["f(a, b)"]),
        (".c", "int f(void) {", ["f()"]),
        (".c", "int f(int a);", []),
        (".c", "int f(char *a, int b) {", ["f(a, b)"]),
        (".go", "func f(a int, b ...int) {", ["f(a, b?)"]),
        (".js", "const f = function (a) {", ["f(a)"]),
        (".js", "  while (a) {", []),
        (".md", "def f(a):", []),
    ],
)
def test_headers(suffix: str, text: str, expected: list[str]) -> None:
    page = source(suffix, text)
    found = find_headers(page.language, page.raw, page.code, 0, len(page.raw) - 1)
    assert [written(one) for one in found] == expected


def test_a_prototype_is_a_header_on_request() -> None:
    page = source(".c", "int f(int a);")
    found = find_headers(page.language, page.raw, page.code, 0, 0, with_prototypes=True)
    assert [written(one) for one in found] == ["f(a)"]


@pytest.mark.parametrize(("first", "last", "count"), [(0, 0, 1), (2, 2, 1), (3, 3, 0), (3, 4, 1), (4, 4, 1)])
def test_the_headers_that_overlap_lines(first: int, last: int, count: int) -> None:
    page = source(".py", "def f(\n    a,\n):\n    pass\ndef g(a):\n    pass\n")
    assert len(list(find_headers(page.language, page.raw, page.code, first, last))) == count


@pytest.mark.parametrize(
    ("suffix", "text", "line", "expected"),
    [
        (".py", "def f(a):\n    x()\n", 1, "f"),
        (".py", "def f(a):\n    if a:\n        x()\n", 2, "f"),
        (".py", "def f(a):\n\n    x()\n", 2, "f"),
        (".py", "def f(a):\n    pass\nx()\n", 2, None),
        (".py", "def f(a):\n    pass\nif a:\n    x()\n", 3, None),
        (".py", "def f(a):\n    def g(b):\n        y()\n    x()\n", 3, "f"),
        (".py", "def f(a):\n    def g(b):\n        y()\n    x()\n", 2, "g"),
        (".py", "def f(\n    a,\n    b,\n):\n    x()\n", 4, "f"),
        (".py", "def f(\n    a,\n    b,\n):\n    x()\n", 2, None),
        (".go", "func f(a int) {\n\tx()\n}\n", 1, "f"),
    ],
)
def test_the_function_around_a_line(suffix: str, text: str, line: int, expected: str | None) -> None:
    page = source(suffix, text)
    found = find_enclosing_function(page.language, page.raw, page.code, line)
    assert (found and found.name) == expected


@pytest.mark.parametrize(
    ("suffix", "text", "line", "expected"),
    [
        (".py", "class A:\n    def f(self):\n", 1, "A"),
        (".py", "class A:\n\n    x = 1\n    def f(self):\n", 3, "A"),
        (".py", "def f(self):\n", 0, ""),
        (".py", "if a:\n    def f(self):\n", 1, ""),
        (".js", "export default class A {\n  f(a) {\n", 1, "A"),
        (".rs", "impl A {\n    fn f(&self) {\n", 1, "A"),
        (".rs", "impl<T> B<T> for A {\n    fn f(&self) {\n", 1, "A"),
        (".go", "func (s *S) f(a int) {\n", 0, "S"),
        (".go", "func f(a int) {\n", 0, ""),
    ],
)
def test_the_type_of_a_method(suffix: str, text: str, line: int, expected: str) -> None:
    page = source(suffix, text)
    (header,) = find_headers(page.language, page.raw, page.code, line, line)
    assert find_owner_type(page.code, header) == expected


@pytest.mark.parametrize(
    ("suffix", "text", "expected"),
    [
        (".py", "f(1, 2)", [(2, 2, "")]),
        (".py", "f()", [(0, 0, "")]),
        (".py", "f(1, b=2, c=3)", [(3, 1, "b c")]),
        (".py", "f(b==2)", [(1, 1, "")]),
        (".py", "x.f(1)", [(1, 1, "")]),
        (".py", "def f(a): ...", []),
        (".py", "class f(a): ...", []),
        (".py", "gf(1)", []),
        (".py", "f(1", []),
        (".py", "f(f(1))", [(1, 1, ""), (1, 1, "")]),
        (".js", "f(b = 2)", [(1, 1, "")]),
        (".rs", "f::<u8>(1)", [(1, 1, "")]),
        (".rs", "A::f(1)", [(1, 1, "")]),
        (".go", "func (s *S) f(a int) {", []),
        (".c", "p->f(1)", [(1, 1, "")]),
        (".js", "  f(a) {", []),
        (".js", "  async f(a) {", []),
        (".js", "if (f(a)) {", [(1, 1, "")]),
        (".py", "f(1)\n" * (MAX_CALLS_PER_NAME + 1), [(1, 1, "")] * MAX_CALLS_PER_NAME),
    ],
)
def test_calls(suffix: str, text: str, expected: list[tuple[int, int, str]]) -> None:
    found = [
        (len(one.arguments), one.positional_count, " ".join(one.keyword_indexes))
        for one in find_calls(source(suffix, text), "f")
    ]
    assert found == expected


@pytest.mark.parametrize(
    ("text", "is_found"),
    [
        ("def g(v):\n    f()\n", True),
        ("def g(w):\n    f()\n", False),
        ("def g(w):\n    v = 1\n    f()\n", True),
        ("def g(w):\n    f()\n    v = 1\n", False),
        ("def g(w):\n    w.v = 1\n    f()\n", False),
        ("def g(w):\n    v == 1\n    f()\n", False),
        ("def g(w):\n    v: int = 1\n    f()\n", True),
        ("def h():\n    v = 1\n\ndef g(w):\n    f()\n", False),
        ("v = 1\n\ndef g(w):\n    f()\n", True),
        ("def g(w):\n    f()\n\nv = 1\n", True),
        ("v = 1\nf()\n", True),
        ("f()\nv = 1\n", False),
        ("if a:\n    v = 1\nf()\n", False),
        ("def g(w):\n    h(\n        v=1,\n    )\n    f()\n", False),
    ],
)
def test_a_value_in_scope(text: str, is_found: bool) -> None:
    page = source(".py", text)
    (call,) = find_calls(page, "f")
    assert find_value_in_scope(page, call, "v") == ("v" if is_found else None)


def extended(header: str, old: str, new: str, more: str = "") -> list[str]:
    """What follows for the function `f` when a call of it is changed; jumps as `@line:column`."""
    harness = RuleHarness(m__py=f"{header}\n    pass\n\n\n{old}\n{more}")
    harness.edit("m.py", old, new)
    found: list[str] = []
    for one in harness.ask("m.py"):
        if one.pattern.startswith("one more for"):
            position = one.position
            found.append(
                f"@{position.line}:{position.column}" if position else harness.after(one).split("\n")[0]
            )
    return found


@pytest.mark.parametrize(
    ("header", "old", "new", "expected"),
    [
        ("def f(a):", "f(1)", "f(1, b)", ["def f(a, b):"]),
        ("def f(a):", "f(1)", "f(b, 1)", ["def f(b, a):"]),
        ("def f(a, c):", "f(1, 2)", "f(1, b, 2)", ["def f(a, b, c):"]),
        ("def f(a):", "f(1)", "f(1, 2)", ["@0:7"]),
        ("def f(a):", "f(1)", "f(2, 1)", ["@0:6"]),
        ("def f(a):", "f(1)", "f(1, a)", ["@0:7"]),
        ("def f():", "f()", "f(b)", ["@0:6"]),
        ("def f(a: int):", "f(1)", "f(1, b)", ["@0:12"]),
        ("def f(a=2):", "f(1)", "f(1, b)", []),
        ("def f(a, b):", "f(1)", "f(1, b)", []),
        ("def f(a):", "f(1)", "f(1, b, c)", []),
        ("def f(a):", "f(1)", "f(1, b=2)", []),
        ("def f(a):", "f(1)", "f(2, b)", []),
        ("def f(a):", "g(1)", "f(1, b)", []),
        ("def f(a):", "f(1)", "f(1, b)\nx()", []),
        ("def f(a):", "f(1); f(2)", "f(1, b); f(2)", []),
    ],
)
def test_a_call_with_one_more_argument(header: str, old: str, new: str, expected: list[str]) -> None:
    assert extended(header, old, new) == expected


def test_two_functions_of_the_name_tell_nothing() -> None:
    assert extended("def f(a):", "f(1)", "f(1, b)", more="\n\nclass A:\n    def f(a):\n        pass\n") == []
