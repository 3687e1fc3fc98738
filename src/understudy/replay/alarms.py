"""The false-alarm measure: how often an agent suggests something while somebody does unrelated things.

Every suggestion counts, even one that happens to be right: nothing in a scene can be foreseen.
"""

import asyncio
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from understudy.replay.connection import Suggester, connected, loop_factory
from understudy.replay.driving import told
from understudy.replay.report import percent
from understudy.replay.scenes import TASKS, Scene, Stroke, Task, scenes
from understudy.schema import acp

__all__ = ["Alarm", "AlarmPlan", "Alarms", "alarm_table", "count_alarms", "play"]


class AlarmPlan(msgspec.Struct, frozen=True, kw_only=True):
    command: tuple[str, ...]
    environ: Mapping[str, str]
    seed: int = 1
    scenes: int = 140


class Alarm(msgspec.Struct, frozen=True):
    """A suggestion that nobody needed."""

    task: Task
    path: str
    family: str
    line: str
    """What the user had just written."""
    suggestion: dict[str, Any]


class Alarms(msgspec.Struct):
    asked: dict[Task, int]
    found: list[Alarm]

    @property
    def share(self) -> float | None:
        asked = sum(self.asked.values())
        return len(self.found) / asked if asked else None

    def figures(self) -> dict[str, Any]:
        """For JSON."""
        counts = {task: sum(alarm.task == task for alarm in self.found) for task in self.asked}
        tasks = {task: {"asked": asked, "shown": counts[task]} for task, asked in self.asked.items()}
        return {
            "asked": sum(self.asked.values()),
            "shown": len(self.found),
            "share": self.share,
            "tasks": tasks,
            "alarms": self.found,
        }


def count_alarms(
    plan: AlarmPlan, progress: Callable[[int, int], None] = lambda _done, _total: None
) -> Alarms:
    """Play the scenes against the agent. Raises ReplayError."""
    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        return runner.run(_count(plan, progress))


async def _count(plan: AlarmPlan, progress: Callable[[int, int], None]) -> Alarms:
    alarms = Alarms({}, [])
    async with connected(plan.command, plan.environ) as suggester:
        for done, scene in enumerate(scenes(plan.seed, plan.scenes), 1):
            await _play(suggester, scene, alarms)
            progress(done, plan.scenes)
    return alarms


async def _play(suggester: Suggester, scene: Scene, alarms: Alarms) -> None:
    with tempfile.TemporaryDirectory(prefix="understudy-alarms-") as folder:
        path = Path(folder).resolve() / scene.path
        path.write_text("\n".join(scene.lines), "utf-8")
        await suggester.start(path.parent)
        uri = path.as_uri()
        await suggester.open(uri, scene.language, "\n".join(scene.lines))
        lines = scene.lines
        for stroke in scene.strokes:
            lines, cursor = play(lines, stroke)
            start = acp.Position(line=stroke.line, character=stroke.column)
            end = acp.Position(line=stroke.line, character=stroke.column + stroke.gone)
            await suggester.change(uri, acp.Range(start=start, end=end), stroke.text)
            if not stroke.pause:
                continue
            alarms.asked[stroke.task] = alarms.asked.get(stroke.task, 0) + 1
            place = acp.Position(line=cursor[0], character=cursor[1])
            suggestions = await suggester.suggest(uri, place, ())
            if suggestions:
                first = suggestions[0]
                alarms.found.append(
                    Alarm(stroke.task, scene.path, told(first).family, lines[cursor[0]], first)
                )
                await suggester.reject(str(first.get("id", "")), "ignored")
        await suggester.close()


def play(lines: list[str], stroke: Stroke) -> tuple[list[str], tuple[int, int]]:
    """The text after a stroke, and where the cursor is then. The grammar writes ASCII, so columns are units."""
    line = lines[stroke.line]
    head, tail = line[: stroke.column] + stroke.text, line[stroke.column + stroke.gone :]
    new = (head + tail).split("\n")
    cursor = (stroke.line + head.count("\n"), len(head) - head.rfind("\n") - 1)
    return [*lines[: stroke.line], *new, *lines[stroke.line + 1 :]], cursor


def alarm_table(alarms: Alarms, style: Callable[..., str]) -> list[str]:
    """Lines for a terminal."""
    lines = [style(f"{'task':<18}{'asked':>8}{'shown':>8}{'share':>9}", "bold")]
    for task in TASKS:
        if asked := alarms.asked.get(task):
            shown = sum(alarm.task == task for alarm in alarms.found)
            lines.append(f"{task:<18}{asked:>8}{shown:>8}{percent(shown / asked, 2):>9}")
    total = sum(alarms.asked.values())
    lines.append(style(f"{'all':<18}{total:>8}{len(alarms.found):>8}{percent(alarms.share, 2):>9}", "bold"))
    return lines
