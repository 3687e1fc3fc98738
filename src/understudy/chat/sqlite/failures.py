"""SQLite's result codes as the store's errors. Only what SQLite itself calls corrupt counts as damage."""

import sqlite3
from pathlib import Path

from understudy.chat.store import (
    EventTooLarge,
    StoreBusy,
    StoreDamaged,
    StoreDenied,
    StoreError,
    StoreFailed,
    StoreFull,
)

__all__ = ["store_error", "is_busy"]


def is_busy(error: sqlite3.Error) -> bool:
    """Whether the same may work in a moment."""
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
            # A full disk has its own code; a quota or a limit on the size of files ends here.
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
    code: int | None = getattr(error, "sqlite_errorcode", None)  # absent when Python itself complains
    return None if code is None else code & 0xFF
