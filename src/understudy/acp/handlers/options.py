"""session/set_mode and session/set_config_option: what the user changes while a session is open."""

from collections.abc import Awaitable
from typing import TYPE_CHECKING

from understudy.schema.acp import (
    SetSessionConfigOptionRequest,
    SetSessionConfigOptionResponse,
    SetSessionModeRequest,
    SetSessionModeResponse,
)

if TYPE_CHECKING:
    from understudy.acp.agent import Agent

__all__ = ["set_config_option", "set_mode"]


def set_mode(agent: "Agent", params: SetSessionModeRequest) -> Awaitable[SetSessionModeResponse]:
    """The mode holds for whatever comes behind this message; that it is kept may take a moment longer."""
    changing = agent.chat.set_mode(params.session_id, params.mode_id)

    async def answer() -> SetSessionModeResponse:
        await changing
        return SetSessionModeResponse()

    return answer()


def set_config_option(
    agent: "Agent", params: SetSessionConfigOptionRequest
) -> Awaitable[SetSessionConfigOptionResponse] | SetSessionConfigOptionResponse:
    """A session is the chat's or one of next edits. Where there was no chat yet, it is none of the chat's."""
    if agent.has_nes and (agent.nes.has_session(params.session_id) or not agent.has_chat):
        changed = agent.nes.set_option(params.session_id, params.config_id, params.value)
        return SetSessionConfigOptionResponse(config_options=changed)
    chat = agent.chat
    changing = chat.set_option(params.session_id, params.config_id, params.value)

    async def answer() -> SetSessionConfigOptionResponse:
        return SetSessionConfigOptionResponse(config_options=chat.config_options(await changing))

    return answer()
