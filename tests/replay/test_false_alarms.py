"""False alarms: reproducible scenarios, typed as a person types, and every suggestion counted."""

import os

import pytest

from replay.replay_fixtures import command
from understudy.replay.false_alarms import (
    TASKS,
    AlarmPlan,
    apply_keystroke,
    count_false_alarms,
    format_alarm_table,
    generate_scenarios,
)


def test_a_seed_says_everything() -> None:
    assert list(generate_scenarios(7, 14)) == list(generate_scenarios(7, 14))
    assert list(generate_scenarios(7, 14)) != list(generate_scenarios(8, 14))


def test_a_longer_measure_begins_like_a_shorter_one() -> None:
    assert list(generate_scenarios(1, 20))[:5] == list(generate_scenarios(1, 5))


def test_there_is_something_of_every_task_and_language() -> None:
    made = list(generate_scenarios(1, 140))
    assert {stroke.task for scene in made for stroke in scene.keystrokes} == set(TASKS)
    assert {scene.language for scene in made} == {
        "python", "typescript", "go", "rust", "markdown", "yaml", "toml"
    }  # fmt: skip


def test_every_stroke_fits_the_text_it_meets_and_the_cursor_stays_inside() -> None:
    for scene in generate_scenarios(3, 28):
        lines = scene.lines
        for stroke in scene.keystrokes:
            assert stroke.column + stroke.removed_chars <= len(lines[stroke.line])
            lines, (line, column) = apply_keystroke(lines, stroke)
            assert column <= len(lines[line])
            assert all(text.isascii() for text in lines)
        assert any(stroke.pause for stroke in scene.keystrokes) or not scene.keystrokes


def test_what_is_typed_makes_whole_lines_again() -> None:
    """Python that was typed key by key is still Python."""
    for scene in generate_scenarios(5, 28):
        lines = scene.lines
        for stroke in scene.keystrokes:
            lines, _ = apply_keystroke(lines, stroke)
        if scene.language == "python":
            compile("\n".join(lines), scene.path, "exec")


@pytest.mark.parametrize(("manner", "share"), [("silent", 0.0), ("nonsense", 1.0), ("jump", 1.0)])
def test_every_suggestion_is_an_alarm(manner: str, share: float) -> None:
    alarms = count_false_alarms(AlarmPlan(command=command(manner), environ=os.environ, scenario_count=14))
    assert alarms.share == share
    assert sum(alarms.requests_by_task.values()) > 50
    assert alarms.to_json()["shown"] == len(alarms.alarms)
    assert format_alarm_table(alarms, lambda text, *_: text)[-1].startswith("all")


def test_the_agent_has_the_same_text_as_the_user() -> None:
    """This agent follows by itself and repeats what it saw; a stroke that went astray would make it fail."""
    progress: list[tuple[int, int]] = []
    plan = AlarmPlan(command=command("repeat"), environ=os.environ, scenario_count=14)
    count_false_alarms(plan, lambda done, total: progress.append((done, total)))
    assert progress[-1] == (14, 14)
