"""The next edit suggestions' house, furnished from the user's settings. Loads nothing of the chat or its models."""

import argparse
import os
from dataclasses import replace
from typing import TYPE_CHECKING

from msgspec import structs

from understudy.acp import NesDependencies, NotReady
from understudy.cli.config import NesSettings, SetupError, load_nes_settings, own_folders
from understudy.nes import NesSetup

if TYPE_CHECKING:
    from understudy.nes.model import ModelEngine

__all__ = ["build_nes_dependencies"]


class _NesModelKey:
    """The model's key, from the environment or the store, until it is to be forgotten. These are Accounts."""

    def __init__(self, settings: NesSettings) -> None:
        self.settings = settings

    def from_environment(self) -> str | None:
        """A key from the environment is used as soon as there is one; this only tells whether there is."""
        again = replace(self.settings, environ=dict(os.environ))
        if again.environment_key is None:
            return None
        self.settings = again
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
        hidden = self.settings.key_variable
        left = {name: value for name, value in self.settings.environ.items() if name != hidden}
        self.settings = replace(self.settings, environ=left)

    def current_key(self) -> str | None:
        try:
            return self.settings.environment_key or self.settings.stored_key
        except SetupError as error:
            raise NotReady(error.message) from None

    def missing_key_message(self) -> str | None:
        """What to do, if a key is wanted and there is none."""
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


def build_nes_dependencies(options: argparse.Namespace) -> NesDependencies:
    """Raises NotReady if the settings cannot be used."""
    try:
        settings = load_nes_settings(os.environ, options)
    except SetupError as error:
        raise NotReady(error.message) from None
    common = NesSetup(
        **structs.asdict(settings.options),
        feedback_file=str(settings.feedback_file),
        private_folders=tuple(str(folder) for folder in own_folders(os.environ)),
    )
    model = settings.model
    if model is None:
        return NesDependencies(setup=common)
    key = _NesModelKey(settings)

    def open_model() -> "ModelEngine":
        from understudy.nes.model import ModelEngine

        return ModelEngine(model, key.current_key())

    asking = structs.replace(
        common, open_model=open_model, model_name=model.label, missing_key_message=key.missing_key_message
    )
    return NesDependencies(setup=asking, accounts=key)
