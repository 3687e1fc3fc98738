"""When the agent collects garbage: after an answer, and all of it in a pause."""

import asyncio
import gc
import weakref
from collections.abc import Callable, Iterator

import pytest

from understudy.acp.garbage import GarbageCollection

YOUNG, ALL = 0, 2
"""Generations of the garbage collector."""


class Cycle:
    """Only the garbage collector frees it."""

    def __init__(self) -> None:
        self.own = self


@pytest.fixture(autouse=True)
def no_automatic_collection() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.fixture
def collections() -> Iterator[list[int]]:
    """The generations that were collected."""
    found: list[int] = []

    def note(phase: str, info: dict[str, int]) -> None:
        if phase == "stop":
            found.append(info["generation"])

    gc.callbacks.append(note)
    yield found
    gc.callbacks.remove(note)


async def run_until(is_reached: Callable[[], bool]) -> None:
    while not is_reached():
        await asyncio.sleep(0)


def test_young_garbage_is_collected_once_after_the_answers_of_one_turn_of_the_loop(
    collections: list[int],
) -> None:
    async def answer() -> None:
        collection = GarbageCollection()
        garbage = weakref.ref(Cycle())
        collection.on_answer_sent()
        collection.on_answer_sent()
        assert garbage() is not None, "the answer is written first"
        await run_until(lambda: garbage() is None)
        await asyncio.sleep(0)

    asyncio.run(answer())
    assert collections.count(YOUNG) == 1


def test_all_garbage_is_collected_in_a_pause_after_many_answers(collections: list[int]) -> None:
    async def answer() -> None:
        collection = GarbageCollection(pause_s=0, answers_per_full_collection=3)
        for _ in range(3):
            assert ALL not in collections
            collection.on_answer_sent()
        await run_until(lambda: ALL in collections)
        collection.on_answer_sent()
        await run_until(lambda: collections[-1] == YOUNG)
        await asyncio.sleep(0)

    asyncio.run(answer())
    assert collections.count(ALL) == 1, "the answers are counted anew"


def test_another_answer_defers_the_collection_of_all_garbage(collections: list[int]) -> None:
    async def answer() -> None:
        collection = GarbageCollection(pause_s=0, answers_per_full_collection=1)
        for _ in range(5):
            collection.on_answer_sent()
        await run_until(lambda: ALL in collections)
        for _ in range(10):
            await asyncio.sleep(0)

    asyncio.run(answer())
    assert collections.count(ALL) == 1
