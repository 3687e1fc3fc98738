"""Cases out of a git repository: commits that changed several places, in the replay's format.

Takes commits as a person makes them: no merges, few files, small hunks, texts that an editor would open.
"""

import collections
from collections.abc import Collection, Iterator

import msgspec

from understudy.nes.index_uris import language_id_for
from understudy.replay.comparing import diff_regions
from understudy.replay.git import Commit, BlobReader, Repository
from understudy.replay.records import Case, Hunk

__all__ = ["CaseCriteria", "extract_cases"]


class CaseCriteria(msgspec.Struct, frozen=True, kw_only=True):
    """Which commits make good cases. Counts, bytes and lines."""

    max_cases: int | None = None
    since: str | None = None
    languages: Collection[str] = frozenset()
    """Language ids as editors have them; none means all that are known."""
    max_files: int = 6
    min_hunks: int = 3
    max_hunks: int = 24
    max_lines_per_hunk: int = 16
    """That one hunk takes away and brings."""
    max_file_bytes: int = 128 << 10


def extract_cases(repository: Repository, criteria: CaseCriteria) -> Iterator[Case]:
    """One after the other, the newest commit first. Raises ReplayError."""
    made = 0
    with repository.open_blobs() as contents:
        for commit in repository.commits(criteria.since):
            if criteria.max_cases is not None and made >= criteria.max_cases:
                return
            case = _build_case(repository.root.name.removesuffix(".git"), commit, contents, criteria)
            if case is not None:
                made += 1
                yield case


def _build_case(name: str, commit: Commit, contents: BlobReader, criteria: CaseCriteria) -> Case | None:
    if not commit.changes or commit.touched > criteria.max_files:
        return None
    files: dict[str, str] = {}
    hunks: list[Hunk] = []
    for change in commit.changes:
        if not _matches_language(change.path, criteria):
            continue
        old, new = contents.read_text(change.old_blob, criteria.max_file_bytes), contents.read_text(change.new_blob, criteria.max_file_bytes)
        if old is None or new is None:
            return None
        found = _diff_hunks(change.path, old, new)
        if not found:
            continue
        files[change.path] = old
        hunks += found
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
    """Line ends or indentation changed throughout: a formatter's work, not a person's."""
    same = collections.Counter(
        "".join("".join(hunk.old).split()) == "".join("".join(hunk.new).split()) for hunk in hunks
    )
    return same[True] > same[False]
