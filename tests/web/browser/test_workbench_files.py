"""Texts in the editor and their files: saved, changed by other programs, never lost."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from workbench_page import OpenWorkbench, StartServer, WorkbenchPage

TEXT = "one\ntwo\nthree\n"


@pytest.fixture
def root(project: Path) -> Path:
    (project / "notes.txt").write_text(TEXT)
    (project / "other.txt").write_text("other\n")
    return project


def test_typing_marks_the_tab_and_saving_writes_the_file(open_workbench: OpenWorkbench, root: Path) -> None:
    workbench = open_workbench()
    workbench.open_file("notes.txt")
    workbench.go_to(1)
    workbench.type("zero ")
    expect(workbench.tab("notes.txt")).to_have_attribute("aria-label", re.compile("unsaved"))
    assert (root / "notes.txt").read_text() == TEXT
    workbench.press("Control+s")
    expect(workbench.tab("notes.txt")).not_to_have_attribute("aria-label", re.compile("unsaved"))
    assert (root / "notes.txt").read_text() == "zero " + TEXT


def test_undoing_everything_leaves_nothing_to_save(open_workbench: OpenWorkbench) -> None:
    workbench = open_workbench()
    workbench.open_file("notes.txt")
    workbench.go_to(1)
    workbench.type("x")
    expect(workbench.tab("notes.txt")).to_have_attribute("aria-label", re.compile("unsaved"))
    workbench.press("Control+z")
    expect(workbench.tab("notes.txt")).not_to_have_attribute("aria-label", re.compile("unsaved"))


def test_line_ends_and_the_byte_order_mark_stay_as_they_were(
    open_workbench: OpenWorkbench, root: Path
) -> None:
    path = root / "windows.txt"
    path.write_bytes(b"\xef\xbb\xbfone\r\ntwo\r\n")
    workbench = open_workbench()
    workbench.open_file("windows.txt")
    workbench.go_to(2)
    workbench.type("2 ")
    workbench.press("Control+s")
    expect(workbench.tab("windows.txt")).not_to_have_attribute("aria-label", re.compile("unsaved"))
    assert path.read_bytes() == b"\xef\xbb\xbfone\r\n2 two\r\n"


def test_a_file_changed_by_another_program_is_reloaded(open_workbench: OpenWorkbench, root: Path) -> None:
    workbench = open_workbench()
    workbench.open_file("notes.txt")
    (root / "notes.txt").write_text("one\nTWO by another\nthree\n")
    workbench.shows("TWO by another")
    expect(workbench.tab("notes.txt")).not_to_have_attribute("aria-label", re.compile("unsaved"))


def test_unsaved_text_is_never_overwritten_by_a_change_on_disk(
    open_workbench: OpenWorkbench, page: Page, root: Path
) -> None:
    workbench = open_workbench()
    workbench.open_file("notes.txt")
    workbench.go_to(1)
    workbench.type("mine ")
    (root / "notes.txt").write_text("theirs\n")
    bar = page.get_by_test_id("conflict-bar")
    expect(bar).to_be_visible()
    workbench.shows("mine one")
    workbench.press("Control+s")
    assert (root / "notes.txt").read_text() == "theirs\n"
    expect(bar).to_be_visible()
    bar.get_by_role("button", name=re.compile("Keep mine", re.I)).click()
    workbench.focus_editor()
    workbench.press("Control+s")
    expect(workbench.tab("notes.txt")).not_to_have_attribute("aria-label", re.compile("unsaved"))
    assert (root / "notes.txt").read_text() == "mine " + TEXT


def test_unsaved_text_outlives_a_reload(open_workbench: OpenWorkbench, page: Page, root: Path) -> None:
    page.on("dialog", lambda dialog: dialog.accept())  # the browser's own question before it leaves
    workbench = open_workbench()
    workbench.open_file("notes.txt")
    workbench.go_to(1)
    workbench.type("kept ")
    expect(workbench.tab("notes.txt")).to_have_attribute("aria-label", re.compile("unsaved"))
    page.reload()
    workbench.connected()
    workbench.shows("kept one")
    expect(workbench.tab("notes.txt")).to_have_attribute("aria-label", re.compile("unsaved"))
    assert (root / "notes.txt").read_text() == TEXT


def test_closing_an_unsaved_tab_asks_first(open_workbench: OpenWorkbench, page: Page) -> None:
    workbench = open_workbench()
    workbench.open_file("notes.txt")
    workbench.go_to(1)
    workbench.type("x")
    workbench.tab("notes.txt").click(button="middle")
    question = page.get_by_role("dialog")
    expect(question).to_be_visible()
    question.press("Escape")
    expect(workbench.tab("notes.txt")).to_be_visible()
    workbench.shows("xone")


def test_a_sensitive_file_is_saved_only_with_consent(
    open_workbench: OpenWorkbench, page: Page, root: Path
) -> None:
    (root / ".vscode").mkdir()
    path = root / ".vscode" / "tasks.json"
    path.write_text("{}\n")
    workbench = open_workbench()
    workbench.open_file("tasks.json")
    workbench.go_to(1, 2)
    workbench.type(" ")
    workbench.press("Control+s")
    page.get_by_role("button", name="Reject").click()
    assert path.read_text() == "{}\n"
    workbench.press("Control+s")
    page.get_by_role("button", name="Allow once").click()
    expect(workbench.tab("tasks.json")).not_to_have_attribute("aria-label", re.compile("unsaved"))
    assert path.read_text() == "{ }\n"


def test_problems_of_the_open_files_are_listed_and_lead_to_their_place(
    open_workbench: OpenWorkbench, page: Page, root: Path
) -> None:
    (root / "broken.json").write_text('{\n  "a": ]\n}\n')
    workbench = open_workbench()
    workbench.open_file("broken.json")
    workbench.press("Alt+6")
    problem = page.get_by_test_id("problems").get_by_role("option")
    expect(problem).to_contain_text("broken.json:2")
    expect(page.get_by_test_id("problems-summary")).to_have_text("1 error in the open files")
    problem.click()
    expect(page.get_by_test_id("cursor-place")).to_contain_text("Ln 2")


def test_a_search_finds_in_every_root_and_opens_at_the_place(
    start_server: StartServer, page: Page, tmp_path: Path
) -> None:
    for name in ("app", "lib"):
        (tmp_path / name).mkdir()
        (tmp_path / name / f"{name}.py").write_text("\n" * 60 + f"needle = '{name}'\n")
    workbench = WorkbenchPage(page).open(start_server(tmp_path / "app", tmp_path / "lib"))
    workbench.press("Control+Shift+f")
    page.get_by_test_id("search-query").fill("needle")
    expect(page.get_by_test_id("search-match")).to_have_count(2)
    page.get_by_test_id("search-match").filter(has_text="lib").click()
    expect(workbench.tab("lib.py")).to_have_attribute("aria-selected", "true")
    expect(page.get_by_test_id("cursor-place")).to_contain_text("Ln 61")
