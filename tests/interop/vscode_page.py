"""A page of VS Code in a browser, with our extension: what it shows, and what a user does in it."""

import time
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

from playwright.sync_api import Page

__all__ = ["LIMIT_S", "EditorPage", "open_editor", "refuse_proposed_api"]

LIMIT_S = 120.0
"""Seconds until a journey gives up waiting for something on the page."""
STATUS = ".statusbar-item[id='understudy.understudy.understudy']"
QUICK_INPUT = ".quick-input-widget input"

READ_PREVIEWS = """() => [...document.querySelectorAll('.editor-instance .view-line')].flatMap(line => {
  const found = [...line.querySelectorAll('span')]
    .map(span => getComputedStyle(span, '::after').content)
    .filter(content => content && content !== 'none' && content !== 'normal')
    .map(content => content.replace(/^"|"$/g, ''));
  return found.length ? [[line.textContent.replaceAll('\\u00a0', ' '), found.join('')]] : [];
})"""
IS_OF_THE_TEXT = """line => line.parentElement.matches('.lines-content > .view-lines')
  && line.closest('.monaco-editor').parentElement.classList.contains('editor-instance')"""
READ_NATIVE_EDITS = f"""() => [...document.querySelectorAll('.monaco-editor .view-line')]
  .filter(line => !({IS_OF_THE_TEXT})(line))
  .filter(line => line.checkVisibility({{ opacityProperty: true, visibilityProperty: true }}))
  .map(line => line.innerText)
  .join('\\n')"""
READ_LINES = f"""() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(
  [...document.querySelectorAll('.editor-instance .view-line')]
    .filter({IS_OF_THE_TEXT})
    .map(line => line.innerText)
    .join('\\n')
))))"""
REFUSE_PROPOSED_API = """(() => {
  const read = Element.prototype.getAttribute;
  Element.prototype.getAttribute = function (name) {
    const value = read.call(this, name);
    if (this.id !== 'vscode-workbench-web-configuration' || name !== 'data-settings') return value;
    const settings = JSON.parse(value);
    settings.productConfiguration.extensionEnabledApiProposals = { 'understudy.understudy': [] };
    return JSON.stringify(settings);
  };
})()"""


class EditorPage:
    def __init__(self, page: Page, project: Path) -> None:
        self.page = page
        self.project = project

    # What the page shows

    def previews(self) -> list[tuple[str, str]]:
        """The lines with a text behind them, and that text."""
        return [(line, text.replace("\u00a0", " ")) for line, text in self.page.evaluate(READ_PREVIEWS)]

    def status(self) -> str:
        """The text of our item in the status bar, and its sentence."""
        return self.page.locator(f"{STATUS} a").get_attribute("aria-label") or ""

    def lines(self) -> str:
        """The text on the screen, without previews of inline edits, as of the next frame."""
        return self.page.evaluate(READ_LINES).replace("\u00a0", " ")

    def messages(self) -> list[str]:
        return self.page.locator(".notification-list-item-message").all_inner_texts()

    def cursor(self) -> str:
        return self.page.locator("[id='status.editor.selection']").inner_text()

    def ghost_text(self) -> str:
        """What the editor draws as an inline completion."""
        found = self.page.locator(".editor-instance [class*='ghost-text']").all_inner_texts()
        return "".join(dict.fromkeys(found)).replace("\u00a0", " ")

    def has_native_edit(self) -> bool:
        """Whether the editor previews the new name itself. It hides old previews, and keeps their elements."""
        return "find" in self.page.evaluate(READ_NATIVE_EDITS)

    def has_arrow(self) -> bool:
        script = "() => [...document.querySelectorAll('.glyph-margin-widgets > *, .margin-view-overlays *')]"
        return self.page.evaluate(
            script + ".some(one => getComputedStyle(one).backgroundImage.includes('arrow-'))"
        )

    def wait_until(self, is_met: Callable[[], bool], what: str) -> None:
        deadline = time.monotonic() + LIMIT_S
        while not is_met():
            if time.monotonic() > deadline:
                raise AssertionError(f"waited for {what}\n{self.describe()}")
            self.page.wait_for_timeout(50)

    def describe(self) -> str:
        shown = {
            "status": self.status(),
            "cursor": self.cursor(),
            "messages": self.messages(),
            "previews": self.previews(),
            "ghost text": self.ghost_text(),
        }
        return "\n".join([*(f"{name}: {value!r}" for name, value in shown.items()), self.lines()])

    def wait_for_preview(self, line: str, text: str) -> None:
        """Wait until the text is behind the line and the status bar, which is set last, has the place."""
        self.wait_until(
            lambda: (
                self.has_next_edit()
                and any(line in shown and text in behind for shown, behind in self.previews())
            ),
            f"{text!r} behind {line!r}",
        )

    def has_next_edit(self) -> bool:
        """Whether the status bar has the place of a next edit instead of our name."""
        return "Understudy" not in self.status()

    def wait_for_line(self, text: str) -> None:
        self.wait_until(lambda: text in self.lines(), f"{text!r} in the editor")

    def wait_for_status(self, text: str) -> None:
        self.wait_until(lambda: text in self.status(), f"{text!r} in the status bar")

    # What the user does

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def type(self, text: str) -> None:
        self.page.keyboard.type(text)

    def go_to(self, place: str) -> None:
        """Set the cursor to LINE:COLUMN."""
        self.press("Control+g")
        self.page.locator(QUICK_INPUT).wait_for()
        self.type(place)
        self.press("Enter")
        self.page.locator(QUICK_INPUT).wait_for(state="hidden")
        line, column = place.split(":")
        self.wait_until(lambda: f"Ln {line}, Col {column}" in self.cursor(), f"the cursor at {place}")

    def run_command(self, title: str) -> None:
        self.press("F1")
        self.page.locator(QUICK_INPUT).wait_for()
        self.type(title)
        self.page.locator(".quick-input-list .monaco-list-row", has_text=title).first.wait_for()
        self.press("Enter")

    def rename(self) -> None:
        """Change `get` into `find` in the definition, key by key."""
        self.go_to("1:5")
        self.press("Shift+ArrowRight", "Shift+ArrowRight", "Shift+ArrowRight")
        self.wait_until(lambda: "3 selected" in self.cursor(), "the selection")
        self.type("find")
        self.wait_for_line("def find_user")

    def expect_files(self, **expected: str) -> None:
        """Save everything, again while it is not there, and compare the files: `users` is users.py.

        The edit of a file that is not open arrives after that of the open one, so one save may come too early.
        """
        deadline = time.monotonic() + LIMIT_S
        self.run_command("File: Save All")
        saved = time.monotonic()
        while (found := {one: (self.project / f"{one}.py").read_text() for one in expected}) != expected:
            if time.monotonic() > deadline:
                raise AssertionError(f"expected {expected}, found {found}\n{self.describe()}")
            if time.monotonic() > saved + 2:
                self.run_command("File: Save All")
                saved = time.monotonic()
            self.page.wait_for_timeout(50)


def open_editor(page: Page, address: str, project: Path, file: str) -> EditorPage:
    """Open the project and the file in it; return when the server has answered for it."""
    opened = quote(f'[["openFile","vscode-remote://{address.split("//")[1]}{project}/{file}"]]')
    page.goto(f"{address}/?folder={quote(str(project))}&payload={opened}")
    editor = EditorPage(page, project)
    page.locator(STATUS).wait_for(timeout=LIMIT_S * 1000)
    page.locator(".editor-instance .view-line", has_text="def").first.click(timeout=LIMIT_S * 1000)
    editor.wait_for_status("Understudy: no")
    return editor


def refuse_proposed_api(page: Page) -> None:
    """Have the editor grant our extension no proposed API, as VS Code does with those it does not know.

    code-server grants every extension what it declares. An entry in the product's list limits it; the page gets it
    with the settings that the server wrote into an element.
    """
    page.add_init_script(REFUSE_PROPOSED_API)
