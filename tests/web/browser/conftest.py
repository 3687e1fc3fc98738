"""A real browser in front of a real `understudy web`, with a real agent behind it."""

import contextlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Generator, Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from understudy.web import BUILT_INDEX_FILE
from workbench_page import Serve

PATIENCE = 20_000
"""Milliseconds that anything may take to appear; a busy machine is no failure."""
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
expect.set_options(timeout=PATIENCE)
_FOUND = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here not in item.path.parents:
            continue
        if _FOUND is None:
            item.add_marker(
                pytest.mark.skip(reason="no Chromium is installed (Debian: apt-get install chromium)")
            )
        elif not BUILT_INDEX_FILE.exists():
            item.add_marker(pytest.mark.skip(reason="the page is not built (make install with Node 20+)"))


@pytest.fixture(scope="module")
def browser() -> Generator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=_FOUND, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def serve(tmp_path: Path) -> Generator[Serve]:
    """Start `understudy web` on folders; gives the address with the token. Ended with the test."""
    home = tmp_path / "home"
    home.mkdir()
    environ = {**os.environ, "HOME": str(home), "XDG_CONFIG_HOME": str(home), "XDG_DATA_HOME": str(home)}
    environ = {name: value for name, value in environ.items() if not name.endswith("_API_KEY")}
    with contextlib.ExitStack() as running:

        def start(
            *roots: Path, more: Sequence[str] = (), port: int = 0, env: dict[str, str] | None = None
        ) -> str:
            first, *others = roots or (None,)
            command = [
                sys.executable,
                "-m",
                "understudy.cli.main",
                "web",
                "--no-browser",
                "--port",
                str(port),
            ]
            command += [str(first)] if first else []
            command += [word for other in others for word in ("--add-dir", str(other))]
            process = subprocess.Popen(
                [*command, *more],
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                env={**environ, **(env or {})},
            )
            running.callback(_end, process)
            assert process.stdout is not None
            for line in process.stdout:
                if found := re.search(r"http://\S+", line):
                    return found[0]
            raise AssertionError(f"the server ended with {process.wait()}")

        yield start


def _end(process: "subprocess.Popen[str]") -> None:
    process.terminate()
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    assert process.stdout is not None
    process.stdout.close()


@pytest.fixture
def troubles() -> list[str]:
    """What the page logs as an error, or breaks of its own policy. A test that causes some takes them out."""
    return []


@pytest.fixture
def page(browser: Browser, troubles: list[str], tmp_path: Path) -> Generator[Page]:
    """A fresh tab, which must end without troubles. How it looked at the end is kept beside the test's files."""
    context = browser.new_context(viewport={"width": 1360, "height": 860}, reduced_motion="reduce")
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.on("console", lambda said: troubles.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: troubles.append(str(error)))
    yield page
    page.screenshot(path=tmp_path / "end.png")
    context.close()
    assert troubles == []
