"""Lines that are typed key by key, in blocks of cases: as `replay_blocks` does for whole edits.

An answer after the time of the next key counts as silence here too, so that more workers than free cores change
what is counted.
"""

import asyncio
from collections.abc import Callable
from pathlib import Path

from msgspec import field

from understudy.replay.distribution.replay_blocks import Block, BlockResult, play_blocks
from understudy.replay.distribution.work_pool import Workers
from understudy.replay.errors import ReplayError
from understudy.replay.replay_run import ReplayPlan, ReplayProgress
from understudy.replay.suggestion_client import launch_agent, loop_factory
from understudy.replay.typed_lines import TypingCounts, TypingResults, type_case

__all__ = ["run_typing_in_blocks"]


class _TypedBlock(BlockResult, frozen=True):
    counts: TypingCounts = field(default_factory=lambda: TypingCounts(""))
    seconds: list[float] = field(default_factory=list[float])
    chances: list[tuple[float, bool]] = field(default_factory=list[tuple[float, bool]])


def run_typing_in_blocks(
    plan: ReplayPlan,
    workers: Workers,
    *,
    journal_path: Path | None = None,
    on_progress: Callable[[ReplayProgress], None] = lambda _: None,
) -> TypingResults:
    """Type the lines of every case. Raises ReplayError. `journal_path`: where finished blocks are kept."""
    shown = right = 0

    def report(done: int, total: int, file: str, result: _TypedBlock, is_new: bool) -> None:
        nonlocal shown, right
        shown, right = shown + result.counts.shown, right + result.counts.right
        if is_new:
            on_progress(ReplayProgress(done, total, file, shown, right))

    files: dict[str, TypingCounts] = {}
    results = TypingResults(" ".join(plan.command), [], [], [])
    for file, block in play_blocks("typing", plan, _play_block, _TypedBlock, workers, journal_path, report):
        files.setdefault(file, TypingCounts(file)).add(block.counts)
        results.seconds += block.seconds
        results.chances += block.chances
    results.files = list(files.values())
    return results


def _play_block(block: Block) -> _TypedBlock:
    """Runs in a worker."""
    try:
        with block.agent_environ() as environ, asyncio.Runner(loop_factory=loop_factory()) as runner:
            return runner.run(_type_cases(block, environ))
    except ReplayError as error:
        return _TypedBlock(error=(error.code, error.message))


async def _type_cases(block: Block, environ: dict[str, str]) -> _TypedBlock:
    counts = TypingCounts(block.file)
    results = TypingResults("", [], [], [])
    async with launch_agent(block.command, environ) as client:
        for case in block.decode_cases():
            await type_case(client, case, counts, results)
    return _TypedBlock(counts=counts, seconds=results.seconds, chances=results.chances)
