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

from understudy.chat.markdown import fenced
from understudy.chat.passages import Call, Passage, passages
from understudy.chat.store import StoredEvent, StoredSession
from understudy.chat.wording import one_line

__all__ = ["to_json", "to_markdown"]

MOST_TITLE: Final = 200
"""Characters of a title or a heading."""


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
    yield f"# {_inline(session.title or f'Session {session.id}')}\n\n"
    yield f"- Session: {_code(session.id)}\n"
    yield f"- Begun: {session.created_at}\n- Last used: {session.updated_at}\n"
    yield f"- Folder: {_code(session.cwd)}\n"
    for root in session.roots:
        yield f"- Further root: {_code(root)}\n"
    if session.parent is not None:
        yield f"- Forked from: {_code(session.parent)}\n"
    for name, value in sorted(session.settings.items()):
        yield f"- {_inline(name)}: {_code(value)}\n"
    speaker = ""
    for passage in passages(events):
        now = "You" if passage.kind == "user" else "Understudy"
        if passage.kind == "user" or now != speaker:
            yield f"\n## {now}\n\n{passage.at}\n"
        speaker = now
        yield f"\n{_passage(passage)}\n"


def _passage(passage: Passage) -> str:
    match passage:
        case Passage(kind="user"):
            return "\n".join(f"> {line}".rstrip() for line in _tame(passage.text).split("\n"))
        case Passage(kind="agent"):
            return _tame(passage.text)
        case Passage(kind="thought" | "notice"):
            name = "Thought" if passage.kind == "thought" else "Notice"
            return f"<details>\n<summary>{name}</summary>\n\n{_tame(passage.text)}\n\n</details>"
        case Passage(kind="plan"):
            return "Plan:\n\n" + "\n".join(f"- {_inline(step)}" for step in passage.text.split("\n"))
        case Passage(call=Call() as call):
            return _call(call)
        case _:
            return f"*{_inline(passage.text)}*"


def _call(call: Call) -> str:
    parts = [
        f"### {_inline(call.title)}",
        f"{_code(call.name)} · {call.status}" if call.name else call.status,
    ]
    if call.arguments:
        parts.append(fenced(call.arguments, "json"))
    parts += [fenced(diff, "diff") for diff in call.diffs]
    if call.output:
        parts.append(fenced(call.output))
    return "\n\n".join(parts)


_FENCE: Final = re.compile(r"(`{3,}|~{3,})(.*)")
_CLOSING: Final = re.compile(r" {0,3}(`{3,}|~{3,})[ \t]*")
_SWALLOWING: Final = re.compile(
    r"<(?=[!?]|/?(?:details|summary|script|style|textarea|pre|iframe|object|embed|form|svg|math|template|title"
    r"|plaintext|xmp|noscript|noembed|noframes)\b)",
    re.IGNORECASE,
)


def _tame(text: str) -> str:
    """Markdown that stays in its place: an open fence is closed, and no HTML holds or ends what follows."""
    fence = ""
    lines: list[str] = []
    for line in text.replace("\r\n", "\n").replace("\r", "\n").strip("\n").split("\n"):
        if fence:
            closing = _CLOSING.fullmatch(line)
            if closing and closing[1].startswith(fence):
                fence = ""
        elif (opening := _FENCE.match(line)) and not (opening[1][0] == "`" and "`" in opening[2]):
            fence = opening[1]
        else:
            line = _SWALLOWING.sub("&lt;", line)
        lines.append(line)
    return "\n".join([*lines, fence] if fence else lines)


def _inline(text: str) -> str:
    """Plain words on one line, whatever they look like to Markdown."""
    return re.sub(r"([\\`*_{}\[\]<>#|!&~])", r"\\\1", one_line(text, MOST_TITLE))


def _code(text: str) -> str:
    """The text as a code span, on one line."""
    text = re.sub(r"\s", " ", text)
    ticks = "`" * (1 + max(map(len, re.findall("`+", text)), default=0))
    pad = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{ticks}{pad}{text}{pad}{ticks}"
