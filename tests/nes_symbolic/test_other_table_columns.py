"""A column is renamed in its table: other tables keep a column of that name, but their references follow."""

import pytest

from nes_symbolic.rule_cases import RuleCase, case, run

USERS = "CREATE TABLE users (\n    mail text\n);\n"
EDIT = "    mail text", "    email text"


def other(statement: str, *expected: str) -> RuleCase:
    return case(f"{USERS}{statement}\n", *EDIT, *expected, path="a.sql")


def line(old: str, new: str) -> str:
    return f"a.sql\n@4\n-{old}\n+{new}"


REFERENCE = "CREATE TABLE log (x text REFERENCES users (mail));"
ROWS = {
    "a column of another table": other("CREATE TABLE log (mail text, id int REFERENCES users (id));"),
    "a reference of another table": other(REFERENCE, line(REFERENCE, REFERENCE.replace("(mail", "(email"))),
    "a reference to a third table": other(
        "CREATE TABLE log (a text REFERENCES teams (mail), b int REFERENCES users (id));"
    ),
    "a column and a reference": other(
        "CREATE TABLE log (mail text REFERENCES users (id, mail));",
        line(
            "CREATE TABLE log (mail text REFERENCES users (id, mail));",
            "CREATE TABLE log (mail text REFERENCES users (id, email));",
        ),
    ),
    "the same table again, in capitals": other(
        "CREATE TABLE USERS (mail text);",
        line("CREATE TABLE USERS (mail text);", "CREATE TABLE USERS (email text);"),
    ),
    "a statement that is no table": other(
        "SELECT mail FROM users;", line("SELECT mail FROM users;", "SELECT email FROM users;")
    ),
    "a table without a reference": other("CREATE TABLE log (mail text);"),
}


@pytest.mark.parametrize("name", ROWS)
def test_the_columns_of_other_tables(name: str) -> None:
    assert run(ROWS[name], "query-name") == ROWS[name].expected
