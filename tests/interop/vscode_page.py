"""A page of VS Code in a browser, with our extension: what it shows, and what a user does in it.

Whoever drives it waits for what the page shows, never for a time. The extension sets its item in the status bar
last, after decorations and context keys: once the item says what Tab does, Tab does it.
"""

import shutil
import time
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

from playwright.sync_api import Page

__all__ = ["LIMIT_S", "EditorPage", "open_page", "refuse_proposed_api"]

LIMIT_S = 120.0
"""Seconds until a journey gives up waiting for something on the page."""
STATUS = ".statusbar-item[id='understudy.understudy.understudy']"
QUICK_INPUT = ".quick-input-widget input"
FOCUSED_EDITOR = ".editor-instance .monaco-editor.focused"
FOCUSED_ROW = ".quick-input-list .monaco-list-row.focused"
REJECTION = "You rejected the next edit."
UNFINISHED = (REJECTION, *(f"Understudy: {word}" for word in ("in-progress", "superseded", "stale")))
"""After these the extension asks again, or the user moves the cursor."""

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
READ_FOCUS = """() => {
  const focused = document.activeElement;
  return focused ? `${focused.tagName.toLowerCase()}.${focused.className}` : '';
}"""
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

    def wait_until(self, is_met: Callable[[], bool], what: str | Callable[[], str]) -> None:
        deadline = time.monotonic() + LIMIT_S
        while not is_met():
            if time.monotonic() > deadline:
                wanted = what if isinstance(what, str) else what()
                raise AssertionError(f"waited for {wanted}\n{self.describe()}")
            self.page.wait_for_timeout(50)

    def describe(self) -> str:
        shown = {
            "status": self.status(),
            "cursor": self.cursor(),
            "focus": self.page.evaluate(READ_FOCUS),
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

    def has_answer(self) -> bool:
        """Whether the server's answer is in the status bar: a next edit, or a reason for none that lasts."""
        status = self.status()
        return "Understudy" not in status or (
            "Understudy: " in status and not any(one in status for one in UNFINISHED)
        )

    def wait_for_tab(self, meaning: str) -> None:
        """Wait until the key Tab has that meaning for our next edit: `accepts`, `goes` or `indents`.

        An editor of another file gets the focus after it is drawn; until then Tab moves the focus.
        """
        focused = self.page.locator(FOCUSED_EDITOR)
        self.wait_until(
            lambda: f"Tab {meaning}" in self.status() and focused.count() > 0, f"a Tab that {meaning}"
        )

    def unsaved(self) -> int:
        """How many open documents are not saved."""
        return self.page.locator(".tab.dirty").count()

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
        self.page.locator(QUICK_INPUT).wait_for(timeout=LIMIT_S * 1000)
        self.type(place)
        self.press("Enter")
        self._wait_for_closed_quick_input()
        line, column = place.split(":")
        self.wait_until(lambda: f"Ln {line}, Col {column}" in self.cursor(), f"the cursor at {place}")

    def select_right(self, count: int) -> None:
        for _ in range(count):
            self.press("Shift+ArrowRight")
        self.wait_until(lambda: f"({count} selected)" in self.cursor(), "the selection")

    def run_command(self, title: str) -> None:
        self._choose("F1", title, title)

    def _choose(self, key: str, typed: str, row: str) -> None:
        """Enter a text into a list that the key opens, and choose the row when it is the one that Enter means.

        The text is entered at once, as it is pasted: the editor searches for it after every key.
        """
        self._wait_for_closed_quick_input()
        self.press(key)
        self.page.locator(QUICK_INPUT).wait_for(timeout=LIMIT_S * 1000)
        self.page.keyboard.insert_text(typed)
        focused = self.page.locator(FOCUSED_ROW, has_text=row)
        self.wait_until(lambda: focused.count() > 0, f"{row!r} as the chosen row")
        self.press("Enter")

    def _wait_for_closed_quick_input(self) -> None:
        self.page.locator(QUICK_INPUT).wait_for(state="hidden", timeout=LIMIT_S * 1000)

    def rename(self) -> None:
        """Change `get` into `find` in the definition, key by key."""
        self.go_to("1:5")
        self.select_right(3)
        self.type("find")
        self.wait_for_line("def find_user")

    def expect_files(self, **expected: str) -> None:
        """Save whatever is not saved until the files are as expected: `users` is users.py.

        The edit of a file that is not open may arrive after that of the open one.
        """
        found: dict[str, str] = {}

        def are_there() -> bool:
            found.update({one: (self.project / f"{one}.py").read_text() for one in expected})
            return found == expected

        def save() -> bool:
            if are_there():
                return True
            if self.unsaved():
                self.save_all()
            return False

        self.wait_until(save, lambda: f"{expected}, found {found}")

    def save_all(self) -> None:
        """Save until everything is saved: an edit may arrive while the command works."""

        def save() -> bool:
            self.run_command("File: Save All")
            for _ in range(40):
                if not self.unsaved():
                    return True
                self.page.wait_for_timeout(50)
            return False

        self.wait_until(save, "the end of saving")

    def start_over(self, project: Path, file: str) -> None:
        """Close everything, delete the project, start a new server, and open that file of another project."""
        if self.unsaved():
            self.save_all()
        self.run_command("View: Close All Editors")
        self.wait_until(lambda: not self.page.locator(".tab").count(), "the end of all editors")
        shutil.rmtree(self.project)
        self.run_command("Understudy: Restart the Server")
        # The reason that the old server had for its silence is gone when it has ended.
        self.wait_until(
            lambda: self.has_next_edit() is False and "Understudy: " not in self.status(), "a new server"
        )
        self.project = project
        self._choose("Control+p", str(project / file), project.name)
        self.wait_for_server()

    def wait_for_server(self) -> None:
        """Wait until the server has answered for the file; the cursor is in its first line."""
        self.wait_until(lambda: "Ln 1, Col 1" in self.cursor(), "the file")
        self.wait_for_line("def get_user")
        self.wait_for_status("Understudy: no")


def open_page(page: Page, address: str, folder: Path, file: Path) -> EditorPage:
    """Open the folder and a file below it; return when the server has answered for it."""
    opened = quote(f'[["openFile","vscode-remote://{address.split("//")[1]}{file}"]]')
    page.goto(f"{address}/?folder={quote(str(folder))}&payload={opened}", timeout=LIMIT_S * 1000)
    editor = EditorPage(page, file.parent)
    page.locator(STATUS).wait_for(timeout=LIMIT_S * 1000)
    page.locator(".editor-instance .view-line", has_text="def").first.wait_for(timeout=LIMIT_S * 1000)
    page.keyboard.press("Control+1")  # into the editor
    editor.wait_for_server()
    return editor


def refuse_proposed_api(page: Page) -> None:
    """Have the editor grant our extension no proposed API, as VS Code does with those it does not know.

    code-server grants every extension what it declares. An entry in the product's list limits it; the page gets it
    with the settings that the server wrote into an element.
    """
    page.add_init_script(REFUSE_PROPOSED_API)
