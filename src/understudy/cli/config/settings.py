"""Loads the chat's settings, and defines where a provider's key is looked up.

The chat gets the values; it reads neither the environment nor the home folder itself.

The codes of a SettingsError: bad_config, unknown_setting, bad_setting, key_in_config.
"""

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from msgspec import structs

from understudy.cli.config.config_file import (
    check_url,
    read_config,
    read_hooks_config,
    read_permissions_config,
    read_provider_config,
)
from understudy.cli.config.credentials import Credentials
from understudy.cli.config.errors import CredentialError, SettingsError
from understudy.cli.config.folders import config_folder, state_folder
from understudy.cli.config.sources import GivenValue, ModelSource, SettingSources, url_sources
from understudy.models import PROVIDERS, ModelError, ModelSettings, parse_model_name, settings_from
from understudy.settings import ChatSettings, HooksConfig, PermissionRule, ProviderConfig

__all__ = ["Settings", "credential_name", "load_settings"]


@dataclass(frozen=True, slots=True)
class Settings:
    state_dir: Path
    config_dir: Path
    chat: ChatSettings = field(default_factory=ChatSettings)
    """`models` has every model to offer, `model` first; `base_url` is the one that belongs to `model`."""
    providers: Mapping[str, ProviderConfig] = field(default_factory=dict[str, ProviderConfig])
    environ: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)
    permissions: tuple[PermissionRule, ...] = ()
    hooks: HooksConfig = field(default_factory=HooksConfig)

    @property
    def config_file(self) -> Path:
        return self.config_dir / "config.toml"

    @property
    def credentials(self) -> Credentials:
        return Credentials(self.config_dir)

    def base_url_of(self, provider: str) -> str | None:
        """Return the base URL set for a provider; None means its default URL, or the one in its own variable."""
        chat = self.chat
        if chat.base_url is not None and chat.model and parse_model_name(chat.model).provider == provider:
            return chat.base_url
        found = self.providers.get(provider)
        return None if found is None else found.base_url

    def model_settings(self, spec: str) -> ModelSettings:
        """Return everything needed to open a model. Raises ModelError.

        The key comes from the variable that the config file names, from the provider's own variables or from the
        credentials file, in this order. It is sent only to the host that it was set for (see `settings_from` and
        `credential_name`).
        """
        provider = parse_model_name(spec).provider
        config = self.providers.get(provider, ProviderConfig())
        found = settings_from(
            self.environ,
            spec,
            api_key=(self.environ.get(config.api_key_env) or None) if config.api_key_env else None,
            base_url=self.base_url_of(provider),
            max_output_tokens=self.chat.max_output_tokens,
            context_window=self.chat.context_window,
        )
        if found.api_key is not None:
            return found
        try:
            return replace(found, api_key=self.credentials.get(credential_name(provider, found.base_url)))
        except CredentialError as error:
            raise ModelError("bad_setting", error.message) from None


def credential_name(provider: str, base_url: str | None = None) -> str:
    """Return the name that a key is stored under: the provider, and the host if it is not the provider's own."""
    default_url = PROVIDERS[provider].default_url
    # Two APIs of the same provider share one key.
    owner = next(known.id for known in PROVIDERS.values() if known.default_url == default_url)
    if base_url is None or urlsplit(base_url)[:2] == urlsplit(default_url)[:2]:  # scheme, host and port
        return owner
    return f"{owner}@{urlsplit(base_url).netloc}"


def load_settings(environ: Mapping[str, str], options: argparse.Namespace) -> Settings:
    """Raises SettingsError, or a SetupError if there is no home folder."""
    folder = config_folder(environ)
    path = folder / "config.toml"
    config = read_config(path)
    tables: dict[str, dict[str, Any]] = config.get("providers", {})
    for name in tables:
        if name not in PROVIDERS:
            raise SettingsError(
                "unknown_setting",
                f"{path}: there is no provider {name[:40]!r}. They are: {', '.join(PROVIDERS)}.",
            )
    providers = {name: read_provider_config(path, name, table) for name, table in tables.items()}
    tables_of_others = ("providers", "nes", "permissions", "hooks")
    own_values = {name: value for name, value in config.items() if name not in tables_of_others}
    sources = SettingSources(ChatSettings, options, environ, own_values, path)
    named = next((one.model for one in sources.model_sources("model", "base_url") if one.model), None)
    model = None if named is None else _normalize_model(named.label, named.value)
    resolved = sources.resolve()
    offered = [_normalize_model(f"{path}: models", spec) for spec in resolved.models]
    chat = structs.replace(
        resolved,
        model=model,
        base_url=_select_base_url(sources.model_sources("model", "base_url"), model),
        models=tuple(dict.fromkeys([*([model] if model else []), *offered])),
    )
    return Settings(
        state_folder(environ),
        folder,
        chat,
        providers,
        dict(environ),
        permissions=read_permissions_config(path, config.get("permissions", {})).allow,
        hooks=read_hooks_config(path, config.get("hooks", {})),
    )


def _select_base_url(sources: Sequence[ModelSource], model: str | None) -> str | None:
    """Return the first base URL that belongs to this model's provider."""

    def provider(named: GivenValue) -> str:
        return parse_model_name(_normalize_model(named.label, named.value)).provider

    for source, is_meant in url_sources(sources, provider):
        assert source.url is not None  # noqa: S101
        check_url(source.url.label, source.url.value)
        if model is None:
            raise SettingsError(
                "bad_setting",
                f"{source.url.label} says where a model is, but no model is named. Name one too.",
            )
        if is_meant:
            return source.url.value
    return None


def _normalize_model(label: str, spec: str) -> str:
    try:
        return str(parse_model_name(spec))
    except ModelError as error:
        raise SettingsError("bad_setting", f"{label}: {error.message}") from None
