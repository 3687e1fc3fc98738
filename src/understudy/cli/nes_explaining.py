"""`understudy nes explain`: what would be suggested after the uncommitted changes and why, or why nothing."""

import argparse
import os
import re
import sys
from pathlib import Path
from typing import Final

from understudy.acp import NotReady
from understudy.cli.furnishing_nes import furnish_nes
from understudy.cli.json_output import print_json
from understudy.cli.render import render_diff
from understudy.cli.terminal import Terminal, harmless
from understudy.nes.reasons import Considered
from understudy.replay.errors import ReplayError
from understudy.replay.explaining import Account, Question, explain
from understudy.replay.git import Repository
from understudy.replay.patches import Changed, from_patch, from_working_tree, read_text
from understudy.schema import acp

__all__ = ["run_explain"]

MOST_OTHERS: Final = 8
MOST_PATCH: Final = 16 << 20
_PLACE: Final = re.compile(r"(?P<file>.+?)(?::(?P<line>\d{1,9}))?(?::(?P<column>\d{1,9}))?", re.DOTALL)


def run_explain(options: argparse.Namespace) -> int:
    terminal = Terminal()
    question = _question(options)
    root, changes = _changes(question.path, options.diff)
    try:
        setup = furnish_nes(options).setup
    except NotReady as error:
        raise ReplayError("bad_setting", str(error)) from None
    account = explain(setup, root, changes, question)
    if options.json:
        print_json(terminal, account)
    else:
        _show(terminal, account, root)
    return 0


def _question(options: argparse.Namespace) -> Question:
    file, line, column = options.place, None, None
    # A file whose name ends like a place is meant if it is there.
    if not Path(file).exists() and (found := _PLACE.fullmatch(file)):
        file = found["file"]
        line, column = (int(found[name]) - 1 if found[name] else None for name in ("line", "column"))
        if -1 in (line, column):
            raise ReplayError("bad_place", "Lines and columns count from 1.")
    path = Path(file).resolve()
    read_text(path)  # to complain of the file before anything else
    return Question(path=path, line=line, column=column, trigger="manual" if options.manual else "automatic")


def _changes(path: Path, patch: str | None) -> tuple[Path, list[Changed]]:
    """Where the work is, and what was changed there."""
    try:
        repository = Repository(path.parent, os.environ)
    except ReplayError:
        if patch is None:
            raise
        return Path.cwd(), from_patch(_patch(patch), Path.cwd())
    if patch is None:
        return repository.root, from_working_tree(repository)
    return repository.root, from_patch(_patch(patch), repository.root)


def _patch(name: str) -> str:
    if name != "-":
        return read_text(Path(name))
    data = b"" if sys.stdin is None else sys.stdin.buffer.read(MOST_PATCH)
    return data.decode("utf-8", "replace")


def _show(terminal: Terminal, account: Account, root: Path) -> None:
    style, told = terminal.style, account.explanation
    name = harmless(_below(account.path, root), one_line=True)
    where = f"{name}:{account.line + 1}:{account.column + 1}"
    noun = "edit" if account.edits == 1 else "edits"
    terminal.line(style(f"{where}, after {account.edits} {noun}, {told.milliseconds:.1f} ms", "dim"))
    chosen = next((one for one in told.considered if one.fate in ("shown", "kept")), None)
    if account.suggestion is None:
        terminal.line(
            f"{style('no suggestion', 'yellow', 'bold')} because {_lowered(harmless(told.sentence))} ({told.word})"
        )
    else:
        _show_suggestion(terminal, account, root)
        if chosen is not None and chosen.why:
            terminal.line(f"{style('why', 'bold')} {harmless(chosen.why)}")
    others = [one for one in told.considered if one is not chosen]
    if others:
        terminal.line()
        terminal.line(style("also considered" if chosen else "considered", "bold"))
        for one in others[:MOST_OTHERS]:
            terminal.line(_line(terminal, one, root, told.threshold))
    if len(others) > MOST_OTHERS:
        terminal.line(style(f"  {len(others) - MOST_OTHERS} more; --json has them", "dim"))


def _show_suggestion(terminal: Terminal, account: Account, root: Path) -> None:
    style = terminal.style
    match account.suggestion:
        case acp.NesEditSuggestion():
            render_diff(terminal, account.diff)
        case acp.NesJumpSuggestion(uri=uri, position=place):
            terminal.line(f"{style('jump', 'blue', 'bold')} to {_short(uri, root)}:{place.line + 1}")
        case acp.NesRenameSuggestion(uri=uri, position=place, new_name=new):
            where = f"{_short(uri, root)}:{place.line + 1}:{place.character + 1}"
            terminal.line(
                f"{style('rename', 'blue', 'bold')} what is at {where} to {harmless(new, one_line=True)}"
            )
        case acp.NesSearchAndReplaceSuggestion(search=search, replace=replace):
            words = f"{harmless(search, one_line=True)} by {harmless(replace, one_line=True)}"
            terminal.line(f"{style('replace', 'blue', 'bold')} {words}")
        case _:
            terminal.line("a suggestion of a kind that cannot be shown here")


def _line(terminal: Terminal, one: Considered, root: Path, threshold: float) -> str:
    chance = f"{one.chance:4.0%}"
    colour = "green" if one.chance >= threshold else "red"
    where = f"{_short(one.uri, root)}:{one.line + 1}" if one.line >= 0 else _short(one.uri, root)
    words = harmless(f"{one.kind} {one.family} {where} {one.lesson}", one_line=True)
    return f"  {terminal.style(chance, colour)} {words} {terminal.style(harmless(one.fate, one_line=True), 'dim')}"


def _short(uri: str, root: Path) -> str:
    from understudy.nes.index_uris import path_of

    return harmless(_below(path_of(uri) or uri, root), one_line=True)


def _below(path: str, root: Path) -> str:
    try:
        return str(Path(path).relative_to(root))
    except ValueError:
        return path


def _lowered(sentence: str) -> str:
    first = sentence.rstrip(".")
    return first[:1].lower() + first[1:] if first[1:2].islower() else first
