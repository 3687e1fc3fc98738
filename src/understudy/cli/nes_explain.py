"""`understudy nes explain`: what would be suggested after the uncommitted changes and why, or why nothing."""

import argparse
import os
import re
import sys
from pathlib import Path
from typing import Final

from understudy.acp import NotReady
from understudy.cli.limits import MAX_OTHER_CANDIDATES, MAX_PATCH_BYTES
from understudy.cli.nes_setup import build_nes_dependencies
from understudy.cli.terminal import Terminal, escape_controls, print_json
from understudy.cli.tool_results import render_diff
from understudy.nes import ConsideredCandidate
from understudy.replay import (
    ExplainRequest,
    ExplainResult,
    FileChange,
    ReplayError,
    Repository,
    changes_from_patch,
    changes_from_working_tree,
    explain,
    read_text,
)
from understudy.schema import acp

__all__ = ["run_explain"]

_LOCATION: Final = re.compile(r"(?P<file>.+?)(?::(?P<line>\d{1,9}))?(?::(?P<column>\d{1,9}))?", re.DOTALL)


def run_explain(options: argparse.Namespace) -> int:
    terminal = Terminal()
    question = _parse_request(options)
    root, changes = _collect_changes(question.path, options.diff)
    try:
        setup = build_nes_dependencies(options).setup
    except NotReady as error:
        raise ReplayError("bad_setting", str(error)) from None
    account = explain(setup, root, changes, question)
    if options.json:
        print_json(terminal, account)
    else:
        _print_result(terminal, account, root)
    return 0


def _parse_request(options: argparse.Namespace) -> ExplainRequest:
    file, line, column = options.place, None, None
    # A file whose name ends like a place is meant if it is there.
    if not Path(file).exists() and (found := _LOCATION.fullmatch(file)):
        file = found["file"]
        line, column = (int(found[name]) - 1 if found[name] else None for name in ("line", "column"))
        if -1 in (line, column):
            raise ReplayError("bad_place", "Lines and columns count from 1.")
    path = Path(file).resolve()
    read_text(path)  # to complain of the file before anything else
    return ExplainRequest(
        path=path, line=line, column=column, trigger="manual" if options.manual else "automatic"
    )


def _collect_changes(path: Path, patch: str | None) -> tuple[Path, list[FileChange]]:
    """Where the work is, and what was changed there."""
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
    style, told = terminal.style, result.explanation
    name = escape_controls(_relative_path(result.path, root), one_line=True)
    where = f"{name}:{result.line + 1}:{result.column + 1}"
    noun = "edit" if result.edits == 1 else "edits"
    terminal.write_line(style(f"{where}, after {result.edits} {noun}, {told.milliseconds:.1f} ms", "dim"))
    chosen = next((one for one in told.considered if one.fate in ("shown", "kept")), None)
    if result.suggestion is None:
        terminal.write_line(
            f"{style('no suggestion', 'yellow', 'bold')} because {_lower_first(escape_controls(told.sentence))} ({told.word})"
        )
    else:
        _print_suggestion(terminal, result, root)
        if chosen is not None and chosen.why:
            terminal.write_line(f"{style('why', 'bold')} {escape_controls(chosen.why)}")
    others = [one for one in told.considered if one is not chosen]
    if others:
        terminal.write_line()
        terminal.write_line(style("also considered" if chosen else "considered", "bold"))
        for one in others[:MAX_OTHER_CANDIDATES]:
            terminal.write_line(_candidate_line(terminal, one, root, told.threshold))
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
    return f"  {terminal.style(chance, colour)} {words} {terminal.style(escape_controls(candidate.fate, one_line=True), 'dim')}"


def _display_path(uri: str, root: Path) -> str:
    from understudy.uris import uri_to_path

    return escape_controls(_relative_path(uri_to_path(uri) or uri, root), one_line=True)


def _relative_path(path: str, root: Path) -> str:
    try:
        return str(Path(path).relative_to(root))
    except ValueError:
        return path


def _lower_first(sentence: str) -> str:
    first = sentence.rstrip(".")
    return first[:1].lower() + first[1:] if first[1:2].islower() else first
