"""A provider is one module: its declaration is all that the rest of the package needs."""

import pkgutil
import sys
import tomllib
from importlib import import_module
from pathlib import Path
from types import MappingProxyType

import pytest

from models.model_requests import KEY, ask, failure, text
from provider_server import ProviderServer, fails, says
from understudy.models import PROVIDERS, ModelSettings, Provider, model_names, parse_model_name, providers
from understudy.models import settings as settings_module
from understudy.models.providers import openai_chat

REPOSITORY = Path(__file__).resolve().parents[2]


def test_every_module_that_declares_a_provider_is_in_the_table() -> None:
    modules = [
        import_module(f"{providers.__name__}.{found.name}")
        for found in pkgutil.iter_modules(providers.__path__)
        if found.name != "provider"
    ]
    assert {module.PROVIDER.id for module in modules} == set(PROVIDERS)
    assert len(modules) == len(PROVIDERS)


def test_a_provider_whose_package_is_missing_says_which_extra_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for provider in PROVIDERS.values():
        monkeypatch.setitem(sys.modules, provider.sdk, None)
        error = failure(ModelSettings(f"{provider.id}:any", KEY))
        assert error.kind == "bad_setting"
        assert f"pip install 'understudy-acp[{provider.extra}]'" in error.message
        assert provider.label in error.message


def test_every_provider_has_an_extra_with_its_sdk_and_the_core_has_none() -> None:
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    assert {provider.extra for provider in PROVIDERS.values()} == {"openai", "anthropic", "google"}
    for provider in PROVIDERS.values():
        assert extras[provider.extra][0].startswith(f"pydantic-ai-slim[{provider.extra}]==")
    for name in ("pydantic-ai", "openai", "anthropic", "google-genai", "psycopg", "ray"):
        assert not any(requirement.startswith(name) for requirement in project["dependencies"])
    everything = extras["all"][0].partition("[")[2].partition("]")[0].split(",")
    assert set(everything) == set(extras) - {"all", "ray"}


def test_a_new_provider_needs_nothing_but_its_declaration(monkeypatch: pytest.MonkeyPatch) -> None:
    with ProviderServer(
        [says("hello"), fails(404), fails(429, error={"message": "no more", "code": "used_up"})]
    ) as server:
        made_up = Provider(
            id="made-up",
            label="Made Up",
            default_url="https://made-up.example/v9",
            key_variables=("MADE_UP_KEY",),
            url_variable="MADE_UP_URL",
            extra="openai",
            sdk="openai",
            build_model=openai_chat.PROVIDER.build_model,
            key_header="x-made-up",
            request_settings={"temperature": 0.25},
            context_window=4_321,
            quota_error_codes=("used_up",),
            base_url_hint=", which ends in /v9",
        )
        table = MappingProxyType({**PROVIDERS, made_up.id: made_up})
        monkeypatch.setattr(model_names, "PROVIDERS", table)
        monkeypatch.setattr(settings_module, "PROVIDERS", table)
        assert parse_model_name("made-up:one").provider == "made-up"
        found = settings_module.settings_from({"MADE_UP_KEY": KEY, "MADE_UP_URL": server.url}, "made-up:one")
        assert (found.api_key, found.base_url) == (KEY, server.url)
        assert model_names.guess_context_window(found.name, 100_000) == 4_321

        assert text(ask(found)) == ["hello"]
        assert server.requests[0].headers["x-made-up"] == KEY
        assert server.requests[0].body["temperature"] == 0.25
        missing = failure(found)
        assert missing.kind == "unknown_model"
        assert missing.message.startswith(
            f"{server.url.partition('//')[2].partition('/')[0]} knows no model 'one'"
        )
        used_up = failure(found)
        assert used_up.kind == "rate_limit"
        assert "no quota left" in used_up.message
