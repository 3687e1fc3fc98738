"""How a model is named, which key goes where, and that naming loads nothing heavy."""

import subprocess
import sys
from typing import Any

import pytest

from understudy.models import (
    PROVIDERS,
    ModelError,
    ModelName,
    ModelSettings,
    open_model,
    parse_model_name,
    settings_from,
)
from understudy.models.model_names import guess_context_window
from understudy.models.providers import is_key_required


@pytest.mark.parametrize(
    ("spec", "name"),
    [
        ("openai:gpt-5", ModelName("openai", "gpt-5")),
        (" openai-chat:gpt-4o ", ModelName("openai-chat", "gpt-4o")),
        ("ollama:qwen3:8b", ModelName("ollama", "qwen3:8b")),
        ("anthropic:claude-opus-5-5", ModelName("anthropic", "claude-opus-5-5")),
        ("google:gemini-3-pro", ModelName("google", "gemini-3-pro")),
        ("openai-chat:meta-llama/Llama-3.1-8B", ModelName("openai-chat", "meta-llama/Llama-3.1-8B")),
    ],
)
def test_a_name_is_a_provider_and_a_model(spec: str, name: ModelName) -> None:
    assert parse_model_name(spec) == name


@pytest.mark.parametrize(
    "spec", ["", "gpt-5", "openai:", "openai: ", "nobody:gpt", "openai:a b", "openai:a\nb", ":x"]
)
def test_a_bad_name_is_refused_with_a_sentence(spec: str) -> None:
    with pytest.raises(ModelError) as raised:
        parse_model_name(spec)
    assert raised.value.kind == "bad_setting"
    assert "openai" in raised.value.message


def test_an_unknown_provider_is_told_the_known_ones() -> None:
    with pytest.raises(ModelError, match="nobody") as raised:
        parse_model_name("nobody:model")
    assert all(provider in raised.value.message for provider in PROVIDERS)


@pytest.mark.parametrize(
    ("provider", "url", "needed"),
    [
        ("openai", None, True),
        ("openai-chat", "https://api.example.com/v1", True),
        ("openai-chat", "http://127.0.0.1:8080/v1", False),
        ("openai-chat", "http://localhost:8080/v1", False),
        ("openai-chat", "http://[::1]:8080/v1", False),
        ("openai-chat", "http://localhost.example.com/v1", True),
        ("ollama", None, False),
        ("ollama", "https://ollama.example.com/v1", False),
    ],
)
def test_only_a_server_on_this_machine_and_ollama_go_without_a_key(
    provider: str, url: str | None, needed: bool
) -> None:
    assert is_key_required(PROVIDERS[provider], url) is needed


def test_a_missing_key_is_said_with_the_variable_to_set() -> None:
    with pytest.raises(ModelError, match="GOOGLE_API_KEY or GEMINI_API_KEY") as raised:
        open_model(ModelSettings("google:gemini-3-pro"))
    assert raised.value.kind == "auth"


@pytest.mark.parametrize(
    ("more", "word"),
    [
        ({"base_url": "ftp://x/v1"}, "plain"),
        ({"base_url": "http://x:notaport/v1"}, "plain"),
        ({"base_url": "http:///v1"}, "plain"),
        ({"base_url": "http://x/v1?key=1"}, "plain"),
        ({"base_url": "http://me:secret@x/v1"}, "must not hold"),
        ({"api_key": "with\nnewline"}, "key"),
        ({"api_key": ""}, "key"),
        ({"context_window": 0}, "at least 1"),
        ({"attempts": 0}, "positive"),
    ],
)
def test_settings_that_cannot_work_are_refused_before_anything_is_loaded(
    more: dict[str, Any], word: str
) -> None:
    how: dict[str, Any] = {"api_key": "k" * 10, **more}
    with pytest.raises(ModelError, match=word) as raised:
        open_model(ModelSettings("openai-chat:gpt-4o", **how))
    assert raised.value.kind == "bad_setting"
    assert "secret" not in raised.value.message


def test_a_key_from_the_environment_goes_only_to_the_host_that_it_was_set_for() -> None:
    here = {"OPENAI_API_KEY": "for-openai", "GEMINI_API_KEY": "g"}
    assert settings_from(here, "openai:gpt-5").api_key == "for-openai"
    assert settings_from(here, "openai:gpt-5", base_url="https://api.openai.com/v1").api_key == "for-openai"
    assert settings_from(here, "openai:gpt-5", base_url="https://elsewhere.example/v1").api_key is None
    assert (
        settings_from(here, "openai:gpt-5", base_url="https://elsewhere.example/v1", api_key="e").api_key
        == "e"
    )
    assert settings_from(here, "google:gemini-3-pro").api_key == "g"
    assert settings_from(here, "ollama:qwen3").api_key is None
    together = settings_from({**here, "OPENAI_BASE_URL": "https://elsewhere.example/v1"}, "openai-chat:m")
    assert (together.api_key, together.base_url) == ("for-openai", "https://elsewhere.example/v1")


def test_a_key_does_not_show_in_the_settings_when_they_are_printed() -> None:
    assert "hidden" not in repr(ModelSettings("openai:gpt-5", api_key="hidden"))


@pytest.mark.parametrize(
    ("provider", "model", "known", "window"),
    [
        ("openai", "gpt-5", 400_000, 400_000),
        ("google", "gemini-3-pro", None, 1_000_000),
        ("openai-chat", "meta-llama/Llama-3.1-8B", None, 128_000),
        ("openai-chat", "llama-3-8b", None, 8_192),
        ("openai-chat", "something-new", None, 128_000),
        ("ollama", "qwen3:8b", 262_144, 8_192),
    ],
)
def test_the_window_is_what_is_known_or_a_careful_guess(
    provider: str, model: str, known: int | None, window: int
) -> None:
    assert guess_context_window(ModelName(provider, model), known) == window


def test_the_room_is_light_until_a_model_is_opened() -> None:
    code = (
        "import sys, understudy.models; "
        "print([m for m in ('pydantic', 'pydantic_ai', 'httpx2', 'openai', 'anyio') if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=240
    )
    assert done.stdout == "[]\n"


def test_opening_a_model_imports_only_its_provider() -> None:
    code = (
        "import sys; from understudy.models import ModelSettings, open_model; "
        "open_model(ModelSettings('anthropic:claude-opus-5-5', 'k' * 10)); "
        "print([m for m in ('anthropic', 'openai', 'google.genai', 'logfire') if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=240
    )
    assert done.stdout == "['anthropic']\n"
