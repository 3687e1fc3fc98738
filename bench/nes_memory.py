"""Memory of the real agent before and after ten thousand edits."""

from pathlib import Path

from bench.acp_client import UNDERSTUDY
from bench.goal import goal
from bench.measure import Row
from bench.nes_client import NesEditor, Session

__all__ = ["measure_memory"]

FUNCTIONS = 200
WARM, EDITS, EVERY = 4_000, 10_000, 10
MAX_GROWTH_BYTES = 2 << 20
"""Bytes that still count as flat: an allocator keeps what it likes."""


def measure_memory(work: Path) -> list[Row]:
    home = work / "acp-home"
    home.mkdir(exist_ok=True)
    what = f"memory over {EDITS:,} edits and {EDITS // EVERY:,} questions"
    with NesEditor(UNDERSTUDY, home) as editor:
        session = Session(editor, FUNCTIONS)
        _work(session, WARM)
        before = editor.memory()
        _work(session, EDITS)
        after = editor.memory()
    if before is None or after is None:
        return [Row(what, "this system does not tell", "-", "-", "-")]
    mib = 1 << 20
    figures = f"{before / mib:.1f} → {after / mib:.1f} MiB"
    more = after - before
    return [
        Row(what, figures, "-", f"{more / mib:+.2f} MiB", goal("flat (< 2 MiB)", more < MAX_GROWTH_BYTES))
    ]


def _work(session: Session, edits: int) -> None:
    for number in range(edits):
        session.type()
        if number % EVERY == 0:
            session.ask()
    session.ask()  # behind this, every edit was taken in
