"""Lock files of package managers: which of their versions are those of the project itself.

Tools write them. They state the version of the project once or twice, and those of many other packages, which stay.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from understudy.nes.symbolic.consequences.limits import MAX_OWN_ENTRY_LINES

__all__ = ["NPM_LOCKS", "TABLE_LOCKS", "find_npm_versions", "find_table_versions", "is_lock_file"]

NPM_LOCKS: Final = ("package-lock.json", "npm-shrinkwrap.json")
TABLE_LOCKS: Final = {"Cargo.toml": "Cargo.lock", "pyproject.toml": "uv.lock"}
"""By the manifest: lock files with a table of TOML for each package, also for the project."""
_LOCK_FILE: Final = re.compile(
    rf"/(?:{'|'.join(map(re.escape, NPM_LOCKS))}|[\w.-]+\.lock|pnpm-lock\.yaml|go\.sum)\Z"
)
_NPM_ENTRY: Final = re.compile(r'\s*"(?P<key>[^"]*)"\s*:\s*(?P<opening>\{\s*\Z)?')
_NPM_PATHS: Final = (["version"], ["packages", "", "version"])
"""Where npm states the version of the project: its entry has an empty name."""


def is_lock_file(uri: str) -> bool:
    return _LOCK_FILE.search(uri) is not None


def find_npm_versions(lines: Sequence[str]) -> Iterator[int]:
    """Yield the lines in which a lock file of npm states the version of the project, at its beginning."""
    path: list[str] = []
    for number, line in enumerate(lines[:MAX_OWN_ENTRY_LINES]):
        entry = _NPM_ENTRY.match(line)
        if entry is None:
            if line.strip().startswith("}"):
                del path[-1:]
        elif entry["opening"] is not None:
            path.append(entry["key"])
        elif [*path, entry["key"]] in _NPM_PATHS:
            yield number


def find_table_versions(lines: Sequence[str], name: str) -> Iterator[int]:
    """Yield the lines in which a lock file of tables states the version of the package of that name."""
    header = f'name = "{name}"'
    for line, (above, written) in enumerate(pairwise(lines), 1):
        if above == header and written.startswith("version = "):
            yield line
