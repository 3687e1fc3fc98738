"""The chat beside the editor: commands, permission questions, sessions that survive a reload."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from workbench_page import OpenWorkbench, StartServer, WorkbenchPage


@pytest.fixture
def root(project: Path) -> Path:
    (project / "notes.txt").write_text("one\ntwo\nthree\n")
    return project


def test_a_command_that_the_user_typed_runs_without_a_question(
    open_workbench: OpenWorkbench, page: Page, root: Path
) -> None:
    workbench = open_workbench()
    workbench.say("/run echo one > made.txt; rev made.txt")
    expect(page.get_by_test_id("turn-end")).to_be_visible()
    expect(page.get_by_test_id("call")).to_contain_text("echo one")
    # The output is shown once: in the reply, not in the card.
    expect(page.get_by_test_id("transcript").get_by_text("eno")).to_have_count(1)
    expect(page.get_by_test_id("output")).to_have_count(0)
    expect(page.get_by_test_id("permission")).to_have_count(0)
    assert (root / "made.txt").read_text() == "one\n"


def test_a_running_command_can_be_cancelled(open_workbench: OpenWorkbench, page: Page) -> None:
    workbench = open_workbench()
    workbench.say("/run echo begun; sleep 60")
    expect(page.get_by_test_id("transcript")).to_contain_text("begun")
    page.get_by_test_id("stop").click()
    expect(page.get_by_test_id("send")).to_be_visible()
    expect(page.get_by_test_id("turn-end")).to_contain_text(re.compile("cancel|stopped", re.I))


def test_a_reload_resumes_the_session_with_its_messages(open_workbench: OpenWorkbench, page: Page) -> None:
    workbench = open_workbench()
    workbench.say("/read notes.txt")
    expect(page.get_by_test_id("transcript")).to_contain_text("three")
    page.reload()
    workbench.connected()
    expect(page.get_by_test_id("message-user")).to_contain_text("/read notes.txt")
    expect(page.get_by_test_id("transcript")).to_contain_text("three")
    workbench.say("/roots")
    expect(page.get_by_test_id("transcript")).to_contain_text("project")


def test_sessions_are_listed_forked_and_deleted(
    start_server: StartServer, page: Page, tmp_path: Path
) -> None:
    (tmp_path / "project").mkdir()
    (tmp_path / "project" / "notes.txt").write_text("one\ntwo\nthree\n")
    # The list of sessions is in the home folder, which the tests with the shared server have in common.
    workbench = WorkbenchPage(page).open(start_server(tmp_path / "project"))
    workbench.say("/read notes.txt")
    expect(page.get_by_test_id("transcript")).to_contain_text("three")
    page.get_by_role("button", name="Fork this session").click()
    expect(page.get_by_test_id("transcript")).to_contain_text("three")
    page.get_by_test_id("sessions-button").click()
    expect(page.get_by_test_id("session-row")).to_have_count(2)
    page.get_by_test_id("session-row").first.get_by_role("button", name=re.compile("Delete")).click()
    page.get_by_role("dialog").get_by_role("button", name=re.compile("Delete")).click()
    expect(page.get_by_test_id("session-row")).to_have_count(1)


def test_the_context_of_a_prompt_is_what_the_chips_say(open_workbench: OpenWorkbench, page: Page) -> None:
    workbench = open_workbench()
    workbench.open_file("notes.txt")
    workbench.go_to(2)
    workbench.select_right(3)
    expect(page.get_by_test_id("chip-file")).to_contain_text("notes.txt")
    expect(page.get_by_test_id("chip-selection")).to_be_visible()
    page.get_by_test_id("chip-selection").click()
    expect(page.get_by_test_id("chip-selection")).to_have_attribute("aria-pressed", "false")
    workbench.say("/roots")
    expect(page.get_by_test_id("transcript")).to_contain_text("project")
    workbench.press("Alt+4")
    page.get_by_test_id("trace-search").fill("runtimeContext")
    expect(page.get_by_test_id("trace-list")).to_contain_text("session/prompt")
    expect(page.get_by_test_id("trace-list")).not_to_contain_text(
        "session/new"
    )  # the rows stay where they are now
    page.get_by_test_id("trace-list").get_by_text("session/prompt").first.click()
    expect(page.get_by_test_id("trace-detail")).to_contain_text("runtimeContext")
    expect(page.get_by_test_id("trace-detail")).not_to_contain_text("Selection")


def test_the_trace_shows_every_message_with_its_answer(open_workbench: OpenWorkbench, page: Page) -> None:
    workbench = open_workbench()
    workbench.open_file("notes.txt")
    workbench.press("Alt+4")
    listed = page.get_by_test_id("trace-list")
    for method in ("initialize", "session/new", "nes/start", "document/didOpen"):
        page.get_by_test_id("trace-search").fill(method)
        expect(listed).to_contain_text(method)
    page.get_by_test_id("trace-search").fill("initialize")
    listed.get_by_text("initialize").first.click()
    expect(page.get_by_test_id("json-tree")).to_contain_text("protocolVersion")
