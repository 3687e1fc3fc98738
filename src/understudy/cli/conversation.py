"""Sessions and conversations on a terminal. Everything in them is made harmless before it is shown."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from understudy.chat.passages import Call, Passage, passages
from understudy.chat.store import StoredEvent, StoredSession
from understudy.cli.render import render_diff
from understudy.cli.terminal import Terminal, harmless

__all__ = ["escaped", "print_table", "show_conversation"]

MOST_LINES: Final = 20
MOST_TITLE: Final = 60
_LABELS: Final = {
    "user": ("You", "bold", "cyan"),
    "agent": ("Understudy", "bold", "magenta"),
    "thought": ("Thought", "dim"),
    "notice": ("Notice", "dim"),
    "plan": ("Plan", "blue"),
    "unknown": ("Unknown", "yellow"),
}
_MARKS: Final = {"completed": ("✓", "green"), "failed": ("✗", "red"), "interrupted": ("·", "yellow")}
_UNSEEN: Final = re.compile("[^\n -~]")


def print_table(terminal: Terminal, sessions: Iterator[StoredSession]) -> int:
    """A line for each session; how many there were."""
    count = 0
    for session in sessions:
        if not count:
            head = f"{'ID':<32}  {'UPDATED':<16}  {'TITLE':<{MOST_TITLE}}  FOLDER"
            terminal.line(terminal.style(head, "bold"))
        count += 1
        title = _cut(session.title or "", MOST_TITLE)
        more = f" +{len(session.roots)}" if session.roots else ""
        terminal.line(
            f"{harmless(session.id, one_line=True):<32}  {session.updated_at[:16].replace('T', ' ')}  "
            f"{title:<{MOST_TITLE}}  {harmless(session.cwd, one_line=True)}{terminal.style(more, 'dim')}"
        )
    return count


def show_conversation(terminal: Terminal, session: StoredSession, events: Iterable[StoredEvent]) -> None:
    terminal.line(terminal.style(harmless(session.title or f"Session {session.id}", one_line=True), "bold"))
    places = "  ".join(harmless(place, one_line=True) for place in (session.cwd, *session.roots))
    terminal.line(
        terminal.style(f"{harmless(session.id, one_line=True)}  {session.updated_at}  {places}", "dim")
    )
    speaker = ""
    for passage in passages(events):
        terminal.line()
        speaker = _show(terminal, passage, speaker)


def _show(terminal: Terminal, passage: Passage, speaker: str) -> str:
    """Print a passage, with its speaker if that is another than before; who speaks now."""
    if passage.call is not None:
        _show_call(terminal, passage.call)
        return "call"
    if passage.kind == "end":
        terminal.line(terminal.style(harmless(passage.text), "yellow"))
        return ""
    label, *styles = _LABELS[passage.kind]
    if passage.kind != speaker or passage.kind == "user":
        terminal.line(terminal.style(label, *styles))
    body = harmless(passage.text.strip("\n"))
    terminal.line(terminal.style(body, "dim") if "dim" in styles else body)
    return passage.kind


def _show_call(terminal: Terminal, call: Call) -> None:
    mark, colour = _MARKS[call.status]
    name = f" ({harmless(call.name, one_line=True)})" if call.name else ""
    title = harmless(call.title, one_line=True)
    terminal.line(f"{terminal.style(mark, colour)} {title}{terminal.style(name, 'dim')}  {call.status}")
    for diff in call.diffs:
        render_diff(terminal, diff, "    ")
    lines = call.output.strip("\n").split("\n") if call.output.strip() and not call.diffs else []
    for line in lines[:MOST_LINES]:
        terminal.line(terminal.style(f"    {harmless(line)}", "dim"))
    if len(lines) > MOST_LINES:
        terminal.line(terminal.style(f"    … {len(lines) - MOST_LINES} more lines; export shows them", "dim"))


def escaped(json: str) -> str:
    """JSON in ASCII: the same to a program, and nothing that a terminal would obey."""
    return _UNSEEN.sub(_escape, json)


def _escape(found: re.Match[str]) -> str:
    units = found[0].encode("utf-16-be")
    return "".join(f"\\u{units[at : at + 2].hex()}" for at in range(0, len(units), 2))


def _cut(text: str, most: int) -> str:
    text = harmless(text, one_line=True)
    return text if len(text) <= most else text[: most - 1] + "…"
