"""The agent's CPU time of a turn, at the begin of a conversation and after 400 turns.

The model is the scripted provider of the tests, run as a separate program, so that only the agent's own work
counts: storing the prompt, building and sending the request, reading the streamed answer, and sending updates.
"""

import shutil
import statistics
from pathlib import Path

from bench.acp_cancel import provider
from bench.acp_client import UNDERSTUDY, Editor, Failed
from bench.goal import goal
from bench.measure import Row

__all__ = ["measure_turns"]

TURNS = 400
WINDOW = 15
"""Turns whose median counts as the cost of the first and of the last turn."""
WARM_UP = 3
"""Turns that load libraries and are not counted."""
MAX_TURN_CPU_MS = 8.0
MAX_GROWTH = 2.0
ANSWER = [
    {"step": "text", "text": f"This is part {number} of an answer of usual length. "} for number in range(12)
]
PROMPT = (
    "What does the function that reads the configuration do, and where is it called? Please explain. " * 2
)


def measure_turns(work: Path) -> list[Row]:
    home = work / "acp-turns"
    shutil.rmtree(home, ignore_errors=True)
    (home / "root").mkdir(parents=True)
    costs: list[float] = []
    with provider(home, ANSWER) as url:
        command = (*UNDERSTUDY, "--model", "openai-chat:scripted", "--base-url", url)
        with Editor(command, home) as editor:
            warm = editor.new(home / "root")
            for _ in range(WARM_UP):
                _turn(editor, warm)
            session = editor.new(home / "root")
            for _ in range(TURNS):
                costs.append(_turn(editor, session))
    first, last = statistics.median(costs[:WINDOW]), statistics.median(costs[-WINDOW:])
    return [
        Row("CPU of a turn, first", f"{first:.1f} ms", "-", "-", goal("<= 8 ms", first <= MAX_TURN_CPU_MS)),
        Row(
            f"CPU of a turn, {TURNS}th",
            f"{last:.1f} ms",
            "-",
            f"{last / first:.2f}",
            goal("<= 2 x the first", last <= MAX_GROWTH * first),
        ),
    ]


def _turn(editor: Editor, session: str) -> float:
    """Run a turn; return the milliseconds of CPU that the agent used for it."""
    before, updates = _cpu_ns(editor.pid), editor.updates
    prompt = [{"type": "text", "text": PROMPT}]
    answer = editor.request("session/prompt", {"sessionId": session, "prompt": prompt})
    if answer["stopReason"] != "end_turn":
        raise Failed(f"the turn ended as {answer['stopReason']}")
    if editor.updates - updates < len(ANSWER):
        raise Failed("a part of the answer is missing")
    return (_cpu_ns(editor.pid) - before) / 1e6


def _cpu_ns(pid: int) -> int:
    """The CPU time of all threads of a process. Linux only; threads that ended meanwhile are missing."""
    return sum(
        int((task / "schedstat").read_text().split()[0]) for task in Path(f"/proc/{pid}/task").iterdir()
    )
