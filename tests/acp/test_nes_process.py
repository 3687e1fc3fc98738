"""Next edits from the real program: what it loads, in which order it sees things, and what it leaves behind."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.workspace_commands.command_harness import eventually

from agent_program import COMMAND, LIMIT_S, AgentProgram, agent_environ
from nes_model.scripted_server import ScriptedServer, Stall, says

URI = "file:///project/totals.py"
LINES = [
    line
    for name in ("first", "second", "third")
    for line in (f"def {name}(a):", f"    log.warn('{name}', a)", "")
]
TEXT = "\n".join([*LINES, ""])
TODAY: dict[str, Any] = {"nes": {"jump": {}, "rename": {}, "searchAndReplace": {}}}
DRIVER_CODE = """
import sys
from understudy.cli.main import main
status = main(["acp", *sys.argv[1:]])
print("LOADED", *sorted(sys.modules), file=sys.stderr)
sys.exit(status)
"""
DRIVER = (sys.executable, "-c", DRIVER_CODE)
LONG_TIMEOUT_CODE = """
import sys
from understudy.nes.model import limits
limits.REQUEST_TIMEOUT_S = limits.MAX_REQUEST_TIMEOUT_S
from understudy.cli.main import main
sys.exit(main(["acp", *sys.argv[1:]]))
"""
LONG_TIMEOUT = (sys.executable, "-c", LONG_TIMEOUT_CODE)
"""The agent with the longest time limit for a reply: on a slow machine as well only the cancel ends a request."""
NEVER = (
    "understudy.chat",
    "understudy.models",
    "understudy.tools",
    "pydantic",
    "pydantic_ai",
    "mcp",
    "sqlite3",
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "agent"


def span(line: int, start: int, end: int) -> dict[str, Any]:
    return {"start": {"line": line, "character": start}, "end": {"line": line, "character": end}}


def question(session: str, version: int, line: int, character: int, **more: Any) -> dict[str, Any]:
    place = {"line": line, "character": character}
    asked = {
        "sessionId": session,
        "uri": URI,
        "version": version,
        "position": place,
        "triggerKind": "automatic",
    }
    return {**asked, **more}


def opened(agent: AgentProgram, **params: Any) -> str:
    session = agent.result("nes/start", params)["sessionId"]
    event = {"sessionId": session, "uri": URI, "languageId": "python", "version": 1, "text": TEXT}
    agent.notify("document/didOpen", event)
    return session


def suggested(agent: AgentProgram, asked: dict[str, Any]) -> dict[str, Any]:
    """What is suggested, if need be at the second asking: on a busy machine the engine's few milliseconds pass."""
    for _ in range(50):
        if found := agent.result("nes/suggest", asked)["suggestions"]:
            (only,) = found
            return only
    raise AssertionError("nothing was suggested")


def loaded(agent: AgentProgram) -> list[str]:
    """What the program had loaded when it ended."""
    (line,) = [line for line in agent.log.splitlines() if line.startswith("LOADED ")]
    return line.split()[1:]


def rooms(modules: list[str]) -> list[str]:
    return [name for name in NEVER if name in modules]


@pytest.mark.requirement("NES-10", "NES-14", "NES-18")
def test_a_whole_journey_with_the_symbolic_engine(folder: Path) -> None:
    with AgentProgram(folder) as agent:
        agent.initialize(positionEncodings=["utf-8"], nes={})
        session = opened(agent)
        event = {"sessionId": session, "uri": URI}
        for version, line in ((2, 1), (3, 4)):
            change = [{"range": span(line, 8, 12), "text": "warning"}]
            agent.notify("document/didChange", {**event, "version": version, "contentChanges": change})
        found = suggested(agent, question(session, 3, 4, 15))
        assert found["kind"] == "edit"
        assert found["uri"] == URI
        assert {edit["range"]["start"]["line"] for edit in found["edits"]} == {7}
        agent.notify("nes/accept", {"sessionId": session, "id": found["id"]})
        changes = [{"range": edit["range"], "text": edit["newText"]} for edit in reversed(found["edits"])]
        agent.notify("document/didChange", {**event, "version": 4, "contentChanges": changes})
        agent.notify("document/didSave", event)
        again = agent.result("nes/suggest", question(session, 4, 7, 15))["suggestions"]
        assert found["edits"] not in [suggestion["edits"] for suggestion in again]
        assert agent.result("nes/close", {"sessionId": session}) == {}
        assert agent.end() == 0
        assert agent.log == ""


def test_a_request_for_which_nothing_is_awaited_is_answered_before_the_next_message(folder: Path) -> None:
    with AgentProgram(folder) as agent:
        agent.initialize(nes={})
        session = opened(agent)
        agent.result("nes/suggest", question(session, 1, 0, 0))  # after it the session's files are read
        together = [
            {"id": "asked", "method": "nes/suggest", "params": question(session, 1, 0, 0)},
            {"id": "next", "method": "no/such/method", "params": {}},
        ]
        frames = [json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n" for message in together]
        agent.write(b"".join(frames))
        assert [agent.receive()["id"] for _ in together] == ["asked", "next"]


def test_initialize_is_answered_without_anything_of_next_edits() -> None:
    code = (
        "import sys, understudy.cli.commands.acp; "
        "print([name for name in sys.modules if 'understudy.nes' in name])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=LIMIT_S
    )
    assert done.stdout == "[]\n"


def test_next_edits_alone_load_nothing_of_the_chat(folder: Path) -> None:
    with AgentProgram(folder, command=DRIVER) as agent:
        agent.initialize(**TODAY)
        session = opened(agent, workspaceUri=folder.as_uri())
        agent.notify(
            "document/didFocus",
            {
                "sessionId": session,
                "uri": URI,
                "version": 1,
                "position": {"line": 0, "character": 0},
                "visibleRange": span(0, 0, 0),
            },
        )
        change = [{"range": span(1, 4, 9), "text": "amount"}]
        event = {"sessionId": session, "uri": URI, "version": 2, "contentChanges": change}
        agent.notify("document/didChange", event)
        agent.result("nes/suggest", question(session, 2, 1, 10))
        set_option = {"sessionId": session, "configId": "eagerness", "value": "high"}
        agent.result("session/set_config_option", set_option)
        assert agent.result("authenticate", {"methodId": "environment-key"}) == {}
        assert agent.result("logout", {}) == {}
        unknown = agent.request("session/set_config_option", {**set_option, "sessionId": "nobody"})
        assert unknown["error"]["code"] == -32002
        assert agent.result("nes/close", {"sessionId": session}) == {}
        assert agent.end() == 0
        modules = loaded(agent)
        assert "understudy.nes.service" in modules
        assert rooms(modules) == []


@pytest.mark.requirement("NES-19")
def test_a_missing_key_is_told_and_logged_in_for_without_the_chat(folder: Path) -> None:
    login = ("login", "nes", "--stdin", "--base-url", "https://api.inceptionlabs.ai/v1")
    with AgentProgram(folder, "--nes-model", "mercury", command=DRIVER) as agent:
        agent.initialize(**TODAY, auth={"terminal": True})
        error = agent.request("nes/start", {})["error"]
        assert (error["code"], error["data"]["reason"]) == (-32000, "auth_required")
        assert "understudy login nes" in error["message"]
        assert agent.request("authenticate", {"methodId": "understudy-login"})["error"]["code"] == -32000
        store(folder, *login)
        assert agent.result("authenticate", {"methodId": "understudy-login"}) == {}
        started = agent.result("nes/start", {})
        (engine,) = [option for option in started["configOptions"] if option["id"] == "engine"]
        assert engine["currentValue"] == "hybrid"
        assert agent.result("logout", {}) == {}
        assert agent.request("nes/start", {})["error"]["code"] == -32000
        assert agent.end() == 0
        assert rooms(loaded(agent)) == []
        assert not (folder / "config" / "credentials.json").exists()


def store(folder: Path, *words: str) -> None:
    done = subprocess.run(
        [COMMAND, *words],
        input=b"sk-test-key",
        env=agent_environ(folder),
        capture_output=True,
        timeout=LIMIT_S,
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.requirement("NES-19", "NES-20")
def test_a_model_of_ones_own_is_asked_with_the_key_that_was_named(folder: Path) -> None:
    better = TEXT.replace("log.warn('first', a)", "log.warn('first', a)  # so far")
    with ScriptedServer([says(better)]) as server:
        options = ("--nes-model", "instinct:mine", "--nes-url", server.url, "--nes-key-env", "MY_KEY")
        with AgentProgram(folder, *options, command=DRIVER) as agent:
            agent.initialize(**TODAY)
            error = agent.request("nes/start", {})["error"]
            assert error["data"]["reason"] == "auth_required"
            assert "MY_KEY" in error["message"]
        with AgentProgram(folder, *options, "--nes-engine", "model", MY_KEY="sk-mine") as agent:
            agent.initialize(**TODAY)
            session = opened(agent)
            asked = question(session, 1, 1, 24, triggerKind="manual")
            (found,) = agent.result("nes/suggest", asked)["suggestions"]
            assert [edit["newText"].strip() for edit in found["edits"]] == ["# so far"]
            assert server.requests[0].headers["authorization"] == "Bearer sk-mine"
            assert server.requests[0].body["model"] == "mine"
            params = {"sessionId": session, "configId": "engine", "value": "symbolic"}
            agent.result("session/set_config_option", params)
            agent.result("nes/suggest", asked)
            assert len(server.requests) == 1
            assert agent.end() == 0
            assert "sk-mine" not in agent.log


@pytest.mark.requirement("NES-21")
def test_a_cancelled_question_leaves_the_server_and_is_answered_as_cancelled(folder: Path) -> None:
    with ScriptedServer([says("so far"), Stall()]) as server:
        options = ("--nes-model", "instinct:mine", "--nes-url", server.url, "--nes-engine", "model")
        with AgentProgram(folder, *options, command=LONG_TIMEOUT) as agent:
            agent.initialize(**TODAY)
            session = opened(agent)
            # The opened document is evaluated by the server first; a cancel does not end that.
            assert eventually(lambda: len(server.requests) == 1, LIMIT_S)
            number = agent.ask("nes/suggest", question(session, 1, 1, 24, triggerKind="manual"))
            assert eventually(lambda: len(server.requests) == 2, LIMIT_S)
            agent.notify("$/cancel_request", {"requestId": number})
            assert agent.answer(number)["error"]["code"] == -32800
            assert server.requests[1].left.wait(LIMIT_S)
            assert agent.end() == 0
            assert agent.log == ""


def test_a_request_that_is_cancelled_at_once_leaves_nothing_in_the_log(folder: Path) -> None:
    """A request that has to wait, here for a model: others are answered before the cancellation is read."""
    with ScriptedServer([Stall()]) as server:
        options = ("--nes-model", "instinct:mine", "--nes-url", server.url, "--nes-engine", "model")
        with AgentProgram(folder, *options) as agent:
            agent.initialize(**TODAY)
            session = opened(agent)
            for number in range(901, 911):
                # One write: the agent reads the cancellation before the request's task has begun.
                agent.write(
                    b"".join(
                        json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n"
                        for message in (
                            {"id": number, "method": "nes/suggest", "params": question(session, 1, 1, 24)},
                            {"method": "$/cancel_request", "params": {"requestId": number}},
                        )
                    )
                )
                assert agent.answer(number)["error"]["code"] == -32800
            assert agent.end() == 0
            assert agent.log == ""


def test_a_chat_on_the_same_connection_loads_what_it_needs_when_it_comes(folder: Path, root: Path) -> None:
    with AgentProgram(folder, command=DRIVER) as agent:
        agent.initialize(**TODAY)
        opened(agent)
        chat = agent.new(root)
        agent.result("session/prompt", {"sessionId": chat, "prompt": [{"type": "text", "text": "/roots"}]})
        assert str(root) in agent.said()
        assert agent.end() == 0
        assert "understudy.chat" in loaded(agent)


def test_a_chat_alone_loads_nothing_of_next_edits_and_is_warm_as_before(folder: Path, root: Path) -> None:
    with AgentProgram(folder, command=DRIVER) as agent:
        agent.initialize()
        agent.new(root)
        assert agent.end() == 0
        modules = loaded(agent)
        assert [name for name in modules if name.startswith("understudy.nes.") and "service" in name] == []


@pytest.mark.requirement("NES-01")
def test_next_edits_can_be_left_out(folder: Path) -> None:
    with AgentProgram(folder, "--no-nes") as agent:
        options = agent.result("initialize", {"protocolVersion": 1, "clientCapabilities": TODAY})
        assert "nes" not in options["agentCapabilities"]
        assert agent.request("nes/start", {})["error"]["code"] == -32601
        assert agent.end() == 0


@pytest.mark.requirement("NES-09")
def test_events_and_questions_in_one_write_are_taken_one_after_the_other(folder: Path) -> None:
    """Each change counts on the one before it, and the suggestion comes from the last two of them."""
    with AgentProgram(folder) as agent:
        agent.initialize(**TODAY)
        session = opened(agent)
        changes = [(1, 24 + number, 24 + number, "#") for number in range(100)]
        changes += [(1, 24, 124, ""), (1, 8, 12, "warning"), (4, 8, 12, "warning")]
        frames: list[dict[str, Any]] = []
        for version, (line, start, end, text) in enumerate(changes, 2):
            change = [{"range": span(line, start, end), "text": text}]
            event = {"sessionId": session, "uri": URI, "version": version, "contentChanges": change}
            frames.append({"method": "document/didChange", "params": event})
            asked = question(session, version, line, start)
            frames.append({"id": 9000 + version, "method": "nes/suggest", "params": asked})
        agent.write(b"".join(json.dumps({"jsonrpc": "2.0", **frame}).encode() + b"\n" for frame in frames))
        last = len(changes) + 1
        assert "result" in agent.answer(9000 + last)
        found = suggested(agent, question(session, last, 4, 15))
        (edit,) = found["edits"]
        assert edit["range"]["start"]["line"] == 7
        assert agent.end() == 0
        assert agent.log == ""


def test_a_bad_setting_is_told_when_next_edits_are_wanted_and_can_be_mended(folder: Path) -> None:
    config = folder / "config" / "config.toml"
    config.parent.mkdir(parents=True)
    config.write_text('[nes]\neagerness = "huge"\n')
    with AgentProgram(folder) as agent:
        agent.initialize(**TODAY)
        error = agent.request("nes/start", {})["error"]
        assert error["data"]["reason"] == "not_ready"
        assert "nes.eagerness" in error["message"]
        config.write_text('[nes]\neagerness = "low"\nenabled = false\n')
        started = agent.result("nes/start", {})
        options = {option["id"]: option["currentValue"] for option in started["configOptions"]}
        assert (options["eagerness"], options["enabled"]) == ("low", "off")
        assert agent.end() == 0
        assert agent.log == ""


def test_nothing_is_written_unless_something_was_learned(folder: Path) -> None:
    with AgentProgram(folder) as agent:
        agent.initialize(**TODAY)
        session = opened(agent)
        agent.result("nes/suggest", question(session, 1, 0, 0))
        assert agent.end() == 0
        assert not eventually((folder / "state").exists, 0.1)
