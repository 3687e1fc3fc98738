"""Running tool calls: which run at once, what is rejected before a tool runs, and how an answer is applied."""

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from chat.turn.turn_harness import FakeTool, answers, run_virtually, turn_harness
from understudy.chat.events import ToolCalled, ToolReturned
from understudy.chat.limits import MAX_PARALLEL_CALLS
from understudy.chat.outbound import OutboundError
from understudy.chat.permissions import ActionKind, Mode, PermissionRequest
from understudy.chat.toolset import text_content
from understudy.chat.toolset.tool_api import CallContext, CallOutcome
from understudy.chat.turn.tool_runner import TurnCancelled
from understudy.models import CallPart
from understudy.schema.acp import Content, Diff, TextContent, ToolCall, ToolCallLocation, ToolCallProgress

EDIT = PermissionRequest(ActionKind.EDIT)
RUN = PermissionRequest(ActionKind.RUN, "ls")
MCP = PermissionRequest(ActionKind.MCP_TOOL, "tool")
PROTECTED = PermissionRequest(ActionKind.EDIT, protected_reason="git configuration")


class Concurrency:
    """Work that records how many calls of it run at once, and in which order they start."""

    def __init__(self) -> None:
        self.running = 0
        self.peaks: list[int] = []
        self.started: list[str] = []

    async def work(self, arguments: Mapping[str, Any], context: CallContext) -> CallOutcome:
        del arguments
        self.started.append(context.call_id)
        self.running += 1
        self.peaks.append(self.running)
        await asyncio.sleep(1)
        self.running -= 1
        return CallOutcome(context.call_id)


@pytest.mark.parametrize(
    ("count", "most", "seconds"),
    [
        (1, 1, 1),
        (2, 2, 1),
        (15, 15, 1),
        (16, 16, 1),
        (17, 16, 2),
        (32, 16, 2),
        (33, 16, 3),
    ],
)
def test_reading_calls_run_at_once_up_to_the_limit(
    tmp_path: Path, count: int, most: int, seconds: int
) -> None:
    assert MAX_PARALLEL_CALLS == 16
    concurrency = Concurrency()

    async def scenario() -> None:
        async with turn_harness(tmp_path) as harness:
            runner = harness.runner(FakeTool("read", concurrency.work, read_only=True))
            wanted = [CallPart(f"id{number}", "read", {}) for number in range(count)]
            results = await runner.run_all(wanted)
            assert [result.text for result in results] == [call.id for call in wanted]
            assert max(concurrency.peaks) == most
            assert asyncio.get_running_loop().time() == pytest.approx(seconds)

    run_virtually(scenario())


@pytest.mark.parametrize(
    ("names", "most", "seconds"),
    [
        ("r r", 2, 1),
        ("w w", 1, 2),
        ("r w", 1, 2),
        ("w r r", 2, 2),
        ("r r w r r", 2, 3),
        ("r ? r", 1, 2),  # an unknown tool is no reading one: it waits for the calls before it
        ("r", 1, 1),
        ("", 0, 0),
    ],
)
def test_any_other_call_runs_alone_and_in_order(tmp_path: Path, names: str, most: int, seconds: int) -> None:
    concurrency = Concurrency()

    async def scenario() -> None:
        async with turn_harness(tmp_path) as harness:
            runner = harness.runner(
                FakeTool("r", concurrency.work, read_only=True), FakeTool("w", concurrency.work)
            )
            wanted = [CallPart(f"id{number}", name, {}) for number, name in enumerate(names.split())]
            results = await runner.run_all(wanted)
            assert [result.id for result in results] == [call.id for call in wanted]
            assert max(concurrency.peaks, default=0) == most
            assert asyncio.get_running_loop().time() == pytest.approx(seconds)
            assert concurrency.started == sorted(concurrency.started)

    run_virtually(scenario())


def test_all_calls_of_a_message_are_announced_before_the_first_runs(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with turn_harness(tmp_path) as harness:
            runner = harness.runner(FakeTool("w", answers()))
            await runner.run_all([CallPart("a", "w", {}), CallPart("b", "w", {})])
            kinds = [type(event) for event in harness.events()]
            assert kinds == [ToolCalled, ToolCalled, ToolReturned, ToolReturned]

    run_virtually(scenario())


@pytest.mark.parametrize(
    ("name", "arguments", "text", "shown"),
    [
        ("w", {}, "ok", None),
        ("nope", {}, "There is no tool 'nope'. The tools are: w, bad.", "There is no tool 'nope'."),
        (
            "w",
            "{not json",
            "The arguments are not a JSON object. Send the call again with valid JSON.",
            "The model wrote arguments that are no valid JSON.",
        ),
        (
            "bad",
            {},
            "bad failed for a reason of its own; the agent's log says more.",
            "bad failed for a reason of its own; the agent's log says more.",
        ),
    ],
)
def test_the_result_of_a_call_that_never_reaches_its_tool_or_breaks_in_it(
    tmp_path: Path, name: str, arguments: Any, text: str, shown: str | None
) -> None:
    async def broken(arguments: Mapping[str, Any], context: CallContext) -> CallOutcome:
        raise ZeroDivisionError

    async def scenario() -> None:
        async with turn_harness(tmp_path) as harness:
            runner = harness.runner(FakeTool("w", answers()), FakeTool("bad", broken))
            (result,) = await runner.run_all([CallPart("a", name, arguments)])
            assert (result.text, result.failed) == (text, shown is not None)
            ended = harness.client.of(ToolCallProgress)[-1]
            assert ended.status == ("completed" if shown is None else "failed")
            if shown is not None:
                assert ended.content == [Content(content=TextContent(text=shown))]

    run_virtually(scenario())


def test_no_tool_runs_once_the_turn_is_closed(tmp_path: Path) -> None:
    ran: list[str] = []

    async def work(arguments: Mapping[str, Any], context: CallContext) -> CallOutcome:
        ran.append(context.call_id)
        return CallOutcome("ok")

    async def scenario() -> None:
        async with turn_harness(tmp_path) as harness:
            runner = harness.runner(FakeTool("w", work))
            runner.recorder.close()
            with pytest.raises(TurnCancelled):
                await runner.run_all([CallPart("a", "w", {})])
            assert not ran
            assert not harness.client.updates
            assert not harness.events()

    run_virtually(scenario())


def asks(request: PermissionRequest, *, can_remember: bool = True) -> Any:
    async def work(arguments: Mapping[str, Any], context: CallContext) -> CallOutcome:
        del arguments
        rejection = await context.authorize(request, can_remember=can_remember)
        return CallOutcome("done") if rejection is None else rejection.to_outcome()

    return work


@pytest.mark.parametrize(
    ("mode", "request_", "answer", "text", "options"),
    [
        (Mode.ASK, EDIT, "allow", "done", "allow always reject"),
        (Mode.ASK, EDIT, "always", "done", "allow always reject"),
        (Mode.ASK, EDIT, "reject", "The user declined this.", "allow always reject"),
        (Mode.ASK, EDIT, "yes", "The user declined this.", "allow always reject"),
        (Mode.ASK, EDIT, "", "The user declined this.", "allow always reject"),
        (Mode.ASK, PROTECTED, "allow", "done", "allow reject"),
        (Mode.ASK, PROTECTED, "always", "The user declined this.", "allow reject"),
        (Mode.ASK, RUN, OutboundError("no dialog"), "The user could not be asked", "allow always reject"),
        (Mode.EDIT, EDIT, "reject", "done", None),
        (Mode.EDIT, PROTECTED, "reject", "The user declined this.", "allow reject"),
        (Mode.FULL, PROTECTED, "reject", "done", None),
        (Mode.READ_ONLY, EDIT, "allow", "no file may be changed", None),
        (Mode.READ_ONLY, RUN, "allow", "no command may be run", None),
        (Mode.READ_ONLY, MCP, "allow", "this tool may not be used", None),
    ],
)
def test_the_permission_of_a_call(
    tmp_path: Path, mode: Mode, request_: PermissionRequest, answer: Any, text: str, options: str | None
) -> None:
    async def scenario() -> None:
        async with turn_harness(tmp_path, mode=mode) as harness:
            harness.client.answer = answer
            (result,) = await harness.runner(FakeTool("w", asks(request_))).run_all([CallPart("a", "w", {})])
            assert text in result.text
            assert result.failed is (text != "done")
            asked = [" ".join(offered) for _, offered in harness.client.questions]
            assert asked == ([] if options is None else [options])

    run_virtually(scenario())


def test_what_was_not_shown_in_full_cannot_be_allowed_always(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with turn_harness(tmp_path) as harness:
            harness.client.answer = "always"
            runner = harness.runner(FakeTool("w", asks(RUN, can_remember=False)))
            (result,) = await runner.run_all([CallPart("a", "w", {})])
            assert harness.client.questions[0][1] == ["allow", "reject"]
            assert result.failed

    run_virtually(scenario())


def test_a_cancelled_question_ends_the_turn(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with turn_harness(tmp_path) as harness:
            harness.client.answer = None
            with pytest.raises(TurnCancelled):
                await harness.runner(FakeTool("w", asks(EDIT))).run_all([CallPart("a", "w", {})])

    run_virtually(scenario())


@pytest.mark.parametrize(("during", "text"), [(Mode.READ_ONLY, "read-only mode"), (Mode.EDIT, "done")])
def test_the_mode_at_the_time_of_the_answer_decides(tmp_path: Path, during: Mode, text: str) -> None:
    async def scenario() -> None:
        async with turn_harness(tmp_path) as harness:
            permissions = harness.session.permissions
            harness.client.on_question = lambda: setattr(permissions, "mode", during)
            (result,) = await harness.runner(FakeTool("w", asks(EDIT))).run_all([CallPart("a", "w", {})])
            assert text in result.text

    run_virtually(scenario())


def test_the_question_says_why_a_place_is_protected(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with turn_harness(tmp_path) as harness:
            await harness.runner(FakeTool("w", asks(PROTECTED))).run_all([CallPart("a", "w", {"x": 1})])
            (question, _), *_ = harness.client.questions
            assert question.title == "Use w (protected: git configuration)"
            assert question.raw_input == {"x": 1}

    run_virtually(scenario())


@pytest.mark.parametrize(
    ("outcome", "content"),
    [
        (CallOutcome("x", failed=True), ["This failed, and nothing was said about it."]),
        (CallOutcome("x", failed=True, user_message="No *stars*."), ["No \\*stars\\*."]),
        (CallOutcome("x", failed=True, content=[Content(content=TextContent(text="out"))]), ["out"]),
        (
            CallOutcome(
                "x", failed=True, user_message="No.", content=[Content(content=TextContent(text="out"))]
            ),
            ["out", "No."],
        ),
        (CallOutcome("x", user_message="No."), None),
    ],
)
def test_what_the_client_is_shown_of_a_result(
    tmp_path: Path, outcome: CallOutcome, content: list[str] | None
) -> None:
    async def work(arguments: Mapping[str, Any], context: CallContext) -> CallOutcome:
        return outcome

    async def scenario() -> None:
        async with turn_harness(tmp_path) as harness:
            await harness.runner(FakeTool("w", work)).run_all([CallPart("a", "w", {})])
            shown = harness.client.of(ToolCallProgress)[-1].content
            expected = (
                None if content is None else [Content(content=TextContent(text=one)) for one in content]
            )
            assert shown == expected

    run_virtually(scenario())


def test_progress_of_a_call_that_ended_is_not_shown(tmp_path: Path) -> None:
    contexts: list[CallContext] = []

    async def work(arguments: Mapping[str, Any], context: CallContext) -> CallOutcome:
        contexts.append(context)
        await context.report_progress([Content(content=TextContent(text="half"))])
        return CallOutcome("ok")

    async def scenario() -> None:
        async with turn_harness(tmp_path) as harness:
            await harness.runner(FakeTool("w", work)).run_all([CallPart("a", "w", {})])
            (progress, _) = harness.client.of(ToolCallProgress)
            assert progress.content == [Content(content=TextContent(text="half"))]
            shown = len(harness.client.updates)
            await contexts[0].report_progress([Content(content=TextContent(text="late"))])
            assert len(harness.client.updates) == shown

    run_virtually(scenario())


def test_calls_that_were_shown_and_never_made_have_failed(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with turn_harness(tmp_path) as harness:
            runner = harness.runner(FakeTool("w", answers()))
            runner.pending_call_ids |= {"b", "a"}
            await runner.run_all([CallPart("b", "w", {})])  # shown already: no second ToolCall
            assert harness.client.of(ToolCall) == []
            await runner.end_open_calls()
            failed = [
                update.tool_call_id
                for update in harness.client.of(ToolCallProgress)
                if update.status == "failed"
            ]
            assert failed == ["a"]
            assert runner.pending_call_ids == set()

    run_virtually(scenario())


def test_the_plan_is_not_shown_as_a_call(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with turn_harness(tmp_path) as harness:
            await harness.runner(FakeTool("updatePlan", answers())).run_all([CallPart("a", "updatePlan", {})])
            assert harness.client.updates == []
            assert len(harness.events()) == 2

    run_virtually(scenario())


@pytest.mark.parametrize(
    ("content", "path"),
    [
        ([], "/declared"),
        ([Content(content=TextContent(text="a note"))], "/declared"),
        ([Diff(path="/resolved", new_text="x")], "/resolved"),
    ],
)
def test_the_question_shows_the_resolved_path_of_a_change(
    tmp_path: Path, content: list[Any], path: str
) -> None:
    async def work(arguments: Mapping[str, Any], context: CallContext) -> CallOutcome:
        del arguments
        await context.authorize(EDIT, content)
        return CallOutcome("ok")

    async def scenario() -> None:
        async with turn_harness(tmp_path) as harness:
            tool = FakeTool("w", work, locations=(ToolCallLocation(path="/declared"),))
            await harness.runner(tool).run_all([CallPart("a", "w", {})])
            (question, _), *_ = harness.client.questions
            assert question.locations == [ToolCallLocation(path=path)]

    run_virtually(scenario())


@pytest.mark.parametrize("count", [1, 2, 3])
def test_a_cancelled_question_ends_the_turn_while_other_calls_run(tmp_path: Path, count: int) -> None:
    async def scenario() -> None:
        async with turn_harness(tmp_path) as harness:
            harness.client.answer = None
            concurrency = Concurrency()
            runner = harness.runner(
                FakeTool("ask", asks(MCP), read_only=True),
                FakeTool("read", concurrency.work, read_only=True),
            )
            others = [CallPart(f"id{number}", "read", {}) for number in range(count)]
            with pytest.raises(TurnCancelled):
                await runner.run_all([*others, CallPart("a", "ask", {})])

    run_virtually(scenario())


@pytest.mark.parametrize("seal", [None, {"signature": "s"}])
def test_a_call_is_stored_with_what_its_provider_needs_back(
    tmp_path: Path, seal: Mapping[str, Any] | None
) -> None:
    async def scenario() -> None:
        async with turn_harness(tmp_path) as harness:
            await harness.runner(FakeTool("w", answers())).run_all([CallPart("a", "w", {}, seal)])
            (called,) = [event for event in harness.events() if isinstance(event, ToolCalled)]
            assert called.seal == seal

    run_virtually(scenario())


def test_a_long_name_of_an_unknown_tool_is_quoted_in_part(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with turn_harness(tmp_path) as harness:
            runner = harness.runner(FakeTool("w", answers()))
            (result,) = await runner.run_all([CallPart("a", "n" * 150, {})])
            assert result.text == f"There is no tool {'n' * 100!r}. The tools are: w."

    run_virtually(scenario())


def test_a_call_that_runs_at_the_end_of_the_turn_has_failed(tmp_path: Path) -> None:
    async def hang(arguments: Mapping[str, Any], context: CallContext) -> CallOutcome:
        del arguments, context
        await asyncio.sleep(1000)
        return CallOutcome("ok")

    async def scenario() -> None:
        async with turn_harness(tmp_path) as harness:
            runner = harness.runner(FakeTool("w", hang))
            running = asyncio.ensure_future(runner.run_all([CallPart("a", "w", {})]))
            await asyncio.sleep(1)
            running.cancel()
            await runner.end_open_calls()
            (returned,) = [event for event in harness.events() if isinstance(event, ToolReturned)]
            assert (returned.id, returned.failed) == ("a", True)
            assert harness.client.of(ToolCallProgress)[-1].status == "failed"

    run_virtually(scenario())


def test_a_call_that_was_already_shown_is_completed_with_its_arguments(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with turn_harness(tmp_path) as harness:
            runner = harness.runner(FakeTool("w", answers()))
            runner.pending_call_ids.add("a")
            await runner.run_all([CallPart("a", "w", {"x": 1}), CallPart("b", "w", {"x": 2})])
            assert [call.raw_input for call in harness.client.of(ToolCall)] == [{"x": 2}]
            updates = [update for update in harness.client.of(ToolCallProgress) if update.title]
            assert [(update.tool_call_id, update.raw_input) for update in updates] == [("a", {"x": 1})]

    run_virtually(scenario())


@pytest.mark.parametrize("has_progress", [False, True])
@pytest.mark.parametrize(
    ("outcome", "is_kept"),
    [
        pytest.param(CallOutcome("x", content=[text_content("x")]), False, id="content that the reply shows"),
        pytest.param(CallOutcome("x"), False, id="no content"),
        pytest.param(
            CallOutcome("x", content=[text_content("x")], in_terminal=True), True, id="shown in a terminal"
        ),
        pytest.param(
            CallOutcome("x", content=[text_content("x")], failed=True, ending="rejected"),
            True,
            id="the user has rejected it",
        ),
    ],
)
def test_a_slash_commands_call_does_not_show_what_the_reply_shows(
    tmp_path: Path, outcome: CallOutcome, is_kept: bool, has_progress: bool
) -> None:
    async def work(arguments: Mapping[str, Any], context: CallContext) -> CallOutcome:
        del arguments
        if has_progress:
            await context.report_progress([text_content("half")])
        return outcome

    async def scene() -> None:
        async with turn_harness(tmp_path) as harness:
            result = await harness.runner(FakeTool("w", work)).run_for_user("w", {})
            assert bool(result.content) is is_kept
            cleared = [one for one in harness.client.of(ToolCallProgress) if one.content == []]
            assert bool(cleared) is (has_progress and bool(outcome.content) and not is_kept)

    run_virtually(scene())
