"""The workbench under a flood: 100,000 small updates at once, compared with a page that only parses them."""

import shlex
import sys
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser

from bench.goal import goal
from bench.measure import Row
from bench.web_page import open_browser, workbench_server

__all__ = ["measure_flood"]

UPDATES = 100_000
MAX_RATIO = 4.0
MAX_NODES = 10_000
MAX_TASK_MS = 200
KEY_INTERVAL_MS, MAX_KEYS = 50, 6000
AGENT = Path(__file__).with_name("peers") / "flood_agent.py"
# While the page works: the longest time between two frames, the longest task of its thread, and the longest time
# from a key to what it draws.
WATCH = """
() => {
    const flood = (window.flood = { begin: performance.now(), pause: 0, frames: 0, task: 0, key: 0 })
    const observe = (type, name, more = {}) =>
        new PerformanceObserver(list => {
            for (const entry of list.getEntries()) flood[name] = Math.max(flood[name], entry.duration)
        }).observe({ type, ...more })
    observe("longtask", "task")
    observe("event", "key", { durationThreshold: 16 })
    let last = performance.now()
    const frame = now => {
        window.flood.pause = Math.max(window.flood.pause, performance.now() - last)
        window.flood.frames += 1
        last = performance.now()
        requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
}
"""
END = """
() => ({
    ...window.flood,
    ms: performance.now() - window.flood.begin,
    nodes: document.querySelectorAll(".transcript *").length,
})
"""
# A page that receives the same messages and does nothing but parse them.
PARSE_ONLY = """
prompt => new Promise(resolve => {
    const socket = new WebSocket(`ws://${location.host}/acp`)
    const send = (id, method, params) => socket.send(JSON.stringify({ jsonrpc: "2.0", id, method, params }))
    let begin = 0
    socket.onopen = () => send(1, "initialize", { protocolVersion: 1 })
    socket.onmessage = ({ data }) => {
        const message = JSON.parse(data)
        if (message.id === 1) send(2, "session/new", { cwd: "/", mcpServers: [] })
        if (message.id === 2) {
            begin = performance.now()
            send(3, "session/prompt", { sessionId: "s", prompt: [{ type: "text", text: prompt }] })
        }
        if (message.id === 3) {
            socket.close()
            resolve(performance.now() - begin)
        }
    }
})
"""


def measure_flood(work: Path) -> list[Row]:
    root, home = work / "flood-root", work / "flood-home"
    for folder in (root, home):
        folder.mkdir(exist_ok=True)
    rows: list[Row] = []
    agent = ["--agent", shlex.join([sys.executable, str(AGENT)])]
    with open_browser() as browser, workbench_server(root, home, *agent) as (url, _):
        for kind in ("chunks", "calls"):
            ours, peer = _play(browser, url, f"{kind} {UPDATES}")
            parsing = f"only parsing them {peer['ms']:.0f} ms, longest pause {peer['pause']:.0f} ms"
            ratio = ours["ms"] / peer["ms"]
            met = ratio < MAX_RATIO and ours["nodes"] < MAX_NODES and ours["task"] < MAX_TASK_MS
            shown = (
                f"{ours['ms']:.0f} ms, longest task {ours['task']:.0f} ms, a key at most {ours['key']:.0f} ms, "
                f"longest pause {ours['pause']:.0f} ms, {ours['nodes']} nodes"
            )
            words = goal(f"ratio < {MAX_RATIO:.0f}, tasks < {MAX_TASK_MS} ms, < {MAX_NODES:,} nodes", met)
            rows.append(Row(f"{UPDATES:,} {kind} in the chat", shown, parsing, f"{ratio:.2f}", words))
    return rows


def _play(browser: Browser, url: str, prompt: str) -> tuple[dict[str, Any], dict[str, Any]]:
    page = browser.new_context().new_page()
    page.goto(url)
    page.locator(".status-agent.ready").wait_for()
    page.evaluate(WATCH)
    parse_ms = float(page.evaluate(PARSE_ONLY, prompt))
    peer = {**page.evaluate(END), "ms": parse_ms}
    page.get_by_test_id("composer").fill(prompt)
    page.evaluate(WATCH)
    page.get_by_test_id("composer").press("Enter")
    for _ in range(MAX_KEYS):
        if page.get_by_test_id("turn-end").count():
            break
        page.keyboard.press("x")
        page.wait_for_timeout(KEY_INTERVAL_MS)
    ours = page.evaluate(END)
    page.context.close()
    return ours, peer
