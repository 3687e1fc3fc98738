"""How a tool's error is told: to the model all of it, to the person what was said until then and one line."""

from typing import Final

from understudy.chat.telling import for_person
from understudy.chat.toolbox.appearance import as_text, printed, text_content
from understudy.chat.toolbox.usable import Outcome
from understudy.workspace import WorkspaceError

__all__ = ["MOST_TEXT", "failure"]

MOST_TEXT: Final = 128 << 10
"""Characters of a result that the model is given."""


def failure(error: WorkspaceError, line: str | None = None) -> Outcome:
    payload = error.payload()
    match error.details:
        case {"stdout": str(out), "stderr": str(err)} if out or err:
            content = [text_content(printed(out, err))]
        case _:
            content = []
    return Outcome(
        as_text(payload, MOST_TEXT),
        failed=True,
        line=line or for_person(error.message),
        content=content,
        output=payload,
    )
