"""Completion of the line at the cursor in the workbench, with the real agent: ghost text and its keys."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from workbench_page import VISIBLE_MS, OpenWorkbench, WorkbenchPage

SHOP = """\
class Shop:
    def __init__(self, names, prices, owners):
        self.names = names
        self.prices = prices


def show(shop):
    print(shop.names)
"""
TYPED = "self.owners"
REST = " = owners"
GHOST = ".editor-part .ghost-text-decoration"


@pytest.fixture
def root(project: Path) -> Path:
    (project / "shop.py").write_text(SHOP)
    return project


@pytest.fixture
def workbench(open_workbench: OpenWorkbench, root: Path) -> WorkbenchPage:
    workbench = open_workbench()
    workbench.open_file("shop.py")
    workbench.next_edits_started()
    workbench.go_to(4, 29)
    return workbench


def type_line(workbench: WorkbenchPage) -> None:
    """Open a line below the fields and type the beginning of the next one."""
    workbench.press("Enter")
    workbench.type(TYPED)
    workbench.suggested()


def ghost_text_is(workbench: WorkbenchPage, text: str) -> None:
    ghost = workbench.page.locator(GHOST).first
    expect(ghost).to_be_visible()
    expect(ghost).to_have_text(text.replace(" ", "\xa0"))


def line_is(workbench: WorkbenchPage, root: Path, line: str) -> None:
    """Save, and compare the line that is being typed: the editor's own lines contain the ghost text."""
    workbench.press("Control+s")
    workbench.wait_until(lambda: (root / "shop.py").read_text().split("\n")[4] == f"        {line}")


def test_the_line_is_completed_with_tab(workbench: WorkbenchPage, root: Path) -> None:
    type_line(workbench)
    ghost_text_is(workbench, REST)
    workbench.press("Tab")
    line_is(workbench, root, TYPED + REST)


def test_control_right_accepts_one_word_and_the_rest_stays(workbench: WorkbenchPage, root: Path) -> None:
    type_line(workbench)
    ghost_text_is(workbench, REST)
    workbench.press("Control+ArrowRight")
    ghost_text_is(workbench, " owners")
    line_is(workbench, root, TYPED + " =")
    workbench.press("Control+ArrowRight")
    line_is(workbench, root, TYPED + REST)


def test_a_completion_shrinks_while_it_is_typed(workbench: WorkbenchPage, root: Path) -> None:
    type_line(workbench)
    workbench.type(" = ow")
    ghost_text_is(workbench, "ners")
    workbench.press("Tab")
    line_is(workbench, root, TYPED + REST)


def test_a_dismissed_completion_stays_dismissed(workbench: WorkbenchPage, root: Path) -> None:
    type_line(workbench)
    ghost_text_is(workbench, REST)
    workbench.press("Escape")
    expect(workbench.page.locator(GHOST)).to_have_count(0)
    workbench.type(" =")
    expect(workbench.page.get_by_test_id("nes-status")).to_have_attribute("data-kind", "idle")
    workbench.pause(VISIBLE_MS)
    expect(workbench.page.locator(GHOST)).to_have_count(0)
    line_is(workbench, root, TYPED + " =")


def test_alt_backslash_asks_for_a_completion(workbench: WorkbenchPage, root: Path) -> None:
    workbench.press("Enter")
    workbench.type(TYPED)
    workbench.press("Alt+\\")
    workbench.suggested()
    ghost_text_is(workbench, REST)


def test_completions_have_their_own_row_in_the_insights(workbench: WorkbenchPage, root: Path) -> None:
    type_line(workbench)
    workbench.press("Tab")
    line_is(workbench, root, TYPED + REST)
    workbench.press("Alt+5")
    plot = workbench.page.get_by_test_id("plot-outcomes")
    expect(plot.locator("desc")).to_contain_text(re.compile(r"Completion: \d+ shown, 1 accepted"))
