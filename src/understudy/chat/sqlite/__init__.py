"""The session store in SQLite: durable on return, shared by threads and processes, careful with damage.

`store` has the statements, `database` the connection, `place` the files, `schema` the tables and migrations,
`cursor` the paging, `failures` the errors.
"""

from understudy.chat.sqlite.store import SqliteSessionStore

__all__ = ["SqliteSessionStore"]
