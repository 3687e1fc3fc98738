"""Tag pairs, and classes and ids of stylesheets, pages and scripts."""

from contextlib import closing

import pytest

from nes_symbolic.rule_harness import RuleHarness
from nes_symbolic.scenes import Scene


def after(path: str, text: str, old: str, new: str, family: str, **files: str) -> list[str]:
    harness = RuleHarness(**files)
    harness.put(path, text)
    harness.edit(path, old, new)
    return [harness.after(one) for one in harness.ask(path) if one.family == family]


PAGE = """<main>
  <div class="a">
    <div>one</div>
    <img src="x">
    <!-- </div> -->
  </div>
  <div>two</div>
</main>
"""


@pytest.mark.parametrize(
    ("path", "text", "old", "new", "expected"),
    [
        pytest.param(
            "p.html",
            PAGE,
            '  <div class="a">',
            '  <section class="a">',
            "    <!-- </div> -->\n  </section>\n  <div>two",
            id="closing",
        ),
        pytest.param(
            "p.html",
            PAGE,
            "  </div>",
            "  </section>",
            '<main>\n  <section class="a">\n    <div>one',
            id="opening",
        ),
        pytest.param(
            "p.tsx",
            "const a = <T,>(x: T) => (\n  <Box>\n    <Box>one</Box>\n  </Box>\n);\n",
            "  <Box>",
            "  <Card>",
            "    <Box>one</Box>\n  </Card>\n",
            id="jsx-closing",
        ),
        pytest.param(
            "p.tsx",
            "const a = () => (\n  <Box>\n    <Box>one</Box>\n  </Box>\n);\n",
            "  </Box>",
            "  </Card>",
            "  <Card>\n    <Box>one</Box>\n",
            id="jsx-opening",
        ),
        pytest.param(
            "p.jsx",
            "const a = () => (\n  <Box>\n    <Box>one</Box>\n  </Box>\n);\n",
            "  <Box>",
            '  <Card tone="red" size={2}>',
            "    <Box>one</Box>\n  </Card>\n",
            id="jsx-with-attributes",
        ),
        pytest.param(
            "p.jsx",
            "const a = () => (\n  <Box>\n    <Box>one</Box>\n  </Box>\n);\n",
            "  <Box>",
            '  <Card\n    tone="red"\n  >',
            "    <Box>one</Box>\n  </Card>\n",
            id="jsx-with-attributes-in-lines",
        ),
        pytest.param(
            "p.jsx",
            "const a = () => (\n  <Box><i/></Box>\n);\n",
            "  <Box><i/></Box>",
            '  <Card tone="red"><i/></Box>',
            '  <Card tone="red"><i/></Card>\n',
            id="jsx-in-one-line",
        ),
        pytest.param(
            "p.tsx",
            "const a = () => (\n  <>\n    <>one</>\n  </>\n);\n",
            "  <>",
            "  <Fragment key={1}>",
            "    <>one</>\n  </Fragment>\n",
            id="a-fragment-gets-a-name",
        ),
        pytest.param(
            "p.tsx",
            "const a = () => (\n  <ul>\n    <li>one</li>\n  </ul>\n);\n",
            "  <ul>",
            "  <>",
            "    <li>one</li>\n  </>\n",
            id="an-element-becomes-a-fragment",
        ),
    ],
)
def test_the_partner_of_a_tag_follows(path: str, text: str, old: str, new: str, expected: str) -> None:
    (made,) = after(path, text, old, new, "tag-pair")
    assert expected in made


@pytest.mark.parametrize(
    ("text", "old", "new"),
    [
        pytest.param('<p>\n<img src="x">\n</p>\n', '<img src="x">', '<source src="x">', id="no-partner"),
        pytest.param("<p>\n<b/>\n</b>\n</p>\n", "<b/>", "<i/>", id="closed-by-itself"),
        pytest.param("<ul>\n<li>\n<p>\n</ul>\n", "<p>", "<div>", id="not-closed"),
    ],
)
def test_a_tag_without_a_partner(text: str, old: str, new: str) -> None:
    assert after("p.html", text, old, new, "tag-pair") == []


@pytest.mark.parametrize(
    ("path", "text", "old", "new"),
    [
        pytest.param(
            "p.jsx",
            "const a = (\n  <B>\n    <b/>\n  </B>\n);\n",
            "    <b/>",
            "    <i/>",
            id="closed-by-itself",
        ),
        pytest.param(
            "p.jsx", "const a = (\n  <B>\n    x\n  </B>\n);\n", "  <B>", "  <C />", id="closes-itself-now"
        ),
        pytest.param(
            "p.jsx", "const a = (\n  <B>\n    x\n  </C>\n);\n", "  <B>", "  <D>", id="with-another-name"
        ),
        pytest.param(
            "p.jsx", "const a = (\n  <>\n    x\n  </C>\n);\n", "  <>", "  <C>", id="a-fragment-that-has-it"
        ),
        pytest.param(
            "p.ts",
            "const a = new Map<>();\n",
            "const a = new Map<>();",
            "const a = new Map<A>();",
            id="a-type",
        ),
    ],
)
def test_a_tag_of_jsx_without_a_partner(path: str, text: str, old: str, new: str) -> None:
    assert after(path, text, old, new, "tag-pair") == []


def test_other_tags_of_that_name_are_left_alone() -> None:
    scene = Scene("p.md", "<ul>\n  <li>one</li>\n</ul>\n\n<ul>\n  <li>two</li>\n</ul>\n")
    scene.edit("<ul>", "<ol>")
    scene.silent()
    assert not scene.offers("- <ul>", "+ <ol>")
    scene.close()


@pytest.mark.parametrize(
    ("path", "line", "new", "other", "expected"),
    [
        pytest.param("a.ts", "let a: Box<Row>;", "let a: Box<Line>;", "let b: Box<Row>;", True, id="a-type"),
        pytest.param("a.rs", "a: Vec<Row>,", "a: Vec<Line>,", "b: Vec<Row>,", True, id="a-type-of-rust"),
        pytest.param("a.tsx", "let a: Box<Row>;", "let a: Box<Line>;", "let b: Box<Row>;", True, id="in-tsx"),
        pytest.param("a.html", "<b>one</b>", "<i>one</b>", "<b>two</b>", False, id="a-tag"),
    ],
)
def test_an_argument_of_a_type_is_no_tag(path: str, line: str, new: str, other: str, expected: bool) -> None:
    with closing(Scene(path, f"{line}\n\n{other}\n")) as scene:
        scene.edit(line, new)
        scene.ask()
        changed = other.replace("Row", "Line").replace("<b>", "<i>")
        assert scene.offers(f"- {other}", f"+ {changed}") is expected, scene.account()


@pytest.mark.parametrize(
    ("path", "text", "old", "new", "files", "expected"),
    [
        pytest.param(
            "a.css",
            ".card {\n}\n.card:hover, .cards {\n}\n",
            ".card {",
            ".tile {",
            {"p__html": '<p class="big card">card</p>\n'},
            [".tile {\n}\n.tile:hover, .cards {\n}\n", '<p class="big tile">card</p>\n'],
            id="a-class-of-a-stylesheet",
        ),
        pytest.param(
            "a.css",
            ".card {\n}\n",
            ".card {",
            ".tile {",
            {"C__tsx": 'const C = () => <p className="card">{card}</p>;\n'},
            ['const C = () => <p className="tile">{card}</p>;\n'],
            id="a-class-of-a-component",
        ),
        pytest.param(
            "p.html",
            '<label for="name">n</label>\n<input id="name">\n',
            '<input id="name">',
            '<input id="login">',
            {"a__css": "#name {\n}\n", "s__js": 'document.getElementById("name");\nconst name = 1;\n'},
            [
                '<label for="login">n</label>\n<input id="login">\n',
                "#login {\n}\n",
                'document.getElementById("login");\nconst name = 1;\n',
            ],
            id="an-id",
        ),
        pytest.param(
            "p.html",
            '<p for="name">n</p>\n<input id="name">\n<script>\nd.getElementById("name");\n</script>\n',
            '<input id="name">',
            '<input id="login">',
            {},
            [
                '<p for="login">n</p>\n<input id="login">\n<script>\nd.getElementById("name");\n</script>\n',
                '<p for="name">n</p>\n<input id="login">\n<script>\nd.getElementById("login");\n</script>\n',
            ],
            id="an-id-in-a-script-of-the-page",
        ),
        pytest.param(
            "c.vue",
            '<p class="card">.card</p>\n<style scoped>\n.card {\n}\n</style>\n',
            '<p class="card">.card</p>',
            '<p class="tile">.card</p>',
            {},
            ['<p class="tile">.card</p>\n<style scoped>\n.tile {\n}\n</style>\n'],
            id="a-stylesheet-of-the-page",
        ),
        pytest.param(
            "c.vue",
            '<style scoped>\n.card {\n}\n</style>\n<p class="card">.card</p>\n',
            ".card {",
            ".tile {",
            {},
            ['<style scoped>\n.tile {\n}\n</style>\n<p class="tile">.card</p>\n'],
            id="a-class-of-the-stylesheet-of-the-page",
        ),
    ],
)
def test_the_other_side_follows(
    path: str, text: str, old: str, new: str, files: dict[str, str], expected: list[str]
) -> None:
    assert after(path, text, old, new, "style-name", **files) == expected


@pytest.mark.parametrize(
    ("path", "text", "old", "new", "files"),
    [
        pytest.param(
            "p.html",
            '<p class="card">\n<p class="card">\n',
            '<p class="card">',
            '<p class="tile">',
            {"a__css": ".card {\n}\n"},
            id="another-element-keeps-the-class",
        ),
        pytest.param(
            "p.html",
            '<p class="card">\n',
            '<p class="card">',
            '<p class="tile">',
            {"a__css": ".card {\n}\n.tile {\n}\n"},
            id="the-new-class-exists",
        ),
        pytest.param(
            "p.html",
            '<p class="card">\n<style>\n.card { top: 0; }\n.tile { top: 0; }\n</style>\n',
            '<p class="card">',
            '<p class="tile">',
            {},
            id="the-new-class-exists-in-the-page",
        ),
        pytest.param(
            "a.css",
            "a {\n  color: #card;\n}\n",
            "  color: #card;",
            "  color: #tile;",
            {"p__html": '<p id="card">\n'},
            id="a-value",
        ),
    ],
)
def test_another_choice_is_no_rename(path: str, text: str, old: str, new: str, files: dict[str, str]) -> None:
    assert after(path, text, old, new, "style-name", **files) == []


KEYFRAMES = "@keyframes spin {\n  to { top: 0; }\n}\n"


@pytest.mark.parametrize(
    ("rest", "new", "expected"),
    [
        (".a {\n  animation: spin 1s;\n}\n", "turn", ["  animation: turn 1s;"]),
        (".a {\n  -webkit-animation-name: spin;\n}\n", "turn", ["  -webkit-animation-name: turn;"]),
        (".a {\n  animation: spin-fast 1s;\n}\n", "turn", []),
        (".a {\n  content: spin;\n}\n.spin { top: 0; }\n", "turn", []),
        (".a {\n  animation: spin 1s;\n}\n@keyframes turn {\n}\n", "turn", []),
    ],
)
def test_an_animation_follows_its_keyframes(rest: str, new: str, expected: list[str]) -> None:
    made = after("s.css", KEYFRAMES + rest, "@keyframes spin {", f"@keyframes {new} {{", "style-name")
    assert [line for one in made for line in one.split("\n") if line in expected] == expected
    assert len(made) == len(expected)
