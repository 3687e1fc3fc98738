"""Times two implementations alternately, so that both run under the same load; rows of the table of results."""

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

__all__ = ["Comparison", "NotInstalled", "Row", "compare", "table_header", "table_row"]


class NotInstalled(Exception):
    """What a measurement cannot do without is not on this machine; the message names it. This is no failure."""


@dataclass(frozen=True, slots=True)
class Comparison:
    ours: float
    peer: float

    @property
    def ratio(self) -> float:
        return self.ours / self.peer


@dataclass(frozen=True, slots=True)
class Row:
    what: str
    ours: str
    peer: str
    ratio: str
    goal: str


def compare(ours: Callable[[], object], peer: Callable[[], object], rounds: int = 9) -> Comparison:
    """The median seconds of each, after one round that does not count."""
    times: tuple[list[float], list[float]] = ([], [])
    for turn in range(rounds + 1):
        for column, work in zip(times, (ours, peer), strict=True):
            begin = time.perf_counter()
            work()
            if turn:
                column.append(time.perf_counter() - begin)
    return Comparison(*(statistics.median(column) for column in times))


def table_header() -> str:
    return "| what | ours | peer | ratio | goal |\n|---|---|---|---|---|"


def table_row(row: Row) -> str:
    return f"| {row.what} | {row.ours} | {row.peer} | {row.ratio} | {row.goal} |"
