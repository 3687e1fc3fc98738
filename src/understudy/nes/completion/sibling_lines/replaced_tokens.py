"""A line with some of its tokens replaced, and what is left of it behind the typed text."""

from collections.abc import Mapping

from understudy.nes.completion.line_tokens import LineTokens
from understudy.nes.completion.texts import Place

__all__ = ["rest_behind", "with_replaced_tokens"]


def with_replaced_tokens(line: LineTokens, replaced: Mapping[int, str]) -> str:
    """Return the text of a line with other tokens in place of some."""
    pieces: list[str] = []
    end = 0
    for at in sorted(replaced):
        pieces += [line.text[end : line.starts[at]], replaced[at]]
        end = line.ends[at]
    return "".join([*pieces, line.text[end:]]).rstrip()


def rest_behind(place: Place, line: str) -> str | None:
    """Return what follows the typed text in a line that begins with it; None if it does not."""
    return line.removeprefix(place.prefix.text) if line.startswith(place.prefix.text) else None
