"""Areas of grids, containers, counters, fonts, transitions and variables of stylesheets."""

import pytest

from nes_symbolic.rule_harness import RuleHarness
from nes_symbolic.scenes import Scene


def changed_lines(path: str, text: str, old: str, new: str, **files: str) -> list[str]:
    """Return the lines that the candidates write, in their order."""
    harness = RuleHarness(**files)
    harness.put(path, text)
    harness.edit(path, old, new)
    known = {line for one in (text, new, *files.values()) for line in one.split("\n")}
    made = [harness.after(one) for one in harness.ask(path) if one.family == "style-name"]
    return [line.strip() for one in made for line in one.split("\n") if line not in known]


GRID = """.page {
  grid-template-areas:
    "head head"
    "side main"
    "side foot";
}
.page nav {
  grid-area: side;
}
.page hr {
  grid-column: side-start / auto;
}
.side {
  color: red;
}
@media print {
  .page {
    grid-template: 'side' auto 'main' 1fr / 1fr;
  }
}
"""
CARD = """.card {
  grid-template-areas: "side body";
}
.card b {
  grid-area: side;
}
"""


@pytest.mark.parametrize(
    ("text", "old", "new", "expected"),
    [
        pytest.param(
            GRID,
            '    "side main"',
            '    "menu main"',
            [
                '"menu foot";',
                "grid-area: menu;",
                "grid-column: menu-start / auto;",
                "grid-template: 'menu' auto 'main' 1fr / 1fr;",
            ],
            id="a-row",
        ),
        pytest.param(
            GRID.replace(".page hr {\n  grid-column: side-start / auto;\n}\n", ""),
            "  grid-area: side;",
            "  grid-area: menu;",
            ['"menu main"', '"menu foot";', "grid-template: 'menu' auto 'main' 1fr / 1fr;"],
            id="an-element",
        ),
        pytest.param(
            GRID + CARD,
            '    "side main"',
            '    "menu main"',
            [
                '"menu foot";',
                "grid-area: menu;",
                "grid-column: menu-start / auto;",
                "grid-template: 'menu' auto 'main' 1fr / 1fr;",
            ],
            id="of-one-of-two-grids",
        ),
        pytest.param(
            GRID + CARD,
            '  grid-template-areas: "side body";',
            '  grid-template-areas: "menu body";',
            ["grid-area: menu;"],
            id="of-the-other-grid",
        ),
        pytest.param(GRID, '    "side main"', '    "main main"', [], id="an-area-that-exists"),
        pytest.param(GRID, '    "head head"', '    "logo head"', [], id="one-cell-of-a-row"),
        pytest.param(GRID, "  grid-area: side;", "  grid-area: main;", [], id="an-element-in-another-area"),
        pytest.param(GRID, "  grid-area: side;", "  grid-area: menu;", [], id="other-elements-stay"),
        pytest.param(
            GRID, "  grid-column: side-start / auto;", "  grid-column: side-start / span;", [], id="a-word"
        ),
        pytest.param(GRID, ".side {", ".menu {", [], id="a-class"),
        pytest.param(
            GRID + 'a::after {\n  content: "side";\n}\n',
            '  content: "side";',
            '  content: "menu";',
            [],
            id="a-text",
        ),
    ],
)
def test_an_area_of_a_grid(text: str, old: str, new: str, expected: list[str]) -> None:
    assert changed_lines("a.css", text, old, new) == expected


def test_an_area_in_another_stylesheet() -> None:
    text = ".page {\n  grid-template-areas: 'side main';\n}\n"
    old, new = text.split("\n")[1], "  grid-template-areas: 'menu main';"
    assert changed_lines("a.css", text, old, new, b__css="nav {\n  grid-area: side;\n}\n") == [
        "grid-area: menu;"
    ]
    assert changed_lines("a.css", text, old, new, b__css=CARD) == []


def test_rows_that_were_accepted_are_no_other_area() -> None:
    rows = "\n".join(f'    "side m{at}"' for at in range(12))
    harness = RuleHarness(a__css=f".page {{\n  grid-template-areas:\n{rows};\n}}\n")
    harness.edit("a.css", '    "side m0"', '    "menu m0"')
    for _ in range(11):
        made = [one for one in harness.ask("a.css") if one.family == "style-name"]
        harness.accept(made[0])
    assert "side" not in "\n".join(harness.workspace.texts["file:///project/a.css"])


@pytest.mark.parametrize(
    ("old", "new", "rest", "expected"),
    [
        pytest.param(
            "container-name: card;",
            "container-name: tile;",
            "@container card (width > 9em) {\n@container cards (width > 9em) {\n.card {\n",
            ["@container tile (width > 9em) {"],
            id="a-container",
        ),
        pytest.param(
            "container: card / inline-size;",
            "container: tile / inline-size;",
            "@container card (width > 9em) {\n",
            ["@container tile (width > 9em) {"],
            id="a-container-with-its-type",
        ),
        pytest.param(
            "container-name: page card;",
            "container-name: page tile;",
            "@container card (width > 9em) {\n@container page (width > 9em) {\n",
            ["@container tile (width > 9em) {"],
            id="one-of-two-containers",
        ),
        pytest.param(
            "container-name: card;",
            "container-name: tile;",
            "container-name: card;\n@container card (width > 9em) {\n",
            [],
            id="a-container-of-two-elements",
        ),
        pytest.param(
            "container-name: card;",
            "container-name: tile;",
            "container-name: tile;\n@container card (width > 9em) {\n",
            [],
            id="a-container-that-exists",
        ),
        pytest.param(
            "counter-reset: step 2;",
            "counter-reset: stage 2;",
            "counter-increment: step;\ncontent: counter(step) counters(step, '.') 'step';\n.step {\n",
            ["counter-increment: stage;", "content: counter(stage) counters(stage, '.') 'step';"],
            id="a-counter",
        ),
        pytest.param(
            "view-transition-name: hero;",
            "view-transition-name: cover;",
            "::view-transition-old(hero) {\n.hero {\n",
            ["::view-transition-old(cover) {"],
            id="a-transition",
        ),
        pytest.param(
            '@font-face { font-family: "Inter";',
            '@font-face { font-family: "Brand Sans";',
            '}\nh1 { font-family: Inter, "Inter Mono"; }\nh2 { font: 2rem "Inter"; }\n'
            "--body: serif, 'Inter';\np { x: Inter }\n",
            [
                'h1 { font-family: Brand Sans, "Inter Mono"; }',
                'h2 { font: 2rem "Brand Sans"; }',
                "--body: serif, 'Brand Sans';",
            ],
            id="a-font",
        ),
        pytest.param(
            "h1 { font-family: Inter;",
            "h1 { font-family: Arial;",
            "h2 { font-family: Inter; }\n",
            [],
            id="another-font",
        ),
    ],
)
def test_a_name_that_a_stylesheet_defines(old: str, new: str, rest: str, expected: list[str]) -> None:
    assert changed_lines("a.css", f"{old}\n{rest}", old, new) == expected


def test_a_font_with_several_faces() -> None:
    face = '@font-face {\n  font-family: "Inter";\n  src: url({});\n}}\n'.replace("{\n", "{{\n")
    text = face.format(1) + face.format(2)
    harness = RuleHarness(a__css=text)
    harness.edit("a.css", '  font-family: "Inter";', '  font-family: "Brand";')
    (made,) = [harness.after(one) for one in harness.ask("a.css") if one.family == "style-name"]
    assert made == text.replace("Inter", "Brand")


SCSS = "$gap: 1rem;\n$gap-big: 2rem;\na {\n  margin: $gap calc(#{$gap} * 2) $gap-big;\n}\n"


def test_a_variable_of_scss() -> None:
    made = changed_lines(
        "a.scss",
        SCSS,
        "$gap: 1rem;",
        "$space: 1rem;",
        b__scss='@use "a";\np {\n  margin: a.$gap;\n}\n',
        c__scss="p {\n  padding: $gap;\n}\n",
        d__css='@import "a";\np {\n  border: $gap;\n}\n',
    )
    assert made == ["margin: $space calc(#{$space} * 2) $gap-big;", "margin: a.$space;"]


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        ("b.scss", '@use "a" as t;\np { margin: t.$gap; }', "p { margin: t.$space; }"),
        ("b.scss", '@use "a" as t;\np { margin: a.$gap; }', ""),
        ("b.scss", '@use "../a";\np { margin: a.$gap; }', "p { margin: a.$space; }"),
        ("b.scss", '@use "a" as *;\np { margin: $gap; }', "p { margin: $space; }"),
        ("b.scss", '@import "a";\np { margin: $gap; }', "p { margin: $space; }"),
        ("b.scss", '@forward "a" show $gap;', '@forward "a" show $space;'),
        ("b.scss", '@use "a" with ($gap: 2rem);', '@use "a" with ($space: 2rem);'),
        ("b.scss", '@use "vendor";\np { margin: vendor.$gap; }', ""),
        ("b.scss", '@use "vendor" with ($gap: 2rem);', ""),
        ("b.scss", '@use "a";\np { margin: $gap; }', ""),
        ("b.sass", '@use "a"\np\n  margin: a.$gap', "margin: a.$space"),
    ],
)
def test_the_module_of_a_variable(path: str, text: str, expected: str) -> None:
    files = {path.replace(".", "__"): text}
    for own in ("a.scss", "_a.scss", "a/_index.scss"):
        made = changed_lines(own, "$gap: 1rem;\n", "$gap: 1rem;", "$space: 1rem;", **files)
        assert made == ([expected] if expected else [])


def test_a_variable_of_a_module_in_the_own_text() -> None:
    text = '@use "vendor" with ($gap: 1px);\n$gap: 1rem;\na { margin: vendor.$gap $gap; }\n'
    made = changed_lines("a.scss", text, "$gap: 1rem;", "$space: 1rem;")
    assert made == ["a { margin: vendor.$gap $space; }"]


def test_a_variable_of_less() -> None:
    text = "@gap: 1rem;\na {\n  margin: @gap ~'@{gap}' @gap-big;\n}\n@media gap {\n"
    assert changed_lines("a.less", text, "@gap: 1rem;", "@space: 1rem;") == [
        "margin: @space ~'@{space}' @gap-big;"
    ]


def test_a_variable_of_a_block() -> None:
    text = "a {\n  $gap: 1rem;\n  margin: $gap;\n}\nb {\n  padding: $gap;\n}\n"
    made = changed_lines(
        "a.scss", text, "  $gap: 1rem;", "  $space: 1rem;", b__scss='@use "a";\np { margin: $gap; }\n'
    )
    assert made == ["margin: $space;"]


@pytest.mark.parametrize(
    "other", ["@mixin pad($gap) {", "@each $gap in $gaps {", "  $gap: 2rem;", "$space: 1px;"]
)
def test_a_variable_that_is_defined_elsewhere(other: str) -> None:
    assert changed_lines("a.scss", f"{SCSS}{other}\n", "$gap: 1rem;", "$space: 1rem;") == []


@pytest.mark.parametrize(
    ("text", "old", "new", "wrong"),
    [
        pytest.param(
            'a {\n  grid-template-areas: "head";\n}\nb {\n  grid-template-areas: "head";\n}\n',
            '  grid-template-areas: "head";',
            '  grid-template-areas: "top";',
            '+   grid-template-areas: "top";',
            id="an-area",
        ),
        pytest.param(
            "a {\n  container-name: card;\n}\nb {\n  container-name: card;\n}\n",
            "  container-name: card;",
            "  container-name: tile;",
            "+   container-name: tile;",
            id="a-container",
        ),
        pytest.param(
            ".a {\n  &__head {\n  }\n}\n.b {\n  &__head {\n  }\n}\n",
            "  &__head {",
            "  &__top {",
            "+   &__top {",
            id="a-nested-class",
        ),
    ],
)
def test_the_same_name_of_something_else_is_not_changed(text: str, old: str, new: str, wrong: str) -> None:
    scene = Scene("p.css", text)
    scene.edit(old, new)
    scene.silent()
    assert not scene.offers(wrong)
    scene.close()
