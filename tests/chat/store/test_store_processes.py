"""Several processes on one store, and killed processes: no acknowledged event is lost."""

import json
import random
import sqlite3
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import IO

import pytest

from understudy.chat.sqlite import SqliteSessionStore
from understudy.chat.store import StoreBusy

Together = Callable[..., list[list[str]]]
Start = Callable[..., "subprocess.Popen[str]"]


def is_whole(folder: Path) -> bool:
    connection = sqlite3.connect(folder / "sessions.db")
    try:
        return connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    finally:
        connection.close()


def begin(child: "subprocess.Popen[str]") -> IO[str]:
    """Let it begin, and give what it prints from then on."""
    assert child.stdin is not None
    assert child.stdout is not None
    child.stdin.write("\n")
    child.stdin.flush()
    assert child.stdout.readline() == "begun\n"
    return child.stdout


def test_writers_in_four_processes_lose_nothing_and_keep_their_order(
    store: SqliteSessionStore, folder: Path, together: Together
) -> None:
    for name in ("shared", "own-0", "own-1"):
        store.create(name, "/srv", [])
    together(
        ("write", "a", "shared", "60"),
        ("write", "b", "shared", "60"),
        ("write", "c", "own-0", "60"),
        ("write", "d", "own-1", "60"),
    )
    found = [json.loads(event.data) for event in store.events("shared")]
    assert len(found) == 120
    for name in ("a", "b"):
        assert [event["n"] for event in found if event["by"] == name] == list(range(60))
    for name in ("own-0", "own-1"):
        assert [json.loads(event.data)["n"] for event in store.events(name)] == list(range(60))
    assert is_whole(folder)


def test_processes_that_begin_a_store_together_share_it(folder: Path, together: Together) -> None:
    together(*(("open_and_create", f"s{n}") for n in range(4)))
    with SqliteSessionStore(folder) as store:
        assert {s.id for s in store.list(cwd=None, roots=None, cursor=None, limit=9).sessions} == {
            "s0", "s1", "s2", "s3",
        }  # fmt: skip
        assert store.damaged_path is None


def test_acknowledged_events_exist_after_kill_9(folder: Path, start: Start) -> None:
    chance = random.Random(20)
    acknowledged = -1
    for _ in range(20):
        child = start("write_for_ever", "s")
        printed = begin(child)
        # It is killed after so many acknowledgements, at whatever it does then; sometimes before the first.
        for _ in range(chance.choice([0, 1, 1, 2, 5, 40])):
            acknowledged = int(printed.readline())
        child.kill()
        rest = printed.read().splitlines(keepends=True)  # what it had printed when it died
        child.wait(240)
        acknowledged = max([acknowledged, *(int(line) for line in rest if line.endswith("\n"))])

        with SqliteSessionStore(folder) as store:
            assert store.damaged_path is None
            session = store.get("s")
            if session is None:
                assert acknowledged == -1
                continue
            found = [json.loads(event.data) for event in store.events("s")]
            count = len(found) // 2
            assert acknowledged + 1 <= count <= acknowledged + 2
            assert found == [{"n": n, "half": half} for n in range(count) for half in (1, 2)]
            assert session.events == len(found)
            assert session.title == (str(count - 1) if count else None)
            acknowledged = count - 1  # stored for good: the next writer goes on behind it
        assert is_whole(folder)


@pytest.mark.parametrize("pause", [0.0005 * n for n in range(12)])
def test_a_store_whose_creation_was_killed_can_be_used(folder: Path, start: Start, pause: float) -> None:
    child = start("write_for_ever", "s")
    begin(child)
    with pytest.raises(subprocess.TimeoutExpired):
        child.wait(pause)
    child.kill()
    child.wait(240)
    with SqliteSessionStore(folder) as store:
        assert store.damaged_path is None
        store.create("t", "/srv", [])
    assert is_whole(folder)


def test_a_store_that_is_locked_for_long_is_busy_and_stays_where_it_is(
    store: SqliteSessionStore, folder: Path
) -> None:
    store.create("a", "/srv", [])
    other = sqlite3.connect(folder / "sessions.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with SqliteSessionStore(folder, busy_timeout_s=0.1) as waiting:
        assert waiting.get("a") is not None  # readers are not held up
        with pytest.raises(StoreBusy) as refused:
            waiting.append("a", [b"{}"])
        other.execute("ROLLBACK")
        assert refused.value.code == "store_busy"
        assert waiting.append("a", [b"{}"]).events == 1
    other.close()


def test_a_store_that_is_locked_for_readers_too_is_busy_and_never_set_aside(folder: Path) -> None:
    SqliteSessionStore(folder).close()
    other = sqlite3.connect(folder / "sessions.db", isolation_level=None)
    other.execute("PRAGMA locking_mode = EXCLUSIVE")
    other.execute("BEGIN EXCLUSIVE")
    before = sorted(path.name for path in folder.iterdir())
    with pytest.raises(StoreBusy):
        SqliteSessionStore(folder, busy_timeout_s=0.1)
    assert sorted(path.name for path in folder.iterdir()) == before
    other.close()


def test_a_full_disk_is_reported_and_nothing_is_partially_written(folder: Path, together: Together) -> None:
    [[code, count, *_]] = together(("fill",))
    assert code == "store_full"
    acknowledged = int(count)
    assert acknowledged > 0
    with SqliteSessionStore(folder) as store:
        session = store.get("s")
        assert session is not None
        assert session.title == str(acknowledged)
        assert session.events == acknowledged * 3 + 1
        assert [event.data for event in store.events("s", after=acknowledged * 3)] == [b'{"last":true}']
        assert store.damaged_path is None
    assert is_whole(folder)
