"""Code actions and commands: next edits for editors that have nothing but the standard."""

import json
from pathlib import Path
from typing import Any

import pytest
from lsp_program import FULL_CLIENT, Program, span


def start_rename(program: Program, project: Path, **more: Any) -> str:
    program.initialize(project, **more)
    uri = program.open(project / "users.py")
    program.change(uri, (0, 4, 7, "find"))
    return uri


def actions(program: Program, uri: str, line: int, character: int = 0, **context: Any) -> list[Any]:
    return program.request(
        "textDocument/codeAction",
        {
            "textDocument": {"uri": uri},
            "range": span(line, character, line, character),
            "context": {"diagnostics": [], **context},
        },
    )


def titles(found: list[Any]) -> list[str]:
    return [one["title"] for one in found]


def test_the_next_edit_is_a_code_action_with_an_edit_of_that_version(program: Program, project: Path) -> None:
    uri = start_rename(program, project)
    found = actions(program, uri, 0, 8)
    assert titles(found) == [
        "Next edit: get_user → find_user in line 5",
        "Rename everywhere: get_user → find_user (4 places of 2 files)",
        "Go to the next edit in line 5",
        "Reject the next edit",
    ]
    edit = {"range": span(4, 6, 4, 14), "newText": "find_user"}
    assert found[0]["kind"] == "refactor.rewrite"
    assert found[0]["edit"] == {
        "documentChanges": [{"textDocument": {"uri": uri, "version": 2}, "edits": [edit]}]
    }
    assert found[0]["command"]["command"] == "understudy.accept"


def test_at_the_place_of_the_edit_its_line_is_not_named(program: Program, project: Path) -> None:
    uri = start_rename(program, project)
    found = titles(actions(program, uri, 4))
    assert found[0] == "Next edit: get_user → find_user"
    assert not any(title.startswith("Go to") for title in found)


def test_kinds_that_are_not_wanted_are_left_out(program: Program, project: Path) -> None:
    uri = start_rename(program, project)
    assert actions(program, uri, 0, only=["source.organizeImports"]) == []
    assert {one["kind"] for one in actions(program, uri, 0, only=["refactor"])} == {"refactor.rewrite"}
    assert {one["kind"] for one in actions(program, uri, 0, only=["quickfix"])} == {"quickfix"}


def test_an_edit_everywhere_is_one_workspace_edit_with_versions(program: Program, project: Path) -> None:
    uri = start_rename(program, project)
    applied: list[Any] = []
    program.answers["workspace/applyEdit"] = lambda params: applied.append(params) or {"applied": True}
    everywhere = actions(program, uri, 0, 8)[1]["command"]
    assert program.command(everywhere["command"], *everywhere["arguments"]) == {
        "applied": True,
        "places": 4,
    }
    (params,) = applied
    here, there = params["edit"]["documentChanges"]
    assert here["textDocument"] == {"uri": uri, "version": 2}
    assert [edit["range"] for edit in here["edits"]] == [span(4, 6, 4, 14), span(5, 6, 5, 14)]
    assert there["textDocument"] == {"uri": (project / "main.py").as_uri(), "version": None}
    assert [edit["range"] for edit in there["edits"]] == [span(0, 18, 0, 26), span(2, 0, 2, 8)]


def test_an_edit_that_the_editor_does_not_apply_is_an_error(program: Program, project: Path) -> None:
    uri = start_rename(program, project)
    program.answers["workspace/applyEdit"] = lambda _: {"applied": False, "failureReason": "read-only"}
    assert program.inline_edit(uri, 0, 8)["edits"]
    error = program.fail("workspace/executeCommand", {"command": "understudy.accept"})
    assert error["data"] == {"reason": "not_applied"}
    assert "read-only" in error["message"]


def test_an_editor_without_literals_gets_commands_that_apply_the_edit(
    program: Program, project: Path
) -> None:
    capabilities = {"workspace": {"applyEdit": True}}
    uri = start_rename(program, project, capabilities=capabilities)
    found = actions(program, uri, 0, 8)
    assert found[0]["command"] == "understudy.accept"
    applied: list[Any] = []
    program.answers["workspace/applyEdit"] = lambda params: applied.append(params) or {"applied": True}
    program.command(found[0]["command"], *found[0]["arguments"])
    edit = {"range": span(4, 6, 4, 14), "newText": "find_user"}
    assert applied[0]["edit"] == {"changes": {uri: [edit]}}


def test_before_the_first_edit_there_is_no_next_place(program: Program, project: Path) -> None:
    program.initialize(project)
    assert program.command("understudy.next") is None
    assert "nothing was edited yet" in program.wait_for("window/showMessage")["message"]


def test_the_next_place_is_shown_in_an_editor_that_has_asked_for_nothing(
    program: Program, project: Path
) -> None:
    uri = start_rename(program, project)  # the cursor counts as being behind the last change
    assert program.command("understudy.next") == {"uri": uri, "range": span(4, 6, 4, 6)}
    assert program.wait_for("window/showDocument") == {
        "uri": uri,
        "takeFocus": True,
        "selection": span(4, 6, 4, 6),
    }


def test_an_editor_without_show_document_gets_the_place_as_the_result(
    program: Program, project: Path
) -> None:
    capabilities: dict[str, Any] = {**FULL_CLIENT, "window": {}}
    uri = start_rename(program, project, capabilities=capabilities)
    actions(program, uri, 0, 8)
    assert program.command("understudy.next") == {"uri": uri, "range": span(4, 6, 4, 6)}
    assert not any(one["method"] == "window/showDocument" for one in program.received)


def test_a_rejected_edit_is_no_action_any_more(program: Program, project: Path) -> None:
    uri = start_rename(program, project)
    reject = actions(program, uri, 0, 8)[-1]["command"]
    program.command(reject["command"], *reject["arguments"])
    assert not any("line 5" in title for title in titles(actions(program, uri, 0, 8)))


def test_the_explanation_is_a_result_and_a_message(program: Program, project: Path) -> None:
    uri = start_rename(program, project)
    assert program.command("understudy.explain") is None
    assert "asked" in program.wait_for("window/showMessage")["message"]
    program.inline_edit(uri, 0, 8)
    explained = program.command("understudy.explain", {"show": False})
    assert explained["word"] == "shown"
    assert "get_user" in explained["sentence"]
    assert program.received == []


def test_after_a_rejection_the_explanation_names_it_until_something_is_asked(
    program: Program, project: Path
) -> None:
    uri = start_rename(program, project)
    program.inline_edit(uri, 0, 8)
    program.command("understudy.reject")
    explained = program.command("understudy.explain", {"show": False})
    assert (explained["word"], explained["sentence"]) == ("refused", "You rejected the next edit.")
    program.inline_edit(uri, 0, 8)
    assert "rejected" not in program.command("understudy.explain", {"show": False})["sentence"]


def test_a_diagnostic_of_the_request_leads_to_a_quick_fix(program: Program, project: Path) -> None:
    program.initialize(project)
    uri = program.open(project / "new.py", "print(get_user('x'))\n")
    diagnostic = {
        "range": span(0, 6, 0, 14),
        "severity": 1,
        "message": '"get_user" is not defined',
    }
    found = actions(program, uri, 0, 6, diagnostics=[diagnostic])
    assert found[0]["title"].startswith("Next edit: add from users import get_user")
    assert found[0]["kind"] == "quickfix"
    assert actions(program, uri, 0, 6) != found


def test_an_automatic_request_gets_what_is_shown_and_does_not_replace_it(
    program: Program, project: Path
) -> None:
    uri = start_rename(program, project)
    (edit,) = program.inline_edit(uri, 0, 8)["edits"]
    found = actions(program, uri, 3, triggerKind=2)
    assert found[0]["command"]["arguments"] == edit["command"]["arguments"]


def test_an_automatic_request_waits_for_the_answer_in_progress(program: Program, project: Path) -> None:
    program.initialize(project)
    uri = program.open(project / "users.py")
    program.change(uri, (0, 4, 12, "find_user"))  # maybe half a word: the request is held
    held = program.begin("textDocument/copilotInlineEdit", program.asked(uri, 0, 13))
    found = actions(program, uri, 0, 13, triggerKind=2)
    (edit,) = program.finish(held)["result"]["edits"]
    assert found[0]["command"]["arguments"] == edit["command"]["arguments"]


@pytest.mark.parametrize(
    ("command", "arguments"),
    [
        ("understudy.unknown", []),
        ("understudy.accept", [3]),
        ("understudy.accept", [["id"]]),
        ("understudy.reject", ["id", "because"]),
        ("understudy.accept", [None, {"apply": True}]),
        ("understudy.accept", ["sug_unknown", {"apply": True}]),
        ("understudy.accept", []),
    ],
)
def test_a_wrong_command_is_an_error(
    program: Program, project: Path, command: str, arguments: list[Any]
) -> None:
    program.initialize(project)
    error = program.fail("workspace/executeCommand", {"command": command, "arguments": arguments})
    assert error["code"] in (-32602, -32803), json.dumps(error)


def test_accepting_and_rejecting_unknown_suggestions_does_nothing(program: Program, project: Path) -> None:
    program.initialize(project)
    assert program.command("understudy.accept", "sug_unknown") is None
    assert program.command("understudy.reject", "sug_unknown") is None
    assert program.command("understudy.reject") is None
