"""What other processes do to a store in these tests: `python store_child.py ROLE FOLDER WORDS…`.

Each waits for a line on stdin before it begins, so that several begin together, and prints what was acknowledged.
"""

import os
import resource
import sqlite3
import sys
from pathlib import Path

from understudy.chat.sqlite import SqliteSessionStore
from understudy.chat.sqlite.schema import MIGRATIONS
from understudy.chat.store import StoreError, StoreFull


def say(text: object) -> None:
    print(text, flush=True)


def write(folder: Path, name: str, session: str, count: str) -> None:
    """Append numbered events to a session."""
    with SqliteSessionStore(folder, busy_timeout_s=30) as store:
        for number in range(int(count)):
            store.append(session, [b'{"by":"%s","n":%d}' % (name.encode(), number)])
            say(number)


def write_for_ever(folder: Path, session: str) -> None:
    """Append pairs of events until somebody kills us; print each pair once it is acknowledged."""
    store = SqliteSessionStore(folder, busy_timeout_s=30)
    if store.get(session) is None:
        store.create(session, "/srv", [])
    number = sum(1 for _ in store.events(session)) // 2
    while True:
        store.append(
            session, [b'{"n":%d,"half":1}' % number, b'{"n":%d,"half":2}' % number], title=str(number)
        )
        say(number)
        number += 1


def open_and_create(folder: Path, session: str) -> None:
    with SqliteSessionStore(folder, busy_timeout_s=30) as store:
        store.create(session, "/srv", [])
        say(store.damaged_path)


def add_colour(connection: sqlite3.Connection) -> None:
    connection.execute("ALTER TABLE sessions ADD COLUMN colour TEXT NOT NULL DEFAULT 'grey'")


def migrate(folder: Path) -> None:
    with SqliteSessionStore(folder, busy_timeout_s=30, migrations=(*MIGRATIONS, add_colour)) as store:
        say(len(store.list(cwd=None, roots=None, cursor=None, limit=10).sessions))


def fill(folder: Path) -> None:
    """Write until no file may grow any more; then let them grow again and go on."""
    with SqliteSessionStore(folder) as store:
        store.create("s", "/srv", [])
        hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
        resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, hard))
        acknowledged = 0
        try:
            for _ in range(1000):
                store.append("s", [b'{"x":"%s"}' % (b"y" * 5000)] * 3, title=str(acknowledged + 1))
                acknowledged += 1
        except StoreFull as error:
            say(error.code)
        say(acknowledged)
        say(store.get("s"))
        resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
        store.append("s", [b'{"last":true}'])


def open_as_somebody_else(folder: Path) -> None:
    if os.geteuid() == 0:
        os.setuid(65534)
    try:
        SqliteSessionStore(folder, busy_timeout_s=0.1).close()
    except StoreError as error:
        say(error.code)
    else:
        say("opened")


if __name__ == "__main__":
    sys.stdin.readline()
    say("begun")
    role = {
        f.__name__: f for f in (write, write_for_ever, open_and_create, migrate, fill, open_as_somebody_else)
    }[sys.argv[1]]
    role(Path(sys.argv[2]), *sys.argv[3:])
