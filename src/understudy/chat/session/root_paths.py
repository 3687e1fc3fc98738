"""The roots of a session, from what a request says: checked before anything is created, and none is dropped.

DIR-03 and DIR-05 of the requirements are here; whether a folder can be opened is the workspace's to find out.
"""

import os
from collections.abc import Sequence

from understudy.chat.errors import BadRequest
from understudy.chat.limits import MAX_ADDITIONAL_ROOTS

__all__ = ["check_additional_roots", "check_path", "check_roots", "is_same_folder"]


def check_path(path: str, field: str) -> str:
    """The path without a slash at its end, which makes no difference and would make one when compared."""
    if not path:
        raise BadRequest(field, f"{field} is empty. Send the absolute path of a folder.")
    if "\0" in path:
        raise BadRequest(field, f"{field} has a NUL byte, which no path can hold.")
    if not os.path.isabs(path):
        raise BadRequest(field, f"{field} must be an absolute path, and {path[:200]!r} is not.")
    return path.rstrip("/") or "/"


def check_additional_roots(additional: Sequence[str]) -> tuple[str, ...]:
    return tuple(
        check_path(path, f"additionalDirectories[{number}]") for number, path in enumerate(additional)
    )


def check_roots(cwd: str, additional: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """`cwd`, and the additional roots in order, without exact duplicates and without `cwd`."""
    cwd = check_path(cwd, "cwd")
    if len(additional) > MAX_ADDITIONAL_ROOTS:
        raise BadRequest(
            "additionalDirectories",
            f"additionalDirectories has {len(additional)} entries; {MAX_ADDITIONAL_ROOTS} is the most.",
        )
    return cwd, tuple(path for path in dict.fromkeys(check_additional_roots(additional)) if path != cwd)


def is_same_folder(one: str, other: str) -> bool:
    """Whether two paths mean the same folder, however they are spelled."""
    return one == other or os.path.realpath(one) == os.path.realpath(other)
