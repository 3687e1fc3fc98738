"""`understudy doctor`: reports what the program finds on this machine, and how to mend what is missing."""

import argparse
import os
import shutil
import textwrap
from typing import Final

from understudy.cli.installation import Check, CheckStatus, check_installation
from understudy.cli.terminal import Terminal, escape_controls, print_json

__all__ = ["configure", "run"]

_MARKS: Final[dict[CheckStatus, tuple[str, str]]] = {
    "ok": ("ok", "green"),
    "missing": ("--", "yellow"),
    "problem": ("!!", "red"),
}
_NAME_GAP: Final = 2


def configure(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = (
        "ok: works; --: optional and not there; !!: does not work.\n"
        "The report has no keys and no contents, and the home folder is written as ~.\n"
        "exit status: 0 nothing is wrong, 1 something does not work."
    )
    parser.add_argument("--json", action="store_true", help="print the report as JSON, for a bug report")


def run(options: argparse.Namespace) -> int:
    terminal = Terminal()
    checks = check_installation(os.environ)
    if options.json:
        print_json(terminal, {"checks": checks})
    else:
        columns = max(len(check.name) for check in checks) + _NAME_GAP
        for check in checks:
            _write_check(terminal, check, columns)
        _write_summary(terminal, checks)
    return int(any(check.status == "problem" for check in checks))


def _write_check(terminal: Terminal, check: Check, columns: int) -> None:
    mark, colour = _MARKS[check.status]
    room = max(40, min(110, shutil.get_terminal_size().columns) - columns - 4)
    text = f"{check.found}  ({check.purpose})" if check.purpose else check.found
    first, *rest = textwrap.wrap(escape_controls(text), room) or [""]
    terminal.write_line(
        f"{terminal.style(mark, colour)}  {terminal.style(f'{check.name:<{columns}}', 'bold')}{first}"
    )
    if check.advice:
        rest += textwrap.wrap(escape_controls(f"→ {check.advice}"), room)
    for line in rest:
        terminal.write_line(f"{'':<{columns + 4}}{line}")


def _write_summary(terminal: Terminal, checks: list[Check]) -> None:
    problems = [check.name for check in checks if check.status == "problem"]
    terminal.write_line()
    if problems:
        terminal.write_line(f"Does not work: {', '.join(problems)}.")
    else:
        terminal.write_line("Everything that is needed works.")
