"""The session store in SQLite: durable on return, shared by threads and processes, damaged files are set aside.

`store` implements the port `understudy.chat.store.SessionStore`, including the cursors of a listing; `database`
owns the connection, the transactions and the translation of errors; `schema` the tables, migrations and rows;
`files` the folder and the files on disk.
"""

from understudy.chat.sqlite.store import SqliteSessionStore

__all__ = ["SqliteSessionStore"]
