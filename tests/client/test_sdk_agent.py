"""Our client with an agent that uses the official Python library."""

import sys
from pathlib import Path

import pytest
from tests.client.agents import foreign
from tests.client.agents.harness import run

COMMAND = [sys.executable, str(Path(__file__).parent / "agents" / "sdk_agent.py")]


@pytest.mark.requirement("DIA-05")
def test_its_plain_auth_required_is_understood(root: Path) -> None:
    run(foreign.asks_who_it_is(COMMAND, root))


@pytest.mark.requirement("DIR-13")
def test_it_is_served_files_terminals_and_answers(root: Path, outside: Path) -> None:
    run(foreign.answers(COMMAND, root, outside))


def test_its_updates_are_typed_and_in_order(root: Path) -> None:
    run(foreign.tells_what_it_does(COMMAND, root))


def test_its_sessions_are_listed_loaded_and_steered(root: Path, second: Path) -> None:
    run(foreign.keeps_sessions(COMMAND, root, second))


def test_its_turns_are_cancelled(root: Path) -> None:
    run(foreign.is_cancelled(COMMAND, root))


def test_its_forms_are_filled_in(root: Path) -> None:
    run(foreign.asks_for_words(COMMAND, root))


@pytest.mark.requirement("NES-22")
def test_its_next_edits_are_applied_and_answered(root: Path, tmp_path: Path) -> None:
    run(foreign.edits(COMMAND, root, tmp_path / "record"))
