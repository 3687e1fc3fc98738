"""`understudy`: finds the command and hands over. Each command's module is imported only when it runs."""

import argparse
import errno
import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Final, Protocol, cast

from understudy import __version__

__all__ = ["main"]

COMMANDS: Final = {
    "acp": "be the agent of an editor, over the Agent Client Protocol",
    "run": "give one prompt to any agent, and print its answer",
    "chat": "talk with any agent in the terminal",
    "web": "open the workbench in a browser",
    "tool": "run one of the seven workspace tools",
    "mcp": "serve the workspace tools to an agent over MCP",
    "tour": "see next edits, the agent and the tools at work",
    "nes": "measure, explain and forget next edit suggestions",
    "sessions": "list, read, export and delete the conversations that are kept",
    "login": "store a model provider's key",
    "logout": "forget stored keys",
}


class Command(Protocol):
    """What a command's module has."""

    def configure(self, parser: argparse.ArgumentParser) -> None: ...

    def run(self, options: argparse.Namespace) -> int: ...


def main(arguments: Sequence[str] | None = None) -> int:
    _reopen_closed_descriptors()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(
                errors="backslashreplace"
            )  # a terminal that cannot show it gets it written out
    try:
        status = _run_command(list(sys.argv[1:] if arguments is None else arguments))
        if sys.stdout is not None:
            sys.stdout.flush()
        return status
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # Whoever read our output has seen enough; say nothing more, not even at exit.
        sys.stderr.close()
        return 141
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EIO):
            raise
        sys.stderr.write(f"understudy: the output could not be written: {error.strerror}\n")
        os._exit(1)  # at exit Python would only fail to write it again


def _run_command(arguments: list[str]) -> int:
    """Find the command and hand over."""
    parser = argparse.ArgumentParser(
        prog="understudy",
        description="A workspace agent that watches a developer work and is ready with the next move.",
        epilog="'understudy COMMAND --help' tells more of a command.",
    )
    parser.add_argument("--version", action="version", version=f"understudy {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    chosen = next((word for word in arguments if not word.startswith("-")), None)
    subs: dict[str, argparse.ArgumentParser] = {}
    for name, purpose in COMMANDS.items():
        sub = subs[name] = commands.add_parser(name, help=purpose, description=purpose.capitalize() + ".")
        if name == chosen:
            cast(Command, import_module(f"understudy.cli.commands.{name}")).configure(sub)
    # argparse gives up on key=value words that stand behind an option; they are welcome anywhere.
    options, late = parser.parse_known_args(arguments)
    if late and (
        not hasattr(options, "arguments") or any(word.startswith("-") and word != "-" for word in late)
    ):
        # The usage to see is that of the command, unless the mistake stands before its name.
        behind = arguments[arguments.index(options.command) :]
        owner = subs[options.command] if late[0] in behind else parser
        owner.error(f"unrecognized arguments: {' '.join(late)}")
    if late:
        options.arguments += late
    return cast(Command, import_module(f"understudy.cli.commands.{options.command}")).run(options)


def _reopen_closed_descriptors() -> None:
    """Whoever closed one of the three gets nothing there, instead of a file of ours in its place."""
    for fd, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        try:
            os.fstat(fd)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # the lowest free number, which is this one
        if getattr(sys, name) is None:
            setattr(sys, name, open(fd, mode, closefd=False))  # noqa: SIM115 - for as long as we run


if __name__ == "__main__":
    sys.exit(main())
