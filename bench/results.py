"""Runs measurements one after the other, and writes their rows with the facts of the machine.

A measurement that fails is a result too: its error stands in the file and on stderr, and the others go on. The file
is written after each of them, so that an interruption loses only the one that runs.
"""

import json
import os
import platform
import signal
import sys
import time
import traceback
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from types import FrameType

from bench.measure import NotInstalled, Row, table_row

__all__ = ["Result", "describe_machine", "run_measurements", "write_results"]

Measurement = Callable[[Path], list[Row]]

MEASUREMENT_TIMEOUT_S = 1200
"""A measurement that takes longer has failed; the longest takes three minutes on two idle cores."""


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
    names: Sequence[str],
    measurements: Mapping[str, Measurement],
    work: Path,
    file: Path,
    timeout_s: float = MEASUREMENT_TIMEOUT_S,
) -> list[Result]:
    results: list[Result] = []
    for name in names:
        print(f"measuring {name} …", file=sys.stderr, flush=True)
        result = Result(name, load=round(os.getloadavg()[0], 2))
        begin = time.perf_counter()
        try:
            with _time_limit(timeout_s):
                result.rows = measurements[name](work)
        except NotInstalled as missing:
            result.rows = [Row(name, "-", str(missing), "-", "-")]
        except (Exception, SystemExit) as error:  # a peer's SystemExit ends its measurement alone
            result.error = f"{type(error).__name__}: {error}"
            print(f"{name} failed: {result.error}", file=sys.stderr)
            traceback.print_exc()
        result.seconds = round(time.perf_counter() - begin, 1)
        for row in result.rows:
            print(table_row(row), flush=True)
        results.append(result)
        write_results(file, [result], order=list(measurements))
    return results


@contextmanager
def _time_limit(seconds: float) -> Generator[None]:
    """Raise TimeoutError in the block, whatever it waits for."""

    def expire(signum: int, frame: FrameType | None) -> None:
        del signum, frame
        raise TimeoutError(f"it took longer than {seconds:g} s")

    before = signal.signal(signal.SIGALRM, expire)
    try:
        signal.setitimer(signal.ITIMER_REAL, seconds)
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def write_results(path: Path, results: Sequence[Result], order: Sequence[str]) -> None:
    """Add the results to the file, in this order of names; those of other measurements in it stay."""
    known: dict[str, object] = {}
    if path.exists():
        known = json.loads(path.read_text()).get("results", {})
    date = datetime.now(UTC).strftime("%Y-%m-%d")
    known |= {result.name: {"date": date, **asdict(result)} for result in results}
    known = {name: known[name] for name in order if name in known}
    text = json.dumps({"machine": describe_machine(), "results": known}, indent=2, ensure_ascii=False)
    partial = path.with_name(f"{path.name}.partial")
    partial.write_text(text + "\n")
    partial.replace(path)
