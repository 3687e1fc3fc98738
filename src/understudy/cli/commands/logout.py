"""`understudy logout`: deletes stored keys, of one provider or all. Keys in the environment stay."""

import argparse
import os

from understudy.cli.commands.login import find_provider, show_error
from understudy.cli.config import NES_CREDENTIAL as NES
from understudy.cli.config import (
    Credentials,
    SettingsError,
    SetupError,
    check_url,
    config_folder,
    credential_name,
    nes_credential_name,
)
from understudy.cli.terminal import Terminal, escape_controls
from understudy.models import PROVIDERS

__all__ = ["configure", "run"]


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "provider", nargs="?", metavar="PROVIDER", help="the provider whose key to delete (all if absent)"
    )
    parser.add_argument("--base-url", metavar="URL", help="delete the key for this server")


def run(options: argparse.Namespace) -> int:
    terminal = Terminal()
    try:
        store = Credentials(config_folder(os.environ))
        if options.base_url is not None:
            if options.provider is None:
                raise SettingsError(
                    "bad_setting", "Name the provider too: understudy logout PROVIDER --base-url URL."
                )
            check_url("--base-url", options.base_url)
        provider = None if options.provider is None else _resolve_provider(options.provider)
        removed = _delete_keys(store, provider, options.base_url)
    except SetupError as error:
        return show_error(error)
    if removed:
        names = escape_controls(", ".join(removed), one_line=True)
        terminal.write_line(f"Removed from {escape_controls(str(store.path), one_line=True)}: {names}.")
    else:
        terminal.write_line(
            "No key was stored." if provider is None else f"No key was stored for {provider}."
        )
    affected = [known for known in PROVIDERS.values() if provider in (None, known.id)]
    variables = {name for known in affected for name in known.key_variables if os.environ.get(name)}
    if variables:
        terminal.write_line(f"Note: still set in this environment: {', '.join(sorted(variables))}.")
    return 0


def _resolve_provider(name: str) -> str:
    return NES if name.strip().lower() == NES else find_provider(name).id


def _delete_keys(store: Credentials, provider: str | None, base_url: str | None) -> list[str]:
    if provider is None:
        return store.delete()
    if provider != NES:
        return store.delete(credential_name(provider, base_url))
    names = (
        [nes_credential_name(base_url)]
        if base_url
        else [n for n in store.providers() if n.startswith(f"{NES}@")]
    )
    return [deleted for name in names for deleted in store.delete(name)]
