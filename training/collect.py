"""Simulate cases and record the features of every candidate with whether it was right: CASES… → a features file.

The engine is the one of this checkout, with its current weights. They decide which suggestion is displayed, and
so what is accepted and rejected on the way; with a threshold above 1 nothing is displayed.
"""

import argparse
import itertools
import multiprocessing
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from training.rows import Row, TrainingError, is_held_out, project_of, write_rows
from training.simulation import Played, Policy, play
from understudy.nes.symbolic.engine import SymbolicEngine
from understudy.replay.cases import Case, read_cases
from understudy.replay.metrics import ManualHunk, RequestRecord, group_metrics

__all__ = ["collect_cases", "configure", "run"]

HELP = "cases → features"
CASE_TIMEOUT_S: Final = 600.0
"""A case that takes longer is a fault of the engine."""
CASES_READ_AHEAD: Final = 16
"""For each process."""

_engine: Final = SymbolicEngine()


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", type=Path, metavar="CASES", help="a file of cases, one a line")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="the features file")
    parser.add_argument("-n", type=int, metavar="N", help="only the first N cases of each file")
    for name, value, meaning in (
        ("--threshold", Policy().threshold, "the least probability of what is displayed"),
        ("--least", Policy().least, "the least probability of what is recorded"),
    ):
        parser.add_argument(
            name, type=float, default=value, metavar="P", help=f"{meaning} (default: {value})"
        )
    parser.add_argument(
        "--most",
        type=int,
        default=Policy().most,
        metavar="N",
        help=f"candidates of one request that are recorded (default: {Policy().most})",
    )
    parser.add_argument("--processes", type=int, default=1, metavar="N", help="how many (default: 1)")


def run(options: argparse.Namespace) -> int:
    requests: list[RequestRecord] = []
    manual_hunks: list[ManualHunk] = []

    def rows() -> Iterator[Row]:
        policy = Policy(options.threshold, options.most, options.least)
        found = collect_cases(options.files, policy, options.n, options.processes)
        for done, played in enumerate(found, 1):
            requests.extend(played.requests)
            manual_hunks.extend(played.manual_hunks)
            if done % 25 == 0:
                print(f"{done} cases", file=sys.stderr)
            yield from played.rows

    count = write_rows(options.out, rows())
    _report(requests, manual_hunks)
    print(f"{count} rows in {options.out}")
    return 0


def collect_cases(
    files: Sequence[Path], policy: Policy, most: int | None = None, processes: int = 1
) -> Iterator[Played]:
    """The result of each case, in the order of the files, for any number of processes."""
    jobs = ((case, path.stem, policy) for path in files for case in _permitted_cases(path, most))
    if processes <= 1:
        yield from map(_play_case, jobs)
        return
    with multiprocessing.Pool(processes) as pool:
        # In portions: a pool reads all of its input at once.
        while portion := list(itertools.islice(jobs, CASES_READ_AHEAD * processes)):
            results = pool.imap(_play_case, portion)
            for _ in portion:
                yield results.next(CASE_TIMEOUT_S)


def _permitted_cases(path: Path, most: int | None) -> Iterator[Case]:
    for case in read_cases(path, most):
        if is_held_out(project_of(case.id)):
            raise TrainingError(
                f"{path}: {case.id} is of a project that suggestions are measured on. Nothing may be learned "
                "from it; leave it out."
            )
        yield case


def _play_case(job: tuple[Case, str, Policy]) -> Played:
    case, file, policy = job
    return play(_engine, case, file, policy)


def _report(requests: list[RequestRecord], manual_hunks: list[ManualHunk]) -> None:
    print("| cases | shown | right | precision | automated |\n|---|---|---|---|---|")
    for tally in (
        *group_metrics(requests, manual_hunks, lambda event: event.file),
        *group_metrics(requests, manual_hunks, lambda _: "all"),
    ):
        print(
            f"| {tally.name} ({tally.cases}) | {tally.shown} of {tally.asked} | {tally.accepted} "
            f"| {_percent(tally.precision)} | {_percent(tally.share)} |"
        )
    print("\n| family | shown | right |\n|---|---|---|")
    families = group_metrics(
        requests, (), lambda event: event.family or None if isinstance(event, RequestRecord) else None
    )
    for tally in sorted(families, key=lambda tally: -tally.shown):
        print(f"| {tally.name} | {tally.shown} | {_percent(tally.precision)} |")


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{share:.1%}"
