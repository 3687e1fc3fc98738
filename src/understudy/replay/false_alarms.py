"""Measures false alarms: how often an agent suggests something after unrelated edits.

A scenario is a generated file and edits of it that are unrelated to each other, key by key or in blocks, with
pauses in which an editor would request a suggestion. Every suggestion counts as a false alarm, even one that
happens to be correct, because nothing in a scenario is predictable.
"""

import asyncio
import re
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any, Final, Literal, NamedTuple, get_args

import msgspec

from understudy.replay.replay_run import parse_origin
from understudy.replay.report import format_percent
from understudy.replay.suggestion_client import SuggestionClient, launch_agent, loop_factory
from understudy.replay.text_generator import (
    LANGUAGE_SUFFIXES,
    ConfigFormat,
    Language,
    generate_config_line,
    generate_function,
    generate_paragraph,
)
from understudy.schema import acp

__all__ = [
    "TASKS",
    "AlarmPlan",
    "FalseAlarm",
    "FalseAlarmCounts",
    "Keystroke",
    "Scenario",
    "Task",
    "apply_keystroke",
    "count_false_alarms",
    "format_alarm_table",
    "generate_scenarios",
]

Task = Literal["function typed", "function pasted", "prose typed", "setting typed", "value changed"]
TASKS: Final[tuple[Task, ...]] = get_args(Task)
MID_LINE_PAUSE_PROBABILITY: Final = 0.12
"""How often the simulated user pauses in the middle of a line."""
TASKS_PER_SCENARIO: Final = (2, 4)
_NUMBER: Final = re.compile(r"(?<!\w)\d+")


class Keystroke(NamedTuple):
    """One change: `removed_chars` characters at a position are replaced by `text`, perhaps followed by a pause."""

    task: Task
    line: int
    column: int
    removed_chars: int
    text: str
    pause: bool


class Scenario(msgspec.Struct, frozen=True):
    path: str
    language: str
    lines: list[str]
    keystrokes: list[Keystroke]


def generate_scenarios(seed: int, count: int) -> Iterator[Scenario]:
    """Return scenarios, each kind of file in turn. Equal seeds give equal scenarios."""
    kinds = [*LANGUAGE_SUFFIXES, "markdown", "yaml", "toml"]
    for number in range(count):
        random = Random(f"{seed}/{number}")  # noqa: S311 - reproducible, not secret
        kind = kinds[number % len(kinds)]
        match kind:
            case "markdown":
                yield _prose_scenario(random)
            case "yaml" | "toml":
                yield _config_scenario(random, kind)
            case "python" | "typescript" | "go" | "rust":
                yield _code_scenario(random, kind)
            case _:
                raise AssertionError(kind)


def _code_scenario(random: Random, language: Language) -> Scenario:
    lines: list[str] = []
    for _ in range(random.randint(3, 9)):
        lines += [*generate_function(random, language), ""]
    initial, keystrokes = list(lines), list[Keystroke]()
    for _ in range(random.randint(*TASKS_PER_SCENARIO)):
        match random.randint(0, 2):
            case 0 | 1 as is_typed:
                gaps = [0, *(i + 1 for i, line in enumerate(lines) if not line)]
                task: Task = "function typed" if is_typed else "function pasted"
                new = [*generate_function(random, language), ""]
                keystrokes += _insert_lines(
                    random, task, lines, random.choice(gaps), new, typed=bool(is_typed)
                )
            case _:
                keystrokes += _change_number(random, lines)
    return Scenario(f"work.{LANGUAGE_SUFFIXES[language]}", language, initial, keystrokes)


def _prose_scenario(random: Random) -> Scenario:
    lines = ["# Notes", ""]
    for _ in range(random.randint(3, 8)):
        lines += [*generate_paragraph(random), ""]
    initial, keystrokes = list(lines), list[Keystroke]()
    for _ in range(random.randint(*TASKS_PER_SCENARIO)):
        gaps = [i + 1 for i, line in enumerate(lines) if not line]
        new = [*generate_paragraph(random), ""]
        keystrokes += _insert_lines(random, "prose typed", lines, random.choice(gaps), new, typed=True)
    return Scenario("notes.md", "markdown", initial, keystrokes)


def _config_scenario(random: Random, config_format: ConfigFormat) -> Scenario:
    lines = [generate_config_line(random, config_format) for _ in range(random.randint(8, 30))]
    initial, keystrokes = list(lines), list[Keystroke]()
    for _ in range(random.randint(3, 6)):
        if random.random() < 0.6:
            place = random.randrange(len(lines) + 1)
            new = [generate_config_line(random, config_format)]
            keystrokes += _insert_lines(random, "setting typed", lines, place, new, typed=True)
        else:
            keystrokes += _change_number(random, lines)
    return Scenario(f"settings.{config_format}", config_format, initial, keystrokes)


def _insert_lines(
    random: Random, task: Task, lines: list[str], line_number: int, new: list[str], *, typed: bool
) -> Iterator[Keystroke]:
    """Insert lines before line `line_number`, which may be the end of the file."""
    at_end = line_number >= len(lines)
    if not typed:
        text = "".join("\n" + line for line in new) if at_end else "".join(line + "\n" for line in new)
        line, column = (len(lines) - 1, len(lines[-1])) if at_end else (line_number, 0)
        lines[line_number:line_number] = new
        yield Keystroke(task, line, column, 0, text, pause=True)
        return
    # As a person does: an empty line first, then each line is typed; Enter also inserts the indentation.
    if at_end:
        yield Keystroke(task, len(lines) - 1, len(lines[-1]), 0, "\n", pause=False)
    else:
        yield Keystroke(task, line_number, 0, 0, "\n", pause=False)
    lines[line_number:line_number] = new
    for number, line in enumerate(new):
        indent = len(line) - len(line.lstrip())
        if number:
            before = new[number - 1]
            yield Keystroke(task, line_number + number - 1, len(before), 0, "\n" + line[:indent], pause=False)
        start = indent if number else 0
        for column in range(start, len(line)):
            last = column == len(line) - 1
            mid_line = line[column] == " " and random.random() < MID_LINE_PAUSE_PROBABILITY
            yield Keystroke(task, line_number + number, column, 0, line[column], pause=last or mid_line)


def _change_number(random: Random, lines: list[str]) -> Iterator[Keystroke]:
    """Change a number: select it, then type another one."""
    places = [
        (number, found.start(), len(found[0]))
        for number, line in enumerate(lines)
        for found in _NUMBER.finditer(line)
    ]
    if not places:
        return
    number, column, length = random.choice(places)
    line = lines[number]
    text = str(random.randint(2, 9000))
    lines[number] = line[:column] + text + line[column + length :]
    yield Keystroke("value changed", number, column, length, text[0], pause=len(text) == 1)
    for offset, digit in enumerate(text[1:], 1):
        yield Keystroke("value changed", number, column + offset, 0, digit, pause=offset == len(text) - 1)


class AlarmPlan(msgspec.Struct, frozen=True, kw_only=True):
    command: tuple[str, ...]
    environ: Mapping[str, str]
    seed: int = 1
    scenario_count: int = 140


class FalseAlarm(msgspec.Struct, frozen=True):
    """A suggestion after an unrelated edit."""

    task: Task
    path: str
    family: str
    line: str
    """The line that the simulated user has just edited."""
    suggestion: dict[str, Any]


class FalseAlarmCounts(msgspec.Struct):
    requests_by_task: dict[Task, int]
    alarms: list[FalseAlarm]

    @property
    def share(self) -> float | None:
        asked = sum(self.requests_by_task.values())
        return len(self.alarms) / asked if asked else None

    def to_json(self) -> dict[str, Any]:
        """Return the values of the JSON report."""
        counts = {task: sum(alarm.task == task for alarm in self.alarms) for task in self.requests_by_task}
        tasks = {
            task: {"asked": asked, "shown": counts[task]} for task, asked in self.requests_by_task.items()
        }
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
    """Play the scenarios against the agent. Raises ReplayError."""
    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        return runner.run(_count_async(plan, on_progress))


async def _count_async(plan: AlarmPlan, on_progress: Callable[[int, int], None]) -> FalseAlarmCounts:
    counts = FalseAlarmCounts({}, [])
    async with launch_agent(plan.command, plan.environ) as client:
        for done, scenario in enumerate(generate_scenarios(plan.seed, plan.scenario_count), 1):
            await _play_scenario(client, scenario, counts)
            on_progress(done, plan.scenario_count)
    return counts


async def _play_scenario(client: SuggestionClient, scenario: Scenario, counts: FalseAlarmCounts) -> None:
    with tempfile.TemporaryDirectory(prefix="understudy-alarms-") as folder:
        path = Path(folder).resolve() / scenario.path
        path.write_text("\n".join(scenario.lines), "utf-8")
        await client.start_session(path.parent)
        uri = path.as_uri()
        await client.open_document(uri, scenario.language, "\n".join(scenario.lines))
        lines = scenario.lines
        for keystroke in scenario.keystrokes:
            lines, cursor = apply_keystroke(lines, keystroke)
            start = acp.Position(line=keystroke.line, character=keystroke.column)
            end = acp.Position(line=keystroke.line, character=keystroke.column + keystroke.removed_chars)
            await client.change_document(uri, acp.Range(start=start, end=end), keystroke.text)
            if not keystroke.pause:
                continue
            counts.requests_by_task[keystroke.task] = counts.requests_by_task.get(keystroke.task, 0) + 1
            place = acp.Position(line=cursor[0], character=cursor[1])
            suggestions = await client.suggest(uri, place, ())
            if suggestions:
                first = suggestions[0]
                counts.alarms.append(
                    FalseAlarm(
                        keystroke.task, scenario.path, parse_origin(first).family, lines[cursor[0]], first
                    )
                )
                await client.reject(str(first.get("id", "")), "ignored")
        await client.close_session()


def apply_keystroke(lines: list[str], keystroke: Keystroke) -> tuple[list[str], tuple[int, int]]:
    """Return the lines and the cursor after a keystroke. Generated text is ASCII, so columns are UTF-16 units."""
    line = lines[keystroke.line]
    head, tail = line[: keystroke.column] + keystroke.text, line[keystroke.column + keystroke.removed_chars :]
    new = (head + tail).split("\n")
    cursor = (keystroke.line + head.count("\n"), len(head) - head.rfind("\n") - 1)
    return [*lines[: keystroke.line], *new, *lines[keystroke.line + 1 :]], cursor


def format_alarm_table(counts: FalseAlarmCounts, style: Callable[..., str]) -> list[str]:
    """Return the lines of a table for a terminal."""
    lines = [style(f"{'task':<18}{'asked':>8}{'shown':>8}{'share':>9}", "bold")]
    for task in TASKS:
        if asked := counts.requests_by_task.get(task):
            shown = sum(alarm.task == task for alarm in counts.alarms)
            lines.append(f"{task:<18}{asked:>8}{shown:>8}{format_percent(shown / asked, 2):>9}")
    total = sum(counts.requests_by_task.values())
    lines.append(
        style(f"{'all':<18}{total:>8}{len(counts.alarms):>8}{format_percent(counts.share, 2):>9}", "bold")
    )
    return lines
