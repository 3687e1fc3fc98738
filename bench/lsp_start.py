"""Time from the start of `understudy lsp` to the response to `initialize`, which an editor waits for."""

import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

from bench.acp_client import agent_environ
from bench.goal import goal
from bench.measure import Row

__all__ = ["measure_lsp_start"]

ROUNDS = 15
COMMAND = [str(Path(sys.executable).parent / "understudy"), "lsp"]
BARE = [sys.executable, "-c", "import asyncio"]
INITIALIZE: dict[str, object] = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"capabilities": {}},
}


def measure_lsp_start(work: Path) -> list[Row]:
    home = work / "lsp-home"
    home.mkdir(exist_ok=True)
    bare: list[float] = []
    ours: list[float] = []
    for turn in range(ROUNDS + 1):
        found = _time_bare(home), _time_server(home)
        if turn:  # the first fills the caches
            bare.append(found[0])
            ours.append(found[1])
    server, python = statistics.median(ours), statistics.median(bare)
    return [
        Row(
            "`understudy lsp` started and initialized",
            f"{server * 1000:.0f} ms",
            f'python -c "import asyncio" {python * 1000:.0f} ms',
            f"{server / python:.2f}",
            goal("< 2.0", server / python < 2.0),
        )
    ]


def _time_bare(home: Path) -> float:
    begin = time.perf_counter()
    subprocess.run(BARE, env=agent_environ(home), check=True)
    return time.perf_counter() - begin


def _time_server(home: Path) -> float:
    body = json.dumps(INITIALIZE).encode()
    begin = time.perf_counter()
    with subprocess.Popen(
        COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=agent_environ(home), bufsize=0
    ) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        server.stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
        os.read(server.stdout.fileno(), 1 << 16)
        taken = time.perf_counter() - begin
        server.stdin.close()
    return taken
