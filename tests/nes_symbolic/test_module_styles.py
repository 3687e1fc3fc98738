"""A class of a CSS module is renamed: the scripts that import the module use it by a variable."""

import pytest

from nes_symbolic.rule_cases import RuleCase, run

IMPORT = "import styles from './card.module.css';"


def module(
    use: str,
    expected: str = "",
    imported: str = IMPORT,
    path: str = "card.module.css",
    names: tuple[str, str] = (".menu {", ".nav {"),
) -> RuleCase:
    files = {path: f"{names[0]}\n  color: red;\n}}\n", "card.ts": f"{imported}\nconst a = {use};\n"}
    found = [f"card.ts\n@2\n-const a = {use};\n+const a = {expected};"] if expected else []
    return RuleCase(files, (names,), found)


DASHED = (".menu {", ".top-nav {")
ROWS = {
    "a member": module("styles.menu", "styles.nav"),
    "a key": module("styles['menu']", "styles['nav']"),
    "a key in other quotes": module('styles["menu"]', 'styles["nav"]'),
    "both": module("styles.menu + styles['menu']", "styles.nav + styles['nav']"),
    "a member of the variable for all names": module(
        "s.menu", "s.nav", "import * as s from '../a/card.module.css';"
    ),
    "a variable with a sign": module("$s.menu", "$s.nav", "import $s from './card.module.css';"),
    "a longer member": module("styles.menus"),
    "a member with a sign": module("styles.menu$"),
    "a longer variable": module("mystyles.menu"),
    "a member of another object": module("a.styles.menu"),
    "a key of another object": module("a.styles['menu']"),
    "a variable of another module": module("styles.menu", imported="import styles from './list.module.css';"),
    "a module whose name ends alike": module(
        "styles.menu", imported="import styles from './mycard.module.css';"
    ),
    "no import": module("styles.menu", imported="// card.module.css"),
    "a stylesheet that is no module": module(
        "styles.menu", imported="import styles from './card.css';", path="card.css"
    ),
    "a name that is no member": module("styles.menu", names=DASHED),
    "a name that is a key only": module("styles['menu']", "styles['top-nav']", names=DASHED),
    "an id": module("styles.menu", names=("#menu {", "#nav {")),
}


@pytest.mark.parametrize("name", ROWS)
def test_the_uses_of_a_class_of_a_module(name: str) -> None:
    assert run(ROWS[name], "style-name") == ROWS[name].expected
