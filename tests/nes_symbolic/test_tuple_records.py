"""A tuple of Rust became a struct: its fields, patterns and literals."""

from collections.abc import Mapping

import pytest

from nes_symbolic.rule_cases import RuleCase, case, run
from understudy.nes.symbolic.consequences.limits import MAX_SIBLING_CANDIDATES

STRUCT = "struct Item {\n    name: String,\n    size: u8,\n}\n\n"
TUPLE = "(String, u8)"
LONG = "a_name_that_is_long"


def field(line: str, *new: str, kind: str = "Vec<{}>", given: str = TUPLE, struct: str = STRUCT) -> RuleCase:
    """A statement of a method in the twelfth line, and what it becomes."""
    old = f"    all: {kind.format(given)},"
    text = f"{struct}struct Shop {{\n{old}\n}}\nimpl Shop {{\n    fn f(&self, x: u8) {{\n        {line}\n    }}\n"
    text += "}\n"
    at = text[: text.index(f"        {line}")].count("\n") + 1
    removed = "\n".join(f"-        {one}" for one in line.split("\n        "))
    expected = [f"m.rs\n@{at}\n{removed}\n" + "\n".join(f"+        {one}" for one in new)] if new else []
    return case(text, old, f"    all: {kind.format('Item')},", *expected, path="m.rs")


CASES: Mapping[str, RuleCase] = {
    "an element": field("self.all[x].0.len();", "self.all[x].name.len();"),
    "an element of a map": field("self.all[x].1;", "self.all[x].size;", kind="HashMap<u8, {}>"),
    "no collection": field("self.all.1;", "self.all.size;", kind="{}"),
    "what is in a lock": field(
        "self.all.lock().unwrap()[x].1;", "self.all.lock().unwrap()[x].size;", kind="Mutex<Vec<{}>>"
    ),
    "an optional one": field("self.all.unwrap().1;", kind="Option<{}>"),
    "the collection itself": field("self.all.0;"),
    "an index that no field has": field("self.all[x].2;"),
    "a field of the element": field("self.all[x].name.0;"),
    "an element of an element": field("self.all[x][x].1;", "self.all[x][x].size;", kind="Vec<Vec<{}>>"),
    "a collection in a collection": field("self.all[x].1;", kind="Vec<Vec<{}>>"),
    "another method": field("self.all.other().1;"),
    "an element by a method": field("self.all.first().unwrap().1;", "self.all.first().unwrap().size;"),
    "a pattern": field("let (name, _) = &self.all[x];", "let Item { name, .. } = &self.all[x];"),
    "a short pattern": field("let (name, size) = self.all[x];", "let Item { name, size } = self.all[x];"),
    "a pattern with another name": field(
        f"let (name, {LONG}) = self.all[x];",
        "let Item {",
        "    name,",
        f"    size: {LONG},",
        "} = self.all[x];",
    ),
    "a pattern in a pattern": field("let ((a, b), size) = self.all[x];"),
    "a pattern of the collection": field("let (a, b) = self.all;"),
    "a loop": field("for (name, _) in &self.all {}", "for Item { name, .. } in &self.all {}"),
    "a loop over an iterator": field(
        "for (n, s) in self.all.iter().rev() {}", "for Item { name: n, size: s } in self.all.iter().rev() {}"
    ),
    "a loop with numbers": field(
        "for (i, (_, size)) in self.all.iter().enumerate() {}",
        "for (i, Item { size, .. }) in self.all.iter().enumerate() {}",
    ),
    "a loop with numbers and a variable": field(
        "for (i, one) in self.all.iter().enumerate() { one.1; }",
        "for (i, one) in self.all.iter().enumerate() { one.size; }",
    ),
    "a closure": field("self.all.iter().map(|one| one.1);", "self.all.iter().map(|one| one.size);"),
    "a closure with a pattern": field(
        "self.all.iter().map(|&(_, size)| size);", "self.all.iter().map(|&Item { size, .. }| size);"
    ),
    "a closure of a number": field(
        "self.all.iter().enumerate().map(|(i, one)| one.0);",
        "self.all.iter().enumerate().map(|(i, one)| one.name);",
    ),
    "a variable": field("let one = &self.all[x]; one.1;", "let one = &self.all[x]; one.size;"),
    "an optional element": field(
        "if let Some(one) = self.all.get(x) { one.1; }", "if let Some(one) = self.all.get(x) { one.size; }"
    ),
    "a pushed tuple": field("self.all.push((name, x));", "self.all.push(Item { name, size: x });"),
    "a long pushed tuple": field(
        f"self.all.push((name, {LONG}));",
        "self.all.push(Item {",
        "    name,",
        f"    size: {LONG},",
        "});",
    ),
    "a stored tuple": field("self.all[x] = (name, x);", "self.all[x] = Item { name, size: x };"),
    "a pushed variable": field("self.all.push(one);"),
    "a field of another type": field("other.all[x].1;"),
    "fields of other types": field("self.all[x].1;", given="(u8, String)"),
    "another number of fields": field("self.all[x].1;", given="(String, u8, u8)"),
    "a struct that is not declared": field("self.all[x].1;", struct=""),
}


@pytest.mark.parametrize("name", CASES)
def test_uses_follow_the_fields_of_a_struct(name: str) -> None:
    assert run(CASES[name], "member-retyped") == CASES[name].expected


def test_a_parameter_is_followed() -> None:
    text = f"{STRUCT}fn f(one: &(String, u8)) {{\n    one.1;\n}}\n"
    one = case(text, "fn f(one: &(String, u8)) {", "fn f(one: &Item) {", path="m.rs")
    assert run(one, "member-retyped") == ["m.rs\n@7\n-    one.1;\n+    one.size;"]


def test_the_struct_may_be_written_after_the_type() -> None:
    text = "fn f(one: &(String, u8)) {\n    one.1;\n}\n"
    edits = (("fn f(one: &(String, u8)) {", "fn f(one: &Item) {"), ("", f"{STRUCT}"))
    one = RuleCase({"m.rs": f"\n{text}"}, edits, ["m.rs\n@8\n-    one.1;\n+    one.size;"])
    assert run(one, "member-retyped") == one.expected


def test_places_below_the_cursor_come_first_and_not_all_at_once() -> None:
    uses = "".join(f"    all[{at}].1;\n" for at in range(MAX_SIBLING_CANDIDATES + 1))
    old = "fn f(all: &[(String, u8)]) {"
    found = run(
        case(f"{STRUCT}{old}\n{uses}}}\n", old, "fn f(all: &[Item]) {", path="m.rs"), "member-retyped"
    )
    assert len(found) == MAX_SIBLING_CANDIDATES
    assert found[0].startswith("m.rs\n@7\n")
