"""The toolset of a turn: the workspace tools, the plan tool, and the tools of the session's MCP servers."""

import base64
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta, Struct

from understudy.chat.events import PlanUpdated
from understudy.chat.limits import MCP_CALL_TIMEOUT_S
from understudy.chat.permission_rules import Action
from understudy.chat.permissions import ActionKind, Mode, PermissionRequest
from understudy.chat.session import Session
from understudy.chat.shared import AgentState
from understudy.chat.text import decode_image, is_supported_image_type, strip_escapes
from understudy.chat.toolset.job_tool import JobTool
from understudy.chat.toolset.presentation import (
    arguments_content,
    sanitize_title,
    text_content,
    truncate_strings,
)
from understudy.chat.toolset.tool_api import (
    PLAN_TOOL_NAME,
    CallContext,
    CallOutcome,
    CallPresentation,
    ChatTool,
)
from understudy.chat.toolset.workspace_tool import ToolDependencies, WorkspaceTool
from understudy.chat.turn import Recorder
from understudy.mcp_servers import McpServers, RemoteResult, RemoteTool
from understudy.models import ImagePart, ToolSpec
from understudy.schema.acp import Content, ImageContent, PlanEntry, PlanEntryPriority, PlanEntryStatus
from understudy.tools import OPTIONAL_TOOLS, TOOLS
from understudy.workspace import escape_controls

__all__ = ["McpTool", "PlanTool", "build_toolset", "visible_tool_specs"]


class _PlanEntryArgs(Struct, frozen=True, forbid_unknown_fields=True):
    content: Annotated[str, Meta(min_length=1, max_length=1000)]
    status: PlanEntryStatus = "pending"
    priority: PlanEntryPriority = "medium"


class _PlanArgs(Struct, frozen=True, forbid_unknown_fields=True):
    entries: Annotated[list[_PlanEntryArgs], Meta(max_length=100)]


_PLAN_SPEC: Final = ToolSpec(
    PLAN_TOOL_NAME,
    "Shows the user the plan for work of several steps, and how far it is. Send the whole plan each time, with "
    "one entry in_progress. Not needed for small tasks.",
    {
        "type": "object",
        "properties": {
            "entries": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {
                        "content": {"type": "string", "description": "One step, in a few words."},
                        "status": {"type": "string", "enum": ["pending", "in_progress", "completed"]},
                        "priority": {"type": "string", "enum": ["high", "medium", "low"]},
                    },
                    "required": ["content", "status"],
                },
            }
        },
        "required": ["entries"],
    },
)


@dataclass(frozen=True, slots=True)
class PlanTool:
    """updatePlan: the model sends its plan, and the client shows it. Changes nothing else."""

    on_plan: Callable[[list[PlanEntry]], Awaitable[None]]

    @property
    def spec(self) -> ToolSpec:
        return _PLAN_SPEC

    @property
    def read_only(self) -> bool:
        return False  # runs in order with the other calls: a plan reports their progress

    def describe_call(self, arguments: Any) -> CallPresentation:
        del arguments
        return CallPresentation("Update the plan", "think")

    async def run(self, arguments: Mapping[str, Any], context: CallContext) -> CallOutcome:
        del context
        try:
            args = msgspec.convert(arguments, _PlanArgs)
        except msgspec.ValidationError as error:
            return CallOutcome(f"The plan cannot be read: {error}.", failed=True)
        await self.on_plan(
            [
                PlanEntry(content=entry.content, status=entry.status, priority=entry.priority)
                for entry in args.entries
            ]
        )
        return CallOutcome("The plan is shown to the user.")


@dataclass(frozen=True, slots=True)
class McpTool:
    """A tool of one of the session's MCP servers."""

    servers: McpServers
    tool: RemoteTool
    folder: str
    """The first root of the session."""

    @property
    def spec(self) -> ToolSpec:
        return ToolSpec(self.tool.offered_name, self.tool.description, self.tool.input_schema)

    @property
    def read_only(self) -> bool:
        return False  # the server's declaration alone is no reason to run its tools in parallel

    def describe_call(self, arguments: Any) -> CallPresentation:
        del arguments
        return CallPresentation(
            sanitize_title(f"{self.tool.title or self.tool.name} ({self.tool.server})"), "other"
        )

    async def run(self, arguments: Mapping[str, Any], context: CallContext) -> CallOutcome:
        request = PermissionRequest(
            ActionKind.MCP_TOOL,
            self.tool.offered_name,
            read_only_hint=self.tool.read_only,
            action=Action(self.tool.offered_name, self.folder),
        )
        rejection = await context.authorize(request, arguments_content(arguments))
        if rejection is not None:
            return rejection.to_outcome()
        await context.report_started()
        result = await self.servers.call(self.tool.offered_name, arguments, timeout=MCP_CALL_TIMEOUT_S)
        return _to_outcome(result)


def _to_outcome(result: RemoteResult) -> CallOutcome:
    """The outcome of an MCP call. An invalid image becomes a note: providers would reject every later request."""
    texts = [result.text] if result.text else []
    shown: list[Content] = []
    images: list[ImagePart] = []
    for data, kind in result.images:
        block = ImageContent(data=base64.b64encode(data).decode(), mime_type=kind)
        decoded = decode_image(block)
        if isinstance(decoded, ImagePart):
            block.mime_type = decoded.mime_type
            images.append(decoded)
        else:
            texts.append(f"[An image was left out: {decoded}.]")
            if is_supported_image_type(kind):
                continue
        shown.append(Content(content=block))  # a client may support more image types than models do
    text = "\n".join(texts)
    return CallOutcome(
        text,
        failed=result.failed,
        content=[text_content(escape_controls(strip_escapes(truncate_strings(text)))), *shown],
        output=text if result.structured is None else result.structured,
        images=images,
    )


def build_toolset(session: Session, state: AgentState, recorder: Recorder) -> dict[str, ChatTool]:
    """The tools of a turn by name."""

    async def show_plan(entries: list[PlanEntry]) -> None:
        await recorder.record(PlanUpdated(entries=entries))

    dependencies = ToolDependencies(
        session_id=session.id,
        workspace=session.workspace,
        permissions=session.permissions,
        outbound=state.outbound,
        workers=state.workers,
        workspace_usage=session.workspace_usage,
        jobs=session.jobs,
        allow_private_addresses=state.settings.web_fetch_private,
    )
    tools: list[ChatTool] = [PlanTool(show_plan)]
    tools.extend(WorkspaceTool(tool, dependencies) for tool in TOOLS.values())
    if state.settings.web_fetch:
        tools.extend(WorkspaceTool(tool, dependencies) for tool in OPTIONAL_TOOLS.values())
    tools.append(JobTool(session.jobs, state.workers))
    if session.servers is not None:
        folder = session.workspace.primary.path
        tools.extend(McpTool(session.servers, tool, folder) for tool in session.servers.tools.values())
    return {tool.spec.name: tool for tool in tools}


def visible_tool_specs(tools: Mapping[str, ChatTool], mode: Mode) -> list[ToolSpec]:
    """The specs that the model is offered: in read-only mode without tools that would always be rejected."""
    return [
        tool.spec
        for tool in tools.values()
        if mode is not Mode.READ_ONLY or not _is_rejected_when_read_only(tool)
    ]


def _is_rejected_when_read_only(tool: ChatTool) -> bool:
    """Whether read-only mode rejects every call of the tool."""
    match tool:
        case WorkspaceTool():
            return not tool.read_only
        case McpTool():
            return not tool.tool.read_only
        case JobTool():
            return not any(tool.jobs)
        case _:
            return False
