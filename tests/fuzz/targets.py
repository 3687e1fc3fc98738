"""What is fuzzed. A target is a context manager that gives a function for one input; a finding is any exception.

Programs are real processes: after each batch of inputs they must still answer, and log no failure of their own.
To add a target, write such a function and list it in TARGETS; nothing else is needed.
"""

import contextlib
import http.client
import json
import os
import re
import socket
import tempfile
from collections.abc import Callable, Generator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from line_client import HELLO, LineClient
from lsp_program import Program
from tests.fuzz.finding import Finding, Run, require
from tests.fuzz.http_targets import (
    FILE_SEEDS,
    SERVE_HTTP_SEEDS,
    ZED_SEEDS,
    open_file,
    open_serve,
    open_serve_http,
    open_zed,
)
from tests.fuzz.mutator import Mutator
from web_server import WebServer, agent, built_page

from agent_program import AgentProgram
from schema.golden import GOLDEN
from schema.golden_nes import GOLDEN_NES
from understudy.acp.routes import build_routes
from understudy.chat.prompt.discovery import FrontMatterError, parse_front_matter
from understudy.nes.model.formats import PromptError, parse_prompt
from understudy.nes.text import ContentChange, Document
from understudy.nes.text.diffs import parse_diff
from understudy.nes.text.positions import clamp_to_column, to_character, to_column
from understudy.workspace.sensitive.git_hooks import read_hooks_paths
from understudy.zed.hunk_lines import place_in_excerpt

__all__ = ["TARGETS", "Finding", "Target"]

INTERNAL_ERROR: Final = -32603


class Target(NamedTuple):
    make_input: Callable[[Mutator], bytes]
    open: Callable[[], contextlib.AbstractContextManager[Run]]
    batch: int = 1
    """Inputs of one iteration: a program is asked whether it is well after them."""


# Protocols over pipes


def acp_seeds() -> list[Any]:
    methods = {route.params.__name__: method for method, route in build_routes(None).items()}  # type: ignore[arg-type]
    return [
        {"jsonrpc": "2.0", "id": number, "method": methods[golden.definition], "params": golden.message}
        for number, golden in enumerate([*GOLDEN, *GOLDEN_NES])
        if golden.definition in methods
    ]


ACP_SEEDS: Final = acp_seeds()


@contextlib.contextmanager
def open_acp() -> Generator[Run]:
    with tempfile.TemporaryDirectory() as folder, AgentProgram(Path(folder, "home")) as program:
        program.initialize(nes={})
        count = 0

        def run(data: bytes) -> None:
            nonlocal count
            program.write(data)
            count += 1
            probe = f"probe-{count}"
            program.send({"id": probe, "method": "no/such/method"})
            while True:
                frame = program.receive()
                error = frame.get("error") or {}
                require(error.get("code") != INTERNAL_ERROR, f"an internal error: {error}")
                if frame.get("method") == "session/request_permission":
                    program.send({"id": frame["id"], "result": {"outcome": {"outcome": "cancelled"}}})
                if frame.get("id") == probe:
                    break
            require("Traceback" not in program.log, program.log[-3000:])

        yield run


MCP_SEEDS: Final[list[Any]] = [
    {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
    for number, (method, params) in enumerate(
        [
            ("initialize", HELLO),
            ("ping", {}),
            ("tools/list", {}),
            (
                "tools/call",
                {"name": "readFile", "arguments": {"path": "a.txt", "startLine": 1, "endLine": 3}},
            ),
            (
                "tools/call",
                {"name": "exploreFiles", "arguments": {"path": ".", "maxDepth": 2, "recursive": True}},
            ),
            (
                "tools/call",
                {"name": "searchFiles", "arguments": {"query": "o(n)e", "paths": ["."], "type": "regex"}},
            ),
            (
                "tools/call",
                {"name": "writeFile", "arguments": {"path": "b.txt", "content": "x\n", "mode": "append"}},
            ),
            ("tools/call", {"name": "getWorkspaceInfo", "arguments": {}, "_meta": {"progressToken": 1}}),
            ("notifications/cancelled", {"requestId": 3, "reason": "x"}),
            (
                "tools/call",
                {
                    "name": "modifyFile",
                    "arguments": {
                        "path": "a.txt",
                        "operations": [
                            {"type": "replace", "startLine": 1, "endLine": 1, "newContent": "y"},
                            {"type": "regexReplace", "pattern": "(o)ne", "replacement": "$1", "flags": "g"},
                        ],
                    },
                },
            ),
        ]
    )
]


@contextlib.contextmanager
def open_mcp() -> Generator[Run]:
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "a.txt").write_text("one\ntwo\n")
        with LineClient("--root", folder) as client:
            client.hello()
            count = 0

            def run(data: bytes) -> None:
                nonlocal count
                client.write(data)
                count += 1
                probe = f"probe-{count}"
                client.send({"jsonrpc": "2.0", "id": probe, "method": "ping"})
                while True:
                    frame = client.read()
                    error = frame.get("error") or {}
                    require(error.get("code") != INTERNAL_ERROR, f"an internal error: {error}")
                    require('"internal"' not in json.dumps(frame), f"an internal error: {frame}")
                    if frame.get("id") == probe:
                        return

            yield run


LSP_URI: Final = "file:///nowhere/a.py"
LSP_PLACE: Final = {"line": 0, "character": 2}
LSP_RANGE: Final = {"start": LSP_PLACE, "end": {"line": 0, "character": 5}}
LSP_SEEDS: Final[list[Any]] = [
    {"jsonrpc": "2.0", **message}
    for message in (
        {
            "method": "textDocument/didOpen",
            "params": {
                "textDocument": {
                    "uri": LSP_URI,
                    "languageId": "python",
                    "version": 1,
                    "text": "get(a)\nget(b)\n",
                }
            },
        },
        {
            "method": "textDocument/didChange",
            "params": {
                "textDocument": {"uri": LSP_URI, "version": 2},
                "contentChanges": [{"range": LSP_RANGE, "text": "find"}, {"text": "whole\ntext\n"}],
            },
        },
        {"method": "textDocument/didFocus", "params": {"textDocument": {"uri": LSP_URI}}},
        {"method": "textDocument/didSave", "params": {"textDocument": {"uri": LSP_URI}}},
        {
            "id": 7,
            "method": "textDocument/codeAction",
            "params": {"textDocument": {"uri": LSP_URI}, "range": LSP_RANGE, "context": {"diagnostics": []}},
        },
        *(
            {"id": 8, "method": f"textDocument/{name}", "params": params}
            for name in ("inlineCompletion", "copilotInlineEdit")
            for params in [
                {
                    "textDocument": {"uri": LSP_URI, "version": 2},
                    "position": LSP_PLACE,
                    "context": {"triggerKind": 2},
                }
            ]
        ),
        {
            "method": "workspace/didChangeWorkspaceFolders",
            "params": {"event": {"added": [{"uri": "file:///nowhere", "name": "n"}], "removed": []}},
        },
        {
            "method": "workspace/didChangeConfiguration",
            "params": {"settings": {"understudy": {"enabled": True}}},
        },
        {
            "id": 9,
            "method": "workspace/executeCommand",
            "params": {"command": "understudy.accept", "arguments": [1]},
        },
    )
]


@contextlib.contextmanager
def open_lsp() -> Generator[Run]:
    with tempfile.TemporaryDirectory() as home, Program(Path(home)) as program:
        program.initialize(Path(home))

        def run(data: bytes) -> None:
            for body in data.splitlines():
                program.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
            program.finish(program.begin("no/such/method"))
            log = program.errors.read_text(errors="replace")
            require("Traceback" not in log, log[-3000:])

        yield run


def lines(mutator: Mutator, seeds: Sequence[Any], count: int) -> bytes:
    return b"".join(mutator.frame(seeds) + b"\n" for _ in range(count))


# The workbench's server


HTTP_SEEDS: Final = (
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n",
    b"GET /?token=TOKEN HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nCookie: understudy-PORT=1; a=b\r\n\r\n",
    b"POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nAuthorization: Bearer TOKEN\r\nContent-Length: 2\r\n\r\n{}",
    b"POST /mcp HTTP/1.1\r\nHost: localhost:PORT\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
    b"GET /assets/index-1a2b.js HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nOrigin: http://127.0.0.1:PORT\r\n\r\n",
    b"GET /acp?token=TOKEN HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
)
WEBSOCKET_SEEDS: Final = (
    b"\x81\x84\0\0\0\0null",
    b"\x01\x82\0\0\0\0{}\x80\x80\0\0\0\0",
    b"\x82\x81\0\0\0\0x",
    b"\x88\x82\0\0\0\0\x03\xe8",
    b"\x89\x80\0\0\0\0",
    b"\x81\xfe\x00\x7e\0\0\0\0" + b'"' + b"x" * 124 + b'"',
    b"\x81\xff\0\0\0\0\0\0\0\x02\0\0\0\0[]",
)


@contextlib.contextmanager
def open_web() -> Generator[tuple[WebServer, Callable[[bytes, bytes], None]]]:
    """The server, and a function that sends bytes after a beginning and waits until the connection is closed."""
    with tempfile.TemporaryDirectory() as folder:
        static = built_page(Path(folder, "page", "static"))
        root = Path(folder, "root")
        root.mkdir()
        with WebServer(static, str(root), *agent("echo"), HEAD_TIMEOUT_S="0.05") as server:
            assert server.process.stderr is not None
            log_fd = server.process.stderr.fileno()
            os.set_blocking(log_fd, False)

            def check_log() -> None:
                with contextlib.suppress(BlockingIOError):
                    log = os.read(log_fd, 1 << 20).decode(errors="replace")
                    require("Traceback" not in log and "rror" not in log, log)

            def send(beginning: bytes, data: bytes) -> None:
                places = (b"PORT", str(server.port).encode()), (b"TOKEN", server.token.encode())
                for name, value in places:
                    beginning, data = beginning.replace(name, value), data.replace(name, value)
                address = (server.host, server.port or 0)
                with socket.create_connection(address, 240) as client, contextlib.suppress(ConnectionError):
                    client.sendall(beginning + data)
                    client.shutdown(socket.SHUT_WR)
                    while client.recv(1 << 16):
                        pass
                connection = http.client.HTTPConnection(server.host, server.port, timeout=240)
                connection.request(
                    "GET", "/workbench.json", headers={"Authorization": f"Bearer {server.token}"}
                )
                require(
                    connection.getresponse().status == 200, "the server does not serve its page's settings"
                )
                connection.close()
                check_log()

            yield server, send
            server.process.send_signal(15)
            require(server.process.wait(240) == 0, f"exit status {server.process.returncode}")
            check_log()


@contextlib.contextmanager
def open_http() -> Generator[Run]:
    with open_web() as (_, send):
        yield lambda data: send(b"", data)


@contextlib.contextmanager
def open_websocket() -> Generator[Run]:
    with open_web() as (_, send):
        yield lambda data: send(HTTP_SEEDS[-1], data)


# Parsers


DIFFS: Final = (
    "--- a/x\n+++ b/x\n@@ -1,3 +1,4 @@\n a\n-b\n+c\n+d\n e\n",
    "@@ -0,0 +1 @@\n+new\n\\ No newline at end of file\n",
    "diff --git a/x b/x\nindex 1..2\n--- a/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n",
    " a\n-b\n+c\n",
)


def run_diff(data: bytes) -> None:
    for hunk in parse_diff(data.decode("utf-8", "replace")):
        require(hunk.splice.line >= -1, f"a hunk at line {hunk.splice.line}")


ZETA2_PROMPTS: Final = (
    "<[fim-suffix]>\nc\n<[fim-prefix]><filename>b.py\nx\n\n<filename>edit_history\n// User accepted prediction:\n"
    "--- a/a.py\n+++ b/a.py\n@@ -9,2 +9,2 @@\n-o\n+a\n b\n\n<filename>a.py\na\n<<<<<<< CURRENT\nb<|user_cursor|>\n"
    "=======\n<[fim-middle]>",
    "<[fim-suffix]>\n<[fim-prefix]><filename>a.py\n<<<<<<< CURRENT\n<|user_cursor|>\n=======\n<[fim-middle]>",
)


def run_zeta2_prompt(data: bytes) -> None:
    """A prompt is rejected, or its cursor is in its region and its diffs can be placed."""
    try:
        prompt = parse_prompt(data.decode("utf-8", "replace"))
    except PromptError:
        return
    line, column = prompt.cursor
    require(column <= len(prompt.region[line]), "the cursor is outside the region")
    for edit in place_in_excerpt(prompt.edits, prompt.path, prompt.lines):
        parse_diff(edit.diff)


TEXTS: Final = ("one\ntwo\n", "caf\u00e9 \U0001f600\r\nx\r", "a\u2028b\n\n\tq", "")
ENCODINGS: Final = ("utf-8", "utf-16", "utf-32")


def run_position(data: bytes) -> None:
    """The document after a change is what the same splice of the plain text gives, or it is out of sync."""
    numbers, _, rest = data.partition(b"|")
    start_line, start, end_line, end, which = [int(found) for found in re.findall(rb"-?\d+", numbers)[:5]] + [
        0
    ] * (5 - len(re.findall(rb"-?\d+", numbers)[:5]))
    old, _, new = rest.decode("utf-8", "replace").partition("|")
    encoding: Any = ENCODINGS[which % 3]
    document = Document("file:///a", "text", 1, old)
    document.apply_changes(2, [ContentChange((start_line, start, end_line, end), new)], encoding)
    if document.is_in_sync and document.is_processable:
        require(document.text().count(new) >= 1 or "\r" in new, "the new text is not in the document")
    for line in old.split("\n"):
        column = clamp_to_column(line, start, encoding)
        require(0 <= column <= len(line), f"column {column} of {line!r}")
        require(to_column(line, to_character(line, column, encoding), encoding) == column, "no way back")


def make_position(mutator: Mutator) -> bytes:
    numbers = ",".join(str(mutator.random.choice((0, 0, 1, 2, 3, 7, -1, 2**31))) for _ in range(5))
    return f"{numbers}|{mutator.text(TEXTS)}|{mutator.text(TEXTS)}".encode("utf-8", "replace")


FRONT_MATTERS: Final = (
    "---\nname: a\ndescription: >\n  b\n  c\n---\n",
    "---\nname: 'a''b'\ndescription: \"\\u00e9\"\n---\n",
)


def run_front_matter(data: bytes) -> None:
    with contextlib.suppress(FrontMatterError):
        parse_front_matter(data.decode("utf-8", "replace"))


GIT_CONFIGS: Final = (
    '[core]\n\thooksPath = "a b" ; c\n[include]\n\tpath = x\n',
    '[core "x"] a=b\\\n c\n[CORE]hooksPath=~/x\n',
)


@contextlib.contextmanager
def open_git_config() -> Generator[Run]:
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "config")

        def run(data: bytes) -> None:
            Path(file).write_bytes(data)
            read_hooks_paths(file)

        yield run


def pure(run: Run) -> Callable[[], contextlib.AbstractContextManager[Run]]:
    return lambda: contextlib.nullcontext(run)


TARGETS: Final[Mapping[str, Target]] = {
    "acp": Target(lambda mutator: lines(mutator, ACP_SEEDS, 20), open_acp, 20),
    "mcp": Target(lambda mutator: lines(mutator, MCP_SEEDS, 20), open_mcp, 20),
    "lsp": Target(lambda mutator: lines(mutator, LSP_SEEDS, 20), open_lsp, 20),
    "http": Target(lambda mutator: mutator.data(HTTP_SEEDS), open_http),
    "websocket": Target(lambda mutator: mutator.data(WEBSOCKET_SEEDS), open_websocket),
    "file": Target(lambda mutator: mutator.frame(FILE_SEEDS), open_file),
    "serve": Target(lambda mutator: lines(mutator, ACP_SEEDS, 10), open_serve, 10),
    "serve-http": Target(lambda mutator: mutator.data(SERVE_HTTP_SEEDS), open_serve_http),
    "zed": Target(lambda mutator: mutator.frame(ZED_SEEDS), open_zed),
    "diff": Target(lambda mutator: mutator.text(DIFFS).encode(), pure(run_diff)),
    "zeta2-prompt": Target(lambda mutator: mutator.text(ZETA2_PROMPTS).encode(), pure(run_zeta2_prompt)),
    "position": Target(make_position, pure(run_position)),
    "front-matter": Target(lambda mutator: mutator.text(FRONT_MATTERS).encode(), pure(run_front_matter)),
    "git-config": Target(lambda mutator: mutator.text(GIT_CONFIGS).encode(), open_git_config),
}
