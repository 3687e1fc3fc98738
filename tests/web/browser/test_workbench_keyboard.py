"""The page by keyboard alone, in windows of every size: the keyboard is somewhere, and nothing is cut off."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from workbench_page import Serve, WorkbenchPage

WHERE = "document.activeElement === document.body ? 'nowhere' : 'somewhere'"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "project"
    root.mkdir()
    for name in ("one", "two", "three"):
        (root / f"{name}.txt").write_text(f"{name}\n")
    return root


def test_the_keyboard_stays_when_what_had_it_closes(serve: Serve, page: Page, root: Path) -> None:
    desk = WorkbenchPage(page).open(serve(root))
    for name in ("one.txt", "two.txt", "three.txt"):
        desk.open_file(name)
    desk.tab("three.txt").focus()
    desk.press("Delete")
    expect(desk.tab("three.txt")).to_have_count(0)
    expect(page.locator("[data-testid=tab]:focus")).to_have_count(1)
    desk.press("Enter")
    expect(page.locator(".monaco-editor.focused")).to_have_count(1)
    for opened, closed in (("Alt+1", "Control+b"), ("Alt+4", "Control+j")):
        desk.press(opened)
        page.wait_for_timeout(100)
        desk.press(closed)
        expect(page.locator(".monaco-editor.focused")).to_have_count(1)


def test_a_conflict_is_settled_by_keyboard(serve: Serve, page: Page, root: Path) -> None:
    desk = WorkbenchPage(page).open(serve(root))
    desk.open_file("one.txt")
    desk.type("mine ")
    (root / "one.txt").write_text("theirs\n")
    bar = page.get_by_test_id("conflict-bar")
    bar.get_by_role("button", name="Compare").focus()
    desk.press("Enter")
    expect(page.get_by_test_id("diff").locator(".modified-in-monaco-diff-editor.focused")).to_have_count(1)
    desk.press("Control+F4")
    expect(page.get_by_test_id("diff")).to_have_count(0)
    bar.get_by_role("button", name="Use the file's text").focus()
    desk.press("Enter")
    desk.shows("theirs")
    expect(page.locator(".monaco-editor.focused")).to_have_count(1)


def test_the_next_list_is_not_closed_by_a_file_that_is_still_opening(
    serve: Serve, page: Page, root: Path
) -> None:
    desk = WorkbenchPage(page).open(serve(root))
    desk.open_file("one.txt")
    for name in ("two.txt", "three.txt", "one.txt"):
        desk.press("Control+p")
        box = page.get_by_role("dialog", name="Go to a file").get_by_role("combobox")
        box.fill(name)
        expect(page.locator("#palette-list [role=option]").first).to_contain_text(name)
        box.press("Enter")
    expect(desk.tab("one.txt")).to_have_attribute("aria-selected", "true")
    assert page.evaluate(WHERE) == "somewhere"


@pytest.mark.parametrize(("width", "height"), [(1024, 700), (800, 600), (680, 430), (512, 350)])
def test_nothing_is_cut_off_in_a_small_window(
    serve: Serve, page: Page, root: Path, width: int, height: int
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    desk = WorkbenchPage(page).open(serve(root))
    desk.press("Alt+4")
    page.wait_for_timeout(200)
    parts = page.locator("[data-part]")
    for part in parts.all():
        box = part.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width + 1
        assert box["y"] + box["height"] <= height + 1
    desk.press("Alt+3")
    expect(page.get_by_test_id("composer")).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name="Send")).to_be_in_viewport(ratio=1)


def test_a_border_is_moved_by_keyboard(serve: Serve, page: Page, root: Path) -> None:
    WorkbenchPage(page).open(serve(root))
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


def test_the_tree_follows_the_disk(serve: Serve, page: Page, root: Path) -> None:
    desk = WorkbenchPage(page).open(serve(root))
    expect(desk.row("one.txt")).to_be_visible()
    (root / "fresh").mkdir()
    expect(desk.row("fresh")).to_be_visible()
    (root / "fresh").rmdir()
    expect(desk.row("fresh")).to_have_count(0)


def test_unsaved_text_outlives_a_reload_when_its_file_became_a_folder(
    serve: Serve, page: Page, root: Path
) -> None:
    page.on("dialog", lambda dialog: dialog.accept())
    desk = WorkbenchPage(page).open(serve(root))
    desk.open_file("one.txt")
    desk.type("kept ")
    expect(desk.tab("one.txt")).to_have_attribute("aria-label", re.compile("unsaved"))
    (root / "one.txt").unlink()
    (root / "one.txt").mkdir()
    page.reload()
    desk.connected()
    desk.shows("kept one")
    expect(desk.tab("one.txt")).to_have_attribute("aria-label", re.compile("unsaved"))


def test_roots_of_one_name_are_told_apart(serve: Serve, page: Page, tmp_path: Path) -> None:
    for folder in ("left", "right"):
        (tmp_path / folder / "app").mkdir(parents=True)
    desk = WorkbenchPage(page).open(serve(tmp_path / "left" / "app", tmp_path / "right" / "app"))
    expect(desk.row("left/app")).to_be_visible()
    expect(desk.row("right/app")).to_be_visible()


def test_what_is_chosen_in_the_editor_is_searched_for(serve: Serve, page: Page, root: Path) -> None:
    desk = WorkbenchPage(page).open(serve(root))
    desk.open_file("two.txt")
    desk.go_to(1)
    desk.select_right(3)
    desk.press("Control+Shift+f")
    expect(page.get_by_test_id("search-query")).to_have_value("two")
    expect(page.get_by_test_id("search-match")).to_have_count(1)
