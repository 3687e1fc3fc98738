"""Numbered lists and tables of documents: the numbers below a new item, and the cells of a new column."""

import pytest

from nes_symbolic.rule_harness import RuleHarness
from understudy.nes.symbolic.consequences.limits import MAX_LIST_LINES


def after(text: str, old: str, new: str, path: str = "a.md") -> str | None:
    """Return the text after the candidate, without what the edit left as it was; None without a candidate."""
    harness = RuleHarness()
    harness.put(path, text)
    harness.edit(path, old, new)
    made = [one for one in harness.ask(path, kinds=("edit",)) if one.family in ("list-number", "table-cell")]
    assert len(made) <= 1
    return harness.after(made[0]) if made else None


LIST = "# Steps\n\n1. One\n2. Two\n\n   More.\n3. Three\ngoes on\n4. Four\n\nText.\n\n1. Other\n2. List\n"


@pytest.mark.parametrize(
    ("text", "old", "new", "expected"),
    [
        pytest.param(
            LIST,
            "2. Two",
            "2. Two\n3. New",
            "# Steps\n\n1. One\n2. Two\n3. New\n\n   More.\n4. Three\ngoes on\n5. Four\n\n"
            "Text.\n\n1. Other\n2. List\n",
            id="an-added-item",
        ),
        pytest.param(
            "1. One\n2. Two\n", "1. One", "1. Zero\n2. One", "1. Zero\n2. One\n3. Two\n", id="the-first-one"
        ),
        pytest.param("1. One\n2. Two\n3. Three\n", "2. Two\n3. Three", "3. Three", None, id="nothing-below"),
        pytest.param(
            "1. One\n2. Two\n3. Three\n",
            "1. One",
            "",
            "1. Two\n2. Three\n",
            id="the-first-goes",
        ),
        pytest.param(
            "0) One\n1) Two\n", "0) One", "0) One\n1) New", "0) One\n1) New\n2) Two\n", id="from-zero"
        ),
        pytest.param(
            "1. One\n   1. A\n   2. B\n2. Two\n   1. C\n",
            "   1. A",
            "   1. A\n   2. New",
            "1. One\n   1. A\n   2. New\n   3. B\n2. Two\n   1. C\n",
            id="a-list-inside",
        ),
        pytest.param(
            "> 1. One\n> 2. Two\n",
            "> 1. One",
            "> 1. One\n> 2. New",
            "> 1. One\n> 2. New\n> 3. Two\n",
            id="quoted",
        ),
        pytest.param("1. One\n1. Two\n", "1. One", "1. One\n1. New", None, id="all-the-same"),
        pytest.param("1. One\n3. Three\n", "1. One", "1. One\n2. New", None, id="a-gap-is-filled"),
        pytest.param("1. One\n2. Two\n", "1. One", "1. One\n5. New", None, id="another-number"),
        pytest.param("1. One\n2. Two\n", "1. One", "1. One\n2) New", None, id="another-sign"),
        pytest.param("1. One\n# Two\n2. Three\n", "1. One", "1. One\n2. New", None, id="another-chapter"),
        pytest.param("1. One\n\nText.\n\n2. Two\n", "1. One", "1. One\n2. New", None, id="a-text-between"),
        pytest.param("1. One\n2. Two\n", "1. One", "1. Uno", None, id="another-text"),
        pytest.param("1. One\n2. Two\n", "1. One", "1. One\nmore", None, id="no-item"),
        pytest.param("2. One\n", "2. One", "1. New\n2. One", None, id="one-item"),
        pytest.param("1. One\n2. Two\n3. Three\n", "1. One", "1. One\n2. ", None, id="no-text-yet"),
    ],
)
def test_the_numbers_of_a_list(text: str, old: str, new: str, expected: str | None) -> None:
    changed = after(text, old, new)
    assert changed == expected


def test_lists_are_those_of_documents() -> None:
    assert after("1. One\n2. Two\n", "1. One", "1. One\n2. New", "a.txt") == "1. One\n2. New\n3. Two\n"
    assert after("1. One\n2. Two\n", "1. One", "1. One\n2. New", "a.py") is None


def test_a_list_far_below() -> None:
    for filled, is_found in ((MAX_LIST_LINES - 1, True), (MAX_LIST_LINES, False)):
        text = "1. One\n2. Two\n" + "   more\n" * filled + "3. Three\n"
        changed = after(text, "1. One\n2. Two", "1. One\n2. New\n3. Two")
        assert (changed is not None and "4. Three" in changed) == is_found


TABLE = "| Name | Kind |\n|------|------|\n| Elm  | tree |\n| Ash | `a|b` \\| c |\n\nText | text\n"


@pytest.mark.parametrize(
    ("text", "old", "new", "expected"),
    [
        pytest.param(
            TABLE,
            "| Name | Kind |",
            "| Name | Kind | Colour |",
            "| Name | Kind | Colour |\n|------|------|--------|\n",
            id="the-last-column",
        ),
        pytest.param(
            TABLE,
            "| Name | Kind |",
            "| Nr | Name | Kind |",
            "| Nr | Name | Kind |\n|----|------|------|\n",
            id="the-first-column",
        ),
        pytest.param(
            "Name | Kind\n--- | ---\nElm | tree\n",
            "Name | Kind",
            "Name | Kind | A",
            "Name | Kind | A\n--- | --- | ---\n",
            id="without-outer-pipes",
        ),
        pytest.param(
            TABLE,
            "| Name | Kind |",
            "| Kind |",
            "| Kind |\n|------|\n| tree |\n| `a|b` \\| c |\n\nText | text\n",
            id="a-column-goes",
        ),
        pytest.param(
            "Name | Kind\n--- | ---\nElm | tree\n", "Name | Kind", "Name", None, id="no-table-any-more"
        ),
        pytest.param(TABLE, "| Name | Kind |", "| Name | Sort |", None, id="another-title"),
        pytest.param(TABLE, "| Name | Kind |", "| A | B | C |", None, id="other-titles"),
        pytest.param(TABLE, "| Elm  | tree |", "| Elm  | tree | big |", None, id="a-row"),
        pytest.param("a | b\nText\n", "a | b", "a | b | c", None, id="no-table"),
    ],
)  # fmt: skip
def test_the_columns_of_a_table(text: str, old: str, new: str, expected: str | None) -> None:
    changed = after(text, old, new)
    assert changed is None if expected is None else changed is not None and changed.startswith(expected)


def test_the_rows_get_a_jump_one_after_the_other() -> None:
    harness = RuleHarness(a__md=TABLE)
    harness.edit("a.md", "| Name | Kind |", "| Name | Kind | Colour |")
    assert [one.kind for one in harness.ask("a.md")] == ["edit"]
    harness.edit("a.md", "|------|------|", "|------|------|--------|")
    (jump,) = [one for one in harness.ask("a.md") if one.family in ("list-number", "table-cell")]
    assert (jump.kind, jump.position) == ("jump", (2, len("| Elm  | tree |")))
    harness.edit("a.md", "| Elm  | tree |", "| Elm  | tree | green |")
    (jump,) = [one for one in harness.ask("a.md") if one.family in ("list-number", "table-cell")]
    assert jump.position is not None
    assert jump.position.line == 3
    harness.edit("a.md", "| Ash | `a|b` \\| c |", "| Ash | `a|b` \\| c | x |")
    assert [one for one in harness.ask("a.md") if one.family in ("list-number", "table-cell")] == []


def test_tables_are_those_of_markdown() -> None:
    assert after(TABLE, "| Name | Kind |", "| Name | Kind | Colour |", "a.txt") is None
