"""The agent loop at its limits: requests, streamed calls, ids, tool specs, shortened requests, recorded text."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from chat.turn.turn_harness import FakeTool, TurnHarness, answers, calls, run_virtually, says, turn_harness
from understudy.chat.events import AgentText, AgentThought, MessageComposed, UserPrompted
from understudy.chat.history import MessageHistory
from understudy.chat.limits import MAX_STREAMING_CALLS_SHOWN, STREAM_FLUSH_INTERVAL_S
from understudy.chat.permissions import Mode
from understudy.chat.store import StoreFull
from understudy.chat.toolset.tool_api import CallOutcome
from understudy.chat.turn.agent_loop import AgentLoop, StreamingCalls, UsageTotals
from understudy.models import (
    CallPart,
    CallStarted,
    Finished,
    ImagePart,
    ModelError,
    ModelMessage,
    Retrying,
    TextPart,
    ThoughtPart,
    TokenUsage,
    ToolMessage,
    is_portable_id,
)
from understudy.schema.acp import (
    RuntimeContextItem,
    SessionInfoUpdate,
    TextContent,
    ToolCall,
    ToolCallProgress,
    Usage,
    UsageUpdate,
)
from understudy.settings import ChatSettings


async def run_loop(harness: TurnHarness, *tools: FakeTool, context: Sequence[RuntimeContextItem] = ()) -> str:
    runner = harness.runner(*tools)
    loop = AgentLoop(harness.session, harness.state, runner.recorder, runner, UsageTotals())
    await loop.prepare(harness.model, context)
    ending = await loop.run(harness.model)
    await runner.recorder.flush()
    return ending


@pytest.mark.parametrize(("mode_changes", "built"), [(False, 1), (True, 2)])
def test_tool_specs_are_built_once_per_turn_and_again_only_if_the_mode_changes(
    tmp_path: Path, mode_changes: bool, built: int
) -> None:
    async def scenario() -> None:
        async with turn_harness(tmp_path, calls("w"), says("Done.")) as harness:

            async def work(arguments: Any, context: Any) -> Any:
                if mode_changes:
                    harness.session.permissions.mode = Mode.EDIT
                return await answers()(arguments, context)

            tool = FakeTool("w", work)
            assert await run_loop(harness, tool) == "end_turn"
            assert len(harness.model.requests) == 2
            assert tool.specs_built == built
            assert [[spec.name for spec in request.tools] for request in harness.model.requests] == [
                ["w"],
                ["w"],
            ]

    run_virtually(scenario())


@pytest.mark.parametrize(
    ("steps", "needed", "ending", "said"),
    [
        (1, 0, "end_turn", "Done."),
        (
            1,
            1,
            "max_turn_requests",
            "Stopped after 1 request to the model in one turn. Say “go on” for more.",
        ),
        (2, 1, "end_turn", "Done."),
        (3, 2, "end_turn", "Done."),
        (
            3,
            3,
            "max_turn_requests",
            "Stopped after 3 requests to the model in one turn. Say “go on” for more.",
        ),
    ],
)
def test_a_turn_has_a_limited_number_of_requests(
    tmp_path: Path, steps: int, needed: int, ending: str, said: str
) -> None:
    async def scenario() -> None:
        replies = [*(calls(CallPart(f"c{number}", "w", {})) for number in range(needed)), says("Done.")]
        async with turn_harness(tmp_path, *replies, settings=ChatSettings(max_steps=steps)) as harness:
            assert await run_loop(harness, FakeTool("w", answers())) == ending
            assert harness.client.said == said
            assert len(harness.model.requests) == min(steps, needed + 1)

    run_virtually(scenario())


@pytest.mark.parametrize(
    ("text", "reason", "ending", "said"),
    [
        ("Yes.", "done", "end_turn", "Yes."),
        ("", "done", "end_turn", "The model's answer was empty. Ask again, perhaps in other words."),
        (" \n", "done", "end_turn", " \nThe model's answer was empty. Ask again, perhaps in other words."),
        ("No.", "refusal", "refusal", "No."),
        ("", "refusal", "refusal", ""),
        (
            "Half",
            "length",
            "max_tokens",
            "HalfThe answer was cut off: it reached the most that one answer may have. Say “go on” for the rest.",
        ),
    ],
)
def test_how_an_answer_ends_the_turn(tmp_path: Path, text: str, reason: str, ending: str, said: str) -> None:
    async def scenario() -> None:
        async with turn_harness(tmp_path, says(text, reason)) as harness:
            assert await run_loop(harness) == ending
            assert harness.client.said == said

    run_virtually(scenario())


@pytest.mark.parametrize("over", [-1, 0, 1])
def test_only_so_many_calls_are_shown_before_they_are_made(tmp_path: Path, over: int) -> None:
    assert MAX_STREAMING_CALLS_SHOWN == 100
    count = MAX_STREAMING_CALLS_SHOWN + over

    async def scenario() -> None:
        async with turn_harness(tmp_path) as harness:
            streaming = StreamingCalls.for_conversation([], harness.runner(FakeTool("w", answers())))
            for number in range(count):
                await streaming.start(f"id{number}", "w")
            assert len(harness.client.of(ToolCall)) == min(count, MAX_STREAMING_CALLS_SHOWN)

    run_virtually(scenario())


def test_a_call_keeps_the_id_it_was_shown_with_and_no_id_is_used_twice(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with turn_harness(tmp_path) as harness:
            earlier = ModelMessage([CallPart("call_0", "w", {})])
            streaming = StreamingCalls.for_conversation([earlier], harness.runner(FakeTool("w", answers())))
            for provider_id in ("call_0", "fresh", "fresh", "not portable!" * 20, ""):
                await streaming.start(provider_id, "w")
            shown = [call.tool_call_id for call in harness.client.of(ToolCall)]
            assert len({*shown, "call_0"}) == 6
            assert shown[1] == "fresh"
            assert all(map(is_portable_id, shown))
            wanted = [CallPart(name, "w", {}) for name in ("call_0", "fresh", "fresh", "fresh")]
            message = streaming.with_shown_ids(ModelMessage(wanted))
            ids = [part.id for part in message.parts if isinstance(part, CallPart)]
            assert ids[:3] == shown[:3]
            assert ids[3] not in {*shown, "call_0"}

    run_virtually(scenario())


def test_calls_of_an_answer_that_is_asked_for_again_have_failed(tmp_path: Path) -> None:
    retry = Retrying(2, 5, 1.5, "overloaded", "Busy")

    async def scenario() -> None:
        async with turn_harness(tmp_path, [CallStarted("a", "w"), retry, *says("Done.")]) as harness:
            assert await run_loop(harness, FakeTool("w", answers())) == "end_turn"
            assert [update.status for update in harness.client.of(ToolCallProgress)] == ["failed"]
            assert "Busy. Trying again in 1.5 s (attempt 2 of 5).\n" in [
                update.content.text
                for update in harness.client.updates
                if hasattr(update, "content") and hasattr(update.content, "text")
            ]

    run_virtually(scenario())


@pytest.mark.parametrize("attempts", [1, 2])
def test_a_request_that_is_too_long_is_shortened_once(tmp_path: Path, attempts: int) -> None:
    """The room is halved for the session each time, for the next turn too."""
    too_long = [ModelError("context_too_long", "Too long.")]

    async def scenario() -> None:
        async with turn_harness(tmp_path, *[too_long] * attempts, says("Done.")) as harness:
            harness.model.context_window = 3000
            for number in range(40):
                prompted = UserPrompted(blocks=[TextContent(text=f"prompt {number}")])
                await harness.store.append("session", [prompted, AgentText(text="word " * 20)])
            if attempts == 1:
                assert await run_loop(harness) == "end_turn"
            else:
                with pytest.raises(ModelError):
                    await run_loop(harness)
            assert len(harness.model.requests) == 2
            first, second = harness.model.requests
            assert len(str(second.messages)) < len(str(first.messages))
            assert 1 <= harness.session.window_halvings[harness.model.name] <= attempts

    run_virtually(scenario())


def test_a_short_request_that_is_called_too_long_is_not_sent_again(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with turn_harness(tmp_path, [ModelError("context_too_long", "Too long.")]) as harness:
            with pytest.raises(ModelError):
                await run_loop(harness)
            assert len(harness.model.requests) == 1
            assert harness.session.window_halvings[harness.model.name] == 0

    run_virtually(scenario())


def test_the_use_of_the_window_is_reported_after_each_answer(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with turn_harness(tmp_path, calls("w"), says("Done.")) as harness:
            await run_loop(harness, FakeTool("w", answers()))
            assert harness.client.of(UsageUpdate) == [UsageUpdate(used=12, size=100_000)] * 2

    run_virtually(scenario())


@pytest.mark.parametrize(
    ("thought", "cache_read", "cache_write"), [(0, 0, 0), (3, 0, 0), (0, 4, 0), (0, 0, 5), (3, 4, 5)]
)
def test_totals_are_sums_and_what_is_zero_is_left_out(
    thought: int, cache_read: int, cache_write: int
) -> None:
    totals = UsageTotals()
    assert totals.usage() is None
    totals.add(TokenUsage(1, 2, thought, cache_read, cache_write))
    totals.add(TokenUsage(10, 20, 10 * thought, 10 * cache_read, 10 * cache_write))
    assert totals.usage() == Usage(
        total_tokens=33,
        input_tokens=11,
        output_tokens=22,
        thought_tokens=11 * thought or None,
        cached_read_tokens=11 * cache_read or None,
        cached_write_tokens=11 * cache_write or None,
    )
    assert totals.requests == 2


@pytest.mark.parametrize(
    ("pause", "stored"),
    [
        (0.0, 0),
        (STREAM_FLUSH_INTERVAL_S * 0.9, 0),
        (STREAM_FLUSH_INTERVAL_S, 0),
        (STREAM_FLUSH_INTERVAL_S * 1.1, 1),
    ],
)
def test_streamed_text_is_shown_at_once_and_stored_after_an_interval(
    tmp_path: Path, pause: float, stored: int
) -> None:
    assert STREAM_FLUSH_INTERVAL_S <= 0.5  # a process that is killed loses no more

    async def scenario() -> None:
        async with turn_harness(tmp_path) as harness:
            recorder = harness.recorder()
            await recorder.stream_text("a")
            await asyncio.sleep(pause)
            await recorder.stream_text("b")
            assert harness.client.said == "ab"
            assert len(harness.events()) == stored
            await recorder.stream_thought("c")  # a thought is another message: the text before it is stored
            assert len(harness.events()) == stored + 1
            await recorder.flush()
            kinds = [type(event) for event in harness.events()]
            assert kinds == [AgentText] * (stored + 1) + [AgentThought]

    run_virtually(scenario())


def test_after_its_end_a_recorder_shows_and_stores_nothing(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with turn_harness(tmp_path) as harness:
            recorder = harness.recorder()
            await recorder.stream_text("a")
            await recorder.finish()
            shown = list(harness.client.updates)
            await recorder.stream_text("b")
            await recorder.record(AgentText(text="c"))
            await recorder.send_update(UsageUpdate(used=1, size=2))
            await recorder.flush()
            assert recorder.closed
            assert harness.client.updates == shown
            assert [event.text for event in harness.events()] == ["a"]

    run_virtually(scenario())


EMPTY_NOTICE = "The model's answer was empty."


@pytest.mark.parametrize(
    ("texts_with_call", "texts_at_end", "is_reported"),
    [
        ([], [], True),
        ([" "], [], True),
        (["Looking."], [], False),
        ([], [" ", "Done."], False),
        (["Looking."], ["Done."], False),
    ],
)
def test_an_empty_answer_is_reported_only_if_the_turn_had_no_text(
    tmp_path: Path, texts_with_call: list[str], texts_at_end: list[str], is_reported: bool
) -> None:
    def answer(texts: list[str], *more: CallPart) -> list[Any]:
        parts = [*map(TextPart, texts), *more]
        return [Finished(ModelMessage(parts), "calls" if more else "done", TokenUsage(input=1, output=1))]

    replies = answer(texts_with_call, CallPart("a", "w", {})), answer(texts_at_end)

    async def scenario() -> None:
        async with turn_harness(tmp_path, *replies) as harness:
            assert await run_loop(harness, FakeTool("w", answers())) == "end_turn"
            assert (EMPTY_NOTICE in harness.client.said) is is_reported

    run_virtually(scenario())


@pytest.mark.parametrize(("takes_images", "sent"), [(True, 1), (False, 0)])
def test_images_of_a_result_are_sent_only_to_a_model_that_takes_them(
    tmp_path: Path, takes_images: bool, sent: int
) -> None:
    async def work(arguments: Any, context: Any) -> CallOutcome:
        del arguments, context
        return CallOutcome("a picture", images=[ImagePart(b"png", "image/png")])

    async def scenario() -> None:
        async with turn_harness(tmp_path, calls("w"), says("Done.")) as harness:
            harness.model.takes_images = takes_images
            await run_loop(harness, FakeTool("w", work))
            (results,) = [
                message for message in harness.model.requests[1].messages if isinstance(message, ToolMessage)
            ]
            assert [len(result.images) for result in results.results] == [sent]

    run_virtually(scenario())


SEAL = {"signature": "s"}


@pytest.mark.parametrize(
    ("parts", "composed"),
    [
        ([TextPart("a")], None),
        ([TextPart("a"), CallPart("c", "w", {}, SEAL)], None),
        ([TextPart("a", SEAL)], [AgentText(text="a", seal=SEAL)]),
        (
            [ThoughtPart("t", SEAL), TextPart("a")],
            [AgentThought(text="t", seal=SEAL), AgentText(text="a", seal=None)],
        ),
        (
            [ThoughtPart("t"), TextPart("a", SEAL), CallPart("c", "w", {})],
            [AgentThought(text="t", seal=None), AgentText(text="a", seal=SEAL)],
        ),
    ],
)
def test_an_answer_is_stored_whole_if_its_provider_needs_a_text_or_thought_back(
    tmp_path: Path, parts: list[Any], composed: list[Any] | None
) -> None:
    reply = [Finished(ModelMessage(parts), "refusal", TokenUsage(input=1, output=1))]

    async def scenario() -> None:
        async with turn_harness(tmp_path, reply) as harness:
            await run_loop(harness)
            stored = [event.parts for event in harness.events() if isinstance(event, MessageComposed)]
            assert stored == ([] if composed is None else [composed])

    run_virtually(scenario())


@pytest.mark.parametrize(
    ("name", "pending_title", "title"),
    [
        ("w", "", "Use w"),
        ("w", "Write a file", "Write a file"),
        ("no\nsuch tool", "", "no such tool"),
        ("updatePlan", "", None),
    ],
)
def test_the_title_of_a_call_that_the_model_is_still_writing(
    tmp_path: Path, name: str, pending_title: str, title: str | None
) -> None:
    async def scenario() -> None:
        async with turn_harness(tmp_path) as harness:
            tool = FakeTool("w", answers(), pending_title=pending_title)
            await StreamingCalls.for_conversation([], harness.runner(tool)).start("a", name)
            assert [call.title for call in harness.client.of(ToolCall)] == ([] if title is None else [title])

    run_virtually(scenario())


@pytest.mark.parametrize(
    ("second_error", "halvings"),
    [
        (None, 1),
        (ModelError("context_too_long", "Too long."), 2),
        (ModelError("overloaded", "Busy."), 1),
    ],
)
def test_the_window_is_halved_once_for_each_request_that_is_too_long(
    tmp_path: Path, second_error: ModelError | None, halvings: int
) -> None:
    second = says("Done.") if second_error is None else [second_error]

    async def scenario() -> None:
        truncating = ChatSettings(auto_compact=False)
        too_long = [ModelError("context_too_long", "Too long.")]
        async with turn_harness(tmp_path, too_long, second, settings=truncating) as harness:
            harness.model.context_window = 8000
            for number in range(80):
                prompted = UserPrompted(blocks=[TextContent(text=f"prompt {number}")])
                await harness.store.append("session", [prompted, AgentText(text="word " * 60)])
            if second_error is None:
                assert await run_loop(harness) == "end_turn"
            else:
                with pytest.raises(ModelError):
                    await run_loop(harness)
            assert len(harness.model.requests) == 2
            assert harness.session.window_halvings == {harness.model.name: halvings}

    run_virtually(scenario())


def test_a_request_whose_context_alone_is_too_long_is_sent_again_with_less_of_it(tmp_path: Path) -> None:
    context = [RuntimeContextItem(text="a line of context\n" * 3000)]

    async def scenario() -> None:
        async with turn_harness(
            tmp_path, [ModelError("context_too_long", "Too long.")], says("Done.")
        ) as harness:
            harness.model.context_window = 20_000
            await harness.store.append("session", [UserPrompted(blocks=[TextContent(text="Go.")])])
            assert await run_loop(harness, context=context) == "end_turn"
            first, second = harness.model.requests
            assert first.messages == second.messages
            assert first.context is not None
            assert second.context is not None
            assert len(second.context) < len(first.context)

    run_virtually(scenario())


@pytest.mark.parametrize("text", ["", "a"])
def test_empty_text_is_neither_sent_nor_stored(tmp_path: Path, text: str) -> None:
    async def scenario() -> None:
        async with turn_harness(tmp_path) as harness:
            recorder = harness.recorder()
            await recorder.stream_text(text)
            assert len(harness.client.updates) == len(text)
            await recorder.flush()
            assert len(harness.events()) == len(text)
            harness.store.error = StoreFull("full")
            await recorder.flush()  # nothing is buffered: the store is not called

    run_virtually(scenario())


@pytest.mark.parametrize("title", [None, "A title"])
def test_a_new_title_is_sent_when_its_event_is_stored(tmp_path: Path, title: str | None) -> None:
    async def scenario() -> None:
        async with turn_harness(tmp_path) as harness:
            await harness.recorder().record(AgentText(text="a"), title=title)
            sent = [update.title for update in harness.client.of(SessionInfoUpdate)]
            assert sent == ([] if title is None else [title])

    run_virtually(scenario())


def test_a_closed_recorder_shows_and_stores_nothing(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with turn_harness(tmp_path) as harness:
            recorder = harness.recorder()
            await recorder.stream_text("a")
            recorder.close()
            await recorder.stream_text("b")
            await recorder.record(AgentText(text="c"))
            await recorder.flush()
            assert harness.client.said == "a"
            assert harness.events() == []

    run_virtually(scenario())


def test_the_runtime_context_is_not_in_the_repr_of_the_loop(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with turn_harness(tmp_path, says("Done.")) as harness:
            runner = harness.runner()
            loop = AgentLoop(harness.session, harness.state, runner.recorder, runner, UsageTotals())
            await loop.prepare(harness.model, [RuntimeContextItem(text="a private line")])
            assert "a private line" not in repr(loop)

    run_virtually(scenario())


@pytest.mark.parametrize("takes_images", [True, False])
@pytest.mark.parametrize("supported_before", [True, False, None])
def test_a_history_is_built_again_for_a_model_that_takes_images_or_does_not(
    tmp_path: Path, takes_images: bool, supported_before: bool | None
) -> None:
    async def scene() -> None:
        async with turn_harness(tmp_path, says("Hello.")) as harness:
            harness.model.takes_images = takes_images
            histories, kept = harness.state.histories, None
            if supported_before is not None:
                kept = histories[harness.session.id] = MessageHistory(supports_images=supported_before)
            await run_loop(harness)
            assert histories[harness.session.id].supports_images is takes_images
            assert (histories[harness.session.id] is kept) is (supported_before is takes_images)

    run_virtually(scene())


def test_after_a_summary_the_use_of_the_window_is_that_of_the_summary(tmp_path: Path) -> None:
    async def scene() -> None:
        async with turn_harness(tmp_path, says("Hello."), says("A summary.")) as harness:
            await harness.recorder().record(UserPrompted(blocks=[TextContent(text="word " * 20_000)]))
            assert await run_loop(harness) == "end_turn"
            runner = harness.runner()
            loop = AgentLoop(harness.session, harness.state, runner.recorder, runner, UsageTotals())
            await loop.prepare(harness.model, ())
            assert await loop.compact_history(harness.model) > 15_000
            update = harness.client.of(UsageUpdate)[-1]
            assert (update.used, update.size) == (loop.totals.window_used, harness.model.context_window)
            assert 0 < update.used < 15_000

    run_virtually(scene())
