"""Connecting to agents, also to those that are missing, exit, print junk, hang or speak another protocol."""

import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.client.agents.harness import LIMIT_S, received, run, scripted

from understudy.client import AgentGone, BadAgent, ClientError, connect
from understudy.client.agent_process import AgentProcess, start_agent_process
from understudy.client.agent_process.process import StderrTail
from understudy.schema import acp


@pytest.fixture(autouse=True)
def long_exit_timeout(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a slow machine as well, an agent that ends is reported with its status."""
    monkeypatch.setattr("understudy.client.connection_setup.EXIT_AFTER_EOF_TIMEOUT_S", LIMIT_S)


async def refused(command: Any, **more: Any) -> ClientError:
    with pytest.raises(ClientError) as error:
        async with connect(command, **more):
            pass
    return error.value


def test_a_connected_agent_reports_its_capabilities(tmp_path: Path) -> None:
    record = tmp_path / "record"

    async def scenario() -> None:
        about = {
            "agentInfo": {"name": "scripted", "version": "7"},
            "authMethods": [{"id": "key", "name": "Key"}],
        }
        initialize = {"agentCapabilities": {"loadSession": True}, **about}
        async with connect(scripted(record=str(record), initialize=initialize)) as agent:
            assert agent.capabilities.load_session
            assert agent.info == acp.Implementation(name="scripted", version="7")
            assert [method.id for method in agent.auth_methods] == ["key"]
            assert agent.encoding == "utf-16"

    run(scenario())
    (said,) = received(record, "initialize")
    assert said["protocolVersion"] == 1
    client = said["clientCapabilities"]
    assert client["fs"] == {"readTextFile": True}, "the permissions deny edits"
    assert "terminal" not in client
    assert client["auth"] == {}, "there is no terminal to log in with"
    assert client["nes"].keys() == {"jump", "rename", "searchAndReplace", "ideActions"}
    assert client["positionEncodings"] == client["general"]["positionEncodings"] == ["utf-8", "utf-16"]


def test_a_client_without_files_and_editing_advertises_none(tmp_path: Path) -> None:
    record = tmp_path / "record"

    async def scenario() -> None:
        async with connect(scripted(record=str(record)), files=False, terminals=False, nes=None):
            pass

    run(scenario())
    (said,) = received(record, "initialize")
    client = said["clientCapabilities"]
    assert client["fs"] == {}
    assert not client.keys() & {"terminal", "nes", "positionEncodings"}


def test_a_command_may_be_one_text_and_gets_its_folder_and_variables(tmp_path: Path) -> None:
    code = (
        "import os, sys; sys.stdin.readline(); "
        "print(os.getcwd(), os.environ['COLOUR'], 'HOME' in os.environ); sys.exit(3)"
    )
    command = shlex.join([sys.executable, "-c", code])
    error = run(refused(command, cwd=tmp_path, environ={"COLOUR": "green"}))
    assert f"{tmp_path} green False" in str(error)


@pytest.mark.parametrize("command", [["no-such-agent-anywhere"], ["./missing"], ["/etc/passwd"], []])
def test_a_program_that_cannot_be_started_is_one_sentence(command: list[str]) -> None:
    error = run(refused(command))
    assert isinstance(error, AgentGone)
    assert error.code == "agent_gone"
    assert "\n" not in str(error)


def test_a_file_that_is_no_program_is_one_sentence(tmp_path: Path) -> None:
    program = tmp_path / "agent"
    program.write_bytes(b"\x7fELF but not really")
    program.chmod(0o755)
    error = run(refused([str(program)]))
    assert isinstance(error, AgentGone)
    assert "cannot be started" in str(error)
    assert "format" in str(error)


def test_a_folder_that_is_none_is_one_sentence(tmp_path: Path) -> None:
    error = run(refused(scripted(), cwd=tmp_path / "missing"))
    assert isinstance(error, AgentGone)


def test_an_agent_that_exits_is_reported_with_its_status_and_the_end_of_its_log() -> None:
    log = "\x1b[31mno key\x1b[0m in " + "x" * 5000 + " the end"
    error = run(refused(scripted(start=[{"log": log}, {"exit": 3}])))
    assert isinstance(error, AgentGone)
    assert "exit status 3" in str(error)
    assert str(error).endswith("the end")
    assert "\x1b" not in str(error)
    assert len(str(error)) < 1000


def test_what_an_agent_wrote_before_it_ended_is_reported_even_if_it_read_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Sending `initialize` fails then, and the output is still in the pipes."""

    async def started_and_ended(*arguments: Any) -> AgentProcess:
        process = await start_agent_process(*arguments)
        assert await process.wait_for_exit(LIMIT_S)
        return process

    monkeypatch.setattr("understudy.client.connection_setup.start_agent_process", started_and_ended)
    error = run(refused(["sh", "-c", "echo '{}'; echo usage: agent FILE; echo no file >&2; exit 2"]))
    assert isinstance(error, BadAgent)
    assert "it wrote “usage: agent FILE” and ended with exit status 2" in str(error)
    assert str(error).endswith("no file")
    error = run(refused(["sh", "-c", "echo no file >&2; exit 2"]))
    assert isinstance(error, AgentGone)
    assert "ended with exit status 2 before it answered" in str(error)
    assert str(error).endswith("no file")


def test_the_rest_of_a_log_is_read_without_waiting_for_the_event_loop() -> None:
    async def scenario() -> None:
        reading, writing = os.pipe()
        tail = StderrTail(reading)
        os.write(writing, b"x" * 60_000 + b" the end")
        tail.read_available()
        assert tail.text.endswith("x the end")
        os.write(writing, b", really")
        os.close(writing)
        tail.read_available()
        assert tail.text.endswith("the end, really")
        tail.close()
        os.close(reading)

    run(scenario())


def test_an_agent_that_is_killed_is_reported_with_the_signal() -> None:
    error = run(refused(["sh", "-c", "kill -9 $$"]))
    assert isinstance(error, AgentGone)
    assert "SIGKILL" in str(error)


def test_invalid_output_is_quoted_in_part() -> None:
    error = run(refused(scripted(start=[{"print": "Usage: tool " + "x" * 10_000}, {"exit": 2}])))
    assert isinstance(error, BadAgent)
    assert "Usage: tool xxx" in str(error)
    assert "exit status 2" in str(error)
    assert len(str(error)) < 600


def test_invalid_output_and_then_silence_is_reported_with_the_timeout() -> None:
    for seconds in (0.5, 5.0, 25.0):  # on a busy machine the start alone takes longer than the first
        error = run(refused(scripted(start=[{"print": "Welcome!"}, "hang"]), timeout=seconds))
        assert f"{seconds:g} seconds" in str(error)
        if isinstance(error, BadAgent):
            break
    assert isinstance(error, BadAgent)
    assert "Welcome!" in str(error)


@pytest.mark.parametrize("line", ["Welcome!", '{"hello": "world"}', "[1, 2]", '"text"', "\x00\x01\x02"])
def test_a_program_may_greet_before_it_answers(line: str) -> None:
    async def scenario() -> None:
        async with connect(scripted(start=[{"print": line}])) as agent:
            assert agent.capabilities.load_session

    run(scenario())


def test_a_program_that_floods_its_output_is_no_agent() -> None:
    error = run(refused("yes", timeout=600.0))  # the limit of the test is shorter
    assert isinstance(error, BadAgent)


def test_an_echo_is_no_agent() -> None:
    error = run(refused("cat"))
    assert isinstance(error, BadAgent)


def test_an_agent_that_hangs_on_initialize_fails_after_the_timeout() -> None:
    error = run(refused(scripted(start=["hang"]), timeout=0.5))
    assert isinstance(error, AgentGone)
    assert error.code == "no_answer"
    assert "0.5 seconds" in str(error)


@pytest.mark.parametrize("version", [0, 2, 99])
def test_another_version_of_the_protocol_is_reported_in_a_sentence(version: int) -> None:
    error = run(refused(scripted(initialize={"protocolVersion": version})))
    assert isinstance(error, BadAgent)
    assert f"version {version}" in str(error)
    assert "version 1" in str(error)


@pytest.mark.parametrize("answer", [{}, {"protocolVersion": "one"}, [], None, "yes"])
def test_an_invalid_initialize_response_is_a_bad_agent(answer: Any) -> None:
    error = run(refused(scripted(answers={"initialize": answer})))
    assert isinstance(error, BadAgent)


def test_an_agent_that_refuses_to_initialize_is_quoted() -> None:
    error = run(refused(scripted(errors={"initialize": {"code": -32603, "message": "no licence"}})))
    assert isinstance(error, BadAgent)
    assert "no licence" in str(error)


def test_a_long_log_does_not_block_the_agent() -> None:
    async def scenario() -> None:
        async with connect(scripted(start=[{"log_much": 5_000_000}])) as agent:
            assert agent.log_tail.endswith("ready\n")
            assert len(agent.log_tail) < 100_000

    run(scenario())


def test_a_request_without_a_response_is_reported_with_its_method_and_timeout(root: Path) -> None:
    async def scenario() -> None:
        async with connect(scripted(turn=[{"say": "busy"}, "cancel"])) as agent:
            session = await agent.new_session(root)
            request = acp.NewSessionRequest(cwd=str(root), mcp_servers=[])
            async for _ in session.prompt("wait"):
                with pytest.raises(AgentGone, match=r"session/new within 0\.1 seconds"):
                    await agent.call("session/new", request, acp.NewSessionResponse, timeout=0.1)
                break

    run(scenario())


def test_a_command_that_cannot_be_parsed_is_reported() -> None:
    error = run(refused("agent 'unclosed"))
    assert error.code == "bad_command"


@pytest.mark.parametrize(
    "answer",
    [
        {"protocolVersion": 1},
        {"protocolVersion": 1, "agentCapabilities": None, "authMethods": None, "agentInfo": None},
        {
            "protocolVersion": 1,
            "agentCapabilities": {"sessionCapabilities": None, "nes": 7, "loadSession": 1},
        },
        {"protocolVersion": 1, "agentCapabilities": {}, "authMethods": [{"name": "no id"}], "tomorrow": []},
    ],
)
def test_invalid_parts_of_an_initialize_response_count_as_absent(answer: Any) -> None:
    async def scenario() -> None:
        async with connect(scripted(answers={"initialize": answer})) as agent:
            assert not agent.capabilities.load_session
            assert agent.capabilities.session_capabilities.fork is None
            assert list(agent.auth_methods) == []

    run(scenario())


def test_either_a_command_or_a_partner() -> None:
    async def scenario() -> None:
        with pytest.raises(ValueError):
            async with connect():
                pass

    run(scenario())


def test_importing_the_client_loads_nothing_heavy() -> None:
    code = (
        "import sys, understudy.client; "
        "heavy = {'pydantic', 'rich', 'prompt_toolkit', 'mcp', 'httpx', 'sqlite3', 'understudy.acp', "
        "'understudy.chat', 'understudy.nes', 'understudy.client.editor'} & set(sys.modules); "
        "print(sorted(heavy))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=dict(os.environ)
    )
    assert done.stdout.strip() == "[]"
