"""Next edits in files that are not open and change meanwhile, on the disk or before the editor opens them."""

from pathlib import Path
from typing import Any

import pytest
from lsp_program import Program, span

CALLER = "from users import get_user\n\nget_user('c')\n"
OTHER_DOCUMENTS = {"otherDocuments": True}


def start(program: Program, project: Path, new_name: str) -> tuple[str, Any]:
    """Rename the function of users.py, which nothing else there uses; return its URI and the edit in main.py."""
    (project / "users.py").write_text("def get_user(name):\n    return name\n")
    program.initialize(project, initializationOptions=OTHER_DOCUMENTS)
    uri = program.open(project / "users.py")
    program.change(uri, (0, 4, 12, new_name))
    (edit,) = program.inline_edit(uri, 0, 4 + len(new_name))["edits"]
    assert edit["textDocument"]["uri"].endswith("/main.py")
    return uri, edit


def automatic_actions(program: Program, uri: str) -> list[Any]:
    where = {"textDocument": {"uri": uri}, "range": span(0, 8, 0, 8)}
    return program.request(
        "textDocument/codeAction", {**where, "context": {"diagnostics": [], "triggerKind": 2}}
    )


@pytest.mark.parametrize("new_name", ["put_user", "find_user"], ids=["as-long", "longer"])
@pytest.mark.parametrize("is_opened", [False, True], ids=["on-disk", "opened"])
def test_an_edit_of_a_file_that_has_it_already_is_offered_no_more(
    program: Program, project: Path, new_name: str, is_opened: bool
) -> None:
    """With a name of the same length nothing is left of the edit: the answer was an internal error."""
    uri, edit = start(program, project, new_name)
    changed = CALLER.replace("get_user", new_name)
    if is_opened:
        program.open(project / "main.py", changed)
    else:
        (project / "main.py").write_text(changed)
    assert automatic_actions(program, uri) == []
    assert program.inline_edit(uri, 0, 0)["edits"] == []
    command = {"command": "understudy.accept", "arguments": [*edit["command"]["arguments"], {"apply": True}]}
    assert program.fail("workspace/executeCommand", command)["data"] == {"reason": "no_suggestion"}


def test_in_a_file_that_has_grown_above_the_edit_it_is_offered_at_its_new_place(
    program: Program, project: Path
) -> None:
    uri, _ = start(program, project, "find_user")
    (project / "main.py").write_text("import os\n" + CALLER)
    first = automatic_actions(program, uri)[0]
    assert first["title"] == "Next edit: get_user → find_user in main.py, line 2"
