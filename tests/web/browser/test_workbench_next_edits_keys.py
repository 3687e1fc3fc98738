"""The keys of next edits, with an agent that suggests exactly what each test gives it."""

import json
import re
import shlex
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from workbench_page import VISIBLE_MS, OpenWorkbench, WorkbenchPage

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
Suggest = Callable[..., None]


def edit(name: str, line: int, start: int, end: int, text: str, uri: str = "{uri}") -> dict[str, Any]:
    """Lines and columns start at 1."""
    place = {
        "start": {"line": line - 1, "character": start - 1},
        "end": {"line": line - 1, "character": end - 1},
    }
    return {"kind": "edit", "id": name, "uri": uri, "edits": [{"range": place, "newText": text}]}


@pytest.fixture(scope="module")
def script(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Read by the agent for every request."""
    return tmp_path_factory.mktemp("agent") / "script.json"


@pytest.fixture(scope="module")
def server_arguments(script: Path) -> Sequence[str]:
    agent = [sys.executable, str(Path(__file__).with_name("scripted_nes_agent.py")), str(script)]
    return ["--agent", shlex.join(agent)]


@pytest.fixture
def root(project: Path) -> Path:
    (project / "shop.py").write_text(SHOP)
    (project / "short.py").write_text("x = 1\n")
    (project / "empty.txt").touch()
    (project / "long.py").write_text("\n".join(["first = 1", *[""] * 200, *["word " * 80] * 9]))
    return project


@pytest.fixture
def suggest(script: Path) -> Suggest:
    """Have the agent suggest these from now on."""

    def write(*suggestions: dict[str, Any], **more: Any) -> None:
        written = script.with_name("written.json")
        written.write_text(json.dumps({"suggestions": suggestions, **more}))
        written.replace(script)

    write()
    return write


@pytest.fixture
def workbench(open_workbench: OpenWorkbench, suggest: Suggest) -> WorkbenchPage:
    workbench = open_workbench()
    workbench.open_file("shop.py")
    return workbench


def request_suggestion(workbench: WorkbenchPage) -> None:
    workbench.press("Alt+\\")
    workbench.suggested()


def has_status(workbench: WorkbenchPage, label: str) -> None:
    expect(workbench.page.get_by_test_id("nes-word")).to_have_text(label)


def hint_contains(workbench: WorkbenchPage, *words: str) -> None:
    """Monaco's hint of a location out of view is completely visible and contains these texts."""
    hint = workbench.page.locator(".inline-edits-long-distance-hint-widget")
    expect(hint).to_be_in_viewport(ratio=1)
    for text in words:
        expect(hint).to_contain_text(re.compile(re.escape(text).replace("\\ ", r"\s")))
    editor = workbench.page.locator(".monaco-editor").first.bounding_box()
    box = hint.bounding_box()
    preview = hint.locator(".monaco-editor").bounding_box()
    assert editor
    assert box
    assert preview
    assert editor["x"] <= box["x"]
    assert box["y"] + box["height"] <= editor["y"] + editor["height"]
    assert preview["height"] > 10


def save(workbench: WorkbenchPage, root: Path) -> str:
    workbench.press("Control+s")
    expect(workbench.tab("shop.py")).not_to_have_attribute("aria-label", re.compile("unsaved"))
    return (root / "shop.py").read_text()


def press_quickly(workbench: WorkbenchPage, count: int) -> None:
    """Press Tab several times within a fifth of a second, however long the page takes for each."""
    devtools = workbench.page.context.new_cdp_session(workbench.page)
    first = time.time()
    for number in range(count):
        for kind in ("rawKeyDown", "keyUp"):
            key = {"key": "Tab", "code": "Tab", "windowsVirtualKeyCode": 9}
            devtools.send("Input.dispatchKeyEvent", {"type": kind, **key, "timestamp": first + number * 0.05})
    devtools.detach()


def test_too_many_quick_tabs_insert_no_tab(workbench: WorkbenchPage, suggest: Suggest, root: Path) -> None:
    suggest(edit("one", 4, 14, 20, "costs"))
    workbench.go_to(4, 9)
    request_suggestion(workbench)
    suggest()
    press_quickly(workbench, 4)
    workbench.shows("self.costs = []")
    has_status(workbench, "none")
    assert save(workbench, root) == SHOP.replace("self.prices = []", "self.costs = []")
    workbench.pause(600)
    workbench.press("Tab")  # a while after the last press it is a tab again
    assert save(workbench, root) != SHOP.replace("self.prices = []", "self.costs = []")


def test_a_whole_line_is_shown_and_accepted_on_an_empty_one(
    workbench: WorkbenchPage, suggest: Suggest, root: Path
) -> None:
    suggest(edit("line", 5, 1, 1, "        self.stock = []\n"))
    workbench.go_to(5)
    request_suggestion(workbench)
    has_status(workbench, "Tab accepts")
    suggest()
    workbench.press("Tab")
    workbench.shows("self.stock = []")
    line = "        self.prices = []\n"
    assert save(workbench, root) == SHOP.replace(line, f"{line}        self.stock = []\n")


def test_the_status_says_whether_tab_jumps_or_accepts(workbench: WorkbenchPage, suggest: Suggest) -> None:
    suggest(edit("far", 11, 5, 8, "finish"))
    workbench.go_to(2)
    request_suggestion(workbench)
    has_status(workbench, "Tab jumps")
    workbench.press("Tab")
    has_status(workbench, "Tab accepts")
    workbench.pause(VISIBLE_MS)
    suggest()
    workbench.press("Tab")
    workbench.shows("def finish")


def test_a_suggestion_is_shown_again_after_a_switch_of_tabs(
    workbench: WorkbenchPage, suggest: Suggest, root: Path
) -> None:
    suggest(edit("there", 8, 20, 26, "costs", (root / "shop.py").as_uri()))
    workbench.go_to(8)
    request_suggestion(workbench)
    has_status(workbench, "Tab accepts")
    workbench.open_file("short.py")
    has_status(workbench, "Tab jumps")
    workbench.open_file("shop.py")
    has_status(workbench, "Tab accepts")
    workbench.pause(VISIBLE_MS)
    suggest()
    workbench.press("Tab")
    workbench.shows("print(self.costs)")


def test_a_hint_of_another_file_is_shown_in_an_empty_one(
    workbench: WorkbenchPage, suggest: Suggest, root: Path
) -> None:
    workbench.open_file("empty.txt")
    suggest(edit("there", 8, 20, 26, "costs", (root / "shop.py").as_uri()))
    request_suggestion(workbench)
    has_status(workbench, "Tab jumps")
    hint_contains(workbench, "print(self.costs)", "shop.py", "Tab to open")


def test_a_hint_is_shown_at_the_end_of_a_long_last_line(workbench: WorkbenchPage, suggest: Suggest) -> None:
    workbench.open_file("long.py")
    workbench.press("Control+End")
    suggest(edit("far", 1, 1, 6, "last"))
    request_suggestion(workbench)
    has_status(workbench, "Tab jumps")
    hint_contains(workbench, "last = 1", "Tab to jump")


def test_an_undo_reverts_it_and_the_next_one_is_shown(workbench: WorkbenchPage, suggest: Suggest) -> None:
    suggest(edit("one", 8, 20, 26, "costs"))
    workbench.go_to(8)
    request_suggestion(workbench)
    suggest()
    workbench.press("Tab")
    workbench.shows("print(self.costs)")
    workbench.press("Control+z")
    workbench.shows("print(self.prices)")
    suggest(edit("two", 7, 20, 25, "titles"))
    request_suggestion(workbench)
    has_status(workbench, "Tab accepts")


def test_a_rejected_suggestion_is_not_shown_again(workbench: WorkbenchPage, suggest: Suggest) -> None:
    suggest(edit("one", 8, 20, 26, "costs"))
    workbench.go_to(8)
    request_suggestion(workbench)
    workbench.press("Escape")
    has_status(workbench, "rejected")
    workbench.press("ArrowUp")
    has_status(workbench, "none")


def test_a_rename_leaves_out_files_with_another_meaning_of_the_name(
    workbench: WorkbenchPage, suggest: Suggest, root: Path
) -> None:
    (root / "use.py").write_text("from shop import end\n\nend()\n")
    (root / "own.py").write_text("def end():\n    pass\n")
    place = {"line": 10, "character": 4}
    suggest({"kind": "rename", "id": "name", "uri": "{uri}", "position": place, "newName": "finish"})
    workbench.go_to(11, 5)
    request_suggestion(workbench)
    preview = workbench.page.get_by_test_id("nes-preview")
    expect(preview).to_contain_text("3 places in 2 files")
    # The editor ends above the preview: it covers no code.
    editor, box = workbench.page.locator(".editor-host").bounding_box(), preview.bounding_box()
    assert editor is not None
    assert box is not None
    assert editor["y"] + editor["height"] <= box["y"] + 1
    expect(preview.get_by_role("checkbox", name="own.py, line 1")).not_to_be_checked()
    preview.get_by_role("checkbox", name="use.py, line 3").uncheck()
    expect(preview).to_contain_text("2 of 4")
    workbench.focus_editor()
    request_suggestion(workbench)
    expect(preview).to_contain_text("2 of 4")
    suggest()
    workbench.focus_editor()
    workbench.press("Tab")
    workbench.shows("def finish")
    workbench.press("Control+Alt+s")
    expect(workbench.tab("use.py")).to_be_visible()
    workbench.press("Control+z")
    workbench.shows("def end")
    expect(workbench.tab("own.py")).to_have_count(0)


def test_several_cursors_pause_suggestions_and_one_resumes_them(
    workbench: WorkbenchPage, suggest: Suggest
) -> None:
    workbench.go_to(3)
    workbench.press("Shift+Alt+ArrowDown")
    has_status(workbench, "paused")
    suggest(edit("one", 4, 14, 20, "costs"))
    workbench.press("Escape")
    workbench.suggested()


def test_typing_opens_no_completion_list_that_takes_the_tab_key(
    workbench: WorkbenchPage, suggest: Suggest
) -> None:
    workbench.go_to(9)
    workbench.type("pri")
    workbench.pause(500)
    expect(workbench.page.locator(".suggest-widget.visible")).to_have_count(0)
    workbench.press("Control+Space")
    expect(workbench.page.locator(".suggest-widget.visible")).to_contain_text("prices")


def test_a_response_to_an_earlier_request_does_not_show_again_what_was_rejected(
    workbench: WorkbenchPage, suggest: Suggest, root: Path, tmp_path: Path
) -> None:
    """The agent sends the same edit with another id, before it knows of the dismissal."""
    suggest(edit("one", 4, 14, 20, "costs"))
    workbench.go_to(4, 9)
    request_suggestion(workbench)
    hold = tmp_path / "hold"
    hold.touch()
    suggest(edit("two", 4, 14, 20, "costs"), hold=str(hold))
    workbench.press("Alt+\\")
    workbench.wait_until(lambda: not hold.exists())
    workbench.press("Escape")
    has_status(workbench, "rejected")
    suggest()
    hold.touch()
    has_status(workbench, "none")
