"""Lines of commits typed key by key against scripted agents, with the figures counted by hand."""

import os
from pathlib import Path

import msgspec
import pytest

from replay.replay_fixtures import case, command, write
from understudy.replay.errors import ReplayError
from understudy.replay.replay_run import ReplayPlan
from understudy.replay.typed_lines import (
    TypingEvent,
    TypingResults,
    build_typing_json,
    format_typing_table,
    is_typed_line,
    render_typing_html,
    run_typing,
    token_borders,
)

SHOP = case(
    "shop",
    {"shop.py": "class Shop:\n    def __init__(self, owners):\n        self.old = 1\n"},
    (
        "shop.py",
        2,
        ["        self.old = 1"],
        ["        self.owners = owners", "        self.size = 0", "    x"],
    ),
)
LIMIT_S = 60.0


def _plain(text: str, *_: str) -> str:
    return text


def type_lines(manner: str, tmp_path: Path, events: list[TypingEvent] | None = None) -> TypingResults:
    plan = ReplayPlan(
        files=(write(tmp_path / "shop.jsonl", SHOP),), command=command(manner), environ=os.environ
    )
    seen = events if events is not None else []
    return run_typing(plan, on_event=seen.append, next_key_s=LIMIT_S)


def test_a_right_completion_is_accepted_and_its_characters_are_saved(tmp_path: Path) -> None:
    events: list[TypingEvent] = []
    total = type_lines("complete", tmp_path, events).total()
    assert (total.cases, total.lines, total.shown, total.right, total.finished) == (1, 2, 1, 1, 1)
    assert total.characters == len("self.owners = owners") + len("self.size = 0")
    assert total.saved == len(" = owners") - 1
    assert [(event.typed, event.is_right) for event in events] == [("self.owners", True)]


def test_a_completion_with_a_further_line_finishes_both(tmp_path: Path) -> None:
    total = type_lines("overfull", tmp_path).total()
    assert (total.lines, total.shown, total.right, total.finished) == (2, 1, 1, 2)


def test_an_agent_without_completions_finishes_nothing(tmp_path: Path) -> None:
    total = type_lines("late", tmp_path).total()
    assert (total.lines, total.shown, total.precision, total.finished_share) == (2, 0, None, 0.0)
    assert total.asked == len(token_borders("self.owners = owners")) + len(token_borders("self.size = 0"))


def test_a_suggestion_for_another_place_is_counted_apart(tmp_path: Path) -> None:
    total = type_lines("jump", tmp_path).total()
    assert (total.shown, total.elsewhere) == (0, 2)  # one id, once a line


def test_lines_that_were_there_before_and_short_ones_are_not_typed() -> None:
    assert is_typed_line("    value = 1", set())
    assert not is_typed_line("    value = 1", {"value = 1"})
    assert not is_typed_line("    x = 1", set())


def test_requests_follow_each_token_while_four_characters_are_left() -> None:
    assert token_borders("ab = cdefg") == [2, 3, 4, 5]


def test_the_report_has_every_figure(tmp_path: Path) -> None:
    results = type_lines("complete", tmp_path)
    text = "\n".join(format_typing_table(results, _plain))
    assert "100.0 %" in text
    assert "latency" in text
    assert '"right":1' in msgspec.json.encode(build_typing_json(results)["total"]).decode()
    page = render_typing_html(results)
    assert "Completions while typing" in page
    assert "100.0 %" in page


def test_a_run_without_cases_is_an_error(tmp_path: Path) -> None:
    plan = ReplayPlan(files=(write(tmp_path / "no.jsonl"),), command=command("late"), environ=os.environ)
    with pytest.raises(ReplayError, match="no cases"):
        run_typing(plan)
