"""Builds the dependencies of next edit suggestions from the user's settings.

Imports nothing of the chat or its models, so that next edits start without them.
"""

import argparse
import os
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from msgspec import structs

from understudy.acp import NesDependencies, NotReady
from understudy.cli.config import NesSettings, SetupError, load_nes_settings, own_folders
from understudy.nes import SYMBOLIC_ENGINE_CPU_S, NesSetup

if TYPE_CHECKING:
    from understudy.nes.model import EndpointSpeed, ModelEngine

__all__ = ["CPU_TIME_VARIABLE", "build_nes_dependencies"]

CPU_TIME_VARIABLE: Final = "UNDERSTUDY_NES_CPU_S"
"""Processor time of the symbolic engine for a request, in seconds: for very slow machines, and for tests."""


class _NesModelKey:
    """The key of the next-edit model, in the environment or in the credentials file (`acp.Accounts`)."""

    def __init__(self, settings: NesSettings) -> None:
        self.settings = settings

    def from_environment(self) -> str | None:
        """Return the model's label if the environment has its key, and use the environment from now on."""
        current = replace(self.settings, environ=dict(os.environ))
        if current.environment_key is None:
            return None
        self.settings = current
        return self._label

    def stored(self) -> str | None:
        try:
            return None if self.settings.stored_key is None else self._label
        except SetupError as error:
            raise NotReady(error.message) from None

    def forget(self) -> None:
        try:
            self.settings.credentials.delete()
        except SetupError as error:
            raise NotReady(error.message) from None
        variable = self.settings.key_variable
        remaining = {name: value for name, value in self.settings.environ.items() if name != variable}
        self.settings = replace(self.settings, environ=remaining)

    def current_key(self) -> str | None:
        try:
            return self.settings.environment_key or self.settings.stored_key
        except SetupError as error:
            raise NotReady(error.message) from None

    def missing_key_message(self) -> str | None:
        """Return a sentence that says what to do if a key is expected and missing."""
        settings = self.settings
        if not settings.is_key_expected or self.current_key() is not None:
            return None
        other = (
            f", or set {settings.key_variable} where the editor starts Understudy"
            if settings.key_variable
            else ""
        )
        return f"{self._label} needs a key. Run `understudy login nes` in a terminal{other}."

    @property
    def _label(self) -> str:
        return self.settings.model.label if self.settings.model else "the next-edit model"


def _engine_cpu_time(environ: Mapping[str, str]) -> float:
    """The processor time of a request in seconds, by the environment or by default. Raises NotReady."""
    text = environ.get(CPU_TIME_VARIABLE)
    if not text:
        return SYMBOLIC_ENGINE_CPU_S
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not seconds > 0:
        raise NotReady(f"{CPU_TIME_VARIABLE} must be a number of seconds such as 0.05, not {text[:40]!r}.")
    return seconds


def build_nes_dependencies(options: argparse.Namespace) -> NesDependencies:
    """Raises NotReady if the settings cannot be used."""
    try:
        settings = load_nes_settings(os.environ, options)
    except SetupError as error:
        raise NotReady(error.message) from None
    common = NesSetup(
        **structs.asdict(settings.options),
        feedback_file=str(settings.feedback_file),
        index_folder=str(settings.index_folder) if settings.index_folder is not None else None,
        private_folders=tuple(str(folder) for folder in own_folders(os.environ)),
        engine_cpu_s=_engine_cpu_time(os.environ),
    )
    model = settings.model
    if model is None:
        return NesDependencies(setup=common)
    key = _NesModelKey(settings)
    speeds: list[EndpointSpeed] = []
    """The speed of the endpoint, which all sessions share; empty until the first one needs it."""

    def open_model() -> "ModelEngine":
        from understudy.nes.model import EndpointSpeed, ModelEngine

        if not speeds:
            speeds.append(EndpointSpeed())
        return ModelEngine(model, key.current_key(), speed=speeds[0])

    with_model = structs.replace(
        common, open_model=open_model, model_name=model.label, missing_key_message=key.missing_key_message
    )
    return NesDependencies(setup=with_model, accounts=key)
