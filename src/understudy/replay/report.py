"""The figures of a replay as text: tables for a terminal, and the same as values for JSON. Prints nothing."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from understudy.replay.metrics import GroupMetrics, calibration_points, precision_curve
from understudy.replay.replay_run import ReplayResults
from understudy.workspace import escape_controls

__all__ = ["build_json_report", "format_percent", "format_tables"]

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
    """Lines: a table by file with the total, then by language, by shape of the edit and by family."""
    total = results.total()
    groups = [
        ("file", [*results.by_file(), total]),
        ("language", results.by_language()),
        ("kind of edit", results.by_shape()),
        ("reasoning", results.by_family()),
    ]
    width = max(len(tally.name) for _, tallies in groups for tally in tallies)
    width = min(max(width, 14), 32)
    lines: list[str] = []
    for title, tallies in groups:
        if tallies:
            lines += [*_table(title, tallies, width, style), ""]
    if total.errors or total.bad:
        lines += [
            style(f"{total.errors} questions failed, {total.bad} suggestions could not be used.", "red"),
            "",
        ]
    return lines[:-1]


def _table(title: str, tallies: Sequence[GroupMetrics], width: int, style: StyleFunction) -> Iterable[str]:
    yield style(
        f"{title:<{width}}" + "".join(f"{head:>{_column_width(head)}}" for head in _COLUMN_HEADINGS), "bold"
    )
    for tally in tallies:
        cells = "".join(
            f"{cell:>{_column_width(head)}}"
            for head, cell in zip(_COLUMN_HEADINGS, _cells(tally), strict=True)
        )
        name = escape_controls(tally.name, one_line=True)
        name = name if len(name) <= width else name[: width - 1] + "…"
        row = f"{name:<{width}}{cells}"
        yield style(row, "bold") if tally.name == "all" else row


def _column_width(head: str) -> int:
    return max(len(head), 5) + 2


def _cells(tally: GroupMetrics) -> tuple[str, ...]:
    latency = [tally.latency(part) for part in (0.5, 0.95, 0.99)]
    return (
        str(tally.cases),
        str(tally.asked),
        str(tally.shown),
        str(tally.accepted),
        format_percent(tally.precision),
        format_percent(tally.share),
        str(tally.jumps) if tally.jumps else _NO_VALUE,
        format_percent(tally.hit_rate, 0),
        *(_NO_VALUE if seconds is None else f"{seconds * 1000:.2f}" for seconds in latency),
    )


def format_percent(share: float | None, places: int = 1) -> str:
    return _NO_VALUE if share is None else f"{share * 100:.{places}f} %"


def build_json_report(results: ReplayResults) -> dict[str, object]:
    """Everything that was measured, for other programs."""
    return {
        "agent": results.agent,
        "half": results.half,
        "total": results.total().to_json(),
        "files": [tally.to_json() for tally in results.by_file()],
        "languages": [tally.to_json() for tally in results.by_language()],
        "kinds": [tally.to_json() for tally in results.by_shape()],
        "families": [tally.to_json() for tally in results.by_family()],
        "curve": [point._asdict() for point in precision_curve(results.requests)],
        "calibration": [
            {"chance": chance, "right": right, "count": count}
            for chance, right, count in calibration_points(results.requests)
        ],
        "asks": results.requests,
    }
