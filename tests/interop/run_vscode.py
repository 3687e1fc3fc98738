"""Drives VS Code (code-server from npm) in Chromium, with our extension from its VSIX, and reads the page.

    python tests/interop/run_vscode.py [JOURNEY…] [--screenshots FOLDER]

The journeys: a rename over two files by Tab alone, a rejected edit that stays rejected, silence after an undo, the
change at all its places after a list of them, a Tab that indents; and the rename again with the editor's own inline
edits (the proposed API). Skips, and says so, where code-server or Chromium cannot be had.
"""

import argparse
import shutil
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

from code_server import CodeServer, install_code_server
from debian_editors import Unavailable, report_skip
from playwright.sync_api import Browser, Page, sync_playwright

Settings = Mapping[str, object]
REPOSITORY = Path(__file__).resolve().parents[2]
EXTENSION = REPOSITORY / "editors/vscode/understudy.vsix"
COMMAND = Path(sys.executable).parent / "understudy"
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
CHROMIUM_FLAGS = ("--no-sandbox", "--disable-dev-shm-usage")
LIMIT_S = 60.0
"""Seconds until a journey gives up waiting for something on the page."""
USERS = "def get_user(name):\n    return name\n\n\ndef run():\n    print(get_user('a'))\n    print(get_user('b'))\n"
MAIN = "from users import get_user\n\nprint(get_user('c'))\n"
RENAMED_USERS, RENAMED_MAIN = (text.replace("get_user", "find_user") for text in (USERS, MAIN))
PLACES = (USERS + MAIN).count("get_user") - 1
STATUS = ".statusbar-item[id='understudy.understudy.understudy']"
OWN: Settings = {"understudy.nativeInlineEdits": False}
NATIVE: Settings = {"understudy.nativeInlineEdits": True}

READ_PREVIEWS = """() => [...document.querySelectorAll('.editor-instance .view-line')].flatMap(line => {
  const found = [...line.querySelectorAll('span')]
    .map(span => getComputedStyle(span, '::after').content)
    .filter(content => content && content !== 'none' && content !== 'normal')
    .map(content => content.replace(/^"|"$/g, ''));
  return found.length ? [[line.textContent.replaceAll('\\u00a0', ' '), found.join('')]] : [];
})"""


class Journey:
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
        found = self.page.locator(".editor-instance .view-line").all_inner_texts()
        return "\n".join(found).replace("\u00a0", " ")

    def messages(self) -> list[str]:
        return self.page.locator(".notification-list-item-message").all_inner_texts()

    def cursor(self) -> str:
        return self.page.locator("[id='status.editor.selection']").inner_text()

    def has_native_edit(self) -> bool:
        """Whether the editor previews the renamed call itself."""
        shown = self.page.locator("[class*='inline-edit'] .view-line, [class*='inlineEdit'] .view-line")
        return any("find_user" in text for text in shown.all_inner_texts())

    def has_arrow(self) -> bool:
        script = "() => [...document.querySelectorAll('.glyph-margin-widgets > *, .margin-view-overlays *')]"
        return self.page.evaluate(
            script + ".some(one => getComputedStyle(one).backgroundImage.includes('arrow-'))"
        )

    def wait_until(self, is_met: Callable[[], bool], what: str) -> None:
        deadline = time.monotonic() + LIMIT_S
        while not is_met():
            if time.monotonic() > deadline:
                shown = f"{self.status()}\n{self.messages()}\n{self.previews()}\n{self.lines()}"
                raise AssertionError(f"waited for {what}\n{shown}")
            self.page.wait_for_timeout(50)

    def wait_for_preview(self, line: str, text: str) -> None:
        self.wait_until(
            lambda: any(line in shown and text in behind for shown, behind in self.previews()),
            f"{text!r} behind {line!r}",
        )

    def wait_for_line(self, text: str) -> None:
        self.wait_until(lambda: text in self.lines(), f"{text!r} in the editor")

    # What the user does

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def type(self, text: str) -> None:
        self.page.keyboard.type(text, delay=20)

    def go_to(self, place: str) -> None:
        self.press("Control+g")
        self.page.locator(".quick-input-widget input").wait_for()
        self.type(place)
        self.press("Enter")
        self.page.locator(".quick-input-widget input").wait_for(state="hidden")

    def run_command(self, title: str) -> None:
        self.press("F1")
        self.page.locator(".quick-input-widget input").wait_for()
        self.type(title)
        self.page.locator(".quick-input-list .monaco-list-row", has_text=title).first.wait_for()
        self.press("Enter")

    def rename(self) -> None:
        """Change `get` into `find` in the definition, key by key."""
        self.go_to("1:5")
        self.press("Shift+ArrowRight", "Shift+ArrowRight", "Shift+ArrowRight")
        self.type("find")
        self.press("Escape")  # the menu of completions, should it be open

    def expect_files(self, users: str, main: str) -> None:
        deadline = time.monotonic() + LIMIT_S
        self.run_command("File: Save All")
        while (found := self.read_files()) != (users, main):
            if time.monotonic() > deadline:
                raise AssertionError(f"expected {(users, main)}, found {found}\n{self.lines()}")
            self.page.wait_for_timeout(50)

    def read_files(self) -> tuple[str, str]:
        return (self.project / "users.py").read_text(), (self.project / "main.py").read_text()


def rename_over_two_files(journey: Journey) -> None:
    journey.rename()
    for call in ("get_user('a')", "get_user('b')"):
        journey.wait_for_preview(call, "→ find_user")
        assert journey.has_arrow()
        journey.press("Tab")
        journey.press("Tab")  # there, and accepted
        journey.wait_for_line(call.replace("get", "find"))
    journey.wait_until(lambda: any("» main.py:1" in text for _, text in journey.previews()), "the other file")
    journey.press("Tab")
    for line in ("from users import get_user", "print(get_user('c'))"):
        journey.wait_for_preview(line, "→ find_user")
        journey.press(*(["Tab"] if line.startswith("from") else ["Tab", "Tab"]))
        journey.wait_for_line(line.replace("get", "find"))
    journey.expect_files(RENAMED_USERS, RENAMED_MAIN)


def a_rejected_edit_stays_rejected(journey: Journey) -> None:
    journey.rename()
    journey.wait_for_preview("get_user('a')", "→ find_user")
    rejected: list[str] = []
    while "Understudy" not in journey.status():  # it names the place of a next edit
        place = journey.status()
        assert place not in rejected, place
        rejected.append(place)
        journey.wait_until(lambda: journey.previews() != [], "the preview")
        journey.press("Escape")
        journey.wait_until(lambda: "You rejected the next edit." in journey.status(), "the rejection")
        journey.press("ArrowDown" if len(rejected) % 2 else "ArrowUp")  # the extension asks again
        journey.wait_until(lambda: "You rejected the next edit." not in journey.status(), "an answer")
    assert journey.previews() == []
    journey.expect_files(USERS.replace("get", "find", 1), MAIN)


def an_undo_is_followed_by_silence(journey: Journey) -> None:
    journey.rename()
    journey.wait_for_preview("get_user('a')", "→ find_user")
    for _ in range(10):
        if "find" not in journey.lines():
            break
        journey.press("Control+z")
        journey.page.wait_for_timeout(50)
    journey.wait_until(lambda: "undo" in journey.status(), "the reason in the status bar")
    assert journey.previews() == []


def everywhere_after_the_list_of_places(journey: Journey) -> None:
    journey.rename()
    journey.wait_for_preview("get_user('a')", "→ find_user")
    journey.run_command("Understudy: Rename or Replace Everywhere")
    places = journey.page.locator(".quick-input-list .monaco-list-row", has_text="→")
    journey.wait_until(lambda: places.count() == PLACES, "the list of places")
    journey.press("Enter")
    journey.wait_for_line("find_user('b')")
    journey.expect_files(RENAMED_USERS, RENAMED_MAIN)


def tab_indents_on_an_empty_line(journey: Journey) -> None:
    journey.rename()
    journey.wait_for_preview("get_user('a')", "→ find_user")
    journey.go_to("3:1")
    journey.press("Tab")
    journey.wait_until(lambda: "Col 5" in journey.cursor(), "an indentation")
    journey.expect_files(USERS.replace("get", "find", 1).replace("\n\n\n", "\n    \n\n"), MAIN)


def the_editor_itself_draws_the_rename(journey: Journey) -> None:
    journey.rename()
    for line, following in (("line 6", "line 7"), ("line 7", "main.py:1")):
        journey.wait_until(
            lambda line=line: line in journey.status() and journey.has_native_edit(),
            f"the editor's own inline edit in {line}",
        )
        assert journey.previews() == []
        here = f"Ln {line.removeprefix('line ')},"
        journey.press("Tab")  # there, or accepted at once
        journey.wait_until(lambda here=here: here in journey.cursor(), line)
        journey.page.wait_for_timeout(500)
        if line in journey.status():
            journey.press("Tab")
        journey.wait_until(lambda following=following: following in journey.status(), following)
    journey.expect_files(RENAMED_USERS, MAIN)


JOURNEYS: tuple[tuple[Callable[[Journey], None], Settings], ...] = (
    (rename_over_two_files, OWN),
    (a_rejected_edit_stays_rejected, OWN),
    (an_undo_is_followed_by_silence, OWN),
    (everywhere_after_the_list_of_places, OWN),
    (tab_indents_on_an_empty_line, OWN),
    (the_editor_itself_draws_the_rename, NATIVE),
)


@contextmanager
def opened(browser: Browser, server: CodeServer, settings: Settings) -> Generator[Journey]:
    """The page of an editor on a project of two files, with one of them open."""
    with tempfile.TemporaryDirectory(prefix="understudy-vscode-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        project = folder / "project"
        (project / ".git").mkdir(parents=True)
        (project / "users.py").write_text(USERS)
        (project / "main.py").write_text(MAIN)
        with server.serve(folder, project, {"understudy.command": str(COMMAND), **settings}) as address:
            context = browser.new_context(viewport={"width": 1200, "height": 700})
            page = context.new_page()
            file = quote(f'[["openFile","vscode-remote://{address.split("//")[1]}{project}/users.py"]]')
            page.goto(f"{address}/?folder={quote(str(project))}&payload={file}")
            journey = Journey(page, project)
            page.locator(STATUS).wait_for(timeout=LIMIT_S * 1000)
            page.locator(".editor-instance .view-line", has_text="def").first.click(timeout=LIMIT_S * 1000)
            journey.wait_until(lambda: "Understudy: no" in journey.status(), "the server")
            try:
                yield journey
            finally:
                context.close()


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("journeys", nargs="*")
    parser.add_argument("--screenshots", type=Path, help="store the last picture of each journey here")
    options = parser.parse_args()
    try:
        if CHROMIUM is None:
            raise Unavailable("no Chromium is installed (Debian: apt-get install chromium).")
        if not EXTENSION.is_file():
            raise Unavailable("the extension is not packed. Run: make vsix")
        server = install_code_server(EXTENSION)
    except Unavailable as error:
        return report_skip("VS Code", error)
    failures = 0
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_FLAGS)
        for journey, settings in JOURNEYS:
            name = journey.__name__
            if options.journeys and name not in options.journeys:
                continue
            started = time.monotonic()
            try:
                with opened(browser, server, settings) as page:
                    try:
                        journey(page)
                    finally:
                        if options.screenshots is not None:
                            page.page.screenshot(path=options.screenshots / f"{name}.png")
            except Exception:
                failures += 1
                print(f"FAILED VS Code: {name.replace('_', ' ')}\n{traceback.format_exc()}", flush=True)
            else:
                seconds = time.monotonic() - started
                print(f"VS Code: {name.replace('_', ' ')} ({seconds:.1f} s)", flush=True)
        browser.close()
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
