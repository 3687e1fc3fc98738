"""The time limit of patterns counts CPU time of the thread that works, whatever else runs."""

import hashlib
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager

import pytest

from understudy.workspace import Stop, TimedOut
from understudy.workspace.limits import MAX_JS_ATTEMPTS, MAX_JS_LIMIT_FACTOR
from understudy.workspace.patterns.js_engine import (
    JsFunction,
    JsInterruptedEarlyError,
    repeat_if_interrupted_early,
)
from understudy.workspace.stop import TimeBudget


def spend(seconds: float) -> None:
    """Use up CPU time of this thread."""
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


@contextmanager
def busy_threads(count: int) -> Generator[None]:
    """Threads that use CPU time of this process without holding the GIL."""
    done = threading.Event()
    data = b"x" * (1 << 21)

    def hash_on() -> None:
        while not done.is_set():
            hashlib.sha256(data).digest()

    threads = [threading.Thread(target=hash_on) for _ in range(count)]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        done.set()
        for thread in threads:
            thread.join()


def test_waiting_costs_nothing_and_working_does() -> None:
    budget = TimeBudget(Stop(), 0.2)
    time.sleep(0.3)
    assert budget.check_remaining() > 0.1
    assert not budget.is_nearly_spent()
    spend(0.19)
    assert budget.is_nearly_spent()
    spend(0.02)
    with pytest.raises(TimedOut) as caught:
        budget.check_remaining()
    assert caught.value.details["limitMs"] == 200
    budget.restart()
    assert budget.check_remaining() > 0.1


def test_the_requests_own_deadline_counts_as_well() -> None:
    assert 0 < TimeBudget(Stop(0.05), 2).check_remaining() <= 0.05
    budget = TimeBudget(Stop(0.01), 2)
    time.sleep(0.02)
    with pytest.raises(TimedOut):
        budget.check_remaining()


def test_an_endless_script_ends_at_the_limit() -> None:
    function = JsFunction("(function () { while (true) {} })")
    before = time.thread_time()
    with pytest.raises(TimedOut):
        function.call({}, TimeBudget(Stop(), 0.3))
    assert 0.25 < time.thread_time() - before < 1


def test_an_interruption_by_other_threads_is_distinguished_from_a_timeout() -> None:
    function = JsFunction("(function () { while (true) {} })")
    before = time.thread_time()
    with busy_threads(4), pytest.raises(JsInterruptedEarlyError) as caught:
        function.call({}, TimeBudget(Stop(), 1.0))
    assert time.thread_time() - before < 0.9
    assert 2 < caught.value.limit_factor <= MAX_JS_LIMIT_FACTOR


def test_work_that_other_threads_interrupted_is_repeated_with_a_larger_limit_and_all_its_time() -> None:
    budget = TimeBudget(Stop(), 0.2)
    factors: list[float] = []

    def work(limit_factor: float) -> str:
        assert not budget.is_nearly_spent()
        factors.append(limit_factor)
        if len(factors) < MAX_JS_ATTEMPTS:
            spend(0.19)
            raise JsInterruptedEarlyError(limit_factor * 3)
        return "done"

    assert repeat_if_interrupted_early(work, budget) == "done"
    assert factors == [1.0, 3.0, 9.0]


def test_work_that_is_always_interrupted_times_out() -> None:
    attempts: list[float] = []

    def work(limit_factor: float) -> str:
        attempts.append(limit_factor)
        raise JsInterruptedEarlyError(2.0)

    with pytest.raises(TimedOut):
        repeat_if_interrupted_early(work, TimeBudget(Stop(), 0.2))
    assert len(attempts) == MAX_JS_ATTEMPTS
