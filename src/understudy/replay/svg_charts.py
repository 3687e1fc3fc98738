"""Draws charts as inline SVG, without a script or a library. Knows numbers and labels only.

Colours are classes of the page's style sheet, so that a chart follows its light or dark mode.
"""

import math
from collections.abc import Callable, Sequence
from html import escape
from typing import Final, Literal, NamedTuple

__all__ = ["BarRow", "bar_chart", "calibration_chart", "curve_chart", "latency_histogram"]

CHART_WIDTH: Final = 460
CHART_HEIGHT: Final = 290
MARGIN_LEFT, MARGIN_RIGHT, MARGIN_TOP, MARGIN_BOTTOM = 44, 20, 20, 42
BAR_ROW_HEIGHT: Final = 46
BAR_LABEL_WIDTH: Final = 126
MIN_LABEL_GAP: Final = 44
HISTOGRAM_HEADROOM: Final = 1.25
"""Of a histogram: the space above the bars for the labels of the marks, as a factor."""
MIN_LATENCY_MS: Final = 0.01
"""Shorter latencies count as this one."""

Scale = Callable[[float], float]
Anchor = Literal["start", "middle", "end"]


class BarRow(NamedTuple):
    """One row of a bar chart with two fractions, either of which may be unknown."""

    label: str
    note: str
    first: float | None
    second: float | None


def curve_chart(points: Sequence[tuple[float, float, str]], max_share: float) -> str:
    """Draw precision (y) over the share of requests with a suggestion (x), with a label for each point."""
    top = next((step for step in (0.02, 0.04, 0.1, 0.2, 0.4, 0.6, 0.8) if max_share <= step), 1.0)
    x, y = _x_scale(0, top), _y_scale(0, 1)
    parts = [*_grid(y), *_percent_ticks([top * i / 4 for i in range(5)], x)]
    path = "L".join(f"{x(a):.1f} {y(b):.1f}" for a, b, _ in points)
    parts.append(f'<path class="line" d="M{path}"/>')
    for a, b, label in points:
        parts.append(_circle("dot", x(a), y(b), 3.2, f"{label}: {a:.1%} of the requests, {b:.1%} correct"))
    parts += [
        _text(x(a), y(b) - 9, label, "middle", "mark") for a, b, label in _select_labelled_points(points, x)
    ]
    parts.append(_caption("share of requests with a suggestion"))
    return _svg(CHART_HEIGHT, parts, "Precision against how much is shown")


def calibration_chart(points: Sequence[tuple[float, float, int]]) -> str:
    """Draw how often suggestions were correct (y) over their probability (x)."""
    x, y = _x_scale(0, 1), _y_scale(0, 1)
    max_count = max((count for _, _, count in points), default=1)
    parts = [*_grid(y), *_percent_ticks([i / 4 for i in range(5)], x)]
    parts.append(f'<path class="ideal" d="M{x(0)} {y(0)} L{x(1)} {y(1)}"/>')
    for probability, correct, count in points:
        title = f"probability {probability:.0%}: {correct:.0%} of {count} were correct"
        parts.append(
            _circle("bubble", x(probability), y(correct), 4 + 9 * math.sqrt(count / max_count), title)
        )
    parts.append(_caption("probability that the agent gave"))
    return _svg(CHART_HEIGHT, parts, "How often suggestions were correct, by probability")


def bar_chart(rows: Sequence[BarRow], first: str, second: str) -> str:
    """Draw two bars per row, both from 0 to 100 %."""
    height = len(rows) * BAR_ROW_HEIGHT + 30
    x = _scale(0, 1, BAR_LABEL_WIDTH, CHART_WIDTH - 40)
    parts: list[str] = []
    for tick in (0, 0.25, 0.5, 0.75, 1):
        parts.append(f'<path class="grid" d="M{x(tick):.1f} 4 V{height - 24}"/>')
        parts.append(_text(x(tick), height - 8, f"{tick:.0%}", "middle"))
    for number, row in enumerate(rows):
        top = 4 + number * BAR_ROW_HEIGHT
        label = row.label if len(row.label) <= 16 else row.label[:15] + "…"
        parts.append(_text(BAR_LABEL_WIDTH - 8, top + 17, label, "end", "label"))
        parts.append(_text(BAR_LABEL_WIDTH - 8, top + 32, row.note, "end"))
        for lower, part, kind, name in ((4, row.first, "first", first), (21, row.second, "second", second)):
            if part is not None:
                width = max(1.5, x(part) - x(0))
                title = f"{row.label}: {name} {part:.1%}"
                parts.append(_rectangle(kind, x(0), top + lower, width, 14, title))
                parts.append(_text(x(0) + width + 5, top + lower + 11.5, f"{part:.0%}", "start", "value"))
    return _svg(height, parts, f"{first} and {second}")


def latency_histogram(milliseconds: Sequence[float], marks: Sequence[tuple[str, float]]) -> str:
    """Draw a histogram of latencies in classes that double every two steps, with lines at the marks."""
    if not milliseconds:
        return _svg(60, [_text(20, 34, "no requests", "start")], "Latency")
    low = math.floor(_log_bin(min(milliseconds)))
    high = max(math.floor(_log_bin(max(milliseconds))) + 1, low + 4)
    counts = [0] * (high - low)
    for value in milliseconds:
        counts[math.floor(_log_bin(value)) - low] += 1
    x, y = _x_scale(low, high), _y_scale(0, max(counts) * HISTOGRAM_HEADROOM)
    parts = [
        f'<path class="grid" d="M{MARGIN_LEFT} {y(max(counts) * i / 4):.1f} H{CHART_WIDTH - MARGIN_RIGHT}"/>'
        for i in range(5)
    ]
    ticks = sorted({0, max(counts) // 2, max(counts)})
    parts += [_text(MARGIN_LEFT - 6, y(value) + 4, str(value), "end") for value in ticks]
    for step, count in enumerate(counts, low):
        if count:
            title = f"{_format_ms(2 ** (step / 2))} to {_format_ms(2 ** ((step + 1) / 2))} ms: {count}"
            wide, high_ = x(step + 1) - x(step) - 2, y(0) - y(count)
            parts.append(_rectangle("first", x(step) + 1, y(count), wide, high_, title))
    every = max(2, 2 * math.ceil((high - low) / 14))
    for edge in range(low + low % 2, high + 1, every):
        parts.append(_text(x(edge), CHART_HEIGHT - MARGIN_BOTTOM + 17, _format_ms(2 ** (edge / 2)), "middle"))
    for _, value in marks:
        parts.append(f'<path class="ideal" d="M{x(_log_bin(value)):.1f} {MARGIN_TOP - 10} V{y(0):.1f}"/>')
    for number, (name, value) in enumerate(marks):
        place = x(_log_bin(value))
        anchor, beside = ("end", -4) if place > CHART_WIDTH - 110 else ("start", 4)
        parts.append(
            _text(place + beside, MARGIN_TOP - 1 + 15 * number, f"{name} {_format_ms(value)}", anchor, "mark")
        )
    parts.append(_caption("milliseconds until the response"))
    return _svg(CHART_HEIGHT, parts, "Latency")


def _log_bin(milliseconds: float) -> float:
    return 2 * math.log2(max(milliseconds, MIN_LATENCY_MS))


def _scale(low: float, high: float, start: float, stop: float) -> Scale:
    span = (high - low) or 1.0
    return lambda value: start + (value - low) / span * (stop - start)


def _x_scale(low: float, high: float) -> Scale:
    return _scale(low, high, MARGIN_LEFT, CHART_WIDTH - MARGIN_RIGHT)


def _y_scale(low: float, high: float) -> Scale:
    return _scale(low, high, CHART_HEIGHT - MARGIN_BOTTOM, MARGIN_TOP)


def _grid(y: Scale) -> list[str]:
    lines = [
        f'<path class="grid" d="M{MARGIN_LEFT} {y(i / 4):.1f} H{CHART_WIDTH - MARGIN_RIGHT}"/>'
        for i in range(5)
    ]
    return lines + [_text(MARGIN_LEFT - 6, y(i / 4) + 4, f"{i / 4:.0%}", "end") for i in range(5)]


def _percent_ticks(ticks: Sequence[float], x: Scale) -> list[str]:
    whole = all(abs(tick * 100 - round(tick * 100)) < 1e-6 for tick in ticks)
    return [
        _text(x(tick), CHART_HEIGHT - MARGIN_BOTTOM + 17, f"{tick:.{0 if whole else 1}%}", "middle")
        for tick in ticks
    ]


def _select_labelled_points(
    points: Sequence[tuple[float, float, str]], x: Scale
) -> list[tuple[float, float, str]]:
    """Return points that are far enough apart to be labelled, always with the last, the actual threshold."""
    labelled: list[tuple[float, float, str]] = []
    for point in reversed(points):
        if not labelled or x(labelled[-1][0]) - x(point[0]) > MIN_LABEL_GAP:
            labelled.append(point)
    return labelled


def _format_ms(milliseconds: float) -> str:
    if milliseconds >= 10:
        return f"{milliseconds:.0f}"
    return f"{milliseconds:.{1 if milliseconds >= 1 else 2}f}".rstrip("0").rstrip(".")


def _caption(text: str) -> str:
    return _text((MARGIN_LEFT + CHART_WIDTH - MARGIN_RIGHT) / 2, CHART_HEIGHT - 6, text, "middle")


def _text(x: float, y: float, text: str, anchor: Anchor, kind: str = "") -> str:
    named = f' class="{kind}"' if kind else ""
    return f'<text{named} x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def _circle(kind: str, x: float, y: float, radius: float, title: str) -> str:
    shape = f'<circle class="{kind}" cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}">'
    return f"{shape}<title>{escape(title)}</title></circle>"


def _rectangle(kind: str, x: float, y: float, width: float, height: float, title: str) -> str:
    shape = f'<rect class="{kind}" x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" rx="2">'
    return f"{shape}<title>{escape(title)}</title></rect>"


def _svg(height: int, parts: Sequence[str], name: str) -> str:
    box = f"0 0 {CHART_WIDTH} {height}"
    return f'<svg viewBox="{box}" role="img" aria-label="{escape(name)}">{"".join(parts)}</svg>'
