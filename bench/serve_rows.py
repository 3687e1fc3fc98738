"""A short run of `bench.serve` as rows of the table: a process of its own, which finds the modules of the tests."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

from bench.goal import goal
from bench.measure import NotInstalled, Row

__all__ = ["measure_serve"]

OPTIONS: Final = ("--connections", "30", "--turns", "10", "--seconds", "60")
OPTIONS_VARIABLE: Final = "SERVE"
"""In the environment: other options, such as `--connections 300 --turns 50 --seconds 600`."""
MAX_RECOVERY_S: Final = 12.0
"""The lease and two seconds."""
MAX_TURN_CPU_MS: Final = 8.0


def measure_serve(work: Path) -> list[Row]:
    del work
    root = Path(__file__).parents[1]
    if shutil.which("haproxy") is None:
        raise NotInstalled("haproxy is not installed: apt-get install haproxy postgresql")
    words = os.environ.get(OPTIONS_VARIABLE, "").split() or OPTIONS
    done = subprocess.run(
        [sys.executable, "-m", "bench.serve", *words],
        cwd=root,
        env={**os.environ, "PYTHONPATH": f"{root / 'tests'}{os.pathsep}{root}"},
        stdout=subprocess.PIPE,
        check=True,
    )
    return _rows(json.loads(done.stdout))


def _rows(found: dict[str, Any]) -> list[Row]:
    def row(what: str, ours: object, wanted: str = "-", reached: bool | None = None) -> Row:
        return Row(what, str(ours), "-", "-", wanted if reached is None else goal(wanted, reached))

    alone, through = found["alone_single_sqlite"], found["alone_proxy_postgres"]
    added = {name: round(through[f"{name}_ms"] - alone[f"{name}_ms"], 1) for name in ("p50", "p99")}
    wrong = [found[name] for name in ("acknowledged_lost", "acknowledged_doubled", "fenced_writes")]
    recovery, cpu = found["slowest_recovery_s"], found["cpu_ms_per_turn"]
    what = f"serve: {found['replicas']} replicas, {found['connections']} connections"
    return [
        row(f"{what}, turns", f"{found['turns']} ({found['turns_per_second']} a second)"),
        row("lost, doubled, fenced writes", ", ".join(map(str, wrong)), "0", not any(wrong)),
        row("sessions usable again", f"{recovery} s", "<= lease + 2 s", recovery <= MAX_RECOVERY_S),
        row(
            "proxy and store add",
            f"p50 {added['p50']} ms, p99 {added['p99']} ms",
            "<= 5 ms, <= 25 ms",
            added["p50"] <= 5 and added["p99"] <= 25,
        ),
        row("CPU of a turn in a replica", f"{cpu} ms", "<= 8 ms", cpu <= MAX_TURN_CPU_MS),
    ]
