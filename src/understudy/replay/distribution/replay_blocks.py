"""A replay in blocks of cases, which may run at the same time and on other machines.

Each block has a few consecutive cases of one file and an agent of its own that has learned nothing. So its result
depends on nothing but its cases, and a replay in blocks has the same result for any number of workers. (A replay
without blocks has one agent, which learns from its first cases for its last.)
"""

import asyncio
import contextlib
import os
import tempfile
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import TypeVar

import msgspec

from understudy.replay.cases import Case
from understudy.replay.distribution.journal import Journal, fingerprint
from understudy.replay.distribution.work_pool import Workers, run_tasks
from understudy.replay.errors import ReplayError
from understudy.replay.limits import CASES_PER_BLOCK, MAX_CASES_PER_RUN
from understudy.replay.metrics import ManualHunk, ReplayResults, RequestRecord
from understudy.replay.replay_run import ReplayPlan, ReplayProgress, iterate_cases, replay_case
from understudy.replay.suggestion_client import launch_agent, loop_factory

__all__ = ["Block", "BlockResult", "play_blocks", "run_replay_in_blocks"]


class Block(msgspec.Struct, frozen=True):
    """What another process gets: as JSON, so that every way to send it keeps it the same."""

    kind: str
    """How the cases are played; a result of one kind is none of another."""
    file: str
    cases: bytes
    command: tuple[str, ...]
    environ: dict[str, str]
    """What the agent's environment has besides that of the worker."""

    @property
    def fingerprint(self) -> str:
        return fingerprint(self.kind, self.file, self.cases, *self.command)

    def decode_cases(self) -> list[Case]:
        return msgspec.json.decode(self.cases, type=list[Case])

    @contextlib.contextmanager
    def agent_environ(self) -> Generator[dict[str, str]]:
        """The environment of an agent that has learned nothing. Its state is deleted at the end."""
        with tempfile.TemporaryDirectory(prefix="understudy-nes-") as state:
            yield {**os.environ, **self.environ, "UNDERSTUDY_STATE_DIR": state}


class BlockResult(msgspec.Struct, frozen=True, kw_only=True):
    error: tuple[str, str] | None = None
    """Code and message of a ReplayError, which does not survive being sent as an exception."""


R = TypeVar("R", bound=BlockResult)


class _PlayedBlock(BlockResult, frozen=True):
    requests: list[RequestRecord] = msgspec.field(default_factory=list[RequestRecord])
    manual_hunks: list[ManualHunk] = msgspec.field(default_factory=list[ManualHunk])


def play_blocks(
    kind: str,
    plan: ReplayPlan,
    play: Callable[[Block], R],
    result_type: type[R],
    workers: Workers,
    journal_path: Path | None,
    on_result: Callable[[int, int, str, R, bool], None],
) -> list[tuple[str, R]]:
    """Play all cases; return the file and the result of each block, in the order of the cases. Raises ReplayError.

    `on_result` is called with the number of cases that are done, that of all, the file and the result
    of a block, and whether it was played now and not found in the journal.
    """
    # The files are read twice: an invalid line, or too many cases, is reported before the cases are held.
    sizes = [len(msgspec.json.decode(block.cases, type=list[msgspec.Raw])) for block in _blocks(kind, plan)]
    total = sum(sizes)
    if total == 0:
        raise ReplayError("bad_cases", "There are no cases in what was given.")
    if total > MAX_CASES_PER_RUN:
        raise ReplayError("bad_cases", f"There are {total} cases; --cases N takes the first N of each file.")
    blocks = list(_blocks(kind, plan))
    journal = Journal(journal_path, result_type)
    found: list[R | None] = [journal.get(block.fingerprint) for block in blocks]
    done = 0
    for size, block, result in zip(sizes, blocks, found, strict=True):
        if result is not None:
            done += size
            on_result(done, total, block.file, result, False)
    missing = [(number, block) for number, block in enumerate(blocks) if found[number] is None]
    # The longest first: at the end no worker has a long block alone.
    missing.sort(key=lambda one: -len(one[1].cases))
    for index, result in run_tasks(play, [block for _, block in missing], workers):
        if result.error is not None:
            raise ReplayError(*result.error)
        number, block = missing[index]
        found[number] = result
        journal.add(block.fingerprint, result)
        done += sizes[number]
        on_result(done, total, block.file, result, True)
    journal.delete()
    return [(block.file, result) for block, result in zip(blocks, found, strict=True) if result is not None]


def run_replay_in_blocks(
    plan: ReplayPlan,
    workers: Workers,
    *,
    journal_path: Path | None = None,
    on_progress: Callable[[ReplayProgress], None] = lambda _: None,
) -> ReplayResults:
    """Replay every case. Raises ReplayError. `journal_path`: where finished blocks are kept until all is done."""
    shown = accepted = 0

    def report(done: int, total: int, file: str, result: _PlayedBlock, is_new: bool) -> None:
        nonlocal shown, accepted
        shown, accepted = shown + _shown(result), accepted + _accepted(result)
        if is_new:
            on_progress(ReplayProgress(done, total, file, shown, accepted))

    results = ReplayResults(agent=" ".join(plan.command), half=plan.half, requests=[], manual_hunks=[])
    for _, block in play_blocks("edits", plan, _play_block, _PlayedBlock, workers, journal_path, report):
        results.requests += block.requests
        results.manual_hunks += block.manual_hunks
    return results


def _blocks(kind: str, plan: ReplayPlan) -> Iterator[Block]:
    environ = {name: value for name, value in plan.environ.items() if os.environ.get(name) != value}
    name, cases = "", list[Case]()
    for file, case in iterate_cases(plan):
        if cases and (file != name or len(cases) == CASES_PER_BLOCK):
            yield Block(kind, name, msgspec.json.encode(cases), plan.command, environ)
            cases = []
        name = file
        cases.append(case)
    if cases:
        yield Block(kind, name, msgspec.json.encode(cases), plan.command, environ)


def _play_block(block: Block) -> _PlayedBlock:
    """Runs in a worker."""
    try:
        with block.agent_environ() as environ, asyncio.Runner(loop_factory=loop_factory()) as runner:
            return runner.run(_play_cases(block, environ))
    except ReplayError as error:
        return _PlayedBlock(error=(error.code, error.message))


async def _play_cases(block: Block, environ: dict[str, str]) -> _PlayedBlock:
    result = _PlayedBlock(requests=[], manual_hunks=[])
    async with launch_agent(block.command, environ) as client:
        for case in block.decode_cases():
            requests, manual_hunks = await replay_case(client, case, block.file)
            result.requests.extend(requests)
            result.manual_hunks.extend(manual_hunks)
    return result


def _shown(result: _PlayedBlock) -> int:
    return sum(request.outcome in ("accepted", "rejected", "bad") for request in result.requests)


def _accepted(result: _PlayedBlock) -> int:
    return sum(request.outcome == "accepted" for request in result.requests)
