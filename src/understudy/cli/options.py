"""Options that several commands share: which agent to start, which workspace to open, and types of arguments."""

import argparse
import os
import shlex
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, get_args

import msgspec

from understudy.cli.config import SetupError, load_command_settings, load_sensitive_patterns, own_folders
from understudy.settings import CommandSettings, TrustName, add_flags
from understudy.workspace import InvalidArgument, Limits, NetworkPolicy, SandboxMode, Workspace

if TYPE_CHECKING:
    from understudy.schema import acp

__all__ = [
    "OWN_AGENT",
    "AgentOptions",
    "UsageError",
    "add_agent_options",
    "add_agent_selection_options",
    "add_permission_options",
    "add_workspace_options",
    "agent_command",
    "configured_sensitive_patterns",
    "is_address",
    "open_workspace",
    "parse_agent_options",
    "parse_positive_int",
    "resolve_folder",
]

# Safe path (-P): the agent starts in a folder whose files must not be imported in place of ours.
OWN_AGENT: Final = (sys.executable, "-P", "-m", "understudy.cli.main", "acp")


class UsageError(Exception):
    """The command line is wrong; the message says how to call the command."""


@dataclass(frozen=True, slots=True)
class AgentOptions:
    """The agent to start and the folders to start it in, as given on the command line."""

    command: list[str]
    cwd: Path
    additional_roots: list[Path]
    context: "list[acp.RuntimeContextItem]"
    sandbox: bool
    writable: list[Path]
    """Folders that the sandbox leaves writable besides the roots."""
    network: str | None
    """Whether commands in our terminals get the network; None: the default."""
    agent_network: bool
    """Whether an agent in the sandbox has the network."""
    agent_asks: bool
    """Whether the agent asks about the network by itself: Understudy does."""
    sensitive_files: tuple[str, ...]
    """Patterns of the settings: files that are not written without consent."""
    model: str | None
    """The model to select in the session of another agent. Understudy itself gets it as a flag."""
    is_remote: bool = False
    """Whether the command is the address of an agent on another machine, whose folders the roots are then."""
    may_choose_cwd: bool = False
    """Whether the server's own folder is used if the current one is not one of its folders."""

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
        help="information that the agent gets with each prompt, apart from the prompt itself",
    )


def add_agent_selection_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that choose the agent and its sandbox."""
    group = parser.add_argument_group("agent")
    group.add_argument(
        "--agent",
        metavar="CMD",
        help="the agent's command line, or its address: wss://… with UNDERSTUDY_TOKEN set (default: Understudy)",
    )
    group.add_argument("--model", metavar="NAME", help="the model that answers")
    group.add_argument("--base-url", metavar="URL", help="base URL of the provider; for Understudy only")
    group.add_argument(
        "--trust-folders",
        choices=get_args(TrustName),
        help="whether a folder's instructions (AGENTS.md, skills) are read; for Understudy only",
    )
    group.add_argument(
        "--network",
        choices=("deny", "ask", "allow"),
        help="whether commands that ask for the network get it (default: ask; deny with --yes)",
    )
    group.add_argument(
        "--sandbox",
        action="store_true",
        help="run the agent in a sandbox: only the folders given here are writable",
    )
    group.add_argument(
        "--agent-network",
        choices=("allow", "deny"),
        default="allow",
        help="with --sandbox, whether the agent itself has the network (default: allow; its model may need it)",
    )
    group.add_argument(
        "--writable",
        action="append",
        default=[],
        metavar="DIR",
        help="with --sandbox, one more writable folder, such as the agent's own state",
    )


def add_permission_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that answer permission requests without asking at the terminal."""
    answers = parser.add_argument_group("permission").add_mutually_exclusive_group()
    answers.add_argument(
        "--yes",
        action="store_true",
        help="allow each request of the agent once (except changes of git hooks and the like)",
    )
    answers.add_argument("--deny", action="store_true", help="reject each request of the agent")


def parse_agent_options(options: argparse.Namespace) -> AgentOptions:
    """Raises UsageError."""
    command = agent_command(options)
    is_remote = is_address(command)
    resolve = _resolve_remote_folder if is_remote else resolve_folder
    return AgentOptions(
        command,
        resolve("--cwd", options.cwd),
        [resolve("--add-dir", name) for name in options.add_dir],
        [_parse_context_item(item) for item in options.context],
        options.sandbox,
        [resolve_folder("--writable", name) for name in options.writable],
        _network_policy(options),
        options.agent_network == "allow",
        options.agent is None,
        _sensitive_files(),
        options.model if options.agent is not None else None,
        is_remote,
        is_remote and options.cwd == ".",
    )


def agent_command(options: argparse.Namespace) -> list[str]:
    """Return the command line that starts the agent. Raises UsageError."""
    if options.writable and not options.sandbox:
        raise UsageError("--writable opens a folder in the sandbox: give --sandbox too.")
    if options.agent_network == "deny" and not options.sandbox:
        raise UsageError("--agent-network deny is held by the sandbox: give --sandbox too.")
    if options.agent is None:
        given = (
            ("--model", options.model),
            ("--base-url", options.base_url),
            ("--trust-folders", options.trust_folders),
            ("--network", _network_policy(options)),
        )
        return [*OWN_AGENT, *(word for name, value in given if value for word in (name, value))]
    for name, value in (("--base-url", options.base_url), ("--trust-folders", options.trust_folders)):
        if value is not None:
            raise UsageError(
                f"{name} is for Understudy itself; give another agent its options within --agent."
            )
    command = _split_command(options.agent)
    if is_address(command) and options.sandbox:
        raise UsageError("--sandbox is for agents that are started here; one at an address runs elsewhere.")
    return command


def is_address(command: list[str]) -> bool:
    """Whether the agent is named by an address (wss://…) and not by a command."""
    return len(command) == 1 and "://" in command[0]


def _network_policy(options: argparse.Namespace) -> str | None:
    """Return the policy for commands that want the network; None: the default.

    Nobody is asked when the answers are given in advance: then only "allow" gives the network.
    """
    try:
        policy = load_command_settings(os.environ, argparse.Namespace(network=options.network)).network
    except SetupError:
        # The agent reads the same file, and reports what is wrong with it.
        policy = options.network
    unattended = getattr(options, "yes", False) or getattr(options, "deny", False)
    return "deny" if unattended and policy != "allow" else policy


def _sensitive_files() -> tuple[str, ...]:
    """Return the patterns of the config file. Raises UsageError if it cannot be used: they would not be applied."""
    try:
        return load_sensitive_patterns(os.environ)
    except SetupError as error:
        raise UsageError(error.message) from None


def _split_command(text: str) -> list[str]:
    try:
        command = shlex.split(text)
    except ValueError as error:
        raise UsageError(f"--agent cannot be read: {error}.") from None
    if not command:
        raise UsageError("--agent is empty. Give the command that starts an agent.")
    return command


def _resolve_remote_folder(option: str, name: str) -> Path:
    """A folder of another machine: nothing can be checked here. Raises UsageError."""
    if name == ".":
        return Path.cwd()
    if not name.startswith("/"):
        raise UsageError(f"{option} {name}: give the absolute path of a folder on the agent's machine.")
    return Path(name)


def resolve_folder(option: str, name: str) -> Path:
    """Return the folder's absolute path. Raises UsageError."""
    try:
        path = Path(name).expanduser().resolve(strict=True)
    except (OSError, RuntimeError):
        raise UsageError(f"{option} {name}: there is no such folder.") from None
    if not path.is_dir():
        raise UsageError(f"{option} {name} is not a folder.")
    return path


def _parse_context_item(item: str) -> "acp.RuntimeContextItem":
    from understudy.schema import acp

    title, mark, text = item.partition("=")
    if not mark or not title.strip() or not text.strip():
        raise UsageError(f"--context {item}: write TITLE=TEXT.")
    return acp.RuntimeContextItem(title=title.strip(), text=text)


def add_workspace_options(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("workspace")
    group.add_argument(
        "--root",
        action="append",
        metavar="DIR",
        help="a folder to work in; the first is the primary one (default: the current folder)",
    )
    group.add_argument("--read-only", action="store_true", help="reject every change")
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


def configured_sensitive_patterns() -> tuple[str, ...]:
    """Raises InvalidArgument if the config file cannot be used: what it protects would not be protected."""
    try:
        return load_sensitive_patterns(os.environ)
    except SetupError as error:
        raise InvalidArgument(error.message, "bad_arguments") from None


def open_workspace(options: argparse.Namespace) -> Workspace:
    """Raises WorkspaceError."""
    try:
        commands = load_command_settings(os.environ, options)
    except SetupError as error:
        raise InvalidArgument(error.message, "bad_arguments") from None
    return Workspace(
        options.root or ["."],
        limits=_parse_limits(options.limit),
        read_only=options.read_only,
        trust_all=options.trust_all,
        sensitive_patterns=configured_sensitive_patterns(),
        sandbox=SandboxMode(commands.sandbox),
        network=NetworkPolicy(commands.network or "ask"),
        inherited_variables=commands.pass_env,
        readable=commands.readable,
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


def parse_positive_int(text: str) -> int:
    """The argparse type of a count."""
    if not text.isascii() or not text.isdigit() or not 1 <= len(text) <= 9 or int(text) < 1:
        raise argparse.ArgumentTypeError("a whole number from 1 on is wanted")
    return int(text)
