"""The work of a cancelled caller is undone, and whatever fails then is logged."""

import asyncio
import logging

import pytest

from understudy.chat.session import SessionTasks


def cancel_during_work(*, work_fails: bool = False, undo_fails: bool = False) -> list[str]:
    """Cancel the caller of `run_or_undo` while its work waits; return what was undone."""
    undone: list[str] = []

    async def work(release: asyncio.Event) -> str:
        await release.wait()
        if work_fails:
            raise OSError("no work")
        return "result"

    async def undo(result: str) -> None:
        if undo_fails:
            raise OSError("no undo")
        undone.append(result)

    async def play() -> None:
        tasks, release = SessionTasks(), asyncio.Event()
        caller = asyncio.ensure_future(tasks.run_or_undo(work(release), undo))
        await asyncio.sleep(0)
        caller.cancel()
        await asyncio.wait({caller})
        assert caller.cancelled()
        release.set()
        await tasks.wait_all(60)

    asyncio.run(play())
    return undone


def test_the_result_of_a_cancelled_caller_is_undone() -> None:
    assert cancel_during_work() == ["result"]


@pytest.mark.parametrize(
    ("work_fails", "message"),
    [
        (True, "the work of a cancelled caller failed"),
        (False, "the work of a cancelled caller could not be undone"),
    ],
)
def test_what_fails_after_a_cancel_is_logged(
    caplog: pytest.LogCaptureFixture, work_fails: bool, message: str
) -> None:
    caplog.set_level(logging.DEBUG, "understudy")
    assert cancel_during_work(work_fails=work_fails, undo_fails=True) == []
    assert [record.getMessage() for record in caplog.records] == [message]
