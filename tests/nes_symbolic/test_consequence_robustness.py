"""No edit of any text makes a rule raise, and every candidate fits its text."""

import random
import re

import pytest

from nes_symbolic.rule_harness import RuleHarness
from nes_symbolic.test_added_members import PYTHON_ENUM, PYTHON_RECORD
from nes_symbolic.test_changed_functions import INTERFACE, SHAPES
from nes_symbolic.test_markup_names import PAGE
from nes_symbolic.test_sibling_keys import SCHEMA, SERVICES
from understudy.nes.text import EditOrigin

SOURCES = {
    "a.py": PYTHON_ENUM + "LABELS = {Status.ACTIVE: 'Active', Status.CLOSED: 'Closed'}\n",
    "b.py": PYTHON_RECORD + SHAPES,
    "c.ts": INTERFACE + "type Level = 'low' | 'high';\nconst all: Level[] = ['low', 'high'];\n",
    "d.html": PAGE,
    "e.yml": SERVICES,
    "f.sql": SCHEMA,
    "g.rs": "enum Kind {\n    Read,\n    Write(u8),\n}\n\nfn f(k: Kind) -> u8 {\n    match k {\n"
    "        Kind::Read => 1,\n"
    "        Kind::Write(n) => n,\n    }\n}\n",
    "h.go": "package m\n\ntype A struct {\n\tName string\n\tSize int\n}\n\nfunc (a *A) Get(n int) (int, error) {\n"
    '\treturn a.Size, nil\n}\n\nvar a = A{Name: "x", Size: 1}\n',
    "I.java": 'record R(int a, String b) {\n    R copy() {\n        return new R(1, "b");\n    }\n}\n',
    "j.c": "enum e { ONE, TWO };\nint f(int x);\n\nint f(int x)\n{\n    switch (x) {\n    case ONE: return 1;\n"
    "    case TWO: return 2;\n    }\n    return 0;\n}\n",
}
PIECES = ("x", "(", "async ", ", z", "{", "}", '"', "_b", "1", ": int", "<b>", ".", "--flag", "8080")


@pytest.mark.parametrize("path", SOURCES)
def test_random_edits(path: str) -> None:
    choose = random.Random(path)
    for _ in range(120):
        harness = RuleHarness()
        for other, text in SOURCES.items():
            harness.put(other, text)
        lines = SOURCES[path].split("\n")
        at = choose.randrange(len(lines))
        old = lines[at : at + choose.randint(1, 3)]
        column = choose.randint(0, len(old[0]))
        new = choose.choice(
            (
                [],
                [*old, choose.choice(lines)],
                [old[0][:column] + choose.choice(PIECES) + old[0][column:], *old[1:]],
                [old[0][:column] + old[0][column + choose.randint(1, 6) :], *old[1:]],
                [re.sub(r"\w+", lambda match: choose.choice((match[0], match[0] + "2")), old[0]), *old[1:]],
            )
        )
        if new != old:
            harness.splice(path, at, old, new, EditOrigin.TYPED)
            harness.ask(path)  # checks the candidates
