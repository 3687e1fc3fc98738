"""The tables and their migrations, and sessions and events as rows.

All tables are in the schema `understudy`, so that the search path plays no role. The table `understudy.version`
counts the migrations that were applied. A released migration is never changed: a later change is another text at
the end of MIGRATIONS, and it must leave the statements of the version before it valid, because replicas are
upgraded one after the other. Text is sorted by bytes (COLLATE "C"), as in every other store.
"""

import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, LiteralString

import msgspec

from understudy.chat.limits import IDLE_TRANSACTION_TIMEOUT_MS, MAX_BATCH_BYTES, MAX_BATCH_EVENTS
from understudy.chat.postgres.connections import Connection, Connections
from understudy.chat.store import (
    NoSession,
    StoreDamaged,
    StoredEvent,
    StoredSession,
    StoreNewer,
    StoreOutdated,
)
from understudy.chat.store_rules import LeaseState

__all__ = [
    "MIGRATIONS",
    "SESSION_COLUMNS",
    "SessionRow",
    "append_as_holder",
    "check_version",
    "decode_text",
    "delete_unprompted",
    "encode_roots",
    "encode_text",
    "find_session",
    "has_append",
    "insert_events",
    "insert_session",
    "migrate_database",
    "read_clock",
    "read_events",
    "renew_as_holder",
    "require_session",
    "session_from_row",
    "store_key",
    "update_lease",
    "update_session",
]

_MIGRATION_LOCK: Final = 0x556E6453
"""The key of the advisory lock that one migrating process holds."""

MIGRATIONS: Final[Sequence[LiteralString]] = (
    """
    CREATE TABLE understudy.store (key BYTEA NOT NULL);
    CREATE TABLE understudy.sessions (
        number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        id TEXT COLLATE "C" NOT NULL UNIQUE,
        owner TEXT COLLATE "C" NOT NULL,
        cwd TEXT COLLATE "C" NOT NULL,
        roots TEXT COLLATE "C" NOT NULL,
        title TEXT,
        created_at TEXT COLLATE "C" NOT NULL,
        updated_at TEXT COLLATE "C" NOT NULL,
        parent TEXT,
        settings TEXT NOT NULL,
        events BIGINT NOT NULL,
        epoch BIGINT NOT NULL DEFAULT 0,
        holder TEXT,
        leased_until TEXT COLLATE "C"
    );
    CREATE INDEX sessions_by_time ON understudy.sessions (owner, updated_at, id);
    CREATE INDEX sessions_by_folder ON understudy.sessions (owner, cwd, updated_at, id);
    CREATE TABLE understudy.events (
        session BIGINT NOT NULL REFERENCES understudy.sessions (number) ON DELETE CASCADE,
        seq BIGINT NOT NULL,
        at TEXT COLLATE "C" NOT NULL,
        data BYTEA NOT NULL,
        key TEXT,
        PRIMARY KEY (session, seq)
    );
    CREATE FUNCTION understudy.reject_change() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'events never change'; END $$;
    CREATE TRIGGER events_never_change BEFORE UPDATE ON understudy.events
        FOR EACH ROW EXECUTE FUNCTION understudy.reject_change();
    """,
    """
    CREATE TABLE understudy.usage (
        owner TEXT COLLATE "C" NOT NULL,
        kind TEXT COLLATE "C" NOT NULL,
        holder TEXT COLLATE "C" NOT NULL,
        count INTEGER NOT NULL,
        until DOUBLE PRECISION NOT NULL,
        PRIMARY KEY (owner, kind, holder)
    );
    CREATE TABLE understudy.tokens (
        owner TEXT COLLATE "C" NOT NULL,
        day INTEGER NOT NULL,
        holder TEXT COLLATE "C" NOT NULL,
        tokens BIGINT NOT NULL,
        PRIMARY KEY (owner, day, holder)
    );
    CREATE FUNCTION understudy.claim_usage(
        the_owner TEXT, the_holder TEXT, the_kind TEXT, new_count INTEGER, max_count INTEGER,
        now DOUBLE PRECISION, ttl DOUBLE PRECISION, the_day INTEGER,
        OUT granted BOOLEAN, OUT others BIGINT, OUT tokens BIGINT
    ) LANGUAGE plpgsql AS $$
        BEGIN
            -- Each statement after the lock sees what the transaction before it has committed.
            PERFORM pg_advisory_xact_lock(hashtextextended('understudy.usage ' || the_owner, 0));
            PERFORM set_config('synchronous_commit', 'off', true);
            DELETE FROM understudy.usage u WHERE u.owner = the_owner AND u.until <= now;
            DELETE FROM understudy.tokens t WHERE t.owner = the_owner AND t.day < the_day;
            SELECT coalesce(sum(u.count), 0) INTO others FROM understudy.usage u
                WHERE u.owner = the_owner AND u.kind = the_kind AND u.holder <> the_holder;
            granted := others + new_count <= max_count;
            IF granted THEN
                INSERT INTO understudy.usage AS u (owner, kind, holder, count, until)
                    VALUES (the_owner, the_kind, the_holder, new_count, now + ttl)
                    ON CONFLICT (owner, kind, holder)
                    DO UPDATE SET count = excluded.count, until = excluded.until;
            END IF;
            SELECT coalesce(sum(t.tokens), 0) INTO tokens FROM understudy.tokens t
                WHERE t.owner = the_owner AND t.day = the_day;
        END
    $$;
    """,
)


def migrate_database(connections: Connections, migrations: Sequence[LiteralString] = MIGRATIONS) -> int:
    """Apply the missing migrations in one transaction; return how many there were. Safe to run at the same time."""

    def work(connection: Connection) -> int:
        # Held until the transaction ends; PgBouncer's transaction mode has no locks of a session.
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (_MIGRATION_LOCK,))
        connection.execute("CREATE SCHEMA IF NOT EXISTS understudy")
        connection.execute("CREATE TABLE IF NOT EXISTS understudy.version (version INTEGER NOT NULL)")
        row = connection.execute("SELECT version FROM understudy.version").fetchone()
        if row is None:
            connection.execute("INSERT INTO understudy.version VALUES (0)")
        version = 0 if row is None else int(row[0])
        if version > len(migrations):
            raise _newer(connections.name, version, len(migrations))
        for step in migrations[version:]:
            connection.execute(step)
        if version == 0 and migrations:
            # Cursors are signed with the key, so that those of one store are invalid in another.
            connection.execute("INSERT INTO understudy.store VALUES (%s)", (secrets.token_bytes(32),))
        connection.execute("UPDATE understudy.version SET version = %s", (len(migrations),))
        return len(migrations) - version

    return connections.run(work)


def check_version(connection: Connection, name: str, known: int) -> None:
    """Raise StoreOutdated or StoreNewer if the database has not exactly the known version."""
    found = connection.execute("SELECT to_regclass('understudy.version') IS NOT NULL").fetchone()
    if found is None or not found[0]:
        version = 0
    else:
        row = connection.execute("SELECT version FROM understudy.version").fetchone()
        version = 0 if row is None else int(row[0])
    if version > known:
        raise _newer(name, version, known)
    if version < known:
        raise StoreOutdated(
            f"The database {name} has version {version} of the tables, and this Understudy needs {known}. "
            "Create or upgrade them with `understudy serve --migrate`."
        )


def _newer(name: str, version: int, known: int) -> StoreNewer:
    return StoreNewer(
        f"The database {name} was written by a newer Understudy (version {version}, this one knows {known}). "
        "Upgrade Understudy; nothing was changed."
    )


def store_key(connection: Connection) -> bytes:
    row = connection.execute("SELECT key FROM understudy.store").fetchone()
    if row is None:
        raise StoreDamaged("The session store has lost its key. Restore the database from a backup.")
    return bytes(row[0])


def read_clock(connection: Connection) -> float:
    """Return the server's time: one clock for all replicas."""
    row = connection.execute("SELECT extract(epoch FROM clock_timestamp())::float8").fetchone()
    assert row is not None  # noqa: S101 - a SELECT without FROM has one row
    return float(row[0])


SESSION_COLUMNS: Final = (
    "number, id, cwd, roots, title, created_at, updated_at, parent, settings, events, owner,"
    " epoch, holder, leased_until"
)
_LEASE_COLUMN: Final = 11


@dataclass(frozen=True, slots=True)
class SessionRow:
    number: int
    """The key of the session's events."""
    session: StoredSession
    lease: LeaseState
    now: float
    """The server's time."""


def session_from_row(row: Sequence[Any]) -> StoredSession:
    _, name, cwd, roots, title, created_at, updated_at, parent, settings, events, owner, *_ = row
    try:
        return StoredSession(
            decode_text(name),
            decode_text(cwd),
            msgspec.json.decode(roots, type=tuple[str, ...]),
            None if title is None else decode_text(title),
            created_at,
            updated_at,
            None if parent is None else decode_text(parent),
            msgspec.json.decode(settings, type=dict[str, str]),
            events,
            decode_text(owner),
        )
    except (msgspec.DecodeError, TypeError):
        raise StoreDamaged(
            f"What the session store holds of session {name} cannot be read. Restore it from a backup."
        ) from None


def find_session(connection: Connection, name: str, owner: str, *, lock: bool = False) -> SessionRow | None:
    """Return a session. `lock`: until the transaction ends, no other transaction can lock or change it.

    A locking process that stops answering loses its transaction after IDLE_TRANSACTION_TIMEOUT_MS, so that it
    blocks nobody for long.
    """
    columns: LiteralString = f"{SESSION_COLUMNS}, extract(epoch FROM clock_timestamp())::float8"
    where: LiteralString = "FROM understudy.sessions WHERE id = %s AND owner = %s"
    values: list[Any] = [encode_text(name), encode_text(owner)]
    query: LiteralString = f"SELECT {columns} {where}"
    if lock:
        limit: LiteralString = "set_config('idle_in_transaction_session_timeout', %s, true)"
        query = f"SELECT {columns}, {limit} {where} FOR UPDATE"
        values.insert(0, str(IDLE_TRANSACTION_TIMEOUT_MS))
    row = connection.execute(query, values).fetchone()
    if row is None:
        return None
    epoch, holder, until, now = row[_LEASE_COLUMN : _LEASE_COLUMN + 4]
    return SessionRow(
        row[0],
        session_from_row(row),
        LeaseState(epoch, None if holder is None else decode_text(holder), until),
        now,
    )


def require_session(connection: Connection, name: str, owner: str, *, lock: bool = False) -> SessionRow:
    found = find_session(connection, name, owner, lock=lock)
    if found is None:
        raise NoSession(f"There is no session {name[:100]}.")
    return found


def insert_session(connection: Connection, new: StoredSession) -> int | None:
    """Insert a session; return its number, None if its id is used."""
    row = connection.execute(
        "INSERT INTO understudy.sessions"
        " (id, cwd, roots, title, created_at, updated_at, parent, settings, events, owner)"
        " VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s) ON CONFLICT (id) DO NOTHING RETURNING number",
        (
            encode_text(new.id),
            encode_text(new.cwd),
            encode_roots(new.roots),
            None if new.title is None else encode_text(new.title),
            new.created_at,
            new.updated_at,
            None if new.parent is None else encode_text(new.parent),
            _encode_settings(new),
            new.events,
            encode_text(new.owner),
        ),
    ).fetchone()
    return None if row is None else int(row[0])


def update_session(connection: Connection, number: int, new: StoredSession) -> None:
    connection.execute(
        "UPDATE understudy.sessions SET roots = %s, title = %s, updated_at = %s, settings = %s, events = %s"
        " WHERE number = %s",
        (
            encode_roots(new.roots),
            None if new.title is None else encode_text(new.title),
            new.updated_at,
            _encode_settings(new),
            new.events,
            number,
        ),
    )


def update_lease(connection: Connection, number: int, lease: LeaseState) -> None:
    connection.execute(
        "UPDATE understudy.sessions SET epoch = %s, holder = %s, leased_until = %s WHERE number = %s",
        (lease.epoch, None if lease.holder is None else encode_text(lease.holder), lease.until, number),
    )


def delete_unprompted(connection: Connection, before: str, now: str) -> None:
    """Delete sessions last used before a time that have no events and no title, are not archived and not leased."""
    connection.execute(
        "DELETE FROM understudy.sessions WHERE events = 0 AND title IS NULL AND updated_at < %s"
        " AND (leased_until IS NULL OR leased_until <= %s)"
        """ AND settings NOT LIKE '%%"archived":"yes"%%'""",
        (before, now),
    )


def insert_events(
    connection: Connection, number: int, after: int, at: str, events: Sequence[bytes], key: str
) -> None:
    """Insert events behind the first `after`, in one statement; the first of them gets the key."""
    if events:
        connection.execute(
            "INSERT INTO understudy.events (session, seq, at, data, key)"
            " SELECT %s::bigint, %s::bigint + n, %s::text, data, CASE WHEN n = 1 THEN %s::text END"
            " FROM unnest(%s::bytea[]) WITH ORDINALITY AS given (data, n)",
            (number, after, at, key, list(events)),
        )


_NOW: Final = "extract(epoch FROM clock_timestamp())::float8"


def append_as_holder(
    connection: Connection,
    name: str,
    owner: str,
    events: Sequence[bytes],
    *,
    title: str | None,
    epoch: int,
    expected: int,
    key: str,
    now: float | None,
) -> StoredSession | None:
    """Append events in one statement, if the epoch is that of the latest lease and the session has exactly the
    expected events; return the session. Return None and change nothing if not: the rules then say why.
    """
    row = connection.execute(
        f"""WITH updated AS (
            UPDATE understudy.sessions SET
                events = events + %(count)s,
                title = coalesce(%(title)s, title),
                updated_at = greatest(updated_at, to_char(
                    to_timestamp(coalesce(%(now)s::float8, {_NOW})) AT TIME ZONE 'UTC',
                    'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
                ))
            WHERE id = %(id)s AND owner = %(owner)s
                AND epoch = %(epoch)s AND holder IS NOT NULL AND events = %(expected)s
            RETURNING {SESSION_COLUMNS}
        ), inserted AS (
            INSERT INTO understudy.events (session, seq, at, data, key)
            SELECT updated.number, %(expected)s::bigint + n, updated.updated_at, given.data,
                CASE WHEN n = 1 THEN %(key)s::text END
            FROM updated, unnest(%(events)s::bytea[]) WITH ORDINALITY AS given (data, n)
        ) SELECT {SESSION_COLUMNS} FROM updated""",  # noqa: S608 - fixed words
        {
            "id": encode_text(name),
            "owner": encode_text(owner),
            "count": len(events),
            "title": None if title is None else encode_text(title),
            "now": now,
            "epoch": epoch,
            "expected": expected,
            "key": key,
            "events": list(events),
        },
    ).fetchone()
    return None if row is None else session_from_row(row)


def renew_as_holder(
    connection: Connection, name: str, owner: str, *, epoch: int, ttl_s: float, now: float | None
) -> str | None:
    """Extend the lease with this epoch in one statement; return until when. Return None if it is not the latest."""
    # A renewal that a crash of the server takes back makes the lease shorter, not wrong, so the commit does not
    # wait for the disk.
    row = connection.execute(
        f"""UPDATE understudy.sessions SET leased_until = greatest(leased_until, to_char(
                to_timestamp(coalesce(%s::float8, {_NOW}) + %s) AT TIME ZONE 'UTC',
                'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
            )) WHERE id = %s AND owner = %s AND epoch = %s AND holder IS NOT NULL
            RETURNING leased_until, set_config('synchronous_commit', 'off', true)""",  # noqa: S608 - fixed words
        (now, ttl_s, encode_text(name), encode_text(owner), epoch),
    ).fetchone()
    return None if row is None else str(row[0])


def has_append(connection: Connection, number: int, after: int, key: str) -> bool:
    """Whether the event behind the first `after` was appended with this key."""
    query = "SELECT 1 FROM understudy.events WHERE session = %s AND seq = %s AND key = %s"
    return connection.execute(query, (number, after + 1, key)).fetchone() is not None


def read_events(connection: Connection, number: int, after: int, last: int) -> tuple[StoredEvent, ...]:
    """Return the next events after `after`, at most MAX_BATCH_EVENTS and about MAX_BATCH_BYTES of them."""
    rows = connection.execute(
        "SELECT seq, at, data FROM"
        " (SELECT seq, at, data, sum(octet_length(data)) OVER (ORDER BY seq) - octet_length(data) AS size_before"
        "  FROM understudy.events WHERE session = %s AND seq > %s AND seq <= %s ORDER BY seq LIMIT %s) AS batch"
        " WHERE size_before < %s ORDER BY seq",
        (number, after, last, MAX_BATCH_EVENTS, MAX_BATCH_BYTES),
        binary=True,
    ).fetchall()
    return tuple(StoredEvent(seq, at, bytes(data)) for seq, at, data in rows)


def encode_text(text: str) -> str:
    """Escape what PostgreSQL's text cannot hold. Equal texts stay equal, different ones different."""
    return text.replace("\\", "\\\\").replace("\0", "\\0") if "\\" in text or "\0" in text else text


def decode_text(stored: str) -> str:
    if "\\" not in stored:
        return stored
    return re.sub(r"\\(.)", lambda found: "\0" if found[1] == "0" else found[1], stored, flags=re.DOTALL)


def encode_roots(roots: Sequence[str]) -> str:
    return msgspec.json.encode(list(roots)).decode()


def _encode_settings(session: StoredSession) -> str:
    return msgspec.json.encode(session.settings).decode()
