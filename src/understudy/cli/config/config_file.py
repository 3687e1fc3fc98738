"""config.toml: what may stand in it, and reading it. Knows no other source (see settings, nes_settings).

An error names the file, the key and what is expected there; it never quotes a value, which could be a key.
Next edits are had without the chat's models, so nothing of them is loaded here; which names exist is known there.
"""

import os
import re
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Final, Literal, TypeVar, cast
from urllib.parse import urlsplit

import msgspec

from understudy.cli.config.errors import SettingsError

__all__ = [
    "Config",
    "Eagerness",
    "EngineName",
    "ModeName",
    "NesConfig",
    "ProviderConfig",
    "check_url",
    "read_config",
    "read_nes_config",
    "read_provider_config",
]

MAX_CONFIG_BYTES: Final = 256 * 1024

ConfigT = TypeVar("ConfigT")
ModeName = Literal["ask", "edit", "read-only", "full"]
EngineName = Literal["symbolic", "hybrid", "model"]
Eagerness = Literal["low", "medium", "high"]
VariableName = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z_][A-Za-z0-9_]{0,127}$")]
TokenCount = Annotated[int, msgspec.Meta(ge=1, le=100_000_000)]

EXPECTED_VALUES: Final[Mapping[str, str]] = {
    "model": 'a text such as "anthropic:NAME"',
    "base_url": 'a text such as "http://localhost:8080/v1"',
    "models": 'a list of texts such as ["anthropic:NAME", "ollama:NAME"]',
    "max_steps": "a whole number from 1 to 10000",
    "max_output_tokens": "a whole number from 1 on",
    "context_window": "a whole number from 1024 on",
    "mode": 'one of "ask", "edit", "read-only", "full"',
    "providers": "tables such as [providers.openai-chat]",
    "nes": "a table [nes]",
}
EXPECTED_PROVIDER_VALUES: Final[Mapping[str, str]] = {
    "base_url": EXPECTED_VALUES["base_url"],
    "api_key_env": 'the name of an environment variable, such as "MY_SERVER_KEY"',
}
EXPECTED_NES_VALUES: Final[Mapping[str, str]] = {
    "enabled": "true or false",
    "engine": 'one of "symbolic", "hybrid", "model"',
    "eagerness": 'one of "low", "medium", "high"',
    "remember": "true or false",
    "model": 'a text such as "zeta2" or "qwen:qwen2.5-coder:1.5b"',
    "url": EXPECTED_VALUES["base_url"],
    "api_key_env": EXPECTED_PROVIDER_VALUES["api_key_env"],
}
_SECRET_NAME: Final = re.compile(r"(?:^|[_-])(?:api[_-]?key|key|token|secret|password)$", re.IGNORECASE)


class ProviderConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    base_url: str | None = None
    api_key_env: VariableName | None = None


class NesConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table [nes]: next edit suggestions."""

    enabled: bool = True
    engine: EngineName | None = None
    eagerness: Eagerness = "medium"
    remember: bool = True
    model: str | None = None
    url: str | None = None
    api_key_env: VariableName | None = None


class Config(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """config.toml."""

    model: str | None = None
    base_url: str | None = None
    models: tuple[str, ...] = ()
    max_steps: Annotated[int, msgspec.Meta(ge=1, le=10_000)] = 50
    max_output_tokens: TokenCount | None = None
    context_window: Annotated[int, msgspec.Meta(ge=1024, le=100_000_000)] | None = None
    mode: ModeName = "ask"
    providers: dict[str, dict[str, Any]] = {}
    nes: dict[str, Any] = {}


def read_config(path: Path) -> Config:
    try:
        with open(path, "rb", opener=_open_nonblocking) as file:
            status = os.fstat(file.fileno())
            _check_owner(path, status)
            data = file.read(MAX_CONFIG_BYTES + 1)
    except FileNotFoundError:
        return Config()
    except OSError as error:
        raise SettingsError("bad_config", f"{path} cannot be read: {error.strerror}.") from None
    if len(data) > MAX_CONFIG_BYTES:
        raise SettingsError("bad_config", f"{path} is larger than {MAX_CONFIG_BYTES // 1024} KiB.")
    import tomllib  # needed by nobody without the file

    try:
        table = tomllib.loads(data.decode())
    except UnicodeDecodeError:
        raise SettingsError("bad_config", f"{path} is not UTF-8 text.") from None
    except tomllib.TOMLDecodeError as error:
        at = re.search(r"\(at .*\)$", str(error))  # the place alone: the rest could quote a key
        raise SettingsError(
            "bad_config", f"{path} is not valid TOML {at[0] if at else ''}".rstrip() + "."
        ) from None
    except RecursionError:
        raise SettingsError("bad_config", f"{path} is nested too deeply.") from None
    _reject_secrets(path, table, status)
    return _convert_table(path, table, Config, EXPECTED_VALUES, "")


def _open_nonblocking(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_NONBLOCK | os.O_CLOEXEC)  # a pipe in its place is not waited for


def _check_owner(path: Path, status: os.stat_result) -> None:
    """Whoever can write this file decides where keys are sent."""
    if not stat.S_ISREG(status.st_mode):
        raise SettingsError("bad_config", f"{path} is not a regular file.")
    if status.st_uid not in (os.geteuid(), 0):
        raise SettingsError("bad_config", f"{path} belongs to another user, so it is not trusted.")
    if status.st_mode & stat.S_IWOTH:
        raise SettingsError("bad_config", f"Every user can change {path}. Run: chmod go-w '{path}'")


def _reject_secrets(path: Path, table: Mapping[str, Any], status: os.stat_result) -> None:
    names = set(table)
    providers = table.get("providers")
    tables = [*cast(dict[str, Any], providers).values()] if isinstance(providers, dict) else []
    for inner in [*tables, table.get("nes")]:
        names |= set(cast(dict[str, Any], inner)) if isinstance(inner, dict) else set[str]()
    found = sorted(name for name in names if _SECRET_NAME.search(name))
    if not found:
        return
    seen = " Other users can read it there: replace it at the provider." if status.st_mode & 0o077 else ""
    raise SettingsError(
        "key_in_config",
        f"{path}: {found[0]}: keys don't belong in this file.{seen} Take it out and run 'understudy login', "
        "or name a variable that holds it with api_key_env.",
    )


def read_provider_config(path: Path, name: str, table: dict[str, Any]) -> ProviderConfig:
    config = _convert_table(path, table, ProviderConfig, EXPECTED_PROVIDER_VALUES, f"providers.{name}.")
    if config.base_url is not None:
        check_url(f"{path}: providers.{name}.base_url", config.base_url)
    return config


def read_nes_config(path: Path, table: dict[str, Any]) -> NesConfig:
    return _convert_table(path, table, NesConfig, EXPECTED_NES_VALUES, "nes.")


def _convert_table(
    path: Path, table: Mapping[str, Any], kind: type[ConfigT], expected: Mapping[str, str], prefix: str
) -> ConfigT:
    """The table in its shape; else the error says which key is wrong and what is expected, and quotes no value."""
    for name in table:
        if name not in expected:
            raise SettingsError(
                "unknown_setting",
                f"{path}: there is no setting {prefix + name[:40]!r}. They are: {', '.join(expected)}.",
            )
    try:
        return msgspec.convert(table, kind)
    except msgspec.ValidationError as error:
        at = re.search(r"`\$\.(\w+)", str(error))
        name = at[1] if at else next(iter(table))
        raise SettingsError("bad_setting", f"{path}: {prefix}{name} must be {expected[name]}.") from None


def check_url(label: str, url: str) -> None:
    try:
        parts = urlsplit(url)
        fine = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
        secret = "@" in parts.netloc
    except ValueError:
        fine, secret = False, False
    if secret:  # then the URL is not repeated here either
        raise SettingsError("bad_setting", f"{label}: a URL must not hold a name or password. Use a key.")
    if not fine or not url.isprintable() or " " in url:
        raise SettingsError("bad_setting", f"{label} must be a URL such as http://localhost:8080/v1.")
