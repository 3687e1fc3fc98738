"""The chat with a model behind our agent: real HTTP to a scripted provider, real tools, a real session store."""

import json
import re
from collections.abc import Generator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from provider_server import Call, Hold, ProviderServer, Reply, Text, Thought, Usage, calls, says
from workbench_page import OpenWorkbench, StartServer, WorkbenchPage

CHANGE = Call(
    "modifyFile",
    {"path": "notes.txt", "operations": [{"type": "replaceText", "oldText": "two", "newText": "zwei"}]},
)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "project"
    (root / "src").mkdir(parents=True)
    (root / "notes.txt").write_text("one\ntwo\nthree\n")
    (root / "src" / "a.py").write_text("".join(f"line_{number} = {number}\n" for number in range(1, 31)))
    return root


@pytest.fixture
def provider() -> Generator[ProviderServer]:
    with ProviderServer() as provider:
        yield provider


@pytest.fixture
def open_workbench(
    start_server: StartServer, page: Page, root: Path, provider: ProviderServer
) -> OpenWorkbench:
    environ = {
        "UNDERSTUDY_MODEL": "openai-chat:scripted",
        "UNDERSTUDY_BASE_URL": provider.url,
        "OPENAI_API_KEY": "scripted",
    }
    return lambda: WorkbenchPage(page).open(start_server(root, environ=environ))


def ended(page: Page, turns: int = 1) -> None:
    expect(page.get_by_test_id("turn-end")).to_have_count(turns)


def allow(page: Page) -> None:
    page.get_by_test_id("permission").get_by_role("button", name=re.compile("^Allow")).click()


def test_an_answer_is_rendered_as_markdown_while_it_streams_and_a_location_in_it_opens(
    open_workbench: OpenWorkbench, page: Page, provider: ProviderServer
) -> None:
    text = (
        "# Findings\n\nSee `src/a.py:12` and **this**:\n\n```python\nvalue = 1\n```\n\n"
        "| a | b |\n|---|---|\n| 1 | 2 |\n"
    )
    steps = [Text(text[at : at + 9]) for at in range(0, len(text), 9)]
    provider.then(
        Reply(
            (Thought("Let me "), Thought("see."), *steps, Hold("rest"), Text("\nThe end.")),
            usage=Usage(input=1200, output=300),
        )
    )
    workbench = open_workbench()
    workbench.say("What is there?")
    message = page.get_by_test_id("message-agent")
    expect(message.get_by_role("heading", name="Findings")).to_be_visible()
    expect(message.locator("strong")).to_have_text("this")
    expect(message.locator("pre code")).to_contain_text("value = 1")
    expect(page.get_by_test_id("working")).to_be_visible()
    expect(message).not_to_contain_text("The end.")
    provider.release("rest")
    ended(page)
    expect(message).to_contain_text("The end.")
    expect(message.get_by_role("cell", name="2")).to_be_visible()
    expect(page.get_by_test_id("thought")).to_contain_text("Let me see.")
    expect(page.get_by_test_id("turn-end")).to_contain_text("1.2k in, 300 out")
    expect(page.get_by_test_id("usage")).to_contain_text("1.5k")
    message.get_by_text("src/a.py:12").click()
    expect(workbench.tab("src/a.py")).to_have_attribute("aria-selected", "true")
    expect(page.get_by_test_id("cursor-place")).to_contain_text("Ln 12")


def test_a_change_is_allowed_by_keyboard_then_shown_undone_and_applied_again(
    open_workbench: OpenWorkbench, page: Page, provider: ProviderServer, root: Path
) -> None:
    provider.then(calls(CHANGE, text="I change it."), says("Changed."))
    workbench = open_workbench()
    workbench.open_file("notes.txt")
    workbench.say("Change two.")
    question = page.get_by_test_id("permission")
    expect(question.get_by_role("button").first).to_be_enabled()
    expect(question).to_be_focused()
    assert (root / "notes.txt").read_text() == "one\ntwo\nthree\n"
    workbench.press("1")
    ended(page)
    expect(page.get_by_test_id("composer")).to_be_focused()
    assert (root / "notes.txt").read_text() == "one\nzwei\nthree\n"
    workbench.shows("zwei")
    diff = page.get_by_test_id("call").get_by_test_id("diff")
    expect(diff.locator(".diff-line.plus")).to_contain_text("zwei")
    diff.get_by_role("button", name="Open the change of notes.txt").click()
    expect(page.locator(".monaco-diff-editor")).to_be_visible()
    expect(page.locator(".monaco-diff-editor .modified .view-lines").last).to_contain_text("zwei")
    page.get_by_test_id("diff-undo").click()
    expect(diff).to_contain_text("Changed and saved.")
    assert (root / "notes.txt").read_text() == "one\ntwo\nthree\n"
    workbench.tab("notes.txt").first.click()
    workbench.shows("two")
    page.get_by_test_id("diff-apply").click()
    workbench.shows("zwei")
    expect(page.get_by_test_id("diff-undo")).to_be_visible()
    assert (root / "notes.txt").read_text() == "one\nzwei\nthree\n"


def test_an_undo_keeps_later_edits_elsewhere_in_the_file_and_does_not_save_them(
    open_workbench: OpenWorkbench, page: Page, provider: ProviderServer, root: Path
) -> None:
    operation = {"type": "replaceText", "oldText": "line_9 =", "newText": "nine ="}
    change = {"path": "src/a.py", "operations": [operation]}
    provider.then(calls(Call("modifyFile", change)), says("Changed."))
    workbench = open_workbench()
    workbench.open_file("src/a.py")
    workbench.say("Change line 9.")
    allow(page)
    ended(page)
    workbench.shows("nine =")
    workbench.go_to(1, 1)
    workbench.type("# mine ")
    page.get_by_test_id("diff-undo").click()
    expect(page.get_by_test_id("diff")).to_contain_text("It has other unsaved changes")
    workbench.shows("# mine line_1")
    workbench.shows("line_9 =")
    assert "nine = 9\n" in (root / "src" / "a.py").read_text()


def test_a_command_shows_its_output_while_it_runs_beside_the_plan(
    open_workbench: OpenWorkbench, page: Page, provider: ProviderServer, root: Path
) -> None:
    entries = [
        {"content": "look", "status": "completed", "priority": "high"},
        {"content": "leap", "status": "in_progress", "priority": "low"},
    ]
    run = "echo begun; while [ ! -e go ]; do sleep 0.05; done; echo over"
    provider.then(
        calls(Call("updatePlan", {"entries": entries}), Call("executeCommand", {"command": run})),
        says("Ran."),
    )
    workbench = open_workbench()
    workbench.say("Run it.")
    plan = page.get_by_test_id("plan")
    expect(plan).to_contain_text("1 of 2 done")
    expect(plan.get_by_role("listitem")).to_have_count(2)
    allow(page)
    output = page.get_by_test_id("output")
    expect(output).to_contain_text("begun")
    expect(output).not_to_contain_text("over")
    (root / "go").touch()
    expect(output).to_contain_text("over")
    ended(page)


def test_the_mode_is_switched_and_then_nothing_is_asked(
    open_workbench: OpenWorkbench, page: Page, provider: ProviderServer, root: Path
) -> None:
    provider.then(calls(CHANGE), says("Changed."))
    workbench = open_workbench()
    page.get_by_role("combobox", name="Mode", exact=True).select_option(label="Edit")
    workbench.say("Change two.")
    ended(page)
    expect(page.get_by_test_id("permission")).to_have_count(0)
    assert (root / "notes.txt").read_text() == "one\nzwei\nthree\n"
    page.reload()
    workbench.connected()
    expect(page.get_by_test_id("diff")).to_be_visible()


def test_the_context_of_enabled_chips_goes_to_the_model_and_is_not_stored(
    open_workbench: OpenWorkbench, page: Page, provider: ProviderServer, tmp_path: Path
) -> None:
    provider.then(says("First."), says("Second."), says("Third."))
    workbench = open_workbench()
    workbench.open_file("src/a.py")
    workbench.go_to(7)
    workbench.select_right(6)
    expect(page.get_by_test_id("chip-selection")).to_be_visible()
    page.get_by_test_id("chip-file").click()
    workbench.say("With the selection.")
    ended(page)
    page.get_by_test_id("chip-selection").click()
    page.get_by_test_id("chip-file").click()
    workbench.say("With the file.")
    ended(page, 2)
    page.get_by_test_id("chip-file").click()
    workbench.say("With nothing.")
    ended(page, 3)
    first, second, third = (json.dumps(request.body["messages"]) for request in provider.requests)
    assert "lines 7-7" in first
    assert "line_20 = 20" not in first
    assert "line_20 = 20" in second
    assert "lines 7-7" not in second
    assert "line_20 = 20" not in third
    assert "lines 7-7" not in third
    page.reload()
    workbench.connected()
    expect(page.get_by_test_id("message-user")).to_have_count(3)
    expect(page.get_by_test_id("transcript")).to_contain_text("Third.")
    expect(page.get_by_test_id("transcript")).not_to_contain_text("line_20")
    stored = [path for path in (tmp_path / "home").rglob("*") if path.is_file()]
    assert any(b"With the file." in path.read_bytes() for path in stored)
    assert not any(b"line_20 = 20" in path.read_bytes() for path in stored)


def test_escape_stops_the_answer_and_holds_the_queued_prompt(
    open_workbench: OpenWorkbench, page: Page, provider: ProviderServer
) -> None:
    provider.then(Reply((Text("Once upon"), Hold("never"), Text(" a time"))), says("Now."))
    workbench = open_workbench()
    workbench.say("Tell me.")
    expect(page.get_by_test_id("message-agent")).to_contain_text("Once upon")
    workbench.say("And then?")
    expect(page.get_by_test_id("queue")).to_contain_text("And then?")
    page.get_by_test_id("composer").press("Escape")
    ended(page)
    expect(page.get_by_test_id("turn-end")).to_contain_text("Stopped.")
    page.get_by_test_id("queue").get_by_role("button", name="Send now").click()
    ended(page, 2)
    expect(page.get_by_test_id("message-agent").last).to_contain_text("Now.")


def test_a_reload_in_the_middle_of_a_turn_or_a_question_leaves_a_session_that_works(
    open_workbench: OpenWorkbench, page: Page, provider: ProviderServer, root: Path
) -> None:
    provider.then(Reply((Text("Half of"), Hold("never"))), calls(CHANGE), says("Whole."))
    workbench = open_workbench()
    workbench.say("Tell me.")
    expect(page.get_by_test_id("message-agent")).to_contain_text("Half of")
    page.reload()
    workbench.connected()
    expect(page.get_by_test_id("message-user")).to_have_text(re.compile("Tell me."))
    expect(page.get_by_test_id("stop")).to_have_count(0)
    expect(page.get_by_test_id("turn-end")).to_contain_text("was lost")
    expect(page.get_by_test_id("send-again")).to_be_visible()
    workbench.say("Change two.")
    expect(page.get_by_test_id("permission")).to_be_visible()
    page.reload()
    workbench.connected()
    expect(page.get_by_test_id("message-user")).to_have_count(2)
    expect(page.get_by_test_id("permission")).to_have_count(0)
    assert (root / "notes.txt").read_text() == "one\ntwo\nthree\n"
    workbench.say("Go on.")
    expect(page.locator('[data-testid="turn-end"][data-reason="end_turn"]')).to_be_visible()
    expect(page.get_by_test_id("message-agent").last).to_contain_text("Whole.")
