"""A function returns a set instead of a list, or the reverse: what it collects, and what it is compared with."""

from collections.abc import Mapping

import pytest

from nes_symbolic.rule_cases import RuleCase, case, run
from understudy.nes.symbolic.consequences.limits import MAX_RETURN_CANDIDATES

LIST, SET = "def f(x) -> list[str]:", "def f(x) -> set[str]:"


def changed(body: str, *expected: tuple[int, str, str], old: str = LIST, new: str = SET) -> RuleCase:
    """Expected: the line, and what it was and becomes."""
    return case(
        f"{old}\n{body}",
        old,
        new,
        *(f"m.py\n@{line}\n-{before}\n+{after}" for line, before, after in expected),
    )


CASES: Mapping[str, RuleCase] = {
    "a collected variable": changed(
        "    a = []\n    a.append(1)\n    a.extend(x)\n    a.remove(2)\n    return a\n",
        (2, "    a = []", "    a = set()"),
        (3, "    a.append(1)", "    a.add(1)"),
        (4, "    a.extend(x)", "    a.update(x)"),
    ),
    "another variable": changed("    a = []\n    b = []\n    b.append(1)\n    return sorted(a)\n"),
    "a parameter": changed("    x.append(1)\n    return x\n"),
    "a returned literal": changed("    return [1, 2]\n", (2, "    return [1, 2]", "    return {1, 2}")),
    "a comprehension": changed(
        "    return [y for y in x]\n", (2, "    return [y for y in x]", "    return {y for y in x}")
    ),
    "a literal with lists": changed("    return [[1], [2]]\n"),
    "a call": changed("    return list(x)\n"),
    "an empty list by its name": changed(
        "    a = list()\n    return a\n", (2, "    a = list()", "    a = set()")
    ),
    "a variable twice": changed(
        "    a = []\n    if x:\n        return a\n    return a\n", (2, "    a = []", "    a = set()")
    ),
    "a comparison of a call": changed(
        "    return g()\n\n\nassert f(1) == [1]\nassert [2] != f(2)\nassert f(3) is [3]\nassert g() == [4]\n",
        (5, "assert f(1) == [1]", "assert f(1) == {1}"),
        (6, "assert [2] != f(2)", "assert {2} != f(2)"),
    ),
    "a list again": changed(
        "    a = set()\n    a.add(1)\n    return a or {1}\n\n\nassert f(1) == {1}\n",
        (7, "assert f(1) == {1}", "assert f(1) == [1]"),
        old=SET,
        new=LIST,
    ),
    "a collected list again": changed(
        "    a = set()\n    a.add(1)\n    return a\n",
        (2, "    a = set()", "    a = []"),
        (3, "    a.add(1)", "    a.append(1)"),
        old=SET,
        new=LIST,
    ),
    "other items": changed("    a = []\n    return a\n", new="def f(x) -> set[int]:"),
    "another type": changed("    a = []\n    return a\n", new="def f(x) -> tuple[str]:"),
    "another spelling": changed("    a = []\n    return a\n", new="def f(x) -> List[str]:"),
    "a capital letter": changed(
        "    a = []\n    return a\n",
        (2, "    a = []", "    a = set()"),
        old="def f(x) -> List[str]:",
        new="def f(x) -> Set[str]:",
    ),
    "a member is read": changed(
        "    a = []\n    b = a.append\n    return a\n", (2, "    a = []", "    a = set()")
    ),
    "another file": RuleCase(
        {"m.py": f"{LIST}\n    return g()\n", "t.py": "from m import f\n\nassert f(1) == []\n"},
        ((LIST, SET),),
        ["t.py\n@3\n-assert f(1) == []\n+assert f(1) == set()"],
    ),
    "not more than a few": changed(
        "    return g()\n" + "assert f(1) == [1]\n" * (MAX_RETURN_CANDIDATES + 1),
        *((at + 3, "assert f(1) == [1]", "assert f(1) == {1}") for at in range(MAX_RETURN_CANDIDATES)),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_what_a_function_collects_follows(name: str) -> None:
    assert run(CASES[name], "return-value") == CASES[name].expected


START = "a = []"
FIELDS = (
    "class A:\n    def f(self):\n        self.a = []\n        self.b = []\n\n"
    "    def g(self):\n        self.a.append(1)\n        self.b.append(1)\n        self.a.append = 1\n"
)
VARIABLES: Mapping[str, RuleCase] = {
    "a variable": case(
        "def f():\n    a = []\n    b = []\n    a.append(1)\n    b.append(1)\n    return a.append\n",
        "    a = []",
        "    a = set()  # of words",
        "m.py\n@4\n-    a.append(1)\n+    a.add(1)",
    ),
    "a list of the module": case(
        "A = set()\n\n\ndef f():\n    A.update(x)\n\n\ndef g(A):\n    A.add(x)\n",
        "A = set()",
        "A = list()",
        "m.py\n@5\n-    A.update(x)\n+    A.extend(x)",
    ),
    "an annotated variable": case(
        "a: list[str] = []\na.append(1)\n",
        "a: list[str] = []",
        "a: set[str] = set()",
        "m.py\n@2\n-a.append(1)\n+a.add(1)",
    ),
    "a field": case(
        FIELDS,
        "        self.a = []",
        "        self.a = set()",
        "m.py\n@7\n-        self.a.append(1)\n+        self.a.add(1)",
    ),
    "the same collection": case("a = []\na.append(1)\n", START, "a = list()"),
    "another variable": case("a = []\na.append(1)\n", START, "b = set()"),
    "a filled one": case("a = []\na.append(1)\n", START, "a = {1}"),
    "another language": case("a = []\na.append(1)\n", START, "a = set()", path="m.rb"),
    "more lines": case("a = []\na.append(1)\n", START, "a = set()\nb = 1"),
    "not more than a few": case(
        "a = []\n" + "a.append(1)\n" * (MAX_RETURN_CANDIDATES + 1),
        START,
        "a = set()",
        *(f"m.py\n@{at + 2}\n-a.append(1)\n+a.add(1)" for at in range(MAX_RETURN_CANDIDATES)),
    ),
}


@pytest.mark.parametrize("name", VARIABLES)
def test_the_methods_of_a_variable_follow_its_other_collection(name: str) -> None:
    assert run(VARIABLES[name], "type-follows") == VARIABLES[name].expected
