"""Owners and leases: who sees a session, who may write to it, and that a repeated append stores nothing twice."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from understudy.chat.store import (
    BadCursor,
    LeaseLost,
    NoSession,
    SequenceConflict,
    SessionBusy,
    SessionExists,
    SessionStore,
)

Advance = Callable[[float], None]


@pytest.fixture
def session(timed_store: SessionStore) -> str:
    return timed_store.create("s", "/srv", []).id


def stored(store: SessionStore, name: str, owner: str = "") -> list[bytes]:
    return [event.data for event in store.events(name, owner=owner)]


@pytest.mark.parametrize("other", ["", "bob"])
def test_a_session_of_another_owner_does_not_exist(each_store: SessionStore, other: str) -> None:
    created = each_store.create("hers", "/srv", [], owner="ann")
    assert created.owner == "ann"
    assert each_store.get("hers", owner="ann") == created
    assert each_store.get("hers", owner=other) is None
    assert not each_store.delete("hers", owner=other)
    for use in (
        lambda: each_store.append("hers", [b"{}"], owner=other),
        lambda: each_store.change("hers", title="mine", owner=other),
        lambda: list(each_store.events("hers", owner=other)),
        lambda: each_store.fork("hers", "copy", "/srv", [], owner=other),
        lambda: each_store.acquire("hers", "me", 10, owner=other),
        lambda: each_store.holder("hers", owner=other),
    ):
        with pytest.raises(NoSession):
            use()
    with pytest.raises(SessionExists):
        each_store.create("hers", "/srv", [], owner=other)
    assert each_store.get("hers", owner="ann") == created


def test_a_listing_shows_the_sessions_of_one_owner(each_store: SessionStore) -> None:
    for owner in ("ann", "bob"):
        for number in range(3):
            each_store.create(f"{owner}{number}", "/srv", [], owner=owner)
    page = each_store.list(cwd="/srv", roots=None, cursor=None, limit=2, owner="ann")
    assert page.next_cursor is not None
    rest = each_store.list(cwd="/srv", roots=None, cursor=page.next_cursor, limit=2, owner="ann")
    assert {found.id for found in (*page.sessions, *rest.sessions)} == {"ann0", "ann1", "ann2"}
    assert rest.next_cursor is None
    with pytest.raises(BadCursor):
        each_store.list(cwd="/srv", roots=None, cursor=page.next_cursor, limit=2, owner="bob")


def test_a_fork_belongs_to_the_owner_of_its_source(each_store: SessionStore) -> None:
    each_store.create("hers", "/srv", [], owner="ann")
    each_store.append("hers", [b'{"n":1}'], owner="ann")
    assert each_store.fork("hers", "copy", "/srv", [], owner="ann").owner == "ann"
    assert stored(each_store, "copy", "ann") == [b'{"n":1}']


def test_only_the_holder_writes_while_a_lease_is_live(timed_store: SessionStore, session: str) -> None:
    lease = timed_store.acquire(session, "replica-1", 10)
    assert (lease.session, lease.holder, lease.epoch) == (session, "replica-1", 1)
    assert timed_store.holder(session) == lease
    for write in (
        lambda: timed_store.append(session, [b"{}"]),
        lambda: timed_store.change(session, title="x"),
        lambda: timed_store.delete(session),
        lambda: timed_store.acquire(session, "replica-2", 10),
    ):
        with pytest.raises(SessionBusy, match="replica-1") as raised:
            write()
        assert (raised.value.code, raised.value.holder, raised.value.until) == (
            "session_busy",
            "replica-1",
            lease.until,
        )
    assert timed_store.append(session, [b"{}"], epoch=lease.epoch).events == 1
    assert timed_store.change(session, title="x", epoch=lease.epoch).title == "x"
    assert timed_store.fork(session, "copy", "/srv", []).events == 1
    assert timed_store.delete(session, epoch=lease.epoch)


def test_a_holder_that_was_replaced_is_fenced(
    timed_store: SessionStore, session: str, advance: Advance
) -> None:
    old = timed_store.acquire(session, "replica-1", 10)
    advance(10)
    assert timed_store.holder(session) is None
    new = timed_store.acquire(session, "replica-2", 10)
    assert new.epoch > old.epoch
    for write in (
        lambda: timed_store.append(session, [b'{"late":1}'], epoch=old.epoch),
        lambda: timed_store.change(session, title="late", epoch=old.epoch),
        lambda: timed_store.delete(session, epoch=old.epoch),
        lambda: timed_store.renew(old, 10),
    ):
        with pytest.raises(LeaseLost, match="replica-2") as raised:
            write()
        assert (raised.value.code, raised.value.holder, raised.value.until) == (
            "lease_lost",
            "replica-2",
            new.until,
        )
    assert not timed_store.release(old)
    assert timed_store.holder(session) == new
    assert stored(timed_store, session) == []


def test_a_holder_stays_fenced_when_its_successor_is_gone(
    timed_store: SessionStore, session: str, advance: Advance
) -> None:
    old = timed_store.acquire(session, "replica-1", 10)
    advance(10)
    assert timed_store.release(timed_store.acquire(session, "replica-2", 10))
    with pytest.raises(LeaseLost) as raised:
        timed_store.append(session, [b"{}"], epoch=old.epoch)
    assert (raised.value.holder, raised.value.until) == (None, None)


def test_a_lease_that_ended_can_be_used_until_another_is_acquired(
    timed_store: SessionStore, session: str, advance: Advance
) -> None:
    lease = timed_store.acquire(session, "replica-1", 10)
    advance(3600)
    assert timed_store.append(session, [b"{}"], epoch=lease.epoch).events == 1
    renewed = timed_store.renew(lease, 10)
    assert renewed.epoch == lease.epoch
    assert renewed.until > lease.until
    assert timed_store.holder(session) == renewed


def test_a_write_without_a_lease_fences_a_holder_whose_lease_ended(
    timed_store: SessionStore, session: str, advance: Advance
) -> None:
    lease = timed_store.acquire(session, "replica-1", 10)
    advance(10)
    timed_store.append(session, [b'{"by":"another"}'])
    with pytest.raises(LeaseLost):
        timed_store.append(session, [b'{"by":"replica-1"}'], epoch=lease.epoch)
    assert stored(timed_store, session) == [b'{"by":"another"}']


def test_a_renewed_lease_lasts_longer(timed_store: SessionStore, session: str, advance: Advance) -> None:
    lease = timed_store.acquire(session, "replica-1", 10)
    advance(9)
    lease = timed_store.renew(lease, 10)
    advance(9)
    assert timed_store.holder(session) == lease
    with pytest.raises(SessionBusy):
        timed_store.acquire(session, "replica-2", 10)
    advance(1)
    assert timed_store.acquire(session, "replica-2", 10).holder == "replica-2"


def test_the_same_holder_takes_its_lease_again_and_fences_itself(
    timed_store: SessionStore, session: str
) -> None:
    first = timed_store.acquire(session, "replica-1", 10)
    second = timed_store.acquire(session, "replica-1", 10)
    assert second.epoch > first.epoch
    with pytest.raises(LeaseLost):
        timed_store.append(session, [b"{}"], epoch=first.epoch)
    assert timed_store.append(session, [b"{}"], epoch=second.epoch).events == 1


def test_a_released_session_is_free(timed_store: SessionStore, session: str) -> None:
    lease = timed_store.acquire(session, "replica-1", 10)
    assert timed_store.release(lease)
    assert not timed_store.release(lease)
    assert timed_store.holder(session) is None
    with pytest.raises(LeaseLost):
        timed_store.append(session, [b"{}"], epoch=lease.epoch)
    assert timed_store.append(session, [b"{}"]).events == 1
    assert timed_store.acquire(session, "replica-2", 10).epoch > lease.epoch
    assert not timed_store.release(replace(lease, session="missing"))


def test_a_fork_of_a_leased_session_has_no_lease(timed_store: SessionStore, session: str) -> None:
    timed_store.acquire(session, "replica-1", 10)
    timed_store.fork(session, "copy", "/srv", [])
    assert timed_store.holder("copy") is None


def test_an_append_states_how_many_events_it_expects(each_store: SessionStore) -> None:
    each_store.create("s", "/srv", [])
    assert each_store.append("s", [b"1", b"2"], expected=0).events == 2
    for wrong in (0, 1, 3):
        with pytest.raises(SequenceConflict, match="2 events") as raised:
            each_store.append("s", [b"3"], expected=wrong)
        assert raised.value.code == "sequence_conflict"
    assert each_store.append("s", [b"3"], expected=2).events == 3
    assert stored(each_store, "s") == [b"1", b"2", b"3"]


def test_a_repeated_append_stores_nothing_twice(each_store: SessionStore) -> None:
    each_store.create("s", "/srv", [])
    each_store.append("s", [b"1", b"2"], expected=0, key="k1", title="Title")
    again = each_store.append("s", [b"1", b"2"], expected=0, key="k1", title="Title")
    assert (again.events, again.title) == (2, "Title")
    assert again == each_store.get("s")
    each_store.append("s", [b"3"], expected=2, key="k2")
    assert each_store.append("s", [b"1", b"2"], expected=0, key="k1").events == 3
    with pytest.raises(SequenceConflict):
        each_store.append("s", [b"1"], expected=0, key="other")
    with pytest.raises(SequenceConflict):
        each_store.append("s", [b"2"], expected=1, key="k1")
    assert stored(each_store, "s") == [b"1", b"2", b"3"]
