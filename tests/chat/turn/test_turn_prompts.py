"""From a prompt to what handles it: a slash command, a hint at a mistyped one, a notice, or the model."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from chat.turn.turn_harness import TurnHarness, run_virtually, says, turn_harness
from understudy.chat.events import UserPrompted
from understudy.chat.turn.turn import Turn
from understudy.schema.acp import (
    AgentThoughtChunk,
    Notice,
    ResourceLink,
    RuntimeContextItem,
    SessionInfoUpdate,
    TextContent,
    UserMessageChunk,
)

CONNECT_S = 10


def new_turn(harness: TurnHarness, *blocks: Any, context: Any = ()) -> Turn:
    turn = Turn(harness.session, harness.state, blocks, context)
    harness.session.turn = turn
    return turn


@pytest.mark.parametrize(
    ("prompt", "has_model", "reply", "is_model_checked", "waits_for_servers", "title"),
    [
        ("Do it.", True, "Done.", True, True, "Do it."),
        ("Do it.", False, "No model", False, False, "Do it."),
        ("/help", True, "Only `/compact` needs a model.", False, False, None),
        ("/help", False, "Only `/compact` needs a model.", False, False, None),
        ("/hlep", True, "Did you mean `/help`?", False, True, None),
        ("/hlep", False, "Did you mean `/help`?", False, False, None),
    ],
)
def test_what_handles_a_prompt(
    tmp_path: Path,
    prompt: str,
    has_model: bool,
    reply: str,
    is_model_checked: bool,
    waits_for_servers: bool,
    title: str | None,
) -> None:
    async def scenario() -> None:
        async with turn_harness(tmp_path, says("Done.")) as harness:
            session, models, loop = harness.session, harness.state.models, asyncio.get_running_loop()
            session.model = session.model if has_model else None
            session.has_title = False
            session.connect_task = asyncio.ensure_future(asyncio.sleep(CONNECT_S))
            assert (await new_turn(harness, TextContent(text=prompt)).run()).stop_reason == "end_turn"
            assert reply.lower() in harness.client.said.lower()
            assert models.checked == (["fake:model"] if is_model_checked else [])
            assert len(harness.model.requests) == is_model_checked
            assert loop.time() == pytest.approx(CONNECT_S if waits_for_servers else 0)
            titles = [update.title for update in harness.client.of(SessionInfoUpdate) if update.title]
            assert titles == ([] if title is None else [title])
            assert session.has_title is (title is not None)
            session.connect_task.cancel()

    run_virtually(scenario())


def test_only_the_first_prompt_of_a_session_sets_its_title(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with turn_harness(tmp_path, says("Done.")) as harness:
            harness.session.has_title = False
            for text in ("/help", "First.", "Second."):
                await new_turn(harness, TextContent(text=text)).run()
            titles = [update.title for update in harness.client.of(SessionInfoUpdate) if update.title]
            assert titles == ["First."]
            assert harness.session.has_title

    run_virtually(scenario())


def test_a_linked_file_is_attached_to_the_prompt(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with turn_harness(tmp_path, says("Done.")) as harness:
            file = Path(harness.session.cwd) / "notes.txt"
            file.write_text("remember the milk\n")
            link = ResourceLink(name="notes.txt", uri=file.as_uri())
            await new_turn(harness, TextContent(text="Read this."), link).run()
            (prompted,) = [event for event in harness.events() if isinstance(event, UserPrompted)]
            assert len(prompted.attached) == 1
            assert "remember the milk" in prompted.attached[0]

    run_virtually(scenario())


@pytest.mark.parametrize(("lines", "is_truncated"), [(1, False), (5000, True)])
def test_the_result_tells_which_runtime_context_was_truncated(
    tmp_path: Path, lines: int, is_truncated: bool
) -> None:
    context = [RuntimeContextItem(text="a line of context\n" * lines)]

    async def scenario() -> None:
        async with turn_harness(tmp_path, says("Done.")) as harness:
            harness.model.context_window = 6000
            turn = new_turn(harness, TextContent(text="Go."), context=context)
            meta = (await turn.run()).meta
            if is_truncated:
                assert meta == {"understudy/runtimeContext": {"trimmed": [{"index": 0}], "omitted": []}}
            else:
                assert meta is None
            assert "a line of context" not in repr(turn)

    run_virtually(scenario())


@pytest.mark.parametrize("shows_notices", [False, True])
def test_notices_go_to_clients_that_show_them_and_as_thoughts_to_others(
    tmp_path: Path, shows_notices: bool
) -> None:
    async def scenario() -> None:
        async with turn_harness(tmp_path, says("Done.")) as harness:
            harness.client.shows_notices = shows_notices
            harness.session.pending_notices += ["A server did not start."]
            await new_turn(harness, TextContent(text="Go.")).run()
            updates = harness.client.updates
            notices = [update.title for update in updates if isinstance(update, Notice)]
            thoughts = [update for update in updates if isinstance(update, AgentThoughtChunk)]
            assert notices == (["A server did not start."] if shows_notices else [])
            assert len(thoughts) == (0 if shows_notices else 1)

    run_virtually(scenario())


def test_pending_notices_are_shown_once(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with turn_harness(tmp_path, says("Done.")) as harness:
            harness.session.pending_notices += ["A server did not start.", "Another one.\n"]
            await new_turn(harness, TextContent(text="Go.")).run()
            await new_turn(harness, TextContent(text="Go.")).run()
            notices = [event.text for event in harness.events() if type(event).__name__ == "NoticeShown"]
            assert notices == ["A server did not start.\n", "Another one.\n"]

    run_virtually(scenario())


def test_the_end_of_a_turn_does_not_release_the_turn_after_it(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with turn_harness(tmp_path, says("Done.")) as harness:
            first = new_turn(harness, TextContent(text="Go."))
            second = new_turn(harness, TextContent(text="Go on."))
            await first.run()
            assert harness.session.turn is second

    run_virtually(scenario())


def test_the_prompt_itself_is_not_sent_back(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with turn_harness(tmp_path, says("Done.")) as harness:
            await new_turn(harness, TextContent(text="Go.")).run()
            assert harness.client.of(UserMessageChunk) == []

    run_virtually(scenario())
