"""Which tools a turn has: those of the workspace, the plan, and those of the session's MCP servers."""

from collections.abc import Mapping

from understudy.chat.events import PlanUpdated
from understudy.chat.permissions import Mode
from understudy.chat.session.session import Session
from understudy.chat.shared import AgentState
from understudy.chat.toolset.mcp_tool import McpTool
from understudy.chat.toolset.plan_tool import PlanTool
from understudy.chat.toolset.tool_api import ChatTool
from understudy.chat.toolset.workspace_tool import ToolDependencies, WorkspaceTool
from understudy.chat.turn.recorder import Recorder
from understudy.models.model_api import ToolSpec
from understudy.schema.acp import PlanEntry
from understudy.tools import TOOLS

__all__ = ["build_toolset", "visible_tool_specs"]


def build_toolset(session: Session, state: AgentState, recorder: Recorder) -> dict[str, ChatTool]:
    async def show_plan(entries: list[PlanEntry]) -> None:
        await recorder.record(PlanUpdated(entries=entries))

    bench = ToolDependencies(
        session_id=session.id,
        workspace=session.workspace,
        permissions=session.permissions,
        outbound=state.outbound,
        workers=state.workers,
        workspace_usage=session.workspace_usage,
    )
    tools: list[ChatTool] = [PlanTool(show_plan)]
    tools.extend(WorkspaceTool(tool, bench) for tool in TOOLS.values())
    if session.servers is not None:
        tools.extend(McpTool(session.servers, tool) for tool in session.servers.tools.values())
    return {tool.spec.name: tool for tool in tools}


def visible_tool_specs(tools: Mapping[str, ChatTool], mode: Mode) -> list[ToolSpec]:
    """What the model is told of: in read-only mode not what would be refused anyway."""
    return [
        usable.spec
        for usable in tools.values()
        if mode is not Mode.READ_ONLY or not _is_rejected_when_read_only(usable)
    ]


def _is_rejected_when_read_only(tool: ChatTool) -> bool:
    """Whether read-only mode refuses every call of it."""
    match tool:
        case WorkspaceTool():
            return not tool.read_only
        case McpTool():
            return not tool.tool.read_only
        case _:
            return False
