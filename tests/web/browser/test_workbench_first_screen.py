"""What a new user meets: the first screen, the sample project, and the page in windows of three widths."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from workbench_page import OpenWorkbench


@pytest.fixture
def root(project: Path) -> Path:
    (project / "src").mkdir()
    (project / "src" / "a.py").write_text("a = 1\n")
    (project / "notes.txt").write_text("one\n")
    return project


def test_the_first_screen_opens_the_sample_in_another_tab_and_changes_nothing_here(
    open_workbench: OpenWorkbench, page: Page, root: Path
) -> None:
    workbench = open_workbench()
    expect(page.get_by_test_id("welcome")).to_contain_text("Tab makes the rest")
    with page.context.expect_page() as opened:
        page.get_by_role("button", name="Try it on a sample project (30 s)").click()
    sample = opened.value
    expect(sample.get_by_test_id("tour")).to_contain_text("A rename")
    expect(sample).to_have_url(re.compile("/$"))  # the token is not in the address
    sample.close()
    assert sorted(path.name for path in root.iterdir()) == ["notes.txt", "src"]
    workbench.press("F1")
    page.get_by_role("combobox", name="Type a command").fill("tour")
    expect(page.get_by_role("option", name="Start the tour")).to_be_visible()


def test_recent_files_are_on_the_first_screen_and_a_deleted_one_leaves_it(
    open_workbench: OpenWorkbench, page: Page, root: Path
) -> None:
    workbench = open_workbench()
    expect(page.get_by_test_id("recent-files")).to_have_count(0)
    for name in ("notes.txt", "src/a.py"):
        workbench.open_file(name)
        workbench.press("Control+Alt+w")
        expect(page.get_by_test_id("welcome")).to_be_visible()
    page.reload()
    workbench.connected()
    recent = page.get_by_test_id("recent-files")
    expect(recent.locator(".recent-name")).to_have_text(["a.py", "notes.txt"])
    (root / "notes.txt").unlink()
    recent.get_by_role("button", name="notes.txt").click()
    expect(page.get_by_role("log", name="Notices")).to_contain_text("could not be opened")
    expect(recent.locator(".recent-name")).to_have_text(["a.py"])
    recent.get_by_role("button", name="a.py").click()
    workbench.shows("a = 1")


def test_a_narrow_window_shows_one_side_panel_and_a_very_narrow_one_the_chat_as_a_sheet(
    open_workbench: OpenWorkbench, page: Page
) -> None:
    workbench = open_workbench()
    files, chat = page.locator("[data-part=side]"), page.locator("[data-part=right]")
    expect(files).to_be_visible()
    expect(chat).to_be_visible()
    page.set_viewport_size({"width": 1000, "height": 800})
    expect(chat).to_have_count(0)
    expect(files).to_be_visible()
    workbench.press("Alt+3")
    expect(chat).to_be_visible()
    expect(files).to_have_count(0)
    page.set_viewport_size({"width": 1360, "height": 800})
    expect(files).to_be_visible()
    expect(chat).to_be_visible()
    page.set_viewport_size({"width": 600, "height": 800})
    workbench.press("Alt+2")
    expect(chat).to_have_count(0)
    workbench.press("Alt+3")
    expect(chat).to_be_visible()
    sheet = chat.bounding_box()
    assert sheet is not None
    assert sheet["width"] == 600
    assert 0 < sheet["y"] < 200
    expect(page.get_by_test_id("composer")).to_be_in_viewport(ratio=1)
    page.get_by_test_id("sheet-close").click()
    expect(chat).to_have_count(0)
    expect(page.get_by_test_id("welcome")).to_be_visible()
