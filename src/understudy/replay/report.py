"""The figures of a replay as text: tables for a terminal, and the same as values for JSON. Prints nothing."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from understudy.replay.running import Results
from understudy.replay.scoring import Tally, calibration, curve
from understudy.workspace.harmless import harmless

__all__ = ["figures", "percent", "tables"]

Style = Callable[..., str]

_HEADS: Final = (
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
_NOTHING: Final = "–"


def tables(results: Results, style: Style) -> list[str]:
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


def _table(title: str, tallies: Sequence[Tally], width: int, style: Style) -> Iterable[str]:
    yield style(f"{title:<{width}}" + "".join(f"{head:>{_room(head)}}" for head in _HEADS), "bold")
    for tally in tallies:
        cells = "".join(f"{cell:>{_room(head)}}" for head, cell in zip(_HEADS, _cells(tally), strict=True))
        name = harmless(tally.name, one_line=True)
        name = name if len(name) <= width else name[: width - 1] + "…"
        row = f"{name:<{width}}{cells}"
        yield style(row, "bold") if tally.name == "all" else row


def _room(head: str) -> int:
    return max(len(head), 5) + 2


def _cells(tally: Tally) -> tuple[str, ...]:
    latency = [tally.latency(part) for part in (0.5, 0.95, 0.99)]
    return (
        str(tally.cases),
        str(tally.asked),
        str(tally.shown),
        str(tally.accepted),
        percent(tally.precision),
        percent(tally.share),
        str(tally.jumps) if tally.jumps else _NOTHING,
        percent(tally.hit_rate, 0),
        *(_NOTHING if seconds is None else f"{seconds * 1000:.2f}" for seconds in latency),
    )


def percent(part: float | None, places: int = 1) -> str:
    return _NOTHING if part is None else f"{part * 100:.{places}f} %"


def figures(results: Results) -> dict[str, object]:
    """Everything that was measured, for other programs."""
    return {
        "agent": results.agent,
        "half": results.half,
        "total": results.total().figures(),
        "files": [tally.figures() for tally in results.by_file()],
        "languages": [tally.figures() for tally in results.by_language()],
        "kinds": [tally.figures() for tally in results.by_shape()],
        "families": [tally.figures() for tally in results.by_family()],
        "curve": [point._asdict() for point in curve(results.asks)],
        "calibration": [
            {"chance": chance, "right": right, "count": count}
            for chance, right, count in calibration(results.asks)
        ],
        "asks": results.asks,
    }
