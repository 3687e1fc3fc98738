"""The simulated user against scripted agents: requests, accepted suggestions, and metrics counted by hand."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from replay.replay_fixtures import RENAMES, case, command, replay, write
from understudy.replay.errors import AgentGone, ReplayError
from understudy.replay.replay_run import ReplayPlan, run_replay


@pytest.fixture
def renames(tmp_path: Path) -> Path:
    return write(tmp_path / "renames.jsonl", RENAMES)


def test_a_correct_suggestion_is_accepted_and_its_hunk_counts_as_automated(renames: Path) -> None:
    """Lines 1 and 2 are made by hand; then the agent offers line 4, which is right, and all is done."""
    results = replay("repeat", renames)
    total = results.total()
    assert [ask.outcome for ask in results.requests] == ["accepted"]
    assert (total.cases, total.asked, total.shown, total.accepted) == (1, 1, 1, 1)
    assert (total.automated, total.by_hand) == (1, 0)
    assert (results.requests[0].family, results.requests[0].chance, results.requests[0].shape) == (
        "repeat",
        0.75,
        "rename",
    )
    assert [hand.first for hand in results.manual_hunks] == [True]


def test_a_wrong_suggestion_is_rejected_and_the_next_hunk_made_by_hand(tmp_path: Path) -> None:
    """The agent offers the line in the middle, which the commit keeps; refused, it offers the right one."""
    text = "old = 1\n\nkeep(old)\n\nx = 2\n\nuse(old)\n"
    wrong = case(
        "wrong",
        {"a.py": text},
        ("a.py", 0, ["old = 1"], ["new = 1"]),
        ("a.py", 4, ["x = 2"], ["x = 3"]),
        ("a.py", 6, ["use(old)"], ["use(new)"]),
    )
    results = replay("repeat", write(tmp_path / "c.jsonl", wrong))
    # After `x = 3` the lesson is 2 → 3, which is nowhere else: silence, and the last hunk is made by hand.
    assert [ask.outcome for ask in results.requests] == ["rejected", "silent"]
    assert len(results.manual_hunks) == 3
    assert results.total().precision == 0.0


def test_several_files_are_worked_through_in_the_order_of_the_hunks(tmp_path: Path) -> None:
    two = case(
        "two",
        {"b.go": "one\n", "a.rs": "two\n"},
        ("b.go", 0, ["one"], ["1"]),
        ("a.rs", 0, ["two"], ["2", "3"]),
    )
    results = replay("silent", write(tmp_path / "c.jsonl", two))
    assert [(hand.language, hand.shape) for hand in results.manual_hunks] == [
        ("go", "replacement"),
        ("rust", "rewrite"),
    ]
    assert {tally.name: tally.share for tally in results.by_language()} == {"go": None, "rust": 0.0}


@pytest.mark.parametrize(
    ("manner", "outcome"),
    [("nonsense", "rejected"), ("outside", "bad"), ("strange", "bad"), ("fail", "error")],
)
def test_what_cannot_be_used_saves_nothing(renames: Path, manner: str, outcome: str) -> None:
    results = replay(manner, renames)
    assert [ask.outcome for ask in results.requests] == [outcome]
    assert results.total().automated == 0
    assert len(results.manual_hunks) == 2


def test_a_jump_hits_when_something_is_left_to_do_there(renames: Path, tmp_path: Path) -> None:
    assert [(ask.outcome, ask.hit) for ask in replay("jump", renames).requests] == [("jump", True)]
    lines = "\n".join(str(number) for number in range(30))
    far = case("far", {"a.py": lines}, ("a.py", 0, ["0"], ["x"]), ("a.py", 20, ["20"], ["y"]))
    assert [ask.hit for ask in replay("jump", write(tmp_path / "far.jsonl", far)).requests] == [False]


def test_a_case_is_abandoned_after_sixty_requests(tmp_path: Path) -> None:
    lines = [str(number) for number in range(400)]
    hunks = [("a.txt", number, [str(number)], [f"x{number}"]) for number in range(0, 400, 2)]
    results = replay("silent", write(tmp_path / "c.jsonl", case("long", {"a.txt": "\n".join(lines)}, *hunks)))
    assert len(results.requests) == 60


def test_the_agent_gets_the_messages_of_an_editor(renames: Path, tmp_path: Path) -> None:
    log = tmp_path / "log.json"
    replay("repeat", renames, SCRIPTED_LOG=str(log))
    messages: list[dict[str, Any]] = json.loads(log.read_text())
    methods = [message["method"] for message in messages]
    assert methods == [
        "initialize",
        "nes/start",
        "document/didOpen",
        "document/didChange",
        "nes/suggest",
        "nes/accept",
        "document/didChange",
        "nes/close",
    ]
    client = messages[0]["params"]["clientCapabilities"]
    assert client["nes"] == {"jump": {}}
    assert client["positionEncodings"] == ["utf-16"]
    asked = messages[4]["params"]
    assert (asked["version"], asked["position"], asked["triggerKind"]) == (
        2,
        {"line": 1, "character": 12},
        "automatic",
    )
    assert "-count = 1" in asked["context"]["editHistory"][0]["diff"]
    assert messages[2]["params"]["languageId"] == "python"


def test_changes_at_the_end_of_a_file_leave_the_agent_with_the_right_text(tmp_path: Path) -> None:
    """The scripted agent follows by itself; a wrong range would make its own suggestion wrong or outside."""
    end = case(
        "end",
        {"a.txt": "𝔘 old\nx\nold\nlast"},
        ("a.txt", 0, ["𝔘 old"], ["𝔘 new"]),
        ("a.txt", 2, ["old", "last"], ["new"]),
    )
    results = replay("repeat", write(tmp_path / "c.jsonl", end))
    assert [ask.outcome for ask in results.requests] == ["accepted", "silent"]


def test_an_agent_that_ends_is_reported_with_the_end_of_its_log(renames: Path) -> None:
    with pytest.raises(AgentGone, match=r"has ended(.|\n)*something broke"):
        replay("die", renames)


def test_an_agent_without_suggestions_is_rejected(renames: Path) -> None:
    with pytest.raises(ReplayError, match=r"no next-edit suggestions") as caught:
        replay("chat", renames)
    assert caught.value.code == "bad_agent"


@pytest.mark.parametrize("words", [("/nowhere/to/be/found",), (sys.executable, "-c", "print('hello')")])
def test_a_program_that_is_not_an_agent_is_reported(renames: Path, words: tuple[str, ...]) -> None:
    with pytest.raises(AgentGone):
        run_replay(ReplayPlan(files=(renames,), command=words, environ={}))


def test_files_without_cases_are_reported_before_an_agent_starts(tmp_path: Path) -> None:
    with pytest.raises(ReplayError, match="no cases"):
        run_replay(ReplayPlan(files=(write(tmp_path / "c.jsonl"),), command=("/nowhere",), environ={}))


def test_progress_is_reported_after_every_case(tmp_path: Path) -> None:
    path = write(tmp_path / "c.jsonl", {**RENAMES, "id": "a"}, {**RENAMES, "id": "b"})
    seen: list[tuple[int, int, int]] = []
    plan = ReplayPlan(files=(path,), command=command("repeat"), environ={})
    run_replay(plan, lambda now: seen.append((now.done, now.total, now.accepted)))
    assert seen == [(1, 2, 1), (2, 2, 2)]
