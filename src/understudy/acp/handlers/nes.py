"""Handlers of nes/*: sessions of next edit suggestions, the suggestions, and their acceptance or rejection."""

import asyncio
import os
from collections.abc import Awaitable, Sequence
from typing import TYPE_CHECKING

from msgspec import structs

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
from understudy.uris import uri_to_path

if TYPE_CHECKING:
    from understudy.acp.agent import Agent

__all__ = ["accept", "close", "reject", "start", "suggest"]


def start(agent: "Agent", params: StartNesRequest) -> Awaitable[StartNesResponse]:
    """The session starts now, and follows the documents; the response waits for its files."""
    if agent.hosting is not None:
        params = _without_foreign_folders(params, agent.hosting.roots)
    response = agent.nes.start(params)
    response.config_options = agent.nes.options(response.session_id)
    return _respond_after_scan(agent, response)


def _without_foreign_folders(params: StartNesRequest, allowed: Sequence[str]) -> StartNesRequest:
    """Keep the folders of this server that the user may read; others are on the client's machine."""
    from understudy.workspace.paths import is_within  # only a server needs it

    folders = [os.path.realpath(folder) for folder in allowed]

    def is_readable(uri: str) -> bool:
        path = uri_to_path(uri)
        return path is not None and any(is_within(os.path.realpath(path), folder) for folder in folders)

    return structs.replace(
        params,
        workspace_uri=params.workspace_uri
        if params.workspace_uri and is_readable(params.workspace_uri)
        else None,
        workspace_folders=[folder for folder in params.workspace_folders or [] if is_readable(folder.uri)],
    )


async def _respond_after_scan(agent: "Agent", response: StartNesResponse) -> StartNesResponse:
    await agent.nes.wait_for_first_scan(response.session_id)
    return response


def suggest(agent: "Agent", params: SuggestNesRequest) -> ResultWithCallback | Awaitable[ResultWithCallback]:
    """The request is evaluated now, on the current documents, except while it has to wait."""
    from understudy.nes import CompletedAnswer  # loaded with the service

    response = agent.nes.suggest(params)
    if isinstance(response, CompletedAnswer):  # most are: a task would be two rounds of the event loop
        return _to_result(agent, response.response)
    responding = asyncio.create_task(_respond_and_collect(agent, response), name="nes/suggest")
    # A task that is cancelled before its first step awaits nothing.
    responding.add_done_callback(lambda _: response.close())
    return responding


async def _respond_and_collect(agent: "Agent", response: Awaitable[SuggestNesResponse]) -> ResultWithCallback:
    return _to_result(agent, await response)


def _to_result(agent: "Agent", answer: SuggestNesResponse) -> ResultWithCallback:
    if agent.on_suggestion is not None and answer.suggestions:
        agent.on_suggestion("shown")
    return ResultWithCallback(answer, agent.garbage_collection.on_answer_sent)


def close(agent: "Agent", params: CloseNesRequest) -> CloseNesResponse:
    return agent.nes.close(params)


def accept(agent: "Agent", params: AcceptNesNotification) -> None:
    if agent.has_nes:
        agent.nes.accept(params)
        if agent.on_suggestion is not None:
            agent.on_suggestion("accepted")


def reject(agent: "Agent", params: RejectNesNotification) -> None:
    if agent.has_nes:
        agent.nes.reject(params)
        if agent.on_suggestion is not None:
            agent.on_suggestion("rejected")
