"""Addresses of session stores."""

import builtins
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from postgres_server import PostgresServer, needs_postgres
from understudy.chat import describe_store, is_shared_store, migrate_store, open_store
from understudy.chat.store import StoreDenied, StoreOutdated


def test_an_address_of_sqlite_names_a_folder(tmp_path: Path) -> None:
    address = f"sqlite:{tmp_path}/state"
    migrate_store(address)
    store = open_store(address)
    store.create("a", "/srv", [])
    store.close()
    assert (tmp_path / "state" / "sessions.db").exists()
    assert not is_shared_store(address)


@needs_postgres
def test_an_address_of_postgresql_is_migrated_on_request_only(postgres: PostgresServer) -> None:
    with postgres.new_database() as address:
        with pytest.raises(StoreOutdated):
            open_store(address)
        migrate_store(address)
        store = open_store(address)
        store.create("a", "/srv", [])
        store.close()
        assert is_shared_store(address)


@pytest.mark.parametrize("address", ["", "sqlite", "sqlite:", "/srv", "mysql://host/db", "file:x"])
def test_other_addresses_are_rejected_with_the_ones_there_are(address: str) -> None:
    with pytest.raises(StoreDenied, match="sqlite:FOLDER or postgresql://"):
        open_store(address)


def test_a_missing_library_is_named_with_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    importing = builtins.__import__

    def without_psycopg(name: str, *more: Any) -> Any:
        if name == "understudy.chat.postgres":
            raise ModuleNotFoundError("No module named 'psycopg'", name="psycopg")
        return importing(name, *more)

    monkeypatch.setattr(builtins, "__import__", without_psycopg)
    with pytest.raises(StoreDenied, match=r"psycopg.*\[postgres\]"):
        open_store("postgresql://host/db")


def test_a_description_has_neither_user_nor_password() -> None:
    assert describe_store("postgresql://me:se@cret@host:5432/db?password=x") == "postgresql://host:5432/db"
    assert describe_store("sqlite:/srv") == "sqlite:/srv"


def test_a_local_store_does_not_load_the_library_of_postgresql(tmp_path: Path) -> None:
    code = (
        "import sys; from understudy.chat import open_store; open_store(sys.argv[1]).close();"
        "print([name for name in ('psycopg', 'psycopg_pool', 'asyncio') if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, f"sqlite:{tmp_path}"],
        capture_output=True,
        text=True,
        check=True,
        timeout=240,
    )
    assert done.stdout == "[]\n"
