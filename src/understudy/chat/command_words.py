"""Which further words make a simple command another one than the user allowed. Pure.

A lasting permission is for a command that begins with certain words. Most words that may follow say what the
command looks at. Some make it run another program, or write or delete files: with those the user is asked again.
The tables are of common programs and cannot be complete: what a command can do at all is up to the sandbox.
"""

import os
import re
from collections.abc import Sequence
from typing import Final

__all__ = ["widens_command"]

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


def widens_command(allowed: Sequence[str], more: Sequence[str]) -> bool:
    """Whether the words `more` after the words `allowed` make it a command that the user did not see.

    Example: `widens_command(["find", "."], ["-delete"])` returns True, and for `["-name", "x"]` False.
    """
    if not more:
        return False
    program = re.sub(r"[0-9.]+$", "", os.path.basename(allowed[0]))  # `/usr/bin/python3.12` is `python`
    if program in _RUNNER_NAMES and all(map(_says_nothing, allowed[1:])):
        return True
    short = _SHORT_OPTIONS.get(program, ())
    return any(word.startswith(short) or _is_long_option(word) or _ASSIGNMENT.match(word) for word in more)


def _says_nothing(word: str) -> bool:
    """Whether a word after `env` or `python` does not say what it runs: an option, a number, a variable."""
    return word.startswith("-") or word[:1].isdigit() or "=" in word


def _is_long_option(word: str) -> bool:
    # Many programs take the beginning of an option for the whole.
    name = word[2:].partition("=")[0] if word.startswith("--") else ""
    return bool(name) and any(option.startswith(name) for option in _LONG_OPTION_NAMES)
