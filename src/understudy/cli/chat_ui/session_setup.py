"""Opens a session as the command line asks, and lists and changes its settings (mode, model, other options).

What the agent does not support is reported before anything is sent.
"""

import contextlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, cast

import msgspec

from understudy.cli.options import AgentOptions
from understudy.client import ClientError, Connection, Session
from understudy.schema import acp

__all__ = [
    "SessionSetting",
    "current_value_name",
    "find_setting",
    "list_settings",
    "open_session",
    "option_choices",
    "supported_context",
]

HOSTING_META_KEY: Final = "understudy.dev/hosting"


def supported_context(
    agent: Connection, agent_options: AgentOptions, warn: Callable[[str], None]
) -> list[acp.RuntimeContextItem]:
    """Return the context to send with each prompt. An agent without support for it gets none, with a warning."""
    if agent_options.context and agent.capabilities.session_capabilities.runtime_context is None:
        warn("The agent takes no context with a prompt (runtimeContext), so --context is not sent.")
        return []
    return agent_options.context


async def session_folder(agent: Connection, agent_options: AgentOptions, resume: str | None) -> Path:
    """The folder to work in. If none was given for an agent on another machine, it is the one of the session to
    resume, or the agent's first one if the current folder is not among those that it names."""
    if not agent_options.may_choose_cwd:
        return agent_options.cwd
    if resume is not None and agent.capabilities.session_capabilities.list is not None:
        async with contextlib.aclosing(agent.sessions()) as listed:
            async for info in listed:
                if info.session_id == resume:
                    return Path(info.cwd)
    hosting: Any = (agent.agent.meta or {}).get(HOSTING_META_KEY)
    roots: Any = cast(dict[str, Any], hosting).get("roots") if isinstance(hosting, dict) else None
    named = cast(list[Any], roots) if isinstance(roots, list) else []
    offered = [Path(root) for root in named if isinstance(root, str)]
    if not offered or any(agent_options.cwd.is_relative_to(root) for root in offered):
        return agent_options.cwd
    return offered[0]


async def open_session(
    agent: Connection, agent_options: AgentOptions, resume: str | None, *, replay: bool
) -> Session:
    """Open a new session, or the one to resume.

    Raises NotSupported for additional folders that the agent does not support: an answer about a part of the
    folders would look complete.
    """
    can = agent.capabilities.session_capabilities
    cwd = await session_folder(agent, agent_options, resume)
    if resume is None:
        session = await agent.new_session(cwd, additional=agent_options.additional_roots)
    elif can.resume is not None and not (replay and agent.capabilities.load_session):
        session = await agent.resume_session(resume, cwd, additional=agent_options.additional_roots)
    else:
        session = await agent.load_session(resume, cwd, additional=agent_options.additional_roots)
    if agent_options.model is not None:
        await _select_model(session, agent_options.model)
    return session


def option_choices(option: acp.SessionConfigOption) -> list[acp.SessionConfigSelectOption]:
    """Return the values of an option, without their groups."""
    found: list[acp.SessionConfigSelectOption] = []
    for entry in option.options or []:
        found += _flatten_entry(entry)
    return found


def _flatten_entry(entry: Any) -> list[acp.SessionConfigSelectOption]:
    for kind in (acp.SessionConfigSelectOption, acp.SessionConfigSelectGroup):
        try:
            parsed = entry if isinstance(entry, kind) else msgspec.convert(entry, kind)
        except msgspec.ValidationError:
            continue
        return [parsed] if isinstance(parsed, acp.SessionConfigSelectOption) else parsed.options
    return []


async def _select_model(session: Session, name: str) -> None:
    """Select the model. Raises ClientError if that is impossible: another model could be wrong, and expensive."""
    option = next((option for option in session.options if option.category == "model"), None)
    if option is None:
        raise ClientError(f"The agent offers no choice of models, so it cannot use {name}.", "not_supported")
    values = [choice.value for choice in option_choices(option)]
    if name not in values:
        raise ClientError(f"The agent has no model {name}. It has: {', '.join(values)}.", "no_such_model")
    await session.set_option(option.id, name)


@dataclass(frozen=True, slots=True)
class SessionSetting:
    """A setting of a session with its possible values."""

    id: str
    name: str
    category: str | None
    current: str | bool
    choices: Sequence[tuple[str | bool, str]]
    """The values and their names."""
    legacy: bool = False
    """Whether it is changed with session/set_mode, the older method."""

    async def apply(self, session: Session, value: str | bool) -> None:
        if self.legacy:
            await session.set_mode(str(value))
        else:
            await session.set_option(self.id, value)

    def find_value(self, text: str) -> str | bool:
        """Return the value with this value or name, ignoring case. Raises ClientError."""
        for value, name in self.choices:
            if text.lower() in (str(value).lower(), name.lower()):
                return value
        names = ", ".join(str(value) for value, _ in self.choices)
        raise ClientError(f"{self.name} has no value {text}. It has: {names}.", "no_such_value")


def list_settings(session: Session) -> list[SessionSetting]:
    """Return all settings. Modes that the agent reports both as modes and as an option appear once."""
    found = [_from_config_option(option) for option in session.options]
    if session.modes is not None and not any(setting.category == "mode" for setting in found):
        modes = [(mode.id, mode.name) for mode in session.modes.available_modes]
        found.append(
            SessionSetting("mode", "Mode", "mode", session.modes.current_mode_id, modes, legacy=True)
        )
    return found


def find_setting(session: Session, name: str) -> SessionSetting | None:
    """Return the setting with this category, otherwise the one with this id."""
    found = list_settings(session)
    by_category = (setting for setting in found if setting.category == name)
    return next(by_category, None) or next((setting for setting in found if setting.id == name), None)


def current_value_name(setting: SessionSetting) -> str:
    return next((name for value, name in setting.choices if value == setting.current), str(setting.current))


def _from_config_option(option: acp.SessionConfigOption) -> SessionSetting:
    choices: list[tuple[str | bool, str]] = [(choice.value, choice.name) for choice in option_choices(option)]
    if isinstance(option.current_value, bool):
        choices = [(True, "on"), (False, "off")]
    return SessionSetting(option.id, option.name, option.category, option.current_value, choices)
