"""A command before anybody is asked about it: what would be refused afterwards is refused at once. Runs nothing.

The real run checks all of it again: a person may think for long.
"""

from msgspec import UNSET

from understudy.tools.execute_command import Args
from understudy.workspace import Workspace
from understudy.workspace.commands import Command
from understudy.workspace.commands.command import validate_command

__all__ = ["check_command_folder"]


def check_command_folder(workspace: Workspace, args: Args) -> str:
    """The folder that the command would run in. Raises what the run itself would."""
    folder = "." if args.working_directory is UNSET else args.working_directory
    with workspace.open_folder(folder) as (fd, place):
        validate_command(
            Command(
                line=args.command,
                cwd=place.path,
                cwd_fd=fd,
                roots=(),
                timeout=1,
                environment={} if args.environment is UNSET else args.environment,
                stdin=None if args.stdin is UNSET else args.stdin,
                limits=workspace.limits,
            )
        )
        return place.path
