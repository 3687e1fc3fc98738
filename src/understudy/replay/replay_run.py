"""A whole replay: the agent is started, every case is played, and the results are gathered."""

import asyncio
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import msgspec

from understudy.replay.cases import Case, Half, read_cases
from understudy.replay.errors import ReplayError
from understudy.replay.limits import MAX_CASES_PER_RUN
from understudy.replay.line_diffs import EDIT_SHAPES
from understudy.replay.metrics import GroupMetrics, ManualHunk, RequestRecord, group_metrics
from understudy.replay.simulated_user import ReplayEvent, replay_case
from understudy.replay.suggestion_client import launch_agent, loop_factory

__all__ = ["ReplayPlan", "ReplayProgress", "ReplayResults", "run_replay"]


class ReplayPlan(msgspec.Struct, frozen=True, kw_only=True):
    files: tuple[Path, ...]
    command: tuple[str, ...]
    environ: Mapping[str, str]
    max_cases: int | None = None
    """Cases of each file."""
    half: Half | None = None


class ReplayProgress(msgspec.Struct, frozen=True):
    done: int
    total: int
    file: str
    shown: int
    accepted: int


class ReplayResults(msgspec.Struct, kw_only=True):
    """All that was seen, and the groups that a report shows."""

    agent: str
    half: Half | None
    requests: list[RequestRecord]
    manual_hunks: list[ManualHunk]

    def total(self) -> GroupMetrics:
        found = group_metrics(self.requests, self.manual_hunks, lambda _: "all")
        return found[0] if found else GroupMetrics(name="all", seconds=[])

    def by_file(self) -> list[GroupMetrics]:
        return group_metrics(self.requests, self.manual_hunks, lambda event: event.file)

    def by_language(self) -> list[GroupMetrics]:
        return group_metrics(self.requests, self.manual_hunks, lambda event: event.language)

    def by_shape(self) -> list[GroupMetrics]:
        found = group_metrics(self.requests, self.manual_hunks, lambda event: event.shape)
        return sorted(found, key=lambda tally: [*EDIT_SHAPES, tally.name].index(tally.name))

    def by_family(self) -> list[GroupMetrics]:
        found = group_metrics(
            self.requests,
            (),
            lambda event: event.family or None if isinstance(event, RequestRecord) else None,
        )
        total = self.total()
        for tally in found:  # of all hunks, since nobody knows which family a hunk made by hand is of
            tally.by_hand = total.automated + total.by_hand - tally.automated
        return sorted(found, key=lambda tally: (-tally.shown, tally.name))


def run_replay(
    plan: ReplayPlan,
    on_progress: Callable[[ReplayProgress], None] = lambda _: None,
    on_event: Callable[[ReplayEvent], None] = lambda _: None,
) -> ReplayResults:
    """Play every case in turn. Raises ReplayError."""
    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        return runner.run(_run_async(plan, on_progress, on_event))


async def _run_async(
    plan: ReplayPlan, on_progress: Callable[[ReplayProgress], None], on_event: Callable[[ReplayEvent], None]
) -> ReplayResults:
    # Read twice, held never: a bad line is told before an agent is started, and memory stays flat.
    total = sum(1 for _ in _iterate_cases(plan))
    if total == 0:
        raise ReplayError("bad_cases", "There are no cases in what was given.")
    if total > MAX_CASES_PER_RUN:
        raise ReplayError("bad_cases", f"There are {total} cases; --cases N takes the first N of each file.")
    results = ReplayResults(agent=" ".join(plan.command), half=plan.half, requests=[], manual_hunks=[])
    shown = accepted = 0
    async with launch_agent(plan.command, plan.environ) as suggester:
        for done, (file, case) in enumerate(_iterate_cases(plan), 1):
            asks, hands = await replay_case(suggester, case, file, on_event)
            results.requests += asks
            results.manual_hunks += hands
            accepted += sum(ask.outcome == "accepted" for ask in asks)
            shown += sum(ask.outcome in ("accepted", "rejected", "bad") for ask in asks)
            on_progress(ReplayProgress(done, total, file, shown, accepted))
    return results


def _iterate_cases(plan: ReplayPlan) -> Iterator[tuple[str, Case]]:
    """The cases of all files with the names of their files; two files of one name are told apart."""
    stems = [path.stem for path in plan.files]
    for path, stem in zip(plan.files, stems, strict=True):
        name = stem if stems.count(stem) == 1 else str(path)
        for case in read_cases(path, plan.max_cases, plan.half):
            yield name, case
