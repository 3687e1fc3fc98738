"""One SQLite connection in good order: opened with care, used by one thread at a time, its errors translated.

Owns opening (with migrations and the setting aside of damage), transactions and waiting. Knows no table but
through `schema`; what is read and written is `store`'s affair.
"""

import contextlib
import sqlite3
import threading
import time
from collections.abc import Generator, Sequence
from pathlib import Path
from typing import Final
from urllib.parse import quote

from understudy.chat.sqlite.failures import failure, is_busy
from understudy.chat.sqlite.place import Place
from understudy.chat.sqlite.rows import all_readable
from understudy.chat.sqlite.schema import APPLICATION_ID, TABLES, Migration, migrate, stored_version
from understudy.chat.store import StoreBusy, StoreClosed, StoreDamaged, StoreError, StoreForeign, StoreNewer

__all__ = ["Database"]

_POLL: Final = 0.01
_SETTLE_MS: Final = 100
_LOG_BYTES: Final = 8 * 1024 * 1024


class Database:
    """A connection that survives its file being set aside by another process."""

    def __init__(self, folder: Path, *, patience: float, migrations: Sequence[Migration]) -> None:
        self.place = Place(folder)
        self.set_aside: Path | None = None
        self._patience = patience
        self._migrations = migrations
        self._turn = threading.Lock()
        self._closed = False
        self._connection = self._open()

    @contextlib.contextmanager
    def reading(self) -> Generator[sqlite3.Connection]:
        """For statements that only read. Each is a transaction of its own and is read to its end here."""
        with self._used() as connection:
            yield connection

    @contextlib.contextmanager
    def writing(self) -> Generator[sqlite3.Connection]:
        """A write transaction: when this returns all of it is on the disk, when it raises nothing is."""
        with self._used() as connection:
            self._begin(connection)
            try:
                self._same_version(connection)
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:
                    with contextlib.suppress(sqlite3.Error):  # the first error is the one that tells
                        connection.execute("ROLLBACK")
                raise

    def settle(self) -> None:
        """Bring what is written into the database file and empty the log, if nobody is in the way."""
        with contextlib.suppress(StoreError), self._used() as connection:
            connection.execute(f"PRAGMA busy_timeout = {_SETTLE_MS}")
            try:
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
            finally:
                connection.execute(f"PRAGMA busy_timeout = {int(self._patience * 1000)}")

    def close(self) -> None:
        with self._turn:
            self._closed = True
            self._connection.close()

    @contextlib.contextmanager
    def _used(self) -> Generator[sqlite3.Connection]:
        if not self._turn.acquire(timeout=self._patience):
            raise StoreBusy("Other threads keep the session store to themselves. Try again.")
        try:
            if self._closed:
                raise StoreClosed("The session store is closed.")
            if self.place.identity() != self._identity:
                # Set aside or removed by another process: what we would write there nobody would find.
                self._connection.close()
                self._connection = self._open()
            with self._translated():
                yield self._connection
        finally:
            self._turn.release()

    @contextlib.contextmanager
    def _translated(self) -> Generator[None]:
        try:
            try:
                yield
            except sqlite3.Error as error:
                raise failure(error, self.place.file) from error
        except StoreDamaged:
            self.place.suspect()
            raise

    def _begin(self, connection: sqlite3.Connection) -> None:
        """Take the write lock. SQLite waits too, but not in every case."""
        deadline = time.monotonic() + self._patience
        while True:
            try:
                connection.execute("BEGIN IMMEDIATE")
                return
            except sqlite3.Error as error:
                if not is_busy(error) or time.monotonic() >= deadline:
                    raise
            time.sleep(_POLL)

    def _open(self) -> sqlite3.Connection:
        with self.place.held(self._patience):
            # Judged while no other process can be opening: whoever comes second finds the fresh file.
            self.set_aside = self.place.prepare() or self.set_aside
            try:
                connection = self._examined()
            except StoreDamaged:
                self.place.prepare()
                connection = self._examined()
            self._identity = self.place.identity()
            return connection

    def _examined(self) -> sqlite3.Connection:
        with self._translated():
            connection = sqlite3.connect(
                f"file:{quote(str(self.place.file))}?mode=rw",
                uri=True,
                timeout=self._patience,
                isolation_level=None,
                check_same_thread=False,
            )
        try:
            with self._translated():
                connection.text_factory = _text
                self._judge(connection)
                self._bring_up(connection)
        except StoreDamaged:
            # Before it is closed: SQLite then sees that the file has moved. Otherwise it would write the log
            # into the damaged file and remove it.
            self.set_aside = self.place.set_aside()
            connection.close()
            raise
        except BaseException:
            connection.close()
            raise
        return connection

    def _judge(self, connection: sqlite3.Connection) -> None:
        """Is this file ours, of a version that we know, and whole? Reads only."""
        tables = {
            str(row[0]) for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        }
        owner = int(connection.execute("PRAGMA application_id").fetchone()[0])
        version = stored_version(connection)
        if owner != (APPLICATION_ID if version else 0) or (tables and not version):
            raise StoreForeign(
                f"{self.place.file} is a database of another program. "
                "Move it away, or choose another folder for the store."
            )
        self._not_newer(version)
        if version and not tables >= TABLES:
            raise StoreDamaged(f"The session store {self.place.file} has lost tables.")
        if not self.place.suspected():
            return
        whole = connection.execute("PRAGMA integrity_check(1)").fetchone()[0] == "ok"
        if not whole or (version and not all_readable(connection)):
            raise StoreDamaged(f"The session store {self.place.file} is damaged.")
        self.place.clear()

    def _bring_up(self, connection: sqlite3.Connection) -> None:
        connection.execute("PRAGMA journal_mode = WAL").fetchone()
        # What was acknowledged survives a power cut too; a commit takes 0.3 ms with it, 0.1 ms without.
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA secure_delete = ON")  # a deleted conversation is gone from the file
        connection.execute(f"PRAGMA journal_size_limit = {_LOG_BYTES}").fetchone()
        if stored_version(connection) == len(self._migrations):
            return
        self._begin(connection)
        try:
            migrate(connection, self._migrations)
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise

    def _same_version(self, connection: sqlite3.Connection) -> None:
        """A newer Understudy may have migrated the file while we had it open."""
        self._not_newer(stored_version(connection))

    def _not_newer(self, version: int) -> None:
        if version > len(self._migrations):
            raise StoreNewer(
                f"The session store {self.place.file} was written by a newer Understudy "
                f"(version {version}, this one knows {len(self._migrations)}). "
                "Upgrade Understudy; nothing was changed."
            )


def _text(data: bytes) -> str:
    """Damaged text is shown as such; one bad title must not hide every other session."""
    return data.decode("utf-8", "replace")
