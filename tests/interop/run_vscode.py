"""Drives VS Code (code-server from npm) in Chromium, with our extension from its VSIX, and reads the page.

    python tests/interop/run_vscode.py [JOURNEY…] [--screenshots FOLDER] [--repeat N] [--attempts N]

One server and one browser serve all of them, and most share a page: each begins with a new language server. Most
journeys run without the proposed API, as in VS Code from its vendor: a rename over two files by Tab alone, a
rejected edit that stays rejected, silence after an undo, the change at all its places after a list of them, keys
that mean something else, inline completions, turning off and on, a new server. Two run with the proposed API, where
the editor draws next edits itself. An error in our server's log fails every attempt. Skips, and says so, where
code-server or Chromium cannot be had.
"""

import argparse
import json
import shutil
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from code_server import install_code_server
from debian_editors import Unavailable, report_skip
from document_snippets import snippets
from playwright.sync_api import BrowserContext, sync_playwright
from vscode_page import EditorPage, open_page, refuse_proposed_api

Settings = Mapping[str, object]
REPOSITORY = Path(__file__).resolve().parents[2]
EXTENSION = REPOSITORY / "editors/vscode/understudy.vsix"
(SETTINGS,) = (json.loads(text) for text in snippets(REPOSITORY, "VS Code", "json"))
"""The settings as docs/editors.md has them: the command of a clone below the home folder."""
COMMAND: str = SETTINGS["understudy.command"]
LOG = "server-errors.log"
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
CHROMIUM_FLAGS = ("--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu")
USERS = "def get_user(name):\n    return name\n\n\ndef run():\n    print(get_user('a'))\n    print(get_user('b'))\n"
MAIN = "from users import get_user\n\nprint(get_user('c'))\n"
CHECKS = (
    "def check(name):\n    if name is None:\n        raise ValueError('no name')\n    return name\n\n\n"
    "def other(name):\n    return name\n"
)
FILES = {"users": USERS, "main": MAIN}
RENAMED = {name: text.replace("get_user", "find_user") for name, text in FILES.items()}
RENAMED_ONCE = {"users": USERS.replace("get", "find", 1), "main": MAIN}
PLACES = (USERS + MAIN).count("get_user") - 1
FORGETFUL: Settings = {"understudy.remember": False}
"""What one journey rejects does not count in the next."""
NO_MENU: Settings = {"editor.quickSuggestions": {"other": "off", "comments": "off", "strings": "off"}}


def rename_over_two_files(editor: EditorPage) -> None:
    editor.rename()
    for call in ("get_user('a')", "get_user('b')"):
        editor.wait_for_preview(call, "→ find_user")
        assert editor.has_arrow()
        editor.wait_for_tab("goes")
        editor.press("Tab")
        editor.wait_for_tab("accepts")
        editor.press("Tab")
        editor.wait_for_line(call.replace("get", "find"))
    editor.wait_until(lambda: any("» main.py:1" in text for _, text in editor.previews()), "the other file")
    editor.wait_for_tab("goes")
    editor.press("Tab")
    for line in ("from users import get_user", "print(get_user('c'))"):
        editor.wait_for_preview(line, "→ find_user")
        if not line.startswith("from"):
            editor.wait_for_tab("goes")
            editor.press("Tab")
        editor.wait_for_tab("accepts")
        editor.press("Tab")
        editor.wait_for_line(line.replace("get", "find"))
    editor.expect_files(**RENAMED)


def a_rejected_edit_stays_rejected(editor: EditorPage) -> None:
    editor.rename()
    editor.wait_for_preview("get_user('a')", "→ find_user")
    _reject_all(editor, lambda: editor.previews() != [])
    editor.wait_until(lambda: editor.previews() == [], "the end of our drawing")
    editor.expect_files(**RENAMED_ONCE)


def _reject_all(editor: EditorPage, is_drawn: Callable[[], bool]) -> None:
    """Reject one place after the other until there is none, and let the extension ask again after each."""
    rejected: list[str] = []
    while editor.has_next_edit():
        place = editor.status().split(",")[0]
        assert place not in rejected, f"{place} came back after {rejected}"
        rejected.append(place)
        editor.wait_until(is_drawn, f"the drawing of {place}")
        editor.press("Escape")
        editor.wait_until(lambda place=place: place not in editor.status(), f"the rejection of {place}")
        editor.press("ArrowDown" if len(rejected) % 2 else "ArrowUp")
        editor.wait_until(editor.has_answer, "an answer")
    assert len(rejected) > 1, rejected


def an_undo_is_followed_by_silence(editor: EditorPage) -> None:
    editor.rename()
    editor.wait_for_preview("get_user('a')", "→ find_user")
    while "def get_user" not in (shown := editor.lines()):  # "find" was typed in one or several steps
        editor.press("Control+z")
        editor.wait_until(lambda shown=shown: editor.lines() != shown, "an undo")
    editor.wait_for_status("undo")
    editor.wait_until(lambda: editor.previews() == [], "the end of our drawing")


def everywhere_after_the_list_of_places(editor: EditorPage) -> None:
    editor.rename()
    editor.wait_for_preview("get_user('a')", "→ find_user")
    editor.run_command("Understudy: Rename or Replace Everywhere")
    places = editor.page.locator(".quick-input-list .monaco-list-row", has_text="→")
    editor.wait_until(lambda: places.count() == PLACES, "the list of places")
    editor.press("Enter")
    editor.wait_for_line("find_user('b')")
    editor.expect_files(**RENAMED)


def keys_keep_their_other_meanings(editor: EditorPage) -> None:
    """Tab indents on an empty line, and takes the chosen word while the menu of completions is open."""
    editor.rename()
    editor.wait_for_preview("get_user('a')", "→ find_user")
    editor.go_to("3:1")
    editor.wait_for_tab("indents")
    editor.press("Tab")
    editor.wait_until(lambda: "Ln 3, Col 5" in editor.cursor(), "an indentation")
    editor.type("nam")
    editor.wait_for_preview("get_user('a')", "→ find_user")
    editor.wait_for_tab("goes")
    editor.press("Control+Space")
    menu = editor.page.locator(".suggest-widget.visible .monaco-list-row.focused", has_text="name")
    editor.wait_until(lambda: menu.count() == 1, "the menu of completions")
    editor.press("Tab")
    editor.wait_until(lambda: "Ln 3, Col 9" in editor.cursor(), "the word")
    editor.expect_files(
        users=RENAMED_ONCE["users"].replace("\n\n\n", "\n    name\n\n"), main=RENAMED_ONCE["main"]
    )


def a_line_is_completed_at_the_cursor(editor: EditorPage) -> None:
    _type_a_check(editor)
    editor.wait_until(lambda: "None:" in editor.ghost_text(), "the completion of the line")
    editor.wait_until(lambda: editor.previews() == [], "no drawing of ours beside it")
    editor.press("Tab")
    editor.wait_until(lambda: editor.lines().count("if name is None:") == 2, "the completed line")


def without_completions_the_line_is_not_completed(editor: EditorPage) -> None:
    """The setting reaches the server, and next edits go on."""
    before = editor.status()
    _type_a_check(editor)
    editor.wait_until(lambda: editor.status() != before and editor.has_answer(), "an answer")
    assert editor.ghost_text() == ""
    editor.rename()
    editor.wait_for_preview("get_user('a')", "→ find_user")
    assert editor.ghost_text() == ""


def _type_a_check(editor: EditorPage) -> None:
    editor.go_to("16:17")
    editor.press("Enter")
    editor.type("if name is")


def turned_off_and_on_and_restarted(editor: EditorPage) -> None:
    editor.rename()
    editor.wait_for_preview("get_user('a')", "→ find_user")
    editor.run_command("Understudy: Turn Next Edits On or Off")
    editor.wait_for_status("Next edits are turned off.")
    editor.wait_until(lambda: editor.previews() == [], "the end of our drawing")
    editor.run_command("Understudy: Turn Next Edits On or Off")
    editor.wait_for_preview("get_user('a')", "→ find_user")
    editor.run_command("Understudy: Restart the Server")
    editor.wait_for_status("Understudy: no")  # a new server has seen no edit yet
    editor.wait_until(lambda: editor.previews() == [], "the end of our drawing")
    editor.go_to("1:5")
    editor.select_right(4)
    editor.type("load")
    editor.wait_for_line("def load_user")
    editor.wait_until(
        lambda: "Understudy: no-edits" not in editor.status() and editor.has_answer(), "an answer"
    )


def the_editor_draws_the_rename_itself(editor: EditorPage) -> None:
    """Only with the proposed API. Tab goes there, or accepts at once where the editor thinks it near enough."""
    editor.rename()
    for line, call, following in ((6, "get_user('a')", "line 7"), (7, "get_user('b')", "main.py:1")):
        _wait_for_native_edit(editor, f"line {line}")
        assert editor.previews() == []
        editor.press("Tab")
        editor.wait_until(lambda line=line: f"Ln {line}," in editor.cursor(), f"the cursor in line {line}")
        if call in editor.lines():
            _wait_for_native_edit(editor, f"line {line}")
            editor.press("Tab")
        editor.wait_for_line(call.replace("get", "find"))
        editor.wait_for_status(following)
    editor.expect_files(users=RENAMED["users"], main=MAIN)


def _wait_for_native_edit(editor: EditorPage, line: str) -> None:
    editor.wait_until(
        lambda: line in editor.status() and editor.has_native_edit(),
        f"the editor's own inline edit in {line}",
    )


def an_edit_that_the_editor_draws_stays_rejected(editor: EditorPage) -> None:
    editor.rename()
    _wait_for_native_edit(editor, "line 6")
    _reject_all(editor, lambda: editor.has_native_edit() or editor.previews() != [])
    editor.wait_until(lambda: not editor.has_native_edit(), "the end of the editor's own preview")
    editor.expect_files(**RENAMED_ONCE)


Journey = Callable[[EditorPage], None]
COMPLETIONS = (a_line_is_completed_at_the_cursor, without_completions_the_line_is_not_completed)


class Page(NamedTuple):
    """The journeys that share a page, one after the other."""

    settings: Settings
    is_api_granted: bool
    journeys: tuple[Journey, ...]


PAGES = (
    Page(
        NO_MENU,
        False,
        (
            rename_over_two_files,
            a_rejected_edit_stays_rejected,
            an_undo_is_followed_by_silence,
            everywhere_after_the_list_of_places,
            keys_keep_their_other_meanings,
            a_line_is_completed_at_the_cursor,
            turned_off_and_on_and_restarted,
        ),
    ),
    Page(
        {**NO_MENU, "understudy.completion": False}, False, (without_completions_the_line_is_not_completed,)
    ),
    Page(NO_MENU, True, (the_editor_draws_the_rename_itself, an_edit_that_the_editor_draws_stays_rejected)),
)


class Runner:
    """Runs journeys, each with a new server on a project of its own, and says how they ended."""

    def __init__(
        self, context: BrowserContext, address: str, log: Path, screenshots: Path | None, attempts: int
    ) -> None:
        self._context = context
        self._attempts = attempts
        self._address = address
        self._log = log
        self._screenshots = screenshots
        self.failures = 0

    def run(self, shared: Page, journeys: Sequence[Journey]) -> None:
        """Run those journeys in one page; after a failure the next one gets a new page."""
        with tempfile.TemporaryDirectory(prefix="understudy-vscode-", ignore_cleanup_errors=True) as folder:
            workspace = Path(folder)
            (workspace / ".git").mkdir()
            (workspace / ".vscode").mkdir()
            (workspace / ".vscode/settings.json").write_text(json.dumps(shared.settings))
            editor: EditorPage | None = None
            for journey in journeys:
                for left in reversed(range(self._attempts)):
                    editor = self._run_one(shared, journey, workspace, editor, is_last=not left)
                    if editor is not None:
                        break
            if editor is not None:
                editor.page.close()

    def _run_one(
        self, shared: Page, journey: Journey, workspace: Path, editor: EditorPage | None, *, is_last: bool
    ) -> EditorPage | None:
        title = journey.__name__.replace("_", " ")
        started = time.monotonic()
        project = _write_project(workspace, journey)
        page = self._context.new_page() if editor is None else editor.page
        try:
            if editor is None:
                if not shared.is_api_granted:
                    refuse_proposed_api(page)
                editor = open_page(page, self._address, workspace, project / "users.py")
            else:
                editor.start_over(project, "users.py")
            journey(editor)
            _expect_no_internal_error(self._log)
        except Exception:
            self.failures += is_last
            ending = "" if is_last else " (once more, in a new page)"
            print(f"FAILED VS Code: {title}{ending}\n{traceback.format_exc()}", flush=True)
            editor = None
        else:
            print(f"VS Code: {title} ({time.monotonic() - started:.1f} s)", flush=True)
        if self._screenshots is not None:
            page.screenshot(path=self._screenshots / f"{journey.__name__}.png")
        if editor is None:
            page.close()
            for left in workspace.glob("project-*"):
                shutil.rmtree(left)
        return editor


def _write_project(workspace: Path, journey: Journey) -> Path:
    """Two files in a folder of their own: the editor and the server know nothing of them yet."""
    project = Path(tempfile.mkdtemp(prefix="project-", dir=workspace))
    for file, text in FILES.items():
        (project / f"{file}.py").write_text(text)
    if journey in COMPLETIONS:
        (project / "users.py").write_text(f"{USERS}\n\n{CHECKS}")
    return project


def _expect_no_internal_error(log: Path) -> None:
    """No request of the editor failed because of a mistake of ours: the server logs those with a traceback."""
    text = log.read_text() if log.exists() else ""
    assert "Traceback" not in text, text[-4000:]


def _make_clone(home: Path, log: Path) -> Path:
    """A clone below the home folder, as in the settings; what its command says on standard error is kept."""
    command = home / COMMAND.removeprefix("~/")
    command.parent.mkdir(parents=True)
    command.write_text(f'#!/bin/sh\nexec {REPOSITORY}/.venv/bin/understudy "$@" 2>>{log}\n')
    command.chmod(0o755)
    return home


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("journeys", nargs="*")
    parser.add_argument("--screenshots", type=Path, help="store the last picture of each journey here")
    parser.add_argument("--repeat", type=int, default=1, help="run the journeys so many times")
    parser.add_argument(
        "--attempts", type=int, default=1, help="a journey counts as failed after so many attempts"
    )
    options = parser.parse_args()
    try:
        if CHROMIUM is None:
            raise Unavailable("no Chromium is installed (Debian: apt-get install chromium).")
        if not EXTENSION.is_file():
            raise Unavailable("the extension is not packed. Run: make vsix")
        server = install_code_server(EXTENSION)
    except Unavailable as error:
        return report_skip("VS Code", error)
    with (
        tempfile.TemporaryDirectory(prefix="understudy-vscode-", ignore_cleanup_errors=True) as folder,
        server.serve(_make_clone(Path(folder), Path(folder) / LOG), {**SETTINGS, **FORGETFUL}) as address,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_FLAGS)
        context = browser.new_context(viewport={"width": 1200, "height": 700}, reduced_motion="reduce")
        runner = Runner(context, address, Path(folder) / LOG, options.screenshots, options.attempts)
        for page in PAGES * options.repeat:
            wanted = [
                one for one in page.journeys if one.__name__ in options.journeys or not options.journeys
            ]
            runner.run(page, wanted)
        browser.close()
    return 1 if runner.failures else 0


if __name__ == "__main__":
    sys.exit(main())
