"""`_understudy.dev/models/*`: a client finds servers, lists models and sets the default, without a terminal."""

import argparse
import tomllib
from pathlib import Path
from typing import Any

import pytest

from acp_editor import chat_dependencies, editing, run
from cli.test_login_models import openai_list, serving
from understudy.cli.agent_setup import build_chat_dependencies
from understudy.cli.config.credentials import Credentials
from understudy.rpc import RpcError

KEY = "sk-secret-of-a-test-0123"


@pytest.fixture
def options(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> argparse.Namespace:
    monkeypatch.setenv("UNDERSTUDY_CONFIG_DIR", str(tmp_path / "config"))
    monkeypatch.setenv("UNDERSTUDY_STATE_DIR", str(tmp_path / "state"))
    for name in ("UNDERSTUDY_MODEL", "UNDERSTUDY_BASE_URL", "OPENAI_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LLAMA_ARG_PORT", "9")
    return argparse.Namespace(sandbox="auto", pass_env=[])


def test_a_client_sets_a_model_up_and_new_sessions_use_it(
    options: argparse.Namespace, tmp_path: Path, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(origin: str, ollama: str) -> None:
        monkeypatch.setenv("OLLAMA_HOST", ollama)
        async with editing(build_chat_dependencies(options)) as editor:

            async def ask(name: str, **params: Any) -> Any:
                return await editor.request(f"_understudy.dev/models/{name}", params)

            described = await ask("providers")
            assert (described["model"], described["configFile"]) == (
                None,
                str(tmp_path / "config" / "config.toml"),
            )
            assert {"openai-chat", "anthropic"} <= {one["id"] for one in described["providers"]}
            (local,) = (await ask("local"))["servers"]
            assert (local["label"], local["models"]) == ("Ollama", ["qwen3:8b"])
            server = {"provider": "openai-chat", "baseUrl": f"{origin}/v1"}
            with pytest.raises(RpcError, match="rejects this key"):
                await ask("list", **server, apiKey="wrong")
            assert (await ask("list", **server, apiKey=KEY))["models"] == ["large", "small"]
            used = await ask("use", **server, apiKey=KEY, model="small")
            assert used == {"model": "openai-chat:small"}
            assert (await ask("list", **server))["models"] == ["large", "small"]  # with the stored key
            opened = await editor.request("session/new", {"cwd": str(root), "mcpServers": []})
            model = next(option for option in opened["configOptions"] if option["id"] == "model")
            assert model["currentValue"] == "openai-chat:small"

    tags = {"/api/tags": {"models": [{"name": "qwen3:8b"}]}}
    with serving(openai_list("small", "large"), KEY) as origin, serving(tags) as ollama:
        run(scene(origin, ollama))
        host = origin.removeprefix("http://")
        assert Credentials(tmp_path / "config").get(f"openai@{host}") == KEY
        text = (tmp_path / "config" / "config.toml").read_text()
        assert tomllib.loads(text) == {"model": "openai-chat:small", "base_url": f"{origin}/v1"}
        assert KEY not in text


def test_an_agent_without_a_setup_offers_none(tmp_path: Path) -> None:
    async def scene() -> None:
        async with editing(chat_dependencies(tmp_path / "state")) as editor:
            with pytest.raises(RpcError, match="not set up by its clients"):
                await editor.request("_understudy.dev/models/local", {})

    run(scene())
