"""The options of commands that spread their work, and results in the order of the tasks with a progress bar.

Where a task runs is up to `understudy.replay.distribution`.
"""

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TypeVar

from understudy.cli.terminal import ProgressLine, Terminal
from understudy.replay.distribution import Journal, Workers, run_tasks

__all__ = ["add_worker_options", "play_in_order", "workers_of"]

T = TypeVar("T")
R = TypeVar("R")


def add_worker_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--processes", type=int, default=1, metavar="N", help="how many (default: 1)")
    parser.add_argument(
        "--ray",
        nargs="?",
        const="local",
        metavar="ADDRESS",
        help="work on a Ray cluster (default: one on this machine); needs the extra `ray`",
    )
    parser.add_argument(
        "--resume",
        type=Path,
        metavar="FILE",
        help="keep what is done in FILE, and continue from it if it exists; deleted at the end",
    )


def workers_of(options: argparse.Namespace) -> Workers:
    return Workers(options.processes, options.ray)


def play_in_order(
    work: Callable[[T], R],
    tasks: Iterable[T],
    workers: Workers,
    *,
    kind: type[R],
    key: Callable[[T], str],
    resume: Path | None = None,
    total: int | None = None,
) -> Iterator[R]:
    """Yield the result of each task in the order of the tasks. `total`: show a progress bar for so many."""
    journal = Journal(resume, kind)
    keys: list[str] = []
    numbers: list[int] = []
    waiting: dict[int, R] = {}

    def missing() -> Iterator[T]:
        """Read the tasks as workers become free; those that are done are not played again."""
        for number, task in enumerate(tasks):
            found = None if resume is None else journal.get(key(task))
            if found is not None:
                waiting[number] = found
                continue
            numbers.append(number)
            keys.append("" if resume is None else key(task))
            yield task

    position = 0
    with ProgressLine(Terminal(sys.stderr), quiet=total is None) as bar:
        for index, result in run_tasks(work, missing(), workers):
            journal.add(keys[index], result)
            waiting[numbers[index]] = result
            bar.update(position + len(waiting), total, "cases")
            while position in waiting:
                yield waiting.pop(position)
                position += 1
    while position in waiting:
        yield waiting.pop(position)
        position += 1
    journal.delete()
