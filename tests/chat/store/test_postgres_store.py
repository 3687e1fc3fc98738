"""What is particular to the store in PostgreSQL: lost connections, restarts, migrations, what text cannot hold."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest

from lossy_proxy import LossyProxy
from postgres_server import PgBouncer, PostgresServer, needs_postgres
from understudy.chat.limits import IDLE_TRANSACTION_TIMEOUT_MS, UNPROMPTED_MAX_AGE_S
from understudy.chat.postgres import PostgresSessionStore, schema
from understudy.chat.postgres.connections import Connections
from understudy.chat.store import (
    LeaseLost,
    SessionExists,
    SessionStore,
    StoreClosed,
    StoreDenied,
    StoreFailed,
    StoreNewer,
    StoreOutdated,
    StoreUnavailable,
)

pytestmark = needs_postgres

PATIENT_S = 240.0
"""Seconds that a store waits for its server in a test that restarts it: no test asserts on it."""


@pytest.fixture
def address(postgres: PostgresServer) -> Iterator[str]:
    with postgres.new_database() as address:
        PostgresSessionStore(address, migrate=True).close()
        yield address


@pytest.fixture
def proxy(postgres: PostgresServer) -> Iterator[LossyProxy]:
    with LossyProxy(postgres.folder / ".s.PGSQL.5432") as proxy:
        yield proxy


def data(store: SessionStore, session: str) -> list[bytes]:
    return [event.data for event in store.events(session)]


def through(proxy: LossyProxy, address: str) -> str:
    return f"{address.partition('host=')[0]}host={proxy.folder}"


WRITES: dict[str, Callable[[SessionStore], object]] = {
    "append": lambda store: store.append("s", [b"1", b"2"], title="Title"),
    "append with expected": lambda store: store.append("s", [b"1", b"2"], expected=0, key="k"),
    "create": lambda store: store.create("new", "/srv", []),
    "fork": lambda store: store.fork("s", "new", "/srv", []),
    "change": lambda store: store.change("s", title="Title"),
    "acquire": lambda store: store.acquire("s", "replica-1", 600),
    "delete": lambda store: store.delete("s"),
}


@pytest.mark.parametrize("write", WRITES)
@pytest.mark.parametrize("commits", [True, False], ids=["after the commit", "before the commit"])
def test_a_lost_answer_is_not_seen_by_the_caller_and_doubles_nothing(
    address: str, proxy: LossyProxy, write: str, commits: bool
) -> None:
    with PostgresSessionStore(address) as plain:
        plain.create("s", "/srv", [])
        with PostgresSessionStore(through(proxy, address), reconnect_timeout_s=PATIENT_S) as store:
            proxy.lose_next_commit(forward=commits)
            result = WRITES[write](store)
            assert proxy.lost == 1
            match write:
                case "append" | "append with expected":
                    assert data(plain, "s") == [b"1", b"2"]
                    assert plain.get("s") == result
                case "create" | "fork":
                    assert plain.get("new") == result
                case "change":
                    assert plain.get("s") == result
                case "acquire":
                    assert plain.holder("s") == result
                case _:
                    assert (result, plain.get("s")) == (True, None)


@pytest.mark.parametrize("commits", [True, False], ids=["after the commit", "before the commit"])
def test_a_holder_s_append_whose_answer_is_lost_is_stored_once(
    address: str, proxy: LossyProxy, commits: bool
) -> None:
    with PostgresSessionStore(through(proxy, address), reconnect_timeout_s=PATIENT_S) as store:
        store.create("s", "/srv", [])
        lease = store.acquire("s", "replica-1", 600)
        proxy.lose_next_commit(forward=commits, statement=b"WITH updated")
        stored = store.append("s", [b"1", b"2"], epoch=lease.epoch, expected=0, key="k", title="Title \ud800")
        assert proxy.lost == 1
        assert (stored.events, stored.title) == (2, "Title ?")
        assert data(store, "s") == [b"1", b"2"]
        assert store.get("s") == stored


def test_an_id_of_somebody_else_is_not_taken_for_our_own(address: str, proxy: LossyProxy) -> None:
    with PostgresSessionStore(through(proxy, address), reconnect_timeout_s=PATIENT_S) as store:
        store.create("s", "/theirs", [])
        proxy.lose_next_commit(forward=False)
        with pytest.raises(SessionExists):
            store.create("s", "/ours", [])


def test_a_restart_of_the_server_loses_and_doubles_nothing(postgres: PostgresServer, address: str) -> None:
    acknowledged: list[int] = []
    enough, failed = threading.Event(), list[BaseException]()
    with PostgresSessionStore(address, reconnect_timeout_s=PATIENT_S) as store:
        store.create("s", "/srv", [])
        lease = store.acquire("s", "replica-1", 600)

        def write() -> None:
            try:
                while not enough.is_set():
                    number = len(acknowledged)
                    store.append(
                        "s", [b"%d" % number], epoch=lease.epoch, expected=number, key=f"key{number}"
                    )
                    acknowledged.append(number)
            except BaseException as error:
                failed.append(error)

        writer = threading.Thread(target=write)
        writer.start()
        try:
            for target in (20, 40):
                while len(acknowledged) < target and writer.is_alive():
                    writer.join(0.005)
                if target == 20:
                    postgres.stop()
                    postgres.start()
        finally:
            enough.set()
            writer.join(PATIENT_S)
        assert failed == []
        assert data(store, "s") == [b"%d" % number for number in acknowledged]


def test_a_server_that_stays_away_is_reported_without_the_password(tmp_path: Path) -> None:
    with pytest.raises(StoreUnavailable, match="Check that PostgreSQL runs") as raised:
        PostgresSessionStore(f"postgresql://me:secret@/db?host={tmp_path}", reconnect_timeout_s=0)
    assert "secret" not in raised.value.message


@pytest.mark.parametrize("address", ["postgresql://me:secret@[", "sqlite:secret"])
def test_an_address_that_is_none_is_reported_without_the_password(address: str) -> None:
    with pytest.raises(StoreDenied, match="postgresql://user@host") as raised:
        PostgresSessionStore(address)
    assert "secret" not in raised.value.message


def test_a_database_that_does_not_exist_is_reported_at_once(postgres: PostgresServer) -> None:
    with pytest.raises(StoreDenied, match='database "missing" does not exist'):
        PostgresSessionStore(postgres.address("missing"), reconnect_timeout_s=PATIENT_S)


def test_a_closed_store_says_so(address: str) -> None:
    store = PostgresSessionStore(address)
    store.close()
    store.close()
    with pytest.raises(StoreClosed):
        store.get("a")


def test_an_empty_database_is_not_touched_without_being_asked(postgres: PostgresServer) -> None:
    with postgres.new_database() as address:
        with pytest.raises(StoreOutdated, match="understudy serve --migrate"):
            PostgresSessionStore(address)
        with psycopg.connect(address) as connection:
            found = connection.execute("SELECT 1 FROM pg_namespace WHERE nspname = 'understudy'").fetchall()
        assert found == []
        PostgresSessionStore(address, migrate=True).close()
        PostgresSessionStore(address).close()


ADD_COLOUR = "ALTER TABLE understudy.sessions ADD COLUMN colour TEXT NOT NULL DEFAULT 'grey'"


def test_migrations_keep_what_is_there_and_an_older_program_changes_nothing(address: str) -> None:
    with PostgresSessionStore(address) as old:
        old.create("s", "/srv", [])
        old.append("s", [b"1"])
        newer = (*schema.MIGRATIONS, ADD_COLOUR)
        with pytest.raises(StoreOutdated):
            PostgresSessionStore(address, migrations=newer)
        for _ in range(2):
            with PostgresSessionStore(address, migrate=True, migrations=newer) as new:
                assert data(new, "s") == [b"1"]
        assert old.append("s", [b"2"]).events == 2  # a replica that is upgraded later goes on meanwhile
    for migrate in (False, True):
        with pytest.raises(StoreNewer):
            PostgresSessionStore(address, migrate=migrate)


def test_a_migration_that_fails_changes_nothing(address: str) -> None:
    with pytest.raises(StoreFailed):
        PostgresSessionStore(
            address,
            migrate=True,
            migrations=(*schema.MIGRATIONS, ADD_COLOUR, "CREATE TABLE understudy.store ()"),
        )
    PostgresSessionStore(address).close()


def test_processes_that_migrate_at_the_same_time_all_succeed(postgres: PostgresServer) -> None:
    with postgres.new_database() as address:
        counts: list[int] = []

        def migrate() -> None:
            connections = Connections(address, max_connections=1, reconnect_timeout_s=PATIENT_S)
            counts.append(schema.migrate_database(connections))
            connections.close()

        threads = [threading.Thread(target=migrate) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(PATIENT_S)
        assert sorted(counts) == [0, 0, 0, len(schema.MIGRATIONS)]


def test_what_text_cannot_hold_is_escaped(address: str) -> None:
    nul = "a\0b\\0c\\"
    with PostgresSessionStore(address) as store:
        made = store.create("s", "/sr\\v", ["/ro\0ot"], settings={"na\0me": nul}, owner=nul)
        assert store.get("s", owner=nul) == made
        changed = store.append("s", [b'{"text":"\0"}'], title=nul, owner=nul)
        assert changed.title == nul
        assert store.get("s", owner=nul) == changed
        assert [event.data for event in store.events("s", owner=nul)] == [b'{"text":"\0"}']
        assert store.list(cwd="/sr\\v", roots=("/ro\0ot",), cursor=None, limit=9, owner=nul).sessions == (
            changed,
        )
        assert store.acquire("s", nul, 600, owner=nul) == store.holder("s", owner=nul)
        assert store.get("s", owner="a\\0b\\0c\\") is None


@pytest.mark.parametrize("text", ["", "plain", "\0", "\\", "\\0", "\\\\0\0", "a\\\nb\0"])
def test_escaped_text_comes_back(text: str) -> None:
    assert schema.decode_text(schema.encode_text(text)) == text
    assert "\0" not in schema.encode_text(text)


def test_a_process_that_stops_in_a_transaction_blocks_nobody_for_long(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert 1000 <= IDLE_TRANSACTION_TIMEOUT_MS <= 10_000
    monkeypatch.setattr(schema, "IDLE_TRANSACTION_TIMEOUT_MS", 50)
    with PostgresSessionStore(address) as store, psycopg.connect(address) as stopped:
        store.create("s", "/srv", [])
        assert schema.find_session(stopped, "s", "", lock=True) is not None
        assert store.append("s", [b"1"]).events == 1  # waits for the lock until the server ends `stopped`
        stopped.close()


def test_many_threads_share_few_connections_of_pgbouncer(address: str, pgbouncer: PgBouncer) -> None:
    database = address.partition("@/")[2].partition("?")[0]
    with PostgresSessionStore(pgbouncer.address(database), reconnect_timeout_s=PATIENT_S) as store:
        for name in range(6):
            store.create(f"s{name}", "/srv", [])

        def write(name: int) -> None:
            for number in range(15):
                store.append(f"s{name}", [b"%d" % number], expected=number, key=f"{name}-{number}")

        threads = [threading.Thread(target=write, args=(name,)) for name in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(PATIENT_S)
        for name in range(6):
            assert data(store, f"s{name}") == [b"%d" % number for number in range(15)]


WRITER = """
import sys
from understudy.chat.postgres import PostgresSessionStore
store = PostgresSessionStore(sys.argv[1])
lease = store.acquire("s", "child", 0)
number = 0
while True:
    store.append("s", [b"%d" % number, b"half"], epoch=lease.epoch, expected=2 * number, key=str(number))
    print(number, flush=True)
    number += 1
"""


def test_a_killed_holder_leaves_whole_appends_and_is_fenced(address: str) -> None:
    with PostgresSessionStore(address) as store:
        store.create("s", "/srv", [])
        child = subprocess.Popen([sys.executable, "-c", WRITER, address], stdout=subprocess.PIPE, text=True)
        assert child.stdout is not None
        try:
            for line in child.stdout:
                if line == "20\n":
                    break
            os.kill(child.pid, signal.SIGSTOP)
            mine = store.acquire("s", "parent", 600)
            before = data(store, "s")
            os.kill(child.pid, signal.SIGCONT)
            child.wait(PATIENT_S)  # its next append raises LeaseLost
        finally:
            child.kill()
            child.communicate()
        assert child.returncode == 1
        assert data(store, "s") == before
        assert len(before) % 2 == 0
        assert before[::2] == [b"%d" % number for number in range(len(before) // 2)]
        with pytest.raises(LeaseLost):
            store.append("s", [b"late"], epoch=mine.epoch - 1)


def test_opening_the_store_deletes_old_sessions_that_never_had_a_prompt(address: str) -> None:
    now = 1_800_000_000.0
    with PostgresSessionStore(address, clock=lambda: now) as store:
        for name in ("old", "prompted", "titled", "archived", "leased"):
            store.create(name, "/srv", [], settings={"mode": "ask"})
        store.append("prompted", [b"1"])
        store.change("titled", title="Mine")
        store.change("archived", settings={"archived": "yes"})
        store.acquire("leased", "one", 2 * UNPROMPTED_MAX_AGE_S)
    with PostgresSessionStore(address, clock=lambda: now + UNPROMPTED_MAX_AGE_S - 1) as store:
        assert store.get("old") is not None
        store.create("new", "/srv", [])
    with PostgresSessionStore(address, clock=lambda: now + UNPROMPTED_MAX_AGE_S + 1) as store:
        left = {one.id for one in store.list(cwd=None, roots=None, cursor=None, limit=10).sessions}
    assert left == {"prompted", "titled", "archived", "leased", "new"}
