"""Checkpoints: a whole turn's file changes are taken back, also after a restart, and never over a later edit."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from acp_editor import Editor, plain, playing, run
from provider_server import Call, calls, says
from understudy.chat.events import FileChanged, decode_event
from understudy.chat.history import compress_content, find_checkpoints
from understudy.chat.limits import MAX_CHECKPOINT_FILE_BYTES
from understudy.chat.sqlite import SqliteSessionStore
from understudy.schema import acp

CHANGES = [
    calls(
        Call(
            "modifyFile",
            {"path": "a.txt", "operations": [{"type": "replaceText", "oldText": "one", "newText": "ONE"}]},
            id="first",
        ),
        Call("writeFile", {"path": "new/b.txt", "content": "made\n", "createDirectories": True}, id="second"),
    ),
    calls(
        Call(
            "modifyFile",
            {"path": "a.txt", "operations": [{"type": "replaceText", "oldText": "two", "newText": "TWO"}]},
            id="third",
        )
    ),
    says("Done."),
]
LATIN1 = "één\none\ntwo\n".encode("latin-1")


@pytest.fixture
def folder(root: Path) -> Path:
    (root / "a.txt").write_bytes(b"one\r\ntwo\r\n")
    return root


async def change_files(editor: Editor, folder: Path) -> str:
    editor.answer = "allow"
    session = await editor.new(folder)
    answer = await editor.prompt(session, "Change things.")
    assert (folder / "a.txt").read_bytes() == b"ONE\r\nTWO\r\n"
    assert (folder / "new" / "b.txt").read_text() == "made\n"
    files = answer["_meta"]["understudy.dev/checkpoint"]["files"]
    assert files == [str(folder / "a.txt"), str(folder / "new" / "b.txt")]
    return session


def test_undo_takes_a_whole_turn_back_and_shows_it_as_a_standard_tool_call(
    folder: Path, tmp_path: Path
) -> None:
    async def scene() -> None:
        async with playing(tmp_path / "state", *CHANGES, says("I see.")) as (editor, provider):
            session = await change_files(editor, folder)
            editor.forget()
            await editor.prompt(session, "/undo")
            assert (folder / "a.txt").read_bytes() == b"one\r\ntwo\r\n"
            assert not (folder / "new" / "b.txt").exists()
            (call,) = editor.of(session, acp.ToolCall)
            assert (call.kind, call.name) == ("edit", "undo")
            (ended,) = editor.ended(session).values()
            assert ended.status == "completed"
            diffs = {diff["path"]: (diff["oldText"], diff["newText"]) for diff in plain(ended.content)}
            assert diffs[str(folder / "new" / "b.txt")] == ("made\n", "")
            assert "Took back 2 files of “Change things.”" in editor.said(session)
            await editor.prompt(session, "/undo")
            assert "nothing to take back" in editor.said(session)
            await editor.prompt(session, "Go on.")
            told = str(provider.requests[-1].messages)
            assert "is as it was before that prompt" in told

    run(scene())


def test_a_later_edit_of_the_user_is_shown_and_never_overwritten(folder: Path, tmp_path: Path) -> None:
    async def scene() -> None:
        async with playing(tmp_path / "state", *CHANGES) as (editor, _):
            session = await change_files(editor, folder)
            (folder / "a.txt").write_text("mine\n")
            await editor.prompt(session, "/undo")
            assert "`a.txt` was changed since" in editor.said(session)
            assert (folder / "a.txt").read_text() == "mine\n"
            assert (folder / "new" / "b.txt").exists()  # all or nothing
            (ended,) = [end for key, end in editor.ended(session).items() if key.startswith("call_")]
            assert ended.status == "failed"
            await editor.prompt(session, "/undo --partial")
            assert (folder / "a.txt").read_text() == "mine\n"
            assert not (folder / "new" / "b.txt").exists()

    run(scene())


def test_the_unsaved_text_of_the_editor_counts_as_a_later_edit(folder: Path, tmp_path: Path) -> None:
    files = {"fs": {"readTextFile": True, "writeTextFile": True}}
    (folder / "a.txt").write_text("one\ntwo\n")

    async def scene() -> None:
        async with playing(tmp_path / "state", *CHANGES, capabilities=files) as (editor, _):
            editor.answer = "allow"
            session = await editor.new(folder)
            await editor.prompt(session, "Change things.")
            editor.texts[str(folder / "a.txt")] = "typed, not saved"
            await editor.prompt(session, "/undo")
            assert "`a.txt` was changed since" in editor.said(session)
            del editor.texts[str(folder / "a.txt")]
            await editor.prompt(session, "/undo")
            assert editor.saved[-1] == (str(folder / "a.txt"), "one\ntwo\n")

    run(scene())


def test_turns_are_taken_back_one_after_the_other_after_a_restart(folder: Path, tmp_path: Path) -> None:
    append = [
        calls(Call("writeFile", {"path": "a.txt", "content": "x\n", "mode": "append"}, id="more")),
        says("ok"),
    ]

    async def first() -> str:
        async with playing(tmp_path / "state", *CHANGES, *append) as (editor, _):
            session = await change_files(editor, folder)
            await editor.prompt(session, "Append.")
            return session

    async def second(session: str) -> None:
        async with playing(tmp_path / "state") as (editor, _):
            await editor.request(
                "session/resume", {"sessionId": session, "cwd": str(folder), "mcpServers": []}
            )
            await editor.prompt(session, "/undo")
            assert (folder / "a.txt").read_bytes() == b"ONE\r\nTWO\r\n"
            await editor.prompt(session, "/undo")
            assert (folder / "a.txt").read_bytes() == b"one\r\ntwo\r\n"

    run(second(run(first())))


def test_the_command_line_takes_a_turn_back(folder: Path, tmp_path: Path) -> None:
    (folder / "a.txt").write_bytes(LATIN1)

    async def scene() -> str:
        async with playing(tmp_path / "state", *CHANGES) as (editor, _):
            editor.answer = "allow"
            session = await editor.new(folder)
            await editor.prompt(session, "Change things.")
            return session

    session = run(scene())
    assert b"ONE" in (folder / "a.txt").read_bytes()

    def undo(*words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "understudy.cli.main", "sessions", "undo", session[:12], *words]
        environ = {**os.environ, "UNDERSTUDY_STATE_DIR": str(tmp_path / "state")}
        return subprocess.run(
            command, env=environ, capture_output=True, text=True, timeout=240, stdin=subprocess.DEVNULL
        )

    asked = undo()
    assert asked.returncode == 1
    assert "--yes" in asked.stderr
    assert "-ONE" in asked.stdout
    done = undo("--yes")
    assert (done.returncode, done.stderr) == (0, "Took back 2 files.\n")
    assert (folder / "a.txt").read_bytes() == LATIN1
    again = undo("--yes")
    assert again.returncode == 1
    assert "nothing to take back" in again.stderr


def test_what_is_kept_for_an_undo_is_bounded() -> None:
    assert compress_content(b"x" * MAX_CHECKPOINT_FILE_BYTES, 1 << 20) is not None
    assert compress_content(b"x" * (MAX_CHECKPOINT_FILE_BYTES + 1), 1 << 20) is None
    assert compress_content(os.urandom(1000), 999) is None
    assert compress_content(None, 1000) is None


def test_a_file_that_was_too_large_to_be_kept_is_a_conflict(folder: Path, tmp_path: Path) -> None:
    (folder / "big.txt").write_text("line\n" * 300_000)
    script = [calls(Call("writeFile", {"path": "big.txt", "content": "small"}, id="one")), says("ok")]

    async def scene() -> None:
        async with playing(tmp_path / "state", *script) as (editor, _):
            editor.answer = "allow"
            session = await editor.new(folder)
            await editor.prompt(session, "Shrink it.")
            await editor.prompt(session, "/undo")
            assert "`big.txt` was too large to be kept" in editor.said(session)
            assert (folder / "big.txt").read_text() == "small"

    run(scene())


def test_a_change_is_stored_before_the_file_changes(folder: Path, tmp_path: Path) -> None:
    """So that a process that dies in between has lost nothing: a change that never happened is undone already."""

    async def scene() -> None:
        async with playing(tmp_path / "state", *CHANGES) as (editor, _):
            session = await change_files(editor, folder)
            with SqliteSessionStore(tmp_path / "state") as store:
                events = [decode_event(event.data) for event in store.events(session)]
            names = [type(event).__name__ for event in events]
            assert names.index("FileChanged") < names.index("ToolReturned")
            (checkpoint,) = find_checkpoints(events)
            assert [change.display_path for change in checkpoint.changes] == ["a.txt", "new/b.txt", "a.txt"]
            assert isinstance(events[names.index("FileChanged")], FileChanged)
            (folder / "new" / "b.txt").unlink()  # as if it had never been written
            await editor.prompt(session, "/undo")
            assert (folder / "a.txt").read_bytes() == b"one\r\ntwo\r\n"

    run(scene())


def test_a_turn_is_taken_back_by_its_id_and_the_answer_says_what_happened(
    folder: Path, tmp_path: Path
) -> None:
    other = [calls(Call("writeFile", {"path": "c.txt", "content": "c\n"}, id="other")), says("ok")]

    async def scene() -> None:
        async with playing(tmp_path / "state", *CHANGES, *other) as (editor, _):
            session = await change_files(editor, folder)
            answer = await editor.prompt(session, "Another file.")
            assert answer["_meta"]["understudy.dev/checkpoint"]["files"] == [str(folder / "c.txt")]
            loaded = await editor.request(
                "session/load", {"sessionId": session, "cwd": str(folder), "mcpServers": []}
            )
            first, second = loaded["_meta"]["understudy.dev/checkpoints"]
            assert second["turn"] == answer["_meta"]["understudy.dev/checkpoint"]["turn"]
            assert first["files"] == ["a.txt", "new/b.txt"]

            (folder / "a.txt").write_text("mine\n")
            undone = await editor.prompt(session, f"/undo {first['turn'][:8]}")
            report = undone["_meta"]["understudy.dev/undo"]
            assert report["turn"] == first["turn"]
            assert report["files"] == []
            assert [conflict["path"] for conflict in report["conflicts"]] == ["a.txt"]

            undone = await editor.prompt(session, f"/undo {first['turn'][:8]} --partial")
            assert undone["_meta"]["understudy.dev/undo"]["files"] == ["new/b.txt"]
            assert (folder / "c.txt").exists()  # of a later turn
            await editor.prompt(session, "/undo 0123456789")
            assert "nothing to take back of that turn" in editor.said(session)

    run(scene())
