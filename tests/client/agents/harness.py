"""Scripted agents as commands, the messages that they received, and the processes that they left."""

import asyncio
import json
import os
import sys
from collections.abc import Awaitable
from pathlib import Path
from typing import Any

SCRIPTED = str(Path(__file__).with_name("scripted.py"))
LIMIT_S = 240.0
"""Seconds until a test fails."""


def scripted(**script: Any) -> list[str]:
    """The command of an agent that follows this script; `scripted.py` documents the steps."""
    return [sys.executable, SCRIPTED, json.dumps(script)]


def advertising(**session: Any) -> dict[str, Any]:
    """The response to `initialize` of an agent with only these session capabilities."""
    return {"agentCapabilities": {"sessionCapabilities": session}}


def received(record: Path, method: str) -> list[dict[str, Any]]:
    """The params of every message of this method that the agent received."""
    if not record.exists():
        return []
    messages = [json.loads(line) for line in record.read_text().splitlines()]
    return [message.get("params", {}) for message in messages if message.get("method") == method]


def run(scenario: Awaitable[Any]) -> Any:
    async def limited() -> Any:
        async with asyncio.timeout(LIMIT_S):
            return await scenario

    return asyncio.run(limited())


async def until(happened: Any) -> None:
    async with asyncio.timeout(LIMIT_S):
        while not happened():
            await asyncio.sleep(0.005)


def is_alive(pid: int) -> bool:
    try:
        status = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
    return status.rsplit(")", 1)[1].split()[0] not in "ZX"


def processes_with(word: str) -> list[int]:
    """The running processes with this word in their command line."""
    found: list[int] = []
    for name in os.listdir("/proc"):
        if not name.isdecimal() or int(name) == os.getpid():
            continue
        try:
            line = Path(f"/proc/{name}/cmdline").read_bytes()
        except OSError:
            continue
        if word.encode() in line and is_alive(int(name)):
            found.append(int(name))
    return found
