"""The session store in one SQLite file: each method is one transaction; events are read in several short ones.

`database` owns the connection, `schema` maps sessions to rows, `chat.store_rules` owns the cursors of listings, and
`chat.store_rules` decides who may write.
"""

import os
import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from understudy.chat.limits import BUSY_TIMEOUT_S
from understudy.chat.sqlite.database import Database
from understudy.chat.sqlite.files import StoreFiles
from understudy.chat.sqlite.schema import (
    MIGRATIONS,
    SESSION_COLUMNS,
    Migration,
    SessionRow,
    encode_roots,
    find_session,
    has_append,
    insert_events,
    insert_session,
    read_events,
    require_session,
    session_from_row,
    store_key,
    update_lease,
    update_session,
)
from understudy.chat.sqlite.usage import claim_usage, report_usage
from understudy.chat.store import (
    Lease,
    NoSession,
    Page,
    StoreDamaged,
    StoredEvent,
    StoredSession,
    UsageClaim,
)
from understudy.chat.store_rules import (
    ListingFilter,
    acquired,
    changed_session,
    check_event_sizes,
    check_page_limit,
    check_sequence,
    decode_cursor,
    encode_cursor,
    released,
    renewed,
    require_writable,
    timestamp,
)

__all__ = ["SqliteSessionStore"]


class SqliteSessionStore:
    """A `SessionStore`. Opening it creates the folder and the file, migrates it, or sets a damaged one aside."""

    def __init__(
        self,
        folder: Path,
        *,
        busy_timeout_s: float = BUSY_TIMEOUT_S,
        migrations: Sequence[Migration] = MIGRATIONS,
        clock: Callable[[], float] = time.time,
    ) -> None:
        """`busy_timeout_s`: seconds to wait for other threads and processes before raising StoreBusy."""
        self._database = Database(folder, busy_timeout_s=busy_timeout_s, migrations=migrations)
        self._clock = clock

    def __enter__(self) -> "SqliteSessionStore":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @staticmethod
    def exists_in(folder: Path) -> bool:
        """Whether a store exists in the folder; creates nothing."""
        return os.path.lexists(StoreFiles(folder).file)

    @property
    def damaged_path(self) -> Path | None:
        """The new path of a damaged database that was set aside; None if there was none."""
        return self._database.damaged_path

    @property
    def notice(self) -> str | None:
        """The message for the user about a damaged database."""
        if self.damaged_path is None:
            return None
        return (
            f"The session store was damaged. It was kept as {self.damaged_path}, and a new one begins; "
            "the sessions in it are not listed any more. 'sqlite3 FILE .recover' may still get at them."
        )

    def create(
        self,
        id: str,  # noqa: A002 - the name in the protocol
        cwd: str,
        roots: Sequence[str],
        *,
        settings: Mapping[str, str] | None = None,
        parent: str | None = None,
        owner: str = "",
    ) -> StoredSession:
        now = self._timestamp()
        session = StoredSession(id, cwd, tuple(roots), None, now, now, parent, dict(settings or {}), 0, owner)
        with self._database.writing() as connection:
            insert_session(connection, session)
        return session

    def get(self, id: str, *, owner: str = "") -> StoredSession | None:  # noqa: A002
        with self._database.reading() as connection:
            found = find_session(connection, id, owner)
        return found and found.session

    def list(
        self,
        *,
        cwd: str | None,
        roots: tuple[str, ...] | None,
        cursor: str | None,
        limit: int,
        owner: str = "",
    ) -> Page:
        check_page_limit(limit)
        listing: ListingFilter = (cwd, roots, owner)
        with self._database.reading() as connection:
            key = store_key(connection)
            terms: Mapping[str, tuple[str, ...]] = {
                "owner = ?": (owner,),
                **({} if cwd is None else {"cwd = ?": (cwd,)}),
                **({} if roots is None else {"roots = ?": (encode_roots(roots),)}),
                **(
                    {}
                    if cursor is None
                    else {"(updated_at, id) < (?, ?)": decode_cursor(key, listing, cursor)}
                ),
            }
            rows = connection.execute(
                f"SELECT {SESSION_COLUMNS} FROM sessions WHERE {' AND '.join(terms)}"  # noqa: S608 - fixed words
                " ORDER BY updated_at DESC, id DESC LIMIT ?",
                (*(value for values in terms.values() for value in values), limit + 1),
            ).fetchall()
            sessions = tuple(session_from_row(row) for row in rows[:limit])
        if len(rows) <= limit:
            return Page(sessions, None)
        return Page(sessions, encode_cursor(key, listing, (sessions[-1].updated_at, sessions[-1].id)))

    def append(
        self,
        id: str,  # noqa: A002
        events: Sequence[bytes],
        *,
        title: str | None = None,
        settings: Mapping[str, str] | None = None,
        owner: str = "",
        epoch: int | None = None,
        expected: int | None = None,
        key: str | None = None,
    ) -> StoredSession:
        check_event_sizes(events)
        with self._database.writing() as connection:
            now = self._timestamp()
            row = _require_writable(connection, id, owner, epoch, now)
            old = row.session
            if (
                key is not None
                and expected is not None
                and expected < old.events
                and has_append(connection, row.number, expected, key)
            ):
                return old
            check_sequence(old, expected)
            # A clock that was set back must not move updated_at back.
            now = max(now, old.updated_at)
            insert_events(connection, row.number, old.events, now, events, key)
            new = changed_session(old, None, title, settings)
            new = replace(new, updated_at=now, events=old.events + len(events))
            update_session(connection, row.number, new)
        return new

    def change(
        self,
        id: str,  # noqa: A002
        *,
        roots: Sequence[str] | None = None,
        title: str | None = None,
        settings: Mapping[str, str] | None = None,
        owner: str = "",
        epoch: int | None = None,
    ) -> StoredSession:
        with self._database.writing() as connection:
            row = _require_writable(connection, id, owner, epoch, self._timestamp())
            new = changed_session(row.session, roots, title, settings)
            update_session(connection, row.number, new)
        return new

    def events(self, id: str, *, after: int = 0, owner: str = "") -> Iterator[StoredEvent]:  # noqa: A002
        with self._database.reading() as connection:
            row = require_session(connection, id, owner)
        return self._iter_events(connection, row.number, row.session, max(after, 0))

    def fork(
        self,
        source: str,
        id: str,  # noqa: A002
        cwd: str,
        roots: Sequence[str],
        *,
        settings: Mapping[str, str] | None = None,
        owner: str = "",
    ) -> StoredSession:
        with self._database.writing() as connection:
            row = require_session(connection, source, owner)
            now = self._timestamp()
            new = changed_session(row.session, roots, None, settings)
            new = replace(new, id=id, cwd=cwd, created_at=now, updated_at=now, parent=source)
            copy = insert_session(connection, new)
            connection.execute(
                "INSERT INTO events (session, seq, at, data)"
                " SELECT ?, seq, at, data FROM events WHERE session = ? ORDER BY seq",
                (copy, row.number),
            )
        return new

    def delete(self, id: str, *, owner: str = "", epoch: int | None = None) -> bool:  # noqa: A002
        with self._database.writing() as connection:
            if find_session(connection, id, owner) is None:
                return False
            row = _require_writable(connection, id, owner, epoch, self._timestamp())
            connection.execute("DELETE FROM sessions WHERE number = ?", (row.number,))
        self._database.checkpoint()  # the write-ahead log still holds the deleted rows
        return True

    def acquire(self, id: str, holder: str, ttl_s: float, *, owner: str = "") -> Lease:  # noqa: A002
        with self._database.writing() as connection:
            row = require_session(connection, id, owner)
            until = self._timestamp(ttl_s)
            lease = acquired(row.lease, id, holder, self._timestamp(), until)
            update_lease(connection, row.number, lease)
        return Lease(id, holder, lease.epoch, until)

    def renew(self, lease: Lease, ttl_s: float, *, owner: str = "") -> Lease:
        with self._database.writing() as connection:
            row = require_session(connection, lease.session, owner)
            state = renewed(row.lease, lease, self._timestamp(), self._timestamp(ttl_s))
            update_lease(connection, row.number, state)
        return replace(lease, until=state.until or lease.until)

    def release(self, lease: Lease, *, owner: str = "") -> bool:
        with self._database.writing() as connection:
            row = find_session(connection, lease.session, owner)
            state = row and released(row.lease, lease)
            if row is None or state is None:
                return False
            update_lease(connection, row.number, state)
        return True

    def holder(self, id: str, *, owner: str = "") -> Lease | None:  # noqa: A002
        with self._database.reading() as connection:
            row = require_session(connection, id, owner)
        return row.lease.live(id, self._timestamp())

    def claim_usage(
        self, holder: str, kind: str, *, count: int, limit: int, ttl_s: float, day: int, owner: str = ""
    ) -> UsageClaim:
        with self._database.writing() as connection:
            return claim_usage(
                connection,
                owner,
                holder,
                kind,
                count=count,
                limit=limit,
                ttl_s=ttl_s,
                day=day,
                now=self._clock(),
            )

    def report_usage(
        self,
        holder: str,
        counts: Mapping[tuple[str, str], int],
        tokens: Mapping[str, int],
        *,
        ttl_s: float,
        day: int,
    ) -> dict[str, int]:
        with self._database.writing() as connection:
            return report_usage(connection, holder, counts, tokens, ttl_s=ttl_s, day=day, now=self._clock())

    def close(self) -> None:
        self._database.close()

    def _iter_events(
        self, opened: sqlite3.Connection, number: int, session: StoredSession, position: int
    ) -> Iterator[StoredEvent]:
        """Read in batches, so that neither memory nor a read transaction grows with the session."""
        while position < session.events:
            with self._database.reading() as connection:
                # After a reopening this is another file, in which the number may be another session's.
                same = connection is opened
                batch = read_events(connection, number, position, session.events) if same else ()
                if not batch:
                    raise NoSession(f"The session {session.id} was deleted while it was read.")
                if batch[0].seq != position + 1:
                    raise StoreDamaged(f"The session {session.id} has lost events.")
            yield from batch
            position = batch[-1].seq

    def _timestamp(self, after_s: float = 0.0) -> str:
        return timestamp(self._clock() + after_s)


def _require_writable(
    connection: sqlite3.Connection, name: str, owner: str, epoch: int | None, now: str
) -> SessionRow:
    """Return the row of a session that the caller may write to. Raises NoSession, SessionBusy or LeaseLost."""
    row = require_session(connection, name, owner)
    lease = require_writable(row.lease, name, epoch, now)
    if lease != row.lease:
        update_lease(connection, row.number, lease)
    return row
