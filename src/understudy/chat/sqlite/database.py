"""One SQLite connection: opening it, transactions, waiting for locks, and SQLite's errors as StoreErrors.

Owns opening with its checks and migrations, and setting a damaged file aside; one thread at a time uses the
connection. Only what SQLite itself reports as corrupt counts as damage. Knows the tables only through `schema`;
what is read and written is up to `store`.
"""

import contextlib
import sqlite3
import threading
import time
from collections.abc import Generator, Sequence
from pathlib import Path
from urllib.parse import quote

from understudy.chat.limits import CHECKPOINT_BUSY_TIMEOUT_MS, MAX_WAL_BYTES, WRITE_LOCK_POLL_INTERVAL_S
from understudy.chat.sqlite.files import StoreFiles
from understudy.chat.sqlite.schema import (
    APPLICATION_ID,
    TABLES,
    Migration,
    are_all_rows_readable,
    migrate,
    stored_version,
)
from understudy.chat.store import (
    EventTooLarge,
    StoreBusy,
    StoreClosed,
    StoreDamaged,
    StoreDenied,
    StoreError,
    StoreFailed,
    StoreForeign,
    StoreFull,
    StoreNewer,
)

__all__ = ["Database", "is_busy", "store_error"]


def is_busy(error: sqlite3.Error) -> bool:
    """Whether a retry may succeed."""
    return _primary_code(error) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL)


def store_error(error: sqlite3.Error, path: Path) -> StoreError:
    match _primary_code(error):
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB:
            return StoreDamaged(
                f"The session store {path} is damaged. "
                "Start Understudy again: it sets the file aside and begins a new one."
            )
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED | sqlite3.SQLITE_PROTOCOL:
            return StoreBusy(f"Other processes keep the session store {path} locked. Try again.")
        case sqlite3.SQLITE_FULL:
            return StoreFull(f"The disk of the session store {path} is full. Make room and try again.")
        case sqlite3.SQLITE_READONLY:
            return StoreFull(
                f"The session store {path} cannot be written. Check its permissions and its disk."
            )
        case sqlite3.SQLITE_PERM | sqlite3.SQLITE_AUTH | sqlite3.SQLITE_CANTOPEN:
            return StoreDenied(
                f"The session store {path} cannot be opened. Check the permissions of its folder."
            )
        case sqlite3.SQLITE_IOERR if getattr(error, "sqlite_errorcode", None) in _WRITE_ERROR_CODES:
            # A full disk has its own code; a quota or a file size limit is reported as a write error.
            return StoreFull(
                f"The session store {path} could not be written: "
                "a quota or a limit is reached, or the disk fails. Make room and try again."
            )
        case sqlite3.SQLITE_TOOBIG:
            return EventTooLarge("An event is larger than the session store can hold.")
        case _:
            name = getattr(error, "sqlite_errorname", type(error).__name__)
            return StoreFailed(
                f"The session store {path} failed ({name}: {error}). Check the disk and try again."
            )


_WRITE_ERROR_CODES = frozenset(
    {
        sqlite3.SQLITE_IOERR_WRITE,
        sqlite3.SQLITE_IOERR_FSYNC,
        sqlite3.SQLITE_IOERR_DIR_FSYNC,
        sqlite3.SQLITE_IOERR_TRUNCATE,
        sqlite3.SQLITE_IOERR_SHMSIZE,
        sqlite3.SQLITE_IOERR_SHMOPEN,
    }
)


def _primary_code(error: sqlite3.Error) -> int | None:
    code: int | None = getattr(
        error, "sqlite_errorcode", None
    )  # absent if Python raised the error, not SQLite
    return None if code is None else code & 0xFF


class Database:
    """A connection that is reopened if another process sets its file aside."""

    def __init__(self, folder: Path, *, busy_timeout_s: float, migrations: Sequence[Migration]) -> None:
        self.files = StoreFiles(folder)
        self.damaged_path: Path | None = None
        self._busy_timeout_s = busy_timeout_s
        self._migrations = migrations
        self._lock = threading.Lock()
        self._closed = False
        self._connection = self._open()

    @contextlib.contextmanager
    def reading(self) -> Generator[sqlite3.Connection]:
        """For statements that only read. Each is its own transaction; the caller must read its rows to the end."""
        with self._locked_connection() as connection:
            yield connection

    @contextlib.contextmanager
    def writing(self) -> Generator[sqlite3.Connection]:
        """A write transaction: committed to the disk when the block ends, rolled back when it raises."""
        with self._locked_connection() as connection:
            self._begin_write(connection)
            try:
                self._check_version(connection)
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:
                    with contextlib.suppress(sqlite3.Error):  # the first error is the one to report
                        connection.execute("ROLLBACK")
                raise

    def checkpoint(self) -> None:
        """Move the write-ahead log into the database file and truncate it, unless others use it."""
        with contextlib.suppress(StoreError), self._locked_connection() as connection:
            connection.execute(f"PRAGMA busy_timeout = {CHECKPOINT_BUSY_TIMEOUT_MS}")
            try:
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
            finally:
                connection.execute(f"PRAGMA busy_timeout = {int(self._busy_timeout_s * 1000)}")

    def close(self) -> None:
        with self._lock:
            self._closed = True
            self._connection.close()

    @contextlib.contextmanager
    def _locked_connection(self) -> Generator[sqlite3.Connection]:
        if not self._lock.acquire(timeout=self._busy_timeout_s):
            raise StoreBusy("Other threads keep the session store to themselves. Try again.")
        try:
            if self._closed:
                raise StoreClosed("The session store is closed.")
            if self.files.identity() != self._identity:
                # Another process set the file aside or removed it: writes to it would be lost.
                self._connection.close()
                self._connection = self._open()
            with self._translate_errors():
                yield self._connection
        finally:
            self._lock.release()

    @contextlib.contextmanager
    def _translate_errors(self) -> Generator[None]:
        try:
            try:
                yield
            except sqlite3.Error as error:
                raise store_error(error, self.files.file) from error
        except StoreDamaged:
            self.files.mark_suspect()
            raise

    def _begin_write(self, connection: sqlite3.Connection) -> None:
        """Take the write lock. SQLite waits for it too, but not in every case."""
        deadline = time.monotonic() + self._busy_timeout_s
        while True:
            try:
                connection.execute("BEGIN IMMEDIATE")
                return
            except sqlite3.Error as error:
                if not is_busy(error) or time.monotonic() >= deadline:
                    raise
            time.sleep(WRITE_LOCK_POLL_INTERVAL_S)

    def _open(self) -> sqlite3.Connection:
        with self.files.locked(self._busy_timeout_s):
            # Under the lock: a second process that opens the store finds the new file.
            self.damaged_path = self.files.prepare() or self.damaged_path
            try:
                connection = self._open_checked()
            except StoreDamaged:
                self.files.prepare()
                connection = self._open_checked()
            self._identity = self.files.identity()
            return connection

    def _open_checked(self) -> sqlite3.Connection:
        with self._translate_errors():
            connection = sqlite3.connect(
                f"file:{quote(str(self.files.file))}?mode=rw",
                uri=True,
                timeout=self._busy_timeout_s,
                isolation_level=None,
                check_same_thread=False,
            )
        try:
            with self._translate_errors():
                connection.text_factory = _decode_text
                self._check_file(connection)
                self._configure_and_migrate(connection)
        except StoreDamaged:
            # Rename before closing: SQLite then sees that the file has moved. Otherwise it would write the log
            # into the damaged file and delete the log.
            self.damaged_path = self.files.move_aside()
            connection.close()
            raise
        except BaseException:
            connection.close()
            raise
        return connection

    def _check_file(self, connection: sqlite3.Connection) -> None:
        """Check the owner, the version and, if the store is suspect, the integrity of the file. Reads only."""
        tables = {
            str(row[0]) for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        }
        owner = int(connection.execute("PRAGMA application_id").fetchone()[0])
        version = stored_version(connection)
        if owner != (APPLICATION_ID if version else 0) or (tables and not version):
            raise StoreForeign(
                f"{self.files.file} is a database of another program. "
                "Move it away, or choose another folder for the store."
            )
        self._require_known_version(version)
        if version and not tables >= TABLES:
            raise StoreDamaged(f"The session store {self.files.file} has lost tables.")
        if not self.files.is_suspect():
            return
        whole = connection.execute("PRAGMA integrity_check(1)").fetchone()[0] == "ok"
        if not whole or (version and not are_all_rows_readable(connection)):
            raise StoreDamaged(f"The session store {self.files.file} is damaged.")
        self.files.clear_suspect()

    def _configure_and_migrate(self, connection: sqlite3.Connection) -> None:
        connection.execute("PRAGMA journal_mode = WAL").fetchone()
        # Committed data survives a power cut; a commit takes 0.3 ms with it, 0.1 ms without.
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA secure_delete = ON")  # a deleted conversation is overwritten in the file
        connection.execute(f"PRAGMA journal_size_limit = {MAX_WAL_BYTES}").fetchone()
        if stored_version(connection) == len(self._migrations):
            return
        self._begin_write(connection)
        try:
            migrate(connection, self._migrations)
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise

    def _check_version(self, connection: sqlite3.Connection) -> None:
        """A newer Understudy may have migrated the file while it was open here."""
        self._require_known_version(stored_version(connection))

    def _require_known_version(self, version: int) -> None:
        if version > len(self._migrations):
            raise StoreNewer(
                f"The session store {self.files.file} was written by a newer Understudy "
                f"(version {version}, this one knows {len(self._migrations)}). "
                "Upgrade Understudy; nothing was changed."
            )


def _decode_text(data: bytes) -> str:
    """Decode with replacement characters: one damaged title must not make all other sessions unreadable."""
    return data.decode("utf-8", "replace")
