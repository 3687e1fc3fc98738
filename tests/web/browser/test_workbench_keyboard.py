"""The page by keyboard alone, in windows of every size: something has the focus, and nothing is cut off."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from workbench_page import OpenWorkbench, StartServer, WorkbenchPage

HAS_FOCUS = "document.activeElement !== document.body"


@pytest.fixture
def root(project: Path) -> Path:
    for name in ("one", "two", "three"):
        (project / f"{name}.txt").write_text(f"{name}\n")
    return project


def test_the_focus_moves_on_when_the_focused_part_closes(open_workbench: OpenWorkbench, page: Page) -> None:
    workbench = open_workbench()
    for name in ("one.txt", "two.txt", "three.txt"):
        workbench.open_file(name)
    workbench.tab("three.txt").focus()
    workbench.press("Delete")
    expect(workbench.tab("three.txt")).to_have_count(0)
    expect(page.locator("[data-testid=tab]:focus")).to_have_count(1)
    workbench.press("Enter")
    expect(page.locator(".monaco-editor.focused")).to_have_count(1)
    for opened, closed in (("Alt+1", "Control+b"), ("Alt+4", "Control+j")):
        workbench.press(opened)
        expect(page.locator(".monaco-editor.focused")).to_have_count(0)
        workbench.press(closed)
        expect(page.locator(".monaco-editor.focused")).to_have_count(1)


def test_a_conflict_is_resolved_by_keyboard(open_workbench: OpenWorkbench, page: Page, root: Path) -> None:
    workbench = open_workbench()
    workbench.open_file("one.txt")
    workbench.type("mine ")
    (root / "one.txt").write_text("theirs\n")
    bar = page.get_by_test_id("conflict-bar")
    bar.get_by_role("button", name="Compare").focus()
    workbench.press("Enter")
    expect(page.get_by_test_id("diff").locator(".modified-in-monaco-diff-editor.focused")).to_have_count(1)
    workbench.press("Control+F4")
    expect(page.get_by_test_id("diff")).to_have_count(0)
    bar.get_by_role("button", name="Use the file's text").focus()
    workbench.press("Enter")
    workbench.shows("theirs")
    expect(page.locator(".monaco-editor.focused")).to_have_count(1)


def test_the_next_list_is_not_closed_by_a_file_that_is_still_opening(
    open_workbench: OpenWorkbench, page: Page
) -> None:
    workbench = open_workbench()
    workbench.open_file("one.txt")
    for name in ("two.txt", "three.txt", "one.txt"):
        workbench.press("Control+p")
        box = page.get_by_role("dialog", name="Go to a file").get_by_role("combobox")
        box.fill(name)
        expect(page.locator("#palette-list [role=option]").first).to_contain_text(name)
        box.press("Enter")
    expect(workbench.tab("one.txt")).to_have_attribute("aria-selected", "true")
    page.wait_for_function(HAS_FOCUS)


@pytest.mark.parametrize(("width", "height"), [(1024, 700), (800, 600), (680, 430), (512, 350)])
def test_nothing_is_cut_off_in_a_small_window(
    open_workbench: OpenWorkbench, page: Page, width: int, height: int
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    workbench = open_workbench()
    workbench.press("Alt+4")
    expect(page.locator("[data-part=bottom]")).to_be_visible()
    parts = page.locator("[data-part]")
    for part in parts.all():
        box = part.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width + 1
        assert box["y"] + box["height"] <= height + 1
    workbench.press("Alt+3")
    expect(page.get_by_test_id("composer")).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name="Send")).to_be_in_viewport(ratio=1)


def test_a_border_is_moved_by_keyboard(open_workbench: OpenWorkbench, page: Page) -> None:
    open_workbench()
    border = page.get_by_role("separator", name="Width of the side panel")
    side = page.locator("[data-part=side]")
    for key, width in (("ArrowRight", 260), ("ArrowLeft", 240), ("Home", 160), ("End", 700)):
        border.press(key)
        expect(border).to_have_attribute("aria-valuenow", str(width))
        expect(side).to_have_css("width", f"{width}px")
    border.press("Home")
    expect(side).to_have_css("width", "160px")
    box = side.bounding_box()
    assert box is not None
    assert abs(box["width"] - 160) <= 1


def test_the_tree_follows_the_disk(open_workbench: OpenWorkbench, root: Path) -> None:
    workbench = open_workbench()
    expect(workbench.row("one.txt")).to_be_visible()
    (root / "fresh").mkdir()
    expect(workbench.row("fresh")).to_be_visible()
    (root / "fresh").rmdir()
    expect(workbench.row("fresh")).to_have_count(0)


def test_unsaved_text_outlives_a_reload_when_its_file_became_a_folder(
    open_workbench: OpenWorkbench, page: Page, root: Path
) -> None:
    page.on("dialog", lambda dialog: dialog.accept())
    workbench = open_workbench()
    workbench.open_file("one.txt")
    workbench.type("kept ")
    expect(workbench.tab("one.txt")).to_have_attribute("aria-label", re.compile("unsaved"))
    (root / "one.txt").unlink()
    (root / "one.txt").mkdir()
    page.reload()
    workbench.connected()
    workbench.shows("kept one")
    expect(workbench.tab("one.txt")).to_have_attribute("aria-label", re.compile("unsaved"))


def test_roots_of_the_same_name_are_distinguished(
    start_server: StartServer, page: Page, tmp_path: Path
) -> None:
    for folder in ("left", "right"):
        (tmp_path / folder / "app").mkdir(parents=True)
    workbench = WorkbenchPage(page).open(start_server(tmp_path / "left" / "app", tmp_path / "right" / "app"))
    expect(workbench.row("left/app")).to_be_visible()
    expect(workbench.row("right/app")).to_be_visible()


def test_a_search_starts_with_the_selection_of_the_editor(open_workbench: OpenWorkbench, page: Page) -> None:
    workbench = open_workbench()
    workbench.open_file("two.txt")
    workbench.go_to(1)
    workbench.select_right(3)
    workbench.press("Control+Shift+f")
    expect(page.get_by_test_id("search-query")).to_have_value("two")
    expect(page.get_by_test_id("search-match")).to_have_count(1)
