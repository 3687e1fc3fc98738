"""The index on disk between starts: shared by processes, bounded, private, and never trusted."""

import os
import signal
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from nes.index_fixtures import WAIT_TIMEOUT_S, Clock, rescan, uris, write
from understudy.nes.index import IndexOptions, SessionWorkspaceTexts, delete_stored_indexes
from understudy.nes.index import files as files_module
from understudy.nes.index import scan as scan_module
from understudy.nes.index import store as store_module
from understudy.nes.index.background import disk_store
from understudy.nes.index.background.disk_store import DiskStore
from understudy.nes.index.files import FileTable
from understudy.nes.index.grams import gram_signature
from understudy.nes.index.scan import Pace
from understudy.nes.index.store import IndexLimits, IndexStore
from understudy.nes.limits import (
    MAX_INDEX_STORE_BYTES,
    RESCAN_CPU_SHARE,
    SCAN_CPU_SHARE,
    UNPACED_RESCAN_CPU_S,
    UNUSED_OBJECT_AGE_S,
)
from understudy.workspace import Place, Root
from understudy.workspace.paths import open_roots


@pytest.fixture(autouse=True)
def _no_file_is_too_young(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files_module, "MIN_FILE_AGE_NS", -1)


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "state" / "nes-index"


def loaded_state(root: Path, store: Path) -> tuple[FileTable, bool]:
    """What a start would load, and whether it is from a scan that was cut short."""
    (opened,) = open_roots([root], ())
    try:
        table, stored = FileTable(), DiskStore(str(store))
        assert stored.load(table, [opened])
        return table, stored.is_partial
    finally:
        os.close(opened.fd)


@contextmanager
def started(
    root: Path, store: Path, clock: Clock | None = None, min_files: int = 0
) -> Generator[SessionWorkspaceTexts]:
    options = IndexOptions(store_folder=str(store), min_stored_files=min_files)
    texts = SessionWorkspaceTexts([root], {}, clock=clock or Clock(), options=options)
    try:
        texts.refresh()
        assert texts.wait_for_scan(WAIT_TIMEOUT_S)
        yield texts
    finally:
        texts.close()


def make_files(root: Path, count: int) -> None:
    paths = [root / f"folder{number % 7}" / f"file{number:04}.py" for number in range(count)]
    for number, path in enumerate(paths):
        write(path, f"needle_{number} = {number}\n")


def names_found(texts: SessionWorkspaceTexts, literal: str) -> list[str]:
    return [uri.rpartition("/")[2] for uri in uris(texts.find_containing([literal], "", 999))]


def table_of(root: Path, store: Path) -> tuple[FileTable, bool]:
    """Load the stored index of the root into a table."""
    (opened,) = open_roots([root], ())
    try:
        table = FileTable()
        return table, DiskStore(str(store)).load(table, [opened])
    finally:
        os.close(opened.fd)


def test_a_second_start_reads_only_the_nearest_files_again(
    root: Path, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_files(root, 1_200)
    with started(root, store):
        pass
    signatures: list[str] = []

    def counted(text: str) -> bytearray:
        signatures.append(text)
        return gram_signature(text)

    monkeypatch.setattr("understudy.nes.index.scan.gram_signature", counted)
    monkeypatch.setattr("understudy.nes.index.store.gram_signature", counted)
    with started(root, store) as texts:
        assert texts.index_size[0] == 1_200
        assert signatures == []
        for number in (0, 7, 600, 1_199):
            assert names_found(texts, f"needle_{number} ") == [f"file{number:04}.py"]


def test_what_changed_between_two_starts_is_noticed(root: Path, store: Path) -> None:
    make_files(root, 30)
    with started(root, store):
        pass
    write(root / "folder0" / "file0000.py", "other_name = 1\n")
    (root / "folder1" / "file0001.py").unlink()
    write(root / "new.py", "needle_1 = 2\n")
    with started(root, store) as texts:
        assert names_found(texts, "other_name") == ["file0000.py"]
        assert names_found(texts, "needle_0 ") == []
        assert names_found(texts, "needle_1 ") == ["new.py"]


def test_no_text_of_a_file_is_stored_and_only_the_user_can_read_it(root: Path, store: Path) -> None:
    make_files(root, 30)
    with started(root, store):
        pass
    stored = [path for path in store.rglob("*") if path.is_file()]
    assert len(stored) == 2
    for path in stored:
        assert b"needle" not in path.read_bytes()
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    for folder in (store, store / "objects", store / "roots"):
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_a_small_workspace_and_a_session_without_a_folder_store_nothing(root: Path, store: Path) -> None:
    make_files(root, 30)
    with started(root, store, min_files=31):
        pass
    assert not store.exists()
    with started(root, store, min_files=30):
        pass
    assert store.exists()


@pytest.mark.parametrize("damage", ["flipped", "cut", "empty", "huge", "gone"])
@pytest.mark.parametrize("kind", ["objects", "roots"])
def test_a_damaged_store_is_deleted_and_built_again(root: Path, store: Path, kind: str, damage: str) -> None:
    make_files(root, 30)
    with started(root, store):
        pass
    (path,) = (store / kind).iterdir()
    data = path.read_bytes()
    match damage:
        case "flipped":
            middle = len(data) // 2
            path.write_bytes(data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :])
        case "cut":
            path.write_bytes(data[:-1])
        case "empty":
            path.write_bytes(b"")
        case "huge":
            with path.open("wb") as file:
                file.truncate(1 << 33)
        case _:
            path.unlink()
    table, is_loaded = table_of(root, store)
    assert not is_loaded
    assert table.files == {}
    assert damage == "gone" or (kind, damage) == ("roots", "flipped") or not path.exists()
    with started(root, store) as texts:
        assert names_found(texts, "needle_7 ") == ["file0007.py"]
    assert len(table_of(root, store)[0].files) == 30


@pytest.mark.attack(2, 3)
def test_a_stored_path_that_leads_out_of_the_root_is_not_taken(
    root: Path, outside: Path, store: Path
) -> None:
    (opened,) = open_roots([root], ())
    table = FileTable()
    for relative in ("../outside/secret.txt", "a/../../outside/secret.txt", "x\0y", "", "kept.txt"):
        state = (1, 2, 3, 4, 5)
        table.add(Place(opened, relative), f"{opened.path}/{relative}", state, gram_signature("outside"))
    DiskStore(str(store), min_files=0).save(table, threading.Lock(), [opened])
    loaded = FileTable()
    assert DiskStore(str(store)).load(loaded, [opened])
    assert list(loaded.files) == [f"{opened.path}/kept.txt"]
    os.close(opened.fd)


def test_other_roots_and_a_replaced_root_get_no_stored_index(root: Path, outside: Path, store: Path) -> None:
    make_files(root, 30)
    with started(root, store):
        pass
    assert table_of(root, store)[1]
    assert not table_of(outside, store)[1]
    root.rename(root.parent / "before")
    root.mkdir()
    assert not table_of(root, store)[1]


def test_only_changed_blocks_are_written_again(
    root: Path, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(disk_store, "INDEX_SAVE_INTERVAL_S", 0.0)
    make_files(root, 1_100)
    clock = Clock()
    with started(root, store, clock) as texts:
        before = {path.name for path in (store / "objects").iterdir()}
        assert len(before) == 3
        write(root / "folder3" / "file0003.py", "changed = 3\n")
        rescan(texts, clock, 20)
        after = {path.name for path in (store / "objects").iterdir()}
        assert len(after - before) == 1
        delete_stored_indexes(str(store))  # as `understudy nes forget --index` does
        write(root / "folder3" / "file0003.py", "changed = 4\n")
        rescan(texts, clock, 20)
    assert len(table_of(root, store)[0].files) == 1_100


def test_the_store_is_limited_and_drops_the_workspaces_unused_for_longest(
    tmp_path: Path, store: Path
) -> None:
    roots: list[Root] = []
    for number in range(3):
        (tmp_path / str(number)).mkdir()
        roots += open_roots([tmp_path / str(number)], ())
    old_object = store / "objects" / ("0" * 40)
    for number, root in enumerate(roots):
        table = FileTable()
        table.add(Place(root, "a.py"), f"{root.path}/a.py", (1, 2, 3, 4, number), gram_signature("text"))
        DiskStore(str(store), 0, 1_200_000).save(table, threading.Lock(), [root])
        for path in (store / "roots").iterdir():
            os.utime(path, (time.time() - 100, path.stat().st_mtime - 100))
    kept = [root.path[-1] for root in roots if DiskStore(str(store)).load(FileTable(), [root])]
    assert kept == ["1", "2"]
    assert sum(path.stat().st_size for path in store.rglob("*") if path.is_file()) < 1_200_000
    for age_s, is_kept in ((UNUSED_OBJECT_AGE_S - 60, True), (UNUSED_OBJECT_AGE_S + 60, False)):
        old_object.write_bytes(b"x")
        os.utime(old_object, (0, time.time() - age_s))
        table = FileTable()
        table.add(
            Place(roots[2], "b.py"), f"{roots[2].path}/b.py", (1, 2, 3, 4, 5), gram_signature(str(age_s))
        )
        DiskStore(str(store), 0, MAX_INDEX_STORE_BYTES).save(table, threading.Lock(), [roots[2]])
        assert old_object.exists() is is_kept
    for root in roots:
        os.close(root.fd)


PROCESS = """
import os, sys, threading
from understudy.nes.index import IndexOptions, SessionWorkspaceTexts
from understudy.nes.index.background import disk_store
disk_store.INDEX_SAVE_INTERVAL_S = 0.0
root, store, rounds = sys.argv[1], sys.argv[2], int(sys.argv[3])
for round in range(rounds):
    with open(f"{root}/p{os.getpid()}.py", "w") as file:
        file.write(f"mark_{os.getpid()}_{round} = 1\\n")
    texts = SessionWorkspaceTexts(
        [root], {}, options=IndexOptions(store_folder=store, min_stored_files=0)
    )
    texts.refresh()
    texts.wait_for_scan(60)
    assert texts.index_size[0] >= 300, texts.index_size
    assert texts.find_containing(["needle_17 "], "", 9), "not found"
    texts.close()
    print(round, flush=True)
"""


def start_process(root: Path, store: Path, rounds: int) -> "subprocess.Popen[str]":
    command = [sys.executable, "-c", PROCESS, str(root), str(store), str(rounds)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_two_processes_share_the_store(root: Path, store: Path) -> None:
    make_files(root, 300)
    processes = [start_process(root, store, 6) for _ in range(2)]
    ends = [(process.communicate(timeout=300)[1], process.returncode) for process in processes]
    assert ends == [("", 0)] * 2
    table, is_loaded = table_of(root, store)
    assert is_loaded
    assert len(table.files) >= 300


def test_a_file_that_another_process_removes_during_the_cleanup_is_no_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("kept", "removed"):
        (tmp_path / name).write_text("")
    real_scandir = os.scandir

    @contextmanager
    def scan_and_remove(folder: str) -> Generator[list["os.DirEntry[str]"]]:
        with real_scandir(folder) as scan:
            entries = list(scan)
        (tmp_path / "removed").unlink()
        yield entries

    monkeypatch.setattr(disk_store.os, "scandir", scan_and_remove)
    assert list(disk_store._file_states(str(tmp_path))) == ["kept"]


def test_a_process_killed_while_it_writes_leaves_a_store_that_works(root: Path, store: Path) -> None:
    make_files(root, 300)
    for lines in (1, 2, 3, 4):
        process = start_process(root, store, 10_000)
        assert process.stdout is not None
        for _ in range(lines):
            process.stdout.readline()
        process.send_signal(signal.SIGKILL)
        process.communicate(timeout=300)
        table, _ = table_of(root, store)
        assert not table.files or len(table.files) >= 300
        with started(root, store) as texts:
            assert names_found(texts, "needle_17 ") == ["file0017.py"]


def test_names_that_are_no_unicode_are_kept(root: Path, store: Path) -> None:
    path = root / os.fsdecode(b"bad\xff.py")
    path.write_text("needle")
    with started(root, store):
        pass
    table, _ = table_of(root, store)
    assert list(table.files) == [str(path)]


def test_a_first_scan_that_is_cut_short_is_continued_at_the_next_start(
    root: Path, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_files(root, 70)
    monkeypatch.setattr(store_module, "FILES_BETWEEN_SAVES", 10)
    listed: list[str] = []

    def stop_at_the_sixth_folder(_descriptor: int, _root: Root, folder: str) -> None:
        listed.append(folder)
        if len(listed) == 6:
            raise RuntimeError("the process ends")

    index = IndexStore(
        open_roots([root], ()), IndexLimits(), open_stored=lambda: DiskStore(str(store), min_files=0)
    )
    index.on_folder = stop_at_the_sixth_folder
    assert index.refresh([])
    assert index.wait_for_scan(WAIT_TIMEOUT_S)
    index.close()

    table, is_partial = loaded_state(root, store)
    assert 10 <= len(table.files) < 70
    assert is_partial

    shares: list[float] = []

    def note_share(cpu_share: float, *rest: Any) -> Pace:
        shares.append(cpu_share)
        return Pace(cpu_share, *rest)

    monkeypatch.setattr(store_module, "Pace", note_share)
    for expected in (SCAN_CPU_SHARE, RESCAN_CPU_SHARE):
        with started(root, store) as texts:
            assert names_found(texts, "needle_69") == ["file0069.py"]
        assert shares[0] == expected
        shares.clear()
        table, is_partial = loaded_state(root, store)
        assert len(table.files) == 70
        assert not is_partial


def test_loading_a_large_index_takes_the_time_at_full_speed(
    root: Path, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_files(root, 3)
    with started(root, store):
        pass
    unpaced: list[float] = []

    def note_unpaced(cpu_share: float, *rest: Any) -> Pace:
        unpaced.append(rest[2])
        return Pace(cpu_share, *rest)

    class SlowStore(DiskStore):
        def load(self, table: FileTable, roots: Sequence[Root]) -> bool:
            end = time.thread_time() + UNPACED_RESCAN_CPU_S
            while time.thread_time() < end:
                pass
            return super().load(table, roots)

    monkeypatch.setattr(store_module, "Pace", note_unpaced)
    index = IndexStore(
        open_roots([root], ()), IndexLimits(), open_stored=lambda: SlowStore(str(store), min_files=0)
    )
    assert index.refresh([])
    assert index.wait_for_scan(WAIT_TIMEOUT_S)
    index.close()
    assert unpaced[0] <= 0


@pytest.mark.parametrize("is_stored", [True, False])
def test_only_an_index_from_disk_is_usable_before_its_scan_has_ended(
    root: Path, store: Path, monkeypatch: pytest.MonkeyPatch, is_stored: bool
) -> None:
    make_files(root, 3)
    with started(root, store):
        pass
    monkeypatch.setattr(store_module, "UNPACED_RESCAN_CPU_S", -1.0)
    monkeypatch.setattr(scan_module, "MIN_PACED_CPU_S", -1.0)
    is_at_second, may_go_on, folders = threading.Event(), threading.Event(), list[str]()

    def list_folder(_fd: int, _root: Root, folder: str) -> None:
        if folders:
            is_at_second.set()
            assert may_go_on.wait(WAIT_TIMEOUT_S)
        folders.append(folder)

    open_stored = (lambda: DiskStore(str(store), min_files=0)) if is_stored else None
    index = IndexStore(open_roots([root], ()), IndexLimits(), open_stored=open_stored)
    index.on_folder = list_folder
    try:
        assert index.wait_until_usable(0), "without a scan there is nothing to wait for"
        assert index.refresh([])
        assert is_at_second.wait(WAIT_TIMEOUT_S)
        assert index.wait_until_usable(0) is is_stored
        assert not index.wait_for_scan(0)
        may_go_on.set()
        assert index.wait_until_usable(WAIT_TIMEOUT_S)
        assert index.wait_for_scan(WAIT_TIMEOUT_S)
    finally:
        may_go_on.set()
        index.close()
