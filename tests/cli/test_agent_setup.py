"""The chat's dependencies built from settings: which keys are used, and when they are dropped."""

import argparse
from pathlib import Path

import pytest

from understudy.acp import ChatDependencies, NotReady
from understudy.cli.agent_setup import build_chat_dependencies
from understudy.cli.config.credentials import Credentials
from understudy.models import ModelError

SECRET = "sk-very-secret-0123456789"


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "config"
    folder.mkdir(mode=0o700)
    monkeypatch.setenv("UNDERSTUDY_CONFIG_DIR", str(folder))
    monkeypatch.setenv("UNDERSTUDY_STATE_DIR", str(tmp_path / "state"))
    for name in (
        "OPENAI_API_KEY",
        "ANTHROPIC_API_KEY",
        "GOOGLE_API_KEY",
        "GEMINI_API_KEY",
        "UNDERSTUDY_MODEL",
    ):
        monkeypatch.delenv(name, raising=False)
    return folder


def build(**options: str) -> ChatDependencies:
    defaults = {"model": None, "base_url": None, "sandbox": "auto", "pass_env": []}
    return build_chat_dependencies(argparse.Namespace(**{**defaults, **options}))


def test_a_stored_key_is_found_and_forgotten_with_logout(config: Path) -> None:
    Credentials(config).set("anthropic", SECRET)
    dependencies = build(model="anthropic:claude-sonnet-5-5")
    assert dependencies.accounts.stored() == "anthropic"
    assert dependencies.accounts.from_environment() is None
    dependencies.check_model("anthropic:claude-sonnet-5-5")
    dependencies.accounts.forget()
    assert dependencies.accounts.stored() is None
    with pytest.raises(ModelError) as missing:
        dependencies.check_model("anthropic:claude-sonnet-5-5")
    assert missing.value.kind == "auth"
    assert Credentials(config).get("anthropic") is None


@pytest.mark.parametrize("named", [False, True])
def test_a_key_of_the_environment_is_found_and_not_used_after_logout(
    config: Path, monkeypatch: pytest.MonkeyPatch, named: bool
) -> None:
    variable = "MY_OWN_KEY" if named else "OPENAI_API_KEY"
    if named:
        (config / "config.toml").write_text('[providers.openai]\napi_key_env = "MY_OWN_KEY"\n')
    monkeypatch.setenv(variable, SECRET)
    dependencies = build(model="openai:gpt-5")
    dependencies.check_model("openai:gpt-5")
    dependencies.accounts.forget()
    with pytest.raises(ModelError):
        dependencies.check_model("openai:gpt-5")
    assert dependencies.accounts.from_environment() == "openai"
    dependencies.check_model("openai:gpt-5")


def test_settings_that_cannot_be_used_are_reported_with_the_file(config: Path) -> None:
    (config / "config.toml").write_text("modle = 'x'\n")
    with pytest.raises(NotReady, match=r"config\.toml"):
        build()


def test_an_unsafe_file_of_keys_is_reported(config: Path) -> None:
    Credentials(config).set("openai", SECRET)
    (config / "credentials.json").chmod(0o644)
    with pytest.raises(NotReady, match="chmod 600"):
        build().accounts.forget()
    with pytest.raises(NotReady, match="chmod 600"):
        build().accounts.stored()


def test_servers_inherit_no_key(config: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", SECRET)
    dependencies = build()
    assert SECRET not in dependencies.environment.values()
    assert SECRET not in repr(dependencies)
