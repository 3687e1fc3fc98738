"""The whole of it at once: a rename or a search-and-replace, for clients that take them.

A rename is asked of the client where the old name is still defined: there it can be resolved. Where the
definition has the new name already, only the text can be searched.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from understudy.nes.port import Candidate, Situation
from understudy.nes.symbolic.alignment import diff_tokens
from understudy.nes.symbolic.drafts import UnscoredCandidate
from understudy.nes.symbolic.scanning import SnapshotIndex
from understudy.nes.symbolic.tokens import is_word, tokenize
from understudy.nes.values import Point

__all__ = ["bulk_candidates"]

MIN_BULK_PLACES: Final = 3
"""With fewer, one after the other is as quick."""
MIN_BULK_PROBABILITY: Final = 0.4
BULK_PROBABILITY_BONUS: Final = 0.001
_DEFINITION_KEYWORDS: Final = frozenset(
    {"class", "const", "def", "enum", "fn", "func", "function", "interface", "let", "mod", "static", "struct"}
    | {"trait", "type", "val", "var"}
)


def bulk_candidates(unscored: Sequence[UnscoredCandidate], situation: Situation, index: SnapshotIndex) -> Iterator[Candidate]:
    if not situation.supported_kinds & {"rename", "searchAndReplace"}:
        return
    groups: dict[tuple[tuple[str, ...], tuple[str, ...]], list[UnscoredCandidate]] = {}
    for draft in unscored:
        swap = _replaced_tokens(draft) if draft.snapshot.uri == index.snapshot.uri else None
        if swap is not None:
            groups.setdefault(swap, []).append(draft)
    for (old, new), places in groups.items():
        home = _find_definition(old, index)
        # Who renames uses first is not expected to go to the definition by hand, but means it all the same.
        chance = min(
            (draft.probability for draft in places if home is None or draft.line != home.line), default=0.0
        )
        lines = {draft.line for draft in places}
        if len(lines) < MIN_BULK_PLACES or not new or chance < MIN_BULK_PROBABILITY:
            continue
        if not lines.issuperset(line for line, _ in index.find_tokens(old)):
            continue  # it would change more than what was found to be alike
        # One key for what they do one by one: it goes before each of them.
        chance = min(0.99, max(draft.probability for draft in places) + BULK_PROBABILITY_BONUS)
        first = places[0]
        literal, result = "".join(old), "".join(new)
        if "rename" in situation.supported_kinds and home is not None and len(old) == len(new) == 1 and is_word(new[0]):
            yield Candidate(
                kind="rename", uri=index.snapshot.uri, probability=chance, family="rename", pattern=first.pattern,
                topic=first.topic, why=first.why, position=home, new_name=result,
            )  # fmt: skip
        elif "searchAndReplace" in situation.supported_kinds:
            whole = is_word(old[0]) or is_word(old[-1])
            yield Candidate(
                kind="searchAndReplace", uri=index.snapshot.uri, probability=chance, family="search-and-replace",
                pattern=first.pattern, topic=first.topic, why=first.why,
                search=_search_regex(old) if whole else literal, is_regex=whole,
                replace=result.replace("$", "$$") if whole else result,
            )  # fmt: skip


def _replaced_tokens(unscored: UnscoredCandidate) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """Which tokens the draft replaces by which, if that is all it does."""
    if unscored.family == "replace":
        return unscored.token_replacement
    if unscored.family not in ("analogy", "again", "call") or unscored.line_count != 1 or len(unscored.new) != 1:
        return None
    old = unscored.snapshot.lines[unscored.line]
    ops = diff_tokens(old, unscored.new[0])
    piece = tokenize(old)[ops[0].start : ops[0].end] if len(ops) == 1 else ()
    return (piece, ops[0].new) if any(is_word(word) and len(word) > 1 for word in piece) else None


def _search_regex(old: tuple[str, ...]) -> str:
    before = r"\b" if is_word(old[0]) else ""
    after = r"\b" if is_word(old[-1]) else ""
    return before + re.escape("".join(old)).replace(r"\ ", " ") + after


def _find_definition(old: tuple[str, ...], index: SnapshotIndex) -> Point | None:
    if len(old) != 1:
        return None
    for line, column in index.find_tokens(old):
        before = [token for token in tokenize(index.lines[line][:column]) if not token.isspace()]
        if before and before[-1] in _DEFINITION_KEYWORDS:
            return Point(line, column)
    return None
