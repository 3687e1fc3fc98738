"""Whether an option belongs to another program than the changed one.

A shell script, a recipe of a Makefile, a step of YAML or a document names the program in the same command. A
program that runs others passes them their options in a list or in a call: `subprocess.run(["rsync", "--dry-run"])`,
`command.append("--dry-run")`, `.arg("--dry-run")`.
"""

import re
from collections.abc import Iterator
from typing import Final

from understudy.nes.symbolic.consequences.limits import MAX_CALL_LINES, MAX_COMMAND_LINES
from understudy.nes.symbolic.consequences.rule_context import SourceText
from understudy.nes.text import Point, TextSnapshot, find_fenced_block

__all__ = ["is_about_own_option", "is_option_of_other_command", "is_other_option", "runs_command"]

_SHELL_TEXT: Final = re.compile(
    r"\s*(?:echo\b|printf\b|#|--?[\w-]+(?:\s*\|\s*--?[\w-]+)*\)|[\w $\"{}()@\[\].-]*\"\$[1@*])"
)
"""What a shell script says about its own options: a message, a comment, the pattern of a case, a check of `$1`."""
_DOCUMENTS: Final = frozenset({"markdown", "restructuredtext", "asciidoc", "plaintext"})
_COMMAND_END: Final = re.compile(r"\|\|?|&&|;|\$\(")
_COMMAND_NAME: Final = re.compile(
    r"\s*(?:(?:[$@>+-]|[\w.-]+:|RUN|CMD|sudo|exec|time|env|nohup|[A-Za-z_]\w*=\S*+)(?=\s|\w|\Z)\s*)*"
    r"(?:[\w.~-]*/)*[A-Za-z][\w.-]*\s(?!\s*[:?+]?=)"
)
"""A program and what may stand before it: a prompt, the key of a step, an assignment of an environment."""
_RUNNER: Final = (
    r"(?:subprocess\s*\.\s*\w+|exec\s*\.\s*Command(?:Context)?|Command::new|(?:new\s+)?ProcessBuilder"
    r"|(?:\w+\.)?(?:Popen|check_call|check_output|create_subprocess_exec|spawn|spawnSync|execFile|execFileSync"
    r"|execa|execaSync)|(?<![.\w])(?:run|call|system))"
)
"""Calls that run a program, whose name comes first."""
_CALLEE: Final = re.compile(rf"{_RUNNER}\s*\Z")
_ADDED: Final = re.compile(r"(?:(\w+)\s*)?\.\s*(?:append|extend|insert|push|add|args?)\s*\Z")
_ADDED_TO: Final = re.compile(r"(\w+)(?:\s*:[^=]*)?\s*[:+]?=\s*(?:\[\]string|vec!|append)?\s*\Z")
"""A variable that a list is assigned or added to."""
_FIRST_STRING: Final = re.compile(r"[\s\[({]*[\"'`]([\w./][\w./-]*)[\"'`]")
_CHAINED: Final = re.compile(rf"{_RUNNER}\s*\(\s*[\"'`]([\w./-]+)[\"'`]")


def is_option_of_other_command(changed: SourceText, changed_line: int, text: SourceText, at: Point) -> bool:
    """Whether an option at a place is that of another program than in the changed line."""
    script = changed.snapshot.uri.rpartition("/")[2]
    if changed.language.id == "shellscript":
        if text.language.id == "shellscript":
            return script not in text.raw[at.line] and not is_about_own_option(text.raw[at.line])
        command = _command_at(text, at)
        return command is not None and script not in command and _is_run(command)
    if text is not changed:
        return False  # elsewhere the command may be the changed program itself
    program = _program_at(text, at.line, at.column)
    own = script.partition(".")[0], _program_of(changed, changed_line)
    return program is not None and _name(program) not in own


def is_about_own_option(line: str) -> bool:
    """Whether a line of a shell script says something about the options of the script itself."""
    return _SHELL_TEXT.match(line) is not None


def _command_at(text: SourceText, at: Point) -> str | None:
    """Return the command up to a place, with the lines that it continues; None for the words of a document."""
    command, line = text.raw[at.line][: at.column], at.line
    if text.language.id in _DOCUMENTS:
        if command.count("`") % 2:
            return command.rpartition("`")[2]
        if not command.startswith(("    ", "\t")) and find_fenced_block(text.snapshot, at.line) is None:
            return None
    while line and text.raw[line - 1].rstrip().endswith("\\") and at.line - line < MAX_COMMAND_LINES:
        line -= 1
        command = f"{text.raw[line].rstrip()[:-1]} {command}"
    return _COMMAND_END.split(command)[-1]


def _is_run(command: str) -> bool:
    """Whether it begins with the name of a program, and not with a variable or an option."""
    return _COMMAND_NAME.match(command) is not None


def is_other_option(snapshot: TextSnapshot, changed_line: int, at: Point) -> bool:
    """Whether an option at a place of a program is that of another program than in the changed line."""
    text = SourceText(snapshot)
    return is_option_of_other_command(text, changed_line, text, at)


def runs_command(text: SourceText, line: int) -> bool:
    """Whether a line has the options of a program that is run."""
    return _program_of(text, line) is not None


def _program_of(text: SourceText, line: int) -> str | None:
    options = text.raw[line].find("--")
    program = _program_at(text, line, options) if options >= 0 else None
    return _name(program) if program is not None else None


def _name(program: str) -> str:
    return program.rpartition("/")[2].partition(".")[0]


def _program_at(text: SourceText, line: int, column: int) -> str | None:
    """Return the program that gets an argument written there, if it is written as a string near that place."""
    for number, at in _open_brackets(text, line, column):
        before, inside = text.code[number][:at], text.offset_at(number, at + 1)
        if _CALLEE.search(before):
            first = _FIRST_STRING.match(text.joined, inside)
            return first[1] if first is not None else None
        added = _ADDED.search(before)
        if added is not None and added[1] is None:
            return _chained_program(text, number)
        added = added or _ADDED_TO.search(before)
        if added is not None:
            return _program_run_with(text, number, added[1])
    return None


def _open_brackets(text: SourceText, line: int, column: int) -> Iterator[tuple[int, int]]:
    """Yield the brackets that are open at a place, the innermost first."""
    depth = 0
    for number in range(line, max(line - MAX_CALL_LINES, -1), -1) if text.code else ():
        code = text.code[number]
        for at in range((column if number == line else len(code)) - 1, -1, -1):
            depth += (code[at] in ")]}") - (code[at] in "([{")
            if depth < 0:
                depth = 0
                yield number, at


def _chained_program(text: SourceText, line: int) -> str | None:
    """Return the program of a chain such as `Command::new("git").arg("status")`, which may have several lines."""
    for number in range(line, max(line - MAX_CALL_LINES, -1), -1):
        if ";" in text.code[number] and number < line:
            return None
        found = _CHAINED.search(text.raw[number])
        if found is not None:
            return found[1]
    return None


def _program_run_with(text: SourceText, line: int, name: str) -> str | None:
    """Return the program that is run with the arguments in a variable, or that its list begins with."""
    word = re.escape(name)
    near = text.raw[max(0, line - MAX_COMMAND_LINES) : line + MAX_COMMAND_LINES]
    run = re.compile(rf"{_RUNNER}\s*\(\s*(?:[\"'`]([\w./-]+)[\"'`])?[^\n;]*?(?<![\w.]){word}(?!\w)")
    found = next((match for one in near if name in one and (match := run.search(one))), None)
    if found is not None and found[1]:
        return str(found[1])
    assigned = re.compile(rf"(?<![\w.]){word}(?:\s*:[^=]*)?\s*:?=(?!=)\s*(?:\[\]string|vec!|({_RUNNER}))?")
    for number in range(line, max(line - MAX_COMMAND_LINES, -1), -1):
        start = assigned.search(text.raw[number]) if name in text.raw[number] else None
        if start is not None and (found is not None or start[1]):
            first = _FIRST_STRING.match(text.joined, text.offset_at(number, start.end()))
            if first is not None:
                return first[1]
    return None
