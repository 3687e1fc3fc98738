"""The bounded dict: which entry is the oldest, when it is evicted, and who is told."""

from understudy.bounded_dict import BoundedDict


def test_one_entry_too_many_evicts_the_oldest() -> None:
    entries: BoundedDict[str, int] = BoundedDict(2)
    for number, key in enumerate("abc"):
        entries[key] = number
    assert entries == {"b": 1, "c": 2}


def test_assigning_a_key_again_makes_it_the_newest_and_reading_it_does_not() -> None:
    entries: BoundedDict[str, int] = BoundedDict(2)
    entries["a"] = entries["b"] = 1
    entries["a"] = 2
    assert (entries["b"], list(entries)) == (1, ["b", "a"])
    entries["c"] = 3
    assert entries == {"a": 2, "c": 3}


def test_evicted_keys_are_reported_after_they_are_gone() -> None:
    reported: list[tuple[str, bool]] = []
    entries: BoundedDict[str, int] = BoundedDict(1, lambda key: reported.append((key, key in entries)))
    entries["a"] = 1
    entries["a"] = 2
    assert reported == []
    entries["b"] = 1
    assert reported == [("a", False)]
    assert (entries.evict_oldest(), entries.evict_oldest()) == ("b", None)
    assert reported == [("a", False), ("b", False)]


def test_removing_an_entry_is_no_eviction() -> None:
    reported: list[str] = []
    entries: BoundedDict[str, int] = BoundedDict(2, reported.append)
    entries["a"] = 1
    del entries["a"]
    assert (reported, entries.evict_oldest()) == ([], None)


def test_a_limit_of_no_entries_holds_nothing() -> None:
    entries: BoundedDict[str, int] = BoundedDict(0)
    entries["a"] = 1
    assert not entries
