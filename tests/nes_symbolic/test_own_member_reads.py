"""A line that reads a new member from `self` or `this` is not repeated in types that do not have it."""

import pytest

from nes_symbolic.test_explained_tables import Case, run

PYTHON = (
    "@dataclass\nclass Invoice:\n    number: str\n\n    def row(self):\n        return [self.number]\n\n\n"
    "@dataclass\nclass {}:\n    cents: int{}\n\n    def row(self):\n        return [self.cents]\n"
)
SCRIPT = (
    "class Invoice {{\n  number: string;\n  row() {{ return [this.number]; }}\n}}\n"
    "class {} {{\n  cents: number;{}\n  row() {{ return [this.cents]; }}\n}}\n"
)
JAVA = (
    "class Invoice {{\n  String number;\n  String row() {{ return this.number; }}\n}}\n"
    'class {} {{\n  long cents;{}\n  String row() {{ return "" + this.cents; }}\n}}\n'
)
ADDED = ("    number: str", "    number: str\n    due: str")
READ = ("        return [self.cents]", "        return [self.cents, self.due]")


def python(name: str, read: tuple[str, str] = READ, member: str = "") -> Case:
    return Case("m.py", PYTHON.format(name, member), (ADDED,), read, is_kept=False)


CASES = {
    "another type": python("Note"),
    "a type with such a member": python("Note", member="\n    due: str")._replace(is_kept=True),
    "a type with a related name": python("InvoiceNote")._replace(is_kept=True),
    "a type that inherits": python("Note(Invoice)")._replace(is_kept=True),
    "another member": python("Note", (READ[0], "        return [self.cents, self.paid]"))._replace(
        is_kept=True
    ),
    "the member of another object": python(
        "Note", (READ[0], "        return [self.cents, old.due]")
    )._replace(is_kept=True),
    "a longer chain": python("Note", (READ[0], "        return [self.cents, x.self.due]"))._replace(
        is_kept=True
    ),
    "a class of TypeScript": Case(
        "m.ts",
        SCRIPT.format("Note", ""),
        (("  number: string;", "  number: string;\n  due: string;"),),
        ("  row() { return [this.cents]; }", "  row() { return [this.cents, this.due]; }"),
        False,
    ),
    "a class of TypeScript that inherits": Case(
        "m.ts",
        SCRIPT.format("Note extends Invoice", ""),
        (("  number: string;", "  number: string;\n  due: string;"),),
        ("  row() { return [this.cents]; }", "  row() { return [this.cents, this.due]; }"),
        True,
    ),
    "a class of Java": Case(
        "m.java",
        JAVA.format("Note", ""),
        (("  String number;", "  String number;\n  String due;"),),
        (
            '  String row() { return "" + this.cents; }',
            '  String row() { return "" + this.cents + this.due; }',
        ),
        False,
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_a_new_member_is_read_where_the_type_has_it(name: str) -> None:
    assert run(CASES[name]) is CASES[name].is_kept
