"""`understudy check mcp` and `check client`: our own halves pass, and faults are noticed."""

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from forked_command import forked_understudy
from understudy.client import connect
from understudy.conformance import RULES, ClientWatcher, Outcome, Report, check_mcp_server
from understudy.conformance.mcp_check import MCP_REGISTRY
from understudy.conformance.tool_rules import MCP_REGISTRY as TOOL_REGISTRY
from understudy.schema import acp
from understudy.wire import memory_pair

UNDERSTUDY = [sys.executable, "-P", "-m", "understudy.cli.main"]
BROKEN_SERVER = [sys.executable, str(Path(__file__).with_name("broken_tools.py"))]
TIMEOUT_S = 120.0


def failed(report: Report) -> dict[str, list[str]]:
    return {result.rule.id: result.notes for result in report.results if result.outcome is Outcome.FAILED}


@pytest.fixture
def environ(tmp_path: Path) -> dict[str, str]:
    return {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "LANG": "C.UTF-8"}


def test_our_own_tools_pass_every_rule(environ: dict[str, str]) -> None:
    command = [*forked_understudy(), "mcp", "--root", "{root}", "--trust-all"]
    report = asyncio.run(check_mcp_server(command, environ=environ, timeout=TIMEOUT_S))
    assert failed(report) == {}
    assert {result.outcome for result in report.results} == {Outcome.PASSED}


def test_every_rule_of_the_tools_has_a_check() -> None:
    assert TOOL_REGISTRY is MCP_REGISTRY
    assert {rule.id for rule in RULES.values() if "mcp" in rule.sides} == {
        check.rule for check in MCP_REGISTRY.checks
    }


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        ("WAP-12", "is read"),
        ("WAP-09", "gets ''"),
        ("WAP-02", "truncated"),
        ("WAP-13", "missing: modifyFile"),
    ],
)
def test_faults_of_other_tools_are_noticed(rule: str, words: str, environ: dict[str, str]) -> None:
    report = asyncio.run(check_mcp_server(BROKEN_SERVER, environ=environ, timeout=TIMEOUT_S, only=[rule]))
    assert list(failed(report)) == [rule]
    assert words in " ".join(failed(report)[rule])


def test_a_tool_that_is_not_there_is_not_testable(environ: dict[str, str]) -> None:
    report = asyncio.run(check_mcp_server(BROKEN_SERVER, environ=environ, timeout=TIMEOUT_S, only=["WAP-07"]))
    assert [(result.outcome, result.notes) for result in report.results] == [
        (Outcome.NOT_TESTABLE, ["the server has no tool executeCommand"])
    ]


def test_a_server_that_does_not_start_fails_every_rule(environ: dict[str, str]) -> None:
    report = asyncio.run(check_mcp_server([sys.executable, "-c", ""], environ=environ, timeout=TIMEOUT_S))
    assert len(failed(report)) == 13
    assert "the server does not start" in failed(report)["WAP-01"][0]


def watch(messages: list[dict[str, Any]], profile: str = "full") -> Report:
    """The report on a client that sends these messages and closes the connection."""

    async def play() -> Report:
        client, agent = memory_pair()
        watcher = ClientWatcher(agent, profile, TIMEOUT_S)
        client.open(Nobody())
        for message in messages:
            client.send(json.dumps({"jsonrpc": "2.0", **message}).encode())
        running = asyncio.create_task(watcher.run())
        await client.flush(TIMEOUT_S)
        client.finish()
        return await running

    return asyncio.run(play())


class Nobody:
    """Reads nothing of what the agent says."""

    def frames_received(self, frames: list[bytes]) -> None: ...

    def ended(self) -> None: ...


INITIALIZE = {
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": 1, "clientCapabilities": {"nes": {}}},
}
START = {"id": 2, "method": "nes/start", "params": {}}
NES = "next-edits-1"
TEXT = "héllo 😀 world\n"


def opened(**more: Any) -> dict[str, Any]:
    params = {
        "sessionId": NES,
        "uri": "file:///a.py",
        "languageId": "python",
        "version": 1,
        "text": TEXT,
        **more,
    }
    return {"method": "document/didOpen", "params": params}


def changed(version: int, change: dict[str, Any]) -> dict[str, Any]:
    params = {"sessionId": NES, "uri": "file:///a.py", "version": version, "contentChanges": [change]}
    return {"method": "document/didChange", "params": params}


def span(start: int, end: int) -> dict[str, Any]:
    return {"start": {"line": 0, "character": start}, "end": {"line": 0, "character": end}}


@pytest.mark.parametrize(
    ("messages", "rule", "words"),
    [
        ([START], "ACP-11", "before initialize"),
        ([INITIALIZE, {**START, "id": 1}], "ACP-11", "used twice"),
        ([INITIALIZE, START, changed(2, {"text": "x"})], "NES-22", "not open"),
        ([INITIALIZE, START, opened(), changed(1, {"text": "x"})], "NES-22", "from version 1 to 1"),
        (
            [INITIALIZE, START, opened(), changed(2, {"range": span(90, 91), "text": "x"})],
            "NES-22",
            "behind the end",
        ),
        (
            [INITIALIZE, START, opened(), changed(2, {"range": span(7, 7), "text": "x"})],
            "NES-22",
            "inside a character",
        ),
        ([INITIALIZE, START, opened(sessionId="other")], "NES-22", "not open"),
        (
            [INITIALIZE, START, {"method": "nes/accept", "params": {"sessionId": NES, "id": "invented"}}],
            "NES-22",
            "never made",
        ),
        (
            [
                INITIALIZE,
                START,
                {"method": "nes/reject", "params": {"sessionId": NES, "id": "a", "reason": "ugly"}},
            ],
            "NES-22",
            "'ugly'",
        ),
        (
            [INITIALIZE, {"id": 3, "method": "session/new", "params": {"cwd": "here"}}],
            "DIR-13",
            "no absolute path",
        ),
        (
            [
                INITIALIZE,
                {"id": 3, "method": "session/new", "params": {"cwd": "/a", "additionalDirectories": ["/a"]}},
            ],
            "DIR-13",
            "sent twice",
        ),
    ],
)
def test_a_client_that_breaks_a_rule_is_reported(
    messages: list[dict[str, Any]], rule: str, words: str
) -> None:
    report = watch(messages)
    assert list(failed(report)) == [rule]
    assert words in " ".join(failed(report)[rule])


@pytest.mark.parametrize(
    ("message", "rule"),
    [
        ({"method": "document/didSave", "params": {"uri": "file:///a.py"}}, "NES-22"),
        (changed(2, {"range": span(0, 1), "text": "x"}), "NES-22"),
        (
            {"id": 4, "method": "session/new", "params": {"cwd": "/a", "additionalDirectories": []}},
            "DIR-13",
        ),
        (
            {"id": 4, "method": "session/prompt", "params": {"sessionId": "watched-1", "runtimeContext": []}},
            "CTX-06",
        ),
    ],
)
def test_what_was_not_advertised_must_not_be_sent(message: dict[str, Any], rule: str) -> None:
    session = {"id": 3, "method": "session/new", "params": {"cwd": "/a"}}
    report = watch([INITIALIZE, START, session, opened(), message], "minimal")
    assert list(failed(report)) == [rule]


def test_an_accepted_edit_that_was_not_applied_is_reported() -> None:
    suggest = {
        "id": 5,
        "method": "nes/suggest",
        "params": {
            "sessionId": NES,
            "uri": "file:///a.py",
            "version": 1,
            "position": {"line": 0, "character": 0},
            "triggerKind": "manual",
        },
    }
    accept = {"method": "nes/accept", "params": {"sessionId": NES, "id": "suggestion-1"}}
    applied = changed(2, {"text": f"{TEXT}understudy_check"})
    assert failed(watch([INITIALIZE, START, opened(), suggest, applied, accept])) == {}
    unapplied = failed(watch([INITIALIZE, START, opened(), suggest, accept]))
    assert unapplied == {"NES-22": ["an accepted edit was not applied as it was suggested"]}


@pytest.mark.parametrize("profile", ["full", "minimal"])
def test_our_own_client_passes_every_rule(profile: str, environ: dict[str, str], tmp_path: Path) -> None:
    """The client library starts the watcher as an agent, edits, accepts, rejects, and sends a prompt."""
    project = tmp_path / "project"
    extra = tmp_path / "extra"
    project.mkdir()
    extra.mkdir()
    (project / "a.py").write_text(TEXT)
    report_file = tmp_path / "report.json"
    command = [*UNDERSTUDY, "check", "client", "--profile", profile, "--out", str(report_file)]

    async def editor_context() -> list[acp.RuntimeContextItem]:
        return [acp.RuntimeContextItem(text="a.py is open", title="editor")]

    async def work() -> None:
        async with connect(command, environ=environ, timeout=TIMEOUT_S, context=editor_context) as agent:
            async with agent.editor([project]) as editor:
                where = await editor.open(project / "a.py")
                await editor.change(where, TEXT.replace("é", "e"))
                found = await editor.suggest(where, (0, 2))
                await editor.apply(found[0])
            session = await agent.new_session(project, additional=[extra] if profile == "full" else [])
            async for _ in session.prompt("hello"):
                pass

    asyncio.run(work())
    data = json.loads(report_file.read_text())
    assert {
        rule["id"]: (rule["outcome"], rule["notes"]) for rule in data["rules"] if rule["outcome"] == "failed"
    } == {}
    assert {rule["outcome"] for rule in data["rules"]} == {"passed"}


def test_the_watcher_as_a_process_reports_on_stderr(environ: dict[str, str]) -> None:
    sent = "".join(
        json.dumps({"jsonrpc": "2.0", **message}) + "\n" for message in (INITIALIZE, START, opened())
    )
    done = subprocess.run(
        [*UNDERSTUDY, "check", "client"], env=environ, input=sent, capture_output=True, text=True, timeout=240
    )
    assert done.returncode == 0
    assert json.loads(done.stdout.splitlines()[0])["result"]["agentInfo"]["name"] == "understudy-check"
    assert "NES-22  passed" in done.stderr
    assert "CTX-06  not testable" in done.stderr
