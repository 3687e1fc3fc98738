"""The agent as a real process, driven by hand-written lines: how it starts, how it ends, what it survives."""

import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from tests.workspace_commands.command_harness import eventually, processes_with

from agent_program import COMMAND, LIMIT_S, SCRIPTED, AgentProgram, agent_environ, is_running, is_update, text
from provider_server import Call, Hold, ProviderServer, Reply, Text, calls, says

MIB = 1 << 20
INITIALIZE = b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":1}}\n'
LIST = b'{"jsonrpc":"2.0","id":2,"method":"session/list","params":{}}\n'
SERVER = Path(__file__).parents[1] / "mcp_servers" / "server_program.py"
ENDINGS = ("input", "SIGTERM", "SIGINT")
NOISY = """
import importlib.abc, os, subprocess, sys

class Noisy(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name in ("understudy.chat", "pydantic_ai"):
            print("printed by a library")
            os.write(1, b"written to descriptor 1\\n")
            subprocess.run(["echo", "echoed by a child"], check=True)

sys.meta_path.insert(0, Noisy())
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "agent"


@pytest.fixture
def marker() -> Iterator[str]:
    """Stands in the command line of everything that a test's command starts, and of nothing else."""
    seconds = f"{600 + os.getpid() % 1000}.{os.urandom(4).hex().translate(str.maketrans('abcdef', '012345'))}"
    yield seconds
    for pid in processes_with(seconds):
        os.kill(pid, signal.SIGKILL)


def scripted(folder: Path, provider: ProviderServer) -> AgentProgram:
    return AgentProgram(folder, "--model", SCRIPTED, "--base-url", provider.url)


def test_initialize_from_a_pipe_is_answered_and_the_program_exits_with_0(folder: Path) -> None:
    folder.mkdir()
    done = subprocess.run(
        [COMMAND, "acp"],
        input=INITIALIZE,
        capture_output=True,
        env=agent_environ(folder),
        timeout=LIMIT_S,
        check=True,
    )
    (line,) = done.stdout.splitlines()
    assert json.loads(line)["result"]["protocolVersion"] == 1
    assert done.stderr == b""
    assert list(folder.iterdir()) == [], "nothing is stored before there is a session"


def test_short_requests_are_answered_even_if_the_input_ends_behind_them(folder: Path, root: Path) -> None:
    folder.mkdir()
    new = {"jsonrpc": "2.0", "id": 3, "method": "session/new", "params": {"cwd": str(root)}}
    done = subprocess.run(
        [COMMAND, "acp"],
        input=INITIALIZE + LIST + json.dumps(new).encode() + b"\n",
        capture_output=True,
        env=agent_environ(folder),
        timeout=LIMIT_S,
        check=True,
    )
    answers = {frame.get("id"): frame for frame in map(json.loads, done.stdout.splitlines())}
    assert answers[2]["result"] is not None
    assert answers[3]["result"]["sessionId"]


def test_a_regular_file_can_be_the_input(folder: Path) -> None:
    folder.mkdir()
    (folder / "in").write_bytes(INITIALIZE + b"\r\n\n" + LIST.replace(b"session/list", b"no/such") + b"[]")
    with (folder / "in").open("rb") as source:
        done = subprocess.run(
            [COMMAND, "acp"],
            stdin=source,
            capture_output=True,
            env=agent_environ(folder),
            timeout=LIMIT_S,
            check=True,
        )
    first, second, third = map(json.loads, done.stdout.splitlines())
    assert first["result"]["agentInfo"]["name"] == "understudy"
    assert (second["id"], second["error"]["code"]) == (2, -32601)
    assert (third["id"], third["error"]["code"]) == (None, -32600)


def test_a_socket_can_be_input_and_output(folder: Path, root: Path) -> None:
    ours, theirs = socket.socketpair()
    with ours, AgentProgram(folder, stdin=theirs.fileno(), stdout=theirs.fileno()) as agent:
        theirs.close()
        agent.source = agent.sink = ours.fileno()
        agent.initialize()
        session = agent.new(root)
        agent.result("session/prompt", {"sessionId": session, "prompt": text("/roots")})
        assert str(root) in agent.said()
        ours.shutdown(socket.SHUT_WR)
        assert agent.process.wait(LIMIT_S) == 0
        assert agent.log == ""


@pytest.mark.parametrize("method", ["session/new", "session/load", "session/resume", "session/fork"])
def test_the_response_of_session_new_comes_before_its_commands(folder: Path, root: Path, method: str) -> None:
    with AgentProgram(folder) as agent:
        agent.initialize()
        session = agent.new(root)
        agent.until(is_update("available_commands_update"))
        agent.received.clear()
        agent.result(method, {"sessionId": session, "cwd": str(root), "mcpServers": []})
        assert agent.received == []
        agent.until(is_update("available_commands_update"))


PENDING: dict[str, Call] = {
    "session/request_permission": Call("executeCommand", {"command": "true"}),
    "fs/read_text_file": Call("readFile", {"path": "a.txt"}),
}


@pytest.mark.parametrize("how", ENDINGS)
def test_the_end_comes_at_once_while_a_model_streams_and_questions_are_open(
    folder: Path, root: Path, how: str
) -> None:
    (root / "a.txt").write_text("text\n")
    streamed = Reply((Text("Hel"), Hold("never"), Text("lo")))
    with (
        ProviderServer([streamed, *map(calls, PENDING.values())]) as provider,
        scripted(folder, provider) as agent,
    ):
        agent.initialize(fs={"readTextFile": True})
        session = agent.new(root)
        agent.ask("session/prompt", {"sessionId": session, "prompt": text("Hello?")})
        agent.until(is_update("agent_message_chunk"))
        for question in PENDING:
            agent.ask("session/prompt", {"sessionId": agent.new(root), "prompt": text("Go.")})
            agent.until(lambda frame, question=question: frame.get("method") == question)
        assert agent.end(how) == 0
        assert provider.requests[0].left.wait(LIMIT_S)
        assert agent.log == ""
        with AgentProgram(folder) as later:
            later.initialize()
            later.result("session/load", {"sessionId": session, "cwd": str(root), "mcpServers": []})
            assert later.said() == "Hel"


def test_a_client_that_disconnects_in_mid_turn_ends_the_agent(folder: Path, root: Path) -> None:
    more = [Text("x" * 1000)] * 100
    with (
        ProviderServer([Reply((Text("Hel"), Hold("closed"), *more, Hold("never")))]) as provider,
        scripted(folder, provider) as agent,
    ):
        agent.initialize()
        session = agent.new(root)
        agent.ask("session/prompt", {"sessionId": session, "prompt": text("Hello?")})
        agent.until(is_update("agent_message_chunk"))
        assert agent.process.stdout is not None
        agent.process.stdout.close()
        provider.release("closed")
        assert agent.process.wait(LIMIT_S) == 0
        assert agent.log == ""


@pytest.mark.attack(46)
@pytest.mark.parametrize("how", [*ENDINGS, "SIGKILL"])
def test_the_end_stops_commands_and_servers(folder: Path, root: Path, marker: str, how: str) -> None:
    pids = folder.with_name("pids")
    command = f"setsid sleep {marker} & echo up; sleep {marker}"
    server = {
        "name": "server",
        "command": sys.executable,
        "args": [str(SERVER), "good" if how == "SIGKILL" else "detached"],
        "env": [{"name": "PIDS", "value": str(pids)}],
    }
    with (
        ProviderServer([calls(Call("executeCommand", {"command": command}))]) as provider,
        scripted(folder, provider) as agent,
    ):
        agent.initialize()
        session = agent.new(root, mcpServers=[server])
        agent.result("session/set_mode", {"sessionId": session, "modeId": "full"})
        agent.ask("session/prompt", {"sessionId": session, "prompt": text("Run it.")})
        assert eventually(lambda: len(processes_with(marker)) >= 2, LIMIT_S), agent.log
        servers = [int(line) for line in pids.read_text().split()]
        assert servers
        assert all(map(is_running, servers))
        status = agent.end(how)
        assert status == (0 if how != "SIGKILL" else -signal.SIGKILL)
        assert eventually(lambda: not processes_with(marker))
        assert eventually(lambda: not any(map(is_running, servers)))
        assert "Traceback" not in agent.log
    with closing(sqlite3.connect(folder / "state" / "sessions.db")) as store:
        assert store.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    with AgentProgram(folder) as later:
        later.initialize()
        later.result("session/load", {"sessionId": session, "cwd": str(root), "mcpServers": []})
        kinds = [frame["params"]["update"]["sessionUpdate"] for frame in later.received]
        assert kinds[:2] == ["user_message_chunk", "tool_call"]
        later.result("session/prompt", {"sessionId": session, "prompt": text("/roots")})
        assert str(root) in later.said()


def test_output_carries_frames_only_whatever_libraries_print(folder: Path, root: Path) -> None:
    folder.mkdir()
    (folder / "sitecustomize.py").write_text(NOISY)
    options = ("--model", SCRIPTED, "--base-url")
    python = (sys.executable, "-X", "dev", "-m", "understudy.cli.main", "acp")
    with (
        ProviderServer([says("Hi.")]) as provider,
        AgentProgram(folder, *options, provider.url, command=python, PYTHONPATH=str(folder)) as agent,
    ):
        agent.initialize()
        session = agent.new(root)
        agent.result("session/prompt", {"sessionId": session, "prompt": text("Hello?")})
        assert agent.said() == "Hi."
        assert agent.end() == 0
        assert agent.process.stdout is not None
        assert agent.process.stdout.read() == b""
        for printed in ("printed by a library", "written to descriptor 1", "echoed by a child"):
            assert printed in agent.log
        assert "Traceback" not in agent.log
        assert "never awaited" not in agent.log
        assert "ResourceWarning" not in agent.log


@pytest.mark.attack("slow reader")
def test_a_slow_reader_slows_the_model_down_and_then_gets_everything(folder: Path, root: Path) -> None:
    chunk, count = "x" * 10_000, 4000  # five times as much as one answer may have: the rest is never held
    with (
        ProviderServer([says("warm"), says(*[chunk] * count)]) as provider,
        scripted(folder, provider) as agent,
    ):
        agent.initialize()
        session = agent.new(root)
        agent.result("session/prompt", {"sessionId": session, "prompt": text("Warm up.")})
        before = agent.memory()
        prompt = agent.ask("session/prompt", {"sessionId": session, "prompt": text("Talk.")})
        provider.wait_for_requests(2)
        assert eventually(lambda: is_idle(agent.pid), LIMIT_S)
        assert not provider.requests[1].answered.is_set()
        assert agent.memory() - before < 32 * MIB
        agent.received.clear()
        assert agent.answer(prompt)["result"]["stopReason"] == "end_turn"
        assert agent.said().startswith("x" * 8_000_000)
        assert agent.said().endswith("cut off at 8 MiB.")
        assert agent.result("session/list", {})["sessions"][0]["sessionId"] == session
        assert agent.end() == 0


@pytest.mark.parametrize("how", ENDINGS)
def test_the_end_comes_even_if_the_output_is_not_read(folder: Path, root: Path, how: str) -> None:
    with (
        ProviderServer([says(*["x" * 10_000] * 4000)]) as provider,
        scripted(folder, provider) as agent,
    ):
        agent.initialize()
        session = agent.new(root)
        agent.ask("session/prompt", {"sessionId": session, "prompt": text("Talk.")})
        provider.wait_for_requests(1)
        assert eventually(lambda: is_idle(agent.pid), LIMIT_S)
        assert agent.end(how) == 0
        assert agent.log == ""


def test_a_line_of_200_megabytes_is_refused_and_the_next_request_works(folder: Path) -> None:
    with AgentProgram(folder) as agent:
        agent.initialize()
        agent.result("session/list", {})
        before = agent.memory("VmHWM")
        agent.write(b'{"jsonrpc":"2.0","id":"big","method":"session/list","params":{"cursor":"')
        for _ in range(200):
            agent.write(b"x" * MIB)
        agent.write(b'"}}\n')
        refusal = agent.answer(None)
        assert refusal["error"]["code"] == -32600
        assert agent.memory("VmHWM") - before < 64 * MIB
        assert agent.result("session/list", {}) == {"sessions": []}
        assert agent.end() == 0


def test_a_bad_config_file_is_reported_by_session_new_and_can_be_fixed(folder: Path, root: Path) -> None:
    config = folder / "config" / "config.toml"
    config.parent.mkdir(parents=True)
    config.write_text('mode = "sometimes"\n')
    with AgentProgram(folder) as agent:
        agent.initialize()
        error = agent.request("session/new", {"cwd": str(root)})["error"]
        assert error["data"]["reason"] == "not_ready"
        assert "config.toml" in error["message"]
        assert "mode" in error["message"]
        config.write_text("mode = [\n")
        assert "config.toml" in agent.request("session/list", {})["error"]["message"]
        config.write_text('mode = "edit"\n')
        modes = agent.result("session/new", {"cwd": str(root)})["modes"]
        assert modes["currentModeId"] == "edit"
        assert agent.end() == 0
        assert agent.log == ""


def test_a_damaged_store_is_set_aside_and_reported_and_the_session_works(folder: Path, root: Path) -> None:
    state = folder / "state"
    state.mkdir(parents=True)
    (state / "sessions.db").write_bytes(b"this is no database at all" * 500)
    with AgentProgram(folder) as agent:
        agent.initialize()
        session = agent.new(root)
        agent.result("session/prompt", {"sessionId": session, "prompt": text("/roots")})
        (kept,) = state.glob("sessions.db.damaged-*")
        assert kept.read_bytes().startswith(b"this is no database")
        received = json.dumps(agent.received)
        assert kept.name in received
        assert [entry["sessionId"] for entry in agent.result("session/list", {})["sessions"]] == [session]
        assert agent.end() == 0


def is_idle(pid: int) -> bool:
    """Whether a process did nothing for a while: its clock of work stands still over many looks."""

    def worked() -> list[str]:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[11:13]

    before = worked()
    return not eventually(lambda: worked() != before, 0.5)
