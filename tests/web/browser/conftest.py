"""A real browser in front of a real `understudy web`, with a real agent behind it."""

import os
import re
import shutil
import socket
import subprocess
from collections.abc import Generator, Sequence
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import BrowserContext, Page, ViewportSize, expect, sync_playwright

from forked_command import ForkedProgram
from understudy.web import BUILT_INDEX_FILE
from workbench_page import OpenWorkbench, SharedServer, StartServer, WorkbenchPage

TIMEOUT_MS = 120_000
"""For anything to appear; a busy machine is not a failure."""
DISABLED_FEATURES = (
    # With it, Chromium compiles the page's scripts for every tab although it has stored them compiled: 0.4 s.
    "BackgroundResourceFetch",
    # Playwright disables these. Of two lists Chromium reads the last one.
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
)
CHROMIUM_FLAGS = (
    f"--disable-features={','.join(DISABLED_FEATURES)}",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    # A tab lives for seconds: to optimize its scripts, and to compile functions before they are called, takes more
    # CPU time than it saves.
    "--js-flags=--single-threaded,--no-opt,--no-maglev,--max-lazy",
)
VIEWPORT: Final[ViewportSize] = {"width": 1360, "height": 860}
STORAGE_TYPES = "local_storage,indexeddb,service_workers,cache_storage,websql,file_systems"
expect.set_options(timeout=TIMEOUT_MS)
CHROMIUM_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first has no window around the page, which takes a tenth of the CPU time of these tests to draw."""
_CHROMIUM = next(filter(None, map(shutil.which, CHROMIUM_NAMES)), None)
_failed = pytest.StashKey[bool]()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if _CHROMIUM is None:
        reason = "no Chromium is installed (Debian: apt-get install chromium)"
    elif not BUILT_INDEX_FILE.exists():
        reason = "the page is not built (make install with Node 20+)"
    else:
        return
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.skip(reason=reason))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.failed:
        item.stash[_failed] = True
    return report


@pytest.fixture(scope="package")
def browser_context(tmp_path_factory: pytest.TempPathFactory) -> Generator[BrowserContext]:
    """One profile for all tests of this folder, so that Chromium compiles the scripts of the page once.

    Not for the session: while Playwright runs, `asyncio.run` fails.
    """
    with sync_playwright() as playwright:
        context = playwright.chromium.launch_persistent_context(
            tmp_path_factory.mktemp("profile"),
            executable_path=_CHROMIUM,
            args=CHROMIUM_FLAGS,
            viewport=VIEWPORT,
            reduced_motion="reduce",
        )
        yield context
        context.close()


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


@pytest.fixture(scope="package")
def ports() -> tuple[int, int]:
    """Of the servers that modules share, and of those that tests start. Chromium stores its cache by port."""
    return _free_port(), _free_port()


class ServerProcesses:
    """Processes of `understudy web` with a home folder of their own, terminated together."""

    def __init__(self, home: Path, port: int) -> None:
        home.mkdir()
        self._port = port
        names = ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME")
        folders = {name: str(home) for name in names}
        self._environ = {k: v for k, v in os.environ.items() if not k.endswith("_API_KEY")} | folders
        self._processes: list[ForkedProgram[str]] = []

    def start(
        self, *roots: Path, arguments: Sequence[str] = (), environ: dict[str, str] | None = None
    ) -> str:
        """Return the URL with the token."""
        port, self._port = self._port, 0  # a second server gets any port
        url = self._start(port, roots, arguments, environ) or self._start(0, roots, arguments, environ)
        assert url is not None, f"the server exited with {self._processes[-1].wait()}"
        return url

    def _start(
        self, port: int, roots: Sequence[Path], arguments: Sequence[str], environ: dict[str, str] | None
    ) -> str | None:
        """Return None if the server exits, as it does if another process has taken the port."""
        first, *others = roots or (None,)
        words = ["web", "--no-browser", "--port", str(port), *([str(first)] if first else [])]
        words += [word for other in others for word in ("--add-dir", str(other))]
        process = ForkedProgram[str](
            *words,
            *arguments,
            stderr=subprocess.DEVNULL,
            text=True,
            env={**self._environ, **(environ or {})},
        )
        self._processes.append(process)
        assert process.stdout is not None
        for line in process.stdout:
            if found := re.search(r"http://\S+", line):
                return found[0]
        return None

    def stop(self) -> None:
        for process in self._processes:
            process.terminate()
        for process in self._processes:
            try:
                process.wait(60)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            assert process.stdout is not None
            process.stdout.close()


@pytest.fixture
def start_server(tmp_path: Path, ports: tuple[int, int]) -> Generator[StartServer]:
    """For a test that needs a server of its own: other folders, other options, or an empty home folder."""
    servers = ServerProcesses(tmp_path / "home", ports[1])
    yield servers.start
    servers.stop()


@pytest.fixture(scope="module")
def server_arguments() -> Sequence[str]:
    """Further arguments of the shared server; a module may override this."""
    return ()


@pytest.fixture(scope="module")
def shared_server(
    tmp_path_factory: pytest.TempPathFactory, server_arguments: Sequence[str], ports: tuple[int, int]
) -> Generator[SharedServer]:
    """One server for the tests of a module. Each page has an agent process of its own anyway."""
    base = tmp_path_factory.mktemp("shared")
    folder = base / "project"
    folder.mkdir()
    servers = ServerProcesses(base / "home", ports[0])
    # What one test rejects must not make the next one less certain.
    settings = base / "home" / "understudy" / "config.toml"
    settings.parent.mkdir()
    settings.write_text("[nes]\nremember = false\n")
    yield SharedServer(servers.start(folder, arguments=server_arguments), folder)
    servers.stop()


@pytest.fixture
def project(shared_server: SharedServer) -> Path:
    """The folder that the shared server opens, without the files of earlier tests."""
    for entry in shared_server.folder.iterdir():
        shutil.rmtree(entry) if entry.is_dir() else entry.unlink()
    return shared_server.folder


@pytest.fixture
def open_workbench(shared_server: SharedServer, page: Page, root: Path) -> OpenWorkbench:
    """Open the page on `root`, which a module fills from `project`."""
    assert root == shared_server.folder
    return lambda: WorkbenchPage(page).open(shared_server.url)


@pytest.fixture
def page_errors() -> list[str]:
    """Errors that the page logs, and violations of its own policy. A test that causes some removes them."""
    return []


@pytest.fixture
def page(
    browser_context: BrowserContext,
    ports: tuple[int, int],
    page_errors: list[str],
    tmp_path: Path,
    request: pytest.FixtureRequest,
) -> Generator[Page]:
    """A tab without anything that earlier tests stored, which must end without errors.

    A failed test leaves a screenshot.
    """
    page = browser_context.new_page()
    _clear_storage(page, ports)
    page.set_default_timeout(TIMEOUT_MS)
    page.on("console", lambda line: page_errors.append(line.text) if line.type == "error" else None)
    page.on("pageerror", lambda error: page_errors.append(str(error)))
    yield page
    if request.node.stash.get(_failed, False):
        page.screenshot(path=tmp_path / "end.png")
    page.close()
    assert page_errors == []


def _clear_storage(page: Page, ports: Sequence[int]) -> None:
    """Delete cookies, permissions and what pages stored, but not the cache of scripts."""
    page.context.clear_cookies()
    page.context.clear_permissions()
    session = page.context.new_cdp_session(page)
    for host in ("127.0.0.1", "localhost"):
        for port in ports:
            origin = {"origin": f"http://{host}:{port}", "storageTypes": STORAGE_TYPES}
            session.send("Storage.clearDataForOrigin", origin)
    session.detach()
