"""Other users of this machine: they can connect, read the process list, and hold connections open."""

import asyncio
import contextlib
import json
import os
import signal
import socket
import struct
import subprocess
import sys
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest
from starlette.types import Message
from web_server import LIMIT_S, WebServer, agent

from understudy.http import Peer, peers
from understudy.http.request_checks import AllowedHosts, SessionCookie, Ticket, Token
from understudy.web.access import AccessControl

linux = pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells whose a connection is")


NOBODY = 65534
as_root = pytest.mark.skipif(os.getuid() != 0, reason="only root can start a process of another user")


@contextlib.contextmanager
def connected(host: str = "127.0.0.1") -> Generator[tuple[socket.socket, socket.socket]]:
    """Both ends of a connection: the client's, the server's."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with (
        socket.create_server((host, 0), family=family) as listener,
        socket.create_connection(listener.getsockname()[:2]) as client,
        listener.accept()[0] as served,
    ):
        yield client, served


def identify(served: socket.socket) -> str:
    return peers.identify_peer(served.getpeername()[:2], served.getsockname()[:2])


@linux
@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
def test_an_open_connection_of_this_user_is_trusted(host: str) -> None:
    with connected(host) as (_, served):
        assert identify(served) == "trusted"
        mapped = [(f"::ffff:{end[0]}", end[1]) for end in (served.getpeername(), served.getsockname())]
        if host == "127.0.0.1":
            assert peers.identify_peer(*mapped) == "trusted"
    assert peers.identify_peer(("no address", 1), ("127.0.0.1", 1)) == "unknown"
    assert peers.identify_peer(("192.0.2.1", 1), ("127.0.0.1", 1)) == "unknown"


@linux
@pytest.mark.attack(56)
@pytest.mark.parametrize("is_reset", [False, True])
def test_who_has_closed_its_end_is_not_trusted_any_more(is_reset: bool) -> None:
    """A request could be sent and its process end before anybody looks."""
    with connected() as (client, served):
        here, there = served.getpeername(), served.getsockname()
        if is_reset:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        client.close()
        with contextlib.suppress(ConnectionResetError):
            assert served.recv(1) == b""
        assert peers.identify_peer(here, there) == "gone"


CONNECT = (
    "import ctypes, socket, sys\n"
    "if len(sys.argv) > 2: ctypes.CDLL(None).prctl(4, 0)\n"  # PR_SET_DUMPABLE: nobody may inspect it
    "with socket.create_connection(('127.0.0.1', int(sys.argv[1]))) as ends: ends.recv(1)\n"
)


@contextlib.contextmanager
def connecting(*, detached: bool = False, hidden: bool = False, **more: Any) -> Generator[socket.socket]:
    """The server's end of a connection that another process opens; detached, it is no child of this one."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = str(listener.getsockname()[1])
        command = ["/usr/bin/env", "python3", "-c", CONNECT, port, *(("hidden",) if hidden else ())]
        shell = ["/bin/sh", "-c", '"$@" &', "sh"] if detached else []
        process = subprocess.Popen([*shell, *command], **more)
        try:
            if detached:
                process.wait()
            with listener.accept()[0] as served:
                yield served
        finally:
            process.wait()


@linux
@pytest.mark.attack(57)
def test_a_process_that_we_started_is_told_from_one_that_we_did_not() -> None:
    with connecting() as served:
        assert identify(served) == "own_descendant"
        with connecting(detached=True) as other, connected() as (_, own):
            assert (identify(other), identify(own)) == ("trusted", "trusted")


@linux
@as_root
@pytest.mark.attack(57)
def test_a_process_of_ours_that_cannot_be_inspected_is_told_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Root may inspect everything, so another user plays the server here."""
    program = (
        "import os, socket, subprocess, sys\n"
        "from understudy.http import peers\n"
        f"with socket.create_server(('127.0.0.1', 0)) as listener:\n"
        f"    command = ['/usr/bin/env', 'python3', '-c', {CONNECT!r}, str(listener.getsockname()[1]), 'hidden']\n"
        "    child = subprocess.Popen(command)\n"
        "    with listener.accept()[0] as served:\n"
        "        found = peers.identify_peer(served.getpeername(), served.getsockname())\n"
        "    child.wait()\n"
        "print(found)\n"
    )
    environ = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    # Loaded as root, which may read the packages wherever they are; then the rights are given up.
    dropped = f"import understudy.http.peers, os, subprocess\nos.setuid({NOBODY})\n" + program
    done = subprocess.run([sys.executable, "-c", dropped], env=environ, capture_output=True, text=True)
    assert done.stdout == "own_descendant\n", done.stderr


@linux
@as_root
@pytest.mark.attack(56)
def test_a_process_of_another_user_is_told() -> None:
    with connecting(user=NOBODY, cwd="/") as served:
        assert identify(served) == "other_user"


@pytest.mark.parametrize("peer", ["trusted", "unknown", "other_user", "own_descendant", "gone"])
@pytest.mark.parametrize(
    ("path", "query"), [("/open", b"ticket=once"), ("/", b"token=token"), ("/acp", b"token=token")]
)
def test_whom_we_do_not_serve_is_refused_and_uses_up_nothing(
    monkeypatch: pytest.MonkeyPatch, peer: Peer, path: str, query: bytes
) -> None:
    statuses: list[int] = []

    async def app(*_: Any) -> None:
        statuses.append(200)

    async def send(message: Message) -> None:
        if message["type"] == "http.response.start":
            statuses.append(message["status"])

    async def receive() -> Message:
        return {"type": "http.request"}

    door = AccessControl(
        app, AllowedHosts("127.0.0.1", 80), Token("token"), Ticket("once", 60), SessionCookie("token", 80)
    )
    scope = {
        "type": "http",
        "method": "GET",
        "path": path,
        "query_string": query,
        "headers": [(b"host", b"127.0.0.1")],
        "client": ("127.0.0.1", 4000),
        "server": ("127.0.0.1", 80),
    }
    for one in (peer, "trusted", "trusted"):
        monkeypatch.setattr(peers, "identify_peer", lambda *_, found=one: found)
        asyncio.run(door(scope, receive, send))
    served = {"/open": 303, "/": 303, "/acp": 200}[path]
    again = 401 if path == "/open" else served
    refused = peer not in ("trusted", "unknown")
    assert statuses == ([403, served, again] if refused else [served, again, again])


@pytest.mark.attack(71)
def test_connections_that_never_say_what_they_want_are_closed_and_shut_nobody_out(
    static: Path, project: Path
) -> None:
    with WebServer(static, str(project), *agent("echo"), HEAD_TIMEOUT_S="2") as server:
        address = (server.host, server.port)
        slow = [socket.create_connection(address, LIMIT_S) for _ in range(400)]
        again = socket.create_connection(address, LIMIT_S)
        try:
            for number, one in enumerate(slow):
                with contextlib.suppress(ConnectionError):  # the oldest are closed already
                    one.sendall(b"GET / HTTP/1.1\r\nX-Slow: " if number % 2 else b"")
            again.sendall(
                f"GET /favicon.svg HTTP/1.1\r\nHost: {server.host}:{server.port}\r\n\r\nGET".encode()
            )
            with server.tab() as tab:
                tab.recv(LIMIT_S)
                for one in [*slow, again]:
                    with contextlib.suppress(ConnectionError):
                        while one.recv(4096):
                            pass
                assert server.ask("/workbench.json", bearer=server.token)[0] == 200
                tab.send('"still here"')
                assert tab.recv(LIMIT_S) == '"still here"'
        finally:
            for one in [*slow, again]:
                one.close()


@pytest.mark.attack(71)
def test_bad_requests_without_end_are_logged_once(static: Path, project: Path) -> None:
    with WebServer(static, str(project), *agent("echo")) as server:
        for _ in range(50):
            with socket.create_connection((server.host, server.port), LIMIT_S) as bad:
                bad.sendall(b"\0\0\0\r\n\r\n")
                while bad.recv(4096):
                    pass
        assert server.ask("/workbench.json", bearer=server.token)[0] == 200
        _, log = server.stopped(signal.SIGTERM)
    assert log.count("Invalid HTTP request") == 1


@linux
@pytest.mark.attack(57)
def test_an_agent_that_knows_the_token_is_not_served(static: Path, project: Path) -> None:
    """It runs below the server, as a command that it starts would."""
    with WebServer(static, str(project), *agent("visit")) as server, server.tab() as tab:
        tab.recv(LIMIT_S)
        for path, headers in (("/workbench.json", {"Authorization": f"Bearer {server.token}"}), ("/", {})):
            query = f"?token={server.token}" if path == "/" else ""
            tab.send(json.dumps([f"{server.host}:{server.port}", path + query, headers]))
            assert json.loads(tab.recv(LIMIT_S)) == 403


@pytest.mark.parametrize(
    ("origin", "foreign"),
    [("http://10.0.0.5:80", None), ("http://127.0.0.1:80", None), ("http://6.6.6.6:80", "Origin")],
)
def test_on_every_interface_a_page_of_another_address_is_foreign(origin: str, foreign: str | None) -> None:
    names = AllowedHosts("0.0.0.0", 80)
    headers = [(b"host", b"10.0.0.5:80"), (b"origin", origin.encode())]
    assert names.find_foreign_header(headers) == foreign
