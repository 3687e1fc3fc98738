"""Other users of this machine: they can connect, read the process list, and hold connections open."""

import asyncio
import os
import socket
import sys
from pathlib import Path
from typing import Any

import pytest
from starlette.types import Message
from web_server import LIMIT, WebServer, agent

from understudy.http import request_checks
from understudy.http.request_checks import AllowedHosts, Ticket, Token
from understudy.web.access import AccessControl

linux = pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells whose a connection is")


@linux
@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
def test_the_owner_of_a_connection_is_found(host: str) -> None:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with (
        socket.create_server((host, 0), family=family) as listener,
        socket.create_connection(listener.getsockname()[:2]) as client,
        listener.accept()[0] as served,
    ):
        here, there = served.getpeername()[:2], served.getsockname()[:2]
        assert client.getsockname()[:2] == here
        assert request_checks.find_socket_owner(here, there) == os.getuid()
        assert request_checks.find_socket_owner((here[0], 1), there) is None
    assert request_checks.find_socket_owner(("no address", 1), ("127.0.0.1", 1)) is None


@linux
def test_an_address_of_ipv4_in_ipv6_is_the_same() -> None:
    with (
        socket.create_server(("127.0.0.1", 0)) as listener,
        socket.create_connection(listener.getsockname()) as client,
        listener.accept()[0],
    ):
        (host, port), there = client.getsockname(), listener.getsockname()
        assert (
            request_checks.find_socket_owner((f"::ffff:{host}", port), (f"::ffff:{there[0]}", there[1]))
            == os.getuid()
        )


@pytest.mark.parametrize("uid", [None, 0, os.getuid(), 4711])
def test_a_ticket_is_not_for_another_user_and_stays_for_the_first_of_ours(
    monkeypatch: pytest.MonkeyPatch, uid: int | None
) -> None:
    statuses: list[int] = []

    async def app(*_: Any) -> None:
        statuses.append(200)

    async def send(message: Message) -> None:
        if message["type"] == "http.response.start":
            statuses.append(message["status"])

    async def receive() -> Message:
        return {"type": "http.request"}

    door = AccessControl(app, AllowedHosts("127.0.0.1", 80), Token("token"), Ticket("once", 60))
    scope = {
        "type": "http",
        "method": "GET",
        "path": "/open",
        "query_string": b"ticket=once",
        "headers": [(b"host", b"127.0.0.1")],
        "client": ("127.0.0.1", 4000),
        "server": ("127.0.0.1", 80),
    }
    for owner in (uid, os.getuid(), os.getuid()):
        monkeypatch.setattr(request_checks, "find_socket_owner", lambda *_, found=owner: found)
        asyncio.run(door(scope, receive, send))
    assert statuses == ([401, 200, 401] if uid == 4711 else [200, 401, 401])


def test_connections_that_never_say_what_they_want_are_closed_and_shut_nobody_out(
    static: Path, project: Path
) -> None:
    with WebServer(static, str(project), *agent("echo"), HEAD_TIMEOUT_S="2") as server:
        address = (server.host, server.port)
        slow = [socket.create_connection(address, LIMIT) for _ in range(300)]
        again = socket.create_connection(address, LIMIT)
        try:
            for number, one in enumerate(slow):
                one.sendall(b"GET / HTTP/1.1\r\nX-Slow: " if number % 2 else b"")
            again.sendall(
                f"GET /favicon.svg HTTP/1.1\r\nHost: {server.host}:{server.port}\r\n\r\nGET".encode()
            )
            with server.tab() as tab:
                tab.recv(LIMIT)
                for one in [*slow, again]:
                    while one.recv(4096):
                        pass
                assert server.ask("/workbench.json", bearer=server.token)[0] == 200
                tab.send('"still here"')
                assert tab.recv(LIMIT) == '"still here"'
        finally:
            for one in [*slow, again]:
                one.close()


@pytest.mark.parametrize(
    ("origin", "foreign"),
    [("http://10.0.0.5:80", None), ("http://127.0.0.1:80", None), ("http://6.6.6.6:80", "Origin")],
)
def test_on_every_interface_a_page_of_another_address_is_foreign(origin: str, foreign: str | None) -> None:
    names = AllowedHosts("0.0.0.0", 80)
    headers = [(b"host", b"10.0.0.5:80"), (b"origin", origin.encode())]
    assert names.find_foreign_header(headers) == foreign
