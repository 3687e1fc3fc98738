"""The limits of the index: number and size of files, line length, files read on demand, and the two caches."""

import os
import time
from pathlib import Path

import pytest

from nes.index_fixtures import Clock, open_texts, rescan, uris, write
from understudy.nes.index.store import IndexLimits
from understudy.nes.index.workspace_texts import QueryCache, SnapshotCache
from understudy.nes.limits import (
    MAX_CACHED_QUERIES,
    MAX_CACHED_SNAPSHOT_CHARS,
    MAX_CACHED_SNAPSHOTS,
    MAX_INDEXED_LINE_CHARS,
    MAX_ON_DEMAND_FILE_BYTES,
    MAX_ROOTS,
    QUERY_CACHE_TTL_S,
)
from understudy.workspace import Place
from understudy.workspace.paths import open_roots


@pytest.mark.parametrize(("limit", "indexed"), [(0, 0), (1, 1), (3, 3), (4, 3)])
def test_the_number_of_indexed_files_is_limited(root: Path, limit: int, indexed: int) -> None:
    for number in range(3):
        write(root / f"{number}.py", "needle")
    with open_texts([root], limits=IndexLimits(max_files=limit)) as texts:
        assert len(texts.find_containing(["needle"], "", 9)) == indexed


@pytest.mark.parametrize(("limit", "indexed"), [(5, 0), (6, 1)])
def test_a_file_above_the_size_limit_is_not_indexed(root: Path, limit: int, indexed: int) -> None:
    write(root / "a.py", "needle")
    with open_texts([root], limits=IndexLimits(max_file_bytes=limit)) as texts:
        assert len(texts.find_containing(["needle"], "", 9)) == indexed


@pytest.mark.parametrize(
    ("before", "extra", "indexed"), [("", 0, 1), ("", 1, 0), ("short\n", 0, 1), ("short\n", 1, 0)]
)
def test_a_file_with_an_overlong_line_is_not_indexed(
    root: Path, before: str, extra: int, indexed: int
) -> None:
    write(root / "a.py", f"{before}needle{'x' * (MAX_INDEXED_LINE_CHARS - 6 + extra)}\nend\n")
    with open_texts([root]) as texts:
        assert len(texts.find_containing(["needle"], "", 9)) == indexed


@pytest.mark.parametrize(("extra", "known"), [(0, True), (1, False)])
def test_a_file_that_is_read_on_demand_may_be_larger(root: Path, extra: int, known: bool) -> None:
    lines = "x" * 1023 + "\n"
    uri = write(root / "a.py", lines * (MAX_ON_DEMAND_FILE_BYTES // len(lines)) + "y" * extra)
    with open_texts([root]) as texts:
        assert not texts.find_containing(["xxxx"], "", 9)
        assert (texts.snapshot(uri) is not None) is known


@pytest.mark.parametrize("max_texts", [-1, 0, 1, 2])
def test_a_search_returns_at_most_the_texts_that_are_asked_for(root: Path, max_texts: int) -> None:
    for number in range(3):
        write(root / f"{number}.py", "needle")
    with open_texts([root]) as texts:
        assert len(texts.find_containing(["needle"], "", max_texts)) == max(max_texts, 0)
        assert texts.find_containing([""], "", 9) == []


def test_a_scan_does_not_start_again_within_the_interval(root: Path) -> None:
    clock = Clock()
    with open_texts([root], limits=IndexLimits(scan_interval_s=10), clock=clock) as texts:
        uri = write(root / "late.py", "needle")
        rescan(texts, clock, 9.9)
        assert texts.find_containing(["needle"], "", 9) == []
        rescan(texts, clock, 0.1)
        assert uris(texts.find_containing(["needle"], "", 9)) == [uri]


def test_a_scan_without_time_indexes_nothing_and_drops_nothing(root: Path) -> None:
    write(root / "a.py", "needle")
    with open_texts([root], limits=IndexLimits(scan_timeout_s=-1)) as texts:
        assert texts.find_containing(["needle"], "", 9) == []


def test_only_the_first_roots_are_opened(tmp_path: Path) -> None:
    folders = [tmp_path / str(number) for number in range(MAX_ROOTS + 1)]
    for folder in folders:
        write(folder / "a.py", "needle")
    with open_texts(folders) as texts:
        found = texts.find_containing(["needle"], "", 2 * MAX_ROOTS)
    assert len(found) == MAX_ROOTS
    assert (folders[-1] / "a.py").as_uri() not in uris(found)


def place_in(root: Path, name: str) -> Place:
    (opened,) = open_roots([root], ())
    try:
        return Place(opened, name)
    finally:
        os.close(opened.fd)


def test_the_snapshot_cache_keeps_the_files_used_last(root: Path) -> None:
    cache = SnapshotCache()
    state = (1, 2, 3, 4, 5)
    places = [place_in(root, f"{number}.py") for number in range(MAX_CACHED_SNAPSHOTS + 1)]
    texts = [f"text {number}" for number in range(len(places))]
    for place, text in zip(places[:-1], texts, strict=False):
        cache.get_or_build(place.path, "", text, state, "\n")
    again = cache.get_or_build(places[0].path, "", texts[0], state, "\n")
    assert again is cache.get_if_unchanged(places[0].path, state)
    cache.get_or_build(places[-1].path, "", texts[-1], state, "\n")
    assert cache.get_if_unchanged(places[1].path, state) is None
    assert cache.get_if_unchanged(places[0].path, state) is again
    assert cache.get_if_unchanged(places[0].path, (9, 9, 9, 9, 9)) is None
    assert cache.get_if_unchanged(places[0].path, None) is None


def test_the_snapshot_cache_is_limited_in_characters_but_keeps_the_newest(root: Path) -> None:
    cache = SnapshotCache()
    state = (1, 2, 3, 4, 5)
    small, large = place_in(root, "small.py"), place_in(root, "large.py")
    cache.get_or_build(small.path, "", "s", state, "\n")
    cache.get_or_build(large.path, "", "x" * MAX_CACHED_SNAPSHOT_CHARS, state, "\n")
    assert cache.get_if_unchanged(small.path, state) is None
    assert cache.get_if_unchanged(large.path, state) is not None
    cache.clear()
    assert cache.get_if_unchanged(large.path, state) is None


def test_the_query_cache_forgets_after_its_time_and_above_its_size() -> None:
    clock = Clock()
    cache = QueryCache(clock)
    cache.put(("defined", "first", None, None), [])
    clock.now += QUERY_CACHE_TTL_S / 2
    assert cache.get(("defined", "first", None, None)) == []
    clock.now += QUERY_CACHE_TTL_S / 2
    assert cache.get(("defined", "first", None, None)) is None
    for number in range(MAX_CACHED_QUERIES + 1):
        cache.put(("defined", str(number), None, None), [])
    assert cache.get(("defined", "0", None, None)) is None
    assert cache.get(("defined", "1", None, None)) == []


def test_a_file_that_changed_at_this_moment_is_read_again(root: Path) -> None:
    path = root / "a.py"
    uri = write(path, "needle one")
    os.utime(path, ns=(time.time_ns(), time.time_ns()))
    with open_texts([root]) as texts:
        path.write_text("needle two")
        assert [text.lines for text in texts.find_containing(["needle"], "", 9)] == [["needle two"]]
        assert texts.snapshot(uri) is not None


def test_a_file_that_is_written_again_with_the_same_text_keeps_its_snapshot(root: Path) -> None:
    """What was derived from the lines, such as a syntax tree, is valid as long as they are the same object."""
    path = root / "a.py"
    write(path, "needle\n")
    with open_texts([root]) as texts:
        (first,) = texts.find_containing(["needle"], "", 9)
        for _ in range(2):
            path.write_text("needle\n")
            (again,) = texts.find_containing(["needle"], "", 9)
            assert again.lines is first.lines
        path.write_text("needle\nmore\n")
        (changed,) = texts.find_containing(["needle"], "", 9)
        assert changed.lines == ["needle", "more", ""]


def test_a_file_that_gets_other_line_endings_is_known_by_the_new_ones(root: Path) -> None:
    path = root / "a.py"
    write(path, "needle\n")
    with open_texts([root]) as texts:
        path.write_bytes(b"needle\r\n")
        (found,) = texts.find_containing(["needle"], "", 9)
        assert found.line_ending == "\r\n"
