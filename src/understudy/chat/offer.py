"""Which tools a turn has: those of the workspace, the plan, and those of the session's MCP servers."""

from collections.abc import Mapping

from understudy.chat.engine import Engine
from understudy.chat.events import Planned
from understudy.chat.permissions import Mode
from understudy.chat.recorder import Recorder
from understudy.chat.session import Session
from understudy.chat.toolbox.plan_tool import PlanTool
from understudy.chat.toolbox.remote_tool import McpTool
from understudy.chat.toolbox.usable import Usable
from understudy.chat.toolbox.workspace_tool import Bench, WorkspaceTool
from understudy.models.port import ToolSpec
from understudy.schema.acp import PlanEntry
from understudy.tools import TOOLS

__all__ = ["offered_specs", "offered_tools"]


def offered_tools(session: Session, engine: Engine, recorder: Recorder) -> dict[str, Usable]:
    async def show_plan(entries: list[PlanEntry]) -> None:
        await recorder.add(Planned(entries=entries))

    bench = Bench(
        session=session.id,
        workspace=session.workspace,
        permissions=session.permissions,
        outbound=engine.outbound,
        workers=engine.workers,
        in_use=session.in_use,
    )
    tools: list[Usable] = [PlanTool(show_plan)]
    tools.extend(WorkspaceTool(tool, bench) for tool in TOOLS.values())
    if session.servers is not None:
        tools.extend(McpTool(session.servers, tool) for tool in session.servers.tools.values())
    return {tool.spec.name: tool for tool in tools}


def offered_specs(tools: Mapping[str, Usable], mode: Mode) -> list[ToolSpec]:
    """What the model is told of: in read-only mode not what would be refused anyway."""
    return [usable.spec for usable in tools.values() if mode is not Mode.READ_ONLY or not _refused(usable)]


def _refused(usable: Usable) -> bool:
    """Whether read-only mode refuses every call of it."""
    match usable:
        case WorkspaceTool():
            return not usable.read_only
        case McpTool():
            return not usable.tool.read_only
        case _:
            return False
