"""Calls follow the parameters of a function; uses follow a definition that is gone."""

import pytest

from nes_symbolic.rule_harness import RuleHarness, only

MODULE = """def area(width, height, unit):
    return width * height


def show(shape, unit):
    print(area(1, 2, "cm"))
    print(area(shape.width, shape.height, unit=unit))
"""


def test_an_argument_goes_with_its_parameter() -> None:
    harness = RuleHarness(m__py=MODULE)
    harness.edit("m.py", "def area(width, height, unit):", "def area(width, height):")
    made = [one for one in harness.ask("m.py") if one.family == "signature-argument"]
    assert "    print(area(1, 2))\n" in harness.after(made[0])
    assert "    print(area(shape.width, shape.height))\n" in harness.after(made[1])


def test_arguments_change_places_with_their_parameters() -> None:
    harness = RuleHarness(
        m__py="def area(width, height):\n    pass\n\n\narea(w, h)\narea(height=h, width=w)\n"
    )
    harness.edit("m.py", "def area(width, height):", "def area(height, width):")
    assert "\narea(h, w)\n" in harness.after(only(harness.ask("m.py"), "signature-argument"))


def test_a_call_that_has_the_new_order_is_not_reordered_again() -> None:
    harness = RuleHarness(
        m__py="def draw(text, x, y):\n    pass\n\n\ndraw(a, 1, 2)\ndraw(\n    b, 3, 4\n)\ndraw(c, 5, 6)\n"
    )
    harness.edit("m.py", "def draw(text, x, y):", "def draw(x, y, text):")
    harness.edit("m.py", "draw(a, 1, 2)", "draw(1, 2, a)")
    harness.edit("m.py", "    b, 3, 4", "    3, 4, b")
    assert "\ndraw(5, 6, c)\n" in harness.after(only(harness.ask("m.py"), "signature-argument"))


def test_a_named_argument_gets_the_new_name_of_its_parameter() -> None:
    harness = RuleHarness(m__py=MODULE.replace("unit=unit", "unit=shape.unit"))
    harness.edit("m.py", "def area(width, height, unit):", "def area(width, height, measure):")
    assert "shape.height, measure=shape.unit))" in harness.after(
        only(harness.ask("m.py"), "signature-argument")
    )


def test_a_value_of_the_same_name_may_get_a_new_one_too() -> None:
    harness = RuleHarness(m__py=MODULE)
    harness.edit("m.py", "def area(width, height, unit):", "def area(width, height, measure):")
    assert only(harness.ask("m.py"), "signature-argument").kind == "jump"


def test_a_function_that_takes_any_number_of_arguments_tells_nothing() -> None:
    harness = RuleHarness(m__py="def area(width, height, *more):\n    pass\n\n\narea(1, 2, 3)\n")
    harness.edit("m.py", "def area(width, height, *more):", "def area(width, *more):")
    assert harness.ask("m.py") == []


def test_a_new_parameter_is_given_where_its_name_means_something() -> None:
    harness = RuleHarness(
        m__py="def area(width):\n    pass\n\n\ndef show(shape, unit):\n    print(area(shape))\n"
    )
    harness.edit("m.py", "def area(width):", "def area(width, unit):")
    candidate = only(harness.ask("m.py"), "signature-argument")
    assert candidate.kind == "edit"
    assert "    print(area(shape, unit))\n" in harness.after(candidate)


def test_a_call_that_has_no_such_value_is_jumped_to() -> None:
    harness = RuleHarness(m__py="def area(width):\n    pass\n\n\ndef show(shape):\n    print(area(shape))\n")
    harness.edit("m.py", "def area(width):", "def area(width, unit):")
    candidate = only(harness.ask("m.py"), "signature-argument")
    assert (candidate.kind, candidate.position) == ("jump", (5, 20))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("def area(width, height, unit):", 'def area(width, height, unit="cm"):'),
        ("def area(width, height, unit):", "def area(width, height, unit, more=1):"),
        ("def area(width, height, unit):", "def area(width: int, height: int, unit: str) -> int:"),
    ],
)
def test_calls_need_nothing_for_a_default_or_a_type(old: str, new: str) -> None:
    harness = RuleHarness(m__py=MODULE)
    harness.edit("m.py", old, new)
    assert harness.ask("m.py") == []


def test_a_parameter_on_a_line_of_its_own_is_one_too() -> None:
    harness = RuleHarness(m__py="def area(\n    width,\n    height,\n):\n    pass\n\n\narea(1, 2)\n")
    harness.edit("m.py", "    height,", "")
    assert harness.after(only(harness.ask("m.py"), "signature-argument")).endswith("\narea(1)\n")


def test_nothing_follows_where_two_functions_have_the_name() -> None:
    one = "class A:\n    def run(self, x, y):\n        pass\n\n\n"
    harness = RuleHarness(m__py=one + one.replace("A", "B") + "z.run(1, 2)\n")
    harness.edit("m.py", "    def run(self, x, y):", "    def run(self, x):")
    assert harness.ask("m.py") == []


def test_splats_are_left_alone() -> None:
    harness = RuleHarness(m__py="def area(width, height):\n    pass\n\n\narea(*both)\narea(**named)\n")
    harness.edit("m.py", "def area(width, height):", "def area(width):")
    assert harness.ask("m.py") == []


@pytest.mark.parametrize(
    ("path", "text", "old", "new", "wanted"),
    [
        (
            "m.js",
            "function f(a, b) {\n}\nf(1, g(2, 3));\n",
            "function f(a, b) {",
            "function f(b) {",
            "\nf(g(2, 3));\n",
        ),
        (
            "m.ts",
            "const f = (a: Map<K, V>, b: number) => {\n};\nf(x, 2);\n",
            "const f = (a: Map<K, V>, b: number) => {",
            "const f = (a: Map<K, V>) => {",
            "\nf(x);\n",
        ),
        (
            "m.rs",
            "fn f(a: u8, b: u8) {\n}\nfn g() {\n    f(1, 2);\n}\n",
            "fn f(a: u8, b: u8) {",
            "fn f(a: u8) {",
            "    f(1);\n",
        ),
        (
            "m.rs",
            "struct T;\nimpl T {\n    fn put(&mut self, a: u8, b: u8) {\n    }\n}\nfn g(t: T) {\n"
            "    t.put(1, 2);\n}\n",
            "    fn put(&mut self, a: u8, b: u8) {",
            "    fn put(&mut self, b: u8) {",
            "    t.put(2);\n",
        ),
        (
            "m.go",
            "package m\n\nfunc f(a int, b int) {\n}\n\nfunc g() {\n\tf(1, 2)\n}\n",
            "func f(a int, b int) {",
            "func f(b int) {",
            "\tf(2)\n",
        ),
        (
            "M.java",
            "class M {\n  void put(int a, int b) {\n  }\n  void g() {\n    put(1, 2);\n  }\n}\n",
            "  void put(int a, int b) {",
            "  void put(int a) {",
            "    put(1);\n",
        ),
        (
            "m.c",
            "static int put(int a, int b) {\n}\nint g(void) {\n    put(1, 2);\n}\n",
            "static int put(int a, int b) {",
            "static int put(int b) {",
            "    put(2);\n",
        ),
        (
            "m.rs",
            "fn f(a: u8, b: u8) {\n}\nfn g(x: &u8, y: u8) {\n    f(*x, y);\n}\n",
            "fn f(a: u8, b: u8) {",
            "fn f(a: u8) {",
            "    f(*x);\n",
        ),
    ],
)
def test_calls_follow_in_every_language(path: str, text: str, old: str, new: str, wanted: str) -> None:
    harness = RuleHarness()
    harness.put(path, text)
    harness.edit(path, old, new)
    assert wanted in harness.after(only(harness.ask(path), "signature-argument"))


def test_the_calls_of_a_class_follow_its_constructor_in_other_texts() -> None:
    harness = RuleHarness(
        m__py="class Box:\n    def __init__(self, a, b):\n        pass\n",
        n__py="from m import Box\n\nx = Box(1, 2)\n",
    )
    harness.edit("m.py", "    def __init__(self, a, b):", "    def __init__(self, a):")
    candidate = only(harness.ask("m.py"), "signature-argument")
    assert candidate.uri.endswith("/n.py")
    assert harness.after(candidate).endswith("\nx = Box(1)\n")


def test_uses_of_a_definition_that_is_gone_are_jumped_to_and_its_imports_go() -> None:
    harness = RuleHarness(
        m__py="def helper():\n    pass\n\n\ndef other():\n    helper()\n",
        n__py="from m import helper, other\n\nhelper(other)\n",
    )
    harness.edit("m.py", "def helper():\n    pass\n\n\ndef other():", "def other():")
    assert harness.ask("m.py") == []  # written with another definition: it may have got another name
    harness = RuleHarness(
        m__py="def helper():\n    pass\n\n\ndef other():\n    helper()\n",
        n__py="from m import helper, other\n\nhelper(other)\n",
    )
    harness.edit("m.py", "def helper():\n    pass\n\n", "")
    made = harness.ask("m.py")
    assert [(one.kind, one.uri[-4:]) for one in made if one.kind == "jump"] == [
        ("jump", "m.py"),
        ("jump", "n.py"),
    ]
    edit = next(one for one in made if one.kind == "edit")
    assert harness.after(edit).startswith("from m import other\n")


def test_the_entry_in_all_goes_with_its_definition() -> None:
    listed = '__all__ = [\n    "helper",\n    "other",\n]\n\n\n'
    harness = RuleHarness(m__py=listed + "def helper():\n    pass\n\n\ndef other():\n    pass\n")
    harness.edit("m.py", "def helper():\n    pass\n\n", "")
    candidate = next(one for one in harness.ask("m.py") if one.kind == "edit")
    assert harness.after(candidate).startswith('__all__ = [\n    "other",\n]')


def test_a_definition_that_got_another_name_is_left_to_renaming() -> None:
    harness = RuleHarness(m__py="def helper():\n    pass\n\n\nhelper()\n")
    harness.edit("m.py", "def helper():", "def assist():")
    assert harness.ask("m.py") == []


def test_an_argument_too_many_leads_to_the_definition() -> None:
    harness = RuleHarness(m__py="def area(width, height):\n    pass\n\n\narea(w, h)\n")
    harness.edit("m.py", "area(w, h)", "area(w, h, unit)")
    candidate = only(harness.ask("m.py"), "signature-argument")
    assert harness.after(candidate).startswith("def area(width, height, unit):\n")


def test_a_definition_with_types_is_only_jumped_to() -> None:
    harness = RuleHarness(m__rs="fn area(w: u8) {\n}\nfn g() {\n    area(1);\n}\n")
    harness.edit("m.rs", "    area(1);", "    area(1, 2);")
    candidate = only(harness.ask("m.rs"), "signature-argument")
    assert (candidate.kind, candidate.position) == ("jump", (0, 13))


@pytest.mark.parametrize(
    ("caller", "expected"),
    [
        pytest.param("log = make()\nrun(1)\n", "run(1, log)", id="a variable of the module, above"),
        pytest.param("run(1)\nlog = make()\n", None, id="a variable of the module, below"),
        pytest.param("def f():\n    run(1)\n\n\nlog = make()\n", "    run(1, log)", id="from a function"),
        pytest.param("def f():\n    run(1)\n\n\ndef g():\n    log = 1\n", None, id="of another function"),
        pytest.param("x.log = make()\nrun(1)\n", None, id="an attribute"),
    ],
)
def test_a_new_argument_is_a_variable_of_the_module(caller: str, expected: str | None) -> None:
    harness = RuleHarness(m__py=f"def run(job):\n    pass\n\n\n{caller}")
    harness.edit("m.py", "def run(job):", "def run(job, log):")
    one = only(harness.ask("m.py"), "signature-argument")
    assert one.kind == ("jump" if expected is None else "edit")
    assert expected is None or f"\n{expected}\n" in harness.after(one)


@pytest.mark.parametrize(
    ("name", "before", "after", "call", "follows"),
    [
        pytest.param("m__py", "def area(a, b, c):", "def area(a, b):", "area(1, 2, 3)", True, id="Python"),
        pytest.param(
            "m__py",
            "def area(a, b, c):",
            "def area(a, b):",
            "area(*size, 2, 3)",
            False,
            id="unpacked in Python",
        ),
        pytest.param(
            "m__js",
            "function area(a, b, c) {",
            "function area(a, b) {",
            "area(1, 2, 3)",
            True,
            id="JavaScript",
        ),
        pytest.param(
            "m__js",
            "function area(a, b, c) {",
            "function area(a, b) {",
            "area(...size, 2, 3)",
            False,
            id="spread in JavaScript",
        ),
        pytest.param(
            "m__js",
            "function area(a, b, c) {",
            "function area(a, b) {",
            "area(1, 2, ...size)",
            False,
            id="spread at the end",
        ),
    ],
)
def test_a_call_with_an_unpacked_list_is_left_alone(
    name: str, before: str, after: str, call: str, follows: bool
) -> None:
    """How many arguments it has is not known."""
    body = "    pass" if name == "m__py" else "}"
    harness = RuleHarness(**{name: f"{before}\n{body}\n\n\n{call}\n"})
    path = name.replace("__", ".")
    harness.edit(path, before, after)
    assert [one.family for one in harness.ask(path)] == ["signature-argument"] * follows


@pytest.mark.parametrize(
    ("header", "new_header", "call", "is_reordered"),
    [
        ("func f(a int, b string) {}", "func f(b string, a int) {}", "f(1, x)", True),
        ("func f(_ int, b string) {}", "func f(_ int, _ string, b string) {}", "f(1, x)", False),
        ("func f(_ int, b string, _ int) {}", "func f(_ int, _ int, b string) {}", "f(1, x, 2)", False),
    ],
)
def test_parameters_without_a_name_are_in_no_known_order(
    header: str, new_header: str, call: str, is_reordered: bool
) -> None:
    harness = RuleHarness(m__go=f"package m\n\n{header}\n\nfunc g() {{\n\t{call}\n}}\n")
    harness.edit("m.go", header, new_header)
    found = [one for one in harness.ask("m.go") if one.family == "signature-argument"]
    assert ["f(x, 1)" in harness.after(one) for one in found] == [True] * is_reordered
