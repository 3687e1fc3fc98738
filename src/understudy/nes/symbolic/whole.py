"""The whole of it at once: a rename or a search-and-replace, for clients that take them.

A rename is asked of the client where the old name is still defined: there it can be resolved. Where the
definition has the new name already, only the text can be searched.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from understudy.nes.port import Candidate, Situation
from understudy.nes.symbolic.alignment import token_changes
from understudy.nes.symbolic.drafts import Draft
from understudy.nes.symbolic.scanning import Scan
from understudy.nes.symbolic.tokens import is_word, tokens
from understudy.nes.values import Point

__all__ = ["at_once"]

PLACES: Final = 3
"""With fewer, one after the other is as quick."""
SURE: Final = 0.4
AHEAD: Final = 0.001
_DEFINING: Final = frozenset(
    {"class", "const", "def", "enum", "fn", "func", "function", "interface", "let", "mod", "static", "struct"}
    | {"trait", "type", "val", "var"}
)


def at_once(drafts: Sequence[Draft], situation: Situation, scan: Scan) -> Iterator[Candidate]:
    if not situation.kinds & {"rename", "searchAndReplace"}:
        return
    groups: dict[tuple[tuple[str, ...], tuple[str, ...]], list[Draft]] = {}
    for draft in drafts:
        swap = _swap(draft) if draft.page.uri == scan.page.uri else None
        if swap is not None:
            groups.setdefault(swap, []).append(draft)
    for (old, new), places in groups.items():
        home = _definition(old, scan)
        # Who renames uses first is not expected to go to the definition by hand, but means it all the same.
        chance = min(
            (draft.chance for draft in places if home is None or draft.line != home.line), default=0.0
        )
        lines = {draft.line for draft in places}
        if len(lines) < PLACES or not new or chance < SURE:
            continue
        if not lines.issuperset(line for line, _ in scan.find(old)):
            continue  # it would change more than what was found to be alike
        # One key for what they do one by one: it goes before each of them.
        chance = min(0.99, max(draft.chance for draft in places) + AHEAD)
        first = places[0]
        literal, result = "".join(old), "".join(new)
        if "rename" in situation.kinds and home is not None and len(old) == len(new) == 1 and is_word(new[0]):
            yield Candidate(
                kind="rename", uri=scan.page.uri, chance=chance, family="rename", lesson=first.lesson,
                topic=first.topic, why=first.why, place=home, new_name=result,
            )  # fmt: skip
        elif "searchAndReplace" in situation.kinds:
            whole = is_word(old[0]) or is_word(old[-1])
            yield Candidate(
                kind="searchAndReplace", uri=scan.page.uri, chance=chance, family="search-and-replace",
                lesson=first.lesson, topic=first.topic, why=first.why,
                search=_pattern(old) if whole else literal, is_regex=whole,
                replace=result.replace("$", "$$") if whole else result,
            )  # fmt: skip


def _swap(draft: Draft) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """Which tokens the draft replaces by which, if that is all it does."""
    if draft.family == "replace":
        return draft.swap
    if draft.family not in ("analogy", "again", "call") or draft.count != 1 or len(draft.new) != 1:
        return None
    old = draft.page.lines[draft.line]
    ops = token_changes(old, draft.new[0])
    piece = tokens(old)[ops[0].start : ops[0].end] if len(ops) == 1 else ()
    return (piece, ops[0].new) if any(is_word(word) and len(word) > 1 for word in piece) else None


def _pattern(old: tuple[str, ...]) -> str:
    before = r"\b" if is_word(old[0]) else ""
    after = r"\b" if is_word(old[-1]) else ""
    return before + re.escape("".join(old)).replace(r"\ ", " ") + after


def _definition(old: tuple[str, ...], scan: Scan) -> Point | None:
    if len(old) != 1:
        return None
    for line, column in scan.find(old):
        before = [token for token in tokens(scan.lines[line][:column]) if not token.isspace()]
        if before and before[-1] in _DEFINING:
            return Point(line, column)
    return None
