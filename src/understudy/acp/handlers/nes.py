"""Handlers of nes/*: sessions of next edit suggestions, the suggestions, and their acceptance or rejection."""

from collections.abc import Awaitable
from typing import TYPE_CHECKING

from understudy.rpc import ResultWithCallback
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


def start(agent: "Agent", params: StartNesRequest) -> Awaitable[StartNesResponse]:
    """The session starts now, and follows the documents; the response waits for its files."""
    response = agent.nes.start(params)
    response.config_options = agent.nes.options(response.session_id)
    return _respond_after_scan(agent, response)


async def _respond_after_scan(agent: "Agent", response: StartNesResponse) -> StartNesResponse:
    await agent.nes.wait_for_first_scan(response.session_id)
    return response


def suggest(agent: "Agent", params: SuggestNesRequest) -> Awaitable[ResultWithCallback]:
    """The request is evaluated now, on the current documents, except while it has to wait."""
    return _respond_and_collect(agent, agent.nes.suggest(params))


async def _respond_and_collect(agent: "Agent", response: Awaitable[SuggestNesResponse]) -> ResultWithCallback:
    return ResultWithCallback(await response, agent.garbage_collection.on_answer_sent)


def close(agent: "Agent", params: CloseNesRequest) -> CloseNesResponse:
    return agent.nes.close(params)


def accept(agent: "Agent", params: AcceptNesNotification) -> None:
    if agent.has_nes:
        agent.nes.accept(params)


def reject(agent: "Agent", params: RejectNesNotification) -> None:
    if agent.has_nes:
        agent.nes.reject(params)
