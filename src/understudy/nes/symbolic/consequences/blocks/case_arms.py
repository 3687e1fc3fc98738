"""A new arm of a `case` of a shell script, whose body the other arms show: `--port)` is like `--host)`.

Two other arms must have the same body but for the word of their label. Only what the user has begun is completed.
"""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.limits import MAX_CASE_LINES
from understudy.nes.symbolic.consequences.rule_context import RuleContext
from understudy.nes.symbolic.consequences.rules import STALE_SHIFT, RuleProbability, StaleFeatures
from understudy.nes.text import Point, Replacement, Span

__all__ = ["propose_case_arms"]

PROBABILITY: Final = RuleProbability(0.8, StaleFeatures(stale=STALE_SHIFT))

_SUFFIXES: Final = (".sh", ".bash", ".zsh", ".ksh")
_LABEL: Final = re.compile(
    r"(?P<indent>\s*)\(?(?:-\w\s*\|\s*)?(?P<dashes>-{0,2})(?P<word>[A-Za-z][\w-]*)(?:\s*\|\s*-\w)?\)\s*\Z"
)
_END: Final = ";;"
_MIN_EXAMPLES: Final = 2


class _Arm(NamedTuple):
    word: str
    dashes: str
    body: tuple[str, ...]
    """The lines up to `;;`, without the indentation of the label."""


def propose_case_arms(context: RuleContext) -> list[Candidate]:
    """Propose the rest of the body of a new arm."""
    text, cursor = context.current_text, context.situation.cursor
    uri, lines = text.snapshot.uri, text.raw
    if not uri.lower().endswith(_SUFFIXES) and text.snapshot.language != "shellscript":
        return []
    change = context.changes[0]
    if (
        change.edit.uri != uri
        or cursor.line not in change.current_lines
        or cursor.column < len(lines[cursor.line])
    ):
        return []
    at = next((one for one in range(cursor.line, change.edit.line - 1, -1) if _LABEL.match(lines[one])), None)
    own = _LABEL.match(lines[at]) if at is not None else None
    if at is None or own is None or at == cursor.line:
        return []
    body = _expected_body(lines, at, own)
    typed = [line.removeprefix(own["indent"]) for line in lines[at + 1 : cursor.line + 1]]
    if body is None or len(typed) > len(body) or typed[:-1] != list(body[: len(typed) - 1]):
        return []
    last = body[len(typed) - 1]
    begun = typed[-1] if typed[-1].strip() else last[: len(typed[-1])]
    rest = [last[len(begun) :], *(own["indent"] + line for line in body[len(typed) :])]
    if not last.startswith(begun) or not any(rest) or _follows(lines, cursor.line + 1, own["indent"]):
        return []
    start = Point(cursor.line, len(lines[cursor.line]))
    return [
        Candidate(
            kind="edit",
            uri=uri,
            family="case-arm",
            pattern=f"the arm {own['dashes']}{own['word']}",
            why="The other arms have the same lines.",
            edits=(Replacement(Span(start, start), "\n".join(rest)),),
            probability=PROBABILITY.estimate(StaleFeatures(change.age)),
        )
    ]


def _follows(lines: Sequence[str], number: int, indent: str) -> bool:
    """Whether the arm goes on below: the next line with text is indented more than the labels."""
    below = next((line for line in lines[number:] if line.strip()), "")
    return len(below) - len(below.lstrip()) > len(indent)


def _expected_body(lines: Sequence[str], at: int, own: re.Match[str]) -> tuple[str, ...] | None:
    """Return what the other arms of the same `case` say with the word of this one."""
    bodies: list[tuple[str, ...]] = []
    for arm in _arms(lines, at, own["indent"]):
        is_named = any(name in line for line in arm.body for name in _names(arm.word))
        if arm.dashes == own["dashes"] and is_named:
            pairs = list(zip(_names(arm.word), _names(own["word"]), strict=True))
            bodies.append(tuple(_with_other_word(line, pairs) for line in arm.body))
    found = max(set(bodies), key=bodies.count, default=None)
    return found if found is not None and bodies.count(found) >= _MIN_EXAMPLES else None


def _names(word: str) -> tuple[str, str, str]:
    """Return a label as it is, as a variable, and as a constant."""
    name = word.replace("-", "_")
    return word, name, name.upper()


def _with_other_word(line: str, pairs: Sequence[tuple[str, str]]) -> str:
    for old, new in dict(pairs).items():
        line = re.sub(rf"(?<![A-Za-z0-9_]){re.escape(old)}(?![A-Za-z0-9_-])", new, line)
    return line


def _arms(lines: Sequence[str], at: int, indent: str) -> list[_Arm]:
    """Return the other arms with that indentation, as far as nothing is indented less."""
    first = last = at
    while first and at - first < MAX_CASE_LINES and _is_inside(lines[first - 1], indent):
        first -= 1
    while last + 1 < len(lines) and last - at < MAX_CASE_LINES and _is_inside(lines[last + 1], indent):
        last += 1
    found: list[_Arm] = []
    for number in range(first, last + 1):
        label = _LABEL.match(lines[number])
        if label is None or label["indent"] != indent or number == at:
            continue
        end = next((one for one in range(number + 1, last + 1) if lines[one].strip() == _END), None)
        if end is not None:
            body = tuple(line.removeprefix(indent) for line in lines[number + 1 : end + 1])
            found.append(_Arm(label["word"], label["dashes"], body))
    return found


def _is_inside(line: str, indent: str) -> bool:
    return not line.strip() or line.startswith(indent)
