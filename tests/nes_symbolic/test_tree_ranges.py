"""Nodes by their range, trees of variants of a text, and lists of members: the same results as the plain way."""

import random
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from understudy.nes.symbolic.consequences.rule_context import SourceText
from understudy.nes.symbolic.consequences.siblings.lists import Mention, _ListFinder
from understudy.nes.syntax import inner_children_touching, parse_snapshot
from understudy.nes.text import TextSnapshot
from understudy.workspace.files import common_suffix_length

TEXTS = {
    "a.go": 'package m\n\nimport "fmt"\n\nfunc f(b int) {\n\tfmt.Print(b)\n}\n\nfunc g() {\n\tf(1)\n}\n',
    "a.py": "import os\n\n\nclass A:\n    x: int\n\n    def f(self):\n        return os\n\n\ndef g(a): pass\n",
    "a.ts": "import { a } from './a'\nexport class B { c = 1; d() { return a } }\nconst e = (f) => f\n",
    "a.rs": "use a::b;\nstruct C { d: u8 }\nimpl C { fn e(&self) -> u8 { self.d } }\n",
}


@pytest.mark.parametrize("name", TEXTS)
def test_children_of_a_range_are_those_that_touch_it(name: str) -> None:
    text = TEXTS[name]
    parsed = parse_snapshot(TextSnapshot(f"file:///ranges/{name}", "", text.split("\n")))
    assert parsed is not None
    pending = [parsed[1].root_node]
    while pending:
        node = pending.pop()
        children = [child for child in node.named_children if child.named_child_count]
        pending += children
        for start, size in product(range(len(text)), (0, 1, 7)):
            end = start + size
            touching = [one for one in children if one.start_byte <= end and one.end_byte >= start]
            assert inner_children_touching(node, start, end) == touching, (node.type, start, end)


@given(st.binary(max_size=12), st.binary(max_size=12), st.binary(max_size=12), st.integers(0, 30))
def test_the_common_end_of_two_texts_is_measured_up_to_a_limit(
    one: bytes, other: bytes, end: bytes, limit: int
) -> None:
    one, other = one + end, other + end
    limit = min(limit, len(one), len(other))
    expected = next(
        size for size in range(limit, -1, -1) if one[len(one) - size :] == other[len(other) - size :]
    )
    assert common_suffix_length(one, other, limit) == expected


@pytest.mark.parametrize("name", TEXTS)
def test_the_first_tree_of_a_variant_is_that_of_its_text(name: str) -> None:
    lines = TEXTS[name].split("\n")
    for number, line in enumerate(lines):
        snapshot = TextSnapshot(f"file:///variants/{number}/{name}", "", lines)
        assert parse_snapshot(snapshot) is not None
        changed = [*lines[:number], line.replace("a", "bc").replace("f", "g"), *lines[number + 1 :]]
        variant = parse_snapshot(snapshot._replace(lines=changed, variant="#variant"))
        fresh = parse_snapshot(TextSnapshot(f"file:///fresh/{number}/{name}", "", changed))
        assert variant is not None
        assert fresh is not None
        assert str(variant[1].root_node) == str(fresh[1].root_node)


def test_code_has_the_offsets_of_the_text() -> None:
    lines = ["é = 'ü' # ä", "b = f(é)", "", '"""', "c", '"""', "d = b"]
    text = SourceText(TextSnapshot("file:///code/a.py", "python", lines))
    assert len(text.code_text) == len(text.joined)
    assert text.code_text.startswith("b = f(é)", text.joined.index("b ="))
    assert not text.code_text[text.joined.index("c") :].startswith("c")
    assert SourceText(TextSnapshot("file:///code/a.unknown", "", lines)).code_text == ""


@pytest.mark.parametrize("seed", range(20))
def test_a_range_has_two_members_if_two_different_ones_are_mentioned_in_it(seed: int) -> None:
    chance = random.Random(seed)
    starts = sorted(chance.sample(range(60), 12))
    mentions = [Mention(start, start + 1, chance.choice((0, 0, 1, 2))) for start in starts]
    parsed = parse_snapshot(TextSnapshot("file:///lists/a.py", "", ["a"]))
    assert parsed is not None
    finder = _ListFinder(parsed[1].root_node, "a", mentions)
    for start, end in product(range(starts[-1] + 1), range(62)):  # a node that is asked about has a mention
        assert finder._has_two_members(start, end) == (len(finder._members_in(start, end)) > 1)
