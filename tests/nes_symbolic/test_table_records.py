"""A column was added to a table: its record gets a field, then statements get the column."""

import pytest

from nes_symbolic.rule_cases import RuleCase, run

FAMILY = "table-column"
TABLE = (
    "CREATE TABLE stations (\n    id INTEGER PRIMARY KEY,\n    code TEXT NOT NULL,\n    lat REAL NOT NULL,\n"
    "    note TEXT,\n    opened_on DATE\n);\n"
)
LAT = "    lat REAL NOT NULL,"
HEIGHT = "    height REAL NOT NULL,"
PYTHON = "class Station:\n    id: int\n    code: str\n    lat: float\n    note: str | None\n"


def added(path: str, text: str, expected: str = "", column: str = HEIGHT, table: str = TABLE) -> RuleCase:
    """A column is added below the latitude; the other file has a record."""
    found = [f"{path}\n{expected}" if expected.startswith("@") else f"{path} {expected}"] if expected else []
    return RuleCase({"schema.sql": table, path: text}, ((LAT, f"{LAT}\n{column}"),), found)


CASES = {
    "a class of Python": added("m.py", PYTHON, "@4\n+    height: float"),
    "a column that may be null": added("m.py", PYTHON, "@4\n+    label: str | None", "    label TEXT,"),
    "a struct of Go with tags": added(
        "m.go",
        'package m\n\ntype Station struct {\n\tID int64\n\tCode string `db:"code"`\n\tLat float64 `db:"lat"`\n'
        "\tNote *string\n}\n",
        '@6\n+\tHeight float64 `db:"height"`',
    ),
    "an interface of TypeScript, with another name": added(
        "m.ts",
        "export interface StationRow {\n  id: number;\n  code: string;\n  lat: number; // degrees\n"
        "  note?: string;\n}\n",
        "@4\n+  height: number;",
    ),
    "a struct of Rust": added(
        "m.rs",
        "pub struct Station {\n    pub id: i64,\n    pub code: String,\n    pub lat: f64,\n"
        "    pub note: Option<String>,\n}\n",
        "@4\n+    pub height: f64,",
    ),
    "a record of Java in one line": added(
        "Station.java",
        "record Station(int id, String code, double lat, String note) {}\n",
        "@1\n-record Station(int id, String code, double lat, String note) {}\n"
        "+record Station(int id, String code, double lat, double height, String note) {}",
    ),
    "no column of that type": added("m.py", PYTHON, "3:14", "    height NUMERIC NOT NULL,"),
    "a type that is not null elsewhere": added("m.py", PYTHON, "3:14", "    height REAL,"),
    "a field like one with a default": added(
        "m.py",
        PYTHON.replace("lat: float", "lat: float = 0").replace("str | None", "str = ''"),
        "@4\n+    height: float = 0",
    ),
    "a field like one without, behind one with a default": added(
        "m.py",
        f"{PYTHON.replace('    lat: float', '')}    lat: float = 0\n",
        "5:18",
        "    height TEXT NOT NULL,",
    ),
    # What stays.
    "a record that has it": added("m.py", PYTHON.replace("note: str", "height: float\n    note: str")),
    "a record of another table": added("m.py", PYTHON.replace("Station", "Airport")),
    "a record with other fields": added(
        "m.py", "class Station:\n    id: int\n    city: str\n    zone: str\n    lat: float\n"
    ),
    "a record with few of the columns": added("m.py", "class Station:\n    id: int\n    code: str\n"),
    "a function": added("m.py", "def station(id, code, lat, note):\n    pass\n"),
}


@pytest.mark.parametrize("name", CASES)
def test_the_field_of_a_new_column(name: str) -> None:
    assert run(CASES[name], FAMILY) == CASES[name].expected


ALTERED = {
    "a column of a table that is there": (
        "ALTER TABLE stations ADD COLUMN height REAL NOT NULL DEFAULT 0;",
        True,
    ),
    "without the word": ("alter table stations add height real not null;", True),
    "a constraint": ("ALTER TABLE stations ADD CONSTRAINT positive CHECK (lat > 0);", False),
    "a column of a table that is not known": ("ALTER TABLE others ADD COLUMN height REAL NOT NULL;", False),
    "a column that is there": ("ALTER TABLE stations ADD COLUMN lat REAL NOT NULL;", False),
}


@pytest.mark.parametrize("name", ALTERED)
def test_a_statement_that_adds_a_column(name: str) -> None:
    statement, is_followed = ALTERED[name]
    files = {"m2.sql": "-- Heights.\n", "schema.sql": TABLE, "m.py": PYTHON}
    one = RuleCase(files, (("-- Heights.", f"-- Heights.\n{statement}"),), [])
    # Behind the note, which is the last column of the table with a field.
    assert run(one, FAMILY) == (["m.py\n@5\n+    height: float"] if is_followed else [])


QUERY = 'QUERY = "SELECT id, code, lat, note FROM stations"\n'
SELECTS = {
    "the fields of the record": (QUERY, 'QUERY = "SELECT id, code, lat, height, note FROM stations"'),
    "with the name of the table": (
        QUERY.replace("id, code, lat, note", "s.id, s.code, s.lat, s.note").replace("stations", "stations s"),
        'QUERY = "SELECT s.id, s.code, s.lat, s.height, s.note FROM stations s"',
    ),
    "some of the fields": (QUERY.replace(", note", ""), ""),
    "of another table": (QUERY.replace("stations", "airports, stations"), ""),
}


@pytest.mark.parametrize("name", SELECTS)
def test_the_statements_that_fill_a_record(name: str) -> None:
    query, expected = SELECTS[name]
    record = PYTHON.replace("    note", "    height: float\n    note")
    one = added("m.py", f"{record}{query}", f"@7\n-{query}+{expected}" if expected else "")
    assert run(one, FAMILY) == one.expected


def test_a_record_without_the_field_comes_first() -> None:
    one = added("m.py", PYTHON + QUERY, "@4\n+    height: float")
    assert run(one, FAMILY) == one.expected
