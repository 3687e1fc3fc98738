"""What constructors and structs take has changed: the places that make one, as the calls of a function."""

from contextlib import closing

import pytest

from nes_symbolic.rule_harness import RuleHarness
from nes_symbolic.scenes import Scene
from understudy.nes.text.text_types import Point
from understudy.schema.acp import NesJumpSuggestion

CONFIG = """pub struct Config {
    pub root: PathBuf,
    pub name: String,
    pub values: Vec<u8>,
}

impl Config {
    pub fn new(root: PathBuf, name: String) -> Self {
        Config {
            root,
            name,
            values: Vec::new(),
        }
    }
}

pub fn merge(strict: bool) -> Config {
    let base = Config { root: a(), name: b(), values: c() };
    let rest = Config { name: b(), ..base };
    Config::new(rest.root, base.name)
}

impl Show for Config {
    fn show(&self) {}
}
"""


def _jumps(harness: RuleHarness, path: str, line: int) -> list[tuple[str, Point | None]]:
    made = harness.ask(path, line)
    return [(one.uri.rpartition("/")[2], one.position) for one in made if one.kind == "jump"]


def test_a_constructor_in_rust_leads_to_its_calls() -> None:
    use = "use config::Config;\n\nfn main() {\n    let config = Config::new(root(), name());\n}\n"
    harness = RuleHarness(config__rs=CONFIG, main__rs=use)
    harness.edit("config.rs", "    pub fn new(root: PathBuf, name: String) -> Self {",
              "    pub fn new(root: PathBuf, name: String, strict: bool) -> Self {")  # fmt: skip
    calls = [one for one in harness.ask("config.rs", 7) if one.family == "signature-argument"]
    here = next(one for one in calls if one.uri.endswith("config.rs"))
    assert harness.after(here).count("Config::new(rest.root, base.name, strict)") == 1
    assert [(one.kind, one.position) for one in calls if one is not here] == [("jump", (3, 43))]


def test_a_constructor_in_typescript_leads_to_new() -> None:
    users = "export class Users {\n  constructor(db: Db, table: string) {\n    this.db = db;\n  }\n}\n"
    use = 'import { Users } from "./users";\n\nconst users = new Users(db, "users");\n'
    harness = RuleHarness(users__ts=users, use__ts=use)
    harness.edit("users.ts", "  constructor(db: Db, table: string) {",
              "  constructor(db: Db, table: string, strict: boolean) {")  # fmt: skip
    assert _jumps(harness, "users.ts", 1) == [("use.ts", Point(2, 35))]


@pytest.mark.parametrize("modifier", ["public ", ""])
def test_a_constructor_in_java_leads_to_new(modifier: str) -> None:
    order = f"class Order {{\n    {modifier}Order(int number, String name) {{\n        go();\n    }}\n}}\n"
    shop = 'class Shop {\n    Order make() {\n        return new Order(1, "x");\n    }\n}\n'
    harness = RuleHarness(Order__java=order, Shop__java=shop)
    harness.edit("Order.java", f"    {modifier}Order(int number, String name) {{",
              f"    {modifier}Order(int number, String name, String currency) {{")  # fmt: skip
    assert _jumps(harness, "Order.java", 1) == [("Shop.java", Point(2, 31))]


def test_a_field_of_a_struct_leads_to_the_literals_without_it() -> None:
    harness = RuleHarness(config__rs=CONFIG)
    harness.insert("config.rs", "    pub name: String,", "    pub strict: bool,")
    made = [one for one in harness.ask("config.rs", 3) if one.family == "signature-argument"]
    assert [(one.kind, one.position) for one in made if one.kind == "jump"] == [("jump", (11, 16))]
    (edit,) = [one for one in made if one.kind == "edit"]
    assert "Config { root: a(), name: b(), strict, values: c() }" in harness.after(edit)


def test_a_field_that_is_there_and_a_literal_with_a_rest_are_left_alone() -> None:
    text = CONFIG.replace("name: b(), values", "name: b(), strict: false, values").replace(
        "            name,\n", "            name,\n            strict: true,\n"
    )
    harness = RuleHarness(config__rs=text)
    harness.insert("config.rs", "    pub name: String,", "    pub strict: bool,")
    assert not [one for one in harness.ask("config.rs", 3) if one.family == "signature-argument"]


def test_who_types_a_field_is_led_to_the_first_literal() -> None:
    text = CONFIG.replace("merge(strict: bool)", "merge(limit: u8)")
    with closing(Scene("config.rs", text, kinds=["jump"])) as scene:
        scene.move("    pub values: Vec<u8>,")
        scene.type("\n    pub strict: bool,")
        scene.silent()
        scene.now += 2
        suggestion = scene.ask()
        assert isinstance(suggestion, NesJumpSuggestion), scene.account()
        assert (suggestion.position.line, suggestion.position.character) == (12, 30)
