"""Conversion between columns and characters in three encodings."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from understudy.nes.text.positions import PositionEncoding, clamp_to_column, to_character, to_column

ENCODINGS: tuple[PositionEncoding, ...] = ("utf-16", "utf-32", "utf-8")
LETTERS = st.text(st.sampled_from("ab\t é́\u200d漢\u2028\ufeff\x85\f😀👩🏽"), max_size=40)


def units(text: str, encoding: PositionEncoding) -> int:
    """Counted letter by letter, the slow and plain way."""
    match encoding:
        case "utf-32":
            return len(text)
        case "utf-8":
            return sum(
                1 if ord(c) < 0x80 else 2 if ord(c) < 0x800 else 3 if ord(c) < 0x10000 else 4 for c in text
            )
        case "utf-16":
            return sum(2 if ord(c) > 0xFFFF else 1 for c in text)


@pytest.mark.requirement("NES-05")
@pytest.mark.parametrize(
    ("line", "column", "utf16", "utf8"),
    [
        ("", 0, 0, 0),
        ("plain", 5, 5, 5),
        ("\tx", 1, 1, 1),
        ("a😀b", 2, 3, 5),
        ("a😀b", 3, 4, 6),
        ("e\u0301x", 1, 1, 1),
        ("e\u0301x", 2, 2, 3),
        ("\ufeffimport", 1, 1, 3),
        ("é", 1, 1, 2),
        ("漢字", 2, 2, 6),
        ("👩‍👩‍👧", 5, 8, 18),
    ],
)
def test_a_place_has_one_name_in_each_encoding(line: str, column: int, utf16: int, utf8: int) -> None:
    for encoding, character in (("utf-16", utf16), ("utf-8", utf8), ("utf-32", column)):
        assert to_character(line, column, encoding) == character
        assert to_column(line, character, encoding) == column


@pytest.mark.requirement("NES-05")
@given(LETTERS)
def test_every_column_goes_there_and_back_in_every_encoding(line: str) -> None:
    for encoding in ENCODINGS:
        for column in range(len(line) + 1):
            character = to_character(line, column, encoding)
            assert character == units(line[:column], encoding)
            assert to_column(line, character, encoding) == column


@pytest.mark.requirement("NES-05")
@given(LETTERS, st.integers(-3, 200))
def test_a_character_is_a_column_exactly_where_a_code_point_begins_or_the_line_ends(
    line: str, character: int
) -> None:
    for encoding in ENCODINGS:
        places = {units(line[:column], encoding): column for column in range(len(line) + 1)}
        assert to_column(line, character, encoding) == places.get(character)


@given(LETTERS, st.integers(-3, 200))
def test_a_clamped_character_is_the_nearest_place_before_it(line: str, character: int) -> None:
    for encoding in ENCODINGS:
        before = [column for column in range(len(line) + 1) if units(line[:column], encoding) <= character]
        assert clamp_to_column(line, character, encoding) == max(before, default=0)


def test_the_middle_of_a_surrogate_pair_or_of_a_byte_sequence_is_no_place() -> None:
    assert to_column("a😀", 2, "utf-16") is None
    assert clamp_to_column("a😀", 2, "utf-16") == 1
    assert [to_column("a😀", at, "utf-8") for at in range(6)] == [0, 1, None, None, None, 2]


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("line", ["", "abc", "😀é"])
def test_outside_the_line_is_no_place(line: str, encoding: PositionEncoding) -> None:
    assert to_column(line, -1, encoding) is None
    assert to_column(line, 99, encoding) is None
    assert clamp_to_column(line, -1, encoding) == 0
    assert clamp_to_column(line, 2**31 - 1, encoding) == len(line)
    assert to_character(line, 99, encoding) == to_character(line, len(line), encoding)


def test_lone_surrogates_do_not_raise() -> None:
    line = "\ud83dx\ude00"
    assert [to_column(line, at, "utf-16") for at in range(4)] == [0, 1, 2, 3]
    assert to_column(line, 3, "utf-8") == 1
    assert to_character(line, 3, "utf-8") == 7


def test_a_line_of_a_million_emoji_is_walked_in_halves() -> None:
    line = "😀" * 1_000_000
    assert to_column(line, 1_999_998, "utf-16") == 999_999
    assert to_column(line, 1_999_999, "utf-16") is None
    assert to_column(line, 2_000_001, "utf-16") is None
