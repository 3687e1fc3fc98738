"""Read the process tree from /proc: the descendants of a process, and the memory that they use.

Ending a tree is the task of the supervisor and of `Job`; this module only sets priorities, and kills the rest of a
tree whose supervisor was killed. Without /proc every result is empty.
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
"""Commands get less CPU time than the processes that monitor them, and than the editor."""
_PAGE_BYTES: Final = os.sysconf("SC_PAGE_SIZE")


def children(pid: int) -> list[int]:
    """The direct children of all threads of a process; empty if the process has ended."""
    pids: list[int] = []
    try:
        threads = os.listdir(f"/proc/{pid}/task")
    except OSError:
        return pids
    for thread in threads:
        pids += map(int, _read_file(f"/proc/{pid}/task/{thread}/children").split())
    return pids


def descendants(pid: int, *, max_count: int) -> list[int]:
    """All descendants of a process; stops after about `max_count`."""
    pids: list[int] = []
    seen = {pid}
    unvisited = [pid]
    while unvisited and len(pids) < max_count:
        for child in children(unvisited.pop()):
            if child not in seen:
                seen.add(child)
                pids.append(child)
                unvisited.append(child)
    return pids


def machine_process_count() -> int:
    """About how many processes the machine has: each is a link of /proc. Takes two microseconds."""
    try:
        return os.stat("/proc").st_nlink
    except OSError:
        return 0


def process_rlimit(max_processes: int) -> int:
    """A value for RLIMIT_NPROC, which counts every thread of the user: the current number plus a wide margin."""
    fields = _read_file("/proc/loadavg").split()
    thread_count = int(fields[3].partition(b"/")[2]) if len(fields) > 3 else 4096
    return thread_count + 4 * max_processes


def raise_priority(thread: int) -> None:
    """Give a thread the highest priority, if permitted (as superuser), so that it can stop a fork bomb."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, thread, -20)


def resident_bytes(pids: Iterable[int]) -> int:
    """The sum of resident bytes. Shared pages are counted for each process: fast, and never too low."""
    total = 0
    for pid in pids:
        fields = _read_file(f"/proc/{pid}/statm").split()
        total += int(fields[1]) * _PAGE_BYTES if len(fields) > 1 else 0
    return total


def proportional_bytes(pids: Iterable[int]) -> int:
    """Resident bytes with shared pages divided among their users: exact, slow; resident bytes if not permitted."""
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
    """The machine's available and total memory in bytes; None if the system does not report it."""
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
    """Kill every process with this `NAME=value` in its environment, as a last resort without a supervisor."""
    for _ in range(100):
        pids = [int(name) for name in _list_folder("/proc") if name.isdecimal() and _has_marker(name, marker)]
        if not pids:
            return
        for pid in pids:
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
