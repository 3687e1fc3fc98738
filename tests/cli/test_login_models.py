"""`understudy login` up to the model that answers: at a real terminal, against servers on the loopback address."""

import json
import threading
import tomllib
from collections.abc import Callable, Generator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from cli.test_login import SECRET, Screen, at_terminal, environ, stored, understudy
from understudy.cli.config.credentials import Credentials

__all__ = ["at_terminal", "environ", "stored"]  # fixtures


@contextmanager
def serving(answers: dict[str, Any], key: str | None = None) -> Generator[str]:
    """A server with these answers by path; with a key, it rejects every other one."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            given = self.headers.get("authorization", "").removeprefix("Bearer ")
            given = self.headers.get("x-api-key") or given
            status = 401 if key is not None and given != key else 200 if self.path in answers else 404
            body = json.dumps(answers.get(self.path) if status == 200 else {}).encode()
            self.send_response(status)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def openai_list(*names: str) -> dict[str, Any]:
    entries = [{"id": name, "created": age, "object": "model"} for age, name in enumerate(names)]
    return {"/v1/models": {"object": "list", "data": entries}}


def config(tmp_path: Path) -> dict[str, Any]:
    return tomllib.loads((tmp_path / "config" / "config.toml").read_text())


def test_a_provider_lists_its_models_and_the_chosen_one_becomes_the_default(
    at_terminal: Callable[..., Screen], stored: Credentials, tmp_path: Path, environ: dict[str, str]
) -> None:
    with serving(openai_list("small", "large"), SECRET) as origin:
        screen = at_terminal("login", "openai-chat", "--base-url", f"{origin}/v1")
        screen.wait_for("Key for OpenAI")
        screen.wait_for_no_echo()
        screen.type(f"{SECRET}\n")
        screen.wait_for("part of a name")
        assert " 1  large\r\n   2  small" in screen.shown  # the newest first
        screen.type("2\n")
        assert screen.ended() == 0
        assert "openai-chat:small answers from now on" in screen.shown
        assert "understudy chat" in screen.shown
        assert config(tmp_path) == {"model": "openai-chat:small", "base_url": f"{origin}/v1"}
        host = origin.removeprefix("http://")
        assert stored.get(f"openai@{host}") == SECRET
    assert f"{tmp_path / 'config' / 'config.toml'}" in understudy(environ, "info").stdout
    assert "openai-chat:small" in understudy(environ, "info").stdout


def test_a_key_that_the_provider_rejects_is_not_stored(
    at_terminal: Callable[..., Screen], stored: Credentials, tmp_path: Path
) -> None:
    with serving({"/v1/models": {"data": []}}, "another key") as origin:
        screen = at_terminal("login", "anthropic", "--base-url", origin)
        screen.wait_for("Key for Anthropic")
        screen.wait_for_no_echo()
        screen.type(f"{SECRET}\n")
        assert screen.ended() != 0
    assert "rejects this key" in screen.shown
    assert SECRET not in screen.shown
    assert stored.providers() == []
    assert not (tmp_path / "config" / "config.toml").exists()


def test_a_provider_that_lists_nothing_leaves_the_name_to_the_user(
    at_terminal: Callable[..., Screen], stored: Credentials, tmp_path: Path
) -> None:
    with serving({}) as origin:
        screen = at_terminal("login", "openai-chat", "--base-url", f"{origin}/v1")
        screen.wait_for("Key for OpenAI")
        screen.wait_for_no_echo()
        screen.type(f"{SECRET}\n")
        screen.wait_for("Name of the model")
        assert "could not be listed" in screen.shown
        screen.type("my-model\n")
        assert screen.ended() == 0
    assert config(tmp_path)["model"] == "openai-chat:my-model"


def test_ollama_and_llama_cpp_on_this_machine_are_found_and_need_no_key(
    at_terminal: Callable[..., Screen], stored: Credentials, tmp_path: Path
) -> None:
    tags = {"/api/tags": {"models": [{"name": "qwen3:8b"}, {"name": "llama3.2:latest"}]}}
    listed = {"/v1/models": {"data": [{"id": "tiny.gguf", "owned_by": "llamacpp"}]}}
    with serving(tags) as ollama, serving(listed) as llama:
        port = llama.rpartition(":")[2]
        screen = at_terminal("login", OLLAMA_HOST=ollama, LLAMA_ARG_PORT=port)
        screen.wait_for("Number or name: ")
        assert "4  Ollama, which runs on this machine with 2 models" in screen.shown
        assert "5  llama.cpp, which runs on this machine with 1 model " in screen.shown
        screen.type("ollama\n")
        screen.wait_for("part of a name")
        screen.type("qwen\n")
        assert screen.ended() == 0
    assert config(tmp_path) == {"model": "ollama:qwen3:8b", "base_url": f"{ollama}/v1"}
    assert stored.providers() == []


def test_another_program_on_the_port_is_not_taken_for_llama_cpp(at_terminal: Callable[..., Screen]) -> None:
    with serving(openai_list("foreign")) as origin:
        screen = at_terminal("login", LLAMA_ARG_PORT=origin.rpartition(":")[2])
        screen.wait_for("Number or name: ")
        assert "llama.cpp" not in screen.shown


def test_without_a_terminal_the_model_is_a_flag(environ: dict[str, str], tmp_path: Path) -> None:
    done = understudy(environ, "login", "anthropic", "--stdin", "--model", "some-model", stdin=SECRET)
    assert (done.returncode, done.stderr) == (0, "")
    assert config(tmp_path) == {"model": "anthropic:some-model"}
