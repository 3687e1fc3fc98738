"""What the keys do with next edits, to the letter: an agent suggests just what each test says."""

import json
import re
import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from workbench_page import Serve, WorkbenchPage

SHOP = """\
class Shop:
    def __init__(self):
        self.names = []
        self.prices = []

    def show(self):
        print(self.names)
        print(self.prices)


def end():
    pass
"""
Say = Callable[..., None]


def edit(name: str, line: int, start: int, end: int, text: str, uri: str = "{uri}") -> dict[str, Any]:
    """Lines and columns as people count them."""
    place = {
        "start": {"line": line - 1, "character": start - 1},
        "end": {"line": line - 1, "character": end - 1},
    }
    return {"kind": "edit", "id": name, "uri": uri, "edits": [{"range": place, "newText": text}]}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "shop"
    root.mkdir()
    (root / "shop.py").write_text(SHOP)
    (root / "short.py").write_text("x = 1\n")
    (root / "empty.txt").touch()
    (root / "long.py").write_text("\n".join(["first = 1", *[""] * 200, *["word " * 80] * 9]))
    return root


@pytest.fixture
def say(tmp_path: Path) -> Say:
    """Have the agent suggest these from now on."""

    def write(*suggestions: dict[str, Any], **more: Any) -> None:
        made = tmp_path / "made.json"
        made.write_text(json.dumps({"suggestions": suggestions, **more}))
        made.replace(tmp_path / "script.json")

    write()
    return write


@pytest.fixture
def desk(serve: Serve, page: Page, root: Path, tmp_path: Path, say: Say) -> WorkbenchPage:
    agent = [sys.executable, str(Path(__file__).with_name("prompter.py")), str(tmp_path / "script.json")]
    desk = WorkbenchPage(page).open(serve(root, more=["--agent", shlex.join(agent)]))
    desk.open_file("shop.py")
    return desk


def ask(desk: WorkbenchPage) -> None:
    desk.press("Alt+\\")
    desk.suggested()


def word(desk: WorkbenchPage, says: str) -> None:
    expect(desk.page.get_by_test_id("nes-word")).to_have_text(says)


def reads(desk: WorkbenchPage, *words: str) -> None:
    """Monaco's hint of a place that is not in sight can be read, all of it."""
    hint = desk.page.locator(".inline-edits-long-distance-hint-widget")
    expect(hint).to_be_in_viewport(ratio=1)
    for said in words:
        expect(hint).to_contain_text(re.compile(re.escape(said).replace("\\ ", r"\s")))
    editor = desk.page.locator(".monaco-editor").first.bounding_box()
    box = hint.bounding_box()
    preview = hint.locator(".monaco-editor").bounding_box()
    assert editor
    assert box
    assert preview
    assert editor["x"] <= box["x"]
    assert box["y"] + box["height"] <= editor["y"] + editor["height"]
    assert preview["height"] > 10


def saved(desk: WorkbenchPage, root: Path) -> str:
    desk.press("Control+s")
    expect(desk.tab("shop.py")).not_to_have_attribute("aria-label", re.compile("unsaved"))
    return (root / "shop.py").read_text()


def test_a_quick_tab_too_many_leaves_no_tab_behind(desk: WorkbenchPage, say: Say, root: Path) -> None:
    say(edit("one", 4, 14, 20, "costs"))
    desk.go_to(4, 9)
    ask(desk)
    say()
    desk.press("Tab", "Tab", "Tab", "Tab")
    desk.shows("self.costs = []")
    word(desk, "none")
    assert saved(desk, root) == SHOP.replace("self.prices = []", "self.costs = []")
    desk.page.wait_for_timeout(600)
    desk.press("Tab")  # after a rest it is a tab again
    assert saved(desk, root) != SHOP.replace("self.prices = []", "self.costs = []")


def test_a_whole_line_is_seen_and_taken_on_an_empty_one(desk: WorkbenchPage, say: Say, root: Path) -> None:
    say(edit("line", 5, 1, 1, "        self.stock = []\n"))
    desk.go_to(5)
    ask(desk)
    word(desk, "Tab accepts")
    say()
    desk.press("Tab")
    desk.shows("self.stock = []")
    line = "        self.prices = []\n"
    assert saved(desk, root) == SHOP.replace(line, f"{line}        self.stock = []\n")


def test_the_status_says_whether_tab_jumps_or_accepts(desk: WorkbenchPage, say: Say) -> None:
    say(edit("far", 11, 5, 8, "finish"))
    desk.go_to(2)
    ask(desk)
    word(desk, "Tab jumps")
    desk.press("Tab")
    word(desk, "Tab accepts")
    say()
    desk.press("Tab")
    desk.shows("def finish")


def test_a_suggestion_is_seen_again_after_a_switch_of_tabs(desk: WorkbenchPage, say: Say, root: Path) -> None:
    say(edit("there", 8, 20, 26, "costs", (root / "shop.py").as_uri()))
    desk.go_to(8)
    ask(desk)
    word(desk, "Tab accepts")
    desk.open_file("short.py")
    word(desk, "Tab jumps")
    desk.open_file("shop.py")
    word(desk, "Tab accepts")
    desk.page.wait_for_timeout(150)
    say()
    desk.press("Tab")
    desk.shows("print(self.costs)")


def test_a_hint_of_another_file_is_seen_in_an_empty_one(desk: WorkbenchPage, say: Say, root: Path) -> None:
    desk.open_file("empty.txt")
    say(edit("there", 8, 20, 26, "costs", (root / "shop.py").as_uri()))
    ask(desk)
    word(desk, "Tab jumps")
    reads(desk, "print(self.costs)", "shop.py", "Tab to open")


def test_a_hint_is_seen_at_the_end_of_a_long_last_line(desk: WorkbenchPage, say: Say) -> None:
    desk.open_file("long.py")
    desk.press("Control+End")
    say(edit("far", 1, 1, 6, "last"))
    ask(desk)
    word(desk, "Tab jumps")
    reads(desk, "last = 1", "Tab to jump")


def test_an_undo_takes_it_back_and_the_next_one_is_seen(desk: WorkbenchPage, say: Say) -> None:
    say(edit("one", 8, 20, 26, "costs"))
    desk.go_to(8)
    ask(desk)
    say()
    desk.press("Tab")
    desk.shows("print(self.costs)")
    desk.press("Control+z")
    desk.shows("print(self.prices)")
    say(edit("two", 7, 20, 25, "titles"))
    ask(desk)
    word(desk, "Tab accepts")


def test_what_was_refused_is_not_offered_again(desk: WorkbenchPage, say: Say) -> None:
    say(edit("one", 8, 20, 26, "costs"))
    desk.go_to(8)
    ask(desk)
    desk.press("Escape")
    word(desk, "dismissed")
    desk.press("ArrowUp")
    word(desk, "none")


def test_a_rename_leaves_out_files_that_do_not_mean_it(desk: WorkbenchPage, say: Say, root: Path) -> None:
    (root / "use.py").write_text("from shop import end\n\nend()\n")
    (root / "own.py").write_text("def end():\n    pass\n")
    place = {"line": 10, "character": 4}
    say({"kind": "rename", "id": "name", "uri": "{uri}", "position": place, "newName": "finish"})
    desk.go_to(11, 5)
    ask(desk)
    preview = desk.page.get_by_test_id("nes-preview")
    expect(preview).to_contain_text("3 places in 2 files")
    expect(preview.get_by_role("checkbox", name="own.py, line 1")).not_to_be_checked()
    preview.get_by_role("checkbox", name="use.py, line 3").uncheck()
    expect(preview).to_contain_text("2 of 4")
    say()
    desk.focus_editor()
    desk.press("Tab")
    desk.shows("def finish")
    desk.press("Control+Alt+s")
    expect(desk.tab("use.py")).to_be_visible()
    desk.press("Control+z")
    desk.shows("def end")
    expect(desk.tab("own.py")).to_have_count(0)


def test_several_cursors_pause_and_one_goes_on(desk: WorkbenchPage, say: Say) -> None:
    desk.go_to(3)
    desk.press("Shift+Alt+ArrowDown")
    word(desk, "paused")
    say(edit("one", 4, 14, 20, "costs"))
    desk.press("Escape")
    desk.suggested()


def test_typing_brings_no_list_that_takes_the_key(desk: WorkbenchPage, say: Say) -> None:
    desk.go_to(9)
    desk.type("pri")
    desk.page.wait_for_timeout(500)
    expect(desk.page.locator(".suggest-widget.visible")).to_have_count(0)
    desk.press("Control+Space")
    expect(desk.page.locator(".suggest-widget.visible")).to_contain_text("prices")
