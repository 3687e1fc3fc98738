"""What is remembered across sessions: how often each family of suggestions was taken and refused. Nothing else.

A small local file without any source text. Written in a thread, in one step; several agents may share it.
"""

import contextlib
import logging
import os
import re
import threading
from typing import Final

import msgspec
from msgspec import Struct, field

__all__ = ["Memory", "forget"]

logger = logging.getLogger("understudy.nes")

ENOUGH: Final = 10
"""Verdicts on a family before they count."""
LEAST: Final = 0.5
MOST: Final = 2.0
EXPECTED: Final = 2.0
"""Taken to refused, for a family that is as good as its chances say."""
MOST_FAMILIES: Final = 64
MOST_BYTES: Final = 16_384
FADE: Final = 500.0
"""From so many verdicts on, old ones count less."""
EVERY: Final = 10
"""Verdicts between two writes."""
_FAMILY: Final = re.compile(r"[a-z][a-z0-9_.-]{0,39}", re.ASCII)


class _Count(Struct, array_like=True):
    taken: float = 0.0
    refused: float = 0.0


class _Kept(Struct):
    version: int = 1
    families: dict[str, _Count] = field(default_factory=dict[str, _Count])


class Memory:
    """Reads its file when it is first asked, and never fails: without a file it just remembers nothing."""

    def __init__(self, path: str | None) -> None:
        self._path = path
        self._known: dict[str, _Count] | None = None
        self._news: dict[str, _Count] = {}
        self._untold = 0
        self._writing = threading.Lock()
        self._guard = threading.Lock()
        self._writer: threading.Thread | None = None

    def factor(self, family: str) -> float:
        """What the odds of this family's suggestions are to be multiplied with."""
        with self._guard:
            count = self._families().get(family)
        if count is None or count.taken + count.refused < ENOUGH:
            return 1.0
        return min(MOST, max(LEAST, (count.taken + EXPECTED) / (count.refused + 1.0) / EXPECTED))

    def count(self, family: str, taken: float, refused: float) -> None:
        if self._path is None or not (taken or refused) or not _FAMILY.fullmatch(family):
            return
        with self._guard:
            _add(self._families(), family, taken, refused)
            _add(self._news, family, taken, refused, fade=False)
            self._untold += 1
            due = self._untold >= EVERY
        if due:
            self.save()

    def save(self) -> None:
        """Begin to write what is new. Does not wait for the disk."""
        with self._guard:
            if self._path is None or not self._news or (self._writer and self._writer.is_alive()):
                return
            self._untold = 0
            self._writer = threading.Thread(target=self._write, name="understudy-nes-memory", daemon=True)
        self._writer.start()

    def drop(self) -> None:
        """Forget what is not written yet."""
        with self._guard:
            self._news, self._untold, self._known = {}, 0, None

    def settle(self, seconds: float) -> None:
        """Write what is new and wait for it, but no longer than that."""
        for _ in range(2):  # what came while a write was running needs another
            self.save()
            if self._writer is not None:
                self._writer.join(seconds / 2)

    def _families(self) -> dict[str, _Count]:
        if self._known is None:
            self._known = {} if self._path is None else _read(self._path)
        return self._known

    def _write(self) -> None:
        assert self._path is not None  # noqa: S101 - save() looked
        with self._writing:
            with self._guard:
                news, self._news = self._news, {}
            try:
                # Another agent may have written since: its counts are kept, ours are added.
                counts = _read(self._path)
                for family, count in news.items():
                    _add(counts, family, count.taken, count.refused)
                _replace(self._path, msgspec.json.encode(_Kept(families=counts)))
            except OSError as error:
                logger.warning("what was learned from suggestions could not be kept: %s", error.strerror)
                return
            with self._guard:
                for family, count in self._news.items():
                    _add(counts, family, count.taken, count.refused)
                self._known = counts


def forget(path: str) -> bool:
    """Whether there was something to forget."""
    try:
        os.unlink(path)
    except FileNotFoundError:
        return False
    return True


def _add(counts: dict[str, _Count], family: str, taken: float, refused: float, *, fade: bool = True) -> None:
    count = counts.get(family)
    if count is None:
        if len(counts) >= MOST_FAMILIES:
            return
        count = counts[family] = _Count()
    count.taken += taken
    count.refused += refused
    while fade and count.taken + count.refused > FADE:
        count.taken /= 2
        count.refused /= 2


def _read(path: str) -> dict[str, _Count]:
    """A file that is missing, damaged or not ours counts as empty."""
    try:
        with open(path, "rb") as file:
            kept = msgspec.json.decode(file.read(MOST_BYTES), type=_Kept)
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
        return {}
    sound = {
        family: count
        for family, count in kept.families.items()
        if _FAMILY.fullmatch(family) and 0 <= count.taken <= FADE and 0 <= count.refused <= FADE
    }
    return dict(list(sound.items())[:MOST_FAMILIES])


def _replace(path: str, content: bytes) -> None:
    from understudy.workspace.atomic import replace_file  # loads the workspace: only where it is needed

    folder, name = os.path.split(os.path.abspath(path))
    os.makedirs(folder, mode=0o700, exist_ok=True)
    directory = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    with contextlib.closing(_Descriptor(directory)):
        replace_file(directory, name, [content], like=None, exclusive=False)


class _Descriptor:
    def __init__(self, number: int) -> None:
        self._number = number

    def close(self) -> None:
        os.close(self._number)
