"""Somebody at work on made-up files, doing things that have nothing to do with each other.

A scene is a file and what is done to it, key by key or in blocks, with the pauses in which an editor would ask.
"""

import re
from collections.abc import Iterator
from random import Random
from typing import Final, Literal, NamedTuple, get_args

import msgspec

from understudy.replay.grammar import LANGUAGE_SUFFIXES, Language, ConfigFormat, generate_config_line, generate_function, generate_paragraph

__all__ = ["TASKS", "Scenario", "Keystroke", "Task", "generate_scenarios"]

Task = Literal["function typed", "function pasted", "prose typed", "setting typed", "value changed"]
TASKS: Final[tuple[Task, ...]] = get_args(Task)
MID_LINE_PAUSE_PROBABILITY: Final = 0.12
"""How often somebody stops in the middle of a line."""
TASKS_PER_SCENARIO: Final = (2, 4)
_NUMBER: Final = re.compile(r"(?<!\w)\d+")


class Keystroke(NamedTuple):
    """One change: from this place on, `gone` characters of the line go and `text` comes; then perhaps a pause."""

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
    """Every kind of file in turn."""
    kinds = [*LANGUAGE_SUFFIXES, "markdown", "yaml", "toml"]
    for number in range(count):
        random = Random(f"{seed}/{number}")  # noqa: S311 - to be repeated, not to be secret
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
    first, strokes = list(lines), list[Keystroke]()
    for _ in range(random.randint(*TASKS_PER_SCENARIO)):
        match random.randint(0, 2):
            case 0 | 1 as how:
                gaps = [0, *(i + 1 for i, line in enumerate(lines) if not line)]
                task: Task = "function typed" if how else "function pasted"
                new = [*generate_function(random, language), ""]
                strokes += _insert_lines(random, task, lines, random.choice(gaps), new, typed=bool(how))
            case _:
                strokes += _change_number(random, lines)
    return Scenario(f"work.{LANGUAGE_SUFFIXES[language]}", language, first, strokes)


def _prose_scenario(random: Random) -> Scenario:
    lines = ["# Notes", ""]
    for _ in range(random.randint(3, 8)):
        lines += [*generate_paragraph(random), ""]
    first, strokes = list(lines), list[Keystroke]()
    for _ in range(random.randint(*TASKS_PER_SCENARIO)):
        gaps = [i + 1 for i, line in enumerate(lines) if not line]
        new = [*generate_paragraph(random), ""]
        strokes += _insert_lines(random, "prose typed", lines, random.choice(gaps), new, typed=True)
    return Scenario("notes.md", "markdown", first, strokes)


def _config_scenario(random: Random, config_format: ConfigFormat) -> Scenario:
    lines = [generate_config_line(random, config_format) for _ in range(random.randint(8, 30))]
    first, strokes = list(lines), list[Keystroke]()
    for _ in range(random.randint(3, 6)):
        if random.random() < 0.6:
            place = random.randrange(len(lines) + 1)
            new = [generate_config_line(random, config_format)]
            strokes += _insert_lines(random, "setting typed", lines, place, new, typed=True)
        else:
            strokes += _change_number(random, lines)
    return Scenario(f"settings.{config_format}", config_format, first, strokes)


def _insert_lines(
    random: Random, task: Task, lines: list[str], line_number: int, new: list[str], *, typed: bool
) -> Iterator[Keystroke]:
    """New lines before line `place`, which may be behind the last."""
    at_end = line_number >= len(lines)
    if not typed:
        text = "".join("\n" + line for line in new) if at_end else "".join(line + "\n" for line in new)
        line, column = (len(lines) - 1, len(lines[-1])) if at_end else (line_number, 0)
        lines[line_number:line_number] = new
        yield Keystroke(task, line, column, 0, text, pause=True)
        return
    # An empty line is opened, as a person does; then each line is typed, its indent with the key for a new line.
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
            between = line[column] == " " and random.random() < MID_LINE_PAUSE_PROBABILITY
            yield Keystroke(task, line_number + number, column, 0, line[column], pause=last or between)


def _change_number(random: Random, lines: list[str]) -> Iterator[Keystroke]:
    """A number becomes another: marked, then typed over."""
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
