"""The pipe between a tab and its agent: one process for each, alive exactly as long as the socket."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from starlette.requests import Request
from web_server import LIMIT_S, WebServer, agent, gone, waited
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from understudy.web.tabs import MAX_CLOSE_REASON_BYTES, AgentLogs, _fit_close_reason


def hello(tab: ClientConnection) -> dict[str, Any]:
    """The first line of a test's agent."""
    return json.loads(tab.recv(LIMIT_S))


def closing(tab: ClientConnection) -> tuple[int, str]:
    """The code and the reason that the socket is closed with, behind whatever still comes."""
    with pytest.raises(ConnectionClosed) as caught:
        while True:
            tab.recv(LIMIT_S)
    assert caught.value.rcvd is not None
    return caught.value.rcvd.code, caught.value.rcvd.reason


def test_each_tab_has_an_agent_of_its_own_in_the_first_folder(server: WebServer, project: Path) -> None:
    with server.tab() as one, server.tab() as two:
        first, second = hello(one), hello(two)
        assert first["pid"] != second["pid"]
        assert first["cwd"] == second["cwd"] == str(project)
        one.send('{"to":1}')
        two.send('{"to":2}')
        assert (one.recv(LIMIT_S), two.recv(LIMIT_S)) == ('{"to":1}', '{"to":2}')


def test_an_agent_ends_with_its_tab(server: WebServer) -> None:
    with server.tab() as stays:
        kept = hello(stays)["pid"]
        with server.tab() as tab:
            pid = hello(tab)["pid"]
        waited(lambda: gone(pid))
        assert not gone(kept)


def test_an_agent_ends_with_a_tab_that_was_killed(server: WebServer) -> None:
    address = f"ws://{server.host}:{server.port}/acp?token={server.token}"
    code = (
        "import sys, time; from websockets.sync.client import connect\n"
        "with connect(sys.argv[1]) as tab: print(tab.recv(240), flush=True); time.sleep(600)"
    )
    with subprocess.Popen([sys.executable, "-c", code, address], stdout=subprocess.PIPE) as tab:
        assert tab.stdout is not None
        pid = json.loads(tab.stdout.readline())["pid"]
        tab.kill()
    waited(lambda: gone(pid))


def test_frames_go_through_unchanged(server: WebServer) -> None:
    frames = ['{"a":"é😀\\n\\u2028 \x7f"}', '"' + "ü" * 100_000 + '"', "[]", "not even JSON"]
    with server.tab() as tab:
        hello(tab)
        for frame in frames:
            tab.send(frame)
        assert [tab.recv(LIMIT_S) for _ in frames] == frames


def test_line_feeds_between_tokens_do_not_make_two_lines_of_a_message(server: WebServer) -> None:
    message = {"a": [1, {"b": "x\ny"}], "c": None}
    with server.tab() as tab:
        hello(tab)
        tab.send(json.dumps(message, indent=2))
        tab.send("[2]")
        assert json.loads(tab.recv(LIMIT_S)) == message
        assert tab.recv(LIMIT_S) == "[2]"


def test_a_large_message_goes_through_both_ways(server: WebServer) -> None:
    large = '"' + "x" * (20 << 20) + '"'
    with server.tab() as tab:
        hello(tab)
        tab.send(large)
        assert tab.recv(LIMIT_S) == large


def test_a_message_over_the_limit_closes_the_socket(server: WebServer) -> None:
    with server.tab() as tab:
        pid = hello(tab)["pid"]
        tab.send('"' + "x" * (33 << 20) + '"')
        assert closing(tab) == (1009, "A message may have 32 MiB at most.")
        waited(lambda: gone(pid))


def test_an_agents_message_over_the_limit_closes_the_socket_with_the_reason(server: WebServer) -> None:
    with server.tab() as tab:
        hello(tab)
        tab.send('"too large"')
        code, reason = closing(tab)
        assert code == 1009
        assert "The agent sent a message of more than 32 MiB" in reason


def test_a_binary_message_closes_the_socket(server: WebServer) -> None:
    with server.tab() as tab:
        pid = hello(tab)["pid"]
        tab.send(b"[1]")
        code, reason = closing(tab)
        assert code == 4400
        assert "text" in reason
        waited(lambda: gone(pid))


def test_bytes_of_the_agent_that_are_no_utf8_break_nothing(server: WebServer) -> None:
    with server.tab() as tab:
        hello(tab)
        tab.send('"no utf-8"')
        tab.send("[2]")
        assert tab.recv(LIMIT_S) == '"\ufffd"'
        assert tab.recv(LIMIT_S) == "[2]"


def test_an_agent_that_goes_says_why(server: WebServer) -> None:
    with server.tab() as tab:
        hello(tab)
        tab.send('["its last answer"]')
        tab.send('"go"')
        assert tab.recv(LIMIT_S) == '["its last answer"]'
        code, reason = closing(tab)
        assert code == 4002
        assert reason == "The agent ended with exit status 3. [31mit was asked to go[0m"


def test_a_tab_reads_the_log_of_its_agent_that_ended_and_no_other_tab_does(server: WebServer) -> None:
    with server.tab(f"token={server.token}&tab=mine") as tab:
        hello(tab)
        tab.send('"go"')
        closing(tab)
    status, _, body = server.ask("/agent-log?tab=mine", bearer=server.token)
    assert status == 200
    answer = json.loads(body)
    assert answer["end"].startswith("The agent ended with exit status 3.")
    assert "it was asked to go" in answer["log"]
    for query in ("?tab=other", "", "?tab=mine&tab=mine"):
        assert server.ask(f"/agent-log{query}", bearer=server.token)[0] == 404
    assert server.ask("/agent-log?tab=mine")[0] == 401


def test_the_oldest_logs_are_dropped() -> None:
    async def ends(logs: AgentLogs, tab: str) -> int:
        request = Request({"type": "http", "headers": [], "query_string": f"tab={tab}".encode()})
        return (await logs.show(request)).status_code

    logs = AgentLogs(max_logs=2)
    for tab in ("a", "b", "a", "c", ""):
        logs.store(tab, "It ended.", "log")
    assert [asyncio.run(ends(logs, tab)) for tab in ("a", "b", "c", "")] == [200, 404, 200, 404]


def test_an_agent_that_is_killed_is_said_to_be(server: WebServer) -> None:
    with server.tab() as tab:
        os.kill(hello(tab)["pid"], signal.SIGKILL)
        assert closing(tab) == (4002, "The agent was ended by SIGKILL.")


def test_an_agent_that_cannot_begin_says_why_and_its_log_is_shown(static: Path, project: Path) -> None:
    with WebServer(static, str(project), *agent("dead")) as server:
        with server.tab() as tab:
            code, reason = closing(tab)
            assert code == 4002
            assert reason == "The agent ended with exit status 1. the key is missing"
        _, log = server.stopped(signal.SIGTERM)
    assert "[agent 1] a first line\n[agent 1] the key is missing\n" in log


def test_an_agent_that_cannot_be_started_is_another_thing(
    static: Path, project: Path, tmp_path: Path
) -> None:
    program = tmp_path / "program"
    program.write_text("#!/nowhere/at/all\n")
    program.chmod(0o755)
    with WebServer(static, str(project), "--agent", str(program)) as server:
        with server.tab() as tab:
            code, reason = closing(tab)
            assert code == 4001
            assert "cannot be started" in reason
        program.unlink()
        with server.tab() as tab:
            code, reason = closing(tab)
            assert code == 4001
            assert "was not found" in reason
        _, log = server.stopped(signal.SIGTERM)
    assert "[agent 2] The agent cannot be started" in log


@pytest.mark.parametrize(
    ("reason", "sent"),
    [
        ("x" * 123, "x" * 123),
        ("a" * 100 + "b" * 100, "a" * 60 + "…" + "b" * 60),
        ("é" * 62 + "." + "😀" * 31, "é" * 30 + "…" + "😀" * 15),
    ],
)
def test_a_reason_that_is_too_long_for_a_close_frame_loses_its_middle(reason: str, sent: str) -> None:
    assert _fit_close_reason(reason) == sent
    assert len(sent.encode()) <= MAX_CLOSE_REASON_BYTES


def test_there_is_a_limit_of_tabs_and_a_closed_one_makes_room(static: Path, project: Path) -> None:
    with WebServer(static, str(project), *agent("deaf")) as server, ExitStack() as tabs:
        opened = [tabs.enter_context(server.tab()) for _ in range(16)]
        with server.tab() as tab:
            code, reason = closing(tab)
            assert code == 4003
            assert "16 tabs" in reason
        opened[0].close()

        def has_room() -> bool:
            with server.tab() as tab:
                try:
                    tab.recv(0.5)
                except TimeoutError:
                    return True
                except ConnectionClosed:
                    return False
            return False

        waited(has_room)
        server.process.kill()


@pytest.mark.parametrize("kind", ["echo", "stubborn"])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_agents_end_with_the_server(static: Path, project: Path, number: int, kind: str) -> None:
    with WebServer(static, str(project), *agent(kind)) as server, server.tab() as tab:
        pid = hello(tab)["pid"]
        status, log = server.stopped(number)
        assert gone(pid)
        assert status == 0
        assert "Traceback" not in log
        assert closing(tab) == (1001, "The workbench was stopped.")


def test_agents_end_even_if_the_server_is_killed(static: Path, project: Path) -> None:
    with WebServer(static, str(project), *agent("stubborn")) as server, server.tab() as tab:
        pid = hello(tab)["pid"]
        server.process.kill()
        waited(lambda: gone(pid))


@pytest.mark.skipif(sys.platform != "linux", reason="the memory of another process is read from /proc")
def test_an_agent_that_floods_waits_for_a_tab_that_does_not_read(static: Path, project: Path) -> None:
    with WebServer(static, str(project), *agent("flood")) as server:
        with server.tab(max_queue=1) as tab:
            pid = hello(tab)["pid"]
            server.tool("getWorkspaceInfo", {})  # the tools are loaded: what grows now is the pipe's
            before = server.resident()
            written = Path(f"/proc/{pid}/io")
            amounts = [0, -1]

            def at_rest() -> bool:
                amounts.append(int(written.read_text().split("wchar: ")[1].split()[0]))
                time.sleep(0.2)
                return amounts[-1] == amounts[-2] > 1 << 20

            waited(at_rest)
            assert server.resident() - before < 32 << 20
            assert amounts[-1] < 64 << 20
            for _ in range(300):
                assert len(tab.recv(LIMIT_S)) == 100_002
            assert server.tool("getWorkspaceInfo", {})["isError"] is False
        waited(lambda: gone(pid))


def test_our_own_agent_answers_through_the_whole_pipe(static: Path, project: Path, tmp_path: Path) -> None:
    home = {"HOME": str(tmp_path), "UNDERSTUDY_STATE_DIR": str(tmp_path / "state")}
    with WebServer(static, str(project), **home) as server, server.tab() as tab:
        tab.send(
            json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": 1}})
        )
        answer = json.loads(tab.recv(LIMIT_S))
        assert answer["result"]["protocolVersion"] == 1
        params = {"cwd": str(project), "mcpServers": []}
        tab.send(json.dumps({"jsonrpc": "2.0", "id": 2, "method": "session/new", "params": params}))
        while (answer := json.loads(tab.recv(LIMIT_S))).get("id") != 2:
            pass
        assert answer["result"]["sessionId"]
