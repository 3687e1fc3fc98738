"""Fixtures for model engines: every wait has a limit, and every engine is closed."""

import asyncio
import time
from collections.abc import AsyncGenerator, Coroutine, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any, TypeVar

from nes_model.scripted_server import Line, ScriptedServer
from nes_model.situations import applied, situation_of
from understudy.nes.engine_api import EngineResult, Situation
from understudy.nes.model.engine import ModelEngine
from understudy.nes.model.settings import parse_model_settings

__all__ = ["GOOD", "KEY", "NEW", "TEXT", "answered", "engine_for", "once", "result", "run", "word"]

T = TypeVar("T")

TEXT = "def total(self):\n    return su‸m(self.prices)\n"
NEW = "def total(self):\n    return sum(line.price for line in self.lines)\n"
GOOD = f"{NEW}>>>>>>> UPDATED\n"
KEY = "sk-very-secret-key"


def run(work: Coroutine[Any, Any, T]) -> T:
    async def limited() -> T:
        async with asyncio.timeout(240):
            return await work

    return asyncio.run(limited())


@asynccontextmanager
async def engine_for(
    server: ScriptedServer, spec: str = "zeta2", key: str | None = None, **more: Any
) -> AsyncGenerator[ModelEngine]:
    prefix, clock = more.pop("prefix", ""), more.pop("clock", time.monotonic)
    engine = ModelEngine(replace(parse_model_settings(spec, prefix + server.url), **more), key, clock=clock)
    try:
        yield engine
    finally:
        await engine.close()


def word(verdict: EngineResult) -> str:
    assert not verdict.candidates
    return verdict.reason.partition(":")[0]


def result(situation: Situation, verdict: EngineResult) -> str:
    assert verdict.candidates, verdict.reason
    return applied(situation.snapshot.lines, verdict.candidates[0].edits)


async def once(server: ScriptedServer, spec: str = "zeta2", **more: Any) -> EngineResult:
    async with engine_for(server, spec, **more) as engine:
        return await engine.propose(situation_of(TEXT))


def answered(script: Sequence[Line], spec: str = "zeta2", **more: Any) -> EngineResult:
    with ScriptedServer(script) as server:
        return run(once(server, spec, **more))
