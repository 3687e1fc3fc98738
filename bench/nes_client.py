"""A next-edit client for the benchmarks: one session of one agent, and a generated file with generated edits.

The edits rename a call, one place after the other, with some typing in between, as in a replayed session. The
suggestions are not checked, only that requests are answered.
"""

import itertools
import shutil
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from bench.acp_client import Editor
from bench.acp_peers import PEERS, TYPESCRIPT_SDK, echo_agents

__all__ = ["NesEditor", "Session", "Typed", "edits", "silent_agent", "source"]

URI = "file:///bench/module.py"
CAPABILITIES = {"nes": {"jump": {}, "rename": {}, "searchAndReplace": {}}}
NAMES = ("log.warn", "logger.warning", "audit.note", "report")
"""What the call in each function is called, one after the other."""
REMARK = "    # so far"


class Typed(NamedTuple):
    """A change in one line, and where the cursor is then."""

    line: int
    start: int
    end: int
    text: str


def source(functions: int) -> str:
    """Six lines a function."""
    return "".join(
        f"def step_{number}(order, total):\n"
        f'    """What happens in step {number}."""\n'
        f"    count = total + {number}\n"
        f"    {NAMES[0]}('step {number}', order.name, count)\n"
        f"\n"
        f"    return order.take(count)\n"
        for number in range(functions)
    )


def edits(functions: int) -> Iterator[Typed]:
    """For ever: function after function, a call gets its next name; every third gets a remark or loses it."""
    names = [0] * functions
    remarked = [False] * functions
    for number in itertools.cycle(range(functions)):
        old, names[number] = NAMES[names[number]], (names[number] + 1) % len(NAMES)
        yield Typed(6 * number + 3, 4, 4 + len(old), NAMES[names[number]])
        if number % 3:
            continue
        if remarked[number]:
            yield Typed(6 * number + 4, 0, len(REMARK), "")
        else:
            yield from (Typed(6 * number + 4, place, place, letter) for place, letter in enumerate(REMARK))
        remarked[number] = not remarked[number]


class NesEditor(Editor):
    """Tells the agent that it knows next edits."""

    def request(self, method: str, params: Mapping[str, Any]) -> Any:
        more = {"clientCapabilities": CAPABILITIES} if method == "initialize" else {}
        return super().request(method, {**params, **more})


class Session:
    def __init__(self, editor: NesEditor, functions: int) -> None:
        self._editor = editor
        self._name: str = editor.request("nes/start", {})["sessionId"]
        self._version = 1
        self._edits = edits(functions)
        self._cursor = {"line": 0, "character": 0}
        self.suggested = 0
        """How often something was suggested."""
        opened = {"sessionId": self._name, "uri": URI, "languageId": "python"}
        editor.notify("document/didOpen", {**opened, "version": 1, "text": source(functions)})

    def type(self) -> None:
        """The next edit."""
        line, start, end, text = next(self._edits)
        self._version += 1
        self._cursor = {"line": line, "character": start + len(text)}
        places = {"start": {"line": line, "character": start}, "end": {"line": line, "character": end}}
        event = {"sessionId": self._name, "uri": URI, "version": self._version}
        self._editor.notify(
            "document/didChange", {**event, "contentChanges": [{"range": places, "text": text}]}
        )

    def ask(self) -> float:
        """Seconds until the answer."""
        asked = {"sessionId": self._name, "uri": URI, "version": self._version, "position": self._cursor}
        begin = time.perf_counter()
        answer = self._editor.request("nes/suggest", {**asked, "triggerKind": "automatic"})
        seconds = time.perf_counter() - begin
        self.suggested += bool(answer["suggestions"])
        return seconds


def silent_agent(work: Path) -> tuple[str, ...] | None:
    """The command of an agent on the TypeScript SDK that never suggests anything; None without Node."""
    echo = echo_agents(work).get(TYPESCRIPT_SDK)
    if echo is None:
        return None
    node, program = echo
    silent = Path(program).with_name("silent.mjs")
    shutil.copyfile(PEERS / "nes_typescript_sdk.mjs", silent)
    return node, str(silent)
