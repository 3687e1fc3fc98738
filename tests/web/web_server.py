"""The workbench server as a process, for tests, reached as a browser reaches it."""

import http.client
import json
import os
import selectors
import shlex
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from websockets.sync.client import ClientConnection, connect

from forked_command import ForkedProgram

__all__ = ["LIMIT_S", "NEWEST", "WebServer", "agent", "built_page", "gone", "started", "waited"]

LIMIT_S = 240.0
HERE = Path(__file__).parent
NEWEST = "2026-07-28"


def agent(kind: str) -> list[str]:
    return ["--agent", shlex.join([sys.executable, str(HERE / "tab_agent.py"), kind])]


def built_page(folder: Path) -> Path:
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><title>Workbench</title>\n")
    (folder / "favicon.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    (folder / "assets" / "index-1a2b.js").write_text("export {};\n")
    (folder.parent / "secret.txt").write_text("beside the page\n")
    return folder


def started(
    static: Path, *options: str, is_forked: bool = True, forks_agent: bool = True, **variables: str
) -> ForkedProgram[str] | subprocess.Popen[str]:
    """Not forked, it is a new interpreter, for tests of what it imports, and so is its agent, for tests of that."""
    script = HERE / "web_program.py"
    # The sources under test, in the agents' processes as well.
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **variables}
    if is_forked:
        return ForkedProgram[str](
            str(static), *options, script=script, text=True, env=env, forks_agent=forks_agent
        )
    return subprocess.Popen(
        [sys.executable, str(script), str(static), *options],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=env,
    )


class WebServer:
    """Listens on a free port, unless the options say otherwise."""

    def __init__(
        self,
        static: Path,
        *options: str,
        is_forked: bool = True,
        forks_agent: bool = True,
        **variables: str,
    ) -> None:
        port = () if "--port" in options else ("--port", "0")
        self.process = started(
            static,
            *options,
            *port,
            "--no-browser",
            is_forked=is_forked,
            forks_agent=forks_agent,
            **variables,
        )
        assert self.process.stdout is not None
        with selectors.DefaultSelector() as ready:
            ready.register(self.process.stdout, selectors.EVENT_READ)
            assert ready.select(LIMIT_S), "no server in time"
        words = self.process.stdout.readline()
        assert words.startswith("The workbench is at http://"), words + self.stopped()[1]
        self.url = words.split()[-1]
        parts = urlsplit(self.url)
        self.host, self.port = parts.hostname or "", parts.port
        (self.token,) = parse_qs(parts.query)["token"]

    def __enter__(self) -> "WebServer":
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(LIMIT_S)
        for stream in (self.process.stdout, self.process.stderr):
            assert stream is not None
            stream.close()

    def stopped(self, number: int | None = None) -> tuple[int, str]:
        """Its exit status and its log."""
        if number is not None:
            self.process.send_signal(number)
        _, log = self.process.communicate(timeout=LIMIT_S)
        return self.process.wait(LIMIT_S), log

    def ask(
        self, path: str, method: str = "GET", body: bytes | None = None, **headers: str
    ) -> tuple[int, dict[str, str], bytes]:
        """Headers by keyword, with underscores for hyphens; `bearer` is the token's."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        if "bearer" in named:
            named["Authorization"] = f"Bearer {named.pop('bearer')}"
        connection = http.client.HTTPConnection(self.host, self.port, timeout=LIMIT_S)
        try:
            connection.request(method, path, body, named)
            response = connection.getresponse()
            return response.status, {k.lower(): v for k, v in response.getheaders()}, response.read()
        finally:
            connection.close()

    def cookie(self, address: str | None = None) -> str:
        """What a browser keeps after it has opened the address: `name=value`."""
        path = address or f"/?token={self.token}"
        status, headers, _ = self.ask(path)
        assert (status, headers["location"]) == (303, "/"), headers
        return headers["set-cookie"].partition(";")[0]

    def tool(self, name: str, arguments: dict[str, Any], **more: Any) -> dict[str, Any]:
        """One stateless call, as the page makes it: the result."""
        meta = {
            "io.modelcontextprotocol/protocolVersion": NEWEST,
            "io.modelcontextprotocol/clientInfo": {"name": "page", "version": "1"},
            "io.modelcontextprotocol/clientCapabilities": {"elicitation": {"form": {}}},
        }
        params = {"name": name, "arguments": arguments, "_meta": meta, **more}
        message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
        status, _, body = self.ask(
            "/mcp",
            "POST",
            json.dumps(message).encode(),
            bearer=self.token,
            Accept="application/json, text/event-stream",
            Content_Type="application/json",
            MCP_Protocol_Version=NEWEST,
            Mcp_Method="tools/call",
            Mcp_Name=name,
            Origin=f"http://{self.host}:{self.port}",
        )
        assert status == 200, body
        return json.loads(body)["result"]

    def tab(self, query: str | None = None, **more: Any) -> ClientConnection:
        words = f"token={self.token}" if query is None else query
        address = f"ws://{self.host}:{self.port}/acp?{words}"
        return connect(
            address, compression=None, open_timeout=LIMIT_S, close_timeout=1, max_size=64 << 20, **more
        )

    def resident(self) -> int:
        """Bytes of memory of the server's process."""
        pages = Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")


def waited(what: Callable[[], bool]) -> None:
    until = time.monotonic() + LIMIT_S
    while not what():
        assert time.monotonic() < until
        time.sleep(0.02)


def gone(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True
