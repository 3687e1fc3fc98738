"""`understudy login`: stores a provider's key and the model that answers. Editors start it in a terminal too, as
ACP's terminal login.

The key is read without echo, or from stdin without a terminal; never from the command line, which other users can
see. At a terminal the provider is asked for its models with the new key, and a key that it rejects is not stored.
From stdin the key is stored as it is, and nothing is sent anywhere. A server on this machine needs no key.
"""

import argparse
import asyncio
import getpass
import os
import select
import sys
import warnings
from collections.abc import Sequence
from dataclasses import dataclass

from understudy.cli.config import (
    MAX_KEY_CHARS,
    CredentialError,
    Credentials,
    SettingsError,
    SetupError,
    check_key,
    check_url,
    config_folder,
    credential_name,
    load_nes_settings,
    nes_credential_name,
    nes_key_variable,
)
from understudy.cli.config import NES_CREDENTIAL as NES
from understudy.cli.limits import MAX_CHOICE_ATTEMPTS
from understudy.cli.model_choice import choose_and_store_model, fetch_models, store_default_model
from understudy.cli.terminal import Terminal, escape_controls
from understudy.models import (
    PROVIDERS,
    LocalServer,
    ModelError,
    Provider,
    describe_missing_sdk,
    find_local_servers,
)

__all__ = ["configure", "find_provider", "run", "show_error"]


class _LoginCancelled(Exception):
    """The user has cancelled the login."""


@dataclass(frozen=True, slots=True)
class _KeyOwner:
    """The provider or server that a key is for."""

    label: str
    credential: str
    """The name that the key is stored under."""
    variables: tuple[str, ...]
    """Environment variables that take precedence over a stored key."""
    usage_hint: str
    """How to use the key, for the user."""
    provider: str | None = None
    """The provider of chat models; None for the server of next edits."""
    base_url: str | None = None


def configure(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = (
        f"providers: {', '.join(PROVIDERS)}, and {NES} for the model of next edits\n\n"
        "examples:\n"
        "  understudy login\n"
        "  understudy login anthropic\n"
        "  understudy login ollama\n"
        "  understudy login anthropic --model NAME --stdin < key.txt\n"
        "  understudy login openai --stdin < key.txt\n"
        "  understudy login openai-chat --base-url https://models.example.org/v1\n"
        "  understudy login nes --base-url https://models.example.org/v1"
    )
    parser.add_argument("provider", nargs="?", metavar="PROVIDER", help="the provider (asked for if absent)")
    parser.add_argument("--stdin", action="store_true", help="read the key from stdin instead of a terminal")
    parser.add_argument(
        "--base-url", metavar="URL", help="the key is for this server, not for the provider's own"
    )
    parser.add_argument(
        "--model",
        dest="chosen_model",
        metavar="NAME",
        help="the model that answers, without being asked for one",
    )
    parser.add_argument("--key-only", action="store_true", help="store the key, and ask for no model")


def run(options: argparse.Namespace) -> int:
    terminal = Terminal()
    try:
        _check_key_source(options)
        if options.base_url is not None:
            check_url("--base-url", options.base_url)
        servers: Sequence[LocalServer] = ()
        if options.provider is None:
            servers = asyncio.run(find_local_servers(os.environ))
            name = _choose_owner(terminal, options, servers)
        else:
            name = options.provider.strip().lower()
        local = next((server for server in servers if name == server.label), None)
        if local is not None:
            return _use_server(terminal, local.provider, local.base_url, local.models, options)
        if (
            name in PROVIDERS
            and not PROVIDERS[name].needs_key
            and options.base_url is None
            and not options.stdin
        ):
            return _use_server(terminal, name, None, None, options)
        owner = _nes_owner(options) if name == NES else _provider_owner(name, options.base_url)
        key = check_key(_read_key_from_stdin() if options.stdin else _ask_key(owner))
        models = _list_for_choice(terminal, owner, key, options)
        store = Credentials(config_folder(os.environ))
        store.set(owner.credential, key)
        terminal.write_line(
            f"Stored the key for {owner.label} in {escape_controls(str(store.path), one_line=True)}."
        )
    except (KeyboardInterrupt, _LoginCancelled) as stopped:
        terminal.write_line("\nNothing was stored.")
        return 130 if isinstance(stopped, KeyboardInterrupt) else 1
    except SetupError as error:
        return show_error(error)
    except ModelError as error:
        terminal.write_line("Nothing was stored.")
        return show_error(SettingsError("bad_setting", f"{error.message} Check it, and try again."))
    return _choose_model(terminal, owner, models, options)


def _list_for_choice(
    terminal: Terminal, owner: _KeyOwner, key: str, options: argparse.Namespace
) -> list[str] | None:
    """Return the models to choose from; None if none is asked for. Raises ModelError for a rejected key."""
    if (
        owner.provider is None
        or options.stdin
        or _chosen_model(options)
        or getattr(options, "key_only", False)
    ):
        return None
    terminal.write_line(f"Asking {owner.label} for its models …")
    return fetch_models(terminal, owner.provider, key, owner.base_url)


def _chosen_model(options: argparse.Namespace) -> str | None:
    return getattr(options, "chosen_model", None)


def _choose_model(
    terminal: Terminal, owner: _KeyOwner, models: list[str] | None, options: argparse.Namespace
) -> int:
    """Set the default model by the flag or by a question. The key is stored by now."""
    chosen = _chosen_model(options)
    try:
        if owner.provider is None or (models is None and chosen is None):
            spec = None
        elif chosen is not None:
            spec = store_default_model(owner.provider, chosen, owner.base_url)
        else:
            spec = choose_and_store_model(terminal, owner.provider, models or [], owner.base_url)
    except KeyboardInterrupt:
        spec = None
    except (SetupError, ModelError) as error:
        return show_error(SettingsError("bad_setting", error.message))
    _print_next_steps(terminal, owner, spec)
    return 0


def _use_server(
    terminal: Terminal,
    provider: str,
    base_url: str | None,
    models: Sequence[str] | None,
    options: argparse.Namespace,
) -> int:
    """Choose a model of a server that needs no key."""
    owner = _KeyOwner(
        PROVIDERS[provider].label, "", (), f"name a model with --model {provider}:NAME", provider, base_url
    )
    chosen = _chosen_model(options)
    if models is None and chosen is None:
        terminal.write_line(f"Asking {owner.label} for its models …")
        models = fetch_models(terminal, provider, None, base_url)
    return _choose_model(terminal, owner, list(models or ()), options)


def find_provider(name: str) -> Provider:
    found = PROVIDERS.get(name.strip().lower())
    if found is None:
        raise SettingsError(
            "bad_setting",
            f"There is no provider {escape_controls(name[:40], one_line=True)!r}. "
            f"They are: {', '.join(PROVIDERS)}.",
        )
    return found


def _provider_owner(name: str, base_url: str | None) -> _KeyOwner:
    provider = find_provider(name)
    if base_url is None and not provider.needs_key:
        raise SettingsError(
            "bad_setting", f"{provider.label} needs no key. Try it with --model {provider.id}:NAME."
        )
    at = "" if base_url is None else f" --base-url {base_url}"
    return _KeyOwner(
        provider.label
        if base_url is None
        else f"{provider.label} at {escape_controls(base_url, one_line=True)}",
        credential_name(provider.id, base_url),
        provider.key_variables if base_url is None else (),
        f"name a model with --model {provider.id}:NAME{at}",
        provider.id,
        base_url,
    )


def _nes_owner(options: argparse.Namespace) -> _KeyOwner:
    """Return the owner of the next-edit key: the server named with --base-url, or the one in the settings."""
    # `understudy acp --login` has a base URL too, but that one is the chat's.
    url = None if hasattr(options, "nes_url") else options.base_url
    if url is None:
        model = load_nes_settings(os.environ, options).model
        if model is None:
            raise SettingsError(
                "bad_setting", "Which server is the key for? Use: understudy login nes --base-url URL."
            )
        url = model.url
    variable = nes_key_variable(url)
    return _KeyOwner(
        f"next edits at {escape_controls(url, one_line=True)}",
        nes_credential_name(url),
        () if variable is None else (variable,),
        f"name the model with --nes-model FORMAT:NAME --nes-url {url}",
    )


def show_error(error: SetupError) -> int:
    terminal = Terminal(sys.stderr)
    terminal.write_line(
        f"{terminal.style(error.code, 'red', 'bold')} {escape_controls(error.message, one_line=True)}"
    )
    return 2 if error.code == "bad_setting" else 1


def _check_key_source(options: argparse.Namespace) -> None:
    """Raise SettingsError if there is no way to read the key, before the user is asked anything."""
    at_terminal = sys.stdin.isatty()
    if options.stdin and at_terminal:
        raise SettingsError("bad_setting", "--stdin reads a pipe or a file; in a terminal leave it out.")
    if options.stdin and options.provider is None:
        raise SettingsError("bad_setting", "Name the provider: understudy login PROVIDER --stdin.")
    if not options.stdin and not at_terminal:
        raise SettingsError(
            "bad_setting", "There is no terminal to ask in. Use: understudy login PROVIDER --stdin < FILE."
        )


def _choose_owner(terminal: Terminal, options: argparse.Namespace, servers: Sequence[LocalServer]) -> str:
    keyed = _list_owners(options)
    owners = [*keyed, *((server.label, "") for server in servers)]
    terminal.write_line("Whose models do you want to use?")
    for number, (name, label) in enumerate(keyed, 1):
        terminal.write_line(f"  {number}  {label} ({name})")
    for number, server in enumerate(servers, len(keyed) + 1):
        count = len(server.models)
        models = "1 model" if count == 1 else f"{count} models"
        terminal.write_line(
            f"  {number}  {server.label}, which runs on this machine with {models} and needs no key"
        )
    for _ in range(MAX_CHOICE_ATTEMPTS):
        terminal.write_flushed("Number or name: ")
        select.select([sys.stdin], [], [])  # a Ctrl-C that comes before the read would only count after a key
        answer = sys.stdin.readline(200)
        if not answer:
            raise _LoginCancelled
        answer = answer.strip()
        if answer.isascii() and answer.isdigit() and 1 <= int(answer) <= len(owners):
            return owners[int(answer) - 1][0]
        local = next((server.label for server in servers if answer.lower() == server.label.lower()), None)
        if local is not None:
            return local
        if answer.lower() in (*PROVIDERS, NES):
            return answer.lower()
        terminal.write_line(
            f"Type a number from 1 to {len(owners)}, or one of {', '.join(name for name, _ in owners)}."
        )
    raise _LoginCancelled


def _list_owners(options: argparse.Namespace) -> Sequence[tuple[str, str]]:
    """Return names and labels to choose from: one line per shared key, and next edits if their model is set."""
    found = [
        (provider.id, provider.label)
        for provider in PROVIDERS.values()
        if provider.needs_key and credential_name(provider.id) == provider.id
    ]
    try:
        model = load_nes_settings(os.environ, options).model
    except SettingsError:  # reported when next edits are used; a provider's key can be stored anyway
        model = None
    return (
        found
        if model is None
        else [*found, (NES, f"Next edits: {escape_controls(model.label, one_line=True)}")]
    )


def _ask_key(owner: _KeyOwner) -> str:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", getpass.GetPassWarning)
            return getpass.getpass(f"Key for {owner.label} (it is not shown): ")
    except EOFError:
        raise _LoginCancelled from None
    except getpass.GetPassWarning:
        raise CredentialError(
            "os_error",
            "This terminal cannot hide what is typed. Use: understudy login PROVIDER --stdin < FILE.",
        ) from None


def _read_key_from_stdin() -> str:
    room = MAX_KEY_CHARS + 100  # room for a line break and some spaces
    data = sys.stdin.buffer.read(room + 1)
    if len(data) > room:
        raise CredentialError("bad_key", "There is more on stdin than a key. Send the key alone.")
    return data.decode("utf-8", "replace")


def _print_next_steps(terminal: Terminal, owner: _KeyOwner, model: str | None) -> None:
    path = escape_controls(str(config_folder(os.environ) / "config.toml"), one_line=True)
    if model is None:
        terminal.write_line(f"Next: {owner.usage_hint}, or for good in {path}.")
    else:
        terminal.write_line(
            f"{escape_controls(model, one_line=True)} answers from now on: it is the model in {path}."
        )
        terminal.write_line(
            "Next: 'understudy chat' in a folder to talk with it, 'understudy web' for the workbench, or choose "
            "Understudy in your editor. An editor that runs it already starts it again for this."
        )
    missing = None if owner.provider is None else describe_missing_sdk(PROVIDERS[owner.provider])
    if missing is not None:
        terminal.write_line(f"First: {missing}")
    variable = next((name for name in owner.variables if os.environ.get(name)), None)
    if variable is not None:
        terminal.write_line(f"Note: {variable} is set here, and as long as it is, its key is used instead.")
    if model is not None and (other := os.environ.get("UNDERSTUDY_MODEL")) not in (None, "", model):
        terminal.write_line(
            f"Note: UNDERSTUDY_MODEL is set here to {escape_controls(other or '', one_line=True)}."
        )
