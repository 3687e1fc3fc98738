"""Makes docs/rename-chain.webp, the moving picture of the README: a rename in the workbench, accepted use by use.

Needs the built page (make install) and Chromium. Every frame is a screenshot of the real page. Usage:
python -m release.animation
"""

import io
import re
import sys
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, ViewportSize
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from release.workbench_window import REPOSITORY, open_file, workbench_window

__all__ = ["MAX_BYTES", "OUTPUT", "main"]

OUTPUT = REPOSITORY / "docs" / "rename-chain.webp"
SIZE: ViewportSize = {"width": 920, "height": 600}
MAX_BYTES = 1_000_000
MAX_ACCEPTED = 8
LONG_MS, SHORT_MS, KEY_MS = 1400, 700, 110
OLD_NAME, NEW_NAME = "price_of", "unit_price"


class Film:
    """Screenshots with the time that each is shown."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._frames: list[Image.Image] = []
        self._times: list[int] = []

    def take(self, milliseconds: int) -> None:
        shot = Image.open(io.BytesIO(self._page.screenshot())).convert("RGB")
        self._frames.append(shot)
        self._times.append(milliseconds)

    def write(self, path: Path) -> int:
        first, *others = self._frames
        first.save(
            path,
            save_all=True,
            append_images=others,
            duration=self._times,
            loop=0,
            quality=70,
            method=6,
            minimize_size=True,
        )
        return path.stat().st_size


def main() -> int:
    with workbench_window(SIZE) as page:
        film = Film(page)
        _play(page, film)
        size = film.write(OUTPUT)
    print(f"{OUTPUT.relative_to(REPOSITORY)}  {size:,} bytes")
    return int(size > MAX_BYTES)


def _hide_chat(page: Page) -> None:
    """In a window of this size one side panel is open at a time, and it may be the files."""
    if not page.get_by_test_id("composer").is_visible():
        return
    page.keyboard.press("F1")
    page.keyboard.type("Show or hide the chat")
    page.get_by_role("option", name=re.compile("Show or hide the chat")).first.wait_for()
    page.keyboard.press("Enter")
    page.get_by_test_id("composer").wait_for(state="hidden")


def _play(page: Page, film: Film) -> None:
    _hide_chat(page)
    open_file(page, "prices.py")
    name = page.locator(".view-line", has_text="def").first.get_by_text(OLD_NAME)
    name.wait_for()
    page.wait_for_timeout(1500)  # for the colours, which come last
    film.take(LONG_MS)
    name.dblclick()
    page.mouse.move(0, 0)
    film.take(SHORT_MS)
    for key in NEW_NAME:
        page.keyboard.type(key)
        film.take(KEY_MS)
    showing = page.locator('[data-testid="nes-status"][data-kind="showing"]')
    for _ in range(MAX_ACCEPTED):
        try:
            showing.wait_for(timeout=15_000)
        except PlaywrightTimeout:  # no further suggestion: the chain is at its end
            break
        page.wait_for_timeout(600)
        film.take(LONG_MS)
        page.keyboard.press("Tab")
        page.wait_for_timeout(250)
        film.take(SHORT_MS)
    film.take(2 * LONG_MS)


if __name__ == "__main__":
    sys.exit(main())
