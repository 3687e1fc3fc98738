"""Errors of the tools as people are told them, and printed text as it stands in a terminal."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import understudy
from understudy.chat.text.plain_text import (
    final_terminal_text,
    first_sentence,
    strip_escapes,
    truncate_middle,
    without_model_advice,
)
from understudy.tools import TOOLS

ERRORS = {"Denied", "ExecutionFailed", "InvalidArgument", "NotFound", "TimedOut", "TooLarge"}


def messages() -> Iterator[str]:
    """The message of every error that the workspace or a tool raises, as the source has it."""
    source = Path(understudy.__file__).parent
    for path in [*(source / "workspace").rglob("*.py"), *(source / "tools").rglob("*.py")]:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ERRORS:
                yield "".join(written(node.args[0]))


def written(node: ast.expr) -> Iterator[str]:
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.JoinedStr():
            for part in node.values:
                yield from written(part)
        case _:
            yield "X"


def test_no_error_tells_a_person_to_use_a_tool_or_an_argument() -> None:
    found = [message for message in messages() if " " in message]
    assert len(found) > 60
    tools = "|".join(TOOLS)
    arguments = r"createDirectories|expectedHash|startLine to|type \"literal\""
    for message in found:
        told = without_model_advice(message)
        assert told
        assert not re.search(rf"\b(?:{tools})\b|{arguments}", told), message
        assert not re.search(r"Ask the user|Read it again|Repeat |Send ", told), message


@pytest.mark.parametrize(
    ("message", "told"),
    [
        ("'a' does not exist. Use exploreFiles to see what is there.", "'a' does not exist."),
        (
            "readFile: the argument path is missing. Its arguments: path, x?.",
            "The argument path is missing.",
        ),
        ("The root 'r' was replaced. Open the workspace anew.", None),
        ("No sandbox works here (x), so commands are refused. Install bubblewrap.", None),
        ("'my. Use it.txt' does not exist.", None),
        ("", None),
    ],
)
def test_only_advice_for_models_is_left_out(message: str, told: str | None) -> None:
    assert without_model_advice(message) == (message if told is None else told)


def test_of_a_text_for_a_model_the_first_sentence_is_told() -> None:
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
