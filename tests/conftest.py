"""Fixtures of all tests: folders, and a workspace over them."""

import gc
import itertools
import os
import re
import shutil
import signal
import sys
import threading
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from _pytest.runner import runtestprotocol
from hypothesis import settings

from understudy.tools import TOOLS, Call
from understudy.workspace import Workspace

if TYPE_CHECKING:
    from postgres_server import PgBouncer, PostgresServer

# Random examples locally, the same ones in CI, so that a commit always gives the same result.
# No deadline: a slow machine must not fail a test.
settings.register_profile("everyone", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.register_profile("mutants", deadline=None, derandomize=True, max_examples=10)  # see tests/mutation
settings.load_profile(
    os.environ.get("UNDERSTUDY_TEST_PROFILE") or ("ci" if os.environ.get("CI") else "everyone")
)
# An exception of a rule is a failure here, in agents that a test starts as well; users get a log line instead.
os.environ.setdefault("UNDERSTUDY_RAISE_RULE_ERRORS", "1")
# A slow machine must not change the suggestions of the agents that tests start.
os.environ.setdefault("UNDERSTUDY_NES_CPU_S", "5")
# Commands of tests start the interpreter itself, not the script of a version manager, which starts 40 processes.
_found = shutil.which("python3")
if _found is not None and Path(_found).read_bytes()[:2] == b"#!":
    _folder = Path(sys.executable).resolve().parent
    if (_folder / "python3").exists():
        os.environ["PATH"] = f"{_folder}{os.pathsep}{os.environ['PATH']}"
# Nothing that is made while tests are collected is garbage; `pytest_collection_finish` enables it again.
gc.disable()

SLOW_FOLDERS = (
    "web/browser",
    "conformance",
    "acp",
    "client",
    "cli",
    "serve",
    "web",
    "mcp",
    "replay",
    "peers",
)
"""Run first, in this order: their tests start browsers, servers and agents, and no worker shall be left with one of
them at the end."""


REPORTED_S = 0.5
"""A setup or teardown that took this long is reported."""
MAX_FOLDER_NAME = 30
_numbers = itertools.count()


@pytest.fixture(scope="session", autouse=True)
def default_sigint() -> Iterator[None]:
    """Handle SIGINT even if the tests were started with it ignored, as in the background or by some CI systems.

    Programs that tests start would inherit the ignored signal, and Control-C could not end them.
    """
    before = signal.getsignal(signal.SIGINT)
    if before is signal.SIG_IGN and threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.default_int_handler)
        yield
        signal.signal(signal.SIGINT, before)
    else:
        yield


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the slow folders first. The tests of a module stay together and in order."""
    folders = [Path(__file__).parent / name for name in SLOW_FOLDERS]

    def place(path: Path) -> int:
        return next((place for place, folder in enumerate(folders) if folder in path.parents), len(folders))

    places = {path: place(path) for path in {item.path for item in items}}
    items.sort(key=lambda item: places[item.path])


def pytest_collection_finish() -> None:
    """Exclude what exists before the first test from garbage collection.

    The modules of all tests are more than a million objects, which every full collection visits: half a second.
    Collections are rarer than by default: 3 percent of the CPU time of tests that allocate much.
    """
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
    gc.enable()


def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """In a worker of pytest-xdist, send its controller only what that needs: 0.5 ms of CPU time less for each test.

    Of a test that passes, that is the report of its call. By default there are five messages more: its start, its
    end, its setup and its teardown. Those reports are sent if they are not of a success, if they took long (for
    `--durations`) or if something was printed; the file of `--junitxml` has the durations of all of them.
    """
    if not hasattr(item.config, "workerinput") or item.config.option.xmlpath:
        return None
    for report in runtestprotocol(item, log=False, nextitem=nextitem):
        needed = report.when == "call" or not report.passed or report.duration >= REPORTED_S
        if needed or report.sections:
            item.ihook.pytest_runtest_logreport(report=report)
    return True


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """With UNDERSTUDY_NO_SKIPS, fail skipped tests: that machine has everything they need."""
    report = yield
    if report.skipped and os.environ.get("UNDERSTUDY_NO_SKIPS"):
        report.outcome = "failed"
        report.longrepr = f"{item.nodeid} was skipped, and here nothing may be: {report.longrepr}"
    return report


@pytest.fixture(scope="session")
def postgres() -> "Iterator[PostgresServer]":
    """A PostgreSQL server for the tests of this process, with a migrated database `shared`."""
    from postgres_server import PostgresServer
    from understudy.chat.postgres import PostgresSessionStore

    server = PostgresServer()
    server.execute("CREATE DATABASE shared")
    PostgresSessionStore(server.address("shared"), migrate=True).close()
    yield server
    server.close()


@pytest.fixture(scope="session")
def pgbouncer(postgres: "PostgresServer") -> "Iterator[PgBouncer]":
    """PgBouncer in transaction mode in front of `postgres`."""
    from postgres_server import PgBouncer

    bouncer = PgBouncer(postgres)
    yield bouncer
    bouncer.close()


@pytest.fixture
def tmp_path(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """As pytest's own, which lists the folders of all earlier tests: 3 ms for each test when there are 4,000."""
    name = re.sub(r"\W", "_", request.node.name)[:MAX_FOLDER_NAME]
    folder = tmp_path_factory.getbasetemp() / f"{name}{next(_numbers)}"
    folder.mkdir(mode=0o700)
    return folder


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    """A folder that no workspace of the test may reach, with a secret in it."""
    folder = tmp_path / "outside"
    folder.mkdir()
    (folder / "secret.txt").write_text("outside secret\n")
    return folder


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "root"
    folder.mkdir()
    return folder.resolve()


@pytest.fixture
def second(tmp_path: Path) -> Path:
    folder = tmp_path / "second"
    folder.mkdir()
    return folder.resolve()


@pytest.fixture
def workspace(root: Path, second: Path) -> Iterator[Workspace]:
    with Workspace([root, second]) as opened:
        yield opened


@pytest.fixture
def call(workspace: Workspace) -> Callable[..., Any]:
    """Call a tool by name with plain arguments, as the CLI, MCP and the chat do."""

    def run(name: str, /, *, using: Call | None = None, **arguments: Any) -> Any:
        return TOOLS[name].call(workspace, arguments, using)

    return run
