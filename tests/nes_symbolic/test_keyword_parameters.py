"""Parameters are passed by name only now: the arguments of calls get names, those of other functions do not."""

from collections.abc import Mapping

import pytest

from nes_symbolic.rule_cases import RuleCase, case, run
from nes_symbolic.rule_harness import RuleHarness
from nes_symbolic.test_explained_tables import Case
from nes_symbolic.test_explained_tables import run as is_kept
from understudy.nes.symbolic.consequences.limits import MAX_CALL_CANDIDATES

DEF = "def f(a, b, c=1):"
STAR = "def f(a, *, b, c=1):"


def python(call: str, *expected: str, old: str = DEF, new: str = STAR) -> RuleCase:
    return case(
        f"{old}\n    pass\n\n\n{call}\n", old, new, *(f"m.py\n@5\n-{call}\n+{one}" for one in expected)
    )


RUBY = (
    "class A\n  def self.book({})\n  end\n\n  def add({})\n  end\nend\n\n"
    "class B\n  def self.book(x, y)\n  end\nend\n\n"
)


def ruby(call: str, *expected: str, old: str = "a, b", new: str = "a, b:") -> RuleCase:
    """The new calls at line 14."""
    return case(
        f"{RUBY.format(old, 'c')}{call}\n",
        f"  def self.book({old})",
        f"  def self.book({new})",
        *(f"m.rb\n@14\n-{call}\n+{one}" for one in expected),
        path="m.rb",
    )


CASES: Mapping[str, RuleCase] = {
    "a call": python("f(1, 2)", "f(1, b=2)"),
    "two arguments": python("f(1, 2, 3)", "f(1, b=2, c=3)"),
    "a named argument": python("f(1, b=2)"),
    "a named argument behind": python("f(1, 2, c=3)", "f(1, b=2, c=3)"),
    "all arguments": python("f(1, 2)", "f(a=1, b=2)", new="def f(*, a, b, c=1):"),
    "an unpacked list": python("f(1, *rest)"),
    "unpacked keywords": python("f(1, 2, **rest)"),
    "too many arguments": python("f(1, 2, 3, 4)"),
    "an unfinished call": python("f(1, 2 3)"),
    "a call of another function": python("g(1, 2)"),
    "a pair of words": python("f(1, (2, 3))", "f(1, b=(2, 3))"),
    "any number of arguments": python("f(1, 2)", "f(1, b=2)", new="def f(a, *args, b, c=1):"),
    "no names any more": python("f(1, b=2)", old=STAR, new=DEF),
    "another parameter as well": python("f(1, 2)", new="def f(a, *, b, d):"),
    "a parameter with another default": python("f(1, 2)", old="def f(a, b=2):", new="def f(a, b=2 * 3):"),
    "types": python(
        "f(1, 2)", "f(1, b=2)", old="def f(a: int, b: int = 2):", new="def f(a: int, *, b: int = 2):"
    ),
    "a signature of several lines": case(
        "def f(\n    a,\n    b,\n):\n    pass\n\n\nf(1, 2)\n",
        "    a,",
        "    a,\n    *,",
        "m.py\n@9\n-f(1, 2)\n+f(1, b=2)",
    ),
    "a method": case(
        "class A:\n    def f(self, a, b):\n        self.f(1, 2)\n\n\nclass B:\n    def f(self, a, b):\n"
        "        self.f(1, 2)\n",
        "    def f(self, a, b):",
        "    def f(self, a, *, b):",
        "m.py\n@3\n-        self.f(1, 2)\n+        self.f(1, b=2)",
    ),
    "a constructor": case(
        "class A:\n    def __init__(self, a, b):\n        pass\n\n\nA(1, 2)\n",
        "    def __init__(self, a, b):",
        "    def __init__(self, *, a, b):",
        "m.py\n@6\n-A(1, 2)\n+A(a=1, b=2)",
    ),
    "a function of its name in no class": case(
        "def __init__(a, b):\n    pass\n\n\n__init__(1, 2)\n",
        "def __init__(a, b):",
        "def __init__(a, *, b):",
    ),
    "another file": RuleCase(
        {"m.py": f"{DEF}\n    pass\n", "n.py": "from m import f\n\nf(1, 2)\n"},
        ((DEF, STAR),),
        ["n.py\n@3\n-f(1, 2)\n+f(1, b=2)"],
    ),
    "a function of JavaScript": case(
        "function* f(a, b) {\n}\nf(1, 2);\n", "function* f(a, b) {", "function f(a, b) {", path="m.js"
    ),
    "not more than a few": case(
        f"{DEF}\n    pass\n\n\n" + "f(1, 2)\n" * (MAX_CALL_CANDIDATES + 1),
        DEF,
        STAR,
        *(f"m.py\n@{number + 5}\n-f(1, 2)\n+f(1, b=2)" for number in range(MAX_CALL_CANDIDATES)),
    ),
    "a call of Ruby": ruby("A.book(1, 2)", "A.book(1, b: 2)"),
    "a call of Ruby without brackets": ruby("A.book 1, 2", "A.book 1, b: 2"),
    "a call of Ruby with a block": ruby("A.book(1, 2, &c)", "A.book(1, b: 2, &c)"),
    "a call of another class": ruby("B.book(1, 2)"),
    "a name in the middle": ruby("A.book(1, 2, 3)", old="a, b, c", new="a, b:, c"),
    "no name any more in Ruby": ruby("A.book(1, b: 2)", "A.book(1, 2)", old="a, b:", new="a, b"),
    "names in another order": ruby("A.book(b: 2, a: 1)", old="a:, b:", new="a:, b"),
    "an optional name": ruby("A.book(1, 2)", "A.book(1, b: 2)", old="a, b = 1", new="a, b: 1"),
    "an unpacked list of Ruby": ruby("A.book(1, *c)"),
    "a symbol is no name": ruby("A.book(1, 2)", old="a, b = 1", new="a, b = :c"),
}


@pytest.mark.parametrize("name", CASES)
def test_the_arguments_of_a_call_get_names(name: str) -> None:
    assert run(CASES[name], "signature-argument") == CASES[name].expected


def test_a_call_of_which_only_the_name_is_known_is_less_likely() -> None:
    text = "class A:\n    def put(self, a, b):\n        self.put(1, 2)\n\n\ndef g(it):\n    it.put(1, 2)\n"
    harness = RuleHarness(m__py=text)
    harness.edit("m.py", "    def put(self, a, b):", "    def put(self, a, *, b):")
    found = [one.probability for one in harness.ask("m.py") if one.family == "signature-argument"]
    assert len(found) == 2
    assert found[0] > found[1]


HEADS = RUBY.format("a, b", "x, y")
CHANGED = (("  def self.book(a, b)", "  def self.book(a, b:)"),)


@pytest.mark.parametrize(
    ("old", "new", "edits", "kept"),
    [
        pytest.param("  def self.book(x, y)", "  def self.book(x, y:)", CHANGED, False, id="another class"),
        pytest.param("  def self.book(x, y)", "  def self.book(x, y:)", (), True, id="no change before"),
        pytest.param("  def add(x, y)", "  def add(x, y:)", CHANGED, False, id="another method"),
        pytest.param(
            "  def self.book(x, y)",
            "  def self.book(x, y:)",
            (*CHANGED, ("  def add(x, y)", "  def add(x, y:)")),
            True,
            id="a second method before",
        ),
    ],
)
def test_a_name_is_not_repeated_in_another_signature(
    old: str, new: str, edits: tuple[tuple[str, str], ...], *, kept: bool
) -> None:
    assert is_kept(Case("m.rb", HEADS, edits, (old, new), kept)) == kept
