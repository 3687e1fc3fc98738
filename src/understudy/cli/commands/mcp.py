"""`understudy mcp`: serves the workspace tools to other agents over stdio or streamable HTTP."""

import argparse
import os
import secrets
import sys
from pathlib import Path
from typing import Final

from understudy.cli.options import add_workspace_options, open_workspace
from understudy.cli.terminal import Terminal
from understudy.cli.tool_results import render_error
from understudy.tools import TOOLS
from understudy.workspace import InvalidArgument, WorkspaceError

__all__ = ["configure", "run"]

TOKEN_VARIABLE: Final = "UNDERSTUDY_MCP_TOKEN"  # noqa: S105 - the name of the variable, not a token


UNPROTECTED_WARNING: Final = (
    "Warning: without a token every process of this user can read, write and run things in these folders, and on "
    "systems other than Linux every user of this machine can."
)


def configure(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = (
        "examples:\n"
        "  understudy mcp --root ~/project\n"
        "  understudy mcp --root app --root lib --read-only\n"
        "  understudy mcp --root . --http 127.0.0.1:8765\n"
        f"\nHTTP clients send a bearer token: from --token-file or {TOKEN_VARIABLE}, else a new one is printed."
    )
    add_workspace_options(parser)
    group = parser.add_argument_group("streamable HTTP")
    group.add_argument("--http", metavar="HOST:PORT", help="serve http://HOST:PORT/mcp instead of stdio")
    tokens = group.add_mutually_exclusive_group()
    tokens.add_argument(
        "--token-file", metavar="FILE", help="the file with the bearer token that clients must send"
    )
    tokens.add_argument(
        "--no-token",
        action="store_true",
        help="serve every process of this user without a token, on loopback only",
    )
    group.add_argument(
        "--allow-host",
        action="append",
        default=[],
        metavar="NAME",
        help="one more Host header to accept, such as a proxy's",
    )


def run(options: argparse.Namespace) -> int:
    try:
        address = None if options.http is None else _parse_address(options.http)
        token, is_new = (None, False) if options.no_token else _find_token(options.token_file)
        with open_workspace(options) as workspace:
            tools = {n: tool for n, tool in TOOLS.items() if tool.effects.read_only or not options.read_only}
            # Imported here: it takes half a second, which only this command should pay.
            from understudy import mcp

            if address is not None:
                if token is None:
                    print(UNPROTECTED_WARNING, file=sys.stderr, flush=True)

                def announce(url: str) -> None:
                    shown = f"\nbearer token: {token}" if is_new else ""
                    print(f"serving MCP at {url}{shown}", file=sys.stderr, flush=True)

                mcp.serve_http(
                    workspace, tools, *address, token, host_names=options.allow_host, on_ready=announce
                )
            else:
                if sys.stdin is not None and sys.stdin.isatty():
                    print(
                        "understudy mcp speaks MCP on stdin and stdout; an agent should start it.",
                        file=sys.stderr,
                    )
                mcp.serve_stdio(workspace, tools)
    except WorkspaceError as error:
        render_error(Terminal(sys.stderr), error)
        return 2 if isinstance(error, InvalidArgument) else 1
    return 0


def _parse_address(text: str) -> tuple[str, int]:
    host, mark, port = text.rpartition(":")
    if not mark or not port.isascii() or not port.isdigit() or int(port) > 65535:
        raise InvalidArgument(f"--http {text}: write HOST:PORT, for example 127.0.0.1:8765.", "bad_arguments")
    return host.removeprefix("[").removesuffix("]"), int(port)


def _find_token(path: str | None) -> tuple[str, bool]:
    """Return the token, and whether it is a new one that nobody knows yet."""
    if path is None:
        given = os.environ.get(TOKEN_VARIABLE)
        return (given, False) if given else (secrets.token_urlsafe(32), True)
    try:
        return Path(path).read_text().strip(), False
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidArgument(f"--token-file {path} cannot be read: {error}.", "bad_arguments") from None
