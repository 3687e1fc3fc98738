"""From JavaScript's UTF-16 units back to code points, for edits.

Without the u flag a match may begin or end in the middle of a character beyond U+FFFF. That is fine as
long as the result is whole again (both halves replaced, or put back together) and an error otherwise.
"""

from bisect import bisect_left
from itertools import pairwise
from typing import TypeAlias

__all__ = ["SplitCharacterError", "Utf16Edit", "to_code_points"]

Utf16Edit: TypeAlias = tuple[int, int, str]
"""From, to, and the new text."""


class SplitCharacterError(Exception):
    """Half a character would be left."""


def to_code_points(text: str, pieces: list[Utf16Edit], *, by_units: bool) -> list[Utf16Edit]:
    """The same edits by code points; `by_units` says that JavaScript saw halves of characters."""
    if text.isascii() or max(text) <= "\uffff":
        return pieces
    # Where each pair begins, in units: its place in code points and one more for each pair before.
    places = [index for index, char in enumerate(text) if char > "\uffff"]
    pairs = [place + before for before, place in enumerate(places)]
    if by_units:
        pieces = _widen_to_characters(text, pieces, set(pairs), places, pairs)
    return [
        (start - bisect_left(pairs, start), end - bisect_left(pairs, end), new) for start, end, new in pieces
    ]


def _widen_to_characters(
    text: str, pieces: list[Utf16Edit], starts: set[int], places: list[int], pairs: list[int]
) -> list[Utf16Edit]:
    """Widen edits to whole characters, join those that share one, and see that no half is left."""
    widened: list[Utf16Edit] = []
    open_half = -1
    for start, end, new in pieces:
        if start - 1 in starts:
            if start == open_half:
                # The edit before ended in the middle of this character: take back its second half.
                start, _, before = widened.pop()
                new = before[:-1] + new
            else:
                start -= 1
                new = _surrogate_pair(text[places[bisect_left(pairs, start)]])[0] + new
        if end - 1 in starts:
            open_half = end
            new += _surrogate_pair(text[places[bisect_left(pairs, end - 1)]])[1]
            end += 1
        widened.append((start, end, new))
    halves = {_surrogate_pair(text[place])[1] for place in places}
    joined = [(start, end, _join_surrogates(new)) for start, end, new in widened]
    for _, _, new in joined:
        # A lone low surrogate may be an undecodable byte, but only if it can't be one of our halves.
        if not new.isascii() and any("\ud800" <= char <= "\udbff" or char in halves for char in new):
            raise SplitCharacterError
    assert all(before[1] <= after[0] for before, after in pairwise(joined))  # noqa: S101 - an invariant
    return joined


def _surrogate_pair(char: str) -> tuple[str, str]:
    code = ord(char) - 0x10000
    return chr(0xD800 + (code >> 10)), chr(0xDC00 + (code & 0x3FF))


def _join_surrogates(text: str) -> str:
    if text.isascii():
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
