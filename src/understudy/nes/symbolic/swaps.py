"""Tokens that became others, wherever they stand again."""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from understudy.nes.port import Edit
from understudy.nes.symbolic.drafts import Draft
from understudy.nes.symbolic.evidence import Evidence, log, short
from understudy.nes.symbolic.lessons import Swap
from understudy.nes.symbolic.scanning import Scan
from understudy.nes.symbolic.swap_sites import Seen, quoted, site_of
from understudy.nes.symbolic.tokens import is_word, tokens

__all__ = ["swapped"]

LONGEST: Final = 400
_IMPORTING: Final = re.compile(r"\s*(?:import|from|(?:pub )?use|export)\b|.*\brequire\(")

_JOINED: Final = re.compile(r"\w")
_IT: Final = "\x01"
"""Stands for the name that is asked for, so that one pattern does for all names."""
_BINDING: Final = re.compile(
    r"\b(?:def|class|func|fn|function|const|let|mut|var|type|struct|interface|enum|trait|mod|val|static|for|as"
    rf"|import)\s+{_IT}"
    rf"|^\s*(?:def|async def|func|fn|pub fn|function)\b.*[(,&*]\s*{_IT}\s*[:,)=?]"
    rf"|^\s*(?:pub\s+|readonly\s+|private\s+|public\s+)*{_IT}\s*(?::(?!:)[^=]*)?(?:=(?![=>])|$|,$|;$)"
    rf"|^\s*{_IT}\s*:=|^\s*{_IT}\s+[*\[\w]|^\s*{_IT}\s*:\s"
)
_DEFINING: Final = frozenset(
    [
        "def",
        "class",
        "func",
        "fn",
        "function",
        "const",
        "let",
        "var",
        "type",
        "struct",
        "interface",
        "enum",
        "trait",
        "mod",
        "module",
        "val",
        "static",
        "import",
    ]
)


def swapped(swap: Swap, evidence: Evidence) -> Iterator[Draft]:
    scan = evidence.scan
    found = scan.find(swap.old)
    if not found:
        return
    newest = min(swap.examples, key=lambda example: example.age)
    by_line: dict[int, list[int]] = {}
    for line, column in found:
        by_line.setdefault(line, []).append(column)
    free = [line for line in by_line if not evidence.touched(line, newest.edit.serial)]
    if not free:
        return
    literal, result = "".join(swap.old), "".join(swap.new)
    edits = [example.edit for example in swap.examples]
    topic, lesson = literal, f"{literal} → {result}"
    shared = {
        **evidence.lesson(edits, newest.age, lesson, topic),
        **_shape(swap, literal, result),
        **_spread(swap, evidence, edits, by_line, free),
    }
    keys = not is_word(literal[:1]) or any(_quoted_in(example.old, literal) for example in swap.examples)
    seen = Seen(swap.old, swap.new, swap.family, keys, tuple(example.old for example in swap.examples[:8]))
    why = (
        f"You replaced “{short(literal)}” by “{short(result)}”."
        if result
        else f"You took out “{short(literal)}”."
    )
    for line in evidence.nearest(free):
        text = scan.lines[line]
        site = site_of(seen, text, tuple(by_line[line])) if len(text) <= LONGEST else None
        if site is None:
            continue
        owned = float(_owned(swap, scan, line, site.column))
        yield Draft(
            page=scan.page,
            line=line,
            count=1,
            new=site.made,
            family=swap.family,
            lesson=lesson,
            topic=topic,
            why=why,
            features={
                **shared,
                **evidence.place(line, edits),
                "left": site.left,
                "right": site.right,
                "alike": site.alike,
                "same_line": site.same_line,
                "times": site.times,
                "comment": site.comment,
                "same_kind": site.same_kind,
                "unbalanced": site.unbalanced,
                "other_call": site.other_call,
                "owned": owned,
                "dangling": shared["dangling"] * (1.0 - owned),
            },
            swap=(swap.old, swap.new),
        )


def _quoted_in(text: str, literal: str) -> bool:
    at = text.find(literal)
    return at >= 0 and quoted(text, at, literal)


def _shape(swap: Swap, literal: str, result: str) -> dict[str, float]:
    words = [word for word in swap.old if is_word(word)]
    return {
        "length": log(len(literal)),
        "words": float(min(len(words), 4)),
        "to_nothing": float(not result.strip()),
        "one_word": float(len(swap.old) == len(swap.new) == 1),
        "word_to_word": float(bool(words) and len(words) == len([w for w in swap.new if is_word(w)])),
        "grows": float(literal in result),
        "shrinks": float(bool(result) and result in literal),
        "case_only": float(literal.lower() == result.lower()),
        "quoted": float(literal[:1] in "\"'`"),
        "number": float(literal[:1].isdigit()),
        "number_new": float(result[:1].isdigit()),
        "alone": float(any(example.alone for example in swap.examples)),
        "kin": _kinship(literal, result),
        "novel": log(len({word for word in swap.new if is_word(word)} - set(words))),
        "defines": float(any(_defines(example.old, swap.old[0]) for example in swap.examples)),
    }


def _kinship(literal: str, result: str) -> float:
    """How much of the old text is in the new: a name that was bettered, or something else altogether."""
    head = 0
    short_one = min(len(literal), len(result))
    while head < short_one and literal[head].lower() == result[head].lower():
        head += 1
    tail = 0
    while tail < short_one - head and literal[-1 - tail].lower() == result[-1 - tail].lower():
        tail += 1
    return (head + tail) / max(1, len(literal), len(result))


def _spread(
    swap: Swap, evidence: Evidence, edits: list[Edit], by_line: dict[int, list[int]], free: list[int]
) -> dict[str, float]:
    """Where else the old tokens stand, and what that says."""
    scan = evidence.scan
    mine = [edit.line for edit in edits if edit.uri == scan.page.uri and edit.line >= 0]
    first, last = (min(mine), max(mine)) if mine else (-1, -1)
    heads = {scan.function(line) for line in mine[:8]}
    inside = sum(1 for line in free[:40] if scan.function(line) in heads)
    return {
        "left_over": float(min(len(by_line) - len(free), 3)),
        "kept": float(any("".join(swap.old) in line for edit in edits for line in edit.new)),
        "passed": log(sum(1 for line in free if first <= line <= last)),
        "above_first": log(sum(1 for line in free if line < first)) if mine else 0.0,
        "places": log(len(free)),
        "inside": float(bool(mine) and inside == len(free)),
        "rivals": log(evidence.lessons.outcomes.get(swap.old, 1) - 1),
        "dangling": float(_dangling(swap, scan, free)),
        "gone": float(swap.family == "variant" and not all(_original(swap, scan))),
        "new_known": float(bool(swap.new) and len(scan.find(swap.new)) > len(swap.examples)),
    }


def _dangling(swap: Swap, scan: Scan, free: list[int]) -> bool:
    """Whether the user renamed what defined a name, and nothing else defines it: its uses hang in the air."""
    if len(swap.old) != 1 or len(swap.new) != 1 or not is_word(swap.old[0]) or not is_word(swap.new[0]):
        return False
    name = swap.old[0]
    # Where the definition is in another text, an import of the old name here is one of its uses.
    foreign = not any(example.edit.uri == scan.page.uri for example in swap.examples)
    return any(_binds(example.old, name) for example in swap.examples) and not any(
        _binds(scan.lines[line], name)
        for line in free[:40]
        if not (foreign and _IMPORTING.match(scan.lines[line]))
    )


def _owned(swap: Swap, scan: Scan, line: int, column: int) -> bool:
    """Whether the name belongs to something else here: a plain name was renamed, and this one is behind a dot."""
    before = scan.lines[line][:column].rstrip()
    if not before.endswith((".", "->", "::")) or before.endswith("...") or not is_word(swap.old[0]):
        return False
    here = [example for example in swap.examples if example.edit.uri == scan.page.uri]
    return bool(here) and all(_plain(example.old, swap.old[0]) for example in here)


def _plain(line: str, name: str) -> bool:
    """Whether the line names a function, a variable or a parameter, and no member of anything."""
    head, found, _ = line.partition(name)
    if not found or head.rstrip().endswith((".", "->", "::")):
        return False
    if re.match(r"func \([^)]*\) $", head):
        return False  # a method, in Go
    return not line[:1].isspace() or re.search(r"[(,]|\b(?:const|let|var|for)\b", head) is not None


def _binds(line: str, name: str) -> bool:
    """Whether the line defines the name: by a keyword, as a parameter or field, by assignment or by an import."""
    size = len(name)
    at = line.find(name)
    while at >= 0:
        end = at + size
        before, after = line[:at], line[end:]
        whole = not _JOINED.match(before[-1:]) and not _JOINED.match(after[:1])
        if whole and not before.endswith(".") and _BINDING.search(f"{before}{_IT}{after}"):
            return True
        at = line.find(name, at + 1)
    return False


def _original(swap: Swap, scan: Scan) -> Iterator[bool]:
    """Whether the name as it was still stands somewhere, other than as a whole string."""
    for example in swap.examples[:3]:
        piece = tokens(example.old)[example.start : example.end]
        name = "".join(piece)
        yield any(not quoted(scan.lines[line], column, name) for line, column in scan.find(piece))


def _defines(line: str, word: str) -> bool:
    words = [token for token in tokens(line) if not token.isspace()]
    return any(a in _DEFINING and b == word for a, b in pairwise(words))
