"""The actions of `understudy nes` besides `forget` and `stories`: replay, alarms, cases and explain.

Owns the files they write, the progress on the terminal and the environment of the measured agent. What is measured
and how is defined in `understudy.replay`.
"""

import argparse
import os
import re
import shlex
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec

from understudy.acp import NotReady
from understudy.cli.limits import MAX_OTHER_CANDIDATES, MAX_PATCH_BYTES
from understudy.cli.nes_setup import build_nes_dependencies
from understudy.cli.options import OWN_AGENT
from understudy.cli.terminal import (
    ProgressLine,
    Terminal,
    ascii_json,
    escape_controls,
    print_json,
    write_output_file,
)
from understudy.cli.tool_results import render_diff
from understudy.nes import ConsideredCandidate
from understudy.replay import (
    AlarmPlan,
    CaseCriteria,
    ExplainRequest,
    ExplainResult,
    FalseAlarm,
    FileChange,
    ReplayError,
    ReplayEvent,
    ReplayPlan,
    ReplayProgress,
    Repository,
    build_json_report,
    changes_from_patch,
    changes_from_working_tree,
    count_false_alarms,
    explain,
    extract_cases,
    format_alarm_table,
    format_percent,
    format_tables,
    read_text,
    render_html_report,
)
from understudy.replay import run_replay as play
from understudy.replay.typed_lines import (
    TypingEvent,
    build_typing_json,
    format_typing_table,
    render_typing_html,
    run_typing,
)
from understudy.schema import acp
from understudy.uris import uri_to_path

__all__ = [
    "agent_command",
    "check_writable",
    "run_alarms",
    "run_cases",
    "run_explain",
    "run_replay",
    "write_file",
    "write_reports",
]

T = TypeVar("T")

_LOCATION: Final = re.compile(r"(?P<file>.+?)(?::(?P<line>\d{1,9}))?(?::(?P<column>\d{1,9}))?", re.DOTALL)


def run_replay(options: argparse.Namespace) -> int:
    terminal, stderr = Terminal(), Terminal(sys.stderr)
    for target in (options.html, options.json):
        check_writable(target)
    if options.typing:
        return _run_typing(options, terminal, stderr)
    command = agent_command(options.agent)
    bar = ProgressLine(stderr, quiet=options.verbose)

    def print_event(event: ReplayEvent) -> None:
        if event.suggestion is not None:
            terminal.write_line(
                _suggestion_line(terminal, event.request.outcome, event.request.case, event.suggestion)
            )

    with tempfile.TemporaryDirectory(prefix="understudy-nes-") as state, bar:
        plan = _replay_plan(options, command, state)
        if _is_in_blocks(options):
            from understudy.replay.distribution import run_replay_in_blocks

            results = _play_in_blocks(run_replay_in_blocks, options, plan, partial(_show_progress, bar))
        else:
            results = play(
                plan, partial(_show_progress, bar), print_event if options.verbose else lambda _: None
            )
    if write_reports(
        options,
        terminal,
        stderr,
        html=lambda: render_html_report(results),
        report=lambda: build_json_report(results),
    ):
        return 0
    for line in format_tables(results, terminal.style):
        terminal.write_line(line)
    return 0


def _show_progress(bar: ProgressLine, now: ReplayProgress) -> None:
    share = now.accepted / now.shown if now.shown else None
    text = f"{now.file}: {now.shown} shown, {format_percent(share, 0)} right"
    bar.update(now.done, now.total, escape_controls(text, one_line=True))


def _replay_plan(options: argparse.Namespace, command: tuple[str, ...], state: str) -> ReplayPlan:
    """The cases that the command line names, for an agent that keeps its state in this folder."""
    return ReplayPlan(
        files=tuple(Path(file) for file in options.files),
        command=command,
        environ={**os.environ, "UNDERSTUDY_STATE_DIR": state},
        max_cases=options.cases,
        half=options.half,
    )


def _is_in_blocks(options: argparse.Namespace) -> bool:
    return options.jobs is not None or options.ray is not None or options.resume is not None


def _play_in_blocks(
    run: Callable[..., T],
    options: argparse.Namespace,
    plan: ReplayPlan,
    progress: Callable[[ReplayProgress], None],
) -> T:
    if options.verbose:
        raise ReplayError(
            "bad_usage", "--verbose shows suggestions in order; leave out --jobs, --ray and --resume."
        )
    from understudy.replay.distribution import Workers

    workers = Workers(options.jobs or os.cpu_count() or 1 if options.ray else options.jobs or 1, options.ray)
    journal = None if options.resume is None else Path(options.resume)
    return run(plan, workers, journal_path=journal, on_progress=progress)


def write_reports(
    options: argparse.Namespace,
    terminal: Terminal,
    stderr: Terminal,
    *,
    html: Callable[[], str],
    report: Callable[[], Any],
) -> bool:
    """Write the page and the JSON that the options name; return whether the JSON went to stdout."""
    if options.html:
        write_file(options.html, [html().encode()])
        stderr.write_line(f"wrote {escape_controls(options.html, one_line=True)}")
    if options.json == "-":
        print_json(terminal, report())
        return True
    if options.json:
        write_file(options.json, [msgspec.json.encode(report())])
        stderr.write_line(f"wrote {escape_controls(options.json, one_line=True)}")
    return False


def _run_typing(options: argparse.Namespace, terminal: Terminal, stderr: Terminal) -> int:
    """Type the new lines of the cases and report on the completions."""
    bar = ProgressLine(stderr, quiet=options.verbose)

    def print_event(event: TypingEvent) -> None:
        mark = terminal.style("+", "green") if event.is_right else terminal.style("-", "red")
        typed, result = (escape_controls(text, one_line=True) for text in (event.typed, event.result))
        terminal.write_line(f"{mark} {escape_controls(event.case, one_line=True)} {typed} → {result}")

    with tempfile.TemporaryDirectory(prefix="understudy-nes-") as state, bar:
        plan = _replay_plan(options, agent_command(options.agent), state)
        if _is_in_blocks(options):
            from understudy.replay.distribution import run_typing_in_blocks

            results = _play_in_blocks(run_typing_in_blocks, options, plan, partial(_show_progress, bar))
        else:
            results = run_typing(
                plan, partial(_show_progress, bar), print_event if options.verbose else lambda _: None
            )
    if write_reports(
        options,
        terminal,
        stderr,
        html=lambda: render_typing_html(results),
        report=lambda: build_typing_json(results),
    ):
        return 0
    for line in format_typing_table(results, terminal.style):
        terminal.write_line(line)
    return 0


def run_alarms(options: argparse.Namespace) -> int:
    terminal, stderr = Terminal(), Terminal(sys.stderr)
    check_writable(options.json)
    command = agent_command(options.agent)
    bar = ProgressLine(stderr)
    with tempfile.TemporaryDirectory(prefix="understudy-nes-") as state, bar:
        environ = {**os.environ, "UNDERSTUDY_STATE_DIR": state}
        plan = AlarmPlan(command=command, environ=environ, seed=options.seed, scenario_count=options.scenes)
        alarms = count_false_alarms(plan, lambda done, total: bar.update(done, total, "scenes"))
    if options.json == "-":
        print_json(terminal, alarms.to_json())
    else:
        if options.json:
            write_file(options.json, [msgspec.json.encode(alarms.to_json())])
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
    stderr = Terminal(sys.stderr)
    check_writable(options.out)
    languages = frozenset(
        name.strip().lower() for name in (options.languages or "").split(",") if name.strip()
    )
    repository = Repository(Path(options.repository), os.environ)
    criteria = CaseCriteria(max_cases=options.most, since=options.since, languages=languages)
    bar = ProgressLine(stderr, quiet=options.out is None)
    case_count = 0

    def lines() -> Iterator[bytes]:
        nonlocal case_count
        for case in extract_cases(repository, criteria):
            case_count += 1
            bar.update(case_count, options.most, "cases")
            yield msgspec.json.encode(case) + b"\n"

    with bar:
        if options.out in (None, "-"):
            _print_lines(lines())
        else:
            write_file(options.out, lines())
    if options.out not in (None, "-"):
        stderr.write_line(f"wrote {case_count} cases to {escape_controls(options.out, one_line=True)}")
    if case_count == 0:
        raise ReplayError(
            "no_cases", "No commit makes a case: wanted are 3 to 24 small hunks in at most 6 files of text."
        )
    return 0


def agent_command(given: str | None) -> tuple[str, ...]:
    if given is None:
        return OWN_AGENT
    try:
        words = shlex.split(given)
    except ValueError as error:
        raise ReplayError("bad_usage", f"--agent: {str(error).lower()}.") from None
    if not words:
        raise ReplayError("bad_usage", "--agent: name a command.")
    return tuple(words)


def check_writable(target: str | None) -> None:
    """Raise ReplayError before an hour of measuring, not after it."""
    if target in (None, "-"):
        return
    path = Path(target)
    if path.is_dir():
        raise ReplayError("bad_usage", f"{target} is a folder; name a file in it.")
    if not os.access(path.parent, os.W_OK | os.X_OK):
        raise ReplayError("os_error", f"{target} cannot be written: its folder is not there or not yours.")


def write_file(target: str, content: Iterable[bytes]) -> None:
    try:
        write_output_file(Path(target), content)
    except OSError as error:
        raise ReplayError("os_error", f"{target} cannot be written: {error.strerror}.") from None


def _print_lines(lines: Iterable[bytes]) -> None:
    terminal = Terminal()
    for line in lines:
        terminal.write(ascii_json(line.decode()) if terminal.is_interactive else line.decode())


def _suggestion_line(terminal: Terminal, outcome: str, case: str, suggestion: dict[str, Any]) -> str:
    mark, colour = {"accepted": ("+", "green"), "jump": ("→", "blue")}.get(outcome, ("-", "red"))
    text = msgspec.json.encode(suggestion).decode()[:300]
    return f"{terminal.style(mark, colour)} {escape_controls(f'{case} {outcome} {text}', one_line=True)}"


def _alarm_line(terminal: Terminal, alarm: FalseAlarm) -> str:
    text = msgspec.json.encode(alarm.suggestion).decode()[:300]
    words = f"{alarm.task}, {alarm.path}, after {alarm.line.strip()!r}: {alarm.family} {text}"
    return f"{terminal.style('!', 'red')} {escape_controls(words, one_line=True)}"


def run_explain(options: argparse.Namespace) -> int:
    terminal = Terminal()
    request = _parse_request(options)
    root, changes = _collect_changes(request.path, options.diff)
    try:
        setup = build_nes_dependencies(options).setup
    except NotReady as error:
        raise ReplayError("bad_setting", str(error)) from None
    result = explain(setup, root, changes, request)
    if options.json:
        print_json(terminal, result)
    else:
        _print_result(terminal, result, root)
    return 0


def _parse_request(options: argparse.Namespace) -> ExplainRequest:
    file, line, column = options.place, None, None
    # A file whose name ends like a location takes precedence if it exists.
    if not Path(file).exists() and (found := _LOCATION.fullmatch(file)):
        file = found["file"]
        line, column = (int(found[name]) - 1 if found[name] else None for name in ("line", "column"))
        if -1 in (line, column):
            raise ReplayError("bad_place", "Lines and columns count from 1.")
    path = Path(file).resolve()
    read_text(path)  # report an unreadable file before anything else
    return ExplainRequest(
        path=path, line=line, column=column, trigger="manual" if options.manual else "automatic"
    )


def _collect_changes(path: Path, patch: str | None) -> tuple[Path, list[FileChange]]:
    """Return the root of the work and what was changed there."""
    try:
        repository = Repository(path.parent, os.environ)
    except ReplayError:
        if patch is None:
            raise
        return Path.cwd(), changes_from_patch(_read_patch(patch), Path.cwd())
    if patch is None:
        return repository.root, changes_from_working_tree(repository)
    return repository.root, changes_from_patch(_read_patch(patch), repository.root)


def _read_patch(name: str) -> str:
    if name != "-":
        return read_text(Path(name))
    data = b"" if sys.stdin is None else sys.stdin.buffer.read(MAX_PATCH_BYTES)
    return data.decode("utf-8", "replace")


def _print_result(terminal: Terminal, result: ExplainResult, root: Path) -> None:
    style, explanation = terminal.style, result.explanation
    name = escape_controls(_relative_path(result.path, root), one_line=True)
    where = f"{name}:{result.line + 1}:{result.column + 1}"
    noun = "edit" if result.edits == 1 else "edits"
    terminal.write_line(
        style(f"{where}, after {result.edits} {noun}, {explanation.milliseconds:.1f} ms", "dim")
    )
    chosen = next((one for one in explanation.considered if one.fate in ("shown", "kept")), None)
    if result.suggestion is None:
        terminal.write_line(
            f"{style('no suggestion', 'yellow', 'bold')} because "
            f"{_lower_first(escape_controls(explanation.sentence))} ({explanation.word})"
        )
    else:
        _print_suggestion(terminal, result, root)
        if chosen is not None and chosen.why:
            terminal.write_line(f"{style('why', 'bold')} {escape_controls(chosen.why)}")
    others = [one for one in explanation.considered if one is not chosen]
    if others:
        terminal.write_line()
        terminal.write_line(style("also considered" if chosen else "considered", "bold"))
        for one in others[:MAX_OTHER_CANDIDATES]:
            terminal.write_line(_candidate_line(terminal, one, root, explanation.threshold))
    if len(others) > MAX_OTHER_CANDIDATES:
        terminal.write_line(style(f"  {len(others) - MAX_OTHER_CANDIDATES} more; --json has them", "dim"))


def _print_suggestion(terminal: Terminal, result: ExplainResult, root: Path) -> None:
    style = terminal.style
    match result.suggestion:
        case acp.NesEditSuggestion():
            render_diff(terminal, result.diff)
        case acp.NesJumpSuggestion(uri=uri, position=place):
            terminal.write_line(
                f"{style('jump', 'blue', 'bold')} to {_display_path(uri, root)}:{place.line + 1}"
            )
        case acp.NesRenameSuggestion(uri=uri, position=place, new_name=new):
            where = f"{_display_path(uri, root)}:{place.line + 1}:{place.character + 1}"
            terminal.write_line(
                f"{style('rename', 'blue', 'bold')} what is at {where} to {escape_controls(new, one_line=True)}"
            )
        case acp.NesSearchAndReplaceSuggestion(search=search, replace=replace):
            words = f"{escape_controls(search, one_line=True)} by {escape_controls(replace, one_line=True)}"
            terminal.write_line(f"{style('replace', 'blue', 'bold')} {words}")
        case _:
            terminal.write_line("a suggestion of a kind that cannot be shown here")


def _candidate_line(terminal: Terminal, candidate: ConsideredCandidate, root: Path, threshold: float) -> str:
    chance = f"{candidate.chance:4.0%}"
    colour = "green" if candidate.chance >= threshold else "red"
    where = (
        f"{_display_path(candidate.uri, root)}:{candidate.line + 1}"
        if candidate.line >= 0
        else _display_path(candidate.uri, root)
    )
    words = escape_controls(f"{candidate.kind} {candidate.family} {where} {candidate.lesson}", one_line=True)
    fate = escape_controls(candidate.fate, one_line=True)
    return f"  {terminal.style(chance, colour)} {words} {terminal.style(fate, 'dim')}"


def _display_path(uri: str, root: Path) -> str:
    return escape_controls(_relative_path(uri_to_path(uri) or uri, root), one_line=True)


def _relative_path(path: str, root: Path) -> str:
    try:
        return str(Path(path).relative_to(root))
    except ValueError:
        return path


def _lower_first(sentence: str) -> str:
    first = sentence.rstrip(".")
    return first[:1].lower() + first[1:] if first[1:2].islower() else first
