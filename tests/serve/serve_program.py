"""`understudy serve` as a process of its own, and a client over WebSocket that is written by hand."""

import contextlib
import itertools
import json
import re
import signal
import subprocess
from collections.abc import Generator
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection
from websockets.sync.client import connect as connect_websocket

from agent_program import COMMAND, LIMIT_S, SCRIPTED, agent_environ
from forked_command import ForkedProgram
from provider_server import ProviderServer

__all__ = ["LIMIT_S", "RemoteClient", "RpcFailure", "ServeProgram", "provider_environ", "text_prompt"]


class RpcFailure(Exception):
    def __init__(self, error: dict[str, Any]) -> None:
        super().__init__(error["message"])
        self.code: int = error["code"]
        self.data: dict[str, Any] = error.get("data") or {}


class ServeProgram:
    """Leaving the `with` block kills it if it still runs."""

    def __init__(
        self, folder: Path, *options: str, port: int = 0, is_forked: bool = True, **environ: str
    ) -> None:
        """Not forked, it is a new interpreter of the installed command, with its own command line."""
        folder.mkdir(exist_ok=True, parents=True)
        self.folder = folder
        self._log = folder / "stderr"
        words = ("serve", "--port", str(port), *options)
        env = agent_environ(folder, **environ)
        self.process: ForkedProgram[str] | subprocess.Popen[str]
        with self._log.open("ab") as log:
            if is_forked:
                self.process = ForkedProgram[str](*words, stderr=log.fileno(), text=True, env=env, cwd=folder)
            else:
                self.process = subprocess.Popen(
                    [COMMAND, *words], stdout=subprocess.PIPE, stderr=log, text=True, env=env, cwd=folder
                )
        assert self.process.stdout is not None
        self.address = self._read_line("address: ")
        self.token = "" if "--users" in options or "--oidc-issuer" in options else self._read_line("token: ")

    def _read_line(self, prefix: str) -> str:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line.startswith(prefix), (line, self.log)
        return line.removeprefix(prefix).strip()

    @property
    def log(self) -> str:
        return self._log.read_text(errors="replace")

    @property
    def http(self) -> str:
        """The address of the server, without a path."""
        return re.sub("^ws", "http", self.address).removesuffix("/acp")

    @contextlib.contextmanager
    def connect(self, token: str | None = None, **headers: str) -> Generator["RemoteClient"]:
        credential = {"Authorization": f"Bearer {token or self.token}"}
        with connect_websocket(
            self.address,
            additional_headers={**credential, **headers},
            open_timeout=LIMIT_S,
            close_timeout=LIMIT_S,
        ) as socket:
            yield RemoteClient(socket)

    def terminate(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(LIMIT_S)

    def __enter__(self) -> "ServeProgram":
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(LIMIT_S)
        assert self.process.stdout is not None
        self.process.stdout.close()


class RemoteClient:
    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.received: list[dict[str, Any]] = []
        """What came that was no answer."""
        self._answers: dict[int, dict[str, Any]] = {}
        self._ids = itertools.count(1)

    def send(self, method: str, **params: Any) -> int:
        number = next(self._ids)
        self.socket.send(json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}))
        return number

    def notify(self, method: str, **params: Any) -> None:
        self.socket.send(json.dumps({"jsonrpc": "2.0", "method": method, "params": params}))

    def answer(self, number: int) -> Any:
        while number not in self._answers:
            message = json.loads(self.socket.recv(timeout=LIMIT_S))
            if "method" in message:
                self.received.append(message)
            else:
                self._answers[message["id"]] = message
        found = self._answers.pop(number)
        if "error" in found:
            raise RpcFailure(found["error"])
        return found["result"]

    def wait_for_update(self, kind: str) -> dict[str, Any]:
        """Read until there is an update of this kind."""
        while True:
            for message in self.received:
                update = message["params"].get("update", {})
                if update.get("sessionUpdate") == kind:
                    self.received.remove(message)
                    return update
            message = json.loads(self.socket.recv(timeout=LIMIT_S))
            assert "method" in message, message
            self.received.append(message)

    def call(self, method: str, **params: Any) -> Any:
        return self.answer(self.send(method, **params))

    def initialize(self, **capabilities: Any) -> Any:
        return self.call("initialize", protocolVersion=1, clientCapabilities=capabilities)

    def new_session(self, cwd: Path | str) -> str:
        return self.call("session/new", cwd=str(cwd), mcpServers=[])["sessionId"]

    def prompt(self, session: str, text: str) -> Any:
        return self.call("session/prompt", **text_prompt(session, text))

    def agent_text(self) -> str:
        """The agent's text so far."""
        updates = [message["params"].get("update", {}) for message in self.received]
        return "".join(
            update["content"]["text"]
            for update in updates
            if update.get("sessionUpdate") == "agent_message_chunk"
        )


def text_prompt(session: str, text: str) -> dict[str, Any]:
    return {"sessionId": session, "prompt": [{"type": "text", "text": text}]}


def provider_environ(provider: ProviderServer) -> dict[str, str]:
    """The environment of a server whose model is a script of the test."""
    return {
        "UNDERSTUDY_MODEL": SCRIPTED,
        "UNDERSTUDY_BASE_URL": provider.url,
        "OPENAI_API_KEY": "unused",
    }
