"""The page opens, shows the roots and opens files."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from workbench_page import Serve, WorkbenchPage


@pytest.fixture
def roots(tmp_path: Path) -> tuple[Path, Path]:
    app, lib = tmp_path / "app", tmp_path / "lib"
    (app / "src").mkdir(parents=True)
    lib.mkdir()
    (app / "src" / "main.py").write_text("import prices\n\nprint(prices.total([1, 2]))\n")
    (lib / "prices.py").write_text("def total(items):\n    return sum(items)\n")
    return app, lib


def test_all_roots_stand_in_the_tree_and_their_files_open(
    serve: Serve, page: Page, roots: tuple[Path, Path]
) -> None:
    desk = WorkbenchPage(page).open(serve(*roots))
    tree = page.get_by_role("tree")
    expect(tree).to_be_visible()
    expect(desk.row("app")).to_be_visible()
    expect(desk.row("prices.py")).to_be_visible()
    desk.row("src").click()
    desk.row("main.py").dblclick()
    expect(desk.tab("main.py")).to_have_attribute("aria-selected", "true")
    desk.shows("print(prices.total([1, 2]))")
    expect(page).to_have_title(re.compile("app"))


def test_the_tree_works_by_keyboard_alone(serve: Serve, page: Page, roots: tuple[Path, Path]) -> None:
    desk = WorkbenchPage(page).open(serve(*roots))
    expect(desk.row("prices.py")).to_be_visible()
    desk.press("Alt+1", "Home", "ArrowDown", "ArrowRight")
    expect(desk.row("main.py")).to_be_visible()
    desk.press("ArrowRight", "Enter")
    expect(desk.tab("main.py")).to_be_visible()


def test_without_the_token_nothing_is_shown_but_what_to_do(
    serve: Serve, page: Page, roots: tuple[Path, Path]
) -> None:
    url = serve(*roots)
    answer = page.context.request.get(url.partition("?")[0])
    assert answer.status == 401
    assert "understudy web" in answer.text()


def test_light_and_dark_are_kept_over_a_reload(serve: Serve, page: Page, roots: tuple[Path, Path]) -> None:
    desk = WorkbenchPage(page).open(serve(*roots))
    before = page.locator("html").get_attribute("data-theme")
    page.get_by_role("button", name=re.compile("Switch to")).click()
    expect(page.locator("html")).not_to_have_attribute("data-theme", before or "")
    page.reload()
    desk.connected()
    expect(page.locator("html")).not_to_have_attribute("data-theme", before or "")


def test_the_first_paint_comes_before_the_agent_and_the_editor(
    serve: Serve, page: Page, roots: tuple[Path, Path], troubles: list[str]
) -> None:
    desk = WorkbenchPage(page)
    page.route("**/assets/setup-*.js", lambda route: route.abort())  # Monaco does not come at all
    page.goto(serve(*roots))
    expect(page.get_by_role("navigation", name="Parts of the workbench")).to_be_visible()
    expect(desk.row("app")).to_be_visible()
    expect(page.get_by_role("alert").filter(has_text="The editor could not be loaded")).to_be_visible()
    assert any("ERR_FAILED" in trouble for trouble in troubles)
    troubles.clear()
