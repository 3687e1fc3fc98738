"""The options of a live session, mode and model: set, stored, and reported to the client."""

from collections.abc import Coroutine
from typing import Any

from understudy.chat.permissions import MODES_BY_PERMISSIVENESS, SESSION_MODES, Mode
from understudy.chat.session.session import Session
from understudy.chat.shared import AgentState
from understudy.schema.acp import (
    ConfigOptionUpdate,
    CurrentModeUpdate,
    SessionConfigOption,
    SessionConfigSelectOption,
)

__all__ = ["NO_MODEL", "choose_mode", "choose_model", "config_options"]

NO_MODEL = "none"


def config_options(session: Session, state: AgentState) -> list[SessionConfigOption]:
    """Mode and model as ACP config options, for clients that show these instead of modes."""
    current = [] if session.model is None else [session.model]
    models = list(dict.fromkeys([*state.models.choices, *current]))
    return [
        SessionConfigOption(
            id="mode",
            name="Mode",
            description="What Understudy may do without asking.",
            category="mode",
            type="select",
            current_value=session.permissions.mode,
            options=[
                SessionConfigSelectOption(value=mode.id, name=mode.name, description=mode.description)
                for mode in SESSION_MODES
            ],
        ),
        SessionConfigOption(
            id="model",
            name="Model",
            description="The language model that answers.",
            category="model",
            type="select",
            current_value=session.model or NO_MODEL,
            options=[
                SessionConfigSelectOption(
                    value=NO_MODEL, name="No model", description="Slash commands only."
                ),
                *(SessionConfigSelectOption(value=name, name=name) for name in models),
            ],
        ),
    ]


def choose_mode(session: Session, state: AgentState, mode: Mode) -> Coroutine[Any, Any, Session]:
    """Set the mode now; awaiting the returned coroutine stores it and notifies the client, as mode and as option.

    If storing fails, the mode falls back to the stored one, unless the current one is stricter.
    """
    session.permissions.mode = mode

    async def store_mode() -> Session:
        if mode is session.stored_mode:
            return session
        try:
            await state.store.change(session.id, settings={"mode": mode})
        except BaseException:
            session.permissions.mode = min(
                session.permissions.mode, session.stored_mode, key=MODES_BY_PERMISSIVENESS.index
            )
            raise
        session.stored_mode = mode
        await state.outbound.send_update(session.id, CurrentModeUpdate(current_mode_id=mode))
        await _send_config_options(session, state)
        return session

    return store_mode()


async def choose_model(session: Session, state: AgentState, name: str) -> Session:
    """Change the model. Raises ModelError for a model that cannot be used, and then changes nothing."""
    chosen = None if name == NO_MODEL else name
    if chosen == session.model:
        return session
    if chosen is not None:
        await state.models.check(chosen)
    await state.store.change(session.id, settings={"model": name})
    session.model = chosen
    await _send_config_options(session, state)
    return session


async def _send_config_options(session: Session, state: AgentState) -> None:
    await state.outbound.send_update(
        session.id, ConfigOptionUpdate(config_options=config_options(session, state))
    )
