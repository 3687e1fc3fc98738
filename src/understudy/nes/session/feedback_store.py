"""The feedback that is stored across sessions: how often each family of suggestions was accepted and rejected.

A small local file without any source text. It is replaced atomically, in a thread; several agents may share it.
"""

import contextlib
import logging
import os
import re
import threading
from typing import Final

import msgspec
from msgspec import Struct, field

from understudy.nes.engine_api import Candidate
from understudy.nes.limits import (
    FEEDBACK_EVENTS_PER_SAVE,
    FEEDBACK_HALVING_COUNT,
    MAX_FAMILIES,
    MAX_FEEDBACK_FILE_BYTES,
    MIN_FEEDBACK_COUNT,
    MIN_ODDS_FACTOR,
)

__all__ = ["FeedbackStore", "delete_feedback", "feedback_name"]

logger = logging.getLogger("understudy.nes")

_FAMILY_ID: Final = re.compile(r"[a-z][a-z0-9_.-]{0,39}", re.ASCII)


class _FeedbackCount(Struct, array_like=True):
    accepted: float = 0.0
    rejected: float = 0.0


class _FeedbackFile(Struct):
    version: int = 1
    families: dict[str, _FeedbackCount] = field(default_factory=dict[str, _FeedbackCount])


class FeedbackStore:
    """Reads its file on first use. No error of the file raises: without a file, nothing is stored."""

    def __init__(self, path: str | None) -> None:
        self._path = path
        self._counts: dict[str, _FeedbackCount] | None = None
        self._unsaved_counts: dict[str, _FeedbackCount] = {}
        self._unsaved_events = 0
        self._write_lock = threading.Lock()
        self._lock = threading.Lock()
        self._writer: threading.Thread | None = None

    def odds_factor(self, family: str) -> float:
        """Return the factor for the odds of this family's suggestions: below 1 if it was rejected more often than
        accepted.

        What is displayed should be right more often than not. More accepts say nothing: a family is accepted often
        because it has many certain suggestions, and its uncertain ones are as uncertain as any.
        """
        with self._lock:
            count = self._load_counts().get(family)
        if count is None or count.accepted + count.rejected < MIN_FEEDBACK_COUNT:
            return 1.0
        return min(1.0, max(MIN_ODDS_FACTOR, (count.accepted + 1.0) / (count.rejected + 1.0)))

    def record(self, family: str, accepted: float, rejected: float) -> None:
        if self._path is None or not (accepted or rejected) or not _FAMILY_ID.fullmatch(family):
            return
        with self._lock:
            _add_counts(self._load_counts(), family, accepted, rejected)
            _add_counts(self._unsaved_counts, family, accepted, rejected, fade=False)
            self._unsaved_events += 1
            is_due = self._unsaved_events >= FEEDBACK_EVENTS_PER_SAVE
        if is_due:
            self.save()

    def save(self) -> None:
        """Begin to write what is new. Does not wait for the disk."""
        with self._lock:
            if self._path is None or not self._unsaved_counts or (self._writer and self._writer.is_alive()):
                return
            self._unsaved_events = 0
            self._writer = threading.Thread(target=self._write, name="understudy-nes-memory", daemon=True)
        self._writer.start()

    def discard_unsaved(self) -> None:
        """Drop the counts that are not written yet."""
        with self._lock:
            self._unsaved_counts, self._unsaved_events, self._counts = {}, 0, None

    def flush(self, seconds: float) -> None:
        """Write the unsaved counts and wait up to `seconds`."""
        for _ in range(2):  # counts recorded during a write need another one
            self.save()
            if self._writer is not None:
                self._writer.join(seconds / 2)

    def _load_counts(self) -> dict[str, _FeedbackCount]:
        if self._counts is None:
            self._counts = {} if self._path is None else _read_counts(self._path)
        return self._counts

    def _write(self) -> None:
        assert self._path is not None  # noqa: S101 - checked by save()
        with self._write_lock:
            with self._lock:
                unsaved, self._unsaved_counts = self._unsaved_counts, {}
            try:
                # Another agent may have written since: its counts are stored, and these are added.
                counts = _read_counts(self._path)
                for family, count in unsaved.items():
                    _add_counts(counts, family, count.accepted, count.rejected)
                _write_file(self._path, msgspec.json.encode(_FeedbackFile(families=counts)))
            except OSError as error:
                logger.warning("what was learned from suggestions could not be kept: %s", error.strerror)
                return
            with self._lock:
                for family, count in self._unsaved_counts.items():
                    _add_counts(counts, family, count.accepted, count.rejected)
                self._counts = counts


def feedback_name(candidate: Candidate) -> str:
    """Return the name that the feedback on a candidate is counted under: its family. Jumps have their own, because
    a rule may propose both a jump and an edit."""
    return f"jump.{candidate.family}" if candidate.kind == "jump" else candidate.family


def delete_feedback(path: str) -> bool:
    """Delete the file; return whether it existed."""
    try:
        os.unlink(path)
    except FileNotFoundError:
        return False
    return True


def _add_counts(
    counts: dict[str, _FeedbackCount], family: str, accepted: float, rejected: float, *, fade: bool = True
) -> None:
    count = counts.get(family)
    if count is None:
        if len(counts) >= MAX_FAMILIES:
            return
        count = counts[family] = _FeedbackCount()
    count.accepted += accepted
    count.rejected += rejected
    while fade and count.accepted + count.rejected > FEEDBACK_HALVING_COUNT:
        count.accepted /= 2
        count.rejected /= 2


def _read_counts(path: str) -> dict[str, _FeedbackCount]:
    """Return the counts of the file; a missing, damaged or foreign file counts as empty."""
    try:
        with open(path, "rb") as file:
            stored = msgspec.json.decode(file.read(MAX_FEEDBACK_FILE_BYTES), type=_FeedbackFile)
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
        return {}
    valid = {
        family: count
        for family, count in stored.families.items()
        if _FAMILY_ID.fullmatch(family)
        and 0 <= count.accepted <= FEEDBACK_HALVING_COUNT
        and 0 <= count.rejected <= FEEDBACK_HALVING_COUNT
    }
    return dict(list(valid.items())[:MAX_FAMILIES])


def _write_file(path: str, content: bytes) -> None:
    from understudy.workspace.files import replace_file

    folder, name = os.path.split(os.path.abspath(path))
    os.makedirs(folder, mode=0o700, exist_ok=True)
    directory = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    with contextlib.closing(_FolderDescriptor(directory)):
        replace_file(directory, name, [content], metadata_fd=None, exclusive=False)


class _FolderDescriptor:
    def __init__(self, number: int) -> None:
        self._number = number

    def close(self) -> None:
        os.close(self._number)
