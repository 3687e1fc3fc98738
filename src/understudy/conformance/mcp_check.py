"""Checks of a server of the workspace tools over MCP: an MCP client of its own, in a temporary workspace.

The server's command is started in that workspace; `{root}` in it stands for the folder. A server at an address
works in a folder of its own, which must be empty and on this machine: the checks write there and look at it.
"""

import os
import shutil
import tempfile
from collections.abc import AsyncGenerator, Callable, Generator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, Final

import msgspec

from understudy.client import ClientError
from understudy.client.agent_process import start_agent_process
from understudy.client.remote import RemoteAddress, parse_address
from understudy.conformance.check_registry import Check, CheckRegistry, run_check
from understudy.conformance.limits import RESPONSE_TIMEOUT_S
from understudy.conformance.message_log import JsonObject, MessageLog, RpcError, as_list, as_object
from understudy.conformance.report import CheckFailed, CheckResult, NotTestable, Outcome, Report

__all__ = ["MCP_CHECKS", "MCP_REGISTRY", "McpPlayer", "ToolError", "check_mcp_server"]

PROTOCOL_VERSION: Final = "2025-06-18"
TOKEN_VARIABLE: Final = "UNDERSTUDY_MCP_TOKEN"  # noqa: S105 - the name of the variable


class ToolError(Exception):
    """A tool answered with an error: `code` is the one of the workspace protocol, empty if there is none."""

    def __init__(self, payload: JsonObject) -> None:
        super().__init__(f"{payload.get('code', '')} {payload.get('error', payload)}".strip())
        self.payload = payload
        self.code = str(payload.get("code", ""))


class McpPlayer:
    """What a check is given: calls of tools, and the folder that they work in."""

    def __init__(self, log: MessageLog, root: Path, outside: Path) -> None:
        self.log = log
        self.root = root
        self.outside = outside
        """A file beside the root, which no tool may read."""
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
    root: Path | None = None,
) -> Report:
    """Check the server that this command starts, or that its address leads to: then it works in `root`.

    Raises ClientError if the server cannot be started, or there is no empty `root` for an address.
    """
    address = _parse_address(command, os.environ if environ is None else environ)
    from understudy.conformance import tool_rules

    checks = [
        check for check in tool_rules.MCP_REGISTRY.checks if not only or check.rule.startswith(tuple(only))
    ]
    report = Report("mcp", " ".join(command), only=tuple(only))
    with _workspace(None if address is None else _require_empty(root)) as (root, outside):
        argv = [word.replace("{root}", str(root)) for word in command]
        done = 0
        while done < len(checks):
            _clear(root)
            async with _connect(address or argv, root, environ, timeout) as log:
                player = McpPlayer(log, root, outside)
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


def _parse_address(command: Sequence[str], environ: Mapping[str, str]) -> RemoteAddress | None:
    found = parse_address(command, {})
    if found is None:
        return None
    if not found.uses_http:
        raise ClientError("An MCP server has an address of the form https:// or http://.", "bad_address")
    token = environ.get(TOKEN_VARIABLE)
    return RemoteAddress(found.url, {"Authorization": f"Bearer {token}"} if token else {})


def _require_empty(root: Path | None) -> Path:
    if root is None:
        raise ClientError(
            "A server at an address needs --root: the empty folder on this machine that it serves.",
            "bad_usage",
        )
    if not root.is_dir() or any(root.iterdir()):
        raise ClientError(f"{root} is no empty folder; the checks write there, and clear it.", "bad_usage")
    return root.resolve()


@contextmanager
def _workspace(given: Path | None) -> Generator[tuple[Path, Path]]:
    """The root, and a file beside it. A folder that was given is empty again at the end."""
    with tempfile.TemporaryDirectory(prefix="understudy-check-") as name:
        root = Path(name).resolve() / "root" if given is None else given
        root.mkdir(exist_ok=True)
        with tempfile.NamedTemporaryFile(
            prefix="understudy-outside-", suffix=".txt", dir=root.parent
        ) as outside:
            outside.write(b"outside of the workspace\n")
            outside.flush()
            yield root, Path(outside.name)
        _clear(root)


def _clear(root: Path) -> None:
    for path in root.iterdir():
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink()


@asynccontextmanager
async def _connect(
    target: RemoteAddress | Sequence[str], root: Path, environ: Mapping[str, str] | None, timeout: float
) -> AsyncGenerator[MessageLog]:
    if isinstance(target, RemoteAddress):
        from understudy.conformance.mcp_http_channel import McpHttpChannel  # loads the HTTP library

        channel = McpHttpChannel(target.url, target.headers, timeout)
        try:
            yield MessageLog(channel, timeout)
        finally:
            channel.close()
            await channel.disconnect()
        if channel.failure is not None:
            raise channel.failure
        return
    process = await start_agent_process(target, root, environ, None)
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
