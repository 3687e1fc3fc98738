"""Reads config.toml. Knows no other source of settings (see `sources`); which keys there are is declared in
`understudy.settings`.

An error names the file, the key and the expected value; it never quotes a value, which could be a secret.
Imports nothing of the chat's models, because next edit suggestions work without them; whether a named model or
provider exists is checked in `settings` and `nes_settings`.
"""

import os
import re
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Final, TypeVar, cast
from urllib.parse import urlsplit

import msgspec

from understudy.cli.config.errors import SettingsError, SetupError
from understudy.cli.config.folders import config_folder
from understudy.settings import (
    ChatSettings,
    HooksConfig,
    NesConfig,
    NetworkSetting,
    PermissionsConfig,
    ProviderConfig,
    ReadableSetting,
    Setting,
    expected_values,
)

__all__ = [
    "check_url",
    "load_sensitive_patterns",
    "read_config",
    "read_hooks_config",
    "read_nes_config",
    "read_permissions_config",
    "read_provider_config",
]

MAX_CONFIG_BYTES: Final = 256 * 1024

StructT = TypeVar("StructT", bound=msgspec.Struct)

_SECRET_NAME: Final = re.compile(r"(?:^|[_-])(?:api[_-]?key|key|token|secret|password)$", re.IGNORECASE)


class _ConfigFile(ChatSettings, frozen=True, forbid_unknown_fields=True):
    """The top level of config.toml: the chat's settings, and those of `CommandSettings` that a file may give.

    Its tables are converted by whoever uses them.
    """

    network: NetworkSetting = None
    readable: ReadableSetting = ()
    providers: Annotated[
        dict[str, dict[str, Any]], Setting(expected="tables such as [providers.openai-chat]")
    ] = msgspec.field(default_factory=dict)
    nes: Annotated[dict[str, Any], Setting(expected="a table [nes]")] = msgspec.field(default_factory=dict)
    permissions: Annotated[dict[str, Any], Setting(expected="a table [permissions]")] = msgspec.field(
        default_factory=dict
    )
    hooks: Annotated[dict[str, Any], Setting(expected="a table [hooks]")] = msgspec.field(
        default_factory=dict
    )


def read_config(path: Path) -> dict[str, Any]:
    """Return the validated values that the file gives, by key; empty if there is no file. Raises SettingsError."""
    try:
        with open(path, "rb", opener=_open_nonblocking) as file:
            status = os.fstat(file.fileno())
            _check_owner(path, status)
            data = file.read(MAX_CONFIG_BYTES + 1)
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise SettingsError("bad_config", f"{path} cannot be read: {error.strerror}.") from None
    if len(data) > MAX_CONFIG_BYTES:
        raise SettingsError("bad_config", f"{path} is larger than {MAX_CONFIG_BYTES // 1024} KiB.")
    import tomllib  # imported only if there is a file

    try:
        table = tomllib.loads(data.decode())
    except UnicodeDecodeError:
        raise SettingsError("bad_config", f"{path} is not UTF-8 text.") from None
    except tomllib.TOMLDecodeError as error:
        at = re.search(r"\(at .*\)$", str(error))  # only the position: the rest could quote a key
        raise SettingsError(
            "bad_config", f"{path} is not valid TOML {at[0] if at else ''}".rstrip() + "."
        ) from None
    except RecursionError:
        raise SettingsError("bad_config", f"{path} is nested too deeply.") from None
    _reject_secrets(path, table, status)
    config = _convert_table(path, table, _ConfigFile, "")
    return {name: getattr(config, name) for name in table}


def load_sensitive_patterns(environ: Mapping[str, str]) -> tuple[str, ...]:
    """Return the patterns of the config file for files that need consent. Raises SettingsError."""
    try:
        folder = config_folder(environ)
    except SetupError:  # no home folder, so there is no config file
        return ()
    return tuple(read_config(folder / "config.toml").get("sensitive_files", ()))


def _open_nonblocking(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_NONBLOCK | os.O_CLOEXEC)  # opening a named pipe must not block


def _check_owner(path: Path, status: os.stat_result) -> None:
    """Reject a file that other users can write: it decides where keys are sent."""
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
    config = _convert_table(path, table, ProviderConfig, f"providers.{name}.")
    if config.base_url is not None:
        check_url(f"{path}: providers.{name}.base_url", config.base_url)
    return config


def read_nes_config(path: Path, table: dict[str, Any]) -> dict[str, Any]:
    """Return the validated values that the table [nes] gives, by key."""
    config = _convert_table(path, table, NesConfig, "nes.")
    return {name: getattr(config, name) for name in table}


def read_permissions_config(path: Path, table: dict[str, Any]) -> PermissionsConfig:
    return _convert_table(path, table, PermissionsConfig, "permissions.")


def read_hooks_config(path: Path, table: dict[str, Any]) -> HooksConfig:
    return _convert_table(path, table, HooksConfig, "hooks.")


def _convert_table(path: Path, table: Mapping[str, Any], kind: type[StructT], prefix: str) -> StructT:
    """Convert a table. The error says which key is wrong and what is expected there, and quotes no value."""
    expected = expected_values(kind)
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
        is_valid = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
        has_password = "@" in parts.netloc
    except ValueError:
        is_valid, has_password = False, False
    if has_password:  # the message does not repeat the URL
        raise SettingsError("bad_setting", f"{label}: a URL must not hold a name or password. Use a key.")
    if not is_valid or not url.isprintable() or " " in url:
        raise SettingsError("bad_setting", f"{label} must be a URL such as http://localhost:8080/v1.")
