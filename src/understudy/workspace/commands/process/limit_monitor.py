"""The watch over one running command: its time, its processes, its memory and the disk it fills.

It runs in a thread of its own, so that a listener who is slow to take output delays no limit. It judges
only; what follows a verdict is the launch's business.
"""

import os
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from understudy.workspace.commands.process import process_tree
from understudy.workspace.limits import PROCESS_COUNT_INTERVAL_S, TICKS_PER_LIMIT_CHECK, Limits

__all__ = ["LimitMonitor", "TerminationReason", "min_free_disk_bytes"]

_MIB: Final = 1 << 20


@dataclass(frozen=True, slots=True)
class TerminationReason:
    """Why a command has to end: a listed reason, and the sentence that explains it."""

    reason: str
    message: str
    advice: str = ""
    """What a model should do next, if the sentence alone does not say it."""


def min_free_disk_bytes(total: int) -> int:
    """Free bytes below which a file system counts as full: what the machine itself needs to go on."""
    return max(256 * _MIB, total // 100)


def _min_free_memory_bytes(total: int) -> int:
    return max(128 * _MIB, total // 50)


class LimitMonitor:
    """Looks every 50 ms and calls `end` with the first verdict. A context manager around the run.

    Every 10 ms it glances at the machine's number of processes, so that a fork bomb is looked at early:
    the longer it runs, the fewer turns anyone else gets.
    """

    def __init__(
        self,
        pid: int,
        *,
        sandbox_process_count: int,
        deadline: float,
        timeout: float,
        limits: Limits,
        folders: Iterable[str],
        terminate: Callable[[TerminationReason], None],
    ) -> None:
        self._pid = pid
        self._sandbox_process_count = sandbox_process_count
        """Processes below `pid` that are ours and not the command's."""
        self._deadline = deadline
        self._timeout = timeout
        self._limits = limits
        self._terminate = terminate
        self._stopped = threading.Event()
        self._disks = [folder for folder in _one_per_disk(folders) if not _is_disk_full(folder)]
        self._memory_was_low = _is_memory_low()
        self._thread = threading.Thread(target=self._monitor, name="understudy-watch", daemon=True)

    def __enter__(self) -> "LimitMonitor":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stopped.set()
        self._thread.join()

    def _monitor(self) -> None:
        process_tree.raise_priority(threading.get_native_id())
        alarm = process_tree.machine_process_count() + self._limits.max_processes // 2
        glances = 0
        while not self._stopped.wait(
            min(PROCESS_COUNT_INTERVAL_S, max(0.0, self._deadline - time.monotonic()))
        ):
            glances += 1
            late = time.monotonic() >= self._deadline
            if glances < TICKS_PER_LIMIT_CHECK and not late and process_tree.machine_process_count() <= alarm:
                continue
            glances = 0
            if verdict := self._check_limits():
                self._terminate(verdict)
                return

    def _check_limits(self) -> TerminationReason | None:
        if time.monotonic() >= self._deadline:
            return TerminationReason(
                "time_limit",
                f"The command did not finish within {self._timeout:g} s and was ended with everything it started.",
                advice="Give a larger timeout, or ask for less at once.",
            )
        return self._check_processes() or self._check_disks()

    def _check_processes(self) -> TerminationReason | None:
        allowed = self._limits.max_processes
        found = process_tree.descendants(self._pid, max_count=allowed + self._sandbox_process_count + 1)
        if len(found) - self._sandbox_process_count > allowed:
            return TerminationReason(
                "process_limit",
                f"The command had more than {allowed} processes at a time and was ended. "
                "Run fewer in parallel.",
            )
        # Shared pages make the quick sum too high; only a suspect is measured exactly.
        most = self._limits.max_memory
        if process_tree.resident_bytes(found) > most and process_tree.proportional_bytes(found) > most:
            return TerminationReason(
                "memory_limit",
                f"The command's processes held more than {most // _MIB} MiB of memory and were ended. "
                "Work on less at once.",
            )
        # Memory that no process maps (unmapped memfd, tmpfs) shows only here.
        if not self._memory_was_low and _is_memory_low():
            return TerminationReason(
                "memory_limit", "The machine ran out of memory while the command ran; it was ended."
            )
        return None

    def _check_disks(self) -> TerminationReason | None:
        if any(map(_is_disk_full, self._disks)):
            return TerminationReason(
                "disk_limit",
                "The disk was nearly full while the command ran, so it was ended. "
                "Free some space and write less.",
            )
        return None


def _one_per_disk(folders: Iterable[str]) -> list[str]:
    disks: dict[int, str] = {}
    for folder in folders:
        try:
            disks.setdefault(os.stat(folder).st_dev, folder)
        except OSError:
            continue
    return list(disks.values())


def _is_disk_full(folder: str) -> bool:
    try:
        state = os.statvfs(folder)
    except OSError:
        return False
    return state.f_bavail * state.f_frsize < min_free_disk_bytes(state.f_blocks * state.f_frsize)


def _is_memory_low() -> bool:
    known = process_tree.available_memory()
    return known is not None and known[0] < _min_free_memory_bytes(known[1])
