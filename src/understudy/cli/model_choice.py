"""Asks at a terminal which of a provider's models answers, and stores it as the default in config.toml.

Knows no keys: the caller passes the one that the provider's listing needs.
"""

import asyncio
import os
import sys
from collections.abc import Sequence

from understudy.cli.config import change_config, config_folder
from understudy.cli.limits import MAX_CHOICE_ATTEMPTS, MAX_MODELS_SHOWN
from understudy.cli.terminal import Terminal, escape_controls
from understudy.models import ModelError, list_models, parse_model_name

__all__ = ["choose_and_store_model", "fetch_models", "store_default_model"]


def fetch_models(terminal: Terminal, provider: str, api_key: str | None, base_url: str | None) -> list[str]:
    """Return the provider's models; empty, with a sentence to the user, if it does not say them.

    Raises ModelError if the provider rejects the key.
    """
    try:
        return asyncio.run(list_models(provider, api_key=api_key, base_url=base_url))
    except ModelError as error:
        if error.kind == "auth":
            raise
        terminal.write_line(
            f"The models could not be listed: {escape_controls(error.message, one_line=True)}"
        )
        return []


def choose_and_store_model(
    terminal: Terminal, provider: str, models: Sequence[str], base_url: str | None
) -> str | None:
    """Ask for the model and store it as the default; return it as PROVIDER:NAME, or None if none was chosen."""
    name = _ask_for_model(terminal, models)
    return None if name is None else store_default_model(provider, name, base_url)


def store_default_model(provider: str, name: str, base_url: str | None) -> str:
    """Write the model, and the base URL that belongs to it, into config.toml. Raises SettingsError."""
    spec = str(parse_model_name(f"{provider}:{name.removeprefix(f'{provider}:')}"))
    change_config(config_folder(os.environ) / "config.toml", {("model",): spec, ("base_url",): base_url})
    return spec


def _ask_for_model(terminal: Terminal, models: Sequence[str]) -> str | None:
    """Return a name that was typed in full, or chosen by its number; part of a name shows those that have it."""
    shown = list(models)
    _print_models(terminal, shown)
    hint = "Number, name or part of a name" if models else "Name of the model"
    for _ in range(MAX_CHOICE_ATTEMPTS * 3):
        terminal.write_flushed(f"{hint} (Enter: none now): ")
        answer = sys.stdin.readline(400).strip()
        if not answer:
            return None
        if answer.isascii() and answer.isdigit() and 1 <= int(answer) <= len(shown):
            return shown[int(answer) - 1]
        if answer in models or not models:
            return answer
        matching = [name for name in models if answer.lower() in name.lower()]
        if len(matching) == 1:
            return matching[0]
        if not matching:
            terminal.write_line("No model has that in its name.")
            continue
        shown = matching
        _print_models(terminal, shown)
    return None


def _print_models(terminal: Terminal, models: Sequence[str]) -> None:
    for number, name in enumerate(models[:MAX_MODELS_SHOWN], 1):
        terminal.write_line(f"  {number:>2}  {escape_controls(name, one_line=True)}")
    if len(models) > MAX_MODELS_SHOWN:
        terminal.write_line(f"      … and {len(models) - MAX_MODELS_SHOWN} more; part of a name finds them")
