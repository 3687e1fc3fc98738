"""`understudy sessions`: what the session store holds, for people and for scripts.

Owns the words of the command. How a conversation is read is `chat.passages`' affair, how it is kept the store's.
"""

import argparse
import heapq
import itertools
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec

from understudy.chat.export import to_json, to_markdown
from understudy.chat.sqlite import SqliteSessionStore
from understudy.chat.store import NoSession, StoredSession, StoreError
from understudy.cli.conversation import escaped, print_table, show_conversation
from understudy.cli.errors import SetupError
from understudy.cli.folders import state_folder
from understudy.cli.terminal import Terminal, harmless
from understudy.workspace.atomic import replace_file

__all__ = ["configure", "run"]

PAGE = 500
MOST_CANDIDATES = 10


class _BadUse(Exception):
    """The caller must ask differently."""


class _Failed(Exception):
    """It cannot be done."""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = (
        "examples:\n"
        "  understudy sessions list --cwd .\n"
        "  understudy sessions show 3f2a\n"
        "  understudy sessions export 3f2a -o session.md\n"
        "\nAn ID may be shortened as long as only one session begins with it.\n"
        "exit status: 0 done, 1 it failed, 2 wrong usage."
    )
    _add_state_dir(parser, None)
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    listing = actions.add_parser("list", help="the sessions, the newest first")
    listing.add_argument("--cwd", metavar="DIR", help="only those that were started in this folder")
    listing.add_argument(
        "--limit", type=_count, default=50, metavar="N", help="at most so many (default: 50)"
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
    delete = actions.add_parser("delete", help="forget conversations for good")
    delete.add_argument("ids", nargs="+", metavar="ID")
    delete.add_argument("--yes", action="store_true", help="do not ask")
    for action in (listing, show, export, delete):
        _add_state_dir(action, argparse.SUPPRESS)


def run(options: argparse.Namespace) -> int:
    notes = Terminal(sys.stderr)
    try:
        folder = state_folder(os.environ, options.state_dir)
        if not SqliteSessionStore.is_in(folder):  # looking makes no store
            return _without_store(options, folder)
        with SqliteSessionStore(folder) as store:
            if store.notice is not None:
                raise _Failed(store.notice)
            match options.action:
                case "list":
                    _list(store, options)
                case "show":
                    session = _chosen(store, options.id)
                    show_conversation(Terminal(), session, store.events(session.id))
                case "export":
                    _export(store, options, notes)
                case _:
                    _delete(store, options, notes)
    except _BadUse as error:
        return _tell(notes, "understudy sessions:", str(error), 2)
    except _Failed as error:
        return _tell(notes, "understudy sessions:", str(error), 1)
    except (StoreError, SetupError) as error:
        return _tell(notes, error.code, error.message, 1)
    return 0


def _without_store(options: argparse.Namespace, folder: Path) -> int:
    if options.action != "list":
        raise NoSession(f"There is no session yet in {folder}.")
    if options.json:
        Terminal().line("[]")
    else:
        Terminal(sys.stderr).line("No sessions.")
    return 0


def _tell(notes: Terminal, head: str, text: str, status: int) -> int:
    notes.line(f"{notes.style(head, 'red', 'bold')} {harmless(text)}")
    return status


def _add_state_dir(parser: argparse.ArgumentParser, default: str | None) -> None:
    parser.add_argument(
        "--state-dir",
        metavar="DIR",
        default=default,
        help="the folder of the session store (default: UNDERSTUDY_STATE_DIR, or the system's usual place)",
    )


def _count(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 1 <= len(text) <= 9 or int(text) < 1:
        raise argparse.ArgumentTypeError("a whole number from 1 on is wanted")
    return int(text)


def _all(store: SqliteSessionStore, cwd: str | None, most: int | None = None) -> Iterator[StoredSession]:
    cursor = None
    while True:
        limit = PAGE if most is None else min(PAGE, most)
        page = store.list(cwd=cwd, roots=None, cursor=cursor, limit=limit)
        yield from page.sessions
        cursor = page.next_cursor
        most = None if most is None else most - len(page.sessions)
        if cursor is None or most == 0:
            return


def _list(store: SqliteSessionStore, options: argparse.Namespace) -> None:
    # A client names its folder as it likes, so a link may stand in the store or its target.
    cwds = {None} if options.cwd is None else {os.path.abspath(options.cwd), os.path.realpath(options.cwd)}
    listings = [_all(store, cwd, options.limit) for cwd in cwds]
    newest = heapq.merge(*listings, key=lambda session: (session.updated_at, session.id), reverse=True)
    sessions = itertools.islice(newest, options.limit)
    terminal = Terminal()
    if options.json:
        text = msgspec.json.format(msgspec.json.encode(list(sessions)), indent=2).decode()
        terminal.line(escaped(text))
    elif not print_table(terminal, sessions):
        Terminal(sys.stderr).line("No sessions.")


def _chosen(store: SqliteSessionStore, word: str) -> StoredSession:
    """The session with this id, or the only one whose id begins so."""
    exact = store.get(word)
    if exact is not None:
        return exact
    found = [session for session in _all(store, None) if word and session.id.startswith(word)]
    if not found:
        raise NoSession(f"There is no session {word}. 'understudy sessions list' shows those that there are.")
    if len(found) == 1:
        return found[0]
    lines = [f"  {session.id}  {session.title or ''}" for session in found[:MOST_CANDIDATES]]
    more = [f"  and {len(found) - MOST_CANDIDATES} more"] if len(found) > MOST_CANDIDATES else []
    raise _BadUse(
        "\n".join([f"{len(found)} sessions begin with {word}; write more of the id:", *lines, *more])
    )


def _export(store: SqliteSessionStore, options: argparse.Namespace, notes: Terminal) -> None:
    target = None if options.output in (None, "-") else Path(options.output)
    as_json = options.format == "json" or (options.format is None and target and target.suffix == ".json")
    session = _chosen(store, options.id)
    text = (to_json if as_json else to_markdown)(session, store.events(session.id))
    if target is not None:
        _write(target, text, force=options.force)
        notes.line(f"wrote {harmless(str(target), one_line=True)}")
        return
    terminal = Terminal()
    # A terminal gets nothing raw; a pipe or a file gets what was said.
    shown = (escaped if as_json else harmless) if terminal.interactive else str
    for part in text:
        terminal.write(shown(part))


def _write(target: Path, text: Iterator[str], *, force: bool) -> None:
    content = (part.encode("utf-8", "replace") for part in text)
    try:
        if target.is_dir():
            raise _BadUse(f"{target} is a folder; name a file in it.")
        folder = os.open(target.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            replace_file(folder, target.name, content, like=None, exclusive=not force)
        finally:
            os.close(folder)
    except FileExistsError:
        raise _Failed(f"{target} exists; --force overwrites it.") from None
    except OSError as error:
        raise _Failed(f"{target} cannot be written: {error.strerror}.") from None


def _delete(store: SqliteSessionStore, options: argparse.Namespace, notes: Terminal) -> None:
    # All are looked up first: one bad word deletes nothing.
    sessions = list(
        {session.id: session for session in (_chosen(store, word) for word in options.ids)}.values()
    )
    if not options.yes:
        if sys.stdin is None or not sys.stdin.isatty():
            raise _BadUse("nobody can be asked here; --yes deletes without asking.")
        print_table(notes, iter(sessions))
        notes.live(
            f"Delete {'this session' if len(sessions) == 1 else f'these {len(sessions)} sessions'} for good? [y/N] "
        )
        if sys.stdin.readline().strip().lower() not in ("y", "yes"):
            raise _Failed("nothing was deleted.")
    for session in sessions:
        if store.delete(session.id):
            notes.line(f"deleted {harmless(session.id, one_line=True)}")
