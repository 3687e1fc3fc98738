"""A definition that was written above an equal one leaves the lower one over."""

import pytest

from nes_symbolic.rule_harness import RuleHarness
from understudy.nes.symbolic.consequences.definitions import propose_moved_definitions
from understudy.nes.symbolic.consequences.definitions.moved_definition import PROBABILITY
from understudy.nes.symbolic.consequences.limits import (
    MAX_EXTRACTED_SCOPE_LINES,
    MAX_TEXT_LINE_CHARS,
    MIN_MOVED_DEFINITION_CHARS,
)
from understudy.nes.symbolic.consequences.rule_context import RuleContext
from understudy.nes.symbolic.consequences.values import StaleFeatures
from understudy.nes.text import EditOrigin

DEFINITION = "  const size = list.count(a);"


def follow(
    new: str, below: str, *, old: str = "", path: str = "a.js", origin: EditOrigin = EditOrigin.TYPED
) -> str | None:
    """The lines below the edit after the candidate; None if nothing is proposed."""
    harness = RuleHarness()
    before = ["f() {", *(old.split("\n") if old else []), *below.split("\n")]
    harness.put(path, "\n".join(before))
    size = len(old.split("\n")) if old else 0
    harness.splice(path, 1, before[1 : 1 + size], new.split("\n"), origin)
    found = harness.checked(propose_moved_definitions(RuleContext(harness.situation(path))))
    if not found:
        return None
    (candidate,) = found
    assert candidate.probability == pytest.approx(PROBABILITY.estimate(StaleFeatures(0)))
    return "\n".join(harness.after(candidate).split("\n")[1 + len(new.split("\n")) :])


@pytest.mark.parametrize(
    ("path", "definition"),
    [
        ("a.js", DEFINITION),
        ("a.go", "\tsize := list.Count(a)"),
        ("a.rs", "    let mut size = list.count(a);"),
        ("a.rs", "    let size: Vec<u32> = list.count(a);"),
        ("a.java", "  List<A> size = list.count(a);"),
        ("a.py", "    size = list.count(a)"),
        ("a.c", "  p = strrchr(shell, '/');"),
        ("a.c", "  Item *p = strrchr(shell, '/');"),
    ],
)
def test_the_lower_one_goes(path: str, definition: str) -> None:
    indent = definition[: len(definition) - len(definition.lstrip())]
    below = f"\n{indent}one();\n{definition}\n{indent}two();"
    assert follow(definition, below, path=path) == f"\n{indent}one();\n{indent}two();"


def test_one_line_of_the_edit_is_enough() -> None:
    assert follow(f"{DEFINITION}\n  other(size);", f"  one();\n{DEFINITION}\n}}") == "  one();\n}"


def test_the_lower_one_may_be_deeper() -> None:
    assert follow(DEFINITION, f"  if (a) {{\n  {DEFINITION}\n  }}\n}}") == "  if (a) {\n  }\n}"


def test_at_the_end_of_the_text() -> None:
    assert follow(DEFINITION, f"  one();\n{DEFINITION}") == "  one();\n"


@pytest.mark.parametrize(
    ("new", "below"),
    [
        pytest.param(DEFINITION, f"}}\ng() {{\n{DEFINITION}\n}}", id="another block"),
        pytest.param(DEFINITION, "  const size = list.count(b);\n}", id="another value"),
        pytest.param(DEFINITION, f"  /*\n{DEFINITION}\n  */", id="a comment"),
        pytest.param(f"{DEFINITION}\n{DEFINITION}", "}", id="both are new"),
        pytest.param("  size = list.count(a);", "  size = list.count(a);\n}", id="an assignment"),
        pytest.param("  const size = [1, 2, 3];", "  const size = [1, 2, 3];\n}", id="a simple value"),
        pytest.param("  list.count(a, b, c);", "  list.count(a, b, c);\n}", id="no definition"),
        pytest.param("  const size = list.count(", "  const size = list.count(\n}", id="several lines"),
        pytest.param("  const f = (a.b) => a.c", "  const g = (a.b) => a.c\n}", id="another name"),
    ],
)
def test_what_stays(new: str, below: str) -> None:
    assert follow(new, below) is None


def test_an_equal_call_of_python_stays() -> None:
    call = "    items.count(a, size=b.c)"
    assert follow(call, f"{call}\n", path="a.py") is None


def test_a_text_without_a_language_has_no_definitions() -> None:
    assert follow(DEFINITION, f"  one();\n{DEFINITION}\n", path="notes.txt") is None


def test_a_definition_in_another_file_moves_nothing_in_a_copy_of_it() -> None:
    copy = f"f() {{\n{DEFINITION}\n  one();\n{DEFINITION}\n}}"
    harness = RuleHarness(a__js=f"f() {{\n  one();\n{DEFINITION}\n}}", b__js=copy)
    harness.insert("a.js", "f() {", DEFINITION)
    assert propose_moved_definitions(RuleContext(harness.situation("b.js"))) == []


def test_a_definition_that_was_there_before_does_not_move() -> None:
    assert follow(f"  one();\n{DEFINITION}", f"{DEFINITION}\n}}", old=DEFINITION) is None


def test_an_accepted_definition_does_not_move() -> None:
    assert follow(DEFINITION, f"{DEFINITION}\n}}", origin=EditOrigin.ACCEPTED) is None


def test_a_definition_that_the_user_wrote_since_stays() -> None:
    harness = RuleHarness(a__js="f() {\n  one();\n  two();\n}")
    harness.insert("a.js", "f() {", DEFINITION)
    harness.insert("a.js", "  one();", DEFINITION)
    assert propose_moved_definitions(RuleContext(harness.situation("a.js"))) == []


def test_later_edits_make_it_less_likely() -> None:
    harness = RuleHarness(a__js=f"f() {{\n  one();\n{DEFINITION}\n}}")
    harness.insert("a.js", "f() {", DEFINITION)
    harness.edit("a.js", "  one();", "  two();")
    (found,) = propose_moved_definitions(RuleContext(harness.situation("a.js")))
    assert found.probability == pytest.approx(PROBABILITY.estimate(StaleFeatures(1)))


@pytest.mark.parametrize(
    ("size", "found"), [(MIN_MOVED_DEFINITION_CHARS, True), (MIN_MOVED_DEFINITION_CHARS - 1, False)]
)
def test_a_short_definition_stays(size: int, found: bool) -> None:
    definition = "  let x = a." + "b" * (size - len("let x = a."))
    assert (follow(definition, f"{definition}\n}}") is not None) == found


@pytest.mark.parametrize(("more", "found"), [(0, True), (1, False)])
def test_a_long_line_is_not_read(more: int, found: bool) -> None:
    definition = "  let x = a." + "b" * (MAX_TEXT_LINE_CHARS - len("  let x = a.") + more)
    assert (follow(definition, f"{definition}\n}}") is not None) == found


@pytest.mark.parametrize(("more", "found"), [(0, True), (1, False)])
def test_how_far_below_it_is_searched(more: int, found: bool) -> None:
    between = "  one();\n" * (MAX_EXTRACTED_SCOPE_LINES - 1 + more)
    assert (follow(DEFINITION, f"{between}{DEFINITION}\n}}") is not None) == found
