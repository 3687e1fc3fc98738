"""Repetitions that concern another function of the same name are dropped."""

import pytest

from nes_symbolic.rule_harness import RuleHarness
from understudy.nes.symbolic.candidates import CandidateLabel
from understudy.nes.symbolic.consequences import RuleContext, drop_explained

RUST = """struct Bars;
struct Legend;
trait Plot { fn draw(&self, x: u8, layer: u8); }
impl Plot for Bars {
    fn draw(&self, x: u8, layer: u8) {}
}
impl Legend {
    fn draw(&self, x: u8) {}
    fn many(&self) {}
}
fn page(plot: &dyn Plot, legend: &Legend, other: &Unknown) {
    plot.draw(1);
    legend.draw(1);
    legend.many();
    other.draw(1);
    f("(", legend.draw(1));
    legend.draw(&[1]);
}
"""
GO = """package a

func one(a int) {}

func many(a int, others ...int) {}

func run() {
\tone(1)
\tmany(1)
}
"""
JAVA = """class A {
    static void one(int a) {}
    static void one(int a, int b) {}
    static void two(int a) {}
    void run() {
        one(1);
        two(1);
    }
}
"""
C = """int none(void);

int one(int a) { return none(); }

int two(int a) { return one(a); }
"""
SCRIPT = "function one(a: number) {}\none(1);\n"


def stays(path: str, text: str, old: str, new: str) -> bool:
    """Whether a repetition stays that makes another text of a part of a line."""
    harness = RuleHarness()
    harness.put(path, f"{text}\nstart\n")
    harness.edit(path, "start", "begin")
    context = RuleContext(harness.situation(path))
    snapshot = context.current_text.snapshot
    line = next(at for at, one in enumerate(snapshot.lines) if old in one)
    written = snapshot.lines[line].replace(old, new)
    one = CandidateLabel("call", "p", "t", "why").candidate(snapshot, line, 1, (written,), {})
    return drop_explained(context, [one]) == [one]


@pytest.mark.parametrize(
    ("path", "text", "old", "new", "expected"),
    [
        ("a.rs", RUST, "plot.draw(1)", "plot.draw(1, 0)", True),
        ("a.rs", RUST, "legend.draw(1)", "legend.draw(1, 0)", False),
        ("a.rs", RUST, "legend.many()", "legend.many(0)", True),
        ("a.rs", RUST, "legend.many()", "legend.many(0, 1)", False),
        ("a.rs", RUST, "other.draw(1)", "other.draw(1, 0)", True),
        ("a.rs", RUST, 'f("(", legend.draw(1))', 'f("(", legend.draw(1, 0))', False),
        ("a.rs", RUST, 'f("(", legend.draw(1))', 'f("(", 0, legend.draw(1))', True),
        ("a.rs", RUST, "legend.draw(&[1])", "legend.draw(&[1, 0])", True),
        ("a.rs", RUST, "fn draw(&self, x: u8) {}", "fn draw(&self, x: u8, layer: u8) {}", True),
        ("a.go", GO, "one(1)", "one(1, 2)", False),
        ("a.go", GO, "one(1)", "one(2)", True),
        ("a.go", GO, "many(1)", "many(1, 2)", True),
        ("A.java", JAVA, "one(1)", "one(1, 2)", True),
        ("A.java", JAVA, "two(1)", "two(1, 2)", False),
        ("a.c", C, "return none()", "return none(1)", True),
        ("a.c", C, "return none()", "return none(1, 2)", False),
        ("a.c", C, "return one(a)", "return one(a, 1)", False),
        ("a.ts", SCRIPT, "one(1)", "one(1, 2)", True),
    ],
)
def test_arguments_that_a_function_does_not_take(
    path: str, text: str, old: str, new: str, *, expected: bool
) -> None:
    assert stays(path, text, old, new) == expected


GRID = """class Grid {
    int size(int x);
    int area(int x);
};

class Sparse {
    int size(int x);
    int area(int x);
};

class Wide : public Grid {
    int size(int x);
};
"""


@pytest.mark.parametrize(
    ("line", "name", "edited", "expected"),
    [
        (6, "size", "int size(int x) const;", False),
        (11, "size", "int size(int x) const;", True),
        (7, "area", "int size(int x) const;", True),
        (6, "size", "int size(int y) const;", True),
        (6, "size", "int size(int x) noexcept;", False),
    ],
)
def test_the_qualifiers_of_a_method_of_another_type(
    line: int, name: str, edited: str, *, expected: bool
) -> None:
    harness = RuleHarness(a__hpp=GRID)
    harness.edit("a.hpp", "    int size(int x);", f"    {edited}")
    snapshot = harness.workspace.snapshot("file:///project/a.hpp")
    assert snapshot is not None
    new = f"    int {name}(int x){edited.partition(')')[2]}"
    one = CandidateLabel("again", "p", "t", "why").candidate(snapshot, line, 1, (new,), {})
    assert drop_explained(RuleContext(harness.situation("a.hpp")), [one]) == ([one] if expected else [])


def test_two_methods_with_new_qualifiers_are_a_pattern() -> None:
    harness = RuleHarness(a__hpp=GRID)
    harness.edit("a.hpp", "    int size(int x);", "    int size(int x) const;")
    harness.edit("a.hpp", "    int area(int x);", "    int area(int x) const;")
    snapshot = harness.workspace.snapshot("file:///project/a.hpp")
    assert snapshot is not None
    new = "    int area(int x) const;"
    one = CandidateLabel("again", "p", "t", "why").candidate(snapshot, 7, 1, (new,), {})
    assert drop_explained(RuleContext(harness.situation("a.hpp")), [one]) == [one]
