"""Lasting permissions: rules of the user's configuration that allow an action in a folder without a question.

Owns what a rule means and which rule an answer makes. `permissions` decides when rules count: never for protected
paths and never in read-only mode. Rules come from the user's config.toml alone; where they are stored is up to the
caller.

A command rule allows a command line only if it is one simple command whose first words are those of the rule. A
line with anything else that a shell interprets (`;`, `&&`, a pipe, a redirection, `$`, a backquote, a glob, a
comment, a second line, an assignment before the command) is never allowed by a rule, nor is one whose further words
make it another command. Most words that may follow say what the command looks at; some make it run another
program, or write or delete files (`find … -exec`). The tables of these words are of common programs and cannot be
complete: what a command can do at all is up to the sandbox.
"""

import os
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from understudy.settings import PermissionRule
from understudy.workspace import WorkspaceError
from understudy.workspace.paths import compile_globs

__all__ = ["Action", "PermissionRules", "describe_rule", "matches_rule", "parse_simple_command"]

_WORD: Final = re.compile(r"(?:[A-Za-z0-9_@%+=:,./^-]|'[^'\n]*'|\"[^\"$`\\\n!]*\")+")

_RUNNERS: Final = (
    "ash awk bash bun busybox command dash deno doas env exec fish gawk ionice ksh lua mawk nice node "
    "nohup parallel perl php python ruby sed setsid sh stdbuf sudo time timeout watch xargs zsh "
)
"""Programs that run what their arguments say."""
_SHORT_OPTIONS: Final = {
    "awk": ("-f",),
    "curl": ("-K", "-O", "-o"),
    "fd": ("-X", "-x"),
    "find": ("-delete", "-exec", "-fls", "-fprint", "-ok"),
    "gawk": ("-e", "-f", "-i", "-l"),
    "git": ("-C", "-O", "-c", "-o", "-x"),
    "make": ("-C", "-I", "-f"),
    "perl": ("-I", "-M", "-e", "-i"),
    "rsync": ("-e",),
    "sed": ("-e", "-f", "-i"),
    "sort": ("-o",),
    "ssh": ("-F", "-o"),
    "tar": ("-C", "-F", "-I"),
}
"""How options begin that name a program to run, a file to write, another folder or another configuration."""
_LONG_OPTIONS: Final = (
    "checkpoint-action command compress-program config config-env directory eval exec exec-batch "
    "exec-path ext-diff file git-dir hostname-bin in-place info-script makefile new-volume-script "
    "open-files-in-pager output pre rcfile receive-pack rmt-command rsh rsync-path shell template "
    "textconv to-command upload-pack use-compress-program work-tree "
)
"""The same, of any program, without the dashes."""
_ASSIGNMENT: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*=")
_RUNNER_NAMES: Final = frozenset(_RUNNERS.split())
_LONG_OPTION_NAMES: Final = tuple(_LONG_OPTIONS.split())


@dataclass(frozen=True, slots=True)
class Action:
    """What a call wants to do, as far as rules look at it."""

    tool: str
    folder: str
    """Absolute: the folder that a command runs in or that a file is in; the first root for other tools."""
    path: str | None = None
    """The file that is changed: absolute and canonical."""
    command: str | None = None
    """A command line without further arguments that change its meaning; None if rules do not apply to it."""


def parse_simple_command(line: str) -> list[str] | None:
    """Return the words of one simple command; None if a shell would do anything more with the line.

    Example: `parse_simple_command("git commit -m 'a b'")` returns `["git", "commit", "-m", "a b"]`, and
    `parse_simple_command("git status; rm -rf .")` returns None.
    """
    words: list[str] = []
    position, line = 0, line.strip(" \t")
    while position < len(line):
        found = _WORD.match(line, position)
        if found is None:
            return None
        words.append(_unquote(found[0]))
        position = found.end()
        gap = re.compile(r"[ \t]+").match(line, position)
        if gap is None:
            if position < len(line):
                return None
            break
        position = gap.end()
    # `A=1 git status` sets a variable; `'A=1'` would be the name of a command.
    return words if words and "=" not in words[0] else None


def _unquote(word: str) -> str:
    return re.sub(r"'([^']*)'|\"([^\"]*)\"", lambda found: found[1] or found[2] or "", word)


def matches_rule(rule: PermissionRule, action: Action) -> bool:
    """Whether the rule allows the action."""
    folder = os.path.realpath(os.path.expanduser(rule.folder))
    if rule.tool != action.tool or not _is_below(folder, action.path or action.folder):
        return False
    if action.path is not None:
        return rule.command is None and _matches_path(rule, folder, action.path)
    if rule.path is not None:
        return False
    if rule.tool != "executeCommand":
        return rule.command is None
    if rule.command is None or action.command is None:
        return False  # a rule for all commands would be the mode "full", which is never stored
    allowed, words = parse_simple_command(rule.command), parse_simple_command(action.command)
    if allowed is None or words is None or words[: len(allowed)] != allowed:
        return False
    return not _widens_command(allowed, words[len(allowed) :])


def _is_below(folder: str, path: str) -> bool:
    return path == folder or path.startswith(folder.rstrip("/") + "/")


def _matches_path(rule: PermissionRule, folder: str, path: str) -> bool:
    if rule.path is None:
        return True
    relative = os.path.relpath(path, folder)
    try:
        globs = compile_globs([rule.path], "path", exclude=False)
    except WorkspaceError:  # no valid pattern allows nothing
        return False
    return globs.matches(os.path.basename(relative), relative, relative, is_folder=False)


def _widens_command(allowed: Sequence[str], more: Sequence[str]) -> bool:
    """Whether the words `more` after the words `allowed` make it a command that the user did not see.

    Example: `_widens_command(["find", "."], ["-delete"])` returns True, and for `["-name", "x"]` False.
    """
    if not more:
        return False
    program = re.sub(r"[0-9.]+$", "", os.path.basename(allowed[0]))  # `/usr/bin/python3.12` is `python`
    if program in _RUNNER_NAMES and all(map(_names_no_program, allowed[1:])):
        return True
    short = _SHORT_OPTIONS.get(program, ())
    return any(word.startswith(short) or _is_long_option(word) or _ASSIGNMENT.match(word) for word in more)


def _names_no_program(word: str) -> bool:
    """Whether a word after `env` or `python` is not the program to run: an option, a number, a variable."""
    return word.startswith("-") or word[:1].isdigit() or "=" in word


def _is_long_option(word: str) -> bool:
    # Many programs take the beginning of an option for the whole.
    name = word[2:].partition("=")[0] if word.startswith("--") else ""
    return bool(name) and any(option.startswith(name) for option in _LONG_OPTION_NAMES)


def describe_rule(rule: PermissionRule) -> str:
    """Return the rule as one line."""
    what = rule.tool
    if rule.command is not None:
        what = f"{rule.tool} {rule.command} …"
    elif rule.path is not None:
        what = f"{rule.tool} {rule.path}"
    return f"{what} in {rule.folder}"


class PermissionRules:
    """The rules of the user, shared by all sessions of an agent."""

    def __init__(
        self,
        rules: tuple[PermissionRule, ...] = (),
        change: Callable[[PermissionRule, bool], None] | None = None,
    ) -> None:
        """`change` adds a rule to the user's configuration (True) or removes it (False), and may block on the
        disk. Without it nothing can be stored."""
        self._rules = list(rules)
        self._change = change

    def __iter__(self) -> Iterator[PermissionRule]:
        return iter(tuple(self._rules))

    @property
    def can_store(self) -> bool:
        return self._change is not None

    def allows(self, action: Action) -> bool:
        return any(matches_rule(rule, action) for rule in self._rules)

    def add(self, rule: PermissionRule) -> None:
        """Store a rule. Raises what the configuration raises."""
        if rule not in self._rules:
            self._rules.append(rule)
            if self._change is not None:
                self._change(rule, True)

    def remove(self, rule: PermissionRule) -> None:
        self._rules = [one for one in self._rules if one != rule]
        if self._change is not None:
            self._change(rule, False)
