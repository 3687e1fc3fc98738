"""A malicious agent and malicious file names: nothing of theirs runs in the page, and no stray key agrees."""

import re
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from workbench_page import OpenWorkbench, WorkbenchPage

MARKUP = '<img src=x onerror="window.pwned=1">.py'
RAN = "[window.pwned, document.querySelectorAll('[onerror],[onload],[onmouseover]').length]"


@pytest.fixture(scope="module")
def server_arguments() -> Sequence[str]:
    return ["--agent", shlex.join([sys.executable, str(Path(__file__).with_name("hostile_agent.py"))])]


@pytest.fixture
def root(project: Path) -> Path:
    (project / ".git" / "hooks").mkdir(parents=True)
    (project / "a.py").write_text("one = 1\n")
    (project / MARKUP).write_text(f"needle {MARKUP}\n")
    (project / "photo\u202egpj.py").write_text("needle\n")
    return project


@pytest.fixture
def workbench(open_workbench: OpenWorkbench) -> WorkbenchPage:
    return open_workbench()


def test_markup_in_messages_of_the_agent_is_text(workbench: WorkbenchPage, page: Page) -> None:
    workbench.say("markup")
    expect(page.get_by_test_id("permission")).to_be_visible()
    expect(page.get_by_test_id("elicitation")).to_have_count(1)  # none for an address that is no web page
    assert page.evaluate(RAN) == [None, 0]
    hrefs = page.locator("a[href]").evaluate_all("all => all.map(a => a.getAttribute('href'))")
    assert [href for href in hrefs if not href.startswith("#")] == ["https://e.example"]
    assert page.evaluate("({}).polluted") is None


def test_markup_and_control_characters_in_file_names_are_shown_as_text(
    workbench: WorkbenchPage, page: Page
) -> None:
    expect(workbench.row("photo⟨202E⟩gpj.py")).to_be_visible()
    workbench.row(MARKUP).click()
    expect(workbench.tab(MARKUP)).to_be_visible()
    workbench.shows("needle <img")
    assert page.evaluate(RAN) == [None, 0]


def test_the_content_security_policy_blocks_inline_scripts(
    workbench: WorkbenchPage, page: Page, page_errors: list[str]
) -> None:
    page.evaluate(
        """() => {
            document.body.insertAdjacentHTML('beforeend', '<img src=x onerror="window.pwned=1">')
            // Called after the inline handler, if that ran.
            document.body.lastElementChild.addEventListener('error', () => (window.imageFailed = true))
        }"""
    )
    page.evaluate(
        "s = document.createElement('script'); s.textContent = 'window.pwned = 1'; document.body.append(s)"
    )
    page.evaluate("f = document.createElement('iframe'); f.src = 'data:text/html,x'; document.body.append(f)")
    workbench.wait_until(lambda: page.evaluate("window.imageFailed === true"))
    workbench.wait_until(lambda: sum("Content Security Policy" in error for error in page_errors) >= 3)
    assert page.evaluate("window.pwned") is None
    assert any("Content Security Policy" in error for error in page_errors)
    page_errors.clear()


def test_keys_typed_in_the_editor_do_not_allow_a_write_of_the_agent(
    workbench: WorkbenchPage, page: Page, root: Path
) -> None:
    hook = root / ".git" / "hooks" / "pre-commit"
    workbench.open_file("a.py")
    workbench.say("hook")
    workbench.focus_editor()
    question = page.get_by_role("dialog", name="Allow the agent this change?")
    shown = 0
    while shown < 10:  # before the question appears, while it does, and after that
        for key in ("Enter", "Tab", "Space"):
            page.keyboard.press(key)
        page.wait_for_timeout(20)
        shown += question.is_visible()
    expect(question).to_be_visible()
    expect(question).to_contain_text("The agent wants to write")
    assert not hook.exists()
    question.get_by_role("button", name="Allow once").click()
    expect(question).to_be_hidden()
    workbench.wait_until(hook.exists)
    assert hook.read_text() == "#!/bin/sh\n"


def test_a_digit_typed_before_a_permission_question_does_not_answer_it(
    workbench: WorkbenchPage, page: Page
) -> None:
    workbench.say("permission")
    question = page.get_by_test_id("permission")
    shown = 0
    while shown < 10:
        workbench.press("1", "Backspace")
        page.wait_for_timeout(20)
        shown += question.is_visible()
    expect(question).to_be_visible()
    # All that is asked for can be read, also what the head of the call has no room for.
    expect(question.get_by_test_id("permission-what")).to_contain_text("rm -rf ⟨202E⟩~")
    expect(page.get_by_test_id("message-agent")).to_have_count(0)
    expect(question.get_by_role("button", name=re.compile("^Allow"))).to_be_enabled()
    question.focus()
    workbench.press("2")
    expect(page.get_by_test_id("message-agent")).to_have_text("chosen: no")
