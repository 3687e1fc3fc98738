"""mercury: one message with three tagged parts, for an endpoint made for edits; the reply is fenced."""

from typing import Final

from understudy.nes.model.fitting import fit, hunk
from understudy.nes.model.prompting import (
    Budget,
    Event,
    Format,
    ModelContext,
    Prompt,
    Related,
    refuse_special,
    tokens,
)
from understudy.nes.model.replies import between, settled, unfenced

__all__ = ["MERCURY", "build", "parse"]

EDIT_START: Final = "<|code_to_edit|>"
EDIT_END: Final = "<|/code_to_edit|>"
CURSOR: Final = "<|cursor|>"
SPECIALS: Final = (
    EDIT_START,
    EDIT_END,
    CURSOR,
    "<|current_file_content|>",
    "<|/current_file_content|>",
    "<|edit_diff_history|>",
    "<|/edit_diff_history|>",
    "<|recently_viewed_code_snippet",
    "<|/recently_viewed_code_snippet",
)
SPARE: Final = 400
NOTHING: Final = "None"


def build(context: ModelContext, budget: Budget) -> Prompt:
    refuse_special(context, SPECIALS)
    file = "".join(
        f"{line}\n"
        for line in (
            f"current_file_path: {context.path}",
            *context.before,
            EDIT_START,
            *context.marked(CURSOR),
            EDIT_END,
            *context.after,
        )
    )
    current = _part("current_file_content", file)
    frame = _part("recently_viewed_code_snippets", "") + _part("edit_diff_history", "")
    events, related = fit(context, budget, frame + current, SPECIALS, _event, _related)
    text = (
        _part("recently_viewed_code_snippets", "".join(related))
        + current
        + _part("edit_diff_history", "".join(events))
    )
    return Prompt(text, most_tokens=tokens(context.text) + SPARE, style="edit")


def parse(reply: str, context: ModelContext) -> str | None:
    text = reply if reply.strip() == NOTHING else unfenced(reply)
    if text is None or text.strip() in (NOTHING, ""):
        return None
    if EDIT_START in text:
        text = between(text, EDIT_START, EDIT_END)
        if text is None:
            return None
        text = text.removeprefix("\n")
    return settled(text.partition(EDIT_END)[0], context, SPECIALS, (CURSOR,))


def _part(name: str, body: str) -> str:
    return f"<|{name}|>\n{body}<|/{name}|>\n"


def _event(event: Event) -> str:
    return f"--- a/{event.path}\n+++ b/{event.path}\n{hunk(event)}"


def _related(piece: Related) -> str:
    body = "".join(f"{line}\n" for line in (f"code_snippet_file_path: {piece.path}", *piece.lines))
    return _part("recently_viewed_code_snippet", body)


MERCURY: Final = Format("mercury", build, parse, SPECIALS)
