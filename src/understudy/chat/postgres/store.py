"""The session store in PostgreSQL: each method is one transaction; events are read in several short ones.

A transaction may run again after a lost connection although it was committed, so each recognises its own work: an
append by its key, a new session by its fields; the others have the same result when they are repeated.
`connections` owns the repetition, `schema` maps sessions to rows, `chat.store_rules` decides who may write.
"""

import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, LiteralString, TypeVar

from understudy.chat.limits import MAX_STORE_CONNECTIONS, RECONNECT_TIMEOUT_S, UNPROMPTED_MAX_AGE_S
from understudy.chat.postgres.connections import Connection, Connections
from understudy.chat.postgres.schema import (
    MIGRATIONS,
    SESSION_COLUMNS,
    SessionRow,
    append_as_holder,
    check_version,
    delete_unprompted,
    encode_roots,
    encode_text,
    find_session,
    has_append,
    insert_events,
    insert_session,
    migrate_database,
    read_clock,
    read_events,
    renew_as_holder,
    require_session,
    session_from_row,
    store_key,
    update_lease,
    update_session,
)
from understudy.chat.postgres.usage import claim_usage, report_usage
from understudy.chat.store import (
    Lease,
    NoSession,
    Page,
    SessionExists,
    StoreBusy,
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

__all__ = ["PostgresSessionStore"]

T = TypeVar("T")


class PostgresSessionStore:
    """A `SessionStore`. Opening it connects and checks the version of the tables."""

    def __init__(
        self,
        address: str,
        *,
        migrate: bool = False,
        max_connections: int = MAX_STORE_CONNECTIONS,
        reconnect_timeout_s: float = RECONNECT_TIMEOUT_S,
        migrations: Sequence[LiteralString] = MIGRATIONS,
        clock: Callable[[], float] | None = None,
    ) -> None:
        """`migrate`: create or upgrade the tables; otherwise they must have exactly this version.
        `clock`: the time of day in place of the server's.
        """
        self._clock = clock
        self._key: bytes | None = None
        self._connections = Connections(
            address, max_connections=max_connections, reconnect_timeout_s=reconnect_timeout_s
        )
        try:
            if migrate:
                migrate_database(self._connections, migrations)
            self._run(lambda connection: check_version(connection, self._connections.name, len(migrations)))
            self._run(self._delete_unprompted)
        except BaseException:
            self._connections.close()
            raise

    def __enter__(self) -> "PostgresSessionStore":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def notice(self) -> str | None:
        return None

    def _delete_unprompted(self, connection: Connection) -> None:
        """Delete old sessions that never had a prompt: whoever opened them did not come back."""
        now = self._now(read_clock(connection))
        delete_unprompted(connection, timestamp(now - UNPROMPTED_MAX_AGE_S), timestamp(now))

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
        attempts: list[StoredSession] = []

        def work(connection: Connection) -> StoredSession:
            now = timestamp(self._now(read_clock(connection)))
            new = StoredSession(id, cwd, tuple(roots), None, now, now, parent, dict(settings or {}), 0, owner)
            attempts.append(new)
            if insert_session(connection, new) is None:
                return _own_or_raise(connection, attempts)
            return new

        return self._run(work)

    def get(self, id: str, *, owner: str = "") -> StoredSession | None:  # noqa: A002
        found = self._run_one(lambda connection: find_session(connection, id, owner))
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

        if self._key is None:
            self._key = self._run_one(store_key)
        key = self._key

        def work(connection: Connection) -> list[tuple[Any, ...]]:
            query: LiteralString = f"SELECT {SESSION_COLUMNS} FROM understudy.sessions WHERE owner = %s"  # noqa: S608
            values: list[Any] = [encode_text(owner)]
            if cwd is not None:
                query += " AND cwd = %s"
                values.append(encode_text(cwd))
            if roots is not None:
                query += " AND roots = %s"
                values.append(encode_roots(roots))
            if cursor is not None:
                updated_at, last = decode_cursor(key, listing, cursor)
                query += " AND (updated_at, id) < (%s, %s)"
                values += [updated_at, encode_text(last)]
            query += " ORDER BY updated_at DESC, id DESC LIMIT %s"
            return connection.execute(query, [*values, limit + 1]).fetchall()

        rows = self._run_one(work)
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
        append_key = secrets.token_hex(12) if key is None else key
        attempted = set[int]() if key is None or expected is None else {expected}
        """After how many events an attempt of this append may have put its events."""
        if epoch is not None and expected is not None and events and not settings and title != "":
            attempted.add(expected)
            clean_title = None if title is None else title.encode("utf-8", "replace").decode()
            stored = self._run_one(
                lambda connection: append_as_holder(
                    connection,
                    id,
                    owner,
                    events,
                    title=clean_title,
                    epoch=epoch,
                    expected=expected,
                    key=append_key,
                    now=None if self._clock is None else self._clock(),
                )
            )
            if stored is not None:
                return stored

        def work(connection: Connection) -> StoredSession:
            row = self._require_writable(connection, id, owner, epoch)
            old = row.session
            for after in attempted:
                if after < old.events and has_append(connection, row.number, after, append_key):
                    return old
            check_sequence(old, expected)
            attempted.add(old.events)
            # A clock that was set back must not move updated_at back.
            now = max(timestamp(self._now(row.now)), old.updated_at)
            insert_events(connection, row.number, old.events, now, events, append_key)
            new = changed_session(old, None, title, settings)
            new = replace(new, updated_at=now, events=old.events + len(events))
            update_session(connection, row.number, new)
            return new

        return self._run(work)

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
        def work(connection: Connection) -> StoredSession:
            row = self._require_writable(connection, id, owner, epoch)
            new = changed_session(row.session, roots, title, settings)
            update_session(connection, row.number, new)
            return new

        return self._run(work)

    def events(self, id: str, *, after: int = 0, owner: str = "") -> Iterator[StoredEvent]:  # noqa: A002
        row = self._run_one(lambda connection: require_session(connection, id, owner))
        return self._iter_events(row.number, row.session, max(after, 0))

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
        attempts: list[StoredSession] = []

        def work(connection: Connection) -> StoredSession:
            # Locked, so that the copied events are those that the session's row counts.
            row = require_session(connection, source, owner, lock=True)
            now = timestamp(self._now(row.now))
            new = changed_session(row.session, roots, None, settings)
            new = replace(new, id=id, cwd=cwd, created_at=now, updated_at=now, parent=source)
            attempts.append(new)
            copy = insert_session(connection, new)
            if copy is None:
                return _own_or_raise(connection, attempts)
            connection.execute(
                "INSERT INTO understudy.events (session, seq, at, data)"
                " SELECT %s, seq, at, data FROM understudy.events WHERE session = %s ORDER BY seq",
                (copy, row.number),
            )
            return new

        return self._run(work)

    def delete(self, id: str, *, owner: str = "", epoch: int | None = None) -> bool:  # noqa: A002
        attempts: list[int] = []

        def work(connection: Connection) -> bool:
            if find_session(connection, id, owner, lock=True) is None:
                return bool(attempts)
            row = self._require_writable(connection, id, owner, epoch)
            attempts.append(row.number)
            connection.execute("DELETE FROM understudy.sessions WHERE number = %s", (row.number,))
            return True

        return self._run(work)

    def acquire(self, id: str, holder: str, ttl_s: float, *, owner: str = "") -> Lease:  # noqa: A002
        def work(connection: Connection) -> Lease:
            row = require_session(connection, id, owner, lock=True)
            now = self._now(row.now)
            until = timestamp(now + ttl_s)
            lease = acquired(row.lease, id, holder, timestamp(now), until)
            update_lease(connection, row.number, lease)
            return Lease(id, holder, lease.epoch, until)

        return self._run(work)

    def renew(self, lease: Lease, ttl_s: float, *, owner: str = "") -> Lease:
        until = self._run_one(
            lambda connection: renew_as_holder(
                connection,
                lease.session,
                owner,
                epoch=lease.epoch,
                ttl_s=ttl_s,
                now=None if self._clock is None else self._clock(),
            )
        )
        if until is not None:
            return replace(lease, until=until)
        row = self._run_one(lambda connection: require_session(connection, lease.session, owner))
        now = self._now(row.now)
        renewed(row.lease, lease, timestamp(now), timestamp(now + ttl_s))  # raises
        raise StoreBusy(f"The lease of session {lease.session} changes just now. Try again.")

    def release(self, lease: Lease, *, owner: str = "") -> bool:
        attempts: list[Lease] = []

        def work(connection: Connection) -> bool:
            row = find_session(connection, lease.session, owner, lock=True)
            state = row and released(row.lease, lease)
            if row is None or state is None:
                return bool(attempts)
            attempts.append(lease)
            update_lease(connection, row.number, state)
            return True

        return self._run(work)

    def holder(self, id: str, *, owner: str = "") -> Lease | None:  # noqa: A002
        row = self._run_one(lambda connection: require_session(connection, id, owner))
        return row.lease.live(id, timestamp(self._now(row.now)))

    def claim_usage(
        self, holder: str, kind: str, *, count: int, limit: int, ttl_s: float, day: int, owner: str = ""
    ) -> UsageClaim:
        now = None if self._clock is None else self._clock()
        return self._run_one(
            lambda connection: claim_usage(
                connection, owner, holder, kind, count=count, limit=limit, ttl_s=ttl_s, day=day, now=now
            )
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
        now = None if self._clock is None else self._clock()
        return self._run(
            lambda connection: report_usage(connection, holder, counts, tokens, ttl_s=ttl_s, day=day, now=now)
        )

    def close(self) -> None:
        self._connections.close()

    def _iter_events(self, number: int, session: StoredSession, position: int) -> Iterator[StoredEvent]:
        """Read in batches, so that neither memory nor a transaction grows with the session."""
        while position < session.events:
            after = position
            batch = self._run_one(lambda connection: read_events(connection, number, after, session.events))  # noqa: B023
            if not batch:
                raise NoSession(f"The session {session.id} was deleted while it was read.")
            if batch[0].seq != position + 1:
                raise StoreDamaged(f"The session {session.id} has lost events.")
            yield from batch
            position = batch[-1].seq

    def _require_writable(
        self, connection: Connection, name: str, owner: str, epoch: int | None
    ) -> SessionRow:
        """Return the locked row of a session that the caller may write to."""
        row = require_session(connection, name, owner, lock=True)
        lease = require_writable(row.lease, name, epoch, timestamp(self._now(row.now)))
        if lease != row.lease:
            update_lease(connection, row.number, lease)
        return row

    def _now(self, server: float) -> float:
        return server if self._clock is None else self._clock()

    def _run_one(self, work: Callable[[Connection], T]) -> T:
        """Run one statement, which is a transaction by itself."""
        return self._connections.run(work, in_transaction=False)

    def _run(self, work: Callable[[Connection], T]) -> T:
        return self._connections.run(work)


def _own_or_raise(connection: Connection, attempts: Sequence[StoredSession]) -> StoredSession:
    """Return the session with this id if an earlier attempt created it."""
    new = attempts[-1]
    existing = find_session(connection, new.id, new.owner)
    if existing is not None and existing.session in attempts[:-1]:
        return existing.session
    raise SessionExists(f"There is a session {new.id} already. Choose another id.")
