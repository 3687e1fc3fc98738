"""The tables, and how a file of any older version comes to them.

`PRAGMA user_version` counts the migrations that a file has behind it. A migration that was released is never
changed: what comes later is a further function at the end of MIGRATIONS. Each only executes statements; the
caller runs all that are missing in one transaction.
"""

import secrets
import sqlite3
from collections.abc import Callable, Sequence
from typing import Final

from understudy.chat.store import StoreDamaged

__all__ = ["APPLICATION_ID", "MIGRATIONS", "TABLES", "Migration", "migrate", "store_key", "stored_version"]

APPLICATION_ID: Final = 0x556E6453
"""Stands in the file's header and says whose database it is ("UndS")."""

TABLES: Final = frozenset({"store", "sessions", "events"})

Migration = Callable[[sqlite3.Connection], None]


def _create_tables(connection: sqlite3.Connection) -> None:
    # The key makes cursors of one store worthless in another.
    connection.execute("CREATE TABLE store (key BLOB NOT NULL)")
    connection.execute("INSERT INTO store VALUES (?)", (secrets.token_bytes(32),))
    # AUTOINCREMENT: a number is never given twice, so a reader cannot slide into another session.
    connection.execute(
        """CREATE TABLE sessions (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE,
            cwd TEXT NOT NULL,
            roots TEXT NOT NULL,
            title TEXT,
            created_at TEXT NOT NULL,
            updated_at TEXT NOT NULL,
            parent TEXT,
            settings TEXT NOT NULL,
            events INTEGER NOT NULL
        )"""
    )
    # `roots` stands in both for filtering without a look at the table; two indexes, not four, because every
    # append moves its session in each of them.
    connection.execute("CREATE INDEX sessions_by_time ON sessions (updated_at, id, roots)")
    connection.execute("CREATE INDEX sessions_by_folder ON sessions (cwd, updated_at, id, roots)")
    connection.execute(
        """CREATE TABLE events (
            session INTEGER NOT NULL REFERENCES sessions (number) ON DELETE CASCADE,
            seq INTEGER NOT NULL,
            at TEXT NOT NULL,
            data BLOB NOT NULL,
            PRIMARY KEY (session, seq)
        )"""
    )
    connection.execute(
        """CREATE TRIGGER events_come_in_order BEFORE INSERT ON events
        WHEN NEW.seq <> (SELECT coalesce(max(seq), 0) + 1 FROM events WHERE session = NEW.session)
        BEGIN SELECT raise(ABORT, 'events are only added at the end'); END"""
    )
    connection.execute(
        """CREATE TRIGGER events_never_change BEFORE UPDATE ON events
        BEGIN SELECT raise(ABORT, 'events never change'); END"""
    )
    connection.execute(
        """CREATE TRIGGER events_go_with_their_session BEFORE DELETE ON events
        WHEN EXISTS (SELECT 1 FROM sessions WHERE number = OLD.session)
        BEGIN SELECT raise(ABORT, 'events go only with their session'); END"""
    )


MIGRATIONS: Final[Sequence[Migration]] = (_create_tables,)


def stored_version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def store_key(connection: sqlite3.Connection) -> bytes:
    row = connection.execute("SELECT key FROM store").fetchone()
    if row is None:
        raise StoreDamaged("The session store has lost its key. Start Understudy again.")
    return row[0]


def migrate(connection: sqlite3.Connection, migrations: Sequence[Migration]) -> None:
    """Bring the file to the newest version. The caller holds the write transaction."""
    # Asked again inside the transaction: another process may just have done it.
    for step in migrations[stored_version(connection) :]:
        step(connection)
    if stored_version(connection) < len(migrations):
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {len(migrations)}")
