"""A column of an INSERT needs a placeholder or a value in each row, and what code passes for it."""

from typing import NamedTuple

import pytest

from nes_symbolic.rule_cases import case, edit, run
from nes_symbolic.rule_harness import RuleHarness
from understudy.nes.symbolic.consequences.limits import MAX_QUERY_CHARS, MAX_STATEMENT_CHARS


class Written(NamedTuple):
    path: str
    before: str
    typed: tuple[str, str]
    """What the user replaces first in a line of the text."""
    after: str
    """The text when every edit is accepted that the rule proposes."""
    jumps: tuple[str, ...] = ()
    """What is proposed then."""


def add(path: str, typed: tuple[str, str], before: str, *more: tuple[str, str], jumps: str = "") -> Written:
    """`more`: what else is replaced, each once."""
    after = before
    for old, new in (typed, *more):
        assert before.count(old) == 1, old
        after = after.replace(old, new)
    return Written(path, before, typed, after, tuple(jumps.split()))


def python(values: str, rest: str, parameters: str = "db, it") -> str:
    return f'def add({parameters}):\n    db.execute("INSERT INTO t (a, b) VALUES ({values})", {rest})\n'


AT_END = ("(a, b)", "(a, b, c)")
AT_START = ("(a, b)", "(c, a, b)")
BETWEEN = ("(a, b)", "(a, c, b)")
NONE_LEFT = ("(a, b)", "(a)")
CASES = {
    # Placeholders and values of Python
    "a member of the same object": add(
        "m.py", AT_END, python("?, ?", "[it.a, it.b]"), ("?, ?", "?, ?, ?"), ("it.b]", "it.b, it.c]")
    ),
    "in front": add(
        "m.py", AT_START, python("?, ?", "[it.a, it.b]"), ("?, ?", "?, ?, ?"), ("[it.a", "[it.c, it.a")
    ),
    "between": add(
        "m.py", BETWEEN, python("?, ?", "[it.a, it.b]"), ("?, ?", "?, ?, ?"), ("it.b]", "it.c, it.b]")
    ),
    "two columns": add(
        "m.py",
        ("(a, b)", "(a, b, c, d)"),
        python("?, ?", "[it.a, it.b]"),
        ("?, ?", "?, ?, ?, ?"),
        ("it.b]", "it.b, it.c, it.d]"),
    ),
    "a parameter": add(
        "m.py", AT_END, python("%s, %s", "[x, y]", "db, x, y, c"), ("%s, %s", "%s, %s, %s"), ("y]", "y, c]")
    ),
    "no value is known": add(
        "m.py", AT_END, python("?, ?", "[x, y]", "db, x, y"), ("?, ?", "?, ?, ?"), jumps="1:64"
    ),
    "a dictionary of the row": add(
        "m.py",
        AT_END,
        python("?, ?", "[it['a'], it['b']]"),
        ("?, ?", "?, ?, ?"),
        ("it['b']]", "it['b'], it['c']]"),
    ),
    "values are arguments, placeholders have numbers": add(
        "m.py", AT_END, python("$1, $2", "it.a, it.b"), ("$1, $2", "$1, $2, $3"), ("it.b)", "it.b, it.c)")
    ),
    "placeholders with numbers are counted again": add(
        "m.py", AT_START, python("$1, $2", "it.a, it.b"), ("$1, $2", "$1, $2, $3"), ("it.a,", "it.c, it.a,")
    ),
    "a number that is used again": add(
        "m.py",
        BETWEEN,
        python("$1, $2) ON CONFLICT (a) DO UPDATE SET (b = $2", "it.a, it.b"),
        ("$1, $2)", "$1, $3, $2)"),
        ("it.b)", "it.b, it.c)"),
    ),
    "a later placeholder": add(
        "m.py",
        AT_END,
        python("?, ?) ON CONFLICT (a) DO UPDATE SET (b = ?", "[it.a, it.b, it.b]"),
        ("?, ?)", "?, ?, ?)"),
        ("it.a, it.b,", "it.a, it.b, it.c,"),
    ),
    "names": add(
        "m.py",
        AT_END,
        python(":a, :b", '{"a": it.a, "b": it.b}'),
        (":a, :b", ":a, :b, :c"),
        ("it.b}", 'it.b, "c": it.c}'),
    ),
    "names of psycopg and no dictionary": add(
        "m.py", AT_END, python("%(a)s, %(b)s", "it"), ("%(a)s, %(b)s", "%(a)s, %(b)s, %(c)s")
    ),
    "a function of the database beside placeholders": add(
        "m.py", AT_END, python("?, now()", "[it.a]"), ("now()", "now(), ?"), ("it.a]", "it.a, it.c]")
    ),
    "a cast": add(
        "m.py",
        AT_END,
        python("$1::uuid, $2::text", "it.a, it.b"),
        ("$2::text", "$2::text, $3"),
        ("it.b)", "it.b, it.c)"),
    ),
    "a tuple of one value": add(
        "m.py",
        ("t (a)", "t (a, c)"),
        'def add(db, a, c):\n    db.execute("INSERT INTO t (a) VALUES (?)", (a,))\n',
        ("(?)", "(?, ?)"),
        ("(a,)", "(a, c)"),
    ),
    "strings beside each other": add(
        "m.py",
        AT_END,
        'db.execute(\n    "INSERT INTO t (a, b)"\n    " VALUES (?, ?)",\n    (it.a, it.b),\n)\n',
        ("?, ?", "?, ?, ?"),
        ("it.b)", "it.b, it.c)"),
    ),
    "a constant": add(
        "m.py",
        AT_END,
        'ADD = "INSERT INTO t (a, b) VALUES (?, ?)"\n\n\ndef add(db, it):\n    db.execute(ADD, [it.a, it.b])\n',
        ("?, ?", "?, ?, ?"),
        ("it.b]", "it.b, it.c]"),
    ),
    "values in a variable": add(
        "m.py",
        AT_END,
        'def add(db, it):\n    row = [it.a, it.b]\n    db.execute("INSERT INTO t (a, b) VALUES (?, ?)", row)\n',
        ("?, ?", "?, ?, ?"),
        ("it.b]", "it.b, it.c]"),
    ),
    "a row for each item": add(
        "m.py",
        AT_END,
        'db.executemany("INSERT INTO t (a, b) VALUES (?, ?)", [(x.a, x.b) for x in xs])\n',
        ("?, ?", "?, ?, ?"),
        ("x.b)", "x.b, x.c)"),
    ),
    "rows of literals": add(
        "m.py",
        AT_END,
        'db.executemany("INSERT INTO t (a, b) VALUES (?, ?)", [(1, 2), (3, 4)])\n',
        ("?, ?", "?, ?, ?"),
    ),
    "one line for each": add(
        "m.py",
        ("        a,\n", "        a,\n        c,\n"),
        'db.execute(\n    """\n    INSERT INTO t (\n        a,\n        b\n    ) VALUES (\n        ?,\n'
        "        ?\n    )\n"
        '    """,\n    (\n        it.a,\n        it.b,\n    ),\n)\n',
        ("        ?,\n        ?\n", "        ?,\n        ?,\n        ?\n"),
        ("        it.a,\n", "        it.a,\n        it.c,\n"),
    ),
    "a type without the member": add(
        "m.py",
        AT_END,
        f"@dataclass\nclass It:\n    a: int\n    b: int\n\n\n{python('?, ?', '[it.a, it.b]')}",
        ("?, ?", "?, ?, ?"),
        jumps="7:70",
    ),
    "the member of another type": add(
        "m.py",
        AT_END,
        "class It:\n    a: int\n    b: int\n\n\nclass Is:\n    c: int\n\n\n"
        + python("?, ?", "[it.a, it.b]", "db, it: It"),
        ("?, ?", "?, ?, ?"),
        jumps="10:70",
    ),
    # Other languages
    "Go": add(
        "m.go",
        AT_END,
        "package p\n\nfunc Add(db *sql.DB, t T) {\n\tdb.Exec(`INSERT INTO t (a, b)\n"
        "\t\tVALUES ($1, $2)`, t.A, t.B)\n}\n",
        ("$1, $2", "$1, $2, $3"),
        ("t.B)", "t.B, t.C)"),
    ),
    "Java": add(
        "M.java",
        ("(name, mail)", "(name, mail, phone)"),
        'class M {\n  void add(U u) {\n    db.update("INSERT INTO u (name, mail) " +\n'
        '      "VALUES (?, ?)", u.getName(), u.getMail());\n'
        "  }\n}\n",
        ("?, ?", "?, ?, ?"),
        ("u.getMail()", "u.getMail(), u.getPhone()"),
    ),
    "setters of a prepared statement": add(
        "M.java",
        AT_END,
        "class M {\n  void add() {\n"
        '    var s = db.prepareStatement("INSERT INTO t (a, b) VALUES (?, ?)");\n    s.setInt(1, a);\n'
        "    s.setInt(2, b);\n  }\n}\n",
        ("?, ?", "?, ?, ?"),
    ),
    "TypeScript": add(
        "m.ts",
        AT_END,
        "const q = `INSERT INTO t (a, b) VALUES ($1, $2)`;\nawait db.query(q, [\n  it.a,\n  it.b\n]);\n",
        ("$1, $2", "$1, $2, $3"),
        ("  it.b\n", "  it.b,\n  it.c\n"),
    ),
    "a name of several words in camel case": add(
        "m.ts",
        ("(first_name)", "(first_name, last_name)"),
        "db.run('INSERT INTO t (first_name) VALUES (:firstName)', { firstName: it.firstName });\n",
        ("(:firstName)", "(:firstName, :lastName)"),
        ("it.firstName }", "it.firstName, lastName: it.lastName }"),
    ),
    "a name of several words beside names of one": add(
        "m.ts",
        ("(a, b)", "(a, b, last_name)"),
        "db.run('INSERT INTO t (a, b) VALUES (?, ?)', [it.a, it.b]);\n",
        ("?, ?", "?, ?, ?"),
        jumps="0:70",
    ),
    "the name of several words that another line has": add(
        "m.ts",
        ("(a, b)", "(a, b, last_name)"),
        "db.run('INSERT INTO t (a, b) VALUES (?, ?)', [it.a, it.b]);\nlog(it.lastName);\n",
        ("?, ?", "?, ?, ?"),
        ("it.b]", "it.b, it.lastName]"),
    ),
    "a prepared statement": add(
        "m.js",
        AT_END,
        "function add(x, y, c) {\n  const s = db.prepare('INSERT INTO t (a, b) VALUES (?, ?)');\n"
        "  s.run(x, y);\n}\n",
        ("?, ?", "?, ?, ?"),
        ("run(x, y)", "run(x, y, c)"),
    ),
    "a chain": add(
        "m.js",
        AT_END,
        "db.prepare('INSERT INTO t (a, b) VALUES (@a, @b)').run({ a: it.a, b: it.b });\n",
        ("@a, @b", "@a, @b, @c"),
        ("it.b }", "it.b, c: it.c }"),
    ),
    "interpolated values": add(
        "m.ts",
        AT_END,
        "await sql`INSERT INTO t (a, b) VALUES (${it.a}, ${it.b})`;\n",
        ("${it.b}", "${it.b}, ${it.c}"),
    ),
    "Rust": add(
        "m.rs",
        AT_END,
        'fn f(it: &It) {\n    db.execute("INSERT INTO t (a, b) VALUES (?1, ?2)", params![it.a, it.b]);\n}\n',
        ("?1, ?2", "?1, ?2, ?3"),
        ("it.b]", "it.b, it.c]"),
    ),
    "bound values": add(
        "m.rs",
        AT_END,
        'fn f(a: u8, b: u8, c: u8) {\n    query("INSERT INTO t (a, b) VALUES ($1, $2)")\n'
        "        .bind(a)\n        .bind(b)\n"
        "        .execute(db);\n}\n",
        ("$1, $2", "$1, $2, $3"),
        ("        .bind(b)\n", "        .bind(b)\n        .bind(c)\n"),
    ),
    "Ruby": add(
        "m.rb",
        AT_END,
        "db.execute(<<~SQL, [it.a, it.b])\n  INSERT INTO t (a, b)\n  VALUES (?, ?)\nSQL\n",
        ("?, ?", "?, ?, ?"),
        ("it.b]", "it.b, it.c]"),
    ),
    # SQL
    "rows of SQL": add(
        "m.sql", AT_END, "INSERT INTO t (a, b) VALUES\n  ('x', 1),\n  ('y, z', 2);\n", jumps="1:9 2:12"
    ),
    "the columns of another table": add(
        "m.sql", AT_END, "INSERT INTO t (a, b)\nSELECT o.a, o.b FROM o, p;\n", ("o.b", "o.b, o.c")
    ),
    "other values of another table": add(
        "m.sql", AT_END, "INSERT INTO t (a, b)\nSELECT x, o.b FROM o;\n", jumps="1:13"
    ),
    # Removed columns
    "a removed column": add(
        "m.py", NONE_LEFT, python("?, ?", "[it.a, it.b]"), ("?, ?", "?"), (", it.b]", "]")
    ),
    "a removed column in front": add(
        "m.py", ("(a, b)", "(b)"), python("$1, $2", "it.a, it.b"), ("$1, $2", "$1"), ("it.a, ", "")
    ),
    "a removed column of rows": add(
        "m.sql",
        NONE_LEFT,
        "INSERT INTO t (a, b) VALUES\n  ('x', 1),\n  ('y', 2);\n",
        ("'x', 1", "'x'"),
        ("'y', 2", "'y'"),
    ),
    "a removed value without a placeholder": add(
        "m.py", NONE_LEFT, python("?, now()", "[it.a]"), (", now()", "")
    ),
    # Nothing follows
    "a renamed column": add("m.py", ("(a, b)", "(a, c)"), python("?, ?", "[it.a, it.b]")),
    "the placeholder is there already": add(
        "m.py", AT_END, python("?, ?, ?", "[it.a, it.b]"), ("it.b]", "it.b, it.c]")
    ),
    "another number of values": add("m.py", AT_END, python("?, ?, ?, ?", "[it.a, it.b]")),
    "a sentence": add("m.py", AT_END, 'log("cannot insert into t (a, b)", a, b)\n'),
    "columns that are computed": add(
        "m.py", ("({x}, b)", "({x}, b, c)"), 'run(f"INSERT INTO t ({x}, b) VALUES (?, ?)", [it.a, it.b])\n'
    ),
    "another statement": add("m.py", AT_END, 'run("SELECT f(a, b)", [it.a, it.b])\nlog("insert into")\n'),
}


def completed(one: Written, family: str) -> tuple[str, tuple[str, ...]]:
    """Return the text when every edit of a family is accepted, and the jumps that are proposed then."""
    harness = RuleHarness()
    harness.put(one.path, one.before)
    edit(harness, one.path, one.before, one.before.replace(*one.typed))
    while True:
        found = [each for each in harness.ask(one.path) if each.family == family]
        edits = [each for each in found if each.kind == "edit"]
        if not edits:
            break
        harness.accept(edits[0])
    text = "\n".join(harness.workspace.texts[f"file:///project/{one.path}"])
    return text, tuple(f"{at.line}:{at.column}" for each in found if (at := each.position))


@pytest.mark.parametrize("name", CASES)
def test_what_a_column_of_an_insert_needs(name: str) -> None:
    one = CASES[name]
    assert completed(one, "inserted-column") == (one.after, one.jumps)


def test_the_type_of_a_parameter_in_another_text_has_no_such_member() -> None:
    text = python("?, ?", "[it.a, it.b]", "db, it: It")
    line = text.split("\n")[1]
    found = {
        member: run(
            case(
                {"m.py": text, "it.py": f"class It:\n    a: int\n    b: int\n    {member}: int\n"},
                line,
                line.replace(*AT_END),
            ),
            "inserted-column",
        )
        for member in ("c", "d")
    }
    new = line.replace("?, ?", "?, ?, ?").replace(*AT_END)
    assert found["d"] == [f"m.py\n@2\n-{line.replace(*AT_END)}\n+{new}"]
    assert found["c"] == [f"m.py\n@2\n-{line.replace(*AT_END)}\n+{new.replace('it.b]', 'it.b, it.c]')}"]


@pytest.mark.parametrize(
    ("before", "typed", "is_followed"),
    [
        pytest.param(python("?, ?", "[it.a, it.b]"), ("b)", "b, c, d, e, f)"), True, id="four columns"),
        pytest.param(python("?, ?", "[it.a, it.b]"), ("b)", "b, c, d, e, f, g)"), False, id="five columns"),
        pytest.param(
            python(f"?, ?) /* {' ' * MAX_STATEMENT_CHARS} */ (", "[it.a, it.b]"),
            AT_END,
            False,
            id="a statement that is too long",
        ),
        pytest.param(
            'db.execute("""INSERT INTO t (' + " " * (MAX_QUERY_CHARS + 1) + 'a, b) VALUES (?, ?)""")\n',
            ("a, b)", "a, b, c)"),
            False,
            id="a statement that begins far above",
        ),
    ],
)
def test_how_much_is_followed(before: str, typed: tuple[str, str], *, is_followed: bool) -> None:
    after, jumps = completed(Written("m.py", before, typed, ""), "inserted-column")
    assert bool(after != before.replace(*typed) or jumps) is is_followed
