"""The answers before the SDK is loaded are the SDK's own; nothing is lost or answered twice."""

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS

from forked_command import ForkedProgram
from understudy.mcp.early_answers import HANDSHAKE_VERSIONS, EarlyAnswers
from understudy.mcp.line_queue import LineQueue
from understudy.mcp.stdio_server import serve_sdk
from understudy.tools import TOOLS
from understudy.workspace import Workspace

UNDERSTUDY = [sys.executable, "-P", "-m", "understudy.cli.main", "mcp"]
TIMEOUT_S = 240


def request(number: int | str, method: str, **params: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": number, "method": method, "params": params}


def initialize(version: str = "2025-06-18", number: int | str = 1) -> dict[str, Any]:
    info = {"name": "test", "version": "1"}
    return request(number, "initialize", protocolVersion=version, capabilities={}, clientInfo=info)


INITIALIZED = {"jsonrpc": "2.0", "method": "notifications/initialized"}


def talk(root: Path, *messages: dict[str, Any]) -> dict[Any, Any]:
    """The server's responses to these messages, sent at once, by id; fails if an id is answered twice."""
    text = "".join(json.dumps(message) + "\n" for message in messages)
    done = subprocess.run(
        [*UNDERSTUDY, "--root", str(root)], input=text, capture_output=True, text=True, timeout=TIMEOUT_S
    )
    return by_id(done.stdout)


def talk_with_loaded_sdk(root: Path, message: dict[str, Any]) -> dict[Any, Any]:
    """As `talk`, with a server that need not load the SDK: it is forked from a process that has."""
    server = ForkedProgram[str]("mcp", "--root", str(root), stdin=subprocess.PIPE, text=True)
    assert server.stdin is not None
    server.stdin.write(json.dumps(message) + "\n")
    server.stdin.close()
    return by_id(server.communicate(TIMEOUT_S)[0])


def by_id(output: str) -> dict[Any, Any]:
    answers = [json.loads(line) for line in output.splitlines()]
    assert len({answer["id"] for answer in answers}) == len(answers)
    return {answer["id"]: answer for answer in answers}


def sdk_answers(root: Path, *messages: dict[str, Any]) -> dict[Any, Any]:
    """What the SDK's server answers, asked without the early answers."""

    async def serve() -> list[bytes]:
        to_server, from_client = os.pipe()
        to_client, from_server = os.pipe()
        text = "".join(json.dumps(message) + "\n" for message in messages)
        os.write(from_client, text.encode())
        os.close(from_client)
        lines = LineQueue(to_server)
        with Workspace([root]) as workspace:
            await serve_sdk(workspace, TOOLS, lines, from_server, EarlyAnswers())
        lines.close()
        os.close(from_server)
        with open(to_client, "rb") as file:
            return file.readlines()

    return {answer["id"]: answer for answer in map(json.loads, asyncio.run(serve()))}


def test_the_early_versions_are_those_of_the_sdk() -> None:
    assert HANDSHAKE_VERSIONS == HANDSHAKE_PROTOCOL_VERSIONS


@pytest.mark.parametrize("version", HANDSHAKE_VERSIONS)
def test_the_early_answers_are_those_of_the_sdk(version: str, tmp_path: Path) -> None:
    messages = (initialize(version), INITIALIZED, request(2, "ping"), request("three", "tools/list"))
    expected = sdk_answers(tmp_path, *messages)
    assert set(expected) == {1, 2, "three"}
    assert talk(tmp_path, *messages) == expected


def test_a_call_behind_the_handshake_waits_for_the_sdk_and_is_answered(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("one\n")
    call = request(3, "tools/call", name="readFile", arguments={"path": "a.txt"})
    answers = talk(tmp_path, initialize(), INITIALIZED, request(2, "tools/list"), call, request(4, "ping"))
    assert set(answers) == {1, 2, 3, 4}
    assert answers[3]["result"]["structuredContent"]["content"] == "one\n"


@pytest.mark.parametrize(
    "first",
    [
        initialize("1999-01-01"),
        request(1, "initialize", protocolVersion=7),
        {"jsonrpc": "1.0", "id": 1, "method": "initialize", "params": {}},
        request(1, "tools/list"),
        request(1, "no/such/method"),
    ],
    ids=lambda message: f"{message['method']} {message['params'].get('protocolVersion', '')}",
)
def test_any_other_beginning_is_left_to_the_sdk(first: dict[str, Any], tmp_path: Path) -> None:
    assert talk_with_loaded_sdk(tmp_path, first) == sdk_answers(tmp_path, first)


def test_the_sdk_is_not_loaded_before_the_first_answer() -> None:
    code = (
        "import sys, understudy.mcp.stdio, understudy.cli.commands.mcp\n"
        "print([name for name in ('mcp', 'mcp_types', 'pydantic', 'anyio', 'starlette') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_a_client_that_leaves_after_the_handshake_ends_the_server(tmp_path: Path) -> None:
    server = subprocess.Popen(
        [*UNDERSTUDY, "--root", str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert server.stdin is not None
    assert server.stdout is not None
    server.stdin.write(json.dumps(initialize()) + "\n")
    server.stdin.flush()
    assert json.loads(server.stdout.readline())["id"] == 1
    server.stdin.close()
    assert server.wait(TIMEOUT_S) == 0
    assert server.stdout.read() == ""
    server.stdout.close()
