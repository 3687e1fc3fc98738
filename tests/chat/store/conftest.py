"""A store in a temporary folder, and other processes that use it."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from postgres_server import needs_postgres
from understudy.chat.postgres import PostgresSessionStore
from understudy.chat.sqlite import SqliteSessionStore
from understudy.chat.store import SessionStore

CHILD = Path(__file__).with_name("store_child.py")

Start = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "state" / "understudy"


@pytest.fixture
def store(folder: Path) -> Iterator[SqliteSessionStore]:
    with SqliteSessionStore(folder) as opened:
        yield opened


class Clock:
    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def advance(self, seconds: float) -> None:
        self.now += seconds


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def advance(clock: Clock) -> Callable[[float], None]:
    return clock.advance


OpenStore = Callable[..., SessionStore]


@pytest.fixture(
    params=[
        "sqlite",
        pytest.param("postgres", marks=needs_postgres),
        pytest.param("pgbouncer", marks=needs_postgres),
    ]
)
def open_each(request: pytest.FixtureRequest, folder: Path) -> Iterator[OpenStore]:
    """Open a store of each kind; all that one test opens have the same content, empty at first."""
    opened: list[SessionStore] = []
    if request.param != "sqlite":
        request.getfixturevalue("postgres").execute(
            "TRUNCATE understudy.sessions, understudy.usage, understudy.tokens CASCADE", "shared"
        )

    def open_store(**options: Any) -> SessionStore:
        if request.param == "sqlite":
            store: SessionStore = SqliteSessionStore(folder, **options)
        else:
            store = PostgresSessionStore(request.getfixturevalue(request.param).address("shared"), **options)
        opened.append(store)
        return store

    yield open_store
    for store in opened:
        store.close()


@pytest.fixture
def each_store(open_each: OpenStore) -> SessionStore:
    return open_each()


@pytest.fixture
def timed_store(open_each: OpenStore, clock: Clock) -> SessionStore:
    """A store whose time passes only with `advance`."""
    return open_each(clock=lambda: clock.now)


@pytest.fixture
def start(folder: Path) -> Iterator[Start]:
    """Start a process in a role of store_child; it waits for a line on its stdin."""
    started: list[subprocess.Popen[str]] = []

    def run(role: str, *words: str, where: Path | None = None, **options: Any) -> "subprocess.Popen[str]":
        child = subprocess.Popen(
            [sys.executable, str(CHILD), role, str(where or folder), *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            **options,
        )
        started.append(child)
        return child

    yield run
    for child in started:
        child.kill()
        child.communicate(timeout=240)


@pytest.fixture
def together(start: Start) -> Callable[..., list[list[str]]]:
    """Run several roles at the same time; the lines that each printed. All of them must end well."""

    def run(*roles: tuple[str, ...]) -> list[list[str]]:
        children = [start(*role) for role in roles]
        for child in children:
            assert child.stdin is not None
            child.stdin.write("\n")
            child.stdin.flush()
        outputs = [child.communicate(timeout=240)[0].splitlines()[1:] for child in children]
        assert [child.returncode for child in children] == [0] * len(children)
        return outputs

    return run
