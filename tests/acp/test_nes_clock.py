"""The user's pauses are measured on the clock of the set-up, so that a test can let them pass."""

from pathlib import Path

from acp_editor import run
from nes_editor import Scripted, following, typed
from virtual_clock import VirtualClock


def test_the_pause_since_an_edit_is_measured_on_the_injected_clock(tmp_path: Path) -> None:
    clock, engine = VirtualClock(), Scripted()

    async def scene() -> None:
        async with following(tmp_path, engine, clock=clock) as session:
            await session.open()
            await session.change(typed(0, 0, 3, "new"))
            await session.suggest(0, 3)
            await clock.advance(7.5)
            await session.suggest(0, 3)

    run(scene())
    assert [asked.now - asked.edits[-1].time for asked in engine.asked] == [0.0, 7.5]


def test_two_changes_with_a_long_pause_between_them_are_two_edits(tmp_path: Path) -> None:
    clock, engine = VirtualClock(), Scripted()

    async def edits_after(pause: float) -> int:
        async with following(tmp_path, engine, clock=clock) as session:
            await session.open()
            await session.change(typed(0, 3, 3, "\n"))
            await session.suggest(0, 3)
            await clock.advance(pause)
            await session.change(typed(1, 4, 4, "\n"))
            await session.suggest(1, 4)
        return len(engine.asked[-1].edits)

    assert (run(edits_after(0.1)), run(edits_after(5.0))) == (1, 2)
