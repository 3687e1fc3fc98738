"""fs/read_text_file and fs/write_text_file as the client serves them."""

import asyncio
import os
import threading
from pathlib import Path

import pytest
from tests.client.access_harness import SESSION, error_of, run, served

from understudy.client.limits import MAX_CONCURRENT_READS
from understudy.client.permissions import Permissions
from understudy.client.roots import Roots
from understudy.client.workspace_access import files
from understudy.client.workspace_access.session_workspaces import to_rpc_error
from understudy.schema import acp
from understudy.workspace import InvalidArgument, NotFound, Stop, TimedOut, Workspace, WorkspaceError
from understudy.workspace.files.write_target import open_target


@pytest.mark.requirement("DIR-13")
def test_every_root_of_the_session_is_served(root: Path, second: Path) -> None:
    (second / "b.txt").write_text("second\n")

    async def scenario() -> None:
        async with served([root, second]) as harness:
            assert await harness.read(second / "b.txt") == "second\n"
            await harness.write(second / "new.txt", "new\n")
            await harness.write(root / "new.txt", "newer\n")

    run(scenario)
    assert (second / "new.txt").read_text() == "new\n"
    assert (root / "new.txt").read_text() == "newer\n"


@pytest.mark.parametrize(
    ("line", "limit", "expected"),
    [
        (None, None, "one\ntwo\nthree"),
        (1, None, "one\ntwo\nthree"),
        (0, 1, "one\n"),
        (2, None, "two\nthree"),
        (2, 1, "two\n"),
        (None, 2, "one\ntwo\n"),
        (3, 9, "three"),
        (2, 0, ""),
    ],
)
@pytest.mark.parametrize("open_in_editor", [False, True])
def test_lines_are_cut_out_the_same_from_the_disk_and_from_an_editor(
    root: Path, line: int | None, limit: int | None, expected: str, open_in_editor: bool
) -> None:
    (root / "a.txt").write_text("old" if open_in_editor else "one\ntwo\nthree")
    editor = _Editor({str(root / "a.txt"): "one\ntwo\nthree"}) if open_in_editor else None

    async def scenario() -> str:
        async with served([root], buffers=editor) as harness:
            return await harness.read(root / "a.txt", line, limit)

    assert run(scenario) == expected


def test_a_line_past_the_end_is_an_error(root: Path) -> None:
    (root / "a.txt").write_text("one\n")

    async def scenario() -> None:
        async with served([root]) as harness:
            error = await error_of(harness.read(root / "a.txt", 5))
            assert error.code == -32602
            assert error.data["reason"] == "line_out_of_range"

    run(scenario)


def test_a_missing_file_is_a_resource_not_found(root: Path) -> None:
    async def scenario() -> None:
        async with served([root]) as harness:
            error = await error_of(harness.read(root / "none.txt"))
            assert error.code == -32002
            assert error.data["reason"] == "missing"
            assert "exploreFiles" not in error.message

    run(scenario)


@pytest.mark.parametrize(
    ("error", "code", "message"),
    [
        (
            NotFound("'a' does not exist.", "missing", advice="Use exploreFiles."),
            -32002,
            "'a' does not exist.",
        ),
        (
            InvalidArgument("'a' is a folder, not a file.", "not_a_file", advice="Use exploreFiles for it."),
            -32602,
            "'a' is a folder, not a file.",
        ),
        (
            InvalidArgument("the path is missing.", "bad_arguments", prefix="readFile: ", advice="Send it."),
            -32602,
            "The path is missing.",
        ),
        (
            InvalidArgument("startLine 5 is past the end: 'a' has 1 lines.", "line_out_of_range"),
            -32602,
            "The line is past the end of the file.",
        ),
        (InvalidArgument("The request was cancelled.", "cancelled"), -32800, "The request was cancelled."),
        (TimedOut("It took too long.", "time_limit", advice="Narrow the path."), -32603, "It took too long."),
    ],
    ids=lambda value: value.reason if isinstance(value, WorkspaceError) else "",
)
def test_the_agent_gets_an_error_without_advice_about_tools(
    error: WorkspaceError, code: int, message: str
) -> None:
    sent = to_rpc_error(error)
    assert (sent.code, sent.message) == (code, message)
    assert sent.data == {"code": error.code, "reason": error.reason}


def test_missing_folders_are_made_for_a_new_file(root: Path) -> None:
    async def scenario() -> None:
        async with served([root]) as harness:
            await harness.write(root / "a/b/c.txt", "deep\n")

    run(scenario)
    assert (root / "a/b/c.txt").read_text() == "deep\n"


def test_a_policy_without_edits_offers_no_writing(root: Path) -> None:
    async def scenario() -> None:
        async with served([root], Permissions.deny()) as harness:
            files, terminals = harness.access.capabilities()
            assert (files.read_text_file, files.write_text_file, terminals) == (True, False, False)
            assert list(harness.access.routes()) == ["fs/read_text_file"]

    run(scenario)


def test_an_unknown_session_gets_no_files(root: Path) -> None:
    async def scenario() -> None:
        async with served([root]) as harness:
            error = await error_of(harness.write(root / "a.txt", "x", session="stranger"))
            assert (error.code, error.data) == (-32002, {"reason": "no_session"})
            await harness.access.close_session(SESSION)
            assert (await error_of(harness.read(root / "a.txt"))).code == -32002

    run(scenario)


def test_a_session_that_is_being_opened_is_served_before_its_id_is_known(root: Path) -> None:
    async def scenario() -> None:
        async with served([root]) as harness:
            with harness.access.expecting_session(Roots(root)):
                await harness.write(root / "early.txt", "x", session="unborn")
            assert (await error_of(harness.write(root / "a.txt", "x", session="unborn"))).code == -32002

    run(scenario)
    assert (root / "early.txt").exists()


def test_of_several_sessions_that_are_being_opened_each_gets_its_own_roots(root: Path, second: Path) -> None:
    async def scenario() -> None:
        async with served([root]) as harness:
            with (
                harness.access.expecting_session(Roots(root)),
                harness.access.expecting_session(Roots(second)),
            ):
                writing = asyncio.ensure_future(harness.write(second / "a.txt", "x", session="unborn"))
                await asyncio.sleep(0)
                assert not writing.done()
                harness.access.set_session_roots("unborn", Roots(second))
                await writing

    run(scenario)
    assert (second / "a.txt").exists()


@pytest.mark.requirement("DIR-13")
def test_a_root_that_the_agent_dropped_is_no_longer_served(root: Path, second: Path) -> None:
    roots = Roots(root, [second])

    async def scenario() -> None:
        async with served(roots) as harness:
            await harness.write(second / "a.txt", "x")
            roots.update(acp.SessionInfo(session_id=SESSION, cwd=str(root), additional_directories=[]))
            harness.access.set_session_roots(SESSION, roots)
            assert (await error_of(harness.read(second / "a.txt"))).data["reason"] == "out_of_scope"

    run(scenario)


def test_a_missing_root_does_not_affect_the_others(root: Path, tmp_path: Path) -> None:
    notices: list[str] = []

    async def scenario() -> None:
        async with served([tmp_path / "none", root], on_notice=notices.append) as harness:
            await harness.write(root / "a.txt", "x")
            assert (await error_of(harness.write(tmp_path / "none/a.txt", "x"))).code == -32602

    run(scenario)
    assert any("does not exist" in notice for notice in notices)


class _Editor:
    def __init__(self, texts: dict[str, str]) -> None:
        self.texts = texts

    async def read(self, path: str) -> str | None:
        return self.texts.get(path)

    def write(self, path: str, text: str) -> bool:
        if path not in self.texts:
            return False
        self.texts[path] = text
        return True


def test_open_files_are_read_from_and_written_to_the_editor(root: Path) -> None:
    (root / "open.txt").write_text("saved\n")
    (root / "link").symlink_to(root / "open.txt")
    editor = _Editor({str(root / "open.txt"): "unsaved\n"})

    async def scenario() -> None:
        async with served([root], buffers=editor) as harness:
            assert await harness.read(root / "link") == "unsaved\n"
            await harness.write(root / "open.txt", "changed\n")
            await harness.write(root / "closed.txt", "disk\n")

    run(scenario)
    assert editor.texts == {str(root / "open.txt"): "changed\n"}
    assert (root / "open.txt").read_text() == "saved\n"
    assert (root / "closed.txt").read_text() == "disk\n"


def test_the_editor_is_not_asked_for_files_outside_the_roots(root: Path, outside: Path) -> None:
    editor = _Editor({str(outside / "secret.txt"): "unsaved secret"})

    async def scenario() -> None:
        async with served([root], buffers=editor) as harness:
            assert (await error_of(harness.read(outside / "secret.txt"))).data["reason"] == "out_of_scope"
            await error_of(harness.write(outside / "secret.txt", "x"))

    run(scenario)
    assert editor.texts == {str(outside / "secret.txt"): "unsaved secret"}


def test_a_write_that_has_begun_is_finished_even_if_it_is_cancelled(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, go = threading.Event(), threading.Event()
    encoded = files._encode_like_existing

    def slowly(*arguments: object) -> bytes:
        begun.set()
        go.wait(240)
        return encoded(*arguments)  # pyright: ignore[reportArgumentType]

    monkeypatch.setattr(files, "_encode_like_existing", slowly)

    async def scenario() -> None:
        async with served([root]) as harness:
            writing = asyncio.ensure_future(harness.write(root / "a.txt", "whole\n"))
            await asyncio.to_thread(begun.wait, 30)
            writing.cancel()
            with pytest.raises(asyncio.CancelledError):
                await writing
            # The session is closed during the write: its folder stays open until the write is done.
            await harness.access.close_session(SESSION)
            go.set()

    run(scenario)
    assert (root / "a.txt").read_text() == "whole\n"


def test_writes_of_one_file_happen_in_order_of_arrival(root: Path) -> None:
    async def scenario() -> None:
        async with served([root]) as harness:
            await asyncio.gather(*(harness.write(root / "a.txt", f"{n}\n") for n in range(50)))

    run(scenario)
    assert (root / "a.txt").read_text() == "49\n"


def test_no_descriptor_is_left(root: Path, second: Path) -> None:
    async def scenario(count: int) -> None:
        async with served([root, second]) as harness:
            for n in range(count):
                harness.access.set_session_roots(f"s{n}", Roots(root))
                harness.access.set_session_roots(f"s{n}", Roots(second))
                with harness.access.expecting_session(Roots(root)):
                    pass

    before = set(os.listdir("/proc/self/fd"))
    run(lambda: scenario(20))
    assert set(os.listdir("/proc/self/fd")) <= before


def test_an_in_process_agent_that_locks_the_file_does_not_block_its_client(root: Path) -> None:
    (root / "a.txt").write_text("old\n")

    async def scenario() -> None:
        with Workspace([root]) as agents:
            place = agents.resolve(str(root / "a.txt"))
            with open_target(agents, place, "a.txt", Stop()):
                async with served([root]) as harness:
                    await harness.write(root / "a.txt", "new\n")

    run(scenario)
    assert (root / "a.txt").read_text() == "new\n"


def test_few_texts_wait_for_an_agent_that_does_not_read(root: Path) -> None:
    (root / "a.txt").write_text("text\n")
    waiting = 0

    async def scenario() -> None:
        listens = asyncio.Event()

        async def room() -> None:
            nonlocal waiting
            waiting += 1
            await listens.wait()

        async with served([root], wait_for_room=room) as harness:
            reads = [
                asyncio.ensure_future(harness.read(root / "a.txt")) for _ in range(10 * MAX_CONCURRENT_READS)
            ]
            done, _ = await asyncio.wait(reads, timeout=0.1)
            assert (done, waiting) == (set(), MAX_CONCURRENT_READS)
            listens.set()
            assert await asyncio.gather(*reads) == ["text\n"] * len(reads)

    run(scenario)
