"""`understudy lsp` as a process of its own, spoken to in frames written by hand: no peer of ours, no library."""

import contextlib
import itertools
import json
import os
import select
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from forked_command import ForkedCommand

LIMIT_S = 240.0
"""Seconds that anything may take before a test gives up."""
COMMAND = str(Path(sys.executable).parent / "understudy")
Message = dict[str, Any]

FULL_CLIENT: Mapping[str, Any] = {
    "general": {"positionEncodings": ["utf-16"]},
    "workspace": {"applyEdit": True, "workspaceEdit": {"documentChanges": True}, "workspaceFolders": True},
    "textDocument": {"codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}}},
    "window": {"showDocument": {"support": True}},
}


class Program:
    """Requests of the server are answered by `answers`, a table of functions by method."""

    def __init__(self, home: Path, *flags: str, is_forked: bool = True) -> None:
        """Not forked, it is a new interpreter of the installed command, as an editor starts it."""
        kept = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
        environ = {
            **kept,
            "HOME": str(home),
            "UNDERSTUDY_STATE_DIR": str(home / "state"),
            "UNDERSTUDY_CONFIG_DIR": str(home / "config"),
            "UNDERSTUDY_RAISE_RULE_ERRORS": "1",
        }
        self.errors = home / "stderr.txt"
        if is_forked:
            self.process = ForkedCommand("lsp", *flags, env=environ, cwd=home, errors=self.errors)
        else:
            with self.errors.open("wb") as errors:
                self.process = subprocess.Popen(
                    [COMMAND, "lsp", *flags],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=errors,
                    env=environ,
                    cwd=home,
                )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self._stdin, self._stdout = self.process.stdin, self.process.stdout
        self.answers: dict[str, Callable[[Any], Any]] = {}
        self.received: list[Message] = []
        """Notifications and requests of the server, in order."""
        self._ids = itertools.count(1)
        self._responses: dict[int | str | None, Message] = {}
        self._input = b""
        self._versions: dict[str, int] = {}

    def __enter__(self) -> "Program":
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(OSError):
            self._stdin.close()
        try:
            self.process.wait(LIMIT_S)
        finally:
            self.process.kill()
            self._stdout.close()

    # Frames

    def write(self, data: bytes) -> None:
        self._stdin.write(data)
        self._stdin.flush()

    def send(self, message: Mapping[str, Any]) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}, ensure_ascii=False).encode()
        self.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))

    def _read_message(self) -> Message:
        while True:
            head, found, rest = self._input.partition(b"\r\n\r\n")
            if found:
                length = int(head.removeprefix(b"Content-Length: "))
                if len(rest) >= length:
                    self._input = rest[length:]
                    return json.loads(rest[:length])
            self._read_more()

    def _read_more(self) -> None:
        ready, _, _ = select.select([self._stdout], [], [], LIMIT_S)
        assert ready, f"nothing was received for {LIMIT_S} seconds: {self.errors.read_text()}"
        data = os.read(self._stdout.fileno(), 1 << 16)
        assert data, f"the server has ended: {self.errors.read_text()}"
        self._input += data

    def _take(self) -> None:
        message = self._read_message()
        if "method" not in message:
            self._responses[message["id"]] = message
            return
        self.received.append(message)
        if "id" in message:
            answer = self.answers.get(message["method"], lambda _: None)
            self.send({"id": message["id"], "result": answer(message.get("params"))})

    # Requests

    def begin(self, method: str, params: Any = None) -> int:
        name = next(self._ids)
        self.send({"id": name, "method": method, **({} if params is None else {"params": params})})
        return name

    def finish(self, name: int | str | None) -> Message:
        """Return the whole response to a request."""
        until = time.monotonic() + LIMIT_S
        while name not in self._responses:
            assert time.monotonic() < until
            self._take()
        return self._responses.pop(name)

    def request(self, method: str, params: Any = None) -> Any:
        response = self.finish(self.begin(method, params))
        assert "error" not in response, response["error"]
        return response["result"]

    def fail(self, method: str, params: Any = None) -> Message:
        return self.finish(self.begin(method, params))["error"]

    def tell(self, method: str, params: Any = None) -> None:
        self.send({"method": method, **({} if params is None else {"params": params})})

    def wait_for(self, method: str) -> Any:
        """Return the params of the first message of the server with that method, and forget it."""
        while not any(one["method"] == method for one in self.received):
            self._take()
        found = next(one for one in self.received if one["method"] == method)
        self.received.remove(found)
        return found.get("params")

    # What an editor does

    def initialize(self, *roots: Path, capabilities: Mapping[str, Any] = FULL_CLIENT, **more: Any) -> Any:
        folders = [{"uri": root.as_uri(), "name": root.name} for root in roots]
        params = {"processId": None, "capabilities": capabilities, "workspaceFolders": folders, **more}
        result = self.request("initialize", params)
        self.tell("initialized", {})
        return result

    def open(self, path: Path, text: str | None = None, *, language: str = "python") -> str:
        uri = path.as_uri()
        self._versions[uri] = 1
        text = path.read_text() if text is None else text
        document = {"uri": uri, "languageId": language, "version": 1, "text": text}
        self.tell("textDocument/didOpen", {"textDocument": document})
        return uri

    def change(self, uri: str, *changes: tuple[int, int, int, str]) -> None:
        """Each change is line, start, end and the new text."""
        self._versions[uri] += 1
        self.tell(
            "textDocument/didChange",
            {
                "textDocument": {"uri": uri, "version": self._versions[uri]},
                "contentChanges": [
                    {"range": span(line, start, line, end), "text": text}
                    for line, start, end, text in changes
                ],
            },
        )

    def version(self, uri: str) -> int:
        return self._versions[uri]

    def inline_edit(self, uri: str, line: int, character: int) -> Any:
        return self.request("textDocument/copilotInlineEdit", self.asked(uri, line, character))

    def asked(self, uri: str, line: int, character: int, kind: int = 2) -> Message:
        return {
            "textDocument": {"uri": uri, "version": self._versions[uri]},
            "position": {"line": line, "character": character},
            "context": {"triggerKind": kind},
        }

    def command(self, name: str, *arguments: Any) -> Any:
        return self.request("workspace/executeCommand", {"command": name, "arguments": list(arguments)})


def span(line: int, start: int, last: int, end: int) -> Message:
    return {"start": {"line": line, "character": start}, "end": {"line": last, "character": end}}
