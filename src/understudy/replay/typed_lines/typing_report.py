"""The results of typed lines as a table for a terminal, as values for JSON, and as an HTML page. Prints nothing."""

from collections.abc import Callable, Sequence
from html import escape
from typing import Final

from understudy.replay.html_page import (
    render_card,
    render_glossary,
    render_headline,
    render_page,
    render_table,
)
from understudy.replay.metrics import quantile
from understudy.replay.report import format_percent
from understudy.replay.svg_charts import calibration_chart, latency_histogram
from understudy.replay.typed_lines.typing_run import TypingCounts, TypingResults
from understudy.workspace import escape_controls

__all__ = ["build_typing_json", "format_typing_table", "render_typing_html"]

StyleFunction = Callable[..., str]

_HEADINGS: Final = ("cases", "lines", "asked", "shown", "precision", "finished", "saved", "elsewhere")
_QUANTILES: Final = (0.5, 0.95, 0.99)
_CALIBRATION_STEPS: Final = 10


def format_typing_table(results: TypingResults, style: StyleFunction) -> list[str]:
    rows = [*results.files, results.total()]
    width = min(max([14, *(len(row.name) for row in rows)]), 32)
    lines = [style(f"{'file':<{width}}" + "".join(f"{head:>11}" for head in _HEADINGS), "bold")]
    for row in rows:
        name = escape_controls(row.name, one_line=True)[:width]
        line = f"{name:<{width}}" + "".join(f"{cell:>11}" for cell in _cells(row))
        lines.append(style(line, "bold") if row is rows[-1] else line)
    latency = ", ".join(f"p{part * 100:g} {_milliseconds(results, part)}" for part in _QUANTILES)
    return [*lines, f"latency: {latency}"]


def build_typing_json(results: TypingResults) -> dict[str, object]:
    """Return everything that was measured, for other programs."""
    return {
        "agent": results.agent,
        "total": _to_json(results.total()),
        "files": [_to_json(one) for one in results.files],
        "calibration": [
            {"chance": chance, "right": right, "count": count}
            for chance, right, count in _calibration(results)
        ],
        "seconds": results.seconds,
    }


def render_typing_html(results: TypingResults) -> str:
    total = results.total()
    milliseconds = [1000 * seconds for seconds in results.seconds]
    marks = [
        (f"p{part * 100:g}", 1000 * value)
        for part in _QUANTILES
        if (value := quantile(results.seconds, part)) is not None
    ]
    headline = render_headline(
        [
            (format_percent(total.precision), "precision", f"{total.right} of {total.shown} shown"),
            (format_percent(total.finished_share), "lines finished", f"{total.finished} of {total.lines}"),
            (format_percent(total.saved_share), "characters saved", f"{total.saved} of {total.characters}"),
            (str(total.elsewhere), "shown elsewhere", "in the middle of a line"),
            (_milliseconds(results, 0.5), "latency, p50", f"{len(milliseconds)} requests"),
        ]
    )
    cards = [
        render_card(
            "Probability",
            "How often completions of each probability were right",
            calibration_chart(_calibration(results)),
        ),
        render_card("Latency", "Of all requests, log scale", latency_histogram(milliseconds, marks)),
    ]
    table = render_table("By file", _HEADINGS, [(row.name, _cells(row)) for row in [*results.files, total]])
    glossary = render_glossary(
        [
            ("precision", "right completions of those that were shown"),
            ("finished", "lines whose rest was completed, of all typed lines"),
            ("saved", "characters that need not be typed, of all"),
            ("elsewhere", "suggestions for another place while a line was typed"),
        ]
    )
    return render_page(
        "Completions while typing",
        f"Agent: <code>{escape(results.agent)}</code>",
        headline,
        f'<div class="cards">{"".join(cards)}</div>',
        table,
        glossary,
    )


def _cells(row: TypingCounts) -> tuple[str, ...]:
    return (
        str(row.cases),
        str(row.lines),
        str(row.asked),
        str(row.shown),
        format_percent(row.precision),
        format_percent(row.finished_share),
        format_percent(row.saved_share),
        str(row.elsewhere),
    )


def _to_json(row: TypingCounts) -> dict[str, object]:
    counts: dict[str, object] = {field: getattr(row, field) for field in row.__struct_fields__}
    shares = {
        "precision": row.precision,
        "finished_share": row.finished_share,
        "saved_share": row.saved_share,
    }
    return counts | shares


def _milliseconds(results: TypingResults, part: float) -> str:
    value = quantile(results.seconds, part)
    return "–" if value is None else f"{1000 * value:.2f} ms"


def _calibration(results: TypingResults) -> Sequence[tuple[float, float, int]]:
    """Return the mean probability, the share that was right and the number, for each tenth of probability."""
    found: list[tuple[float, float, int]] = []
    for step in range(_CALIBRATION_STEPS):
        low, high = step / _CALIBRATION_STEPS, (step + 1) / _CALIBRATION_STEPS
        inside = [one for one in results.chances if low <= one[0] < high or (high == 1.0 == one[0])]
        if inside:
            chance = sum(one[0] for one in inside) / len(inside)
            found.append((chance, sum(one[1] for one in inside) / len(inside), len(inside)))
    return found
