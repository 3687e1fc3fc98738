"""nes/*: sessions of next edit suggestions, the suggestions, and what the user thought of them."""

from collections.abc import Awaitable
from typing import TYPE_CHECKING

from understudy.schema.acp import (
    AcceptNesNotification,
    CloseNesRequest,
    CloseNesResponse,
    RejectNesNotification,
    StartNesRequest,
    StartNesResponse,
    SuggestNesRequest,
    SuggestNesResponse,
)

if TYPE_CHECKING:
    from understudy.acp.agent import Agent

__all__ = ["accept", "close", "reject", "start", "suggest"]


async def start(agent: "Agent", params: StartNesRequest) -> StartNesResponse:
    answer = agent.nes.start(params)
    answer.config_options = agent.nes.options(answer.session_id)
    await agent.nes.wait_for_first_scan(answer.session_id)
    return answer


def suggest(agent: "Agent", params: SuggestNesRequest) -> Awaitable[SuggestNesResponse]:
    """What it is about is fixed here and now, as the documents are; only a model is waited for."""
    return agent.nes.suggest(params)


def close(agent: "Agent", params: CloseNesRequest) -> CloseNesResponse:
    return agent.nes.close(params)


def accept(agent: "Agent", params: AcceptNesNotification) -> None:
    if agent.has_nes:
        agent.nes.accept(params)


def reject(agent: "Agent", params: RejectNesNotification) -> None:
    if agent.has_nes:
        agent.nes.reject(params)
