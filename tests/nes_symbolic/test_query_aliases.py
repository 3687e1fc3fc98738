"""An alias of SQL belongs to its query: what it is renamed in, and what keeps an alias of that name."""

from typing import NamedTuple

import pytest

from nes_symbolic.rule_cases import edit
from nes_symbolic.rule_harness import RuleHarness
from nes_symbolic.test_explained_tables import Case
from nes_symbolic.test_explained_tables import run as is_kept


class Renamed(NamedTuple):
    path: str
    text: str
    """`«old»` is renamed by the user, and `‹old›` has to follow."""


def sql(text: str) -> Renamed:
    return Renamed("m.sql", text)


CASES = {
    "a table": sql("SELECT ‹o›.id\nFROM orders «o»\nWHERE ‹o›.id > 1\nORDER BY ‹o›.id;\n"),
    "a table with AS": sql("SELECT ‹o›.id FROM orders AS «o»;\n"),
    "a joined table": sql("SELECT c.id, ‹o›.id\nFROM cities c\nJOIN orders «o» ON ‹o›.city = c.id;\n"),
    "a table in a list": sql("SELECT c.id, ‹o›.id\nFROM cities c, orders «o»\nWHERE ‹o›.city = c.id;\n"),
    "a query in brackets": sql("SELECT ‹o›.id\nFROM (SELECT p.id FROM places p) «o»\nWHERE ‹o›.id = p.id;\n"),
    "all columns": sql("SELECT ‹o›.*\nFROM orders «o»;\n"),
    "another statement": sql("SELECT ‹o›.id FROM orders «o»;\nSELECT o.id FROM offers o;\n"),
    "a nested query with an alias of its own": sql(
        "SELECT ‹o›.id\nFROM orders «o»\n"
        "WHERE ‹o›.id IN (SELECT o.id FROM offers o WHERE o.id IN (SELECT o.x))\n"
        "AND ‹o›.a;\n"
    ),
    "a nested query without one": sql(
        "SELECT ‹o›.id\nFROM orders «o»\nWHERE EXISTS (\n  SELECT 1 FROM offers f WHERE f.id = ‹o›.id\n);\n"
    ),
    "a query that is nested twice": sql(
        "SELECT ‹o›.id\nFROM orders «o»\nWHERE EXISTS (\n  SELECT ‹o›.b\n"
        "  FROM a JOIN (SELECT o.c FROM offers o) x\n);\n"
    ),
    "the alias of a nested query": sql(
        "SELECT o.id\nFROM orders o\nWHERE o.id IN (\n  SELECT ‹o›.id\n  FROM offers «o»\n  WHERE ‹o›.b\n"
        ") AND o.c;\n"
    ),
    "the other half of a union": sql(
        "SELECT ‹o›.id\nFROM orders «o»\nUNION ALL\nSELECT o.id\nFROM offers o;\n"
    ),
    "the queries of a WITH": sql(
        "WITH a AS (\n  SELECT ‹o›.id\n  FROM orders «o»\n), b AS (\n  SELECT o.id FROM offers o\n)\n"
        "SELECT o.id FROM a o;\n"
    ),
    "brackets that are no query": sql("SELECT (‹o›.a + ‹o›.b)\nFROM orders «o»\nWHERE (‹o›.c IN (1, 2));\n"),
    "the table of an update": sql("UPDATE orders «o»\nSET a = 1\nWHERE ‹o›.b;\n"),
    "strings and comments": sql("SELECT 'o.id' -- of o.id\n, ‹o›.id\nFROM orders «o»;\n"),
    "a longer name": sql("SELECT so.id, x.o.id, ‹o›.o\nFROM orders «o»;\n"),
    "a string literal": Renamed(
        "m.py",
        'a = run("""\n    SELECT ‹o›.id\n    FROM orders «o»\n""")\nb = run("SELECT o.id FROM orders o")\n',
    ),
    "concatenated string literals": Renamed(
        "m.js", 'run("SELECT ‹o›.id " +\n  "FROM orders «o» " +\n  "WHERE ‹o›.a", o.id);\n'
    ),
    "a template string": Renamed("m.ts", "run(`\n  SELECT ‹o›.id, ${o.id}\n  FROM orders «o»`);\n"),
    "a column in the order": sql(
        "SELECT a, count(*) AS «n»\nFROM orders\nWHERE n > 1\nGROUP BY a\nHAVING ‹n› > 2\n"
        "ORDER BY ‹n› DESC, o.n;\n"
    ),
    "a column of a nested query": sql(
        "SELECT q.n\nFROM b\nJOIN (\n  SELECT count(*) AS «x»\n  FROM orders\n  GROUP BY ‹x›\n"
        ") AS q ON q.‹x› = b.x\nORDER BY b.x;\n"
    ),
    "a column of a WITH": sql(
        "WITH q AS (\n  SELECT count(*) AS «x»\n  FROM orders\n)\nSELECT r.‹x›, o.x\nFROM q r\n"
        "JOIN o ON q.‹x› = o.x;\n"
    ),
    "a query of a WITH": sql(
        "WITH a AS (SELECT 1),\n«b» AS (SELECT b FROM a)\nSELECT ‹b›.x, c.b\nFROM ‹b›\n"
        "JOIN c ON ‹b›.x = c.x;\nSELECT b.x FROM b;\n"
    ),
    "columns of a WITH": sql(
        "WITH RECURSIVE «b» (x) AS (\n  SELECT 1 UNION SELECT x FROM ‹b›\n)\nSELECT * FROM ‹b› q;\n"
    ),
    # What is renamed is no alias.
    "a table name": sql("SELECT o.id\nFROM «o»;\n"),
    "a column": sql("SELECT «o», o.id\nFROM orders o;\n"),
    "a condition": sql("SELECT o.id\nFROM orders o JOIN a ON a.«o» = 1;\n"),
    "code": Renamed("m.py", 'from a import b as «o»\nrun("SELECT o.id FROM orders o")\n'),
    "prose": Renamed("m.py", 'say("""\n  a o.id\n  «o» text from o.id\n""")\n'),
}
USER, RULE = ("«", "»"), ("‹", "›")


def written(text: str, signs: tuple[str, str], name: str | None) -> str:
    """The text with a name in place of what stands between signs, or without the signs."""
    first, last = signs
    pieces = text.split(first)
    return pieces[0] + "".join(
        (piece.split(last)[0] if name is None else name) + piece.split(last)[1] for piece in pieces[1:]
    )


@pytest.mark.parametrize("name", CASES)
def test_what_follows_an_alias(name: str) -> None:
    path, text = CASES[name]
    before = written(written(text, USER, None), RULE, None)
    typed = written(written(text, USER, "new_one"), RULE, None)
    harness = RuleHarness()
    harness.put(path, before)
    edit(harness, path, before, typed)
    while found := [one for one in harness.ask(path) if one.family == "query-name"]:
        harness.accept(found[0])
    after = "\n".join(harness.workspace.texts[f"file:///project/{path}"])
    assert after == written(written(text, USER, "new_one"), RULE, "new_one")


OTHERS = (
    "SELECT o.id FROM offers o;\nSELECT o.a FROM a o;\nSELECT id, o ->> 'a' FROM b;\nSELECT o.c FROM c o;\n"
)
FIRST = ("SELECT o.a FROM a o;", "SELECT o.a FROM a x;")
SECOND = ("SELECT o.id FROM offers o;", "SELECT o.id FROM offers x;")


@pytest.mark.parametrize(
    ("edits", "old", "new", "kept"),
    [
        pytest.param(
            [FIRST], "SELECT id, o ->> 'a' FROM b;", "SELECT id, x ->> 'a' FROM b;", False, id="a column"
        ),
        pytest.param([FIRST], "SELECT o.c FROM c o;", "SELECT x.c FROM c x;", False, id="another statement"),
        pytest.param([FIRST], "SELECT o.c FROM c o;", "SELECT o.d FROM c o;", True, id="another change"),
        pytest.param(
            [FIRST, SECOND],
            "SELECT o.c FROM c o;",
            "SELECT x.c FROM c x;",
            True,
            id="two aliases were renamed",
        ),
    ],
)
def test_an_alias_is_not_renamed_elsewhere_by_analogy(
    edits: list[tuple[str, str]], old: str, new: str, *, kept: bool
) -> None:
    assert is_kept(Case("m.sql", OTHERS, tuple(edits), (old, new), kept)) is kept
