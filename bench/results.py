"""Runs measurements one after the other, and writes their rows with the facts of the machine.

A measurement that fails is a result too: its error stands in the file and on stderr, and the others go on.
"""

import json
import os
import platform
import sys
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from bench.measure import Row, table_row

__all__ = ["Result", "describe_machine", "run_measurements", "write_results"]

Measurement = Callable[[Path], list[Row]]


@dataclass(slots=True)
class Result:
    """One measurement: its rows, or why there are none."""

    name: str
    rows: list[Row] = field(default_factory=list[Row])
    error: str = ""
    seconds: float = 0.0
    load: float = 0.0
    """The load of the machine when it began, processes that wait for a core included."""


def describe_machine() -> str:
    return f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"


def run_measurements(
    names: Sequence[str], measurements: Mapping[str, Measurement], work: Path
) -> list[Result]:
    results: list[Result] = []
    for name in names:
        print(f"measuring {name} …", file=sys.stderr, flush=True)
        result = Result(name, load=round(os.getloadavg()[0], 2))
        begin = time.perf_counter()
        try:
            result.rows = measurements[name](work)
        except Exception as error:
            result.error = f"{type(error).__name__}: {error}"
            print(f"{name} failed: {result.error}", file=sys.stderr)
            traceback.print_exc()
        result.seconds = round(time.perf_counter() - begin, 1)
        for row in result.rows:
            print(table_row(row), flush=True)
        results.append(result)
    return results


def write_results(path: Path, results: Sequence[Result]) -> None:
    """Add the results to the file; those of other measurements in it stay."""
    known: dict[str, object] = {}
    if path.exists():
        known = json.loads(path.read_text()).get("results", {})
    date = datetime.now(UTC).strftime("%Y-%m-%d")
    known |= {result.name: {"date": date, **asdict(result)} for result in results}
    path.write_text(
        json.dumps({"machine": describe_machine(), "results": known}, indent=2, ensure_ascii=False) + "\n"
    )
