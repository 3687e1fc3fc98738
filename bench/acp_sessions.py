"""Many and long sessions: session/list, session/load and the memory of the real agent, over its pipes."""

import statistics
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bench.acp_client import UNDERSTUDY, Editor, Failed
from bench.goal import goal
from bench.measure import Row
from understudy.chat.events import (
    AgentText,
    AgentThought,
    Event,
    ToolCalled,
    ToolReturned,
    UserPrompted,
    encode_event,
)
from understudy.chat.sqlite import SqliteSessionStore
from understudy.schema.acp import Content, TextContent, ToolCallLocation

__all__ = ["measure_sessions"]

SESSIONS, EVENTS, FOLDERS, PAGE = 10_000, 10_000, 10, 50
IDLE, LEAST_PAGES = 100, 200
LONG = "sess_long"
MAX_PAGE_S, MIN_UPDATES = 0.010, 20_000


def measure_sessions(work: Path) -> list[Row]:
    home = _filled(work / f"acp-prompted-sessions-{SESSIONS}")
    with Editor(UNDERSTUDY, home) as editor:
        page = f"`session/list`, a page of {PAGE}"
        folder, root = str(home / "folder3"), str(home / "folder0")
        rows = [
            _list(editor, f"{page} of {SESSIONS:,}", {}, SESSIONS),
            _list(editor, f"{page}, one folder of {FOLDERS}", {"cwd": folder}, SESSIONS // FOLDERS),
            _list(editor, f"{page}, with a root", {"additionalDirectories": [root]}, SESSIONS // 2),
            _list(editor, "`session/list` of a folder with one session", {"cwd": str(home)}, 1),
            _load(editor, home),
        ]
    return rows + _memory(work)


def _list(editor: Editor, what: str, wanted: Mapping[str, Any], expected: int) -> Row:
    """Every page, from the newest session to the oldest, until there were enough to judge by."""
    editor.request("session/list", wanted)  # the first opens the store
    times: list[float] = []
    while len(times) < LEAST_PAGES:
        found, cursor, more = 0, None, True
        while more:
            params = wanted if cursor is None else {**wanted, "cursor": cursor}
            begin = time.perf_counter()
            page = editor.request("session/list", params)
            times.append(time.perf_counter() - begin)
            found, cursor = found + len(page["sessions"]), page.get("nextCursor")
            more = cursor is not None
        if found < expected:
            raise Failed(f"{found} of {expected} sessions were listed")
    times.sort()
    p50, p99 = statistics.median(times), times[len(times) * 99 // 100]
    took = f"p50 {p50 * 1000:.1f} ms, p99 {p99 * 1000:.1f} ms"
    return Row(what, took, "-", "-", goal("< 10 ms", p99 < MAX_PAGE_S))


def _load(editor: Editor, home: Path) -> Row:
    rates: list[float] = []
    for _ in range(7):
        before, begin = editor.updates, time.perf_counter()
        editor.request("session/load", {"sessionId": LONG, "cwd": str(home), "mcpServers": []})
        seconds = time.perf_counter() - begin
        if editor.updates - before < EVENTS:
            raise Failed(f"{editor.updates - before} of {EVENTS} updates came")
        rates.append((editor.updates - before) / seconds)
    rate = statistics.median(rates)
    return Row(
        f"`session/load` of {EVENTS:,} events",
        f"{EVENTS / rate * 1000:.0f} ms, {rate:,.0f} updates/s",
        "-",
        "-",
        goal("≥ 20,000/s", rate >= MIN_UPDATES),
    )


def _memory(work: Path) -> list[Row]:
    home = work / "acp-home"
    home.mkdir(exist_ok=True)
    with Editor(UNDERSTUDY, home) as editor:
        opened = [editor.new(home)]
        editor.request("session/list", {})
        one = editor.memory()
        opened += [editor.new(home) for _ in range(IDLE)]
        editor.request("session/list", {})
        many = editor.memory()
        for session in opened:
            editor.request("session/delete", {"sessionId": session})
    if one is None or many is None:
        return [Row("memory of an idle session", "this system does not tell", "-", "-", "-")]
    mib = 1 << 20
    return [
        Row("memory of `understudy acp` with 1 session", f"{one / mib:.1f} MiB", "-", "-", "-"),
        Row(f"the same with {IDLE + 1} sessions", f"{many / mib:.1f} MiB", "-", "-", "-"),
        Row("memory of an idle session", f"{(many - one) / IDLE / 1024:.1f} KiB", "-", "-", "-"),
    ]


def _filled(home: Path) -> Path:
    """A home with its sessions, made once."""
    done = home / ".complete"
    if done.exists():
        return home
    for number in range(FOLDERS):
        (home / f"folder{number}").mkdir(parents=True, exist_ok=True)
    with SqliteSessionStore(home / "state") as store:
        for number in range(SESSIONS):
            name = f"sess_{number:024}"
            if store.get(name) is None:
                roots = [str(home / "folder0")] if number % 2 else []
                store.create(name, str(home / f"folder{number % FOLDERS}"), roots, settings={"mode": "ask"})
                prompt = UserPrompted(blocks=[TextContent(text="What is this?")], message_id="u0")
                # A session is listed from its first prompt on.
                store.append(name, [encode_event(prompt)], title=f"What session {number} is about")
        if store.get(LONG) is None:
            store.create(LONG, str(home), [], settings={"mode": "ask"})
            store.append(LONG, [encode_event(event) for event in _events(home)], title="A long session")
    done.write_text("")
    return home


def _events(home: Path) -> list[Event]:
    """As turns go: a question, a thought, some text, and a tool that reads a file; each is one update."""
    text = "It reads the request, checks every part of it, and hands it on to whoever can answer. " * 3
    events: list[Event] = []
    for turn in range(EVENTS // 10):
        path = str(home / f"file{turn}.py")
        events.append(UserPrompted(blocks=[TextContent(text=f"What does {path} do?")], message_id=f"u{turn}"))
        events.append(AgentThought(text=text, message_id=f"t{turn}"))
        events.append(
            ToolCalled(
                id=f"call{turn}",
                name="readFile",
                arguments={"path": path},
                title=f"Read {path}",
                tool_kind="read",
                locations=[ToolCallLocation(path=path)],
            )
        )
        shown = Content(content=TextContent(text=text))
        events.append(ToolReturned(id=f"call{turn}", text=text, content=[shown], output={"content": text}))
        events += [AgentText(text=text, message_id=f"m{turn}")] * 6
    return events
