"""Behaviour of real agents that the protocol does not specify, each case observed in one of them."""

import os
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.client.agents.harness import SCRIPTED, run, scripted
from tests.workspace_commands.conftest import sandbox_or_skip

from agent_program import agent_environ
from understudy.client import AgentFailed, AgentGone, BadAgent, connect
from understudy.client.known_agents import state_folders
from understudy.client.sandbox import policy
from understudy.workspace import SandboxMode


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({"details": "The program ended with 1"}, "Internal error (The program ended with 1)"),
        ("No such thing", "Internal error (No such thing)"),
        ({"details": "Internal error"}, "Internal error"),
        ({"details": 3}, "Internal error"),
        (None, "Internal error"),
    ],
)
def test_the_details_of_an_error_are_reported_if_its_message_says_nothing(
    root: Path, data: Any, said: str
) -> None:
    error = {"code": -32603, "message": "Internal error", "data": data}

    async def scenario() -> None:
        async with connect(scripted(errors={"session/new": error})) as agent:
            with pytest.raises(AgentFailed) as caught:
                await agent.new_session(root)
            assert str(caught.value) == f"The agent refused session/new: {said}"

    run(scenario())


def test_the_details_of_a_failed_initialize_are_reported_too() -> None:
    error = {"code": -32603, "message": "Internal error", "data": {"details": "its state cannot be opened"}}

    async def scenario() -> None:
        async with connect(scripted(errors={"initialize": error})):
            raise AssertionError("it began")

    with pytest.raises(BadAgent, match=r"Internal error \(its state cannot be opened\)"):
        run(scenario())


def test_a_long_log_is_shown_from_the_beginning_of_a_line() -> None:
    log = "\n".join(f"line {number:04} of its log" for number in range(100))

    async def scenario() -> None:
        async with connect(scripted(start=[{"log": log}, {"exit": 1}])):
            raise AssertionError("it began")

    with pytest.raises(AgentGone) as caught:
        run(scenario())
    first, *_, last = str(caught.value).split("Its log ends with:\n")[1].split("\n")
    assert first.startswith("line ")
    assert last == "line 0099 of its log"


def test_the_state_folders_of_a_known_agent_are_created_in_a_new_home(tmp_path: Path) -> None:
    environ = {"HOME": str(tmp_path)}
    assert state_folders(["/opt/bin/gemini", "--acp"], environ) == [f"{tmp_path}/.gemini"]
    assert os.stat(tmp_path / ".gemini").st_mode & 0o777 == 0o700
    assert state_folders(["/opt/bin/other"], environ) == []
    assert state_folders(["/opt/bin/codex"], {"HOME": f"{tmp_path}/nowhere"}) == []
    assert os.listdir(tmp_path) == [".gemini"]


@pytest.mark.parametrize("mode", ["bubblewrap", "landlock"])
def test_a_package_finds_its_neighbours_in_the_sandbox_also_below_the_temporary_folder(
    root: Path, tmp_path: Path, mode: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    sandbox = sandbox_or_skip(SandboxMode(mode))
    monkeypatch.setattr(policy, "choose_sandbox", lambda _: sandbox)
    packages = tmp_path / "agents/node_modules"
    for name in (".bin", "agent/dist", "neighbour"):
        (packages / name).mkdir(parents=True)
    (packages / "neighbour/script.py").write_text(Path(SCRIPTED).read_text())
    start = packages / "agent/dist/start"
    start.write_text(f"#!/bin/sh\nexec '{sys.executable}' '{packages}/neighbour/script.py' '{{}}'\n")
    start.chmod(0o755)
    (packages / ".bin/agent").symlink_to("../agent/dist/start")

    async def scenario() -> None:
        async with connect(
            [str(packages / ".bin/agent")],
            environ=agent_environ(tmp_path),
            cwd=root,
            roots=[root],
            sandbox=True,
            readable=[sys.prefix],  # where the tests themselves are below the temporary folder
        ) as agent:
            assert (await agent.new_session(root)).id == "s1"

    run(scenario())
