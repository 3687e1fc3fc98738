"""The tour's second part: the agent as an editor has it. A real `understudy acp`, asked over the protocol."""

import asyncio
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from understudy.cli.limits import AGENT_DEMO_TIMEOUT_S
from understudy.cli.terminal import Terminal, escape_controls
from understudy.rpc import Inbound, Order, Peer, Route
from understudy.schema import acp
from understudy.wire import LineChannel

__all__ = ["show_agent_demo"]

AGENT_DEMO_COLUMNS: Final = 88


def show_agent_demo(terminal: Terminal, roots: list[Path], environ: Mapping[str, str]) -> None:
    """Start an agent in those surroundings, and let it work in `roots`."""
    begin = time.perf_counter()
    with subprocess.Popen(
        [sys.executable, "-P", "-m", "understudy.cli.main", "acp"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=dict(environ),
    ) as process:
        try:
            asyncio.run(_run_demo(terminal, process, roots, begin))
        finally:
            process.kill()


async def _run_demo(
    terminal: Terminal, process: "subprocess.Popen[bytes]", roots: list[Path], begin: float
) -> None:
    await _AgentDemo(terminal, process).run(roots, begin)


class _AgentDemo:
    def __init__(self, terminal: Terminal, process: "subprocess.Popen[bytes]") -> None:
        assert process.stdin is not None  # noqa: S101
        assert process.stdout is not None  # noqa: S101
        self._terminal = terminal
        self._titles: dict[str, str] = {}
        self._call_started = asyncio.Event()
        routes: dict[str, Route[Any]] = {
            "session/update": Route(
                acp.SessionNotification, self._on_update, Order.IN_ORDER, notification=True
            ),
            "session/request_permission": Route(acp.RequestPermissionRequest, self._on_permission_request),
        }
        self._peer = Peer(LineChannel(process.stdout.fileno(), process.stdin.fileno()), routes)

    async def run(self, roots: list[Path], begin: float) -> None:
        serving = asyncio.ensure_future(self._peer.run())
        try:
            async with asyncio.timeout(AGENT_DEMO_TIMEOUT_S):
                await self._run_steps(roots, begin)
        finally:
            self._peer.stop()
            await serving

    async def _run_steps(self, roots: list[Path], begin: float) -> None:
        await self._request("initialize", {"protocolVersion": 1})
        self._print_step("✓", "green", "an editor starts `understudy acp`; initialize is answered", begin)
        begin = time.perf_counter()
        first, *others = [str(root) for root in roots]
        made = await self._request("session/new", {"cwd": first, "additionalDirectories": others})
        session = made["sessionId"]
        self._print_step("✓", "green", f"session/new over {len(roots)} roots", begin)
        for text in ("/explore", "/read ../../../../etc/passwd", "/run echo hello from the sandbox"):
            await self._prompt(session, text)
        self._call_started.clear()
        turn = asyncio.ensure_future(self._prompt(session, "/run sleep 60"))
        begun = asyncio.ensure_future(self._call_started.wait())
        await asyncio.wait({turn, begun}, return_when=asyncio.FIRST_COMPLETED)
        begun.cancel()
        begin = time.perf_counter()
        await self._peer.notify("session/cancel", {"sessionId": session})
        reason = await turn
        self._print_step("✓", "green", f"session/cancel while it runs: stop reason {reason}", begin)

    async def _prompt(self, session: str, text: str) -> str:
        style = self._terminal.style
        self._terminal.write_line(f"  {style('›', 'magenta')} {style(text, 'bold')}")
        params = {"sessionId": session, "prompt": [{"type": "text", "text": text}]}
        return (await self._request("session/prompt", params))["stopReason"]

    async def _request(self, method: str, params: object) -> dict[str, Any]:
        return await self._peer.request(method, params, dict[str, Any], timeout=AGENT_DEMO_TIMEOUT_S)

    def _on_update(self, params: acp.SessionNotification, inbound: Inbound) -> None:
        del inbound
        match params.update:
            case acp.ToolCall(tool_call_id=name, title=title):
                self._titles[name] = title
            case acp.ToolCallProgress(status="in_progress"):
                self._call_started.set()
            case acp.ToolCallProgress(tool_call_id=name, status="completed" | "failed" as status):
                mark, colour = ("✓", "green") if status == "completed" else ("✗", "red")
                self._print_step(mark, colour, self._titles.get(name, name), indent=4)
            case acp.AgentMessageChunk(content=acp.TextContent(text=text)):
                self._print_answer(text)
            case _:
                pass

    def _on_permission_request(self, params: acp.RequestPermissionRequest, inbound: Inbound) -> object:
        """The person behind the editor says yes."""
        del inbound
        names = [option.name for option in params.options]
        self._print_step("?", "yellow", f"the editor asks: {' · '.join(names)}", indent=4)
        return {"outcome": {"outcome": "selected", "optionId": params.options[0].option_id}}

    def _print_answer(self, text: str) -> None:
        lines = [line for line in text.splitlines() if line.strip() and not line.startswith("```")]
        for line in lines[:3]:
            shown = escape_controls(line, one_line=True).split(". ")[0]
            shown = shown if len(shown) <= AGENT_DEMO_COLUMNS else shown[: AGENT_DEMO_COLUMNS - 1] + "…"
            self._terminal.write_line(f"      {self._terminal.style(shown, 'dim')}")

    def _print_step(
        self, mark: str, colour: str, text: str, begin: float | None = None, indent: int = 2
    ) -> None:
        style = self._terminal.style
        took = "" if begin is None else style(f"  {(time.perf_counter() - begin) * 1000:.0f} ms", "dim")
        self._terminal.write_line(
            f"{' ' * indent}{style(mark, colour)} {escape_controls(text, one_line=True)}{took}"
        )
