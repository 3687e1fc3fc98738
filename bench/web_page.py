"""The workbench: time from its start to the first paint, compared with Python's own file server and a tiny page."""

import re
import shutil
import statistics
import subprocess
import sys
import time
import urllib.request
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from bench.acp_client import agent_environ
from bench.goal import goal
from bench.measure import NotInstalled, Row
from understudy.web import BUILT_INDEX_FILE

__all__ = ["measure_web", "open_browser", "workbench_server"]

ROUNDS = 7
PEER = "`python -m http.server`"
PAINT = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]


def measure_web(work: Path) -> list[Row]:
    root, home = work / "web-root", work / "web-home"
    for folder in (root, home):
        folder.mkdir(exist_ok=True)
    (root / "index.html").write_text("<!doctype html><title>peer</title><p>word</p>\n")
    ours: list[tuple[float, float]] = []
    peer: list[tuple[float, float]] = []
    with open_browser() as browser:
        for turn in range(ROUNDS + 1):
            with workbench_server(root, home) as (url, started):
                mine = (started, _painted(browser, url))
            with _file_server(root, home) as (url, started):
                theirs = (started, _painted(browser, url))
            if turn:  # the first fills the caches
                ours.append(mine)
                peer.append(theirs)
    rows: list[Row] = []
    for column, what in enumerate(("`understudy web` started and answering", "first paint of the workbench")):
        mine, theirs = (statistics.median(times[column] for times in side) for side in (ours, peer))
        met = column == 0 or mine < 1
        words = "-" if column == 0 else goal("< 1 s", met)
        shown = f"{PEER} {theirs * 1000:.0f} ms"
        rows.append(Row(what, f"{mine * 1000:.0f} ms", shown, f"{mine / theirs:.2f}", words))
    return rows


@contextmanager
def open_browser() -> Generator[Browser]:
    """Raises NotInstalled."""
    chromium = shutil.which("chromium")
    if chromium is None:
        raise NotInstalled("Chromium is not installed")
    if not BUILT_INDEX_FILE.exists():
        raise NotInstalled("the page is not built: make install")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def workbench_server(root: Path, home: Path, *arguments: str) -> Generator[tuple[str, float]]:
    command = [sys.executable, "-m", "understudy.cli.main", "web", str(root), "--no-browser", "--port", "0"]
    command += arguments
    begin = time.perf_counter()
    server = subprocess.Popen(command, env=agent_environ(home), stdout=subprocess.PIPE, text=True)
    try:
        found = re.search(r"http://\S+", server.stdout.readline() if server.stdout else "")
        if found is None:
            raise RuntimeError("The workbench did not start.")
        _fetch(found[0])
        yield found[0], time.perf_counter() - begin
    finally:
        server.terminate()
        server.wait(20)


@contextmanager
def _file_server(root: Path, home: Path) -> Generator[tuple[str, float]]:
    command = [
        sys.executable,
        "-u",
        "-m",
        "http.server",
        "--bind",
        "127.0.0.1",
        "--directory",
        str(root),
        "0",
    ]
    begin = time.perf_counter()
    server = subprocess.Popen(
        command, env=agent_environ(home), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    try:
        found = re.search(r"port (\d+)", server.stdout.readline() if server.stdout else "")
        if found is None:
            raise RuntimeError("The peer did not start.")
        url = f"http://127.0.0.1:{found[1]}/"
        _fetch(url)
        yield url, time.perf_counter() - begin
    finally:
        server.terminate()
        server.wait(20)


def _fetch(url: str) -> None:
    """With cookies: the address with the token leads to the page by way of one."""
    with urllib.request.build_opener(urllib.request.HTTPCookieProcessor()).open(url, timeout=20) as answer:
        answer.read()


def _painted(browser: Browser, url: str) -> float:
    """Seconds from the navigation to the first content on the screen, in a tab with an empty cache."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(url)
    found = 0.0
    while not found:
        found = float(page.evaluate(PAINT))
        page.wait_for_timeout(20)
    context.close()
    return found / 1000
