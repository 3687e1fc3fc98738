"""What the user has set, from the command line, the environment and config.toml, in this order.

Owns where a provider's key is looked for; what may stand in the file is config_file's, where the folders are is
folders'. The engine is handed the values; it reads neither the environment nor the home folder itself.

The codes of a SettingsError: bad_config, unknown_setting, bad_setting, key_in_config.
"""

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from urllib.parse import urlsplit

from understudy.cli.config.config_file import (
    ModeName,
    ProviderConfig,
    check_url,
    read_config,
    read_provider_config,
)
from understudy.cli.config.credentials import Credentials
from understudy.cli.config.errors import CredentialError, SettingsError
from understudy.cli.config.folders import config_folder, state_folder
from understudy.models import PROVIDERS, ModelError, ModelSettings, parse_model_name, settings_from

__all__ = [
    "Settings",
    "SettingsLimits",
    "credential_name",
    "load_settings",
]


@dataclass(frozen=True, slots=True)
class SettingsLimits:
    max_steps: int = 50
    """Requests to the model in one turn."""
    max_output_tokens: int | None = None
    context_window: int | None = None


@dataclass(frozen=True, slots=True)
class Settings:
    state_dir: Path
    config_dir: Path
    model: str | None = None
    models: tuple[str, ...] = ()
    """Those to offer, the chosen one first."""
    base_url: str | None = None
    """Where the provider of `model` is to be found, if not at home."""
    mode: ModeName = "ask"
    limits: SettingsLimits = field(default_factory=SettingsLimits)
    providers: Mapping[str, ProviderConfig] = field(default_factory=dict[str, ProviderConfig])
    environ: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)

    @property
    def config_file(self) -> Path:
        return self.config_dir / "config.toml"

    @property
    def credentials(self) -> Credentials:
        return Credentials(self.config_dir)

    def base_url_of(self, provider: str) -> str | None:
        """What the user set for it; None if nothing, and then it is at home or where its own variable says."""
        if self.base_url is not None and self.model and parse_model_name(self.model).provider == provider:
            return self.base_url
        found = self.providers.get(provider)
        return None if found is None else found.base_url

    def model_settings(self, spec: str) -> ModelSettings:
        """Everything to open this model with. Raises ModelError.

        A key comes from the variable that the config file names, else from the provider's own variables, else from
        the store; and goes only to the host that it was set for (see settings_from and credential_name).
        """
        provider = parse_model_name(spec).provider
        config = self.providers.get(provider, ProviderConfig())
        found = settings_from(
            self.environ,
            spec,
            api_key=(self.environ.get(config.api_key_env) or None) if config.api_key_env else None,
            base_url=self.base_url_of(provider),
            max_output_tokens=self.limits.max_output_tokens,
            context_window=self.limits.context_window,
        )
        if found.api_key is not None:
            return found
        try:
            return replace(found, api_key=self.credentials.get(credential_name(provider, found.base_url)))
        except CredentialError as error:
            raise ModelError("bad_setting", error.message) from None


def credential_name(provider: str, base_url: str | None = None) -> str:
    """The name that a key is stored under: whom it is for, and at which host unless that is the provider's own."""
    home = PROVIDERS[provider].default_url
    # Two ways to speak to the same provider have one key.
    owner = next(known.id for known in PROVIDERS.values() if known.default_url == home)
    if base_url is None or urlsplit(base_url).netloc == urlsplit(home).netloc:
        return owner
    return f"{owner}@{urlsplit(base_url).netloc}"


def load_settings(environ: Mapping[str, str], options: argparse.Namespace) -> Settings:
    """Raises SettingsError, or a SetupError if there is no home folder."""
    folder = config_folder(environ)
    path = folder / "config.toml"
    config = read_config(path)
    for name in config.providers:
        if name not in PROVIDERS:
            raise SettingsError(
                "unknown_setting",
                f"{path}: there is no provider {name[:40]!r}. They are: {', '.join(PROVIDERS)}.",
            )
    providers = {name: read_provider_config(path, name, table) for name, table in config.providers.items()}
    sources = (
        _Source("--model", _option_text(options, "model"), "--base-url", _option_text(options, "base_url")),
        _Source(
            "UNDERSTUDY_MODEL",
            environ.get("UNDERSTUDY_MODEL") or None,
            "UNDERSTUDY_BASE_URL",
            environ.get("UNDERSTUDY_BASE_URL") or None,
        ),
        _Source(f"{path}: model", config.model, f"{path}: base_url", config.base_url),
    )
    model = next((source.checked_model() for source in sources if source.model), None)
    offered = [_normalize_model(f"{path}: models", spec) for spec in config.models]
    return Settings(
        state_dir=state_folder(environ),
        config_dir=folder,
        model=model,
        models=tuple(dict.fromkeys([*([model] if model else []), *offered])),
        base_url=_select_base_url(sources, model),
        mode=config.mode,
        limits=SettingsLimits(config.max_steps, config.max_output_tokens, config.context_window),
        providers=providers,
        environ=dict(environ),
    )


@dataclass(frozen=True, slots=True)
class _Source:
    """What one of the three places says of the model, and what the place is called."""

    model_label: str
    model: str | None
    url_label: str
    url: str | None

    def checked_model(self) -> str:
        return _normalize_model(self.model_label, self.model or "")


def _select_base_url(sources: Sequence[_Source], model: str | None) -> str | None:
    """The first base URL that was meant for this model's provider.

    A URL belongs to the model that is named beside it or in a later source: the config file's local server is not
    where another provider's model, named on the command line, is to be asked.
    """
    for number, source in enumerate(sources):
        if source.url is None:
            continue
        check_url(source.url_label, source.url)
        if model is None:
            raise SettingsError(
                "bad_setting",
                f"{source.url_label} says where a model is, but no model is named. Name one too.",
            )
        beside = next((below.checked_model() for below in sources[number:] if below.model), model)
        if parse_model_name(beside).provider == parse_model_name(model).provider:
            return source.url
    return None


def _normalize_model(label: str, spec: str) -> str:
    try:
        return str(parse_model_name(spec))
    except ModelError as error:
        raise SettingsError("bad_setting", f"{label}: {error.message}") from None


def _option_text(options: argparse.Namespace, name: str) -> str | None:
    return getattr(options, name, None) or None
