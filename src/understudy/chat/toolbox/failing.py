"""How a tool's error is told: to the model all of it, to the person what was said until then and one line."""

from typing import Final

from understudy.chat.telling import without_model_advice
from understudy.chat.toolbox.appearance import result_text, output_block, text_content
from understudy.chat.toolbox.usable import CallOutcome
from understudy.workspace import WorkspaceError

__all__ = ["MAX_RESULT_CHARS", "failure_outcome"]

MAX_RESULT_CHARS: Final = 128 << 10
"""Characters of a result that the model is given."""


def failure_outcome(error: WorkspaceError, user_message: str | None = None) -> CallOutcome:
    payload = error.payload()
    match error.details:
        case {"stdout": str(out), "stderr": str(err)} if out or err:
            content = [text_content(output_block(out, err))]
        case _:
            content = []
    return CallOutcome(
        result_text(payload, MAX_RESULT_CHARS),
        failed=True,
        user_message=user_message or without_model_advice(error.message),
        content=content,
        output=payload,
    )
