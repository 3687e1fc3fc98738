"""`understudy web` as a person types it: what it refuses, where it listens, and what it leaves behind."""

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from web_server import LIMIT_S, WebServer, agent, started, waited

from understudy.cli.commands.web import can_open_browser
from understudy.web import DEFAULT_PORT


def refused(static: Path, *options: str) -> tuple[int, str]:
    """The exit status and what was said; nothing may be printed as an address."""
    process = started(static, *options, "--no-browser")
    said, errors = process.communicate(timeout=LIMIT_S)
    assert said == ""
    assert "Traceback" not in errors
    return process.wait(LIMIT_S), errors


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["{tmp}/missing"], "there is no such folder"),
        (["{tmp}/file"], "is not a folder"),
        (["--add-dir", "{tmp}/missing"], "--add-dir"),
        (["--demo", "{tmp}"], "--demo brings its own folder"),
        (["--agent", ""], "--agent is empty"),
        (["--agent", "it's"], "--agent cannot be read"),
        (["--agent", "x", "--base-url", "http://x"], "--base-url is for Understudy itself"),
        (["--agent", "x", "--model", "m"], "--model is for Understudy itself"),
        (["--writable", "{tmp}"], "--sandbox"),
        (["--port", "70000"], "a port is a number"),
        (["--port", "x"], "a port is a number"),
        (["--host", "no such host"], "Cannot listen"),
    ],
)
def test_wrong_usage_is_said_plainly(static: Path, tmp_path: Path, options: list[str], words: str) -> None:
    (tmp_path / "file").touch()
    status, errors = refused(static, *(option.format(tmp=tmp_path) for option in options))
    assert status == 2
    assert words in errors


def test_an_agent_that_is_not_there_is_said_before_anything_is_served(static: Path) -> None:
    status, errors = refused(static, "--agent", "no-such-agent-anywhere --acp")
    assert status == 1
    assert "no-such-agent-anywhere was not found on the PATH" in errors


def test_a_page_that_is_not_built_is_said_with_what_to_do(tmp_path: Path) -> None:
    status, errors = refused(tmp_path)
    assert status == 1
    assert "Node 20" in errors
    assert "make install" in errors


def test_a_port_that_was_wished_for_and_is_taken_is_an_error(static: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        status, errors = refused(static, "--port", str(taken.getsockname()[1]))
    assert status == 1
    assert "already in use" in errors.lower()


def test_without_a_wish_a_taken_port_is_passed_over(static: Path, tmp_path: Path) -> None:
    """Whoever else has the usual one: this test, or somebody on this machine."""
    try:
        taken = socket.create_server(("127.0.0.1", DEFAULT_PORT))
    except OSError:
        taken = None
    try:
        process = started(static, str(tmp_path), "--no-browser")
        assert process.stdout is not None
        line = process.stdout.readline()
        assert line.startswith("The workbench is at http://127.0.0.1:")
        assert f":{DEFAULT_PORT}/" not in line
        assert "Ctrl-C" in process.stdout.readline()
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=LIMIT_S)
    finally:
        if taken is not None:
            taken.close()


def test_a_demo_has_a_fresh_folder_that_is_gone_at_the_end(static: Path, library: Path) -> None:
    with WebServer(static, "--demo", "--add-dir", str(library), *agent("echo")) as server:
        description = json.loads(server.ask("/workbench.json", bearer=server.token)[2])
        assert description["demo"] is True
        assert [root["name"] for root in description["roots"]] == ["sample", library.name]
        folder = Path(description["roots"][0]["path"])
        assert list(folder.iterdir()) == []
        server.tool("writeFile", {"path": "a.txt", "content": "x"})
        assert (folder / "a.txt").exists()
        status, _ = server.stopped(signal.SIGINT)
        assert status == 0
        assert not folder.parent.exists()
        assert library.is_dir()


@pytest.fixture
def library(tmp_path: Path) -> Path:
    folder = tmp_path / "library"
    folder.mkdir()
    return folder.resolve()


def test_a_folder_that_is_named_twice_is_one_root(static: Path, tmp_path: Path) -> None:
    with WebServer(static, str(tmp_path), "--add-dir", str(tmp_path), "--add-dir", f"{tmp_path}/.") as server:
        description = json.loads(server.ask("/workbench.json", bearer=server.token)[2])
        assert len(description["roots"]) == 1
        assert description["agent"] == {"title": "understudy acp", "own": True}


@pytest.mark.attack(55)
def test_beyond_loopback_there_is_a_warning_and_still_the_token(static: Path, tmp_path: Path) -> None:
    with WebServer(static, str(tmp_path), "--host", "0.0.0.0") as server:
        assert server.host == "127.0.0.1", "an address that can be opened"
        assert server.ask("/")[0] == 401
        assert server.ask(f"/?token={server.token}")[0] == 303
        assert server.ask(f"/?token={server.token}", Host=f"10.1.2.3:{server.port}")[0] == 303
        assert server.ask(f"/?token={server.token}", Host=f"evil.example:{server.port}")[0] == 421
        _, log = server.stopped(signal.SIGTERM)
    assert "nothing here is encrypted" in log


def test_a_browser_is_started_with_an_address_that_opens_only_once(static: Path, tmp_path: Path) -> None:
    """Its command line can be read by everybody on the machine, so the token must not stand there."""
    (tmp_path / "bin").mkdir()
    browser = tmp_path / "bin" / "firefox"
    browser.write_text(
        f'#!/bin/sh\nfor word; do :; done; echo "$word" > {tmp_path}/opened.part\n'
        f"mv {tmp_path}/opened.part {tmp_path}/opened\n"
    )
    browser.chmod(0o755)
    found = {"PATH": f"{tmp_path}/bin:/usr/bin:/bin", "DISPLAY": ":99", "BROWSER": "firefox", "CI": ""}
    process = started(static, str(tmp_path), "--port", "0", **found)
    assert process.stdout is not None
    url = process.stdout.readline().split()[-1]
    token = url.partition("token=")[2]
    waited((tmp_path / "opened").exists)
    opened = urlsplit((tmp_path / "opened").read_text().strip())
    assert token not in opened.query

    def visit() -> tuple[int, str | None]:
        connection = http.client.HTTPConnection(opened.hostname or "", opened.port, timeout=LIMIT_S)
        connection.request("GET", f"{opened.path}?{opened.query}")
        response = connection.getresponse()
        connection.close()
        return response.status, response.headers["Location"]

    assert visit() == (303, "/")
    assert visit() == (401, None)
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=LIMIT_S)


@pytest.mark.parametrize("ticket", ["", "?ticket=", "?ticket=x", "?token={token}"])
def test_a_ticket_that_is_none_opens_nothing(server: WebServer, ticket: str) -> None:
    assert server.ask("/open" + ticket.format(token=server.token))[0] == 401


def test_tools_that_cannot_be_loaded_are_said_to_be_missing(static: Path, tmp_path: Path) -> None:
    (tmp_path / "mcp.py").write_text("raise ImportError('not today')\n")
    path = os.pathsep.join([str(tmp_path), *sys.path])
    with WebServer(static, str(tmp_path), is_forked=False, PYTHONPATH=path) as server:
        status, _, body = server.ask("/mcp", "POST", b"{}", bearer=server.token)
        assert (status, b"cannot be served" in body) == (503, True)
        assert server.ask("/", Cookie=server.cookie())[0] == 200
        status, log = server.stopped(signal.SIGTERM)
        assert status == 0
        assert "not today" in log


def test_a_second_signal_changes_nothing(static: Path, tmp_path: Path) -> None:
    with WebServer(static, str(tmp_path), *agent("stubborn")) as server, server.tab() as tab:
        tab.recv(LIMIT_S)
        server.process.send_signal(signal.SIGINT)
        server.process.send_signal(signal.SIGINT)
        status, log = server.stopped()
        assert status == 0
        assert "Traceback" not in log


def test_nothing_is_loaded_or_started_before_it_is_needed() -> None:
    heavy = ("mcp", "pydantic", "pydantic_ai", "understudy.chat", "understudy.nes.symbolic")
    code = (
        f"import sys, understudy.cli.commands.web; print([name for name in {heavy!r} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_nothing_is_started_before_a_tab_comes(static: Path, tmp_path: Path) -> None:
    with WebServer(static, str(tmp_path)) as server:
        assert server.ask("/", Cookie=server.cookie())[0] == 200
        children = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children")
        if children.exists():
            assert children.read_text() == ""
        with server.tab():
            if children.exists():
                waited(lambda: children.read_text() != "")


@pytest.mark.parametrize(
    ("environ", "platform", "opened"),
    [
        ({}, "linux", False),
        ({"DISPLAY": ":0"}, "linux", True),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "linux", True),
        ({"DISPLAY": ":0", "CI": "true"}, "linux", False),
        ({}, "darwin", True),
        ({"CI": "1"}, "darwin", False),
    ],
)
def test_a_browser_is_opened_only_where_it_has_a_window(
    environ: dict[str, str], platform: str, opened: bool
) -> None:
    assert can_open_browser(environ, platform) is opened
