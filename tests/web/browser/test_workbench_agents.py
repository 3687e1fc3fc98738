"""The page with an agent that is not ours: what it cannot do is not asked of it, and what it does wrong is told."""

import json
import re
import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from workbench_page import Serve, WorkbenchPage

AGENT = Path(__file__).parent / "foreign_agent.py"
KEEPING = {"loadSession": True, "sessionCapabilities": {"list": {}, "delete": {}, "close": {}}}
Open = Callable[..., WorkbenchPage]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "project"
    root.mkdir()
    (root / "notes.txt").write_text("one\ntwo\nthree\n")
    return root


@pytest.fixture
def opened(serve: Serve, page: Page, root: Path) -> Open:
    def start(*more: Path, **settings: Any) -> WorkbenchPage:
        command = shlex.join([sys.executable, str(AGENT), json.dumps(settings)])
        return WorkbenchPage(page).open(serve(root, *more, more=["--agent", command]))

    return start


def ended(page: Page, turns: int = 1) -> None:
    expect(page.get_by_test_id("turn-end")).to_have_count(turns)


def test_an_agent_that_can_nothing_is_talked_to_and_asked_for_nothing_else(opened: Open, page: Page) -> None:
    desk = opened()
    desk.say("say hello")
    ended(page)
    expect(page.get_by_test_id("message-agent")).to_contain_text("hello")
    for name in ("All sessions", "Fork this session", "Delete this session"):
        expect(page.get_by_role("button", name=name)).to_have_count(0)
    expect(page.get_by_role("button", name="New session")).to_be_enabled()
    desk.open_file("notes.txt")
    expect(page.get_by_test_id("chip-file")).to_be_disabled()
    desk.say("blocks")
    expect(page.get_by_test_id("message-agent").last).to_contain_text("text")
    page.reload()
    desk.connected()
    expect(page.get_by_test_id("message-user")).to_have_count(0)
    desk.say("say again")
    expect(page.get_by_test_id("message-agent")).to_contain_text("again")


def test_an_agent_of_one_folder_is_told_of_no_other_and_the_user_is(
    opened: Open, page: Page, tmp_path: Path
) -> None:
    (tmp_path / "library").mkdir()
    desk = opened(tmp_path / "library")
    expect(page.get_by_test_id("chat-remark")).to_contain_text("it sees project")
    desk.say("roots")
    expect(page.get_by_test_id("message-agent")).to_contain_text("1 roots")


def test_a_question_is_answered_by_an_option_of_any_kind_also_from_the_list_of_sessions(
    opened: Open, page: Page
) -> None:
    desk = opened(capabilities=KEEPING)
    desk.say("ask")
    expect(page.get_by_test_id("permission")).to_be_visible()
    page.get_by_test_id("sessions-button").click()
    page.get_by_test_id("question-bar").get_by_role("button", name="Answer").click()
    expect(page.get_by_test_id("permission")).to_be_focused()
    page.get_by_test_id("permission").get_by_role("button", name=re.compile("^Perhaps")).click()
    ended(page)
    expect(page.get_by_test_id("message-agent")).to_contain_text('"perhaps"')


def test_a_prompt_waits_in_sight_for_a_session_that_takes_long(opened: Open, page: Page) -> None:
    desk = opened(slow=2.5)
    desk.say("say there")
    expect(page.get_by_test_id("queue")).to_contain_text("say there")
    ended(page)
    expect(page.get_by_test_id("message-agent")).to_contain_text("there")
    expect(page.get_by_test_id("queue")).to_have_count(0)


def test_an_agent_that_dies_in_a_turn_is_started_again_and_the_prompt_can_be_sent_again(
    opened: Open, page: Page
) -> None:
    desk = opened()
    desk.say("die")
    expect(page.get_by_test_id("send-again")).to_be_visible()
    desk.connected()
    expect(page.get_by_test_id("transcript")).to_contain_text("the agent does not know them")
    desk.say("say alive")
    expect(page.get_by_test_id("message-agent").last).to_contain_text("alive")


def test_five_hundred_sessions_are_found_loaded_and_one_that_is_lost_leaves_the_user_where_they_were(
    opened: Open, page: Page
) -> None:
    desk = opened(capabilities=KEEPING, sessions=500)
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
    desk.say("say on")
    expect(page.get_by_test_id("message-agent").last).to_contain_text("on")


def test_who_is_asking_is_asked_once_and_the_prompt_goes_on_after_it(opened: Open, page: Page) -> None:
    methods = [
        {"id": "key", "name": "Use the key"},
        {"id": "shell", "type": "terminal", "name": "In a terminal", "args": ["--login"]},
    ]
    desk = opened(login=True, methods=methods)
    card = page.get_by_test_id("login")
    expect(card).to_contain_text("--login")
    desk.say("say hello")
    expect(page.get_by_test_id("message-user")).to_have_count(1)
    expect(card).to_have_count(1)
    expect(page.get_by_test_id("opening-failed")).to_have_count(0)
    card.get_by_role("button", name="Use this: Use the key").click()
    ended(page)
    expect(page.get_by_test_id("message-agent")).to_contain_text("hello")
    expect(page.get_by_test_id("message-user")).to_have_count(1)


def test_an_agent_of_another_version_is_refused_in_words(serve: Serve, page: Page, root: Path) -> None:
    command = shlex.join([sys.executable, str(AGENT), json.dumps({"version": 7})])
    page.goto(serve(root, more=["--agent", command]))
    expect(page.get_by_role("alert").first).to_contain_text("It speaks version 7 of ACP")


def test_what_is_written_and_what_is_said_can_be_kept(opened: Open, page: Page) -> None:
    desk = opened()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    desk.say("say **bold** words")
    ended(page)
    message = page.get_by_test_id("message-agent")
    message.hover()
    message.get_by_test_id("copy-message").click()
    assert page.evaluate("navigator.clipboard.readText()") == "**bold** words"
    page.get_by_test_id("composer").fill("not yet sent")
    desk.press("Alt+3")
    page.reload()
    desk.connected()
    expect(page.get_by_test_id("composer")).to_have_value("not yet sent")


def test_a_change_that_is_told_once_it_is_made_is_seen_in_the_editor(
    opened: Open, page: Page, root: Path
) -> None:
    desk = opened()
    desk.open_file("notes.txt")
    desk.say(f"edit {root}/notes.txt two zwei")
    ended(page)
    desk.shows("zwei")
    page.get_by_test_id("diff-undo").click()
    desk.shows("two")
    expect(page.get_by_test_id("diff")).to_contain_text("Changed and saved.")
    assert (root / "notes.txt").read_text() == "one\ntwo\nthree\n"


def test_enter_that_ends_a_composition_sends_nothing(opened: Open, page: Page) -> None:
    opened()
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
