"""The tools as the page calls them: one stateless request each, and a question where a person must agree."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from web_server import NEWEST, WebServer, agent

from understudy.tools import TOOLS
from understudy.web.tools_endpoint import ToolsEndpoint
from understudy.workspace import Workspace

SENSITIVE = {"path": ".vscode/tasks.json", "content": "{}", "createDirectories": True}


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("library").resolve()


@pytest.fixture(scope="module")
def both(static: Path, project: Path, library: Path) -> Iterator[WebServer]:
    """On two folders."""
    with WebServer(static, str(project), "--add-dir", str(library), *agent("echo")) as running:
        yield running


def failure(result: dict[str, Any]) -> dict[str, Any]:
    assert result["isError"] is True
    return json.loads(result["content"][0]["text"])


def test_a_request_that_waits_for_the_tools_is_refused_when_the_server_stops(tmp_path: Path) -> None:
    sent: list[dict[str, Any]] = []

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        return await asyncio.get_running_loop().create_future()

    async def stop_while_it_waits(workspace: Workspace) -> None:
        endpoint = ToolsEndpoint(workspace)
        endpoint._ready = asyncio.get_running_loop().create_future()
        scope = {"type": "http", "method": "POST", "path": "/mcp", "headers": []}
        waiting = asyncio.ensure_future(endpoint(scope, receive, send))
        await asyncio.sleep(0)
        assert not waiting.done()
        endpoint.stop_all()
        await waiting

    with Workspace([tmp_path]) as workspace:
        asyncio.run(stop_while_it_waits(workspace))
    assert sent[0]["status"] == 503


def test_the_page_is_told_of_the_folders_and_the_agent(both: WebServer, project: Path, library: Path) -> None:
    status, headers, body = both.ask("/workbench.json", bearer=both.token)
    assert status == 200
    assert headers["content-type"] == "application/json"
    description = json.loads(body)
    assert description["version"] == "0.1.0"
    assert description["roots"] == [
        {"path": str(folder), "name": folder.name, "uri": folder.as_uri()} for folder in (project, library)
    ]
    assert description["agent"]["own"] is False
    assert description["agent"]["title"].endswith("tab_agent.py echo")
    assert description["command"]
    assert description["demo"] is False


def test_a_file_is_written_read_and_found(both: WebServer, project: Path) -> None:
    written = both.tool(
        "writeFile", {"path": "src/a.txt", "content": "one\ntwo\n", "createDirectories": True}
    )
    assert written["structuredContent"]["success"] is True
    assert (project / "src" / "a.txt").read_text() == "one\ntwo\n"
    read = both.tool("readFile", {"path": "src/a.txt"})
    assert read["resultType"] == "complete"
    assert read["structuredContent"]["content"] == "one\ntwo\n"
    assert read["structuredContent"]["hash"] == written["structuredContent"]["hash"]
    found = both.tool("searchFiles", {"paths": ["."], "query": "two", "type": "literal", "recursive": True})
    assert "src/a.txt" in json.dumps(found["structuredContent"])


def test_an_absolute_path_in_any_folder_works_and_outside_of_them_none(
    both: WebServer, library: Path, outside: Path
) -> None:
    (library / "b.txt").write_text("of the library\n")
    read = both.tool("readFile", {"path": str(library / "b.txt")})
    assert read["structuredContent"]["content"] == "of the library\n"
    assert (
        failure(both.tool("readFile", {"path": str(outside / "secret.txt")}))["code"] == "PERMISSION_DENIED"
    )


def test_all_seven_tools_are_there(both: WebServer) -> None:
    meta = {
        "io.modelcontextprotocol/protocolVersion": NEWEST,
        "io.modelcontextprotocol/clientInfo": {"name": "page", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {},
    }
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"_meta": meta}}
    status, _, body = both.ask(
        "/mcp",
        "POST",
        json.dumps(message).encode(),
        bearer=both.token,
        Accept="application/json, text/event-stream",
        Content_Type="application/json",
        MCP_Protocol_Version=NEWEST,
        Mcp_Method="tools/list",
    )
    assert status == 200
    assert [tool["name"] for tool in json.loads(body)["result"]["tools"]] == list(TOOLS)


def test_an_editor_gets_more_at_a_time_than_a_model(both: WebServer, library: Path) -> None:
    many = library / "many"
    many.mkdir()
    for number in range(1500):
        (many / f"{number}.txt").touch()
    (library / "large.txt").write_text("x" * 99 + "\n")
    (library / "large.txt").write_text(("x" * 99 + "\n") * 50_000)
    listed = both.tool("exploreFiles", {"path": str(many)})["structuredContent"]
    assert len(listed["files"]) == 1500
    assert listed["isTruncated"] is False
    read = both.tool("readFile", {"path": str(library / "large.txt")})["structuredContent"]
    assert read["isTruncated"] is False
    assert len(read["content"]) == 5_000_000


@pytest.mark.attack(42)
def test_a_sensitive_file_is_written_only_after_a_clear_yes(both: WebServer, project: Path) -> None:
    file = project / ".vscode" / "tasks.json"
    asked = both.tool("writeFile", SENSITIVE)
    assert asked["resultType"] == "input_required"
    ((name, question),) = asked["inputRequests"].items()
    assert question["method"] == "elicitation/create"
    assert question["params"]["mode"] == "form"
    assert ".vscode/tasks.json" in question["params"]["message"]
    assert question["params"]["requestedSchema"]["properties"]["allow"]["type"] == "boolean"
    noes: list[Any] = [
        {"action": "decline"},
        {"action": "cancel"},
        {"action": "accept"},
        {"action": "accept", "content": {"allow": False}},
        {"action": "accept", "content": {"allow": "yes"}},
    ]
    for no in noes:
        refused = both.tool("writeFile", SENSITIVE, inputResponses={name: no})
        assert failure(refused)["details"]["reason"] == "needs_approval"
        assert not file.exists()
    yes = {"action": "accept", "content": {"allow": True}}
    other = both.tool("writeFile", {**SENSITIVE, "path": ".mcp.json"}, inputResponses={name: yes})
    assert other["resultType"] == "input_required", "that was the answer to another question"
    assert not (project / ".mcp.json").exists()
    done = both.tool("writeFile", SENSITIVE, inputResponses={name: yes})
    assert done["structuredContent"]["success"] is True
    assert file.read_text() == "{}"
