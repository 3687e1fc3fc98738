"""`understudy zed-endpoint` as a process of its own, for tests."""

import json
import os
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from forked_command import ForkedProgram
from zed.zed_prompts import PYTHON_RENAME, build

__all__ = ["LIMIT_S", "PROMPT", "Endpoint", "Reply"]

LIMIT_S = 240.0
PROMPT = build(PYTHON_RENAME)


class Reply(NamedTuple):
    status: int
    body: Any


class Endpoint:
    def __init__(self, home: Path, *flags: str) -> None:
        self.home = home
        kept = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
        environ = {
            **kept,
            "HOME": str(home),
            "UNDERSTUDY_STATE_DIR": str(home / "state"),
            "UNDERSTUDY_CONFIG_DIR": str(home / "config"),
        }
        self._errors = (home / "stderr.txt").open("wb")
        self.process = ForkedProgram[str](
            "zed-endpoint", *flags, stderr=self._errors.fileno(), env=environ, cwd=home, text=True
        )
        assert self.process.stdout is not None
        self.output = ""
        while (line := self.process.stdout.readline()) and not line.startswith("Ctrl-C"):
            self.output += line
        settings = json.loads(self.output.partition("\n")[2])
        self.settings: dict[str, Any] = settings["edit_predictions"]
        self.url: str = self.settings["open_ai_compatible_api"]["api_url"]

    @property
    def address(self) -> tuple[str, int]:
        parts = urlsplit(self.url)
        assert parts.hostname is not None
        assert parts.port is not None
        return parts.hostname, parts.port

    def send(
        self,
        body: bytes,
        *,
        path: str | None = None,
        method: str = "POST",
        headers: dict[str, str] | None = None,
    ) -> Reply:
        connection = HTTPConnection(*self.address, timeout=LIMIT_S)
        try:
            connection.request(method, path or urlsplit(self.url).path, body, headers or {})
            response = connection.getresponse()
            data = response.read()
            is_json = response.headers.get_content_type() == "application/json"
            return Reply(response.status, json.loads(data) if is_json else data.decode())
        finally:
            connection.close()

    def complete(self, **fields: object) -> Reply:
        request: dict[str, object] = {
            "model": "understudy",
            "prompt": PROMPT,
            "max_tokens": 2048,
            "stop": [],
            **fields,
        }
        return self.send(json.dumps(request).encode())

    def stop(self) -> int:
        self.process.terminate()
        try:
            return self.process.wait(LIMIT_S)
        finally:
            self.process.kill()
            self._errors.close()
            assert self.process.stdout is not None
            self.process.stdout.close()

    def errors(self) -> str:
        return (self.home / "stderr.txt").read_text()
