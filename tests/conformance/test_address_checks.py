"""`understudy check` with an address: agents over WebSocket and HTTP, MCP servers over HTTP."""

import asyncio
import os
import re
import subprocess
import sys
import threading
from collections.abc import Generator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from provider_server import ProviderServer, Reply, Stall, Text, says
from serve.serve_program import ServeProgram, provider_environ
from understudy.client import ClientError
from understudy.conformance import Outcome, Report, check_agent, check_mcp_server

UNDERSTUDY = [sys.executable, "-P", "-m", "understudy.cli.main"]
TIMEOUT_S = 120.0
TOKEN = "a-token-of-these-tests"


def outcomes(report: Report) -> dict[str, Outcome]:
    return {result.rule.id: result.outcome for result in report.results}


def failed(report: Report) -> dict[str, list[str]]:
    return {result.rule.id: result.notes for result in report.results if result.outcome is Outcome.FAILED}


def reply(body: dict[str, object]) -> Reply:
    """The turn that the check cancels has no end of its own: the cancel may arrive late."""
    return Reply([Text("1"), Stall()]) if "Count to a thousand" in str(body["messages"]) else says("Hello.")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Generator[ServeProgram]:
    folder = tmp_path_factory.mktemp("served")
    with (
        ProviderServer(reply) as provider,
        ServeProgram(folder, str(folder), **provider_environ(provider)) as program,
    ):
        yield program


@pytest.mark.parametrize("scheme", ["ws", "http"])
def test_an_agent_at_an_address_is_checked_in_a_folder_that_it_serves(
    server: ServeProgram, scheme: str
) -> None:
    url = re.sub("^ws", scheme, server.address)
    report = asyncio.run(
        check_agent(
            [url],
            environ={"UNDERSTUDY_TOKEN": server.token},
            timeout=TIMEOUT_S,
            only=["ACP", "DIR"],
            root=server.folder,
        )
    )
    assert failed(report) == {}
    assert set(outcomes(report).values()) == {Outcome.PASSED}
    assert report.subject.startswith("understudy ")


def test_an_agent_that_serves_other_folders_is_checked_without_sessions(server: ServeProgram) -> None:
    environ = {"UNDERSTUDY_TOKEN": server.token}
    found = outcomes(
        asyncio.run(
            check_agent([server.address], environ=environ, timeout=TIMEOUT_S, only=["ACP-01", "ACP-07"])
        )
    )
    assert found == {"ACP-01": Outcome.PASSED, "ACP-07": Outcome.NOT_TESTABLE}


def test_an_agent_that_refuses_or_is_not_there_is_an_error_that_says_so(server: ServeProgram) -> None:
    with pytest.raises(ClientError, match="UNDERSTUDY_TOKEN"):
        asyncio.run(check_agent([server.address], environ={}, timeout=TIMEOUT_S))
    with pytest.raises(ClientError, match="cannot be reached"):
        asyncio.run(check_agent(["ws://127.0.0.1:9/acp"], environ={}, timeout=TIMEOUT_S))
    with pytest.raises(ClientError, match="begins with wss://"):
        asyncio.run(check_agent(["ftp://127.0.0.1/acp"], environ={}, timeout=TIMEOUT_S))


@pytest.fixture(scope="module")
def tools(tmp_path_factory: pytest.TempPathFactory) -> Generator[tuple[str, Path]]:
    home = tmp_path_factory.mktemp("home")
    root = tmp_path_factory.mktemp("root")
    environ = {
        "PATH": os.environ["PATH"],
        "HOME": str(home),
        "LANG": "C.UTF-8",
        "UNDERSTUDY_MCP_TOKEN": TOKEN,
    }
    server = subprocess.Popen(
        [*UNDERSTUDY, "mcp", "--root", str(root), "--trust-all", "--http", "127.0.0.1:0"],
        env=environ,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert server.stderr is not None
        line = next(line for line in server.stderr if "serving MCP at" in line)
        yield line.split()[-1], root
    finally:
        server.terminate()
        server.communicate(timeout=TIMEOUT_S)


def test_a_server_of_tools_at_an_address_passes_every_rule_and_its_folder_is_empty_again(
    tools: tuple[str, Path],
) -> None:
    url, root = tools
    environ = {"UNDERSTUDY_MCP_TOKEN": TOKEN}
    report = asyncio.run(check_mcp_server([url], environ=environ, timeout=TIMEOUT_S, root=root))
    assert failed(report) == {}
    assert set(outcomes(report).values()) == {Outcome.PASSED}
    assert list(root.iterdir()) == []
    assert not list(root.parent.glob("understudy-outside-*"))


def test_a_server_of_tools_that_refuses_and_a_folder_in_use_are_errors_that_say_so(
    tools: tuple[str, Path], tmp_path: Path
) -> None:
    url, root = tools
    with pytest.raises(ClientError, match="status 401"):
        asyncio.run(check_mcp_server([url], environ={}, timeout=TIMEOUT_S, root=root))
    with pytest.raises(ClientError, match="needs --root"):
        asyncio.run(check_mcp_server([url], environ={}, timeout=TIMEOUT_S))
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(ClientError, match="is no empty folder"):
        asyncio.run(check_mcp_server([url], environ={}, timeout=TIMEOUT_S, root=tmp_path))
    assert (tmp_path / "mine.txt").exists()
    with pytest.raises(ClientError, match="https:// or http://"):
        asyncio.run(check_mcp_server(["ws://127.0.0.1/mcp"], environ={}, timeout=TIMEOUT_S, root=root))


@pytest.mark.parametrize(
    ("kind", "encoding", "body"),
    [
        ("application/json", "gzip", b"x"),
        ("application/json", "", b" " * 2000),
        ("text/event-stream", "", b"data: " + b" " * 2000),
    ],
)
def test_a_server_that_sends_too_much_is_given_up(
    kind: str, encoding: str, body: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("understudy.conformance.mcp_http_channel.MAX_FRAME_BYTES", 1000)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", kind)
            if encoding:
                self.send_header("Content-Encoding", encoding)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None: ...  # pyright: ignore[reportIncompatibleMethodOverride]

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_port}/mcp"
        with pytest.raises(ClientError, match="compressed"):
            asyncio.run(check_mcp_server([url], environ={}, timeout=TIMEOUT_S, root=tmp_path))
        server.shutdown()
