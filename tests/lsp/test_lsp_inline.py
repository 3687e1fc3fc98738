"""Inline edits and inline completions: what is drawn, where, and in which units."""

from pathlib import Path

import pytest
from lsp_program import FULL_CLIENT, Program, span


def start_rename(program: Program, project: Path) -> str:
    program.initialize(project)
    uri = program.open(project / "users.py")
    program.change(uri, (0, 4, 7, "find"))
    return uri


def test_an_inline_edit_replaces_whole_words_and_has_the_version_of_its_text(
    program: Program, project: Path
) -> None:
    uri = start_rename(program, project)
    (edit,) = program.inline_edit(uri, 0, 8)["edits"]
    suggestion = edit["command"]["arguments"][0]
    assert edit == {
        "text": "find_user",
        "range": span(4, 6, 4, 14),
        "textDocument": {"uri": uri, "version": 2},
        "command": {
            "title": "Accept the next edit",
            "command": "understudy.accept",
            "arguments": [suggestion],
        },
    }


def test_after_an_accepted_edit_the_next_one_comes_and_after_a_rejected_one_it_stays_away(
    program: Program, project: Path
) -> None:
    uri = start_rename(program, project)
    (first,) = program.inline_edit(uri, 0, 8)["edits"]
    program.tell("textDocument/didShowInlineEdit", {"item": {"command": first["command"]}})
    program.change(uri, (4, 6, 14, "find_user"))
    assert program.command(first["command"]["command"], *first["command"]["arguments"]) is None
    (second,) = program.inline_edit(uri, 4, 15)["edits"]
    assert second["range"] == span(5, 6, 5, 14)
    program.command("understudy.reject", second["command"]["arguments"][0])
    assert program.inline_edit(uri, 4, 15)["edits"] == []


def test_nothing_is_suggested_after_an_undo(program: Program, project: Path) -> None:
    uri = start_rename(program, project)
    program.change(uri, (0, 4, 8, "get"))
    assert program.inline_edit(uri, 0, 7)["edits"] == []


def test_changes_that_were_closed_without_saving_are_not_suggested_again(
    program: Program, project: Path
) -> None:
    program.initialize(project)
    uri = program.open(project / "users.py")
    program.change(uri, (0, 4, 7, "find"))
    assert program.inline_edit(uri, 0, 8)["edits"]
    program.tell("textDocument/didClose", {"textDocument": {"uri": uri}})
    program.open(project / "users.py", (project / "users.py").read_text().replace("get", "find", 1))
    assert program.inline_edit(uri, 0, 8)["edits"], "saved: it is still what the user did last"
    program.tell("textDocument/didClose", {"textDocument": {"uri": uri}})
    program.open(project / "users.py")
    assert program.inline_edit(uri, 0, 8)["edits"] == []


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
def test_positions_are_counted_in_the_units_that_were_agreed(
    program: Program, project: Path, encoding: str
) -> None:
    def units(text: str) -> int:
        codec = {"utf-8": "utf-8", "utf-16": "utf-16-le", "utf-32": "utf-32-le"}[encoding]
        return len(text.encode(codec)) // {"utf-8": 1, "utf-16": 2, "utf-32": 4}[encoding]

    program.initialize(project, capabilities={**FULL_CLIENT, "general": {"positionEncodings": [encoding]}})
    text = "é = '😀'; old_name = 1\nprint('😀é', old_name)\n"
    uri = program.open(project / "new.py", text)
    before, after = units("é = '😀'; "), units("print('😀é', ")
    program.change(uri, (0, before, before + 3, "new"))
    (edit,) = program.inline_edit(uri, 0, before + 3)["edits"]
    assert (edit["text"], edit["range"]) == ("new_name", span(1, after, 1, after + 8))


def test_an_inline_completion_is_only_for_the_line_of_the_cursor(program: Program, project: Path) -> None:
    uri = start_rename(program, project)
    assert program.request("textDocument/inlineCompletion", program.asked(uri, 0, 8)) == {"items": []}
    (item,) = program.request("textDocument/inlineCompletion", program.asked(uri, 4, 6))["items"]
    assert item["insertText"] == "find_user"
    assert item["filterText"] == "get_user"
    assert item["range"] == span(4, 6, 4, 14)
    assert item["command"]["command"] == "understudy.accept"


def test_an_edit_before_the_cursor_is_an_inline_completion_only_on_request(
    program: Program, project: Path
) -> None:
    uri = start_rename(program, project)
    assert program.request("textDocument/inlineCompletion", program.asked(uri, 4, 10))["items"] == []
    invoked = program.asked(uri, 4, 10, kind=1)
    assert program.request("textDocument/inlineCompletion", invoked)["items"]


def test_requests_about_one_moment_share_the_answer(program: Program, project: Path) -> None:
    uri = start_rename(program, project)
    asked = program.asked(uri, 4, 6)
    names = [
        program.begin(method, asked)
        for method in (
            "textDocument/copilotInlineEdit",
            "textDocument/inlineCompletion",
            "textDocument/copilotInlineEdit",
        )
    ]
    first, second, third = (program.finish(name)["result"] for name in names)
    assert first == third
    assert first["edits"][0]["command"] == second["items"][0]["command"]


def test_a_held_request_is_cancelled_by_the_client_and_the_other_one_is_answered(
    program: Program, project: Path
) -> None:
    program.initialize(project)
    uri = program.open(project / "users.py")
    # A word that occurs nowhere: it may be half typed, so the requests are held.
    program.change(uri, (0, 4, 12, "f"))
    asked = program.asked(uri, 0, 5)
    cancelled, kept = (program.begin("textDocument/copilotInlineEdit", asked) for _ in range(2))
    program.tell("$/cancelRequest", {"id": cancelled})
    assert program.finish(cancelled)["error"]["code"] == -32800
    assert "edits" in program.finish(kept)["result"]


def test_a_change_ends_a_held_request_without_an_edit(program: Program, project: Path) -> None:
    program.initialize(project)
    uri = program.open(project / "users.py")
    program.change(uri, (0, 4, 12, "f"))
    held = program.begin("textDocument/copilotInlineEdit", program.asked(uri, 0, 5))
    program.change(uri, (0, 5, 5, "i"))
    result = program.finish(held)["result"]
    assert (result["edits"], result["reason"]) == ([], "in-progress")


def test_a_request_for_another_version_is_answered_without_an_edit(program: Program, project: Path) -> None:
    uri = start_rename(program, project)
    asked = program.asked(uri, 0, 8)
    for version, reason in ((1, "stale"), (3, "ahead")):
        asked["textDocument"]["version"] = version
        result = program.request("textDocument/copilotInlineEdit", asked)
        assert (result["edits"], result["reason"]) == ([], reason)


def test_a_document_that_is_not_open_is_an_error(program: Program, project: Path) -> None:
    program.initialize(project)
    uri = (project / "users.py").as_uri()
    params = {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 0}}
    for method in ("textDocument/copilotInlineEdit", "textDocument/inlineCompletion"):
        assert program.fail(method, params)["data"] == {"reason": "unknown_document"}


@pytest.mark.parametrize("shape", ["textDocument", "uri"])
def test_the_focus_is_taken_in_both_shapes(program: Program, project: Path, shape: str) -> None:
    uri = start_rename(program, project)
    params = {"textDocument": {"uri": uri}} if shape == "textDocument" else {"uri": uri}
    program.tell("textDocument/didFocus", params)
    program.tell("textDocument/didFocus", {})
    assert program.inline_edit(uri, 0, 8)["edits"]


def test_an_edit_in_another_document_is_drawn_only_where_the_editor_says_so(
    program: Program, project: Path
) -> None:
    program.initialize(project)
    uri = program.open(project / "users.py", "def get_user(name):\n    return name\n")
    program.change(uri, (0, 4, 7, "find"))
    assert program.inline_edit(uri, 0, 8)["reason"] == "other-document"
    program.tell("workspace/didChangeConfiguration", {"settings": {"otherDocuments": True}})
    (edit,) = program.inline_edit(uri, 0, 8)["edits"]
    assert edit["textDocument"]["uri"] == (project / "main.py").as_uri()


def test_new_lines_have_the_line_endings_of_the_document(program: Program, project: Path) -> None:
    program.initialize(project)
    text = "class A:\r\n    def one(self):\r\n        self.a = 1\r\n        self.b = 2\r\n\r\n"
    text += "    def two(self):\r\n        self.a = 1\r\n        self.b = 2\r\n"
    uri = program.open(project / "lines.py", text)
    program.change(uri, (2, 18, 18, "\r\n        self.log('changed')"))
    result = program.inline_edit(uri, 3, 27)
    assert result["edits"] == [] or "\n" not in result["edits"][0]["text"].replace("\r\n", "")
