"""What the user has set for next edit suggestions: from the command line, the environment and [nes] in config.toml.

Owns where the key of a next-edit model is looked for. Loads nothing of the chat's settings (see settings), so that
an editor that wants next edits alone waits for nothing else.
"""

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, cast
from urllib.parse import urlsplit

from understudy.cli.config.config_file import Eagerness, EngineName, NesConfig, read_config, read_nes_config
from understudy.cli.config.credentials import Credentials
from understudy.cli.config.errors import SettingsError
from understudy.cli.config.folders import config_folder, nes_feedback_file
from understudy.nes.model import NesModelSettings, NesModelSettingsError, parse_model_settings

__all__ = ["NES_CREDENTIAL", "NesSettings", "load_nes_settings", "nes_credential_name", "nes_key_variable"]

NES_CREDENTIAL: Final = "nes"
"""What the keys of next-edit models are stored as, before the host that each is for."""
HOSTED_KEY_VARIABLES: Final = {"api.inceptionlabs.ai": "INCEPTION_API_KEY"}
"""The variables that hosted endpoints tell their users to set."""


@dataclass(frozen=True, slots=True)
class NesSettings:
    config_dir: Path
    feedback_file: Path
    enabled: bool = True
    engine: EngineName = "symbolic"
    eagerness: Eagerness = "medium"
    remember: bool = True
    model: NesModelSettings | None = None
    key_variable: str | None = None
    """The environment variable that may hold the model's key."""
    is_key_expected: bool = False
    """Whether the model gives no answer without one, or the user said where one is."""
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
    """The name that a key is stored under. It goes to that host and to no other."""
    return f"{NES_CREDENTIAL}@{urlsplit(url).netloc}"


def nes_key_variable(url: str) -> str | None:
    """The variable that this server's users set, if it is one that is known."""
    return HOSTED_KEY_VARIABLES.get(urlsplit(url).hostname or "")


@dataclass(frozen=True, slots=True)
class _Source:
    """What one of the three places says of the model, and what the place is called."""

    label: str
    model: str | None
    url: str | None
    key_variable: str | None = None


def load_nes_settings(environ: Mapping[str, str], options: argparse.Namespace) -> NesSettings:
    """Raises SettingsError, or a SetupError if there is no home folder."""
    folder = config_folder(environ)
    path = folder / "config.toml"
    config = read_nes_config(path, read_config(path).nes)
    sources = (
        _Source(
            "--nes-model", *(_option_text(options, name) for name in ("nes_model", "nes_url", "nes_key_env"))
        ),
        _Source(
            "UNDERSTUDY_NES_MODEL",
            environ.get("UNDERSTUDY_NES_MODEL") or None,
            environ.get("UNDERSTUDY_NES_URL") or None,
        ),
        _Source(f"{path}: nes.model", config.model, config.url, config.api_key_env),
    )
    model = _select_model(sources)
    variable = _select_key_variable(sources, model)
    return NesSettings(
        config_dir=folder,
        feedback_file=nes_feedback_file(environ),
        enabled=config.enabled,
        engine=_select_engine(path, options, config, model),
        eagerness=cast(Eagerness, _option_text(options, "nes_eagerness") or config.eagerness),
        remember=config.remember,
        model=model,
        key_variable=variable or (nes_key_variable(model.url) if model else None),
        is_key_expected=model is not None and (model.needs_key or variable is not None),
        environ=dict(environ),
    )


def _select_engine(
    path: Path, options: argparse.Namespace, config: NesConfig, model: NesModelSettings | None
) -> EngineName:
    """The one that was asked for; else the model helps out where there is one."""
    chosen = cast(EngineName | None, _option_text(options, "nes_engine"))
    place = "--nes-engine" if chosen else f"{path}: nes.engine"
    chosen = chosen or config.engine
    if chosen in ("hybrid", "model") and model is None:
        raise SettingsError(
            "bad_setting", f'{place}: "{chosen}" asks a model, but none is named. Name one with --nes-model.'
        )
    return chosen or ("symbolic" if model is None else "hybrid")


def _select_model(sources: Sequence[_Source]) -> NesModelSettings | None:
    named = next((source for source in sources if source.model), None)
    if named is None or named.model is None:
        if any(source.url for source in sources):
            raise SettingsError(
                "bad_setting",
                "A URL says where a next-edit model is, but no model is named. Name one with --nes-model.",
            )
        return None
    beside = _find_url_source(sources, named.model)
    try:
        return parse_model_settings(named.model, beside.url if beside else None)
    except NesModelSettingsError as error:
        raise SettingsError("bad_setting", f"{named.label}: {error}") from None


def _find_url_source(sources: Sequence[_Source], model: str) -> _Source | None:
    """The source whose URL was meant for this model: of its own place, of one before it, or of no other model.

    The config file's local server is not where another model, named on the command line, is to be asked.
    """
    for number, source in enumerate(sources):
        meant = next((below.model for below in sources[number:] if below.model), model)
        if source.url and _format_name(meant) == _format_name(model):
            return source
    return None


def _select_key_variable(sources: Sequence[_Source], model: NesModelSettings | None) -> str | None:
    """The variable that was named for where the model is: the file's is not sent to a server named elsewhere."""
    if model is None:
        return None
    named = next(source for source in sources if source.model)
    place = _find_url_source(sources, named.model or "") or named
    last = sources.index(place)
    return next((source.key_variable for source in sources[: last + 1] if source.key_variable), None)


def _format_name(spec: str) -> str:
    return spec.partition(":")[0].strip().lower()


def _option_text(options: argparse.Namespace, name: str) -> str | None:
    return getattr(options, name, None) or None
