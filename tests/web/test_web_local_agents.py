"""Our own agents are in the server's process: one for each tab, and no process for any of them."""

import json
import signal
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from web_server import LIMIT, WebServer, waited
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection


def call(tab: ClientConnection, number: int, method: str, **params: Any) -> Any:
    tab.send(json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}))
    while True:
        message = json.loads(tab.recv(LIMIT))
        if message.get("id") == number and "method" not in message:
            return message["result"]


def open_session(tab: ClientConnection, folder: Path) -> str:
    call(tab, 1, "initialize", protocolVersion=1, clientCapabilities={})
    return call(tab, 2, "session/new", cwd=str(folder), mcpServers=[])["sessionId"]


def prompt(tab: ClientConnection, session: str, text: str) -> Any:
    return call(tab, 3, "session/prompt", sessionId=session, prompt=[{"type": "text", "text": text}])


def children(pid: int) -> list[int]:
    tasks = Path(f"/proc/{pid}/task").iterdir()
    return [int(word) for task in tasks for word in (task / "children").read_text().split()]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("project").resolve()


@pytest.fixture(scope="module")
def own(static: Path, folder: Path) -> Any:
    state = str(folder.parent / "state")
    with WebServer(static, str(folder), UNDERSTUDY_STATE_DIR=state, UNDERSTUDY_CONFIG_DIR=state) as server:
        yield server


def test_many_tabs_are_served_by_one_process(own: WebServer, folder: Path) -> None:
    with ExitStack() as stack:
        tabs = [stack.enter_context(own.tab()) for _ in range(4)]
        sessions = [open_session(tab, folder) for tab in tabs]
        assert len(set(sessions)) == 4
        for tab, session in zip(tabs, sessions, strict=True):
            assert prompt(tab, session, "/info")["stopReason"] == "end_turn"
        assert children(own.process.pid) == []


def test_a_tab_costs_a_fraction_of_a_process(own: WebServer, folder: Path) -> None:
    with ExitStack() as stack:
        for _ in range(2):  # what all of them share is loaded
            open_session(stack.enter_context(own.tab()), folder)
        before = own.resident()
        for _ in range(10):
            open_session(stack.enter_context(own.tab()), folder)
        assert (own.resident() - before) / 10 < 8 << 20, "measured: 2 MiB; a process: 28 MiB"


def test_a_closed_tab_ends_its_agents_commands(own: WebServer, folder: Path) -> None:
    with own.tab() as tab:
        session = open_session(tab, folder)
        call(tab, 4, "session/set_mode", sessionId=session, modeId="full")
        line = {"type": "text", "text": "/run touch begun; sleep 1000"}
        tab.send(
            json.dumps(
                {
                    "jsonrpc": "2.0",
                    "id": 5,
                    "method": "session/prompt",
                    "params": {"sessionId": session, "prompt": [line]},
                }
            )
        )
        waited((folder / "begun").exists)
        assert children(own.process.pid)
    waited(lambda: not children(own.process.pid))


def test_an_agent_that_fails_ends_its_own_tab_alone(static: Path, folder: Path) -> None:
    with WebServer(static, str(folder), FAILING_TAB="2") as server:
        with server.tab() as stays:
            session = open_session(stays, folder)
            with server.tab() as tab, pytest.raises(ConnectionClosed) as caught:
                tab.recv(LIMIT)
            assert caught.value.rcvd is not None
            assert caught.value.rcvd.code == 4002
            assert caught.value.rcvd.reason.startswith("The agent of this tab failed.")
            assert prompt(stays, session, "/info")["stopReason"] == "end_turn"
            with server.tab() as later:
                open_session(later, folder)
        status, log = server.stopped(signal.SIGTERM)
    assert status == 0
    assert "the agent of tab 2 failed" in log
    assert "this agent is broken" in log


def test_a_sandbox_is_around_a_process_for_each_tab(static: Path, folder: Path) -> None:
    with WebServer(static, str(folder), "--sandbox") as server, server.tab() as tab:
        call(tab, 1, "initialize", protocolVersion=1, clientCapabilities={})
        assert children(server.process.pid)
