"""What the user can set on a session while it runs: its mode and its model, and how both are told to the client."""

from collections.abc import Coroutine
from typing import Any

from understudy.chat.engine import Engine
from understudy.chat.permissions import FREEDOM, MODES, Mode
from understudy.chat.session import Session
from understudy.schema.acp import (
    ConfigOptionUpdate,
    CurrentModeUpdate,
    SessionConfigOption,
    SessionConfigSelectOption,
)

__all__ = ["NO_MODEL", "choose_mode", "choose_model", "options"]

NO_MODEL = "none"


def options(session: Session, engine: Engine) -> list[SessionConfigOption]:
    """Mode and model as ACP's configuration options, for clients that show these instead of modes."""
    current = [] if session.model is None else [session.model]
    models = list(dict.fromkeys([*engine.models.choices, *current]))
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
                for mode in MODES
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


def choose_mode(session: Session, engine: Engine, mode: Mode) -> Coroutine[Any, Any, Session]:
    """The mode changes now; awaiting what is returned keeps it and tells the client in both of its languages.

    What cannot be kept is taken back, to the mode that was kept last; but never to a freer one.
    """
    session.permissions.mode = mode

    async def keep() -> Session:
        if mode is session.kept_mode:
            return session
        try:
            await engine.keeper.change(session.id, settings={"mode": mode})
        except BaseException:
            session.permissions.mode = min(session.permissions.mode, session.kept_mode, key=FREEDOM.index)
            raise
        session.kept_mode = mode
        await engine.outbound.update(session.id, CurrentModeUpdate(current_mode_id=mode))
        await _tell(session, engine)
        return session

    return keep()


async def choose_model(session: Session, engine: Engine, name: str) -> Session:
    """Change the model; raises ModelError for one that cannot be used, and then nothing is changed."""
    chosen = None if name == NO_MODEL else name
    if chosen == session.model:
        return session
    if chosen is not None:
        await engine.models.check(chosen)
    await engine.keeper.change(session.id, settings={"model": name})
    session.model = chosen
    await _tell(session, engine)
    return session


async def _tell(session: Session, engine: Engine) -> None:
    await engine.outbound.update(session.id, ConfigOptionUpdate(config_options=options(session, engine)))
