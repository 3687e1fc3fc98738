"""Connections to PostgreSQL: the pool, repeated transactions after a lost connection, errors as StoreErrors.

A transaction whose connection is lost runs again on another connection, with growing pauses, until
`reconnect_timeout_s` has passed: a restart of the server is only a delay. Whether the lost commit took place is
unknown, so every transaction must be safe to repeat; that is up to `store`. Knows no tables.
"""

import contextlib
import logging
import random
import time
from collections.abc import Callable, Generator
from typing import Any, Final, TypeVar

import psycopg
from psycopg import errors
from psycopg.conninfo import conninfo_to_dict
from psycopg_pool import ConnectionPool, PoolClosed, PoolTimeout, TooManyRequests

from understudy.chat.limits import (
    CONNECT_TIMEOUT_S,
    MAX_RECONNECT_PAUSE_S,
    MIN_RECONNECT_PAUSE_S,
    POOL_WAIT_TIMEOUT_S,
)
from understudy.chat.store import (
    StoreClosed,
    StoreDenied,
    StoreError,
    StoreFailed,
    StoreFull,
    StoreOutdated,
    StoreUnavailable,
)

__all__ = ["Connection", "Connections"]

T = TypeVar("T")
Connection = psycopg.Connection[tuple[Any, ...]]
logger = logging.getLogger(__name__)

_REPEATABLE: Final = (
    PoolTimeout,
    TooManyRequests,
    PoolClosed,
    errors.SerializationFailure,
    errors.DeadlockDetected,
    errors.LockNotAvailable,
    errors.ReadOnlySqlTransaction,  # a standby before it takes over
)
_DENIED_WORDS: Final = (
    "authentication failed",
    "does not exist",
    "pg_hba.conf",
    "no such database",
    "no such user",
)
"""In the message of a failed connection, which has no error code."""


class Connections:
    def __init__(self, address: str, *, max_connections: int, reconnect_timeout_s: float) -> None:
        """`address`: a connection URI `postgresql://…` or another conninfo string of libpq. Connects at once."""
        try:
            parts = conninfo_to_dict(address)
        except psycopg.ProgrammingError as error:
            # The message of libpq repeats the address, which may hold a password.
            raise StoreDenied(
                "The address of the session store is not one of PostgreSQL. "
                "It looks like postgresql://user@host:5432/database."
            ) from error.with_traceback(None)
        self.name = f"{parts.get('host') or 'local'}:{parts.get('port') or 5432}/{parts.get('dbname') or ''}"
        """What messages call the database: without user and password."""
        self._address = address
        self._reconnect_timeout_s = reconnect_timeout_s
        self._options: dict[str, Any] = {
            "autocommit": True,  # transactions are explicit
            "prepare_threshold": None,  # PgBouncer may run each transaction on another server connection
            "connect_timeout": int(CONNECT_TIMEOUT_S),
            "tcp_user_timeout": int(CONNECT_TIMEOUT_S * 1000),
            "application_name": "understudy",
        }
        self._closed = False
        self._was_reached = False
        self._pool: ConnectionPool[Connection] = ConnectionPool(
            address,
            min_size=1,
            max_size=max_connections,
            kwargs=self._options,
            timeout=POOL_WAIT_TIMEOUT_S,
            open=False,
        )

    def run(self, work: Callable[[Connection], T], *, in_transaction: bool = True) -> T:
        """Run the work in one transaction, again after a lost connection. The work must be safe to repeat.

        `in_transaction`: False if the work is one statement, which is a transaction by itself: one round trip to
        the server in place of three.
        """
        deadline = time.monotonic() + self._reconnect_timeout_s
        pause_s = MIN_RECONNECT_PAUSE_S
        is_first = True
        while True:
            try:
                # The pool does not say why it cannot connect, so the first connection is not the pool's.
                with self._connection(pooled=is_first and self._was_reached) as connection:
                    self._was_reached = True
                    with connection.transaction() if in_transaction else contextlib.nullcontext():
                        return work(connection)
            except StoreError:
                raise
            except psycopg.Error as error:
                if self._closed:
                    raise StoreClosed("The session store is closed.") from None
                if not _is_repeatable(error):
                    raise self._store_error(error) from error
                if time.monotonic() >= deadline:
                    raise self._unavailable(error) from error
                logger.warning("a transaction of the session store is repeated: %s", type(error).__name__)
            if is_first:
                self._drop_broken_connections()
            is_first = False
            time.sleep(pause_s * random.uniform(0.5, 1.0))  # noqa: S311 - spreads the load
            pause_s = min(pause_s * 2, MAX_RECONNECT_PAUSE_S)

    def close(self) -> None:
        self._closed = True
        with contextlib.suppress(PoolClosed):
            self._pool.close()

    @contextlib.contextmanager
    def _connection(self, *, pooled: bool) -> Generator[Connection]:
        """A connection of the pool; or one of its own, as the pool waits long before it connects again."""
        if self._closed:
            raise StoreClosed("The session store is closed.")
        if pooled:
            if self._pool.closed:
                self._pool.open()
            with self._pool.connection() as connection:
                yield connection
        else:
            with contextlib.closing(psycopg.connect(self._address, **self._options)) as connection:
                yield connection

    def _drop_broken_connections(self) -> None:
        """After a restart of the server all idle connections are broken, not only the one that was used."""
        with contextlib.suppress(psycopg.Error):
            self._pool.check()

    def _unavailable(self, error: psycopg.Error) -> StoreUnavailable:
        return StoreUnavailable(
            f"The session store {self.name} cannot be reached ({type(error).__name__}). "
            "Check that PostgreSQL runs and try again."
        )

    def _store_error(self, error: psycopg.Error) -> StoreError:
        match error:
            case errors.DiskFull() | errors.OutOfMemory():
                return StoreFull(
                    f"The server of the session store {self.name} is full. Make room and try again."
                )
            case errors.UndefinedTable() | errors.UndefinedColumn() | errors.InvalidSchemaName():
                return StoreOutdated(
                    f"The database {self.name} has no tables of this version of Understudy. "
                    "Create or upgrade them with `understudy serve --migrate`."
                )
            case (
                errors.InsufficientPrivilege()
                | errors.InvalidAuthorizationSpecification()
                | errors.InvalidPassword()
                | errors.InvalidCatalogName()
            ):
                return self._denied(error)
            case psycopg.OperationalError() if _is_denied(error):
                return self._denied(error)
            case _:
                return StoreFailed(
                    f"The session store {self.name} failed ({type(error).__name__}). "
                    "The log of PostgreSQL says more."
                )

    def _denied(self, error: psycopg.Error) -> StoreDenied:
        return StoreDenied(
            f"PostgreSQL denies the use of {self.name}: {_first_line(error)}. Check the user, the password, "
            "the name of the database and its permissions."
        )


def _is_repeatable(error: psycopg.Error) -> bool:
    """Whether the same transaction may succeed on another connection."""
    if isinstance(error, _REPEATABLE):
        return True
    if isinstance(error, errors.DiskFull | errors.OutOfMemory) or _is_denied(error):
        return False
    # All classes of broken and closing connections; a connection that broke earlier is an InterfaceError.
    return isinstance(error, psycopg.OperationalError | psycopg.InterfaceError)


def _is_denied(error: psycopg.Error) -> bool:
    return error.sqlstate is None and any(word in str(error) for word in _DENIED_WORDS)


def _first_line(error: psycopg.Error) -> str:
    return str(error).strip().split("\n")[-1].rpartition("FATAL:")[2].strip().rstrip(".")[:200]
