"""The page opens, shows the roots and opens files."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from workbench_page import StartServer, WorkbenchPage


@pytest.fixture
def roots(tmp_path: Path) -> tuple[Path, Path]:
    app, lib = tmp_path / "app", tmp_path / "lib"
    (app / "src").mkdir(parents=True)
    lib.mkdir()
    (app / "src" / "main.py").write_text("import prices\n\nprint(prices.total([1, 2]))\n")
    (lib / "prices.py").write_text("def total(items):\n    return sum(items)\n")
    return app, lib


def test_all_roots_are_in_the_tree_and_their_files_open(
    start_server: StartServer, page: Page, roots: tuple[Path, Path]
) -> None:
    workbench = WorkbenchPage(page).open(start_server(*roots))
    tree = page.get_by_role("tree")
    expect(tree).to_be_visible()
    expect(workbench.row("app")).to_be_visible()
    expect(workbench.row("prices.py")).to_be_visible()
    workbench.row("src").click()
    workbench.row("main.py").dblclick()
    expect(workbench.tab("main.py")).to_have_attribute("aria-selected", "true")
    workbench.shows("print(prices.total([1, 2]))")
    expect(page).to_have_title(re.compile("app"))


def test_the_tree_works_by_keyboard_alone(
    start_server: StartServer, page: Page, roots: tuple[Path, Path]
) -> None:
    workbench = WorkbenchPage(page).open(start_server(*roots))
    expect(workbench.row("prices.py")).to_be_visible()
    workbench.press("Alt+1", "Home", "ArrowDown", "ArrowRight")
    expect(workbench.row("main.py")).to_be_visible()
    workbench.press("ArrowRight", "Enter")
    expect(workbench.tab("main.py")).to_be_visible()


def test_without_the_token_the_page_says_only_what_to_do(
    start_server: StartServer, page: Page, roots: tuple[Path, Path]
) -> None:
    url = start_server(*roots)
    answer = page.context.request.get(url.partition("?")[0])
    assert answer.status == 401
    assert "understudy web" in answer.text()


def test_the_theme_survives_a_reload(start_server: StartServer, page: Page, roots: tuple[Path, Path]) -> None:
    workbench = WorkbenchPage(page).open(start_server(*roots))
    before = page.locator("html").get_attribute("data-theme")
    page.get_by_role("button", name=re.compile("Switch to")).click()
    expect(page.locator("html")).not_to_have_attribute("data-theme", before or "")
    page.reload()
    workbench.connected()
    expect(page.locator("html")).not_to_have_attribute("data-theme", before or "")


def test_the_first_paint_comes_before_the_agent_and_the_editor(
    start_server: StartServer, page: Page, roots: tuple[Path, Path], page_errors: list[str]
) -> None:
    workbench = WorkbenchPage(page)
    page.route("**/assets/setup-*.js", lambda route: route.abort())  # Monaco cannot be loaded
    page.goto(start_server(*roots))
    expect(page.get_by_role("navigation", name="Parts of the workbench")).to_be_visible()
    expect(workbench.row("app")).to_be_visible()
    expect(page.get_by_role("alert").filter(has_text="The editor could not be loaded")).to_be_visible()
    assert any("ERR_FAILED" in error for error in page_errors)
    page_errors.clear()
