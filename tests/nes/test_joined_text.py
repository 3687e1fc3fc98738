"""The joined text of a snapshot: its offsets are carried over a change, and its size is checked cheaply."""

import random

import pytest

from understudy.nes.text import JoinedText, TextSnapshot, is_longer_than, join_snapshot, joined_text


def _offsets(lines: list[str]) -> list[int]:
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    return starts


@pytest.mark.parametrize("min_lines", [1, 1_000])
def test_carried_offsets_are_those_of_a_fresh_text(monkeypatch: pytest.MonkeyPatch, min_lines: int) -> None:
    monkeypatch.setattr(joined_text, "MIN_SHIFTED_TEXT_LINES", min_lines)
    monkeypatch.setattr(joined_text, "MAX_SHIFTED_LINES", 6)
    dice = random.Random(15)
    lines = [f"line {number}" for number in range(30)]
    joined = JoinedText(lines)
    for _ in range(1_000):
        expected = _offsets(lines)
        assert list(joined.line_starts) == expected
        assert (joined.line_starts[-1], joined.line_starts[:3]) == (expected[-1], expected[:3])
        if dice.random() < 0.9 and lines:  # within one line
            lines[dice.randrange(len(lines))] = "y" * dice.randint(0, 9)
        else:
            first = dice.randint(0, len(lines))
            last = min(len(lines), first + dice.randint(0, 3))
            lines[first:last] = ["x" * dice.randint(0, 9) for _ in range(dice.randint(0, 3))]
        joined = JoinedText(lines, joined)
    assert joined.text == "\n".join(lines)


def test_offsets_that_nobody_asked_for_do_not_keep_earlier_texts() -> None:
    joined = JoinedText(["a"])
    assert joined.line_starts == [0, 2]
    second = JoinedText(["ab"], joined)
    third = JoinedText(["abc"], second)
    assert third.line_starts == [0, 4]
    assert second.line_starts == [0, 3]


@pytest.mark.parametrize("is_line_starts_read", [False, True])
def test_a_long_line_is_found_in_each_state_of_a_text(is_line_starts_read: bool) -> None:
    dice = random.Random(8)
    lines = ["x"] * 9
    joined = JoinedText(lines)
    for _ in range(500):
        if dice.random() < 0.9:  # otherwise it is asked about a later state only
            assert joined.has_longer_line(5) == any(len(line) > 5 for line in lines)
        assert joined.has_longer_line(7) == any(len(line) > 7 for line in lines)
        if is_line_starts_read:
            assert list(joined.line_starts) == _offsets(lines)
        at = dice.randrange(len(lines))
        lines[at : at + dice.randint(0, 2)] = ["y" * dice.choice((1, 2, 5, 6, 7, 8))]
        lines += ["x"] * (9 - len(lines))
        joined = JoinedText(lines, joined)


@pytest.mark.parametrize("is_joined", [False, True])
@pytest.mark.parametrize(("lines", "chars"), [([""], 0), (["abc", "", "de"], 5), (["x" * 7] * 3_000, 21_000)])
def test_a_text_is_longer_than_every_smaller_number_of_characters(
    lines: list[str], chars: int, is_joined: bool
) -> None:
    lines = list(lines)
    snapshot = TextSnapshot(f"file:///{chars}-{is_joined}.py", "python", lines)
    if is_joined:
        join_snapshot(snapshot)
    assert is_longer_than(snapshot, chars - 1)
    assert not is_longer_than(snapshot, chars)
    lines.append("y" * 5)  # a change in place
    assert is_longer_than(snapshot._replace(version=9), chars + 4)
    assert not is_longer_than(snapshot._replace(version=9), chars + 5)
