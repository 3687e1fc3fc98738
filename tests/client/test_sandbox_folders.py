"""Additional folders that a caller makes writable or readable in a sandbox."""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from tests.agent_program import agent_environ
from tests.client.agents.harness import run, scripted
from tests.workspace_commands.conftest import sandbox_or_skip

from understudy.client import AuthRequired, ClientError, connect
from understudy.schema import acp


@pytest.fixture
def home(tmp_path: Path) -> Path:
    sandbox_or_skip("landlock")
    made = tmp_path.resolve() / "home"
    for name in (".ssh", ".newcomer", ".claude", ".other"):
        (made / name).mkdir(parents=True)
    (made / ".ssh/id").write_text("private key")
    return made


def said(turn: list[Any], root: Path, home: Path, *words: str, **more: Any) -> str:
    """The output of an agent that runs this line in a sandbox; `words` are more arguments of its command."""
    notices: list[str] = []

    async def scenario() -> str:
        environ = {**agent_environ(home), "PATH": os.environ["PATH"]}
        async with connect(
            [*scripted(turn=turn), *words],
            cwd=root,
            environ=environ,
            sandbox=True,
            roots=[root],
            on_notice=notices.append,
            **more,
        ) as agent:
            return await (await agent.new_session(root)).prompt("go").text()

    text = run(scenario())
    assert notices == []
    return text


def test_the_state_folder_of_an_unknown_agent_can_be_made_writable(root: Path, home: Path) -> None:
    turn = [{"try_to_touch": str(home / name / "x")} for name in (".newcomer", ".other")]
    assert said(turn, root, home, writable=[home / ".newcomer"]).startswith("made")
    assert (home / ".newcomer/x").exists()
    assert not (home / ".other/x").exists()
    assert "made" not in said(turn, root, home)


def test_given_folders_are_added_to_the_known_ones(root: Path, home: Path) -> None:
    turn = [{"try_to_touch": str(home / name / "x")} for name in (".newcomer", ".claude")]
    assert said(turn, root, home, "claude", writable=[home / ".newcomer"]) == "mademade"


def test_a_hidden_path_of_credentials_can_be_made_readable(root: Path, home: Path) -> None:
    turn = [{"look": str(home / ".ssh/id")}]
    assert "private" not in said(turn, root, home)
    assert said(turn, root, home, readable=[home / ".ssh"]) == "private key"


@pytest.mark.parametrize("name", ["writable", "readable"])
def test_folders_must_be_a_list_of_absolute_paths(root: Path, home: Path, name: str) -> None:
    for wrong in (["state"], str(home)):
        with pytest.raises(ClientError) as error:
            said([], root, home, **{name: wrong})
        assert error.value.code == "bad_roots"


def test_a_folder_that_is_not_there_cannot_be_made_writable(root: Path, home: Path) -> None:
    with pytest.raises(ClientError, match="is there") as error:
        said([], root, home, writable=[home / "nowhere"])
    assert error.value.code == "bad_roots"


@pytest.mark.parametrize(
    "wrong",
    [
        {"command": ["agent"], "writable": ["/tmp"]},
        {"command": ["agent"], "readable": ["/tmp"]},
        {"partner": print, "sandbox": True, "roots": ["/tmp"]},
    ],
)
def test_folders_without_a_sandbox_are_refused(wrong: dict[str, Any]) -> None:
    async def scenario() -> None:
        async with connect(**wrong):
            raise AssertionError("it was connected")

    with pytest.raises(ValueError, match="sandbox"):
        run(scenario())


def test_a_login_in_the_terminal_is_not_run_for_an_agent_in_a_sandbox(root: Path, home: Path) -> None:
    """It would run outside, with arguments and variables of the agent's choice."""
    ran: list[Any] = []
    login = {"id": "tui", "name": "Log in", "type": "terminal", "env": {"PYTHONPATH": str(root)}}
    wanted = {"code": -32000, "message": "Who are you?"}
    agent_command = scripted(initialize={"authMethods": [login]}, errors={"session/new": wanted}, always=True)

    async def terminal(argv: Sequence[str], environ: Mapping[str, str]) -> int:
        ran.append((argv, environ))
        return 0

    async def choose(methods: Sequence[acp.AuthMethod]) -> str | None:
        assert methods == []
        return None

    async def scenario() -> None:
        environ = {**agent_environ(home), "PATH": os.environ["PATH"]}
        async with connect(
            agent_command,
            cwd=root,
            environ=environ,
            sandbox=True,
            roots=[root],
            authenticate=choose,
            run_terminal=terminal,
        ) as agent:
            with pytest.raises(AuthRequired, match="not run from a sandbox"):
                await agent.new_session(root)
            with pytest.raises(AuthRequired, match="not run from a sandbox"):
                await agent.authenticate("tui")

    run(scenario())
    assert ran == []
