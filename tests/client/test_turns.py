"""Turns: updates in order, the stop reason at the end, and leaving the loop early."""

import asyncio
import json
import logging
from pathlib import Path
from typing import Any

import pytest
from tests.client.agents.harness import LIMIT_S, received, run, scripted, until

from understudy.client import AgentFailed, AgentGone, ClientError, Permissions, connect
from understudy.client.limits import MAX_UNREAD_BYTES, MAX_UNREAD_UPDATES, UNREAD_HARD_LIMIT_FACTOR
from understudy.schema import acp

OPTIONS = [
    {"optionId": "yes", "name": "Yes", "kind": "allow_once"},
    {"optionId": "no", "name": "No", "kind": "reject_once"},
]


def question(call: str = "c1", **fields: Any) -> dict[str, Any]:
    return {
        "ask": "session/request_permission",
        "params": {"toolCall": {"toolCallId": call, **fields}, "options": OPTIONS},
    }


def outcomes(text: str) -> Any:
    return json.loads(text)["result"]["outcome"]


def test_updates_come_in_order_and_the_stop_reason_after_them(root: Path) -> None:
    async def scenario() -> None:
        async with connect(scripted(turn=[{"flood": 3 * MAX_UNREAD_UPDATES}])) as agent:
            session = await agent.new_session(root)
            turn = session.prompt("count")
            assert turn.stop_reason is None
            said = [update.content.text async for update in turn]  # type: ignore[union-attr]
            assert said == [f"{number} " for number in range(3 * MAX_UNREAD_UPDATES)]
            assert turn.stop_reason == "end_turn"
            assert turn.usage is not None
            assert turn.usage.total_tokens == 3
            with pytest.raises(ClientError, match="once"):
                await turn.finish()

    run(scenario())


def test_a_slow_reader_holds_the_agent_up_but_not_its_other_answers(root: Path, tmp_path: Path) -> None:
    done = tmp_path / "done"

    async def scenario() -> None:
        flood = (UNREAD_HARD_LIMIT_FACTOR + 2) * MAX_UNREAD_UPDATES
        turn_steps = [{"flood": flood}, {"touch": str(done)}]
        async with connect(scripted(turn=turn_steps), timeout=LIMIT_S) as agent:
            session = await agent.new_session(root)
            turn = session.prompt("flood")
            count = 0
            async for _ in turn:
                count += 1
                if count == 1:
                    # The agent is busy sending the flood: its response comes after all of it.
                    waiting = asyncio.ensure_future(agent.new_session(root))
                    await until(done.exists)
                    await waiting
            assert count == flood

    run(scenario())


def test_an_agent_that_floods_waits_while_nobody_reads(root: Path, tmp_path: Path) -> None:
    done = tmp_path / "done"

    async def scenario() -> None:
        async with connect(scripted(turn=[{"flood": 6 * MAX_UNREAD_UPDATES}, {"touch": str(done)}])) as agent:
            session = await agent.new_session(root)
            turn = session.prompt("flood")
            count = 0
            async for _ in turn:
                if count == 0:
                    await until(lambda: turn.unread >= MAX_UNREAD_UPDATES)
                    assert not done.exists()
                    assert turn.unread < 4 * MAX_UNREAD_UPDATES
                count += 1
            assert count == 6 * MAX_UNREAD_UPDATES

    run(scenario())


def test_a_few_large_updates_pause_the_reading_like_many_small_ones(root: Path, tmp_path: Path) -> None:
    done = tmp_path / "done"
    large = {"say": "x" * (1 << 16)}
    steps = [{"times": 4 * MAX_UNREAD_BYTES >> 16, "step": large}, {"touch": str(done)}]

    async def scenario() -> None:
        async with connect(scripted(turn=steps)) as agent:
            turn = (await agent.new_session(root)).prompt("flood")
            count = 0
            async for _ in turn:
                if count == 0:
                    await until(lambda: turn.unread >= MAX_UNREAD_BYTES >> 17)
                    await until(lambda: agent._host.backpressure.paused)
                    assert not done.exists()
                count += 1
            assert count == 4 * MAX_UNREAD_BYTES >> 16

    run(scenario())


def test_a_turn_can_be_followed_within_the_loop_of_another_one(root: Path) -> None:
    async def scenario() -> None:
        async with connect(scripted(turn=[{"flood": 3 * MAX_UNREAD_UPDATES}])) as agent:
            one, other = await agent.load_session("one", root), await agent.load_session("other", root)
            turn = one.prompt("flood")
            count = 0
            async for _ in turn:
                if count == 0:
                    await until(lambda: turn.unread >= MAX_UNREAD_UPDATES)
                    # The agent works sequentially: this response comes after all the unread updates.
                    assert await other.prompt("flood").finish() == "end_turn"
                count += 1
            assert count == 3 * MAX_UNREAD_UPDATES

    run(scenario())


def test_the_end_of_the_connection_does_not_cancel_the_task_that_iterates_a_turn(root: Path) -> None:
    async def scenario() -> None:
        async with connect(scripted(turn=["cancel"])) as agent:
            turn = (await agent.new_session(root)).prompt("wait")
            following = asyncio.ensure_future(turn.finish())
            await until(lambda: turn.running)
        with pytest.raises(AgentGone, match="closed"):
            await following

    run(scenario())


def test_an_update_of_an_unknown_kind_is_ignored(root: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    tomorrow = {"sessionUpdate": "of_tomorrow", "what": 1}
    steps: list[Any] = [{"update": tomorrow}, {"update": {}}, {"say": "on"}]

    async def scenario() -> None:
        async with connect(scripted(turn=steps)) as agent:
            assert await (await agent.new_session(root)).prompt("go").text() == "on"

    run(scenario())
    assert [record for record in caplog.records if record.levelno > logging.DEBUG] == []


def test_updates_come_before_the_end_of_the_turn_even_while_the_agent_does_not_read(root: Path) -> None:
    (root / "large.txt").write_text("x" * (3 << 20))
    look_away = {"ask_and_look_away": "fs/read_text_file", "params": {"path": str(root / "large.txt")}}

    async def scenario() -> None:
        async with connect(scripted(turn=[look_away, {"flood": 100}])) as agent:
            session = await agent.new_session(root)
            turn = session.prompt("read")
            assert len([update async for update in turn]) == 100
            assert turn.stop_reason == "end_turn"

    run(scenario())


@pytest.mark.parametrize("how", ["break", "raise", "cancel", "aclose"])
def test_leaving_the_loop_early_cancels_the_turn(root: Path, tmp_path: Path, how: str) -> None:
    record = tmp_path / "record"
    inside = asyncio.Event()

    async def follow(turn: Any) -> None:
        async for _ in turn:
            inside.set()
            match how:
                case "break":
                    break
                case "raise":
                    raise ZeroDivisionError
                case "aclose":
                    await turn.aclose()
                    break
                case _:
                    pass

    async def scenario() -> None:
        async with connect(scripted(record=str(record), turn=[{"say": "so"}, "cancel"])) as agent:
            session = await agent.new_session(root)
            turn = session.prompt("hello")
            following = asyncio.ensure_future(follow(turn))
            await inside.wait()
            if how == "cancel":
                await asyncio.sleep(0)
                following.cancel()
            await asyncio.wait([following])
            if how == "raise":
                assert isinstance(following.exception(), ZeroDivisionError)
            await until(lambda: received(record, "session/cancel"))
            # The next turn waits until the agent has ended the first.
            second = session.prompt("again")
            async for _ in second:
                await session.cancel()
            assert second.stop_reason == "cancelled"

    run(scenario())
    assert received(record, "session/cancel") == [{"sessionId": "s1"}] * 2
    assert received(record, "$/cancel_request") == []


def test_a_cancelled_turn_ends_with_its_stop_reason(root: Path) -> None:
    async def scenario() -> None:
        async with connect(scripted(turn=[{"say": "so"}, "cancel"])) as agent:
            session = await agent.new_session(root)
            turn = session.prompt("hello")
            async for _ in turn:
                await session.cancel()
            assert turn.stop_reason == "cancelled"

    run(scenario())


def test_cancel_does_not_wait_for_an_agent_that_does_not_read(root: Path) -> None:
    (root / "large.txt").write_text("x" * (3 << 20))
    look_away = {"ask_and_look_away": "fs/read_text_file", "params": {"path": str(root / "large.txt")}}

    async def scenario() -> None:
        async with connect(scripted(turn=[look_away, {"say": "so"}, "hang"])) as agent:
            session = await agent.new_session(root)
            following = asyncio.ensure_future(session.prompt("read").finish())
            await until(lambda: not agent._host.backpressure.has_room)
            await session.cancel()
            following.cancel()

    run(scenario())


def test_a_cancelled_turn_that_is_answered_with_an_error_counts_as_cancelled(root: Path) -> None:
    async def scenario() -> None:
        async with connect(scripted(turn=[{"say": "so"}, {"cancel_error": -32800}])) as agent:
            session = await agent.new_session(root)
            turn = session.prompt("hello")
            async for _ in turn:
                await session.cancel()
            assert turn.stop_reason == "cancelled"

    run(scenario())


def test_one_turn_at_a_time(root: Path) -> None:
    async def scenario() -> None:
        async with connect(scripted(turn=[{"say": "so"}, "cancel"])) as agent:
            session = await agent.new_session(root)
            async for _ in session.prompt("hello"):
                with pytest.raises(ClientError) as error:
                    await session.prompt("me too").finish()
                assert error.value.code == "turn_running"
                await session.cancel()

    run(scenario())


def test_a_turn_that_is_never_iterated_is_never_sent(root: Path, tmp_path: Path) -> None:
    record = tmp_path / "record"

    async def scenario() -> None:
        async with connect(scripted(record=str(record))) as agent:
            session = await agent.new_session(root)
            session.prompt("never")
            assert await session.prompt("hello").text() == "hello"

    run(scenario())
    assert len(received(record, "session/prompt")) == 1


def test_a_turn_that_fails_gives_its_updates_first(root: Path) -> None:
    async def scenario() -> None:
        async with connect(
            scripted(errors={"session/prompt": {"code": -32603, "message": "broken"}})
        ) as agent:
            session = await agent.new_session(root)
            with pytest.raises(AgentFailed, match="broken"):
                await session.prompt("hello").finish()
            assert await session.prompt("hello").finish() == "end_turn"

    run(scenario())


def test_permission_requests_are_answered_by_the_policy_and_the_known_kind_of_the_call(root: Path) -> None:
    turn = [
        {"update": {"sessionUpdate": "tool_call", "toolCallId": "c1", "title": "Read", "kind": "read"}},
        question("c1"),
        question("c2", kind="execute"),
        question("c3"),
    ]

    async def scenario() -> None:
        async with connect(scripted(turn=turn), permissions=Permissions.allow("read")) as agent:
            session = await agent.new_session(root)
            updates = [
                outcomes(update.content.text)  # type: ignore[union-attr]
                async for update in session.prompt("ask")
                if isinstance(update, acp.AgentMessageChunk)
            ]
            assert updates == [
                {"outcome": "selected", "optionId": "yes"},
                {"outcome": "selected", "optionId": "no"},
                {"outcome": "selected", "optionId": "no"},
            ]

    run(scenario())


@pytest.mark.parametrize("how", ["cancel", "leave"])
def test_pending_permission_requests_are_answered_cancelled_when_the_turn_is_cancelled(
    root: Path, tmp_path: Path, how: str
) -> None:
    record = tmp_path / "record"
    asked = asyncio.Event()

    async def never(request: acp.RequestPermissionRequest) -> str | None:
        asked.set()
        await asyncio.sleep(600)
        return "yes"

    async def scenario() -> None:
        script = scripted(record=str(record), turn=[{"say": "so"}, question(), "cancel"])
        async with connect(script, permissions=Permissions.ask(never)) as agent:
            session = await agent.new_session(root)
            turn = session.prompt("ask")
            following = asyncio.ensure_future(turn.text())
            await asked.wait()
            if how == "cancel":
                await session.cancel()
                assert '"cancelled"' in await following
                assert turn.stop_reason == "cancelled"
            else:
                following.cancel()
                await until(lambda: '"cancelled"' in record.read_text())

    run(scenario())


def test_a_permission_request_for_an_unknown_session_is_refused(root: Path) -> None:
    step = question()
    step["params"]["sessionId"] = "another"

    async def scenario() -> None:
        async with connect(scripted(turn=[step]), permissions=Permissions.allow("other")) as agent:
            session = await agent.new_session(root)
            assert json.loads(await session.prompt("ask").text())["error"]["code"] == -32602

    run(scenario())


@pytest.mark.parametrize(
    "method", ["elicitation/create", "mcp/connect", "_vendor/thing", "fs/write_text_file"]
)
def test_a_method_that_is_not_advertised_is_not_found(root: Path, method: str) -> None:
    async def scenario() -> None:
        async with connect(scripted(turn=[{"ask": method, "params": {"message": "?"}}])) as agent:
            session = await agent.new_session(root)
            assert json.loads(await session.prompt("ask").text())["error"]["code"] == -32601

    run(scenario())


@pytest.mark.parametrize("usage", [None, {"totalTokens": "many"}, {"totalTokens": 1}])
def test_an_unknown_stop_reason_is_passed_on(root: Path, usage: Any) -> None:
    async def scenario() -> None:
        step = {"stop": "out_of_patience", "usage": usage}
        async with connect(scripted(turn=[{"say": "so"}, step])) as agent:
            turn = (await agent.new_session(root)).prompt("go on")
            assert await turn.finish() == "out_of_patience"
            assert turn.usage is None

    run(scenario())


def test_a_text_with_a_lone_surrogate_is_not_sent(root: Path, tmp_path: Path) -> None:
    record = tmp_path / "record"

    async def scenario() -> None:
        async with connect(scripted(record=str(record))) as agent:
            session = await agent.new_session(root)
            with pytest.raises(ClientError, match="surrogate") as caught:
                await session.prompt("half \ud83d").finish()
            assert caught.value.code == "bad_text"
            assert await session.prompt("whole").finish() == "end_turn"

    run(scenario())
    assert len(received(record, "session/prompt")) == 1
