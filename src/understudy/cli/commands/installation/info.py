"""`understudy info`: shows the version, the model that answers, and where settings, keys and sessions are."""

import argparse
import os
from pathlib import Path

from understudy import __version__
from understudy.chat.sqlite import SqliteSessionStore
from understudy.cli.config import Credentials, SetupError, config_folder, load_settings, state_folder
from understudy.cli.terminal import Terminal, escape_controls, print_json

__all__ = ["configure", "run"]


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(options: argparse.Namespace) -> int:
    terminal = Terminal()
    facts = _collect(options)
    if options.json:
        print_json(terminal, facts)
        return 0
    width = max(map(len, facts))
    for name, fact in facts.items():
        terminal.write_line(
            f"{terminal.style(f'{name:<{width}}', 'bold')}  {escape_controls(fact, one_line=True)}"
        )
    return 0


def _collect(options: argparse.Namespace) -> dict[str, str]:
    facts = {"version": __version__}
    try:
        config, state = config_folder(os.environ), state_folder(os.environ)
    except SetupError as error:
        return {**facts, "settings": error.message}
    try:
        settings = load_settings(os.environ, options)
        facts["model"] = settings.chat.model or "none; 'understudy login' sets one up"
        if settings.chat.model and settings.chat.base_url:
            facts["base URL"] = settings.chat.base_url
        facts["mode"] = settings.chat.mode
    except SetupError as error:
        facts["problem"] = error.message
    facts["settings"] = _with_presence(config / "config.toml")
    facts["keys"] = _describe_keys(config)
    facts["sessions"] = str(state) if SqliteSessionStore.exists_in(state) else f"{state} (none yet)"
    return facts


def _with_presence(path: Path) -> str:
    return str(path) if path.exists() else f"{path} (not there; every setting has its default)"


def _describe_keys(folder: Path) -> str:
    store = Credentials(folder)
    try:
        names = store.providers()
    except SetupError as error:
        return error.message
    return f"{store.path} ({', '.join(names) or 'none stored'})"
