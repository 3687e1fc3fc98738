"""The session store in PostgreSQL: for several processes and machines, with the extra `postgres`.

`store` implements the port `understudy.chat.store.SessionStore`; `connections` owns the pool, the transactions, the
repetition after a lost connection and the translation of errors; `schema` the tables, migrations and rows. Works
through PgBouncer in transaction mode: nothing is kept in a database session, and no statement is prepared.

Two things differ from the store in SQLite. Deleted rows stay in PostgreSQL's files until it reuses their space, and
in its write-ahead log and backups: it has no secure delete. PostgreSQL's text holds no NUL: a NUL in a title or a
path is stored as `\\0`, a backslash as `\\\\`; events are bytes and stored as they are.
"""

from understudy.chat.postgres.schema import migrate_database
from understudy.chat.postgres.store import PostgresSessionStore

__all__ = ["PostgresSessionStore", "migrate_database"]
