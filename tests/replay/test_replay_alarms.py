"""The false-alarm measure: scenes that can be repeated, typed as a person types, and every suggestion counted."""

import os

import pytest

from replay.replaying import command
from understudy.replay.alarms import AlarmPlan, alarm_table, count_alarms, play
from understudy.replay.scenes import TASKS, scenes


def test_a_seed_says_everything() -> None:
    assert list(scenes(7, 14)) == list(scenes(7, 14))
    assert list(scenes(7, 14)) != list(scenes(8, 14))


def test_a_longer_measure_begins_like_a_shorter_one() -> None:
    assert list(scenes(1, 20))[:5] == list(scenes(1, 5))


def test_there_is_something_of_every_task_and_language() -> None:
    made = list(scenes(1, 140))
    assert {stroke.task for scene in made for stroke in scene.strokes} == set(TASKS)
    assert {scene.language for scene in made} == {
        "python", "typescript", "go", "rust", "markdown", "yaml", "toml"
    }  # fmt: skip


def test_every_stroke_fits_the_text_it_meets_and_the_cursor_stays_inside() -> None:
    for scene in scenes(3, 28):
        lines = scene.lines
        for stroke in scene.strokes:
            assert stroke.column + stroke.gone <= len(lines[stroke.line])
            lines, (line, column) = play(lines, stroke)
            assert column <= len(lines[line])
            assert all(text.isascii() for text in lines)
        assert any(stroke.pause for stroke in scene.strokes) or not scene.strokes


def test_what_is_typed_makes_whole_lines_again() -> None:
    """Python that was typed key by key is still Python."""
    for scene in scenes(5, 28):
        lines = scene.lines
        for stroke in scene.strokes:
            lines, _ = play(lines, stroke)
        if scene.language == "python":
            compile("\n".join(lines), scene.path, "exec")


@pytest.mark.parametrize(("manner", "share"), [("silent", 0.0), ("nonsense", 1.0), ("jump", 1.0)])
def test_every_suggestion_is_an_alarm(manner: str, share: float) -> None:
    alarms = count_alarms(AlarmPlan(command=command(manner), environ=os.environ, scenes=14))
    assert alarms.share == share
    assert sum(alarms.asked.values()) > 50
    assert alarms.figures()["shown"] == len(alarms.found)
    assert alarm_table(alarms, lambda text, *_: text)[-1].startswith("all")


def test_the_agent_has_the_same_text_as_the_user() -> None:
    """This agent follows by itself and repeats what it saw; a stroke that went astray would make it fail."""
    told: list[tuple[int, int]] = []
    plan = AlarmPlan(command=command("repeat"), environ=os.environ, scenes=14)
    count_alarms(plan, lambda done, total: told.append((done, total)))
    assert told[-1] == (14, 14)
