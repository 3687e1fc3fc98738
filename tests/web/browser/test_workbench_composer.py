"""What is typed, pasted and dropped into the composer, and turns that are taken back, with a scripted model."""

import base64
import json
import re
from collections.abc import Generator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import ServerProcesses
from provider_server import Call, ProviderServer, calls, says
from workbench_page import OpenWorkbench, SharedServer, WorkbenchPage

PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="
)
PASTE = """
([kind, text]) => {
    const data = new DataTransfer()
    const bytes = () => Uint8Array.from(atob(text), character => character.charCodeAt(0))
    if (kind === "text") data.setData("text/plain", text)
    else data.items.add(new File([bytes()], "shot.png", { type: "image/png" }))
    const field = document.querySelector('[data-testid="composer"]')
    const event = kind === "drop"
        ? new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true })
        : new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true })
    field.dispatchEvent(event)
}
"""
LONG = "\n".join(f"pasted line {number}" for number in range(40))


@pytest.fixture(scope="module")
def provider() -> Generator[ProviderServer]:
    with ProviderServer() as provider:
        yield provider


@pytest.fixture(scope="module")
def shared_server(
    tmp_path_factory: pytest.TempPathFactory, provider: ProviderServer, ports: tuple[int, int]
) -> Generator[SharedServer]:
    base = tmp_path_factory.mktemp("composer")
    folder = base / "project"
    folder.mkdir()
    servers = ServerProcesses(base / "home", ports[0])
    environ = {
        "UNDERSTUDY_MODEL": "openai-chat:gpt-4o",
        "UNDERSTUDY_BASE_URL": provider.url,
        "OPENAI_API_KEY": "scripted",
    }
    yield SharedServer(servers.start(folder, environ=environ), folder)
    servers.stop()


@pytest.fixture
def root(project: Path) -> Path:
    (project / "src").mkdir()
    (project / "src" / "app.py").write_text("".join(f"line_{n} = {n}\n" for n in range(1, 31)))
    (project / "notes.txt").write_text("one\ntwo\nthree\n")
    (project / "shot.png").write_bytes(PNG)
    return project


def ended(page: Page, turns: int = 1) -> None:
    expect(page.get_by_test_id("turn-end")).to_have_count(turns)


def last_prompt(provider: ProviderServer) -> str:
    return json.dumps(provider.requests[-1].messages[-1], ensure_ascii=False)


def test_files_folders_and_lines_are_completed_and_sent(
    open_workbench: OpenWorkbench, page: Page, provider: ProviderServer
) -> None:
    provider.then(says("Seen."))
    open_workbench()
    box = page.get_by_test_id("composer")
    offered = page.get_by_test_id("completions")
    box.press_sequentially("see @sr")
    expect(offered.get_by_role("option").first).to_contain_text("src/")
    box.press("Tab")
    expect(box).to_have_value("see @src/")
    expect(offered.get_by_role("option", name=re.compile("app.py"))).to_be_visible()
    box.press_sequentially("ap")
    expect(offered.get_by_role("option").first).to_contain_text("app.py")
    box.press("Tab")
    expect(box).to_have_value("see @src/app.py ")
    box.press_sequentially(":10-12 and @shot.png")
    expect(box).to_have_value("see @src/app.py:10-12 and @shot.png")
    box.press("Escape")
    box.press("Enter")
    ended(page)
    sent = last_prompt(provider)
    assert "line_10 = 10" in sent
    assert "line_12 = 12" in sent
    assert "line_13" not in sent
    assert base64.b64encode(PNG).decode() in sent
    expect(page.get_by_test_id("message-user")).to_contain_text("src/app.py:10-12")


def test_images_and_long_texts_are_pasted_and_dropped_and_prompts_are_found_again(
    open_workbench: OpenWorkbench, page: Page, provider: ProviderServer
) -> None:
    provider.then(says("Seen."), says("Again."))
    workbench = open_workbench()
    box = page.get_by_test_id("composer")
    box.press_sequentially("explain ")
    page.evaluate(PASTE, ["text", LONG])
    expect(box).to_have_value("explain [pasted 40 lines #1]")
    for kind in ("paste", "drop"):
        page.evaluate(PASTE, [kind, base64.b64encode(PNG).decode()])
    attached = page.get_by_test_id("attachments")
    expect(attached.get_by_role("img")).to_have_count(2)
    attached.get_by_role("button", name="Do not send shot.png").first.click()
    expect(attached.get_by_role("img")).to_have_count(1)
    box.press("Enter")
    ended(page)
    sent = last_prompt(provider)
    assert "pasted line 39" in sent
    assert sent.count(base64.b64encode(PNG).decode()) == 1
    expect(page.get_by_test_id("attachments")).to_have_count(0)

    workbench.say("something else")
    ended(page, 2)
    workbench.press("Alt+r")
    found = page.get_by_role("dialog", name="Your prompts")
    found.get_by_role("combobox").fill("expl")
    expect(found.get_by_role("option")).to_have_count(1)
    found.get_by_role("combobox").press("Enter")
    expect(box).to_have_value("explain [pasted 40 lines #1]")
    expect(box).to_be_focused()


def test_a_command_after_an_exclamation_mark_runs_without_a_question(
    open_workbench: OpenWorkbench, page: Page, root: Path
) -> None:
    workbench = open_workbench()
    workbench.say("!echo own > made.txt")
    ended(page)
    expect(page.get_by_test_id("permission")).to_have_count(0)
    assert (root / "made.txt").read_text() == "own\n"


def test_a_whole_turn_is_taken_back_and_later_edits_stay(
    open_workbench: OpenWorkbench, page: Page, provider: ProviderServer, root: Path
) -> None:
    write = [Call("writeFile", {"path": name, "content": "made\n"}) for name in ("a.txt", "b.txt")]
    provider.then(calls(*write), says("Made."))
    workbench: WorkbenchPage = open_workbench()
    page.get_by_role("combobox", name="Mode", exact=True).select_option(label="Edit")
    workbench.say("Make two files.")
    ended(page)
    assert (root / "b.txt").exists()
    (root / "a.txt").write_text("mine\n")
    page.get_by_test_id("turn-end").get_by_test_id("undo-turn").click()
    conflict = page.get_by_test_id("checkpoint")
    expect(conflict).to_contain_text("a.txt was changed since")
    assert (root / "b.txt").exists()

    page.reload()
    workbench.connected()
    page.get_by_test_id("undo-turn").click()  # on the prompt now
    conflict.get_by_role("button", name="Take back the other files").click()
    expect(page.get_by_test_id("transcript")).to_contain_text("Took back 1 file")
    assert (root / "a.txt").read_text() == "mine\n"
    assert not (root / "b.txt").exists()
