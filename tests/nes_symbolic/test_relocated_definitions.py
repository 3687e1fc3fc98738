"""Who imports a definition follows it into another module."""

from typing import NamedTuple

import pytest

from nes_symbolic.rule_harness import RuleHarness

FAMILY = "import-moved"


class Move(NamedTuple):
    source: str
    target: str
    user: str
    text: str
    expected: list[str]
    """The text with the imports after each candidate, in the text of the user."""
    moved: str = "def area(x):\n    return x * x"
    kept: str = "def other():\n    return 1"
    target_text: str = "def height():\n    return 2"


SCRIPT = Move(
    "",
    "",
    "",
    "",
    [],
    "export function area(x) {\n  return x;\n}",
    "export const other = 1;",
    "export let a;",
)
RUST = Move(
    "", "", "", "", [], "pub fn area(x: u8) -> u8 {\n    x\n}", "pub fn other() {}", "pub fn height() {}"
)
PYTHON = Move("app/shapes.py", "app/sizes.py", "app/main.py", "", [])
MOVES = {
    "the only name": PYTHON._replace(
        text="from app.shapes import area\n\narea(1)", expected=["from app.sizes import area\n\narea(1)"]
    ),
    "one of two names": PYTHON._replace(
        text="from app.shapes import area, other\n\narea(1)",
        expected=["from app.shapes import other\nfrom app.sizes import area\n\narea(1)"],
    ),
    "the target is imported": PYTHON._replace(
        text="from app.shapes import area\nfrom app.sizes import height\n\narea(1)",
        expected=["from app.sizes import area, height\n\narea(1)"],
    ),
    "an alias": PYTHON._replace(
        text="from app.shapes import area as a, other\n\na(1)",
        expected=["from app.shapes import other\nfrom app.sizes import area as a\n\na(1)"],
    ),
    "lines of their own": PYTHON._replace(
        text="from app.shapes import (\n    area,\n    other,\n)\n\narea(1)",
        expected=["from app.shapes import (\n    other,\n)\nfrom app.sizes import area\n\narea(1)"],
    ),
    "relative": PYTHON._replace(text="from .shapes import area\n", expected=["from .sizes import area\n"]),
    "relative to the folder above": PYTHON._replace(
        user="app/web/main.py", text="from ..shapes import area\n", expected=["from ..sizes import area\n"]
    ),
    "into a deeper package": PYTHON._replace(
        target="app/geometry/plane.py",
        text="from app.shapes import area\n",
        expected=["from app.geometry.plane import area\n"],
    ),
    "into a package": PYTHON._replace(
        target="app/geometry/__init__.py",
        text="from app.shapes import area\n",
        expected=["from app.geometry import area\n"],
    ),
    "a text that has its own": PYTHON._replace(text="from lib.shapes import area\n", expected=[]),
    "a module whose name ends alike": PYTHON._replace(text="from app.myshapes import area\n", expected=[]),
    "another name": PYTHON._replace(text="from app.shapes import other\n", expected=[]),
    "outside of the root": PYTHON._replace(
        target="lib/sizes.py", user="app/sub/main.py", text="from ..shapes import area\n", expected=[]
    ),
    "the text that it moved to": PYTHON._replace(
        user="app/sizes.py",
        target_text="from app.shapes import area\n\n\ndef height():\n    return area(2)",
        text="",
        expected=["def height():\n    return area(2)\n\n\ndef area(x):\n    return x * x"],
    ),
    "a constant": PYTHON._replace(
        moved="LIMIT = 3", text="from app.shapes import LIMIT\n", expected=["from app.sizes import LIMIT\n"]
    ),
    "TypeScript": SCRIPT._replace(
        source="src/shapes.ts",
        target="src/sizes.ts",
        user="src/main.ts",
        text='import { area, other } from "./shapes";\n\narea(1);\n',
        expected=['import { other } from "./shapes";\nimport { area } from "./sizes";\n\narea(1);\n'],
    ),
    "TypeScript, the only name": SCRIPT._replace(
        source="src/shapes.ts",
        target="src/lib/sizes.ts",
        user="test/main.ts",
        text='import { area } from "../src/shapes";\n',
        expected=['import { area } from "../src/lib/sizes";\n'],
    ),
    "JavaScript with suffixes": SCRIPT._replace(
        source="src/shapes.js",
        target="src/sizes.js",
        user="src/main.js",
        text='import { area } from "./shapes.js";\n',
        expected=['import { area } from "./sizes.js";\n'],
    ),
    "TypeScript, an index": SCRIPT._replace(
        source="src/shapes/index.ts",
        target="src/sizes/index.ts",
        user="src/main.ts",
        text='import { area } from "./shapes";\n',
        expected=['import { area } from "./sizes";\n'],
    ),
    "TypeScript, an alias of the root": SCRIPT._replace(
        source="src/lib/shapes.ts",
        target="src/sizes.ts",
        user="src/main.ts",
        text='import { area } from "@/lib/shapes";\n',
        expected=['import { area } from "@/sizes";\n'],
    ),
    "TypeScript, a package": SCRIPT._replace(
        source="src/shapes.ts",
        target="src/sizes.ts",
        user="src/main.ts",
        text='import { area } from "acme/shapes";\n',
        expected=[],
    ),
    "TypeScript, another file": SCRIPT._replace(
        source="src/shapes.ts",
        target="src/sizes.ts",
        user="src/main.ts",
        text='import { area } from "./lib/shapes";\n',
        expected=[],
    ),
    "TypeScript, exported again": SCRIPT._replace(
        source="src/shapes.ts",
        target="src/sizes.ts",
        user="src/index.ts",
        text='export { other } from "./shapes";\n',
        expected=[],
    ),
    "Rust": RUST._replace(
        source="src/shapes.rs",
        target="src/sizes.rs",
        user="src/main.rs",
        text="use crate::shapes::area;\n",
        expected=["use crate::sizes::area;\n"],
    ),
    "Rust, one of two names": RUST._replace(
        source="src/shapes.rs",
        target="src/plane/sizes.rs",
        user="src/main.rs",
        text="use crate::shapes::{area, other};\nuse crate::plane::sizes::height;\n",
        expected=["use crate::shapes::other;\nuse crate::plane::sizes::{area, height};\n"],
    ),
    "Rust, a module beside": RUST._replace(
        source="src/plane/shapes.rs",
        target="src/plane/sizes.rs",
        user="src/plane/main.rs",
        text="use super::shapes::area;\n",
        expected=["use super::sizes::area;\n"],
    ),
    "Rust, a module elsewhere": RUST._replace(
        source="src/plane/shapes.rs",
        target="src/sizes.rs",
        user="src/plane/main.rs",
        text="use super::shapes::area;\n",
        expected=[],
    ),
}


def _moved(move: Move, *, is_removed: bool = True, is_added: bool = True, asked: str = "") -> RuleHarness:
    harness = RuleHarness()
    harness.put(move.source, f"{move.kept}\n\n\n{move.moved}\n")
    harness.put(move.target, f"{move.target_text}\n")
    if move.user != move.target:
        harness.put(move.user, move.text)
    if is_removed:
        harness.edit(move.source, f"\n\n{move.moved}", "")
    if is_added:
        harness.insert(move.target, move.target_text.split("\n")[-1], f"\n\n{move.moved}")
    return harness


def _found(harness: RuleHarness, path: str, asked: str) -> list[str]:
    return [
        harness.after(one)
        for one in harness.ask(asked)
        if one.family == FAMILY and one.uri.endswith(f"/{path}")
    ]


@pytest.mark.parametrize("is_asked_there", [False, True])
@pytest.mark.parametrize("name", MOVES)
def test_imports_follow(name: str, is_asked_there: bool) -> None:
    move = MOVES[name]
    found = _found(_moved(move), move.user, move.user if is_asked_there else move.target)
    assert [one.rstrip("\n") for one in found] == [one.rstrip("\n") for one in move.expected]


MOVE = MOVES["the only name"]


@pytest.mark.parametrize(
    ("source", "target", "old", "new"),
    [
        ("store.ts", "cache.ts", "./store.ts", "./cache.ts"),
        ("store.ts", "cache.ts", "./store.js", "./cache.js"),
        ("store.mjs", "cache.mjs", "./store.mjs", "./cache.mjs"),
        ("store.mts", "cache.mts", "./store.mjs", "./cache.mjs"),
        ("store.ts", "cache.tsx", "./store.ts", "./cache.tsx"),
        ("store.ts", "cache.tsx", "./store.js", "./cache.js"),
        ("store.js", "cache.mjs", "./store.js", "./cache.mjs"),
        ("store.tsx", "cache.tsx", "./store.jsx", ""),
        ("store.js", "cache.js", "@/store.js", "@/cache.js"),
        ("store.ts", "cache.ts", "@/store.mjs", ""),
    ],
)
def test_the_suffix_of_a_script(source: str, target: str, old: str, new: str) -> None:
    move = SCRIPT._replace(
        source=f"src/{source}",
        target=f"src/{target}",
        user="src/main.ts",
        text=f'import {{ area }} from "{old}";\n',
    )
    expected = [f'import {{ area }} from "{new}";\n'] if new else []
    assert _found(_moved(move), move.user, move.user) == expected


def test_a_definition_that_is_only_removed_or_copied_has_not_moved() -> None:
    assert _found(_moved(MOVE, is_added=False), MOVE.user, MOVE.user) == []
    assert _found(_moved(MOVE, is_removed=False), MOVE.user, MOVE.user) == []


def test_a_moved_definition_is_not_gone() -> None:
    found = [one.family for one in _moved(MOVE).ask(MOVE.source)]
    assert found == [FAMILY]
    assert "definition-removed" in [one.family for one in _moved(MOVE, is_added=False).ask(MOVE.source)]


def test_the_text_that_it_left_imports_it() -> None:
    move = MOVE._replace(kept="from app.base import a\n\n\ndef other():\n    return area(a)")
    (found,) = _found(_moved(move), move.source, move.source)
    assert found.startswith("from app.base import a\nfrom app.sizes import area\n\n\ndef other")


def test_a_script_that_it_left_imports_it() -> None:
    move = MOVES["JavaScript with suffixes"]
    move = move._replace(kept='import { a } from "./base.js";\n\nexport const other = area(a);')
    (found,) = _found(_moved(move), move.source, move.source)
    assert found.startswith(
        'import { a } from "./base.js";\nimport { area } from "./sizes.js";\n\nexport const'
    )


def test_a_text_that_it_left_without_a_use_imports_nothing() -> None:
    assert _found(_moved(MOVE), MOVE.source, MOVE.source) == []


@pytest.mark.parametrize(
    ("user", "text", "expected"),
    [
        (
            "cmd/main.go",
            'package main\n\nimport "x/shapes"\n\nfunc main() {\n\tshapes.Area(shapes.Area(1))\n}\n',
            ["\tsizes.Area(sizes.Area(1))"],
        ),
        ("shapes/more.go", "package shapes\n\nfunc f() {\n\tArea(1)\n}\n", ["\tsizes.Area(1)"]),
        ("sizes/more.go", "package sizes\n\nfunc f() {\n\tArea(1)\n}\n", []),
        ("cmd/main.go", "package main\n\nfunc main() {\n\tshapes.Area(1)\n}\n", []),
        ("cmd/main.go", 'package main\n\nimport "x/shapes"\n\nfunc main() {\n\tother.Area(1)\n}\n', []),
    ],
)
def test_uses_of_a_package_of_go_follow(user: str, text: str, expected: list[str]) -> None:
    move = Move(
        "shapes/a.go",
        "sizes/b.go",
        user,
        text,
        [],
        "func Area(x int) int {\n\treturn x\n}",
        "package shapes",
        "package sizes",
    )
    found = _found(_moved(move), user, move.target)
    assert [one for text in found for one in text.split("\n") if "Area(" in one] == expected


def test_a_definition_that_moves_within_its_package_of_go_changes_no_use() -> None:
    text = 'package main\n\nimport "x/shapes"\n\nfunc main() {\n\tshapes.Area(1)\n}\n'
    move = Move(
        "shapes/a.go",
        "shapes/b.go",
        "cmd/main.go",
        text,
        [],
        "func Area(x int) {}",
        "package shapes",
        "package shapes",
    )
    assert _found(_moved(move), "cmd/main.go", "cmd/main.go") == []
