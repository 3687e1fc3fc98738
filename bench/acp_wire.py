"""The protocol's own cost: round trips and messages a second of one echo agent on three SDKs, with one client.

A request is measured twice: with the lightest handler that an SDK takes (a plain function; the Python SDK takes
coroutines only), and with a coroutine on all of them. The Python SDK is measured as its documentation runs it and
on uvloop, which ours uses. Figures of the real agent, which does real work, stand beside them.
"""

import statistics
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from bench.acp_client import UNDERSTUDY, Editor, Failed
from bench.acp_peers import OURS, PYTHON_SDK, PYTHON_SDK_ON_UVLOOP, TYPESCRIPT_SDK, echo_agents
from bench.goal import goal
from bench.measure import Row

__all__ = ["measure_wire"]

ROUNDS, TRIPS, INBOUND, OUTBOUND = 9, 1_000, 20_000, 10_000
WANTED = {PYTHON_SDK: 3.0, PYTHON_SDK_ON_UVLOOP: 3.0, TYPESCRIPT_SDK: 1.5}
CHUNK = "x" * 200
LOGIN = ("authenticate", {"methodId": "environment-key"})
"""A request that every agent here answers without work, from a coroutine."""


Trip = tuple[float, float]
"""Seconds of a round trip: the median, and what one of a hundred exceeds."""


@dataclass
class Figures:
    """What one agent did, a figure for each round."""

    plain: list[Trip] = field(default_factory=list[Trip])
    coroutine: list[Trip] = field(default_factory=list[Trip])
    inbound: list[float] = field(default_factory=list[float])
    outbound: list[float] = field(default_factory=list[float])


def measure_wire(work: Path) -> list[Row]:
    home = work / "acp-home"
    home.mkdir(exist_ok=True)
    figures: dict[str, Figures] = {}
    with ExitStack() as stack:
        agents = {
            name: stack.enter_context(Editor(command, home)) for name, command in echo_agents(work).items()
        }
        for turn in range(ROUNDS + 2):
            if turn == 2:  # two rounds for the compilers and caches of all three
                figures = {name: Figures() for name in agents}
            for name, editor in agents.items():
                _round(editor, figures.setdefault(name, Figures()))
    rows: list[Row] = []
    for peer in WANTED:
        if peer in figures:
            rows += _rows(figures[OURS], peer, figures[peer])
        else:
            rows.append(Row(f"ACP against the {peer}", "-", "Node is not installed", "-", "≥ 1.5 ×"))
    return rows + _real(home)


def _round(editor: Editor, figures: Figures) -> None:
    session = editor.new(Path("/"))
    mode = {"sessionId": session, "modeId": "ask"}
    figures.plain.append(_trip(editor, "session/set_mode", mode))
    figures.coroutine.append(_trip(editor, *LOGIN))
    figures.inbound.append(_inbound(editor, session))
    figures.outbound.append(_outbound(editor, session))


def _trip(editor: Editor, method: str, params: dict[str, str]) -> Trip:
    times = sorted(editor.round_trips(method, params, TRIPS))
    return statistics.median(times), times[TRIPS * 99 // 100]


def _inbound(editor: Editor, session: str) -> float:
    """Notifications a second, until a request behind them is answered."""
    notifications = editor.frame("session/cancel", {"sessionId": session}) * INBOUND
    begin = time.perf_counter()
    editor.write(notifications)
    editor.request(*LOGIN)
    return INBOUND / (time.perf_counter() - begin)


def _outbound(editor: Editor, session: str) -> float:
    """Session updates a second, until the prompt that they belong to is answered."""
    texts = [{"type": "text", "text": text} for text in (str(OUTBOUND), CHUNK)]
    before, begin = editor.updates, time.perf_counter()
    editor.request("session/prompt", {"sessionId": session, "prompt": texts})
    seconds = time.perf_counter() - begin
    if editor.updates - before != OUTBOUND:
        raise Failed(f"{editor.updates - before} of {OUTBOUND} updates came")
    return OUTBOUND / seconds


def _rows(ours: Figures, name: str, peer: Figures) -> list[Row]:
    def trip(what: str, pick: Callable[[Figures], list[Trip]]) -> Row:
        times = statistics.median(b[0] / a[0] for a, b in zip(pick(ours), pick(peer), strict=True))
        return Row(what, _in_words(pick(ours)), f"{name} {_in_words(pick(peer))}", *verdict(times))

    def rate(what: str, pick: Callable[[Figures], list[float]]) -> Row:
        mine, other = statistics.median(pick(ours)), statistics.median(pick(peer))
        times = statistics.median(a / b for a, b in zip(pick(ours), pick(peer), strict=True))
        return Row(what, f"{mine:,.0f}/s", f"{name} {other:,.0f}/s", *verdict(times))

    def verdict(times: float) -> tuple[str, str]:
        return f"{times:.2f} ×", goal(f"≥ {WANTED[name]} ×", times >= WANTED[name])

    return [
        trip("ACP echo, round trip", lambda figures: figures.plain),
        trip("ACP echo, round trip of a coroutine", lambda figures: figures.coroutine),
        rate("ACP echo, notifications in", lambda figures: figures.inbound),
        rate("ACP echo, updates of 200 bytes out", lambda figures: figures.outbound),
    ]


def _in_words(trips: list[Trip]) -> str:
    p50, p99 = (statistics.median(trip[part] for trip in trips) for part in (0, 1))
    return f"{p50 * 1e6:.0f} µs (p99 {p99 * 1e6:.0f})"


def _real(home: Path) -> list[Row]:
    with Editor(UNDERSTUDY, home) as editor:
        session = editor.new(home)
        editor.request("session/list", {})  # behind this, nothing of the new session is on its way any more
        trips = [_trip(editor, *LOGIN) for _ in range(ROUNDS)]
        inbound = statistics.median(_inbound(editor, session) for _ in range(ROUNDS))
        kept: list[float] = []
        for turn in range(100):
            begin = time.perf_counter()
            editor.request("session/set_mode", {"sessionId": session, "modeId": ("ask", "edit")[turn % 2]})
            kept.append(time.perf_counter() - begin)
        editor.request("session/delete", {"sessionId": session})
    return [
        Row("`understudy acp`, `authenticate`", _in_words(trips), "-", "-", "-"),
        Row("`understudy acp`, `session/cancel` in", f"{inbound:,.0f}/s", "-", "-", "-"),
        Row(
            "`understudy acp`, `session/set_mode`, on the disk",
            f"{statistics.median(kept) * 1000:.1f} ms",
            "-",
            "-",
            "-",
        ),
    ]
