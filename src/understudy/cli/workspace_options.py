"""The options by which a command is given a workspace."""

import argparse
import os
from typing import Any

import msgspec

from understudy.cli.config import own_folders
from understudy.settings import CommandSettings, add_flags
from understudy.workspace import InvalidArgument, Limits, SandboxMode, Workspace

__all__ = ["add_workspace_options", "open_workspace"]


def add_workspace_options(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("workspace")
    group.add_argument(
        "--root",
        action="append",
        metavar="DIR",
        help="a folder to work in; the first is the primary one (default: the current folder)",
    )
    group.add_argument("--read-only", action="store_true", help="refuse every change")
    group.add_argument(
        "--trust-all",
        action="store_true",
        help="allow writing files that other programs run or trust (.git, .vscode, .mcp.json, …)",
    )
    add_flags(group, CommandSettings)
    names = ", ".join(field.encode_name for field in msgspec.structs.fields(Limits))
    group.add_argument(
        "--limit", action="append", default=[], metavar="NAME=N", help=f"change a limit; the names: {names}"
    )


def open_workspace(options: argparse.Namespace) -> Workspace:
    return Workspace(
        options.root or ["."],
        limits=_parse_limits(options.limit),
        read_only=options.read_only,
        trust_all=options.trust_all,
        sandbox=SandboxMode(options.sandbox),
        inherited_variables=options.pass_env,
        private=own_folders(os.environ),
    )


def _parse_limits(settings: list[str]) -> Limits:
    known = {field.encode_name for field in msgspec.structs.fields(Limits)}
    values: dict[str, Any] = {}
    for setting in settings:
        name, _, number = setting.partition("=")
        if (
            name not in known
            or not number.isascii()
            or not number.isdigit()
            or len(number) > 18
            or int(number) < 1
        ):
            raise InvalidArgument(
                f"--limit {setting}: write NAME=N with a whole number and one of {', '.join(sorted(known))}.",
                "bad_arguments",
            )
        values[name] = int(number)
    return msgspec.convert(values, Limits)
