"""Numbers that vary from entry to entry are not changed because one of them was."""

from contextlib import closing

import pytest

from nes_symbolic.scenes import Scene
from understudy.nes.symbolic.consequences import is_varying_number
from understudy.nes.symbolic.consequences.values.varying_numbers import has_counted_word

ENTRIES = ['  "weight": 4,', '  "weight": 7,', '  "weight": 12,', '  "weight": 30,', '  "weight": 4,']


@pytest.mark.parametrize(
    ("lines", "is_varying"),
    [
        (ENTRIES, True),
        (ENTRIES[:3] + ENTRIES[4:], False),
        ([ENTRIES[0], *ENTRIES], True),
        ([ENTRIES[0], '  "weight": 7,', '"weight":   8,', '\t"weight": 9,'], True),
        ([ENTRIES[0], '  "width": 7,', '  "height": 8,', '  "size": 9,'], False),
        ([ENTRIES[0], '  "weight": many,', '  "weight": a8,', '  "weight": 9,'], False),
        ([ENTRIES[0], '  "weight": 5,', '  "weight": 5,', '  "weight": 5,'], False),
        (["          [ 4,", "          [ 5,", "          [ 6,", "          [ 7,"], False),
    ],
)
def test_several_other_numbers_behind_the_same_words(lines: list[str], is_varying: bool) -> None:
    assert is_varying_number(lines, 0, 12) == is_varying


def test_what_is_no_number_does_not_vary() -> None:
    assert not is_varying_number(['  "weight": x,', *ENTRIES], 0, 12)


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("batches of at most 50 entries", True),
        ("Batches of 50", True),
        ("a batch has 50 entries", True),
        ("a batch holds up to 50", True),
        ("the batch size is 50", True),
        ("batch size: 50", True),
        ("each box up to 50", True),
        ("batch 50", False),
        ("batches, of which 50", False),
        ("a batch of 50 ms", False),
        ("a batch of 50s", False),
        ("a batch has 50 % more", False),
        ("a queue of 50 jobs", False),
        ("hatches of 50", False),
        ("a batch is sent after 50", False),
    ],
)
def test_a_number_that_a_thing_has(sentence: str, expected: bool) -> None:
    end = sentence.index("50") + 2
    assert bool(has_counted_word(frozenset({"batch", "box"}), [sentence], 0, end, "a.md")) == expected


TABLE = """
ROWS = [
    {"name": "a", "weight": 40},
    {
        "name": "b",
        "weight": 40,
    },
    {
        "name": "c",
        "weight": 41,
    },
    {
        "name": "d",
        "weight": 42,
    },
    {
        "name": "e",
        "weight": 43,
    },
    {
        "name": "f",
        "weight": 40,
    },
]
"""


def test_the_number_of_another_entry_stays() -> None:
    with closing(Scene("table.py", TABLE)) as scene:
        scene.edit('        "weight": 40,', '        "weight": 45,', nth=1)
        scene.silent()


def test_a_number_that_all_entries_have_follows() -> None:
    with closing(
        Scene("table.py", TABLE.replace("41", "40").replace("42", "40").replace("43", "40"))
    ) as scene:
        scene.edit('        "weight": 40,', '        "weight": 45,', nth=1)
        assert '+ "weight": 45,' in scene.shown(manual=True), scene.account()
