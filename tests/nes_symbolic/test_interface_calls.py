"""A method of an interface gets a parameter: the calls through the interface follow, and the right overload."""

import pytest

from nes_symbolic.rule_cases import RuleCase, run

OLD = "\tRefund(id string) error"


def called(call: str, *expected: str, new: str = "\tRefund(id string, cents int) error") -> RuleCase:
    """A package that calls the method, in line 5, counted from 0."""
    files = {
        "pay/pay.go": f"package pay\n\ntype Gateway interface {{\n\tCharge(id string) error\n{OLD}\n}}\n",
        "shop/shop.go": (
            'package shop\n\nimport "example.org/app/pay"\n\n'
            f"func f(g pay.Gateway, x Other) {{\n\t{call}\n}}\n"
        ),
    }
    return RuleCase(files, ((OLD, new),), list(expected))


ROWS = {
    "a call": called('g.Refund("a")', "shop/shop.go 5:13"),
    "a call that has it": called('g.Refund("a", 1)'),
    "another method": called('g.Charge("a")'),
    "the method of another type": called('x.Refund("a")'),
    "as many parameters": called('g.Refund("a")', new="\tRefund(id int) error"),
    "a variable of that name": called('cents := 5\n\tg.Refund("a")', 'g.Refund("a", cents)'),
    "another result": called('g.Refund("a")', new="\tRefund(id string) int"),
}


@pytest.mark.parametrize("name", ROWS)
def test_calls_through_an_interface(name: str) -> None:
    assert _written(ROWS[name], "signature-argument") == ROWS[name].expected


def _written(one: RuleCase, family: str) -> list[str]:
    """The new lines of the candidates without indentation, and the places of jumps."""
    found = run(one, family)
    return [
        line.strip("+ \t")
        for text in found
        for line in text.split("\n")
        if "\n" not in text or line[0] == "+"
    ]


OTHER_ROWS = {
    "an optional parameter of TypeScript": RuleCase(
        {
            "m.ts": "interface Gate {\n  open(id: string): void;\n}\n\nfunction f(g: Gate) {\n  g.open('a');\n}\n"
        },
        (("  open(id: string): void;", "  open(id: string, speed?: number): void;"),),
        [],
    ),
    "TypeScript": RuleCase(
        {
            "m.ts": "interface Gate {\n  open(id: string): void;\n}\n\nfunction f(g: Gate) {\n  g.open('a');\n}\n"
        },
        (("  open(id: string): void;", "  open(speed: number, id: string): void;"),),
        ["m.ts 5:12"],
    ),
    "two parameters at once": RuleCase(
        {
            "m.ts": "interface Gate {\n  open(id: string): void;\n}\n\nfunction f(g: Gate) {\n  g.open('a');\n}\n"
        },
        (("  open(id: string): void;", "  open(a: number, b: string): void;"),),
        [],
    ),
    "a variable of TypeScript": RuleCase(
        {
            "m.ts": "interface Gate {\n  open(id: string): void;\n}\n\n"
            "function f(g: Gate, speed: number) {\n  g.open('a');\n}\n"
        },
        (("  open(id: string): void;", "  open(speed: number, id: string): void;"),),
        ["g.open(speed, 'a');"],
    ),
    "Rust": RuleCase(
        {
            "m.rs": "trait Gate {\n    fn open(&self, id: u8);\n}\n\n"
            "fn f(g: &dyn Gate, speed: u8) {\n    g.open(1);\n}\n"
        },
        (("    fn open(&self, id: u8);", "    fn open(&self, id: u8, speed: u8);"),),
        ["g.open(1, speed);"],
    ),
}


@pytest.mark.parametrize("name", OTHER_ROWS)
def test_calls_through_interfaces_of_other_languages(name: str) -> None:
    assert _written(OTHER_ROWS[name], "signature-argument") == OTHER_ROWS[name].expected


JAVA = """class Seeds implements Feeder {
    public int portion(String kind) {
        return 4;
    }

    int portion(char size) {
        return 9;
    }
}
"""
USES = """class Keeper {
    int feed(Feeder feeder, Seeds seeds, int grams) {
        return seeds.portion('L') + feeder.portion("a");
    }
}
"""
JAVA_EDIT = (("    int portion(String kind);", "    int portion(String kind, int grams);"),)


@pytest.mark.parametrize("is_first", [False, True])
def test_the_overload_that_implements_the_method_follows(is_first: bool) -> None:
    first, second = JAVA.split("\n\n")
    head, _, first = first.partition("\n")
    second = second.removesuffix("}\n").rstrip()
    parts = [first, second] if is_first else [second, first]
    files = {
        "Feeder.java": "interface Feeder {\n    int portion(String kind);\n}\n",
        "Seeds.java": f"{head}\n{parts[0]}\n\n{parts[1]}\n}}\n",
    }
    expected = ["public int portion(String kind, int grams) {"]
    assert _written(RuleCase(files, JAVA_EDIT, []), "implementation") == expected


@pytest.mark.parametrize("name", ["kind", "species"])
def test_the_overload_with_as_many_parameters_is_nearer(name: str) -> None:
    files = {
        "Feeder.java": "interface Feeder {\n    int portion(String kind);\n}\n",
        "Seeds.java": "class Seeds implements Feeder {\n    public int portion(String "
        + name
        + ") {\n        return 4;\n    }\n\n    int portion(char size, int a, int b) {\n"
        "        return 9;\n    }\n}\n",
    }
    found = _written(RuleCase(files, JAVA_EDIT, []), "implementation")
    assert found == (
        ["public int portion(String kind, int grams) {"] if name == "kind" else ["Seeds.java 1:15"]
    )


def test_calls_through_an_interface_of_java_get_the_argument() -> None:
    files = {
        "Feeder.java": "interface Feeder {\n    int portion(String kind);\n}\n",
        "Seeds.java": JAVA,
        "Keeper.java": USES,
    }
    found = _written(RuleCase(files, JAVA_EDIT, []), "signature-argument")
    assert found == ["return seeds.portion('L') + feeder.portion(\"a\", grams);"]


@pytest.mark.parametrize("statement", ["return portion(kind);", "throw portion(kind);"])
def test_a_call_is_no_method_of_an_interface(statement: str) -> None:
    text = (
        f"class A {{\n    int a(int kind) {{\n        {statement}\n    }}\n\n    int portion(int kind) {{\n"
    )
    text += "        return kind;\n    }\n\n    int b() {\n        return portion(3);\n    }\n}\n"
    edits = ((f"        {statement}", f"        {statement.replace('kind', 'kind, grams')}"),)
    assert run(RuleCase({"A.java": text}, edits, []), "signature-argument") == []
