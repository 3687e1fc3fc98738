"""Replays in blocks: the same result for any number of workers, on Ray too, and continued after an interruption."""

import importlib.util
import os
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import msgspec
import pytest

from replay.replay_fixtures import RENAMES, command, write
from understudy.replay import ReplayError, ReplayPlan, ReplayProgress, ReplayResults
from understudy.replay.distribution import (
    Journal,
    Workers,
    fingerprint,
    replay_blocks,
    run_replay_in_blocks,
    run_tasks,
    run_typing_in_blocks,
)


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay_blocks, "CASES_PER_BLOCK", 2)


@pytest.fixture
def plan(tmp_path: Path) -> ReplayPlan:
    files = [
        write(tmp_path / f"{name}.jsonl", *({**RENAMES, "id": f"{name}@{number}"} for number in range(count)))
        for name, count in (("one", 3), ("two", 2))
    ]
    return ReplayPlan(files=tuple(files), command=command("repeat"), environ=os.environ)


def untimed(results: ReplayResults) -> object:
    requests = [msgspec.structs.replace(request, seconds=0.0) for request in results.requests]
    return requests, results.manual_hunks, results.agent


def double(number: int) -> int:
    return number * 2


def fail(number: int) -> int:
    raise ValueError(str(number))


@pytest.mark.parametrize("workers", [Workers(), Workers(3)])
def test_every_task_runs_once_and_is_named_by_its_number(workers: Workers) -> None:
    assert dict(run_tasks(double, range(10), workers)) == {number: number * 2 for number in range(10)}


@pytest.mark.parametrize("workers", [Workers(), Workers(2)])
def test_an_exception_of_a_task_ends_the_run(workers: Workers) -> None:
    with pytest.raises(ValueError):
        list(run_tasks(fail, range(10), workers))


def test_tasks_are_read_as_workers_become_free() -> None:
    read: list[int] = []

    def tasks() -> Iterator[int]:
        for number in range(100):
            read.append(number)
            yield number

    results = run_tasks(double, tasks(), Workers(2))
    next(results)
    assert len(read) < 10
    results.close()  # pyright: ignore[reportAttributeAccessIssue]


if importlib.util.find_spec("ray") is not None:  # 240 MB, so it is no dependency of the tests: `make ray`

    def test_tasks_run_on_ray() -> None:
        results = dict(run_tasks(fingerprint, ["a", "b", "c"], Workers(2, ray="local")))
        assert results == {0: fingerprint("a"), 1: fingerprint("b"), 2: fingerprint("c")}

    def test_an_exception_of_a_task_on_ray_ends_the_run() -> None:
        with pytest.raises(AttributeError):
            list(run_tasks(Path.exists, cast("list[Path]", ["no path"] * 10), Workers(2, ray="local")))

    def test_a_replay_on_ray_has_the_same_result_as_in_one_process(plan: ReplayPlan, tmp_path: Path) -> None:
        alone = untimed(run_replay_in_blocks(plan, Workers(1)))
        seen: list[ReplayProgress] = []
        path = tmp_path / "journal"

        def interrupt(now: ReplayProgress) -> None:
            seen.append(now)
            if len(seen) == 2:
                raise KeyboardInterrupt

        on_ray = Workers(2, ray="local")
        with pytest.raises(KeyboardInterrupt):
            run_replay_in_blocks(plan, on_ray, journal_path=path, on_progress=interrupt)
        again = run_replay_in_blocks(plan, on_ray, journal_path=path, on_progress=seen.append)
        assert untimed(again) == alone
        assert len(seen) == 3, "what was done is not played again"

else:

    def test_without_ray_the_error_says_what_to_install() -> None:
        with pytest.raises(ReplayError, match=r"\[ray\]"):
            list(run_tasks(fingerprint, ["a"], Workers(2, ray="local")))


def test_a_replay_in_blocks_has_the_same_result_for_any_number_of_workers(plan: ReplayPlan) -> None:
    seen: list[ReplayProgress] = []
    alone = run_replay_in_blocks(plan, Workers(1), on_progress=seen.append)
    assert [now.done for now in seen] == [2, 4, 5], "the longest blocks first"
    assert {now.total for now in seen} == {5}
    assert {request.case for request in alone.requests} == {"one@0", "one@1", "one@2", "two@0", "two@1"}
    assert untimed(run_replay_in_blocks(plan, Workers(2))) == untimed(alone)


def test_typed_lines_in_blocks_have_the_same_result_for_any_number_of_workers(
    plan: ReplayPlan, tmp_path: Path
) -> None:
    plan = msgspec.structs.replace(plan, command=command("silent"))
    alone = run_typing_in_blocks(plan, Workers(1))
    assert [(one.name, one.cases) for one in alone.files] == [("one", 3), ("two", 2)]
    path = tmp_path / "journal"
    seen: list[ReplayProgress] = []

    def interrupt(now: ReplayProgress) -> None:
        seen.append(now)
        if now.done == 4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_typing_in_blocks(plan, Workers(1), journal_path=path, on_progress=interrupt)
    again = run_typing_in_blocks(plan, Workers(2), journal_path=path, on_progress=seen.append)
    assert [now.done for now in seen] == [2, 4, 5]
    assert again.files == alone.files
    assert len(again.seconds) == len(alone.seconds)


def test_an_interrupted_replay_continues_where_it_was(plan: ReplayPlan, tmp_path: Path) -> None:
    path = tmp_path / "journal"
    whole = untimed(run_replay_in_blocks(plan, Workers(1), journal_path=path))
    assert not path.exists()

    def interrupt(now: ReplayProgress) -> None:
        if now.done == 4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_replay_in_blocks(plan, Workers(1), journal_path=path, on_progress=interrupt)
    path.write_bytes(path.read_bytes() + b'{"task":"cut o')
    seen: list[ReplayProgress] = []
    continued = run_replay_in_blocks(plan, Workers(1), journal_path=path, on_progress=seen.append)
    assert [now.done for now in seen] == [5]
    assert untimed(continued) == whole
    assert not path.exists()


def test_a_journal_of_other_cases_or_another_agent_is_not_used(plan: ReplayPlan, tmp_path: Path) -> None:
    path = tmp_path / "journal"

    def interrupt(_: ReplayProgress) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_replay_in_blocks(plan, Workers(1), journal_path=path, on_progress=interrupt)
    other = msgspec.structs.replace(plan, command=command("silent"), files=plan.files[:1])
    seen: list[ReplayProgress] = []
    run_replay_in_blocks(other, Workers(1), journal_path=path, on_progress=seen.append)
    assert [now.done for now in seen] == [2, 3]


def test_an_agent_that_fails_in_a_worker_is_reported_as_in_one(plan: ReplayPlan) -> None:
    broken = msgspec.structs.replace(plan, command=("/nowhere",))
    codes: set[str] = set()
    for jobs in (1, 2):
        with pytest.raises(ReplayError) as raised:
            run_replay_in_blocks(broken, Workers(jobs))
        codes.add(raised.value.code)
    assert len(codes) == 1


def test_a_file_that_is_no_journal_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("my notes\n")
    with pytest.raises(ReplayError, match="no journal"):
        Journal(path, list[int])
    assert path.read_text() == "my notes\n"


def test_a_journal_keeps_results_by_task(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    journal = Journal(path, list[int])
    journal.add("a", [1])
    journal.add("b", [2, 3])
    again = Journal(path, list[int])
    assert (again.get("a"), again.get("b"), again.get("c"), len(again)) == ([1], [2, 3], None, 2)


def test_a_fingerprint_depends_on_every_part() -> None:
    found = {fingerprint(*parts) for parts in (("a", "b"), ("ab",), ("a", b"b", ""), ("b", "a"), ())}
    assert len(found) == 5
    assert fingerprint("a", "b") == fingerprint(b"a", b"b")
