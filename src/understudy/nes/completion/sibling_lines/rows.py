"""The next line of a row: lines of one kind that each treat another name, number or case.

A row is made of lines at one indentation, between which blocks may be, or of the lines that are at the same
place in blocks with headers of one kind. What differs between its lines must be known for the typed one
(`row_values`).
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from understudy.nes.completion.limits import MAX_BLOCK_LINES, MAX_ROW_EXAMPLES, MAX_ROW_LINES
from understudy.nes.completion.line_tokens import LineTokens
from understudy.nes.completion.sibling_lines.known_names import is_whole_name
from understudy.nes.completion.sibling_lines.replaced_tokens import rest_behind
from understudy.nes.completion.sibling_lines.row_values import Example, FilledTokens, fill_tokens
from understudy.nes.completion.texts import EditedText, Place

__all__ = ["row_rest"]

_PROSE: Final = re.compile(r"\s*(?:#(?!\[)|//|/\*|\*|--|<!--)")
_SENTENCE: Final = re.compile(r".*w{5}[^=;({]*$")
"""The shape of a line of prose, as in a text of several lines."""
_CLOSING: Final = frozenset(")]}")
_OPENING: Final = frozenset("([{:")


def row_rest(place: Place) -> Iterator[str]:
    """Yield the rest of the line as its row shows it; also with the lines that follow in each block of the row."""
    if not any(one.isalpha() for one in place.prefix.stripped) or _PROSE.match(place.prefix.text) is not None:
        return
    examples = _line_examples(place)
    if len(examples) > 1:
        yield from _rests(place, examples, None)
    header = _header_of(place.edited, place.line)
    if header is not None:
        examples = _block_examples(place, header)
        if len(examples) > 1:
            yield from _rests(place, examples, header)


def _rests(place: Place, examples: Sequence[Example], header: int | None) -> Iterator[str]:
    edited, typed = place.edited, place.prefix.tokens
    head = edited.at(header).tokens if header is not None else ()
    own = range(min(one.number for one in examples) - (header is not None), place.line + 1)
    whole, begun = (*head, *typed), ""
    if place.ends_in_word:
        whole, begun = whole[:-1], typed[-1]
    filled = fill_tokens(place, examples, whole, begun, own)
    if filled is None and begun and is_whole_name(place):
        filled = fill_tokens(place, examples, (*whole, begun), "", own)
    if filled is None or not filled.derived or not filled.is_certain:
        return
    line = _written([one.line for one in examples], filled, len(head))
    rest = rest_behind(place, line)
    if rest is None or line.strip() in edited.near_stripped or edited.is_too_long(line):
        return
    yield rest
    below = _following_lines(place, examples, filled, own)
    if below and edited.below != below[0].strip():
        yield "\n".join([rest, *below])


def _written(lines: Sequence[LineTokens], filled: FilledTokens, head: int) -> str:
    """Return the first of the lines with the tokens of the typed one, in its columns if the lines have columns."""
    line = lines[0]
    pieces, end, owed = [line.indent], line.starts[0], 0
    for at, token in enumerate(line.tokens):
        gap, new = line.text[end : line.starts[at]], filled.tokens[head + at]
        if gap and any(one.starts[at] - one.ends[at - 1] > 1 for one in lines):
            gap = " " * max(len(gap) - owed, 1)
        pieces += [gap, new]
        owed = (0 if gap else owed) + len(new) - len(token)
        end = line.ends[at]
    return "".join([*pieces, line.text[end:]]).rstrip()


def _following_lines(
    place: Place, examples: Sequence[Example], filled: FilledTokens, own: range
) -> list[str]:
    """Return the lines of the block that follows in the row; none if one of them is not known."""
    edited = place.edited
    found: list[str] = []
    for step in range(1, _count_following(place, examples[0]) + 1):
        lines = [edited.at(one.number + step) for one in examples if one.number + step < edited.end]
        first = lines[0]
        if not first.stripped:
            return []
        shown = [
            Example(one.offset, one.number + step, line, (*one.tokens, *line.tokens), one.shape + line.shape)
            for one, line in zip(examples, lines, strict=False)
            if line.shape == first.shape and line.indent == first.indent
        ]
        if len(shown) < min(len(examples), 2):
            return []
        more = fill_tokens(place, shown, filled.tokens, "", own, is_following=True)
        if more is None:
            return []
        found.append(_written([one.line for one in shown], more, len(filled.tokens)))
    return found


def _count_following(place: Place, nearest: Example) -> int:
    """Return how many lines belong to the line above: those up to the typed one, or to the end of its block."""
    edited, indent = place.edited, nearest.line.indent
    count = 0
    for at in range(nearest.number + 1, min(place.line, edited.end)):
        line = edited.at(at)
        if not line.stripped or not line.indent.startswith(indent):
            break
        count += 1
    return count if count <= MAX_BLOCK_LINES else 0


def _line_examples(place: Place) -> list[Example]:
    """Return the lines of the row that the typed line is in, the nearest first; with one below if one is above."""
    above = _examples_towards(place, -1, MAX_ROW_EXAMPLES, None)
    if len(above) != 1:
        return above
    return above + _examples_towards(place, 1, 1, above[0].shape)


def _examples_towards(place: Place, step: int, limit: int, shape: str | None) -> list[Example]:
    edited, prefix = place.edited, place.prefix
    end = (
        max(edited.first - 1, place.line - MAX_ROW_LINES)
        if step < 0
        else min(edited.end, place.line + MAX_ROW_LINES)
    )
    found: list[Example] = []
    for at in range(place.line + step, end, step):
        line = edited.at(at)
        if not line.stripped or not line.indent.startswith(prefix.indent):
            break
        if line.indent != prefix.indent:
            continue
        if line.shape == shape or (shape is None and _goes_on(place, line)):
            shape = line.shape
            found.append(Example(step * (len(found) + 1), at, line, line.tokens, line.shape))
            if len(found) == limit:
                break
        elif line.stripped[0] not in _CLOSING and line.shape[-1] not in _OPENING:
            break
    return found


def _goes_on(place: Place, line: LineTokens) -> bool:
    """Whether a line begins with the signs of the typed one, and has more."""
    typed = place.prefix
    return (
        line.shape.startswith(typed.shape)
        and len(line.tokens) + place.ends_in_word > len(typed.tokens)
        and _SENTENCE.match(line.shape) is None
    )


def _header_of(edited: EditedText, number: int) -> int | None:
    """Return the line that begins the block of a line, if it is near."""
    indent = edited.typed.indent
    for at in range(number - 1, max(edited.first - 1, number - MAX_BLOCK_LINES), -1):
        line = edited.at(at)
        if line.stripped and len(line.indent) < len(indent):
            return at if indent.startswith(line.indent) else None
    return None


def _block_examples(place: Place, header: int) -> list[Example]:
    """Return the lines at the same place in the blocks above whose headers are of the same kind."""
    edited, own = place.edited, place.edited.at(header)
    if "w" not in own.shape:
        return []
    index = sum(bool(edited.at(at).stripped) for at in range(header + 1, place.line))
    found: list[Example] = []
    shape = ""
    for at in range(header - 1, max(edited.first - 1, header - MAX_ROW_LINES), -1):
        head = edited.at(at)
        if not head.stripped:
            continue
        if not head.indent.startswith(own.indent):
            break
        if head.indent != own.indent or head.shape != own.shape:
            continue
        number = at + 1 + index
        line = edited.at(number) if number < header else None
        if line is None or line.indent != place.prefix.indent or not _goes_on(place, line):
            break
        if shape and line.shape != shape:
            break
        shape = line.shape
        tokens = (*head.tokens, *line.tokens)
        found.append(Example(-len(found) - 1, number, line, tokens, head.shape + line.shape))
        if len(found) == MAX_ROW_EXAMPLES:
            break
    return found
