"""An eighth tool, defined like the seven. Run as a program, this file is `understudy` with that tool added."""

import sys

from understudy import tools
from understudy.tools import Call, Effects, Example, TextLine, Tool, ToolArgs, ToolResult
from understudy.workspace import Workspace

__all__ = ["PLAIN_TOOL", "TOOL", "register"]


class Args(ToolArgs, frozen=True):
    path: str


class Result(ToolResult, frozen=True):
    lines: int


def run(workspace: Workspace, args: Args, call: Call) -> Result:
    del call
    with workspace.open_file(args.path) as file, open(file.fd, "rb", closefd=False) as content:
        return Result(lines=sum(1 for _ in content))


TOOL = Tool(
    name="countLines",
    title="Count lines",
    description="Counts the lines of a file.",
    args=Args,
    result=Result,
    run=run,
    effects=Effects(read_only=True, idempotent=True),
    examples=(Example("Count the lines of the readme", {"path": "README.md"}),),
    kind="read",
    pending_title="Count",
    format_title=lambda arguments: f"Count the lines of {arguments.text('path')}",
    format_result=lambda result: (TextLine(f"{result.lines} lines"),),
    guidance=("Count lines instead of reading a file for its length.",),
)
PLAIN_TOOL = Tool(
    name="countAgain",
    title="Count again",
    description="The same with nothing declared about its presentation, and not read-only.",
    args=Args,
    result=Result,
    run=run,
    effects=Effects(read_only=False),
    examples=(Example("Count the lines of the readme", {"path": "README.md"}),),
)


def register(registry: dict[str, Tool[Args, Result]]) -> None:
    """Do what one line each in `understudy.tools` would do."""
    for tool in (TOOL, PLAIN_TOOL):
        registry[tool.name] = tool


if __name__ == "__main__":
    from understudy.cli.main import main

    register(tools._tools)
    sys.exit(main())
