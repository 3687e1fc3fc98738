"""The measuring actions of `understudy nes`: an agent is started, and what came of it is shown and written.

Owns files, the progress on the terminal and the agent's surroundings. The figures are `understudy.replay`'s.
"""

import argparse
import os
import shlex
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from understudy.cli.json_output import ascii_json, print_json
from understudy.cli.progress import ProgressLine
from understudy.cli.terminal import Terminal, harmless
from understudy.replay.alarms import Alarm, AlarmPlan, alarm_table, count_alarms
from understudy.replay.cases import Wanted, make_cases
from understudy.replay.driving import Event
from understudy.replay.errors import ReplayError
from understudy.replay.git import Repository
from understudy.replay.page import page
from understudy.replay.report import figures, percent, tables
from understudy.replay.running import Plan, Progress
from understudy.replay.running import run_replay as play
from understudy.workspace.atomic import replace_file

__all__ = ["run_alarms", "run_cases", "run_replay"]


def run_replay(options: argparse.Namespace) -> int:
    terminal, notes = Terminal(), Terminal(sys.stderr)
    for target in (options.html, options.json):
        _check(target)
    command = _command(options.agent)
    bar = ProgressLine(notes, quiet=options.verbose)

    def progress(now: Progress) -> None:
        share = now.accepted / now.shown if now.shown else None
        words = f"{now.file}: {now.shown} shown, {percent(share, 0)} right"
        bar.show(now.done, now.total, harmless(words, one_line=True))

    def follow(event: Event) -> None:
        if event.suggestion is not None:
            terminal.line(_told(terminal, event.ask.outcome, event.ask.case, event.suggestion))

    with tempfile.TemporaryDirectory(prefix="understudy-nes-") as state, bar:
        plan = Plan(
            files=tuple(Path(file) for file in options.files),
            command=command,
            environ={**os.environ, "UNDERSTUDY_STATE_DIR": state},
            most=options.cases,
            half=options.half,
        )
        results = play(plan, progress, follow if options.verbose else lambda _: None)
    if options.html:
        _write(options.html, [page(results).encode()])
        notes.line(f"wrote {harmless(options.html, one_line=True)}")
    if options.json == "-":
        print_json(terminal, figures(results))
        return 0
    if options.json:
        _write(options.json, [msgspec.json.encode(figures(results))])
        notes.line(f"wrote {harmless(options.json, one_line=True)}")
    for line in tables(results, terminal.style):
        terminal.line(line)
    return 0


def run_alarms(options: argparse.Namespace) -> int:
    terminal, notes = Terminal(), Terminal(sys.stderr)
    _check(options.json)
    command = _command(options.agent)
    bar = ProgressLine(notes)
    with tempfile.TemporaryDirectory(prefix="understudy-nes-") as state, bar:
        environ = {**os.environ, "UNDERSTUDY_STATE_DIR": state}
        plan = AlarmPlan(command=command, environ=environ, seed=options.seed, scenes=options.scenes)
        alarms = count_alarms(plan, lambda done, total: bar.show(done, total, "scenes"))
    if options.json == "-":
        print_json(terminal, alarms.figures())
    else:
        if options.json:
            _write(options.json, [msgspec.json.encode(alarms.figures())])
        if options.verbose:
            for alarm in alarms.found:
                terminal.line(_alarm(terminal, alarm))
        for line in alarm_table(alarms, terminal.style):
            terminal.line(line)
    if options.at_most is not None and (alarms.share or 0.0) * 100 > options.at_most:
        raise ReplayError(
            "too_many", f"{percent(alarms.share, 2)} got a suggestion; {options.at_most:g} % may."
        )
    return 0


def run_cases(options: argparse.Namespace) -> int:
    notes = Terminal(sys.stderr)
    _check(options.out)
    languages = frozenset(
        name.strip().lower() for name in (options.languages or "").split(",") if name.strip()
    )
    repository = Repository(Path(options.repository), os.environ)
    wanted = Wanted(most=options.most, since=options.since, languages=languages)
    bar = ProgressLine(notes, quiet=options.out is None)
    made = 0

    def lines() -> Iterator[bytes]:
        nonlocal made
        for case in make_cases(repository, wanted):
            made += 1
            bar.show(made, options.most, "cases")
            yield msgspec.json.encode(case) + b"\n"

    with bar:
        if options.out in (None, "-"):
            _print_lines(lines())
        else:
            _write(options.out, lines())
    if options.out not in (None, "-"):
        notes.line(f"wrote {made} cases to {harmless(options.out, one_line=True)}")
    if made == 0:
        raise ReplayError(
            "no_cases", "No commit makes a case: wanted are 3 to 24 small hunks in at most 6 files of text."
        )
    return 0


def _command(given: str | None) -> tuple[str, ...]:
    if given is None:
        return (sys.executable, "-P", "-m", "understudy.cli.main", "acp")
    try:
        words = shlex.split(given)
    except ValueError as error:
        raise ReplayError("bad_usage", f"--agent: {str(error).lower()}.") from None
    if not words:
        raise ReplayError("bad_usage", "--agent: name a command.")
    return tuple(words)


def _check(target: str | None) -> None:
    """Before an hour's work, not after it."""
    if target in (None, "-"):
        return
    path = Path(target)
    if path.is_dir():
        raise ReplayError("bad_usage", f"{target} is a folder; name a file in it.")
    if not os.access(path.parent, os.W_OK | os.X_OK):
        raise ReplayError("os_error", f"{target} cannot be written: its folder is not there or not yours.")


def _write(target: str, content: Iterable[bytes]) -> None:
    path = Path(target)
    try:
        folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            replace_file(folder, path.name, content, like=None, exclusive=False)
        finally:
            os.close(folder)
    except OSError as error:
        raise ReplayError("os_error", f"{target} cannot be written: {error.strerror}.") from None


def _print_lines(lines: Iterable[bytes]) -> None:
    terminal = Terminal()
    for line in lines:
        terminal.write(ascii_json(line) + "\n" if terminal.interactive else line.decode())


def _told(terminal: Terminal, outcome: str, case: str, suggestion: dict[str, Any]) -> str:
    mark, colour = {"accepted": ("+", "green"), "jump": ("→", "blue")}.get(outcome, ("-", "red"))
    text = msgspec.json.encode(suggestion).decode()[:300]
    return f"{terminal.style(mark, colour)} {harmless(f'{case} {outcome} {text}', one_line=True)}"


def _alarm(terminal: Terminal, alarm: Alarm) -> str:
    text = msgspec.json.encode(alarm.suggestion).decode()[:300]
    words = f"{alarm.task}, {alarm.path}, after {alarm.line.strip()!r}: {alarm.family} {text}"
    return f"{terminal.style('!', 'red')} {harmless(words, one_line=True)}"
