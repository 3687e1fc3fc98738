"""Settings and stored keys: precedence of the sources, what is rejected, and file permissions."""

import json
import os
import pwd
import stat
import subprocess
import sys
from argparse import Namespace
from pathlib import Path
from typing import get_args

import pytest

from understudy.chat.permissions import Mode
from understudy.cli.config.credentials import Credentials, check_key
from understudy.cli.config.errors import CredentialError, SettingsError, SetupError
from understudy.cli.config.folders import config_folder
from understudy.cli.config.settings import Settings, credential_name, load_settings
from understudy.models import ModelError, settings_from
from understudy.settings import ChatSettings, ModeName, ProviderConfig, expected_values

SECRET = "sk-very-secret-0123456789"


def key_of(settings: Settings, provider: str) -> str | None:
    return settings.model_settings(f"{provider}:any").api_key


@pytest.fixture
def config(tmp_path: Path) -> Path:
    folder = tmp_path / "config"
    folder.mkdir(mode=0o700)
    return folder


def load(
    config: Path, text: str | None = None, *, environ: dict[str, str] | None = None, **options: str
) -> Settings:
    if text is not None:
        (config / "config.toml").write_text(text)
    return load_settings(
        {"HOME": "/home/me", "UNDERSTUDY_CONFIG_DIR": str(config), **(environ or {})}, Namespace(**options)
    )


def refusal(config: Path, text: str) -> SettingsError:
    with pytest.raises(SettingsError) as caught:
        load(config, text)
    assert str(config / "config.toml") in caught.value.message
    return caught.value


def test_a_key_does_not_go_to_its_host_without_encryption() -> None:
    assert credential_name("openai", "https://api.openai.com/v1") == credential_name("openai")
    assert credential_name("openai", "http://api.openai.com/v1") != credential_name("openai")
    environment = {"OPENAI_API_KEY": SECRET}
    for url, key in (("https://api.openai.com/v1", SECRET), ("http://api.openai.com/v1", None)):
        assert settings_from(environment, "openai:any", base_url=url).api_key == key


def test_without_anything_set_there_is_no_model_and_the_defaults_hold(config: Path) -> None:
    settings = load(config)
    assert settings.chat.model is None
    assert settings.chat.models == ()
    assert settings.chat.mode == "ask"
    assert (settings.chat.max_steps, settings.chat.max_output_tokens, settings.chat.context_window) == (
        50,
        None,
        None,
    )


def test_everything_can_stand_in_the_file(config: Path) -> None:
    settings = load(
        config,
        """
        model = "openai-chat:tiny"
        base_url = "http://localhost:8080/v1"
        models = ["ollama:qwen3:8b", "anthropic:big", "ollama:qwen3:8b"]
        max_steps = 7
        max_output_tokens = 1000
        context_window = 8192
        mode = "read-only"
        [providers.anthropic]
        base_url = "https://models.example.org"
        api_key_env = "MY_KEY"
        """,
        environ={"MY_KEY": SECRET},
    )
    assert settings.chat.model == "openai-chat:tiny"
    assert settings.chat.models == ("openai-chat:tiny", "ollama:qwen3:8b", "anthropic:big")
    assert settings.chat.mode == "read-only"
    opened = settings.model_settings("openai-chat:tiny")
    assert (opened.base_url, opened.api_key) == ("http://localhost:8080/v1", None)
    assert (opened.max_output_tokens, opened.context_window) == (1000, 8192)
    other = settings.model_settings("anthropic:big")
    assert (other.base_url, other.api_key) == ("https://models.example.org", SECRET)
    assert settings.chat.max_steps == 7
    assert SECRET not in repr(settings)
    assert SECRET not in repr(other)


def test_the_command_line_wins_over_the_environment_and_that_over_the_file(config: Path) -> None:
    text = 'model = "ollama:file"'
    environ = {"UNDERSTUDY_MODEL": "ollama:environment"}
    assert load(config, text, environ=environ, model="ollama:line").chat.model == "ollama:line"
    assert load(config, text, environ=environ).chat.model == "ollama:environment"
    assert load(config, text, environ={"UNDERSTUDY_MODEL": ""}).chat.model == "ollama:file"


def test_a_base_url_is_for_the_model_that_it_was_set_with(config: Path) -> None:
    text = 'model = "openai-chat:tiny"\nbase_url = "http://localhost:1/v1"'
    local = "http://localhost:1/v1"
    assert load(config, text).base_url_of("openai-chat") == local
    assert load(config, text).base_url_of("anthropic") is None
    assert load(config, text, model="openai-chat:other").chat.base_url == local
    assert load(config, text, model="anthropic:big").chat.base_url is None
    assert load(config, text, base_url="http://localhost:2").chat.base_url == "http://localhost:2"
    environ = {"UNDERSTUDY_BASE_URL": "http://localhost:3"}
    assert load(config, "", environ=environ, model="ollama:x").chat.base_url == "http://localhost:3"
    with pytest.raises(SettingsError, match="no model is named"):
        load(config, "", environ=environ)


@pytest.mark.parametrize(
    ("text", "code", "hints"),
    [
        ("modle = 'x'", "unknown_setting", ["'modle'", "model"]),
        ("max_steps = '9'", "bad_setting", ["max_steps", "whole number"]),
        ("max_steps = 0", "bad_setting", ["max_steps", "from 1"]),
        ("max_steps = true", "bad_setting", ["max_steps"]),
        ("models = 'ollama:x'", "bad_setting", ["models", "list"]),
        ("models = [1]", "bad_setting", ["models", "list"]),
        ("models = ['nobody:x']", "bad_setting", ["models", "nobody"]),
        ("model = 'tiny'", "bad_setting", ["model", "provider:model"]),
        ("mode = 'yolo'", "bad_setting", ["mode", '"ask"']),
        ("model = 'ollama:x'\nbase_url = 'localhost'", "bad_setting", ["base_url", "URL"]),
        (f"model = 'ollama:x'\nbase_url = 'http://me:{SECRET}@h/'", "bad_setting", ["base_url", "password"]),
        ("providers = 3", "bad_setting", ["providers", "tables"]),
        ("[providers]\nollama = 3", "bad_setting", ["providers", "tables"]),
        ("[providers.nobody]", "unknown_setting", ["nobody", "anthropic"]),
        ("[providers.openai]\nurl = 'x'", "unknown_setting", ["providers.openai.url", "base_url"]),
        ("[providers.openai]\nbase_url = 3", "bad_setting", ["providers.openai.base_url", "a text"]),
        ("[providers.openai]\nbase_url = 'ftp://x'", "bad_setting", ["providers.openai.base_url", "URL"]),
        (f"[providers.openai]\napi_key_env = '{SECRET}'", "bad_setting", ["api_key_env", "variable"]),
        (f"api_key = '{SECRET}'", "key_in_config", ["api_key", "understudy login"]),
        (f"openai_api_key = '{SECRET}'", "key_in_config", ["openai_api_key"]),
        (f"[providers.openai]\napi_key = '{SECRET}'", "key_in_config", ["api_key", "understudy login"]),
        (f"model = {SECRET}", "bad_config", ["TOML", "line 1"]),
        ("x = " + "[" * 5000, "bad_config", []),
        ("#" * 300_000, "bad_config", ["KiB"]),
    ],
)
def test_what_is_wrong_in_the_file_is_named_with_what_is_expected(
    config: Path, text: str, code: str, hints: list[str]
) -> None:
    error = refusal(config, text)
    assert error.code == code
    for hint in hints:
        assert hint in error.message
    assert SECRET not in error.message


def test_a_key_in_a_file_that_others_can_read_must_be_replaced(config: Path) -> None:
    (config / "config.toml").touch(0o644)
    assert "replace it at the provider" in refusal(config, f"api_key = '{SECRET}'").message
    (config / "config.toml").chmod(0o600)
    assert "replace it at the provider" not in refusal(config, f"api_key = '{SECRET}'").message


def test_a_file_that_everybody_can_write_or_that_is_none_is_rejected(config: Path) -> None:
    (config / "config.toml").write_text("")
    (config / "config.toml").chmod(0o666)
    assert "chmod" in refusal(config, "").message
    (config / "config.toml").unlink()
    os.mkfifo(config / "config.toml")
    with pytest.raises(SettingsError, match="not a regular file"):
        load(config)
    (config / "config.toml").unlink()
    (config / "config.toml").write_bytes(b"model = '\xff'")
    with pytest.raises(SettingsError, match="UTF-8"):
        load(config)


def test_errors_of_the_other_sources_name_them(config: Path) -> None:
    with pytest.raises(SettingsError, match=r"^UNDERSTUDY_MODEL: "):
        load(config, environ={"UNDERSTUDY_MODEL": "tiny"})
    with pytest.raises(SettingsError, match=r"^--model: "):
        load(config, model="tiny")
    with pytest.raises(SettingsError, match=r"^--base-url must be"):
        load(config, model="ollama:x", base_url="nowhere")


def test_the_expectations_cover_every_setting_and_every_mode() -> None:
    for kind in (ChatSettings, ProviderConfig):
        expected = expected_values(kind)
        assert set(expected) == set(kind.__struct_fields__)
        assert all(expected.values())
    assert set(get_args(ModeName)) == set(Mode)


@pytest.mark.parametrize(
    ("environ", "platform", "folder"),
    [
        ({}, "linux", "/home/me/.config/understudy"),
        ({"XDG_CONFIG_HOME": "/xdg"}, "linux", "/xdg/understudy"),
        ({"XDG_CONFIG_HOME": "relative"}, "linux", "/home/me/.config/understudy"),
        ({}, "darwin", "/home/me/Library/Application Support/Understudy"),
        ({"XDG_CONFIG_HOME": "/xdg"}, "darwin", "/home/me/Library/Application Support/Understudy"),
        ({"UNDERSTUDY_CONFIG_DIR": "/mine"}, "darwin", "/mine"),
        ({"UNDERSTUDY_CONFIG_DIR": "~/mine"}, "linux", "/home/me/mine"),
    ],
)
def test_the_config_folder_is_where_the_system_wants_it(
    environ: dict[str, str], platform: str, folder: str
) -> None:
    assert str(config_folder({"HOME": "/home/me", **environ}, platform)) == folder


def test_the_state_folder_can_be_moved(config: Path) -> None:
    assert load(config, environ={"UNDERSTUDY_STATE_DIR": "/state"}).state_dir == Path("/state")
    if sys.platform == "linux":
        assert load(config).state_dir == Path("/home/me/.local/state/understudy")


def test_without_a_home_folder_the_folders_must_be_named(monkeypatch: pytest.MonkeyPatch) -> None:
    nobody = next(number for number in range(40_000, 60_000) if not _is_user(number))
    monkeypatch.setattr("os.getuid", lambda: nobody)
    assert config_folder({"UNDERSTUDY_CONFIG_DIR": "/mine"}) == Path("/mine")
    with pytest.raises(SetupError, match="HOME is not set"):
        config_folder({})


def _is_user(number: int) -> bool:
    try:
        pwd.getpwuid(number)
    except KeyError:
        return False
    return True


def test_a_key_comes_from_the_environment_or_else_from_the_store(config: Path) -> None:
    settings = load(config, environ={"GEMINI_API_KEY": "from-environment"})
    assert key_of(settings, "google") == "from-environment"
    assert key_of(settings, "anthropic") is None
    settings.credentials.set("anthropic", SECRET)
    settings.credentials.set("google", "stored")
    assert key_of(settings, "anthropic") == SECRET
    assert key_of(settings, "google") == "from-environment"
    assert key_of(settings, "ollama") is None


def test_both_ways_to_speak_to_openai_have_one_key(config: Path) -> None:
    settings = load(config)
    settings.credentials.set(credential_name("openai-chat"), SECRET)
    assert key_of(settings, "openai") == key_of(settings, "openai-chat") == SECRET


def test_a_stored_key_goes_only_to_the_host_that_it_was_stored_for(config: Path) -> None:
    credentials = Credentials(config)
    credentials.set("openai", "for-home")
    elsewhere = load(config, model="openai-chat:x", base_url="https://models.example.org/v1")
    assert key_of(elsewhere, "openai-chat") is None
    credentials.set(credential_name("openai-chat", "https://models.example.org/other"), "for-elsewhere")
    assert key_of(elsewhere, "openai-chat") == "for-elsewhere"
    assert key_of(elsewhere, "openai") == "for-home"
    moved = load(config, environ={"OPENAI_BASE_URL": "https://third.example.org"})
    assert key_of(moved, "openai") is None
    at_home = load(config, model="openai:x", base_url="https://api.openai.com/v2")
    assert key_of(at_home, "openai") == "for-home"


def test_an_unusable_store_is_said_and_not_ignored(config: Path) -> None:
    settings = load(config)
    settings.credentials.set("openai", SECRET)
    settings.credentials.path.chmod(0o644)
    with pytest.raises(ModelError, match="chmod 600"):
        key_of(settings, "openai")


def test_keys_are_readable_only_by_their_owner(tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "config"
    old = os.umask(0)
    try:
        Credentials(folder).set("openai", f"  {SECRET}\n")
    finally:
        os.umask(old)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE((folder / "credentials.json").stat().st_mode) == 0o600
    assert {path.name for path in folder.iterdir()} == {"credentials.json", "credentials.lock"}
    assert all(not path.stat().st_mode & 0o077 for path in folder.iterdir())
    assert Credentials(folder).get("openai") == SECRET
    assert SECRET not in repr(Credentials(folder))


def test_keys_can_be_forgotten_one_or_all(config: Path) -> None:
    credentials = Credentials(config)
    assert credentials.delete() == []
    assert list(config.iterdir()) == []
    for name in ("openai", "google", "anthropic"):
        credentials.set(name, SECRET)
    assert credentials.delete("nobody") == []
    assert credentials.delete("google") == ["google"]
    assert credentials.providers() == ["anthropic", "openai"]
    assert credentials.delete() == ["anthropic", "openai"]
    assert not credentials.path.exists()


@pytest.mark.parametrize("mode", [0o604, 0o640, 0o660, 0o644])
def test_a_file_of_keys_that_others_can_read_is_rejected(config: Path, mode: int) -> None:
    credentials = Credentials(config)
    credentials.set("openai", SECRET)
    credentials.path.chmod(mode)
    for use in (
        lambda: credentials.get("openai"),
        lambda: credentials.set("google", "k"),
        credentials.delete,
    ):
        with pytest.raises(CredentialError, match="chmod 600") as caught:
            use()
        assert caught.value.code == "unsafe_file"
        assert SECRET not in str(caught.value)


def test_a_link_a_pipe_or_a_shared_folder_is_rejected(config: Path, tmp_path: Path) -> None:
    credentials = Credentials(config)
    credentials.set("openai", SECRET)
    credentials.path.rename(tmp_path / "elsewhere.json")
    credentials.path.symlink_to(tmp_path / "elsewhere.json")
    with pytest.raises(CredentialError, match="symbolic link"):
        credentials.get("openai")
    with pytest.raises(CredentialError, match="symbolic link"):
        credentials.set("openai", "other")
    credentials.path.unlink()
    os.mkfifo(credentials.path, 0o600)
    with pytest.raises(CredentialError, match="not a regular file"):
        credentials.get("openai")
    credentials.path.unlink()
    config.chmod(0o777)
    with pytest.raises(CredentialError, match="chmod 700"):
        credentials.set("openai", SECRET)


def test_another_users_file_is_rejected(config: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    credentials = Credentials(config)
    credentials.set("openai", SECRET)
    somebody_else = os.geteuid() + 1
    monkeypatch.setattr("os.geteuid", lambda: somebody_else)
    with pytest.raises(CredentialError, match="belongs to another user"):
        credentials.get("openai")


@pytest.mark.parametrize(
    "data", [b"", b"{", b"[]", b'{"keys": {"openai": 3}}', b"[" * 5000, b'{"keys":{"a":""}}']
)
def test_a_broken_file_of_keys_is_said_without_quoting_it(config: Path, data: bytes) -> None:
    credentials = Credentials(config)
    credentials.path.touch(0o600)
    credentials.path.write_bytes(data + SECRET.encode())
    with pytest.raises(CredentialError, match="understudy login") as caught:
        credentials.get("openai")
    assert caught.value.code == "bad_file"
    assert SECRET not in str(caught.value)


@pytest.mark.parametrize(
    "key", ["", "  \n", "two words", "tab\tin", "schlüssel", "nul\0", "esc\x1b[0m", "k" * 4097]
)
def test_an_invalid_key_is_rejected_without_repeating_it(key: str) -> None:
    with pytest.raises(CredentialError) as caught:
        check_key(key)
    assert caught.value.code == "bad_key"
    assert not key.strip() or key not in caught.value.message


def test_writers_at_the_same_time_lose_nothing(config: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from understudy.cli.config.credentials import Credentials\n"
        "for n in range(10): Credentials(Path(sys.argv[1])).set(f'{sys.argv[2]}{n}', 'k')\n"
    )
    writers = [subprocess.Popen([sys.executable, "-c", code, str(config), name]) for name in "abcd"]
    assert [writer.wait(240) for writer in writers] == [0, 0, 0, 0]
    assert len(Credentials(config).providers()) == 40


def test_what_a_killed_writer_left_is_removed(config: Path) -> None:
    leftover = config / ".credentials-0123456789abcdef.tmp"
    leftover.write_text(json.dumps({"keys": {"openai": SECRET}}))
    (config / ".credentials-mine.tmp").touch()
    Credentials(config).set("google", "k")
    assert not leftover.exists()
    assert (config / ".credentials-mine.tmp").exists()


def test_a_lock_that_is_never_given_back_is_not_waited_for_forever(
    config: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("understudy.cli.config.credentials.LOCK_TIMEOUT_S", 0.1)
    holder = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "import fcntl, sys\nf = open(sys.argv[1], 'w'); fcntl.flock(f, fcntl.LOCK_EX)\n"
            "print('held', flush=True); sys.stdin.read()",
            str(config / "credentials.lock"),
        ],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    with holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        with pytest.raises(CredentialError) as caught:
            Credentials(config).set("openai", SECRET)
        assert caught.value.code == "busy"
        holder.communicate(timeout=240)
    Credentials(config).set("openai", SECRET)


def test_settings_load_nothing_heavy() -> None:
    heavy = ("asyncio", "pydantic", "pydantic_ai", "mcp", "httpx", "tomllib")
    code = (
        "import sys, argparse; from understudy.cli.config.settings import load_settings\n"
        "load_settings({'HOME': '/nowhere'}, argparse.Namespace())\n"
        f"print([name for name in {heavy!r} if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=240
    )
    assert done.stdout == "[]\n"
