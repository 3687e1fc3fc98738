"""Which messages are slash commands, and the list of commands for clients."""

import msgspec
import pytest

from understudy.chat.commands import (
    COMMANDS,
    available_commands,
    find_command,
    no_model_message,
    unknown_command_message,
)
from understudy.schema.acp import AvailableCommand


@pytest.mark.parametrize(
    ("text", "name", "words"),
    [
        ("/help", "help", ""),
        ("/help\n", "help", ""),
        ("/read a.py:3", "read", "a.py:3"),
        ("/run  echo  'a  b' ", "run", "echo  'a  b'"),
        ("  /help", "help", ""),
        ("\n\t/read a b ", "read", "a b"),
        ("/run\nfor i in 1 2\ndo echo $i\ndone\n", "run", "for i in 1 2\ndo echo $i\ndone"),
    ],
)
def test_a_command_is_found_at_the_start_with_the_rest_as_it_is(text: str, name: str, words: str) -> None:
    found = find_command(text)
    assert found is not None
    assert (found[0].name, found[1]) == (name, words)


@pytest.mark.parametrize(
    "text",
    [
        "please /help",
        "/helpme",
        "/read/me first",
        "/usr/bin is full",
        "/",
        "//",
        "/ help",
        "",
        "/Read x",
    ],
)
def test_other_messages_are_not_commands(text: str) -> None:
    assert find_command(text) is None


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("/raed x", "`/read`"),
        ("/Read x", "`/read`"),
        ("/serach foo in bar", "`/search`"),
        ("/root", "`/roots`"),
        ("/models", "`/model`"),
        ("/frobnicate", "`/help`"),
    ],
)
def test_a_mistyped_command_is_answered_with_the_nearest(text: str, hint: str) -> None:
    assert hint in (unknown_command_message(text) or "")


@pytest.mark.parametrize(
    "text",
    [
        "/usr/bin is full",
        "/tmp is full",
        "/root is not mine",
        "/etc",
        "/home/me/x.py has a fault",
        "/frobnicate is what the button should do",
        "what is /raed",
        "/help",
        "/",
        "",
        "/1 or /2?",
    ],
)
def test_paths_and_other_messages_are_not_taken_for_commands(text: str) -> None:
    assert unknown_command_message(text) is None


def test_every_command_is_listed_for_clients() -> None:
    wire = msgspec.to_builtins(available_commands())
    assert [command["name"] for command in wire] == list(COMMANDS)
    assert {
        "name": "run",
        "description": "Run a shell command in the workspace",
        "input": {"hint": "[--network] COMMAND"},
    } in wire
    assert msgspec.convert(wire, list[AvailableCommand]) == available_commands()
    assert [command.name for command in available_commands() if command.input is None] == [
        "help",
        "info",
        "roots",
        "init",
    ]


def test_without_a_model_the_answer_says_what_to_do() -> None:
    answer = no_model_message("/home/me/.config/understudy/config.toml")
    for hint in (
        "understudy login",
        "UNDERSTUDY_MODEL",
        "`/home/me/.config/understudy/config.toml`",
        "ollama:NAME",
        "`/read`",
        "`/help`",
    ):
        assert hint in answer
    assert "`config.toml`" in no_model_message()
