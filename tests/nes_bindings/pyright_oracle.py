"""The references of names by the language server of basedpyright, over its standard streams."""

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

__all__ = ["PyrightServer"]


class PyrightServer:
    """A language server for one folder. Not thread-safe; messages of the server that are no answers are skipped."""

    def __init__(self, folder: Path) -> None:
        program = Path(sys.executable).with_name("basedpyright-langserver")
        self._process = subprocess.Popen(
            [program, "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self._id = 0
        self._opened: set[str] = set()
        self._request(
            "initialize",
            {
                "processId": None,
                "rootUri": folder.as_uri(),
                "capabilities": {"workspace": {"workspaceFolders": True}},
                "workspaceFolders": [{"uri": folder.as_uri(), "name": folder.name}],
            },
        )
        self._send({"method": "initialized", "params": {}})

    def references(self, uri: str, source: str, line: int, column: int) -> set[tuple[str, int, int]]:
        """Return the URIs, lines and columns where the name at a place occurs."""
        document = {"uri": uri, "languageId": "python", "version": 1, "text": source}
        if uri not in self._opened:
            self._opened.add(uri)
            self._send({"method": "textDocument/didOpen", "params": {"textDocument": document}})
        found = self._request(
            "textDocument/references",
            {
                "textDocument": {"uri": uri},
                "position": {"line": line, "character": column},
                "context": {"includeDeclaration": True},
            },
        )
        return {
            (one["uri"], one["range"]["start"]["line"], one["range"]["start"]["character"])
            for one in found or ()
        }

    def close(self) -> None:
        self._process.kill()
        self._process.wait()

    def _request(self, method: str, parameters: Mapping[str, Any]) -> Any:
        self._id += 1
        self._send({"id": self._id, "method": method, "params": parameters})
        while True:
            message = self._read()
            if "method" in message and "id" in message:  # a question of the server: no settings
                items = message.get("params", {}).get("items", [])
                self._send({"id": message["id"], "result": [None] * len(items) if items else None})
            elif message.get("id") == self._id:
                return message.get("result")

    def _send(self, message: Mapping[str, Any]) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        stream = self._process.stdin
        assert stream is not None
        stream.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        stream.flush()

    def _read(self) -> dict[str, Any]:
        stream = self._process.stdout
        assert stream is not None
        length = 0
        while (line := stream.readline().strip()) or not length:
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
            elif not line and not length:
                raise EOFError("the language server has ended")
        return json.loads(stream.read(length))
