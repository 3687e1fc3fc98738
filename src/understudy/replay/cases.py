"""Cases of the replay: their file format, reading them, and extracting them from a git repository.

A case is the files before a commit and the commit's hunks, one JSON object per line. Extraction selects commits
as a person makes them: no merges, few files, small hunks, text that an editor would open.
"""

import collections
import hashlib
from collections.abc import Collection, Iterator
from pathlib import Path, PurePosixPath
from typing import Final, Literal

import msgspec

from understudy.languages import language_id_for
from understudy.replay.errors import ReplayError
from understudy.replay.git import BlobReader, Commit, Repository
from understudy.replay.limits import MAX_RECORD_BYTES
from understudy.replay.line_diffs import diff_regions

__all__ = ["Case", "CaseCriteria", "Half", "Hunk", "extract_cases", "final_lines", "half_of", "read_cases"]

Half = Literal["dev", "unseen"]


class Hunk(msgspec.Struct, frozen=True):
    path: str
    start: int
    """The first line, from 0, in the file before the commit."""
    old: list[str]
    new: list[str]


class Case(msgspec.Struct, frozen=True):
    id: str
    files: dict[str, str]
    """Path → text before the commit."""
    hunks: list[Hunk]


_case_decoder: Final = msgspec.json.Decoder(Case)


def half_of(name: str) -> Half:
    """Return the half of a case, from its id alone, so that it never changes."""
    return "dev" if hashlib.sha256(name.encode("utf-8", "replace")).digest()[0] % 2 == 0 else "unseen"


def read_cases(path: Path, max_cases: int | None = None, half: Half | None = None) -> Iterator[Case]:
    """Return the cases of a file in order; `max_cases` counts those of the requested half. Raises ReplayError."""
    try:
        with path.open("rb") as lines:
            number = yielded = 0
            while line := lines.readline(MAX_RECORD_BYTES + 1):
                number += 1
                if len(line) > MAX_RECORD_BYTES:
                    raise _invalid_case(path, number, f"it has more than {MAX_RECORD_BYTES >> 20} MiB")
                if not line.strip():
                    continue
                case = _parse_case(line, path, number)
                if half is not None and half_of(case.id) != half:
                    continue
                if max_cases is not None and yielded >= max_cases:
                    return
                yielded += 1
                yield case
    except OSError as error:
        raise ReplayError("bad_cases", f"{path} cannot be read: {error.strerror}.") from None


def final_lines(case: Case) -> dict[str, list[str]]:
    """Return the lines of each file after the commit."""
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


def _invalid_case(path: Path, number: int, reason: str) -> ReplayError:
    return ReplayError(
        "bad_cases",
        f"{path}, line {number}: {reason}. 'understudy nes cases REPO' makes files that are right.",
    )


class CaseCriteria(msgspec.Struct, frozen=True, kw_only=True):
    """The limits that a commit must keep to become a case."""

    max_cases: int | None = None
    since: str | None = None
    languages: Collection[str] = frozenset()
    """Language ids of editors; empty for all known languages."""
    max_files: int = 6
    min_hunks: int = 3
    max_hunks: int = 24
    max_lines_per_hunk: int = 16
    """Removed and added lines together."""
    max_file_bytes: int = 128 << 10


def extract_cases(repository: Repository, criteria: CaseCriteria) -> Iterator[Case]:
    """Return the cases, the newest commit first. Raises ReplayError."""
    count = 0
    with repository.open_blobs() as blobs:
        for commit in repository.commits(criteria.since):
            if criteria.max_cases is not None and count >= criteria.max_cases:
                return
            case = _build_case(repository.root.name.removesuffix(".git"), commit, blobs, criteria)
            if case is not None:
                count += 1
                yield case


def _build_case(name: str, commit: Commit, blobs: BlobReader, criteria: CaseCriteria) -> Case | None:
    if not commit.changes or commit.touched > criteria.max_files:
        return None
    files: dict[str, str] = {}
    hunks: list[Hunk] = []
    for change in commit.changes:
        if not _matches_language(change.path, criteria):
            continue
        old, new = (
            blobs.read_text(change.old_blob, criteria.max_file_bytes),
            blobs.read_text(change.new_blob, criteria.max_file_bytes),
        )
        if old is None or new is None:
            return None
        file_hunks = _diff_hunks(change.path, old, new)
        if not file_hunks:
            continue
        files[change.path] = old
        hunks += file_hunks
    if not criteria.min_hunks <= len(hunks) <= criteria.max_hunks:
        return None
    if any(len(hunk.old) + len(hunk.new) > criteria.max_lines_per_hunk for hunk in hunks):
        return None
    return None if _is_formatting_only(hunks) else Case(f"{name}@{commit.id[:10]}", files, hunks)


def _matches_language(path: str, criteria: CaseCriteria) -> bool:
    language = language_id_for(path)
    return language in criteria.languages if criteria.languages else language != "plaintext"


def _diff_hunks(path: str, old: str, new: str) -> list[Hunk]:
    before, after = old.split("\n"), new.split("\n")
    return [
        Hunk(path, r.start, before[r.start : r.stop], after[r.new_start : r.new_stop])
        for r in diff_regions(before, after)
    ]


def _is_formatting_only(hunks: list[Hunk]) -> bool:
    """Return whether most hunks change only white space: a formatter's work, not a person's."""
    only_space = collections.Counter(
        "".join("".join(hunk.old).split()) == "".join("".join(hunk.new).split()) for hunk in hunks
    )
    return only_space[True] > only_space[False]
