"""Notices changes on disk through inotify, and tells the index which folders to compare.

A folder is watched when a scan lists it, by the descriptor that the scan opened beneath the root; so folders that
the index leaves out cost nothing. Changes are collected for a moment, so that a branch switch is one comparison.
Where inotify is missing or has no room for all folders, the index goes on scanning from time to time.
"""

import contextlib
import ctypes
import logging
import os
import select
import struct
import sys
import threading
from typing import Final

from understudy.nes.index.folder_walk import is_indexed_name, may_enter_folder
from understudy.nes.index.store import IndexStore
from understudy.nes.limits import (
    CHANGE_SETTLE_S,
    INDEX_JOIN_TIMEOUT_S,
    MAX_CHANGE_DELAY_S,
    MAX_WATCHED_FOLDERS,
)
from understudy.workspace import Root

__all__ = ["DiskWatch", "open_disk_watch"]

logger = logging.getLogger("understudy.nes")

_CLOSE_WRITE, _MOVED_FROM, _MOVED_TO, _CREATE, _DELETE = 0x8, 0x40, 0x80, 0x100, 0x200
_OVERFLOW, _IGNORED, _ONLY_FOLDER, _IS_FOLDER = 0x4000, 0x8000, 0x1000000, 0x40000000
_MASK: Final = _CLOSE_WRITE | _MOVED_FROM | _MOVED_TO | _CREATE | _DELETE | _ONLY_FOLDER
_EVENT: Final = struct.Struct("iIII")
_READ_BYTES: Final = 1 << 18

_Folder = tuple[str, str]


def open_disk_watch(index: IndexStore) -> "DiskWatch | None":
    """Watch the folders that the index lists from now on; None where this system cannot."""
    if sys.platform != "linux":
        return None
    try:
        libc = ctypes.CDLL(None, use_errno=True)
        fd = libc.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
    except (OSError, AttributeError):
        return None
    if fd < 0:
        logger.info("changes on disk are not noticed at once: %s", os.strerror(ctypes.get_errno()))
        return None
    return DiskWatch(index, libc, fd)


class DiskWatch:
    def __init__(self, index: IndexStore, libc: ctypes.CDLL, fd: int) -> None:
        self._index = index
        self._libc = libc
        self._fd = fd
        self._wake_out, self._wake_in = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        self._lock = threading.Lock()
        self._folders: dict[int, _Folder] = {}
        self._is_closed = False
        self.has_room = True
        """Whether every listed folder is watched."""
        index.on_folder = self.add
        index.covers_all_folders = lambda: self.has_room
        self._thread = threading.Thread(target=self._run, name="understudy-nes-watch", daemon=True)
        self._thread.start()

    def add(self, fd: int, root: Root, folder: str) -> None:
        """Watch an open folder. Called by the scan."""
        with self._lock:
            if self._is_closed or not self.has_room:
                return
            if len(self._folders) >= MAX_WATCHED_FOLDERS:
                self._give_up("too many folders")
                return
            number = self._libc.inotify_add_watch(self._fd, f"/proc/self/fd/{fd}".encode(), _MASK)
            if number < 0:
                self._give_up(os.strerror(ctypes.get_errno()))
                return
            self._folders[number] = root.path, folder

    def close(self) -> None:
        with self._lock:
            if self._is_closed:
                return
            self._is_closed = True
            # The thread may end by itself now, and closes the pipe once it has the lock.
            os.write(self._wake_in, b"x")
        self._thread.join(INDEX_JOIN_TIMEOUT_S)

    def _give_up(self, why: str) -> None:
        logger.info("changes on disk are not noticed at once: %s", why)
        self.has_room = False

    def _run(self) -> None:
        poll = select.poll()
        poll.register(self._fd, select.POLLIN)
        poll.register(self._wake_out, select.POLLIN)
        try:
            while not self._is_closed:
                poll.poll()
                if not self._is_closed:
                    self._collect(poll)
        except Exception as error:
            logger.warning("watching the disk failed: %s", type(error).__name__)
            logger.debug("where it failed", exc_info=error)
        finally:
            self.has_room = False
            with self._lock:
                self._is_closed = True
                for fd in (self._fd, self._wake_out, self._wake_in):
                    os.close(fd)

    def _collect(self, poll: select.poll) -> None:
        """Read events until none come for a moment, then report them together."""
        changed: dict[_Folder, bool] = {}
        is_all = False
        waited = 0.0
        while not self._is_closed:
            is_all |= self._read_events(changed)
            if waited >= MAX_CHANGE_DELAY_S or not poll.poll(1000 * CHANGE_SETTLE_S):
                break
            waited += CHANGE_SETTLE_S
        if is_all:
            self._index.request_full_scan()
            self._index.refresh(())
        if changed:
            self._index.mark_changed(changed)

    def _read_events(self, changed: dict[_Folder, bool]) -> bool:
        """Add the folders of the waiting events; return whether everything must be compared."""
        data = b""
        with contextlib.suppress(BlockingIOError):
            data = os.read(self._fd, _READ_BYTES)
        is_all = False
        offset = 0
        while offset < len(data):
            number, mask, _, size = _EVENT.unpack_from(data, offset)
            offset += _EVENT.size
            name = os.fsdecode(data[offset : offset + size].rstrip(b"\0"))
            offset += size
            if mask & _OVERFLOW:
                is_all = True
                continue
            folder = self._folders.get(number)
            if mask & _IGNORED:
                self._folders.pop(number, None)
            elif folder is not None:
                is_all |= _note(folder, name, mask, changed)
        return is_all


def _note(folder: _Folder, name: str, mask: int, changed: dict[_Folder, bool]) -> bool:
    root, parent = folder
    if mask & _IS_FOLDER:
        if may_enter_folder(name):
            changed[root, f"{parent}/{name}" if parent else name] = True
    elif name == ".gitignore":
        return True
    elif is_indexed_name(name) and not mask & _CREATE:  # what is created is closed or moved later
        changed.setdefault(folder, False)
    return False
