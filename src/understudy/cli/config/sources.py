"""Looks settings up in the command line, the environment and config.toml, in this order of precedence.

Works on any struct of `understudy.settings`. Owns the rule which base URL belongs to which model. Does not know
what a model's name means; its callers do.
"""

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from understudy.cli.config.errors import SettingsError
from understudy.settings import DeclaredSetting, declared_settings

__all__ = ["GivenValue", "ModelSource", "SettingSources", "url_sources"]

StructT = TypeVar("StructT", bound=msgspec.Struct)


class GivenValue(NamedTuple):
    value: Any
    label: str
    """The name of the flag or variable, or the file and the key."""


class ModelSource(NamedTuple):
    """The model, its base URL and its key's variable, as one of the three sources gives them."""

    model: GivenValue | None
    url: GivenValue | None
    key_variable: str | None = None


class SettingSources(Generic[StructT]):
    """The values of one struct's settings, by source. Raises SettingsError for an invalid flag or variable."""

    def __init__(
        self,
        kind: type[StructT],
        options: argparse.Namespace,
        environ: Mapping[str, str],
        file_values: Mapping[str, Any],
        path: Path,
        prefix: str = "",
    ) -> None:
        declared = list(declared_settings(kind))
        self._kind = kind
        self._layers = (
            _given(declared, lambda one: getattr(options, one.dest, None), lambda one: one.setting.flag),
            _given(
                declared,
                lambda one: environ.get(one.setting.variable or ""),
                lambda one: one.setting.variable,
            ),
            {name: GivenValue(value, f"{path}: {prefix}{name}") for name, value in file_values.items()},
        )

    def first(self, name: str) -> GivenValue | None:
        return next((layer[name] for layer in self._layers if name in layer), None)

    def resolve(self) -> StructT:
        """Return the struct with the first value given for each setting, or its default."""
        found = {name: self.first(name) for name in self._kind.__struct_fields__}
        return self._kind(**{name: given.value for name, given in found.items() if given is not None})

    def model_sources(self, model: str, url: str, key_variable: str | None = None) -> list[ModelSource]:
        """Return what each source says about a model; the arguments are the names of the settings."""
        sources: list[ModelSource] = []
        for layer in self._layers:
            key = layer.get(key_variable or "")
            named = layer.get(model)
            named = named if named is not None and named.value else None
            sources.append(ModelSource(named, layer.get(url), None if key is None else key.value))
        return sources


def url_sources(
    sources: Sequence[ModelSource], owner: Callable[[GivenValue], str]
) -> Iterator[tuple[ModelSource, bool]]:
    """Return the sources that give a base URL, each with whether that URL belongs to the model in use.

    A URL belongs to the model named by its own source or, if it names none, by the next one that does: a local
    server in the config file is not used for another model that is named on the command line. `owner` returns what
    two models at one server have in common, such as the provider.
    """
    in_use = next((source.model for source in sources if source.model is not None), None)
    for number, source in enumerate(sources):
        if source.url is None:
            continue
        beside = next((below.model for below in sources[number:] if below.model is not None), in_use)
        yield source, in_use is not None and beside is not None and owner(beside) == owner(in_use)


def _given(
    declared: Sequence[DeclaredSetting],
    get_text: Callable[[DeclaredSetting], Any],
    label: Callable[[DeclaredSetting], str | None],
) -> dict[str, GivenValue]:
    """Return the values of one source, converted to their types. An empty text counts as not given."""
    values: dict[str, GivenValue] = {}
    for one in declared:
        text, name = get_text(one), label(one)
        if name is None or not text:
            continue
        try:
            values[one.name] = GivenValue(msgspec.convert(text, one.annotation, strict=False), name)
        except msgspec.ValidationError:
            raise SettingsError("bad_setting", f"{name} must be {one.expected}.") from None
    return values
