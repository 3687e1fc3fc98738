"""The tables and their migrations, and sessions and events as rows.

`PRAGMA user_version` counts the migrations that were applied to a file. A released migration is never changed: a
later change is another function at the end of MIGRATIONS. Each only executes statements; the caller runs the
missing ones in one transaction. All functions work on a connection that the caller opens, locks and commits.
"""

import secrets
import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from understudy.chat.limits import MAX_BATCH_BYTES, MAX_BATCH_EVENTS
from understudy.chat.store import NoSession, SessionExists, StoreDamaged, StoredEvent, StoredSession
from understudy.chat.store_rules import LeaseState

__all__ = [
    "APPLICATION_ID",
    "MIGRATIONS",
    "SESSION_COLUMNS",
    "TABLES",
    "Migration",
    "SessionRow",
    "are_all_rows_readable",
    "encode_roots",
    "find_session",
    "has_append",
    "insert_events",
    "insert_session",
    "migrate",
    "read_events",
    "require_session",
    "session_from_row",
    "store_key",
    "stored_version",
    "update_lease",
    "update_session",
]

APPLICATION_ID: Final = 0x556E6453
"""The owner in the header of the database file ("UndS")."""

TABLES: Final = frozenset({"store", "sessions", "events"})

Migration = Callable[[sqlite3.Connection], None]


def _create_tables(connection: sqlite3.Connection) -> None:
    # Cursors are signed with the key, so that those of one store are invalid in another.
    connection.execute("CREATE TABLE store (key BLOB NOT NULL)")
    connection.execute("INSERT INTO store VALUES (?)", (secrets.token_bytes(32),))
    # AUTOINCREMENT: a number is never reused, so that a reader cannot continue in another session.
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
    # Both indexes include `roots`, so that a filter does not read the table; two indexes and not four, because
    # every append moves its session in each of them.
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


def _add_owners_and_leases(connection: sqlite3.Connection) -> None:
    for column in (
        "owner TEXT NOT NULL DEFAULT ''",
        "epoch INTEGER NOT NULL DEFAULT 0",
        "holder TEXT",
        "leased_until TEXT",
    ):
        connection.execute(f"ALTER TABLE sessions ADD COLUMN {column}")
    # The first event of an append has the append's key, so that a repeat of the append is recognised.
    connection.execute("ALTER TABLE events ADD COLUMN key TEXT")
    connection.execute("DROP INDEX sessions_by_time")
    connection.execute("DROP INDEX sessions_by_folder")
    connection.execute("CREATE INDEX sessions_by_time ON sessions (owner, updated_at, id, roots)")
    connection.execute("CREATE INDEX sessions_by_folder ON sessions (owner, cwd, updated_at, id, roots)")


def _add_usage(connection: sqlite3.Connection) -> None:
    connection.execute(
        """CREATE TABLE usage (
            owner TEXT NOT NULL, kind TEXT NOT NULL, holder TEXT NOT NULL,
            count INTEGER NOT NULL, until REAL NOT NULL,
            PRIMARY KEY (owner, kind, holder)
        ) WITHOUT ROWID"""
    )
    connection.execute(
        """CREATE TABLE tokens (
            owner TEXT NOT NULL, day INTEGER NOT NULL, holder TEXT NOT NULL, tokens INTEGER NOT NULL,
            PRIMARY KEY (owner, day, holder)
        ) WITHOUT ROWID"""
    )


MIGRATIONS: Final[Sequence[Migration]] = (_create_tables, _add_owners_and_leases, _add_usage)


def stored_version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def store_key(connection: sqlite3.Connection) -> bytes:
    row = connection.execute("SELECT key FROM store").fetchone()
    if row is None:
        raise StoreDamaged("The session store has lost its key. Start Understudy again.")
    return row[0]


def migrate(connection: sqlite3.Connection, migrations: Sequence[Migration]) -> None:
    """Apply the missing migrations. The caller holds the write transaction."""
    # The version is read inside the transaction: another process may just have migrated the file.
    for step in migrations[stored_version(connection) :]:
        step(connection)
    if stored_version(connection) < len(migrations):
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {len(migrations)}")


SESSION_COLUMNS: Final = (
    "number, id, cwd, roots, title, created_at, updated_at, parent, settings, events, owner,"
    " epoch, holder, leased_until"
)


def session_from_row(row: Sequence[Any]) -> StoredSession:
    _, name, cwd, roots, title, created_at, updated_at, parent, settings, events, owner, *_ = row
    try:
        return StoredSession(
            name,
            cwd,
            msgspec.json.decode(roots, type=tuple[str, ...]),
            title,
            created_at,
            updated_at,
            parent,
            msgspec.json.decode(settings, type=dict[str, str]),
            events,
            owner,
        )
    except (msgspec.DecodeError, TypeError):
        raise StoreDamaged(
            f"What the session store holds of session {name} cannot be read. "
            "Start Understudy again: it sets the file aside and begins a new one."
        ) from None


def are_all_rows_readable(connection: sqlite3.Connection) -> bool:
    """Whether the key and the row of every session can be decoded, which SQLite's integrity check does not test."""
    try:
        store_key(connection)
        for row in connection.execute(f"SELECT {SESSION_COLUMNS} FROM sessions"):  # noqa: S608 - fixed words only
            session_from_row(row)
    except StoreDamaged:
        return False
    return True


@dataclass(frozen=True, slots=True)
class SessionRow:
    number: int
    """The key of the session's events."""
    session: StoredSession
    lease: LeaseState


def find_session(connection: sqlite3.Connection, name: str, owner: str) -> SessionRow | None:
    query = f"SELECT {SESSION_COLUMNS} FROM sessions WHERE id = ? AND owner = ?"  # noqa: S608
    row = connection.execute(query, (name, owner)).fetchone()
    return None if row is None else SessionRow(row[0], session_from_row(row), LeaseState(*row[-3:]))


def require_session(connection: sqlite3.Connection, name: str, owner: str) -> SessionRow:
    found = find_session(connection, name, owner)
    if found is None:
        raise NoSession(f"There is no session {name[:100]}.")
    return found


def insert_session(connection: sqlite3.Connection, new: StoredSession) -> int:
    if connection.execute("SELECT 1 FROM sessions WHERE id = ?", (new.id,)).fetchone():
        raise SessionExists(f"There is a session {new.id} already. Choose another id.")
    inserted = connection.execute(
        "INSERT INTO sessions (id, cwd, roots, title, created_at, updated_at, parent, settings, events, owner)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            new.id,
            new.cwd,
            encode_roots(new.roots),
            new.title,
            new.created_at,
            new.updated_at,
            new.parent,
            _encode_settings(new),
            new.events,
            new.owner,
        ),
    )
    return inserted.lastrowid or 0


def update_session(connection: sqlite3.Connection, number: int, new: StoredSession) -> None:
    connection.execute(
        "UPDATE sessions SET roots = ?, title = ?, updated_at = ?, settings = ?, events = ? WHERE number = ?",
        (encode_roots(new.roots), new.title, new.updated_at, _encode_settings(new), new.events, number),
    )


def update_lease(connection: sqlite3.Connection, number: int, lease: LeaseState) -> None:
    connection.execute(
        "UPDATE sessions SET epoch = ?, holder = ?, leased_until = ? WHERE number = ?",
        (lease.epoch, lease.holder, lease.until, number),
    )


def insert_events(
    connection: sqlite3.Connection,
    number: int,
    after: int,
    at: str,
    events: Sequence[bytes],
    key: str | None = None,
) -> None:
    """Insert events behind the first `after`; the first of them gets the key."""
    first = after + 1
    connection.executemany(
        "INSERT INTO events (session, seq, at, data, key) VALUES (?, ?, ?, ?, ?)",
        ((number, seq, at, data, key if seq == first else None) for seq, data in enumerate(events, first)),
    )


def has_append(connection: sqlite3.Connection, number: int, after: int, key: str) -> bool:
    """Whether the event behind the first `after` was appended with this key."""
    query = "SELECT 1 FROM events WHERE session = ? AND seq = ? AND key = ?"
    return connection.execute(query, (number, after + 1, key)).fetchone() is not None


def read_events(
    connection: sqlite3.Connection, number: int, after: int, last: int
) -> tuple[StoredEvent, ...]:
    """Return the next events after `after`, at most MAX_BATCH_EVENTS and about MAX_BATCH_BYTES of them."""
    rows = connection.execute(
        "SELECT seq, at, data FROM events WHERE session = ? AND seq > ? AND seq <= ? ORDER BY seq LIMIT ?",
        (number, after, last, MAX_BATCH_EVENTS),
    )
    batch: list[StoredEvent] = []
    size = 0
    for seq, at, data in rows:
        batch.append(StoredEvent(seq, at, data))
        size += len(data)
        if size >= MAX_BATCH_BYTES:
            break
    rows.close()  # otherwise the read transaction stays open
    return tuple(batch)


def encode_roots(roots: Sequence[str]) -> str:
    return msgspec.json.encode(list(roots)).decode()


def _encode_settings(session: StoredSession) -> str:
    return msgspec.json.encode(session.settings).decode()
