"""An agent and file names that mean no good: nothing of theirs runs in the page, and no slip of a key agrees."""

import re
import shlex
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from workbench_page import Serve, WorkbenchPage

MARKUP = '<img src=x onerror="window.pwned=1">.py'
RAN = "[window.pwned, document.querySelectorAll('[onerror],[onload],[onmouseover]').length]"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "project"
    (root / ".git" / "hooks").mkdir(parents=True)
    (root / "a.py").write_text("one = 1\n")
    (root / MARKUP).write_text(f"needle {MARKUP}\n")
    (root / "photo\u202egpj.py").write_text("needle\n")
    return root


@pytest.fixture
def desk(serve: Serve, page: Page, root: Path) -> WorkbenchPage:
    agent = shlex.join([sys.executable, str(Path(__file__).with_name("hostile_agent.py"))])
    return WorkbenchPage(page).open(serve(root, more=["--agent", agent]))


def test_markup_in_all_that_an_agent_says_is_text(desk: WorkbenchPage, page: Page) -> None:
    desk.say("markup")
    expect(page.get_by_test_id("permission")).to_be_visible()
    expect(page.get_by_test_id("elicitation")).to_have_count(1)  # none for an address that is no web page
    assert page.evaluate(RAN) == [None, 0]
    hrefs = page.locator("a[href]").evaluate_all("all => all.map(a => a.getAttribute('href'))")
    assert [href for href in hrefs if not href.startswith("#")] == ["https://e.example"]
    assert page.evaluate("({}).polluted") is None


def test_names_of_files_are_text_and_hide_nothing(desk: WorkbenchPage, page: Page) -> None:
    expect(desk.row("photo⟨202E⟩gpj.py")).to_be_visible()
    desk.row(MARKUP).click()
    expect(desk.tab(MARKUP)).to_be_visible()
    desk.shows("needle <img")
    assert page.evaluate(RAN) == [None, 0]


def test_the_policy_lets_no_inline_script_run(desk: WorkbenchPage, page: Page, troubles: list[str]) -> None:
    page.evaluate("document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=\"window.pwned=1\">')")
    page.evaluate(
        "s = document.createElement('script'); s.textContent = 'window.pwned = 1'; document.body.append(s)"
    )
    page.evaluate("f = document.createElement('iframe'); f.src = 'data:text/html,x'; document.body.append(f)")
    page.wait_for_timeout(500)
    assert page.evaluate("window.pwned") is None
    assert any("Content Security Policy" in one for one in troubles)
    troubles.clear()


def test_enter_while_writing_does_not_agree_to_what_the_agent_wants_to_write(
    desk: WorkbenchPage, page: Page, root: Path
) -> None:
    hook = root / ".git" / "hooks" / "pre-commit"
    desk.open_file("a.py")
    desk.say("hook")
    desk.focus_editor()
    question = page.get_by_role("dialog", name="Allow the agent this change?")
    for _ in range(30):
        for key in ("Enter", "Tab", "Space"):
            page.keyboard.press(key)
        page.wait_for_timeout(50)
    expect(question).to_be_visible()
    expect(question).to_contain_text("The agent wants to write")
    assert not hook.exists()
    question.get_by_role("button", name="Allow once").click()
    expect(question).to_be_hidden()
    page.wait_for_timeout(500)
    assert hook.read_text() == "#!/bin/sh\n"


def test_a_digit_that_was_on_its_way_does_not_answer_a_permission_question(
    desk: WorkbenchPage, page: Page
) -> None:
    desk.say("permission")
    question = page.get_by_test_id("permission")
    for _ in range(20):
        desk.press("1", "Backspace")
        page.wait_for_timeout(60)
    expect(question).to_be_visible()
    # All that is asked for can be read, also what the head of the call has no room for.
    expect(question.get_by_test_id("permission-what")).to_contain_text("rm -rf ⟨202E⟩~")
    expect(page.get_by_test_id("message-agent")).to_have_count(0)
    expect(question.get_by_role("button", name=re.compile("^Allow"))).to_be_enabled()
    question.focus()
    desk.press("2")
    expect(page.get_by_test_id("message-agent")).to_have_text("chosen: no")
