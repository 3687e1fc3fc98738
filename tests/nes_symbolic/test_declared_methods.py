"""The new parameter of a method that a C++ header declares is not repeated at a method of another class."""

import pytest

from nes_symbolic.rule_harness import RuleHarness
from nes_symbolic.test_explained_tables import Line
from understudy.nes.symbolic.consequences import RuleContext, drop_explained

OLD = "    void draw(Canvas& canvas) const;"
NEW = "    void draw(Canvas& canvas, float alpha) const;"
HEADER = f"""class Sprite : public Shape {{
{OLD}
    void blink(Canvas& canvas) const;
}};

class Hud {{
{OLD} // score
}};

class Star : public Shape {{
{OLD} // far
}};
"""
SOURCE = """#include "scene.hpp"

void Sprite::draw(Canvas& canvas) const {
}

void Hud::draw(Canvas& canvas) const {
}

void render(Sprite& sprite, Hud& hud, Canvas& canvas) {
    sprite.draw(canvas);
    hud.draw(canvas);
    clear(canvas);
}
"""


def is_kept(path: str, line: str, new: str, *edits: tuple[str, str]) -> bool:
    harness = RuleHarness(scene__hpp=HEADER, scene__cpp=SOURCE)
    for one in edits:
        harness.edit("scene.hpp", *one)
    snapshot = harness.workspace.snapshot(f"file:///project/{path}")
    assert snapshot is not None
    candidate = Line(snapshot, snapshot.lines.index(line), 1, (new,))
    kept = drop_explained(RuleContext(harness.situation(path)), [candidate])
    return bool(kept)


def parameter(line: str) -> str:
    return line.replace("canvas)", "canvas, float alpha)")


@pytest.mark.parametrize(
    ("path", "line", "new", "kept"),
    [
        pytest.param("scene.hpp", f"{OLD} // score", f"{NEW} // score", False, id="another class"),
        pytest.param("scene.hpp", f"{OLD} // far", f"{NEW} // far", True, id="a class with the same base"),
        pytest.param(
            "scene.hpp",
            "    void blink(Canvas& canvas) const;",
            "    void blink(Canvas& canvas, float alpha) const;",
            False,
            id="another method",
        ),
        pytest.param(
            "scene.cpp",
            "void Hud::draw(Canvas& canvas) const {",
            "void Hud::draw(Canvas& canvas, float alpha) const {",
            False,
            id="the definition of another class",
        ),
        pytest.param(
            "scene.cpp", "    sprite.draw(canvas);", "    sprite.draw(canvas, 1);", True, id="a call"
        ),
        pytest.param(
            "scene.cpp", "    hud.draw(canvas);", "    hud.draw(canvas, 1);", False, id="another class's call"
        ),
        pytest.param(
            "scene.cpp", "    clear(canvas);", "    clear(canvas, 1);", True, id="a call of something else"
        ),
    ],
)
def test_a_parameter_of_a_declared_method(path: str, line: str, new: str, kept: bool) -> None:
    assert is_kept(path, line, new, (OLD, NEW)) == kept


def test_after_two_methods_a_third_one_may_follow() -> None:
    first = ("    void blink(Canvas& canvas) const;", parameter("    void blink(Canvas& canvas) const;"))
    assert is_kept("scene.hpp", f"{OLD} // score", f"{NEW} // score", first, (OLD, NEW))


def test_a_qualifier_may_be_repeated() -> None:
    qualified = ("    void blink(Canvas& canvas) const;", "    void blink(const Canvas& canvas) const;")
    new = f"{OLD} // score".replace("(Canvas", "(const Canvas")
    assert is_kept("scene.hpp", f"{OLD} // score", new, qualified)


def test_parameters_without_a_name_are_counted() -> None:
    text = "class A {\n    void f(void);\n};\n\nclass B {\n    void f(void); // b\n};\n"
    harness = RuleHarness(a__hpp=text)
    harness.edit("a.hpp", "    void f(void);", "    void f(int a);")
    snapshot = harness.workspace.snapshot("file:///project/a.hpp")
    assert snapshot is not None
    candidate = Line(snapshot, 5, 1, ("    void f(int a); // b",))
    assert drop_explained(RuleContext(harness.situation("a.hpp")), [candidate]) == []


@pytest.mark.parametrize(
    ("edits", "kept"),
    [
        pytest.param((("def f(a):", "def f(a, b):"), ("    f(1)", "    f(1, 2)")), False, id="and a call"),
        pytest.param(
            (("def f(a):", "def f(a, b):"), ("def g(a):", "def g(a, b):"), ("    f(1)", "    f(1, 2)")),
            True,
            id="and another header and a call",
        ),
        pytest.param((("    f(1)", "    f(1, 2)"),), True, id="only a call"),
    ],
)
def test_a_header_that_was_changed_before_is_not_repeated(
    edits: tuple[tuple[str, str], ...], kept: bool
) -> None:
    text = "def f(a):\n    pass\n\ndef g(a):\n    f(1)\n\ndef h(a):\n    pass\n"
    harness = RuleHarness(m__py=text)
    for one in edits:
        harness.edit("m.py", *one)
    snapshot = harness.workspace.snapshot("file:///project/m.py")
    assert snapshot is not None
    candidate = Line(snapshot, 6, 1, ("def h(a, b):",))
    assert bool(drop_explained(RuleContext(harness.situation("m.py")), [candidate])) == kept
