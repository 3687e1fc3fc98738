"""Checks of a server of the workspace tools over MCP: an MCP client of its own, in a temporary workspace.

The server's command is started in that workspace; `{root}` in it stands for the folder.
"""

import shutil
import tempfile
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

import msgspec

from understudy.client.agent_process import start_agent_process
from understudy.conformance.check_registry import Check, CheckRegistry, run_check
from understudy.conformance.limits import RESPONSE_TIMEOUT_S
from understudy.conformance.message_log import JsonObject, MessageLog, RpcError, as_list, as_object
from understudy.conformance.report import CheckFailed, CheckResult, NotTestable, Outcome, Report

__all__ = ["MCP_CHECKS", "MCP_REGISTRY", "McpPlayer", "ToolError", "check_mcp_server"]

PROTOCOL_VERSION: Final = "2025-06-18"


class ToolError(Exception):
    """A tool answered with an error: `code` is the one of the workspace protocol, empty if there is none."""

    def __init__(self, payload: JsonObject) -> None:
        super().__init__(f"{payload.get('code', '')} {payload.get('error', payload)}".strip())
        self.payload = payload
        self.code = str(payload.get("code", ""))


class McpPlayer:
    """What a check is given: calls of tools, and the folder that they work in."""

    def __init__(self, log: MessageLog, root: Path) -> None:
        self.log = log
        self.root = root
        self.tools: dict[str, JsonObject] = {}

    async def load_tools(self) -> None:
        result = await self.log.request("tools/list", {})
        self.tools = {str(tool["name"]): tool for tool in result["tools"]}

    async def call(self, tool: str, **arguments: Any) -> JsonObject:
        """Return the structured result. Raises ToolError, and NotTestable if there is no such tool."""
        if tool not in self.tools:
            raise NotTestable(f"the server has no tool {tool}")
        result = await self.log.request("tools/call", {"name": tool, "arguments": arguments})
        payload = _payload(result)
        if result.get("isError"):
            raise ToolError(payload)
        return payload

    async def error_code(self, tool: str, **arguments: Any) -> str:
        """Return the code that a call is refused with; -32602 counts as INVALID_ARGUMENT."""
        try:
            await self.call(tool, **arguments)
        except ToolError as error:
            return error.code
        except RpcError as error:
            return "INVALID_ARGUMENT" if error.code == -32602 else str(error.code)
        raise CheckFailed(f"{tool} with {arguments} succeeds")

    def write(self, name: str, content: str) -> Path:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
        return path


MCP_REGISTRY: Final[CheckRegistry[McpPlayer]] = CheckRegistry()
MCP_CHECKS: Final[Sequence[Check[McpPlayer]]] = MCP_REGISTRY.checks


async def check_mcp_server(
    command: Sequence[str],
    *,
    environ: Mapping[str, str] | None = None,
    timeout: float = RESPONSE_TIMEOUT_S,
    only: Sequence[str] = (),
    on_progress: Callable[[int, int, str], None] | None = None,
) -> Report:
    """Check the server that this command starts. Raises ClientError if it cannot be started."""
    from understudy.conformance import tool_rules

    checks = [
        check for check in tool_rules.MCP_REGISTRY.checks if not only or check.rule.startswith(tuple(only))
    ]
    report = Report("mcp", " ".join(command), only=tuple(only))
    with tempfile.TemporaryDirectory(prefix="understudy-check-") as name:
        base = Path(name).resolve()
        done = 0
        while done < len(checks):
            root = base / "root"
            shutil.rmtree(root, ignore_errors=True)
            root.mkdir()
            (base / "outside.txt").write_text("outside of the workspace\n")
            argv = [word.replace("{root}", str(root)) for word in command]
            async with _connect(argv, root, environ, timeout) as log:
                player = McpPlayer(log, root)
                try:
                    await _initialize(player, report)
                except (RpcError, CheckFailed, KeyError, TypeError) as error:
                    result = CheckResult(
                        "", Outcome.FAILED, f"the server does not start: {error}", log.evidence(0)
                    )
                    for check in checks[done:]:
                        report.add(check.rule, result)
                    break
                while done < len(checks) and not log.is_over:
                    check, seen = checks[done], len(log.lines)
                    if on_progress is not None:
                        on_progress(done, len(checks), check.rule)

                    def evidence(since: int = seen) -> tuple[str, ...]:
                        return log.evidence(since)

                    report.add(check.rule, await run_check(check, player, evidence))
                    done += 1
    return report


@asynccontextmanager
async def _connect(
    argv: Sequence[str], root: Path, environ: Mapping[str, str] | None, timeout: float
) -> AsyncGenerator[MessageLog]:
    process = await start_agent_process(argv, root, environ, None)
    try:
        yield MessageLog(process.channel, timeout)
    finally:
        await process.close()


async def _initialize(player: McpPlayer, report: Report) -> None:
    info = {"name": "understudy-check", "version": "1"}
    params = {"protocolVersion": PROTOCOL_VERSION, "capabilities": {}, "clientInfo": info}
    answer = await player.log.request("initialize", params)
    player.log.notify("notifications/initialized", {})
    server = as_object(answer.get("serverInfo")) or {}
    if server.get("name"):
        report.subject = f"{server['name']} {server.get('version', '')}".strip()
    await player.load_tools()


def _payload(result: JsonObject) -> JsonObject:
    """The structured content, or the JSON object in the first text."""
    structured = as_object(result.get("structuredContent"))
    if structured is not None:
        return structured
    for entry in as_list(result.get("content")) or []:
        block = as_object(entry) or {}
        if block.get("type") == "text":
            text = str(block.get("text", ""))
            try:
                return as_object(msgspec.json.decode(text)) or {"error": text}
            except msgspec.DecodeError:
                return {"error": text}
    return {}
