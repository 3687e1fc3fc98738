"""Time from `session/cancel` to the response of the prompt, while the agent is busy in different ways.

The model is the scripted provider of the tests, run as a separate program.
"""

import contextlib
import json
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any

from bench.acp_client import UNDERSTUDY, Editor, Failed
from bench.goal import goal
from bench.measure import Row

__all__ = ["measure_cancel", "provider"]

RUNS = 20
MAX_CANCEL_S = 0.1
PROVIDER = Path(__file__).parents[1] / "tests" / "provider_server.py"

Busy = Callable[[Editor, Path], None]
"""Returns when the agent is in the middle of it."""


def measure_cancel(work: Path) -> list[Row]:
    home = work / "acp-cancel"
    shutil.rmtree(home, ignore_errors=True)
    (home / "root").mkdir(parents=True)
    words = [{"step": "text", "text": f"word {number} "} for number in range(20_000)]
    command = {"command": "echo > started; sleep 1000"}
    call = [{"step": "call", "name": "executeCommand", "arguments": command}]
    return [
        _row(home, "text streams at full speed", words, "ask", _streaming),
        _row(home, "the model says nothing more", [*words[:20], {"step": "stall"}], "ask", _streaming),
        _row(home, "a command runs", call, "full", _running),
        _row(home, "a permission question is open", call, "ask", _asking),
    ]


def _row(home: Path, what: str, steps: list[dict[str, Any]], mode: str, busy: Busy) -> Row:
    root = home / "root"
    times: list[float] = []
    with provider(home, steps) as url:
        command = (*UNDERSTUDY, "--model", "openai-chat:scripted", "--base-url", url)
        with Editor(command, home) as editor:
            for turn in range(RUNS + 1):
                (root / "started").unlink(missing_ok=True)
                session = editor.new(root)
                editor.request("session/set_mode", {"sessionId": session, "modeId": mode})
                prompt = [{"type": "text", "text": "Go."}]
                number = editor.ask("session/prompt", {"sessionId": session, "prompt": prompt})
                busy(editor, root)
                begin = time.perf_counter()
                editor.notify("session/cancel", {"sessionId": session})
                answer = editor.answer(number)
                if turn:  # the first loads the model's library
                    times.append(time.perf_counter() - begin)
                if answer["stopReason"] != "cancelled":
                    raise Failed(f"the turn ended as {answer['stopReason']}")
                editor.request("session/close", {"sessionId": session})
    p50, most = statistics.median(times), max(times)
    took = f"p50 {p50 * 1000:.1f} ms, max {most * 1000:.1f} ms"
    return Row(f"cancel while {what}", took, "-", "-", goal("< 100 ms", most < MAX_CANCEL_S))


def _streaming(editor: Editor, root: Path) -> None:
    del root
    for _ in range(20):
        editor.until(_is_update("agent_message_chunk"), updates=True)


def _running(editor: Editor, root: Path) -> None:
    editor.until(_is_update("tool_call_update"), updates=True)
    ends = time.monotonic() + 20
    while not (root / "started").exists():
        if time.monotonic() > ends:
            raise Failed("the command did not start")
        time.sleep(0.001)


def _asking(editor: Editor, root: Path) -> None:
    del root
    editor.until(lambda frame: frame.get("method") == "session/request_permission")


def _is_update(kind: str) -> Callable[[dict[str, Any]], bool]:
    return lambda frame: (
        frame.get("method") == "session/update" and frame["params"]["update"]["sessionUpdate"] == kind
    )


@contextlib.contextmanager
def provider(home: Path, steps: list[dict[str, Any]]) -> Generator[str]:
    """The URL of a model that answers every request with these steps."""
    script = home / "script.json"
    script.write_text(json.dumps([{"steps": steps}]))
    process = subprocess.Popen(
        [sys.executable, str(PROVIDER), "--script", str(script), "--repeat"],
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        yield process.stdout.readline().strip()
    finally:
        process.terminate()
        process.wait(20)
        if process.stdout is not None:
            process.stdout.close()
