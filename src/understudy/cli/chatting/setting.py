"""Mode, model and the agent's other options: what there is to choose, and choosing it."""

from collections.abc import Sequence
from dataclasses import dataclass

from understudy.cli.chatting.opening import option_choices
from understudy.client import ClientError, Session
from understudy.schema import acp

__all__ = ["SessionSetting", "current_value_name", "find_setting", "list_settings"]


@dataclass(frozen=True, slots=True)
class SessionSetting:
    """Something with a value out of several."""

    id: str
    name: str
    category: str | None
    current: str | bool
    choices: Sequence[tuple[str | bool, str]]
    """Values, and what to call them."""
    legacy: bool = False
    """Set by session/set_mode, the older way."""

    async def apply(self, session: Session, value: str | bool) -> None:
        if self.legacy:
            await session.set_mode(str(value))
        else:
            await session.set_option(self.id, value)

    def find_value(self, text: str) -> str | bool:
        """By its value or its name, however they are capitalised. Raises ClientError."""
        for value, name in self.choices:
            if text.lower() in (str(value).lower(), name.lower()):
                return value
        names = ", ".join(str(value) for value, _ in self.choices)
        raise ClientError(f"{self.name} has no value {text}. It has: {names}.", "no_such_value")


def list_settings(session: Session) -> list[SessionSetting]:
    """All of them. An agent that tells its modes in both ways has one setting for them."""
    found = [_from_config_option(option) for option in session.options]
    if session.modes is not None and not any(setting.category == "mode" for setting in found):
        modes = [(mode.id, mode.name) for mode in session.modes.available_modes]
        found.append(SessionSetting("mode", "Mode", "mode", session.modes.current_mode_id, modes, legacy=True))
    return found


def find_setting(session: Session, wanted: str) -> SessionSetting | None:
    """By its category, else by its id."""
    found = list_settings(session)
    by_category = (setting for setting in found if setting.category == wanted)
    return next(by_category, None) or next((setting for setting in found if setting.id == wanted), None)


def current_value_name(setting: SessionSetting) -> str:
    return next((name for value, name in setting.choices if value == setting.current), str(setting.current))


def _from_config_option(option: acp.SessionConfigOption) -> SessionSetting:
    choices: list[tuple[str | bool, str]] = [(choice.value, choice.name) for choice in option_choices(option)]
    if isinstance(option.current_value, bool):
        choices = [(True, "on"), (False, "off")]
    return SessionSetting(option.id, option.name, option.category, option.current_value, choices)
