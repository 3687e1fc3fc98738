"""What the user can set on a next-edit session while it runs, and how that is told to the client."""

from typing import Final, cast, get_args

from msgspec import Struct

from understudy.nes.errors import AuthRequired, BadRequest
from understudy.nes.setup import Eagerness, EngineName, NesClient, NesSetup
from understudy.schema.acp import SessionConfigOption, SessionConfigSelectOption

__all__ = ["LOWER_WHEN_ASKED", "THRESHOLDS", "Settings", "change", "check_key", "options"]

THRESHOLDS: Final[dict[Eagerness, float]] = {"low": 0.6, "medium": 0.39, "high": 0.25}
"""The chance from which on a suggestion is shown unasked."""
LOWER_WHEN_ASKED: Final = 0.15
"""So much less is enough if the user asked for it."""

_ENGINES: Final[dict[EngineName, tuple[str, str]]] = {
    "symbolic": ("Symbolic", "Learns from your last edits, here and at once. No model, no network."),
    "hybrid": ("Symbolic, then model", "Asks the model where the symbolic engine has no answer."),
    "model": ("Model", "Asks the model each time."),
}
_EAGERNESS: Final[dict[Eagerness, tuple[str, str]]] = {
    "low": ("Low", "Only what is quite certain."),
    "medium": ("Medium", "What is right about seven times in ten."),
    "high": ("High", "More suggestions, more of them wrong."),
}
_ON: Final = {"true": True, "on": True, "false": False, "off": False}


class Settings(Struct):
    enabled: bool
    engine: EngineName
    eagerness: Eagerness
    remember: bool

    @classmethod
    def of(cls, setup: NesSetup) -> "Settings":
        engine = setup.engine if setup.open_model is not None else "symbolic"
        return cls(setup.enabled, engine, setup.eagerness, setup.remember)

    @property
    def threshold(self) -> float:
        return THRESHOLDS[self.eagerness]


def options(settings: Settings, setup: NesSetup, client: NesClient) -> list[SessionConfigOption]:
    model = f" The model is {setup.model_name}." if setup.model_name else ""
    return [
        _switch("enabled", "Next edit suggestions", "Whether edits are suggested.", settings.enabled, client),
        SessionConfigOption(
            id="engine",
            name="Engine",
            description=f"What the suggestions come from.{model}",
            category="model",
            type="select",
            current_value=settings.engine,
            options=[_choice(engine, *_ENGINES[engine]) for engine in _engines(setup)],
        ),
        SessionConfigOption(
            id="eagerness",
            name="Eagerness",
            description="How certain a suggestion must be to be shown.",
            type="select",
            current_value=settings.eagerness,
            options=[_choice(value, *wording) for value, wording in _EAGERNESS.items()],
        ),
        _switch(
            "remember",
            "Remember",
            "Whether what you take and refuse counts in later sessions. No source text is kept.",
            settings.remember,
            client,
        ),
    ]


def change(settings: Settings, setup: NesSetup, option: str, value: str | bool) -> None:
    match option:
        case "enabled":
            settings.enabled = _truth(option, value)
        case "remember":
            settings.remember = _truth(option, value)
        case "eagerness":
            settings.eagerness = cast(Eagerness, _one_of(option, value, get_args(Eagerness)))
        case "engine":
            engine = cast(EngineName, _one_of(option, value, _engines(setup)))
            check_key(engine, setup)
            settings.engine = engine
        case _:
            raise BadRequest(
                "configId",
                f"There is no option {option[:100]!r}. The options are: enabled, engine, eagerness, remember.",
            )


def check_key(engine: EngineName, setup: NesSetup) -> None:
    """Refuse an engine whose key is missing."""
    if engine != "symbolic" and (missing := setup.needs_key()) is not None:
        raise AuthRequired(missing)


def _engines(setup: NesSetup) -> list[EngineName]:
    return ["symbolic"] if setup.open_model is None else list(_ENGINES)


def _truth(option: str, value: str | bool) -> bool:
    truth = value if isinstance(value, bool) else _ON.get(value)
    if truth is None:
        raise BadRequest("value", f"The option {option!r} is true or false.")
    return truth


def _one_of(option: str, value: str | bool, values: "list[EngineName] | tuple[str, ...]") -> str:
    if not isinstance(value, str) or value not in values:
        raise BadRequest("value", f"The option {option!r} is one of: {', '.join(values)}.")
    return value


def _choice(value: str, name: str, description: str) -> SessionConfigSelectOption:
    return SessionConfigSelectOption(value=value, name=name, description=description)


def _switch(option: str, name: str, description: str, on: bool, client: NesClient) -> SessionConfigOption:
    if client.booleans:
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
