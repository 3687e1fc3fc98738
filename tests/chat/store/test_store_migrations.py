"""A file of version 1 comes to every later version with what it holds.

The SQL here is version 1 as it was released, written down a second time: if it has to change, files of users break.
"""

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from understudy.chat.sqlite import SqliteSessionStore
from understudy.chat.sqlite.schema import APPLICATION_ID, MIGRATIONS
from understudy.chat.store import StoreFailed

Together = Callable[..., list[list[str]]]

VERSION_1 = f"""
CREATE TABLE store (key BLOB NOT NULL);
INSERT INTO store VALUES (x'{"11" * 32}');
CREATE TABLE sessions (
    number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, cwd TEXT NOT NULL, roots TEXT NOT NULL,
    title TEXT, created_at TEXT NOT NULL, updated_at TEXT NOT NULL, parent TEXT, settings TEXT NOT NULL,
    events INTEGER NOT NULL
);
CREATE INDEX sessions_by_time ON sessions (updated_at, id, roots);
CREATE INDEX sessions_by_folder ON sessions (cwd, updated_at, id, roots);
CREATE TABLE events (
    session INTEGER NOT NULL REFERENCES sessions (number) ON DELETE CASCADE, seq INTEGER NOT NULL,
    at TEXT NOT NULL, data BLOB NOT NULL, PRIMARY KEY (session, seq)
);
INSERT INTO sessions VALUES (7, 'old', '/srv', '["/lib"]', 'Title', '2026-01-01T00:00:00.000Z',
    '2026-01-02T00:00:00.000Z', NULL, '{{"mode":"ask"}}', 2);
INSERT INTO events VALUES (7, 1, '2026-01-01T00:00:00.000Z', CAST('{{"n":1}}' AS BLOB));
INSERT INTO events VALUES (7, 2, '2026-01-02T00:00:00.000Z', CAST('{{"n":2}}' AS BLOB));
PRAGMA application_id = {APPLICATION_ID};
PRAGMA user_version = 1;
"""


@pytest.fixture
def old(folder: Path) -> Path:
    folder.mkdir(parents=True)
    connection = sqlite3.connect(folder / "sessions.db")
    connection.executescript(VERSION_1)
    connection.close()
    return folder


def add_colour(connection: sqlite3.Connection) -> None:
    connection.execute("ALTER TABLE sessions ADD COLUMN colour TEXT NOT NULL DEFAULT 'grey'")


def fail_half_way(connection: sqlite3.Connection) -> None:
    connection.execute("CREATE TABLE halfway (x)")
    connection.execute("CREATE TABLE events (x)")


def version(folder: Path) -> int:
    connection = sqlite3.connect(folder / "sessions.db")
    try:
        return connection.execute("PRAGMA user_version").fetchone()[0]
    finally:
        connection.close()


def test_a_file_of_version_1_is_read_and_written_as_it_is(old: Path) -> None:
    with SqliteSessionStore(old) as store:
        session = store.get("old")
        assert session is not None
        assert (session.roots, session.title, session.settings) == (("/lib",), "Title", {"mode": "ask"})
        assert [event.data for event in store.events("old")] == [b'{"n":1}', b'{"n":2}']
        assert store.append("old", [b'{"n":3}']).events == 3
        assert [s.id for s in store.list(cwd="/srv", roots=("/lib",), cursor=None, limit=1).sessions] == [
            "old"
        ]
    assert version(old) == len(MIGRATIONS)


def test_the_first_migration_makes_the_tables_of_version_1(old: Path, tmp_path: Path) -> None:
    def columns(folder: Path) -> list[tuple[object, ...]]:
        connection = sqlite3.connect(folder / "sessions.db")
        found = [
            row
            for table in ("store", "sessions", "events")
            for row in connection.execute(f"PRAGMA table_info({table})")
        ]
        connection.close()
        return found

    SqliteSessionStore(tmp_path / "new", migrations=MIGRATIONS[:1]).close()
    assert columns(tmp_path / "new") == columns(old)


def test_a_migration_keeps_what_is_there_and_happens_once(old: Path) -> None:
    for _ in range(2):
        with SqliteSessionStore(old, migrations=(*MIGRATIONS, add_colour)) as store:
            assert [event.data for event in store.events("old")] == [b'{"n":1}', b'{"n":2}']
    assert version(old) == len(MIGRATIONS) + 1
    connection = sqlite3.connect(old / "sessions.db")
    assert connection.execute("SELECT id, colour FROM sessions").fetchall() == [("old", "grey")]
    connection.close()


def test_a_migration_that_fails_changes_nothing(old: Path) -> None:
    before = (old / "sessions.db").read_bytes()[100:]
    with pytest.raises(StoreFailed):
        SqliteSessionStore(old, migrations=(*MIGRATIONS, add_colour, fail_half_way))
    assert version(old) == 1
    assert (old / "sessions.db").read_bytes()[100:] == before
    with SqliteSessionStore(old) as store:
        assert store.get("old") is not None
        assert store.damaged_path is None


def test_processes_that_migrate_at_the_same_time_all_succeed(old: Path, together: Together) -> None:
    assert together(("migrate",), ("migrate",), ("migrate",)) == [["1"]] * 3
    assert version(old) == len(MIGRATIONS) + 1
