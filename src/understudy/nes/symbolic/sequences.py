"""Lines that count: the next one after `case 1`, `case 2`, `case 3`, or the next name of a list elsewhere."""

from collections.abc import Iterator, Sequence
from typing import Final

from understudy.nes.port import Candidate, Situation, Trigger
from understudy.nes.symbolic.scanning import Scan
from understudy.nes.symbolic.tokens import is_word, tokens
from understudy.nes.values import Point, Replacement, Span

__all__ = ["continued"]

COUNTED: Final = 0.6
"""The chance of the next number after two equal steps; there is no such case in the corpus to fit it on."""
GUESSED: Final = 0.45
"""After one step only, and only if the user asks: above what is then enough."""
NAMED: Final = 0.5


def continued(situation: Situation, scan: Scan) -> Iterator[Candidate]:
    """Asked where the user has just written a line, for the line below it."""
    line = situation.cursor.line
    if not situation.edits or not 0 < line < len(scan.lines):
        return
    last = situation.edits[-1]
    written = range(last.line, last.line + len(last.new))
    if last.uri != scan.page.uri or last.line < 0 or line not in written or (last.old and len(last.new) < 2):
        return
    block = scan.lines[max(0, line - 2) : line + 1]
    below = scan.lines[line + 1].strip() if line + 1 < len(scan.lines) else ""
    for made, chance in (*_counted(block, situation.trigger), *_named(block, scan)):
        if made.strip() == below or made in block:
            continue
        end = Point(line, len(scan.lines[line]))
        yield Candidate(
            kind="edit",
            uri=scan.page.uri,
            chance=chance,
            family="sequence",
            lesson=made.strip()[:40],
            topic="sequence",
            why="These lines count on.",
            edits=(Replacement(Span(end, end), "\n" + made),),
            place=Point(line + 1, len(made)),
        )


def _counted(block: Sequence[str], trigger: Trigger) -> Iterator[tuple[str, float]]:
    if len(block) == 3 and (step := _step(block[0], block[1])) and step == _step(block[1], block[2]):
        yield _next(block[2], step), COUNTED
    elif trigger is Trigger.MANUAL and len(block) > 1 and (step := _step(block[-2], block[-1])):
        yield _next(block[-1], step), GUESSED


def _step(one: str, other: str) -> dict[int, int] | None:
    """Which tokens count up and by how much; None if the lines differ in anything else."""
    a, b = tokens(one), tokens(other)
    if len(a) != len(b) or one == other or not any(is_word(token) for token in a):
        return None
    steps: dict[int, int] = {}
    for at, (left, right) in enumerate(zip(a, b, strict=True)):
        if left == right:
            continue
        before, after = _number(left), _number(right)
        if before is None or after is None or left.rstrip("0123456789") != right.rstrip("0123456789"):
            return None
        steps[at] = after - before
    return steps if steps and all(0 < step <= 100 for step in steps.values()) else None


def _number(token: str) -> int | None:
    digits = token[len(token.rstrip("0123456789")) :]
    return int(digits) if digits and len(digits) < 10 and (digits == "0" or digits[0] != "0") else None


def _next(line: str, steps: dict[int, int]) -> str:
    words = list(tokens(line))
    for at, step in steps.items():
        stem = words[at].rstrip("0123456789")
        words[at] = f"{stem}{int(words[at][len(stem) :]) + step}"
    return "".join(words)


def _named(block: Sequence[str], scan: Scan) -> Iterator[tuple[str, float]]:
    """The lines differ in one word, and the words are neighbours in a list somewhere else."""
    pair = _word_apart(block[-2], block[-1]) if len(block) > 1 else None
    if pair is None:
        return
    one, other = pair
    following: set[str] = set()
    for line, _ in scan.find((one,)):
        names = _members(scan, line)
        for at, name in enumerate(names[:-2]):
            if name == one and names[at + 1] == other:
                following.add(names[at + 2])
    if len(following) == 1:
        word = following.pop()
        yield "".join(word if token == other else token for token in tokens(block[-1])), NAMED


def _word_apart(one: str, other: str) -> tuple[str, str] | None:
    a, b = tokens(one), tokens(other)
    if len(a) != len(b):
        return None
    pairs = {(x, y) for x, y in zip(a, b, strict=True) if x != y}
    if len(pairs) != 1:
        return None
    (pair,) = pairs
    return pair if all(is_word(word) and len(word) > 1 for word in pair) else None


def _members(scan: Scan, line: int) -> list[str]:
    """The names of a list in one line, or one to a line."""
    row = [token for token in tokens(scan.lines[line]) if is_word(token)]
    if scan.lines[line].count(",") >= 2:
        return row
    names: list[str] = []
    for text in scan.lines[line : line + 3]:
        bare = text.strip().rstrip(",;").strip("\"'")
        if not is_word(bare) or len(tokens(bare)) != 1:
            break
        names.append(bare)
    return names
