"""`understudy sessions undo`: shows the file changes that a turn made, takes them back, and stores that."""

import argparse
import contextlib
import sys

import msgspec

from understudy.chat import Event, SessionStore, StoredSession, decode_event, encode_event
from understudy.chat.history import UndoReport, build_undo_events, find_checkpoints, undo_turn
from understudy.cli.terminal import Terminal, escape_controls
from understudy.cli.tool_results import render_diff
from understudy.workspace import Workspace, WorkspaceError
from understudy.workspace.files import unified_diff

__all__ = ["undo_latest_turn"]


def undo_latest_turn(store: SessionStore, session: StoredSession, options: argparse.Namespace) -> int:
    """Take the changes of the latest turn back that has some; return the exit status."""
    terminal, notes = Terminal(), Terminal(sys.stderr)
    checkpoints = find_checkpoints(_read_events(store, session.id))
    if not checkpoints:
        notes.write_line("There is nothing to take back: no turn of this session changed a file.")
        return 1
    try:
        with Workspace([session.cwd, *session.roots]) as workspace:
            preview = undo_turn(workspace, checkpoints[-1], dry_run=True)
            _print_report(terminal, preview)
            if preview.conflicts and not options.partial:
                rest = " --partial takes the other files back." if preview.restored else ""
                notes.write_line(f"Nothing was taken back, because of later changes.{rest}")
                return 1
            if not options.yes and not _confirm(notes, preview):
                notes.write_line("Nothing was taken back.")
                return 1
            report = undo_turn(workspace, checkpoints[-1], partial=options.partial)
    except WorkspaceError as error:
        notes.write_line(f"understudy sessions: {escape_controls(error.user_message)}")
        return 1
    store.append(session.id, [encode_event(event) for event in build_undo_events(report)])
    count = len(report.paths)
    notes.write_line(f"Took back {'1 file' if count == 1 else f'{count} files'}.")
    return 0 if report.is_done else 1


def _read_events(store: SessionStore, session_id: str) -> list[Event]:
    found: list[Event] = []
    for stored in store.events(session_id):
        with contextlib.suppress(msgspec.DecodeError, UnicodeDecodeError):  # of a later version
            found.append(decode_event(stored.data))
    return found


def _print_report(terminal: Terminal, report: UndoReport) -> None:
    title = escape_controls(report.checkpoint.title, one_line=True)
    terminal.write_line(f"Changes that are taken back, of “{title}”:")
    for change in report.restored:
        path = escape_controls(change.display_path, one_line=True)
        if change.too_large:
            terminal.write_line(f"  {path} (binary, or too large to be shown)")
        else:
            render_diff(
                terminal, unified_diff(change.old or "", change.new, change.display_path, 100_000), "  "
            )
    for conflict in report.conflicts:
        text = "  " + escape_controls(f"{conflict.path} {conflict.reason}", one_line=True)
        terminal.write_line(terminal.style(text, "yellow"))


def _confirm(notes: Terminal, report: UndoReport) -> bool:
    if sys.stdin is None or not sys.stdin.isatty():
        notes.write_line("Nobody can be asked here; --yes takes them back without asking.")
        return False
    notes.write_flushed(f"Take {'them' if len(report.restored) > 1 else 'it'} back? [y/N] ")
    return sys.stdin.readline().strip().lower() in ("y", "yes")
