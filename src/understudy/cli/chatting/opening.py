"""From wishes to a session: what the agent cannot do is said before anything is sent."""

from collections.abc import Callable
from typing import Any

import msgspec

from understudy.cli.chatting.options import Wishes
from understudy.client import ClientError, Connection, Session
from understudy.schema import acp

__all__ = ["choices_of", "opened", "taken_context"]


def taken_context(
    agent: Connection, wishes: Wishes, warn: Callable[[str], None]
) -> list[acp.RuntimeContextItem]:
    """What the agent is told on each turn. The answer is poorer without it, but not wrong: a warning will do."""
    if wishes.context and agent.capabilities.session_capabilities.runtime_context is None:
        warn("The agent takes no context with a prompt (runtimeContext), so --context is not sent.")
        return []
    return wishes.context


async def opened(agent: Connection, wishes: Wishes, resume: str | None, *, replay: bool) -> Session:
    """A new session, or the one to go on with.

    An agent that takes no further folders is not asked at all (NotSupported): it would answer for half of what
    was meant, and nobody would see it in the answer.
    """
    can = agent.capabilities.session_capabilities
    if resume is None:
        session = await agent.new_session(wishes.cwd, additional=wishes.additional)
    elif can.resume is not None and not (replay and agent.capabilities.load_session):
        session = await agent.resume_session(resume, wishes.cwd, additional=wishes.additional)
    else:
        session = await agent.load_session(resume, wishes.cwd, additional=wishes.additional)
    if wishes.model is not None:
        await _choose_model(session, wishes.model)
    return session


def choices_of(option: acp.SessionConfigOption) -> list[acp.SessionConfigSelectOption]:
    """The values of a selection, out of their groups."""
    found: list[acp.SessionConfigSelectOption] = []
    for entry in option.options or []:
        found += _entries(entry)
    return found


def _entries(entry: Any) -> list[acp.SessionConfigSelectOption]:
    for kind in (acp.SessionConfigSelectOption, acp.SessionConfigSelectGroup):
        try:
            read = entry if isinstance(entry, kind) else msgspec.convert(entry, kind)
        except msgspec.ValidationError:
            continue
        return [read] if isinstance(read, acp.SessionConfigSelectOption) else read.options
    return []


async def _choose_model(session: Session, name: str) -> None:
    """Another model than the one that was named would be a wrong answer, and perhaps a dear one."""
    option = next((option for option in session.options if option.category == "model"), None)
    if option is None:
        raise ClientError(f"The agent offers no choice of models, so it cannot use {name}.", "not_supported")
    values = [choice.value for choice in choices_of(option)]
    if name not in values:
        raise ClientError(f"The agent has no model {name}. It has: {', '.join(values)}.", "no_such_model")
    await session.set_option(option.id, name)
