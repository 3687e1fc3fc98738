"""Guards of the rule that repeats annotations: which edits teach a type, which headers get it, in what order."""

from typing import NamedTuple

import pytest

from nes_symbolic.rule_harness import RuleHarness
from understudy.nes.symbolic.consequences.limits import (
    MAX_ANNOTATED_HEADER_LINES,
    MAX_ANNOTATION_CANDIDATES,
    MIN_FORMATTED_LINE_CHARS,
)
from understudy.nes.text import EditOrigin


class Case(NamedTuple):
    text: str
    edits: tuple[tuple[str, str], ...]
    """Whole lines of m.py and what they become."""
    expected: list[str]
    """The header that each candidate writes, in order."""
    cursor: int = 0


def proposed(harness: RuleHarness, path: str = "m.py", cursor: int = 0) -> list[str]:
    found = [one for one in harness.ask(path, cursor) if one.family == "annotation"]
    return ["\n".join(edit.text for edit in one.edits) for one in found]


def run(case: Case) -> list[str]:
    harness = RuleHarness(m__py=case.text)
    for old, new in case.edits:
        harness.edit("m.py", old, new)
    return proposed(harness, cursor=case.cursor)


def functions(*headers: str) -> str:
    return "\n\n".join(f"def {header}:\n    p()" for header in headers) + "\n"


TYPED = (("def a(x):", "def a(x: int):"),)
TYPED_NONE = (("def a(x):", "def a(x: int) -> None:"),)
LONG_NAME = "b" * (MIN_FORMATTED_LINE_CHARS - len("def (x: int):"))
WRAPPED = f"def {LONG_NAME}b(\n    x: int,\n):"
LONG_HEADER = f"c{LONG_NAME}(x: int)"
OTHER_TYPES = "".join(f"    y{number}: str,\n" for number in range(MAX_ANNOTATED_HEADER_LINES - 4))

CASES = {
    "a header that the user edited is left": Case(
        functions("a(x, y)", "b(y)"),
        (("def b(y):", "def b(y: str):"), ("def a(x, y):", "def a(x: int, y):")),
        [],
    ),
    "a header in a string is left": Case(
        functions("a(x)", "b(x)") + '"""\ndef c(x):\n    p()\n"""\n', TYPED, ["def b(x: int):"]
    ),
    "the header at the cursor is first": Case(
        functions("a(x)", "b(x)", "c(x)", "d(x)"),
        TYPED,
        ["def c(x: int):", "def d(x: int):", "def b(x: int):"],
        cursor=6,
    ),
    "the nearest of those behind the cursor is first": Case(
        functions("a(x)", "b(x)", "c(x)"), TYPED, ["def b(x: int):", "def c(x: int):"], cursor=1
    ),
    "not more than a few": Case(
        functions("a(x)", *(f"b{number}(x)" for number in range(MAX_ANNOTATION_CANDIDATES + 1))),
        TYPED,
        [f"def b{number}(x: int):" for number in range(MAX_ANNOTATION_CANDIDATES)],
    ),
    "a return type that was there teaches none": Case(
        functions("a(x) -> None", "b(x)"),
        (("def a(x) -> None:", "def a(x: int) -> None:"),),
        ["def b(x: int):"],
    ),
    "a type that was there is not learned": Case(
        functions("a(x: int, y)", "b(x)", "c(y)"),
        (("def a(x: int, y):", "def a(x: int, y: str):"),),
        ["def c(y: str):"],
    ),
    "a parameter that is renamed teaches nothing": Case(
        functions("a(x)", "b(y)", "c(x)"), (("def a(x):", "def a(y: int):"),), []
    ),
    "a default that is changed teaches nothing": Case(
        functions("a(x=1)", "b(x)"), (("def a(x=1):", "def a(x: int = 2):"),), []
    ),
    "the body is changed with the header": Case(
        functions("a(x)", "b(x)"), (("def a(x):\n    p()", "def a(x: int):\n    q()"),), ["def b(x: int):"]
    ),
    "a header over as many lines as are read": Case(
        functions("a(\n    x,\n" + OTHER_TYPES + "    z: str,\n)", "b(x)"),
        (
            (
                "def a(\n    x,\n" + OTHER_TYPES + "    z: str,\n):",
                "def a(\n    x: int,\n" + OTHER_TYPES + "    z: str,\n):",
            ),
        ),
        ["def b(x: int):"],
    ),
    "a header over more lines than are read": Case(
        functions("a(\n    x,\n" + OTHER_TYPES + "    w: str,\n    z: str,\n)", "b(x)"),
        (
            (
                "def a(\n    x,\n" + OTHER_TYPES + "    w: str,\n    z: str,\n):",
                "def a(\n    x: int,\n" + OTHER_TYPES + "    w: str,\n    z: str,\n):",
            ),
        ),
        [],
    ),
    "a header with a comment": Case(
        functions("a(\n    x,  # the first\n)", "b(x)"),
        (("def a(\n    x,  # the first\n):", "def a(\n    x: int,  # the first\n):"),),
        [],
    ),
    "a bracket that is closed twice": Case(functions("a(x)", "b(x=f), (y)"), TYPED, []),
    "a bracket that is not closed": Case(functions("a(x)", "b(x=[1, y)"), TYPED, []),
    "a string that is not closed": Case(functions("a(x)", 'b(x="1, y)'), TYPED, []),
    "parameters without a space between them": Case(
        functions("a(x, y)", "b(y,x)"),
        (("def a(x, y):", "def a(x: int, y: str):"),),
        ["def b(y: str, x: int):"],
    ),
    "a function that works and then raises": Case(
        functions("a(x)", "b(x)") + "    raise NotImplementedError\n", TYPED_NONE, ["def b(x: int) -> None:"]
    ),
    "a header that just fits": Case(
        functions("a(x)", f"{LONG_NAME}(x)"), TYPED, [f"def {LONG_NAME}(x: int):"]
    ),
    "a header that does not fit": Case(functions("a(x)", f"{LONG_NAME}b(x)"), TYPED, [WRAPPED]),
    "a header as long as another one": Case(
        functions("a(x)", LONG_HEADER, f"{LONG_NAME}b(x)"), TYPED, [f"def {LONG_NAME}b(x: int):"]
    ),
    "another line that is long": Case(
        functions("a(x)", f"{LONG_NAME}b(x)") + "    q(" + "1" * MIN_FORMATTED_LINE_CHARS + ")\n",
        TYPED,
        [WRAPPED],
    ),
    "the edited header is the first line": Case(
        functions("a(x, y)", "b(y)"),
        (("def a(x, y):", "def a(x: int, y):"), ("def b(y):", "def b(y: str):")),
        [],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_annotations(name: str) -> None:
    assert run(CASES[name]) == CASES[name].expected


def test_only_python_is_annotated() -> None:
    harness = RuleHarness(m__py=functions("a(x)"), n__js=functions("b(x)"), o__py=functions("b(x)"))
    harness.edit("m.py", *TYPED[0])
    assert proposed(harness, "n.js") == []
    assert proposed(harness, "o.py") == ["def b(x: int):"]


def test_an_accepted_annotation_alone_teaches_nothing() -> None:
    harness = RuleHarness(m__py=functions("a(x)", "b(x)"))
    harness.edit("m.py", *TYPED_NONE[0], origin=EditOrigin.ACCEPTED)
    assert proposed(harness) == []


def test_an_edit_that_leaves_the_header_as_it_is_counts_as_any_other_edit() -> None:
    """A decorator and the body are changed; the header between them is no second annotated one."""
    found: list[float] = []
    for new in ("@e\ndef c(y):\n    q()", "@e\ndef d(y):\n    q()"):
        harness = RuleHarness(m__py=functions("a(x)", "b(x)") + "\n@d\n" + functions("c(y)"))
        harness.edit("m.py", *TYPED[0])
        harness.edit("m.py", "@d\ndef c(y):\n    p()", new)
        found += [one.probability for one in harness.ask("m.py") if one.family == "annotation"]
    assert len(found) == 2
    assert found[0] == found[1]


def test_lines_of_another_file_are_not_edited_lines_of_this_one() -> None:
    harness = RuleHarness(m__py=functions("a(x)"), o__py=functions("b(x)"))
    harness.edit("m.py", *TYPED[0])
    assert proposed(harness, "o.py") == ["def b(x: int):"]


def test_an_edit_that_was_overwritten_hides_no_line() -> None:
    harness = RuleHarness(m__py=functions("b(x)", "a(x)") + "\nq(1)\n")
    harness.edit("m.py", "def a(x):", "def a(x: int):")
    harness.edit("m.py", "q(1)", "q(2)\nq(3)")
    harness.edits[-1].line = -1
    assert proposed(harness) == ["def b(x: int):"]
