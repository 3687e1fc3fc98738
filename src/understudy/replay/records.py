"""A case: files as they were before a commit, and the hunks that it made of them. One JSON object a line.

Owns the format and its limits. Where cases come from is `cases`' affair.
"""

import hashlib
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Final, Literal

import msgspec

from understudy.replay.errors import ReplayError

__all__ = ["MAX_RECORD_BYTES", "Case", "Half", "Hunk", "final_lines", "half_of", "read_cases"]

Half = Literal["dev", "unseen"]

MAX_RECORD_BYTES: Final = 32 << 20
"""Bytes that one case may have. A longer one is no commit that a person made."""


class Hunk(msgspec.Struct, frozen=True):
    path: str
    start: int
    """The first line, from 0, in the file as it was."""
    old: list[str]
    new: list[str]


class Case(msgspec.Struct, frozen=True):
    id: str
    files: dict[str, str]
    """Path → text before the commit."""
    hunks: list[Hunk]


_case_decoder: Final = msgspec.json.Decoder(Case)


def half_of(name: str) -> Half:
    """Which half a case belongs to: decided by its id alone, so that it never changes sides."""
    return "dev" if hashlib.sha256(name.encode("utf-8", "replace")).digest()[0] % 2 == 0 else "unseen"


def read_cases(path: Path, max_cases: int | None = None, half: Half | None = None) -> Iterator[Case]:
    """The cases of one file, in order; `most` counts those of the half that is asked for."""
    try:
        with path.open("rb") as lines:
            number = given = 0
            while line := lines.readline(MAX_RECORD_BYTES + 1):
                number += 1
                if len(line) > MAX_RECORD_BYTES:
                    raise _invalid_case(path, number, f"it has more than {MAX_RECORD_BYTES >> 20} MiB")
                if not line.strip():
                    continue
                case = _parse_case(line, path, number)
                if half is not None and half_of(case.id) != half:
                    continue
                if max_cases is not None and given >= max_cases:
                    return
                given += 1
                yield case
    except OSError as error:
        raise ReplayError("bad_cases", f"{path} cannot be read: {error.strerror}.") from None


def final_lines(case: Case) -> dict[str, list[str]]:
    """The files, in lines, as the commit leaves them."""
    final = {path: text.split("\n") for path, text in case.files.items()}
    for hunk in sorted(case.hunks, key=lambda hunk: -hunk.start):
        final[hunk.path][hunk.start : hunk.start + len(hunk.old)] = hunk.new
    return final


def _parse_case(line: bytes, path: Path, number: int) -> Case:
    try:
        case = _case_decoder.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise _invalid_case(path, number, f"it is no case ({str(error).rstrip('.')})") from None
    if not case.hunks:
        raise _invalid_case(path, number, "it has no hunks")
    for name in case.files:
        parts = PurePosixPath(name)
        if parts.is_absolute() or not parts.parts or ".." in parts.parts or "\0" in name:
            raise _invalid_case(path, number, "it names a file outside of its folder")
    for hunk in case.hunks:
        if hunk.path not in case.files:
            raise _invalid_case(path, number, f"a hunk is of {hunk.path}, which is not among its files")
        before = case.files[hunk.path].split("\n")
        if hunk.start < 0 or before[hunk.start : hunk.start + len(hunk.old)] != hunk.old:
            raise _invalid_case(path, number, f"a hunk of {hunk.path} does not fit the text")
    return case


def _invalid_case(path: Path, number: int, why: str) -> ReplayError:
    return ReplayError(
        "bad_cases", f"{path}, line {number}: {why}. 'understudy nes cases REPO' makes files that are right."
    )
