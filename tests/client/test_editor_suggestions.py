"""Requests for suggestions: one at a time, only current suggestions, each accepted or rejected once."""

import asyncio
from typing import Any

import pytest

from acp_editor import run
from client_editor import TEXT, URI, Suggesting, edit, editing, suggested
from understudy.client import AgentGone, ClientError
from understudy.client.editor import Edit, Editor

NEW = "new" + TEXT[3:]
FIRST = edit("one", (1, 6, 9, "new"))
SECOND = edit("two", (2, 7, 10, "new"))


@pytest.mark.requirement("NES-22")
def test_a_newer_request_cancels_the_older_one_whose_caller_gets_an_empty_result() -> None:
    agent = Suggesting(suggestions=[[FIRST], [SECOND]])

    async def scenario() -> None:
        agent.hold = asyncio.Event()
        async with editing(agent) as editor:
            await editor.open(URI, TEXT)
            older = asyncio.ensure_future(editor.suggest(URI, (0, 0)))
            await agent.until(lambda: len(agent.of("nes/suggest")) == 1)
            newer = asyncio.ensure_future(editor.suggest(URI, (0, 1)))
            assert await older == ()
            assert older.result().empty_reason == "superseded"
            await agent.until(lambda: agent.cancelled == 1)
            agent.hold.set()
            assert [one.id for one in await newer] == ["two"]
            assert newer.result().empty_reason is None
        assert agent.outcomes == [("two", "ignored")]

    run(scenario())


def test_a_cancelled_caller_cancels_its_request() -> None:
    agent = Suggesting(suggestions=[[FIRST]])

    async def scenario() -> None:
        agent.hold = asyncio.Event()
        async with editing(agent) as editor:
            await editor.open(URI, TEXT)
            asking = asyncio.ensure_future(editor.suggest(URI, (0, 0)))
            await agent.until(lambda: len(agent.of("nes/suggest")) == 1)
            asking.cancel()
            with pytest.raises(asyncio.CancelledError):
                await asking
            await agent.until(lambda: agent.cancelled == 1)
            agent.hold = None
            assert await editor.suggest(URI, (0, 0)) == ()

    run(scenario())


def test_closing_the_editor_ends_pending_requests() -> None:
    agent = Suggesting()

    async def scenario() -> None:
        agent.hold = asyncio.Event()
        async with editing(agent) as editor:
            await editor.open(URI, TEXT)
            asking = asyncio.ensure_future(editor.suggest(URI, (0, 0)))
            await agent.until(lambda: len(agent.of("nes/suggest")) == 1)
        assert (await asking).empty_reason == "closed"

    run(scenario())


@pytest.mark.requirement("NES-22")
def test_suggestions_for_a_text_that_has_changed_are_rejected_and_not_shown() -> None:
    agent = Suggesting(suggestions=[[FIRST, SECOND]])

    async def scenario() -> None:
        agent.hold = asyncio.Event()
        async with editing(agent) as editor:
            await editor.open(URI, TEXT)
            asking = asyncio.ensure_future(editor.suggest(URI, (0, 0)))
            await agent.until(lambda: len(agent.of("nes/suggest")) == 1)
            await editor.change(URI, NEW)
            agent.hold.set()
            assert await asking == ()
            assert asking.result().empty_reason == "outdated"
        assert agent.outcomes == [("one", "cancelled"), ("two", "cancelled")]

    run(scenario())


def test_a_suggestion_for_another_document_is_dropped_if_that_one_has_changed() -> None:
    other = "file:///project/b.py"
    agent = Suggesting(suggestions=[[edit("other", (0, 0, 1, "c"), uri=other), FIRST]])

    async def scenario() -> None:
        agent.hold = asyncio.Event()
        async with editing(agent) as editor:
            await editor.open(URI, TEXT)
            await editor.open(other, "b\n")
            asking = asyncio.ensure_future(editor.suggest(URI, (0, 0)))
            await agent.until(lambda: len(agent.of("nes/suggest")) == 1)
            await editor.change(other, "bb\n")
            agent.hold.set()
            assert [one.id for one in await asking] == ["one"]
            await agent.expect_outcomes(("other", "cancelled"))

    run(scenario())


@pytest.mark.requirement("NES-22")
def test_each_suggestion_is_rejected_with_the_right_reason() -> None:
    agent = Suggesting(suggestions=[[FIRST], [SECOND], [], [FIRST], [SECOND]])

    async def scenario() -> None:
        async with editing(agent) as editor:
            await editor.open(URI, TEXT)
            replaced = await suggested(editor)
            ignored = await suggested(editor)
            await agent.expect_outcomes(("one", "replaced"))
            await editor.change(URI, TEXT + "# more\n")
            assert len(agent.outcomes) == 1, "it may still hold; the next answer tells"
            assert await editor.suggest(URI, (0, 0)) == ()
            await agent.expect_outcomes(("one", "replaced"), ("two", "ignored"))
            dismissed = await suggested(editor)
            assert await editor.reject(dismissed)
            await agent.until(lambda: agent.outcomes[2:] == [("one", "rejected")])
            await suggested(editor)
            await editor.close(URI)
            await agent.until(lambda: agent.outcomes[3:] == [("two", "ignored")])
            for answered in (replaced, ignored, dismissed):
                assert not await editor.reject(answered)
            with pytest.raises(ClientError) as caught:
                await editor.apply(dismissed)
            assert caught.value.code == "answered"
        assert len(agent.outcomes) == 4

    run(scenario())


def test_a_suggestion_with_the_same_id_was_not_replaced() -> None:
    agent = Suggesting(suggestions=[[FIRST], [edit("one", (1, 7, 9, "ew"))], []])

    async def scenario() -> None:
        async with editing(agent) as editor:
            await editor.open(URI, TEXT)
            before = await suggested(editor)
            await editor.change(URI, edits=[Edit((1, 6), (1, 7), "n")])
            now = await suggested(editor)
            assert agent.outcomes == []
            assert not await editor.reject(before), "the newer one speaks for it"
            await editor.apply(now)
            assert editor.text(URI).splitlines()[1] == "print(new)"
        assert agent.outcomes == [("one", "accept")]

    run(scenario())


@pytest.mark.requirement("NES-22")
def test_typing_a_suggestion_in_full_accepts_it() -> None:
    agent = Suggesting(suggestions=[[FIRST]])

    async def scenario() -> None:
        async with editing(agent) as editor:
            await editor.open(URI, TEXT)
            await suggested(editor)
            await editor.change(URI, edits=[Edit((1, 6), (1, 9), "")])
            for at, letter in enumerate("new"):
                assert agent.outcomes == []
                await editor.change(URI, edits=[Edit((1, 6 + at), (1, 6 + at), letter)])
        assert agent.outcomes == [("one", "accept")]
        assert agent.methods[-3:] == ["document/didChange", "nes/accept", "nes/close"]

    run(scenario())


def test_an_unknown_suggestion_does_not_invalidate_the_others() -> None:
    odd: list[Any] = [{"kind": "tomorrow", "id": "t"}, {"kind": "edit", "id": "e"}, 7, None, FIRST]
    agent = Suggesting(suggestions=[odd])

    async def scenario() -> None:
        async with editing(agent) as editor:
            await editor.open(URI, TEXT)
            found = await suggested(editor)
            assert (found.id, found.kind, found.uri) == ("one", "edit", URI)

    run(scenario())


def test_the_two_known_actions_become_a_rename_and_a_search() -> None:
    place = {"line": 0, "character": 0}
    renaming = {"uri": URI, "position": place, "newName": "n"}
    searching = {"uri": URI, "search": "a", "replace": "b", "isRegex": True}
    suggestion = [
        {"kind": "action", "id": "1", "actionId": "rename", "arguments": renaming},
        {"kind": "action", "id": "2", "actionId": "searchAndReplace", "arguments": searching},
        {"kind": "action", "id": "3", "actionId": "rename", "arguments": {"uri": URI}},
        {"kind": "action", "id": "4", "actionId": "sortImports", "arguments": {}},
    ]
    agent = Suggesting(suggestions=[suggestion])

    async def scenario() -> None:
        async with editing(agent) as editor:
            await editor.open(URI, TEXT)
            found = await editor.suggest(URI, (0, 0))
            assert [one.kind for one in found] == ["rename", "searchAndReplace", "action", "action"]
            assert [one.uri for one in found] == [URI, URI, None, None]

    run(scenario())


def test_if_the_agent_ends_the_request_fails_and_the_editor_still_closes() -> None:
    agent = Suggesting()

    async def scenario() -> None:
        agent.hold = asyncio.Event()
        async with editing(agent) as editor:
            await editor.open(URI, TEXT)
            asking = asyncio.ensure_future(editor.suggest(URI, (0, 0)))
            await agent.until(lambda: len(agent.of("nes/suggest")) == 1)
            agent.stop()
            with pytest.raises(AgentGone):
                await asking

    run(scenario())


def test_requests_and_changes_from_many_tasks_reach_the_agent_in_a_consistent_order() -> None:
    agent = Suggesting()

    async def typing(editor: Editor, number: int) -> None:
        await editor.change(URI, edits=[Edit((0, 0), (0, 0), str(number))])
        await editor.suggest(URI, (0, 0))

    async def scenario() -> None:
        async with editing(agent) as editor:
            await editor.open(URI, TEXT)
            await asyncio.gather(*(typing(editor, number) for number in range(20)))
            seen = 1
            for method, params in agent.sent:
                if method == "document/didChange":
                    assert params["version"] == seen + 1
                    seen = params["version"]
                if method == "nes/suggest":
                    assert params["version"] == seen
            assert agent.texts[URI] == editor.text(URI)

    run(scenario())
