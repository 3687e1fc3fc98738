"""Loads the settings of next edit suggestions, and defines where the key of a next-edit model is looked up.

Imports nothing of the chat's settings (`settings`), so that next edits start without them.
"""

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from understudy.cli.config.config_file import read_config, read_nes_config
from understudy.cli.config.credentials import Credentials
from understudy.cli.config.errors import SettingsError
from understudy.cli.config.folders import config_folder, nes_feedback_file, nes_index_folder
from understudy.cli.config.sources import GivenValue, ModelSource, SettingSources, url_sources
from understudy.nes.model import NesModelSettings, NesModelSettingsError, parse_model_settings
from understudy.settings import EngineName, NesConfig, NesOptions

__all__ = ["NES_CREDENTIAL", "NesSettings", "load_nes_settings", "nes_credential_name", "nes_key_variable"]

NES_CREDENTIAL: Final = "nes"
"""The prefix of the names that keys of next-edit models are stored under; the host follows."""
HOSTED_KEY_VARIABLES: Final = {"api.inceptionlabs.ai": "INCEPTION_API_KEY"}
"""The environment variables that hosted endpoints document for their keys."""


@dataclass(frozen=True, slots=True)
class NesSettings:
    config_dir: Path
    feedback_file: Path
    index_folder: Path | None = None
    """None if the index of a workspace is not kept between starts."""
    options: NesOptions = field(default_factory=NesOptions)
    model: NesModelSettings | None = None
    key_variable: str | None = None
    """The environment variable that may hold the model's key."""
    is_key_expected: bool = False
    """Whether the model needs a key, or the user has named a variable for one."""
    environ: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)

    @property
    def credentials(self) -> Credentials:
        return Credentials(self.config_dir)

    @property
    def environment_key(self) -> str | None:
        return (self.environ.get(self.key_variable) or None) if self.key_variable else None

    @property
    def stored_key(self) -> str | None:
        """Raises CredentialError."""
        return None if self.model is None else self.credentials.get(nes_credential_name(self.model.url))


def nes_credential_name(url: str) -> str:
    """Return the name that a key is stored under. It is sent to that host and to no other."""
    return f"{NES_CREDENTIAL}@{urlsplit(url).netloc}"


def nes_key_variable(url: str) -> str | None:
    """Return the documented key variable of a known server."""
    return HOSTED_KEY_VARIABLES.get(urlsplit(url).hostname or "")


def load_nes_settings(environ: Mapping[str, str], options: argparse.Namespace) -> NesSettings:
    """Raises SettingsError, or a SetupError if there is no home folder."""
    folder = config_folder(environ)
    path = folder / "config.toml"
    values = read_nes_config(path, read_config(path).get("nes", {}))
    sources = SettingSources(NesConfig, options, environ, values, path, "nes.")
    model_sources = sources.model_sources("model", "url", "api_key_env")
    model = _select_model(model_sources)
    variable = _select_key_variable(model_sources)
    resolved = sources.resolve()
    session_options = {name: getattr(resolved, name) for name in NesOptions.__struct_fields__}
    session_options["engine"] = _select_engine(sources.first("engine"), model)
    return NesSettings(
        config_dir=folder,
        feedback_file=nes_feedback_file(environ),
        index_folder=nes_index_folder(environ) if resolved.store_index else None,
        options=NesOptions(**session_options),
        model=model,
        key_variable=variable or (nes_key_variable(model.url) if model else None),
        is_key_expected=model is not None and (model.needs_key or variable is not None),
        environ=dict(environ),
    )


def _select_engine(given: GivenValue | None, model: NesModelSettings | None) -> EngineName:
    """Return the engine that was set; otherwise `hybrid` if there is a model."""
    if given is None:
        return "symbolic" if model is None else "hybrid"
    if given.value in ("hybrid", "model") and model is None:
        raise SettingsError(
            "bad_setting",
            f'{given.label}: "{given.value}" asks a model, but none is named. Name one with --nes-model.',
        )
    return given.value


def _select_model(sources: Sequence[ModelSource]) -> NesModelSettings | None:
    named = next((source.model for source in sources if source.model is not None), None)
    if named is None:
        if any(source.url is not None and source.url.value for source in sources):
            raise SettingsError(
                "bad_setting",
                "A URL says where a next-edit model is, but no model is named. Name one with --nes-model.",
            )
        return None
    beside = _find_url_source(sources)
    try:
        return parse_model_settings(named.value, beside.url.value if beside and beside.url else None)
    except NesModelSettingsError as error:
        raise SettingsError("bad_setting", f"{named.label}: {error}") from None


def _find_url_source(sources: Sequence[ModelSource]) -> ModelSource | None:
    """Return the source whose URL belongs to the model in use."""
    meant = (source for source, is_meant in url_sources(sources, _format_name) if is_meant)
    return next((source for source in meant if source.url and source.url.value), None)


def _select_key_variable(sources: Sequence[ModelSource]) -> str | None:
    """Return the variable named for the model's server; the file's does not apply to a server named elsewhere."""
    named = next((source for source in sources if source.model is not None), None)
    if named is None:
        return None
    last = sources.index(_find_url_source(sources) or named)
    return next((source.key_variable for source in sources[: last + 1] if source.key_variable), None)


def _format_name(named: GivenValue) -> str:
    return named.value.partition(":")[0].strip().lower()
