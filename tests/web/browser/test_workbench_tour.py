"""The guided tour: three edits on a sample project, from its first card to its summary."""

import json
import shlex
import sys
from pathlib import Path

from playwright.sync_api import Page, expect

from workbench_page import StartServer, WorkbenchPage

SHORT_SETTLE_DELAY = """
    const { setTimeout } = window;
    window.setTimeout = (run, ms, ...rest) => setTimeout(run, ms === 500 ? 5 : ms, ...rest);
"""


def test_the_tour_shows_a_rename_a_repeated_edit_and_a_jump(start_server: StartServer, page: Page) -> None:
    workbench = WorkbenchPage(page).open(start_server(arguments=["--demo"]))
    card, summary = page.get_by_test_id("tour"), page.get_by_test_id("tour-summary")
    expect(card).to_contain_text("A rename")
    seen: list[str] = []
    for _ in range(30):
        expect(page.get_by_test_id("tour-do").or_(summary)).to_be_visible()
        if summary.is_visible():
            break
        title = card.get_by_role("heading").inner_text()
        seen += [title] if title not in seen else []
        said = page.get_by_test_id("tour-say").inner_text()
        page.get_by_test_id("tour-do").click()
        expect(page.get_by_test_id("tour-say").get_by_text(said, exact=True)).to_have_count(0)
    assert seen == ["A rename", "A repeated edit", "A jump"]
    expect(summary).to_contain_text("accepted")
    workbench.press("Alt+5")
    expect(page.get_by_test_id("insights")).to_be_visible()


def test_the_tour_can_be_left_at_any_time(start_server: StartServer, page: Page) -> None:
    WorkbenchPage(page).open(start_server(arguments=["--demo"]))
    expect(page.get_by_test_id("tour")).to_be_visible()
    page.get_by_test_id("tour-close").click()
    expect(page.get_by_test_id("tour")).to_have_count(0)
    expect(page.get_by_test_id("tree")).to_contain_text("shop")


def test_the_tour_goes_on_after_a_reload(start_server: StartServer, page: Page) -> None:
    page.on("dialog", lambda dialog: dialog.accept())
    workbench = WorkbenchPage(page).open(start_server(arguments=["--demo"]))
    expect(page.get_by_test_id("tour-say")).to_contain_text("price_of")
    expect(page.get_by_test_id("cursor-place")).to_contain_text("8 selected")
    workbench.focus_editor()
    workbench.type("unit_price")
    expect(page.get_by_test_id("tour-say")).to_contain_text("Press Tab")
    page.reload()
    workbench.connected()
    # The new agent has seen nothing of the step, which begins again.
    expect(page.get_by_test_id("tour-say")).to_contain_text("price_of")
    workbench.shows("def price_of")
    expect(page.get_by_test_id("cursor-place")).to_contain_text("8 selected")
    workbench.focus_editor()
    workbench.type("unit_price")
    workbench.suggested()


def test_a_task_is_shown_and_demonstrated_once_next_edits_have_started(
    start_server: StartServer, page: Page, root: Path, tmp_path: Path
) -> None:
    """What is typed before is no edit for the agent, and would be suggested nowhere.

    The tour looks at the texts between two keys, as it does where a key takes long: half a word is not the edit.
    """
    page.add_init_script(SHORT_SETTLE_DELAY)
    script, started = tmp_path / "script.json", tmp_path / "started"
    script.write_text(json.dumps({"start": str(started)}))
    agent = [sys.executable, str(Path(__file__).with_name("scripted_nes_agent.py")), str(script)]
    workbench = WorkbenchPage(page).open(start_server(root, arguments=["--agent", shlex.join(agent)]))
    page.get_by_role("button", name="Try it on a sample project").click()
    expect(page.get_by_test_id("tour-say")).to_contain_text("price_of")
    expect(page.get_by_test_id("cursor-place")).to_contain_text("Ln 1, Col 1")
    workbench.pause(300)
    expect(page.get_by_test_id("cursor-place")).not_to_contain_text("selected")
    page.get_by_test_id("tour-do").click()
    expect(page.get_by_test_id("tour-do")).to_contain_text("Watch")
    workbench.pause(300)
    workbench.shows("def price_of")
    started.touch()
    workbench.shows("def unit_price")
