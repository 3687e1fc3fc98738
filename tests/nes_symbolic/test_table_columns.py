"""A column was added to a table or removed from it: statements about the table follow."""

import pytest

from nes_symbolic.rule_cases import RuleCase, run

TABLE = (
    "CREATE TABLE jobs (\n    id SERIAL PRIMARY KEY,\n    queue TEXT NOT NULL,\n{}    UNIQUE (queue)\n);\n"
)
FAX = "    fax TEXT NOT NULL,"
BELOW = "    queue TEXT NOT NULL,"


def case(statement: str, new: str = "", *, added: str = "", path: str = "m.go", jump: str = "") -> RuleCase:
    """A statement in a program; the column `fax` goes, or the line is added to the table."""
    line = f"f({statement})" if path != "n.sql" else statement
    after = line.replace(statement, new)
    text = f"package m\n\nfunc g() {{\n\t{line}\n}}\n" if path == "m.go" else f"{line}\n"
    expected = []
    if new:
        indent, number = ("\t", 4) if path == "m.go" else ("", 1)
        expected = [f"{path}\n@{number}\n-{indent}{line}\n+{indent}{after}"]
    schema = TABLE.format("" if added else f"{FAX}\n")
    edit = (BELOW, f"{BELOW}\n{added}") if added else (f"{BELOW}\n{FAX}", BELOW)
    return RuleCase({"schema.sql": schema, path: text}, (edit,), [jump] if jump else expected)


PRIORITY = "    priority INTEGER NOT NULL,"
ROWS = {
    "a removed column of an INSERT": case(
        "`INSERT INTO jobs (fax, queue) VALUES ($1, $2)`", "`INSERT INTO jobs (queue) VALUES ($1, $2)`"
    ),
    "a removed column of a SELECT": case("`SELECT queue, fax FROM jobs`", "`SELECT queue FROM jobs`"),
    "a removed column with an alias": case(
        "`SELECT j.queue, j.fax FROM jobs j JOIN users u ON u.id = j.id`",
        "`SELECT j.queue FROM jobs j JOIN users u ON u.id = j.id`",
    ),
    "a removed column of another table": case("`SELECT u.fax FROM users u, jobs j`"),
    "a removed column of one of two tables": case("`SELECT queue, fax FROM jobs, users`"),
    "a removed column of an INSERT into another table": case(
        "`INSERT INTO users (fax, name) SELECT a, b FROM jobs`"
    ),
    "the only column": case("`SELECT fax FROM jobs`", jump="m.go 3:11"),
    "a file of SQL": case("SELECT queue, fax FROM jobs;", "SELECT queue FROM jobs;", path="n.sql"),
    "a new column": case(
        "`INSERT INTO jobs (queue) VALUES ($1)`",
        "`INSERT INTO jobs (queue, priority) VALUES ($1)`",
        added=PRIORITY,
    ),
    "a new column behind the ones before it": case(
        "`INSERT INTO jobs (queue, owner) VALUES ($1, $2)`",
        "`INSERT INTO jobs (queue, priority, owner) VALUES ($1, $2)`",
        added=PRIORITY,
    ),
    "a new column that the statement has": case(
        "`INSERT INTO jobs (queue, priority) VALUES ($1, $2)`", added=PRIORITY
    ),
    "a new column with a default": case(
        "`INSERT INTO jobs (queue) VALUES ($1)`", added="    priority INTEGER NOT NULL DEFAULT 0,"
    ),
    "a new column that may be empty": case(
        "`INSERT INTO jobs (queue) VALUES ($1)`", added="    priority INTEGER,"
    ),
    "a new column and another table": case("`INSERT INTO users (name) VALUES ($1)`", added=PRIORITY),
    "a new column and a SELECT": case("`SELECT queue FROM jobs`", added=PRIORITY),
    "a new constraint": case(
        "`INSERT INTO jobs (queue) VALUES ($1)`", added="    CHECK (queue IS NOT NULL),"
    ),
}


@pytest.mark.parametrize("name", ROWS)
def test_statements_follow_the_columns_of_their_table(name: str) -> None:
    assert run(ROWS[name], "table-column") == ROWS[name].expected
