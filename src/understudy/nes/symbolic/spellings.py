"""A part of a name that changed, in other names: `user_id` became `account_id`, so `load_user` may change too."""

import re
from collections.abc import Iterator
from typing import Final

from understudy.nes.symbolic.alignment import likeness
from understudy.nes.symbolic.drafts import Draft
from understudy.nes.symbolic.evidence import Evidence, log
from understudy.nes.symbolic.lessons import Swap
from understudy.nes.symbolic.scanning import Scan
from understudy.nes.symbolic.tokens import Style, is_word, parts, style, styled, tokens

__all__ = ["respelled"]

_WORD: Final = re.compile(r"\w+")
_LONGER: Final[dict[Style, Style]] = {"lower": "snake", "title": "pascal", "upper": "screaming"}


def respelled(swap: Swap, evidence: Evidence) -> Iterator[Draft]:
    scan = evidence.scan
    newest = min(swap.examples, key=lambda example: example.age)
    known = {word for example in swap.examples for word in tokens(example.old) if is_word(word)}
    seen: dict[int, set[tuple[int, str, str]]] = {}
    for line, column, word in _words_with(swap.old, scan):
        changed = _changed(word, swap.old, swap.new)
        if changed is not None and word not in known:
            seen.setdefault(line, set()).add((column, word, changed))
    free = [line for line in seen if not evidence.touched(line, newest.edit.serial)]
    if not free:
        return
    edits = [example.edit for example in swap.examples]
    names = {"".join(tokens(example.old)[example.start : example.end]) for example in swap.examples}
    topic = "_".join(swap.old)
    lesson = f"…{topic}… → …{'_'.join(swap.new)}…"
    shared = {
        **evidence.lesson(edits, newest.age, lesson, topic),
        "names": log(len(names) - 1),
        "length": log(len("".join(swap.old))),
        "places": log(len(free)),
        "left_over": float(min(len(seen) - len(free), 3)),
        "rivals": log(evidence.lessons.outcomes.get(swap.old, 1) - 1),
        "whole": float(any(len(parts(name)) == len(swap.old) for name in names)),
        "gone": float(not any(scan.find((name,)) for name in names)),
    }
    for line in evidence.nearest(free):
        text = new = scan.lines[line]
        for column, word, changed in sorted(seen[line], reverse=True):
            new = new[:column] + changed + new[column + len(word) :]
        if new == text or len(text) > 400:
            continue
        yield Draft(
            page=scan.page,
            line=line,
            count=1,
            new=(new,),
            family="partial",
            lesson=lesson,
            topic=topic,
            why=f"You changed “{' '.join(swap.old)}” to “{' '.join(swap.new)}” in a name.",
            features={
                **shared,
                **evidence.place(line, edits),
                "alike": max(likeness(text, example.old) for example in swap.examples[:6]),
            },
        )


def _words_with(pieces: tuple[str, ...], scan: Scan) -> Iterator[tuple[int, int, str]]:
    """The words that hold these parts, in any spelling."""
    for spelling in {styled(pieces, name) for name in ("snake", "screaming", "camel", "pascal")}:
        for line, column in scan.holding(spelling):
            match = _WORD.match(scan.lines[line], column)
            if match is not None:
                yield line, column, match[0]


def _changed(word: str, old: tuple[str, ...], new: tuple[str, ...]) -> str | None:
    pieces, kind = parts(word), style(word)
    if kind is None:
        return None
    for at in range(len(pieces) - len(old) + 1):
        if pieces[at : at + len(old)] == old:
            changed = (*pieces[:at], *new, *pieces[at + len(old) :])
            if not changed:
                return None
            if len(changed) > 1:
                kind = _LONGER.get(kind, kind)
            lead = len(word) - len(word.lstrip("_"))
            trail = len(word) - len(word.rstrip("_"))
            return "_" * lead + styled(changed, kind) + "_" * trail
    return None
