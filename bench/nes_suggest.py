"""Latency of nes/suggest over stdio, compared with an agent on the TypeScript SDK that never has a suggestion.

The peer's round trip is the cost of any request; ours includes the preceding change and the computation.
"""

import statistics
from contextlib import ExitStack
from pathlib import Path

from bench.acp_client import UNDERSTUDY
from bench.goal import goal
from bench.measure import Row
from bench.nes_client import NesEditor, Session, silent_agent

__all__ = ["measure_suggest"]

WARM, ASKED, TURN = 100, 1_000, 50
SMALL, LARGE = 40, 2_000
"""Functions of six lines."""


def measure_suggest(work: Path) -> list[Row]:
    home = work / "acp-home"
    home.mkdir(exist_ok=True)
    peer = silent_agent(work)
    with ExitStack() as stack:
        ours = stack.enter_context(NesEditor(UNDERSTUDY, home))
        silent = stack.enter_context(NesEditor(peer, home)) if peer is not None else None
        return [
            _row("a file of 240 lines", ours, silent, SMALL, 0.005),
            _row("a file of 12,000 lines", ours, silent, LARGE, 0.010),
        ]


def _row(what: str, ours: NesEditor, peer: NesEditor | None, functions: int, wanted: float) -> Row:
    mine = Session(ours, functions)
    sessions = [mine] if peer is None else [mine, Session(peer, functions)]
    times: list[list[float]] = [[] for _ in sessions]
    for turn in range((WARM + ASKED) // TURN):
        for session, taken in zip(sessions, times, strict=True):
            for _ in range(TURN):
                session.type()
                taken.append(session.ask())
            if turn == WARM // TURN - 1:
                taken.clear()
    what = f"`nes/suggest`, {what}; {100 * mine.suggested // (WARM + ASKED)} % with a suggestion"
    p50, p99 = _quantiles(times[0])
    reached = p50 <= wanted and p99 <= 0.030
    target = goal(f"p50 ≤ {wanted * 1000:.0f} ms, p99 ≤ 30 ms", reached)
    if peer is None:
        return Row(what, _in_words(times[0]), "Node is not installed", "-", target)
    ratio = f"{p50 / _quantiles(times[1])[0]:.1f} × an empty answer"
    return Row(what, _in_words(times[0]), f"TypeScript SDK, silent: {_in_words(times[1])}", ratio, target)


def _quantiles(times: list[float]) -> tuple[float, float]:
    return statistics.median(times), sorted(times)[len(times) * 99 // 100]


def _in_words(times: list[float]) -> str:
    p50, p99 = _quantiles(times)
    return f"{p50 * 1000:.2f} ms (p99 {p99 * 1000:.2f})"
