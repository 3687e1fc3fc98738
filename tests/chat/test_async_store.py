"""The session store on its thread: order, opening at the first call, errors, the queue's limit, and the end."""

import asyncio
import queue
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from acp_editor import run
from chat.turn.turn_harness import FakeClient
from understudy.chat.async_store import AsyncSessionStore
from understudy.chat.events import AgentText
from understudy.chat.limits import MAX_QUEUED_STORE_CALLS
from understudy.chat.sqlite import SqliteSessionStore
from understudy.chat.store import LeaseLost, NoSession, SessionBusy, StoreBusy, StoreClosed, StoredSession
from understudy.chat.turn.recorder import Recorder


class RecordingStore(SqliteSessionStore):
    """A real store that records its calls, and whose appends wait while `gate` is cleared."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.calls: list[str] = []
        self.threads: set[int] = set()
        self.gate = threading.Event()
        self.gate.set()

    def append(self, id: str, events: Sequence[bytes], **more: Any) -> StoredSession:  # noqa: A002
        self.gate.wait(240)
        self.calls.append(f"append {len(self.calls)}")
        self.threads.add(threading.get_ident())
        return super().append(id, events, **more)

    def close(self) -> None:
        self.calls.append("close")
        super().close()


def test_the_store_is_opened_by_the_first_call_and_only_once(tmp_path: Path) -> None:
    opened: list[int] = []

    def open_store() -> SqliteSessionStore:
        opened.append(threading.get_ident())
        return SqliteSessionStore(tmp_path)

    async def scenario() -> None:
        store = AsyncSessionStore(open_store)
        assert store.take_notice() is None
        assert not opened
        await asyncio.gather(*(store.create(name, "/", [], {}) for name in "abc"))
        assert len(opened) == 1
        assert opened[0] != threading.get_ident()
        await store.close(60)

    run(scenario())


def test_a_store_that_is_never_used_starts_no_thread(tmp_path: Path) -> None:
    async def scenario() -> None:
        before = threading.active_count()
        store = AsyncSessionStore(lambda: SqliteSessionStore(tmp_path / "state"))
        await store.close(60)
        assert threading.active_count() == before
        assert not (tmp_path / "state").exists()

    run(scenario())


def test_an_opening_that_failed_is_tried_again_by_the_next_call(tmp_path: Path) -> None:
    failures = [StoreBusy("locked")]

    def open_store() -> SqliteSessionStore:
        if failures:
            raise failures.pop()
        return SqliteSessionStore(tmp_path)

    async def scenario() -> None:
        store = AsyncSessionStore(open_store)
        with pytest.raises(StoreBusy):
            await store.create("a", "/", [], {})
        assert (await store.create("a", "/", [], {})).id == "a"
        await store.close(60)

    run(scenario())


def test_calls_run_in_one_thread_in_the_order_of_the_calls_even_if_cancelled(tmp_path: Path) -> None:
    async def scenario() -> None:
        recording = RecordingStore(tmp_path)
        store = AsyncSessionStore(lambda: recording)
        await store.create("a", "/", [], {})
        recording.gate.clear()
        waiting = [store.append("a", [AgentText(text=str(number))]) for number in range(20)]
        for future in waiting[::2]:
            future.cancel()  # the caller waits no more; the call is made all the same
        recording.gate.set()
        await asyncio.wait(waiting)
        events = await store.events("a")
        assert [event.text for event in events if isinstance(event, AgentText)] == list(map(str, range(20)))
        assert len(recording.threads) == 1
        await store.close(60)

    run(scenario())


@pytest.mark.parametrize(
    "error", [NoSession("gone"), KeyError("a"), StopIteration(), SystemExit(3), KeyboardInterrupt()]
)
def test_an_error_of_the_store_reaches_its_caller_and_the_thread_goes_on(
    tmp_path: Path, error: BaseException
) -> None:
    class FailingStore(RecordingStore):
        def delete(self, id: str, **more: Any) -> bool:  # noqa: A002
            raise error

    expected = isinstance(error, Exception) and not isinstance(error, StopIteration)

    async def scenario() -> None:
        store = AsyncSessionStore(lambda: FailingStore(tmp_path))
        with pytest.raises(type(error) if expected else RuntimeError):
            await store.delete("a")
        assert (await store.create("a", "/", [], {})).id == "a"
        await store.close(60)

    run(scenario())


@pytest.mark.parametrize(("queued", "accepted"), [(-1, True), (0, False), (1, False)])
def test_the_queue_has_a_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, queued: int, accepted: bool
) -> None:
    most = 5
    monkeypatch.setattr("understudy.chat.async_store.MAX_QUEUED_STORE_CALLS", most)
    assert MAX_QUEUED_STORE_CALLS == 4096

    async def scenario() -> None:
        recording = RecordingStore(tmp_path)
        store = AsyncSessionStore(lambda: recording)
        await store.create("a", "/", [], {})
        recording.gate.clear()
        running = store.append("a", [])
        while store._threads.waiting:  # the thread has taken the call that waits at the gate
            await asyncio.sleep(0.001)
        waiting = [store.append("a", []) for _ in range(min(most, most + queued))]
        try:
            if accepted:
                waiting.append(store.append("a", []))
            else:
                with pytest.raises(StoreBusy, match="5 calls wait"):
                    store.append("a", [])
        finally:
            recording.gate.set()
        await asyncio.gather(running, *waiting)
        await store.close(60)

    run(scenario())


def test_closing_lets_queued_calls_finish_and_rejects_further_ones(tmp_path: Path) -> None:
    async def scenario() -> None:
        recording = RecordingStore(tmp_path)
        store = AsyncSessionStore(lambda: recording)
        await store.create("a", "/", [], {})
        recording.gate.clear()
        waiting = [store.append("a", [AgentText(text="x")]) for _ in range(3)]
        closing = asyncio.ensure_future(store.close(60))
        await asyncio.sleep(0)
        with pytest.raises(StoreClosed):
            store.get("a")
        assert "close" not in recording.calls
        recording.gate.set()
        await closing
        assert [future.result().events for future in waiting] == [1, 2, 3]
        assert recording.calls == ["append 0", "append 1", "append 2", "close"]
        await store.close(60)

    run(scenario())


def test_closing_gives_up_on_a_call_that_hangs(tmp_path: Path) -> None:
    async def scenario() -> None:
        recording = RecordingStore(tmp_path)
        store = AsyncSessionStore(lambda: recording)
        await store.create("a", "/", [], {})
        recording.gate.clear()
        hanging = store.append("a", [])
        with pytest.raises(TimeoutError):
            await store.close(0.01)
        recording.gate.set()
        await hanging
        await store.close(60)
        assert recording.calls[-1] == "close"

    run(scenario())


def test_an_error_while_closing_is_raised(tmp_path: Path) -> None:
    class FailingStore(SqliteSessionStore):
        def close(self) -> None:
            super().close()
            raise OSError("the disk is gone")

    async def scenario() -> None:
        store = AsyncSessionStore(lambda: FailingStore(tmp_path))
        await store.create("a", "/", [], {})
        with pytest.raises(OSError, match="gone"):
            await store.close(60)

    run(scenario())


def test_a_loop_that_ended_first_leaves_no_thread_waiting(tmp_path: Path) -> None:
    opened: list[RecordingStore] = []

    def open_store() -> RecordingStore:
        opened.append(RecordingStore(tmp_path))
        return opened[0]

    async def scenario() -> Callable[[], bool]:
        store = AsyncSessionStore(open_store)
        await store.create("a", "/", [], {})
        opened[0].gate.clear()
        store.append("a", [])
        return store._threads.is_alive

    alive = run(scenario())
    opened[0].gate.set()
    for _ in range(6000):
        if not alive():
            break
        threading.Event().wait(0.01)
    assert not alive()
    opened[0].close()


def test_writes_carry_the_lease_that_is_held(tmp_path: Path) -> None:
    async def scenario() -> None:
        ours = AsyncSessionStore(lambda: SqliteSessionStore(tmp_path), owner="ann")
        theirs = AsyncSessionStore(lambda: SqliteSessionStore(tmp_path), owner="ann")
        await ours.create("s", "/", [], {})
        lease = await ours.acquire("s", "replica-1", 600)
        assert await theirs.holder("s") == lease
        with pytest.raises(SessionBusy):
            await theirs.append("s", [AgentText(text="theirs")])
        with pytest.raises(SessionBusy):
            await theirs.acquire("s", "replica-2", 600)
        for number in range(3):
            await ours.append("s", [AgentText(text=str(number))])
        assert (await ours.renew("s", 600)).epoch == lease.epoch
        assert await ours.release("s")
        assert not await ours.release("s")
        with pytest.raises(LeaseLost):
            await ours.renew("s", 600)
        await theirs.acquire("s", "replica-2", 600)
        await theirs.append("s", [AgentText(text="3")])
        assert await theirs.events("s") == [AgentText(text=str(number)) for number in range(4)]
        await theirs.delete("s")
        await ours.close(60)
        await theirs.close(60)

    run(scenario())


def test_a_holder_that_was_replaced_writes_nothing(tmp_path: Path) -> None:
    async def scenario() -> None:
        old = AsyncSessionStore(lambda: SqliteSessionStore(tmp_path))
        new = AsyncSessionStore(lambda: SqliteSessionStore(tmp_path))
        await old.create("s", "/", [], {})
        await old.acquire("s", "replica-1", 0)
        await old.append("s", [AgentText(text="first")])
        await new.acquire("s", "replica-2", 600)
        for write in (
            lambda: old.append("s", [AgentText(text="late")]),
            lambda: old.change("s", settings={"mode": "late"}),
            lambda: old.renew("s", 600),
            lambda: old.delete("s"),
        ):
            with pytest.raises(LeaseLost):
                await write()
        assert await new.events("s") == [AgentText(text="first")]
        await old.close(60)
        await new.close(60)

    run(scenario())


def test_an_append_whose_answer_was_lost_is_not_expected_twice(tmp_path: Path) -> None:
    class ForgetfulStore(SqliteSessionStore):
        lose = True

        def append(self, id: str, events: Sequence[bytes], **more: Any) -> StoredSession:  # noqa: A002
            stored = super().append(id, events, **more)
            if self.lose:
                self.lose = False
                raise StoreBusy("the answer is lost")
            return stored

    async def scenario() -> None:
        store = AsyncSessionStore(lambda: ForgetfulStore(tmp_path))
        await store.create("s", "/", [], {})
        await store.acquire("s", "replica-1", 600)
        with pytest.raises(StoreBusy):
            await store.append("s", [AgentText(text="first")])
        assert (await store.append("s", [AgentText(text="second")])).events == 2
        await store.close(60)

    run(scenario())


def test_views_share_the_store_but_no_leases(tmp_path: Path) -> None:
    async def scenario() -> None:
        opened: list[RecordingStore] = []

        def open_store() -> RecordingStore:
            opened.append(RecordingStore(tmp_path))
            return opened[-1]

        store = AsyncSessionStore(open_store, owner="ann", threads=4)
        one, two, other = store.view(), store.view(), store.view("bob")
        await one.create("s", "/", [], {})
        await one.acquire("s", "connection-1", 0)
        await two.acquire("s", "connection-2", 600)
        with pytest.raises(LeaseLost):
            await one.append("s", [AgentText(text="late")])
        with pytest.raises(LeaseLost):
            await one.renew("s", 600)
        await two.append("s", [AgentText(text="mine")])
        with pytest.raises(NoSession):
            await other.get("s")
        await one.close(60)
        assert await two.events("s") == [AgentText(text="mine")]
        assert len(opened) == 1
        await store.close(60)
        assert opened[0].calls[-1] == "close"
        with pytest.raises(StoreClosed):
            await two.get("s")

    run(scenario())


def test_a_view_gets_a_thread_of_its_own_while_others_are_busy(tmp_path: Path) -> None:
    """The threads are started one after the other, when those before are busy already."""

    async def scenario() -> None:
        release = threading.Event()
        started: queue.SimpleQueue[str] = queue.SimpleQueue()

        class SlowStore(SqliteSessionStore):
            def append(self, id: str, events: Sequence[bytes], **more: Any) -> StoredSession:  # noqa: A002
                started.put(id)
                if id != "c":
                    release.wait(240)
                return super().append(id, events, **more)

        store = AsyncSessionStore(lambda: SlowStore(tmp_path), threads=3)
        views = {name: store.view() for name in "abc"}
        for name, view in views.items():
            await view.create(name, "/", [], {})
        slow: list[asyncio.Future[Any]] = []
        for name in "ab":
            slow.append(asyncio.ensure_future(views[name].append(name, [AgentText(text="x")])))
            assert await asyncio.to_thread(started.get, timeout=240) == name
        await views["c"].append("c", [AgentText(text="x")])
        assert not any(one.done() for one in slow)
        release.set()
        await asyncio.gather(*slow)
        await store.close(60)

    run(scenario())


def test_views_are_served_at_the_same_time_each_in_its_order(tmp_path: Path) -> None:
    async def scenario() -> None:
        barrier = threading.Barrier(3, timeout=240)
        done: list[tuple[str, int]] = []

        class MeetingStore(SqliteSessionStore):
            def append(self, id: str, events: Sequence[bytes], **more: Any) -> StoredSession:  # noqa: A002
                barrier.wait()  # passes only if three calls run at once
                stored = super().append(id, events, **more)
                done.append((id, stored.events))
                return stored

        store = AsyncSessionStore(lambda: MeetingStore(tmp_path), threads=3)
        views = {name: store.view() for name in "abc"}
        await asyncio.gather(*(view.create(name, "/", [], {}) for name, view in views.items()))
        await asyncio.gather(
            *(view.append(name, [AgentText(text="x")]) for _ in range(5) for name, view in views.items())
        )
        for name in views:
            assert [count for session, count in done if session == name] == [1, 2, 3, 4, 5]
        await store.close(60)

    run(scenario())


def test_an_event_of_a_turn_is_stored_in_fewer_than_nine_calls(tmp_path: Path) -> None:
    chains: dict[str, list[str]] = {}

    def profile(frame: FrameType, event: str, argument: object) -> None:
        del argument
        if event != "call" or frame.f_code.co_name not in ("submit", "insert_events"):
            return
        chain: list[str] = []
        caller: FrameType | None = frame
        while caller is not None:
            if "/understudy/chat/" in caller.f_code.co_filename:
                chain.append(caller.f_code.co_name)
            caller = caller.f_back
        chains[frame.f_code.co_name] = chain[::-1]

    async def scenario() -> None:
        store = AsyncSessionStore(lambda: SqliteSessionStore(tmp_path))
        await store.create("a", "/", [], {})
        recorder = Recorder("a", store, FakeClient())
        sys.setprofile(profile)
        try:
            await recorder.record(AgentText(text="hello", message_id="m"), show=False)
        finally:
            sys.setprofile(None)
        await store.close(60)

    threading.setprofile(profile)
    try:
        run(scenario())
    finally:
        threading.setprofile(None)
    started, thread_loop = chains["submit"], "_serve"
    stored = [name for name in chains["insert_events"] if name != thread_loop]
    assert started[0] == "record"
    assert len(started) + len(stored) < 9, (started, stored)
