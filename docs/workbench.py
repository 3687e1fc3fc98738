"""Makes docs/workbench.png: a screenshot of the workbench with a next edit and a permission request.

Needs the built page (make install) and Chromium. python docs/workbench.py
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

HERE = Path(__file__).resolve().parent
SAMPLE = HERE.parent / "web" / "src" / "tour" / "sample"
SIZE = {"width": 1280, "height": 760}


def main() -> None:
    with tempfile.TemporaryDirectory() as base:
        # The page shows where a command runs, and a picture is better off without a random name.
        root = Path(tempfile.gettempdir()) / "bakery"
        shutil.copytree(SAMPLE, root)
        server = subprocess.Popen(
            [sys.executable, "-m", "understudy.cli.main", "web", str(root), "--no-browser", "--port", "0"],
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
                page = browser.new_context(
                    viewport=SIZE, color_scheme="dark", device_scale_factor=1.5
                ).new_page()
                page.goto(found[0])
                play(page)
                page.screenshot(path=HERE / "workbench.png")
                browser.close()
        finally:
            server.terminate()
            server.wait(20)
            shutil.rmtree(root)


def play(page: Page) -> None:
    page.get_by_test_id("agent-state").and_(page.locator(".ready")).wait_for()
    page.get_by_test_id("composer").fill("/run grep -rn price_of shop | wc -l")
    page.keyboard.press("Escape")
    page.get_by_test_id("composer").press("Enter")
    page.get_by_test_id("permission").wait_for()
    page.keyboard.press("Control+p")
    picker = page.get_by_role("dialog", name="Go to a file")
    picker.get_by_role("combobox").fill("prices.py")
    picker.get_by_role("option", name=re.compile("prices.py")).first.wait_for()
    picker.get_by_role("combobox").press("Enter")
    name = page.locator(".view-line", has_text="def").first.get_by_text("price_of")
    name.dblclick()
    page.keyboard.type("unit_price", delay=30)
    page.locator('[data-testid="nes-status"][data-kind="showing"]').wait_for()
    page.mouse.move(0, 0)
    page.wait_for_timeout(700)  # for the colours, which come last


if __name__ == "__main__":
    main()
