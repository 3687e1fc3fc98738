"""Which continuations keep the brackets balanced, also where the header of a block is typed again."""

import pytest

from nes_completion.completion_place import situation_of
from understudy.nes.completion.balance import BalanceCheck
from understudy.nes.completion.texts import find_place


def is_balanced(text: str, rest: str, uri: str = "file:///project/a.js") -> bool:
    place = find_place(situation_of(text, uri=uri), None)
    assert place is not None
    return BalanceCheck(place).is_balanced(rest)


BLOCK = "function run() {\n  before();\n%s\n    step();\n  }\n}\n"


def test_a_header_that_is_typed_again_opens_the_block_below_it() -> None:
    assert is_balanced(BLOCK % "  if (ready|", ") {")


def test_a_new_header_may_not_leave_its_block_open() -> None:
    assert not is_balanced("function run() {\n  if (ready|\n}\n", ") {")
    assert not is_balanced("function run() {\n  if (ready|\n  step();\n}\n", ") {")


def test_a_block_that_has_its_header_needs_no_other() -> None:
    assert not is_balanced("function run() {\n  if (first) {\n  if (ready|\n    step();\n  }\n}\n", ") {")


@pytest.mark.parametrize("rest", [") {{", ") [", ") {\n    more();"])
def test_only_the_missing_bracket_is_opened(rest: str) -> None:
    assert not is_balanced(BLOCK % "  if (ready|", rest)


def test_the_other_branch_of_a_condition_is_typed_again() -> None:
    text = "function run() {\n  if (first) {\n    step();\n  } else|\n    other();\n  }\n}\n"
    assert is_balanced(text, " if (second) {")
