"""A renamed column or table of SQL is renamed in the statements that other languages have as string literals."""

import pytest

from nes_symbolic.rule_cases import RuleCase, case, run

TABLE = "CREATE TABLE pets (\n  id INT,\n  name TEXT\n);\n"


def column(path: str, line: str, new: str | None = None) -> RuleCase:
    """`name` becomes `title`; the line of the other file becomes `new`, or nothing is expected."""
    expected = () if new is None else (f"{path}\n@1\n-{line}\n+{new}",)
    return case({"m.sql": TABLE, path: line + "\n"}, "  name TEXT", "  title TEXT", *expected)


def table(path: str, line: str, new: str | None = None) -> RuleCase:
    expected = () if new is None else (f"{path}\n@1\n-{line}\n+{new}",)
    return case({"m.sql": TABLE, path: line + "\n"}, "CREATE TABLE pets (", "CREATE TABLE dogs (", *expected)


CASES = {
    "Python": column("a.py", 'run("SELECT id, name FROM pets")', 'run("SELECT id, title FROM pets")'),
    "lower case": column("a.py", "run('select name from pets')", "run('select title from pets')"),
    "TypeScript": column("a.ts", "run(`SELECT name FROM pets`);", "run(`SELECT title FROM pets`);"),
    "Go": column(
        "a.go", 'var q = "DELETE FROM pets WHERE name = ?"', 'var q = "DELETE FROM pets WHERE title = ?"'
    ),
    "Java": column(
        "A.java",
        'class A { String q = "UPDATE pets SET name = ?"; }',
        'class A { String q = "UPDATE pets SET title = ?"; }',
    ),
    "an insertion": column(
        "a.py",
        'run("INSERT INTO pets (id, name) VALUES (1, 2)")',
        'run("INSERT INTO pets (id, title) VALUES (1, 2)")',
    ),
    **{
        verb: column(
            "a.py",
            f'run("{verb} pets (id, name) VALUES (1, 2)")',
            f'run("{verb} pets (id, title) VALUES (1, 2)")',
        )
        for verb in ("INSERT OR REPLACE INTO", "insert ignore into", "REPLACE INTO")
    },
    "another table": column("a.py", 'run("SELECT name FROM cars")'),
    "an alias of the table": column(
        "a.py",
        'run("SELECT c.name, p.name FROM pets AS p JOIN cars c ON c.name = p.name")',
        'run("SELECT c.name, p.title FROM pets AS p JOIN cars c ON c.name = p.title")',
    ),
    "another table beside it": column(
        "a.py",
        'run("SELECT cars.name, pets.name FROM main.cars JOIN main.pets ON TRUE")',
        'run("SELECT cars.name, pets.title FROM main.cars JOIN main.pets ON TRUE")',
    ),
    "the alias of two tables": column(
        "a.py",
        'run("SELECT x.name FROM cars x WHERE EXISTS (SELECT 1 FROM pets x WHERE x.name = 1)")',
        'run("SELECT x.name FROM cars x WHERE EXISTS (SELECT 1 FROM pets x WHERE x.title = 1)")',
    ),
    "a name that the statement does not define": column(
        "a.py",
        'run("UPDATE pets SET id = 1 WHERE where.name = old.name")',
        'run("UPDATE pets SET id = 1 WHERE where.title = old.title")',
    ),
    "a value in the statement": column("a.py", "run(\"SELECT id FROM pets WHERE id = 'name'\")"),
    "a parameter": column("a.py", 'run("SELECT id FROM pets WHERE id = :name")'),
    "an interpolated expression": column("a.py", 'run(f"SELECT id FROM pets WHERE id = {name}")'),
    "no statement": column("a.py", 'run("the name of the pets")'),
    "a sentence with a verb of SQL": column("a.py", 'run("Update the name of pets")'),
    "a statement in code": column("a.py", 'a("x" + select(name) + from_(pets) + "y")'),
    "a statement in a comment": column(
        "a.py", '# not "SELECT name FROM pets": don\'t', '# not "SELECT title FROM pets": don\'t'
    ),
    "a table": table("a.py", 'run("SELECT name FROM pets")', 'run("SELECT name FROM dogs")'),
    "prose": table("a.md", '"SELECT name FROM pets"'),
}


@pytest.mark.parametrize("name", CASES)
def test_query_literals(name: str) -> None:
    assert run(CASES[name], "query-name") == CASES[name].expected


def test_a_statement_of_several_lines() -> None:
    text = 'run("""\n    SELECT name\n    FROM pets\n""")\n'
    one = case({"m.sql": TABLE, "a.py": text}, "  name TEXT", "  title TEXT")
    assert run(one, "query-name") == ["a.py\n@2\n-    SELECT name\n+    SELECT title"]


@pytest.mark.parametrize(("new", "is_followed"), [("  label  TEXT", True), ("  label  INT", False)])
def test_a_renamed_column_may_be_aligned(new: str, is_followed: bool) -> None:
    text = 'run("SELECT name FROM pets")\n'
    expected = ['a.py\n@1\n-run("SELECT name FROM pets")\n+run("SELECT label FROM pets")'] * is_followed
    aligned = TABLE.replace("  name TEXT", "  name   TEXT")
    assert run(case({"m.sql": aligned, "a.py": text}, "  name   TEXT", new), "query-name") == expected
