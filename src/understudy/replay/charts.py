"""Charts as inline SVG, drawn by hand: no script, no library. Knows numbers and labels, not where they come from.

Colours are classes of the page's style sheet, so that a chart follows the reader's light or dark.
"""

import math
from collections.abc import Callable, Sequence
from html import escape
from typing import Final, Literal, NamedTuple

__all__ = ["Bar", "bars", "calibration_chart", "curve_chart", "histogram"]

WIDTH: Final = 460
HEIGHT: Final = 290
LEFT, RIGHT, TOP, BOTTOM = 44, 20, 20, 42
ROW: Final = 46
LABEL: Final = 112
LABELS_APART: Final = 44
HEADROOM: Final = 1.25
"""Of a histogram: room above the bars, where the marks are named."""
SHORTEST: Final = 0.01
"""Milliseconds below which nobody measures."""

Scale = Callable[[float], float]
Anchor = Literal["start", "middle", "end"]


class Bar(NamedTuple):
    """One row of a bar chart: two parts of one, either of which may be unknown."""

    label: str
    note: str
    first: float | None
    second: float | None


def curve_chart(points: Sequence[tuple[float, float, str]], most: float) -> str:
    """Precision (y) over the share of questions that got a suggestion (x), with what each point is."""
    top = next((step for step in (0.02, 0.04, 0.1, 0.2, 0.4, 0.6, 0.8) if most <= step), 1.0)
    x, y = _across(0, top), _upwards(0, 1)
    parts = [*_grid(y), *_percents([top * i / 4 for i in range(5)], x)]
    path = "L".join(f"{x(a):.1f} {y(b):.1f}" for a, b, _ in points)
    parts.append(f'<path class="line" d="M{path}"/>')
    for a, b, what in points:
        parts.append(_circle("dot", x(a), y(b), 3.2, f"{what}: {a:.1%} of the questions, {b:.1%} right"))
    parts += [_text(x(a), y(b) - 9, what, "middle", "mark") for a, b, what in _spread(points, x)]
    parts.append(_caption("share of questions that got a suggestion"))
    return _svg(HEIGHT, parts, "Precision against how much is shown")


def calibration_chart(points: Sequence[tuple[float, float, int]]) -> str:
    """How often suggestions were right (y) over the chance that they were given (x)."""
    x, y = _across(0, 1), _upwards(0, 1)
    most = max((count for _, _, count in points), default=1)
    parts = [*_grid(y), *_percents([i / 4 for i in range(5)], x)]
    parts.append(f'<path class="ideal" d="M{x(0)} {y(0)} L{x(1)} {y(1)}"/>')
    for chance, right, count in points:
        title = f"chance {chance:.0%}: {right:.0%} of {count} were right"
        parts.append(_circle("bubble", x(chance), y(right), 4 + 9 * math.sqrt(count / most), title))
    parts.append(_caption("chance that the agent gave"))
    return _svg(HEIGHT, parts, "How often suggestions were right, by the chance that they were given")


def bars(rows: Sequence[Bar], first: str, second: str) -> str:
    """Two bars a row, both from 0 to 100 %."""
    height = len(rows) * ROW + 30
    x = _scale(0, 1, LABEL, WIDTH - 40)
    parts: list[str] = []
    for tick in (0, 0.25, 0.5, 0.75, 1):
        parts.append(f'<path class="grid" d="M{x(tick):.1f} 4 V{height - 24}"/>')
        parts.append(_text(x(tick), height - 8, f"{tick:.0%}", "middle"))
    for number, row in enumerate(rows):
        top = 4 + number * ROW
        label = row.label if len(row.label) <= 16 else row.label[:15] + "…"
        parts.append(_text(LABEL - 8, top + 17, label, "end", "label"))
        parts.append(_text(LABEL - 8, top + 32, row.note, "end"))
        for lower, part, kind, name in ((4, row.first, "first", first), (21, row.second, "second", second)):
            if part is not None:
                width = max(1.5, x(part) - x(0))
                title = f"{row.label}: {name} {part:.1%}"
                parts.append(_rectangle(kind, x(0), top + lower, width, 14, title))
                parts.append(_text(x(0) + width + 5, top + lower + 11.5, f"{part:.0%}", "start", "value"))
    return _svg(height, parts, f"{first} and {second}")


def histogram(milliseconds: Sequence[float], marks: Sequence[tuple[str, float]]) -> str:
    """How long answers took, in classes that double every two steps, with lines at the marks."""
    if not milliseconds:
        return _svg(60, [_text(20, 34, "nothing was asked", "start")], "Latency")
    low = math.floor(_steps(min(milliseconds)))
    high = max(math.floor(_steps(max(milliseconds))) + 1, low + 4)
    counts = [0] * (high - low)
    for value in milliseconds:
        counts[math.floor(_steps(value)) - low] += 1
    x, y = _across(low, high), _upwards(0, max(counts) * HEADROOM)
    parts = [
        f'<path class="grid" d="M{LEFT} {y(max(counts) * i / 4):.1f} H{WIDTH - RIGHT}"/>' for i in range(5)
    ]
    ticks = sorted({0, max(counts) // 2, max(counts)})
    parts += [_text(LEFT - 6, y(value) + 4, str(value), "end") for value in ticks]
    for step, count in enumerate(counts, low):
        if count:
            title = f"{_words(2 ** (step / 2))} to {_words(2 ** ((step + 1) / 2))} ms: {count}"
            wide, high_ = x(step + 1) - x(step) - 2, y(0) - y(count)
            parts.append(_rectangle("first", x(step) + 1, y(count), wide, high_, title))
    every = max(2, 2 * math.ceil((high - low) / 14))
    for edge in range(low + low % 2, high + 1, every):
        parts.append(_text(x(edge), HEIGHT - BOTTOM + 17, _words(2 ** (edge / 2)), "middle"))
    for _, value in marks:
        parts.append(f'<path class="ideal" d="M{x(_steps(value)):.1f} {TOP - 10} V{y(0):.1f}"/>')
    for number, (name, value) in enumerate(marks):
        place = x(_steps(value))
        anchor, beside = ("end", -4) if place > WIDTH - 110 else ("start", 4)
        parts.append(_text(place + beside, TOP - 1 + 15 * number, f"{name} {_words(value)}", anchor, "mark"))
    parts.append(_caption("milliseconds until the answer"))
    return _svg(HEIGHT, parts, "Latency")


def _steps(milliseconds: float) -> float:
    return 2 * math.log2(max(milliseconds, SHORTEST))


def _scale(low: float, high: float, start: float, stop: float) -> Scale:
    span = (high - low) or 1.0
    return lambda value: start + (value - low) / span * (stop - start)


def _across(low: float, high: float) -> Scale:
    return _scale(low, high, LEFT, WIDTH - RIGHT)


def _upwards(low: float, high: float) -> Scale:
    return _scale(low, high, HEIGHT - BOTTOM, TOP)


def _grid(y: Scale) -> list[str]:
    lines = [f'<path class="grid" d="M{LEFT} {y(i / 4):.1f} H{WIDTH - RIGHT}"/>' for i in range(5)]
    return lines + [_text(LEFT - 6, y(i / 4) + 4, f"{i / 4:.0%}", "end") for i in range(5)]


def _percents(ticks: Sequence[float], x: Scale) -> list[str]:
    whole = all(abs(tick * 100 - round(tick * 100)) < 1e-6 for tick in ticks)
    return [_text(x(tick), HEIGHT - BOTTOM + 17, f"{tick:.{0 if whole else 1}%}", "middle") for tick in ticks]


def _spread(points: Sequence[tuple[float, float, str]], x: Scale) -> list[tuple[float, float, str]]:
    """Points far enough from each other for a label each; the last, which is what was shown, always."""
    kept: list[tuple[float, float, str]] = []
    for point in reversed(points):
        if not kept or x(kept[-1][0]) - x(point[0]) > LABELS_APART:
            kept.append(point)
    return kept


def _words(milliseconds: float) -> str:
    if milliseconds >= 10:
        return f"{milliseconds:.0f}"
    return f"{milliseconds:.{1 if milliseconds >= 1 else 2}f}".rstrip("0").rstrip(".")


def _caption(text: str) -> str:
    return _text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 6, text, "middle")


def _text(x: float, y: float, words: str, anchor: Anchor, kind: str = "") -> str:
    named = f' class="{kind}"' if kind else ""
    return f'<text{named} x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(words)}</text>'


def _circle(kind: str, x: float, y: float, radius: float, title: str) -> str:
    shape = f'<circle class="{kind}" cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}">'
    return f"{shape}<title>{escape(title)}</title></circle>"


def _rectangle(kind: str, x: float, y: float, width: float, height: float, title: str) -> str:
    shape = f'<rect class="{kind}" x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" rx="2">'
    return f"{shape}<title>{escape(title)}</title></rect>"


def _svg(height: int, parts: Sequence[str], name: str) -> str:
    return (
        f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(name)}">{"".join(parts)}</svg>'
    )
