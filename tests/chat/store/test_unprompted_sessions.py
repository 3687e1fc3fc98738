"""A session is stored when there is something to keep: until then it lives in the process that created it."""

from collections.abc import Callable
from typing import Any

import pytest

from understudy.chat import UnpromptedSessions
from understudy.chat.limits import MAX_UNPROMPTED_LEASES, MAX_UNPROMPTED_SESSIONS, UNPROMPTED_HANDOVER_S
from understudy.chat.store import LeaseLost, NoSession, SessionBusy, SessionExists, SessionStore

Advance = Callable[[float], None]


@pytest.fixture
def sessions(timed_store: SessionStore, clock: Any) -> UnpromptedSessions:
    return UnpromptedSessions(timed_store, clock=lambda: clock.now)


def ids(store: SessionStore, **filters: object) -> list[str]:
    wanted = {"cwd": None, "roots": None, "cursor": None, "limit": 10, **filters}
    return [one.id for one in store.list(**wanted).sessions]  # pyright: ignore[reportArgumentType]


def test_a_new_session_is_not_stored_and_can_be_used(
    sessions: UnpromptedSessions, timed_store: SessionStore
) -> None:
    created = sessions.create("s", "/srv", ["/lib"], settings={"mode": "ask"})
    assert timed_store.get("s") is None
    assert sessions.get("s") == created
    assert list(sessions.events("s")) == []
    assert ids(sessions) == ids(sessions, cwd="/srv", roots=("/lib",)) == ["s"]
    assert ids(sessions, cwd="/other") == ids(sessions, roots=()) == ids(sessions, owner="bob") == []
    assert sessions.holder("s") is None
    with pytest.raises(SessionExists):
        sessions.create("s", "/srv", [])


def test_the_first_event_stores_the_session_as_it_is_by_then(
    sessions: UnpromptedSessions, timed_store: SessionStore
) -> None:
    sessions.create("s", "/srv", [], settings={"mode": "ask"}, parent="p")
    sessions.change("s", roots=["/lib"], settings={"mode": "plan"})
    assert timed_store.get("s") is None
    sessions.append("s", [b"{}"], title="First")
    stored = timed_store.get("s")
    assert stored is not None
    assert (stored.roots, stored.settings, stored.parent) == (("/lib",), {"mode": "plan"}, "p")
    assert (stored.title, stored.events) == ("First", 1)
    assert sessions.get("s") == stored
    assert ids(sessions) == ["s"]
    assert [event.data for event in sessions.events("s")] == [b"{}"]
    sessions.change("s", title="Second")
    assert sessions.delete("s")
    assert timed_store.get("s") is None


@pytest.mark.parametrize("change", [{"title": "Mine"}, {"settings": {"archived": "yes"}}])
def test_a_title_or_an_archived_state_is_kept_without_a_prompt(
    sessions: UnpromptedSessions, timed_store: SessionStore, change: dict[str, object]
) -> None:
    sessions.create("s", "/srv", [])
    changed = sessions.change("s", **change)  # pyright: ignore[reportArgumentType]
    assert timed_store.get("s") == changed


def test_a_session_without_a_prompt_is_forked_and_deleted_without_being_stored(
    sessions: UnpromptedSessions, timed_store: SessionStore
) -> None:
    sessions.create("s", "/srv", [], settings={"mode": "plan"})
    copy = sessions.fork("s", "copy", "/srv", ["/lib"], settings={"model": "m"})
    assert (copy.parent, copy.roots, copy.settings) == ("s", ("/lib",), {"mode": "plan", "model": "m"})
    assert sessions.delete("s")
    assert not sessions.delete("s")
    assert sessions.get("s") is None
    assert ids(sessions) == ["copy"]
    assert ids(timed_store) == []
    with pytest.raises(NoSession):
        sessions.append("s", [b"{}"])


def test_another_owner_does_not_see_it(sessions: UnpromptedSessions) -> None:
    sessions.create("hers", "/srv", [], owner="ann")
    assert sessions.get("hers", owner="bob") is None
    assert not sessions.delete("hers", owner="bob")
    for use in (
        lambda: sessions.append("hers", [b"{}"], owner="bob"),
        lambda: sessions.acquire("hers", "me", 10, owner="bob"),
        lambda: list(sessions.events("hers", owner="bob")),
        lambda: sessions.fork("hers", "copy", "/srv", [], owner="bob"),
    ):
        with pytest.raises(NoSession):
            use()
    assert sessions.get("hers", owner="ann") is not None


def test_a_lease_holds_before_and_after_the_session_is_stored(
    sessions: UnpromptedSessions, timed_store: SessionStore, advance: Advance
) -> None:
    sessions.create("s", "/srv", [])
    first = sessions.acquire("s", "one", 10)
    for use in (
        lambda: sessions.acquire("s", "two", 10),
        lambda: sessions.append("s", [b"{}"]),
        lambda: sessions.change("s", title="mine"),
        lambda: sessions.delete("s"),
    ):
        with pytest.raises(SessionBusy):
            use()
    assert timed_store.get("s") is None
    advance(6)
    first = sessions.renew(first, 10)
    advance(6)
    assert sessions.holder("s") == first
    advance(6)
    second = sessions.acquire("s", "two", 10)
    assert second.epoch > first.epoch
    with pytest.raises(LeaseLost):
        sessions.append("s", [b"{}"], epoch=first.epoch)
    sessions.append("s", [b"{}"], epoch=second.epoch, expected=0, key="k")
    held = timed_store.holder("s")
    assert held is not None
    assert (held.holder, held.epoch) == ("two", second.epoch)
    with pytest.raises(LeaseLost):
        sessions.append("s", [b"{}"], epoch=first.epoch)
    assert sessions.release(second)
    assert sessions.acquire("s", "three", 10).epoch > second.epoch


def test_a_released_session_is_stored_without_a_holder_and_with_its_epoch(
    sessions: UnpromptedSessions, timed_store: SessionStore
) -> None:
    sessions.create("s", "/srv", [])
    first = sessions.acquire("s", "one", 10)
    assert sessions.release(first)
    assert not sessions.release(first)
    sessions.append("s", [b"{}"])
    assert timed_store.holder("s") is None
    with pytest.raises(LeaseLost):
        sessions.append("s", [b"{}"], epoch=first.epoch)


def test_a_store_that_failed_between_two_steps_is_asked_to_go_on(
    sessions: UnpromptedSessions, timed_store: SessionStore
) -> None:
    sessions.create("s", "/srv", [])
    lease = sessions.acquire("s", "one", 10)
    timed_store.create("s", "/srv", [])
    timed_store.acquire("s", "one", 10)
    assert sessions.append("s", [b"{}"], epoch=lease.epoch).events == 1


def test_a_session_that_is_opened_again_and_again_is_stored_in_the_end(
    sessions: UnpromptedSessions, timed_store: SessionStore
) -> None:
    sessions.create("s", "/srv", [])
    epochs = [sessions.acquire("s", "one", 10).epoch for _ in range(MAX_UNPROMPTED_LEASES)]
    assert timed_store.get("s") is None
    again = sessions.acquire("s", "one", 10)
    assert again.epoch == epochs[-1] + 1
    assert timed_store.holder("s") == again


def test_of_too_many_sessions_the_oldest_is_stored_and_one_that_nobody_has_is_dropped(
    store: SessionStore,
) -> None:
    sessions = UnpromptedSessions(store)
    for number in range(MAX_UNPROMPTED_SESSIONS):
        sessions.create(f"s{number}", "/srv", [])
    sessions.release(sessions.acquire("s1", "one", 10))
    assert ids(store) == []
    sessions.create("more", "/srv", [])
    sessions.create("yet-more", "/srv", [])
    assert ids(store) == ["s0"]
    assert sessions.get("s1") is None
    assert sessions.get("s2") is not None


def test_a_server_that_is_stopped_stores_what_was_leased_until_then(
    open_each: Callable[..., SessionStore], clock: Any, advance: Advance
) -> None:
    sessions = UnpromptedSessions(open_each(clock=lambda: clock.now), clock=lambda: clock.now)
    for name in ("left", "released", "open", "local"):
        sessions.create(name, "/srv", [])
    sessions.release(sessions.acquire("left", "one", 10))
    advance(UNPROMPTED_HANDOVER_S + 1)
    lease = sessions.acquire("released", "one", 10)
    sessions.acquire("open", "one", 10)
    assert sessions.release(lease)
    sessions.close()
    other = open_each(clock=lambda: clock.now)
    assert sorted(ids(other)) == ["open", "released"]
    assert other.acquire("released", "two", 10).epoch > lease.epoch
