"""Drives VS Code (code-server from npm) in Chromium, with our extension from its VSIX, and reads the page.

    python tests/interop/run_vscode.py [JOURNEY…] [--screenshots FOLDER] [--repeat N]

Most journeys run without the proposed API, as in VS Code from its vendor: a rename over two files by Tab alone, a
rejected edit that stays rejected, silence after an undo, the change at all its places after a list of them, keys
that mean something else, inline completions, turning off and on, a new server. Two run with the proposed API, where
the editor draws next edits itself. Skips, and says so, where code-server or Chromium cannot be had.
"""

import argparse
import json
import shutil
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Mapping
from pathlib import Path

from code_server import install_code_server
from debian_editors import Unavailable, report_skip
from document_snippets import snippets
from playwright.sync_api import BrowserContext, sync_playwright
from vscode_page import EditorPage, open_editor, refuse_proposed_api

Settings = Mapping[str, object]
REPOSITORY = Path(__file__).resolve().parents[2]
EXTENSION = REPOSITORY / "editors/vscode/understudy.vsix"
(SETTINGS,) = (json.loads(text) for text in snippets(REPOSITORY, "VS Code", "json"))
"""The settings as docs/editors.md has them: the command of a clone below the home folder."""
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
CHROMIUM_FLAGS = ("--no-sandbox", "--disable-dev-shm-usage")
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
REJECTION = "You rejected the next edit."
NO_MENU: Settings = {"editor.quickSuggestions": {"other": "off", "comments": "off", "strings": "off"}}


def rename_over_two_files(editor: EditorPage) -> None:
    editor.rename()
    for call in ("get_user('a')", "get_user('b')"):
        editor.wait_for_preview(call, "→ find_user")
        assert editor.has_arrow()
        editor.press("Tab")
        editor.press("Tab")  # there, and accepted
        editor.wait_for_line(call.replace("get", "find"))
    editor.wait_until(lambda: any("» main.py:1" in text for _, text in editor.previews()), "the other file")
    editor.press("Tab")
    for line in ("from users import get_user", "print(get_user('c'))"):
        editor.wait_for_preview(line, "→ find_user")
        editor.press(*(["Tab"] if line.startswith("from") else ["Tab", "Tab"]))
        editor.wait_for_line(line.replace("get", "find"))
    editor.expect_files(**RENAMED)


def a_rejected_edit_stays_rejected(editor: EditorPage) -> None:
    editor.rename()
    editor.wait_for_preview("get_user('a')", "→ find_user")
    _reject_all(editor, lambda: editor.previews() != [])
    assert editor.previews() == []
    editor.expect_files(**RENAMED_ONCE)


def _reject_all(editor: EditorPage, is_drawn: Callable[[], bool]) -> None:
    """Reject one place after the other until there is none, and let the extension ask again after each."""
    rejected: list[str] = []
    while editor.has_next_edit():
        place = editor.status()
        assert place not in rejected, f"{place} came back after {rejected}"
        rejected.append(place)
        editor.wait_until(is_drawn, f"the drawing of {place}")
        editor.press("Escape")
        editor.wait_until(lambda place=place: editor.status() != place, f"the rejection of {place}")
        editor.press("ArrowDown" if len(rejected) % 2 else "ArrowUp")
        editor.wait_until(lambda: REJECTION not in editor.status(), "an answer")
    assert len(rejected) > 1, rejected


def an_undo_is_followed_by_silence(editor: EditorPage) -> None:
    editor.rename()
    editor.wait_for_preview("get_user('a')", "→ find_user")
    for undone in range(1, 5):  # "find" was typed in one or several steps
        editor.press("Control+z")
        editor.wait_until(lambda: "def find_user" not in editor.lines(), f"undo {undone}")
        if "def get_user" in editor.lines():
            break
    editor.wait_for_status("undo")
    assert editor.previews() == []


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
    editor.wait_for_preview("get_user('a')", "→ find_user")
    editor.press("Tab")
    editor.wait_until(lambda: "Ln 3, Col 5" in editor.cursor(), "an indentation")
    editor.type("nam")
    editor.wait_for_preview("get_user('a')", "→ find_user")
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
    assert editor.previews() == []
    editor.press("Tab")
    editor.wait_until(lambda: editor.lines().count("if name is None:") == 2, "the completed line")


def without_completions_the_line_is_not_completed(editor: EditorPage) -> None:
    """The setting reaches the server, and next edits go on."""
    _type_a_check(editor)
    editor.wait_until(lambda: "Understudy: in-progress" not in editor.status(), "an answer")
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
    assert editor.previews() == []
    editor.run_command("Understudy: Turn Next Edits On or Off")
    editor.wait_for_preview("get_user('a')", "→ find_user")
    editor.run_command("Understudy: Restart the Server")
    editor.wait_for_status("Understudy: no")  # a new server has seen no edit yet
    assert editor.previews() == []
    editor.go_to("1:5")
    for _ in "find":
        editor.press("Shift+ArrowRight")
    editor.type("load")
    editor.wait_for_line("def load_user")
    editor.go_to("5:1")
    editor.wait_until(lambda: editor.has_next_edit() or "Understudy: " in editor.status(), "an answer")


def the_editor_draws_the_rename_itself(editor: EditorPage) -> None:
    """Only with the proposed API. Tab goes there, or accepts at once where the editor thinks it near enough."""
    editor.rename()
    for line, call, following in ((6, "get_user('a')", "line 7"), (7, "get_user('b')", "main.py:1")):
        _wait_for_native_edit(editor, f"line {line}")
        assert editor.previews() == []
        editor.press("Tab")
        editor.wait_until(lambda line=line: f"Ln {line}," in editor.cursor(), f"the cursor in line {line}")
        if call in editor.lines():
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


COMPLETIONS = (a_line_is_completed_at_the_cursor, without_completions_the_line_is_not_completed)
WITHOUT_API: tuple[tuple[Callable[[EditorPage], None], Settings], ...] = (
    (rename_over_two_files, NO_MENU),
    (a_rejected_edit_stays_rejected, NO_MENU),
    (an_undo_is_followed_by_silence, NO_MENU),
    (everywhere_after_the_list_of_places, NO_MENU),
    (keys_keep_their_other_meanings, NO_MENU),
    (a_line_is_completed_at_the_cursor, NO_MENU),
    (without_completions_the_line_is_not_completed, {**NO_MENU, "understudy.completion": False}),
    (turned_off_and_on_and_restarted, NO_MENU),
)
WITH_API: tuple[tuple[Callable[[EditorPage], None], Settings], ...] = (
    (the_editor_draws_the_rename_itself, NO_MENU),
    (an_edit_that_the_editor_draws_stays_rejected, NO_MENU),
)


def run_journey(
    context: BrowserContext,
    address: str,
    journey: Callable[[EditorPage], None],
    settings: Settings,
    screenshots: Path | None,
) -> None:
    """Run it in a page of its own, on a project of two files of its own."""
    name = journey.__name__
    with tempfile.TemporaryDirectory(prefix="understudy-vscode-", ignore_cleanup_errors=True) as folder:
        project = Path(folder)
        (project / ".git").mkdir()
        (project / ".vscode").mkdir()
        (project / ".vscode/settings.json").write_text(json.dumps(settings))
        for file, text in FILES.items():
            (project / f"{file}.py").write_text(text)
        if journey in COMPLETIONS:
            (project / "users.py").write_text(f"{USERS}\n\n{CHECKS}")
        page = context.new_page()
        if (journey, settings) in WITHOUT_API:
            refuse_proposed_api(page)
        try:
            journey(open_editor(page, address, project, "users.py"))
        finally:
            if screenshots is not None:
                page.screenshot(path=screenshots / f"{name}.png")
            page.close()


def _link_clone(home: Path) -> Path:
    (home / "src").mkdir()
    (home / "src/understudy").symlink_to(REPOSITORY)
    return home


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("journeys", nargs="*")
    parser.add_argument("--screenshots", type=Path, help="store the last picture of each journey here")
    parser.add_argument("--repeat", type=int, default=1, help="run the journeys so many times")
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
    with (
        tempfile.TemporaryDirectory(prefix="understudy-vscode-", ignore_cleanup_errors=True) as folder,
        server.serve(_link_clone(Path(folder)), SETTINGS) as address,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_FLAGS)
        context = browser.new_context(viewport={"width": 1200, "height": 700})
        for journey, settings in (*WITHOUT_API, *WITH_API) * options.repeat:
            name = journey.__name__
            if options.journeys and name not in options.journeys:
                continue
            started = time.monotonic()
            try:
                run_journey(context, address, journey, settings, options.screenshots)
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
