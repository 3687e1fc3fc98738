"""The results of a replay as tables for a terminal, as values for JSON, and as one HTML page. Prints nothing.

The page is self-contained: no script, no network access, light and dark colours.
"""

from collections.abc import Callable, Iterable, Sequence
from html import escape
from typing import Final

from understudy.replay.limits import MAX_CURVE_POINTS
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
    width = min(max(width, 14), 32)
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
        name = name if len(name) <= width else name[: width - 1] + "…"
        row = f"{name:<{width}}{cells}"
        yield style(row, "bold") if group.name == "all" else row


def _column_width(head: str) -> int:
    return max(len(head), 5) + 2


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


STYLE_SHEET: Final = """
:root { color-scheme: light dark; --back: #f6f7f9; --card: #ffffff; --text: #1c2330; --soft: #5b6576;
  --line: #e1e5eb; --first: #2f6fde; --second: #2a9d78; --shade: rgba(47, 111, 222, .22); }
@media (prefers-color-scheme: dark) { :root { --back: #10141b; --card: #181e28; --text: #e6eaf0; --soft: #98a3b5;
  --line: #2a3241; --first: #6ea0ff; --second: #4cc9a0; --shade: rgba(110, 160, 255, .28); } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--text);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
main { max-width: 1180px; margin: 0 auto; padding: 28px 20px 60px; }
h1 { font-size: 26px; margin: 0 0 4px; letter-spacing: -.01em; }
h2 { font-size: 16px; margin: 0 0 2px; }
main > h2 { font-size: 20px; margin: 36px 0 12px; }
header p, .card p, dd { color: var(--soft); margin: 0; }
code { font: .9em ui-monospace, "SF Mono", Consolas, monospace; overflow-wrap: anywhere; }
.headline { display: grid; grid-template-columns: repeat(auto-fit, minmax(150px, 1fr)); gap: 14px;
  margin: 22px 0 14px; }
.figure, .card, .scroll { background: var(--card); border: 1px solid var(--line); border-radius: 12px; }
.figure { padding: 14px 18px; display: flex; flex-direction: column; }
.figure strong { font-size: 28px; line-height: 1.2; font-variant-numeric: tabular-nums; letter-spacing: -.02em; }
.figure small { color: var(--soft); }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 440px), 1fr)); gap: 14px;
  align-items: start; }
.card { padding: 18px 18px 12px; }
.card p { font-size: 13px; min-height: 1.5em; }
.card svg { display: block; width: 100%; height: auto; margin-top: 8px; }
.legend { margin-top: 6px !important; }
.key { display: inline-block; width: 11px; height: 11px; border-radius: 2px; margin: 0 5px 0 10px; }
.key:first-child { margin-left: 0; }
.key.first { background: var(--first); } .key.second { background: var(--second); }
svg text { fill: var(--soft); font-size: 11.5px; font-variant-numeric: tabular-nums; }
svg .label { fill: var(--text); font-size: 13px; }
svg .value, svg .mark { fill: var(--text); paint-order: stroke; stroke: var(--card); stroke-width: 4px;
  stroke-linejoin: round; }
svg .grid { stroke: var(--line); fill: none; }
svg .ideal { stroke: var(--soft); stroke-dasharray: 4 4; fill: none; }
svg .line { stroke: var(--first); stroke-width: 2.2; fill: none; stroke-linejoin: round; }
svg .dot, svg .first { fill: var(--first); }
svg .second { fill: var(--second); }
svg .bubble { fill: var(--shade); stroke: var(--first); stroke-width: 1.6; }
.scroll { overflow-x: auto; margin-bottom: 14px; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; font-size: 14px; }
th, td { padding: 7px 12px; text-align: right; white-space: nowrap; border-bottom: 1px solid var(--line); }
tbody tr:last-child > * { border-bottom: 0; }
th:first-child { text-align: left; position: sticky; left: 0; background: var(--card); }
thead th { color: var(--soft); font-weight: 500; }
tbody th { font-weight: 500; }
.total > * { font-weight: 700; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 14px; font-size: 14px; margin: 22px 0 0; }
dt { font-weight: 600; } dd { margin: 0; }
@media (max-width: 560px) { main { padding: 18px 12px 40px; }
  .headline { grid-template-columns: 1fr 1fr; gap: 10px; }
  .figure { padding: 12px 14px; } .figure strong { font-size: 23px; } .card { padding: 14px 12px 8px; }
  svg text { font-size: 13px; } dl { grid-template-columns: 1fr; } dd { margin-bottom: 6px; } }
"""


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
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
        f"<title>Next-edit replay</title>\n<style>{STYLE_SHEET}</style>\n</head>\n<body>\n<main>\n"
        f"<header><h1>Next-edit replay</h1><p>{total.cases} commits, {escape(halves[results.half])}, "
        f"played against <code>{escape(results.agent)}</code></p></header>\n"
        f"{_headline_section(total)}\n"
        f'<section class="cards">{"".join(card for card in cards if card)}</section>\n'
        f"<h2>The figures</h2>\n{''.join(table for table in tables if table)}\n{_glossary()}\n"
        "</main>\n</body>\n</html>\n"
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
    cells = "".join(
        f'<div class="figure"><strong>{value}</strong><span>{name}</span><small>{note}</small></div>'
        for value, name, note in figures
    )
    return f'<section class="headline">{cells}</section>'


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
    return _card("Precision against how much is shown", note, curve_chart(drawn, max(a for a, _, _ in drawn)))


def _calibration_card(results: ReplayResults) -> str:
    points = calibration_points(results.requests)
    if not points:
        return ""
    note = (
        "On the dashed line, 80 % means correct 80 times of 100. "
        "Above it the agent is underconfident, below it overconfident."
    )
    return _card("Calibration", note, calibration_chart(points))


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
    return _card(title, note, legend + bar_chart(rows, "precision", "automated"))


def _latency_card(total: GroupMetrics) -> str:
    marks = [
        (name, value * 1000)
        for name, part in (("p50", 0.5), ("p95", 0.95), ("p99", 0.99))
        if (value := quantile(total.seconds, part)) is not None
    ]
    chart = latency_histogram([seconds * 1000 for seconds in total.seconds], marks)
    return _card("Latency", "Every response to nes/suggest, empty ones too, as the client sees it.", chart)


def _card(title: str, note: str, chart: str) -> str:
    return f'<article class="card"><h2>{escape(title)}</h2><p>{escape(note)}</p>{chart}</article>'


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
    heads = "".join(f"<th>{head}</th>" for head in _HTML_COLUMNS)
    rows = "".join(
        f"<tr{' class=total' if group.name == 'all' else ''}><th>{escape(group.name)}</th>"
        + "".join(f"<td>{cell}</td>" for cell in _html_cells(group))
        + "</tr>"
        for group in groups
    )
    head = f"<thead><tr><th>{title}</th>{heads}</tr></thead>"
    return f'<div class="scroll"><table>{head}<tbody>{rows}</tbody></table></div>'


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
    items = "".join(f"<dt>{term}</dt><dd>{meaning}</dd>" for term, meaning in terms)
    return f"<dl>{items}</dl>"
