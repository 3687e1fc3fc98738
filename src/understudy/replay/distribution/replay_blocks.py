"""A replay in blocks of cases, which may run at the same time and on other machines.

Each block has a few consecutive cases of one file and an agent of its own that has learned nothing. So its result
depends on nothing but its cases, and a replay in blocks has the same result for any number of workers. (A replay
without blocks has one agent, which learns from its first cases for its last.)
"""

import asyncio
import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from understudy.replay.cases import Case
from understudy.replay.distribution.journal import Journal, fingerprint
from understudy.replay.distribution.work_pool import Workers, run_tasks
from understudy.replay.errors import ReplayError
from understudy.replay.limits import CASES_PER_BLOCK, MAX_CASES_PER_RUN
from understudy.replay.metrics import ManualHunk, ReplayResults, RequestRecord
from understudy.replay.replay_run import ReplayPlan, ReplayProgress, iterate_cases, replay_case
from understudy.replay.suggestion_client import launch_agent, loop_factory

__all__ = ["run_replay_in_blocks"]


class _Block(msgspec.Struct, frozen=True):
    """What another process gets: as JSON, so that every way to send it keeps it the same."""

    file: str
    cases: bytes
    command: tuple[str, ...]
    environ: dict[str, str]
    """What the agent's environment has besides that of the worker."""

    @property
    def fingerprint(self) -> str:
        return fingerprint(self.file, self.cases, *self.command)


class _BlockResult(msgspec.Struct, frozen=True):
    requests: list[RequestRecord] = []
    manual_hunks: list[ManualHunk] = []
    error: tuple[str, str] | None = None
    """Code and message of a ReplayError, which does not survive being sent as an exception."""


def run_replay_in_blocks(
    plan: ReplayPlan,
    workers: Workers,
    *,
    journal_path: Path | None = None,
    on_progress: Callable[[ReplayProgress], None] = lambda _: None,
) -> ReplayResults:
    """Replay every case. Raises ReplayError. `journal_path`: where finished blocks are kept until all is done."""
    # The files are read twice and never held: an invalid line is reported before an agent starts.
    sizes = [len(msgspec.json.decode(block.cases, type=list[msgspec.Raw])) for block in _blocks(plan)]
    total = sum(sizes)
    if total == 0:
        raise ReplayError("bad_cases", "There are no cases in what was given.")
    if total > MAX_CASES_PER_RUN:
        raise ReplayError("bad_cases", f"There are {total} cases; --cases N takes the first N of each file.")
    journal = Journal(journal_path, _BlockResult)
    found: list[_BlockResult | None] = [journal.get(block.fingerprint) for block in _blocks(plan)]
    missing = [number for number, result in enumerate(found) if result is None]
    done = total - sum(sizes[number] for number in missing)
    shown = accepted = 0
    for result in found:
        if result is not None:
            shown, accepted = shown + _shown(result), accepted + _accepted(result)
    wanted = set(missing)
    tasks = [block for number, block in enumerate(_blocks(plan)) if number in wanted]
    for index, result in run_tasks(_play_block, tasks, workers):
        if result.error is not None:
            raise ReplayError(*result.error)
        number = missing[index]
        found[number] = result
        journal.add(tasks[index].fingerprint, result)
        done += sizes[number]
        shown, accepted = shown + _shown(result), accepted + _accepted(result)
        on_progress(ReplayProgress(done, total, tasks[index].file, shown, accepted))
    results = ReplayResults(agent=" ".join(plan.command), half=plan.half, requests=[], manual_hunks=[])
    for result in found:
        if result is not None:
            results.requests += result.requests
            results.manual_hunks += result.manual_hunks
    journal.delete()
    return results


def _blocks(plan: ReplayPlan) -> Iterator[_Block]:
    environ = {name: value for name, value in plan.environ.items() if os.environ.get(name) != value}
    name, cases = "", list[Case]()
    for file, case in iterate_cases(plan):
        if cases and (file != name or len(cases) == CASES_PER_BLOCK):
            yield _Block(name, msgspec.json.encode(cases), plan.command, environ)
            cases = []
        name = file
        cases.append(case)
    if cases:
        yield _Block(name, msgspec.json.encode(cases), plan.command, environ)


def _play_block(block: _Block) -> _BlockResult:
    """Runs in a worker."""
    try:
        with (
            tempfile.TemporaryDirectory(prefix="understudy-nes-") as state,
            asyncio.Runner(loop_factory=loop_factory()) as runner,
        ):
            environ = {**os.environ, **block.environ, "UNDERSTUDY_STATE_DIR": state}
            return runner.run(_play_cases(block, environ))
    except ReplayError as error:
        return _BlockResult(error=(error.code, error.message))


async def _play_cases(block: _Block, environ: dict[str, str]) -> _BlockResult:
    result = _BlockResult(requests=[], manual_hunks=[])
    async with launch_agent(block.command, environ) as client:
        for case in msgspec.json.decode(block.cases, type=list[Case]):
            requests, manual_hunks = await replay_case(client, case, block.file)
            result.requests.extend(requests)
            result.manual_hunks.extend(manual_hunks)
    return result


def _shown(result: _BlockResult) -> int:
    return sum(request.outcome in ("accepted", "rejected", "bad") for request in result.requests)


def _accepted(result: _BlockResult) -> int:
    return sum(request.outcome == "accepted" for request in result.requests)
