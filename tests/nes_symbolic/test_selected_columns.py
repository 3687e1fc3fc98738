"""A column of a SELECT is unpacked where its rows are: into fields, or into names."""

import pytest

from nes_symbolic.test_inserted_columns import Written, add, completed

GO = """package p

type Inn struct {{
	ID   int64
	Name string
	{member} string
}}

func All(db *sql.DB) {{
	rows, err := db.{call}
	for rows.Next() {{
		var h Inn
		rows.Scan(&h.ID, &h.Name)
	}}
}}

func Other(rows *sql.Rows) {{
	rows.Scan(&o.ID, &o.Name)
}}
"""
QUERY = GO.format(member="City", call='Query("SELECT id, name FROM inns")')
ADDED, REMOVED = ("SELECT id, name", "SELECT id, name, city"), ("SELECT id, name", "SELECT id")
LOOP = 'for id, name in db.execute("SELECT id, name FROM inns"):\n    show(id, name)\n'
CASES = {
    "a field of Go": add("m.go", ADDED, QUERY, ("&h.Name)", "&h.Name, &h.City)")),
    "a field in front": add(
        "m.go", ("SELECT id", "SELECT city, id"), QUERY, ("Scan(&h.ID", "Scan(&h.City, &h.ID")
    ),
    "a field that is removed": add("m.go", REMOVED, QUERY, ("&h.ID, &h.Name)", "&h.ID)")),
    "no field of that name": add(
        "m.go",
        ADDED,
        GO.format(member="Town", call='Query("SELECT id, name FROM inns")'),
        jumps="12:26",
    ),
    "a query with a context": add(
        "m.go",
        ADDED,
        GO.format(member="City", call='QueryContext(ctx, "SELECT id, name FROM inns")'),
        ("&h.Name)", "&h.Name, &h.City)"),
    ),
    "the name that a column is given": add(
        "m.go",
        ("SELECT id, name", "SELECT id, name, coalesce(place, '') AS city"),
        QUERY,
        ("&h.Name)", "&h.Name, &h.City)"),
    ),
    "a query in a variable": add(
        "m.go",
        ADDED,
        "package p\n\nfunc All(db *sql.DB, id, name, city string) {\n\tconst q = `SELECT id, name\n"
        "\t\tFROM inns`\n"
        "\tdb.QueryRow(q).Scan(&id, &name)\n}\n",
        ("&name)", "&name, &city)"),
    ),
    "another number of fields": add(
        "m.go", ADDED, QUERY.replace("&h.ID, &h.Name", "&h.ID, &h.Name, &h.X, &h.City")
    ),
    "all columns": add(
        "m.go", ("SELECT h.*, id", "SELECT h.*, id, city"), QUERY.replace("id, name", "h.*, id")
    ),
    "a condition": add("m.go", ("inns", "inns WHERE f(id, city)"), QUERY),
    "a nested query": add(
        "m.go",
        ("SELECT x", "SELECT x, y"),
        QUERY.replace("FROM inns", "FROM inns WHERE a IN (SELECT x FROM b)"),
    ),
    "the names of a loop": add("m.py", ADDED, LOOP, ("for id, name in", "for id, name, city in")),
    "the names of a loop, in front": add(
        "m.py", ("SELECT id", "SELECT city, id"), LOOP, ("for id, name in", "for city, id, name in")
    ),
    "a name that is removed": add("m.py", REMOVED, LOOP.replace("id, name in", "x, y in"), jumps="0:8"),
    "the names of a comprehension": add(
        "m.py",
        ADDED,
        'a = {i: n for (i, name) in db.execute(\n    "SELECT i, name FROM inns").fetchall()}\n'.replace(
            "i, name FROM", "id, name FROM"
        ),
        ("(i, name)", "(i, name, city)"),
    ),
    "names of another style": add(
        "m.py",
        ADDED,
        LOOP.replace("for id, name", "for inn_id, inn_name"),
        ("inn_id, inn_name in", "inn_id, inn_name, inn_city in"),
    ),
    "other names": add("m.py", ADDED, LOOP.replace("for id, name", "for x, y"), jumps="0:8"),
    "one row": add(
        "m.py",
        ADDED,
        'def one(db):\n    id, name = db.execute("SELECT id, name FROM inns").fetchone()\n    return name\n',
        ("    id, name =", "    id, name, city ="),
    ),
    "the rows in a variable": add(
        "m.py",
        ADDED,
        'def f(db):\n    rows = db.execute("SELECT id, name FROM inns")\n    for id, name in rows:\n'
        "        show(name)\n\n\n"
        "def g(rows):\n    for id , name in rows:\n        show(id)\n",
        ("for id, name in", "for id, name, city in"),
    ),
    "a cursor": add(
        "m.py",
        ADDED,
        'def f(cur):\n    cur.execute("SELECT id, name FROM inns")\n    for id, name in cur.fetchall():\n'
        "        show(name)\n",
        ("for id, name in", "for id, name, city in"),
    ),
    "a position": add(
        "m.py", ADDED, 'for row in db.execute("SELECT id, name FROM inns"):\n    show(row[1])\n'
    ),
    "a block of Ruby": add(
        "m.rb",
        ADDED,
        'db.execute("SELECT id, name FROM inns").each do |id, name|\n  show(id)\nend\n',
        ("|id, name|", "|id, name, city|"),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_what_a_column_of_a_select_is_read_into(name: str) -> None:
    one = CASES[name]
    assert completed(one, "selected-column") == (one.after, one.jumps)


def test_a_reader_of_all_columns_is_left_alone() -> None:
    one = Written("m.py", LOOP, ("SELECT id, name", "SELECT id, name, city"), "")
    after, _ = completed(one._replace(before=LOOP.replace("for id, name", "for id")), "selected-column")
    assert "for id in" in after
