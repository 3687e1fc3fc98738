"""A renamed column is renamed where a query reads its table, not where a nested or a combined one reads another."""

import pytest

from nes_symbolic.rule_cases import edit
from nes_symbolic.rule_harness import RuleHarness

TABLE = "CREATE TABLE pets (\n  id INT,\n  name TEXT\n);\n"
CASES = {
    "one table": "SELECT id, ‹name› FROM pets WHERE ‹name› = 1 ORDER BY ‹name›;",
    "a nested query of another table": "SELECT ‹name› FROM pets WHERE id IN (SELECT pet FROM cars WHERE name);",
    "a nested query of this table": "SELECT name FROM cars WHERE pet IN (SELECT id FROM pets WHERE ‹name›);",
    "a column of the query around it": (
        "SELECT 1 FROM pets p WHERE EXISTS (SELECT 1 FROM cars c WHERE c.name = p.‹name›);"
    ),
    "a table in a list": "SELECT ‹name›, c.name, p.‹name› FROM cars c, pets AS p, x;",
    "another half of a union": (
        "SELECT ‹name› FROM pets UNION SELECT name FROM cars UNION ALL SELECT ‹name› FROM pets;"
    ),
    "an INSERT from another table": "INSERT INTO pets (id, ‹name›) SELECT id, name FROM cars;",
    "an INSERT into another table": "INSERT INTO cars (id, name) SELECT id, ‹name› FROM pets;",
    "an INSERT behind a WITH": (
        "WITH c AS (SELECT name FROM cars) INSERT INTO pets (id, ‹name›) SELECT 1, name FROM c;"
    ),
    "a query of WITH": "WITH p AS (SELECT ‹name› FROM pets), c AS (SELECT name FROM cars) "
    "SELECT p.‹name›, c.name, q.‹name› FROM p, c JOIN p q ON true;",
    "a query of WITH that reads another one": "WITH p AS (SELECT ‹name› FROM pets), q AS (SELECT ‹name› FROM p) "
    "SELECT ‹name› FROM q;",
    "a query in brackets": (
        "SELECT q.‹name›, r.name FROM (SELECT ‹name› FROM pets) q JOIN (SELECT name FROM cars) AS r ON 1;"
    ),
    "a table of an update": "UPDATE pets SET ‹name› = c.name FROM cars c WHERE pets.‹name› = 1;",
    "a deletion with another table": "DELETE FROM cars USING pets p WHERE p.‹name› = cars.name;",
    "a name that no table has": "UPDATE pets SET ‹name› = new.‹name›;",
    "an index": "CREATE INDEX a ON pets (‹name›);",
    "an index of another table": "CREATE INDEX a ON cars (name);",
    "a join by name": "SELECT id FROM pets JOIN cars USING (‹name›);",
    "a schema": "SELECT ‹name› FROM main.pets;",
}


@pytest.mark.parametrize("name", CASES)
def test_the_tables_of_a_column(name: str) -> None:
    text = CASES[name]
    harness = RuleHarness()
    before = f"{TABLE}{text}\n".replace("‹", "").replace("›", "")
    harness.put("m.sql", before)
    edit(harness, "m.sql", "  name TEXT", "  title TEXT")
    while found := [one for one in harness.ask("m.sql") if one.family == "query-name"]:
        harness.accept(found[0])
    after = "\n".join(harness.workspace.texts["file:///project/m.sql"])
    assert after == TABLE.replace("name", "title") + text.replace("‹name›", "title") + "\n"
