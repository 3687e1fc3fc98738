"""Parsing is limited by processor time: a program that others keep from running gets the same trees."""

import time
from itertools import count
from types import SimpleNamespace

import pytest

from understudy.nes.syntax import mask_strings_and_comments, masked_code, parse_snapshot, trees
from understudy.nes.text import TextSnapshot

LINES = [f"def f{number}(a, b=[{number}]): return {{'a': a, 'b': b}}" for number in range(300)]


def _snapshot(name: str) -> TextSnapshot:
    return TextSnapshot(f"file:///limits/{name}.py", "python", LINES, 1)


@pytest.fixture
def late_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock on the wall interrupts every parse after a microsecond."""
    monkeypatch.setattr(trees, "PARSE_TIMEOUT_US", 1)
    monkeypatch.setattr(trees, "_parsers", SimpleNamespace(by_grammar={}))


def test_an_interrupted_parse_goes_on(late_clock: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trees, "MAX_PARSE_CPU_S", float("inf"))
    late = parse_snapshot(_snapshot("late"))
    monkeypatch.undo()
    whole = parse_snapshot(_snapshot("whole"))
    assert late is not None
    assert whole is not None
    assert str(late[1].root_node) == str(whole[1].root_node)


def test_a_parse_that_takes_too_much_processor_time_ends(
    late_clock: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trees, "MAX_PARSE_CPU_S", 0.0)
    assert parse_snapshot(_snapshot("much")) is None


@pytest.mark.parametrize(("cpu_s", "is_masked_by_tree"), [(0.0, True), (1.0, False)])
def test_a_query_is_run_again_unless_it_took_the_processor_time_itself(
    cpu_s: float, is_masked_by_tree: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    # In a nested string of an f-string, the regular expressions differ from the tree.
    snapshot = TextSnapshot(f"file:///limits/query{cpu_s}.py", "python", ["x = f'{a['b']} c'"], 1)
    assert parse_snapshot(snapshot) is not None
    walls, cpus = iter([0.0, 9.0, *([9.0] * 9)]), count(0.0, cpu_s)
    clocks = SimpleNamespace(monotonic=walls.__next__, thread_time=cpus.__next__)
    monkeypatch.setattr(masked_code, "time", clocks)
    masked = mask_strings_and_comments(snapshot)
    monkeypatch.setattr(masked_code, "time", time)
    assert masked is not None
    assert ("a['" in masked[0]) == is_masked_by_tree
