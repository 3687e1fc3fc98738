"""Reading the process tree from /proc: who descends from whom, and how much memory they hold.

It mostly looks; the orderly end of a tree is the supervisor's and the job's work. Where there is no /proc
every answer is empty.
"""

import contextlib
import os
import signal
import sys
from collections.abc import Iterable
from typing import Final

__all__ = [
    "COMMAND_NICENESS",
    "available_memory",
    "children",
    "descendants",
    "kill_marked",
    "machine_process_count",
    "process_rlimit",
    "proportional_bytes",
    "raise_priority",
    "resident_bytes",
]

COMMAND_NICENESS: Final = 5
"""How far commands stand back behind those who watch them and behind the editor."""
_PAGE_BYTES: Final = os.sysconf("SC_PAGE_SIZE")


def children(pid: int) -> list[int]:
    """The direct children of all threads of a process; none when it is gone."""
    found: list[int] = []
    try:
        threads = os.listdir(f"/proc/{pid}/task")
    except OSError:
        return found
    for thread in threads:
        found += map(int, _read_file(f"/proc/{pid}/task/{thread}/children").split())
    return found


def descendants(pid: int, *, max_count: int) -> list[int]:
    """Everything below a process, breadth first; stops looking after `at_most`."""
    found: list[int] = []
    seen = {pid}
    waiting = [pid]
    while waiting and len(found) < max_count:
        for child in children(waiting.pop()):
            if child not in seen:
                seen.add(child)
                found.append(child)
                waiting.append(child)
    return found


def machine_process_count() -> int:
    """About how many processes the whole machine has: each is a link of /proc. Costs two microseconds."""
    try:
        return os.stat("/proc").st_nlink
    except OSError:
        return 0


def process_rlimit(max_processes: int) -> int:
    """For RLIMIT_NPROC, which counts every thread of the user: what is there, and plenty for one command."""
    fields = _read_file("/proc/loadavg").split()
    there = int(fields[3].partition(b"/")[2]) if len(fields) > 3 else 4096
    return there + 4 * max_processes


def raise_priority(thread: int) -> None:
    """Go before others where we may (as superuser), for whoever has to stop a flood of processes."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, thread, -20)


def resident_bytes(pids: Iterable[int]) -> int:
    """Resident bytes together. Pages that several share are counted for each: quick, never too low."""
    total = 0
    for pid in pids:
        fields = _read_file(f"/proc/{pid}/statm").split()
        total += int(fields[1]) * _PAGE_BYTES if len(fields) > 1 else 0
    return total


def proportional_bytes(pids: Iterable[int]) -> int:
    """Resident bytes with shared pages divided among their users: exact, slow, resident where refused."""
    total = 0
    for pid in pids:
        for line in _read_file(f"/proc/{pid}/smaps_rollup").splitlines():
            if line.startswith(b"Pss:"):
                total += int(line.split()[1]) * 1024
                break
        else:
            total += resident_bytes([pid])
    return total


def available_memory() -> tuple[int, int] | None:
    """The machine's available and total memory in bytes; None when the system does not say."""
    values = {
        name: int(rest.split()[0]) * 1024
        for name, _, rest in (line.partition(b":") for line in _read_file("/proc/meminfo").splitlines()[:8])
        if rest
    }
    if b"MemAvailable" not in values or b"MemTotal" not in values:
        return None
    return values[b"MemAvailable"], values[b"MemTotal"]


def _read_file(path: str) -> bytes:
    try:
        with open(path, "rb", buffering=0) as file:
            return file.readall()
    except OSError:
        return b""


def kill_marked(marker: bytes) -> None:
    """End every process whose environment carries the marker: the last means when a tree lost its top."""
    for _ in range(100):
        found = [
            int(name) for name in _list_folder("/proc") if name.isdecimal() and _has_marker(name, marker)
        ]
        if not found:
            return
        for pid in found:
            try:
                os.kill(pid, signal.SIGKILL)
            except OSError:
                continue


def _has_marker(name: str, marker: bytes) -> bool:
    return marker in _read_file(f"/proc/{name}/environ").split(b"\0")


def _list_folder(folder: str) -> list[str]:
    try:
        return os.listdir(folder)
    except OSError:
        return []
