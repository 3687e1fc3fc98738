"""What all formats do to a reply before it is the new text of a region. Pure; nothing here raises."""

from collections.abc import Iterable, Sequence

from understudy.nes.model.prompting import ModelContext, contains_token

__all__ = ["text_between", "clean_region", "strip_code_fence"]


def strip_code_fence(reply: str) -> str | None:
    """The text inside the code fence around a whole reply; the reply if there is none; None if it is left open."""
    text = reply.strip("\n")
    if not text.startswith("```"):
        return reply
    opening, _, body = text.partition("\n")
    fence = opening[: len(opening) - len(opening.lstrip("`"))]
    lines = body.split("\n")
    last = next((at for at in range(len(lines) - 1, -1, -1) if lines[at].rstrip() == fence), None)
    return None if last is None else "\n".join(lines[:last])


def text_between(text: str, start: str, end: str) -> str | None:
    """What follows `start`, up to `end` or to the end of the text; None if `start` is not there just once."""
    if text.count(start) != 1:
        return None
    inner = text.partition(start)[2]
    return inner.partition(end)[0]


def clean_region(
    text: str, context: ModelContext, special_tokens: Sequence[str], cursor_markers: Iterable[str] = ()
) -> str | None:
    """The region's new text, or None if it is the old one or cannot be trusted.

    Stray cursor markers go; any other special token that is left means that the model lost the thread. Models
    are careless with blank lines at both ends: those of the region stay as they are.
    """
    for marker in cursor_markers:
        text = text.replace(marker, "")
    text = text.replace("\r\n", "\n")
    if "\r" in text or "\0" in text or any(contains_token(text, token) for token in special_tokens):
        return None
    old = context.region_text
    kept = text.rstrip("\n")
    if not old.startswith("\n"):
        kept = kept.lstrip("\n")
    blanks = old[len(old.rstrip("\n")) :]
    new = kept + blanks
    return None if new == old else new
