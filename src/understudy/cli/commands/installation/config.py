"""`understudy config`: shows and changes the settings in config.toml, which people may also edit by hand."""

import argparse
import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec

from understudy.cli.commands.login import show_error
from understudy.cli.config import (
    SettingsError,
    SetupError,
    change_config,
    check_config,
    config_folder,
    format_value,
    get_value,
    parse_key,
    parse_value,
    read_config,
)
from understudy.cli.terminal import Terminal, escape_controls
from understudy.settings import ChatSettings, CommandSettings, NesConfig, ProviderConfig, declared_settings

__all__ = ["configure", "run"]


def configure(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = (
        "examples:\n"
        "  understudy config path\n"
        "  understudy config get\n"
        "  understudy config get model\n"
        "  understudy config set model ollama:qwen3\n"
        "  understudy config set nes.eagerness high\n"
        "  understudy config set providers.openai-chat.base_url http://localhost:8080/v1\n"
        "  understudy config unset model\n"
        "  understudy config edit\n"
        "\nA value is written as in TOML; quotes around a text may be left out. Keys of providers are stored by\n"
        "'understudy login', never in this file.\n"
        "exit status: 0 done, 1 it failed or there is no such value, 2 a wrong name or value."
    )
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    get = actions.add_parser("get", help="print one value of the file, or all that it has")
    get.add_argument("key", nargs="?", metavar="KEY", help="a setting such as model or nes.engine")
    get.add_argument("--json", action="store_true", help="print JSON")
    change = actions.add_parser("set", help="set a value and keep the rest of the file")
    change.add_argument("key", metavar="KEY")
    change.add_argument("value", metavar="VALUE")
    unset = actions.add_parser("unset", help="remove a value, so that its default holds")
    unset.add_argument("key", metavar="KEY")
    actions.add_parser("edit", help="open the file in $VISUAL or $EDITOR, and check it then")
    actions.add_parser("path", help="print where the file is")


def run(options: argparse.Namespace) -> int:
    terminal = Terminal()
    try:
        path = config_folder(os.environ) / "config.toml"
        match options.action:
            case "path":
                terminal.write_line(escape_controls(str(path), one_line=True))
                return 0
            case "get":
                return _print_values(terminal, path, options.key, as_json=options.json)
            case "edit":
                return _edit_file(path)
            case "set":
                key = _known_key(options.key)
                change_config(path, {key: parse_value(options.value)})
            case _:
                change_config(path, {_known_key(options.key): None})
    except SetupError as error:
        return max(show_error(error), 2 if isinstance(error, SettingsError) else 1)
    terminal.write_line(f"Changed {escape_controls(str(path), one_line=True)}. New sessions use it.")
    return 0


def _known_key(text: str) -> tuple[str, ...]:
    """Return the parts of a setting's name. Raises SettingsError, with the names that there are."""
    key = parse_key(text)
    match key:
        case ("nes", name):
            known = [one.name for one in declared_settings(NesConfig) if one.setting.in_config]
        case ("providers", _, name):
            known = [one.name for one in declared_settings(ProviderConfig)]
        case ("permissions" | "hooks", *_):
            raise SettingsError("bad_setting", f"[{key[0]}] has tables in lists. Run: understudy config edit")
        case (name,):
            known = [
                one.name
                for kind in (ChatSettings, CommandSettings)
                for one in declared_settings(kind)
                if one.setting.in_config
            ]
        case _:
            name, known = text, ["model", "nes.engine", "providers.NAME.base_url"]
    if name not in known:
        raise SettingsError(
            "unknown_setting", f"There is no setting {text[:80]!r}. They are: {', '.join(known)}."
        )
    return key


def _print_values(terminal: Terminal, path: Path, name: str | None, *, as_json: bool) -> int:
    values: dict[str, Any] = msgspec.to_builtins(read_config(path))
    found: Any = values if name is None else get_value(values, parse_key(name))
    if found is None:
        print(f"{name} is not set in {escape_controls(str(path), one_line=True)}.", file=sys.stderr)
        return 1
    if as_json:
        terminal.write_line(msgspec.json.format(msgspec.json.encode(found), indent=2).decode())
    elif name is not None:
        text = found if isinstance(found, str) else format_value(found)
        terminal.write_line(escape_controls(text))
    else:
        for key, value in values.items():
            terminal.write_line(f"{key} = {escape_controls(format_value(value))}")
    return 0


def _edit_file(path: Path) -> int:
    editor = shlex.split(os.environ.get("VISUAL") or os.environ.get("EDITOR") or "vi")
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    try:
        status = subprocess.run([*editor, str(path)], check=False).returncode
    except OSError as error:
        raise SettingsError(
            "bad_setting", f"The editor {editor[0]!r} cannot be started: {error.strerror}. Set EDITOR."
        ) from None
    check_config(path)
    return min(status, 1)
