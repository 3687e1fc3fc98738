"""The entry point: a wrong option shows the usage of its command, and the help texts."""

import os
import re

import pytest

from forked_command import run_command
from understudy.cli.main import COMMANDS


@pytest.mark.parametrize(
    ("words", "usage"),
    [
        ("acp --nope", "usage: understudy acp "),
        ("mcp --nope x", "usage: understudy mcp "),
        ("sessions list --nope", "usage: understudy sessions "),
        ("tour . --nope", "usage: understudy tour "),
        ("--nope acp", "usage: understudy [-h]"),
        ("--nope", "usage: understudy [-h]"),
    ],
)
def test_an_unknown_option_shows_the_usage_of_its_command(words: str, usage: str) -> None:
    done = run_command(*words.split())
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith(usage)
    assert "Traceback" not in done.stderr


def help_of(*words: str) -> str:
    done = run_command(*words, "--help", env={**os.environ, "COLUMNS": "200"})
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_help_lists_every_command_and_points_to_its_details() -> None:
    text = help_of()
    assert "Run 'understudy COMMAND --help' for details." in text
    for name, purpose in COMMANDS.items():
        assert re.search(rf"^ +{name}\s+{re.escape(purpose)}$", text, re.MULTILINE)


@pytest.mark.parametrize("command", COMMANDS)
def test_the_description_of_a_command_is_its_purpose_with_names_as_they_are_written(command: str) -> None:
    purpose = COMMANDS[command]
    assert f"\n{purpose[0].upper()}{purpose[1:]}.\n" in help_of(command)


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ("acp", "Run as an editor's ACP agent (Agent Client Protocol)."),
        ("mcp", "Serve the workspace tools to an agent over MCP."),
    ],
)
def test_names_of_protocols_keep_their_capitals(command: str, sentence: str) -> None:
    assert sentence in help_of(command)


def test_a_base_url_is_explained_in_the_words_of_the_field() -> None:
    assert re.search(r"--base-url URL +base URL of the provider$", help_of("acp"), re.MULTILINE)
    assert re.search(
        r"--base-url URL +base URL of the provider; for Understudy only$", help_of("run"), re.MULTILINE
    )
