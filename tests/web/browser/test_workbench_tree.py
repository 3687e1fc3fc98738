"""The file tree renames, moves and deletes; images and bytes have a viewer; several editors are side by side."""

import base64
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from workbench_page import OpenWorkbench, WorkbenchPage

PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="
)


@pytest.fixture
def root(project: Path) -> Path:
    (project / "lib").mkdir()
    (project / "notes.txt").write_text("one\ntwo\n")
    (project / "other.txt").write_text("other\n")
    (project / "picture.png").write_bytes(PNG)
    (project / "data.bin").write_bytes(bytes(range(256)))
    return project


@pytest.fixture
def workbench(open_workbench: OpenWorkbench) -> WorkbenchPage:
    return open_workbench()


def test_files_are_renamed_moved_and_deleted_and_that_is_undone(
    workbench: WorkbenchPage, page: Page, root: Path
) -> None:
    workbench.row("notes.txt").click()
    workbench.shows("two")
    workbench.focus_editor()
    workbench.press("Control+Home")
    workbench.type("unsaved ")
    page.get_by_test_id("tree").focus()
    workbench.press("F2")
    asked = page.get_by_role("dialog", name="Rename or move").get_by_role("combobox")
    expect(asked).to_have_value("notes.txt")
    asked.press_sequentially("renamed")  # replaces the selected name, not the suffix
    expect(page.get_by_role("option", name="Rename to renamed.txt")).to_be_visible()
    asked.press("Enter")
    expect(workbench.tab("renamed.txt")).to_have_attribute("aria-selected", "true")
    expect(workbench.tab("notes.txt")).to_have_count(0)
    workbench.shows("unsaved one")
    assert (root / "renamed.txt").read_text() == "one\ntwo\n"
    assert not (root / "notes.txt").exists()

    workbench.row("renamed.txt").drag_to(workbench.row("lib"))
    expect(workbench.tab("renamed.txt")).to_have_attribute("title", str(root / "lib" / "renamed.txt"))
    workbench.focus_editor()
    workbench.press("Control+s")
    workbench.wait_until(lambda: (root / "lib" / "renamed.txt").read_text() == "unsaved one\ntwo\n")

    workbench.row("other.txt").click(button="right")
    page.get_by_test_id("menu").get_by_role("menuitem", name="Delete").click()
    expect(workbench.row("other.txt")).to_have_count(0)
    assert not (root / "other.txt").exists()
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(workbench.row("other.txt")).to_be_visible()
    assert (root / "other.txt").read_text() == "other\n"
    page.get_by_test_id("tree").focus()
    workbench.press("Control+z")
    workbench.wait_until((root / "renamed.txt").exists)
    expect(workbench.tab("renamed.txt")).to_have_attribute("title", str(root / "renamed.txt"))


def test_an_existing_file_is_not_overwritten_by_a_rename(
    workbench: WorkbenchPage, page: Page, root: Path, page_errors: list[str]
) -> None:
    workbench.row("notes.txt").click()
    expect(page.locator(".monaco-editor.focused")).to_have_count(1)  # opened files get the focus
    page.get_by_test_id("tree").focus()
    workbench.press("F2")
    page.get_by_role("dialog", name="Rename or move").get_by_role("combobox").fill("other.txt")
    expect(page.get_by_role("option", name="Rename to other.txt")).to_be_visible()
    workbench.press("Enter")
    expect(page.get_by_text("exists already")).to_be_visible()
    assert (root / "other.txt").read_text() == "other\n"
    workbench.wait_until(lambda: len(page_errors) == 1)  # the browser logs every refused request
    page_errors.clear()


def test_images_and_bytes_are_viewed_and_editors_are_side_by_side(
    workbench: WorkbenchPage, page: Page
) -> None:
    workbench.row("picture.png").click()
    expect(page.get_by_test_id("image-view")).to_contain_text("1 × 1")
    workbench.row("data.bin").click()
    expect(page.get_by_test_id("bytes-view")).to_contain_text("00000040  40 41 42")
    workbench.row("notes.txt").click()
    workbench.shows("two")
    workbench.press("Control+\\")
    panes = page.get_by_test_id("pane")
    expect(panes).to_have_count(2)
    workbench.row("other.txt").click()
    expect(panes.nth(0).locator(".view-lines").first).to_contain_text("two")
    expect(panes.nth(1).locator(".view-lines").first).to_contain_text("other")
    panes.nth(0).locator(".view-lines").first.click()
    expect(workbench.tab("notes.txt")).to_have_attribute("aria-selected", "true")
    workbench.press("Control+Home")
    workbench.type("left ")
    expect(panes.nth(0).locator(".view-lines").first).to_contain_text("left")
    panes.nth(1).get_by_role("button", name="Close the pane of other.txt").click()
    expect(panes).to_have_count(1)
