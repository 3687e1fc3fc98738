"""When a turn has its conversation summarised by itself, and what is counted of calls and of an undo."""

from collections.abc import Generator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from chat.turn.turn_harness import (
    FakeTool,
    Reply,
    TurnHarness,
    answers,
    run_virtually,
    says,
    turn_harness,
)
from understudy.chat.events import AgentText, FileChanged, UserPrompted
from understudy.chat.history import Checkpoint, UndoReport
from understudy.chat.limits import AUTO_COMPACTION_PERCENT
from understudy.chat.session import TurnAccount, WorkReport
from understudy.chat.text import conversation_tokens
from understudy.chat.toolset.tool_api import CallContext, CallOutcome
from understudy.chat.turn import command_context
from understudy.chat.turn.agent_loop import AgentLoop, UsageTotals
from understudy.chat.turn.hooks import HookRunner
from understudy.models import (
    CallPart,
    Finished,
    ModelError,
    ModelMessage,
    Request,
    TextPart,
    TokenUsage,
    UserMessage,
)
from understudy.schema.acp import TextContent
from understudy.settings import ChatSettings, Hook, HooksConfig
from understudy.tools import Call

WINDOW = 100_000
NEARLY_FULL = WINDOW * AUTO_COMPACTION_PERCENT // 100
SUMMARY = "A summary of all that was said."


def is_summary_request(request: Request) -> bool:
    return "Summarise our conversation" in str(request.messages[-1])


def uses(tokens: int) -> Reply:
    """The model calls the tool, and reports this use of the window."""
    return [Finished(ModelMessage([CallPart("c", "w", {})]), "calls", TokenUsage(input=tokens, output=0))]


async def started_loop(harness: TurnHarness, *texts: str, used: int | None = 0) -> AgentLoop:
    """A loop whose conversation has these texts, by the user and the model in turn."""
    harness.model.context_window = WINDOW
    for number, text in enumerate(texts):
        event = AgentText(text=text) if number % 2 else UserPrompted(blocks=[TextContent(text=text)])
        await harness.store.append("session", [event])
    runner = harness.runner(FakeTool("w", answers()))
    totals = UsageTotals(window_used=used, window_size=WINDOW)
    loop = AgentLoop(harness.session, harness.state, runner.recorder, runner, totals)
    await loop.prepare(harness.model, ())
    return loop


def history_of(tokens: int) -> tuple[str, str, str]:
    """Three texts that together are estimated at so many tokens."""
    for length in range(1, 5000):
        first = "ab " * length
        said = [
            UserMessage([TextPart(first)]),
            ModelMessage([TextPart("Two.")]),
            UserMessage([TextPart("Three.")]),
        ]
        if conversation_tokens(said) == tokens:
            return first, "Two.", "Three."
    raise AssertionError(f"no history has {tokens} tokens")


THREE = ("One.", "Two.", "Three.")


@pytest.mark.parametrize(
    ("texts", "used", "automatic", "summarised"),
    [
        (THREE, None, True, False),
        (THREE, NEARLY_FULL - 1, True, False),
        (THREE, NEARLY_FULL, True, True),
        (THREE, NEARLY_FULL, False, False),
        (THREE[:2], NEARLY_FULL, True, False),
    ],
)
def test_a_window_is_summarised_when_its_reported_use_reaches_the_limit(
    tmp_path: Path, texts: tuple[str, ...], used: int | None, automatic: bool, summarised: bool
) -> None:
    async def scenario() -> None:
        settings = ChatSettings(auto_compact=automatic)
        async with turn_harness(tmp_path, says(SUMMARY), says("Done."), settings=settings) as harness:
            loop = await started_loop(harness, *texts, used=used)
            assert await loop.run(harness.model) == "end_turn"
            assert is_summary_request(harness.model.requests[0]) is summarised
            assert len(harness.model.requests) == 1 + summarised

    run_virtually(scenario())


@pytest.mark.parametrize(("less", "summarised"), [(0, True), (1, False)])
def test_a_window_is_summarised_when_its_estimated_use_reaches_the_limit(
    tmp_path: Path, less: int, summarised: bool
) -> None:
    async def scenario() -> None:
        async with turn_harness(tmp_path, says(SUMMARY), says("Done.")) as harness:
            tokens = 2 * AUTO_COMPACTION_PERCENT
            loop = await started_loop(harness, *history_of(tokens))
            loop._history_budget_tokens = 200 + less  # pyright: ignore[reportPrivateUsage]
            assert await loop.run(harness.model) == "end_turn"
            assert is_summary_request(harness.model.requests[0]) is summarised

    run_virtually(scenario())


def test_a_summary_that_fails_is_not_tried_again_in_the_turn(tmp_path: Path) -> None:
    async def scenario() -> None:
        failed = [ModelError("overloaded", "Busy.")]
        async with turn_harness(tmp_path, failed, uses(NEARLY_FULL), says("Done.")) as harness:
            loop = await started_loop(harness, *THREE, used=NEARLY_FULL)
            assert await loop.run(harness.model) == "end_turn"
            assert [is_summary_request(one) for one in harness.model.requests] == [True, False, False]

    run_virtually(scenario())


@pytest.mark.parametrize(("more", "tried_again"), [(0, False), (1, True)])
def test_a_summary_that_does_not_halve_the_conversation_is_the_last_of_the_turn(
    tmp_path: Path, more: int, tried_again: bool
) -> None:
    async def tokens_after_a_summary() -> int:
        async with turn_harness(tmp_path / "probe", says(SUMMARY), says("Done.")) as harness:
            loop = await started_loop(harness, *history_of(1000))
            await loop.compact_history(harness.model, automatic=True)
            return conversation_tokens(loop._messages)  # pyright: ignore[reportPrivateUsage]

    async def scenario() -> None:
        texts = history_of(2 * await tokens_after_a_summary() + more)
        replies = [
            says(SUMMARY),
            uses(NEARLY_FULL),
            says(SUMMARY) if tried_again else says("Done."),
            says("Done."),
        ]
        async with turn_harness(tmp_path, *replies) as harness:
            loop = await started_loop(harness, *texts, used=NEARLY_FULL)
            assert await loop.run(harness.model) == "end_turn"
            asked = [is_summary_request(one) for one in harness.model.requests]
            assert asked == ([True, False, True, False] if tried_again else [True, False, False])

    (tmp_path / "probe").mkdir()
    run_virtually(scenario())


class CountingAccount(TurnAccount):
    def __init__(self) -> None:
        self.failures: list[bool] = []

    def tool_call(self, name: str) -> AbstractContextManager[WorkReport]:
        @contextmanager
        def report() -> Generator[WorkReport]:
            work = WorkReport()
            try:
                yield work
            finally:
                self.failures.append(work.failed)

        return report()


async def breaks(arguments: Mapping[str, Any], context: CallContext) -> CallOutcome:
    raise ValueError("a fault of the tool")


async def fails(arguments: Mapping[str, Any], context: CallContext) -> CallOutcome:
    return CallOutcome("no", failed=True)


@pytest.mark.parametrize(("work", "failed"), [(answers(), False), (fails, True), (breaks, True)])
def test_a_call_that_fails_or_raises_is_counted_as_failed(tmp_path: Path, work: Any, failed: bool) -> None:
    async def scenario() -> None:
        async with turn_harness(tmp_path) as harness:
            runner = harness.runner(FakeTool("w", work))
            runner.account = account = CountingAccount()
            (result,) = await runner.run_all([CallPart("c", "w", {})])
            assert account.failures == [failed]
            assert result.failed is failed

    run_virtually(scenario())


@pytest.mark.parametrize(
    ("reads", "writes", "uses_buffers"),
    [(False, False, False), (True, False, True), (False, True, True), (True, True, True)],
)
def test_an_undo_uses_the_buffers_of_a_client_that_reads_or_writes_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, reads: bool, writes: bool, uses_buffers: bool
) -> None:
    used: list[bool] = []

    def undo(workspace: object, checkpoint: Checkpoint, *, call: Call, partial: bool) -> UndoReport:
        used.append(call.buffers is not None)
        return UndoReport(checkpoint, (), (), ())

    monkeypatch.setattr(command_context, "undo_turn", undo)

    async def scenario() -> None:
        async with turn_harness(tmp_path) as harness:
            harness.client.can_read_files, harness.client.can_write_files = reads, writes
            prompted = UserPrompted(blocks=[TextContent(text="Go.")], message_id="m")
            changed = FileChanged(call_id="c", path="/a", display_path="a", new_hash="h")
            await harness.store.append("session", [prompted, changed])
            runner = harness.runner()
            context = command_context.TurnCommandContext(
                harness.session, harness.state, runner.recorder, runner, UsageTotals(), {}
            )
            assert await context.undo(partial=False) is not None
            assert used == [uses_buffers]

    run_virtually(scenario())


@pytest.mark.parametrize(
    ("reply", "is_taken"),
    [
        (says(SUMMARY), True),
        (says(SUMMARY, "length"), True),
        (says(SUMMARY, "refusal"), False),
        (says("  "), False),
    ],
)
def test_a_refused_or_empty_summary_is_not_taken(tmp_path: Path, reply: Reply, is_taken: bool) -> None:
    async def scenario() -> None:
        async with turn_harness(tmp_path, reply, says("Done.")) as harness:
            loop = await started_loop(harness, *THREE, used=NEARLY_FULL)
            assert await loop.run(harness.model) == "end_turn"
            assert ("Two." in str(harness.model.requests[1].messages)) is not is_taken

    run_virtually(scenario())


@pytest.mark.parametrize("is_history_kept", [True, False])
def test_after_a_summary_the_history_of_the_session_is_kept(tmp_path: Path, is_history_kept: bool) -> None:
    async def scenario() -> None:
        async with turn_harness(tmp_path, says(SUMMARY)) as harness:
            loop = await started_loop(harness, *THREE)
            histories = harness.state.histories
            before = histories[harness.session.id]
            if not is_history_kept:
                del histories[harness.session.id]
            await loop.compact_history(harness.model)
            assert (histories[harness.session.id] is before) is is_history_kept
            assert SUMMARY in str(loop._messages)  # pyright: ignore[reportPrivateUsage]

    run_virtually(scenario())


@pytest.mark.parametrize(("command", "note"), [("exit 0", ""), ("exit 3", "failed with exit code 3")])
def test_the_model_is_told_of_a_hook_that_fails_behind_a_call(
    tmp_path: Path, command: str, note: str
) -> None:
    async def scenario() -> None:
        async with turn_harness(tmp_path, settings=ChatSettings(trust_folders="always")) as harness:
            state = replace(harness.state, hooks=HooksConfig(after_tool=(Hook(command),)))
            runner = harness.runner(FakeTool("w", answers("written")))
            runner.hooks = HookRunner(harness.session, state)
            (result,) = await runner.run_all([CallPart("c", "w", {})])
            if note:
                assert result.text.startswith("written\n")
                assert note in result.text
            else:
                assert result.text == "written"

    run_virtually(scenario())
