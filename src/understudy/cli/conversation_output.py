"""Prints the session table and conversations. Control characters in their texts are escaped."""

from collections.abc import Iterable, Iterator
from typing import Final

from understudy.chat import StoredEvent, StoredSession
from understudy.chat.history import TranscriptCall, TranscriptEntry, build_transcript
from understudy.cli.limits import MAX_OUTPUT_LINES, MAX_SESSION_TITLE_CHARS
from understudy.cli.terminal import Terminal, escape_controls
from understudy.cli.tool_results import render_diff

__all__ = ["print_conversation", "print_session_table"]

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
