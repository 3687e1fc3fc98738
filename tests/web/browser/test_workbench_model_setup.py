"""The model dialog: from no model to an answer, without a terminal."""

from collections.abc import Generator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from cli.test_login_models import openai_list, serving
from provider_server import ProviderServer, says
from workbench_page import StartServer, WorkbenchPage

KEY = "sk-secret-of-a-test-0123"


@pytest.fixture
def ollama() -> Generator[ProviderServer]:
    with ProviderServer() as server:
        server.models = ["qwen3:8b", "llama3.2:latest"]
        yield server


@pytest.fixture
def open_without_model(
    start_server: StartServer, page: Page, tmp_path: Path, ollama: ProviderServer
) -> WorkbenchPage:
    root = tmp_path / "project"
    root.mkdir()
    (root / "notes.txt").write_text("one\n")
    environ = {"OLLAMA_HOST": ollama.origin, "LLAMA_ARG_PORT": "9", "UNDERSTUDY_MODEL": ""}
    return WorkbenchPage(page).open(start_server(root, environ=environ))


def test_a_prompt_without_a_model_opens_the_dialog_and_is_answered_by_the_found_ollama(
    open_without_model: WorkbenchPage, page: Page, ollama: ProviderServer, tmp_path: Path
) -> None:
    ollama.then(says("Hello from here."))
    expect(page.get_by_test_id("choose-model")).to_be_visible()
    expect(page.get_by_test_id("chat")).not_to_contain_text("understudy login")
    open_without_model.say("Hello?")
    dialog = page.get_by_test_id("model-dialog")
    expect(dialog.get_by_test_id("model-server")).to_contain_text("Ollama")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(page.get_by_test_id("composer")).to_have_value("Hello?")
    page.get_by_test_id("composer").press("Enter")
    expect(dialog.get_by_test_id("model-list").get_by_role("button")).to_have_text(ollama.models)
    dialog.get_by_role("button", name="llama3.2:latest").click()
    dialog.get_by_test_id("model-use").click()
    expect(page.get_by_test_id("message-agent")).to_contain_text("Hello from here.")
    expect(page.get_by_test_id("model-status")).to_have_text("ollama:llama3.2:latest")
    assert ollama.requests[0].body["model"] == "llama3.2:latest"
    (config,) = (tmp_path / "home").rglob("config.toml")
    assert 'model = "ollama:llama3.2:latest"' in config.read_text()


def test_a_key_is_tested_in_the_dialog_and_the_trace_does_not_show_it(
    open_without_model: WorkbenchPage, page: Page, tmp_path: Path
) -> None:
    with serving(openai_list("small", "large"), KEY) as origin:
        open_without_model.press("F1")
        page.get_by_role("combobox", name="Type a command").fill("choose a model")
        page.get_by_role("option", name="Chat: choose a model").click()
        dialog = page.get_by_test_id("model-dialog")
        expect(dialog.get_by_test_id("model-server")).to_be_visible()
        dialog.get_by_test_id("model-provider").select_option("openai-chat")
        dialog.get_by_test_id("model-url").fill(f"{origin}/v1")
        dialog.get_by_test_id("model-key").fill("wrong")
        dialog.get_by_test_id("model-test").click()
        expect(dialog.get_by_test_id("model-failed")).to_contain_text("rejects this key")
        dialog.get_by_test_id("model-key").fill(KEY)
        dialog.get_by_test_id("model-key").press("Enter")
        expect(dialog.get_by_test_id("model-passed")).to_have_text("2 models")
        dialog.get_by_test_id("model-name").fill("sma")
        dialog.get_by_test_id("model-list").get_by_role("button", name="small").click()
        dialog.get_by_test_id("model-use").click()
        expect(dialog).to_have_count(0)
    expect(page.get_by_test_id("model-status")).to_have_text("openai-chat:small")
    open_without_model.press("Alt+4")
    page.get_by_test_id("trace-list").get_by_text("models/use").first.click()
    expect(page.get_by_test_id("trace-detail")).to_contain_text("(not recorded)")
    assert KEY not in page.content()
    (stored,) = (tmp_path / "home").rglob("credentials.json")
    assert KEY in stored.read_text()
