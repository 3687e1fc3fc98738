"""Changes single values of config.toml and keeps everything else of the file: comments, order, spelling.

Finds the lines of a value, replaces them, and then parses the result: a file that would not mean exactly what was
asked for is not written. Which settings there are, and which values they take, is up to `config_file`.
"""

import contextlib
import os
import re
import tempfile
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, cast

import msgspec

from understudy.cli.config.config_file import (
    read_config,
    read_hooks_config,
    read_nes_config,
    read_permissions_config,
    read_provider_config,
)
from understudy.cli.config.errors import SettingsError
from understudy.settings import PermissionRule

__all__ = [
    "change_config",
    "change_permission_rule",
    "check_config",
    "format_value",
    "get_value",
    "parse_key",
    "parse_value",
]

_BARE_KEY: Final = re.compile(r"[A-Za-z0-9_-]+")
_TABLE: Final = re.compile(r"^[ \t]*\[[^\[\]\n]*\][ \t]*(?:#.*)?$")
_ANY_TABLE: Final = re.compile(r"^[ \t]*\[")


def parse_key(text: str) -> tuple[str, ...]:
    """Return the parts of a key such as `nes.engine` or `providers.openai-chat.base_url`. Raises SettingsError."""
    parts = tuple(text.strip().split("."))
    if not all(_BARE_KEY.fullmatch(part) for part in parts) or len(parts) > 3:
        raise SettingsError(
            "bad_setting", f"{text[:80]!r} is no name of a setting, such as model or nes.engine."
        )
    return parts


def parse_value(text: str) -> Any:
    """Return a value as TOML writes it; what is no TOML value is a text, so that quotes may be left out."""
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except (tomllib.TOMLDecodeError, KeyError):
        return text


def get_value(values: object, key: Sequence[str]) -> Any:
    """Return the value at this key of a parsed file; None if it is not there."""
    for part in key:
        if not isinstance(values, dict):
            return None
        values = cast(dict[str, Any], values).get(part)
    return values


def change_config(path: Path, changes: dict[tuple[str, ...], Any]) -> None:
    """Set the values by key; None removes one. Raises SettingsError, and then the file is unchanged.

    Example: `change_config(path, {("model",): "ollama:qwen3", ("base_url",): None})`.
    """
    read_config(path)  # a file that is broken or unsafe already is not touched
    try:
        before = path.read_bytes().decode()
    except FileNotFoundError:
        before = ""
    text, values = before, tomllib.loads(before)
    for key, value in changes.items():
        _assign(values, key, value)
        text = _set_lines(text, key, None if value is None else format_value(value))
    try:
        is_as_asked = _without_empty_tables(tomllib.loads(text)) == _without_empty_tables(values)
    except tomllib.TOMLDecodeError:
        is_as_asked = False
    if not is_as_asked:
        raise SettingsError(
            "bad_config",
            f"{path} is written in a way that cannot be changed here. Run: understudy config edit",
        )
    if text != before:
        _write_checked(path, text)


def _write_checked(path: Path, text: str) -> None:
    """Write the text beside the file, check it there, and put it in the file's place."""
    target = Path(os.path.realpath(path))  # a link, as dotfiles often are, stays one
    try:
        target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        fd, temporary = tempfile.mkstemp(prefix=".config.", suffix=".toml", dir=target.parent)
        try:
            with open(fd, "w", encoding="utf-8") as file:
                file.write(text)
            try:
                check_config(Path(temporary))
            except SettingsError as error:
                raise SettingsError(error.code, error.message.replace(temporary, str(path))) from None
            os.replace(temporary, target)
        finally:
            with contextlib.suppress(FileNotFoundError):
                os.unlink(temporary)
    except OSError as error:
        raise SettingsError("bad_config", f"{path} cannot be written: {error.strerror}.") from None


def check_config(path: Path) -> None:
    """Raise SettingsError if a value in the file is wrong, in its tables too."""
    values = read_config(path)
    for name, table in values.get("providers", {}).items():
        read_provider_config(path, name, table)
    if "nes" in values:
        read_nes_config(path, values["nes"])
    read_permissions_config(path, values.get("permissions", {}))
    read_hooks_config(path, values.get("hooks", {}))


def format_value(value: Any) -> str:
    """Return the value as TOML writes it."""
    match value:
        case bool():
            return "true" if value else "false"
        case [dict(), *_]:
            rows = (f"  {format_value(item)},\n" for item in value)
            return f"[\n{''.join(rows)}]"
        case list() | tuple():
            return f"[{', '.join(format_value(item) for item in cast(Sequence[Any], value))}]"
        case dict():
            items = cast(dict[str, Any], value).items()
            return (
                "{ " + ", ".join(f"{_format_key(name)} = {format_value(item)}" for name, item in items) + " }"
            )
        case str():
            # TOML's basic strings have the escapes of JSON's; DEL is the one character that only TOML forbids.
            return msgspec.json.encode(value).decode().replace("\x7f", "\\u007f")
        case _:
            return str(value)


def _format_key(name: str) -> str:
    return name if _BARE_KEY.fullmatch(name) else format_value(name)


def _assign(values: dict[str, Any], key: Sequence[str], value: Any) -> None:
    *tables, name = key
    for table in tables:
        inner = values.setdefault(table, {})
        if not isinstance(inner, dict):
            raise SettingsError("bad_setting", f"{table} is a value and not a table.")
        values = cast(dict[str, Any], inner)
    if value is None:
        values.pop(name, None)
    else:
        values[name] = value


def _without_empty_tables(values: dict[str, Any]) -> dict[str, Any]:
    cleaned = {
        name: _without_empty_tables(cast(dict[str, Any], item)) if isinstance(item, dict) else item
        for name, item in values.items()
    }
    return {name: item for name, item in cleaned.items() if item != {}}


def _set_lines(text: str, key: Sequence[str], value: str | None) -> str:
    """Return the text with the key's lines replaced, added to its table, or removed."""
    lines = text.splitlines(keepends=True)
    if lines and not lines[-1].endswith("\n"):
        lines[-1] += "\n"
    *tables, name = key
    begin, end = _table_lines(lines, tables)
    new = [] if value is None else [f"{_format_key(name)} = {value}\n"]
    if begin is None:
        header = ".".join(map(_format_key, tables))
        return "".join([*lines, *(["\n"] if lines else []), f"[{header}]\n", *new]) if new else "".join(lines)
    pattern = re.compile(rf"^[ \t]*(?:{re.escape(name)}|\"{re.escape(name)}\")[ \t]*=")
    for index in range(begin, end):
        if pattern.match(lines[index]):
            last = _value_end(lines, index, end)
            comment = re.search(r"(?<=\S)[ \t]+#[^\"'\n]*\n$", lines[last - 1]) if last == index + 1 else None
            if new and comment:
                new = [new[0].rstrip("\n") + comment[0]]
            return "".join([*lines[:index], *new, *lines[last:]])
    at = end
    while at > begin and not lines[at - 1].strip():  # before the empty lines that separate the next table
        at -= 1
    return "".join([*lines[:at], *new, *lines[at:]])


def _table_lines(lines: Sequence[str], tables: Sequence[str]) -> tuple[int | None, int]:
    """Return where the lines of a table begin and end; the top level for no tables."""
    starts = [
        index for index, line in enumerate(lines) if _ANY_TABLE.match(line) and _starts_table(lines, index)
    ]
    if not tables:
        return 0, starts[0] if starts else len(lines)
    for position, index in enumerate(starts):
        try:
            header = tomllib.loads(lines[index])
        except tomllib.TOMLDecodeError:
            continue
        if get_value(header, tables) == {}:
            return index + 1, starts[position + 1] if position + 1 < len(starts) else len(lines)
    return None, len(lines)


def _starts_table(lines: Sequence[str], index: int) -> bool:
    """Whether the line is a table's header, and not a line of an array that begins above it."""
    if not _TABLE.match(lines[index].rstrip("\n")):
        return False
    try:
        tomllib.loads("".join(lines[:index]))
    except tomllib.TOMLDecodeError:
        return False
    return True


def _value_end(lines: Sequence[str], index: int, end: int) -> int:
    """Return the line after the value that begins at `index`: an array or a text may have several."""
    for last in range(index + 1, end + 1):
        try:
            tomllib.loads("".join(lines[index:last]))
        except tomllib.TOMLDecodeError:
            continue
        return last
    return index + 1


def change_permission_rule(path: Path, rule: PermissionRule, allowed: bool) -> None:
    """Add a rule to [permissions] of the file, or remove it. Raises SettingsError."""
    current = read_permissions_config(path, read_config(path).get("permissions", {})).allow
    rules = [one for one in current if one != rule] + ([rule] if allowed else [])
    entries = [
        {name: value for name, value in msgspec.structs.asdict(one).items() if value is not None}
        for one in rules
    ]
    change_config(path, {("permissions", "allow"): entries or None})
