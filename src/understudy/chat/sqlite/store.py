"""The session store in one SQLite file: each method is one transaction; events are read in several short ones.

A listing's cursor is the position of the last returned session, signed so that only the same listing of the same
store accepts it. `database` owns the connection, `schema` maps sessions to rows.
"""

import base64
import binascii
import hashlib
import hmac
import os
import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import msgspec

from understudy.chat.limits import BUSY_TIMEOUT_S, MAX_EVENT_BYTES, MAX_SESSIONS_PER_PAGE
from understudy.chat.sqlite.database import Database
from understudy.chat.sqlite.files import StoreFiles
from understudy.chat.sqlite.schema import (
    MIGRATIONS,
    SESSION_COLUMNS,
    Migration,
    encode_roots,
    find_session,
    insert_events,
    insert_session,
    read_events,
    require_session,
    session_from_row,
    store_key,
    update_session,
)
from understudy.chat.store import (
    BadCursor,
    EventTooLarge,
    NoSession,
    Page,
    StoreDamaged,
    StoredEvent,
    StoredSession,
)

__all__ = ["ListingFilter", "SqliteSessionStore", "decode_cursor", "encode_cursor"]

ListingFilter = tuple[str | None, tuple[str, ...] | None]
"""The filter of a listing: cwd and roots."""

PagePosition = tuple[str, str]
"""updated_at and id of the last returned session."""

_SIGNATURE_BYTES: Final = 12


def encode_cursor(key: bytes, filters: ListingFilter, position: PagePosition) -> str:
    body = msgspec.msgpack.encode(position)
    return base64.urlsafe_b64encode(_sign(key, filters, body) + body).decode().rstrip("=")


def decode_cursor(key: bytes, filters: ListingFilter, cursor: str) -> PagePosition:
    try:
        data = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4))
    except (binascii.Error, ValueError):
        raise _bad_cursor_error() from None
    signature, body = data[:_SIGNATURE_BYTES], data[_SIGNATURE_BYTES:]
    if not hmac.compare_digest(signature, _sign(key, filters, body)):
        raise _bad_cursor_error()
    position = msgspec.msgpack.decode(body, type=PagePosition)
    if encode_cursor(key, filters, position) != cursor:  # base64 has several encodings of the same bytes
        raise _bad_cursor_error()
    return position


def _sign(key: bytes, filters: ListingFilter, body: bytes) -> bytes:
    message = msgspec.msgpack.encode((filters, body))
    return hashlib.blake2b(message, key=key, digest_size=_SIGNATURE_BYTES).digest()


def _bad_cursor_error() -> BadCursor:
    return BadCursor("The cursor is not one that this listing handed out. List again without it.")


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
    ) -> StoredSession:
        now = self._timestamp()
        session = StoredSession(id, cwd, tuple(roots), None, now, now, parent, dict(settings or {}), 0)
        with self._database.writing() as connection:
            insert_session(connection, session)
        return session

    def get(self, id: str) -> StoredSession | None:  # noqa: A002
        with self._database.reading() as connection:
            found = find_session(connection, id)
        return found and found[1]

    def list(self, *, cwd: str | None, roots: tuple[str, ...] | None, cursor: str | None, limit: int) -> Page:
        if not 1 <= limit <= MAX_SESSIONS_PER_PAGE:
            raise ValueError(f"limit must be between 1 and {MAX_SESSIONS_PER_PAGE}")
        listing: ListingFilter = (cwd, roots)
        with self._database.reading() as connection:
            key = store_key(connection)
            terms: Mapping[str, tuple[str, ...]] = {
                **({} if cwd is None else {"cwd = ?": (cwd,)}),
                **({} if roots is None else {"roots = ?": (encode_roots(roots),)}),
                **(
                    {}
                    if cursor is None
                    else {"(updated_at, id) < (?, ?)": decode_cursor(key, listing, cursor)}
                ),
            }
            rows = connection.execute(
                f"SELECT {SESSION_COLUMNS} FROM sessions WHERE {' AND '.join(terms) or '1'}"  # noqa: S608 - fixed words
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
    ) -> StoredSession:
        largest = max(map(len, events), default=0)
        if largest > MAX_EVENT_BYTES:
            raise EventTooLarge(f"An event of {largest} bytes; {MAX_EVENT_BYTES} is the most. Shorten it.")
        with self._database.writing() as connection:
            number, old = require_session(connection, id)
            # A clock that was set back must not move updated_at back.
            now = max(self._timestamp(), old.updated_at)
            insert_events(connection, number, old.events, now, events)
            new = _with_changes(old, None, title, settings)
            new = replace(new, updated_at=now, events=old.events + len(events))
            update_session(connection, number, new)
        return new

    def change(
        self,
        id: str,  # noqa: A002
        *,
        roots: Sequence[str] | None = None,
        title: str | None = None,
        settings: Mapping[str, str] | None = None,
    ) -> StoredSession:
        with self._database.writing() as connection:
            number, old = require_session(connection, id)
            new = _with_changes(old, roots, title, settings)
            update_session(connection, number, new)
        return new

    def events(self, id: str, *, after: int = 0) -> Iterator[StoredEvent]:  # noqa: A002
        with self._database.reading() as connection:
            number, session = require_session(connection, id)
        return self._iter_events(connection, number, session, max(after, 0))

    def fork(
        self,
        source: str,
        id: str,  # noqa: A002
        cwd: str,
        roots: Sequence[str],
        *,
        settings: Mapping[str, str] | None = None,
    ) -> StoredSession:
        with self._database.writing() as connection:
            number, old = require_session(connection, source)
            now = self._timestamp()
            new = _with_changes(old, roots, None, settings)
            new = replace(new, id=id, cwd=cwd, created_at=now, updated_at=now, parent=source)
            copy = insert_session(connection, new)
            connection.execute(
                "INSERT INTO events (session, seq, at, data)"
                " SELECT ?, seq, at, data FROM events WHERE session = ? ORDER BY seq",
                (copy, number),
            )
        return new

    def delete(self, id: str) -> bool:  # noqa: A002
        with self._database.writing() as connection:
            deleted = connection.execute("DELETE FROM sessions WHERE id = ?", (id,)).rowcount > 0
        if deleted:
            self._database.checkpoint()  # the write-ahead log still holds the deleted rows
        return deleted

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

    def _timestamp(self) -> str:
        moment = datetime.fromtimestamp(self._clock(), UTC)
        return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _with_changes(
    old: StoredSession,
    roots: Sequence[str] | None,
    title: str | None,
    settings: Mapping[str, str] | None,
) -> StoredSession:
    return replace(
        old,
        roots=old.roots if roots is None else tuple(roots),
        # Lone surrogates are replaced: stored text cannot hold them.
        title=old.title if title is None else title.encode("utf-8", "replace").decode() or None,
        settings={**old.settings, **(settings or {})},
    )
