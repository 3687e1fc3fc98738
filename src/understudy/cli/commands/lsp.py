"""`understudy lsp`: the language server, on stdin and stdout. Imports at start only what `initialize` needs."""

import argparse
import gc
import sys
from typing import TYPE_CHECKING, Final

from understudy.lsp import NotReady, serve_stdio
from understudy.settings import NesConfig, add_flags

if TYPE_CHECKING:
    from understudy.nes import NesSetup

__all__ = ["configure", "run"]

GC_THRESHOLDS: Final = (20_000, 20, 50)
"""One response allocates about ten thousand objects and frees them when it is sent: collect less often."""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = (
        "An editor starts this and speaks the Language Server Protocol with it. Settings of the editor\n"
        "(enabled, engine, eagerness, remember) take precedence over these flags. See docs/editors.md.\n\n"
        "examples:\n"
        "  understudy lsp\n"
        "  understudy lsp --nes-eagerness low\n"
        "  understudy lsp --nes-engine hybrid --nes-model zeta2 --nes-url http://localhost:8081/v1\n"
    )
    add_flags(parser.add_argument_group("next edits"), NesConfig)
    parser.add_argument(
        "--log",
        choices=("debug", "info", "warning"),
        metavar="LEVEL",
        help="write a log to stderr; debug says why each next edit was suggested, or why none was",
    )
    parser.add_argument(
        "--stdio", action="store_true", help="speak on stdin and stdout, which it always does"
    )


def run(options: argparse.Namespace) -> int:
    if options.log is not None:
        import logging

        line_format = "%(asctime)s %(name)s %(levelname)s %(message)s"
        logging.basicConfig(stream=sys.stderr, level=options.log.upper(), format=line_format)
    if sys.stdin is not None and sys.stdin.isatty():
        print("understudy lsp speaks LSP on stdin and stdout; an editor should start it.", file=sys.stderr)

    def make_setup() -> "NesSetup":
        from understudy.acp import NotReady as AgentNotReady
        from understudy.cli.nes_setup import build_nes_dependencies

        try:
            return build_nes_dependencies(options).setup
        except AgentNotReady as error:
            raise NotReady(str(error)) from None

    gc.freeze()  # the modules imported so far stay for the life of the process
    gc.set_threshold(*GC_THRESHOLDS)
    return serve_stdio(make_setup)
