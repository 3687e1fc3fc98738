"""A damaged store is set aside and reported; anything else is left where it is."""

import os
import shutil
import sqlite3
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from understudy.chat.sqlite import SqliteSessionStore
from understudy.chat.store import NoSession, StoreDamaged, StoreDenied, StoreForeign, StoreNewer

Together = Callable[..., list[list[str]]]
Start = Callable[..., "subprocess.Popen[str]"]


def aside(folder: Path) -> list[Path]:
    return sorted(
        path for path in folder.glob("sessions.db.damaged-*") if not path.name.endswith(("-wal", "-shm"))
    )


def filled(folder: Path, sessions: int = 3) -> Path:
    with SqliteSessionStore(folder) as store:
        for number in range(sessions):
            store.create(f"s{number}", "/srv", [])
            store.append(f"s{number}", [b'{"x":"%s"}' % (b"y" * 900)] * 200)
    return folder / "sessions.db"


def spoil(file: Path, at: int, length: int = 4096) -> None:
    with file.open("r+b") as stream:
        stream.seek(at)
        stream.write(b"\xa5" * length)


def garbage(file: Path) -> None:
    file.write_bytes(b"this was never a database\n" * 1000)


def truncated(file: Path) -> None:
    os.truncate(file, file.stat().st_size // 2)


def cut_in_a_page(file: Path) -> None:
    os.truncate(file, 5000)


def spoilt_schema(file: Path) -> None:
    spoil(file, 200, 3800)


def lost_table(file: Path) -> None:
    connection = sqlite3.connect(file)
    connection.execute("DROP TABLE events")
    connection.commit()
    connection.close()


@pytest.mark.parametrize("damage", [garbage, truncated, cut_in_a_page, spoilt_schema, lost_table])
def test_a_damaged_database_is_set_aside_and_a_new_one_begins(
    folder: Path, damage: Callable[[Path], None]
) -> None:
    file = filled(folder)
    damage(file)
    before = file.read_bytes()
    with SqliteSessionStore(folder) as store:
        assert aside(folder) == [store.damaged_path]
        assert store.notice is not None
        assert str(store.damaged_path) in store.notice
        assert store.list(cwd=None, roots=None, cursor=None, limit=9).sessions == ()
        store.create("new", "/srv", [])
    assert aside(folder)[0].read_bytes() == before
    with SqliteSessionStore(folder) as store:
        assert store.damaged_path is store.notice is None
        assert store.get("new") is not None


def test_a_second_damage_overwrites_nothing(folder: Path) -> None:
    for _ in range(2):
        garbage(filled(folder))
        SqliteSessionStore(folder).close()
    assert len(aside(folder)) == 2


def test_the_write_ahead_log_is_set_aside_with_its_database(folder: Path) -> None:
    file = filled(folder)
    garbage(file)
    (folder / "sessions.db-wal").write_bytes(b"log")
    with SqliteSessionStore(folder) as store:
        assert store.damaged_path is not None
        assert Path(f"{store.damaged_path}-wal").read_bytes() == b"log"


def test_a_log_without_its_database_is_kept(folder: Path) -> None:
    file = filled(folder)
    file.unlink()
    (folder / "sessions.db-wal").write_bytes(b"log")
    with SqliteSessionStore(folder) as store:
        assert store.damaged_path is not None
        assert Path(f"{store.damaged_path}-wal").read_bytes() == b"log"
        store.create("new", "/srv", [])


def test_an_empty_file_is_a_new_store(folder: Path) -> None:
    folder.mkdir(parents=True)
    (folder / "sessions.db").touch()
    with SqliteSessionStore(folder) as store:
        store.create("a", "/srv", [])
        assert store.damaged_path is None
    assert aside(folder) == []


def test_damage_found_while_reading_is_reported_and_set_aside_at_the_next_opening(folder: Path) -> None:
    file = filled(folder)
    spoil(file, file.stat().st_size // 2 // 4096 * 4096, 20 * 4096)
    with SqliteSessionStore(folder) as store:
        assert store.damaged_path is None  # not every page is looked at each time
        with pytest.raises(StoreDamaged, match="Start Understudy again"):
            for number in range(3):
                list(store.events(f"s{number}"))
    with SqliteSessionStore(folder) as store:
        assert aside(folder) == [store.damaged_path]
    with SqliteSessionStore(folder) as store:
        assert store.damaged_path is None


def test_an_unreadable_row_does_not_block_the_store_forever(folder: Path) -> None:
    file = filled(folder)
    connection = sqlite3.connect(file)
    connection.execute("UPDATE sessions SET roots = 'nonsense' WHERE id = 's1'")
    connection.commit()
    connection.close()
    with SqliteSessionStore(folder) as store:
        assert store.get("s0") is not None
        with pytest.raises(StoreDamaged, match="s1"):
            store.list(cwd=None, roots=None, cursor=None, limit=9)
    with SqliteSessionStore(folder) as store:
        assert store.damaged_path is not None


def test_a_false_alarm_sets_nothing_aside(folder: Path) -> None:
    filled(folder)
    (folder / "sessions.suspect").touch()
    with SqliteSessionStore(folder) as store:
        assert store.damaged_path is None
        assert store.get("s2") is not None
    assert not (folder / "sessions.suspect").exists()


def test_processes_that_see_the_damage_together_set_aside_only_the_damage(
    folder: Path, together: Together
) -> None:
    garbage(filled(folder))
    before = (folder / "sessions.db").read_bytes()
    printed = together(*(("open_and_create", f"new{n}") for n in range(4)))
    assert [path.read_bytes() for path in aside(folder)] == [before]
    assert sorted(line == "None" for [line] in printed) == [False, True, True, True]
    with SqliteSessionStore(folder) as store:
        found = {session.id for session in store.list(cwd=None, roots=None, cursor=None, limit=9).sessions}
    assert found == {f"new{n}" for n in range(4)}


def test_a_store_that_was_set_aside_by_another_process_continues_in_the_new_file(folder: Path) -> None:
    file = filled(folder)
    with SqliteSessionStore(folder) as old:
        old.append("s0", [b"{}"] * 400)
        reader = old.events("s0")
        next(reader)
        for end in ("", "-wal", "-shm"):
            os.rename(f"{file}{end}", f"{file}.damaged-by-hand{end}")
        with SqliteSessionStore(folder) as new:
            new.create("b", "/srv", [])
            with pytest.raises(NoSession):
                old.append("s0", [b"{}"])
            assert old.get("b") is not None
            with pytest.raises(NoSession):
                list(reader)
            old.append("b", [b"{}"])
            assert [event.seq for event in new.events("b")] == [1]
    with SqliteSessionStore(folder) as again:
        assert [event.seq for event in again.events("b")] == [1]


def test_a_store_of_a_newer_version_is_refused_and_not_touched(folder: Path) -> None:
    file = filled(folder)
    connection = sqlite3.connect(file)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    with pytest.raises(StoreNewer, match="Upgrade Understudy") as refused:
        SqliteSessionStore(folder)
    assert refused.value.code == "store_newer"
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_a_store_that_becomes_newer_while_it_is_open_is_not_written(
    store: SqliteSessionStore, folder: Path
) -> None:
    store.create("a", "/srv", [])
    connection = sqlite3.connect(folder / "sessions.db")
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(StoreNewer):
        store.append("a", [b"{}"])
    found = store.get("a")
    assert found is not None
    assert found.events == 0


def test_a_database_of_another_program_is_left_alone(folder: Path) -> None:
    folder.mkdir(parents=True)
    connection = sqlite3.connect(folder / "sessions.db")
    connection.execute("CREATE TABLE recipes (name)")
    connection.commit()
    connection.close()
    before = (folder / "sessions.db").read_bytes()
    with pytest.raises(StoreForeign):
        SqliteSessionStore(folder)
    assert (folder / "sessions.db").read_bytes() == before
    assert aside(folder) == []


@pytest.mark.parametrize("name", ["sessions.db", "sessions.db-wal", "sessions.lock"])
def test_a_link_instead_of_a_file_is_not_followed(folder: Path, outside: Path, name: str) -> None:
    folder.mkdir(parents=True)
    target = outside / "secret.txt"
    (folder / name).symlink_to(target)
    with pytest.raises(StoreDenied) as refused:
        SqliteSessionStore(folder)
    assert refused.value.code == "store_denied"
    assert target.read_text() == "outside secret\n"
    assert (folder / name).is_symlink()


def test_a_folder_instead_of_the_file_is_rejected(folder: Path) -> None:
    (folder / "sessions.db").mkdir(parents=True)
    with pytest.raises(StoreDenied, match="not a regular file"):
        SqliteSessionStore(folder)


def test_a_folder_that_cannot_be_made_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreDenied):
        SqliteSessionStore(tmp_path / "file" / "state")


@pytest.fixture
def open_to_all() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="understudy-store-"))
    yield folder
    shutil.rmtree(folder)


def test_a_file_that_we_may_not_read_is_refused_and_stays(open_to_all: Path, start: Start) -> None:
    file = open_to_all / "sessions.db"
    garbage(file)
    file.chmod(0)
    open_to_all.chmod(0o777)
    # Root may read everything, so the one who tries is somebody else.
    child = start("open_as_somebody_else", where=open_to_all)
    assert child.communicate("\n", timeout=240)[0] == "begun\nstore_denied\n"
    assert file.exists()
    assert aside(open_to_all) == []
