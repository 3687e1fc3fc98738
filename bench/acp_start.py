"""Time from the start of the process to the response to `initialize`, which an editor waits for."""

import statistics
import subprocess
import sys
import time
from pathlib import Path

from bench.acp_client import UNDERSTUDY, Editor, agent_environ
from bench.acp_peers import PYTHON_SDK, TYPESCRIPT_SDK, echo_agents
from bench.goal import goal
from bench.measure import Row

__all__ = ["measure_start"]

ROUNDS = 15
BARE = 'python -c "import asyncio"'


def measure_start(work: Path) -> list[Row]:
    home = work / "acp-home"
    home.mkdir(exist_ok=True)
    peers = echo_agents(work)
    times: dict[str, list[float]] = {name: [] for name in ("ours", BARE, PYTHON_SDK, TYPESCRIPT_SDK)}
    for turn in range(ROUNDS + 1):
        found = {
            BARE: _bare(home),
            "ours": _agent(UNDERSTUDY, home),
            **{name: _agent(peers[name], home) for name in (PYTHON_SDK, TYPESCRIPT_SDK) if name in peers},
        }
        if turn:  # the first fills the caches
            for name, seconds in found.items():
                times[name].append(seconds)
    rows: list[Row] = []
    ours = statistics.median(times["ours"])
    for name, most, words in (
        (BARE, 2.0, "< 2.0"),
        (TYPESCRIPT_SDK, 1.0, "< 1.0"),
        (PYTHON_SDK, 1.0, "< 1.0"),
    ):
        what = "`understudy acp` started and initialized"
        if not times[name]:
            rows.append(Row(what, f"{ours * 1000:.0f} ms", f"{name}: Node is not installed", "-", words))
            continue
        peer = statistics.median(times[name])
        rows.append(
            Row(
                what,
                f"{ours * 1000:.0f} ms",
                f"{name} {peer * 1000:.0f} ms",
                f"{ours / peer:.2f}",
                goal(words, ours / peer < most),
            )
        )
    return rows


def _bare(home: Path) -> float:
    begin = time.perf_counter()
    subprocess.run([sys.executable, "-c", "import asyncio"], env=agent_environ(home), check=True)
    return time.perf_counter() - begin


def _agent(command: tuple[str, ...], home: Path) -> float:
    with Editor(command, home) as editor:
        return editor.started
