"""Plays stories against an agent: in this process on a virtual clock, or another program's on real time."""

import asyncio
import tempfile
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import msgspec

from understudy.acp import Agent, ChatDependencies, NesDependencies, NotReady
from understudy.nes import NesSetup
from understudy.nes.index import SessionWorkspaceTexts
from understudy.nes.text import Document, TextSnapshot
from understudy.replay.limits import INDEX_TIMEOUT_S
from understudy.replay.stories.pace import Pace, RealPace, VirtualClock
from understudy.replay.stories.results import WAYS, StoryResult, StoryResults, Way
from understudy.replay.stories.simulated_user import SimulatedUser
from understudy.replay.stories.story import Story
from understudy.replay.stories.story_text import StoryText
from understudy.replay.suggestion_client import (
    SuggestionClient,
    SuggestionKind,
    launch_agent,
    loop_factory,
)
from understudy.wire import Channel

__all__ = ["StoryPlan", "play_stories"]

_KINDS: Final[tuple[SuggestionKind, ...]] = ("jump", "rename", "searchAndReplace")


class StoryPlan(msgspec.Struct, frozen=True, kw_only=True):
    stories: tuple[Story, ...]
    setup: NesSetup | None = None
    """The agent in this process; its clock is replaced. None starts `command`."""
    command: tuple[str, ...] = ()
    environ: Mapping[str, str] = {}
    ways: tuple[Way, ...] = WAYS


def play_stories(plan: StoryPlan, on_result: Callable[[StoryResult], None] = lambda _: None) -> StoryResults:
    """Play every story in every way of asking. Raises ReplayError."""
    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        return runner.run(_play_async(plan, on_result))


async def _play_async(plan: StoryPlan, on_result: Callable[[StoryResult], None]) -> StoryResults:
    name = "Understudy, in process" if plan.setup is not None else " ".join(plan.command)
    results = StoryResults(agent=name, results=[])
    async with _connect(plan) as (client, pace, wait_for_index):
        for story in plan.stories:
            for way in plan.ways:
                result = await _play_story(client, pace, wait_for_index, story, way)
                results.results.append(result)
                on_result(result)
    return results


_WaitForIndex = Callable[[], None]


@asynccontextmanager
async def _connect(plan: StoryPlan) -> AsyncGenerator[tuple[SuggestionClient, Pace, _WaitForIndex]]:
    if plan.setup is None:
        async with launch_agent(plan.command, plan.environ, kinds=_KINDS) as client:
            yield client, RealPace(), lambda: None
        return
    clock = VirtualClock()
    indexes: list[SessionWorkspaceTexts] = []
    private_folders = plan.setup.private_folders

    def open_workspace_texts(
        folders: Sequence[str], documents: Mapping[str, Document], recent: Mapping[str, TextSnapshot]
    ) -> SessionWorkspaceTexts:
        indexes[:] = [SessionWorkspaceTexts(folders, documents, recent, private_folders=private_folders)]
        return indexes[0]

    def wait_for_index() -> None:
        """An editor has been open for a while when its user types: the files have been read."""
        for index in indexes:
            index.wait_for_scan(INDEX_TIMEOUT_S)

    setup = msgspec.structs.replace(plan.setup, clock=clock, open_workspace_texts=open_workspace_texts)

    def start_agent(channel: Channel) -> Agent:
        return Agent(channel, _no_chat, lambda: NesDependencies(setup=setup))

    async with launch_agent((), {}, kinds=_KINDS, partner=start_agent) as client:
        yield client, clock, wait_for_index


def _no_chat() -> ChatDependencies:
    raise NotReady("This agent is only for next edits.")


async def _play_story(
    client: SuggestionClient, pace: Pace, wait_for_index: _WaitForIndex, story: Story, way: Way
) -> StoryResult:
    with tempfile.TemporaryDirectory(prefix="understudy-stories-") as folder:
        root = Path(folder).resolve() / "project"
        for file in story.files:
            target = root / file.path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(StoryText(file).text, "utf-8", newline="")
        await client.start_session(root)
        try:
            await asyncio.to_thread(wait_for_index)
            return await SimulatedUser(client, pace, story, way, root).run()
        finally:
            await client.close_session()
