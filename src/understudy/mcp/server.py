"""The SDK's server with our tools: instructions, tools/list and tools/call, for every transport.

What a result and an error look like is said in `tool_messages`.
"""

import logging
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from typing import Any, cast

import mcp_types as types
from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS

from understudy import __version__
from understudy.mcp.elicitation import ElicitationRounds, consent_callback
from understudy.mcp.guard import disconnect_of
from understudy.mcp.limits import WORKERS_CLOSE_TIMEOUT_S
from understudy.mcp.progress import ProgressReporter
from understudy.mcp.tool_messages import (
    SERVER_DESCRIPTION,
    SERVER_NAME,
    SERVER_TITLE,
    ToolRegistry,
    build_instructions,
    failure,
    internal_failure,
    success,
    tool_listing,
)
from understudy.tools import Call, ConsentRequest, Tool, WorkerPool, find_tool
from understudy.workspace import InvalidArgument, Workspace, WorkspaceError

__all__ = ["Context", "build_server"]


Context = ServerRequestContext[WorkerPool, Any]


logger = logging.getLogger(__name__)


def build_server(workspace: Workspace, tools: ToolRegistry, workers: WorkerPool) -> Server[WorkerPool]:
    """Build an MCP server that runs `tools` on `workspace` in `workers`, and closes `workers` at its end."""
    listing = types.ListToolsResult.model_validate(tool_listing(tools))
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
        SERVER_NAME,
        version=__version__,
        title=SERVER_TITLE,
        description=SERVER_DESCRIPTION,
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
