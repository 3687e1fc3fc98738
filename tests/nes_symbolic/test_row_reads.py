"""A renamed column is read by its new name where rows evidently come from a query of it."""

from typing import NamedTuple

import pytest

from nes_symbolic.rule_cases import edit
from nes_symbolic.rule_harness import RuleHarness
from nes_symbolic.test_explained_tables import Line
from understudy.nes.symbolic.consequences import RuleContext, drop_explained

TABLE = "CREATE TABLE pets (\n  id INT,\n  name TEXT\n);\n"
RENAMED = TABLE.replace("name", "title")


class Program(NamedTuple):
    path: str
    text: str
    """`‹name›` has to become `title`."""
    files: tuple[tuple[str, str], ...] = ()


def python(text: str, *files: tuple[str, str]) -> Program:
    return Program("a.py", text, files)


QUERY = 'db.execute("SELECT id, ‹name› FROM pets")'
LOOP = f"for row in {QUERY}:\n    "
CASES = {
    "a loop": python(f"{LOOP}show(row['‹name›'], row[\"‹name›\"], row['names'], row['id'])\n"),
    "a loop in a function": python(
        f"def f(db):\n    for row in {QUERY}.fetchall():\n        show(row['‹name›'])\n"
    ),
    "an f-string": python(f"{LOOP}show(f\"{{row['‹name›']}} name ['name']\")\n"),
    "a comprehension": python(f"a = [row['‹name›'] for row in {QUERY}]\n"),
    "get": python(f"{LOOP}show(row.get('‹name›'), row.get('x', 'name'))\n"),
    "an attribute": python(f"{LOOP}show(row.‹name›, row.name(), row.x.name)\n"),
    "one row": python(f"row = {QUERY}.fetchone()\nshow(row['‹name›'])\n"),
    "rows in a variable": python(
        f"rows = {QUERY}\nfor r in rows:\n    show(r['‹name›'])\nshow(rows[0]['‹name›'])\n"
    ),
    "a cursor": python(
        'def f(cur):\n    cur.execute("SELECT ‹name› FROM pets")\n    row = cur.fetchone()\n'
        '    return row["‹name›"]\n'
    ),
    "the last query of a cursor": python(
        'def f(cur):\n    cur.execute("SELECT ‹name› FROM pets")\n    cur.execute("SELECT name FROM cars")\n'
        '    row = cur.fetchone()\n    return row["name"]\n'
    ),
    "a query in a constant": python(
        'ALL = "SELECT * FROM pets"\n\n\ndef f(db):\n    for row in db.execute(ALL):\n'
        '        show(row["‹name›"])\n'
    ),
    "a query in a file": python(
        'ALL = Path("sql/all_pets.sql").read_text()\n\n\ndef f(db):\n    for row in db.execute(ALL):\n'
        '        show(row["‹name›"])\n',
        ("sql/all_pets.sql", "SELECT id, ‹name›\nFROM pets;\n"),
    ),
    "a file about another table": python(
        'for row in db.execute(load("all_cars.sql")):\n    show(row["name"])\n',
        ("all_cars.sql", "SELECT id, name FROM cars; -- not pets\n"),
    ),
    "all columns": python(
        'for row in db.execute("SELECT p.* FROM pets p JOIN cars c"):\n    show(row["‹name›"])\n'
    ),
    "the columns of another table": python(
        'for row in db.execute("SELECT c.name FROM pets p JOIN cars c"):\n    show(row["name"])\n'
    ),
    "all columns of another table": python(
        'for row in db.execute("SELECT c.* FROM pets p JOIN cars c"):\n    show(row["name"])\n'
    ),
    "the column by another name": python(
        'for row in db.execute("SELECT ‹name› AS pet FROM pets"):\n    show(row["name"], row["pet"])\n'
    ),
    "a name that another column is given": python(
        'for row in db.execute("SELECT id AS nick FROM pets").fetchall():\n    show(row["name"])\n'
    ),
    "another table": python('for row in db.execute("SELECT name FROM cars"):\n    show(row["name"])\n'),
    "no query": python(
        'def f(row, pet):\n    show(row["name"], pet.name)\n    for row in pets:\n        show(row["name"])\n'
    ),
    "another variable": python(f"def f(other):\n    for row in {QUERY}:\n        show(other['name'])\n"),
    "a parameter of the same name": python(
        f"def f():\n    for row in {QUERY}:\n        show(row['‹name›'])\n\n\ndef g(row):\n"
        f"    show(row['name'])\n"
    ),
    "a string": python(f"{LOOP}show(\"row['name']\")\n"),
    "a loop of TypeScript": Program(
        "a.ts",
        "for (const row of await db.query(`SELECT ‹name› FROM pets`)) {\n"
        "  show(row.‹name›, row['‹name›'], row?.‹name›);\n}\n",
    ),
    "a callback": Program(
        "a.ts",
        'async function f(db) {\n  const { rows } = await db.query("SELECT ‹name› FROM pets");\n'
        "  return rows.map((row) => ({ name: row.‹name›, id: other.name }));\n}\n",
    ),
    "the result of a query": Program(
        "a.js",
        'const result = await db.query("SELECT ‹name› FROM pets");\n'
        "show(result.rows[0].‹name›, other.rows[0].name);\n",
    ),
    "a callback of something else": Program(
        "a.ts", "users.map((row) => row.name);\n// SELECT name FROM pets\n"
    ),
    "a loop of Ruby": Program(
        "a.rb",
        'db.execute("SELECT ‹name› FROM pets").each do |row|\n  show(row["‹name›"], row[:‹name›])\nend\n',
    ),
    "a result set of Java": Program(
        "A.java",
        'class A {\n  void f() {\n    ResultSet rs = db.executeQuery("SELECT ‹name› FROM pets");\n'
        '    show(rs.getString("‹name›"));\n  }\n}\n',
    ),
    "a row of Rust": Program(
        "a.rs",
        'fn f(db: &Db) {\n    let row = query("SELECT ‹name› FROM pets").fetch_one(db);\n'
        '    let n: String = row.get("‹name›");\n}\n',
    ),
}


def after_edits(path: str, harness: RuleHarness) -> str:
    while found := [one for one in harness.ask(path) if one.family == "query-name"]:
        harness.accept(found[0])
    return path


@pytest.mark.parametrize("name", CASES)
def test_what_reads_a_column_that_its_table_calls_otherwise(name: str) -> None:
    path, text, files = CASES[name]
    harness = RuleHarness()
    harness.put("m.sql", TABLE)
    for file, content in ((path, text), *files):
        harness.put(file, content.replace("‹", "").replace("›", ""))
    edit(harness, "m.sql", TABLE, RENAMED)
    after_edits("m.sql", harness)
    for file, content in ((path, text), *files):
        after = "\n".join(harness.workspace.texts[f"file:///project/{file}"])
        assert after == content.replace("‹name›", "title")


QUERIES = {
    "a column": ('db.execute("SELECT id, «name» FROM pets")', "row['‹name›']"),
    "the name of a column": ('db.execute("SELECT id, upper(name) AS «name» FROM pets")', "row['‹name›']"),
    "a condition": ('db.execute("SELECT id, name FROM pets WHERE «name»")', "row['name']"),
    "a column that is given a name": (
        'db.execute("SELECT «name» AS pet FROM pets")',
        "row['name'], row['pet']",
    ),
    "a column in a call": ('db.execute("SELECT upper(«name») FROM pets")', "row['name']"),
}


@pytest.mark.parametrize("name", QUERIES)
def test_a_column_that_is_renamed_in_a_query(name: str) -> None:
    query, read = QUERIES[name]
    text = (
        f"for row in {query}:\n    show({read})\n"
        "for row in others('SELECT name FROM pets'):\n    show(row['name'])\n"
    )
    before = text.translate(str.maketrans("", "", "«»‹›"))
    harness = RuleHarness()
    harness.put("a.py", before)
    edit(harness, "a.py", before, text.replace("«name»", "title").replace("‹", "").replace("›", ""))
    after_edits("a.py", harness)
    after = "\n".join(harness.workspace.texts["file:///project/a.py"])
    assert after == text.replace("«name»", "title").replace("‹name›", "title")


def test_a_column_that_is_renamed_in_the_query_of_a_file() -> None:
    harness = RuleHarness()
    harness.put("q.sql", "SELECT id, name\nFROM pets;\n")
    harness.put("a.py", 'for row in db.execute(load("q.sql")):\n    show(row["name"])\n')
    harness.put("b.py", 'for row in db.execute(load("p.sql")):\n    show(row["name"])\n')
    edit(harness, "q.sql", "SELECT id, name", "SELECT id, title")
    after_edits("q.sql", harness)
    assert 'row["title"]' in harness.workspace.texts["file:///project/a.py"][1]
    assert 'row["name"]' in harness.workspace.texts["file:///project/b.py"][1]


@pytest.mark.parametrize(
    ("path", "line", "is_kept"),
    [
        pytest.param("a.py", "def greet(name):", False, id="a name in code"),
        pytest.param("a.py", 'title = Column("name")', True, id="a string"),
        pytest.param("b.sql", "SELECT name FROM cars;", True, id="SQL"),
    ],
)
def test_a_column_that_is_renamed_in_its_table_is_no_name_of_code(
    path: str, line: str, *, is_kept: bool
) -> None:
    harness = RuleHarness()
    harness.put("m.sql", TABLE)
    snapshot = harness.workspace.snapshot(harness.put(path, f"{line}\n"))
    assert snapshot is not None
    edit(harness, "m.sql", TABLE, RENAMED)
    candidate = Line(snapshot, 0, 1, (line.replace("name", "title"),))
    kept = drop_explained(RuleContext(harness.situation("m.sql")), [candidate])
    assert kept == ([candidate] if is_kept else [])
