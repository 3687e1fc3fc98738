"""Opens a session store by its address: `sqlite:FOLDER` or `postgresql://…`.

Owns the forms of addresses, not the stores. Only the library of the store that is named is loaded.
"""

from collections.abc import Callable
from pathlib import Path

from understudy.chat.store import SessionStore, StoreDenied
from understudy.extras import install_command

__all__ = ["describe_store", "is_shared_store", "migrate_store", "open_store"]


def open_store(address: str) -> SessionStore:
    """Open a store. Raises StoreError; StoreDenied for an address that is none, or if a library is missing."""
    if is_shared_store(address):
        return _postgres_store()(address)
    from understudy.chat.sqlite import SqliteSessionStore

    return SqliteSessionStore(_sqlite_folder(address))


def migrate_store(address: str) -> None:
    """Create or upgrade the tables of a store. A store in SQLite does that whenever it is opened."""
    if is_shared_store(address):
        _postgres_store()(address, migrate=True).close()
    else:
        open_store(address).close()


def is_shared_store(address: str) -> bool:
    """Whether processes on several machines can use the store."""
    return address.startswith(("postgresql://", "postgres://"))


def describe_store(address: str) -> str:
    """Return the address without user and password, for messages and logs."""
    if not is_shared_store(address):
        return address
    scheme, _, rest = address.partition("://")
    return f"{scheme}://{rest.rpartition('@')[2].partition('?')[0]}"


def _sqlite_folder(address: str) -> Path:
    scheme, found, folder = address.partition(":")
    if scheme != "sqlite" or not found or not folder:
        raise StoreDenied(
            "The address of a session store is sqlite:FOLDER or postgresql://user@host:5432/database."
        )
    return Path(folder).expanduser()


def _postgres_store() -> "Callable[..., SessionStore]":
    try:
        from understudy.chat.postgres import PostgresSessionStore
    except ImportError as error:
        raise StoreDenied(
            f"The library of PostgreSQL is missing ({error.name}). Install it with: {install_command('postgres')}"
        ) from error
    return PostgresSessionStore
