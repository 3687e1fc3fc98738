"""A column was added to an INSERT of the parameters of a function: the function gets one more."""

import pytest

from nes_symbolic.rule_cases import RuleCase, run

FAMILY = "inserted-column"
TABLE = "CREATE TABLE books (\n    title TEXT NOT NULL,\n    year INTEGER,\n    tongue TEXT\n);\n"
INSERT = '        "INSERT INTO books (title, year) VALUES (?, ?)", (title, year)'
PYTHON = "    def add(self, {}):\n        self.db.execute(\n{}\n        )\n"


def python(parameters: str, expected: str = "", insert: str = INSERT, table: str = TABLE) -> RuleCase:
    """The column `tongue` is added to the INSERT, and a placeholder for it."""
    new = insert.replace("year)", "year, tongue)", 1).replace("?, ?", "?, ?, ?")
    found = (
        [f"m.py\n@1\n-    def add(self, {parameters}):\n+    def add(self, {expected}):"] if expected else []
    )
    return RuleCase({"m.py": PYTHON.format(parameters, insert), "schema.sql": table}, ((insert, new),), found)


CASES = {
    "a type like that of another column": python(
        "title: str, year: int", "title: str, year: int, tongue: str"
    ),
    "parameters without types": python("title, year", "title, year, tongue", table=""),
    "between other parameters": python(
        "title: str, year: int, db: Db", "title: str, year: int, tongue: str, db: Db"
    ),
    "a type that is not known": python("title: str, year: int", table="")._replace(expected=["m.py 0:39"]),
    "a parameter with a default": python("title: str, year: int = 0")._replace(expected=["m.py 0:43"]),
    "a parameter that is there": python("title: str, year: int, tongue: str"),
    "values that are no parameters": python(
        "title: str, when: Date",
        insert=INSERT.replace(", year)'", ", when.year)'").replace("(title, year)", "(title, when.year)", 1),
    ),
    "values of other columns": python(
        "title, year", insert=INSERT.replace("(title, year)", "(year, title)", 1)
    ),
}


def parameter_edits(one: RuleCase) -> list[str]:
    """What the rule proposes for the header, which is the first line."""
    return [found for found in run(one, FAMILY) if "\n@1\n" in found or " 0:" in found]


@pytest.mark.parametrize("name", CASES)
def test_the_parameter_of_a_new_column(name: str) -> None:
    assert parameter_edits(CASES[name]) == CASES[name].expected


def test_a_function_of_javascript_gets_its_own_spelling() -> None:
    old = "  db.run(`INSERT INTO books (title, made_in) VALUES (?, ?)`, [title, madeIn]);"
    text = f"function add(title, madeIn) {{\n{old}\n}}\n"
    one = RuleCase({"m.js": text}, ((old, old.replace("made_in)", "made_in, sold_in)")),), [])
    assert parameter_edits(one) == [
        "m.js\n@1\n-function add(title, madeIn) {\n+function add(title, madeIn, soldIn) {"
    ]


def test_parameters_in_lines_of_their_own() -> None:
    header = "    def add(\n        self,\n        title: str,\n        year: int,\n    ):\n"
    text = f"{header}        self.db.execute(\n{INSERT}\n        )\n"
    new = INSERT.replace("year)", "year, tongue)", 1)
    one = RuleCase({"m.py": text, "schema.sql": TABLE}, ((INSERT, new),), [])
    assert run(one, FAMILY)[-1:] == ["m.py\n@5\n+        tongue: str,"] or "tongue: str" in "".join(
        run(one, FAMILY)
    )
