"""Changes of manner: quotes, spaces, commas. The same change of style in lines that are otherwise different."""

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Final

from understudy.nes.symbolic.drafts import Draft
from understudy.nes.symbolic.evidence import Evidence, log
from understudy.nes.symbolic.lessons import Example
from understudy.nes.symbolic.tokens import tokens

__all__ = ["restyled"]

NEAR: Final = 300
"""Lines around the cursor that are looked at."""

_SINGLE: Final = re.compile(r"'((?:[^'\"\\\n]|\\.)*)'")
_DOUBLE: Final = re.compile(r'"((?:[^\'"\\\n]|\\.)*)"')
_COLON: Final = re.compile(r"(?<=[\w'\"\])]):(?=[\w'\"\[{(-])(?!\d)")
_COMMA: Final = re.compile(r",(?=[^\s,)\]}'\"])")
_LOOSE: Final = re.compile(r"(?<=[{\[(]) +(?=\S)|(?<=\S) +(?=[}\])])")
_SNUG: Final = re.compile(r"(?<=\{)(?=[^\s}])|(?<=[^\s{])(?=\})")
_NOTE: Final = re.compile(r"^(\s*(?:#|//|--|\*) ?)([a-z])")

_MANNERS: Final[dict[str, tuple[str, Callable[[str], str]]]] = {
    "double quotes": ("'", lambda line: _SINGLE.sub(r'"\1"', line)),
    "single quotes": ('"', lambda line: _DOUBLE.sub(r"'\1'", line)),
    "a space behind colons": (":", lambda line: _COLON.sub(": ", line)),
    "a space behind commas": (",", lambda line: _COMMA.sub(", ", line)),
    "no space inside brackets": (" ", lambda line: _LOOSE.sub("", line)),
    "a space inside braces": ("{", lambda line: _SNUG.sub(" ", line)),
    "a capital in comments": ("", lambda line: _NOTE.sub(lambda m: m[1] + m[2].upper(), line)),
    "no semicolon": (";", lambda line: line.removesuffix(";")),
    "a semicolon": ("", lambda line: line + ";" if line.rstrip()[-1:] in ("'", '"', ")", "]") else line),
    "no space at the end": ("", str.rstrip),
    "a point at the end": (
        "",
        lambda line: line + "." if _NOTE.match(line.lower()) and line[-1:].isalnum() else line,
    ),
}


def restyled(examples: list[Example], evidence: Evidence) -> Iterator[Draft]:
    seen = [(example, manners) for example in examples if (manners := _manners(example.old, example.new))]
    if not seen:
        return
    for manner, (sign, change) in _MANNERS.items():
        learned = [example for example, manners in seen if manner in manners]
        if learned:
            yield from _elsewhere(manner, sign, change, learned, evidence)


@lru_cache(maxsize=256)
def _manners(old: str, new: str) -> frozenset[str]:
    """Which of them makes the new line of the old one."""
    bare = new.strip()
    return frozenset(manner for manner, (_, change) in _MANNERS.items() if change(old).strip() == bare)


def _elsewhere(
    manner: str, sign: str, change: Callable[[str], str], learned: list[Example], evidence: Evidence
) -> Iterator[Draft]:
    scan = evidence.scan
    newest = min(learned, key=lambda example: example.age)
    at = evidence.situation.cursor.line if evidence.here else 0
    span = range(max(0, at - NEAR), min(len(scan.lines), at + NEAR))
    changed = {
        line: new
        for line in span
        if sign in scan.lines[line]
        and len(scan.lines[line]) <= 400
        and (new := change(scan.lines[line])) != scan.lines[line]
        and not evidence.touched(line, newest.edit.serial)
    }
    edits = [example.edit for example in learned]
    first = min((edit.line for edit in edits if edit.uri == scan.page.uri and edit.line >= 0), default=-1)
    for line in evidence.nearest(list(changed)):
        yield Draft(
            page=scan.page,
            line=line,
            count=1,
            new=(changed[line],),
            family="manner",
            lesson=manner,
            topic=manner,
            why=f"You changed to {manner}.",
            features={
                **evidence.lesson(edits, newest.age, manner, manner),
                **evidence.place(line, edits),
                "places": log(len(changed)),
                "above_first": log(sum(1 for n in changed if n < first)),
                "quotes": float("quotes" in manner),
                "comment": float("comment" in manner or "point" in manner),
                "shared": max(_shared(scan.lines[line], example.old) for example in learned[:6]),
            },
        )


def _shared(one: str, other: str) -> float:
    """How many of one line's tokens the other has too."""
    mine = [token for token in tokens(one) if not token.isspace()]
    theirs = set(tokens(other))
    return sum(token in theirs for token in mine) / max(1, len(mine))
