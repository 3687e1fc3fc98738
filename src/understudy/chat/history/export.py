"""A stored session as a file to keep: Markdown for people, JSON for programs. Both stream.

Pure: text out of what it is given. It neither opens the store nor knows a terminal. What stood in messages stays
what it was, but it cannot leave its place: output is fenced, and HTML that would swallow or end a part of the
page is shown instead of obeyed.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from typing import Any, Final

import msgspec

from understudy.chat.history.transcript import TranscriptCall, TranscriptEntry, build_transcript
from understudy.chat.limits import MAX_EXPORT_TITLE_CHARS
from understudy.chat.store import StoredEvent, StoredSession
from understudy.chat.text.markdown import fenced_block
from understudy.chat.text.plain_text import one_line

__all__ = ["to_json", "to_markdown"]


def to_json(session: StoredSession, events: Iterable[StoredEvent]) -> Iterator[str]:
    """One JSON object with the session and its events as they are stored."""
    head = msgspec.json.encode(asdict(session)).decode()
    yield f'{{"session":{head},"events":['
    for number, stored in enumerate(events):
        event: Any = None
        try:
            event = msgspec.json.decode(stored.data)
        except (msgspec.DecodeError, UnicodeDecodeError):
            event = {"kind": "unreadable"}
        line = msgspec.json.encode({"seq": stored.seq, "at": stored.at, "event": event}).decode()
        yield f"{',' if number else ''}\n{line}"
    yield "\n]}\n"


def to_markdown(session: StoredSession, events: Iterable[StoredEvent]) -> Iterator[str]:
    """A page of Markdown: what session this is, then the turns."""
    yield f"# {_escape_inline(session.title or f'Session {session.id}')}\n\n"
    yield f"- Session: {_code_span(session.id)}\n"
    yield f"- Begun: {session.created_at}\n- Last used: {session.updated_at}\n"
    yield f"- Folder: {_code_span(session.cwd)}\n"
    for root in session.roots:
        yield f"- Further root: {_code_span(root)}\n"
    if session.parent is not None:
        yield f"- Forked from: {_code_span(session.parent)}\n"
    for name, value in sorted(session.settings.items()):
        yield f"- {_escape_inline(name)}: {_code_span(value)}\n"
    speaker = ""
    for passage in build_transcript(events):
        now = "You" if passage.kind == "user" else "Understudy"
        if passage.kind == "user" or now != speaker:
            yield f"\n## {now}\n\n{passage.at}\n"
        speaker = now
        yield f"\n{_render_entry(passage)}\n"


def _render_entry(entry: TranscriptEntry) -> str:
    match entry:
        case TranscriptEntry(kind="user"):
            return "\n".join(f"> {line}".rstrip() for line in _sanitize_markdown(entry.text).split("\n"))
        case TranscriptEntry(kind="agent"):
            return _sanitize_markdown(entry.text)
        case TranscriptEntry(kind="thought" | "notice"):
            name = "Thought" if entry.kind == "thought" else "Notice"
            return f"<details>\n<summary>{name}</summary>\n\n{_sanitize_markdown(entry.text)}\n\n</details>"
        case TranscriptEntry(kind="plan"):
            return "Plan:\n\n" + "\n".join(f"- {_escape_inline(step)}" for step in entry.text.split("\n"))
        case TranscriptEntry(call=TranscriptCall() as call):
            return _render_call(call)
        case _:
            return f"*{_escape_inline(entry.text)}*"


def _render_call(call: TranscriptCall) -> str:
    parts = [
        f"### {_escape_inline(call.title)}",
        f"{_code_span(call.name)} · {call.status}" if call.name else call.status,
    ]
    if call.arguments:
        parts.append(fenced_block(call.arguments, "json"))
    parts += [fenced_block(diff, "diff") for diff in call.diffs]
    if call.output:
        parts.append(fenced_block(call.output))
    return "\n\n".join(parts)


_OPENING_FENCE: Final = re.compile(r"(`{3,}|~{3,})(.*)")
_CLOSING_FENCE: Final = re.compile(r" {0,3}(`{3,}|~{3,})[ \t]*")
_UNSAFE_HTML: Final = re.compile(
    r"<(?=[!?]|/?(?:details|summary|script|style|textarea|pre|iframe|object|embed|form|svg|math|template|title"
    r"|plaintext|xmp|noscript|noembed|noframes)\b)",
    re.IGNORECASE,
)


def _sanitize_markdown(text: str) -> str:
    """Markdown that stays in its place: an open fence is closed, and no HTML holds or ends what follows."""
    fence = ""
    lines: list[str] = []
    for line in text.replace("\r\n", "\n").replace("\r", "\n").strip("\n").split("\n"):
        if fence:
            closing = _CLOSING_FENCE.fullmatch(line)
            if closing and closing[1].startswith(fence):
                fence = ""
        elif (opening := _OPENING_FENCE.match(line)) and not (opening[1][0] == "`" and "`" in opening[2]):
            fence = opening[1]
        else:
            line = _UNSAFE_HTML.sub("&lt;", line)
        lines.append(line)
    return "\n".join([*lines, fence] if fence else lines)


def _escape_inline(text: str) -> str:
    """Plain words on one line, whatever they look like to Markdown."""
    return re.sub(r"([\\`*_{}\[\]<>#|!&~])", r"\\\1", one_line(text, MAX_EXPORT_TITLE_CHARS))


def _code_span(text: str) -> str:
    """The text as a code span, on one line."""
    text = re.sub(r"\s", " ", text)
    ticks = "`" * (1 + max(map(len, re.findall("`+", text)), default=0))
    pad = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{ticks}{pad}{text}{pad}{ticks}"
