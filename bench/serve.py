"""Measures `understudy serve`: replicas on PostgreSQL behind HAProxy, with a scripted model, while a replica dies.

    PYTHONPATH=tests python -m bench.serve --replicas 3 --connections 300 --turns 50 --seconds 600

All parts are real processes. Each prompt has a number, which the model repeats; then each session is loaded,
and each acknowledged number must be in its transcript exactly once. After a third one replica is killed with -9,
after two PostgreSQL is restarted. Prints one JSON object.
"""

import argparse
import asyncio
import contextlib
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from agent_program import COMMAND, agent_environ
from postgres_server import PostgresServer
from provider_server import ProviderServer, Reply, says
from serve.replicas import HaProxy, replica_programs
from serve.serve_program import ServeProgram, provider_environ
from understudy.client import ClientError, Connection, Session, connect
from understudy.serve import add_user

LEASE_S = 10.0


def reply(body: dict[str, Any]) -> Reply:
    numbers = re.findall(r"number (\d+)\.", json.dumps(body["messages"][-1]))
    return says(f"It is {numbers[-1]}." if numbers else "Hm.")


def cpu_seconds(pid: int) -> float:
    with contextlib.suppress(OSError):
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return 0.0


def quantiles(seconds: list[float]) -> dict[str, float]:
    if len(seconds) < 2:
        return {}
    ordered = sorted(seconds)
    return {
        "p50_ms": round(1000 * statistics.median(ordered), 1),
        "p99_ms": round(1000 * ordered[int(0.99 * (len(ordered) - 1))], 1),
    }


class Load:
    def __init__(self, address: str, token: str, root: Path) -> None:
        self.address = address
        self.headers = {"Authorization": f"Bearer {token}"}
        self.root = root
        self.acknowledged: dict[str, list[int]] = {}
        self.latencies: list[float] = []
        self.failures: Counter[str] = Counter()
        self.recoveries: list[float] = []
        self.broken_at: dict[str, float] = {}
        self._number = 0

    async def turn(self, session: Session) -> None:
        self._number += 1
        number, began = self._number, time.monotonic()
        try:
            text = await session.prompt(f"Repeat the number {number}.").text()
        except ClientError as error:
            self.failures[str(error)[:60]] += 1
            self.broken_at.setdefault(session.id, began)
            return
        if f"{number}." in text:
            self.acknowledged.setdefault(session.id, []).append(number)
            self.latencies.append(time.monotonic() - began)
            if session.id in self.broken_at:
                self.recoveries.append(time.monotonic() - self.broken_at.pop(session.id))

    async def verify(self, agent: Connection) -> dict[str, int]:
        lost = doubled = 0
        for session_id, numbers in self.acknowledged.items():
            while True:
                try:
                    loaded = await agent.load_session(session_id, self.root)
                    break
                except ClientError as error:
                    if "busy" not in str(error):
                        raise
                    await asyncio.sleep(0.5)
            said = Counter(re.findall(r"It is (\d+)\.", str(loaded.replayed)))
            lost += sum(not said[str(number)] for number in numbers)
            doubled += sum(said[str(number)] > 1 for number in numbers)
            await agent.close_session(session_id)
        return {"acknowledged_lost": lost, "acknowledged_doubled": doubled}


async def measure(load: Load, options: argparse.Namespace, disturb: Any) -> dict[str, Any]:
    async with contextlib.AsyncExitStack() as stack:
        agents = [
            await stack.enter_async_context(connect(load.address, headers=load.headers, timeout=120))
            for _ in range(options.connections)
        ]
        sessions = [await agent.new_session(load.root) for agent in agents]
        gate = asyncio.Semaphore(options.turns)
        ends = time.monotonic() + options.seconds

        async def work(session: Session) -> None:
            while time.monotonic() < ends:
                async with gate:
                    await load.turn(session)

        disturbing = asyncio.ensure_future(disturb(options.seconds))
        await asyncio.gather(*(work(session) for session in sessions))
        await disturbing
    async with connect(load.address, headers=load.headers, timeout=120) as agent:
        return await load.verify(agent)


async def alone(address: str, headers: dict[str, str], root: Path, count: int) -> list[float]:
    """Latencies of turns one after the other."""
    async with connect(address, headers=headers, timeout=120) as agent:
        session = await agent.new_session(root)
        found: list[float] = []
        for number in range(count):
            began = time.monotonic()
            await session.prompt(f"Repeat the number {number}.").text()
            found.append(time.monotonic() - began)
        return found[3:]


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--replicas", type=int, default=3)
    parser.add_argument("--connections", type=int, default=60)
    parser.add_argument("--turns", type=int, default=20, help="at the same time")
    parser.add_argument("--seconds", type=float, default=60)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary, ProviderServer(reply) as provider, ExitStack() as stack:
        folder = Path(temporary)
        root = folder / "root"
        root.mkdir()
        token = add_user(folder / "users.toml", "bench", [str(root)])
        limits = "[users.bench.limits]\nconnections = 2000\nsessions = 2000\nconcurrent_turns = 2000\n"
        (folder / "users.toml").write_text((folder / "users.toml").read_text() + limits)
        headers = {"Authorization": f"Bearer {token}"}
        environ = provider_environ(provider)
        users = ("--users", str(folder / "users.toml"))
        single = stack.enter_context(ServeProgram(folder / "single", *users, **environ))
        baseline = asyncio.run(alone(single.address, headers, root, 60))
        single_cpu = cpu_seconds(single.process.pid)
        postgres = PostgresServer()
        stack.callback(postgres.close)
        postgres.execute("CREATE DATABASE bench")
        store = postgres.address("bench")
        migrate = [COMMAND, "serve", "--migrate", "--store", store]
        subprocess.run(migrate, check=True, env=agent_environ(folder), capture_output=True)
        replicas = [
            stack.enter_context(program)
            for program in replica_programs(folder, options.replicas, *users, "--store", store, **environ)
        ]
        proxy = stack.enter_context(HaProxy(folder, replicas))
        through = asyncio.run(alone(proxy.address, headers, root, 60))
        before = sum(cpu_seconds(replica.process.pid) for replica in replicas)

        async def disturb(seconds: float) -> None:
            await asyncio.sleep(seconds / 3)
            replicas[0].process.kill()
            await asyncio.sleep(seconds / 3)
            await asyncio.to_thread(postgres.stop)
            await asyncio.to_thread(postgres.start)

        load = Load(proxy.address, token, root)
        found = asyncio.run(measure(load, options, disturb))
        used = sum(cpu_seconds(replica.process.pid) for replica in replicas[1:]) - before / len(replicas)
        turns = len(load.latencies)
        json.dump(
            {
                "replicas": options.replicas,
                "connections": options.connections,
                "concurrent_turns": options.turns,
                "seconds": options.seconds,
                "turns": turns,
                "turns_per_second": round(turns / options.seconds, 1),
                "loaded": quantiles(load.latencies),
                "alone_single_sqlite": quantiles(baseline),
                "alone_proxy_postgres": quantiles(through),
                "cpu_ms_per_turn_alone": round(1000 * single_cpu / 60, 1),
                "cpu_ms_per_turn_of_living_replicas": round(1000 * used / max(turns, 1), 1),
                "failed_turns": dict(load.failures),
                "slowest_recovery_s": round(max(load.recoveries, default=0.0), 1),
                **found,
            },
            sys.stdout,
            indent=2,
        )
        print()
    return 0


if __name__ == "__main__":
    sys.exit(main())
