"""A repetition does not make two branches, arms or functions equal."""

import pytest

from nes_symbolic.builders import HERE, OTHER, made, text_of
from understudy.nes.symbolic.candidates import CandidateLabel
from understudy.nes.symbolic.filters.examples import limit_equal_branches
from understudy.nes.symbolic.limits import (
    MAX_COMPARED_BRANCHES,
    MAX_COMPARED_CANDIDATES,
    MAX_LEARNED_EDITS,
    OTHER_VALUE_PROBABILITY,
)
from understudy.nes.symbolic.patterns import extract_patterns

LABEL = CandidateLabel("again", "p", "t", "why")
PYTHON = "if a:\n    y -= 1\nelif b:\n    y += 1\nelse:\n    z += 1\n"
JAVASCRIPT = "if (a) {\n  y -= 1;\n} else if (b) {\n  y += 1;\n} else {\n  y += 1;\n  z();\n}\n"
GO = "package a\nfunc f() {\nif a {\ny -= 1\n} else if b {\ny += 1\n} else {\ny += 1\n}\n}\n"
RUST = "fn f() {\nif a {\ny -= 1\n} else if b {\ny += 1\n} else {\ny += 2\n}\n}\n"
RUBY = "if a\n  y -= 1\nelsif b\n  y += 1\nelse\n  y += 1\nend\n"
SWITCH = (
    "switch (a) {\n  case 1:\n    y -= 1;\n    break;\n  case 2:\n    y += 1;\n    break;\n"
    "  default:\n    y += 1;\n}\n"
)
ARMS = "fn f() {\nmatch a {\nA => y - 1,\nB => y + 1,\nC => { y + 1 }\n_ => y,\n}\n}\n"
CLASS = "class A:\n    def up(self):\n        self.y -= 1\n\n    def down(self):\n        self.y += 1\n"
CASE = "match a:\n    case 1:\n        y -= 1\n    case 2:\n        y += 1\n"
CALLS = "if a:\n    f(x, 1)\nelif b:\n    f(x)\nelse:\n    g(x)\n"
OTHERS = "if a:\n    f(x)\nelif b:\n    f(x, y)\nelif c:\n    g(z)\n"
HEADERS = "if a > 1:\n    y()\nelif b < 1:\n    z()\n"
MINUS, PLUS = "y -= 1", "y += 1"


@pytest.mark.parametrize(
    ("language", "text", "edited", "old", "line", "new", "is_likely"),
    [
        ("python", PYTHON, 1, PLUS, 3, "y -= 1", False),
        ("python", PYTHON, 1, PLUS, 5, "z -= 1", True),
        ("python", PYTHON, 1, "y *= 1", 3, "y -= 1", False),
        ("javascript", JAVASCRIPT, 1, "y += 1;", 3, "y -= 1;", False),
        ("javascript", JAVASCRIPT, 1, "y += 1;", 5, "y -= 1;", True),
        ("go", GO, 3, PLUS, 5, MINUS, False),
        ("go", GO, 3, PLUS, 7, MINUS, False),
        ("rust", RUST, 2, PLUS, 4, MINUS, False),
        ("rust", RUST, 2, PLUS, 6, "y -= 2", True),
        ("ruby", RUBY, 1, PLUS, 3, MINUS, False),
        ("ruby", RUBY, 1, PLUS, 5, MINUS, False),
        ("javascript", SWITCH, 2, "y += 1;", 5, "y -= 1;", False),
        ("javascript", SWITCH, 2, "y += 1;", 8, "y -= 1;", True),
        ("rust", ARMS, 2, "A => y + 1,", 3, "B => y - 1,", False),
        ("rust", ARMS, 2, "A => y + 1,", 4, "C => { y - 1 }", True),
        ("python", CLASS, 2, "self.y += 1", 5, "self.y -= 1", False),
        ("python", CASE, 2, PLUS, 4, MINUS, False),
        # equal before, and nothing that tells the branches apart
        ("python", CALLS, 1, "f(x)", 3, "f(x, 1)", True),
        ("python", CALLS, 1, "f(x, y)", 3, "f(x, 1)", False),
        ("python", OTHERS, 1, "g(x)", 5, "f(z)", True),
        ("python", CLASS.replace("-= 1", "= f()"), 2, "self.y += 1", 5, "self.y = f()", True),
        ("python", "y -= 1\ny += 1\n", 0, PLUS, 1, MINUS, True),
        # a condition is no part of its branch
        ("python", HEADERS, 0, "if a < 1:", 2, "elif b > 1:", True),
    ],
)
def test_branches_stay_different(
    language: str, text: str, edited: int, old: str, line: int, new: str, is_likely: bool
) -> None:
    lines = text.split("\n")
    indent = lines[edited][: len(lines[edited]) - len(lines[edited].lstrip())]
    edit = made(indent + old, lines[edited], edited)
    space = lines[line][: len(lines[line]) - len(lines[line].lstrip())]
    one = LABEL.candidate(text_of(text, HERE, language), line, 1, (space + new,), {})
    one.probability = 0.9
    limit_equal_branches([one], extract_patterns([edit], MAX_LEARNED_EDITS))
    assert one.probability == (0.9 if is_likely else OTHER_VALUE_PROBABILITY)


def test_only_so_many_branches_are_compared() -> None:
    for count in (MAX_COMPARED_BRANCHES, MAX_COMPARED_BRANCHES + 1):
        cases = "".join(f"    case {at}:\n        y += {at}\n" for at in range(2, count))
        text = f"match a:\n    case 0:\n        y -= 1\n    case 1:\n        y += 1\n{cases}"
        one = LABEL.candidate(text_of(text), 4, 1, ("        y -= 1",), {})
        one.probability = 0.9
        edit = made("        y += 1", "        y -= 1", 2)
        limit_equal_branches([one], extract_patterns([edit], MAX_LEARNED_EDITS))
        assert (one.probability == 0.9) == (count > MAX_COMPARED_BRANCHES)


def test_only_the_likeliest_candidates_for_the_edited_text_are_compared() -> None:
    edit = made("    y += 1", "    y -= 1", 1)
    found = [
        LABEL.candidate(text_of(PYTHON, uri), 3, 1, ("    y -= 1",), {})
        for uri in (OTHER, *([HERE] * (MAX_COMPARED_CANDIDATES + 1)))
    ]
    for one in found:
        one.probability = 0.9
    limit_equal_branches(found, extract_patterns([edit], MAX_LEARNED_EDITS))
    limited = [OTHER_VALUE_PROBABILITY] * MAX_COMPARED_CANDIDATES
    assert [one.probability for one in found] == [0.9, *limited, 0.9]
