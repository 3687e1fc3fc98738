"""Somebody at work on made-up files, doing things that have nothing to do with each other.

A scene is a file and what is done to it, key by key or in blocks, with the pauses in which an editor would ask.
"""

import re
from collections.abc import Iterator
from random import Random
from typing import Final, Literal, NamedTuple, get_args

import msgspec

from understudy.replay.grammar import LANGUAGES, Language, Notation, configuration_line, function, paragraph

__all__ = ["TASKS", "Scene", "Stroke", "Task", "scenes"]

Task = Literal["function typed", "function pasted", "prose typed", "setting typed", "value changed"]
TASKS: Final[tuple[Task, ...]] = get_args(Task)
WORD_PAUSE: Final = 0.12
"""How often somebody stops in the middle of a line."""
STEPS: Final = (2, 4)
_NUMBER: Final = re.compile(r"(?<!\w)\d+")


class Stroke(NamedTuple):
    """One change: from this place on, `gone` characters of the line go and `text` comes; then perhaps a pause."""

    task: Task
    line: int
    column: int
    gone: int
    text: str
    pause: bool


class Scene(msgspec.Struct, frozen=True):
    path: str
    language: str
    lines: list[str]
    strokes: list[Stroke]


def scenes(seed: int, count: int) -> Iterator[Scene]:
    """Every kind of file in turn."""
    kinds = [*LANGUAGES, "markdown", "yaml", "toml"]
    for number in range(count):
        random = Random(f"{seed}/{number}")  # noqa: S311 - to be repeated, not to be secret
        kind = kinds[number % len(kinds)]
        match kind:
            case "markdown":
                yield _prose(random)
            case "yaml" | "toml":
                yield _settings(random, kind)
            case "python" | "typescript" | "go" | "rust":
                yield _code(random, kind)
            case _:
                raise AssertionError(kind)


def _code(random: Random, language: Language) -> Scene:
    lines: list[str] = []
    for _ in range(random.randint(3, 9)):
        lines += [*function(random, language), ""]
    first, strokes = list(lines), list[Stroke]()
    for _ in range(random.randint(*STEPS)):
        match random.randint(0, 2):
            case 0 | 1 as how:
                gaps = [0, *(i + 1 for i, line in enumerate(lines) if not line)]
                task: Task = "function typed" if how else "function pasted"
                new = [*function(random, language), ""]
                strokes += _inserted(random, task, lines, random.choice(gaps), new, typed=bool(how))
            case _:
                strokes += _other_number(random, lines)
    return Scene(f"work.{LANGUAGES[language]}", language, first, strokes)


def _prose(random: Random) -> Scene:
    lines = ["# Notes", ""]
    for _ in range(random.randint(3, 8)):
        lines += [*paragraph(random), ""]
    first, strokes = list(lines), list[Stroke]()
    for _ in range(random.randint(*STEPS)):
        gaps = [i + 1 for i, line in enumerate(lines) if not line]
        new = [*paragraph(random), ""]
        strokes += _inserted(random, "prose typed", lines, random.choice(gaps), new, typed=True)
    return Scene("notes.md", "markdown", first, strokes)


def _settings(random: Random, notation: Notation) -> Scene:
    lines = [configuration_line(random, notation) for _ in range(random.randint(8, 30))]
    first, strokes = list(lines), list[Stroke]()
    for _ in range(random.randint(3, 6)):
        if random.random() < 0.6:
            place = random.randrange(len(lines) + 1)
            new = [configuration_line(random, notation)]
            strokes += _inserted(random, "setting typed", lines, place, new, typed=True)
        else:
            strokes += _other_number(random, lines)
    return Scene(f"settings.{notation}", notation, first, strokes)


def _inserted(
    random: Random, task: Task, lines: list[str], place: int, new: list[str], *, typed: bool
) -> Iterator[Stroke]:
    """New lines before line `place`, which may be behind the last."""
    at_end = place >= len(lines)
    if not typed:
        text = "".join("\n" + line for line in new) if at_end else "".join(line + "\n" for line in new)
        line, column = (len(lines) - 1, len(lines[-1])) if at_end else (place, 0)
        lines[place:place] = new
        yield Stroke(task, line, column, 0, text, pause=True)
        return
    # An empty line is opened, as a person does; then each line is typed, its indent with the key for a new line.
    if at_end:
        yield Stroke(task, len(lines) - 1, len(lines[-1]), 0, "\n", pause=False)
    else:
        yield Stroke(task, place, 0, 0, "\n", pause=False)
    lines[place:place] = new
    for number, line in enumerate(new):
        indent = len(line) - len(line.lstrip())
        if number:
            before = new[number - 1]
            yield Stroke(task, place + number - 1, len(before), 0, "\n" + line[:indent], pause=False)
        start = indent if number else 0
        for column in range(start, len(line)):
            last = column == len(line) - 1
            between = line[column] == " " and random.random() < WORD_PAUSE
            yield Stroke(task, place + number, column, 0, line[column], pause=last or between)


def _other_number(random: Random, lines: list[str]) -> Iterator[Stroke]:
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
    yield Stroke("value changed", number, column, length, text[0], pause=len(text) == 1)
    for offset, digit in enumerate(text[1:], 1):
        yield Stroke("value changed", number, column + offset, 0, digit, pause=offset == len(text) - 1)
