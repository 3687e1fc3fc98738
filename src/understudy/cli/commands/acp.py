"""`understudy acp`: the agent for editors, on stdin and stdout. Imports at start only what `initialize` needs."""

import argparse
import gc
import sys
from typing import TYPE_CHECKING, Final

from understudy.acp import Agent, serve_stdio
from understudy.settings import ChatSettings, CommandSettings, NesConfig, add_flags

if TYPE_CHECKING:
    from understudy.acp import ChatDependencies, NesDependencies

__all__ = ["configure", "run"]

GC_THRESHOLDS: Final = (50_000, 500, 10)
"""One response allocates about ten thousand objects and frees them when it is sent. Garbage is collected between
requests (`understudy.acp.garbage`), and inside one only if it allocates very much."""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = (
        "An editor starts this and speaks the Agent Client Protocol with it.\n\n"
        "examples:\n"
        "  understudy acp\n"
        "  understudy acp --model anthropic:claude-sonnet-5-5\n"
        "  understudy acp --model openai-chat:qwen3 --base-url http://localhost:8080/v1\n"
        "  understudy acp --nes-model zeta2 --nes-url http://localhost:8081/v1\n"
        "  understudy acp --login\n"
    )
    group = parser.add_argument_group("model")
    add_flags(group, ChatSettings)
    group.add_argument(
        "--login", action="store_true", help="store a provider's key, in this terminal, instead of serving"
    )
    group = parser.add_argument_group("next edits")
    group.add_argument("--no-nes", action="store_true", help="offer no next edit suggestions at all")
    add_flags(group, NesConfig)
    parser.add_argument(
        "--log",
        choices=("debug", "info", "warning"),
        metavar="LEVEL",
        help="write a log to stderr; debug says why each next edit was suggested, or why none was",
    )
    add_flags(parser.add_argument_group("commands"), CommandSettings)
    # For `understudy web`: one process for many tabs, whose sockets arrive over this descriptor.
    parser.add_argument("--connections-fd", type=int, help=argparse.SUPPRESS)


def _configure_logging(level: str) -> None:
    import logging

    line_format = "%(asctime)s %(name)s %(levelname)s %(message)s"
    logging.basicConfig(stream=sys.stderr, level=level.upper(), format=line_format)


def run(options: argparse.Namespace) -> int:
    if options.login:
        from understudy.cli.commands import login

        login_options = {"provider": None, "stdin": False, "base_url": options.base_url}
        return login.run(argparse.Namespace(**{**vars(options), **login_options}))
    if options.log is not None:
        _configure_logging(options.log)
    if sys.stdin is not None and sys.stdin.isatty():
        print("understudy acp speaks ACP on stdin and stdout; an editor should start it.", file=sys.stderr)

    def build_chat() -> "ChatDependencies":
        from understudy.cli.agent_setup import build_chat_dependencies

        return build_chat_dependencies(options)

    def build_nes() -> "NesDependencies":
        from understudy.cli import nes_setup

        return nes_setup.build_nes_dependencies(options)

    gc.freeze()  # the modules imported so far stay for the life of the process
    gc.set_threshold(*GC_THRESHOLDS)
    make_nes = None if options.no_nes else build_nes
    if options.connections_fd is None:
        serve_stdio(build_chat, make_nes)
    else:
        from understudy.acp import serve_passed_connections

        serve_passed_connections(options.connections_fd, lambda channel: Agent(channel, build_chat, make_nes))
    return 0
