"""Builds the dependencies of the chat from the user's settings: session store, models, keys, sandbox."""

import argparse
import os
from dataclasses import replace

from understudy.acp import ChatDependencies, NotReady
from understudy.chat.sqlite import SqliteSessionStore
from understudy.cli.config import NES_CREDENTIAL as NES
from understudy.cli.config import (
    Settings,
    SetupError,
    change_permission_rule,
    load_command_settings,
    load_settings,
)
from understudy.cli.model_setup import UserModelSetup
from understudy.models import PROVIDERS, Model, open_model
from understudy.workspace.commands import build_environment

__all__ = ["build_chat_dependencies"]


class _ProviderKeys:
    """The providers' keys, in the environment and in the credentials file (`acp.Accounts`)."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings

    def from_environment(self) -> str | None:
        """Return the first provider with a key in the environment, and use the environment from now on."""
        for provider in PROVIDERS:
            if any(os.environ.get(name) for name in self._key_variables(provider)):
                self.settings = replace(self.settings, environ=dict(os.environ))
                return provider
        return None

    def stored(self) -> str | None:
        try:
            names = self.settings.credentials.providers()
            return next((name for name in names if not name.startswith(f"{NES}@")), None)
        except SetupError as error:
            raise NotReady(error.message) from None

    def forget(self) -> None:
        try:
            self.settings.credentials.delete()
        except SetupError as error:
            raise NotReady(error.message) from None
        key_variables = {name for provider in PROVIDERS for name in self._key_variables(provider)}
        remaining = {
            name: value for name, value in self.settings.environ.items() if name not in key_variables
        }
        self.settings = replace(self.settings, environ=remaining)

    def _key_variables(self, provider: str) -> list[str]:
        """Return the environment variables that may hold this provider's key, in order."""
        config = self.settings.providers.get(provider)
        named = [config.api_key_env] if config is not None and config.api_key_env else []
        return [*named, *PROVIDERS[provider].key_variables]


def build_chat_dependencies(options: argparse.Namespace) -> ChatDependencies:
    """Raises NotReady if the settings cannot be used."""
    try:
        settings = load_settings(os.environ, options)
        commands = load_command_settings(os.environ, options)
    except SetupError as error:
        raise NotReady(error.message) from None
    accounts = _ProviderKeys(settings)

    def check(name: str) -> None:
        accounts.settings.model_settings(name).validate()

    def reload() -> None:
        accounts.settings = load_settings(os.environ, options)

    def open_named(name: str) -> Model:
        return open_model(accounts.settings.model_settings(name))

    return ChatDependencies(
        open_store=lambda: SqliteSessionStore(settings.state_dir),
        accounts=accounts,
        check_model=check,
        uses_key=lambda name: accounts.settings.model_settings(name).api_key is not None,
        open_model=open_named,
        settings=settings.chat,
        model_setup=UserModelSetup(lambda: accounts.settings, reload),
        config_file=str(settings.config_file),
        commands=commands,
        private_folders=(str(settings.config_dir), str(settings.state_dir)),
        permission_rules=settings.permissions,
        change_permission_rule=lambda rule, allowed: change_permission_rule(
            settings.config_file, rule, allowed
        ),
        hooks=settings.hooks,
        trusted_folders_file=settings.state_dir / "trusted-folders",
        environment=build_environment(os.environ, {}, inherited_variables=commands.pass_env),
    )
