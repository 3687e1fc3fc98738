"""The user replaced a name by another, and nothing defines the old one any more: its other uses follow.

The new name is defined or imported in the text, and the old one is neither. Renames of a definition that the
bindings of the text prove: see `renames`.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.alignment import align_lines, diff_tokens
from understudy.nes.symbolic.consequences.limits import (
    MAX_CALLING_CHANGES,
    MAX_REWRITTEN_LINES,
    MAX_VANISHED_USES,
)
from understudy.nes.symbolic.consequences.names import is_builtin_name, is_defined_locally, name_words
from understudy.nes.symbolic.consequences.rule_context import Change, RuleContext, SourceText
from understudy.nes.symbolic.consequences.rules import STALE_SHIFT, RuleProbability
from understudy.nes.symbolic.consequences.values import StaleFeatures
from understudy.nes.symbolic.tokens import is_word, tokenize
from understudy.nes.text import EditOrigin, Point, Replacement, Span

__all__ = ["propose_vanished_names"]

PROBABILITY: Final = RuleProbability(0.6, StaleFeatures(stale=STALE_SHIFT))


class _ReplacedName(NamedTuple):
    change: Change
    old: str
    new: str


def propose_vanished_names(context: RuleContext) -> list[Candidate]:
    """Propose the new name where the old one is used without a definition."""
    text = context.current_text
    replaced: dict[str, _ReplacedName] = {}
    ambiguous: set[str] = set()
    for change in context.changes_here:
        if change.edit.origin is EditOrigin.ACCEPTED or not change.is_current(text):
            continue
        for old, new in _replaced_names(change.edit.old, change.edit.new):
            if replaced.setdefault(old, _ReplacedName(change, old, new)).new != new:
                ambiguous.add(old)
    candidates: list[Candidate] = []
    for one in list(replaced.values())[:MAX_CALLING_CHANGES]:
        if one.old in ambiguous or one.new in replaced or context.is_past_deadline:
            continue
        if next(text.raw_lookup.iterate_containing(one.old), None) is None:
            continue  # it is nowhere else: most renames end here, before the text is parsed
        if _is_known(text, one.new) and not _is_known(text, one.old):
            candidates += _candidates(text, one)
    return candidates[:MAX_VANISHED_USES]


@lru_cache(maxsize=256)
def _replaced_names(old: tuple[str, ...], new: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """The names that an edit replaced by another, word for word."""
    if max(len(old), len(new)) > MAX_REWRITTEN_LINES:
        return ()
    found: list[tuple[str, str]] = []
    kept = {token for line in new for token in tokenize(line)}
    for i, j in align_lines(old, new):
        if i is None or j is None:
            continue
        tokens = tokenize(old[i])
        for op in diff_tokens(old[i], new[j]):
            removed = tokens[op.start : op.end]
            if len(removed) == len(op.new) == 1 and is_word(removed[0]):
                is_member = tokens[max(0, op.start - 1)] in (".", "->", "::", "?.")
                if removed[0] not in kept and not is_member and _are_related(removed[0], op.new[0]):
                    found.append((removed[0], op.new[0]))
    return tuple(found)


def _are_related(old: str, new: str) -> bool:
    """Whether the two have a word in common: otherwise the new name is for something else."""
    one, other = old.lower(), new.lower()
    return one in other or other in one or not name_words(old).isdisjoint(name_words(new))


def _is_known(text: SourceText, name: str) -> bool:
    """Whether the language, an import or a definition in the text says what the name is."""
    return (
        is_builtin_name(text.language, name)
        or any(name in statement.bound_names() for statement in text.imports)
        or is_defined_locally(text, name)
    )


def _candidates(text: SourceText, replaced: _ReplacedName) -> Iterator[Candidate]:
    """One candidate for each line with uses."""
    columns_by_line: dict[int, list[int]] = {}
    for point in text.unqualified_uses(replaced.old):
        columns_by_line.setdefault(point.line, []).append(point.column)
    for line, columns in columns_by_line.items():
        yield Candidate(
            kind="edit",
            uri=text.snapshot.uri,
            family="name-vanished",
            pattern=f"{replaced.old} → {replaced.new}",
            topic=replaced.old,
            why=f"You replaced {replaced.old} by {replaced.new}, and {replaced.old} is not defined any more.",
            edits=tuple(
                Replacement(Span(Point(line, at), Point(line, at + len(replaced.old))), replaced.new)
                for at in columns
            ),
            probability=PROBABILITY.estimate(StaleFeatures(replaced.change.age)),
        )
