"""The agent's house, furnished from the user's settings: where sessions are kept, which models there are."""

import argparse
import os
from dataclasses import replace

from understudy.acp import ChatDependencies, NotReady
from understudy.chat.sqlite import SqliteSessionStore
from understudy.cli.config import NES_CREDENTIAL as NES
from understudy.cli.config import Settings, SetupError, load_settings
from understudy.models import PROVIDERS, Model, open_model
from understudy.workspace.commands import build_environment

__all__ = ["build_chat_dependencies"]


class _ProviderKeys:
    """Keys of the store and of the environment, until they are to be forgotten."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings

    def from_environment(self) -> str | None:
        """A key from the environment is used as soon as there is one; this only tells whether there is."""
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
        hidden = {name for provider in PROVIDERS for name in self._key_variables(provider)}
        left = {name: value for name, value in self.settings.environ.items() if name not in hidden}
        self.settings = replace(self.settings, environ=left)

    def _key_variables(self, provider: str) -> list[str]:
        """Where this provider's key may stand in the environment."""
        config = self.settings.providers.get(provider)
        named = [config.api_key_env] if config is not None and config.api_key_env else []
        return [*named, *PROVIDERS[provider].key_variables]


def build_chat_dependencies(options: argparse.Namespace) -> ChatDependencies:
    """Raises NotReady if the settings cannot be used."""
    try:
        settings = load_settings(os.environ, options)
    except SetupError as error:
        raise NotReady(error.message) from None
    accounts = _ProviderKeys(settings)

    def check(name: str) -> None:
        accounts.settings.model_settings(name).validate()

    def open_named(name: str) -> Model:
        return open_model(accounts.settings.model_settings(name))

    return ChatDependencies(
        open_store=lambda: SqliteSessionStore(settings.state_dir),
        accounts=accounts,
        check_model=check,
        open_model=open_named,
        settings=settings.chat,
        config_file=str(settings.config_file),
        sandbox=options.sandbox,
        inherited_variables=tuple(options.pass_env),
        private_folders=(str(settings.config_dir), str(settings.state_dir)),
        environment=build_environment(os.environ, {}, inherited_variables=options.pass_env),
    )
