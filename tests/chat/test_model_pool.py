"""An open model is checked again after an interval, and after a reset."""

import asyncio
from collections.abc import AsyncGenerator

import pytest

from understudy.chat import ModelPool, shared
from understudy.models import ModelError, ModelEvent, Request
from understudy.tools import WorkerPool


class Named:
    takes_images = False
    context_window = 1000

    def __init__(self, name: str) -> None:
        self.name = name

    async def stream(self, request: Request) -> AsyncGenerator[ModelEvent]:
        raise AssertionError(f"nothing was to be asked, but {request}")
        yield  # makes it a generator

    async def close(self) -> None:
        pass


def count_checks(*, checks: int, opened: bool = True, reset: bool = False) -> list[str]:
    checked: list[str] = []

    async def check() -> None:
        workers = WorkerPool()
        pool = ModelPool("one", ("one", "two"), checked.append, Named, workers)
        if opened:
            async with pool.lease("one"):
                pass
        if reset:
            await pool.reset()
        for _ in range(checks):
            await pool.check("one")
        await pool.check("two")
        await workers.close(60)

    asyncio.run(check())
    return checked


def test_a_model_that_was_just_opened_is_not_checked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared, "MODEL_CHECK_INTERVAL_S", 1e9)
    assert count_checks(checks=3) == ["two"]


def test_a_model_that_is_not_open_is_checked_every_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared, "MODEL_CHECK_INTERVAL_S", 1e9)
    assert count_checks(checks=2, opened=False) == ["one", "one", "two"]
    assert count_checks(checks=2, reset=True) == ["one", "one", "two"]


def test_an_open_model_is_checked_again_after_the_interval(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared, "MODEL_CHECK_INTERVAL_S", 0.0)
    assert count_checks(checks=2) == ["one", "one", "two"]


def test_an_open_model_whose_key_was_deleted_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared, "MODEL_CHECK_INTERVAL_S", 0.0)

    def refuse(name: str) -> None:
        raise ModelError("auth", f"no key for {name}")

    async def ask() -> None:
        workers = WorkerPool()
        pool = ModelPool("one", ("one",), refuse, Named, workers)
        async with pool.lease("one"):
            for _ in range(2):  # a failed check does not count as one
                with pytest.raises(ModelError, match="no key for one"):
                    await pool.check("one")
        await workers.close(60)

    asyncio.run(ask())


class FailsToClose(Named):
    async def close(self) -> None:
        raise OSError(f"{self.name} cannot be closed")


def test_a_model_that_cannot_be_closed_is_logged_and_the_others_are_closed(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def reset() -> None:
        workers = WorkerPool()
        pool = ModelPool("one", ("one", "two"), lambda _: None, FailsToClose, workers)
        for name in ("one", "two"):
            async with pool.lease(name):
                pass
        await pool.reset()
        await workers.close(60)

    asyncio.run(reset())
    assert [record.getMessage() for record in caplog.records] == ["closing a model failed"] * 2
