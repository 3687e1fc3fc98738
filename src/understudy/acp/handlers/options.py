"""session/set_mode and session/set_config_option: what the user changes while a session is open."""

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


async def set_mode(agent: "Agent", params: SetSessionModeRequest) -> SetSessionModeResponse:
    await agent.chat.set_mode(params.session_id, params.mode_id)
    return SetSessionModeResponse()


async def set_config_option(
    agent: "Agent", params: SetSessionConfigOptionRequest
) -> SetSessionConfigOptionResponse:
    session = await agent.chat.set_option(params.session_id, params.config_id, params.value)
    return SetSessionConfigOptionResponse(config_options=agent.chat.options(session))
