"""Parsing `--nes-model` and its URL."""

import subprocess
import sys

import pytest

from understudy.nes.model.formats import FORMATS
from understudy.nes.model.settings import (
    NesModelSettingsError,
    missing_key_message,
    parse_model_settings,
    validate_key,
)

LOCAL = "http://localhost:8080"


@pytest.mark.parametrize(
    ("spec", "name", "model"),
    [
        ("zeta2", "zeta2", ""),
        ("ZETA2", "zeta2", ""),
        ("zeta1", "zeta", ""),
        ("sweep", "sweep-next-edit", ""),
        ("zeta2:zed-industries/zeta-2", "zeta2", "zed-industries/zeta-2"),
        ("qwen:qwen2.5-coder:1.5b", "qwen", "qwen2.5-coder:1.5b"),
        ("zeta-2", "zeta2", "zeta-2"),
        ("zed-industries/zeta-2.1", "zeta2.1", "zed-industries/zeta-2.1"),
        ("zeta_2_1-q4", "zeta2.1", "zeta_2_1-q4"),
        ("zeta-7b", "zeta", "zeta-7b"),
        ("zeta-20b", "zeta", "zeta-20b"),
        ("sweep-next-edit-1.5B", "sweep-next-edit", "sweep-next-edit-1.5B"),
        ("continuedev/instinct", "instinct", "continuedev/instinct"),
        ("qwen2.5-coder", "qwen", "qwen2.5-coder"),
        ("qwen3-coder:30b", "qwen", "qwen3-coder:30b"),
        ("codegemma:2b", "codegemma", "codegemma:2b"),
        ("starcoder2:3b", "starcoder", "starcoder2:3b"),
        ("codestral:22b", "codestral", "codestral:22b"),
        ("codestral:my/model", "codestral", "my/model"),
        ("deepseek-coder-v2", "deepseek", "deepseek-coder-v2"),
        ("CodeLlama-7b-hf", "codellama", "CodeLlama-7b-hf"),
        ("mercury-edit-2", "mercury", "mercury-edit-2"),
    ],
)
def test_a_model_is_named_by_its_format_or_by_a_well_known_name(spec: str, name: str, model: str) -> None:
    settings = parse_model_settings(spec, LOCAL)
    assert (settings.format, settings.model) == (name, model)
    assert settings.format in FORMATS


@pytest.mark.parametrize(
    ("url", "kind", "base"),
    [
        ("http://localhost:8080", "openai", "http://localhost:8080/v1"),
        ("http://localhost:8080/", "openai", "http://localhost:8080/v1"),
        ("http://localhost:8080/v1/", "openai", "http://localhost:8080/v1"),
        ("http://localhost:8080/v1/completions", "openai", "http://localhost:8080/v1"),
        ("http://localhost:8080/v1/chat/completions", "openai", "http://localhost:8080/v1"),
        ("https://models.example/some/v1", "openai", "https://models.example/some/v1"),
        ("http://localhost:11434", "ollama", "http://localhost:11434"),
        ("http://localhost:11434/v1", "ollama", "http://localhost:11434"),
        ("http://localhost:11434/api/generate", "ollama", "http://localhost:11434"),
        ("ollama+http://box:80/", "ollama", "http://box:80"),
        ("openai+http://localhost:11434", "openai", "http://localhost:11434/v1"),
        ("http://[::1]:8080", "openai", "http://[::1]:8080/v1"),
    ],
)
def test_the_kind_of_server_comes_from_a_prefix_or_the_port(url: str, kind: str, base: str) -> None:
    settings = parse_model_settings("zeta2:zeta-2", url)
    assert (settings.kind, settings.url) == (kind, base)


def test_a_format_that_is_a_models_name_is_enough_for_ollama() -> None:
    assert parse_model_settings("codestral", "ollama+http://box").model == "codestral"


@pytest.mark.parametrize(
    ("spec", "url", "words"),
    [
        ("", LOCAL, "FORMAT:MODEL"),
        ("zeta2 x", LOCAL, "FORMAT:MODEL"),
        ("x" * 300, LOCAL, "FORMAT:MODEL"),
        ("gpt-9", LOCAL, "write FORMAT:gpt-9"),
        ("zeta2:", LOCAL, "leave the colon out"),
        ("zeta2", None, "needs the address"),
        ("zeta2", "localhost:8080", "must be plain"),
        ("zeta2", "ftp://localhost", "must be plain"),
        ("zeta2", "http://", "must be plain"),
        ("zeta2", "http://localhost:99999", "must be plain"),
        ("zeta2", "http://localhost/v1?key=1", "must be plain"),
        ("zeta2", "http://ann:word@localhost/v1", "must not hold a name or password"),
        ("zeta2", "http://localhost:11434", "zeta2:MODEL"),
        ("mercury", "http://localhost:11434", "cannot serve mercury"),
    ],
)
def test_an_invalid_setting_is_an_error_that_says_what_to_do(spec: str, url: str | None, words: str) -> None:
    with pytest.raises(NesModelSettingsError, match=words) as refused:
        parse_model_settings(spec, url)
    assert "ann:word" not in str(refused.value)


@pytest.mark.parametrize("seconds", [0, -1, 61, float("nan")])
def test_a_time_limit_must_make_sense(seconds: float) -> None:
    with pytest.raises(NesModelSettingsError, match="between 0 and 60"):
        parse_model_settings("zeta2", LOCAL, seconds=seconds)


@pytest.mark.requirement("NES-19")
def test_only_the_hosted_endpoint_needs_a_key() -> None:
    hosted = parse_model_settings("mercury")
    assert hosted.needs_key
    assert hosted.url.startswith("https://")
    assert missing_key_message(hosted, None)
    assert missing_key_message(hosted, "k") is None
    assert not parse_model_settings("mercury", LOCAL).needs_key
    assert missing_key_message(parse_model_settings("zeta2", LOCAL), None) is None


@pytest.mark.parametrize("key", ["", "  ", "a b", "a\nb", "ключ"])
def test_a_key_that_no_header_can_carry_is_an_error_that_does_not_quote_it(key: str) -> None:
    with pytest.raises(NesModelSettingsError) as refused:
        validate_key(key)
    assert not key.strip() or key not in str(refused.value)
    assert validate_key(" sk-1 ") == "sk-1"


def test_naming_a_model_loads_neither_a_format_nor_an_http_client() -> None:
    script = (
        "import sys; from understudy.nes.model.settings import parse_model_settings;"
        "settings = parse_model_settings('zeta-2', 'http://h');"
        "from understudy.nes.model.engine import ModelEngine; ModelEngine(settings, 'k');"
        "heavy = ('httpx2', 'httpcore2', 'anyio', 'pydantic', 'understudy.nes.model.formats.fim');"
        "print([name for name in heavy if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=240)
    assert done.stdout.strip() == "[]", done.stderr
