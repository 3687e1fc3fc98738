"""Changes on disk are noticed, and names are searched for in files that the index does not know."""

import os
import shutil
import subprocess
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from nes.index_fixtures import WAIT_TIMEOUT_S, Clock, uris, write
from nes.service_harness import run
from understudy.nes.index import IndexOptions, SessionWorkspaceTexts
from understudy.nes.index.background import disk_watch, name_search
from understudy.nes.index.store import IndexLimits
from understudy.nes.service import NesService
from understudy.nes.setup import NesClientCapabilities, NesSetup
from understudy.schema.acp import StartNesRequest
from understudy.workspace import Stop
from understudy.workspace.paths import Place, open_roots
from understudy.workspace.search import find_files_with_words

WATCHING = IndexOptions(watches_disk=True)
SEARCHING = IndexOptions(searches_names=True)


@contextmanager
def started(
    root: Path,
    options: IndexOptions,
    limits: IndexLimits | None = None,
    clock: Clock | None = None,
    private: tuple[Path, ...] = (),
) -> Generator[SessionWorkspaceTexts]:
    texts = SessionWorkspaceTexts(
        [root], {}, limits=limits, clock=clock or Clock(), options=options, private_folders=private
    )
    try:
        texts.refresh()
        assert texts.wait_for_scan(WAIT_TIMEOUT_S)
        yield texts
    finally:
        texts.close()


def until(condition: Callable[[], bool]) -> None:
    """Wait until the condition holds."""
    deadline = time.monotonic() + WAIT_TIMEOUT_S
    pause = threading.Event()
    while not condition():
        assert time.monotonic() < deadline
        pause.wait(0.01)


def names(texts: SessionWorkspaceTexts, literal: str, near: str = "") -> list[str]:
    return sorted(uri.rpartition("/")[2] for uri in uris(texts.find_containing([literal], near, 9)))


def git(root: Path, *arguments: str) -> None:
    identity = ("-c", "user.name=a", "-c", "user.email=a@b.c", "-c", "init.defaultBranch=main")
    subprocess.run(["git", *identity, *arguments], cwd=root, check=True, capture_output=True)


def test_new_changed_moved_and_deleted_files_and_folders_are_noticed(root: Path) -> None:
    write(root / "a" / "one.py", "needle")
    write(root / "b" / "two.py", "other")
    with started(root, WATCHING) as texts:
        write(root / "a" / "new.py", "needle")
        until(lambda: names(texts, "needle") == ["new.py", "one.py"])
        write(root / "b" / "two.py", "needle two")
        until(lambda: names(texts, "needle") == ["new.py", "one.py", "two.py"])
        write(root / "c" / "d" / "e" / "deep.py", "needle")
        until(lambda: "deep.py" in names(texts, "needle"))
        (root / "c").rename(root / "moved")
        until(lambda: uris(texts.find_containing(["needle"], "", 9))[-1].endswith("/moved/d/e/deep.py"))
        write(root / "moved" / "d" / "e" / "deeper.py", "needle")
        until(lambda: "deeper.py" in names(texts, "needle"))
        shutil.rmtree(root / "moved")
        until(lambda: texts.index_size[0] == 3)
        write(root / "moved" / "d" / "again.py", "needle")
        until(lambda: "again.py" in names(texts, "needle"))
        write(root / ".gitignore", "a/\n")
        until(lambda: names(texts, "needle") == ["again.py", "two.py"])


def test_hidden_generated_and_ignored_files_are_not_noticed(root: Path) -> None:
    write(root / ".gitignore", "out/\n")
    with started(root, WATCHING) as texts:
        for name in (".env", "node_modules/x.js", "out/x.py", ".hidden/x.py", "x.min.js"):
            write(root / name, "needle")
        write(root / "last.py", "needle")
        until(lambda: "last.py" in names(texts, "needle"))
        assert names(texts, "needle") == ["last.py"]


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
def test_another_branch_is_taken_in_bulk(root: Path) -> None:
    git(root, "init")
    for number in range(60):
        write(root / f"f{number % 6}" / f"{number}.py", f"old_name_{number} = 1\n")
    git(root, "add", ".")
    git(root, "commit", "-m", "one")
    git(root, "checkout", "-b", "other")
    for number in range(60):
        write(root / f"f{number % 6}" / f"{number}.py", f"new_name_{number} = 1\n")
    for number in range(40):
        write(root / f"g{number % 4}" / f"{number}.py", f"added_{number} = 1\n")
    git(root, "add", ".")
    git(root, "commit", "-m", "two")
    git(root, "checkout", "main")
    with started(root, WATCHING) as texts:
        assert texts.index_size[0] == 60
        for branch, size, wanted, gone in (
            ("other", 100, "new_name_17 ", "old_name_17 "),
            ("main", 60, "old_name_17 ", "new_name_17 "),
        ):
            git(root, "checkout", branch)
            until(lambda size=size: texts.index_size[0] == size)
            until(lambda wanted=wanted: names(texts, wanted) == ["17.py"])
            assert names(texts, gone) == []


def test_a_watched_workspace_is_not_scanned_again_and_one_without_room_is(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(root / "a" / "one.py", "needle")
    for limit, is_found in ((30_000, False), (1, True)):
        monkeypatch.setattr(disk_watch, "MAX_WATCHED_FOLDERS", limit)
        clock = Clock()
        with started(root, WATCHING, clock=clock) as texts:
            # A file that appears without an event: linked from a folder that nobody watches.
            path = root / "a" / "quiet.py"
            path.unlink(missing_ok=True)
            watched: list[str] = []
            monkeypatch.setattr(
                disk_watch, "is_indexed_name", lambda name, seen=watched: bool(seen.append(name))
            )
            write(path, "needle")
            clock.now += 20
            texts.refresh()
            assert texts.wait_for_scan(WAIT_TIMEOUT_S)
            assert ("quiet.py" in names(texts, "needle")) is is_found
            clock.now += 600
            texts.refresh()
            assert texts.wait_for_scan(WAIT_TIMEOUT_S)
            assert "quiet.py" in names(texts, "needle")


def test_a_flood_of_events_leads_to_a_full_scan(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(disk_watch, "_EVENT", _Overflowing())
    with started(root, WATCHING) as texts:
        write(root / "a.py", "needle")
        until(lambda: names(texts, "needle") == ["a.py"])


class _Overflowing:
    """Reads every event as the one that says that the queue was full."""

    size = disk_watch._EVENT.size

    def unpack_from(self, data: bytes, offset: int) -> tuple[int, int, int, int]:
        return -1, 0x4000, 0, disk_watch.struct.unpack_from("iIII", data, offset)[3]


def test_closing_ends_the_watch_and_frees_its_descriptors(root: Path) -> None:
    write(root / "a.py", "needle")
    before = set(os.listdir("/proc/self/fd"))
    with started(root, IndexOptions(watches_disk=True, searches_names=True)):
        pass
    assert set(os.listdir("/proc/self/fd")) <= before
    assert not [one for one in threading.enumerate() if one.name.startswith("understudy-nes-")]


def test_an_event_while_the_watch_is_closed_does_not_close_its_pipe_too_early(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wake = os.write
    with started(root, WATCHING) as texts:
        watch = texts._shared.disk_watch
        assert watch is not None

        def wake_after_an_event(fd: int, data: bytes) -> int:
            if fd == watch._wake_in:
                write(root / "a.py", "needle")
                watch._thread.join(0.2)
            return wake(fd, data)

        monkeypatch.setattr(os, "write", wake_after_an_event)
    assert not watch._thread.is_alive()


def test_a_name_in_a_file_that_the_index_does_not_know_is_found_by_the_next_request(root: Path) -> None:
    near = write(root / "near" / "main.py", "call(far_name)\n")
    write(root / "near" / "other.py", "nothing\n")
    far = write(root / "very" / "far" / "away.py", "far_name = 1\n")
    write(root / "very" / "far" / "part.py", "far_names = 1\n")
    write(root / "very" / ".hidden" / "x.py", "far_name\n")
    write(root / "very" / "node_modules" / "x.js", "far_name\n")
    write(root / "very" / "ignored" / "x.py", "far_name\n")
    write(root / "private" / "x.py", "far_name\n")
    write(root / "very" / ".gitignore", "ignored/\n")
    documents_near = root / "near" / "main.py"
    limits = IndexLimits(max_files=2)
    with started(root, SEARCHING, limits, private=(root / "private",)) as texts:
        texts.refresh(near)
        search = texts._shared.name_search
        assert search is not None
        for _ in range(2):
            texts.find_containing(["call(far_name)", "ab"], documents_near.as_uri(), 9)
            assert search.wait(WAIT_TIMEOUT_S)
            found = uris(texts.find_containing(["far_name"], documents_near.as_uri(), 9))
            assert [uri for uri in found if uri != near] == [far]
        assert search.search_count == 1
        assert texts.find_definitions("far_name", near)


@pytest.mark.parametrize("has_rules", [True, False])
def test_a_folder_named_build_is_searched_where_ignore_files_say_what_is_generated(
    root: Path, has_rules: bool
) -> None:
    near = write(root / "near" / "main.py", "call(far_name)\n")
    write(root / "near" / "other.py", "nothing\n")
    far = write(root / "scripts" / "very" / "build" / "away.py", "far_name = 1\n")
    if has_rules:
        write(root / ".gitignore", "/dist/\n")
    with started(root, SEARCHING, IndexLimits(max_files=2)) as texts:
        texts.refresh(near)
        search = texts._shared.name_search
        assert search is not None
        texts.find_containing(["call(far_name)"], near, 9)
        assert search.wait(WAIT_TIMEOUT_S)
        found = uris(texts.find_containing(["far_name"], near, 9))
        assert [uri for uri in found if uri != near] == [far] * has_rules


def test_a_complete_index_is_not_searched_beyond(root: Path) -> None:
    write(root / "a.py", "some_name = 1\n")
    clock = Clock()
    with started(root, SEARCHING, clock=clock) as texts:
        search = texts._shared.name_search
        assert search is not None
        assert names(texts, "some_name") == ["a.py"]
        assert names(texts, "absent_name") == []
        assert search.wait(WAIT_TIMEOUT_S)
        assert search.search_count == 0


def test_a_name_is_searched_for_again_after_a_while(root: Path) -> None:
    write(root / "a" / "a.py", "one = 1\n")
    write(root / "b" / "b.py", "two = 1\n")
    clock = Clock()
    with started(root, SEARCHING, IndexLimits(max_files=1), clock) as texts:
        search = texts._shared.name_search
        assert search is not None
        for seconds, count in ((0.0, 1), (59.0, 1), (1.0, 2)):
            clock.now += seconds
            assert names(texts, "absent_name") == []
            assert search.wait(WAIT_TIMEOUT_S)
            assert search.search_count == count


def test_closing_the_session_kills_a_running_search(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(root / "a.py", "one = 1\n")
    program = root.parent / "rg"
    program.write_text("#!/bin/sh\nexec sleep 1000\n")
    program.chmod(0o755)
    monkeypatch.setattr("understudy.workspace.search.ripgrep.ripgrep_path", lambda: str(program))
    monkeypatch.setattr("understudy.workspace.search.ripgrep._has_landlock", lambda: False)
    with started(root, SEARCHING, IndexLimits(max_files=0)) as texts:
        search = texts._shared.name_search
        assert search is not None
        texts.find_containing(["some_name"], "", 9)
        until(lambda: search.search_count == 1)
    assert search.wait(WAIT_TIMEOUT_S)
    children = subprocess.run(
        ["ps", "-o", "args=", "--ppid", str(os.getpid())], capture_output=True, text=True
    )
    assert "sleep 1000" not in children.stdout


def test_what_a_search_found_before_it_ran_out_of_time_is_used(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    far = write(root / "far.py", "some_name = 1\n")
    program = root.parent / "rg"
    program.write_text("#!/bin/sh\nprintf './far.py\\0'\nexec sleep 1000\n")
    program.chmod(0o755)
    monkeypatch.setattr("understudy.workspace.search.ripgrep.ripgrep_path", lambda: str(program))
    monkeypatch.setattr("understudy.workspace.search.ripgrep._has_landlock", lambda: False)
    monkeypatch.setattr(name_search, "NAME_SEARCH_TIMEOUT_S", 3.0)
    with started(root, SEARCHING, IndexLimits(max_files=0)) as texts:
        texts.find_containing(["some_name"], "", 9)
        search = texts._shared.name_search
        assert search is not None
        assert search.wait(WAIT_TIMEOUT_S)
        assert uris(texts.find_containing(["some_name"], "", 9)) == [far]


def test_a_file_is_used_as_soon_as_the_search_has_found_it(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    far = write(root / "far.py", "some_name = 1\n")
    program = root.parent / "rg"
    program.write_text("#!/bin/sh\nprintf './far.py\\0'\nexec sleep 1000\n")
    program.chmod(0o755)
    monkeypatch.setattr("understudy.workspace.search.ripgrep.ripgrep_path", lambda: str(program))
    monkeypatch.setattr("understudy.workspace.search.ripgrep._has_landlock", lambda: False)
    with started(root, SEARCHING, IndexLimits(max_files=0)) as texts:
        until(lambda: uris(texts.find_containing(["some_name"], "", 9)) == [far])
        search = texts._shared.name_search
        assert search is not None
        assert not search.wait(0)


def test_a_missing_ripgrep_changes_nothing_else(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(root / "a.py", "one = 1\n")
    monkeypatch.setattr("understudy.workspace.search.ripgrep.ripgrep_path", lambda: None)
    with started(root, SEARCHING, IndexLimits(max_files=0)) as texts:
        assert names(texts, "some_name") == []
        search = texts._shared.name_search
        assert search is not None
        assert search.wait(WAIT_TIMEOUT_S)
        assert names(texts, "some_name") == []


def test_a_word_is_found_as_a_whole_word_below_the_folder_only(root: Path, outside: Path) -> None:
    write(root / "a.py", "x = some_name + 1\n")
    write(root / "b.py", "some_names\n")
    write(root / "big.py", "some_name\n" * 100)
    (root / "link.py").symlink_to(outside / "secret.txt")
    write(outside / "secret.txt", "some_name")
    (opened,) = open_roots([root], ())
    try:
        found = sorted(
            find_files_with_words(["some_name", "-x"], Place(opened, "."), Stop(WAIT_TIMEOUT_S), ["c"], 500)
        )
        assert found == ["a.py"]
    finally:
        os.close(opened.fd)


def test_a_common_name_does_not_fill_the_index(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(name_search, "MAX_FOUND_FILES_PER_SEARCH", 3)
    monkeypatch.setattr(name_search, "MAX_EARLY_FILES", 0)
    for number in range(10):
        write(root / "far" / str(number) / "x.py", "common_name = 1\n")
    near = (root / "far" / "7" / "main.py").as_uri()
    with started(root, SEARCHING, IndexLimits(max_files=0)) as texts:
        texts.find_containing(["common_name"], near, 9)
        search = texts._shared.name_search
        assert search is not None
        assert search.wait(WAIT_TIMEOUT_S)
        assert texts.index_size[0] == 3
        assert (
            uris(texts.find_containing(["common_name"], near, 9))[0] == (root / "far" / "7" / "x.py").as_uri()
        )


def test_all_sessions_of_a_service_share_one_index_which_watches_the_disk(root: Path) -> None:
    async def scene() -> None:
        write(root / "a.py", "needle")
        service = NesService(NesSetup(), NesClientCapabilities())
        sessions = [
            service.find_session(service.start(StartNesRequest(workspace_uri=root.as_uri())).session_id)
            for _ in range(3)
        ]
        texts = [session.workspace_texts for session in sessions]
        assert all(isinstance(one, SessionWorkspaceTexts) for one in texts)
        shared = {id(one._shared) for one in texts if isinstance(one, SessionWorkspaceTexts)}
        assert len(shared) == 1
        until(lambda: texts[0].wait_for_scan(WAIT_TIMEOUT_S))
        write(root / "b.py", "needle")
        until(lambda: len(texts[2].find_containing(["needle"], "", 9)) == 2)
        await service.shut_down(5.0)

    run(scene())
