"""Sessions: created, loaded, resumed, forked, listed, closed, deleted; and the roots that each request names."""

import asyncio
import json
import os
from pathlib import Path
from typing import Any, ClassVar

import pytest

from acp_editor import LIMIT_S, Editor, chat_dependencies, editing, kinds, run
from understudy.acp import Agent
from understudy.chat.session.archive import list_filtered
from understudy.chat.sqlite import SqliteSessionStore
from understudy.chat.store import Page, StoredSession
from understudy.rpc import RpcError
from understudy.schema import acp
from understudy.wire import memory_pair

LIFECYCLE = ("session/new", "session/load", "session/resume", "session/fork")


def params_of(method: str, session: str, cwd: Path, **more: Any) -> dict[str, Any]:
    own = {} if method == "session/new" else {"sessionId": session}
    return {"cwd": str(cwd), "mcpServers": [], **own, **more}


async def info(editor: Editor, session: str) -> dict[str, Any]:
    listed = (await editor.request("session/list", {}))["sessions"]
    return next(entry for entry in listed if entry["sessionId"] == session)


@pytest.mark.requirement("DIR-03")
@pytest.mark.parametrize("method", LIFECYCLE)
@pytest.mark.parametrize(
    ("value", "field"),
    [
        (None, "additionalDirectories"),
        ("/tmp", "additionalDirectories"),
        ({"0": "/tmp"}, "additionalDirectories"),
        ([None], "additionalDirectories[0]"),
        (["/tmp", 7], "additionalDirectories[1]"),
        (["/tmp", ""], "additionalDirectories[1]"),
        (["relative/path"], "additionalDirectories[0]"),
        (["~/x"], "additionalDirectories[0]"),
        (["/a\0b"], "additionalDirectories[0]"),
    ],
)
def test_malformed_roots_fail_the_whole_request_before_anything_happens(
    root: Path, tmp_path: Path, method: str, value: Any, field: str
) -> None:
    async def scenario() -> None:
        async with editing(chat_dependencies(tmp_path / "state")) as editor:
            session = await editor.new(root)
            before = await editor.request("session/list", {})
            editor.forget()
            with pytest.raises(RpcError) as refused:
                await editor.request(method, params_of(method, session, root, additionalDirectories=value))
            assert refused.value.code == -32602
            assert refused.value.data["field"] == field
            assert field.split("[")[0] in refused.value.message
            assert await editor.request("session/list", {}) == before
            assert editor.log == []

    run(scenario())


@pytest.mark.requirement("DIR-04")
@pytest.mark.parametrize("method", LIFECYCLE)
@pytest.mark.parametrize("kind", ["missing", "a file", "forbidden"])
def test_a_root_that_cannot_be_granted_fails_the_request_and_is_named(
    root: Path, second: Path, tmp_path: Path, method: str, kind: str
) -> None:
    bad = tmp_path / "bad"
    if kind == "a file":
        bad.write_text("x")
    elif kind == "forbidden":
        bad.symlink_to(bad)  # nobody, root included, may go through a link to itself

    async def scenario() -> None:
        async with editing(chat_dependencies(tmp_path / "state")) as editor:
            session = await editor.new(root)
            before = await editor.request("session/list", {})
            with pytest.raises(RpcError) as refused:
                roots = [str(second), str(bad)]
                await editor.request(method, params_of(method, session, root, additionalDirectories=roots))
            assert str(bad) in refused.value.message
            assert refused.value.code == -32602
            assert await editor.request("session/list", {}) == before

    run(scenario())


@pytest.mark.requirement("DIR-02", "DIR-06")
@pytest.mark.parametrize("method", LIFECYCLE)
def test_the_roots_that_are_named_are_the_complete_list_and_omitted_means_none(
    root: Path, second: Path, tmp_path: Path, method: str
) -> None:
    third = tmp_path / "third"
    third.mkdir()
    (second / "in-second.txt").write_text("of the second root\n")

    async def scenario() -> None:
        async with editing(chat_dependencies(tmp_path / "state")) as editor:
            session = await editor.new(root, second)
            roots = [str(third), str(second)]
            answer = await editor.request(
                method, params_of(method, session, root, additionalDirectories=roots)
            )
            opened = answer.get("sessionId", session)
            assert (await info(editor, opened))["additionalDirectories"] == roots
            await editor.prompt(opened, f"/read {second}/in-second.txt")
            assert "of the second root" in editor.said(opened)

            answer = await editor.request(method, params_of(method, opened, root))
            opened = answer.get("sessionId", opened)
            assert (await info(editor, opened))["additionalDirectories"] == []
            editor.forget()
            await editor.prompt(opened, f"/read {second}/in-second.txt")
            assert "of the second root" not in editor.said(opened)

    run(scenario())


@pytest.mark.requirement("DIR-05")
def test_exact_duplicates_are_dropped_and_nested_roots_stay(root: Path, second: Path, tmp_path: Path) -> None:
    nested = root / "nested"
    nested.mkdir()

    async def scenario() -> None:
        async with editing(chat_dependencies(tmp_path / "state")) as editor:
            session = await editor.new(root, second, root, nested, second, nested)
            assert (await info(editor, session))["additionalDirectories"] == [str(second), str(nested)]

    run(scenario())


@pytest.mark.requirement("DIR-08")
def test_relative_paths_mean_cwd_only(root: Path, second: Path, tmp_path: Path) -> None:
    (second / "only-there.txt").write_text("x")

    async def scenario() -> None:
        async with editing(chat_dependencies(tmp_path / "state")) as editor:
            session = await editor.new(root, second)
            await editor.prompt(session, "/read only-there.txt")
            assert "does not exist" in editor.said(session)

    run(scenario())


@pytest.mark.requirement("DIR-12", "DIR-14")
def test_requests_without_the_field_work_as_before_and_nothing_changes_roots_in_mid_session(
    root: Path, second: Path, tmp_path: Path
) -> None:
    async def scenario() -> None:
        async with editing(chat_dependencies(tmp_path / "state")) as editor:
            session = (await editor.request("session/new", {"cwd": str(root)}))["sessionId"]
            assert (await info(editor, session))["additionalDirectories"] == []
            for method, params in (
                ("session/set_mode", {"modeId": "edit"}),
                ("session/set_config_option", {"configId": "mode", "value": "ask"}),
                ("session/prompt", {"prompt": [{"type": "text", "text": "/roots"}]}),
            ):
                extra = {"additionalDirectories": [str(second)], "cwd": str(second)}
                meta = {"_meta": {"cwd": str(second), "additionalDirectories": [str(second)]}}
                await editor.request(method, {"sessionId": session, **params, **extra, **meta})
            assert (await info(editor, session))["additionalDirectories"] == []
            assert str(second) not in editor.said(session)

    run(scenario())


@pytest.mark.attack("names in _meta")
def test_meta_never_replaces_a_parameter(root: Path, second: Path, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with editing(chat_dependencies(tmp_path / "state")) as editor:
            meta = {"cwd": str(second), "additionalDirectories": [str(second)], "sessionId": "other"}
            session = await editor.new(root, _meta=meta)
            entry = await info(editor, session)
            assert entry["cwd"] == str(root)
            assert entry["additionalDirectories"] == []
            with pytest.raises(RpcError) as refused:
                await editor.request("session/new", {"_meta": meta})
            assert refused.value.code == -32602
            assert "cwd" in refused.value.message

    run(scenario())


@pytest.mark.requirement("DIR-07")
def test_listing_filters_by_cwd_and_by_the_exact_ordered_roots(
    root: Path, second: Path, tmp_path: Path
) -> None:
    third = tmp_path / "third"
    third.mkdir()

    async def scenario() -> None:
        async with editing(chat_dependencies(tmp_path / "state")) as editor:
            alone = await editor.new(root)
            pair = await editor.new(root, second, third)
            swapped = await editor.new(root, third, second)
            elsewhere = await editor.new(second)

            async def listed(**filters: Any) -> set[str]:
                answer = await editor.request("session/list", filters)
                return {entry["sessionId"] for entry in answer["sessions"]}

            assert await listed() == {alone, pair, swapped, elsewhere}
            assert await listed(cwd=None, cursor=None) == {alone, pair, swapped, elsewhere}
            assert await listed(cwd=str(root)) == {alone, pair, swapped}
            assert await listed(cwd=f"{root}/") == {alone, pair, swapped}
            assert await listed(additionalDirectories=[f"{second}/", str(third)]) == {pair}
            assert await listed(additionalDirectories=[]) == {alone, elsewhere}
            assert await listed(additionalDirectories=[str(second), str(third)]) == {pair}
            assert await listed(cwd=str(root), additionalDirectories=[]) == {alone}
            assert await listed(cwd=str(second), additionalDirectories=[str(second), str(third)]) == set()
            for bad in ({"additionalDirectories": None}, {"additionalDirectories": ["rel"]}, {"cwd": "rel"}):
                with pytest.raises(RpcError) as refused:
                    await editor.request("session/list", bad)
                assert refused.value.code == -32602

    run(scenario())


@pytest.mark.requirement("DIR-07")
def test_listing_pages_newest_first_and_a_foreign_cursor_is_refused(root: Path, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with editing(chat_dependencies(tmp_path / "state")) as editor:
            made = [await editor.new(root) for _ in range(60)]
            for session in made:
                await editor.request("session/set_title", {"sessionId": session, "title": "Kept"})
            await editor.prompt(made[0], "/roots")
            first = await editor.request("session/list", {})
            rest = await editor.request("session/list", {"cursor": first["nextCursor"]})
            names = [entry["sessionId"] for entry in first["sessions"] + rest["sessions"]]
            assert sorted(names) == sorted(made)
            assert names[0] == made[0]
            assert "nextCursor" not in rest
            for cursor in ("", "nonsense", first["nextCursor"][:-2]):
                with pytest.raises(RpcError) as refused:
                    await editor.request("session/list", {"cursor": cursor})
                assert refused.value.code == -32602

    run(scenario())


@pytest.mark.parametrize("method", ["session/load", "session/resume"])
def test_another_cwd_than_the_session_s_is_refused(
    root: Path, second: Path, tmp_path: Path, method: str
) -> None:
    alias = tmp_path / "alias"
    alias.symlink_to(root)

    async def scenario() -> None:
        async with editing(chat_dependencies(tmp_path / "state")) as editor:
            session = await editor.new(root)
            with pytest.raises(RpcError) as refused:
                await editor.request(method, params_of(method, session, second))
            assert refused.value.code == -32602
            assert refused.value.data["field"] == "cwd"
            await editor.request(method, params_of(method, session, alias))
            assert (await info(editor, session))["cwd"] == str(root)

    run(scenario())


def test_load_replays_everything_and_resume_replays_nothing(root: Path, tmp_path: Path) -> None:
    (root / "a.txt").write_text("the text\n")

    async def scenario() -> None:
        async with editing(chat_dependencies(tmp_path / "state")) as editor:
            session = await editor.new(root)
            await editor.prompt(session, "/read a.txt", {"type": "text", "text": "second block"})
            await editor.prompt(session, "what is this?")
            live = [
                update
                for update in editor.of(session)
                if not isinstance(update, acp.SessionInfoUpdate | acp.AvailableCommandsUpdate)
            ]
        async with editing(chat_dependencies(tmp_path / "state")) as editor:
            await editor.request("session/load", params_of("session/load", session, root))
            replayed = [
                update
                for update in editor.of(session)
                if not isinstance(update, acp.UserMessageChunk | acp.AvailableCommandsUpdate)
            ]
            users = [update.content.text for update in editor.of(session, acp.UserMessageChunk)]
            assert users == ["/read a.txt", "second block", "what is this?"]
            settled = [
                update
                for update in live
                if not (isinstance(update, acp.ToolCallProgress) and update.status == "in_progress")
            ]
            assert replayed == settled
            assert "ToolCall" in kinds(replayed)
            editor.forget()
            await editor.request("session/resume", params_of("session/resume", session, root))
            assert editor.of(session, acp.UserMessageChunk) == []
            assert editor.said(session) == ""
            await editor.prompt(session, "/read a.txt")
            assert "the text" in editor.said(session)

    run(scenario())


def test_a_fork_has_the_history_and_is_independent(root: Path, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with editing(chat_dependencies(tmp_path / "state")) as editor:
            source = await editor.new(root)
            await editor.prompt(source, "/roots")
            forked = (await editor.request("session/fork", params_of("session/fork", source, root)))[
                "sessionId"
            ]
            assert forked != source
            await editor.prompt(forked, "/info")
            await editor.request("session/delete", {"sessionId": source})
            editor.forget()
            await editor.request("session/load", params_of("session/load", forked, root))
            assert [update.content.text for update in editor.of(forked, acp.UserMessageChunk)] == [
                "/roots",
                "/info",
            ]

    run(scenario())


def test_titles_and_times_are_reported_as_they_change(root: Path, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with editing(chat_dependencies(tmp_path / "state")) as editor:
            session = await editor.new(root)
            await editor.prompt(session, "roots  and   more\nsecond line")
            updates = editor.of(session, acp.SessionInfoUpdate)
            assert updates[0].title == "roots and more"
            assert (await info(editor, session))["title"] == "roots and more"
            assert (await info(editor, session))["updatedAt"] == updates[-1].updated_at
            editor.forget()
            await editor.prompt(session, "/info")
            assert all(update.title is None for update in editor.of(session, acp.SessionInfoUpdate))

    run(scenario())


def test_closing_and_deleting(root: Path, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with editing(chat_dependencies(tmp_path / "state")) as editor:
            session = await editor.new(root)
            assert await editor.request("session/close", {"sessionId": session}) == {}
            assert await editor.request("session/close", {"sessionId": session}) == {}
            with pytest.raises(RpcError) as closed:
                await editor.prompt(session, "/info")
            assert closed.value.code == -32002
            await editor.request("session/resume", params_of("session/resume", session, root))
            assert await editor.request("session/delete", {"sessionId": session}) == {}
            assert await editor.request("session/delete", {"sessionId": session}) == {}
            assert (await editor.request("session/list", {}))["sessions"] == []
            for method in ("session/load", "session/resume", "session/fork", "session/close"):
                with pytest.raises(RpcError) as gone:
                    await editor.request(method, params_of(method, session, root))
                assert gone.value.code == -32002
                assert gone.value.data["reason"] == "no_session"

    run(scenario())


def test_the_answer_to_session_new_comes_before_the_first_update_of_it(root: Path, tmp_path: Path) -> None:
    """A client cannot place an update of a session that it does not know yet."""

    class Client:
        frames: ClassVar[list[dict[str, Any]]] = []

        def frames_received(self, frames: list[bytes]) -> None:
            self.frames += [json.loads(frame) for frame in frames]

        def ended(self) -> None: ...

    async def scenario() -> None:
        ours, theirs = memory_pair()
        running = asyncio.ensure_future(Agent(theirs, lambda: chat_dependencies(tmp_path / "state")).run())
        client = Client()
        ours.open(client)
        ours.send(b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":1}}')
        params = {"cwd": str(root), "mcpServers": []}
        ours.send(json.dumps({"jsonrpc": "2.0", "id": 2, "method": "session/new", "params": params}).encode())
        while len(client.frames) < 3:
            await asyncio.sleep(0.001)
        assert [frame.get("id", frame.get("method")) for frame in client.frames] == [1, 2, "session/update"]
        ours.close()
        await running

    run(scenario())


def test_two_agents_share_one_store(root: Path, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with (
            editing(chat_dependencies(tmp_path / "state")) as one,
            editing(chat_dependencies(tmp_path / "state")) as other,
        ):
            session = await one.new(root)
            await one.prompt(session, "Hello")
            assert (await info(other, session))["title"] == "Hello"
            forked = await other.request("session/fork", params_of("session/fork", session, root))
            await other.prompt(forked["sessionId"], "/info")
            listed = (await one.request("session/list", {}))["sessions"]
            assert [entry["sessionId"] for entry in listed] == [forked["sessionId"], session]

    run(scenario())


def test_descriptors_of_closed_sessions_are_closed(root: Path, second: Path, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with editing(chat_dependencies(tmp_path / "state")) as editor:
            session = await editor.new(root, second)
            await editor.request("session/close", {"sessionId": session})
            before = len(os.listdir("/dev/fd"))
            for _ in range(10):
                session = await editor.new(root, second)
                await editor.request("session/load", params_of("session/load", session, root))
                await editor.request("session/close", {"sessionId": session})
            assert len(os.listdir("/dev/fd")) == before

    run(scenario())


@pytest.mark.parametrize("method", ["session/load", "session/resume"])
def test_a_session_opened_many_times_at_once_is_open_once(
    root: Path, second: Path, tmp_path: Path, method: str
) -> None:
    async def scenario() -> None:
        async with editing(chat_dependencies(tmp_path / "state")) as editor:
            session = await editor.new(root)
            await editor.request("session/close", {"sessionId": session})
            before = len(os.listdir("/dev/fd"))
            params = params_of(method, session, root, additionalDirectories=[str(second)])
            await asyncio.gather(*(editor.request(method, params) for _ in range(8)))
            await editor.prompt(session, "/roots")
            assert str(second) in editor.said(session)
            await editor.request("session/close", {"sessionId": session})
            assert len(os.listdir("/dev/fd")) == before

    run(scenario())


def test_a_request_that_is_cancelled_leaves_no_session_behind(
    root: Path, second: Path, tmp_path: Path
) -> None:
    async def scenario() -> None:
        async with editing(chat_dependencies(tmp_path / "state")) as editor:
            kept = await editor.new(root)
            before = len(os.listdir("/dev/fd"))
            for method in ("session/new", "session/fork") * 10:
                params = params_of(method, kept, root, additionalDirectories=[str(second)])
                asked = asyncio.ensure_future(editor.request(method, params))
                await asyncio.sleep(0)
                asked.cancel()
                with pytest.raises(asyncio.CancelledError):
                    await asked

            async def settled() -> bool:
                listed = (await editor.request("session/list", {}))["sessions"]
                return [entry["sessionId"] for entry in listed] == [kept]

            async with asyncio.timeout(LIMIT_S):
                while not await settled() or len(os.listdir("/dev/fd")) > before:
                    await asyncio.sleep(0.01)

    run(scenario())


def test_a_title_that_the_client_sets_is_stored_and_stays(root: Path, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with editing(chat_dependencies(tmp_path / "state")) as editor:
            session = await editor.new(root)
            answer = await editor.request(
                "session/set_title", {"sessionId": session, "title": "  Fix\tthe \u202e tests\n"}
            )
            assert answer == {"title": "Fix the tests"}
            await editor.prompt(session, "/help")
            assert (await info(editor, session))["title"] == "Fix the tests"
            await editor.request("session/close", {"sessionId": session})
            assert await editor.request("session/set_title", {"sessionId": session, "title": "closed"})
            for title in ("", " \u200b\n"):
                with pytest.raises(RpcError) as refused:
                    await editor.request("session/set_title", {"sessionId": session, "title": title})
                assert (refused.value.code, refused.value.data["field"]) == (-32602, "title")
            assert (await info(editor, session))["title"] == "closed"

    run(scenario())


def test_the_status_says_whether_a_session_is_open_and_opens_nothing(root: Path, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with editing(chat_dependencies(tmp_path / "state")) as editor:
            session = await editor.new(root)
            asked = {"sessionId": session}
            assert await editor.request("session/status", asked) == {"status": "open"}
            await editor.request("session/close", asked)
            assert await editor.request("session/status", asked) == {"status": "saved"}
            assert await editor.request("session/status", asked) == {"status": "saved"}

    run(scenario())


def test_an_archived_session_is_closed_and_in_no_ordinary_list(root: Path, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with editing(chat_dependencies(tmp_path / "state")) as editor:
            kept, gone = await editor.new(root), await editor.new(root)
            for session in (kept, gone):  # a session without a prompt is in no list
                await editor.prompt(session, "/roots")

            async def listed(**filters: str) -> list[tuple[str, bool]]:
                found = (await editor.request("session/list", filters))["sessions"]
                return sorted((one["sessionId"], one["archived"]) for one in found)

            for _ in range(2):  # archiving again is no error
                assert await editor.request("session/archive", {"sessionId": gone}) == {}
            assert await editor.request("session/status", {"sessionId": gone}) == {"status": "saved"}
            assert await listed() == await listed(archived="exclude") == [(kept, False)]
            assert await listed(archived="only") == [(gone, True)]
            assert await listed(archived="include") == sorted([(kept, False), (gone, True)])
            with pytest.raises(RpcError) as refused:
                await listed(archived="some")
            assert (refused.value.code, refused.value.data["field"]) == (-32602, "archived")
            copy = (await editor.request("session/fork", params_of("session/fork", gone, root)))["sessionId"]
            assert (copy, False) in await listed()
            for _ in range(2):
                assert await editor.request("session/unarchive", {"sessionId": gone}) == {}
            assert (gone, False) in await listed()

    run(scenario())


def test_pages_without_a_session_of_the_wanted_state_are_skipped() -> None:
    def stored(name: str, archived: str) -> StoredSession:
        return StoredSession(name, "/", (), None, "", "", None, {"archived": archived}, 0)

    pages = {
        None: Page((stored("a", "yes"),), "1"),
        "1": Page((), "2"),
        "2": Page((stored("b", ""), stored("c", "yes")), "3"),
        "3": Page((stored("d", "yes"),), None),
    }

    async def list_page(cursor: str | None) -> Page:
        return pages[cursor]

    async def scenario() -> None:
        first = await list_filtered(list_page, None, None)
        assert ([one.id for one in first.sessions], first.next_cursor) == (["b"], "3")
        assert await list_filtered(list_page, "3", "exclude") == Page((), None)

    asyncio.run(scenario())


@pytest.mark.parametrize(
    "method", ["session/status", "session/archive", "session/unarchive", "session/set_title"]
)
def test_a_session_that_does_not_exist_is_not_found(tmp_path: Path, method: str) -> None:
    async def scenario() -> None:
        async with editing(chat_dependencies(tmp_path / "state")) as editor:
            with pytest.raises(RpcError) as refused:
                await editor.request(method, {"sessionId": "sess_none", "title": "t"})
            assert refused.value.code == -32002

    run(scenario())


def test_a_session_is_stored_at_its_first_prompt(root: Path, tmp_path: Path) -> None:
    state = tmp_path / "state"

    def stored() -> set[str]:
        with SqliteSessionStore(state) as store:
            return {one.id for one in store.list(cwd=None, roots=None, cursor=None, limit=50).sessions}

    async def scenario() -> None:
        async with editing(chat_dependencies(state)) as editor:
            tab, forked_from, prompted, titled, archived = [await editor.new(root) for _ in range(5)]
            for method in ("session/load", "session/resume"):
                await editor.request(method, params_of(method, tab, root))
            await editor.request("session/set_mode", {"sessionId": tab, "modeId": "read-only"})
            await editor.request("session/close", {"sessionId": tab})
            await editor.request("session/load", params_of("session/load", tab, root))
            fork = await editor.request(
                "session/fork", {"sessionId": forked_from, "cwd": str(root), "mcpServers": []}
            )
            await editor.request("session/delete", {"sessionId": forked_from})
            listed = {one["sessionId"] for one in (await editor.request("session/list", {}))["sessions"]}
            assert listed == {tab, fork["sessionId"], prompted, titled, archived}
            assert stored() == set()
            await editor.prompt(prompted, "/roots")
            await editor.request("session/set_title", {"sessionId": titled, "title": "Mine"})
            await editor.request("session/archive", {"sessionId": archived})
            assert stored() == {prompted, titled, archived}
        assert stored() == {prompted, titled, archived}

    run(scenario())
