"""`understudy sessions`: lists, shows, exports and deletes stored sessions, for people and for scripts.

How a conversation becomes text is defined in `chat.history`, how it is stored in the session store.
"""

import argparse
import heapq
import itertools
import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import msgspec

from understudy.chat import NoSession, SessionStore, StoredEvent, StoredSession, StoreError
from understudy.chat.history import TranscriptCall, TranscriptEntry, build_transcript, to_json, to_markdown
from understudy.chat.sqlite import SqliteSessionStore
from understudy.cli.config import SetupError, state_folder
from understudy.cli.limits import (
    MAX_AMBIGUOUS_SESSIONS,
    MAX_OUTPUT_LINES,
    MAX_SESSION_TITLE_CHARS,
    SESSIONS_PER_PAGE,
)
from understudy.cli.options import parse_positive_int
from understudy.cli.terminal import Terminal, ascii_json, escape_controls, write_output_file
from understudy.cli.tool_results import render_diff

__all__ = ["configure", "print_conversation", "print_session_table", "run"]

_LABELS: Final = {
    "user": ("You", "bold", "cyan"),
    "agent": ("Understudy", "bold", "magenta"),
    "thought": ("Thought", "dim"),
    "notice": ("Notice", "dim"),
    "plan": ("Plan", "blue"),
    "unknown": ("Unknown", "yellow"),
}
_STATUS_MARKS: Final = {"completed": ("✓", "green"), "failed": ("✗", "red"), "interrupted": ("·", "yellow")}


def print_session_table(terminal: Terminal, sessions: Iterator[StoredSession]) -> int:
    """Print one line per session; return their number."""
    count = 0
    for session in sessions:
        if not count:
            head = f"{'ID':<32}  {'UPDATED':<16}  {'TITLE':<{MAX_SESSION_TITLE_CHARS}}  FOLDER"
            terminal.write_line(terminal.style(head, "bold"))
        count += 1
        title = _truncate(session.title or "", MAX_SESSION_TITLE_CHARS)
        more = f" +{len(session.roots)}" if session.roots else ""
        terminal.write_line(
            f"{escape_controls(session.id, one_line=True):<32}  {session.updated_at[:16].replace('T', ' ')}  "
            f"{title:<{MAX_SESSION_TITLE_CHARS}}  {escape_controls(session.cwd, one_line=True)}"
            f"{terminal.style(more, 'dim')}"
        )
    return count


def print_conversation(terminal: Terminal, session: StoredSession, events: Iterable[StoredEvent]) -> None:
    terminal.write_line(
        terminal.style(escape_controls(session.title or f"Session {session.id}", one_line=True), "bold")
    )
    places = "  ".join(escape_controls(place, one_line=True) for place in (session.cwd, *session.roots))
    terminal.write_line(
        terminal.style(f"{escape_controls(session.id, one_line=True)}  {session.updated_at}  {places}", "dim")
    )
    speaker = ""
    for entry in build_transcript(events):
        terminal.write_line()
        speaker = _print_entry(terminal, entry, speaker)


def _print_entry(terminal: Terminal, entry: TranscriptEntry, speaker: str) -> str:
    """Print an entry, with its speaker if that has changed; return the speaker."""
    if entry.call is not None:
        _print_call(terminal, entry.call)
        return "call"
    if entry.kind == "end":
        terminal.write_line(terminal.style(escape_controls(entry.text), "yellow"))
        return ""
    label, *styles = _LABELS[entry.kind]
    if entry.kind != speaker or entry.kind == "user":
        terminal.write_line(terminal.style(label, *styles))
    body = escape_controls(entry.text.strip("\n"))
    terminal.write_line(terminal.style(body, "dim") if "dim" in styles else body)
    return entry.kind


def _print_call(terminal: Terminal, call: TranscriptCall) -> None:
    mark, colour = _STATUS_MARKS[call.status]
    name = f" ({escape_controls(call.name, one_line=True)})" if call.name else ""
    title = escape_controls(call.title, one_line=True)
    terminal.write_line(f"{terminal.style(mark, colour)} {title}{terminal.style(name, 'dim')}  {call.status}")
    for diff in call.diffs:
        render_diff(terminal, diff, "    ")
    lines = call.output.strip("\n").split("\n") if call.output.strip() and not call.diffs else []
    for line in lines[:MAX_OUTPUT_LINES]:
        terminal.write_line(terminal.style(f"    {escape_controls(line)}", "dim"))
    if len(lines) > MAX_OUTPUT_LINES:
        terminal.write_line(
            terminal.style(f"    … {len(lines) - MAX_OUTPUT_LINES} more lines; export shows them", "dim")
        )


def _truncate(text: str, max_chars: int) -> str:
    text = escape_controls(text, one_line=True)
    return text if len(text) <= max_chars else text[: max_chars - 1] + "…"


class _UsageError(Exception):
    """The command line is wrong."""


class _CommandFailed(Exception):
    """The action cannot be performed."""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = (
        "examples:\n"
        "  understudy sessions list --cwd .\n"
        "  understudy sessions show 3f2a\n"
        "  understudy sessions export 3f2a -o session.md\n"
        "  understudy sessions undo 3f2a\n"
        "\nAn ID may be shortened as long as only one session begins with it.\n"
        "exit status: 0 done, 1 it failed, 2 wrong usage."
    )
    _add_state_dir(parser, None)
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    listing = actions.add_parser("list", help="the sessions, the newest first")
    listing.add_argument("--cwd", metavar="DIR", help="only those started in this folder")
    listing.add_argument(
        "--limit", type=parse_positive_int, default=50, metavar="N", help="at most N (default: 50)"
    )
    listing.add_argument("--json", action="store_true", help="print JSON")
    show = actions.add_parser("show", help="read a conversation")
    show.add_argument("id", metavar="ID")
    export = actions.add_parser("export", help="write a conversation as Markdown or JSON")
    export.add_argument("id", metavar="ID")
    export.add_argument(
        "--format", choices=["markdown", "json"], help="default: markdown, or as FILE is named"
    )
    export.add_argument("-o", "--output", metavar="FILE", help="write to FILE instead of printing")
    export.add_argument("--force", action="store_true", help="overwrite FILE")
    delete = actions.add_parser("delete", help="delete conversations permanently")
    delete.add_argument("ids", nargs="+", metavar="ID")
    delete.add_argument("--yes", action="store_true", help="do not ask")
    undo = actions.add_parser("undo", help="take back the file changes of a conversation's latest turn")
    undo.add_argument("id", metavar="ID")
    undo.add_argument("--partial", action="store_true", help="leave out files that were changed since")
    undo.add_argument("--yes", action="store_true", help="do not ask")
    for action in (listing, show, export, delete, undo):
        _add_state_dir(action, argparse.SUPPRESS)


def run(options: argparse.Namespace) -> int:
    notes = Terminal(sys.stderr)
    try:
        folder = state_folder(os.environ, options.state_dir)
        if not SqliteSessionStore.exists_in(folder):  # listing must not create one
            return _run_without_store(options, folder)
        with SqliteSessionStore(folder) as store:
            if store.notice is not None:
                raise _CommandFailed(store.notice)
            match options.action:
                case "list":
                    _list_sessions(store, options)
                case "show":
                    session = _find_session(store, options.id)
                    print_conversation(Terminal(), session, store.events(session.id))
                case "export":
                    _export_session(store, options, notes)
                case "undo":
                    from understudy.cli.session_undo import undo_latest_turn

                    return undo_latest_turn(store, _find_session(store, options.id), options)
                case _:
                    _delete_sessions(store, options, notes)
    except _UsageError as error:
        return _report_error(notes, "understudy sessions:", str(error), 2)
    except _CommandFailed as error:
        return _report_error(notes, "understudy sessions:", str(error), 1)
    except (StoreError, SetupError) as error:
        return _report_error(notes, error.code, error.message, 1)
    return 0


def _run_without_store(options: argparse.Namespace, folder: Path) -> int:
    if options.action != "list":
        raise NoSession(f"There is no session yet in {folder}.")
    if options.json:
        Terminal().write_line("[]")
    else:
        Terminal(sys.stderr).write_line("No sessions.")
    return 0


def _report_error(notes: Terminal, head: str, text: str, status: int) -> int:
    notes.write_line(f"{notes.style(head, 'red', 'bold')} {escape_controls(text)}")
    return status


def _add_state_dir(parser: argparse.ArgumentParser, default: str | None) -> None:
    parser.add_argument(
        "--state-dir",
        metavar="DIR",
        default=default,
        help="the folder of the session store (default: UNDERSTUDY_STATE_DIR, or the system's usual place)",
    )


def _iterate_sessions(
    store: SessionStore, cwd: str | None, max_sessions: int | None = None
) -> Iterator[StoredSession]:
    cursor = None
    while True:
        limit = SESSIONS_PER_PAGE if max_sessions is None else min(SESSIONS_PER_PAGE, max_sessions)
        page = store.list(cwd=cwd, roots=None, cursor=cursor, limit=limit)
        yield from page.sessions
        cursor = page.next_cursor
        max_sessions = None if max_sessions is None else max_sessions - len(page.sessions)
        if cursor is None or max_sessions == 0:
            return


def _list_sessions(store: SessionStore, options: argparse.Namespace) -> None:
    # Clients choose how they write a folder: the store may have a symbolic link or its target.
    cwds = {None} if options.cwd is None else {os.path.abspath(options.cwd), os.path.realpath(options.cwd)}
    listings = [_iterate_sessions(store, cwd, options.limit) for cwd in cwds]
    newest = heapq.merge(*listings, key=lambda session: (session.updated_at, session.id), reverse=True)
    sessions = itertools.islice(newest, options.limit)
    terminal = Terminal()
    if options.json:
        text = msgspec.json.format(msgspec.json.encode(list(sessions)), indent=2).decode()
        terminal.write_line(ascii_json(text))
    elif not print_session_table(terminal, sessions):
        Terminal(sys.stderr).write_line("No sessions.")


def _find_session(store: SessionStore, id_prefix: str) -> StoredSession:
    """Return the session with this id, or the only one whose id begins with it."""
    exact = store.get(id_prefix)
    if exact is not None:
        return exact
    found = [
        session
        for session in _iterate_sessions(store, None)
        if id_prefix and session.id.startswith(id_prefix)
    ]
    if not found:
        raise NoSession(
            f"There is no session {id_prefix}. 'understudy sessions list' shows those that there are."
        )
    if len(found) == 1:
        return found[0]
    lines = [f"  {session.id}  {session.title or ''}" for session in found[:MAX_AMBIGUOUS_SESSIONS]]
    more = (
        [f"  and {len(found) - MAX_AMBIGUOUS_SESSIONS} more"] if len(found) > MAX_AMBIGUOUS_SESSIONS else []
    )
    raise _UsageError(
        "\n".join([f"{len(found)} sessions begin with {id_prefix}; write more of the id:", *lines, *more])
    )


def _export_session(store: SessionStore, options: argparse.Namespace, notes: Terminal) -> None:
    target = None if options.output in (None, "-") else Path(options.output)
    as_json = options.format == "json" or (options.format is None and target and target.suffix == ".json")
    session = _find_session(store, options.id)
    text = (to_json if as_json else to_markdown)(session, store.events(session.id))
    if target is not None:
        _write_file(target, text, force=options.force)
        notes.write_line(f"wrote {escape_controls(str(target), one_line=True)}")
        return
    terminal = Terminal()
    # Escaped for a terminal, unchanged for a pipe.
    escape = (ascii_json if as_json else escape_controls) if terminal.is_interactive else str
    for part in text:
        terminal.write(escape(part))


def _write_file(target: Path, text: Iterator[str], *, force: bool) -> None:
    content = (part.encode("utf-8", "replace") for part in text)
    try:
        if target.is_dir():
            raise _UsageError(f"{target} is a folder; name a file in it.")
        write_output_file(target, content, overwrite=force)
    except FileExistsError:
        raise _CommandFailed(f"{target} exists; --force overwrites it.") from None
    except OSError as error:
        raise _CommandFailed(f"{target} cannot be written: {error.strerror}.") from None


def _delete_sessions(store: SessionStore, options: argparse.Namespace, notes: Terminal) -> None:
    # All ids are resolved first: a wrong one deletes nothing.
    sessions = list(
        {session.id: session for session in (_find_session(store, word) for word in options.ids)}.values()
    )
    if not options.yes:
        if sys.stdin is None or not sys.stdin.isatty():
            raise _UsageError("nobody can be asked here; --yes deletes without asking.")
        print_session_table(notes, iter(sessions))
        notes.write_flushed(
            f"Delete {'this session' if len(sessions) == 1 else f'these {len(sessions)} sessions'} for good? [y/N] "
        )
        if sys.stdin.readline().strip().lower() not in ("y", "yes"):
            raise _CommandFailed("nothing was deleted.")
    for session in sessions:
        if store.delete(session.id):
            notes.write_line(f"deleted {escape_controls(session.id, one_line=True)}")
