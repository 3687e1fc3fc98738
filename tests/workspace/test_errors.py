"""WorkspaceError: its parts, its text on the wire, and what a person is shown of it."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import understudy
from understudy.tools import TOOLS, find_tool
from understudy.workspace import InvalidArgument, NotFound, Workspace, WorkspaceError

ERRORS = {"Denied", "ExecutionFailed", "InvalidArgument", "NotFound", "TimedOut", "TooLarge"}


def sentences() -> Iterator[str]:
    """The sentence of every error that the workspace or a tool raises, as the source spells it."""
    source = Path(understudy.__file__).parent
    for path in [*(source / "workspace").rglob("*.py"), *(source / "tools").rglob("*.py")]:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ERRORS:
                yield "".join(literal_parts(node.args[0]))


def literal_parts(node: ast.expr) -> Iterator[str]:
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.JoinedStr():
            for part in node.values:
                yield from literal_parts(part)
        case _:
            yield "X"


def test_no_sentence_tells_a_person_to_use_a_tool_or_an_argument() -> None:
    found = [sentence for sentence in sentences() if " " in sentence]
    assert len(found) > 60
    tools = "|".join(TOOLS)
    arguments = r"createDirectories|expectedHash|startLine to|type \"literal\""
    for sentence in found:
        assert not re.search(rf"\b(?:{tools})\b|{arguments}", sentence), sentence
        assert not re.search(r"Ask the user|Read it again|Repeat |Send |Narrow the path", sentence), sentence


def test_the_message_is_the_sentence_and_the_advice() -> None:
    error = NotFound("'a' does not exist.", "missing", advice="Use exploreFiles to see.", path="a")
    assert error.message == str(error) == "'a' does not exist. Use exploreFiles to see."
    assert (error.sentence, error.advice) == ("'a' does not exist.", "Use exploreFiles to see.")
    assert error.user_message == "'a' does not exist."
    assert error.payload() == {
        "error": error.message,
        "code": "FILE_NOT_FOUND",
        "details": {"reason": "missing", "path": "a"},
    }


def test_a_prefix_is_cut_off_for_a_person() -> None:
    error = InvalidArgument("the argument path is missing.", "bad_arguments", prefix="readFile: ")
    assert error.message == "readFile: the argument path is missing."
    assert error.user_message == "The argument path is missing."


def test_an_error_without_advice_is_its_sentence() -> None:
    error = InvalidArgument("label: no line 3.", "line_out_of_range")
    assert error.message == error.sentence == error.user_message == "label: no line 3."


def test_the_parts_reach_the_errors_of_tools(tmp_path: Path) -> None:
    with Workspace([tmp_path]) as workspace:
        for tool, arguments, sentence, message in (
            (
                "readFile",
                {"path": "a"},
                "'a' does not exist.",
                "'a' does not exist. Use exploreFiles to see what is there.",
            ),
            (
                "readFile",
                {"path": "."},
                "'.' is a folder, not a regular file.",
                "'.' is a folder, not a regular file. Use exploreFiles for its entries.",
            ),
            (
                "exploreFiles",
                {},
                "The argument path is missing.",
                "exploreFiles: the argument path is missing. Its arguments: path, ",
            ),
        ):
            with pytest.raises(WorkspaceError) as caught:
                TOOLS[tool].call(workspace, arguments)
            assert caught.value.user_message == sentence
            assert caught.value.message.startswith(message)
    with pytest.raises(InvalidArgument) as unknown:
        find_tool("nope")
    assert unknown.value.user_message == "There is no tool 'nope'."
    assert unknown.value.advice.startswith("The tools are: exploreFiles, ")


def test_an_unlisted_reason_is_refused() -> None:
    with pytest.raises(ValueError, match="unlisted reason"):
        NotFound("x", "no_such_reason")
