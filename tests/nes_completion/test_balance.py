"""Which continuations keep the brackets balanced, also where the header of a block is typed again."""

from collections.abc import Sequence

import pytest

from nes_completion.completion_place import situation_of
from understudy.nes.completion.balance import BalanceCheck
from understudy.nes.completion.limits import MAX_RECENT_EDITS
from understudy.nes.completion.texts import find_place
from understudy.nes.text import Edit

URI = "file:///project/a.js"


def is_balanced(text: str, rest: str, uri: str = URI, edits: Sequence[Edit] = ()) -> bool:
    situation = situation_of(text, uri=uri, edits=edits)
    place = find_place(situation)
    assert place is not None
    return BalanceCheck(place, situation).is_balanced(rest)


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


HEADER, INSIDE = "  if (ready) {", "    step();"


def replaced(new: tuple[str, ...], *, uri: str = URI, line: int = 1) -> Edit:
    return Edit(1, uri, line, (HEADER, INSIDE), new, time=1.0)


@pytest.mark.parametrize(
    ("edit", "is_owed"),
    [
        (replaced(("  if (other",)), True),
        (replaced((), line=1), True),
        (replaced(("  if (other", "  while (more) {")), False),
        (replaced(("  if (other",), uri="file:///project/b.js"), False),
    ],
    ids=["typed again", "deleted", "opened by another line", "of another file"],
)
def test_a_bracket_that_was_deleted_without_its_partner_may_be_opened_again(
    edit: Edit, is_owed: bool
) -> None:
    text = "function run() {\n  if (other|\n  }\n}\n"
    assert is_balanced(text, ") {", edits=[edit]) == is_owed
    assert not is_balanced(text, ") {{", edits=[edit])
    assert not is_balanced(text, ") [", edits=[edit])


def test_a_bracket_that_the_line_has_opened_is_no_longer_owed() -> None:
    text = "function run() {\n  if (other) { each(|\n  }\n}\n"
    assert not is_balanced(text, "x); {", edits=[replaced(("  if (other) { each(",))])


def test_only_the_last_edits_owe_a_bracket() -> None:
    text = "function run() {\n  if (other|\n  }\n}\n"
    later = [
        Edit(number + 2, URI, 90, ("a",), ("b",), time=number + 2.0) for number in range(MAX_RECENT_EDITS)
    ]
    assert is_balanced(text, ") {", edits=[replaced(()), *later[1:]])
    assert not is_balanced(text, ") {", edits=[replaced(()), *later])
