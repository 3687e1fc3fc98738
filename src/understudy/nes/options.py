"""The config options of a next-edit session: how they are described to the client, and how it changes them.

Which options there are is declared in `understudy.settings.NesOptions`. Here is only what a declaration cannot say:
which engines this set-up has, and that an engine may need a key.
"""

from collections.abc import Sequence
from typing import Final

from msgspec import structs

from understudy.nes.errors import AuthRequired, BadRequest
from understudy.nes.setup import NesClientCapabilities, NesSetup
from understudy.schema.acp import SessionConfigOption, SessionConfigSelectOption
from understudy.settings import DeclaredSetting, Eagerness, EngineName, NesOptions, declared_settings

__all__ = ["MIN_PROBABILITY_BY_EAGERNESS", "Settings", "apply_option", "build_options", "require_key"]

MIN_PROBABILITY_BY_EAGERNESS: Final[dict[Eagerness, float]] = {"low": 0.6, "medium": 0.44, "high": 0.25}
"""The probability from which on a suggestion is shown without a request by the user."""

_OPTIONS: Final = {one.name: one for one in declared_settings(NesOptions)}
_BOOLEAN_WORDS: Final = {"true": True, "on": True, "false": False, "off": False}


class Settings(NesOptions, frozen=True):
    """The options of one session."""

    @classmethod
    def from_setup(cls, setup: NesSetup) -> "Settings":
        values = {name: getattr(setup, name) for name in NesOptions.__struct_fields__}
        if setup.open_model is None:
            values["engine"] = "symbolic"
        return cls(**values)

    @property
    def min_probability(self) -> float:
        return MIN_PROBABILITY_BY_EAGERNESS[self.eagerness]


def build_options(
    settings: Settings, setup: NesSetup, client: NesClientCapabilities
) -> list[SessionConfigOption]:
    return [
        _build_boolean_option(one, getattr(settings, name), client)
        if one.kind is bool
        else _build_select_option(one, getattr(settings, name), setup)
        for name, one in _OPTIONS.items()
    ]


def apply_option(settings: Settings, setup: NesSetup, option: str, value: object) -> Settings:
    """Return the settings with one option changed; its value is an editor's, of any type.

    Raises BadRequest or AuthRequired.
    """
    declared = _OPTIONS.get(option)
    if declared is None:
        raise BadRequest(
            "configId", f"There is no option {option[:100]!r}. The options are: {', '.join(_OPTIONS)}."
        )
    if declared.kind is bool:
        return structs.replace(settings, **{option: _parse_bool(option, value)})
    changed = structs.replace(settings, **{option: _parse_choice(declared, value, setup)})
    if option == "engine":
        require_key(changed.engine, setup)
    return changed


def require_key(engine: EngineName, setup: NesSetup) -> None:
    """Raise AuthRequired for an engine whose key is missing."""
    if engine != "symbolic" and (missing := setup.missing_key_message()) is not None:
        raise AuthRequired(missing)


def _available_values(declared: DeclaredSetting, setup: NesSetup) -> Sequence[str]:
    """Return the values that this set-up has: without a model there is only the symbolic engine."""
    return ("symbolic",) if declared.name == "engine" and setup.open_model is None else declared.choices


def _parse_bool(option: str, value: object) -> bool:
    parsed = (
        _BOOLEAN_WORDS.get(value) if isinstance(value, str) else value if isinstance(value, bool) else None
    )
    if parsed is None:
        raise BadRequest("value", f"The option {option!r} is true or false.")
    return parsed


def _parse_choice(declared: DeclaredSetting, value: object, setup: NesSetup) -> str:
    values = _available_values(declared, setup)
    if not isinstance(value, str) or value not in values:
        raise BadRequest("value", f"The option {declared.name!r} is one of: {', '.join(values)}.")
    return value


def _build_select_option(declared: DeclaredSetting, current: str, setup: NesSetup) -> SessionConfigOption:
    shown = declared.setting.option
    assert shown is not None  # noqa: S101 - every field of NesOptions is a session option
    model = f" The model is {setup.model_name}." if declared.name == "engine" and setup.model_name else ""
    values = [(value, *shown.labels[value]) for value in _available_values(declared, setup)]
    return SessionConfigOption(
        id=declared.name,
        name=shown.name,
        description=shown.description + model,
        category=shown.category,
        type="select",
        current_value=current,
        options=[
            SessionConfigSelectOption(value=value, name=name, description=description)
            for value, name, description in values
        ],
    )


def _build_boolean_option(
    declared: DeclaredSetting, on: bool, client: NesClientCapabilities
) -> SessionConfigOption:
    shown = declared.setting.option
    assert shown is not None  # noqa: S101 - every field of NesOptions is a session option
    option = SessionConfigOption(
        id=declared.name, name=shown.name, description=shown.description, type="boolean", current_value=on
    )
    if client.supports_boolean_options:
        return option
    return structs.replace(
        option,
        type="select",
        current_value="on" if on else "off",
        options=[
            SessionConfigSelectOption(value="on", name="On"),
            SessionConfigSelectOption(value="off", name="Off"),
        ],
    )
