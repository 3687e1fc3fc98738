"""Control groups: the kernel limits the memory, the processes and the CPU time of all commands of a session.

A command joins the `ControlGroup` of its session before it starts (`join_groups`), so that no process of it is ever
outside. Made where the system lets this process make groups: below its own group of a delegated
hierarchy of version 2, or of the hierarchies of version 1. Version 2 allows controllers only below a group without
processes, so this process moves itself into a group of its own first. Elsewhere `open_control_groups` says why not;
the limits that are checked from outside (`process.limit_monitor`) hold in any case, for each command.
"""

import contextlib
import logging
import os
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

__all__ = [
    "ControlGroup",
    "ControlGroups",
    "GroupLimits",
    "NoControlGroups",
    "examine_control_groups",
    "join_groups",
    "open_control_groups",
]

logger = logging.getLogger(__name__)

_CONTROLLERS: Final = ("memory", "pids", "cpu")
_PREFIX: Final = "understudy-"
_CPU_PERIOD_US: Final = 100_000
_JOIN: Final = (
    'n=$1; shift; while [ "$n" -gt 0 ]; do echo 0 > "$1/cgroup.procs" || exit 126; shift; n=$((n - 1)); done; '
    'exec "$@"'
)


class NoControlGroups(Exception):
    """The system lets this process make no groups. The message says why."""

    def __init__(self, message: str, version: int | None = None) -> None:
        super().__init__(message)
        self.version = version
        """Of the groups that the system has; None if it has none."""


@dataclass(frozen=True, slots=True)
class GroupLimits:
    """What all commands of a group may use together."""

    memory_bytes: int
    processes: int
    cpus: float | None = None
    """CPUs' worth of time; None for all."""


@dataclass(frozen=True, slots=True)
class ControlGroup:
    folders: tuple[str, ...]
    """One folder, or one for each controller of version 1."""

    def close(self) -> None:
        """Remove the group. Its commands have ended; what still ends is removed with the server's group."""
        for folder in self.folders:
            with contextlib.suppress(OSError):
                os.rmdir(folder)


class ControlGroups:
    """Makes the groups of sessions. `folders`: where those of each controller are made."""

    def __init__(self, folders: Mapping[str, Path], *, unified: bool) -> None:
        self._folders = folders
        self._unified = unified

    @property
    def controllers(self) -> tuple[str, ...]:
        return tuple(self._folders)

    def make(self, limits: GroupLimits) -> ControlGroup:
        """Raises OSError."""
        name = secrets.token_hex(8)
        made: dict[Path, None] = {}
        try:
            for controller, parent in self._folders.items():
                folder = parent / name
                if folder not in made:
                    folder.mkdir()
                    made[folder] = None
                for file, value in _settings(controller, limits, unified=self._unified).items():
                    (folder / file).write_text(value)
        except OSError:
            ControlGroup(tuple(map(str, made))).close()
            raise
        return ControlGroup(tuple(map(str, made)))

    def close(self) -> None:
        for folder in set(self._folders.values()):
            _remove(folder)


def join_groups(groups: Sequence[str], argv: Sequence[str]) -> list[str]:
    """The command line that joins the groups, one folder each, and then executes `argv`."""
    return ["/bin/sh", "-c", _JOIN, "sh", str(len(groups)), *groups, *argv] if groups else list(argv)


def open_control_groups(
    mounts: Path = Path("/proc/self/mountinfo"), own: Path = Path("/proc/self/cgroup")
) -> ControlGroups:
    """Make the group of this process, below which those of sessions are made. Raises NoControlGroups."""
    version, folders = _locate_groups(mounts, own)
    try:
        if version == 2:
            return ControlGroups(dict.fromkeys(folders, _open_unified(folders["memory"])), unified=True)
        return ControlGroups({name: _open_parent(folder) for name, folder in folders.items()}, unified=False)
    except OSError as error:
        raise NoControlGroups(
            f"this process may make no control groups ({error.strerror}); a systemd service needs Delegate=yes",
            version,
        ) from None


def examine_control_groups(
    mounts: Path = Path("/proc/self/mountinfo"), own: Path = Path("/proc/self/cgroup")
) -> int:
    """Return the version of the groups that a server could make in the place of this process; change nothing.

    Raises NoControlGroups.
    """
    version, folders = _locate_groups(mounts, own)
    for folder in folders.values():
        if not os.access(folder, os.W_OK | os.X_OK):
            raise NoControlGroups("this user may make no group below its own", version)
    if version == 2:
        folder = folders["memory"]
        is_enabled = set(_CONTROLLERS) <= set(_words(folder / "cgroup.subtree_control"))
        if not is_enabled and set(_words(folder / "cgroup.procs")) - {str(os.getpid())}:
            raise NoControlGroups("other processes are in the same group", version)
    return version


def _locate_groups(mounts: Path, own: Path) -> tuple[int, dict[str, Path]]:
    """Return the version, and the group of this process by controller. Raises NoControlGroups."""
    try:
        unified, hierarchies = _find_mounts(mounts.read_text())
        paths = _parse_own_groups(own.read_text())
    except OSError as error:
        raise NoControlGroups(f"this system has no control groups ({error.strerror})") from None
    if unified is not None and "" in paths:
        folder = unified / paths[""].lstrip("/")
        if set(_CONTROLLERS) <= set(_words(folder / "cgroup.controllers")):
            return 2, dict.fromkeys(_CONTROLLERS, folder)
    if all(name in hierarchies and name in paths for name in _CONTROLLERS):
        return 1, {name: hierarchies[name] / paths[name].lstrip("/") for name in _CONTROLLERS}
    version = 1 if any(name in hierarchies for name in _CONTROLLERS) else 2 if unified is not None else None
    raise NoControlGroups(
        "the controllers memory, pids and cpu are not delegated to this process"
        if version
        else "this system has no control groups",
        version,
    )


def _open_unified(folder: Path) -> Path:
    """Enable the controllers below a group of version 2, after moving this process out of it."""
    parent = _open_parent(folder)
    missing = [name for name in _CONTROLLERS if name not in _words(folder / "cgroup.subtree_control")]
    leaf = folder / f"{_PREFIX}{os.getpid()}-server"
    try:
        if missing:
            leaf.mkdir(exist_ok=True)
            (leaf / "cgroup.procs").write_text(str(os.getpid()))
            (folder / "cgroup.subtree_control").write_text(" ".join(f"+{name}" for name in missing))
        (parent / "cgroup.subtree_control").write_text(" ".join(f"+{name}" for name in _CONTROLLERS))
    except OSError:
        with contextlib.suppress(OSError):  # other processes are in the group: it is not ours alone
            (folder / "cgroup.procs").write_text(str(os.getpid()))
            leaf.rmdir()
        _remove(parent)
        raise
    return parent


def _open_parent(folder: Path) -> Path:
    """Make the folder for the groups of this process, and remove those that dead processes left behind."""
    for other in folder.glob(f"{_PREFIX}*"):
        pid = other.name.removeprefix(_PREFIX).partition("-")[0]
        if pid.isdigit() and not Path(f"/proc/{pid}").exists():
            _remove(other)
    parent = folder / f"{_PREFIX}{os.getpid()}"
    parent.mkdir(exist_ok=True)
    return parent


def _remove(folder: Path) -> None:
    """Remove a group and those below it, unless processes are left in them."""
    with contextlib.suppress(OSError):
        for below in folder.iterdir():
            if below.is_dir():
                _remove(below)
    try:
        folder.rmdir()
    except FileNotFoundError:
        pass
    except OSError as error:
        logger.warning("a control group could not be removed: %s", error.strerror)


def _settings(controller: str, limits: GroupLimits, *, unified: bool) -> dict[str, str]:
    """The files of a group and what is written to them."""
    match controller:
        case "memory":
            return {"memory.max" if unified else "memory.limit_in_bytes": str(limits.memory_bytes)}
        case "pids":
            return {"pids.max": str(limits.processes)}
        case "cpu" if limits.cpus is not None:
            quota = str(int(limits.cpus * _CPU_PERIOD_US))
            return {"cpu.max": f"{quota} {_CPU_PERIOD_US}"} if unified else {"cpu.cfs_quota_us": quota}
        case _:
            return {}


def _find_mounts(text: str) -> tuple[Path | None, dict[str, Path]]:
    """Where version 2 is mounted, and each controller of version 1."""
    unified: Path | None = None
    hierarchies: dict[str, Path] = {}
    for line in text.splitlines():
        before, _, after = line.partition(" - ")
        fields, kind = before.split(), after.split()
        if len(fields) < 5 or len(kind) < 3:
            continue
        if kind[0] == "cgroup2":
            unified = Path(fields[4])
        elif kind[0] == "cgroup":
            hierarchies.update(dict.fromkeys(kind[2].split(","), Path(fields[4])))
    return unified, hierarchies


def _parse_own_groups(text: str) -> dict[str, str]:
    """The group of this process by controller; "" is version 2."""
    paths: dict[str, str] = {}
    for line in text.splitlines():
        _, controllers, path = line.split(":", 2)
        paths.update(dict.fromkeys(controllers.split(","), path))
    return paths


def _words(file: Path) -> list[str]:
    try:
        return file.read_text().split()
    except OSError:
        return []
