"""The page with an agent of another project: it is only asked for what it can do, and its faults are shown."""

import json
import re
import shlex
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from workbench_page import OpenWorkbench, SharedServer, StartServer, WorkbenchPage

AGENT = Path(__file__).parent / "foreign_agent.py"
SESSION_CAPABILITIES = {
    "loadSession": True,
    "sessionCapabilities": {"list": {}, "delete": {}, "close": {}},
}
OpenWith = Callable[..., WorkbenchPage]
"""Opens the page with an agent that has these settings."""


@pytest.fixture(scope="module")
def settings_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Read by each agent when it starts."""
    return tmp_path_factory.mktemp("agent") / "settings.json"


@pytest.fixture(scope="module")
def server_arguments(settings_file: Path) -> Sequence[str]:
    return ["--agent", shlex.join([sys.executable, str(AGENT), str(settings_file)])]


@pytest.fixture
def root(project: Path) -> Path:
    (project / "notes.txt").write_text("one\ntwo\nthree\n")
    return project


@pytest.fixture
def open_with(open_workbench: OpenWorkbench, settings_file: Path) -> OpenWith:
    def start(**settings: Any) -> WorkbenchPage:
        settings_file.write_text(json.dumps(settings))
        return open_workbench()

    return start


def ended(page: Page, turns: int = 1) -> None:
    expect(page.get_by_test_id("turn-end")).to_have_count(turns)


def test_an_agent_without_capabilities_is_only_prompted(open_with: OpenWith, page: Page) -> None:
    workbench = open_with()
    workbench.say("say hello")
    ended(page)
    expect(page.get_by_test_id("message-agent")).to_contain_text("hello")
    for name in ("All sessions", "Fork this session", "Delete this session"):
        expect(page.get_by_role("button", name=name)).to_have_count(0)
    expect(page.get_by_role("button", name="New session")).to_be_enabled()
    workbench.open_file("notes.txt")
    expect(page.get_by_test_id("chip-file")).to_be_disabled()
    workbench.say("blocks")
    expect(page.get_by_test_id("message-agent").last).to_contain_text("text")
    page.reload()
    workbench.connected()
    expect(page.get_by_test_id("message-user")).to_have_count(0)
    workbench.say("say again")
    expect(page.get_by_test_id("message-agent")).to_contain_text("again")


def test_an_agent_of_one_folder_gets_no_other_and_the_user_is_told(
    start_server: StartServer,
    server_arguments: Sequence[str],
    settings_file: Path,
    page: Page,
    tmp_path: Path,
) -> None:
    settings_file.write_text("{}")
    for name in ("project", "library"):
        (tmp_path / name).mkdir()
    url = start_server(tmp_path / "project", tmp_path / "library", arguments=server_arguments)
    workbench = WorkbenchPage(page).open(url)
    expect(page.get_by_test_id("chat-remark")).to_contain_text("it sees project")
    workbench.say("roots")
    expect(page.get_by_test_id("message-agent")).to_contain_text("1 roots")


def test_a_question_is_answered_by_an_option_without_a_kind_and_from_the_list_of_sessions(
    open_with: OpenWith, page: Page
) -> None:
    workbench = open_with(capabilities=SESSION_CAPABILITIES)
    workbench.say("ask")
    expect(page.get_by_test_id("permission")).to_be_visible()
    page.get_by_test_id("sessions-button").click()
    page.get_by_test_id("question-bar").get_by_role("button", name="Answer").click()
    expect(page.get_by_test_id("permission")).to_be_focused()
    page.get_by_test_id("permission").get_by_role("button", name=re.compile("^Perhaps")).click()
    ended(page)
    expect(page.get_by_test_id("message-agent")).to_contain_text('"perhaps"')


def test_a_prompt_is_shown_as_queued_while_the_session_starts(
    open_with: OpenWith, page: Page, tmp_path: Path
) -> None:
    begin = tmp_path / "begin"
    workbench = open_with(begin_after=str(begin))
    workbench.say("say there")
    expect(page.get_by_test_id("queue")).to_contain_text("say there")
    begin.touch()
    ended(page)
    expect(page.get_by_test_id("message-agent")).to_contain_text("there")
    expect(page.get_by_test_id("queue")).to_have_count(0)


def test_an_agent_that_dies_in_a_turn_is_started_again_and_the_prompt_can_be_sent_again(
    open_with: OpenWith, page: Page
) -> None:
    workbench = open_with()
    workbench.say("die")
    expect(page.get_by_test_id("send-again")).to_be_visible()
    expect(page.get_by_test_id("turn-end")).to_contain_text("exit status 3")
    workbench.connected()
    expect(page.get_by_test_id("transcript")).to_contain_text("the agent does not know them")
    workbench.say("say alive")
    expect(page.get_by_test_id("message-agent").last).to_contain_text("alive")
    notice = page.get_by_role("alert").filter(has_text="The agent has ended")
    expect(notice).to_contain_text("ValueError: out of range")
    notice.get_by_role("button", name="Show its log").click()
    expect(page.get_by_test_id("crash-log")).to_contain_text("Traceback of a fault")
    expect(page.get_by_test_id("crash-log")).to_be_visible()
    workbench.press("Escape")
    expect(page.get_by_test_id("crash-log")).to_have_count(0)


def test_five_hundred_sessions_are_found_and_loaded_and_a_lost_one_leaves_the_current_one_open(
    open_with: OpenWith, page: Page
) -> None:
    workbench = open_with(capabilities=SESSION_CAPABILITIES, sessions=500)
    page.get_by_test_id("sessions-button").click()
    page.get_by_role("searchbox", name="Find a session").fill("Talk 499")
    row = page.get_by_test_id("session-row")
    expect(row).to_have_count(1)
    row.get_by_role("button", name="Talk 499").first.click()
    expect(page.get_by_test_id("message-agent")).to_contain_text("this is old-499")
    page.get_by_test_id("sessions-button").click()
    page.get_by_role("searchbox", name="Find a session").fill("Lost")
    row.get_by_role("button", name="Lost").first.click()
    expect(page.get_by_test_id("remark")).to_contain_text("“Lost” could not be loaded.")
    expect(page.get_by_test_id("session-title")).to_have_text("Talk 499")
    workbench.say("say on")
    expect(page.get_by_test_id("message-agent").last).to_contain_text("on")


def test_the_sign_in_is_asked_for_once_and_the_prompt_continues_after_it(
    open_with: OpenWith, page: Page
) -> None:
    methods = [
        {"id": "key", "name": "Use the key"},
        {"id": "shell", "type": "terminal", "name": "In a terminal", "args": ["--login"]},
    ]
    workbench = open_with(login=True, methods=methods)
    card = page.get_by_test_id("login")
    expect(card).to_contain_text("--login")
    workbench.say("say hello")
    expect(page.get_by_test_id("message-user")).to_have_count(1)
    expect(card).to_have_count(1)
    expect(page.get_by_test_id("opening-failed")).to_have_count(0)
    card.get_by_role("button", name="Use this: Use the key").click()
    ended(page)
    expect(page.get_by_test_id("message-agent")).to_contain_text("hello")
    expect(page.get_by_test_id("message-user")).to_have_count(1)


def test_an_agent_of_another_version_is_rejected_with_a_sentence(
    shared_server: SharedServer, settings_file: Path, page: Page
) -> None:
    settings_file.write_text(json.dumps({"version": 7}))
    page.goto(shared_server.url)
    expect(page.get_by_role("alert").first).to_contain_text("It speaks version 7 of ACP")


def test_an_answer_can_be_copied_and_a_draft_outlives_a_reload(open_with: OpenWith, page: Page) -> None:
    workbench = open_with()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    workbench.say("say **bold** words")
    ended(page)
    message = page.get_by_test_id("message-agent")
    message.hover()
    message.get_by_test_id("copy-message").click()
    assert page.evaluate("navigator.clipboard.readText()") == "**bold** words"
    page.get_by_test_id("composer").fill("not yet sent")
    workbench.press("Alt+3")
    page.reload()
    workbench.connected()
    expect(page.get_by_test_id("composer")).to_have_value("not yet sent")


def test_a_change_that_is_reported_after_it_was_made_is_shown_in_the_editor(
    open_with: OpenWith, page: Page, root: Path
) -> None:
    workbench = open_with()
    workbench.open_file("notes.txt")
    workbench.say(f"edit {root}/notes.txt two zwei")
    ended(page)
    workbench.shows("zwei")
    page.get_by_test_id("diff-undo").click()
    workbench.shows("two")
    expect(page.get_by_test_id("diff")).to_contain_text("Changed and saved.")
    assert (root / "notes.txt").read_text() == "one\ntwo\nthree\n"


def test_enter_that_ends_a_composition_sends_nothing(open_with: OpenWith, page: Page) -> None:
    open_with()
    box = page.get_by_test_id("composer")
    box.focus()
    keyboard = page.context.new_cdp_session(page)
    keyboard.send("Input.imeSetComposition", {"text": "に", "selectionStart": 1, "selectionEnd": 1})
    box.dispatch_event("keydown", {"key": "Enter", "isComposing": True, "bubbles": True})
    expect(page.get_by_test_id("message-user")).to_have_count(0)
    keyboard.send("Input.insertText", {"text": "日"})
    expect(box).to_have_value("日")
    box.press("Enter")
    expect(page.get_by_test_id("message-user")).to_contain_text("日")
