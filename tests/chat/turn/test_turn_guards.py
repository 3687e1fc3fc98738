"""A turn at its edges: cancelled at every point, with work that ignores it, with a store that hangs or fails."""

import asyncio
import logging
from pathlib import Path
from typing import Any

import pytest

from chat.turn.turn_harness import Pause, TurnHarness, calls, run_virtually, says, turn_harness
from understudy.chat.events import AgentText, ToolReturned, TurnEnded, UserPrompted
from understudy.chat.limits import CANCEL_TIMEOUT_S, END_RECORD_TIMEOUT_S
from understudy.chat.store import StoreFull
from understudy.chat.turn.tool_runner import TurnCancelled
from understudy.chat.turn.turn import Turn
from understudy.models import CallPart, ModelError, TextDelta
from understudy.schema.acp import TextContent, ToolCallProgress

ACCEPTABLE_CANCEL_S = 0.1
"""Virtual seconds in which a client must get its answer to a cancel, whatever the work makes of it."""


def new_turn(harness: TurnHarness, text: str = "Go.") -> Turn:
    turn = Turn(harness.session, harness.state, [TextContent(text=text)])
    harness.session.turn = turn
    return turn


async def returns_normally() -> Any:
    try:
        await asyncio.sleep(1000)
    except asyncio.CancelledError:
        return "end_turn"


async def raises_another_error() -> Any:
    try:
        await asyncio.sleep(1000)
    except asyncio.CancelledError:
        raise ValueError("while being cancelled") from None


async def obeys() -> Any:
    await asyncio.sleep(1000)


async def obeys_at_the_last_moment() -> Any:
    try:
        await asyncio.sleep(1000)
    except asyncio.CancelledError:
        await asyncio.sleep(CANCEL_TIMEOUT_S * 0.9)
        raise


async def ignores_it() -> Any:
    for _ in range(100):
        try:
            await asyncio.sleep(1000)
        except asyncio.CancelledError:
            continue
    return "end_turn"


@pytest.mark.parametrize(
    ("work", "seconds"),
    [
        (returns_normally, 0),
        (raises_another_error, 0),
        (obeys, 0),
        (obeys_at_the_last_moment, CANCEL_TIMEOUT_S * 0.9),
        (ignores_it, CANCEL_TIMEOUT_S),
    ],
)
@pytest.mark.parametrize("before_start", [False, True])
def test_a_cancelled_turn_is_cancelled_whatever_its_work_does(
    tmp_path: Path, work: Any, seconds: float, before_start: bool
) -> None:
    async def scene() -> None:
        async with turn_harness(tmp_path) as harness:
            turn = new_turn(harness)
            loop = asyncio.get_running_loop()
            if before_start:
                turn.cancel()
            running = asyncio.ensure_future(turn._run_until_cancelled(work()))
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            turn.cancel()
            turn.cancel()
            assert await running == "cancelled"
            # Work that was cancelled before its first step never starts.
            assert loop.time() == pytest.approx(0 if before_start and seconds else seconds)
            assert loop.time() <= ACCEPTABLE_CANCEL_S

    run_virtually(scene())


@pytest.mark.parametrize(
    ("raised", "expected"),
    [(None, "end_turn"), (TurnCancelled(), "cancelled"), (asyncio.CancelledError(), "cancelled")],
)
def test_work_that_ends_by_itself(tmp_path: Path, raised: BaseException | None, expected: str) -> None:
    async def work() -> Any:
        if raised is not None:
            raise raised
        return "end_turn"

    async def scene() -> None:
        async with turn_harness(tmp_path) as harness:
            assert await new_turn(harness)._run_until_cancelled(work()) == expected

    run_virtually(scene())


def test_an_error_of_the_work_is_raised(tmp_path: Path) -> None:
    async def work() -> Any:
        raise ValueError("broken")

    async def scene() -> None:
        async with turn_harness(tmp_path) as harness:
            with pytest.raises(ValueError, match="broken"):
                await new_turn(harness)._run_until_cancelled(work())

    run_virtually(scene())


@pytest.mark.parametrize(("work", "seconds"), [(obeys, 0), (ignores_it, CANCEL_TIMEOUT_S)])
def test_a_cancelled_request_cancels_the_work_and_does_not_wait_long_for_it(
    tmp_path: Path, work: Any, seconds: float
) -> None:
    async def scene() -> None:
        async with turn_harness(tmp_path) as harness:
            running = asyncio.ensure_future(new_turn(harness)._run_until_cancelled(work()))
            await asyncio.sleep(1)
            running.cancel()
            with pytest.raises(asyncio.CancelledError):
                await running
            assert asyncio.get_running_loop().time() == pytest.approx(1 + seconds)

    run_virtually(scene())


def test_what_abandoned_work_does_later_is_neither_shown_nor_stored(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def scene() -> None:
        async with turn_harness(tmp_path, [Pause(1000, deaf_s=1), *says("too late")]) as harness:
            turn = new_turn(harness)
            running = asyncio.ensure_future(turn.run())
            await asyncio.sleep(1)
            await turn.stop()
            assert (await running).stop_reason == "cancelled"
            assert harness.session.turn is None
            assert asyncio.get_running_loop().time() == pytest.approx(1 + CANCEL_TIMEOUT_S)
            shown = list(harness.client.updates)
            await asyncio.sleep(10)
            assert harness.client.updates == shown
            assert [type(event) for event in harness.events()] == [UserPrompted, TurnEnded]

    with caplog.at_level(logging.WARNING):
        run_virtually(scene())
    assert "continues in the background" in caplog.text


def test_streamed_text_of_a_cancelled_turn_is_stored(tmp_path: Path) -> None:
    async def scene() -> None:
        async with turn_harness(tmp_path, [TextDelta("half"), TextDelta(" of it"), Pause(1000)]) as harness:
            turn = new_turn(harness)
            running = asyncio.ensure_future(turn.run())
            await asyncio.sleep(1)
            turn.cancel()
            assert (await running).stop_reason == "cancelled"
            assert [event.text for event in harness.events() if isinstance(event, AgentText)] == [
                "half of it"
            ]

    run_virtually(scene())


@pytest.mark.parametrize(
    ("delay_s", "error", "seconds"),
    [
        (END_RECORD_TIMEOUT_S * 0.9, None, END_RECORD_TIMEOUT_S * 0.9),
        (1000.0, None, END_RECORD_TIMEOUT_S),
        (0.0, StoreFull("full"), 0.0),
    ],
)
def test_a_cancelled_turn_is_answered_even_if_its_end_cannot_be_stored(
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    delay_s: float,
    error: Exception | None,
    seconds: float,
) -> None:
    async def scene() -> None:
        async with turn_harness(tmp_path, [Pause(1000)]) as harness:
            turn = new_turn(harness)
            running = asyncio.ensure_future(turn.run())
            await asyncio.sleep(1)
            harness.store.delay_s, harness.store.error = delay_s, error
            turn.cancel()
            assert (await running).stop_reason == "cancelled"
            assert asyncio.get_running_loop().time() == pytest.approx(1 + seconds)
            assert seconds <= 1

    with caplog.at_level(logging.WARNING):
        run_virtually(scene())
    assert ("could not be stored in time" in caplog.text) is (error is not None or delay_s > seconds)


def test_a_turn_that_ends_by_itself_waits_until_its_end_is_stored(tmp_path: Path) -> None:
    async def scene() -> None:
        async with turn_harness(tmp_path, says("Done.")) as harness:
            turn = new_turn(harness)
            harness.store.delay_s = 50.0
            assert (await turn.run()).stop_reason == "end_turn"
            assert asyncio.get_running_loop().time() >= 50 * 3  # the prompt, the answer, the end
            harness.store.delay_s = 0.0
            assert isinstance(harness.events()[-1], TurnEnded)

    run_virtually(scene())


def test_an_end_that_cannot_be_stored_fails_a_turn_that_was_not_cancelled(tmp_path: Path) -> None:
    async def scene() -> None:
        async with turn_harness(tmp_path, says("Done.")) as harness:
            recorder, runner = harness.recorder(), harness.runner()
            harness.store.error = StoreFull("full")
            with pytest.raises(StoreFull):
                await new_turn(harness)._record_end(recorder, runner, "end_turn")
            await new_turn(harness)._record_end(recorder, runner, "cancelled")

    run_virtually(scene())


def test_a_turn_cancelled_before_its_prompt_is_stored_leaves_nothing(tmp_path: Path) -> None:
    async def scene() -> None:
        async with turn_harness(tmp_path, says("Done.")) as harness:
            turn = new_turn(harness)
            turn.cancel()
            assert (await turn.run()).stop_reason == "cancelled"
            assert harness.events() == []
            assert harness.session.turn is None

    run_virtually(scene())


@pytest.mark.parametrize(
    ("kind", "ending"), [("auth", "error"), ("overloaded", "end_turn"), ("unreachable", "end_turn")]
)
def test_a_model_error_is_said_and_ends_the_turn_but_a_bad_key_fails_it(
    tmp_path: Path, kind: Any, ending: str
) -> None:
    async def scene() -> None:
        async with turn_harness(tmp_path, [ModelError(kind, "No luck.")]) as harness:
            turn = new_turn(harness)
            if ending == "error":
                with pytest.raises(ModelError):
                    await turn.run()
            else:
                assert (await turn.run()).stop_reason == ending
                assert harness.client.said == "No luck."
            assert harness.events()[-1].stop_reason == ending
            assert harness.session.turn is None

    run_virtually(scene())


def test_calls_that_run_when_their_turn_is_cancelled_are_shown_and_stored_as_ended(tmp_path: Path) -> None:
    command = CallPart("run", "executeCommand", {"command": "true"})

    async def scene() -> None:
        async with turn_harness(tmp_path, calls(command)) as harness:
            harness.client.answer = Pause(1000)
            turn = new_turn(harness)
            running = asyncio.ensure_future(turn.run())
            await asyncio.sleep(1)
            assert len(harness.client.questions) == 1
            turn.cancel()
            assert (await running).stop_reason == "cancelled"
            assert harness.client.of(ToolCallProgress)[-1].status == "failed"
            (result,) = [event for event in harness.events() if isinstance(event, ToolReturned)]
            assert result.failed

    run_virtually(scene())
