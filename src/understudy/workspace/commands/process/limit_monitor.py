"""Monitor the limits of one running command: time, number of processes, memory, disk space.

Runs in a thread of its own, so that a slow consumer of output delays no limit. It only detects; the `terminate`
callback ends the command.
"""

import os
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from understudy.workspace.commands.process import process_tree
from understudy.workspace.limits import PROCESS_COUNT_INTERVAL_S, TICKS_PER_LIMIT_CHECK, Limits

__all__ = ["LimitMonitor", "TerminationReason", "min_free_disk_bytes", "min_free_files"]

_MIB: Final = 1 << 20


@dataclass(frozen=True, slots=True)
class TerminationReason:
    """Why a command is terminated: a reason word, and a sentence for people."""

    reason: str
    message: str
    advice: str = ""
    """What a model should do next, if the sentence alone does not say it."""


def min_free_disk_bytes(total: int) -> int:
    """Free bytes below which a file system counts as full: what the machine itself needs to keep working."""
    return max(256 * _MIB, total // 100)


def min_free_files(total: int) -> int:
    """Free files below which a file system counts as full: empty files fill a disk too."""
    return max(1000, total // 100)


def _min_free_memory_bytes(total: int) -> int:
    return max(128 * _MIB, total // 50)


class LimitMonitor:
    """Check the limits every 50 ms and call `terminate` at the first that is exceeded. A context manager.

    The number of processes of the machine is read every 10 ms, so that a fork bomb is checked early: the longer it
    runs, the less CPU time anyone else gets.
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
        """Processes below `pid` that belong to the sandbox."""
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
        suspicious_count = process_tree.machine_process_count() + self._limits.max_processes // 2
        ticks = 0
        while not self._stopped.wait(
            min(PROCESS_COUNT_INTERVAL_S, max(0.0, self._deadline - time.monotonic()))
        ):
            ticks += 1
            overdue = time.monotonic() >= self._deadline
            if (
                ticks < TICKS_PER_LIMIT_CHECK
                and not overdue
                and process_tree.machine_process_count() <= suspicious_count
            ):
                continue
            ticks = 0
            if reason := self._check_limits():
                self._terminate(reason)
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
        max_processes = self._limits.max_processes
        pids = process_tree.descendants(self._pid, max_count=max_processes + self._sandbox_process_count + 1)
        if len(pids) - self._sandbox_process_count > max_processes:
            return TerminationReason(
                "process_limit",
                f"The command had more than {max_processes} processes at a time and was ended. "
                "Run fewer in parallel.",
            )
        # Shared pages make the fast sum too high; measure exactly only if that exceeds the limit.
        max_memory = self._limits.max_memory
        if (
            process_tree.resident_bytes(pids) > max_memory
            and process_tree.proportional_bytes(pids) > max_memory
        ):
            return TerminationReason(
                "memory_limit",
                f"The command's processes held more than {max_memory // _MIB} MiB of memory and were ended. "
                "Work on less at once.",
            )
        # Memory that no process maps (unmapped memfd, tmpfs) is only visible here.
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
        status = os.statvfs(folder)
    except OSError:
        return False
    # Some file systems have no fixed number of files, and report none.
    if status.f_files and status.f_favail < min_free_files(status.f_files):
        return True
    return status.f_bavail * status.f_frsize < min_free_disk_bytes(status.f_blocks * status.f_frsize)


def _is_memory_low() -> bool:
    memory = process_tree.available_memory()
    return memory is not None and memory[0] < _min_free_memory_bytes(memory[1])
