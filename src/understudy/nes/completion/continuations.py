"""Continuations of the typed line: the rests of its reference lines in the words of this place, grouped by text.

Each continuation remembers the references that speak for it. How probable it is, is decided in `features` and
`probability`.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from msgspec import Struct, field

from understudy.nes.completion.limits import (
    MAX_BLOCK_LINES,
    MAX_COMPLETED_LINE_CHARS,
    MAX_CUTS,
    MAX_KEPT_BLOCKS,
    MIN_COMPLETION_CHARS,
)
from understudy.nes.completion.line_tokens import LineTokens
from understudy.nes.completion.name_mapping import NO_MAPPING, NameMapping
from understudy.nes.completion.references import Reference
from understudy.nes.completion.repetition import Repetition, Rewriting
from understudy.nes.completion.resumption import Resumption
from understudy.nes.completion.texts import Place, SearchedText

__all__ = [
    "RULE_WEIGHT",
    "Continuation",
    "Continuations",
    "add_generated",
    "add_repetition",
    "add_resumption",
    "add_rewriting",
    "bracket_depths",
    "bracket_growth",
    "cut_rests",
    "group_continuations",
]

_OPENING: Final = frozenset("([{")
_BLOCK_STARTS: Final = frozenset("([{:")
RULE_WEIGHT: Final = 30.0
"""How much a rule counts among the references: like one that shares three tokens."""
_CLOSING: Final = {")": "(", "]": "[", "}": "{"}
_BRACKET: Final = re.compile(r"[()\[\]{}]")
_QUOTES: Final = "\"'`"
_CUT: Final = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'|`[^`]*`|[()\[\]{},]|&&|\|\||\b(?:and|or)\b")
"""A string, a bracket, a comma or an operator between conditions."""


class Continuation(Struct, eq=False):
    text: str
    """The text to insert at the cursor; it may have several lines."""
    weight: float = 0.0
    votes: int = 0
    best: Reference | None = None
    best_strength: float = -1.0
    mapped_words: int = 0
    sources: list[int] = field(default_factory=list)
    """The indexes of its references."""
    voters: list[int] = field(default_factory=list)
    """The indexes of the references whose rest it is in the words of this place."""
    rules: frozenset[str] = frozenset()
    """The rules that made it too, or alone."""
    resumption: Resumption | None = None
    """How it is the rest of a deleted line, if it is."""
    repetition: Repetition | None = None
    """Which changes of other lines are repeated in it, if it is an old line with them."""
    rewriting: Rewriting | None = None
    """How lines that were replaced show it, if they do."""
    min_probability: float = 0.0
    """Set by a rule that is certain, however rare it is in the corpus that the probability is fitted on."""


class Continuations(Struct, eq=False):
    references: list[Reference]
    total_weight: float
    found: dict[str, Continuation]


def strength(reference: Reference, prefix_tokens: int) -> float:
    """How much a reference counts: the more of the prefix and of the lines above it shares, the more."""
    value = 3.0 ** min(reference.equal_before, 6)
    if reference.is_aligned:
        value *= 1.0 + 4.0 * (reference.equal_total / prefix_tokens) ** 2
    value *= 1.0 + 1.5 * reference.above_equal + 0.8 * (reference.above_alike - reference.above_equal)
    return value if reference.text.is_edited else 0.6 * value


def group_continuations(place: Place, references: list[Reference]) -> Continuations:
    result = Continuations(references, 0.0, {})
    count = len(place.prefix.tokens)
    for index, reference in enumerate(references):
        weight = strength(reference, count)
        result.total_weight += weight
        text, mapping = reference.text, reference.mapping
        line = text.lines[reference.line - text.first]
        rest = line.text[reference.column :].rstrip()
        mapped, changed = mapping.apply(rest) if mapping else (rest, 0)
        if (one := _add(result, place, mapped, reference, index, weight, changed)) is not None:
            one.voters.append(index)
        if changed:
            _add(result, place, rest, reference, index, 0.5 * weight, 0)
        if text.is_deleted:
            for cut in cut_rests(mapped, ends_with_comma=_is_above_comma(place)):
                found = _add(result, place, cut, reference, index, 0.5 * weight, changed)
                if found is not None:
                    found.rules |= {"cut"}
        block = _find_block(place, reference, line)
        if block:
            blocks: Iterable[list[str]] = (block,)
        elif reference.is_aligned and reference.above_alike:
            blocks = _lines_below(place, reference)
        else:
            continue
        for added in blocks:
            lines, more = _map_lines(mapping, added)
            _add(result, place, "\n".join([mapped, *lines]), reference, index, weight, changed + more)
    return result


def add_generated(
    result: Continuations,
    place: Place,
    text: str,
    line: int,
    rule: str,
    min_probability: float = 0.0,
    weight: float = RULE_WEIGHT,
    source: SearchedText | None = None,
) -> None:
    """Add what a rule made from a line of the source, which is the edited text unless it is given."""
    found = result.found.get(text)
    if found is None:
        reference = Reference(source or place.texts[0], line, 0, 0, 0, False, False, 0, 0, NO_MAPPING)
        result.references.append(reference)
        result.total_weight += weight
        _add(result, place, text, reference, len(result.references) - 1, weight, 0)
        found = result.found.get(text)
    if found is not None:
        found.rules |= {rule}
        found.min_probability = max(found.min_probability, min_probability)


def add_resumption(result: Continuations, place: Place, one: Resumption) -> None:
    """Add the rest of a deleted line; what is equal to a continuation from elsewhere supports it."""
    weight = RULE_WEIGHT * (1.0 + one.equal + one.repeated) / (1.0 + one.typed)
    add_generated(result, place, one.text, one.line, "resumed", weight=weight, source=one.source)
    found = result.found.get(one.text)
    if found is not None and (found.resumption is None or found.resumption.repeated < one.repeated):
        found.resumption = one


def add_repetition(result: Continuations, place: Place, one: Repetition) -> None:
    """Add the rest of an old line with the changes of others; the best supported one of equal ones counts."""
    weight = RULE_WEIGHT * (1.0 + one.support) / (1.0 + one.offset)
    add_generated(result, place, one.text, place.line, "repeated", weight=weight)
    found = result.found.get(one.text)
    if found is not None and (
        found.repetition is None or _repetition_order(one) < _repetition_order(found.repetition)
    ):
        found.repetition = one


def add_rewriting(result: Continuations, place: Place, one: Rewriting) -> None:
    """Add the rest of an old line, rewritten; the one that is best supported of equal ones counts."""
    weight = RULE_WEIGHT * (1.0 + one.support) / (1.0 + one.offset)
    add_generated(result, place, one.text, place.line, "rewritten", weight=weight)
    found = result.found.get(one.text)
    if found is not None and (
        found.rewriting is None
        or (one.offset, -one.support) < (found.rewriting.offset, -found.rewriting.support)
    ):
        found.rewriting = one


def cut_rests(rest: str, *, ends_with_comma: bool) -> list[str]:
    """Return how the rest of a line may end early, where it is broken into several lines.

    Before the bracket that closes one of an earlier line, behind the first item, and behind an opened bracket.
    """
    cuts: list[str] = []
    depth = 0
    for match in _CUT.finditer(rest):
        piece, start, end = match[0], match.start(), match.end()
        if piece in _CLOSING:
            depth -= 1
            if depth < 0:
                cuts += [rest[:start].rstrip(), *([rest[:start].rstrip() + ","] if ends_with_comma else ())]
                break
        elif piece in _OPENING:
            depth += 1
            if depth == 1:
                cuts.append(rest[:end])
        elif depth == 0 and piece[0] not in _QUOTES:
            cuts += [rest[:end]] if piece == "," else [rest[:start].rstrip(), rest[:end]]
    else:
        cuts.append(rest.rstrip(",;"))
    return [one for one in dict.fromkeys(cuts) if one != rest][:MAX_CUTS]


def _is_above_comma(place: Place) -> bool:
    return bool(place.above) and place.above[0].stripped.endswith(",")


def _repetition_order(one: Repetition) -> tuple[int, int, int]:
    return one.offset, one.left_out, -one.support


def _lines_below(place: Place, reference: Reference) -> Iterator[list[str]]:
    """Yield the next line, and all lines of the paragraph, if the lines above the reference are like these."""
    text = reference.text
    min_alike = 1 if text.is_deleted or reference.above_equal else 2
    if not reference.is_aligned or reference.above_alike < min_alike:
        return
    indent = reference.tokens.indent
    lines: list[str] = []
    for at in range(reference.line + 1, min(reference.line + 1 + MAX_BLOCK_LINES, text.end)):
        if text.is_edited and at == place.line:
            break
        if text.is_deleted and text.origins[at] != text.origins[reference.line] + at - reference.line:
            break
        below = text.at(at)
        if (
            not below.stripped
            or not below.indent.startswith(indent)
            or (not lines and below.indent != indent)
        ):
            break
        lines.append(_indent_like(below, indent, place.prefix.indent))
        if len(lines) == 1:
            yield [*lines]
    if len(lines) > 1:
        yield lines


def _add(
    result: Continuations,
    place: Place,
    text: str,
    reference: Reference,
    index: int,
    weight: float,
    changed: int,
) -> Continuation | None:
    """Add a reference's text, if it fits what is behind the cursor; return the continuation that it is."""
    if place.suffix:
        suffix = place.suffix.rstrip()
        if not text.endswith(suffix):
            return None
        text = text[: len(text) - len(suffix)]
    if not MIN_COMPLETION_CHARS <= len(text) <= MAX_COMPLETED_LINE_CHARS or (
        len(text.strip()) < MIN_COMPLETION_CHARS
    ):
        return None
    found = result.found.get(text)
    if found is None:
        found = result.found[text] = Continuation(text)
    found.weight += weight
    found.votes += 1
    found.sources.append(index)
    if weight > found.best_strength:
        found.best, found.best_strength, found.mapped_words = reference, weight, changed
    return found


def bracket_growth(text: str) -> tuple[int, int]:
    """Return how many brackets the text leaves open, and how many it closes that it did not open."""
    depth, lowest = bracket_depths(text)
    return depth - lowest, -lowest


def bracket_depths(text: str) -> tuple[int, int]:
    """Return how deep the end of the text is in brackets compared with its beginning, and its lowest place."""
    depth = lowest = 0
    for bracket in _BRACKET.findall(text):
        if bracket in _OPENING:
            depth += 1
        else:
            depth -= 1
            if depth < lowest:
                lowest = depth
    return depth, lowest


def _find_block(place: Place, reference: Reference, line: LineTokens) -> list[str] | None:
    """Like `_block_below`; while a line is typed, each block is searched once."""
    if not line.shape or line.shape[-1] not in _BLOCK_STARTS:
        return None
    known = place.edited.blocks_below
    key = reference.text, reference.line, place.prefix.indent
    if key not in known:
        if len(known) >= MAX_KEPT_BLOCKS:
            known.clear()
        known[key] = _block_below(place, reference)
    return known[key]


def _block_below(place: Place, reference: Reference) -> list[str] | None:
    """Return the lines of the block that the reference line begins, with the indentation of the typed line."""
    line = reference.tokens
    last = line.shape[-1]
    is_bracket_block = last in _OPENING
    if not is_bracket_block and not (last == ":" and place.language.has_colon_blocks):
        return None
    lines: list[str] = []
    text = reference.text
    own, theirs = place.prefix.indent, line.indent
    for at in range(reference.line + 1, min(reference.line + 1 + MAX_BLOCK_LINES, text.end)):
        if text.is_edited and at == place.line:
            return None
        below = text.at(at)
        if not below.stripped:
            return None
        is_inside = len(below.indent) > len(theirs) and below.indent.startswith(theirs)
        if not is_inside and not is_bracket_block:
            return lines or None
        lines.append(_indent_like(below, theirs, own))
        if not is_inside:
            is_closed = below.indent == theirs and below.stripped[0] in _CLOSING
            return lines if is_closed and below.shape[-1] not in _OPENING else None
    return None


def _indent_like(line: LineTokens, old: str, new: str) -> str:
    return new + line.text[len(old) :].rstrip()


def _map_lines(mapping: NameMapping, lines: Sequence[str]) -> tuple[list[str], int]:
    if not mapping:
        return list(lines), 0
    mapped = [mapping.apply(line) for line in lines]
    return [line for line, _ in mapped], sum(changed for _, changed in mapped)
