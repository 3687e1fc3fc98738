"""Plain text: the first sentence, escape sequences, overwritten lines, the middle of a long text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from understudy.chat.text.plain_text import (
    final_terminal_text,
    first_sentence,
    strip_escapes,
    truncate_middle,
)


def test_only_the_first_sentence_of_a_text_for_a_model_is_shown() -> None:
    assert first_sentence("It is 3.5 GB. Do not try again.") == "It is 3.5 GB."


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("\x1b[1;31mred\x1b[0m \x1b[38:5:1mtoo\x1b[m", "red too"),
        ("\x1b]0;title\x07a\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\", "alink"),
        ("\x1bPq#0\x1b\\b\x1b(Bc\x1b7d\x1b=", "bcd"),
        ("end\x1b[3", "end"),
        ("\x1b", ""),
        ("\x1b]0;never ended\nshown", "0;never ended\nshown"),
        ("a\tb\r\nc\x07\x08", "a\tb\r\nc\x07\x08"),
    ],
)
def test_escape_sequences_are_taken_out_and_nothing_else(text: str, plain: str) -> None:
    assert strip_escapes(text) == plain


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("10%\r50%\r100%\ndone\n", "100%\ndone\n"),
        ("10%\r50%\r", "50%"),
        ("a\r\nb\r\r\n", "a\nb\n"),
        ("\x1b[2K\rstep 1\x1b[2K\rstep 2", "step 2"),
        ("plain", "plain"),
    ],
)
def test_a_line_that_was_written_over_keeps_its_last_state(text: str, seen: str) -> None:
    assert final_terminal_text(text) == seen


@given(st.text(st.sampled_from("\x1b[]0;m\x07\\PX a\r\n")))
def test_no_escape_is_left_and_no_line_is_lost(text: str) -> None:
    assert "\x1b" not in strip_escapes(text)
    assert "\r" not in final_terminal_text(text)
    assert strip_escapes(text).count("\n") == text.count("\n")


def test_a_long_text_keeps_both_ends() -> None:
    assert truncate_middle("a" * 150, 100) == "a" * 150
    assert truncate_middle("a" * 1000 + "b" * 1000, 100) == (
        "a" * 50 + "\n… 1,900 characters are not shown …\n" + "b" * 50
    )
