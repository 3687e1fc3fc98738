"""A field got another type: the functions that consist of returning it follow. No other field does."""

import pytest

from nes_symbolic.builders import asked, made
from nes_symbolic.rule_cases import RuleCase, case, run
from understudy.nes.symbolic import SymbolicEngine

HEAD = "class Person {\n    private int id;\n    private int age;\n\n"


def java(method: str, *expected: str) -> RuleCase:
    text = f"{HEAD}    {method}\n}}\n"
    return case(text, "    private int id;", "    private long id;", *expected, path="m.java")


def rust(method: str, *expected: str, owner: str = "Item") -> RuleCase:
    text = f"struct Item {{\n    price: u32,\n    size: u32,\n}}\n\nimpl {owner} {{\n    {method}\n}}\n"
    return case(text, "    price: u32,", "    price: u64,", *expected, path="m.rs")


ROWS = {
    "a getter": java(
        "int getId() { return id; }",
        "m.java\n@5\n-    int getId() { return id; }\n+    long getId() { return id; }",
    ),
    "a getter with this": java(
        "int getId() { return this.id; }",
        "m.java\n@5\n-    int getId() { return this.id; }\n+    long getId() { return this.id; }",
    ),
    "a getter of another field": java("int getAge() { return age; }"),
    "a getter with another type": java("Integer getId() { return id; }"),
    "a getter that does more": java("int getId() { load(); return id; }"),
    "an expression": java("int getId() { return id + 1; }"),
    "a member of the field": java("int getId() { return id.size; }"),
    "a field of Rust": rust(
        "fn price(&self) -> u32 { self.price }",
        "m.rs\n@7\n-    fn price(&self) -> u32 { self.price }\n+    fn price(&self) -> u64 { self.price }",
    ),
    "a reference": rust(
        "fn price(&self) -> &u32 { &self.price }",
        "m.rs\n@7\n-    fn price(&self) -> &u32 { &self.price }\n+    fn price(&self) -> &u64 { &self.price }",
    ),
    "a field of another type of Rust": rust("fn price(&self) -> u32 { self.price }", owner="Other"),
    "an attribute of Python": case(
        "class Job:\n    delay: int\n    name: str\n\n    def get(self) -> int:\n        return self.delay\n",
        "    delay: int",
        "    delay: float",
        "m.py\n@5\n-    def get(self) -> int:\n+    def get(self) -> float:",
    ),
}


@pytest.mark.parametrize("name", ROWS)
def test_what_returns_a_field_follows_its_type(name: str) -> None:
    assert run(ROWS[name], "member-retyped") == ROWS[name].expected


def test_the_type_of_another_field_is_not_changed() -> None:
    text = "class Person {\n    private long id;\n    private int age;\n    private int size;\n}"
    edit = made("    private int id;", "    private long id;", 1)
    situation = asked(text, edit, cursor=(1, 16), language="java")
    assert not any("long" in one.edits[0].text for one in SymbolicEngine().propose(situation).candidates)
