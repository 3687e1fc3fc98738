"""Classes of blocks with elements and modifiers: what follows a renamed block, element or modifier."""

import pytest

from nes_symbolic.rule_harness import RuleHarness
from understudy.nes.symbolic.consequences.limits import MAX_NESTED_LINES


def after(path: str, text: str, old: str, new: str, **files: str) -> list[str]:
    harness = RuleHarness(**files)
    harness.put(path, text)
    harness.edit(path, old, new)
    return [harness.after(one) for one in harness.ask(path) if one.family == "style-name"]


def changed_lines(path: str, text: str, old: str, new: str, **files: str) -> list[str]:
    """Return the lines that the candidates write."""
    known = {line for one in (text, new, *files.values()) for line in one.split("\n")}
    made = after(path, text, old, new, **files)
    return sorted({line.strip() for one in made for line in one.split("\n") if line not in known})


BLOCK = ".card {\n}\n.card__title {\n}\n.card--wide .card__title:hover {\n}\n.cardinal, .card-list, .x__card {\n}\n"


def test_elements_and_modifiers_follow_their_block() -> None:
    page = '<p class="card card--wide">\n<b class="card__title card-list">card</b>\n'
    assert changed_lines("a.css", BLOCK, ".card {", ".tile {", p__html=page) == [
        ".tile--wide .tile__title:hover {",
        ".tile__title {",
        '<b class="tile__title card-list">card</b>',
        '<p class="tile tile--wide">',
    ]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param(".card__title {", ".tile__title {", id="an-element"),
        pytest.param(".card--wide .card__title:hover {", ".tile--wide .tile__title:hover {", id="both"),
    ],
)
def test_the_block_follows_its_first_element(old: str, new: str) -> None:
    assert ".tile {" in changed_lines("a.css", BLOCK, old, new)


def test_an_element_of_another_block_is_no_rename_of_its_block() -> None:
    page = '<p class="card">\n<b class="card__title">card</b>\n'
    made = changed_lines("a.css", BLOCK + ".tile {\n}\n", ".card__title {", ".tile__title {", p__html=page)
    assert made == [".card--wide .tile__title:hover {", '<b class="tile__title">card</b>']


def test_an_element_in_a_page_is_no_rename_of_its_block() -> None:
    page = '<p class="card">\n<b class="card__title">card</b>\n'
    made = changed_lines("p.html", page, page.split("\n")[1], '<b class="tile__title">card</b>', a__css=BLOCK)
    assert made == [".card--wide .tile__title:hover {", ".tile__title {"]


def test_a_modifier_follows_its_element_and_others_do_not() -> None:
    text = ".card__title {\n}\n.card__title--long {\n}\n.card__titles, .menu__title {\n}\n"
    assert changed_lines("a.css", text, ".card__title {", ".card__head {") == [".card__head--long {"]


def test_two_names_of_a_line_that_changed_otherwise() -> None:
    text = ".card__a .card__b {\n}\n.card {\n}\n"
    assert changed_lines("a.css", text, ".card__a .card__b {", ".tile__a .box__b {") == []


def test_an_older_rename_is_looked_at_if_nothing_follows_from_the_newest() -> None:
    harness = RuleHarness(a__css=".card {\n}\n.box {\n}\n.card a {\n}\n")
    harness.edit("a.css", ".card {", ".tile {")
    harness.edit("a.css", ".box {", ".crate {")
    made = [harness.after(one) for one in harness.ask("a.css") if one.family == "style-name"]
    assert made == [".tile {\n}\n.crate {\n}\n.tile a {\n}\n"]


NESTED = """.card {
  color: red;

  // a title
  &__title {
    .card__title--long & {
    }
  }

  @media print {
    &__title--long {
    }
  }

  &__titles {
    &--long {
    }
  }
}

.menu {
  &__title {
  }
}
"""


def test_an_element_of_a_nested_stylesheet() -> None:
    page = '<b class="card__title menu__title">card</b>\n'
    made = changed_lines("a.scss", NESTED, "  &__title {", "  &__head {", p__html=page)
    assert made == ["&__head--long {", ".card__head--long & {", '<b class="card__head menu__title">card</b>']


def test_nested_names_of_another_stylesheet() -> None:
    text = ".card__title {\n}\n"
    made = changed_lines("a.css", text, ".card__title {", ".card__head {", b__scss=".card {\n  &__title {\n")
    assert made == ["&__head {"]
    assert (
        changed_lines("a.css", text, ".card__title {", ".tile__head {", b__scss=".card {\n  &__title {\n")
        == []
    )


def test_a_renamed_block_keeps_its_nested_names() -> None:
    page = '<b class="card__title">card</b>\n'
    made = changed_lines("a.scss", NESTED, ".card {", ".tile {", p__html=page)
    assert made == [".tile__title--long & {", '<b class="tile__title">card</b>']


def test_a_selector_far_below_its_block() -> None:
    page = '<b class="card__title">card</b>\n'
    for filled, is_found in ((MAX_NESTED_LINES - 2, True), (MAX_NESTED_LINES, False)):
        text = ".card {\n" + "  color: red;\n" * filled + "  &__title {\n  }\n}\n"
        made = changed_lines("a.scss", text, "  &__title {", "  &__head {", p__html=page)
        assert bool(made) == is_found


@pytest.mark.parametrize(
    ("path", "line", "expected"),
    [
        (
            "P.jsx",
            '<p className={clsx("card", big && "card--big")}>',
            '<p className={clsx("tile", big && "tile--big")}>',
        ),
        (
            "P.jsx",
            "<p className={`x card--${card.kind} card`}>",
            "<p className={`x tile--${card.kind} tile`}>",
        ),
        (
            "P.jsx",
            '<p className={`card ${big ? "card--big" : card}`}>',
            '<p className={`tile ${big ? "tile--big" : card}`}>',
        ),
        (
            "p.js",
            'const name = cn("card", { "card--big": big });',
            'const name = cn("tile", { "tile--big": big });',
        ),
        ("p.js", 'node.classList.toggle("card--big", big);', 'node.classList.toggle("tile--big", big);'),
        ("p.js", 'node.classList.replace("a", "card");', 'node.classList.replace("a", "tile");'),
        ("p.js", 'find.querySelector(".a > .card__b");', 'find.querySelector(".a > .tile__b");'),
        ("p.vue", "<p :class=\"{ 'card--big': card }\">", "<p :class=\"{ 'tile--big': card }\">"),
        ("p.svelte", "<p class:card--big={card}>", "<p class:tile--big={card}>"),
        ("p.html", '<p [class.card--big]="card">', '<p [class.tile--big]="card">'),
        ("p.html", "<p class='a card__b'>", "<p class='a tile__b'>"),
        (
            "P.jsx",
            '<p className={cn("card", f(x))} onClick={() => go("card")} />',
            '<p className={cn("tile", f(x))} onClick={() => go("card")} />',
        ),
        (
            "P.jsx",
            '<p className={cn("a)")} id="card"><b className={"card"}>',
            '<p className={cn("a)")} id="card"><b className={"tile"}>',
        ),
        ("p.vue", "<p :class=\"['card']\" :x=\"go('card')\">", "<p :class=\"['tile']\" :x=\"go('card')\">"),
        ("p.js", 'const name = cn("a", "card",', 'const name = cn("a", "tile",'),
    ],
)
def test_a_class_in_code(path: str, line: str, expected: str) -> None:
    harness = RuleHarness(a__css=".card {\n}\n")
    harness.put(path, line)
    harness.edit("a.css", ".card {", ".tile {")
    assert [harness.after(one) for one in harness.ask("a.css") if one.family == "style-name"] == [expected]


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("P.jsx", "<p className={card}>"),
        ("P.jsx", '<p className={kind === "card" ? "a" : "b"}>'),
        ("P.jsx", '<p className={a} title="card">'),
        ("P.jsx", '<p className="card-x">'),
        ("p.vue", '<p :class="card">'),
        ("p.js", 'show("card");'),
        ("p.js", 'classify("card");'),
    ],
)
def test_a_word_in_code_that_is_no_class(path: str, line: str) -> None:
    harness = RuleHarness(a__css=".card {\n}\n")
    harness.put(path, line)
    harness.edit("a.css", ".card {", ".tile {")
    assert [one for one in harness.ask("a.css") if one.family == "style-name"] == []


def test_elements_of_a_css_module() -> None:
    script = (
        'import styles from "./a.module.css";\n'
        "const a = [styles.card, styles.card__title, styles[`card--${x}`], styles.cards];\n"
    )
    made = changed_lines("a.module.css", ".card {\n}\n", ".card {", ".tile {", p__js=script)
    assert made == ["const a = [styles.tile, styles.tile__title, styles[`tile--${x}`], styles.cards];"]
