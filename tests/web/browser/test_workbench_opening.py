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


@pytest.mark.attack(73)
def test_the_token_leaves_the_address_and_the_page_survives_a_reload_and_a_second_tab(
    start_server: StartServer, page: Page, roots: tuple[Path, Path]
) -> None:
    url = start_server(*roots)
    bare = url.partition("?")[0]
    workbench = WorkbenchPage(page).open(url)
    assert page.url == bare
    assert page.evaluate("history.length") <= 2  # of an empty tab, and this page
    assert page.evaluate("document.cookie") == ""
    assert page.evaluate("performance.getEntriesByType('resource').filter((r) => /token/.test(r.name))") == []
    page.reload()
    workbench.connected()
    expect(workbench.row("prices.py")).to_be_visible()
    with page.context.new_page() as other:
        other.set_default_timeout(page.evaluate("120000"))
        WorkbenchPage(other).open(bare).row("src").click()
        expect(WorkbenchPage(other).row("main.py")).to_be_visible()


@pytest.mark.attack(73)
def test_a_link_on_another_site_opens_the_page(
    start_server: StartServer, page: Page, roots: tuple[Path, Path]
) -> None:
    url = start_server(*roots)
    page.route(
        "http://elsewhere.example/",
        lambda route: route.fulfill(content_type="text/html", body=f"<a href='{url}'>open</a>"),
    )
    page.goto("http://elsewhere.example/")
    page.get_by_role("link").click()
    WorkbenchPage(page).connected()
    assert page.url == url.partition("?")[0]


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
