"""Landlock rules: which file hierarchies a command may read, and which it may write.

Landlock can only add rights to a hierarchy, never remove them below it. So hidden paths are left out by granting
their siblings one by one. The rules are computed here, in our process; the supervisor makes the system calls.
"""

import ctypes
import os
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from understudy.workspace.commands.folders import contains, outermost_folders

__all__ = ["LandlockRules", "PathOrFd", "abi_version", "build_rules"]

PathOrFd = str | int
"""A canonical path, or an open descriptor where the path could be replaced."""


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

# No /dev/pts: it holds the user's other terminals too, which a command could read and write.
_DEVICE_NAMES: Final = ("null", "zero", "full", "random", "urandom", "tty")


def abi_version() -> int:
    """The kernel's Landlock version; 0 if it has none or it is disabled."""
    if sys.platform != "linux":
        return 0
    version = ctypes.CDLL(None, use_errno=True).syscall(_CREATE_RULESET, None, 0, _VERSION_FLAG)
    return max(0, int(version))


def _handled_rights(abi: int) -> int:
    """Every right that this version can withhold."""
    rights = _BASE_RIGHTS
    if abi >= 2:
        rights |= REFER
    if abi >= 3:
        rights |= TRUNCATE
    if abi >= 5:
        rights |= IOCTL_DEV
    return rights


def _scope_flags(abi: int) -> int:
    """Since version 6: deny signals to, and abstract sockets of, processes outside the sandbox."""
    return _SCOPE_ABSTRACT_SOCKETS | _SCOPE_SIGNALS if abi >= 6 else 0


def build_rules(
    abi: int,
    *,
    writable: Iterable[PathOrFd],
    readable: Iterable[PathOrFd],
    hidden: list[str],
    shown: Iterable[str] | None = None,
) -> LandlockRules:
    """Grant read access to `shown` except in `hidden`, full access to `writable` and read access to `readable`.

    `shown` None: everything.
    """
    rules: list[tuple[PathOrFd, int]] = []
    if shown is None:
        rules += _rules_for("/", hidden)
    else:
        # Of /dev only the harmless devices below can be opened: a superuser could read disks.
        rules += [("/dev", READ_DIR), ("/proc", _READ_RIGHTS)]
        for path in outermost_folders(os.path.realpath(path) for path in shown):
            rules += _rules_for(path, hidden)
    rules += [(path, _READ_RIGHTS) for path in readable]
    rules += [(path, _handled_rights(abi) & ~IOCTL_DEV) for path in writable]
    rules += [(f"/dev/{name}", _handled_rights(abi) & _FILE_RIGHTS) for name in _DEVICE_NAMES]
    return LandlockRules(_handled_rights(abi), _scope_flags(abi), rules)


def _rules_for(path: str, hidden: list[str]) -> list[tuple[PathOrFd, int]]:
    """Read rules for a path and what is below it, except what is hidden."""
    if any(contains(other, path) for other in hidden):
        return []
    if not os.path.isdir(path):
        return [(path, EXECUTE | READ_FILE)]
    if any(contains(path, other) for other in hidden):
        # Names can be listed, also of what is hidden: without that, `ls` of the folder would fail.
        return [(path, READ_DIR), *_rules_around(path, hidden)]
    return [(path, _READ_RIGHTS)]


def _rules_around(folder: str, hidden: list[str]) -> list[tuple[PathOrFd, int]]:
    """Read rules for everything below `folder` that neither is hidden nor contains something hidden."""
    rules: list[tuple[PathOrFd, int]] = []
    try:
        entries = list(os.scandir(folder))
    except OSError:
        return rules
    for entry in entries:
        if entry.path in hidden or entry.is_symlink():
            # A link needs no rule: access is decided at its target.
            continue
        if not entry.is_dir(follow_symlinks=False):
            rules.append((entry.path, EXECUTE | READ_FILE))
        elif any(contains(entry.path, path) for path in hidden):
            rules += _rules_around(entry.path, hidden)
        else:
            rules.append((entry.path, _READ_RIGHTS))
    return rules
