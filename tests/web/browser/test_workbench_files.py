"""Texts in the editor and files on disk: saved, changed by others, never lost."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from workbench_page import Serve, WorkbenchPage

TEXT = "one\ntwo\nthree\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "project"
    root.mkdir()
    (root / "notes.txt").write_text(TEXT)
    (root / "other.txt").write_text("other\n")
    return root


def test_typing_marks_the_tab_and_saving_writes_the_file(serve: Serve, page: Page, root: Path) -> None:
    desk = WorkbenchPage(page).open(serve(root))
    desk.open_file("notes.txt")
    desk.go_to(1)
    desk.type("zero ")
    expect(desk.tab("notes.txt")).to_have_attribute("aria-label", re.compile("unsaved"))
    assert (root / "notes.txt").read_text() == TEXT
    desk.press("Control+s")
    expect(desk.tab("notes.txt")).not_to_have_attribute("aria-label", re.compile("unsaved"))
    assert (root / "notes.txt").read_text() == "zero " + TEXT


def test_undoing_everything_leaves_nothing_to_save(serve: Serve, page: Page, root: Path) -> None:
    desk = WorkbenchPage(page).open(serve(root))
    desk.open_file("notes.txt")
    desk.go_to(1)
    desk.type("x")
    expect(desk.tab("notes.txt")).to_have_attribute("aria-label", re.compile("unsaved"))
    desk.press("Control+z")
    expect(desk.tab("notes.txt")).not_to_have_attribute("aria-label", re.compile("unsaved"))


def test_line_ends_and_the_byte_order_mark_stay_as_they_were(serve: Serve, page: Page, root: Path) -> None:
    path = root / "windows.txt"
    path.write_bytes(b"\xef\xbb\xbfone\r\ntwo\r\n")
    desk = WorkbenchPage(page).open(serve(root))
    desk.open_file("windows.txt")
    desk.go_to(2)
    desk.type("2 ")
    desk.press("Control+s")
    expect(desk.tab("windows.txt")).not_to_have_attribute("aria-label", re.compile("unsaved"))
    assert path.read_bytes() == b"\xef\xbb\xbfone\r\n2 two\r\n"


def test_a_file_that_somebody_else_changes_is_shown_as_it_is_now(
    serve: Serve, page: Page, root: Path
) -> None:
    desk = WorkbenchPage(page).open(serve(root))
    desk.open_file("notes.txt")
    (root / "notes.txt").write_text("one\nTWO by another\nthree\n")
    desk.shows("TWO by another")
    expect(desk.tab("notes.txt")).not_to_have_attribute("aria-label", re.compile("unsaved"))


def test_unsaved_text_is_never_overwritten_by_a_change_on_disk(serve: Serve, page: Page, root: Path) -> None:
    desk = WorkbenchPage(page).open(serve(root))
    desk.open_file("notes.txt")
    desk.go_to(1)
    desk.type("mine ")
    (root / "notes.txt").write_text("theirs\n")
    bar = page.get_by_test_id("conflict-bar")
    expect(bar).to_be_visible()
    desk.shows("mine one")
    desk.press("Control+s")
    assert (root / "notes.txt").read_text() == "theirs\n"
    expect(bar).to_be_visible()
    bar.get_by_role("button", name=re.compile("Keep mine", re.I)).click()
    desk.focus_editor()
    desk.press("Control+s")
    expect(desk.tab("notes.txt")).not_to_have_attribute("aria-label", re.compile("unsaved"))
    assert (root / "notes.txt").read_text() == "mine " + TEXT


def test_unsaved_text_outlives_a_reload(serve: Serve, page: Page, root: Path) -> None:
    page.on("dialog", lambda dialog: dialog.accept())  # the browser's own question before it leaves
    desk = WorkbenchPage(page).open(serve(root))
    desk.open_file("notes.txt")
    desk.go_to(1)
    desk.type("kept ")
    expect(desk.tab("notes.txt")).to_have_attribute("aria-label", re.compile("unsaved"))
    page.reload()
    desk.connected()
    desk.shows("kept one")
    expect(desk.tab("notes.txt")).to_have_attribute("aria-label", re.compile("unsaved"))
    assert (root / "notes.txt").read_text() == TEXT


def test_closing_an_unsaved_tab_asks_first(serve: Serve, page: Page, root: Path) -> None:
    desk = WorkbenchPage(page).open(serve(root))
    desk.open_file("notes.txt")
    desk.go_to(1)
    desk.type("x")
    desk.tab("notes.txt").click(button="middle")
    question = page.get_by_role("dialog")
    expect(question).to_be_visible()
    question.press("Escape")
    expect(desk.tab("notes.txt")).to_be_visible()
    desk.shows("xone")


def test_a_file_that_other_programs_trust_is_saved_only_with_a_yes(
    serve: Serve, page: Page, root: Path
) -> None:
    (root / ".vscode").mkdir()
    path = root / ".vscode" / "tasks.json"
    path.write_text("{}\n")
    desk = WorkbenchPage(page).open(serve(root))
    desk.open_file("tasks.json")
    desk.go_to(1, 2)
    desk.type(" ")
    desk.press("Control+s")
    page.get_by_role("button", name="Reject").click()
    assert path.read_text() == "{}\n"
    desk.press("Control+s")
    page.get_by_role("button", name="Allow once").click()
    expect(desk.tab("tasks.json")).not_to_have_attribute("aria-label", re.compile("unsaved"))
    assert path.read_text() == "{ }\n"


def test_a_search_finds_in_every_root_and_opens_at_the_place(
    serve: Serve, page: Page, tmp_path: Path
) -> None:
    for name in ("app", "lib"):
        (tmp_path / name).mkdir()
        (tmp_path / name / f"{name}.py").write_text("\n" * 60 + f"needle = '{name}'\n")
    desk = WorkbenchPage(page).open(serve(tmp_path / "app", tmp_path / "lib"))
    desk.press("Control+Shift+f")
    page.get_by_test_id("search-query").fill("needle")
    expect(page.get_by_test_id("search-match")).to_have_count(2)
    page.get_by_test_id("search-match").filter(has_text="lib").click()
    expect(desk.tab("lib.py")).to_have_attribute("aria-selected", "true")
    expect(page.get_by_test_id("cursor-place")).to_contain_text("Ln 61")
