"""Cases out of a git repository: commits that changed several places, in the replay's format.

Takes commits as a person makes them: no merges, few files, small hunks, texts that an editor would open.
"""

import collections
from collections.abc import Collection, Iterator

import msgspec

from understudy.nes.index_uris import language_of
from understudy.replay.comparing import regions
from understudy.replay.git import Commit, Contents, Repository
from understudy.replay.records import Case, Hunk

__all__ = ["Wanted", "make_cases"]


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """Which commits make good cases. Counts, bytes and lines."""

    most: int | None = None
    since: str | None = None
    languages: Collection[str] = frozenset()
    """Language ids as editors have them; none means all that are known."""
    most_files: int = 6
    fewest_hunks: int = 3
    most_hunks: int = 24
    most_lines: int = 16
    """That one hunk takes away and brings."""
    most_bytes: int = 128 << 10


def make_cases(repository: Repository, wanted: Wanted) -> Iterator[Case]:
    """One after the other, the newest commit first. Raises ReplayError."""
    made = 0
    with repository.contents() as contents:
        for commit in repository.commits(wanted.since):
            if wanted.most is not None and made >= wanted.most:
                return
            case = _case(repository.root.name.removesuffix(".git"), commit, contents, wanted)
            if case is not None:
                made += 1
                yield case


def _case(name: str, commit: Commit, contents: Contents, wanted: Wanted) -> Case | None:
    if not commit.changes or commit.touched > wanted.most_files:
        return None
    files: dict[str, str] = {}
    hunks: list[Hunk] = []
    for change in commit.changes:
        if not _is_wanted(change.path, wanted):
            continue
        old, new = contents.text(change.old, wanted.most_bytes), contents.text(change.new, wanted.most_bytes)
        if old is None or new is None:
            return None
        found = _hunks(change.path, old, new)
        if not found:
            continue
        files[change.path] = old
        hunks += found
    if not wanted.fewest_hunks <= len(hunks) <= wanted.most_hunks:
        return None
    if any(len(hunk.old) + len(hunk.new) > wanted.most_lines for hunk in hunks):
        return None
    return None if _is_mechanical(hunks) else Case(f"{name}@{commit.id[:10]}", files, hunks)


def _is_wanted(path: str, wanted: Wanted) -> bool:
    language = language_of(path)
    return language in wanted.languages if wanted.languages else language != "plaintext"


def _hunks(path: str, old: str, new: str) -> list[Hunk]:
    before, after = old.split("\n"), new.split("\n")
    return [
        Hunk(path, r.start, before[r.start : r.stop], after[r.new_start : r.new_stop])
        for r in regions(before, after)
    ]


def _is_mechanical(hunks: list[Hunk]) -> bool:
    """Line ends or indentation changed throughout: a formatter's work, not a person's."""
    same = collections.Counter(
        "".join("".join(hunk.old).split()) == "".join("".join(hunk.new).split()) for hunk in hunks
    )
    return same[True] > same[False]
