"""The SDK's server with our tools: instructions, tools/list and tools/call, for every transport.

A result is structured content and, for clients that show a model only text, text too. WAP's JSON would put a
whole file into an escaped string there. If a result has its own text (readFile's `content`), that text is
therefore the first block, unchanged, and the other fields are the second block, as JSON.

An error is text only, `{error, code, details}` as JSON: it does not match the tool's output schema, and the
TypeScript SDK's client validates structured content even when `isError` is set.
"""

import logging
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final, cast

import mcp_types as types
import msgspec
from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS

from understudy import __version__
from understudy.mcp.elicitation import ElicitationRounds, consent_callback
from understudy.mcp.guard import disconnect_of
from understudy.mcp.limits import WORKERS_CLOSE_TIMEOUT_S
from understudy.mcp.progress import ProgressReporter
from understudy.tools import Call, ConsentRequest, Tool, ToolResult, WorkerPool, find_tool
from understudy.workspace import InvalidArgument, Workspace, WorkspaceError, escape_filename

__all__ = [
    "Context",
    "ToolRegistry",
    "build_instructions",
    "build_server",
    "failure",
    "internal_failure",
    "success",
]


def build_instructions(workspace: Workspace, tools: Sequence[str]) -> str:
    """What a model should know about the tools as a whole before its first call."""
    primary, *additional = (escape_filename(root.path) for root in workspace.roots)
    parts = [
        f"These tools work on files in one workspace. Its primary root is {primary}.",
        "Relative paths are relative to the primary root; nothing outside the roots can be reached.",
    ]
    if additional:
        parts.append(f"Additional roots, reached by absolute paths: {', '.join(additional)}.")
    parts.append(
        "Paths in results can be passed straight back. When a result says that it is truncated, ask for "
        "the next part (nextCursor, or startLine and endLine) or narrow the path or the pattern."
    )
    if "writeFile" in tools or "modifyFile" in tools:
        parts.append(
            "Read a file before you change it, prefer modifyFile to rewriting, and pass the hash that "
            "readFile returned as expectedHash, so that a file which changed meanwhile is not overwritten."
        )
    else:
        parts.append("The workspace is open for reading only.")
    parts.append("A failed call returns {error, code, details}; error says what to do next.")
    return "\n".join(parts)


ToolRegistry = Mapping[str, Tool[Any, Any]]
Context = ServerRequestContext[WorkerPool, Any]


logger = logging.getLogger(__name__)

ERROR_META_KEY: Final = "understudy.dev/error"
"""In the `_meta` of a failed call's result."""


def build_server(workspace: Workspace, tools: ToolRegistry, workers: WorkerPool) -> Server[WorkerPool]:
    """Build an MCP server that runs `tools` on `workspace` in `workers`, and closes `workers` at its end."""
    listing = types.ListToolsResult(tools=[_to_mcp_tool(tool) for tool in tools.values()])
    names = [tool.name for tool in listing.tools]
    schemas = {tool.name: tool.input_schema for tool in listing.tools}

    @asynccontextmanager
    async def lifespan(server: Server[WorkerPool]) -> AsyncGenerator[WorkerPool]:
        del server
        try:
            yield workers
        finally:
            if not await workers.close(WORKERS_CLOSE_TIMEOUT_S):
                logger.warning(
                    "some work did not end within %g s and was left behind", WORKERS_CLOSE_TIMEOUT_S
                )

    async def list_tools(ctx: Context, params: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        del ctx, params
        return listing

    async def call_tool(ctx: Context, params: types.CallToolRequestParams) -> Any:
        try:
            tool = find_tool(params.name[:100], tools)
        except InvalidArgument as error:  # MCP requires a protocol error here; WAP's error is its data.
            message = f"Unknown tool: {params.name[:100]}"
            raise MCPError(code=types.INVALID_PARAMS, message=message, data=error.payload()) from None
        if ctx.protocol_version in HANDSHAKE_PROTOCOL_VERSIONS:
            return await _run_tool(ctx, workspace, tool, params.arguments or {})
        rounds = ElicitationRounds(ctx, params.input_responses)
        return rounds.build_result(
            await _run_tool(ctx, workspace, tool, params.arguments or {}, rounds.consent)
        )

    server: Server[WorkerPool] = Server(
        "understudy",
        version=__version__,
        title="Understudy workspace tools",
        description="Read, search, edit and run things in the folders it was given, and nowhere else.",
        instructions=build_instructions(workspace, tuple(tools)),
        lifespan=lifespan,
        get_tool_input_schema=schemas.get,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )

    async def shortcut(ctx: Context, call_next: CallNext) -> HandlerResult:
        """Run a well-formed call of a known tool directly; leave everything else to the SDK.

        The SDK validates the request twice and the result once, which is our own and tested.
        """
        params = ctx.params or {}
        name, arguments = params.get("name"), params.get("arguments")
        direct = (
            ctx.method == "tools/call"
            and ctx.protocol_version in HANDSHAKE_PROTOCOL_VERSIONS
            and ctx.session.client_params is not None  # The handshake is done.
        )
        if direct and name in names and isinstance(arguments, dict):
            return await _run_tool(ctx, workspace, tools[str(name)], cast(object, arguments))
        return await call_next(ctx)

    # Replaces OpenTelemetry's, the only one installed: it takes 25 µs per call and nothing collects its data.
    server.middleware[:] = [shortcut]
    return server


async def _run_tool(
    ctx: Context,
    workspace: Workspace,
    tool: Tool[Any, Any],
    arguments: object,
    consent: Callable[[ConsentRequest], bool] | None = None,
) -> dict[str, Any]:
    """Run one tool in a worker. Cancellation by the client, or its disconnect, stops the tool."""
    call = Call()
    call.ask_consent = consent or consent_callback(ctx, call.stop)
    progress: ProgressReporter | None = None
    if ctx.meta is not None and "progress_token" in ctx.meta:
        progress = ProgressReporter(ctx.session.report_progress)
        call.on_progress = progress.report
        call.on_output = progress.report_output

    def work() -> dict[str, Any]:
        try:
            try:
                return success(tool.call(workspace, arguments, call))
            except WorkspaceError as error:
                return failure(error)
        except Exception:
            logger.exception("%s raised", tool.name)
            return internal_failure(tool.name)

    try:
        with disconnect_of(ctx.request).cancelling(call.stop):
            return await ctx.lifespan_context.run(work, call.stop)
    except WorkspaceError as error:
        return failure(error)
    finally:
        if progress is not None:
            progress.close()


def _to_mcp_tool(tool: Tool[Any, Any]) -> types.Tool:
    effects = tool.effects
    return types.Tool(
        name=tool.name,
        title=tool.title,
        description=tool.description,
        input_schema=tool.input_schema(),
        output_schema=tool.output_schema(),
        annotations=types.ToolAnnotations(
            title=tool.title,
            read_only_hint=effects.read_only,
            destructive_hint=effects.destructive,
            idempotent_hint=effects.idempotent,
            open_world_hint=effects.open_world,
        ),
    )


def success(result: ToolResult) -> dict[str, Any]:
    structured: dict[str, Any] = msgspec.to_builtins(result)
    match structured:
        case {"content": str(text), **others}:
            content = [_text_block(text), _json_block(others)]
        case _:
            content = [_json_block(structured)]
    return {"content": content, "structuredContent": structured, "isError": False}


def failure(error: WorkspaceError) -> dict[str, Any]:
    """The error as WAP defines it; for clients that show it to a person, also without the advice to a model."""
    meta = {ERROR_META_KEY: {"userMessage": error.user_message}}
    return {"content": [_json_block(error.payload())], "isError": True, "_meta": meta}


def internal_failure(tool: str) -> dict[str, Any]:
    """A bug of ours. Nothing of the exception is shown, since it may name paths outside the roots."""
    payload = {
        "error": f"{tool} failed for a reason of its own; the server's log says more. Try another way.",
        "code": "EXECUTION_FAILED",
        "details": {"reason": "internal"},
    }
    return {"content": [_json_block(payload)], "isError": True}


def _text_block(text: str) -> dict[str, str]:
    return {"type": "text", "text": text}


def _json_block(value: Mapping[str, Any]) -> dict[str, str]:
    return _text_block(msgspec.json.encode(value).decode())
