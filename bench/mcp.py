"""Reading a file over MCP stdio, compared with the reference filesystem server, with the same raw client."""

import contextlib
import json
import os
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from bench.goal import goal
from bench.measure import Row

__all__ = ["measure_mcp"]

PEER = {"@modelcontextprotocol/server-filesystem": "2026.8.31"}
ROUNDS, SMALL_EACH, LARGE_EACH = 12, 120, 8
START_ROUNDS = 7
EXIT_TIMEOUT_S = 120  # a server that is closed while it loads ends when it has loaded


class Client:
    """Writes a line, reads a line. Nothing of either server's own SDK is in the way."""

    def __init__(self, command: list[str]) -> None:
        begin = time.perf_counter()
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, bufsize=0
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._in, self._out = self._process.stdin, self._process.stdout.fileno()
        self._id = 0
        self.request(
            "initialize",
            {
                "protocolVersion": "2025-06-18",
                "capabilities": {},
                "clientInfo": {"name": "bench", "version": "0"},
            },
        )
        self.started = time.perf_counter() - begin
        self.cpu_s = processor_seconds(self._process.pid)
        self._send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def request(self, method: str, params: dict[str, Any]) -> bytes:
        self._id += 1
        self._send({"jsonrpc": "2.0", "id": self._id, "method": method, "params": params})
        parts: list[bytes] = []
        while not parts or not parts[-1].endswith(b"\n"):
            data = os.read(self._out, 1 << 20)
            if not data:
                raise RuntimeError("the server ended")
            parts.append(data)
        return b"".join(parts)

    def read(self, tool: str, path: Path, times: int) -> float:
        """The median seconds of a call."""
        taken: list[float] = []
        for _ in range(times):
            begin = time.perf_counter()
            answer = self.request("tools/call", {"name": tool, "arguments": {"path": str(path)}})
            taken.append(time.perf_counter() - begin)
        assert not json.loads(answer)["result"].get("isError")
        return statistics.median(taken)

    def close(self) -> None:
        self._in.close()
        self._process.wait(EXIT_TIMEOUT_S)

    def _send(self, message: dict[str, Any]) -> None:
        self._in.write(json.dumps(message).encode() + b"\n")


def processor_seconds(pid: int) -> float:
    """The processor time of all threads of a process so far (Linux). The load of the machine hardly changes it."""
    spent = 0
    for path in Path(f"/proc/{pid}/task").glob("*/schedstat"):
        with contextlib.suppress(OSError):  # the thread has ended
            spent += int(path.read_text().split()[0])
    return spent / 1e9


def measure_start(ours: list[str], peer: list[str]) -> Row:
    """Start both in turn, and compare the processor time until `initialize` is answered."""
    seconds: list[tuple[float, float]] = []
    for turn in range(START_ROUNDS + 1):
        clients = [Client(ours), Client(peer)]
        if turn:  # the first fills the caches
            seconds.append((clients[0].cpu_s, clients[1].cpu_s))
        for client in clients:
            client.close()
    mine, other = (statistics.median(pair[side] for pair in seconds) for side in (0, 1))
    return Row(
        "`understudy mcp` started and initialized (processor time)",
        f"{mine * 1000:.0f} ms",
        f"server-filesystem {other * 1000:.0f} ms",
        f"{mine / other:.2f}",
        goal("≤ 1.0", mine <= other),
    )


def measure_mcp(work: Path) -> list[Row]:
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return [Row("readFile over MCP stdio", "-", "Node and npm are not installed", "-", "≤ 1.0")]
    peers = work / "peers"
    server = peers / "node_modules/@modelcontextprotocol/server-filesystem/dist/index.js"
    if not server.exists():
        peers.mkdir(exist_ok=True)
        (peers / "package.json").write_text(json.dumps({"private": True, "dependencies": PEER}))
        subprocess.run([npm, "install", "--no-audit", "--no-fund", "--silent"], cwd=peers, check=True)
    root = (work / "mcp").resolve()
    root.mkdir(exist_ok=True)
    small, large = root / "small.py", root / "large.py"
    line = "    return self.handler(request, response)  # as code goes\n"
    small.write_text(line * 18)
    large.write_text(line * (1_000_000 // len(line)))
    commands = (
        [sys.executable, "-m", "understudy.cli.main", "mcp", "--root", str(root)],
        [node, str(server), str(root)],
    )
    rows = [measure_start(*commands)]
    ours, peer = map(Client, commands)
    for client, tool in ((ours, "readFile"), (peer, "read_text_file")):
        for path in (small, large):
            client.read(tool, path, 30)
    times: dict[str, list[tuple[float, float]]] = {"small": [], "large": []}
    for _ in range(ROUNDS):
        for name, path, count in (("small", small, SMALL_EACH), ("large", large, LARGE_EACH)):
            times[name].append((ours.read("readFile", path, count), peer.read("read_text_file", path, count)))
    ours.close()
    peer.close()
    for name, what, wanted in (("small", "1 KB", "≤ 1.0"), ("large", "1 MB", "≤ 0.5")):
        mine, other = (statistics.median(pair[side] for pair in times[name]) for side in (0, 1))
        ratio = statistics.median(pair[0] / pair[1] for pair in times[name])
        rows.append(
            Row(
                f"readFile of {what} over MCP stdio",
                f"{mine * 1e6:.0f} µs",
                f"server-filesystem {other * 1e6:.0f} µs",
                f"{ratio:.2f}",
                wanted,
            )
        )
    return rows
