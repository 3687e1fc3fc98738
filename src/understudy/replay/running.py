"""A whole replay: the agent is started, every case is played, and the results are gathered."""

import asyncio
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final

import msgspec

from understudy.replay.connection import connected, loop_factory
from understudy.replay.driving import Event, replay_case
from understudy.replay.errors import ReplayError
from understudy.replay.records import Case, Half, read_cases
from understudy.replay.scoring import Ask, Hand, Tally, grouped
from understudy.replay.shapes import SHAPES

__all__ = ["Plan", "Progress", "Results", "run_replay"]

MOST_CASES: Final = 100_000
"""Cases in one run: they are counted first, so that the progress can be told."""


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    files: tuple[Path, ...]
    command: tuple[str, ...]
    environ: Mapping[str, str]
    most: int | None = None
    """Cases of each file."""
    half: Half | None = None


class Progress(msgspec.Struct, frozen=True):
    done: int
    total: int
    file: str
    shown: int
    accepted: int


class Results(msgspec.Struct, kw_only=True):
    """All that was seen, and the groups that a report shows."""

    agent: str
    half: Half | None
    asks: list[Ask]
    hands: list[Hand]

    def total(self) -> Tally:
        found = grouped(self.asks, self.hands, lambda _: "all")
        return found[0] if found else Tally(name="all", seconds=[])

    def by_file(self) -> list[Tally]:
        return grouped(self.asks, self.hands, lambda event: event.file)

    def by_language(self) -> list[Tally]:
        return grouped(self.asks, self.hands, lambda event: event.language)

    def by_shape(self) -> list[Tally]:
        found = grouped(self.asks, self.hands, lambda event: event.shape)
        return sorted(found, key=lambda tally: [*SHAPES, tally.name].index(tally.name))

    def by_family(self) -> list[Tally]:
        found = grouped(self.asks, (), lambda event: event.family or None if isinstance(event, Ask) else None)
        total = self.total()
        for tally in found:  # of all hunks, since nobody knows which family a hunk made by hand is of
            tally.by_hand = total.automated + total.by_hand - tally.automated
        return sorted(found, key=lambda tally: (-tally.shown, tally.name))


def run_replay(
    plan: Plan,
    progress: Callable[[Progress], None] = lambda _: None,
    follow: Callable[[Event], None] = lambda _: None,
) -> Results:
    """Play every case in turn. Raises ReplayError."""
    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        return runner.run(_run(plan, progress, follow))


async def _run(plan: Plan, progress: Callable[[Progress], None], follow: Callable[[Event], None]) -> Results:
    # Read twice, held never: a bad line is told before an agent is started, and memory stays flat.
    total = sum(1 for _ in _cases(plan))
    if total == 0:
        raise ReplayError("bad_cases", "There are no cases in what was given.")
    if total > MOST_CASES:
        raise ReplayError("bad_cases", f"There are {total} cases; --cases N takes the first N of each file.")
    results = Results(agent=" ".join(plan.command), half=plan.half, asks=[], hands=[])
    shown = accepted = 0
    async with connected(plan.command, plan.environ) as suggester:
        for done, (file, case) in enumerate(_cases(plan), 1):
            asks, hands = await replay_case(suggester, case, file, follow)
            results.asks += asks
            results.hands += hands
            accepted += sum(ask.outcome == "accepted" for ask in asks)
            shown += sum(ask.outcome in ("accepted", "rejected", "bad") for ask in asks)
            progress(Progress(done, total, file, shown, accepted))
    return results


def _cases(plan: Plan) -> Iterator[tuple[str, Case]]:
    """The cases of all files with the names of their files; two files of one name are told apart."""
    stems = [path.stem for path in plan.files]
    for path, stem in zip(plan.files, stems, strict=True):
        name = stem if stems.count(stem) == 1 else str(path)
        for case in read_cases(path, plan.most, plan.half):
            yield name, case
