"""What is carried over from one moment of a text to the next is what would be found anew."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from understudy.nes.symbolic import snapshot_index
from understudy.nes.symbolic.consequences.imports import parse_import_lines, parse_imports
from understudy.nes.symbolic.probability import DecisionForest, TreeNode
from understudy.nes.symbolic.snapshot_index import SnapshotIndex
from understudy.nes.syntax import language_of, mask_strings_and_comments
from understudy.nes.text.text_types import TextSnapshot

LINES = (
    "",
    "   ",
    "def load(user_id, other):",
    "    user_id = other",
    "    user_id = other  ",
    "    if user_id == user_ids or user_id:",
    "        return self.user_id.user_id",
    "class User:",
    "}",
    "é_user = x",
)
PIECES = (("user_id",), ("user_id", " ", "="), ("self", "."), ("é_user",), ("user_id.user_id",), ())
PARTS = ("user", "id", "UserId")
CHANGES = st.lists(
    st.tuples(st.integers(0, 40), st.integers(0, 6), st.lists(st.sampled_from(LINES), max_size=4)), max_size=8
)


def assert_finds_the_same(scan: SnapshotIndex, page: TextSnapshot) -> None:
    anew = SnapshotIndex(page)
    for piece in PIECES:
        assert scan.find_tokens(piece) == anew.find_tokens(piece)
    for part in PARTS:
        assert scan.find_words_containing(part) == anew.find_words_containing(part)
    for line in LINES:
        assert scan.find_equal_lines(line.strip()) == anew.find_equal_lines(line.strip())
    assert scan.line_starts == anew.line_starts
    assert scan.text == anew.text
    assert [scan.enclosing_scope(line) for line in range(-1, len(page.lines) + 1)] == [
        anew.enclosing_scope(line) for line in range(-1, len(page.lines) + 1)
    ]


@given(st.lists(st.sampled_from(LINES), min_size=1, max_size=40), CHANGES)
def test_a_page_that_changes_is_searched_like_a_new_one(
    lines: list[str], changes: list[tuple[int, int, list[str]]]
) -> None:
    scan = SnapshotIndex(TextSnapshot("file:///project/m.py", "python", lines, 1))
    assert_finds_the_same(scan, scan.snapshot)
    for version, (start, count, new) in enumerate(changes, 2):
        lines[start : start + count] = new
        page = TextSnapshot("file:///project/m.py", "python", lines or [""], version)
        scan = SnapshotIndex(page, scan)
        assert_finds_the_same(scan, page)


def test_what_stands_in_more_places_than_are_looked_at_is_found_like_in_a_new_page() -> None:
    dice = random.Random(4)
    lines = ["    user_id = user_id", "        return 1"] * (2 * snapshot_index.MAX_PLACES_FOUND)
    scan = SnapshotIndex(TextSnapshot("file:///project/m.py", "python", lines, 1))
    for version in range(2, 60):
        assert_finds_the_same(scan, scan.snapshot)
        start = dice.randrange(len(lines))
        lines[start : start + dice.randrange(8)] = dice.choices(LINES, k=dice.randrange(5))
        scan = SnapshotIndex(TextSnapshot("file:///project/m.py", "python", lines, version), scan)


def test_a_page_is_known_by_its_version_and_its_list_of_lines() -> None:
    lines = ["a", "b"]
    scan = SnapshotIndex(TextSnapshot("file:///project/m.py", "python", lines, 1))

    assert scan.is_built_from(TextSnapshot("file:///project/m.py", "python", lines, 1))
    assert not scan.is_built_from(TextSnapshot("file:///project/m.py", "python", lines, 2))
    assert not scan.is_built_from(TextSnapshot("file:///project/m.py", "python", ["a", "b"], 1))


IMPORTS = {
    "m.py": ("import os", "from a import (", "    b,", ")", "x = 1", "    from c import d  # noqa", '"""'),
    "m.ts": ("import { a,", "  b } from 'c';", "const {", "} = require('d');", "x = 1", "import e from 'f'"),
    "m.rs": ("use a::{", "    b,", "};", "#[cfg(test)]", "use c::d;", "x = 1;"),
    "m.go": ("import (", '\t"os"', ")", 'import "io"', "func main() {"),
}


@given(st.sampled_from(sorted(IMPORTS)), st.randoms(use_true_random=False))
@settings(max_examples=40)
def test_imports_are_read_off_a_changed_text_as_off_a_new_one(name: str, dice: random.Random) -> None:
    kinds = IMPORTS[name]
    lines = (
        dice.choices(kinds, k=30) + [kinds[-1]] * dice.choice((10, 70, 90, 130)) + dice.choices(kinds, k=9)
    )
    for version in range(1, 9):
        page = TextSnapshot(f"file:///project/{name}", "", list(lines), version)
        blanked = mask_strings_and_comments(page)

        assert blanked is not None
        assert parse_imports(page) == parse_import_lines(language_of(page), page.lines, blanked)

        start = dice.randrange(len(lines))
        lines[start : start + dice.randrange(4)] = dice.choices(kinds, k=dice.randrange(4))


FEATURES = ("family:insert", "family:delete", "age", "places")


def tree(dice: random.Random, nodes: list[TreeNode], depth: int) -> int:
    """Grows a tree, and says where it begins."""
    if depth == 0 or dice.random() < 0.2:
        nodes.append((-1, round(dice.uniform(-1, 1), 4), 0, 0))
    else:
        low, high = tree(dice, nodes, depth - 1), tree(dice, nodes, depth - 1)
        nodes.append((dice.randrange(len(FEATURES)), dice.choice((-0.5, 0.0, 0.5, 1.0, 2.5)), low, high))
    return len(nodes) - 1


def walked(nodes: list[TreeNode], at: int, given_: dict[str, float]) -> float:
    feature, value, low, high = nodes[at]
    if feature < 0:
        return value
    return walked(nodes, low if given_.get(FEATURES[feature], 0.0) <= value else high, given_)


@given(st.randoms(use_true_random=False), st.integers(0, 5))
def test_a_forest_says_what_walking_down_its_trees_says(dice: random.Random, depth: int) -> None:
    nodes: list[TreeNode] = []
    roots = [tree(dice, nodes, depth) for _ in range(7)]
    forest = DecisionForest(FEATURES, 0.25, roots, nodes)
    for family_ in ("insert", "delete", "other"):
        for _ in range(10):
            features = {
                name: dice.choice((-1.0, 0.0, 0.3, 1.0, 4.0)) for name in dice.sample(FEATURES[2:], 1)
            }
            expected = 0.25
            for root in roots:
                expected += walked(nodes, root, {**features, f"family:{family_}": 1.0})

            assert forest.score(family_, features) == pytest.approx(expected, abs=1e-12)
