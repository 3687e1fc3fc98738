"""A real workbench in a browser window, on the tour's sample project, for the pictures of the documents.

Owns the start and the end of the server and of Chromium, not what a picture shows. Needs the built page (make
install) and Chromium.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page, ViewportSize, sync_playwright

__all__ = ["REPOSITORY", "open_file", "workbench_window"]

REPOSITORY = Path(__file__).resolve().parents[1]
SAMPLE = REPOSITORY / "web" / "src" / "tour" / "sample"
END_TIMEOUT_S = 60


@contextmanager
def workbench_window(
    size: ViewportSize, *, scale: float = 1, arguments: Sequence[str] = ()
) -> Generator[Page]:
    """The page, once its agent is ready. `arguments` are those of `understudy web`."""
    with tempfile.TemporaryDirectory(prefix="understudy-picture-") as base:
        root = Path(base) / "bakery"
        shutil.copytree(SAMPLE, root)
        command = [
            sys.executable,
            "-m",
            "understudy.cli.main",
            "web",
            str(root),
            "--no-browser",
            "--port",
            "0",
        ]
        server = subprocess.Popen(
            [*command, *arguments],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "HOME": base, "XDG_DATA_HOME": base, "XDG_CONFIG_HOME": base},
        )
        try:
            found = re.search(r"http://\S+", server.stdout.readline() if server.stdout else "")
            if found is None:
                raise SystemExit("The workbench did not start.")
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(
                    executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
                )
                context = browser.new_context(viewport=size, color_scheme="dark", device_scale_factor=scale)
                page = context.new_page()
                page.goto(found[0])
                page.get_by_test_id("agent-state").and_(page.locator(".ready")).wait_for()
                yield page
                browser.close()
        finally:
            server.terminate()
            server.wait(END_TIMEOUT_S)


def open_file(page: Page, name: str) -> None:
    page.keyboard.press("Control+p")
    picker = page.get_by_role("dialog", name="Go to a file")
    picker.get_by_role("combobox").fill(name)
    picker.get_by_role("option", name=re.compile(re.escape(name))).first.wait_for()
    picker.get_by_role("combobox").press("Enter")
