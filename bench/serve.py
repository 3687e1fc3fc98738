"""Measures `understudy serve`: replicas on PostgreSQL behind HAProxy, with a scripted model, while a replica dies.

    make bench serve                      # one minute, smaller numbers
    PYTHONPATH=tests python -m bench.serve --replicas 3 --connections 300 --turns 50 --seconds 600

All parts are real processes. Each prompt has a number, which the model repeats; then each session is loaded,
and each acknowledged number must be in its transcript exactly once. After a third one replica is killed with -9,
after two PostgreSQL is restarted. A holder that was fenced and still wrote would leave text outside of a turn, or
a hole in a sequence: the tables are read for both. Everything that was started ends with the run, also when it is
interrupted. Prints one JSON object.
"""

import argparse
import asyncio
import contextlib
import json
import os
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import psycopg

from agent_program import COMMAND, agent_environ
from postgres_server import PostgresServer
from provider_server import ProviderServer, Reply, says
from serve.replicas import HaProxy, replica_programs
from serve.serve_program import ServeProgram, provider_environ
from understudy.chat.events import AgentText, TurnEnded, UserPrompted, decode_event
from understudy.client import ClientError, Connection, Session, connect
from understudy.serve import add_user

LEASE_S = 10.0
WARM_UP_TURNS = 10
TURNS_ALONE = 60


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
        self.disturbances: list[float] = []
        """When a replica was killed, and when PostgreSQL was there again."""
        self._number = 0

    async def turn(self, session: Session) -> bool:
        """Return whether it was answered."""
        self._number += 1
        number, began = self._number, time.monotonic()
        try:
            text = await session.prompt(f"Repeat the number {number}.").text()
        except ClientError as error:
            self.failures[str(error)[:60]] += 1
            self.broken_at.setdefault(session.id, began)
            return False
        if f"{number}." in text:
            self.acknowledged.setdefault(session.id, []).append(number)
            now = time.monotonic()
            self.latencies.append(now - began)
            began = self.broken_at.pop(session.id, began)
            self.recoveries += [now - at for at in self.disturbances if began <= at <= now]
        return True

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


async def measure(load: Load, options: argparse.Namespace, disturb: Any, cpu: "CpuMeter") -> dict[str, Any]:
    async with contextlib.AsyncExitStack() as stack:
        agents = [
            await stack.enter_async_context(connect(load.address, headers=load.headers, timeout=120))
            for _ in range(options.connections)
        ]
        sessions = [await agent.new_session(load.root) for agent in agents]
        cpu.begin()  # what connections and sessions cost is no part of a turn
        gate = asyncio.Semaphore(options.turns)
        ends = time.monotonic() + options.seconds

        async def work(session: Session) -> None:
            while time.monotonic() < ends:
                async with gate:
                    # A broken session is tried again at once: to wait for others here is no part of its recovery.
                    while not await load.turn(session) and time.monotonic() < ends:
                        pass

        disturbing = asyncio.ensure_future(disturb(options.seconds))
        await asyncio.gather(*(work(session) for session in sessions))
        await disturbing
        cpu.end()
    async with connect(load.address, headers=load.headers, timeout=120) as agent:
        return await load.verify(agent)


async def alternate(
    addresses: list[str], headers: dict[str, str], root: Path, count: int
) -> list[list[float]]:
    """Latencies of turns one after the other, in turn at each address, so that all have the same load."""
    found: list[list[float]] = [[] for _ in addresses]
    async with contextlib.AsyncExitStack() as stack:
        agents = [
            await stack.enter_async_context(connect(address, headers=headers, timeout=120))
            for address in addresses
        ]
        sessions = [await agent.new_session(root) for agent in agents]
        for number in range(count + WARM_UP_TURNS):
            for session, seconds in zip(sessions, found, strict=True):
                began = time.monotonic()
                await session.prompt(f"Repeat the number {number}.").text()
                seconds.append(time.monotonic() - began)
    return [seconds[WARM_UP_TURNS:] for seconds in found]


def count_fenced_writes(store: str) -> int:
    """Events of the store that no holder of their session could have written."""
    with psycopg.connect(store) as connection:
        rows = connection.execute("SELECT session, seq, data FROM understudy.events ORDER BY session, seq")
        found, last_session, last_seq, in_turn = 0, None, 0, False
        for session, seq, data in rows:
            if session != last_session:
                last_session, last_seq, in_turn = session, seq - 1, False
            event = decode_event(data)
            is_text = isinstance(event, AgentText)
            found += seq != last_seq + 1 or (is_text and not in_turn)
            in_turn = isinstance(event, UserPrompted) or (in_turn and not isinstance(event, TurnEnded))
            last_seq = seq
        return found


class CpuMeter:
    """CPU seconds of processes between `begin` and `end`. A process that is about to be killed is ended before."""

    def __init__(self, *pids: int) -> None:
        self._pids = pids
        self._began: dict[int, float] = {}
        self._ended: dict[int, float] = {}

    def begin(self) -> None:
        self._began = {pid: cpu_seconds(pid) for pid in self._pids}

    def end(self, *pids: int) -> None:
        """Read these processes, all without an argument; one that was read before keeps its value."""
        for pid in pids or self._pids:
            self._ended.setdefault(pid, cpu_seconds(pid))

    def seconds(self) -> float:
        return sum(self._ended[pid] - began for pid, began in self._began.items())


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--replicas", type=int, default=3)
    parser.add_argument("--connections", type=int, default=60)
    parser.add_argument("--turns", type=int, default=20, help="at the same time")
    parser.add_argument("--seconds", type=float, default=60)
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # the `with` blocks end what was started
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
        # PostgreSQL ends with the thread that started it, so that thread has to outlive the event loop.
        restarter = stack.enter_context(ThreadPoolExecutor(1))
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
        asyncio.run(alternate([single.address, proxy.address], headers, root, WARM_UP_TURNS))
        alone_cpu = CpuMeter(single.process.pid)
        alone_cpu.begin()
        baseline, through = asyncio.run(
            alternate([single.address, proxy.address], headers, root, TURNS_ALONE)
        )
        alone_cpu.end()
        alone_ms = 1000 * alone_cpu.seconds() / (TURNS_ALONE + WARM_UP_TURNS)
        single.terminate()
        cpu = CpuMeter(*(replica.process.pid for replica in replicas))

        async def disturb(seconds: float) -> None:
            await asyncio.sleep(seconds / 3)
            cpu.end(replicas[0].process.pid)
            replicas[0].process.kill()
            load.disturbances.append(time.monotonic())
            await asyncio.sleep(seconds / 3)
            for step in (postgres.stop, postgres.start):
                await asyncio.get_running_loop().run_in_executor(restarter, step)
            load.disturbances.append(time.monotonic())

        load = Load(proxy.address, token, root)
        found = asyncio.run(measure(load, options, disturb, cpu))
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
                "cpu_ms_per_turn_alone": round(alone_ms, 1),
                "cpu_ms_per_turn": round(1000 * cpu.seconds() / max(turns, 1), 1),
                "failed_turns": dict(load.failures),
                "slowest_recovery_s": round(max(load.recoveries, default=0.0), 1),
                "fenced_writes": count_fenced_writes(store),
                "machine": f"{os.cpu_count()} cores, load average {os.getloadavg()[0]:.0f}",
                **found,
            },
            sys.stdout,
            indent=2,
        )
        print()
    return 0


if __name__ == "__main__":
    sys.exit(main())
