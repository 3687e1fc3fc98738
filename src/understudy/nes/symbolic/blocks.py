"""Whole lines that came, went or became others, at places like the first."""

from collections.abc import Iterator, Sequence
from typing import Final

from understudy.nes.symbolic.alignment import likeness
from understudy.nes.symbolic.analogy import apart, holes, merge, renamed
from understudy.nes.symbolic.drafts import Draft
from understudy.nes.symbolic.evidence import Evidence, balance, log, short
from understudy.nes.symbolic.lessons import Block
from understudy.nes.symbolic.scanning import Scan
from understudy.nes.symbolic.tokens import indent, is_word, tokens

__all__ = ["deleted", "inserted", "moved", "replaced", "thinned"]

TALLEST: Final = 10
"""Lines of a block that is offered again."""
RESEMBLING: Final = 16
ALIKE: Final = 0.5


def _edge(text: str | None) -> str:
    return "" if text is None else text.strip()


def _body(lines: Sequence[str]) -> tuple[str, ...]:
    return tuple(line.strip() for line in lines)


def _shifted(lines: Sequence[str], before: str, after: str) -> tuple[str, ...]:
    """The lines moved from one depth to another."""
    if before == after:
        return tuple(lines)
    return tuple(
        after + line[len(before) :] if line.startswith(before) and line.strip() else line for line in lines
    )


def _figures(block: Block, evidence: Evidence, line: int, lesson: str, topic: str) -> dict[str, float]:
    body = (_body(block.old), _body(block.new))
    same = [other for other in evidence.lessons.blocks if (_body(other.old), _body(other.new)) == body]
    edits = [other.edit for other in same]
    key = ("\n", *_body(block.old or (block.above or "", block.below or "")))
    return {
        **evidence.lesson(edits, min(other.age for other in same), lesson, topic),
        **evidence.place(line, edits),
        "old_lines": log(len(block.old)),
        "new_lines": log(len(block.new)),
        "old_length": log(sum(map(len, body[0]))),
        "new_length": log(sum(map(len, body[1]))),
        "whole": float((block.old, block.new) == (block.edit.old, block.edit.new)),
        "unbalanced": float(balance(block.old) != balance(block.new)),
        "rivals": log(evidence.lessons.outcomes.get(key, 1) - 1),
    }


def inserted(block: Block, evidence: Evidence) -> Iterator[Draft]:
    scan = evidence.scan
    above, below = _edge(block.above), _edge(block.below)
    first = next((line.strip() for line in block.new if line.strip()), "")
    if len(block.new) > TALLEST or not first or balance(block.new):
        return
    places = _insertions(block, scan)
    known = list(places)
    lesson, topic = f"+ {short(first)}", f"+ {short(first)}"
    for line in evidence.nearest([n for n in known if not evidence.touched(n, block.edit.serial)]):
        before, after, named = places[line]
        lines = tuple(renamed(text, named) for text in _shifted(block.new, before, after))
        height = len(lines) + 1
        around = {text.strip() for text in scan.lines[max(0, line - height) : line + height]}
        if any(text and text in around for text in _body(lines)):
            continue
        over = scan.lines[line - 1].strip() if line else ""
        under = scan.lines[line].strip() if line < len(scan.lines) else ""
        yield Draft(
            page=scan.page,
            line=line,
            count=0,
            new=lines,
            family="insert",
            lesson=lesson,
            topic=topic,
            why=f"You inserted “{short(first)}” at a place like this.",
            features={
                **_figures(block, evidence, line, lesson, topic),
                "above_same": float(over == above),
                "below_same": float(under == below),
                "both_same": float(over == above and under == below),
                "above_alike": likeness(over, above),
                "below_alike": likeness(under, below),
                "both_alike": likeness(over, above) * likeness(under, below),
                "above_length": log(len(above)) * (over == above),
                "below_length": log(len(below)) * (under == below),
                "places": log(len(places)),
                "holes": float(bool(named)),
                "used": float(any(word in tokens(text) for text in block.new for word in named)),
                "deep": float(indent(block.new[0]) != ""),
                "text_known": float(len(scan.alike(first)) > 1),
            },
        )


def _insertions(block: Block, scan: Scan) -> dict[int, tuple[str, str, dict[str, str]]]:
    """Where lines like those around the insertion stand: depth there, depth here, and what is named otherwise."""
    places: dict[int, tuple[str, str, dict[str, str]]] = {}
    for anchor, offset in ((block.above, 1), (block.below, 0)):
        for line in scan.alike(_edge(anchor)):
            places.setdefault(line + offset, (indent(anchor or ""), indent(scan.lines[line]), {}))
    for anchor, offset in ((block.above, 1), (block.below, 0)):
        for line, named in _resembling(anchor, scan):
            places.setdefault(line + offset, (indent(anchor or ""), indent(scan.lines[line]), named))
    return places


def _resembling(anchor: str | None, scan: Scan) -> Iterator[tuple[int, dict[str, str]]]:
    """Lines that are the anchor with other words in its holes."""
    words = tokens(_edge(anchor))
    if len(words) < 3 or len(_edge(anchor)) < 6:
        return
    count = 0
    for line in _sharing(words, scan):
        named = holes(anchor or "", scan.lines[line])
        if named:
            yield line, named
            count += 1
            if count >= RESEMBLING:
                return


def _sharing(words: tuple[str, ...], scan: Scan) -> list[int]:
    """Lines that hold the first word, or the longest."""
    first = words[0]
    lines = [line for line, _ in scan.find((first,))] if is_word(first) and len(first) > 1 else []
    if lines:
        return lines
    longest = max((word for word in words if not word.isspace()), key=len)
    return [line for line, _ in scan.find((longest,))]


def deleted(block: Block, evidence: Evidence) -> Iterator[Draft]:
    scan = evidence.scan
    body = _body(block.old)
    longest = max(range(len(body)), key=lambda n: len(body[n]))
    if len(body[longest]) < 4 or len(body) > TALLEST:
        return
    starts = [
        line - longest
        for line in scan.alike(body[longest])
        if line >= longest and _body(scan.lines[line - longest : line - longest + len(body)]) == body
    ]
    lesson = topic = f"- {short(body[longest])}"
    for line in evidence.nearest([n for n in starts if not evidence.touched(n, block.edit.serial)]):
        end = line + len(body)
        over = scan.lines[line - 1].strip() if line else ""
        under = scan.lines[end].strip() if end < len(scan.lines) else ""
        yield Draft(
            page=scan.page,
            line=line,
            count=len(body),
            new=(),
            family="delete",
            lesson=lesson,
            topic=topic,
            why=f"You deleted “{short(body[longest])}” elsewhere.",
            features={
                **_figures(block, evidence, line, lesson, topic),
                "above_same": float(over == _edge(block.above)),
                "below_same": float(under == _edge(block.below)),
                "places": log(len(starts)),
            },
        )


def thinned(block: Block, evidence: Evidence) -> Iterator[Draft]:
    """Lines like the one that was deleted, with other words in its holes."""
    scan = evidence.scan
    if len(block.old) != 1 or len(_edge(block.old[0])) < 6:
        return
    text = _edge(block.old[0])
    lesson = topic = f"- {short(text)}…"
    found = [
        (line, named)
        for line, named in _resembling(block.old[0], scan)
        if not evidence.touched(line, block.edit.serial)
    ]
    near = set(evidence.nearest([line for line, _ in found]))
    for line, named in found:
        if line not in near or balance([scan.lines[line]]):
            continue
        over = scan.lines[line - 1].strip() if line else ""
        under = scan.lines[line + 1].strip() if line + 1 < len(scan.lines) else ""
        yield Draft(
            page=scan.page,
            line=line,
            count=1,
            new=(),
            family="thin",
            lesson=lesson,
            topic=topic,
            why=f"You deleted a line like this, “{short(text)}”.",
            features={
                **_figures(block, evidence, line, lesson, topic),
                "above_same": float(over == _edge(block.above)),
                "below_same": float(under == _edge(block.below)),
                "alike": likeness(text, scan.lines[line]),
                "places": log(len(found)),
                "holes": float(len(named)),
                "same_depth": float(indent(block.old[0]) == indent(scan.lines[line])),
            },
        )


def moved(block: Block, evidence: Evidence) -> Iterator[Draft]:
    """Lines that the user wrote where they also stand nearby: they were moved, and the old ones can go."""
    scan = evidence.scan
    lines = [line for line in block.new if line.strip()]
    if not lines or block.edit.uri != scan.page.uri or block.edit.line < 0 or len(lines) > TALLEST:
        return
    body = _body(lines)
    longest = max(range(len(body)), key=lambda n: len(body[n]))
    if len(body[longest]) < 8:
        return
    known = [
        line - longest
        for line in scan.alike(body[longest])
        if line >= longest and _body(scan.lines[line - longest : line - longest + len(body)]) == body
    ]
    written = range(block.edit.line, block.edit.line + len(block.edit.new))
    others = [line for line in known if line not in written and not evidence.fresh(line)]
    lesson = topic = f"moved {short(body[longest])}"
    for line in evidence.nearest(others):
        yield Draft(
            page=scan.page,
            line=line,
            count=len(body),
            new=(),
            family="moved",
            lesson=lesson,
            topic=topic,
            why=f"You wrote “{short(body[longest])}” anew nearby.",
            features={
                **_figures(block, evidence, line, lesson, topic),
                "copies": log(len(others) - 1),
                "away": log(min(abs(line - written.start), abs(line - written.stop))),
                "same_depth": float(indent(lines[0]) == indent(scan.lines[line])),
                "whole_edit": float(len(block.new) == len(block.edit.new)),
                "import": float(body[longest].startswith(("import ", "from ", "use ", "const "))),
            },
        )


def replaced(block: Block, evidence: Evidence) -> Iterator[Draft]:
    if len(block.old) > TALLEST or len(block.new) > TALLEST:
        return
    scan = evidence.scan
    depth = indent(block.old[0])
    old = "\n".join(_shifted(block.old, depth, ""))
    new = "\n".join(_shifted(block.new, depth, ""))
    if old == new:
        return
    size = len(block.old)
    found = [line for line in _starts(block, scan) if not evidence.touched(line, block.edit.serial)]
    topic = short(block.old[0].strip())
    lesson = f"{topic} → {short(block.new[0].strip())}"
    for line in evidence.nearest(found):
        lines = scan.lines[line : line + size]
        here = indent(lines[0]) if lines else ""
        other = "\n".join(_shifted(lines, here, ""))
        alike = likeness(old, other)
        if len(lines) < size or len(other) > 1500 or alike < ALIKE:
            continue
        result = merge(old, new, other)
        if result is None or result == other:
            continue
        differences, beside = apart(old, new, other)
        made = tuple(here + text if text.strip() else text for text in result.split("\n"))
        if list(made) == lines:
            continue
        yield Draft(
            page=scan.page,
            line=line,
            count=size,
            new=made,
            family="again" if other == old else "analogy",
            lesson=lesson,
            topic=topic,
            why=f"You changed “{topic}” in this way.",
            features={
                **_figures(block, evidence, line, lesson, topic),
                "alike": alike,
                "kept": likeness(old, new),
                "above_same": float(line > 0 and scan.lines[line - 1].strip() == _edge(block.above)),
                "below_same": float(
                    line + size < len(scan.lines) and scan.lines[line + size].strip() == _edge(block.below)
                ),
                "places": log(len(found)),
                "holes": float(holes(old, other) is not None),
                "grown": float(len(block.new) > len(block.old)),
                "differences": log(differences),
                "beside": float(beside),
            },
        )


def _starts(block: Block, scan: Scan) -> list[int]:
    """Lines where a block like this one may begin."""
    longest = max(range(len(block.old)), key=lambda n: len(block.old[n].strip()))
    text = block.old[longest].strip()
    if len(text) < 4:
        return []
    found = {line - longest for line in scan.alike(text)}
    words = sorted({word for word in tokens(text) if is_word(word) and len(word) > 2}, key=len, reverse=True)
    for word in words[:4]:
        places = scan.find((word,))
        if len(places) <= 120:
            found.update(line - longest for line, _ in places)
    ranked = sorted(
        (-likeness(text, scan.lines[line + longest]), line)
        for line in found
        if line >= 0 and line + longest < len(scan.lines)
    )
    return [line for alike, line in ranked[:RESEMBLING] if -alike >= ALIKE]
