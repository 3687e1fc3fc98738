"""Who may use `understudy mcp --http`: a token always, no other user, and no process that the server started."""

import json
import os
import re
import selectors
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from http_server import HttpServer, call, event, request
from line_client import HELLO, LIMIT_S
from test_mcp_http import bearer

from forked_command import ForkedProgram

UNDERSTUDY = Path(sys.executable).with_name("understudy")
NOBODY = 65534
linux = pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells whose a connection is")
as_root = pytest.mark.skipif(os.getuid() != 0, reason="only root can start a process of another user")


class Command(HttpServer):
    """The command itself, and what it said until it was ready."""

    def __init__(self, root: Path, *options: str, until: str = "", **variables: str) -> None:
        words = ("mcp", "--root", str(root), "--http", "127.0.0.1:0", *options)
        self.process = ForkedProgram[bytes](*words, env={**os.environ, **variables})
        assert self.process.stderr is not None
        self.said = ""
        with selectors.DefaultSelector() as ready:
            ready.register(self.process.stderr, selectors.EVENT_READ)
            ready_line = r"serving MCP at http://(\S+):(\d+)/mcp\n" + until
            while (found := re.search(ready_line, self.said)) is None:
                assert ready.select(LIMIT_S), "no server in time"
                more = os.read(self.process.stderr.fileno(), 4096)
                assert more, self.said
                self.said += more.decode()
        self.address, self.port = found[1], int(found[2])


@contextmanager
def running(root: Path, *options: str, **variables: str) -> Generator[Command]:
    with Command(root, *options, **variables) as server:
        yield server


def visit_as_nobody(url: str, *, token: str | None) -> int:
    """The status that another user of this machine gets."""
    program = (
        "import sys, urllib.error, urllib.request as net\n"
        "headers = {'Authorization': 'Bearer ' + sys.argv[2]} if sys.argv[2] else {}\n"
        "try: print(net.urlopen(net.Request(sys.argv[1], b'{}', headers)).status)\n"
        "except urllib.error.HTTPError as error: print(error.code)\n"
    )
    command = ["/usr/bin/env", "python3", "-c", program, url, token or ""]
    return int(subprocess.run(command, user=NOBODY, cwd="/", capture_output=True, check=True).stdout)


@pytest.mark.attack(56)
def test_a_new_token_is_printed_once_and_needed_on_loopback_too(root: Path) -> None:
    with running(root, until="bearer token: .*\n") as server:
        found = re.findall(r"bearer token: (\S{43})\n", server.said)
        assert len(found) == 1
        assert server.post(request("initialize", HELLO))[0] == 401
        assert server.post(request("initialize", HELLO), bearer(found[0]))[0] == 200
        _, log = server.stop(15)
        assert found[0] not in log
    with running(root, until="bearer token: .*\n") as again:
        assert found[0] not in again.said


@pytest.mark.attack(56)
def test_a_given_token_is_not_printed(root: Path, tmp_path: Path) -> None:
    token = "correct-horse-battery-staple"
    (tmp_path / "token").write_text(f"{token}\n")
    for options, variables in (
        (("--token-file", str(tmp_path / "token")), {}),
        ((), {"UNDERSTUDY_MCP_TOKEN": token}),
    ):
        with running(root, *options, **variables) as server:
            assert "token" not in server.said
            assert server.post(request("initialize", HELLO))[0] == 401
            assert server.post(request("initialize", HELLO), bearer(token))[0] == 200


@pytest.mark.attack(56)
def test_without_a_token_there_is_a_warning_and_loopback_alone(root: Path) -> None:
    with running(root, "--no-token") as server:
        assert server.said.startswith("Warning: without a token every process of this user")
        assert "bearer" not in server.said
        assert server.post(request("initialize", HELLO))[0] == 200
    command = [UNDERSTUDY, "mcp", "--root", str(root)]
    for options, words in (
        (("--http", "0.0.0.0:0", "--no-token"), "token is needed"),
        (("--http", "127.0.0.1:0", "--no-token", "--token-file", "x"), "not allowed with"),
    ):
        done = subprocess.run(
            [*command, *options], capture_output=True, text=True, timeout=LIMIT_S, check=False
        )
        assert done.returncode != 0
        assert words in done.stderr


@linux
@as_root
@pytest.mark.attack(56)
@pytest.mark.parametrize("proxy", [False, True])
def test_another_user_is_refused_even_with_the_token_unless_a_proxy_is_named(root: Path, proxy: bool) -> None:
    token = "correct-horse-battery-staple"
    options = ("--allow-host", "proxy.example") if proxy else ()
    with running(root, *options, UNDERSTUDY_MCP_TOKEN=token) as server:
        url = f"http://127.0.0.1:{server.port}/mcp"
        assert visit_as_nobody(url, token=None) == 401
        assert (visit_as_nobody(url, token=token) == 403) is not proxy
    with running(root, *options, "--no-token") as server:
        assert visit_as_nobody(f"http://127.0.0.1:{server.port}/mcp", token=None) == 403


ACCOMPLICE = """
import http.client, json, sys
port, token, then = int(sys.argv[1]), sys.argv[2], sys.argv[3:]
def post(message, **more):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=240)
    headers = {"Authorization": "Bearer " + token, "Accept": "application/json, text/event-stream",
               "Content-Type": "application/json", **more}
    connection.request("POST", "/mcp", json.dumps(message), headers)
    answer = connection.getresponse()
    return answer.status, answer.read().decode()
print(post(json.load(sys.stdin), **json.loads(then[0])))
"""


@linux
@pytest.mark.attack(57)
def test_a_command_cannot_consent_to_a_sensitive_write_at_the_server_that_runs_it(root: Path) -> None:
    """It knows the token, claims elicitation, and sends the answer along with the call (2026-07-28)."""
    token = "correct-horse-battery-staple"
    (root / "accomplice.py").write_text(ACCOMPLICE)
    arguments = {"path": ".mcp.json", "content": "{}"}
    meta = {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "raw", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {"elicitation": {"form": {}}},
    }
    headers = {
        "MCP-Protocol-Version": "2026-07-28",
        "Mcp-Method": "tools/call",
        "Mcp-Name": "writeFile",
    }

    def write(**more: Any) -> dict[str, Any]:
        params = {"name": "writeFile", "arguments": arguments, "_meta": meta, **more}
        return request("tools/call", params)

    # With no sandbox the network is open to the command, which is the worst case.
    with running(root, "--sandbox", "off", UNDERSTUDY_MCP_TOKEN=token) as server:
        status, _, body = server.post(write(), {**headers, **bearer(token)})
        assert status == 200
        (question,) = json.loads(body)["result"]["inputRequests"]
        answer = {question: {"action": "accept", "content": {"allow": True}}}
        message = json.dumps(write(inputResponses=answer))
        command = f"python3 accomplice.py {server.port} {token} '{json.dumps(headers)}'"
        session = server.hello(bearer(token))
        _, _, body = server.post(call("executeCommand", command=command, stdin=message), session)
        result = event(body)["result"]["structuredContent"]
        assert result["stdout"].startswith("(403,"), result
        assert "started itself" in result["stdout"]
        assert not (root / ".mcp.json").exists()
        # The same message of anybody else is an answer.
        assert server.post(json.loads(message), {**headers, **bearer(token)})[0] == 200
        assert (root / ".mcp.json").read_text() == "{}"
