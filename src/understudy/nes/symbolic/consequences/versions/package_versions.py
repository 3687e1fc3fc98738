"""The package that a version is of, where a text says it beside the version or above it.

`"debug": "2.1.0"`, `debug@2.1.0`, and the `<version>` of an artifact of Maven. That two packages have the same
version is chance.
"""

import re
from collections.abc import Sequence
from typing import Final, TypeAlias

from understudy.nes.symbolic.consequences.limits import MAX_CALL_LINES

__all__ = ["is_of_other_package", "is_other_entry"]

_MANIFEST_SUFFIXES: Final = (".json", ".toml")
_ENTRY_NAME: Final = re.compile(r"[\w@][\w@/.-]*")
"""The name that a line of a manifest begins with."""
_Place: TypeAlias = tuple[Sequence[str], int, str]
"""The lines of a text, the number of one, and the version in it."""
_NAMED: Final = re.compile(r"([\w./-]*\w)@[~^]?\Z")
_ARTIFACT: Final = re.compile(r"<artifactId>([^<]+)</artifactId>")


def is_other_entry(uri: str, line: str, other: str) -> bool:
    """Return whether two lines of a manifest begin with different names."""
    if not uri.endswith(_MANIFEST_SUFFIXES):
        return False
    names = [_ENTRY_NAME.search(one) for one in (line, other)]
    return len({name[0] for name in names if name is not None}) > 1


def is_of_other_package(one: _Place, other: _Place) -> bool:
    """Return whether both versions stand beside names of packages, and not beside the same one."""
    packages = _package_at(*one), _package_at(*other)
    return "" not in packages and packages[0] != packages[1]


def _package_at(lines: Sequence[str], number: int, version: str) -> str:
    """Return the package whose version a line has; empty if that is not written there."""
    before, found, _ = lines[number].partition(version)
    if not found:
        return ""
    if (named := _NAMED.search(before)) is not None:
        return named[1]
    if not before.rstrip().endswith("<version>"):
        return ""
    for line in reversed(lines[max(0, number - MAX_CALL_LINES) : number]):
        if (artifact := _ARTIFACT.search(line)) is not None:
            return artifact[1]
    return ""
