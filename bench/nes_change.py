"""A change in a document of 1 MB: our document, with and without the edit history, compared with that of pygls.

In process, with decoded messages on both sides. pygls is installed into a separate folder.
"""

import importlib
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from bench.goal import goal
from bench.measure import Row
from understudy.nes.text.documents import ContentChange, Document
from understudy.nes.text.history import History

__all__ = ["measure_change"]

PYGLS = "pygls==2.1.1"
URI = "file:///bench/module.py"
LINES, ROUNDS, EACH, PEER_EACH = 30_000, 9, 500, 10
WANTED = 100e-6

Made = Callable[[int], tuple[int, int, int, int, str]]
"""The change with this number: first line and column, last line and column, new text."""

CHANGES: dict[str, Made] = {
    "a letter in the middle": lambda number: (LINES // 2, 8 + number % 40, LINES // 2, 8 + number % 40, "x"),
    "a letter, hopping between lines": lambda number: (number * 97 % LINES, 4, number * 97 % LINES, 4, "x"),
    "a new line at the top": lambda _: (1, 0, 1, 0, "import something\n"),
    "a line at the top taken": lambda _: (1, 0, 2, 0, ""),
}


def measure_change(work: Path) -> list[Row]:
    text = "".join(f"value_{number} = compute({number}, 'name')\n" for number in range(LINES))
    if len(text) < 1 << 20:
        raise RuntimeError("the document is smaller than 1 MB")
    peer = _peer(work)
    return [row for what, made in CHANGES.items() for row in _rows(what, made, text, peer)]


def _rows(what: str, made: Made, text: str, peer: tuple[Any, Any]) -> list[Row]:
    workspace, types = peer
    document, followed, history = (
        Document(URI, "python", 0, text),
        Document(URI, "python", 0, text),
        History(),
    )
    other = workspace.TextDocument(URI, text, version=0, language_id="python")

    def mirror(number: int, change: ContentChange) -> None:
        document.apply_changes(number, [change], "utf-16")

    def both(number: int, change: ContentChange) -> None:
        history.record_changes(URI, followed.apply_changes(number, [change], "utf-16"))

    def theirs(_: int, change: Any) -> None:
        other.apply_change(change)

    mine: list[float] = []
    noted: list[float] = []
    peers: list[float] = []
    number = 0
    for turn in range(ROUNDS + 1):
        changes = [made(number + step) for step in range(EACH)]
        ours = [ContentChange(change[:4], change[4]) for change in changes]
        peer_changes = [_partial(types, change) for change in changes[:PEER_EACH]]
        for times, work, given in ((mine, mirror, ours), (noted, both, ours), (peers, theirs, peer_changes)):
            taken = _timed(work, given, number)
            if turn:
                times.append(taken)
        number += EACH
    if not (document.is_in_sync and followed.is_in_sync):
        raise RuntimeError(f"a change was impossible: {document.sync_error or followed.sync_error}")
    return [
        _row(f"`didChange` in 1 MB, {what}: mirror", mine, peers),
        _row(f"`didChange` in 1 MB, {what}: mirror and history", noted, peers),
    ]


def _timed(work: Callable[[int, Any], None], changes: Sequence[Any], number: int) -> float:
    """Seconds of one change."""
    begin = time.perf_counter()
    for step, change in enumerate(changes, number + 1):
        work(step, change)
    return (time.perf_counter() - begin) / len(changes)


def _row(what: str, ours: list[float], peers: list[float]) -> Row:
    mine, peer = statistics.median(ours), statistics.median(peers)
    reached = goal("≤ 100 µs", mine <= WANTED)
    return Row(what, f"{mine * 1e6:.1f} µs", f"pygls {peer * 1e6:,.0f} µs", f"{peer / mine:,.0f} ×", reached)


def _partial(types: Any, change: tuple[int, int, int, int, str]) -> Any:
    first, start, last, stop, text = change
    range_ = types.Range(types.Position(first, start), types.Position(last, stop))
    return types.TextDocumentContentChangePartial(text=text, range=range_)


def _peer(work: Path) -> tuple[Any, Any]:
    """pygls' workspace and the protocol's types."""
    folder = work / "nes-peers"
    if not (folder / "pygls").exists():
        words = ["-m", "pip", "install", "--quiet", "--target", str(folder), PYGLS]
        subprocess.run([sys.executable, *words], check=True)
    sys.path.append(str(folder))  # behind everything else: what both need is the one that is installed
    return importlib.import_module("pygls.workspace"), importlib.import_module("lsprotocol.types")
