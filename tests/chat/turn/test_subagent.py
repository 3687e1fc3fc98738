"""The research tool: its requests are counted, its calls only read, and it ends."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import pytest

from chat.turn.turn_harness import FakeTool, Reply, answers, calls, run_virtually, says, turn_harness
from understudy.chat.history import cap_results, conversation_tokens
from understudy.chat.limits import MAX_RESULT_CHARS, MAX_SUBAGENT_STEPS
from understudy.chat.permissions import ActionKind, PermissionRequest
from understudy.chat.session import TurnAccount
from understudy.chat.session.usage_accounts import WorkReport
from understudy.chat.toolset import Rejection
from understudy.chat.toolset.tool_api import CallContext, CallOutcome
from understudy.chat.turn.agent_loop import UsageTotals
from understudy.chat.turn.subagent import ResearchTool
from understudy.models import CallPart, ModelError, ResultPart, TextDelta, ToolMessage
from understudy.schema.acp import ToolCallContent

QUESTION = {"question": "Where is it?"}


class RecordingAccount(TurnAccount):
    """Keeps how every request ended: its model, whether it failed, and its tokens."""

    def __init__(self) -> None:
        self.requests: list[tuple[str, bool, int, int]] = []

    def model_request(self, model: str) -> AbstractContextManager[WorkReport]:
        @contextmanager
        def report() -> Iterator[WorkReport]:
            work = WorkReport()
            try:
                yield work
            finally:
                self.requests.append((model, work.failed, work.input_tokens, work.output_tokens))

        return report()


class FakeContext:
    call_id = "ask"

    def __init__(self) -> None:
        self.started = 0
        self.progress: list[str] = []

    async def report_started(self) -> None:
        self.started += 1

    async def report_progress(self, content: Sequence[ToolCallContent]) -> None:
        self.progress.append(shown_text(content))


def shown_text(content: Sequence[ToolCallContent]) -> str:
    (part,) = content
    return part.content.text  # type: ignore[union-attr]


class Research:
    """One call of the research tool, and all that can be seen of it."""

    def __init__(
        self,
        folder: Path,
        *replies: Reply,
        tools: Sequence[FakeTool] = (),
        arguments: Mapping[str, Any] = QUESTION,
        has_model: bool = True,
    ) -> None:
        self.account, self.totals, self.context = RecordingAccount(), UsageTotals(), FakeContext()

        async def scene() -> CallOutcome:
            async with turn_harness(folder, *replies) as harness:
                if not has_model:
                    harness.session.model = None
                by_name: Any = {tool.name: tool for tool in tools}
                tool = ResearchTool(harness.session, harness.state, by_name, self.totals, self.account)
                self.requests = harness.model.requests
                return await tool.run(arguments, self.context)  # type: ignore[arg-type]

        self.outcome = run_virtually(scene())


def test_every_request_is_counted_with_its_tokens(tmp_path: Path) -> None:
    research = Research(tmp_path, calls("look"), says("Here."), tools=[FakeTool("look", answers("seen"))])
    assert research.account.requests == [("fake:model", False, 10, 2)] * 2
    assert research.totals.requests == 2
    usage = research.totals.usage()
    assert usage is not None
    assert (usage.input_tokens, usage.output_tokens) == (20, 4)


@pytest.mark.parametrize(
    ("reply", "message"),
    [
        pytest.param(
            [ModelError("unreachable", "No connection.")], "No connection.", id="the provider fails"
        ),
        pytest.param(
            [TextDelta("He")], "The helper's answer broke off. Try again.", id="the answer has no end"
        ),
    ],
)
def test_a_request_that_fails_is_counted_as_failed(tmp_path: Path, reply: Reply, message: str) -> None:
    research = Research(tmp_path, reply)
    assert research.account.requests == [("fake:model", True, 0, 0)]
    assert research.totals.requests == 0
    assert research.outcome.failed
    assert (research.outcome.text, research.outcome.user_message) == (message, message)


@pytest.mark.parametrize(
    ("arguments", "has_model"),
    [
        pytest.param({}, True, id="no question"),
        pytest.param({"question": " "}, True, id="a blank question"),
        pytest.param({"question": 3}, True, id="no text"),
        pytest.param(QUESTION, False, id="no model"),
    ],
)
def test_without_a_question_or_a_model_nothing_is_requested(
    tmp_path: Path, arguments: Mapping[str, Any], has_model: bool
) -> None:
    research = Research(tmp_path, says("No."), arguments=arguments, has_model=has_model)
    assert research.outcome.failed
    assert research.outcome.user_message == "The call has no question."
    assert (research.requests, research.account.requests, research.context.started) == ([], [], 0)


def test_the_steps_are_shown_and_the_answer_goes_back(tmp_path: Path) -> None:
    tools = [FakeTool("look", answers("seen"))]
    research = Research(tmp_path, calls("look"), calls("look"), says(" Here. "), tools=tools)
    assert research.context.started == 1
    assert research.context.progress == ["- Use look", "- Use look\n- Use look"]
    assert research.outcome.text == "Here."
    assert research.outcome.output == {"answer": "Here.", "steps": 2}
    assert shown_text(research.outcome.content) == "- Use look\n- Use look\n\nHere."
    assert not research.outcome.failed


@pytest.mark.parametrize(("text", "answer"), [("Here.", "Here."), (" \n", "The helper found no answer.")])
def test_an_answer_without_steps(tmp_path: Path, text: str, answer: str) -> None:
    research = Research(tmp_path, says(text))
    assert (research.outcome.text, shown_text(research.outcome.content)) == (answer, answer)


@pytest.mark.parametrize(("extra", "is_whole"), [(0, True), (10_000, False)])
def test_a_long_answer_is_shortened_in_its_middle(tmp_path: Path, extra: int, is_whole: bool) -> None:
    answer = "x" * (MAX_RESULT_CHARS + extra)
    research = Research(tmp_path, says(answer))
    assert research.outcome.text == answer if is_whole else len(research.outcome.text) < len(answer)
    assert research.outcome.text.startswith("xxx")
    assert research.outcome.text.endswith("xxx")


@pytest.mark.parametrize(
    ("steps", "is_answered"), [(MAX_SUBAGENT_STEPS - 1, True), (MAX_SUBAGENT_STEPS, False)]
)
def test_the_number_of_requests_is_limited(tmp_path: Path, steps: int, is_answered: bool) -> None:
    replies = [calls("look")] * steps
    research = Research(tmp_path, *replies, says("Here."), tools=[FakeTool("look", answers("seen"))])
    assert len(research.requests) == MAX_SUBAGENT_STEPS == 20
    assert (research.outcome.text == "Here.") is is_answered
    assert research.outcome.text.startswith(
        "Here." if is_answered else "The helper stopped without an answer"
    )


@pytest.mark.parametrize(
    ("call", "text", "failed", "progress"),
    [
        pytest.param(CallPart("1", "look", {}), "seen", False, ["- Use look"], id="one of its tools"),
        pytest.param(
            CallPart("1", "write", {}), "Use one of look with valid JSON.", True, [], id="another tool"
        ),
        pytest.param(
            CallPart("1", "look", "{"),
            "Use one of look with valid JSON.",
            True,
            [],
            id="arguments that are no JSON",
        ),
    ],
)
def test_the_result_of_a_call_goes_to_the_helper(
    tmp_path: Path, call: CallPart, text: str, failed: bool, progress: list[str]
) -> None:
    research = Research(tmp_path, calls(call), says("Here."), tools=[FakeTool("look", answers("seen"))])
    message = research.requests[1].messages[-1]
    assert isinstance(message, ToolMessage)
    (result,) = message.results
    assert (result.id, result.name, result.text, result.failed) == ("1", call.name, text, failed)
    assert research.context.progress == progress


def test_a_result_may_fill_a_quarter_of_the_window(tmp_path: Path) -> None:
    text = "word " * 40_000
    research = Research(tmp_path, calls("look"), says("Here."), tools=[FakeTool("look", answers(text))])
    message = research.requests[1].messages[-1]
    assert isinstance(message, ToolMessage)
    (expected,) = cap_results(ToolMessage([ResultPart("id0", "look", text)]), 25_000).results
    assert [result.text for result in message.results] == [expected.text]
    assert len(expected.text) < len(text)


def test_the_helpers_own_conversation_fills_half_of_the_window(tmp_path: Path) -> None:
    tool = FakeTool("look", answers("word " * 9_000))
    research = Research(tmp_path, *[calls("look")] * 9, says("Here."), tools=[tool])
    tokens = [conversation_tokens(request.messages) for request in research.requests]
    assert 40_000 < max(tokens) <= 50_000  # of 100,000; nine results have more
    assert 9 * tokens[1] > 100_000


def test_it_is_shown_as_a_search_that_only_reads(tmp_path: Path) -> None:
    async def scene() -> None:
        async with turn_harness(tmp_path) as harness:
            tool = ResearchTool(harness.session, harness.state, {}, UsageTotals(), RecordingAccount())
            assert tool.read_only
            titles = [
                tool.describe_call(one).title for one in (QUESTION, {"question": " "}, {"question": 3}, "{")
            ]
            assert titles == ["Research: Where is it?", "Research", "Research", "Research"]

    run_virtually(scene())


@pytest.mark.parametrize("kind", ActionKind)
def test_a_call_of_the_helper_may_only_read(tmp_path: Path, kind: ActionKind) -> None:
    seen: list[Rejection | None] = []

    async def work(arguments: Mapping[str, Any], context: CallContext) -> CallOutcome:
        del arguments
        seen.append(await context.authorize(PermissionRequest(kind, "x")))
        return CallOutcome("done")

    Research(tmp_path, calls("look"), says("Here."), tools=[FakeTool("look", work)])
    (rejection,) = seen
    assert (rejection is None) is (kind is ActionKind.READ)
    assert rejection is None or rejection.user_message == "Not permitted."
