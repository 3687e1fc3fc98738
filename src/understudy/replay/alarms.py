"""The false-alarm measure: how often an agent suggests something while somebody does unrelated things.

Every suggestion counts, even one that happens to be right: nothing in a scene can be foreseen.
"""

import asyncio
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from understudy.replay.connection import SuggestionClient, launch_agent, loop_factory
from understudy.replay.driving import parse_origin
from understudy.replay.report import format_percent
from understudy.replay.scenes import TASKS, Scenario, Keystroke, Task, generate_scenarios
from understudy.schema import acp

__all__ = ["FalseAlarm", "AlarmPlan", "FalseAlarmCounts", "format_alarm_table", "count_false_alarms", "apply_keystroke"]


class AlarmPlan(msgspec.Struct, frozen=True, kw_only=True):
    command: tuple[str, ...]
    environ: Mapping[str, str]
    seed: int = 1
    scenario_count: int = 140


class FalseAlarm(msgspec.Struct, frozen=True):
    """A suggestion that nobody needed."""

    task: Task
    path: str
    family: str
    line: str
    """What the user had just written."""
    suggestion: dict[str, Any]


class FalseAlarmCounts(msgspec.Struct):
    requests_by_task: dict[Task, int]
    alarms: list[FalseAlarm]

    @property
    def share(self) -> float | None:
        asked = sum(self.requests_by_task.values())
        return len(self.alarms) / asked if asked else None

    def to_json(self) -> dict[str, Any]:
        """For JSON."""
        counts = {task: sum(alarm.task == task for alarm in self.alarms) for task in self.requests_by_task}
        tasks = {task: {"asked": asked, "shown": counts[task]} for task, asked in self.requests_by_task.items()}
        return {
            "asked": sum(self.requests_by_task.values()),
            "shown": len(self.alarms),
            "share": self.share,
            "tasks": tasks,
            "alarms": self.alarms,
        }


def count_false_alarms(
    plan: AlarmPlan, on_progress: Callable[[int, int], None] = lambda _done, _total: None
) -> FalseAlarmCounts:
    """Play the scenes against the agent. Raises ReplayError."""
    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        return runner.run(_count_async(plan, on_progress))


async def _count_async(plan: AlarmPlan, on_progress: Callable[[int, int], None]) -> FalseAlarmCounts:
    alarms = FalseAlarmCounts({}, [])
    async with launch_agent(plan.command, plan.environ) as suggester:
        for done, scene in enumerate(generate_scenarios(plan.seed, plan.scenario_count), 1):
            await _play_scenario(suggester, scene, alarms)
            on_progress(done, plan.scenario_count)
    return alarms


async def _play_scenario(client: SuggestionClient, scenario: Scenario, counts: FalseAlarmCounts) -> None:
    with tempfile.TemporaryDirectory(prefix="understudy-alarms-") as folder:
        path = Path(folder).resolve() / scenario.path
        path.write_text("\n".join(scenario.lines), "utf-8")
        await client.start_session(path.parent)
        uri = path.as_uri()
        await client.open_document(uri, scenario.language, "\n".join(scenario.lines))
        lines = scenario.lines
        for stroke in scenario.keystrokes:
            lines, cursor = apply_keystroke(lines, stroke)
            start = acp.Position(line=stroke.line, character=stroke.column)
            end = acp.Position(line=stroke.line, character=stroke.column + stroke.removed_chars)
            await client.change_document(uri, acp.Range(start=start, end=end), stroke.text)
            if not stroke.pause:
                continue
            counts.requests_by_task[stroke.task] = counts.requests_by_task.get(stroke.task, 0) + 1
            place = acp.Position(line=cursor[0], character=cursor[1])
            suggestions = await client.suggest(uri, place, ())
            if suggestions:
                first = suggestions[0]
                counts.alarms.append(
                    FalseAlarm(stroke.task, scenario.path, parse_origin(first).family, lines[cursor[0]], first)
                )
                await client.reject(str(first.get("id", "")), "ignored")
        await client.close_session()


def apply_keystroke(lines: list[str], keystroke: Keystroke) -> tuple[list[str], tuple[int, int]]:
    """The text after a stroke, and where the cursor is then. The grammar writes ASCII, so columns are units."""
    line = lines[keystroke.line]
    head, tail = line[: keystroke.column] + keystroke.text, line[keystroke.column + keystroke.removed_chars :]
    new = (head + tail).split("\n")
    cursor = (keystroke.line + head.count("\n"), len(head) - head.rfind("\n") - 1)
    return [*lines[: keystroke.line], *new, *lines[keystroke.line + 1 :]], cursor


def format_alarm_table(counts: FalseAlarmCounts, style: Callable[..., str]) -> list[str]:
    """Lines for a terminal."""
    lines = [style(f"{'task':<18}{'asked':>8}{'shown':>8}{'share':>9}", "bold")]
    for task in TASKS:
        if asked := counts.requests_by_task.get(task):
            shown = sum(alarm.task == task for alarm in counts.alarms)
            lines.append(f"{task:<18}{asked:>8}{shown:>8}{format_percent(shown / asked, 2):>9}")
    total = sum(counts.requests_by_task.values())
    lines.append(style(f"{'all':<18}{total:>8}{len(counts.alarms):>8}{format_percent(counts.share, 2):>9}", "bold"))
    return lines
