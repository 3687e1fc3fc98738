"""Scripted agents as commands, what they heard, and whether any process of theirs is left."""

import asyncio
import json
import os
import sys
from collections.abc import Awaitable
from pathlib import Path
from typing import Any

SCRIPTED = str(Path(__file__).with_name("scripted.py"))
LIMIT = 30.0
"""Seconds that anything may take before a test gives up."""


def scripted(**script: Any) -> list[str]:
    """The command of an agent that does this; see `scripted` for the words."""
    return [sys.executable, SCRIPTED, json.dumps(script)]


def capable(**session: Any) -> dict[str, Any]:
    """An `initialize` of an agent that can only this."""
    return {"agentCapabilities": {"sessionCapabilities": session}}


def heard(record: Path, method: str) -> list[dict[str, Any]]:
    """The params of every message of this method that the agent heard."""
    if not record.exists():
        return []
    messages = [json.loads(line) for line in record.read_text().splitlines()]
    return [message.get("params", {}) for message in messages if message.get("method") == method]


def run(scene: Awaitable[Any]) -> Any:
    async def limited() -> Any:
        async with asyncio.timeout(LIMIT):
            return await scene

    return asyncio.run(limited())


async def until(happened: Any) -> None:
    async with asyncio.timeout(LIMIT):
        while not happened():
            await asyncio.sleep(0.005)


def is_alive(pid: int) -> bool:
    try:
        status = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
    return status.rsplit(")", 1)[1].split()[0] not in "ZX"


def marked(word: str) -> list[int]:
    """The processes in whose command line the word stands."""
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
