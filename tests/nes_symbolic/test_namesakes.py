"""A type gets a member: a type of the same name in another text does not, nor where that one is constructed."""

from collections.abc import Mapping

import pytest

from nes_symbolic.rule_cases import RuleCase, run
from nes_symbolic.rule_harness import RuleHarness
from nes_symbolic.test_explained_tables import Line
from understudy.nes.symbolic.consequences import RuleContext, drop_explained
from understudy.nes.symbolic.consequences.limits import MAX_NAMED_TYPES

GEO = "package geo;\n\npublic record Point(double x, double y) {\n}\n"
GRID = "package grid;\n\npublic record Point(int x, int y) {\n}\n"
COPY = "package copy;\n\npublic record Point(double x, double y) {\n}\n"
SURVEY = "package s;\n\nimport geo.Point;\n\nclass A {\n    Point p = new Point(0, 0);\n}\n"
BOARD = "package b;\n\nimport grid.Point;\n\nclass B {\n    Point p = new Point(0, 0);\n}\n"
UNKNOWN = "package c;\n\nclass C {\n    Point p = new Point(0, 0);\n}\n"
EDIT = ("public record Point(double x, double y) {", "public record Point(double x, double y, double z) {")
FILES = {
    "geo/Point.java": GEO,
    "grid/Point.java": GRID,
    "copy/Point.java": COPY,
    "s/A.java": SURVEY,
    "b/B.java": BOARD,
    "c/C.java": UNKNOWN,
}


@pytest.mark.parametrize(
    ("path", "old", "new", "kept"),
    [
        (
            "grid/Point.java",
            "public record Point(int x, int y) {",
            "public record Point(int x, int y, int z) {",
            False,
        ),
        ("copy/Point.java", *EDIT, True),
        ("s/A.java", "    Point p = new Point(0, 0);", "    Point p = new Point(0, 0, 0);", True),
        ("b/B.java", "    Point p = new Point(0, 0);", "    Point p = new Point(0, 0, 0);", False),
        ("c/C.java", "    Point p = new Point(0, 0);", "    Point p = new Point(0, 0, 0);", True),
        ("b/B.java", "class B {", "class B extends Z {", True),
    ],
)
def test_a_repetition_at_a_type_of_the_same_name(path: str, old: str, new: str, *, kept: bool) -> None:
    harness = RuleHarness()
    for name, text in FILES.items():
        harness.put(name, text)
    harness.edit("geo/Point.java", *EDIT)
    snapshot = harness.workspace.snapshot(f"file:///project/{path}")
    assert snapshot is not None
    candidate = Line(snapshot, snapshot.lines.index(old), 1, (new,))
    assert bool(drop_explained(RuleContext(harness.situation(path)), [candidate])) == kept


POINT = "class Point:\n    x: int\n    y: int\n"
ADDED = ("    y: int", "    y: int\n    z: int")


def python(other: str, *expected: str, more: Mapping[str, str] | None = None) -> RuleCase:
    return RuleCase({"geo.py": POINT, "use.py": other, **(more or {})}, (ADDED,), list(expected))


FACTORY = "\n\ndef make(x, y, z):\n    return Point(x=x, y=y)\n"
MADE = "use.py\n@{0}\n-    return Point(x=x, y=y)\n+    return Point(x=x, y=y, z=z)"
CASES: Mapping[str, RuleCase] = {
    "the type is imported": python(f"from geo import Point{FACTORY}", MADE.format(4)),
    "another one is imported": python(
        f"from grid import Point{FACTORY}", more={"grid.py": "class Point:\n    pass\n"}
    ),
    "another one is defined": python(f"class Point:\n    pass{FACTORY}"),
    "one of the name is imported from elsewhere": python(
        f"from library import Point{FACTORY}", MADE.format(4)
    ),
    "both are used": python(
        f"import grid\nfrom geo import Point\n\ngrid.Point(){FACTORY}",
        MADE.format(7),
        more={"grid.py": "class Point:\n    pass\n"},
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_the_lists_of_a_type_that_is_meant_follow(name: str) -> None:
    assert run(CASES[name], "member-added") == CASES[name].expected


@pytest.mark.parametrize(("count", "is_found"), [(MAX_NAMED_TYPES - 1, True), (MAX_NAMED_TYPES, False)])
def test_how_many_names_are_looked_at(count: int, *, is_found: bool) -> None:
    text = "import grid\n" + "grid.Point()\n" * count + f"from geo import Point{FACTORY}"
    found = run(python(text, more={"grid.py": "class Point:\n    pass\n"}), "member-added")
    assert bool(found) == is_found
