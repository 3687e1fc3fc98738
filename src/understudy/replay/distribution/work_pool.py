"""Runs the same function on many tasks: in this process, in several processes, or on a Ray cluster.

Owns where a task runs, not what it does. Results are yielded as they come, each with the number of its task, so
that the caller can put them in order; the same tasks have the same results wherever they run. Ray is the extra
`ray` and imported only if it is used.
"""

import concurrent.futures
import importlib
import itertools
import multiprocessing
import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

from understudy.extras import install_command
from understudy.replay.errors import ReplayError

__all__ = ["Workers", "run_tasks"]

T = TypeVar("T")
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Workers:
    jobs: int = 1
    """How many tasks run at the same time."""
    ray: str | None = None
    """The address of a Ray cluster, "local" for one that is started here; None uses processes of this machine."""


def run_tasks(work: Callable[[T], R], tasks: Iterable[T], workers: Workers) -> Iterator[tuple[int, R]]:
    """Yield the number of each task with its result, in the order in which they end.

    `work` is a function of a module, so that other processes can import it. `tasks` is read as far as workers are
    free. An exception of a task is raised here, and no further task is started.
    """
    numbered = enumerate(tasks)
    if workers.ray is not None:
        return _run_on_ray(work, numbered, workers)
    if workers.jobs <= 1:
        return ((number, work(task)) for number, task in numbered)
    return _run_in_processes(work, numbered, workers.jobs)


def _run_in_processes(
    work: Callable[[T], R], tasks: Iterator[tuple[int, T]], jobs: int
) -> Iterator[tuple[int, R]]:
    # Not forked: this process may have threads, whose locks a fork would copy.
    context = multiprocessing.get_context("spawn")
    with concurrent.futures.ProcessPoolExecutor(jobs, mp_context=context) as pool:
        running: dict[concurrent.futures.Future[R], int] = {}
        try:
            while True:
                # One task more than there are workers, so that none waits for us.
                for number, task in itertools.islice(tasks, jobs + 1 - len(running)):
                    running[pool.submit(work, task)] = number
                if not running:
                    return
                done = concurrent.futures.wait(running, return_when=concurrent.futures.FIRST_COMPLETED).done
                for future in done:
                    yield running.pop(future), future.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _run_on_ray(
    work: Callable[[T], R], tasks: Iterator[tuple[int, T]], workers: Workers
) -> Iterator[tuple[int, R]]:
    ray = _import_ray()
    local = workers.ray == "local"
    # A cluster that is started here sends no usage statistics and has no dashboard.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        ray.init(
            address=None if local else workers.ray,
            num_cpus=workers.jobs if local else None,
            include_dashboard=False if local else None,
            log_to_driver=False,
        )
    except Exception as error:
        raise ReplayError("bad_usage", f"Ray cannot be used at {workers.ray!r}: {error}.") from error
    try:
        remote = ray.remote(num_cpus=1)(work)
        jobs = workers.jobs if local else max(workers.jobs, int(ray.cluster_resources().get("CPU", 1)))
        running: dict[Any, int] = {}
        while True:
            for number, task in itertools.islice(tasks, jobs + 1 - len(running)):
                running[remote.remote(task)] = number
            if not running:
                return
            done, _ = ray.wait([*running], num_returns=1)
            for reference in done:
                yield running.pop(reference), ray.get(reference)
    finally:
        ray.shutdown()


def _import_ray() -> Any:
    try:
        return importlib.import_module("ray")
    except ImportError as error:
        raise ReplayError(
            "bad_usage",
            f"Ray is not installed. Install it with: {install_command('ray')}",
        ) from error
