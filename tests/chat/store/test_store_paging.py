"""Listing: newest first, filtered, in pages that miss and repeat nothing while others write."""

import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from understudy.chat.sqlite import SqliteSessionStore
from understudy.chat.store import BadCursor, Page, SessionStore, StoredSession

CWDS = ["/srv", "/srv/sub", "/else"]
ROOTS: list[tuple[str, ...]] = [(), ("/a",), ("/a", "/b"), ("/b", "/a")]


def pages(
    store: SqliteSessionStore, limit: int, cwd: str | None = None, roots: tuple[str, ...] | None = None
) -> Iterator[Page]:
    cursor = None
    while True:
        page = store.list(cwd=cwd, roots=roots, cursor=cursor, limit=limit)
        yield page
        cursor = page.next_cursor
        if cursor is None:
            return


def expected(
    sessions: list[StoredSession], cwd: str | None, roots: tuple[str, ...] | None
) -> list[StoredSession]:
    wanted = [s for s in sessions if cwd in (None, s.cwd) and roots in (None, s.roots)]
    return sorted(wanted, key=lambda session: (session.updated_at, session.id), reverse=True)


@settings(max_examples=60, deadline=None)
@given(
    places=st.lists(st.tuples(st.sampled_from(CWDS), st.sampled_from(ROOTS), st.integers(0, 2)), max_size=14),
    cwd=st.none() | st.sampled_from(CWDS),
    roots=st.none() | st.sampled_from(ROOTS),
    limit=st.integers(1, 6),
    meanwhile=st.lists(
        st.lists(st.tuples(st.sampled_from("aacd"), st.integers(0, 13)), max_size=3), max_size=8
    ),
)
def test_a_session_that_does_not_change_is_listed_exactly_once(
    places: list[tuple[str, tuple[str, ...], int]],
    cwd: str | None,
    roots: tuple[str, ...] | None,
    limit: int,
    meanwhile: list[list[tuple[str, int]]],
) -> None:
    now = [1e9]
    with (
        tempfile.TemporaryDirectory() as folder,
        SqliteSessionStore(Path(folder), clock=lambda: now[0]) as store,
    ):
        model: list[StoredSession] = []
        for number, (place, extra, step) in enumerate(places):
            now[0] += step / 1000  # also none: then only the id decides
            model.append(store.create(f"s{number * 7 % 15:02}", place, extra))
        assert [s for page in pages(store, limit, cwd, roots) for s in page.sessions] == expected(
            model, cwd, roots
        )

        touched: set[str] = set()
        seen: list[StoredSession] = []
        between = iter(meanwhile)
        for page in pages(store, limit, cwd, roots):
            assert len(page.sessions) <= limit
            seen += page.sessions
            for action, number in next(between, ()):
                now[0] += 0.001
                name = f"s{number:02}"
                if action == "c":
                    store.create(f"new{now[0]}", "/srv", ())
                elif store.get(name) is not None:
                    touched.add(name)
                    if action == "a":
                        store.append(name, [b"{}"])
                    else:
                        store.delete(name)
        quiet = [session for session in expected(model, cwd, roots) if session.id not in touched]
        assert [session for session in seen if session in quiet] == quiet
        assert len({session.id for session in seen}) == len(seen)


def test_roots_match_exactly_and_in_order(each_store: SessionStore) -> None:
    for number, roots in enumerate(ROOTS):
        each_store.create(f"s{number}", "/srv", roots)
    each_store.create("else", "/else", ("/a",))
    for number, roots in enumerate(ROOTS):
        assert [s.id for s in each_store.list(cwd="/srv", roots=roots, cursor=None, limit=9).sessions] == [
            f"s{number}"
        ]
    assert {s.id for s in each_store.list(cwd=None, roots=("/a",), cursor=None, limit=9).sessions} == {
        "s1",
        "else",
    }
    assert each_store.list(cwd="/srv/", roots=None, cursor=None, limit=9).sessions == ()


@pytest.fixture
def cursor(each_store: SessionStore) -> str:
    for number in range(3):
        each_store.create(f"s{number}", "/srv", ())
    page = each_store.list(cwd="/srv", roots=None, cursor=None, limit=1)
    assert page.next_cursor is not None
    return page.next_cursor


def test_a_cursor_survives_opening_the_store_again(
    open_each: Callable[[], SessionStore], cursor: str
) -> None:
    found = open_each().list(cwd="/srv", roots=None, cursor=cursor, limit=1).sessions
    assert [session.id for session in found] == ["s1"]


def test_a_damaged_cursor_is_refused_wherever_it_is_damaged(each_store: SessionStore, cursor: str) -> None:
    bad = [cursor[:at] + ("A" if cursor[at] != "A" else "B") + cursor[at + 1 :] for at in range(len(cursor))]
    bad += ["", "x", "é", "=", cursor + "=", cursor + "AAAA", cursor[:-1], " " + cursor, "A" * 100_000]
    for damaged in bad:
        with pytest.raises(BadCursor) as refused:
            each_store.list(cwd="/srv", roots=None, cursor=damaged, limit=1)
        assert refused.value.code == "bad_cursor"


def test_a_cursor_of_another_listing_or_another_store_is_refused(
    each_store: SessionStore, cursor: str, tmp_path: Path
) -> None:
    for cwd, roots in ((None, None), ("/else", None), ("/srv", ()), ("/srv", ("/a",))):
        with pytest.raises(BadCursor):
            each_store.list(cwd=cwd, roots=roots, cursor=cursor, limit=1)
    with SqliteSessionStore(tmp_path / "other") as other, pytest.raises(BadCursor):
        other.list(cwd="/srv", roots=None, cursor=cursor, limit=1)


@pytest.mark.parametrize("limit", [0, -1, 1001])
def test_a_page_has_a_size(each_store: SessionStore, limit: int) -> None:
    with pytest.raises(ValueError):
        each_store.list(cwd=None, roots=None, cursor=None, limit=limit)


@pytest.mark.parametrize(
    ("where", "index"),
    [
        ("owner = ''", "sessions_by_time"),
        ("owner = '' AND roots = '[]'", "sessions_by_time"),
        ("owner = '' AND cwd = '/srv'", "sessions_by_folder"),
        (
            "owner = '' AND cwd = '/srv' AND roots = '[]' AND (updated_at, id) < ('2', 'x')",
            "sessions_by_folder",
        ),
    ],
)
def test_every_listing_walks_an_index_and_sorts_nothing(
    store: SqliteSessionStore, folder: Path, where: str, index: str
) -> None:
    connection = sqlite3.connect(folder / "sessions.db")
    plan = connection.execute(
        f"EXPLAIN QUERY PLAN SELECT * FROM sessions WHERE {where} ORDER BY updated_at DESC, id DESC LIMIT 51"
    ).fetchall()
    connection.close()
    assert len(plan) == 1
    assert index in plan[0][3]
