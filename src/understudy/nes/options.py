"""What the user can set on a next-edit session while it runs, and how that is told to the client."""

from typing import Final, cast, get_args

from msgspec import Struct

from understudy.nes.errors import AuthRequired, BadRequest
from understudy.nes.setup import Eagerness, EngineName, NesClientCapabilities, NesSetup
from understudy.schema.acp import SessionConfigOption, SessionConfigSelectOption

__all__ = ["MIN_PROBABILITY_BY_EAGERNESS", "Settings", "apply_option", "build_options", "require_key"]

MIN_PROBABILITY_BY_EAGERNESS: Final[dict[Eagerness, float]] = {"low": 0.6, "medium": 0.39, "high": 0.25}
"""The chance from which on a suggestion is shown unasked."""

_ENGINE_LABELS: Final[dict[EngineName, tuple[str, str]]] = {
    "symbolic": ("Symbolic", "Learns from your last edits, here and at once. No model, no network."),
    "hybrid": ("Symbolic, then model", "Asks the model where the symbolic engine has no answer."),
    "model": ("Model", "Asks the model each time."),
}
_EAGERNESS_LABELS: Final[dict[Eagerness, tuple[str, str]]] = {
    "low": ("Low", "Only what is quite certain."),
    "medium": ("Medium", "What is right about seven times in ten."),
    "high": ("High", "More suggestions, more of them wrong."),
}
_BOOLEAN_WORDS: Final = {"true": True, "on": True, "false": False, "off": False}


class Settings(Struct):
    enabled: bool
    engine: EngineName
    eagerness: Eagerness
    remember: bool

    @classmethod
    def from_setup(cls, setup: NesSetup) -> "Settings":
        engine = setup.engine if setup.open_model is not None else "symbolic"
        return cls(setup.enabled, engine, setup.eagerness, setup.remember)

    @property
    def min_probability(self) -> float:
        return MIN_PROBABILITY_BY_EAGERNESS[self.eagerness]


def build_options(
    settings: Settings, setup: NesSetup, client: NesClientCapabilities
) -> list[SessionConfigOption]:
    model = f" The model is {setup.model_name}." if setup.model_name else ""
    return [
        _build_boolean_option(
            "enabled", "Next edit suggestions", "Whether edits are suggested.", settings.enabled, client
        ),
        SessionConfigOption(
            id="engine",
            name="Engine",
            description=f"What the suggestions come from.{model}",
            category="model",
            type="select",
            current_value=settings.engine,
            options=[
                _build_select_value(engine, *_ENGINE_LABELS[engine]) for engine in _available_engines(setup)
            ],
        ),
        SessionConfigOption(
            id="eagerness",
            name="Eagerness",
            description="How certain a suggestion must be to be shown.",
            type="select",
            current_value=settings.eagerness,
            options=[_build_select_value(value, *wording) for value, wording in _EAGERNESS_LABELS.items()],
        ),
        _build_boolean_option(
            "remember",
            "Remember",
            "Whether what you take and refuse counts in later sessions. No source text is kept.",
            settings.remember,
            client,
        ),
    ]


def apply_option(settings: Settings, setup: NesSetup, option: str, value: str | bool) -> None:
    match option:
        case "enabled":
            settings.enabled = _parse_bool(option, value)
        case "remember":
            settings.remember = _parse_bool(option, value)
        case "eagerness":
            settings.eagerness = cast(Eagerness, _parse_choice(option, value, get_args(Eagerness)))
        case "engine":
            engine = cast(EngineName, _parse_choice(option, value, _available_engines(setup)))
            require_key(engine, setup)
            settings.engine = engine
        case _:
            raise BadRequest(
                "configId",
                f"There is no option {option[:100]!r}. The options are: enabled, engine, eagerness, remember.",
            )


def require_key(engine: EngineName, setup: NesSetup) -> None:
    """Refuse an engine whose key is missing."""
    if engine != "symbolic" and (missing := setup.missing_key_message()) is not None:
        raise AuthRequired(missing)


def _available_engines(setup: NesSetup) -> list[EngineName]:
    return ["symbolic"] if setup.open_model is None else list(_ENGINE_LABELS)


def _parse_bool(option: str, value: str | bool) -> bool:
    truth = value if isinstance(value, bool) else _BOOLEAN_WORDS.get(value)
    if truth is None:
        raise BadRequest("value", f"The option {option!r} is true or false.")
    return truth


def _parse_choice(option: str, value: str | bool, values: "list[EngineName] | tuple[str, ...]") -> str:
    if not isinstance(value, str) or value not in values:
        raise BadRequest("value", f"The option {option!r} is one of: {', '.join(values)}.")
    return value


def _build_select_value(value: str, name: str, description: str) -> SessionConfigSelectOption:
    return SessionConfigSelectOption(value=value, name=name, description=description)


def _build_boolean_option(
    option: str, name: str, description: str, on: bool, client: NesClientCapabilities
) -> SessionConfigOption:
    if client.supports_boolean_options:
        return SessionConfigOption(
            id=option, name=name, description=description, type="boolean", current_value=on
        )
    return SessionConfigOption(
        id=option,
        name=name,
        description=description,
        type="select",
        current_value="on" if on else "off",
        options=[
            SessionConfigSelectOption(value="on", name="On"),
            SessionConfigSelectOption(value="off", name="Off"),
        ],
    )
