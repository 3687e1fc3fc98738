"""Next edits as a person meets them: shown at the place, taken with Tab, refused with Esc."""

import re
import shlex
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from workbench_page import Serve, WorkbenchPage

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


def rename(desk: WorkbenchPage) -> None:
    """Give the function another name where it is defined."""
    desk.open_file("prices.py")
    desk.go_to(1, 5)
    desk.select_right(len("price_of"))
    desk.type("gross_price")


def test_tab_takes_a_rename_through_two_files(serve: Serve, page: Page, root: Path) -> None:
    desk = WorkbenchPage(page).open(serve(root))
    rename(desk)
    place = page.get_by_test_id("cursor-place")
    status = page.get_by_test_id("nes-status")
    for _ in range(8):  # four other places; to one that is far away a first Tab only leads
        # What is only offered is on the screen as well.
        if "gross_price(item))" in "".join(desk.lines()) and status.get_attribute("data-kind") != "showing":
            break
        before = place.text_content() or ""
        desk.suggested()
        desk.press("Tab")
        expect(place).not_to_have_text(before)
    expect(page.get_by_test_id("tab")).to_have_count(2)
    desk.press("Control+Alt+s")
    for name in ("prices.py", "orders.py"):
        expect(desk.tab(name)).not_to_have_attribute("aria-label", re.compile("unsaved"))
    assert (root / "prices.py").read_text() == PRICES.replace("price_of", "gross_price")
    assert (root / "orders.py").read_text() == ORDERS.replace("price_of", "gross_price")


def test_esc_refuses_and_the_text_stays_as_it_is(serve: Serve, page: Page, root: Path) -> None:
    desk = WorkbenchPage(page).open(serve(root))
    rename(desk)
    desk.suggested()
    desk.press("Escape")
    expect(page.get_by_test_id("nes-status")).not_to_have_attribute("data-kind", "showing")
    desk.press("Alt+4")
    page.get_by_test_id("trace-search").fill("nes/reject")
    expect(page.get_by_test_id("trace-list")).to_contain_text("nes/reject")
    expect(page.get_by_test_id("trace-list")).to_contain_text("rejected")


def test_typing_over_a_suggestion_ignores_it(serve: Serve, page: Page, root: Path) -> None:
    desk = WorkbenchPage(page).open(serve(root))
    rename(desk)
    desk.suggested()
    desk.type("_with_tax")
    desk.shows("def gross_price_with_tax")
    desk.press("Alt+4")
    page.get_by_test_id("trace-search").fill("nes/reject")
    expect(page.get_by_test_id("trace-list")).to_contain_text("nes/reject")
    expect(page.get_by_test_id("trace-list")).not_to_contain_text('"rejected"')


def test_tab_without_a_suggestion_is_a_tab(serve: Serve, page: Page, root: Path) -> None:
    (root / "plain.txt").write_text("word\n")
    desk = WorkbenchPage(page).open(serve(root))
    desk.open_file("plain.txt")
    desk.go_to(1)
    desk.press("Tab")
    desk.shows("    word")


def test_insights_count_what_was_shown_and_taken(serve: Serve, page: Page, root: Path) -> None:
    desk = WorkbenchPage(page).open(serve(root))
    rename(desk)
    desk.suggested()
    desk.press("Tab", "Tab")
    desk.press("Alt+5")
    page.get_by_test_id("insights-tables").click()
    expect(page.get_by_test_id("insights")).to_contain_text("accepted")
    expect(page.get_by_test_id("insights").get_by_role("table").first).to_contain_text("1")


def test_without_next_edits_in_the_agent_the_status_says_so(serve: Serve, page: Page, root: Path) -> None:
    agent = shlex.join([sys.executable, "-m", "understudy.cli.main", "acp", "--no-nes"])
    desk = WorkbenchPage(page).open(serve(root, more=["--agent", agent]))
    desk.open_file("prices.py")
    expect(page.get_by_test_id("nes-status")).to_have_attribute("data-kind", "off")
