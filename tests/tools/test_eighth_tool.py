"""A tool is defined once: an eighth one is in the chat, the command line and MCP without any other change."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from acp_editor import plain, playing
from acp_editor import run as run_async
from provider_server import Call as ModelCall
from provider_server import calls, says
from tools.eighth_tool import PLAIN_TOOL, TOOL, register
from understudy import tools
from understudy.chat.permissions import Mode
from understudy.chat.prompt import build_system_prompt
from understudy.chat.prompt.discovery import Discovery
from understudy.schema import acp
from understudy.tools import TOOLS
from understudy.workspace import Workspace

PROGRAM = [sys.executable, str(Path(__file__).with_name("eighth_tool.py"))]


@pytest.fixture
def registered(monkeypatch: pytest.MonkeyPatch, root: Path) -> Iterator[None]:
    (root / "a.txt").write_text("one\ntwo\nthree\n")
    extended: dict[str, Any] = dict(tools._tools)
    register(extended)
    for name, tool in extended.items():
        monkeypatch.setitem(tools._tools, name, tool)
    yield
    assert "countLines" in TOOLS


def understudy(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*PROGRAM, *words], capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=110
    )


@pytest.mark.usefixtures("registered")
def test_the_chat_shows_titles_kinds_and_results_of_its_definition(root: Path, tmp_path: Path) -> None:
    script = [
        calls(
            ModelCall("countLines", {"path": "a.txt"}, id="first"),
            ModelCall("countAgain", {"path": "a.txt"}, id="second"),
        ),
        says("Done."),
    ]

    async def scene() -> None:
        async with playing(tmp_path / "state", *script) as (editor, _):
            editor.answer = "allow"
            session = await editor.new(root)
            await editor.prompt(session, "Go.")
            started = {update.tool_call_id: update for update in editor.of(session, acp.ToolCall)}
            assert [(call.title, call.kind, call.status) for call in started.values()] == [
                ("Count", "read", "pending"),
                ("Count again", "other", "pending"),
            ]
            titles = [getattr(update, "title", None) for update in editor.of(session)]
            assert "Count the lines of a.txt" in titles
            ended = editor.ended(session)
            assert {update.status for update in ended.values()} == {"completed"}
            shown = [plain(update.content)[0]["content"]["text"] for update in ended.values()]
            assert shown == ["3 lines", '```\n{"lines":3}\n```']

    run_async(scene())


@pytest.mark.usefixtures("registered")
def test_the_system_prompt_has_its_guidance(root: Path) -> None:
    with Workspace([root]) as workspace:
        prompt = build_system_prompt(workspace, Mode.ASK, Discovery())
    assert f"- {TOOL.guidance[0]}\n" in prompt


@pytest.mark.usefixtures("registered")
def test_the_command_line_lists_it_and_shows_its_result(root: Path) -> None:
    shown = understudy("tool", "countLines", "--root", str(root), "path=a.txt")
    assert (shown.returncode, shown.stdout, shown.stderr) == (0, "", "3 lines\n")
    plain_result = understudy("tool", "countAgain", "--root", str(root), "path=a.txt")
    assert (plain_result.returncode, plain_result.stdout) == (0, '{\n  "lines": 3\n}\n')
    as_json = understudy("tool", "countLines", "--root", str(root), "--json", "path=a.txt")
    assert json.loads(as_json.stdout) == {"lines": 3}
    listed = understudy("tool", "--list")
    assert "countLines  path" in listed.stdout
    refused = understudy("tool", "countLines", "--root", str(root))
    assert refused.returncode == 2
    assert "the argument path is missing" in refused.stderr


@pytest.mark.usefixtures("registered")
def test_mcp_offers_and_runs_it(root: Path) -> None:
    process = subprocess.Popen(
        [*PROGRAM, "mcp", "--root", str(root)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdin is not None
    assert process.stdout is not None

    def ask(number: int, method: str, params: dict[str, Any]) -> Any:
        assert process.stdin is not None
        assert process.stdout is not None
        message = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
        process.stdin.write(json.dumps(message) + "\n")
        process.stdin.flush()
        return json.loads(process.stdout.readline())["result"]

    with process:
        client = {"name": "test", "version": "1"}
        hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client}
        ask(1, "initialize", hello)
        process.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
        listed = {tool["name"]: tool for tool in ask(2, "tools/list", {})["tools"]}
        assert listed["countLines"]["title"] == TOOL.title
        assert listed["countLines"]["inputSchema"] == TOOL.input_schema()
        assert listed["countLines"]["annotations"]["readOnlyHint"] is True
        assert listed["countAgain"]["annotations"]["readOnlyHint"] is PLAIN_TOOL.effects.read_only
        result = ask(3, "tools/call", {"name": "countLines", "arguments": {"path": "a.txt"}})
        assert result["structuredContent"] == {"lines": 3}
        process.stdin.close()
