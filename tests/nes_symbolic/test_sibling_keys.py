"""Keys of entries of the same shape in YAML and JSON, and names in SQL."""

import pytest

from nes_symbolic.rule_harness import RuleHarness


def after(path: str, text: str, old: str, new: str, **files: str) -> list[str]:
    harness = RuleHarness(**files)
    harness.put(path, text)
    harness.edit(path, old, new)
    return [harness.after(one) for one in harness.ask(path) if one.family in ("sibling-key", "query-name")]


def added(path: str, text: str, behind: str, new: str) -> list[str]:
    harness = RuleHarness()
    harness.put(path, text)
    harness.insert(path, behind, new)
    return [harness.after(one) for one in harness.ask(path) if one.family == "sibling-key"]


SERVICES = """services:
  web:
    image: web
    ports:
      - "80"
    restart: always
  db:
    image: db
    restart: always
  # a comment
  cache:
    image: cache
    restart: always
  other:
    image: other
volumes:
  image: x
"""


def test_a_new_key_is_added_behind_the_same_key_of_each_entry() -> None:
    made = added("c.yml", SERVICES, "    image: web", "    init: true")
    assert len(made) == 2
    assert "    image: db\n    init: true\n" in made[0]
    assert "    image: cache\n    init: true\n" in made[1]


def test_items_of_a_list_are_entries() -> None:
    text = "steps:\n  - name: a\n    run: x\n  - name: b\n    run: y\n"
    made = added("c.yml", text, "    run: x", "    shell: sh")
    assert made == [
        "steps:\n  - name: a\n    run: x\n    shell: sh\n  - name: b\n    run: y\n    shell: sh\n"
    ]


def test_a_renamed_key_is_renamed_in_each_entry() -> None:
    text = "hosts:\n  - name: a\n    ip: 1\n  - name: b\n    ip: 2\nip: 3\n"
    made = after("c.yml", text, "    ip: 1", "    address: 1")
    assert made == ["hosts:\n  - name: a\n    address: 1\n  - name: b\n    address: 2\nip: 3\n"]


@pytest.mark.parametrize(
    ("new", "expected"),
    [
        ('  { "a": 1, "b": 2, "c": 3 },', '  { "a": 4, "b": 5, "c": 3 }'),
        ('  { "a": 1, "size": 2 },', '  { "a": 4, "size": 5 }'),
    ],
)
def test_objects_on_one_line(new: str, expected: str) -> None:
    text = '[\n  { "a": 1, "b": 2 },\n  { "a": 4, "b": 5 },\n  { "x": 4 }\n]\n'
    made = after("c.json", text, '  { "a": 1, "b": 2 },', new)
    assert [one.split("\n")[2] for one in made] == [expected + ","]


@pytest.mark.parametrize(
    ("text", "behind", "new"),
    [
        pytest.param(SERVICES, "    image: web", "    init:", id="a-key-without-a-value"),
        pytest.param("a:\n  x: 1\n  y: 2\nb:\n  z: 1\n", "  y: 2", "  w: 3", id="another-shape"),
        pytest.param("a:\n  x: 1\nb:\n  x: 1\n  w: 3\n", "  x: 1", "  w: 3", id="it-is-there"),
    ],
)
def test_keys_that_stay(text: str, behind: str, new: str) -> None:
    assert added("c.yml", text, behind, new) == []


SCHEMA = """CREATE TABLE orders (
  id INTEGER,
  customer INTEGER
);
CREATE INDEX by_customer ON orders (customer);
SELECT customer FROM orders WHERE customer = :customer;
SELECT customer FROM visits;
-- customer of orders
"""


def test_a_column_follows_in_statements_that_name_its_table() -> None:
    made = after("s.sql", SCHEMA, "  customer INTEGER", "  client INTEGER")
    lines = [line for one in made for line in one.split("\n")]
    assert "CREATE INDEX by_customer ON orders (client);" in lines
    assert "SELECT client FROM orders WHERE client = :customer;" in lines
    assert "SELECT client FROM visits;" not in lines
    assert "-- client of orders" not in lines


def test_a_table_follows_where_a_table_is_named() -> None:
    text = "CREATE TABLE person (\n  id INTEGER\n);\nSELECT person FROM person WHERE person.id = 1;\n"
    (made,) = after("s.sql", text, "CREATE TABLE person (", "CREATE TABLE people (")
    assert made.split("\n")[3] == "SELECT person FROM people WHERE people.id = 1;"


def test_an_alias_follows_in_its_statement_only() -> None:
    text = "SELECT c.name\nFROM customers c\nWHERE c.id = 1;\nSELECT c.name FROM cities c;\n"
    made = after("s.sql", text, "FROM customers c", "FROM customers cust")
    assert [one.split("\n")[3] for one in made] == ["SELECT c.name FROM cities c;"] * 2
    changed = {line for one in made for line in one.split("\n")} - set(text.split("\n"))
    assert changed == {"FROM customers cust", "WHERE cust.id = 1;", "SELECT cust.name"}
