"""What the store holds of a session, and that it holds nothing else."""

import os
import sqlite3
import stat
import subprocess
import sys
import threading
import tracemalloc
from pathlib import Path

import pytest

from understudy.chat import store as port
from understudy.chat import store_rules
from understudy.chat.sqlite import SqliteSessionStore
from understudy.chat.store import (
    EventTooLarge,
    NoSession,
    SessionExists,
    SessionStore,
    StoreClosed,
    StoreError,
)

EVENTS = [b'{"n":1}', b'{"n":2}', b'{"n":3}']


def data(store: SessionStore, session: str, after: int = 0) -> list[bytes]:
    return [event.data for event in store.events(session, after=after)]


def test_a_created_session_exists_after_reopening(folder: Path) -> None:
    with SqliteSessionStore(folder, clock=lambda: 1_700_000_000.25) as store:
        made = store.create("a", "/srv", ["/lib", "/other"], settings={"mode": "ask"}, parent="p")
    with SqliteSessionStore(folder) as store:
        assert store.get("a") == made
        assert store.get("b") is None
    assert made == port.StoredSession(
        id="a",
        cwd="/srv",
        roots=("/lib", "/other"),
        title=None,
        created_at="2023-11-14T22:13:20.250Z",
        updated_at="2023-11-14T22:13:20.250Z",
        parent="p",
        settings={"mode": "ask"},
        events=0,
    )


def test_an_id_is_used_once(each_store: SessionStore) -> None:
    each_store.create("a", "/srv", [])
    with pytest.raises(SessionExists) as refused:
        each_store.create("a", "/else", [])
    assert refused.value.code == "session_exists"
    assert each_store.get("a") == each_store.change("a")


def test_events_come_back_in_order_with_their_numbers_and_times(folder: Path) -> None:
    times = iter([1e9, 1e9 + 1, 1e9 + 2])
    with SqliteSessionStore(folder, clock=lambda: next(times)) as store:
        store.create("a", "/srv", [])
        assert store.append("a", EVENTS[:2]).events == 2
        assert store.append("a", EVENTS[2:]).updated_at == "2001-09-09T01:46:42.000Z"
        found = list(store.events("a"))
    assert [(event.seq, event.data) for event in found] == list(enumerate(EVENTS, 1))
    assert [event.at[-7:] for event in found] == ["41.000Z", "41.000Z", "42.000Z"]


def test_events_after_a_number_are_the_rest(each_store: SessionStore) -> None:
    each_store.create("a", "/srv", [])
    each_store.append("a", EVENTS)
    assert data(each_store, "a", after=1) == EVENTS[1:]
    assert data(each_store, "a", after=3) == data(each_store, "a", after=9) == []


def test_a_title_and_settings_change_with_the_events(each_store: SessionStore) -> None:
    each_store.create("a", "/srv", [], settings={"mode": "ask", "model": "m"})
    assert each_store.append("a", EVENTS, title="First", settings={"mode": "auto"}).settings == {
        "mode": "auto",
        "model": "m",
    }
    found = each_store.get("a")
    assert found is not None
    assert (found.title, found.settings["mode"], found.events) == ("First", "auto", 3)
    assert each_store.append("a", []).title == "First"
    assert each_store.append("a", [], title="").title is None
    assert each_store.change("a", title="half \ud800").title == "half ?"


def test_a_change_does_not_make_a_session_newer(folder: Path) -> None:
    times = iter(range(10**9, 10**9 + 9))
    with SqliteSessionStore(folder, clock=lambda: next(times)) as store:
        made = store.create("a", "/srv", ["/one"])
        changed = store.change("a", roots=["/two", "/one"], title="t", settings={"mode": "x"})
        assert changed.updated_at == made.updated_at
        assert store.get("a") == changed
        assert changed.roots == ("/two", "/one")
        assert store.change("a", roots=[]).roots == ()


def test_a_clock_that_is_set_back_makes_no_session_older(folder: Path) -> None:
    times = iter([2e9, 1e9])
    with SqliteSessionStore(folder, clock=lambda: next(times)) as store:
        made = store.create("a", "/srv", [])
        assert store.append("a", EVENTS).updated_at == made.updated_at


def test_an_unknown_session_is_named_in_the_error(each_store: SessionStore) -> None:
    for use in (
        lambda: each_store.append("no", EVENTS),
        lambda: each_store.change("no", title="x"),
        lambda: each_store.events("no"),
        lambda: each_store.fork("no", "b", "/", []),
    ):
        with pytest.raises(NoSession, match="no session no"):
            use()
    assert each_store.delete("no") is False


def test_a_fork_and_its_source_are_independent(each_store: SessionStore) -> None:
    each_store.create("a", "/srv", ["/lib"], settings={"mode": "ask", "model": "m"})
    each_store.append("a", EVENTS, title="Title")
    fork = each_store.fork("a", "b", "/else", ["/two"], settings={"mode": "auto"})
    assert (fork.parent, fork.cwd, fork.roots, fork.title, fork.events) == (
        "a",
        "/else",
        ("/two",),
        "Title",
        3,
    )
    assert fork.settings == {"mode": "auto", "model": "m"}
    each_store.append("b", [b'{"only":"b"}'])
    each_store.append("a", [b'{"only":"a"}'])
    assert data(each_store, "a") == [*EVENTS, b'{"only":"a"}']
    assert data(each_store, "b") == [*EVENTS, b'{"only":"b"}']
    assert each_store.delete("a")
    assert data(each_store, "b") == [*EVENTS, b'{"only":"b"}']
    with pytest.raises(SessionExists):
        each_store.fork("b", "b", "/", [])


def test_a_deleted_session_leaves_nothing_in_the_files(store: SqliteSessionStore, folder: Path) -> None:
    secret = b"the words that nobody may find"
    store.create("a", "/srv", [])
    store.create("b", "/srv", [])
    store.append("a", [b'{"text":"%s"}' % (secret * n) for n in (1, 400)], title=secret.decode())
    store.append("b", EVENTS)
    assert store.delete("a") is True
    assert store.get("a") is None
    assert data(store, "b") == EVENTS
    assert [path.name for path in folder.iterdir() if secret in path.read_bytes()] == []


def test_a_reader_gets_an_error_if_its_session_was_deleted(each_store: SessionStore) -> None:
    each_store.create("a", "/srv", [])
    each_store.append("a", EVENTS * 200)
    reader = each_store.events("a")
    next(reader)
    each_store.delete("a")
    each_store.create("a", "/srv", [])
    each_store.append("a", EVENTS * 200)
    with pytest.raises(NoSession, match="deleted while it was read"):
        list(reader)


def test_a_reader_sees_the_events_at_its_start_and_blocks_no_writer(
    store: SqliteSessionStore, folder: Path
) -> None:
    store.create("a", "/srv", [])
    store.append("a", EVENTS * 200)
    reader = store.events("a")
    first = next(reader)
    with SqliteSessionStore(folder, busy_timeout_s=0.1) as other:
        other.append("a", [b'{"late":1}'])
        with sqlite3.connect(folder / "sessions.db") as connection:
            # No reader is in the way of emptying the log.
            assert connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0] == 0
        connection.close()
    assert [first.data, *(event.data for event in reader)] == EVENTS * 200


def test_a_long_session_is_never_in_memory_as_a_whole(each_store: SessionStore) -> None:
    each_store.create("a", "/srv", [])
    for _ in range(10):
        each_store.append("a", [b'{"x":"%s"}' % (b"y" * 5000)] * 1000)
    tracemalloc.start()
    try:
        assert sum(len(event.data) for event in each_store.events("a")) > 50_000_000
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 6_000_000


def test_the_database_itself_refuses_to_change_events(store: SqliteSessionStore, folder: Path) -> None:
    store.create("a", "/srv", [])
    store.append("a", EVENTS)
    connection = sqlite3.connect(folder / "sessions.db")
    for statement in (
        "UPDATE events SET data = x'7b7d'",
        "DELETE FROM events WHERE seq = 3",
        "INSERT OR REPLACE INTO events SELECT session, 2, at, x'7b7d', key FROM events WHERE seq = 1",
        "INSERT INTO events SELECT session, 7, at, data, key FROM events WHERE seq = 1",
    ):
        with pytest.raises(sqlite3.IntegrityError):
            connection.execute(statement)
    connection.close()
    assert data(store, "a") == EVENTS


def test_an_event_over_the_limit_is_refused(
    each_store: SessionStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_rules, "MAX_EVENT_BYTES", 100)
    each_store.create("a", "/srv", [])
    with pytest.raises(EventTooLarge):
        each_store.append("a", [b"{}", b"x" * 101])
    assert data(each_store, "a") == []


def test_files_are_for_their_owner_only(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "store"
    old = os.umask(0)
    try:
        with SqliteSessionStore(folder) as store:
            store.create("a", "/srv", [])
            modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}
    finally:
        os.umask(old)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert modes == dict.fromkeys(
        ["sessions.db", "sessions.db-wal", "sessions.db-shm", "sessions.lock"], 0o600
    )


def test_a_file_that_others_could_read_is_closed_to_them(folder: Path) -> None:
    SqliteSessionStore(folder).close()
    (folder / "sessions.db").chmod(0o644)
    SqliteSessionStore(folder).close()
    assert stat.S_IMODE((folder / "sessions.db").stat().st_mode) == 0o600


def test_threads_share_a_store(each_store: SessionStore) -> None:
    each_store.create("a", "/srv", [])

    def write(name: int) -> None:
        for number in range(25):
            each_store.append("a", [b'{"by":%d,"n":%d}' % (name, number)])

    threads = [threading.Thread(target=write, args=(name,)) for name in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(240)
    found = data(each_store, "a")
    for name in range(4):
        assert [e for e in found if b'"by":%d,' % name in e] == [
            b'{"by":%d,"n":%d}' % (name, n) for n in range(25)
        ]


def test_a_closed_store_says_so(folder: Path) -> None:
    store = SqliteSessionStore(folder)
    store.create("a", "/srv", [])
    store.append("a", EVENTS)
    reader = store.events("a")
    store.close()
    store.close()
    for use in (lambda: store.get("a"), lambda: store.append("a", EVENTS), lambda: next(reader)):
        with pytest.raises(StoreClosed):
            use()


def test_every_error_has_a_code_of_the_table_and_is_in_the_documented_tree() -> None:
    codes = {error.code: error.__name__ for error in StoreError.__subclasses__()}
    assert set(codes) == set(port.CODES)
    assert port.__doc__ is not None
    for code, name in codes.items():
        assert f" {name} " in port.__doc__
        assert f" {code} " in port.__doc__


def test_importing_the_store_loads_nothing_heavy() -> None:
    code = (
        "import sys, understudy.chat.sqlite; heavy = ('asyncio', 'pydantic', 'mcp', 'anyio', 'httpx');"
        "print([name for name in heavy if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=240
    )
    assert done.stdout == "[]\n"


def test_the_adapter_fits_the_port(each_store: SessionStore) -> None:
    fits: SessionStore = each_store
    assert fits.list(cwd=None, roots=None, cursor=None, limit=1).sessions == ()
