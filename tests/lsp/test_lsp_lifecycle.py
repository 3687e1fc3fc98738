"""The connection's life: initialize, shutdown and exit, settings, workspace folders."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from lsp_program import FULL_CLIENT, Program, span


@pytest.fixture
def program(home: Path) -> Iterator[Program]:
    """The installed command, as an editor starts it."""
    with Program(home, is_forked=False) as started:
        yield started


def test_initialize_declares_what_the_server_serves(program: Program, project: Path) -> None:
    result = program.initialize(project)
    capabilities = result["capabilities"]
    assert result["serverInfo"]["name"] == "understudy"
    assert capabilities["textDocumentSync"] == {
        "openClose": True,
        "change": 2,
        "save": {"includeText": False},
    }
    assert (
        capabilities["inlineCompletionProvider"] is True
    )  # an empty object counts as absent in some editors
    assert capabilities["codeActionProvider"] == {"codeActionKinds": ["quickfix", "refactor.rewrite"]}
    assert capabilities["workspace"]["workspaceFolders"] == {"supported": True, "changeNotifications": True}
    assert capabilities["executeCommandProvider"]["commands"] == [
        "understudy.next",
        "understudy.accept",
        "understudy.reject",
        "understudy.explain",
    ]


@pytest.mark.parametrize(
    ("offered", "chosen"),
    [
        (["utf-8", "utf-16"], "utf-8"),
        (["utf-32", "utf-8"], "utf-32"),
        (["utf-7", "utf-16"], "utf-16"),
        (["utf-7"], "utf-16"),
        ("utf-8", "utf-16"),
        (None, "utf-16"),
    ],
)
def test_the_first_position_encoding_that_is_known_is_chosen(
    program: Program, offered: Any, chosen: str
) -> None:
    result = program.initialize(capabilities={"general": {"positionEncodings": offered}})
    assert result["capabilities"]["positionEncoding"] == chosen


def test_exit_after_shutdown_ends_with_success(program: Program) -> None:
    program.initialize()
    assert program.request("shutdown") is None
    assert program.fail("textDocument/codeAction", {})["data"]["reason"] == "shut_down"
    program.tell("exit")
    assert program.process.wait() == 0


def test_exit_without_shutdown_ends_with_failure(program: Program) -> None:
    program.initialize()
    program.tell("exit")
    assert program.process.wait() == 1


def test_exit_ends_a_server_that_was_not_initialized(program: Program) -> None:
    program.tell("exit")
    assert program.process.wait() == 1


@pytest.mark.attack("before initialize")
def test_a_request_before_initialize_has_the_error_of_the_protocol(program: Program) -> None:
    assert program.fail("shutdown")["code"] == -32002
    program.tell("textDocument/didOpen", {})
    assert program.initialize()["capabilities"]


@pytest.mark.attack("second initialize")
def test_a_second_initialize_is_an_error(program: Program) -> None:
    program.initialize()
    assert program.fail("initialize", {"capabilities": {}})["code"] == -32600


def test_settings_of_the_start_switch_suggestions_off_and_a_change_switches_them_on(
    program: Program, project: Path
) -> None:
    program.initialize(project, initializationOptions={"enabled": False})
    uri = program.open(project / "users.py")
    program.change(uri, (0, 4, 7, "find"))
    assert program.inline_edit(uri, 0, 8)["reason"] == "disabled"
    program.tell("workspace/didChangeConfiguration", {"settings": {"understudy": {"enabled": True}}})
    assert program.inline_edit(uri, 0, 8)["edits"]


def test_an_unknown_setting_is_reported_and_the_others_count(program: Program, project: Path) -> None:
    program.initialize(project, initializationOptions={"colour": "red", "enabled": False, "eagerness": 3})
    uri = program.open(project / "users.py")
    assert "'colour'" in program.wait_for("window/logMessage")["message"]
    assert "low, medium, high" in program.wait_for("window/logMessage")["message"]
    assert program.inline_edit(uri, 0, 8)["reason"] == "disabled"


def test_settings_are_requested_from_an_editor_that_offers_them(program: Program, project: Path) -> None:
    capabilities = {
        **FULL_CLIENT,
        "workspace": {"configuration": True, "didChangeConfiguration": {"dynamicRegistration": True}},
    }
    program.answers["workspace/configuration"] = lambda _: [{"enabled": False}]
    program.initialize(project, capabilities=capabilities)
    registered = program.wait_for("client/registerCapability")
    assert registered["registrations"][0]["method"] == "workspace/didChangeConfiguration"
    assert program.wait_for("workspace/configuration") == {"items": [{"section": "understudy"}]}
    program.command("understudy.explain")  # the answer was read before this request
    uri = program.open(project / "users.py")
    program.change(uri, (0, 4, 7, "find"))
    assert program.inline_edit(uri, 0, 8)["reason"] == "disabled"
    program.answers["workspace/configuration"] = lambda _: [{"enabled": True}]
    program.tell("workspace/didChangeConfiguration", {"settings": None})
    program.wait_for("workspace/configuration")
    program.command("understudy.explain")
    assert program.inline_edit(uri, 0, 8)["edits"]


def test_a_folder_that_is_added_later_is_searched_and_a_removed_one_is_not(
    program: Program, tmp_path: Path
) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    for folder in (first, second):
        folder.mkdir()
    (first / "users.py").write_text("def get_user(name):\n    return name\n")
    (second / "main.py").write_text("from users import get_user\n\nget_user('c')\n")
    program.initialize(first, initializationOptions={"otherDocuments": True})
    uri = program.open(first / "users.py")
    program.change(uri, (0, 4, 7, "find"))
    assert program.inline_edit(uri, 0, 8)["edits"] == []
    added = {"added": [{"uri": second.as_uri(), "name": "second"}], "removed": []}
    program.tell("workspace/didChangeWorkspaceFolders", {"event": added})
    (edit,) = program.inline_edit(uri, 0, 8)["edits"]
    assert edit["textDocument"] == {"uri": (second / "main.py").as_uri(), "version": None}
    assert edit["range"] == span(0, 18, 0, 26)
    removed = {"added": [], "removed": [{"uri": second.as_uri(), "name": "second"}]}
    program.tell("workspace/didChangeWorkspaceFolders", {"event": removed})
    assert program.inline_edit(uri, 0, 8)["edits"] == []


def test_a_broken_config_file_is_an_error_that_names_it(home: Path, project: Path) -> None:
    config = home / "config"
    config.mkdir()
    (config / "config.toml").write_text("[nes]\nengine = 3\n")
    with Program(home) as program:
        program.initialize(project)
        uri = program.open(project / "users.py")
        error = program.fail("textDocument/copilotInlineEdit", program.asked(uri, 0, 0))
        assert error["data"]["reason"] == "not_ready"
        assert "config.toml" in error["message"]
        assert "config.toml" in program.wait_for("window/showMessage")["message"]
        program.fail("textDocument/copilotInlineEdit", program.asked(uri, 0, 0))
        assert program.received == []  # it is shown once
        program.tell("exit")
