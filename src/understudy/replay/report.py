"""The results of a replay as tables for a terminal, as values for JSON, and as one HTML page. Prints nothing."""

from collections.abc import Callable, Iterable, Sequence
from html import escape
from typing import Final

from understudy.replay.html_page import (
    render_card,
    render_glossary,
    render_headline,
    render_page,
    render_table,
)
from understudy.replay.limits import MAX_CURVE_POINTS, MAX_TABLE_COLUMNS
from understudy.replay.metrics import (
    CurvePoint,
    GroupMetrics,
    ReplayResults,
    calibration_points,
    precision_curve,
    quantile,
)
from understudy.replay.svg_charts import BarRow, bar_chart, calibration_chart, curve_chart, latency_histogram
from understudy.workspace import escape_controls

__all__ = ["build_json_report", "format_percent", "format_tables", "render_html_report"]

StyleFunction = Callable[..., str]

_COLUMN_HEADINGS: Final = (
    "cases",
    "asked",
    "shown",
    "accepted",
    "precision",
    "automated",
    "jumps",
    "hit",
    "p50 ms",
    "p95 ms",
    "p99 ms",
)
_NO_VALUE: Final = "–"


def format_tables(results: ReplayResults, style: StyleFunction) -> list[str]:
    """Return the lines of the tables: by file with the total, by language, by shape of the edit and by family."""
    total = results.total()
    sections = [
        ("file", [*results.by_file(), total]),
        ("language", results.by_language()),
        ("kind of edit", results.by_shape()),
        ("reasoning", results.by_family()),
    ]
    width = max(len(group.name) for _, groups in sections for group in groups)
    columns = sum(map(_column_width, _COLUMN_HEADINGS))
    width = min(max(width, 14), MAX_TABLE_COLUMNS - columns)
    lines: list[str] = []
    for title, groups in sections:
        if groups:
            lines += [*_text_table(title, groups, width, style), ""]
    if total.errors or total.bad:
        lines += [
            style(f"{total.errors} requests failed, {total.bad} suggestions could not be used.", "red"),
            "",
        ]
    return lines[:-1]


def _text_table(
    title: str, groups: Sequence[GroupMetrics], width: int, style: StyleFunction
) -> Iterable[str]:
    yield style(
        f"{title:<{width}}" + "".join(f"{head:>{_column_width(head)}}" for head in _COLUMN_HEADINGS), "bold"
    )
    for group in groups:
        cells = "".join(
            f"{cell:>{_column_width(head)}}"
            for head, cell in zip(_COLUMN_HEADINGS, _text_cells(group), strict=True)
        )
        name = escape_controls(group.name, one_line=True)
        # The end of a path says more than its beginning.
        name = name if len(name) <= width else "…" + name[1 - width :]
        row = f"{name:<{width}}{cells}"
        yield style(row, "bold") if group.name == "all" else row


def _column_width(head: str) -> int:
    return max(len(head), 5) + 1


def _text_cells(group: GroupMetrics) -> tuple[str, ...]:
    latency = [group.latency(part) for part in (0.5, 0.95, 0.99)]
    return (
        str(group.cases),
        str(group.asked),
        str(group.shown),
        str(group.accepted),
        format_percent(group.precision),
        format_percent(group.share),
        str(group.jumps) if group.jumps else _NO_VALUE,
        format_percent(group.hit_rate, 0),
        *(_NO_VALUE if seconds is None else f"{seconds * 1000:.2f}" for seconds in latency),
    )


def format_percent(share: float | None, places: int = 1) -> str:
    return _NO_VALUE if share is None else f"{share * 100:.{places}f} %"


def build_json_report(results: ReplayResults) -> dict[str, object]:
    """Return everything that was measured, for other programs."""
    return {
        "agent": results.agent,
        "half": results.half,
        "total": results.total().to_json(),
        "files": [group.to_json() for group in results.by_file()],
        "languages": [group.to_json() for group in results.by_language()],
        "kinds": [group.to_json() for group in results.by_shape()],
        "families": [group.to_json() for group in results.by_family()],
        "curve": [point._asdict() for point in precision_curve(results.requests)],
        "calibration": [
            {"chance": chance, "right": right, "count": count}
            for chance, right, count in calibration_points(results.requests)
        ],
        "asks": results.requests,
    }


_HTML_COLUMNS: Final = (
    "cases",
    "asked",
    "shown",
    "accepted",
    "precision",
    "automated",
    "jumps",
    "hit",
    "p50",
    "p95",
    "p99",
)


def render_html_report(results: ReplayResults) -> str:
    total = results.total()
    halves = {"dev": "development half", "unseen": "held-out half", None: "all cases"}
    cards = [
        _curve_card(results, total),
        _calibration_card(results),
        _bar_card(
            "By language",
            results.by_language(),
            "Precision of the suggestions shown, and hunks completed by accepting, by language.",
        ),
        _bar_card(
            "By kind of edit", results.by_shape(), "The shape of the hunk as the user would have made it."
        ),
        _bar_card(
            "By reasoning", results.by_family(), "As the agent names it; automated is relative to all hunks."
        ),
        _latency_card(total),
    ]
    tables = [
        _html_table("File", [*results.by_file(), total]),
        _html_table("Language", results.by_language()),
        _html_table("Kind of edit", results.by_shape()),
        _html_table("Reasoning", results.by_family()),
    ]
    return render_page(
        "Next-edit replay",
        f"{total.cases} commits, {escape(halves[results.half])}, "
        f"played against <code>{escape(results.agent)}</code>",
        _headline_section(total),
        f'<section class="cards">{"".join(card for card in cards if card)}</section>',
        f"<h2>The figures</h2>\n{''.join(table for table in tables if table)}",
        _glossary(),
    )


def _headline_section(total: GroupMetrics) -> str:
    median, slow = total.latency(0.5), total.latency(0.99)
    figures = [
        (
            format_percent(total.precision),
            "precision",
            f"{total.accepted} of {total.shown} shown were correct",
        ),
        (
            format_percent(total.share),
            "automated",
            f"{total.automated} of {total.automated + total.by_hand} hunks",
        ),
        (
            format_percent(total.shown / total.asked if total.asked else None),
            "shown",
            f"of {total.asked} requests",
        ),
        (_format_ms(median), "latency, median", f"99 % within {_format_ms(slow)}"),
    ]
    if total.jumps:
        figures.append((format_percent(total.hit_rate, 0), "jumps that hit", f"of {total.jumps}"))
    return render_headline(figures)


def _curve_card(results: ReplayResults, total: GroupMetrics) -> str:
    points = _sample_points(precision_curve(results.requests))
    if total.shown == 0:
        return ""
    if points:
        drawn = [(point.shown / total.asked, point.precision, f"≥ {point.chance:.2f}") for point in points]
        note = (
            "Each point is a threshold: the result of showing only suggestions of at least that probability."
        )
    else:
        drawn = [(total.shown / total.asked, total.precision or 0.0, "shown")]
        note = "The agent reports no probabilities, so there is one point."
    return render_card(
        "Precision against how much is shown", note, curve_chart(drawn, max(a for a, _, _ in drawn))
    )


def _calibration_card(results: ReplayResults) -> str:
    points = calibration_points(results.requests)
    if not points:
        return ""
    note = (
        "On the dashed line, 80 % means correct 80 times of 100. "
        "Above it the agent is underconfident, below it overconfident."
    )
    return render_card("Calibration", note, calibration_chart(points))


def _bar_card(title: str, groups: Sequence[GroupMetrics], note: str) -> str:
    rows = [
        BarRow(group.name, f"{group.shown} shown", group.precision, group.share)
        for group in groups
        if group.shown or group.by_hand
    ]
    if not rows:
        return ""
    keys = '<span class="key first"></span>precision <span class="key second"></span>automated'
    legend = f'<p class="legend">{keys}</p>'
    return render_card(title, note, legend + bar_chart(rows, "precision", "automated"))


def _latency_card(total: GroupMetrics) -> str:
    marks = [
        (name, value * 1000)
        for name, part in (("p50", 0.5), ("p95", 0.95), ("p99", 0.99))
        if (value := quantile(total.seconds, part)) is not None
    ]
    chart = latency_histogram([seconds * 1000 for seconds in total.seconds], marks)
    return render_card(
        "Latency", "Every response to nes/suggest, empty ones too, as the client sees it.", chart
    )


def _sample_points(points: Sequence[CurvePoint]) -> list[CurvePoint]:
    """Return few enough points to draw, without the highest thresholds, which too few suggestions reach."""
    supported = [point for point in points if point.shown >= min(5, points[-1].shown)]
    if len(supported) <= MAX_CURVE_POINTS:
        return supported
    step = (len(supported) - 1) / (MAX_CURVE_POINTS - 1)
    return [supported[round(number * step)] for number in range(MAX_CURVE_POINTS)]


def _html_table(title: str, groups: Sequence[GroupMetrics]) -> str:
    if not groups:
        return ""
    return render_table(title, _HTML_COLUMNS, [(group.name, tuple(_html_cells(group))) for group in groups])


def _html_cells(group: GroupMetrics) -> Iterable[str]:
    yield from (str(group.cases), str(group.asked), str(group.shown), str(group.accepted))
    yield from (
        format_percent(group.precision),
        format_percent(group.share),
        str(group.jumps),
        format_percent(group.hit_rate, 0),
    )
    yield from (_format_ms(group.latency(part)) for part in (0.5, 0.95, 0.99))


def _format_ms(seconds: float | None) -> str:
    return "–" if seconds is None else f"{seconds * 1000:.{2 if seconds < 0.01 else 1}f} ms"


def _glossary() -> str:
    terms = (
        ("precision", "accepted of shown: how often a suggestion was correct in every changed line"),
        (
            "automated",
            "hunks completed by accepting, of all hunks except the first of each commit",
        ),
        ("jump", "the agent only pointed to a location; a hit if a hunk remained there"),
    )
    return render_glossary(terms)
