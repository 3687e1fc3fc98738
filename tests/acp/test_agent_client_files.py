"""Files through the client: its unsaved buffers are read and written, and the agent's roots still apply."""

import asyncio
import os
from pathlib import Path
from typing import Any

import pytest

from acp_editor import LIMIT_S, playing, reason_in, run, tool_texts
from provider_server import Call, calls, says
from understudy.chat.toolset import client_io
from understudy.rpc import INTERNAL_ERROR, Route, RpcError
from understudy.schema import acp

BOTH = {"fs": {"readTextFile": True, "writeTextFile": True}}
READS = {"fs": {"readTextFile": True}}
WRITES = {"fs": {"writeTextFile": True}}


def read(path: str) -> Call:
    return Call("readFile", {"path": path})


def replace(path: str, old: str, new: str) -> Call:
    operation = {"type": "replaceText", "oldText": old, "newText": new}
    return Call("modifyFile", {"path": path, "operations": [operation]})


def write(path: str, text: str = "new\n", **more: Any) -> Call:
    return Call("writeFile", {"path": path, "content": text, **more})


def handling(method: str, handler: Any) -> dict[str, Route[Any]]:
    kinds = {"fs/read_text_file": acp.ReadTextFileRequest, "fs/write_text_file": acp.WriteTextFileRequest}
    return {method: Route(kinds[method], handler)}


def refusing(params: Any, inbound: Any) -> Any:
    raise RpcError(INTERNAL_ERROR, "the editor is\nbusy")


def test_the_unsaved_text_is_what_the_model_reads_and_changes(root: Path, tmp_path: Path) -> None:
    path = root / "a.txt"
    path.write_text("saved\n")

    async def scenario() -> None:
        tool_calls = [read("a.txt"), replace("a.txt", "unsaved", "changed")]
        script = [calls(*tool_calls), says("Done.")]
        async with playing(tmp_path / "state", *script, capabilities=BOTH) as (editor, provider):
            editor.texts[str(path)] = "unsaved\n"
            session = await editor.new(root)
            turn = asyncio.ensure_future(editor.prompt(session, "Go."))
            question = await editor.question()
            (diff,) = question.params.tool_call.content or []
            assert isinstance(diff, acp.Diff)
            assert (diff.path, diff.old_text, diff.new_text) == (str(path), "unsaved\n", "changed\n")
            assert editor.saved == []
            assert path.read_text() == "saved\n"
            question.answer.set_result("allow")
            assert (await turn)["stopReason"] == "end_turn"
            assert editor.saved == [(str(path), "changed\n")]
            assert path.read_text() == "changed\n"
            first, _ = tool_texts(provider.requests[1].body).values()
            assert first.startswith("unsaved\n")
            final = list(editor.ended(session).values())[-1]
            assert final.status == "completed"
            assert final.content == [diff]

    run(scenario())


def test_a_slash_command_reads_the_unsaved_text_too(root: Path, tmp_path: Path) -> None:
    (root / "a.txt").write_text("saved\n")

    async def scenario() -> None:
        async with playing(tmp_path / "state", capabilities=BOTH) as (editor, _):
            editor.texts[str(root / "a.txt")] = "not saved yet\n"
            session = await editor.new(root)
            await editor.prompt(session, "/read a.txt")
            assert "not saved yet" in editor.said(session)

    run(scenario())


def test_a_linked_file_is_read_as_the_editor_has_it(root: Path, tmp_path: Path) -> None:
    (root / "a.txt").write_text("saved\n")
    link = {"type": "resource_link", "name": "a.txt", "uri": (root / "a.txt").as_uri()}

    async def scenario() -> None:
        async with playing(tmp_path / "state", says("Ok."), capabilities=BOTH) as (editor, provider):
            editor.texts[str(root / "a.txt")] = "not saved yet\n"
            session = await editor.new(root)
            await editor.prompt(session, "Read:", link)
            assert "not saved yet" in provider.requests[0].raw.decode()

    run(scenario())


def test_a_file_that_only_the_editor_has_can_be_read(root: Path, tmp_path: Path) -> None:
    async def scenario() -> None:
        script = [calls(read("draft.txt")), says("Ok.")]
        async with playing(tmp_path / "state", *script, capabilities=BOTH) as (editor, provider):
            editor.texts[str(root / "draft.txt")] = "a draft\n"
            session = await editor.new(root)
            await editor.prompt(session, "Go.")
            (result,) = tool_texts(provider.requests[1].body).values()
            assert result.startswith("a draft\n")

    run(scenario())


def test_a_new_file_in_a_new_folder_is_made_through_the_editor(root: Path, tmp_path: Path) -> None:
    async def scenario() -> None:
        script = [calls(write("new/deep/a.txt", createDirectories=True)), says("Ok.")]
        async with playing(tmp_path / "state", *script, capabilities=BOTH, mode="edit") as (editor, _):
            session = await editor.new(root)
            await editor.prompt(session, "Go.")
            assert editor.saved == [(str(root / "new" / "deep" / "a.txt"), "new\n")]

    run(scenario())


def test_paths_outside_the_roots_never_reach_the_client(root: Path, outside: Path, tmp_path: Path) -> None:
    (root / "leaf").symlink_to(outside / "secret.txt")
    (root / "folder").symlink_to(outside)
    (root / "dangling").symlink_to(outside / "new.txt")
    secret = outside / "secret.txt"
    paths = ["../outside/secret.txt", str(secret), "leaf", "folder/secret.txt"]
    tool_calls = [read(path) for path in paths]
    tool_calls += [write(path) for path in [*paths, "dangling", "folder/new.txt", "../new.txt"]]
    tool_calls += [replace(path, "outside", "inside") for path in paths]

    async def scenario() -> None:
        script = [calls(*tool_calls), says("Ok.")]
        async with playing(tmp_path / "state", *script, capabilities=BOTH, mode="full") as (editor, provider):
            session = await editor.new(root)
            await editor.prompt(session, "Go.")
            assert editor.read == []
            assert editor.saved == []
            results = tool_texts(provider.requests[1].body)
            assert {reason_in(text) for text in results.values()} == {"out_of_scope"}
            assert len(results) == len(tool_calls)
            for name in ("leaf", "folder/secret.txt"):
                await editor.prompt(session, f"/read {name}")
            assert editor.read == []
            assert "outside secret" not in editor.said(session)
        assert [path.name for path in outside.iterdir()] == ["secret.txt"]
        assert secret.read_text() == "outside secret\n"

    run(scenario())


def test_a_path_that_is_replaced_while_the_question_is_open_is_not_written_through(
    root: Path, outside: Path, tmp_path: Path
) -> None:
    folder = root / "folder"
    folder.mkdir()
    (folder / "secret.txt").write_text("inside\n")

    async def scenario() -> None:
        script = [calls(write("folder/secret.txt")), says("Ok.")]
        async with playing(tmp_path / "state", *script, capabilities=BOTH) as (editor, provider):
            session = await editor.new(root)
            turn = asyncio.ensure_future(editor.prompt(session, "Go."))
            question = await editor.question()
            folder.rename(root / "away")
            folder.symlink_to(outside)
            editor.read.clear()
            question.answer.set_result("allow")
            await turn
            assert editor.read == []
            assert editor.saved == []
            assert (outside / "secret.txt").read_text() == "outside secret\n"
            (result,) = tool_texts(provider.requests[1].body).values()
            assert reason_in(result) == "out_of_scope"

    run(scenario())


def test_text_that_a_client_read_through_a_replaced_path_is_not_used(
    root: Path, outside: Path, tmp_path: Path
) -> None:
    path = root / "a.txt"
    path.write_text("inside\n")

    def swap(params: acp.ReadTextFileRequest, inbound: Any) -> Any:
        os.unlink(path)
        path.symlink_to(outside / "secret.txt")
        return {"content": path.read_text()}

    async def scenario() -> None:
        routes = handling("fs/read_text_file", swap)
        script = [calls(read("a.txt")), says("Ok.")]
        async with playing(tmp_path / "state", *script, capabilities=BOTH, routes=routes) as (
            editor,
            provider,
        ):
            session = await editor.new(root)
            await editor.prompt(session, "Go.")
            assert "outside secret" not in provider.requests[1].raw.decode()
            (result,) = tool_texts(provider.requests[1].body).values()
            assert reason_in(result) == "out_of_scope"

    run(scenario())


def test_a_buffer_that_changes_while_the_question_is_open_is_not_overwritten(
    root: Path, tmp_path: Path
) -> None:
    path = root / "a.txt"
    path.write_text("saved\n")

    async def scenario() -> None:
        script = [calls(write("a.txt")), says("Ok.")]
        async with playing(tmp_path / "state", *script, capabilities=BOTH) as (editor, provider):
            editor.texts[str(path)] = "typed\n"
            session = await editor.new(root)
            turn = asyncio.ensure_future(editor.prompt(session, "Go."))
            question = await editor.question()
            editor.texts[str(path)] = "typed on\n"
            question.answer.set_result("allow")
            await turn
            assert editor.saved == []
            (result,) = tool_texts(provider.requests[1].body).values()
            assert reason_in(result) == "changed_since_read"

    run(scenario())


def test_the_disk_is_read_if_the_client_cannot_read_a_file(root: Path, tmp_path: Path) -> None:
    (root / "a.txt").write_text("on disk\n")

    async def scenario() -> None:
        tool_calls = [read("a.txt"), replace("a.txt", "disk", "the disk")]
        script = [calls(*tool_calls), says("Ok.")]
        routes = handling("fs/read_text_file", refusing)
        async with playing(tmp_path / "state", *script, capabilities=BOTH, routes=routes, mode="edit") as (
            editor,
            provider,
        ):
            session = await editor.new(root)
            await editor.prompt(session, "Go.")
            (first, _) = tool_texts(provider.requests[1].body).values()
            assert first.startswith("on disk\n")
            assert editor.saved == [(str(root / "a.txt"), "on the disk\n")]

    run(scenario())


def test_the_disk_is_read_if_the_client_does_not_answer(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client_io, "CLIENT_READ_TIMEOUT_S", 0.05)
    (root / "a.txt").write_text("on disk\n")

    async def never(params: Any, inbound: Any) -> Any:
        await asyncio.Event().wait()

    async def scenario() -> None:
        routes = handling("fs/read_text_file", never)
        script = [calls(read("a.txt")), says("Ok.")]
        async with playing(tmp_path / "state", *script, capabilities=BOTH, routes=routes) as (
            editor,
            provider,
        ):
            session = await editor.new(root)
            await editor.prompt(session, "Go.")
            (result,) = tool_texts(provider.requests[1].body).values()
            assert result.startswith("on disk\n")

    run(scenario())


@pytest.mark.parametrize("silent", [False, True])
def test_a_client_that_does_not_write_makes_the_call_fail_and_nothing_is_changed(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, silent: bool
) -> None:
    if silent:  # a client that answers gets all the time that it needs
        monkeypatch.setattr(client_io, "CLIENT_WRITE_TIMEOUT_S", 0.05)
    (root / "a.txt").write_text("old\n")

    async def never(params: Any, inbound: Any) -> Any:
        await asyncio.Event().wait()

    tool_calls = [
        write("a.txt"),
        write("b.txt"),
        write("new/deep/c.txt", createDirectories=True),
        replace("a.txt", "old", "new"),
    ]

    async def scenario() -> None:
        routes = handling("fs/write_text_file", never if silent else refusing)
        script = [calls(*tool_calls), says("Ok.")]
        async with playing(tmp_path / "state", *script, capabilities=BOTH, routes=routes, mode="edit") as (
            editor,
            provider,
        ):
            session = await editor.new(root)
            assert (await editor.prompt(session, "Go."))["stopReason"] == "end_turn"
            assert {update.status for update in editor.ended(session).values()} == {"failed"}
            results = tool_texts(provider.requests[1].body)
            assert {reason_in(text) for text in results.values()} == {"os_error"}
            words = "did not say" if silent else "The editor did not write the file: the editor is busy."
            assert all(words in text for text in results.values())
        assert [path.name for path in root.iterdir()] == ["a.txt"]
        assert (root / "a.txt").read_text() == "old\n"

    run(scenario())


def test_a_client_that_only_reads_is_not_asked_to_write(root: Path, tmp_path: Path) -> None:
    path = root / "a.txt"
    path.write_text("saved\n")

    async def scenario() -> None:
        script = [calls(replace("a.txt", "unsaved", "changed")), says("Ok.")]
        async with playing(tmp_path / "state", *script, capabilities=READS, mode="edit") as (editor, _):
            editor.texts[str(path)] = "unsaved\n"
            session = await editor.new(root)
            await editor.prompt(session, "Go.")
            assert editor.saved == []
            assert path.read_text() == "changed\n"

    run(scenario())


def test_a_client_that_only_writes_is_not_asked_to_read(root: Path, tmp_path: Path) -> None:
    path = root / "a.txt"
    path.write_text("saved\n")

    async def scenario() -> None:
        script = [calls(read("a.txt")), calls(replace("a.txt", "saved", "changed")), says("Ok.")]
        async with playing(tmp_path / "state", *script, capabilities=WRITES, mode="edit") as (editor, _):
            editor.texts[str(path)] = "unsaved\n"
            session = await editor.new(root)
            await editor.prompt(session, "Go.")
            assert editor.read == []
            assert editor.saved == [(str(path), "changed\n")]

    run(scenario())


def test_a_client_that_offers_nothing_is_asked_for_nothing(root: Path, tmp_path: Path) -> None:
    (root / "a.txt").write_text("saved\n")

    async def scenario() -> None:
        script = [calls(read("a.txt")), calls(write("a.txt")), says("Ok.")]
        async with playing(tmp_path / "state", *script, mode="edit") as (editor, _):
            session = await editor.new(root)
            await editor.prompt(session, "Go.")
            assert editor.read == []
            assert editor.saved == []
            assert (root / "a.txt").read_text() == "new\n"

    run(scenario())


def test_what_the_user_or_the_mode_rejects_does_not_reach_the_clients_files(
    root: Path, tmp_path: Path
) -> None:
    async def scenario() -> None:
        script = [calls(write("a.txt"), write(".mcp.json")), says("1"), calls(write("a.txt")), says("2")]
        async with playing(tmp_path / "state", *script, capabilities=BOTH) as (editor, _):
            editor.answer = "reject"
            session = await editor.new(root)
            await editor.prompt(session, "Go.")
            assert len(editor.asked) == 2
            await editor.set_mode(session, "read-only")
            await editor.prompt(session, "Again.")
            assert len(editor.asked) == 2
            assert editor.saved == []
        assert list(root.iterdir()) == []

    run(scenario())


@pytest.mark.parametrize("method", ["fs/read_text_file", "fs/write_text_file"])
def test_a_turn_can_be_cancelled_while_the_client_handles_a_file(
    root: Path, tmp_path: Path, method: str
) -> None:
    (root / "a.txt").write_text("old\n")

    async def scenario() -> None:
        begun, withdrawn = asyncio.Event(), asyncio.Event()

        async def never(params: Any, inbound: Any) -> Any:
            begun.set()
            try:
                await asyncio.Event().wait()
            finally:
                withdrawn.set()

        script = [calls(write("a.txt")), says("Here.")]
        routes = handling(method, never)
        async with playing(tmp_path / "state", *script, capabilities=BOTH, routes=routes, mode="edit") as (
            editor,
            _,
        ):
            session = await editor.new(root)
            turn = asyncio.ensure_future(editor.prompt(session, "Go."))
            async with asyncio.timeout(LIMIT_S):
                await begun.wait()
                await editor.cancel(session)
                assert (await turn)["stopReason"] == "cancelled"
                await withdrawn.wait()
            (ended,) = editor.ended(session).values()
            assert ended.status == "failed"
            await editor.prompt(session, "Still there?")
            assert "Here." in editor.said(session)
            assert (root / "a.txt").read_text() == "old\n"

    run(scenario())


def test_a_link_whose_folder_is_replaced_meanwhile_discloses_nothing(
    root: Path, outside: Path, tmp_path: Path
) -> None:
    (root / "docs").mkdir()
    (root / "docs" / "secret.txt").write_text("harmless\n")
    link = {"type": "resource_link", "name": "it", "uri": (root / "docs/secret.txt").as_uri()}

    def swapping(params: acp.ReadTextFileRequest, inbound: Any) -> Any:
        (root / "docs").rename(root / "aside")
        (root / "docs").symlink_to(outside)
        return {"content": Path(params.path).read_text()}

    async def scenario() -> None:
        routes = handling("fs/read_text_file", swapping)
        state = tmp_path / "state"
        async with playing(state, says("Ok."), capabilities=READS, routes=routes) as (editor, provider):
            session = await editor.new(root)
            await editor.prompt(session, "Look:", link)
            assert (root / "docs").is_symlink()
            sent = provider.requests[0].raw.decode()
            assert "outside secret" not in sent
            assert "Not read: it is outside the roots" in sent

    run(scenario())
