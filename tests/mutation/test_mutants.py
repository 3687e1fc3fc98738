"""Which mutants a source has, and what they look like."""

import pytest
from tests.mutation.mutants import find_mutants, mutated_source


@pytest.mark.parametrize(
    ("source", "changes"),
    [
        ("x = a < b", ["a < b → a <= b"]),
        ("x = a == b", ["a == b → a != b"]),
        ("x = a in b", ["a in b → a not in b"]),
        ("x = a and b", ["a and b → a or b", "a and b → b", "a and b → a"]),
        ("x = not a", ["not a → a"]),
        ("x = 3", ["3 → 4", "3 → 2"]),
        ("x = 0", ["0 → 1"]),
        ("x = 0.4", ["0.4 → 0.61", "0.4 → 0.2"]),
        ("x = True", ["True → False"]),
        ("x = any(y)", ["any(y) → all(y)"]),
        ("def f():\n    if a:\n        return\n    b()", ["if a: return → if False: return"]),
        ("for a in b:\n    if a:\n        continue\n    c()", ["if a: continue → if False: continue"]),
    ],
)
def test_the_mutants_of_a_source(source: str, changes: list[str]) -> None:
    assert [mutant.change for mutant in find_mutants(source)] == changes


@pytest.mark.parametrize(
    "source",
    [
        "__all__ = ['a']",
        '"""Text."""',
        "import a",
        "x = f'{3}'",
        "@cache(3)\ndef f(a: 'int' = b) -> 'int': ...",
        "x = lru_cache(maxsize=3)",
        "x = zip(a, b, strict=True)",
        "def f():\n    if a:\n        b()\n    c()",
    ],
)
def test_what_is_not_mutated(source: str) -> None:
    assert find_mutants(source) == []


def test_a_mutant_changes_one_place_and_is_named_by_its_function() -> None:
    source = "class A:\n    def f(self, a):\n        return a > 1 or a > 1"
    mutants = find_mutants(source)
    assert {mutant.scope for mutant in mutants} == {"A.f"}
    changed = {
        mutated_source(source, mutant.number) for mutant in mutants if mutant.change.startswith("a > 1 →")
    }
    assert {text.splitlines()[-1].strip() for text in changed} == {
        "return a >= 1 or a > 1",
        "return a > 1 or a >= 1",
    }


def test_mutants_with_the_same_change_have_different_names() -> None:
    source = "x = 1\ny = 1\n\n\ndef f():\n    return 1\n"
    assert [mutant.name for mutant in find_mutants(source)] == [
        "<module>: 1 → 2",
        "<module>: 1 → 0",
        "<module>: 1 → 2 (#2)",
        "<module>: 1 → 0 (#2)",
        "f: 1 → 2",
        "f: 1 → 0",
    ]
