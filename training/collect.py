"""Simulate cases and record the features of every candidate with whether it was right: CASES… → a features file.

The engine is the one of this checkout, with its current weights. They decide which suggestion is displayed, and
so what is accepted and rejected on the way; with a threshold above 1 nothing is displayed.
"""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from training.distribution import add_worker_options, play_in_order, workers_of
from training.rows import Row, TrainingError, is_held_out, project_of, write_rows
from training.simulation import Played, Policy, play
from understudy.nes.symbolic.engine import SymbolicEngine
from understudy.replay.cases import Case, read_cases
from understudy.replay.distribution import Workers, fingerprint
from understudy.replay.metrics import ManualHunk, RequestRecord, group_metrics

__all__ = ["collect_cases", "configure", "run"]

HELP = "cases → features"


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
    add_worker_options(parser)


def run(options: argparse.Namespace) -> int:
    requests: list[RequestRecord] = []
    manual_hunks: list[ManualHunk] = []

    def rows() -> Iterator[Row]:
        policy = Policy(options.threshold, options.most, options.least)
        for played in collect_cases(
            options.files, policy, options.n, workers_of(options), resume=options.resume, show_progress=True
        ):
            requests.extend(played.requests)
            manual_hunks.extend(played.manual_hunks)
            yield from played.rows

    count = write_rows(options.out, rows())
    _report(requests, manual_hunks)
    print(f"{count} rows in {options.out}")
    return 0


def collect_cases(
    files: Sequence[Path],
    policy: Policy,
    most: int | None = None,
    workers: Workers | None = None,
    *,
    resume: Path | None = None,
    show_progress: bool = False,
) -> Iterator[Played]:
    """The result of each case, in the order of the files, for any workers.

    `resume`: a file that keeps what is done until all is done, and from which an interrupted run continues.
    """
    jobs = ((case, path.stem, policy) for path in files for case in _permitted_cases(path, most))
    total = sum(1 for path in files for _ in read_cases(path, most)) if show_progress else None
    return play_in_order(
        _play_case,
        jobs,
        workers or Workers(),
        kind=Played,
        key=lambda job: fingerprint(msgspec.json.encode(job[0]), job[1], repr(job[2])),
        resume=resume,
        total=total,
    )


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
    # An engine remembers texts by their address: with one for all, a result would depend on the cases before.
    return play(SymbolicEngine(), case, file, policy)


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
