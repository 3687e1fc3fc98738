"""Collects garbage between the answers to next-edit requests, so that no collection makes one of them late.

The interpreter counts objects that were allocated and not freed. An agent that caches much frees old objects as
fast as it allocates new ones, so its own collections become rare and long, and they happen inside requests. Here
the young objects are collected after each answer, which takes a fraction of a millisecond, and all in a pause.
"""

import asyncio
import gc

from understudy.acp.limits import ANSWERS_PER_FULL_COLLECTION, FULL_COLLECTION_PAUSE_S

__all__ = ["GarbageCollection"]


class GarbageCollection:
    def __init__(
        self,
        pause_s: float = FULL_COLLECTION_PAUSE_S,
        answers_per_full_collection: int = ANSWERS_PER_FULL_COLLECTION,
    ) -> None:
        self._pause_s = pause_s
        self._answers_per_full_collection = answers_per_full_collection
        self._answers = 0
        self._is_young_due = False
        self._full: asyncio.TimerHandle | None = None

    def on_answer_sent(self) -> None:
        """Collect the young objects when the answer is written, and all of them if no other answer follows."""
        loop = asyncio.get_running_loop()
        self._answers += 1
        if not self._is_young_due:
            self._is_young_due = True
            loop.call_soon(self._collect_young)
        if self._full is not None:
            self._full.cancel()
        if self._answers >= self._answers_per_full_collection:
            self._full = loop.call_later(self._pause_s, self._collect_all)

    def _collect_young(self) -> None:
        self._is_young_due = False
        gc.collect(0)

    def _collect_all(self) -> None:
        self._answers = 0
        self._full = None
        gc.collect()
