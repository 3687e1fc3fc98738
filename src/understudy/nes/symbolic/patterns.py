"""Extracts patterns from edits: replaced tokens and changed blocks of lines that may apply again elsewhere.

A pattern is only what was seen, with its examples. Does not search for places and does not score.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from msgspec import Struct, field

from understudy.nes.symbolic.alignment import EditOp, align_lines, diff_tokens, similarity
from understudy.nes.symbolic.limits import (
    MAX_CHANGES_PER_LINE,
    MAX_LEARNED_EDIT_LINES,
    MAX_LEARNED_LINE_CHARS,
    MAX_LEARNED_REPLACEMENTS,
    MAX_SEARCH_LITERALS,
    MIN_USER_EDITS,
)
from understudy.nes.symbolic.tokens import (
    case_style,
    is_word,
    join_name_parts,
    split_name,
    tokenize,
    words_of,
)
from understudy.nes.text import Edit, EditOrigin, common_affix_lengths, with_accepted_changes

__all__ = [
    "BlockChange",
    "EditPatterns",
    "Example",
    "TokenReplacement",
    "breaks_line",
    "extract_patterns",
    "search_literals",
    "strip_lines",
]


_BLANK: Final = ("_",)
"""What replaces a name that is not used: its uses do not follow."""


class Example(NamedTuple):
    """One line that was changed into another, and which of its tokens changed."""

    edit: Edit
    age: int
    """The number of edits made since."""
    old: str
    new: str
    start: int
    end: int
    is_only_change: bool
    """Whether nothing else changed in the line."""


class TokenReplacement(Struct, eq=False):
    """Tokens that were replaced by others."""

    old: tuple[str, ...]
    new: tuple[str, ...]
    family: str
    examples: list[Example] = field(default_factory=list[Example])


class BlockChange(NamedTuple):
    """Whole lines that were replaced, inserted or deleted. `above` and `below` are the lines around them."""

    edit: Edit
    age: int
    old: tuple[str, ...]
    new: tuple[str, ...]
    above: str | None
    below: str | None


_ReplacementKey = tuple[str, tuple[str, ...], tuple[str, ...]]
"""The family, the old tokens and the new ones."""


class EditPatterns(NamedTuple):
    replacements: list[TokenReplacement]
    blocks: list[BlockChange]
    line_examples: list[Example]
    """Changed lines, each once."""
    blocks_by_content: dict[tuple[tuple[str, ...], tuple[str, ...]], list[BlockChange]]
    """Blocks by their stripped old and new lines: those that made the same change."""
    outcome_counts: dict[tuple[str, ...], int]
    """How many different results the same old tokens or lines were changed into."""
    repetition_share: float
    """The share of the last edits that made the same change as another of them."""


def extract_patterns(edits: Sequence[Edit], max_edits: int) -> EditPatterns:
    replacements: dict[_ReplacementKey, TokenReplacement] = {}
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
            if not ops or len(ops) > MAX_CHANGES_PER_LINE or len(replacements) >= MAX_LEARNED_REPLACEMENTS:
                continue
            lines.append(Example(edit, age, old, new, ops[0].start, ops[-1].end, len(ops) == 1))
            for start, end, is_only_change, found in _learn_replacements(old, new):
                example = Example(edit, age, old, new, start, end, is_only_change)
                for key in found:
                    replacement = replacements.get(key)
                    if replacement is None:
                        family, one, other = key
                        replacement = replacements[key] = TokenReplacement(one, other, family)
                    replacement.examples.append(example)
    # An accepted suggestion supports a pattern, but does not establish one: the user has not shown it.
    own = [one for one in replacements.values() if any(map(_is_made_by_user, one.examples))]
    return EditPatterns(
        own,
        blocks,
        [line for line in lines if _is_made_by_user(line)],
        _group_by_content(blocks),
        _count_outcomes(own, blocks),
        _compute_repetition_share(own, recent),
    )


def search_literals(patterns: EditPatterns) -> list[str]:
    """Texts that other texts are searched for: those that contain one may have a place for a pattern."""
    found = ["".join(one.old) for one in patterns.replacements if one.family in ("replace", "context")]
    for block in patterns.blocks:
        around = () if block.old else (block.above or "", block.below or "")
        found += [text.strip() for text in (*block.old, *around) if len(text.strip()) > 5]
    for example in patterns.line_examples:
        found += _longest_words(example.old, example.new)
    return list(dict.fromkeys(found))[:MAX_SEARCH_LITERALS]


@lru_cache(maxsize=512)
def _longest_words(old: str, new: str) -> tuple[str, ...]:
    """The longest words of a changed line: lines that are changed by analogy have most of them."""
    kept = words_of(new)
    words = sorted([word for word in words_of(old) if len(word) > 3])
    words.sort(key=len, reverse=True)
    removed = [word for word in words if word not in kept]
    return *removed[:1], *[word for word in words if word in kept][:2]


def _learnable_edits(edits: Sequence[Edit], max_edits: int) -> list[Edit]:
    """The last edits, and older ones until `MIN_USER_EDITS` of them were made by the user.

    An edit of the user counts with what accepted suggestions made of its lines: half of it would break other lines.
    """
    found: list[Edit] = []
    user_edits = 0
    for back, made in enumerate(reversed(edits)):
        edit = with_accepted_changes(made, edits)
        is_users = edit.origin is not EditOrigin.ACCEPTED
        if back >= max_edits and (user_edits >= MIN_USER_EDITS or not is_users):
            if user_edits >= MIN_USER_EDITS:
                break
            continue
        user_edits += is_users
        if edit.origin in (EditOrigin.UNDONE, EditOrigin.EXTERNAL) or edit.is_consequence:
            continue  # an edit that follows from a rule is not a habit of the user
        if max(map(len, (*edit.old, *edit.new)), default=0) <= MAX_LEARNED_LINE_CHARS:
            found.append(edit)
    return found[::-1]


def _is_made_by_user(example: Example) -> bool:
    return example.edit.origin is not EditOrigin.ACCEPTED


def strip_lines(lines: Sequence[str]) -> tuple[str, ...]:
    """The lines without indentation and trailing space."""
    return tuple(map(str.strip, lines))


def _group_by_content(
    blocks: Sequence[BlockChange],
) -> dict[tuple[tuple[str, ...], tuple[str, ...]], list[BlockChange]]:
    by_content: dict[tuple[tuple[str, ...], tuple[str, ...]], list[BlockChange]] = {}
    for block in blocks:
        by_content.setdefault((strip_lines(block.old), strip_lines(block.new)), []).append(block)
    return by_content


def _count_outcomes(
    replacements: Iterable[TokenReplacement], blocks: Sequence[BlockChange]
) -> dict[tuple[str, ...], int]:
    results: dict[tuple[str, ...], set[tuple[str, ...]]] = {}
    for replacement in replacements:
        results.setdefault(replacement.old, set()).add(replacement.new)
    for block in blocks:
        key = ("\n", *strip_lines(block.old or (block.above or "", block.below or "")))
        results.setdefault(key, set()).add(strip_lines(block.new))
    return {key: len(found) for key, found in results.items()}


def _compute_repetition_share(replacements: Iterable[TokenReplacement], edits: Sequence[Edit]) -> float:
    """Counts edits with the same content as another, and edits that share a replacement."""
    if len(edits) < 2:
        return 0.0
    repeated: set[int] = set()
    for replacement in replacements:
        serials = {example.edit.serial for example in replacement.examples}
        if len(serials) > 1:
            repeated |= serials
    serial_by_content: dict[tuple[tuple[str, ...], tuple[str, ...]], int] = {}
    for edit in edits:
        content = (strip_lines(edit.old), strip_lines(edit.new))
        if content in serial_by_content:
            repeated |= {edit.serial, serial_by_content[content]}
        serial_by_content[content] = edit.serial
    return len(repeated) / len(edits)


def _moved_line_pairs(before: Edit | None, edit: Edit) -> Iterator[tuple[str, str]]:
    """Lines deleted in one edit and inserted by the next with small differences."""
    if before is None or before.uri != edit.uri or len(before.old) + len(edit.new) > 12:
        return
    if before.old and not before.new and edit.new and not edit.old:
        for old, new in _changed_line_pairs(before.old, edit.new):
            if similarity(old, new) >= 0.6:
                yield old, new


@lru_cache(maxsize=512)
def _changed_line_pairs(old: tuple[str, ...], new: tuple[str, ...]) -> list[tuple[str, str]]:
    return [
        (old[i], new[j])
        for i, j in align_lines(old, new)
        if i is not None and j is not None and old[i].strip() != new[j].strip()
    ]


def _split_into_blocks(edit: Edit, age: int) -> Iterator[BlockChange]:
    """The edit as a whole, and each run of inserted or deleted lines and each changed line in it."""
    old, new = edit.old, edit.new
    if not any(line.strip() for line in (*old, *new)):
        return
    yield BlockChange(edit, age, old, new, edit.above, edit.below)
    if breaks_line(edit):
        return  # a part of it would be half a statement
    if not old or not new or len(old) > MAX_LEARNED_EDIT_LINES or len(new) > MAX_LEARNED_EDIT_LINES:
        return
    for part in _split_change(old, new):
        above = edit.above if part.is_first else part.above
        below = edit.below if part.is_last else part.below
        yield BlockChange(edit, age, part.old, part.new, above, below)


class _Part(NamedTuple):
    """A part of an edit: a run of inserted or deleted lines, or a changed line."""

    old: tuple[str, ...]
    new: tuple[str, ...]
    above: str | None
    below: str | None
    is_first: bool
    """Whether the line above the edit is above it."""
    is_last: bool


@lru_cache(maxsize=512)
def _split_change(old: tuple[str, ...], new: tuple[str, ...]) -> list[_Part]:
    """The parts of a change of several lines. Those of an edit are asked for with every request."""
    found: list[_Part] = []
    steps = align_lines(old, new)
    at = 0
    while at < len(steps):
        i, j = steps[at]
        end = at + 1
        changed: tuple[tuple[str, ...], tuple[str, ...]] | None = None
        if i is None or j is None:
            while end < len(steps) and (steps[end][0] is None or steps[end][1] is None):
                end += 1
            removed = tuple(old[i] for i, _ in steps[at:end] if i is not None)
            added = tuple(new[j] for _, j in steps[at:end] if j is not None)
            if (removed, added) != (old, new) and not (removed and added):
                changed = removed, added
        elif old[i].strip() != new[j].strip() and len(steps) > 1:
            changed = (old[i],), (new[j],)
        if changed is not None:
            above = _line_or_none(new, steps[at - 1][1]) if at else None
            below = _line_or_none(new, steps[end][1]) if end < len(steps) else None
            found.append(_Part(*changed, above, below, is_first=not at, is_last=end == len(steps)))
        at = end
    return found


def breaks_line(edit: Edit) -> bool:
    """Whether the edit breaks one line into several and changes nothing else, but for commas at the ends."""
    return len(edit.old) == 1 < len(edit.new) and _without_layout(edit.old) == _without_layout(edit.new)


def _without_layout(lines: Sequence[str]) -> str:
    return "".join("".join(lines).split()).replace(",", "")


def _whole_change(old: tuple[str, ...], new: tuple[str, ...], ops: Sequence[EditOp]) -> Iterator[EditOp]:
    """All that changed in a line, with what was kept between: where that occurs again, all of it changes again."""
    start, end = ops[0].start, ops[-1].end
    rest = len(old) - end
    is_part_of_line = "".join(old[:start]).strip() or "".join(old[end:]).strip()
    added = new[start : len(new) - rest]
    is_only_space = "".join("".join(old[start:end]).split()) == "".join("".join(added).split())
    if len(ops) > 1 and is_part_of_line and not is_only_space:
        yield EditOp(start, end, added)


def _line_or_none(lines: Sequence[str], number: int | None) -> str | None:
    return None if number is None else lines[number]


@lru_cache(maxsize=512)
def _learn_replacements(old: str, new: str) -> list[tuple[int, int, bool, list[_ReplacementKey]]]:
    """For each change of a line: its first token, its end, whether it is the only one, and what it replaces."""
    ops, tokens = diff_tokens(old, new), tokenize(old)
    return [
        (
            op.start,
            op.end,
            (op.start, op.end) == (ops[0].start, ops[-1].end),
            list(_token_replacements(tokens, op.start, op.end, op.new)),
        )
        for op in (*ops, *_whole_change(tokens, tokenize(new), ops))
    ]


def _token_replacements(
    tokens: tuple[str, ...], start: int, end: int, new: tuple[str, ...]
) -> Iterator[_ReplacementKey]:
    """Family, old and new tokens. A change that is not distinctive is extended by its context."""
    old, added = tokens[start:end], new
    old, new = _strip_space_tokens(old), _strip_space_tokens(new) if old else new
    if _is_distinctive(old) and new != _BLANK:
        yield "replace", old, new
        if len(old) == len(new) == 1 and is_word(old[0]) and is_word(new[0]):
            yield from _name_variants(old[0], new[0])
        return
    if all(token.isspace() for token in (*tokens[start:end], *new)):
        return
    left, right = _extend_to_word(tokens, start, end)
    before, after = tokens[left:right], (*tokens[left:start], *added, *tokens[end:right])
    if any(is_word(token) and len(token) > 1 for token in before):
        yield "context", before, after


def _strip_space_tokens(tokens: tuple[str, ...]) -> tuple[str, ...]:
    start, end = 0, len(tokens)
    while start < end and tokens[start].isspace():
        start += 1
    while end > start and tokens[end - 1].isspace():
        end -= 1
    return tokens[start:end]


def _is_distinctive(tokens: tuple[str, ...]) -> bool:
    """Whether these tokens are specific enough to be searched for alone."""
    return any(
        (is_word(token) and len(token) > 2) or (token[0].isdigit() and len(token) > 3) for token in tokens
    ) or (
        sum(len(token) for token in tokens if not token.isspace()) >= 5
        and any(is_word(token) for token in tokens)
    )


def _extend_to_word(tokens: tuple[str, ...], start: int, end: int) -> tuple[int, int]:
    """Extend the changed range on both sides, up to a word on one of them."""
    left, right = start, end
    for _ in range(4):
        moved = False
        if left > 0:
            left -= 1
            moved = True
            if tokens[left].isspace() and left > 0:
                left -= 1
        if is_word(tokens[left]) and len(tokens[left]) > 1 and left < start and right > end:
            break
        if right < len(tokens):
            right += 1
            moved = True
            if tokens[right - 1].isspace() and right < len(tokens):
                right += 1
        if not moved or any(
            is_word(token) and len(token) > 2 for token in (*tokens[left:start], *tokens[end:right])
        ):
            break
    while left < start and tokens[left].isspace():
        left += 1
    return left, right


def _name_variants(old: str, new: str) -> Iterator[_ReplacementKey]:
    """The same rename in the other case styles, and the part of the name that changed."""
    before, after = split_name(old), split_name(new)
    if not before or not after or before == after:
        return
    if len("".join(before)) > 2:
        seen = {old}
        for style in ("snake", "screaming", "camel", "pascal", "kebab"):
            spelled = join_name_parts(before, style)
            if spelled not in seen and (len(before) > 1 or style != "kebab"):
                seen.add(spelled)
                yield "variant", tokenize(spelled), tokenize(join_name_parts(after, style))
    head, tail = common_affix_lengths(before, after)
    old_part, new_part = before[head : len(before) - tail], after[head : len(after) - tail]
    is_part = len(old_part) < len(before) or case_style(old) is not None
    if is_part and len("".join(old_part)) > 2:
        yield "partial", old_part, new_part
