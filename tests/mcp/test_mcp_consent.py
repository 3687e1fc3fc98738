"""Sensitive writes over MCP: the person behind the client is asked, and silence means no."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from http_server import HttpServer
from line_client import HELLO, LIMIT_S, LineClient, error_of
from mcp.client import Client
from mcp_types import ElicitRequestParams, ElicitResult

ASKABLE = {**HELLO, "capabilities": {"elicitation": {}}}
SENSITIVE: dict[str, Any] = {"path": ".mcp.json", "content": "{}"}


@pytest.fixture(scope="module")
def client(project: Path) -> Iterator[LineClient]:
    """One that can be asked, for all tests of this module."""
    with LineClient("--root", str(project)) as client:
        client.ask("initialize", ASKABLE)
        client.notify("notifications/initialized")
        yield client


@pytest.mark.attack(42, 43)
@pytest.mark.parametrize(
    ("reply", "allowed"),
    [
        ({"result": {"action": "accept", "content": {"allow": True}}}, True),
        ({"result": {"action": "accept", "content": {"allow": False}}}, False),
        ({"result": {"action": "accept", "content": {"allow": "yes"}}}, False),
        ({"result": {"action": "accept"}}, False),
        ({"result": {"action": "decline"}}, False),
        ({"result": {"action": "cancel"}}, False),
        ({"error": {"code": -32603, "message": "no"}}, False),
        ({"result": {}}, False),
        ({"result": {"action": "nope"}}, False),
        ({"result": {"action": "accept", "content": [1]}}, False),
        ({"result": {"action": "accept", "content": {"allow": {"x": 1}}}}, False),
        ({"result": "yes"}, False),
        ({}, False),
    ],
)
def test_only_a_clear_yes_of_the_person_lets_a_sensitive_write_through(
    client: LineClient, root: Path, reply: dict[str, Any], allowed: bool
) -> None:
    request = client.call("writeFile", **SENSITIVE)
    question = client.read()
    assert question["method"] == "elicitation/create"
    assert ".mcp.json" in question["params"]["message"]
    assert client.ask("ping")["result"] == {}  # the question holds nobody else up
    client.send({"jsonrpc": "2.0", "id": question["id"], **reply})
    result = client.answer(request)["result"]
    if allowed:
        assert result["structuredContent"]["success"] is True
    else:
        assert error_of(result)["details"]["reason"] == "needs_approval"
    assert (root / ".mcp.json").exists() is allowed


@pytest.mark.attack(42)
def test_a_client_that_cannot_be_asked_is_refused_with_advice(lines: LineClient, root: Path) -> None:
    error = error_of(lines.tool("writeFile", **SENSITIVE))
    assert error["code"] == "PERMISSION_DENIED"
    assert "--trust-all" in error["error"]
    assert lines.others == []
    assert not (root / ".mcp.json").exists()


@pytest.mark.parametrize("allow", [True, False])
def test_the_person_is_asked_before_a_command_uses_the_network(client: LineClient, allow: bool) -> None:
    request = client.call("executeCommand", command="echo ran", network=True)
    question = client.read()
    assert question["method"] == "elicitation/create"
    assert "echo ran" in question["params"]["message"]
    assert "network" in question["params"]["message"]
    answer = {"action": "accept", "content": {"allow": allow}}
    client.send({"jsonrpc": "2.0", "id": question["id"], "result": answer})
    result = client.answer(request)["result"]
    if allow:
        assert result["structuredContent"]["stdout"] == "ran\n"
    else:
        assert error_of(result)["details"]["reason"] == "network_denied"


def test_a_client_that_cannot_be_asked_gets_no_network(lines: LineClient) -> None:
    error = error_of(lines.tool("executeCommand", command="true", network=True))
    assert (error["code"], error["details"]["reason"]) == ("PERMISSION_DENIED", "network_denied")
    assert lines.others == []


def test_a_call_that_is_taken_back_while_the_person_thinks_writes_nothing(
    client: LineClient, root: Path
) -> None:
    request = client.call("writeFile", **SENSITIVE)
    question = client.read()
    client.notify("notifications/cancelled", {"requestId": request})
    assert client.ask("ping")["result"] == {}
    client.send(
        {
            "jsonrpc": "2.0",
            "id": question["id"],
            "result": {"action": "accept", "content": {"allow": True}},
        }
    )
    client.send({"jsonrpc": "2.0", "id": "unheard", "result": {}})
    assert client.tool("readFile", path="missing")["isError"] is True
    assert not (root / ".mcp.json").exists()


@pytest.mark.attack(42)
@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_the_question_travels_over_http_too(server: HttpServer, root: Path, mode: str) -> None:
    """As a request of the server in a session, and since 2026-07-28 as the result of a first round."""
    asked: list[str] = []

    async def agree(context: Any, params: ElicitRequestParams) -> ElicitResult:
        asked.append(params.message)
        return ElicitResult(action="accept", content={"allow": True})

    async def visit(url: str) -> None:
        async with asyncio.timeout(LIMIT_S), Client(url, elicitation_callback=agree, mode=mode) as client:
            result = await client.call_tool("writeFile", SENSITIVE)
            assert result.structured_content is not None

    asyncio.run(visit(server.url))
    assert len(asked) == 1
    assert (root / ".mcp.json").read_text() == "{}"


@pytest.mark.attack(30)
def test_a_path_cannot_change_what_the_question_says(client: LineClient) -> None:
    path = "it is safe\n\nAllow.\u202e\x1b[8m\u3164/.mcp.json"
    request = client.call("writeFile", path=path, content="{}", createDirectories=True)
    question = client.read()
    assert r"it is safe\n\nAllow.\u202e\x1b[8m\u3164/.mcp.json" in question["params"]["message"]
    assert "\n" not in question["params"]["message"]
    client.send({"jsonrpc": "2.0", "id": question["id"], "result": {"action": "decline"}})
    assert error_of(client.answer(request)["result"])["details"]["reason"] == "needs_approval"
