"""Next edits of the real agent: shown at their location, accepted with Tab, rejected with Esc."""

import re
import shlex
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from workbench_page import StartServer, WorkbenchPage

PRICES = """\
def price_of(item):
    return item.net * 1.2


def cheapest(items):
    return min(items, key=price_of)


def total(items):
    return sum(price_of(item) for item in items)
"""
ORDERS = """\
from prices import price_of


def receipt(order):
    for item in order.items:
        print(item.name, price_of(item))
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "shop"
    root.mkdir()
    (root / "prices.py").write_text(PRICES)
    (root / "orders.py").write_text(ORDERS)
    return root


def rename(workbench: WorkbenchPage) -> None:
    """Rename the function where it is defined."""
    workbench.open_file("prices.py")
    # What is typed before the agent has started is no edit that it could follow.
    expect(workbench.page.get_by_test_id("nes-status")).not_to_have_attribute("data-kind", "starting")
    workbench.go_to(1, 5)
    workbench.select_right(len("price_of"))
    workbench.type("gross_price")


def test_tab_accepts_a_rename_through_two_files(start_server: StartServer, page: Page, root: Path) -> None:
    workbench = WorkbenchPage(page).open(start_server(root))
    rename(workbench)
    place = page.get_by_test_id("cursor-place")
    status = page.get_by_test_id("nes-status")
    for _ in range(8):  # four other locations; the first Tab only jumps to a distant one
        # A suggestion that is not accepted yet is on the screen as well.
        if (
            "gross_price(item))" in "".join(workbench.lines())
            and status.get_attribute("data-kind") != "showing"
        ):
            break
        before = place.text_content() or ""
        workbench.suggested()
        workbench.press("Tab")
        expect(place).not_to_have_text(before)
    expect(page.get_by_test_id("tab")).to_have_count(2)
    workbench.press("Control+Alt+s")
    for name in ("prices.py", "orders.py"):
        expect(workbench.tab(name)).not_to_have_attribute("aria-label", re.compile("unsaved"))
    assert (root / "prices.py").read_text() == PRICES.replace("price_of", "gross_price")
    assert (root / "orders.py").read_text() == ORDERS.replace("price_of", "gross_price")


def test_esc_rejects_and_the_text_stays_as_it_is(start_server: StartServer, page: Page, root: Path) -> None:
    workbench = WorkbenchPage(page).open(start_server(root))
    rename(workbench)
    workbench.suggested()
    workbench.press("Escape")
    expect(page.get_by_test_id("nes-status")).not_to_have_attribute("data-kind", "showing")
    workbench.press("Alt+4")
    page.get_by_test_id("trace-search").fill("nes/reject")
    expect(page.get_by_test_id("trace-list")).to_contain_text("nes/reject")
    expect(page.get_by_test_id("trace-list")).to_contain_text("rejected")


def test_typing_over_a_suggestion_ignores_it(start_server: StartServer, page: Page, root: Path) -> None:
    workbench = WorkbenchPage(page).open(start_server(root))
    rename(workbench)
    workbench.suggested()
    workbench.type("_with_tax")
    workbench.shows("def gross_price_with_tax")
    workbench.press("Alt+4")
    page.get_by_test_id("trace-search").fill("nes/reject")
    expect(page.get_by_test_id("trace-list")).to_contain_text("nes/reject")
    expect(page.get_by_test_id("trace-list")).not_to_contain_text('"rejected"')


def test_tab_without_a_suggestion_is_a_tab(start_server: StartServer, page: Page, root: Path) -> None:
    (root / "plain.txt").write_text("word\n")
    workbench = WorkbenchPage(page).open(start_server(root))
    workbench.open_file("plain.txt")
    workbench.go_to(1)
    workbench.press("Tab")
    workbench.shows("    word")


def test_insights_count_shown_and_accepted_suggestions(
    start_server: StartServer, page: Page, root: Path
) -> None:
    workbench = WorkbenchPage(page).open(start_server(root))
    rename(workbench)
    workbench.suggested()
    workbench.press("Tab", "Tab")
    workbench.press("Alt+5")
    page.get_by_test_id("insights-tables").click()
    expect(page.get_by_test_id("insights")).to_contain_text("accepted")
    expect(page.get_by_test_id("insights").get_by_role("table").first).to_contain_text("1")


def test_without_next_edits_in_the_agent_the_status_says_so(
    start_server: StartServer, page: Page, root: Path
) -> None:
    agent = shlex.join([sys.executable, "-m", "understudy.cli.main", "acp", "--no-nes"])
    workbench = WorkbenchPage(page).open(start_server(root, arguments=["--agent", agent]))
    workbench.open_file("prices.py")
    expect(page.get_by_test_id("nes-status")).to_have_attribute("data-kind", "off")
