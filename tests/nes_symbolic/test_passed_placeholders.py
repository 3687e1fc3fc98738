"""A placeholder that is added to a condition or an assignment gets its value, and one that is gone loses it."""

import pytest

from nes_symbolic.test_inserted_columns import Written, add, completed


def update(values: str, clause: str = "SET a = ?, b = ? WHERE id = ?") -> str:
    return f'def save(db, it, town):\n    db.execute("UPDATE inns {clause}", {values})\n'


def added(text: str, *more: tuple[str, str], jumps: str = "", typed: str = ", c = ?") -> Written:
    return add("m.py", ("b = ?", f"b = ?{typed}"), text, *more, jumps=jumps)


CASES = {
    "an assignment": added(update("[it.a, it.b, it.id]"), ("it.b,", "it.b, it.c,")),
    "a condition": add(
        "m.py",
        ("id = ?", "id = ? AND c > ?"),
        update("[it.a, it.b, it.id]"),
        ("it.id]", "it.id, it.c]"),
    ),
    "a parameter": added(update("(1, 2, 3)"), ("(1, 2,", "(1, 2, town,"), typed=", town = ?"),
    "a value that is not known": added(update("(1, 2, 3)"), jumps="1:75"),
    "a limit": add(
        "m.py",
        ("id = ?", "id = ? LIMIT ?"),
        f"limit = 3\n{update('[it.a, it.b, it.id]')}",
        ("it.id]", "it.id, limit]"),
    ),
    "a value becomes a placeholder": add(
        "m.py",
        ("c = 5", "c = ?"),
        update("[it.a, it.b]", "SET a = ?, b = ? WHERE c = 5"),
        ("it.b]", "it.b, it.c]"),
    ),
    "placeholders with numbers": add(
        "m.ts",
        ("b = $2", "b = $2 AND c = $3"),
        "db.query('SELECT 1 FROM inns WHERE a = $1 AND b = $2', [it.a, it.b]);\n",
        ("it.b]", "it.b, it.c]"),
    ),
    "an object with the values": add(
        "m.ts",
        ("b = $2", "b = $2 AND c = $3"),
        "db.query({ text: 'SELECT 1 FROM inns WHERE a = $1 AND b = $2', values: [it.a, it.b] });\n",
        ("it.b]", "it.b, it.c]"),
    ),
    "a keyword argument": add(
        "m.py",
        ("a = ?", "a = ? AND b = ?"),
        'read("SELECT 1 FROM inns WHERE a = ?", params=[it.a])\n',
        ("it.a]", "it.a, it.b]"),
    ),
    "a name": add(
        "m.py",
        ("b = :b", "b = :b AND c = :c"),
        'run("SELECT 1 FROM inns WHERE a = :a AND b = :b", {"a": it.a, "b": it.b})\n',
        ("it.b}", 'it.b, "c": it.c}'),
    ),
    "a name that is passed already": add(
        "m.py",
        ("b = :b", "b = :b AND c = :c"),
        'run("SELECT 1 FROM inns WHERE a = :a AND b = :b", {"a": it.a, "b": it.b, "c": 1})\n',
    ),
    "a removed assignment": add(
        "m.py", (", b = ?", ""), update("[it.a, it.b, it.id]"), ("it.a, it.b,", "it.a,")
    ),
    "a removed condition": add(
        "m.py", (" WHERE id = ?", ""), update("[it.a, it.b, it.id]"), (", it.id]", "]")
    ),
    # Nothing follows
    "another number of values": added(update("[it.a, it.b]")),
    "a literal": added(update("[it.a, it.b, it.id]"), typed=", c = 5"),
    "a placeholder in a string": added(update("[it.a, it.b, it.id]"), typed=", c = '?'"),
    "numbers that are not in order": add(
        "m.ts",
        ("a = $1", "a = $1 AND c = $1"),
        "db.query('SELECT 1 FROM inns WHERE a = $1 AND b = $2', [it.a, it.b]);\n",
    ),
    "no statement": add("m.py", ("a = ?", "a = ?, b = ?"), 'say("what is a = ?", [it.a])\nlog("select")\n'),
}


@pytest.mark.parametrize("name", CASES)
def test_the_value_of_a_placeholder(name: str) -> None:
    one = CASES[name]
    assert completed(one, "passed-placeholder") == (one.after, one.jumps)
