"""Landlock's rules for a command: which hierarchies it may read, and which it may write.

Landlock can only add rights to a hierarchy, never take some back below it. So what is hidden is left out
by granting its neighbours one by one. The rules are worked out here, in our process; the supervisor
turns them into system calls.
"""

import ctypes
import os
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from understudy.workspace.commands.folders import contains

__all__ = ["LandlockRules", "PathOrFd", "abi_version", "build_rules"]

PathOrFd = str | int
"""A canonical path, or an open descriptor where a path could be made to lead elsewhere."""


@dataclass(frozen=True, slots=True)
class LandlockRules:
    """A ruleset in the numbers of Landlock's system calls."""

    handled_rights: int
    """Every right that the kernel withholds unless a rule grants it."""
    scope_flags: int
    rules: Sequence[tuple[PathOrFd, int]]
    """Pairs of a file hierarchy and the rights that are granted on it."""


EXECUTE: Final = 1 << 0
WRITE_FILE: Final = 1 << 1
READ_FILE: Final = 1 << 2
READ_DIR: Final = 1 << 3
REFER: Final = 1 << 13
TRUNCATE: Final = 1 << 14
IOCTL_DEV: Final = 1 << 15
_BASE_RIGHTS: Final = (1 << 13) - 1
_READ_RIGHTS: Final = EXECUTE | READ_FILE | READ_DIR
_FILE_RIGHTS: Final = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEV
_SCOPE_ABSTRACT_SOCKETS: Final = 1 << 0
_SCOPE_SIGNALS: Final = 1 << 1
_CREATE_RULESET: Final = 444
_VERSION_FLAG: Final = 1

_DEVICE_NAMES: Final = ("null", "zero", "full", "random", "urandom", "tty", "ptmx", "pts")


def abi_version() -> int:
    """The kernel's Landlock version; 0 when there is none or it is switched off."""
    if sys.platform != "linux":
        return 0
    version = ctypes.CDLL(None, use_errno=True).syscall(_CREATE_RULESET, None, 0, _VERSION_FLAG)
    return max(0, int(version))


def _handled_rights(abi: int) -> int:
    """Every right that this kernel can withhold."""
    rights = _BASE_RIGHTS
    if abi >= 2:
        rights |= REFER
    if abi >= 3:
        rights |= TRUNCATE
    if abi >= 5:
        rights |= IOCTL_DEV
    return rights


def _scope_flags(abi: int) -> int:
    """From version 6 on: no signals to, and no abstract sockets of, processes outside the sandbox."""
    return _SCOPE_ABSTRACT_SOCKETS | _SCOPE_SIGNALS if abi >= 6 else 0


def build_rules(
    abi: int, *, writable: Iterable[PathOrFd], readable: Iterable[PathOrFd], hidden: list[str]
) -> LandlockRules:
    """Grant reading everywhere except in `hidden`, and the whole of what `writable` and `readable` name."""
    # Names may be listed everywhere; without this `ls ~` would fail as soon as ~/.ssh is hidden.
    found: list[tuple[PathOrFd, int]] = [("/", READ_DIR)]
    found += _rules_around("/", hidden) if hidden else [("/", _READ_RIGHTS)]
    found += [(path, _READ_RIGHTS) for path in readable]
    found += [(path, _handled_rights(abi) & ~IOCTL_DEV) for path in writable]
    device = _handled_rights(abi) & (_FILE_RIGHTS | READ_DIR)
    found += [(f"/dev/{name}", device if name == "pts" else device & _FILE_RIGHTS) for name in _DEVICE_NAMES]
    return LandlockRules(_handled_rights(abi), _scope_flags(abi), found)


def _rules_around(folder: str, hidden: list[str]) -> list[tuple[PathOrFd, int]]:
    """Reading rights for everything below `folder` that is neither hidden nor leads to something hidden."""
    found: list[tuple[PathOrFd, int]] = []
    try:
        entries = list(os.scandir(folder))
    except OSError:
        return found
    for entry in entries:
        if entry.path in hidden or entry.is_symlink():
            # A link needs no rule: what counts is the place that it leads to.
            continue
        if not entry.is_dir(follow_symlinks=False):
            found.append((entry.path, EXECUTE | READ_FILE))
        elif any(contains(entry.path, place) for place in hidden):
            found += _rules_around(entry.path, hidden)
        else:
            found.append((entry.path, _READ_RIGHTS))
    return found
