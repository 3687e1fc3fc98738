"""Read git's configuration files, without git: a file that a command wrote must not run anything."""

import os
import re
import stat
from typing import Final

from understudy.workspace.limits import MAX_SNAPSHOT_FILE_BYTES

__all__ = ["read_settings"]

_SECTION: Final = re.compile(r'\[\s*([\w.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]')
_KEY: Final = re.compile(r"([A-Za-z][A-Za-z0-9-]*)\s*(?:=\s*(.*))?$")


def read_settings(path: str) -> list[tuple[str, str]] | None:
    """The settings of a git configuration file as (section.key, value), without subsections.

    Empty if there is no file; None if it cannot be read or understood.
    """
    try:
        if not stat.S_ISREG(os.lstat(path).st_mode):
            return None
        with open(path, "rb") as file:
            data = file.read(MAX_SNAPSHOT_FILE_BYTES + 1)
    except FileNotFoundError:
        return []
    except OSError:
        return None
    if len(data) > MAX_SNAPSHOT_FILE_BYTES:
        return None
    settings: list[tuple[str, str]] = []
    section = ""
    # A backslash at the end of a line continues the value.
    for line in data.decode(errors="replace").replace("\\\n", "").split("\n"):
        rest = line.strip()
        while (header := _SECTION.match(rest)) is not None:
            section = header[1].partition(".")[0].casefold()
            rest = rest[header.end() :].strip()
        if not rest or rest[0] in "#;":
            continue
        key = _KEY.match(rest)
        if key is None:
            return None
        settings.append((f"{section}.{key[1].casefold()}", (key[2] or "").strip().strip('"')))
    return settings
