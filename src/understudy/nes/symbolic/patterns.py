"""What can be learned from an edit: the pieces of it that may be wanted again elsewhere.

Nothing is searched for here, and nothing is judged: a lesson is only what was seen, with its examples.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from msgspec import Struct, field

from understudy.nes.symbolic.alignment import align_lines, diff_tokens, similarity
from understudy.nes.symbolic.limits import (
    MAX_CHANGES_PER_LINE,
    MAX_LEARNED_EDIT_LINES,
    MAX_LEARNED_LINE_CHARS,
    MAX_LEARNED_REPLACEMENTS,
    MIN_USER_EDITS,
)
from understudy.nes.symbolic.tokens import case_style, is_word, join_name_parts, split_name, tokenize
from understudy.nes.text import Edit, EditOrigin, common_affix_lengths

__all__ = ["BlockChange", "EditPatterns", "Example", "TokenReplacement", "extract_patterns", "strip_lines"]


class Example(NamedTuple):
    """One line that became another, and which of its tokens changed."""

    edit: Edit
    age: int
    """How many edits were made since."""
    old: str
    new: str
    start: int
    end: int
    is_only_change: bool
    """Nothing else changed in the line."""


class TokenReplacement(Struct, eq=False):
    """Some tokens that became others."""

    old: tuple[str, ...]
    new: tuple[str, ...]
    family: str
    examples: list[Example] = field(default_factory=list[Example])


class BlockChange(NamedTuple):
    """Whole lines that became others, came or went. `above` and `below` are the lines around them."""

    edit: Edit
    age: int
    old: tuple[str, ...]
    new: tuple[str, ...]
    above: str | None
    below: str | None


class EditPatterns(NamedTuple):
    replacements: list[TokenReplacement]
    blocks: list[BlockChange]
    line_examples: list[Example]
    """Lines that became others, each once."""
    blocks_by_content: dict[tuple[tuple[str, ...], tuple[str, ...]], list[BlockChange]]
    """The blocks that did the same, by what they did."""
    outcome_counts: dict[tuple[str, ...], int]
    """How many different things the same old tokens or lines became."""
    repetition_share: float
    """The share of the last edits that did what another did."""


def extract_patterns(edits: Sequence[Edit], max_edits: int) -> EditPatterns:
    swaps: dict[tuple[str, tuple[str, ...], tuple[str, ...]], TokenReplacement] = {}
    blocks: list[BlockChange] = []
    lines: list[Example] = []
    recent = _learnable_edits(edits, max_edits)
    for age, edit in enumerate(reversed(recent)):
        blocks += _split_into_blocks(edit, age)
        if len(edit.old) > MAX_LEARNED_EDIT_LINES or len(edit.new) > MAX_LEARNED_EDIT_LINES:
            continue
        before = recent[-age - 2] if age + 1 < len(recent) else None
        for old, new in (*_changed_line_pairs(edit.old, edit.new), *_moved_line_pairs(before, edit)):
            ops = diff_tokens(old, new)
            if not ops or len(ops) > MAX_CHANGES_PER_LINE or len(swaps) >= MAX_LEARNED_REPLACEMENTS:
                continue
            words = tokenize(old)
            lines.append(Example(edit, age, old, new, ops[0].start, ops[-1].end, len(ops) == 1))
            for op in ops:
                example = Example(edit, age, old, new, op.start, op.end, len(ops) == 1)
                for family, one, other in _token_replacements(words, op.start, op.end, op.new):
                    swap = swaps.setdefault((family, one, other), TokenReplacement(one, other, family))
                    swap.examples.append(example)
    # What was taken speaks for a lesson, but founds none: the user has not shown it.
    own = [swap for swap in swaps.values() if any(map(_is_made_by_user, swap.examples))]
    return EditPatterns(
        own,
        blocks,
        [line for line in lines if _is_made_by_user(line)],
        _group_by_content(blocks),
        _count_outcomes(own, blocks),
        _compute_repetition_share(own, recent),
    )


def _learnable_edits(edits: Sequence[Edit], max_edits: int) -> list[Edit]:
    """The last edits, and from before them what the user did that the suggestions among them came from."""
    found: list[Edit] = []
    typed = 0
    for back, edit in enumerate(reversed(edits)):
        own = edit.origin is not EditOrigin.ACCEPTED
        if back >= max_edits and (typed >= MIN_USER_EDITS or not own):
            if typed >= MIN_USER_EDITS:
                break
            continue
        typed += own
        if edit.origin in (EditOrigin.UNDONE, EditOrigin.EXTERNAL) or edit.is_consequence:
            continue  # what follows by a rule is nobody's habit
        if max(map(len, (*edit.old, *edit.new)), default=0) <= MAX_LEARNED_LINE_CHARS:
            found.append(edit)
    return found[::-1]


def _is_made_by_user(example: Example) -> bool:
    """Whether the user typed it."""
    return example.edit.origin is not EditOrigin.ACCEPTED


def strip_lines(lines: Sequence[str]) -> tuple[str, ...]:
    """The lines without their depth."""
    return tuple(map(str.strip, lines))


def _group_by_content(
    blocks: Sequence[BlockChange],
) -> dict[tuple[tuple[str, ...], tuple[str, ...]], list[BlockChange]]:
    bodies: dict[tuple[tuple[str, ...], tuple[str, ...]], list[BlockChange]] = {}
    for block in blocks:
        bodies.setdefault((strip_lines(block.old), strip_lines(block.new)), []).append(block)
    return bodies


def _count_outcomes(
    replacements: Iterable[TokenReplacement], blocks: Sequence[BlockChange]
) -> dict[tuple[str, ...], int]:
    results: dict[tuple[str, ...], set[tuple[str, ...]]] = {}
    for swap in replacements:
        results.setdefault(swap.old, set()).add(swap.new)
    for block in blocks:
        key = ("\n", *strip_lines(block.old or (block.above or "", block.below or "")))
        results.setdefault(key, set()).add(strip_lines(block.new))
    return {key: len(found) for key, found in results.items()}


def _compute_repetition_share(replacements: Iterable[TokenReplacement], edits: Sequence[Edit]) -> float:
    """Bodies that came again, and replacements that were made in several edits."""
    if len(edits) < 2:
        return 0.0
    again: set[int] = set()
    for swap in replacements:
        serials = {example.edit.serial for example in swap.examples}
        if len(serials) > 1:
            again |= serials
    bodies: dict[tuple[tuple[str, ...], tuple[str, ...]], int] = {}
    for edit in edits:
        body = (strip_lines(edit.old), strip_lines(edit.new))
        if body in bodies:
            again |= {edit.serial, bodies[body]}
        bodies[body] = edit.serial
    return len(again) / len(edits)


def _moved_line_pairs(before: Edit | None, edit: Edit) -> Iterator[tuple[str, str]]:
    """What went in one edit and came in the next, a little different."""
    if before is None or before.uri != edit.uri or len(before.old) + len(edit.new) > 12:
        return
    if before.old and not before.new and edit.new and not edit.old:
        for old, new in _changed_line_pairs(before.old, edit.new):
            if similarity(old, new) >= 0.6:
                yield old, new


def _changed_line_pairs(old: tuple[str, ...], new: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    for i, j in align_lines(old, new):
        if i is not None and j is not None and old[i].strip() != new[j].strip():
            yield old[i], new[j]


def _split_into_blocks(edit: Edit, age: int) -> Iterator[BlockChange]:
    """The edit as a whole, and each run of lines in it that came or went beside lines that stayed."""
    old, new = edit.old, edit.new
    if not any(line.strip() for line in (*old, *new)):
        return
    yield BlockChange(edit, age, old, new, edit.above, edit.below)
    if not old or not new or len(old) > MAX_LEARNED_EDIT_LINES or len(new) > MAX_LEARNED_EDIT_LINES:
        return
    steps = align_lines(old, new)
    at = 0
    while at < len(steps):
        i, j = steps[at]
        end = at + 1
        if i is None or j is None:
            while end < len(steps) and (steps[end][0] is None or steps[end][1] is None):
                end += 1
            gone = tuple(old[i] for i, _ in steps[at:end] if i is not None)
            come = tuple(new[j] for _, j in steps[at:end] if j is not None)
            above = _line_or_none(new, steps[at - 1][1]) if at else edit.above
            below = _line_or_none(new, steps[end][1]) if end < len(steps) else edit.below
            if (gone, come) != (old, new) and not (gone and come):
                yield BlockChange(edit, age, gone, come, above, below)
        elif old[i].strip() != new[j].strip() and len(steps) > 1:
            above = _line_or_none(new, steps[at - 1][1]) if at else edit.above
            below = _line_or_none(new, steps[end][1]) if end < len(steps) else edit.below
            yield BlockChange(edit, age, (old[i],), (new[j],), above, below)
        at = end


def _line_or_none(lines: Sequence[str], number: int | None) -> str | None:
    return None if number is None else lines[number]


def _token_replacements(
    words: tuple[str, ...], start: int, end: int, new: tuple[str, ...]
) -> Iterator[tuple[str, tuple[str, ...], tuple[str, ...]]]:
    old = words[start:end]
    old, new = _strip_space_tokens(old), _strip_space_tokens(new) if old else new
    if _is_distinctive(old):
        yield "replace", old, new
        if len(old) == len(new) == 1 and is_word(old[0]) and is_word(new[0]):
            yield from _name_variants(old[0], new[0])
        return
    if all(word.isspace() for word in (*words[start:end], *new)):
        return
    left, right = _extend_to_word(words, start, end)
    before, after = words[left:right], (*words[left:start], *new, *words[end:right])
    if any(is_word(word) and len(word) > 1 for word in before):
        yield "context", before, after


def _strip_space_tokens(words: tuple[str, ...]) -> tuple[str, ...]:
    start, end = 0, len(words)
    while start < end and words[start].isspace():
        start += 1
    while end > start and words[end - 1].isspace():
        end -= 1
    return words[start:end]


def _is_distinctive(words: tuple[str, ...]) -> bool:
    """Whether these tokens say enough to be looked for alone."""
    return any(
        (is_word(word) and len(word) > 2) or (word[0].isdigit() and len(word) > 3) for word in words
    ) or (
        sum(len(word) for word in words if not word.isspace()) >= 5 and any(is_word(word) for word in words)
    )


def _extend_to_word(words: tuple[str, ...], start: int, end: int) -> tuple[int, int]:
    """The change with its neighbours on both sides, as far as a word on one of them."""
    left, right = start, end
    for _ in range(4):
        moved = False
        if left > 0:
            left -= 1
            moved = True
            if words[left].isspace() and left > 0:
                left -= 1
        if is_word(words[left]) and len(words[left]) > 1 and left < start and right > end:
            break
        if right < len(words):
            right += 1
            moved = True
            if words[right - 1].isspace() and right < len(words):
                right += 1
        if not moved or any(
            is_word(word) and len(word) > 2 for word in (*words[left:start], *words[end:right])
        ):
            break
    while left < start and words[left].isspace():
        left += 1
    return left, right


def _name_variants(old: str, new: str) -> Iterator[tuple[str, tuple[str, ...], tuple[str, ...]]]:
    """The same names written in the other ways, and the part of the name that changed."""
    before, after = split_name(old), split_name(new)
    if not before or not after or before == after:
        return
    if len("".join(before)) > 2:
        seen = {old}
        for name in ("snake", "screaming", "camel", "pascal", "kebab"):
            spelled = join_name_parts(before, name)
            if spelled not in seen and (len(before) > 1 or name != "kebab"):
                seen.add(spelled)
                yield "variant", tokenize(spelled), tokenize(join_name_parts(after, name))
    head, tail = common_affix_lengths(before, after)
    inner, outer = before[head : len(before) - tail], after[head : len(after) - tail]
    if (len(inner) < len(before) or case_style(old) is not None) and inner and len("".join(inner)) > 2:
        yield "partial", inner, outer
