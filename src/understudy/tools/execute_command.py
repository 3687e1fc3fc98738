"""executeCommand: run a shell command inside the workspace, fenced in."""

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from understudy.tools.shapes import PathArgument
from understudy.tools.tool import Call, Effects, Example, Tool, ToolArgs, ToolResult
from understudy.workspace import Denied, InvalidArgument, Workspace
from understudy.workspace.commands import Command
from understudy.workspace.commands import run as run_command

__all__ = ["TOOL", "Args", "Result", "run"]


class Args(ToolArgs, frozen=True):
    command: Annotated[str, Meta(description="A shell command line.")]
    working_directory: PathArgument | UnsetType = UNSET
    timeout: Annotated[int, Meta(ge=1, description="Milliseconds after which it is ended.")] | UnsetType = (
        UNSET
    )
    environment: (
        Annotated[dict[str, str], Meta(description="Additional environment variables.")] | UnsetType
    ) = UNSET
    stdin: (
        Annotated[str, Meta(description="Text for the command's standard input; closed if absent.")]
        | UnsetType
    ) = UNSET


class Result(ToolResult, frozen=True):
    stdout: str
    stderr: str
    exit_code: int
    is_output_truncated: Annotated[bool, Meta(description="Whether the middle of the output was left out.")]
    duration_ms: int


def run(workspace: Workspace, args: Args, call: Call) -> Result:
    limits = workspace.limits
    timeout = limits.max_execution_time if args.timeout is UNSET else args.timeout
    if timeout > max(limits.max_timeout, limits.max_execution_time):
        raise InvalidArgument(
            f"timeout {timeout} is over the {limits.max_timeout} ms that are allowed.",
            "bad_arguments",
            limit=limits.max_timeout,
        )
    sandbox = workspace.sandbox
    if workspace.read_only and sandbox.name == "off":
        raise Denied(
            "The workspace is open for reading only, and no sandbox could keep a command to that.",
            "read_only",
        )
    folder = "." if args.working_directory is UNSET else args.working_directory
    with workspace.open_folder(folder) as (fd, place):
        finished = run_command(
            Command(
                line=args.command,
                cwd=place.path,
                cwd_fd=fd,
                roots=tuple(root.path for root in workspace.roots),
                root_fds=tuple(root.fd for root in workspace.roots),
                read_only=workspace.read_only,
                timeout=timeout / 1000,
                environment={} if args.environment is UNSET else args.environment,
                stdin=None if args.stdin is UNSET else args.stdin,
                limits=limits,
            ),
            sandbox=sandbox,
            stop=call.stop,
            on_output=call.on_output,
            inherit=workspace.inherit,
        )
    return Result(
        stdout=finished.stdout,
        stderr=finished.stderr,
        exit_code=finished.exit_code,
        is_output_truncated=finished.truncated,
        duration_ms=finished.duration_ms,
    )


TOOL = Tool(
    name="executeCommand",
    title="Execute a command",
    description=(
        "Runs a shell command in the workspace and returns its output and exit code; a non-zero exit code is "
        "a result, not an error. The command may read the system but write only inside the roots; it has no "
        "terminal and no standard input unless stdin is given, and it and all that it started end when it is "
        "over or when the timeout (30 s by default) is reached. Long output keeps its beginning and its end."
    ),
    args=Args,
    result=Result,
    run=run,
    effects=Effects(read_only=False, destructive=True, open_world=True),
    examples=(
        Example("Run tests in a package", {"command": "npm test", "workingDirectory": "packages/frontend"}),
        Example(
            "Install a dependency, with more time", {"command": "npm install lodash --save", "timeout": 60000}
        ),
    ),
)
