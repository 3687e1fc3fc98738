"""The next place of lines that the user inserts before (or after) one sibling after the other.

Who writes `@Entity()` above two classes that follow each other goes on with the next class. Siblings are lines
with the same indentation that begin with the same tokens; their names and the rest may differ. A sibling that the
user has moved the cursor to is the next one, whichever were left out.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from understudy.nes.symbolic.features import FeatureExtractor
from understudy.nes.symbolic.patterns import BlockChange, strip_lines
from understudy.nes.symbolic.tokens import DEFINITION_KEYWORDS, is_word, line_shape, tokenize

__all__ = ["next_places_of_row"]

_KEYWORDS: Final = DEFINITION_KEYWORDS | {"impl", "interface", "module", "record", "trait", "type"}


def next_places_of_row(block: BlockChange, extractor: FeatureExtractor) -> frozenset[int]:
    """Return the lines before which the inserted lines of the block are due next; none after a first insertion."""
    uri, lines = extractor.index.snapshot.uri, extractor.index.lines
    same = extractor.patterns.blocks_by_content[(), strip_lines(block.new)]
    inserted = [
        one.edit for one in same if one.edit.uri == uri and one.edit.line >= 0 and one.edit.new == one.new
    ]
    if len(inserted) < 2 or block.edit not in inserted:
        return frozenset()
    newest, before = sorted(inserted, key=lambda edit: -edit.serial)[:2]
    found: set[int] = set()
    below = [edit.line + len(edit.new) for edit in (newest, before)]
    above = [edit.line - 1 for edit in (newest, before)]
    for anchors, offset in ((below, 0), (above, 1)):
        if min(anchors) >= 0 and max(anchors) < len(lines):
            found.update(line + offset for line in _next_siblings(lines, anchors, extractor))
    return frozenset(found)


def _next_siblings(lines: Sequence[str], anchors: list[int], extractor: FeatureExtractor) -> Iterator[int]:
    newest, before = anchors
    beginning = _common_beginning(lines[newest], lines[before])
    if not beginning or newest == before:
        return
    siblings = [number for number, line in enumerate(lines) if line.startswith(beginning)]
    at = siblings.index(newest)
    step = at - siblings.index(before)
    if abs(step) == 1 and 0 <= at + step < len(siblings):
        yield siblings[at + step]
    yield from (line for line in siblings if extractor.visited_features(line))


def _common_beginning(one: str, other: str) -> str:
    """The tokens that both lines begin with; empty if these do not make them siblings.

    They do if they define something (`export class `), or if the lines differ in nothing but words.
    """
    tokens: list[str] = []
    for left, right in zip(tokenize(one), tokenize(other), strict=False):
        if left != right:
            break
        tokens.append(left)
    words = list(filter(is_word, tokens))
    if not words or (_KEYWORDS.isdisjoint(words) and line_shape(one) != line_shape(other)):
        return ""
    return "".join(tokens)
