"""Guards of the rule that adds a line wherever its siblings are listed."""

# pyright: reportPrivateUsage=false

from typing import NamedTuple

import pytest

from nes_symbolic.rule_harness import RuleHarness
from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences import parallel_lines
from understudy.nes.symbolic.consequences.rule_context import RuleContext


class Case(NamedTuple):
    text: str
    """The line or lines that are inserted are marked with `+`, a line that goes with `-`."""
    expected: list[str]
    """For each candidate its file, the number of the line that it inserts, and the line."""
    other: str | None = None
    """Another file."""
    path: str = "m.py"


def candidates(case: Case) -> list[Candidate]:
    lines = case.text.split("\n")
    at = next(number for number, line in enumerate(lines) if line[:1] in ("+", "-"))
    changed = [line for line in lines if line[:1] in ("+", "-")]
    old = [line[1:] for line in changed if line[0] == "-"]
    new = [line[1:] for line in changed if line[0] == "+"]
    harness = RuleHarness()
    if case.other is not None:
        harness.put(f"other.{case.path[2:]}", case.other)
    harness.put(case.path, "\n".join([*lines[:at], *old, *lines[at + len(changed) :]]))
    if old:
        harness.edit(case.path, "\n".join(old), "\n".join(new))
    else:
        harness.insert(case.path, lines[at - 1], "\n".join(new)) if at else _insert_first(harness, case, new)
    return harness.checked(parallel_lines.propose_parallel_lines(RuleContext(harness.situation(case.path))))


def _insert_first(harness: RuleHarness, case: Case, new: list[str]) -> None:
    first = harness.workspace.texts[f"file:///project/{case.path}"][0]
    harness.edit(case.path, first, "\n".join([*new, first]))
    harness.edits[-1].old, harness.edits[-1].new = (), tuple(new)


def shown(candidate: Candidate) -> str:
    [edit] = candidate.edits
    return f"{candidate.uri.rpartition('/')[2]} {edit.span.start.line} {edit.text.rstrip()}"


def listed(place: str, *expected: str, other: str | None = None) -> Case:
    """`depth` is added to two siblings in a list of parameters; the place begins in line 6."""
    return Case(f"def f(\n    width,\n    height,\n+    depth,\n):\n    pass\n{place}", list(expected), other)


def shows(added: str, place: str, *expected: str, near: str = "height", far: str = "width") -> Case:
    """A call is added below two others; the place begins in line 6."""
    return Case(
        f"show({far})\nshow({near})\n+show({added})\n\nx()\n\n{place}", [f"m.py {one}" for one in expected]
    )


def inline(new: str, place: str, *expected: str) -> Case:
    """A parameter is added to a function of two; the place begins in line 3."""
    return Case(f"-def f(aa, bb):\n+{new}\n    pass\n\n{place}", [f"m.py {one}" for one in expected])


HIDES = "hide(width)\nhide(height)\n"
FIELDS = "y.aa = aa\ny.bb = bb\n"

CASES = {
    "a list in the same file": listed("g(\n    width,\n    height,\n)\n"),
    "a list of names at another depth": listed("g(\n    width,\n  height,\n)\n"),
    "a list in another file": listed("", "other.py 2 depth,", other="width,\nheight,\n"),
    "a list that ends with the file": listed("", other="width,\nheight,"),
    "the second name in the first line, the first in the last one": listed("", other="height,\nx()\nwidth,"),
    "names that are imported": listed("", other="from a import (\n    width,\n    height,\n)\n"),
    "the name in the first line of another file": listed("", other="depth = 1\nx()\nwidth,\nheight,\n"),
    "a name that is imported": Case(
        "from a import (\n    width,\n    height,\n+    depth,\n)\n", [], other="width,\nheight,\n"
    ),
    "the name in the fourth line above": shows(
        "depth", "depth = 1\nx()\n\nhide(width)\nhide(height)\n\n", "11 hide(depth)"
    ),
    "the name in the third line above": shows("depth", "depth = 1\n\nhide(width)\nhide(height)\n\n"),
    "the name in the third line below": shows("depth", "hide(width)\nhide(height)\nx()\n\ndepth = 1\n"),
    "the name in the fourth line below": shows(
        "depth", "hide(width)\nhide(height)\nx()\n\n\ndepth = 1\n", "8 hide(depth)"
    ),
    "a comment is added": Case("width,\nheight,\n+# depth\n\nx()\n\n\nwidth,\nheight,\n", []),
    "a comment is added with the line": Case(
        "show(width)\nshow(height)\n+# more\n+show(depth)\n\nx()\n\n" + HIDES + "\n", ["m.py 9 hide(depth)"]
    ),
    "two lines are added": Case(
        "show(width)\nshow(height)\n+show(depth)\n+show(length)\n\nx()\n\n" + HIDES + "\n", []
    ),
    "a first line without code": Case("+depth,\nheight,\nwidth,\n\n\nheight,\nwidth,\n", [], path="m.txt"),
    "a text without code": Case("width,\nheight,\n+depth,\n\nx\n\nwidth,\nheight,\n", [], path="m.txt"),
    "above its siblings": Case(
        "x()\n+show(depth)\nshow(height)\nshow(width)\n\n\ny()\nhide(height)\nhide(width)\n",
        ["m.py 7 hide(depth)"],
    ),
    "above its siblings, in the first line of another file": Case(
        "x()\n+show(depth)\nshow(height)\nshow(width)\n", [], other="hide(height)\nhide(width)\n"
    ),
    "above its siblings, and the last line of another file": Case(
        "x()\n+show(depth)\nshow(height)\nshow(width)\n", [], other="x()\nhide(height)"
    ),
    "above its siblings, at the end of a block": Case(
        "x()\n+show(depth)\nshow(height)\nshow(width)\n\n\ny(\n)\nhide(height)\nhide(width)\n",
        ["m.py 8 hide(depth)"],
    ),
    "the first line has no siblings at the end of the text": Case(
        "+show(depth)\n\nhide(width)\nhide(height)\nx()\nshow(width)\nshow(height)", []
    ),
    "one sibling": Case("x = 1\nshow(height)\n+show(depth)\n\nx()\n\n" + HIDES, []),
    "a sibling at another depth": Case(
        "if a:\n    show(width)\nshow(height)\n+show(depth)\n\nx()\n\n" + HIDES, []
    ),
    "lines that differ in their names only": shows("depth", HIDES, "8 hide(depth)"),
    "a line with more in it": shows("depth, 1", HIDES),
    "a line with another word": shows("depth, two", HIDES, far="width, one", near="height, one"),
    "siblings with another word": shows("depth, two", HIDES, far="width, one", near="height, two"),
    "siblings with more in them": shows("depth, y", HIDES, far="width, y, z", near="height, y"),
    "a line that differs elsewhere than its siblings": shows(
        "height, two", "width,\none,\n", far="width, one", near="height, one"
    ),
    "a number": shows("10", HIDES),
    "a member of the name": shows("depth.x", "width,\nheight,\n"),
    "a name of one letter": shows("d", "width,\nheight,\n"),
    "a sibling of one letter": shows("depth", "width,\nh,\n", near="h"),
    "a first sibling of one letter": shows("depth", "w,\nheight,\n", far="w"),
    "names of two letters": shows("dd", "hide(ww)\nhide(hh)\n", "8 hide(dd)", far="ww", near="hh"),
    "words alone": shows("depth", "width\nheight\n"),
    "a word with two counterparts": shows("depth", "g(width, width)\ng(height, other)\n"),
    "another word that differs": shows("depth", "g(width, one)\ng(height, two)\n"),
    "a number that differs": shows("depth", "g(width, y1)\ng(height, y2)\n"),
    "too near": Case("show(width)\nshow(height)\n+show(depth)\nhide(width)\nhide(height)\n\n", []),
    "near": Case(
        "show(width)\nshow(height)\n+show(depth)\nx()\nhide(width)\nhide(height)\n\n", ["m.py 6 hide(depth)"]
    ),
    "a value that does not follow": shows("depth", "hide(width, None)\nhide(height, None)\n"),
    "an import line": shows("depth", "use(width)\nuse(height)\n"),
    "a line that begins like the added one": Case(
        "y.width = width\ny.height = height\n+y.depth = depth\n\nx()\n\n"
        "y.width = g(width)\ny.height = g(height)\n\n",
        [],
    ),
    "a line that begins like the added one, in another file": Case(
        "y.width = width\ny.height = height\n+y.depth = depth\n",
        ["other.py 2 y.depth = g(depth)"],
        other="y.width = g(width)\ny.height = g(height)\n",
    ),
    "a line that is not like the others, with the name once": Case(
        "y.width = width\ny.height = height\n+y.depth = 1\n\nx()\n\n" + HIDES, []
    ),
    "a line that is not like the others, with the name twice": Case(
        "y.width = width\ny.height = height\n+y.depth = 1\n\nx()\n\nz(width, z.width)\nz(height, z.height)\n\n",
        ["m.py 8 z(depth, z.depth)"],
    ),
    "a parameter": inline("def f(aa, bb, cc):", FIELDS, "5 y.cc = cc"),
    "a parameter between the others": inline("def f(aa, cc, bb):", "y.bb = bb\ny.aa = aa\n"),
    "two parameters": inline("def f(aa, bb, cc, dd):", FIELDS),
    "a parameter replaces another one": inline("def f(bb, aa, cc):", "y.bb = bb\ny.aa = aa\n"),
    "a parameter, and the fields above it": Case(
        FIELDS + "-def f(aa, bb):\n+def f(aa, bb, cc):\n    pass\n", ["m.py 2 y.cc = cc"]
    ),
    "a parameter and a line": inline("def f(aa, bb, cc):\n+    x()", FIELDS),
    "a parameter, and the next line goes": Case(
        "-def f(aa, bb):\n-    x()\n+def f(aa, bb, cc):\n    pass\n\n" + FIELDS, []
    ),
    "the line with the parameters goes": Case("-def f(aa, bb):\n    pass\n\n" + FIELDS, []),
    "a block that ends with statements": Case(
        "show(width);\nshow(height);\n+show(depth);\n\nx();\n\n{\n  hide(width);\n  hide(height);\n}\n",
        ["m.js 9   hide(depth);"],
        path="m.js",
    ),
    "a block that ends without a semicolon": Case(
        "show(width)\nshow(height)\n+show(depth)\n\nx()\n\n{\n  hide(width)\n  hide(height)\n}\n",
        [],
        path="m.js",
    ),
    "an argument that ends without a semicolon": Case(
        "show(width)\nshow(height)\n+show(depth)\n\nx()\n\ny(() => {\n  hide(width)\n  hide(height)\n});\n",
        [],
        path="m.js",
    ),
    "a block that ends with an assignment": Case(
        "show(width)\nshow(height)\n+show(depth)\n\nx()\n\n{\n  y.width = width\n  y.height = height\n}\n",
        ["m.js 9   y.depth = depth"],
        path="m.js",
    ),
    "a member of another type": Case(
        "interface A {\n  width: N;\n  height: N;\n+  depth: N;\n}\n",
        [],
        other="interface B {\n  width: N;\n  height: N;\n}\n",
        path="m.ts",
    ),
    "a member of another type, and lines that are no members": Case(
        "interface A {\n  width: N;\n  height: N;\n+  depth: N;\n}\n",
        ["other.ts 2 show(depth);"],
        other="show(width);\nshow(height);\ninterface B {\n  x: N;\n}\n",
        path="m.ts",
    ),
    "a member that begins in the first column": Case(
        "interface A {\nwidth: N;\nheight: N;\n+depth: N;\n}\n",
        [],
        other="interface B {\nwidth: N;\nheight: N;\nlength: N;\n}\n",
        path="m.ts",
    ),
    "a member of the same type in another file": Case(
        "interface A {\n  width: N;\n  height: N;\n+  depth: N;\n}\n",
        ["other.ts 3   depth: N;"],
        other="interface A {\n  width: N;\n  height: N;\n}\n",
        path="m.ts",
    ),
    "a line that is no member, beside members": Case(
        "show(width);\nshow(height);\n+show(depth);\n\nx();\n\ninterface A {\n  width: N;\n  height: N;\n}\n",
        ["m.ts 9   depth: N;"],
        path="m.ts",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_parallel_lines(name: str) -> None:
    assert [shown(one) for one in candidates(CASES[name])] == CASES[name].expected


@pytest.mark.parametrize(
    ("name", "features"),
    [
        ("a list in another file", parallel_lines._Features(is_same_line=1, elsewhere=1)),
        ("lines that differ in their names only", parallel_lines._Features()),
        ("a parameter", parallel_lines._Features(is_inline=1)),
    ],
)
def test_probability_of_parallel_lines(name: str, features: parallel_lines._Features) -> None:
    [found] = candidates(CASES[name])
    assert found.probability == parallel_lines.PROBABILITY.estimate(features)


def test_a_line_that_is_no_longer_as_it_was_written_has_no_siblings() -> None:
    harness = RuleHarness(m__py="show(width)\nshow(height)\n\nx()\n\n" + HIDES)
    harness.insert("m.py", "show(height)", "show(depth)")
    assert parallel_lines.propose_parallel_lines(RuleContext(harness.situation("m.py")))
    harness.workspace.texts["file:///project/m.py"][2] = "show(length)"
    assert parallel_lines.propose_parallel_lines(RuleContext(harness.situation("m.py"))) == []
