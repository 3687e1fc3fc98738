"""getWorkspaceInfo: the roots, the limits and the default exclusions."""

from typing import Annotated, Literal

from msgspec import Meta

from understudy.tools.tool import Call, Effects, Example, Tool, ToolArgs, ToolResult
from understudy.workspace import Limits, Workspace, escape_filename

__all__ = ["TOOL", "Args", "Result", "SandboxInfo", "run"]


class Args(ToolArgs, frozen=True):
    pass


class SandboxInfo(ToolResult, frozen=True):
    name: Annotated[str, Meta(description="bubblewrap, landlock, off, or none (commands are refused).")]
    description: str
    network: Annotated[
        Literal["deny", "ask", "allow"], Meta(description="Whether a command with network: true gets it.")
    ]


class Result(ToolResult, frozen=True):
    root: Annotated[str, Meta(description="The primary root; relative paths start here.")]
    default_exclusions: list[str]
    limits: Limits
    additional_roots: Annotated[list[str], Meta(description="Further roots, for absolute paths.")]
    read_only: bool
    sandbox: SandboxInfo


def run(workspace: Workspace, args: Args, call: Call) -> Result:
    del args, call
    sandbox = workspace.sandbox
    description = sandbox.describe()
    if workspace.read_only:
        description += (
            " The workspace is open for reading only, so commands cannot write to the roots either."
        )
    return Result(
        root=escape_filename(workspace.primary.path),
        default_exclusions=list(workspace.exclusions),
        limits=workspace.limits,
        additional_roots=[escape_filename(root.path) for root in workspace.roots[1:]],
        read_only=workspace.read_only,
        sandbox=SandboxInfo(name=sandbox.name, description=description, network=workspace.network.value),
    )


TOOL = Tool(
    name="getWorkspaceInfo",
    title="Workspace information",
    description=(
        "Tells the workspace's roots, its limits, the patterns that recursive operations leave out by default, "
        "and how commands are sandboxed. Takes no arguments."
    ),
    args=Args,
    result=Result,
    run=run,
    kind="read",
    pending_title="Look at the workspace",
    format_title=lambda _: "Look at the workspace",
    effects=Effects(read_only=True, idempotent=True),
    examples=(Example("Where am I, and what are the limits?", {}),),
)
