"""What several processes use for one user stays within its limit: the same rules in every store."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from understudy.chat.store import SessionStore, UsageClaim

DAY = 20_000


def claim(store: SessionStore, holder: str, count: int, *, limit: int = 2, kind: str = "turns") -> UsageClaim:
    return store.claim_usage(holder, kind, count=count, limit=limit, ttl_s=10, day=DAY, owner="alice")


def test_a_claim_is_granted_up_to_the_limit_over_all_holders(each_store: SessionStore) -> None:
    assert claim(each_store, "a", 1) == UsageClaim(granted=True, others=0, tokens=0)
    assert claim(each_store, "b", 1) == UsageClaim(granted=True, others=1, tokens=0)
    assert claim(each_store, "b", 2) == UsageClaim(granted=False, others=1, tokens=0)
    assert claim(each_store, "a", 2) == UsageClaim(granted=False, others=1, tokens=0)


def test_a_repeated_claim_counts_once(each_store: SessionStore) -> None:
    for _ in range(3):
        assert claim(each_store, "a", 1).granted
    assert claim(each_store, "b", 1).others == 1


def test_a_refused_claim_changes_nothing(each_store: SessionStore) -> None:
    claim(each_store, "a", 1, limit=1)
    assert not claim(each_store, "b", 1, limit=1).granted
    assert claim(each_store, "c", 1, limit=2) == UsageClaim(granted=True, others=1, tokens=0)


def test_owners_and_kinds_are_counted_apart(each_store: SessionStore) -> None:
    claim(each_store, "a", 2)
    assert claim(each_store, "b", 2, kind="sessions").others == 0
    bob = each_store.claim_usage("b", "turns", count=2, limit=2, ttl_s=10, day=DAY, owner="bob\0'\\")
    assert bob == UsageClaim(granted=True, others=0, tokens=0)


def test_a_report_sets_the_counts(each_store: SessionStore) -> None:
    claim(each_store, "a", 2)
    each_store.report_usage("a", {("alice", "turns"): 0, ("alice", "sessions"): 1}, {}, ttl_s=10, day=DAY)
    assert claim(each_store, "b", 2).granted
    assert claim(each_store, "b", 2, kind="sessions") == UsageClaim(granted=False, others=1, tokens=0)


def test_the_counts_of_a_process_that_died_end_by_themselves(
    timed_store: SessionStore, advance: Callable[[float], None]
) -> None:
    claim(timed_store, "dead", 1)
    claim(timed_store, "alive", 1)
    advance(9)
    timed_store.report_usage("alive", {("alice", "turns"): 1}, {}, ttl_s=10, day=DAY)
    assert not claim(timed_store, "new", 1).granted
    advance(1)
    assert claim(timed_store, "new", 1) == UsageClaim(granted=True, others=1, tokens=0)


def test_tokens_are_those_of_all_holders_on_that_day(each_store: SessionStore) -> None:
    for holder, tokens in (("a", 40), ("b", 2), ("a", 50)):  # a holder reports its sum, and repeats it freely
        totals = each_store.report_usage(holder, {}, {"alice": tokens}, ttl_s=10, day=DAY)
    assert totals == {"alice": 52}
    assert claim(each_store, "a", 1).tokens == 52
    tomorrow = each_store.report_usage("a", {("bob", "turns"): 1}, {"alice": 7}, ttl_s=10, day=DAY + 1)
    assert tomorrow == {"alice": 7, "bob": 0}


def test_an_empty_report_is_fine(each_store: SessionStore) -> None:
    assert each_store.report_usage("a", {}, {}, ttl_s=10, day=DAY) == {}


@pytest.mark.parametrize("limit", [1, 3])
def test_processes_that_claim_at_the_same_time_never_pass_the_limit(
    open_each: Callable[[], SessionStore], limit: int
) -> None:
    stores = [open_each() for _ in range(4)]

    def claim_once(number: int) -> bool:
        return claim(stores[number], f"holder {number}", 1, limit=limit).granted

    with ThreadPoolExecutor(4) as threads:
        assert sum(threads.map(claim_once, range(4))) == limit
