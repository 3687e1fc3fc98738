"""Reading mount tables: which places of a sandbox are writable, and what stands behind them.

Used to check a finished sandbox before the command starts in it, because its mounts are made by path and
another command in the same roots may have moved things meanwhile. It mounts nothing.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from understudy.workspace.commands.isolation.hidden_paths import contains

__all__ = ["Mount", "find_source", "find_unexpected_mounts", "parse_mounts"]


@dataclass(frozen=True, slots=True)
class Mount:
    point: str
    device: str
    source_folder: str
    """The folder of the file system that is mounted here."""
    writable: bool
    fs_type: str


def parse_mounts(text: str) -> list[Mount]:
    """The lines of a mountinfo file, oldest first."""
    found: list[Mount] = []
    for line in text.split("\n"):
        fields, _, rest = line.partition(" - ")
        words = fields.split(" ")
        if len(words) < 6:
            continue
        writable = "rw" in words[5].split(",")
        found.append(
            Mount(
                _unescape_octal(words[4]), words[2], _unescape_octal(words[3]), writable, rest.split(" ")[0]
            )
        )
    return found


def find_source(table: Iterable[Mount], path: str) -> tuple[str, str] | None:
    """The device and its folder that `path` is on, seen through one mount table."""
    best: Mount | None = None
    for mount in table:
        # Of equal points the later one covers the earlier.
        if contains(mount.point, path) and (best is None or len(mount.point) >= len(best.point)):
            best = mount
    if best is None:
        return None
    rest = path[len(best.point.rstrip("/")) :]
    return best.device, (best.source_folder.rstrip("/") + rest) or "/"


def find_unexpected_mounts(
    inside: list[Mount], outside: list[Mount], writable: Mapping[str, str]
) -> list[str]:
    """Writable places of a sandbox that should not be, or that are not what they should be.

    `writable` maps a place in the sandbox to the path outside that must stand behind it.
    """
    wrong: list[str] = []
    covering: set[str] = set()
    for mount in reversed(inside):
        hidden = any(contains(point, mount.point) for point in covering)
        covering.add(mount.point)
        if hidden or not mount.writable:
            continue
        behind = writable.get(mount.point)
        if behind is not None:
            if find_source(outside, behind) != (mount.device, mount.source_folder):
                wrong.append(mount.point)
        elif not _is_own_device(mount) and not _existed_outside(mount, outside, writable):
            wrong.append(mount.point)
    missing = set(writable) - {mount.point for mount in inside}
    return wrong + sorted(missing)


def _is_own_device(mount: Mount) -> bool:
    if mount.point == "/proc":
        return mount.fs_type == "proc"
    return mount.point.startswith("/dev/") and mount.fs_type in {"devtmpfs", "devpts", "tmpfs"}


def _existed_outside(mount: Mount, outside: list[Mount], writable: Mapping[str, str]) -> bool:
    """A file system that is mounted below a root outside is also there inside."""
    return any(
        contains(place, mount.point) and place == behind for place, behind in writable.items()
    ) and any(
        (other.point, other.device, other.source_folder) == (mount.point, mount.device, mount.source_folder)
        for other in outside
    )


def _unescape_octal(word: str) -> str:
    return re.sub(r"\\([0-7]{3})", lambda found: chr(int(found.group(1), 8)), word)
