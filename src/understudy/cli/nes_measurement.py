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

from understudy.cli.terminal import ProgressLine, Terminal, ascii_json, escape_controls, print_json
from understudy.replay import (
    AlarmPlan,
    CaseCriteria,
    FalseAlarm,
    ReplayError,
    ReplayEvent,
    ReplayPlan,
    ReplayProgress,
    Repository,
    build_json_report,
    count_false_alarms,
    extract_cases,
    format_alarm_table,
    format_percent,
    format_tables,
    render_html_report,
)
from understudy.replay import run_replay as play
from understudy.workspace.files import replace_file

__all__ = ["run_alarms", "run_cases", "run_replay"]


def run_replay(options: argparse.Namespace) -> int:
    terminal, notes = Terminal(), Terminal(sys.stderr)
    for target in (options.html, options.json):
        _check_writable(target)
    command = _agent_command(options.agent)
    bar = ProgressLine(notes, quiet=options.verbose)

    def progress(now: ReplayProgress) -> None:
        share = now.accepted / now.shown if now.shown else None
        words = f"{now.file}: {now.shown} shown, {format_percent(share, 0)} right"
        bar.update(now.done, now.total, escape_controls(words, one_line=True))

    def follow(event: ReplayEvent) -> None:
        if event.suggestion is not None:
            terminal.write_line(
                _suggestion_line(terminal, event.request.outcome, event.request.case, event.suggestion)
            )

    with tempfile.TemporaryDirectory(prefix="understudy-nes-") as state, bar:
        plan = ReplayPlan(
            files=tuple(Path(file) for file in options.files),
            command=command,
            environ={**os.environ, "UNDERSTUDY_STATE_DIR": state},
            max_cases=options.cases,
            half=options.half,
        )
        results = play(plan, progress, follow if options.verbose else lambda _: None)
    if options.html:
        _write_file(options.html, [render_html_report(results).encode()])
        notes.write_line(f"wrote {escape_controls(options.html, one_line=True)}")
    if options.json == "-":
        print_json(terminal, build_json_report(results))
        return 0
    if options.json:
        _write_file(options.json, [msgspec.json.encode(build_json_report(results))])
        notes.write_line(f"wrote {escape_controls(options.json, one_line=True)}")
    for line in format_tables(results, terminal.style):
        terminal.write_line(line)
    return 0


def run_alarms(options: argparse.Namespace) -> int:
    terminal, notes = Terminal(), Terminal(sys.stderr)
    _check_writable(options.json)
    command = _agent_command(options.agent)
    bar = ProgressLine(notes)
    with tempfile.TemporaryDirectory(prefix="understudy-nes-") as state, bar:
        environ = {**os.environ, "UNDERSTUDY_STATE_DIR": state}
        plan = AlarmPlan(command=command, environ=environ, seed=options.seed, scenario_count=options.scenes)
        alarms = count_false_alarms(plan, lambda done, total: bar.update(done, total, "scenes"))
    if options.json == "-":
        print_json(terminal, alarms.to_json())
    else:
        if options.json:
            _write_file(options.json, [msgspec.json.encode(alarms.to_json())])
        if options.verbose:
            for alarm in alarms.alarms:
                terminal.write_line(_alarm_line(terminal, alarm))
        for line in format_alarm_table(alarms, terminal.style):
            terminal.write_line(line)
    if options.at_most is not None and (alarms.share or 0.0) * 100 > options.at_most:
        raise ReplayError(
            "too_many", f"{format_percent(alarms.share, 2)} got a suggestion; {options.at_most:g} % may."
        )
    return 0


def run_cases(options: argparse.Namespace) -> int:
    notes = Terminal(sys.stderr)
    _check_writable(options.out)
    languages = frozenset(
        name.strip().lower() for name in (options.languages or "").split(",") if name.strip()
    )
    repository = Repository(Path(options.repository), os.environ)
    wanted = CaseCriteria(max_cases=options.most, since=options.since, languages=languages)
    bar = ProgressLine(notes, quiet=options.out is None)
    made = 0

    def lines() -> Iterator[bytes]:
        nonlocal made
        for case in extract_cases(repository, wanted):
            made += 1
            bar.update(made, options.most, "cases")
            yield msgspec.json.encode(case) + b"\n"

    with bar:
        if options.out in (None, "-"):
            _print_lines(lines())
        else:
            _write_file(options.out, lines())
    if options.out not in (None, "-"):
        notes.write_line(f"wrote {made} cases to {escape_controls(options.out, one_line=True)}")
    if made == 0:
        raise ReplayError(
            "no_cases", "No commit makes a case: wanted are 3 to 24 small hunks in at most 6 files of text."
        )
    return 0


def _agent_command(given: str | None) -> tuple[str, ...]:
    if given is None:
        return (sys.executable, "-P", "-m", "understudy.cli.main", "acp")
    try:
        words = shlex.split(given)
    except ValueError as error:
        raise ReplayError("bad_usage", f"--agent: {str(error).lower()}.") from None
    if not words:
        raise ReplayError("bad_usage", "--agent: name a command.")
    return tuple(words)


def _check_writable(target: str | None) -> None:
    """Before an hour's work, not after it."""
    if target in (None, "-"):
        return
    path = Path(target)
    if path.is_dir():
        raise ReplayError("bad_usage", f"{target} is a folder; name a file in it.")
    if not os.access(path.parent, os.W_OK | os.X_OK):
        raise ReplayError("os_error", f"{target} cannot be written: its folder is not there or not yours.")


def _write_file(target: str, content: Iterable[bytes]) -> None:
    path = Path(target)
    try:
        folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            replace_file(folder, path.name, content, metadata_fd=None, exclusive=False)
        finally:
            os.close(folder)
    except OSError as error:
        raise ReplayError("os_error", f"{target} cannot be written: {error.strerror}.") from None


def _print_lines(lines: Iterable[bytes]) -> None:
    terminal = Terminal()
    for line in lines:
        terminal.write(ascii_json(line) + "\n" if terminal.is_interactive else line.decode())


def _suggestion_line(terminal: Terminal, outcome: str, case: str, suggestion: dict[str, Any]) -> str:
    mark, colour = {"accepted": ("+", "green"), "jump": ("→", "blue")}.get(outcome, ("-", "red"))
    text = msgspec.json.encode(suggestion).decode()[:300]
    return f"{terminal.style(mark, colour)} {escape_controls(f'{case} {outcome} {text}', one_line=True)}"


def _alarm_line(terminal: Terminal, alarm: FalseAlarm) -> str:
    text = msgspec.json.encode(alarm.suggestion).decode()[:300]
    words = f"{alarm.task}, {alarm.path}, after {alarm.line.strip()!r}: {alarm.family} {text}"
    return f"{terminal.style('!', 'red')} {escape_controls(words, one_line=True)}"
