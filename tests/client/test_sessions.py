"""Sessions: opening, listing and closing them, and their state in the client."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.client.agents.harness import received, run, scripted
from tests.workspace_commands.conftest import sandbox_or_skip

from understudy.client import AgentFailed, BadAgent, ClientError, Session, connect
from understudy.client.limits import MAX_LIST_PAGES
from understudy.schema import acp


def words(updates: list[Any]) -> list[str]:
    return [update.content.text for update in updates if isinstance(update, acp.AgentMessageChunk)]


def info(name: str, cwd: Path | str, *more: Path | str, **fields: Any) -> dict[str, Any]:
    return {
        "sessionId": name,
        "cwd": str(cwd),
        "additionalDirectories": [str(path) for path in more],
        **fields,
    }


@pytest.mark.requirement("DIR-13")
def test_roots_are_sent_absolute_normalised_and_once(root: Path, second: Path, tmp_path: Path) -> None:
    record = tmp_path / "record"

    async def scenario() -> None:
        async with connect(scripted(record=str(record))) as agent:
            session = await agent.new_session(f"{root}/./", additional=[second, f"{second}/x/..", root])
            assert list(session.roots) == [str(root), str(second)]
            with pytest.raises(ClientError, match="absolute"):
                await agent.new_session("relative")
            with pytest.raises(ClientError, match="absolute"):
                await agent.new_session(root, additional=["relative"])

    run(scenario())
    (said,) = received(record, "session/new")
    assert said["cwd"] == str(root)
    assert said["additionalDirectories"] == [str(second)]
    assert said["mcpServers"] == []


@pytest.mark.requirement("DIR-13")
@pytest.mark.parametrize("how", ["load", "resume", "fork"])
def test_all_roots_are_sent_again_whenever_a_session_is_opened_again(
    root: Path, second: Path, tmp_path: Path, how: str
) -> None:
    record = tmp_path / "record"

    async def scenario() -> None:
        async with connect(scripted(record=str(record))) as agent:
            opened: Session = await getattr(agent, f"{how}_session")("s1", root, additional=[second, second])
            assert list(opened.roots) == [str(root), str(second)]
            await getattr(agent, f"{how}_session")("s1", root)

    run(scenario())
    first, again = received(record, f"session/{how}")
    assert (first["sessionId"], first["cwd"]) == ("s1", str(root))
    assert first["additionalDirectories"] == [str(second)]
    assert "additionalDirectories" not in again, "nothing is taken from before"


@pytest.mark.requirement("DIR-13")
def test_the_roots_of_a_session_info_are_the_current_ones(root: Path, second: Path, tmp_path: Path) -> None:
    secret = tmp_path / "elsewhere"
    secret.mkdir()
    for folder in (root, second, secret):
        (folder / "a.txt").write_text(folder.name)
    pages = [{"sessions": [info("s1", root, secret, title="Now")]}]
    asked = [
        {"ask": "fs/read_text_file", "params": {"path": str(folder / "a.txt")}}
        for folder in (root, second, secret)
    ]

    async def answers(session: Session) -> list[dict[str, Any]]:
        return [
            json.loads(update.content.text)
            async for update in session.prompt("read")
            if isinstance(update, acp.AgentMessageChunk) and isinstance(update.content, acp.TextContent)
        ]

    async def scenario() -> None:
        async with connect(scripted(pages=pages, turn=asked)) as agent:
            session = await agent.new_session(root, additional=[second])
            mine, other, foreign = await answers(session)
            assert mine["result"]["content"] == root.name
            assert other["result"]["content"] == second.name
            assert "error" in foreign
            assert [found.session_id async for found in agent.sessions()] == ["s1"]
            assert list(session.roots) == [str(root), str(secret)]
            assert session.title == "Now"
            mine, other, foreign = await answers(session)
            assert mine["result"]["content"] == root.name
            assert "error" in other, "the agent has given it up"
            assert "error" in foreign, "an agent cannot give itself a folder"

    run(scenario())


@pytest.mark.requirement("DIR-15")
def test_a_root_that_is_read_only_in_the_agents_sandbox_is_a_notice(root: Path, second: Path) -> None:
    notices: list[str] = []

    async def scenario() -> None:
        async with connect(scripted(), sandbox=True, roots=[root], on_notice=notices.append) as agent:
            await agent.new_session(root)
            assert notices == []
            await agent.new_session(root, additional=[second])

    sandbox_or_skip("landlock")
    run(scenario())
    (notice,) = notices
    assert str(second) in notice


def test_updates_right_before_and_after_the_response_are_not_lost(root: Path) -> None:
    seen: list[Any] = []

    async def scenario() -> None:
        async with connect(scripted(early="early", late="late")) as agent:
            session = await agent.new_session(root, on_update=seen.append)
            await session.prompt("hello").finish()

    run(scenario())
    assert words(seen) == ["early", "late", "hello"]


def test_a_listener_that_fails_breaks_neither_the_session_nor_the_turn(root: Path) -> None:
    notices: list[str] = []

    def fail(update: object) -> None:
        raise KeyError("mine")

    async def scenario() -> None:
        async with connect(scripted(early="early"), on_notice=notices.append) as agent:
            session = await agent.new_session(root, on_update=fail)
            assert await session.prompt("hello").text() == "hello"

    run(scenario())
    assert notices == ["What listens to updates of session s1 failed: KeyError('mine')."]


@pytest.mark.parametrize("how", ["new", "fork"])
def test_a_new_session_with_the_id_of_an_open_one_is_a_bad_agent(root: Path, second: Path, how: str) -> None:
    answers = {f"session/{how}": {"sessionId": "s1"}}

    async def scenario() -> None:
        async with connect(scripted(answers=answers)) as agent:
            first = await agent.new_session(root)
            with pytest.raises(BadAgent, match="open: s1"):
                await (agent.new_session(second) if how == "new" else agent.fork_session("s1", second))
            assert await first.prompt("still there?").text() == "hello"
            assert list(first.roots) == [str(root)]

    run(scenario())


@pytest.mark.requirement("DIR-13")
@pytest.mark.parametrize(("said", "kept"), [({}, True), ({"additionalDirectories": []}, False)])
def test_a_list_without_additional_roots_keeps_the_current_ones(
    root: Path, second: Path, said: dict[str, Any], kept: bool
) -> None:
    async def scenario() -> None:
        pages = [{"sessions": [{"sessionId": "s1", "cwd": str(root), **said}]}]
        async with connect(scripted(pages=pages)) as agent:
            session = await agent.new_session(root, additional=[second])
            assert [found.session_id async for found in agent.sessions()] == ["s1"]
            assert list(session.roots) == [str(root), *([str(second)] if kept else [])]

    run(scenario())


def test_the_history_of_a_loaded_session_is_its_own(root: Path) -> None:
    seen: list[Any] = []

    async def scenario() -> None:
        async with connect(scripted(history=["one", "two"])) as agent:
            session = await agent.load_session("old", root, on_update=seen.append)
            assert words(session.replayed) == ["one", "two"]
            await session.prompt("more").finish()
            assert words(session.replayed) == ["one", "two"]

    run(scenario())
    assert words(seen) == ["one", "two", "hello"]


def test_a_session_that_cannot_be_loaded_leaves_the_previous_one(root: Path) -> None:
    async def scenario() -> None:
        errors = {"session/load": {"code": -32002, "message": "never heard of it"}}
        async with connect(scripted(errors=errors)) as agent:
            session = await agent.new_session(root)
            with pytest.raises(AgentFailed, match="never heard") as error:
                await agent.load_session("s1", root)
            assert error.value.rpc_code == -32002
            assert await session.prompt("hello").text() == "hello"

    run(scenario())


def test_the_state_of_a_session_follows_the_agents_updates(root: Path) -> None:
    option = {"id": "model", "name": "Model", "type": "select", "currentValue": "a", "options": []}
    new = {
        "sessionId": "s1",
        "modes": {"currentModeId": "ask", "availableModes": [{"id": "ask", "name": "Ask"}]},
        "configOptions": [option],
    }
    turn = [
        {"update": {"sessionUpdate": "current_mode_update", "currentModeId": "edit"}},
        {"update": {"sessionUpdate": "session_info_update", "title": "A title"}},
        {
            "update": {
                "sessionUpdate": "config_option_update",
                "configOptions": [{**option, "currentValue": "b"}],
            }
        },
        {
            "update": {
                "sessionUpdate": "available_commands_update",
                "availableCommands": [{"name": "help", "description": "Help"}],
            }
        },
        {"update": {"sessionUpdate": "a_kind_of_tomorrow", "what": 1}},
    ]
    answers = {
        "session/new": new,
        "session/set_config_option": {"configOptions": [{**option, "currentValue": "c"}]},
    }

    async def scenario() -> None:
        async with connect(scripted(answers=answers, turn=turn)) as agent:
            session = await agent.new_session(root)
            assert session.modes is not None
            assert session.modes.current_mode_id == "ask"
            assert [option.current_value for option in session.options] == ["a"]
            updates = [update async for update in session.prompt("go")]
            assert len(updates) == 4, "one of a kind that nobody knows is passed over"
            assert session.modes.current_mode_id == "edit"
            assert session.title == "A title"
            assert [command.name for command in session.commands] == ["help"]
            assert [option.current_value for option in session.options] == ["b"]
            await session.set_mode("ask")
            assert session.modes.current_mode_id == "ask"
            await session.set_option("model", "c")
            assert [option.current_value for option in session.options] == ["c"]

    run(scenario())


def test_all_pages_of_the_list_are_read(root: Path) -> None:
    pages = [
        {"sessions": [info("a", root), info("b", root)], "nextCursor": "1"},
        {"sessions": [], "nextCursor": "2"},
        {"sessions": [info("c", root), {"sessionId": "no cwd"}]},
    ]

    async def scenario() -> None:
        async with connect(scripted(pages=pages)) as agent:
            assert [found.session_id async for found in agent.sessions()] == ["a", "b", "c"]
            async for found in agent.sessions(cwd=root):
                assert found.session_id == "a"
                break

    run(scenario())


def test_a_list_of_an_agent_that_knows_one_root_only_is_read(root: Path) -> None:
    pages = [{"sessions": [{"sessionId": "a", "cwd": str(root), "updatedAt": 7}], "nextCursor": None}]

    async def scenario() -> None:
        async with connect(scripted(pages=pages)) as agent:
            (found,) = [found async for found in agent.sessions()]
            assert (found.session_id, found.additional_directories) == ("a", [])

    run(scenario())


def test_an_invalid_entry_of_a_list_does_not_affect_the_others(root: Path) -> None:
    listed = [
        None,
        {"sessionId": "no folder"},
        {"sessionId": "one", "cwd": str(root), "additionalDirectories": 5},
        {"sessionId": "two", "cwd": str(root), "additionalDirectories": [5, "/second"]},
    ]
    answers = {"session/list": {"sessions": listed, "nextCursor": ""}}

    async def scenario() -> None:
        async with connect(scripted(answers=answers)) as agent:
            found = [(info.session_id, info.additional_directories) async for info in agent.sessions()]
            assert found == [("one", []), ("two", ["/second"])]

    run(scenario())


def test_an_empty_response_may_be_null(root: Path) -> None:
    async def scenario() -> None:
        names = ("session/load", "session/resume", "session/close", "authenticate", "logout")
        async with connect(scripted(answers=dict.fromkeys(names))) as agent:
            assert (await agent.load_session("a", root)).id == "a"
            assert (await agent.resume_session("a", root)).id == "a"
            await agent.close_session("a")
            await agent.authenticate("key")
            await agent.logout()
        async with connect(scripted(answers={"session/new": None})) as agent:
            with pytest.raises(BadAgent, match="session/new is null"):
                await agent.new_session(root)

    run(scenario())


def test_a_cursor_that_comes_twice_ends_the_list(root: Path) -> None:
    pages = [
        {"sessions": [info("a", root)], "nextCursor": "1"},
        {"sessions": [info("b", root)], "nextCursor": "1"},
    ]

    async def scenario() -> None:
        names: list[str] = []
        async with connect(scripted(pages=pages)) as agent:
            with pytest.raises(BadAgent, match="does not end"):
                async for found in agent.sessions():
                    names.append(found.session_id)
        assert names == ["a", "b"]

    run(scenario())
    assert MAX_LIST_PAGES < 100_000


def test_a_closed_or_deleted_session_is_no_longer_served(root: Path, tmp_path: Path) -> None:
    record = tmp_path / "record"

    async def scenario() -> None:
        async with connect(scripted(record=str(record))) as agent:
            session = await agent.new_session(root)
            await agent.close_session(session.id)
            await agent.delete_session(session.id)
            await agent.logout()

    run(scenario())
    assert received(record, "session/close") == received(record, "session/delete") == [{"sessionId": "s1"}]
    assert received(record, "logout") == [{}]


def test_an_error_of_the_agent_names_the_method(root: Path) -> None:
    async def scenario() -> None:
        error = {"code": -32602, "message": "no such folder", "data": {"field": "cwd"}}
        async with connect(scripted(errors={"session/new": error})) as agent:
            with pytest.raises(AgentFailed, match="refused session/new: no such folder") as failed:
                await agent.new_session(root)
            assert (failed.value.rpc_code, failed.value.data) == (-32602, {"field": "cwd"})

    run(scenario())


def test_an_invalid_response_is_a_bad_agent(root: Path) -> None:
    async def scenario() -> None:
        async with connect(scripted(answers={"session/new": {"sessionId": 7}})) as agent:
            with pytest.raises(BadAgent, match="session/new"):
                await agent.new_session(root)

    run(scenario())
