"""The entry point `understudy`: parses the command line and runs one command, importing its module only then."""

import argparse
import errno
import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Final, Protocol, cast

__all__ = ["build_parser", "main"]

COMMANDS: Final = {
    "acp": "run as an editor's ACP agent (Agent Client Protocol)",
    "lsp": "run as an editor's language server, for next edits (Language Server Protocol)",
    "zed-endpoint": "serve next edits to Zed, as a completion server on this machine",
    "run": "send one prompt to any agent and print its answer",
    "chat": "talk with any agent in the terminal",
    "web": "open the workbench in a browser",
    "serve": "serve agents to many users over a network",
    "tool": "run one of the seven workspace tools",
    "mcp": "serve the workspace tools to an agent over MCP",
    "tour": "demonstrate next edits, the agent and the tools",
    "nes": "measure, explain and forget next edit suggestions",
    "sessions": "list, read, export and delete stored conversations",
    "login": "store a model provider's key and choose a model",
    "logout": "delete stored keys",
    "config": "show and change the settings in config.toml",
    "info": "show the version, the model, and the paths of the settings and of stored sessions",
    "check": "check any agent, client or MCP server against the specifications",
    "doctor": "check what is installed, and say how to mend what is missing",
    "editors": "say where the plugins for editors are",
    "completion": "print a script that makes a shell complete commands and options",
}
INSTALLATION_COMMANDS: Final = frozenset({"check", "completion", "config", "doctor", "editors", "info"})
"""Those whose modules stand in `commands.installation`."""


class Command(Protocol):
    """The functions that the module of a command must have."""

    def configure(self, parser: argparse.ArgumentParser) -> None: ...

    def run(self, options: argparse.Namespace) -> int: ...


def main(arguments: Sequence[str] | None = None) -> int:
    _reopen_closed_descriptors()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A character that the terminal's encoding lacks is written as an escape.
            stream.reconfigure(errors="backslashreplace")
    try:
        status = _run_command(list(sys.argv[1:] if arguments is None else arguments))
        if sys.stdout is not None:
            sys.stdout.flush()
        return status
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # The reader of our output has closed the pipe: write nothing more, not even at exit.
        sys.stderr.close()
        return 141
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EIO):
            raise
        sys.stderr.write(f"understudy: the output could not be written: {error.strerror}\n")
        os._exit(1)  # a normal exit would flush the same output and fail again


class _VersionAction(argparse.Action):
    """Prints the version with its commit, which takes a look at the checkout, and exits."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from understudy.cli.installation import version_text

        print(version_text())
        parser.exit()


def build_parser(
    only: str | None = None,
) -> tuple[argparse.ArgumentParser, dict[str, argparse.ArgumentParser]]:
    """Return the parser and those of its commands, by name. With `only`, only that one has its options."""
    parser = argparse.ArgumentParser(
        prog="understudy",
        description="A workspace agent: next edit suggestions, chat sessions and tools for a developer's folders.",
        epilog="Run 'understudy COMMAND --help' for details.",
    )
    parser.add_argument(
        "--version", action=_VersionAction, nargs=0, help="show the version with its commit, and exit"
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    parsers: dict[str, argparse.ArgumentParser] = {}
    for name, purpose in COMMANDS.items():
        description = f"{purpose[0].upper()}{purpose[1:]}."
        parsers[name] = commands.add_parser(name, help=purpose, description=description)
        if only in (None, name):
            _load_command(name).configure(parsers[name])
    return parser, parsers


def _run_command(arguments: list[str]) -> int:
    chosen = next((word for word in arguments if not word.startswith("-")), None)
    parser, parsers = build_parser(chosen or "")
    if chosen is not None and chosen not in COMMANDS and arguments[0] == chosen:
        import difflib

        similar = difflib.get_close_matches(chosen, COMMANDS, n=2, cutoff=0.6)
        hint = f"Did you mean {' or '.join(similar)}?" if similar else f"There are: {', '.join(COMMANDS)}."
        parser.error(f"there is no command {chosen[:60]!r}. {hint}")
    # argparse does not recognize key=value arguments after an option; commands that take them accept them anywhere.
    options, unrecognized = parser.parse_known_args(arguments)
    takes_arguments = hasattr(options, "arguments")
    if unrecognized and (
        not takes_arguments or any(word.startswith("-") and word != "-" for word in unrecognized)
    ):
        # Show the usage of the command, unless the mistake precedes its name.
        after_command = arguments[arguments.index(options.command) :]
        owner = parsers[options.command] if unrecognized[0] in after_command else parser
        owner.error(f"unrecognized arguments: {' '.join(unrecognized)}")
    if unrecognized:
        options.arguments += unrecognized
    return _load_command(options.command).run(options)


def _load_command(name: str) -> Command:
    folder = (
        "understudy.cli.commands.installation" if name in INSTALLATION_COMMANDS else "understudy.cli.commands"
    )
    return cast(Command, import_module(f"{folder}.{name.replace('-', '_')}"))


def _reopen_closed_descriptors() -> None:
    """Open /dev/null in place of a closed stdin, stdout or stderr, so that no file of ours gets its number."""
    for fd, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        try:
            os.fstat(fd)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest free number, which is this one
        if getattr(sys, name) is None:
            setattr(sys, name, open(fd, mode, closefd=False))  # noqa: SIM115 - until the process ends


if __name__ == "__main__":
    sys.exit(main())
