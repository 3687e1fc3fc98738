"""executeCommand: run a shell command inside the workspace, in the sandbox or in a terminal of the editor.

The editor's terminal is outside the sandbox: the command may do whatever the user may do, and the user's
answer to the permission request is the only guard. A caller that provides terminals has asked. The checks
that are possible on this side are made all the same: the folder, the variables, the command line.
"""

from collections.abc import Generator
from contextlib import contextmanager
from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from understudy.tools.editor_api import EditorTerminals
from understudy.tools.schema_types import PathArgument
from understudy.tools.tool import (
    Call,
    CommandOutput,
    ConsentRequest,
    Effects,
    Example,
    ResultPart,
    TextLine,
    TitleArguments,
    Tool,
    ToolArgs,
    ToolResult,
)
from understudy.workspace import Denied, InvalidArgument, NetworkPolicy, Place, Workspace, escape_filename
from understudy.workspace.commands import (
    BoundedOutput,
    Command,
    CommandResult,
    is_encodable,
    validate_command,
)
from understudy.workspace.commands import run as run_command
from understudy.workspace.files import replace_undecodable

__all__ = ["TOOL", "Args", "Result", "open_command", "require_network", "run"]


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
    network: (
        Annotated[
            bool,
            Meta(
                description="Let the command use the network, for example to install packages. Without it there is "
                "none, localhost included; a person may be asked."
            ),
        ]
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
    # A terminal accepts no standard input from us.
    terminals = call.terminals if args.stdin is UNSET else None
    _require_enforceable_read_only(workspace, terminals)
    with open_command(workspace, args, call, timeout / 1000) as command:
        if terminals is not None and is_encodable(command.cwd):  # the folder is sent to the editor as text
            finished = _run_in_terminal(command, terminals, call)
        else:
            finished = run_command(
                command,
                sandbox=workspace.sandbox,
                stop=call.stop,
                on_output=call.on_output,
                inherited_variables=workspace.inherited_variables,
            )
    return Result(
        stdout=finished.stdout,
        stderr=finished.stderr,
        exit_code=finished.exit_code,
        is_output_truncated=finished.truncated,
        duration_ms=finished.duration_ms,
    )


@contextmanager
def open_command(workspace: Workspace, args: Args, call: Call, timeout_s: float) -> Generator[Command]:
    """Check the network and the folder of a command, and return it with its folder open. Raises WorkspaceError."""
    if args.network is True:
        require_network(workspace, call, args.command)
    folder = "." if args.working_directory is UNSET else args.working_directory
    with workspace.open_folder(folder) as (fd, place):
        _require_expected_folder(call, place, folder)
        yield Command(
            line=args.command,
            cwd=place.path,
            cwd_fd=fd,
            roots=tuple(root.path for root in workspace.roots),
            root_fds=tuple(root.fd for root in workspace.roots),
            read_only=workspace.read_only,
            timeout=timeout_s,
            environment={} if args.environment is UNSET else args.environment,
            stdin=None if args.stdin is UNSET else args.stdin,
            readable=workspace.readable,
            network=args.network is True,
            limits=workspace.limits,
            groups=() if workspace.command_group is None else workspace.command_group.folders,
        )


def require_network(workspace: Workspace, call: Call, command: str) -> None:
    """Raise Denied unless the command may use the network: by the policy, or because a person consents."""
    if workspace.network is NetworkPolicy.ALLOW:
        return
    if workspace.network is NetworkPolicy.DENY:
        raise Denied(
            "The command was not run: commands may not use the network here.",
            "network_denied",
            advice="Go on without it, or ask the user to start Understudy with --network ask or --network allow.",
        )
    if not call.ask_consent(ConsentRequest(TOOL.name, command=command)):
        raise Denied(
            "The command was not run: a person must agree before a command uses the network, and nobody did.",
            "network_denied",
            advice="Go on without it, or ask the user to run it, or to start Understudy with --network allow.",
        )


def _require_expected_folder(call: Call, place: Place, requested_path: str) -> None:
    """Raise if the path leads elsewhere than when the user agreed, because a link was changed."""
    if call.expected_folder not in (None, place.path):
        raise InvalidArgument(
            f"{escape_filename(requested_path)!r} leads to another folder than before, so the command was not run.",
            "changed_since_read",
            advice="Send the call again.",
            path=escape_filename(requested_path),
        )


def _require_enforceable_read_only(workspace: Workspace, terminals: EditorTerminals | None) -> None:
    """Raise Denied where nothing could restrict a command to reading."""
    if not workspace.read_only:
        return
    if terminals is not None:
        raise Denied(
            "The workspace is open for reading only, and a terminal of the editor could not keep a command "
            "to that.",
            "read_only",
        )
    if workspace.sandbox.name == "off":
        raise Denied(
            "The workspace is open for reading only, and no sandbox could keep a command to that.",
            "read_only",
        )


def _run_in_terminal(command: Command, terminals: EditorTerminals, call: Call) -> CommandResult:
    """Run the command in the editor. Its output is truncated to our limit, whatever the editor sends."""
    validate_command(command)
    call.stop.check()
    limit = command.limits.max_output_size
    finished = terminals.run(
        line=command.line,
        cwd=command.cwd,
        environment=command.environment,
        timeout=command.timeout,
        output_limit=limit,
        stop=call.stop,
        network=command.network,
    )
    output = BoundedOutput(limit)
    output.feed("stdout", replace_undecodable(finished.stdout).encode())
    output.feed("stderr", replace_undecodable(finished.stderr).encode())
    output.close()
    stdout, stderr = output.render()
    truncated = finished.truncated or output.truncated
    return CommandResult(stdout, stderr, finished.exit_code, truncated, finished.duration_ms)


def _format_title(arguments: TitleArguments) -> str:
    # At the beginning, because a long title is cut at its end.
    prefix = "With network access: " if arguments.get("network") is True else ""
    return f"{prefix}`{arguments.text('command').strip()}`"


def _format_result(result: Result) -> tuple[ResultPart, ...]:
    return CommandOutput((result.stdout, result.stderr)), TextLine(f"Exit code {result.exit_code}")


TOOL = Tool(
    name="executeCommand",
    title="Execute a command",
    description=(
        "Runs a shell command in the workspace and returns its output and exit code; a non-zero exit code is "
        "a result, not an error. The command may read the system but write only inside the roots; it has no "
        "network unless network is true, no terminal, and no standard input unless stdin is given, and it and "
        "all that it started end when it is over or when the timeout (30 s by default) is reached. Long output "
        "keeps its beginning and its end."
    ),
    args=Args,
    result=Result,
    run=run,
    kind="execute",
    pending_title="Run a command",
    format_title=_format_title,
    format_result=_format_result,
    effects=Effects(read_only=False, destructive=True, open_world=True),
    examples=(
        Example("Run tests in a package", {"command": "npm test", "workingDirectory": "packages/frontend"}),
        Example(
            "Install a dependency, with the network and more time",
            {"command": "npm install lodash --save", "network": True, "timeout": 60000},
        ),
    ),
)
