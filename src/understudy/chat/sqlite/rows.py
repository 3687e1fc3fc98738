"""Sessions and events as rows, and back. Works on a connection that somebody else opened, locks and commits."""

import sqlite3
from collections.abc import Sequence
from typing import Any, Final

import msgspec

from understudy.chat.sqlite.limits import MAX_BATCH_BYTES, MAX_BATCH_EVENTS
from understudy.chat.sqlite.schema import store_key
from understudy.chat.store import NoSession, SessionExists, StoreDamaged, StoredEvent, StoredSession

__all__ = [
    "SESSION_COLUMNS",
    "are_all_rows_readable",
    "encode_roots",
    "find_session",
    "insert_events",
    "insert_session",
    "read_events",
    "require_session",
    "session_from_row",
    "update_session",
]

SESSION_COLUMNS: Final = "number, id, cwd, roots, title, created_at, updated_at, parent, settings, events"


def session_from_row(row: Sequence[Any]) -> StoredSession:
    _, name, cwd, roots, title, created_at, updated_at, parent, settings, events = row
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
        )
    except (msgspec.DecodeError, TypeError):
        raise StoreDamaged(
            f"What the session store holds of session {name} cannot be read. "
            "Start Understudy again: it sets the file aside and begins a new one."
        ) from None


def are_all_rows_readable(connection: sqlite3.Connection) -> bool:
    """Whether the key and every session's row still make sense, which SQLite's own check cannot tell."""
    try:
        store_key(connection)
        for row in connection.execute(f"SELECT {SESSION_COLUMNS} FROM sessions"):  # noqa: S608 - fixed words only
            session_from_row(row)
    except StoreDamaged:
        return False
    return True


def find_session(connection: sqlite3.Connection, name: str) -> tuple[int, StoredSession] | None:
    """The session's number, under which its events are kept, and the session."""
    query = f"SELECT {SESSION_COLUMNS} FROM sessions WHERE id = ?"  # noqa: S608
    row = connection.execute(query, (name,)).fetchone()
    return None if row is None else (row[0], session_from_row(row))


def require_session(connection: sqlite3.Connection, name: str) -> tuple[int, StoredSession]:
    found = find_session(connection, name)
    if found is None:
        raise NoSession(f"There is no session {name}.")
    return found


def insert_session(connection: sqlite3.Connection, new: StoredSession) -> int:
    if connection.execute("SELECT 1 FROM sessions WHERE id = ?", (new.id,)).fetchone():
        raise SessionExists(f"There is a session {new.id} already. Choose another id.")
    added = connection.execute(
        "INSERT INTO sessions (id, cwd, roots, title, created_at, updated_at, parent, settings, events)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
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
        ),
    )
    return added.lastrowid or 0


def update_session(connection: sqlite3.Connection, number: int, new: StoredSession) -> None:
    connection.execute(
        "UPDATE sessions SET roots = ?, title = ?, updated_at = ?, settings = ?, events = ? WHERE number = ?",
        (encode_roots(new.roots), new.title, new.updated_at, _encode_settings(new), new.events, number),
    )


def insert_events(
    connection: sqlite3.Connection, number: int, after: int, at: str, events: Sequence[bytes]
) -> None:
    connection.executemany(
        "INSERT INTO events (session, seq, at, data) VALUES (?, ?, ?, ?)",
        ((number, seq, at, data) for seq, data in enumerate(events, after + 1)),
    )


def read_events(
    connection: sqlite3.Connection, number: int, after: int, last: int
) -> tuple[StoredEvent, ...]:
    """Some events behind `after`, as many as are good to hold at a time."""
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
    rows.close()  # or the read transaction would stay open
    return tuple(batch)


def encode_roots(roots: Sequence[str]) -> str:
    return msgspec.json.encode(list(roots)).decode()


def _encode_settings(session: StoredSession) -> str:
    return msgspec.json.encode(session.settings).decode()
