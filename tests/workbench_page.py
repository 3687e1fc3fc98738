"""Drives the workbench page in browser tests: opens files, types, reads the editor."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

__all__ = ["VISIBLE_MS", "OpenWorkbench", "SharedServer", "StartServer", "WorkbenchPage"]

StartServer = Callable[..., str]
"""Starts `understudy web` on folders and returns its URL."""

PAUSE_SCRIPT = """
milliseconds => new Promise(resolve =>
    setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(resolve)), milliseconds))
"""
POLL_MS = 20
VISIBLE_MS = 150
"""For this time after it shows a suggestion the page does not let Tab accept it."""


@dataclass(frozen=True)
class SharedServer:
    """The server that the tests of a module share, and the folder that it opens."""

    url: str
    folder: Path


class WorkbenchPage:
    """One tab of the workbench."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def open(self, url: str) -> "WorkbenchPage":
        self.page.goto(url)
        self.connected()
        return self

    def connected(self) -> None:
        expect(self.page.get_by_test_id("agent-state")).to_have_class("status-agent ready")

    def open_file(self, name: str) -> None:
        """Open a file with `Go to file`."""
        self.page.keyboard.press("Control+p")
        picker = self.page.get_by_role("dialog", name="Go to a file")
        box = picker.get_by_role("combobox")
        box.fill(name)
        expect(picker.get_by_role("option").first).to_contain_text(name.rpartition("/")[2])
        box.press("Enter")
        expect(self.tab(name)).to_have_attribute("aria-selected", "true")
        expect(self.page.locator(".monaco-editor .view-line").first).to_be_visible()

    def tab(self, name: str) -> Locator:
        return self.page.get_by_test_id("tab").filter(has_text=name.rpartition("/")[2])

    def row(self, name: str) -> Locator:
        return self.page.get_by_test_id("tree-row").filter(has_text=name)

    def go_to(self, line: int, column: int = 1) -> None:
        """Move the cursor with the editor's own command."""
        self.focus_editor()
        self.page.keyboard.press("Control+g")
        box = self.page.locator(
            ".quick-input-widget input[role=combobox], .quick-input-widget input[type=text]"
        ).first
        box.fill(f":{line}:{column}")
        box.press("Enter")
        expect(box).to_be_hidden()
        expect(self.page.get_by_test_id("cursor-place")).to_contain_text(f"Ln {line}, Col {column}")
        # The editor gets the focus back after the box is gone; a key pressed before is lost.
        self.page.wait_for_function(
            "() => document.activeElement?.closest('.monaco-editor') != null"
            " && document.activeElement.closest('.quick-input-widget') == null"
        )

    def focus_editor(self) -> None:
        if self.page.locator(".monaco-editor.focused").count() == 0:
            self.page.keyboard.press("Alt+2")
        expect(self.page.locator(".monaco-editor.focused")).to_have_count(1)

    def select_right(self, characters: int) -> None:
        for _ in range(characters):
            self.page.keyboard.press("Shift+ArrowRight")

    def type(self, text: str) -> None:
        self.page.keyboard.type(text, delay=10)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def lines(self) -> Sequence[str]:
        """Return the lines that the editor shows, without the small editors of a suggestion."""
        found = self.page.locator(".editor-part .monaco-editor .view-lines .view-line").evaluate_all(
            "lines => lines"
            ".filter(line => !line.closest('.monaco-editor')?.parentElement?.closest('.monaco-editor'))"
            ".map(line => [parseFloat(line.style.top), line.innerText])"
        )
        return [text.replace("\xa0", " ") for _, text in sorted(found)]

    def shows(self, text: str) -> None:
        """Wait until the editor shows the text."""
        expect(self.page.locator(".editor-part .view-lines").first).to_contain_text(text.replace(" ", "\xa0"))

    def next_edits_started(self) -> None:
        """Wait until the agent follows the documents: text typed before is no edit for it."""
        expect(self.page.get_by_test_id("nes-status")).not_to_have_attribute("data-kind", "starting")

    def suggested(self) -> None:
        """Wait until a next edit is on the screen."""
        expect(self.page.get_by_test_id("nes-status")).to_have_attribute("data-kind", "showing")
        self.pause(VISIBLE_MS)

    def pause(self, milliseconds: int) -> None:
        """Wait by the page's clock, and until it has drawn since: a busy page is waited for."""
        self.page.evaluate(PAUSE_SCRIPT, milliseconds)

    def wait_until(self, condition: Callable[[], bool], timeout_ms: int = 120_000) -> None:
        """Wait for something outside of the page, such as a file."""
        for _ in range(timeout_ms // POLL_MS):
            if condition():
                return
            self.page.wait_for_timeout(POLL_MS)
        raise AssertionError("the condition was not met in time")

    def say(self, text: str) -> None:
        """Send a message in the chat."""
        box = self.page.get_by_test_id("composer")
        box.fill(text)
        box.press("Escape") if text.startswith("/") else None
        box.press("Enter")


OpenWorkbench = Callable[[], WorkbenchPage]
"""Opens the page on the server that the tests of a module share."""
