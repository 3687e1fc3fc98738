"""The options by which a command is given an agent and a place to work, and what they come to."""

import argparse
import shlex
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from understudy.schema import acp

__all__ = [
    "OWN_AGENT",
    "AgentOptions",
    "UsageError",
    "add_agent_options",
    "add_agent_selection_options",
    "add_permission_options",
    "agent_command",
    "parse_agent_options",
    "resolve_folder",
]


class UsageError(Exception):
    """The command must be called differently."""


@dataclass(frozen=True, slots=True)
class AgentOptions:
    """What the caller wants to talk to, and over what."""

    command: list[str]
    cwd: Path
    additional_roots: list[Path]
    context: list[acp.RuntimeContextItem]
    sandbox: bool
    writable: list[Path]
    """Of the sandbox, beside the folders to work in."""
    model: str | None
    """To be chosen in the session. Our own agent is told by its options instead."""

    @property
    def roots(self) -> list[Path]:
        return [self.cwd, *self.additional_roots]


def add_agent_options(parser: argparse.ArgumentParser) -> None:
    add_agent_selection_options(parser)
    group = parser.add_argument_group("workspace")
    group.add_argument(
        "--cwd", default=".", metavar="DIR", help="the folder to work in (default: the current one)"
    )
    group.add_argument("--add-dir", action="append", default=[], metavar="DIR", help="one more folder")
    group.add_argument(
        "--context",
        action="append",
        default=[],
        metavar="TITLE=TEXT",
        help="something for the agent to know on each turn that is no part of what you say",
    )


def add_agent_selection_options(parser: argparse.ArgumentParser) -> None:
    """Which agent it is, and what fences it in."""
    group = parser.add_argument_group("agent")
    group.add_argument("--agent", metavar="CMD", help="the agent's command line (default: Understudy itself)")
    group.add_argument("--model", metavar="NAME", help="the model that answers")
    group.add_argument(
        "--base-url", metavar="URL", help="where that model's provider is; for Understudy only"
    )
    group.add_argument(
        "--sandbox", action="store_true", help="fence the agent in: only the folders given here are writable"
    )
    group.add_argument(
        "--writable",
        action="append",
        default=[],
        metavar="DIR",
        help="with --sandbox, a folder where the agent keeps its own things",
    )


def add_permission_options(parser: argparse.ArgumentParser) -> None:
    """What the agent's questions are answered with, if not by somebody at the terminal."""
    answers = parser.add_argument_group("permission").add_mutually_exclusive_group()
    answers.add_argument(
        "--yes",
        action="store_true",
        help="allow, once each, what the agent asks for (but no change of git hooks and the like)",
    )
    answers.add_argument("--deny", action="store_true", help="refuse what the agent asks for")


def parse_agent_options(options: argparse.Namespace) -> AgentOptions:
    """Raises BadUse."""
    command = agent_command(options)
    return AgentOptions(
        command,
        resolve_folder("--cwd", options.cwd),
        [resolve_folder("--add-dir", name) for name in options.add_dir],
        [_parse_context_item(words) for words in options.context],
        options.sandbox,
        [resolve_folder("--writable", name) for name in options.writable],
        options.model if options.agent is not None else None,
    )


def agent_command(options: argparse.Namespace) -> list[str]:
    """The command line of the agent. Raises BadUse."""
    if options.writable and not options.sandbox:
        raise UsageError("--writable opens a folder in the sandbox: give --sandbox too.")
    if options.agent is None:
        given = (("--model", options.model), ("--base-url", options.base_url))
        return [*OWN_AGENT, *(word for name, value in given if value for word in (name, value))]
    if options.base_url is not None:
        raise UsageError(
            "--base-url is for Understudy itself; give another agent its options within --agent."
        )
    return _split_command(options.agent)


# Safe path: it starts in a folder whose files are not to be imported in place of ours.
OWN_AGENT: Final = [sys.executable, "-P", "-m", "understudy.cli.main", "acp"]


def _split_command(line: str) -> list[str]:
    try:
        command = shlex.split(line)
    except ValueError as error:
        raise UsageError(f"--agent cannot be read: {error}.") from None
    if not command:
        raise UsageError("--agent is empty. Give the command that starts an agent.")
    return command


def resolve_folder(option: str, name: str) -> Path:
    """The folder, absolute. Raises BadUse."""
    try:
        path = Path(name).expanduser().resolve(strict=True)
    except (OSError, RuntimeError):
        raise UsageError(f"{option} {name}: there is no such folder.") from None
    if not path.is_dir():
        raise UsageError(f"{option} {name} is not a folder.")
    return path


def _parse_context_item(words: str) -> acp.RuntimeContextItem:
    title, mark, text = words.partition("=")
    if not mark or not title.strip() or not text.strip():
        raise UsageError(f"--context {words}: write TITLE=TEXT.")
    return acp.RuntimeContextItem(title=title.strip(), text=text)
