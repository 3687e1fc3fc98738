"""What a turn reports to the user's account, which folders it trusts, and what it stores to take changes back."""

from collections.abc import Generator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from chat.turn.turn_harness import FakeTool, Reply, answers, calls, run_virtually, says, turn_harness
from understudy.chat.events import FileChanged, UserPrompted
from understudy.chat.limits import MAX_CHECKPOINT_TURN_BYTES
from understudy.chat.outbound import OutboundError
from understudy.chat.permissions import ActionKind, Mode, PermissionRequest
from understudy.chat.session import TurnAccount, WorkReport
from understudy.chat.toolset.tool_api import CallContext, CallOutcome
from understudy.chat.trusted_folders import TrustedFolders
from understudy.chat.turn.agent_loop import AgentLoop, UsageTotals
from understudy.chat.turn.folder_trust import choose_trusted_roots
from understudy.chat.turn.tool_runner import TurnCancelled
from understudy.chat.turn.turn import ERROR_META_KEY, Turn
from understudy.models import CallPart, ModelError
from understudy.schema.acp import TextContent, ToolCallProgress
from understudy.settings import ChatSettings
from understudy.tools import FileChange


class CountingAccount(TurnAccount):
    def __init__(self) -> None:
        self.ends: list[str] = []
        self.requests: list[tuple[bool, int, int]] = []
        """Whether it failed, the tokens of the request and of the answer."""

    def end(self, stop_reason: str, usage: Any) -> None:
        self.ends.append(stop_reason)

    def model_request(self, model: str) -> AbstractContextManager[WorkReport]:
        @contextmanager
        def report() -> Generator[WorkReport]:
            work = WorkReport()
            try:
                yield work
            finally:
                self.requests.append((work.failed, work.input_tokens, work.output_tokens))

        return report()


@pytest.mark.parametrize(
    ("reply", "end", "requests"),
    [
        (says("Done."), "end_turn", [(False, 10, 2)]),
        ([ModelError("overloaded", "Too much.")], "end_turn", [(True, 0, 0)]),
        ([ModelError("auth", "No key.")], "error", [(True, 0, 0)]),
    ],
)
def test_a_turn_is_ended_once_and_its_requests_are_counted(
    tmp_path: Path, reply: Reply, end: str, requests: list[tuple[bool, int, int]]
) -> None:
    async def scenario() -> None:
        async with turn_harness(tmp_path, reply) as harness:
            account = CountingAccount()
            turn = Turn(harness.session, harness.state, [TextContent(text="Go.")], account=account)
            harness.session.turn = turn
            if end == "error":
                with pytest.raises(ModelError):
                    await turn.run()
            else:
                await turn.run()
            turn.release()
            assert account.ends == [end]
            assert account.requests == requests

    run_virtually(scenario())


@pytest.mark.parametrize(
    ("prompt", "has_model", "has_error"),
    [("Go.", True, False), ("Go.", False, True), ("/hlep", False, False), ("/hlep", True, False)],
)
def test_only_a_prompt_that_needs_a_model_reports_that_there_is_none(
    tmp_path: Path, prompt: str, has_model: bool, has_error: bool
) -> None:
    async def scenario() -> None:
        async with turn_harness(tmp_path, says("Done.")) as harness:
            harness.session.model = harness.session.model if has_model else None
            result = await Turn(harness.session, harness.state, [TextContent(text=prompt)]).run()
            assert (ERROR_META_KEY in (result.meta or {})) is has_error

    run_virtually(scenario())


@pytest.mark.parametrize(
    ("texts", "summarised"),
    [((), None), (("One.",), None), (("One.", "Two."), 1), (("One.", "Two.", "Three."), 2)],
)
def test_the_prompt_that_begins_the_turn_is_not_summarised(
    tmp_path: Path, texts: tuple[str, ...], summarised: int | None
) -> None:
    async def scenario() -> None:
        async with turn_harness(tmp_path, says("A summary.")) as harness:
            for text in texts:
                await harness.store.append("session", [UserPrompted(blocks=[TextContent(text=text)])])
            runner = harness.runner()
            loop = AgentLoop(harness.session, harness.state, runner.recorder, runner, UsageTotals())
            await loop.prepare(harness.model, ())
            if summarised is None:
                with pytest.raises(ModelError, match="nothing to summarise"):
                    await loop.compact_history(harness.model)
                return
            await loop.compact_history(harness.model)
            sent = str(harness.model.requests[0].messages)
            assert [text in sent for text in texts] == [at < summarised for at in range(len(texts))]

    run_virtually(scenario())


@pytest.mark.parametrize(
    ("setting", "mode", "is_known", "answer", "is_trusted", "is_asked", "notice"),
    [
        ("always", Mode.ASK, False, None, True, False, ""),
        ("never", Mode.ASK, True, "trust", False, False, "the settings say so"),
        ("never", Mode.FULL, False, "reject", True, False, ""),
        ("ask", Mode.FULL, False, "reject", True, False, ""),
        ("ask", Mode.ASK, True, "reject", True, False, ""),
        ("ask", Mode.ASK, False, "once", True, True, ""),
        ("ask", Mode.ASK, False, "trust", True, True, ""),
        ("ask", Mode.ASK, False, "reject", False, True, "it is not trusted"),
        ("ask", Mode.ASK, False, OutboundError("gone"), False, True, "could not ask"),
    ],
)
def test_which_folders_are_trusted(
    tmp_path: Path,
    setting: Any,
    mode: Mode,
    is_known: bool,
    answer: Any,
    is_trusted: bool,
    is_asked: bool,
    notice: str,
) -> None:
    async def scenario() -> None:
        settings = ChatSettings(trust_folders=setting)
        async with turn_harness(tmp_path, mode=mode, settings=settings) as harness:
            harness.client.answer = answer
            session, trusted = harness.session, TrustedFolders(tmp_path / "trusted")
            state = replace(harness.state, trusted_folders=trusted)
            root = session.workspace.primary.path
            assert await choose_trusted_roots(session, state, harness.recorder()) == []
            assert harness.client.questions == []  # there is nothing to read
            (tmp_path / "root" / "AGENTS.md").write_text("Be kind.\n")
            if is_known:
                trusted.add(root)
            roots = await choose_trusted_roots(session, state, harness.recorder())
            assert [one.path for one in roots] == ([root] if is_trusted else [])
            assert len(harness.client.questions) == is_asked
            assert notice in "".join(session.pending_notices)
            assert bool(session.pending_notices) is bool(notice)
            assert trusted.contains(root) is (is_known or answer == "trust")
            ended = [update.status for update in harness.client.of(ToolCallProgress)]
            assert ended == (["completed" if is_trusted else "failed"] if is_asked else [])

    run_virtually(scenario())


def test_a_question_about_a_folder_that_is_called_off_ends_the_turn(tmp_path: Path) -> None:
    async def scenario() -> None:
        settings = ChatSettings(trust_folders="ask")
        async with turn_harness(tmp_path, settings=settings) as harness:
            (tmp_path / "root" / "AGENTS.md").write_text("Be kind.\n")
            harness.client.answer = None
            with pytest.raises(TurnCancelled):
                await choose_trusted_roots(harness.session, harness.state, harness.recorder())
            assert [update.status for update in harness.client.of(ToolCallProgress)] == ["failed"]

    run_virtually(scenario())


@pytest.mark.parametrize(
    ("room", "hashes", "is_recorded", "is_stored"),
    [
        (MAX_CHECKPOINT_TURN_BYTES, ("one", "two"), True, True),
        (1, ("one", "two"), True, False),
        (MAX_CHECKPOINT_TURN_BYTES, ("one", "one"), False, False),
    ],
)
def test_what_a_change_stores_to_be_taken_back(
    tmp_path: Path, room: int, hashes: tuple[str, str], is_recorded: bool, is_stored: bool
) -> None:
    async def change(arguments: Mapping[str, Any], context: CallContext) -> CallOutcome:
        await context.record_change(FileChange("/f", "f", "old", "new", old_data=b"old"), *hashes)
        return CallOutcome("ok")

    async def scenario() -> None:
        async with turn_harness(tmp_path) as harness:
            runner = harness.runner(FakeTool("w", change))
            runner.checkpoint_bytes = used = MAX_CHECKPOINT_TURN_BYTES - room
            await runner.run_all([CallPart("c", "w", {})])
            recorded = [event for event in harness.events() if isinstance(event, FileChanged)]
            assert len(recorded) == is_recorded
            stored = [event.old_data for event in recorded if event.old_data is not None]
            assert len(stored) == is_stored
            assert runner.checkpoint_bytes == used + sum(map(len, stored))
            assert list(runner.changed_paths) == (["/f"] if is_recorded else [])

    run_virtually(scenario())


def test_changes_of_hooks_are_looked_for_only_if_there_are_hooks(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with turn_harness(tmp_path, calls("w"), says("Done.")) as harness:
            runner = harness.runner(FakeTool("w", answers()))
            runner.changed_paths["/f"] = FileChanged(
                call_id="c", path="/f", display_path="f", old_hash=None, new_hash="1", old_data=None
            )
            assert await runner.record_hook_changes() == []

    run_virtually(scenario())


@pytest.mark.parametrize("kind", [ActionKind.RUN, ActionKind.EDIT])
@pytest.mark.parametrize("by_user", [False, True])
def test_only_a_command_that_the_user_typed_needs_no_question(
    tmp_path: Path, kind: ActionKind, by_user: bool
) -> None:
    async def work(arguments: Mapping[str, Any], context: CallContext) -> CallOutcome:
        assert await context.authorize(PermissionRequest(kind, "x")) is None
        return CallOutcome("ok")

    async def scenario() -> None:
        async with turn_harness(tmp_path) as harness:
            runner = harness.runner(FakeTool("w", work))
            if by_user:
                await runner.run_for_user("w", {})
            else:
                await runner.run_all([CallPart("c", "w", {})])
            assert len(harness.client.questions) == (not by_user or kind is not ActionKind.RUN)

    run_virtually(scenario())
