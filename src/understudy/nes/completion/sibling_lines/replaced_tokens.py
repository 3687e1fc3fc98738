"""A line with some of its tokens replaced, and what is left of it behind the typed text."""

from collections.abc import Mapping

from understudy.nes.completion.line_tokens import LineTokens
from understudy.nes.completion.texts import Place

__all__ = ["differing_tokens", "rest_behind", "with_replaced_tokens"]


def differing_tokens(line: LineTokens, other: LineTokens) -> list[int]:
    """Return where two lines of the same shape have different tokens."""
    return [at for at, token in enumerate(line.tokens) if token != other.tokens[at]]


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
