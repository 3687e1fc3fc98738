"""A column that was written into a query of one table is not written into queries of others."""

from typing import Any

import pytest

from nes_symbolic.builders import asked, made, text_of
from understudy.nes.symbolic.candidates import CandidateLabel
from understudy.nes.symbolic.filters.places import limit_columns_of_other_tables
from understudy.nes.symbolic.limits import MAX_LEARNED_EDITS, MAX_STATEMENT_LINES, OTHER_TYPE_PROBABILITY
from understudy.nes.symbolic.patterns import extract_patterns
from understudy.nes.text import Edit

LABEL = CandidateLabel("analogy", "p", "t", "why")
HERE = "file:///project/a.sql"
ORDERS = ("SELECT name FROM orders;", "SELECT name, city FROM orders;")
ROWS: dict[str, tuple[Any, ...]] = {
    "the same table": ([ORDERS], "SELECT id FROM orders;", "SELECT id, city FROM orders;", True),
    "another table": ([ORDERS], "SELECT id FROM offers;", "SELECT id, city FROM offers;", False),
    "one of two tables": (
        [ORDERS],
        "SELECT id FROM offers JOIN orders;",
        "SELECT id, city FROM offers JOIN orders;",
        True,
    ),
    "a table that was changed as well": (
        [ORDERS, ("SELECT a FROM offers;", "SELECT a, city FROM offers;")],
        "SELECT id FROM offers;",
        "SELECT id, city FROM offers;",
        True,
    ),
    "a name of this table and one of another": (
        [ORDERS, ("SELECT a FROM offers;", "SELECT a, zip FROM offers;")],
        "SELECT id FROM offers;",
        "SELECT id, city, zip FROM offers;",
        False,
    ),
    "a renamed table": (
        [("SELECT a FROM users;", "SELECT a FROM people;")],
        "SELECT b FROM users;",
        "SELECT b FROM people;",
        True,
    ),
    "a keyword": (
        [("SELECT a FROM users;", "SELECT distinct a FROM users;")],
        "SELECT b FROM items;",
        "SELECT distinct b FROM items;",
        True,
    ),
    "a string": (
        [("SELECT a FROM users;", "SELECT a, 'x' FROM users;")],
        "SELECT b FROM items;",
        "SELECT b, 'x' FROM items;",
        True,
    ),
    "a function": (
        [("SELECT a FROM users;", "SELECT lower(a) FROM users;")],
        "SELECT b FROM items;",
        "SELECT lower(b) FROM items;",
        True,
    ),
    "the definition of a table": (
        [("CREATE TABLE a (\n    b\n);", "CREATE TABLE a (\n    b, note\n);")],
        "CREATE TABLE c (b);",
        "CREATE TABLE c (b, note);",
        True,
    ),
    "a table as far as a statement is read": (
        [ORDERS],
        "SELECT id",
        "SELECT id, city",
        False,
        ",\n" * (MAX_STATEMENT_LINES - 1) + "FROM offers;",
    ),
    "a table further away": (
        [ORDERS],
        "SELECT id",
        "SELECT id, city",
        True,
        ",\n" * MAX_STATEMENT_LINES + "FROM offers;",
    ),
    "a view of another table": (
        [ORDERS],
        "CREATE VIEW a AS SELECT id FROM offers;",
        "CREATE VIEW a AS SELECT id, city FROM offers;",
        False,
    ),
    "a view that is replaced": (
        [ORDERS],
        "create or replace materialized view a as select id from offers;",
        "create or replace materialized view a as select id, city from offers;",
        False,
    ),
    "a view of the same table": (
        [ORDERS],
        "CREATE VIEW a AS SELECT id FROM orders;",
        "CREATE VIEW a AS SELECT id, city FROM orders;",
        True,
    ),
    "an index": ([ORDERS], "CREATE INDEX a ON offers (id);", "CREATE INDEX a ON offers (id, city);", True),
    "a table with a view in its name": (
        [ORDERS],
        "CREATE TABLE viewers (id);",
        "CREATE TABLE viewers (id, city);",
        True,
    ),
    "a statement without an end": ([ORDERS], "SELECT id FROM offers", "SELECT id, city FROM offers", False),
    "a value of a row": (
        [("INSERT INTO a VALUES (1);", "INSERT INTO a VALUES (1, 'x');")],
        "INSERT INTO b VALUES (2);",
        "INSERT INTO b VALUES (2, 'x');",
        False,
    ),
    "a value of a row of the same table": (
        [("INSERT INTO a VALUES (1);", "INSERT INTO a VALUES (1, 'x');")],
        "INSERT INTO a VALUES (2);",
        "INSERT INTO a VALUES (2, 'x');",
        True,
    ),
    "a statement below a comment": (
        [ORDERS],
        "-- all of them\nSELECT id FROM offers;",
        "SELECT id, city FROM offers;",
        False,
    ),
    "a table in a comment": (
        [ORDERS],
        "SELECT id FROM offers -- like from orders",
        "SELECT id, city FROM offers",
        False,
    ),
    "the columns of an INSERT that reads the same table": (
        [("INSERT INTO a (b) SELECT b FROM c;", "INSERT INTO a (b, city) SELECT b FROM c;")],
        "INSERT INTO d (b) SELECT b FROM c;",
        "INSERT INTO d (b, city) SELECT b FROM c;",
        False,
    ),
    "what is selected for an INSERT": (
        [("SELECT b FROM c;", "SELECT b, city FROM c;")],
        "INSERT INTO d (b) SELECT b FROM c;",
        "INSERT INTO d (b) SELECT b, city FROM c;",
        False,
    ),
    "what is selected for an INSERT into the same table": (
        [("INSERT INTO d (b) SELECT b FROM c;", "INSERT INTO d (b, city) SELECT b FROM c;")],
        "INSERT INTO d (b) SELECT b FROM e;",
        "INSERT INTO d (b) SELECT b, city FROM e;",
        True,
    ),
    "a condition of an INSERT": (
        [("SELECT b FROM c WHERE b;", "SELECT b FROM c WHERE b AND gone;")],
        "INSERT INTO d (b) SELECT b FROM c WHERE b;",
        "INSERT INTO d (b) SELECT b FROM c WHERE b AND gone;",
        True,
    ),
    "a statement without a table": ([ORDERS], "SELECT id;", "SELECT id, city;", True),
}


@pytest.mark.parametrize("name", ROWS)
@pytest.mark.parametrize("uri", [HERE, "file:///project/a.txt"])
def test_a_column_belongs_to_its_tables(name: str, uri: str) -> None:
    examples, old, new, is_likely, *rest = ROWS[name]
    text = "\n".join([*(one[1] for one in examples), old, *rest])
    edits: list[Edit] = []
    line = 0
    for serial, one in enumerate(examples, 1):
        edits.append(made(*one, line, serial=serial, uri=uri))
        line += one[1].count("\n") + 1
    line += old.count("\n")
    candidate = LABEL.candidate(text_of(text, uri=uri), line, 1, (new,), {})
    candidate.probability = 0.9
    situation = asked(text, *edits, others=[text_of(text, uri=uri)])
    limit_columns_of_other_tables([candidate], extract_patterns(edits, MAX_LEARNED_EDITS), situation)
    assert candidate.probability == (0.9 if is_likely or uri != HERE else OTHER_TYPE_PROBABILITY)


OFFERS = "SELECT id, city FROM offers;"


@pytest.mark.parametrize(
    ("line", "uri", "line_count", "new", "is_likely"),
    [
        pytest.param(0, HERE, 1, (OFFERS,), False, id="one line"),
        pytest.param(-1, HERE, 1, (OFFERS,), True, id="the example is overwritten"),
        pytest.param(0, "file:///project/gone.sql", 1, (OFFERS,), True, id="the text is gone"),
        pytest.param(0, HERE, 2, (OFFERS,), True, id="two lines become one"),
        pytest.param(0, HERE, 1, (OFFERS, ""), True, id="one line becomes two"),
    ],
)
def test_only_a_change_of_one_line_is_compared_with_an_example_of_the_text(
    line: int, uri: str, line_count: int, new: tuple[str, ...], is_likely: bool
) -> None:
    text = f"{ORDERS[1]}\nSELECT id FROM offers;\n"
    edit = made(*ORDERS, line, uri=uri)
    candidate = LABEL.candidate(text_of(text, uri=HERE), 1, line_count, new, {})
    candidate.probability = 0.9
    situation = asked(text, edit, others=[text_of(text, uri=HERE)])
    limit_columns_of_other_tables([candidate], extract_patterns([edit], MAX_LEARNED_EDITS), situation)
    assert candidate.probability == (0.9 if is_likely else OTHER_TYPE_PROBABILITY)


def test_a_text_of_another_language_has_no_queries_of_its_own() -> None:
    edit = made(*ORDERS, uri=HERE)
    text = f"{ORDERS[1]}\nSELECT id FROM offers;\n"
    found = [
        LABEL.candidate(text_of(text, uri=uri), 1, 1, (OFFERS,), {})
        for uri in (HERE, "file:///project/a.txt")
    ]
    for one in found:
        one.probability = 0.9
    situation = asked(text, edit, others=[text_of(text, uri=HERE)])
    limit_columns_of_other_tables(found, extract_patterns([edit], MAX_LEARNED_EDITS), situation)
    assert [one.probability for one in found] == [OTHER_TYPE_PROBABILITY, 0.9]


@pytest.mark.parametrize(
    ("old", "new", "is_likely"),
    [
        pytest.param("  label TEXT", "  pen_name TEXT", False, id="renamed"),
        pytest.param("  label TEXT", "  pen_name VARCHAR", True, id="renamed, of another type"),
        pytest.param(
            "  label TEXT NOT NULL", "  pen_name TEXT NOT NULL", False, id="several words behind it"
        ),
        pytest.param("  label", "  pen_name", True, id="without a type"),
        pytest.param("  label", "  pen_name TEXT", True, id="the type is new"),
        pytest.param("  label TEXT", "  label pen_name", True, id="a word behind the name"),
    ],
)
def test_a_renamed_column_belongs_to_its_table(old: str, new: str, is_likely: bool) -> None:
    edit = made("  label TEXT", "  pen_name TEXT", 1, uri=HERE)
    text = f"CREATE TABLE a (\n  pen_name TEXT\n);\nCREATE TABLE b (\n{old}\n);\n"
    candidate = LABEL.candidate(text_of(text, uri=HERE), 4, 1, (new,), {})
    candidate.probability = 0.9
    situation = asked(text, edit, others=[text_of(text, uri=HERE)])
    limit_columns_of_other_tables([candidate], extract_patterns([edit], MAX_LEARNED_EDITS), situation)
    assert candidate.probability == (0.9 if is_likely else OTHER_TYPE_PROBABILITY)


@pytest.mark.parametrize(
    ("distance", "is_likely"), [(MAX_STATEMENT_LINES, False), (MAX_STATEMENT_LINES + 1, True)]
)
def test_how_far_above_a_statement_begins(distance: int, is_likely: bool) -> None:
    edit = made(*ORDERS, uri=HERE)
    text = "\n".join([ORDERS[1], "SELECT id FROM offers", *([","] * (distance - 1)), "WHERE a;", ""])
    candidate = LABEL.candidate(text_of(text, uri=HERE), distance + 1, 1, ("WHERE a AND city;",), {})
    candidate.probability = 0.9
    situation = asked(text, edit, others=[text_of(text, uri=HERE)])
    limit_columns_of_other_tables([candidate], extract_patterns([edit], MAX_LEARNED_EDITS), situation)
    assert candidate.probability == (0.9 if is_likely else OTHER_TYPE_PROBABILITY)


GUESTS = 'run("INSERT INTO guests (a) VALUES (?)")', 'run("INSERT INTO guests (a, b) VALUES (?)")'
PLACEHOLDER = GUESTS[1], GUESTS[1].replace("(?)", "(?, ?)")


@pytest.mark.parametrize(
    ("example", "old", "new", "is_likely"),
    [
        pytest.param(
            GUESTS,
            'run("INSERT INTO rooms (a) VALUES (?)")',
            'run("INSERT INTO rooms (a, b) VALUES (?)")',
            False,
            id="an INSERT of another table",
        ),
        pytest.param(
            GUESTS, 'run("SELECT a FROM rooms")', 'run("SELECT a, b FROM rooms")', False, id="a SELECT"
        ),
        pytest.param(
            GUESTS, 'run("SELECT a FROM guests")', 'run("SELECT a, b FROM guests")', True, id="the same table"
        ),
        pytest.param(GUESTS, 'say("from rooms (a)")', 'say("from rooms (a, b)")', True, id="no statement"),
        pytest.param(GUESTS, "x(a)", "x(a, b)", True, id="code"),
        pytest.param(
            ("f(a)", "f(a, b)"),
            'run("SELECT a FROM rooms")',
            'run("SELECT a, b FROM rooms")',
            True,
            id="from code",
        ),
        pytest.param(
            PLACEHOLDER,
            'run("INSERT INTO rooms (a) VALUES (?)")',
            'run("INSERT INTO rooms (a) VALUES (?, ?)")',
            False,
            id="a placeholder",
        ),
        pytest.param(
            ('for a in run("SELECT a FROM inns")', 'for a, b in run("SELECT a, b FROM inns")'),
            'for a in run("SELECT a FROM rooms")',
            'for a, b in run("SELECT a, b FROM rooms")',
            False,
            id="a change in front of the statement, too",
        ),
        pytest.param(
            ('run("SELECT a FROM inns")', 'run(ctx, "SELECT a FROM inns")'),
            'run("SELECT a FROM rooms")',
            'run(ctx, "SELECT a FROM rooms")',
            True,
            id="a change in front of the statement only",
        ),
        pytest.param(
            ('run("SELECT 1 FROM inns WHERE a")', 'run("SELECT 1 FROM inns WHERE a, 1")'),
            'run("SELECT 1 FROM rooms WHERE a")',
            'run("SELECT 1 FROM rooms WHERE a, 1")',
            True,
            id="a value that is in no row",
        ),
    ],
)
def test_a_column_in_a_string_belongs_to_its_tables(
    example: tuple[str, str], old: str, new: str, *, is_likely: bool
) -> None:
    uri = "file:///project/a.py"
    text = f"{example[1]}\n{old}\n"
    edit = made(*example, uri=uri)
    candidate = LABEL.candidate(text_of(text, uri=uri, language="python"), 1, 1, (new,), {})
    candidate.probability = 0.9
    situation = asked(text, edit, others=[text_of(text, uri=uri, language="python")])
    limit_columns_of_other_tables([candidate], extract_patterns([edit], MAX_LEARNED_EDITS), situation)
    assert candidate.probability == (0.9 if is_likely else OTHER_TYPE_PROBABILITY)
