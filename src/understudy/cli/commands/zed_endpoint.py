"""`understudy zed-endpoint`: serves next edits to Zed, prints the settings for it, and keeps its token."""

import argparse
import contextlib
import json
import os
import re
import secrets
import sys
from pathlib import Path
from typing import Final

from understudy.acp import NotReady
from understudy.cli.config import SetupError, state_folder
from understudy.cli.nes_setup import build_nes_dependencies
from understudy.cli.terminal import Terminal, escape_controls
from understudy.cli.tool_results import render_error
from understudy.settings import NesConfig, add_flags
from understudy.workspace import InvalidArgument, WorkspaceError
from understudy.zed import DEFAULT_PORT, serve

__all__ = ["configure", "run"]

TOKEN_FILE_NAME: Final = "zed-endpoint-token"  # noqa: S105 - the name of the file, not a token
MAX_OUTPUT_TOKENS: Final = 2048
"""For Zed's settings: more than its largest region has."""
_TOKEN_PATTERN: Final = re.compile(r"[A-Za-z0-9_-]{32,128}")


def configure(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = (
        "Prints the settings for Zed, with the address; the token in it stays the same between starts. Only\n"
        "programs of this machine can connect. Prompts are neither stored nor logged. Ctrl-C stops it.\n"
        "See docs/editors.md.\n\n"
        "examples:\n"
        "  understudy zed-endpoint\n"
        "  understudy zed-endpoint --port 9000 --nes-eagerness low\n\n"
        "exit status: 0 it was stopped, 1 an error, 2 wrong usage."
    )
    group = parser.add_argument_group("server")
    group.add_argument(
        "--port",
        type=_parse_port,
        default=DEFAULT_PORT,
        metavar="N",
        help=f"where to listen (default: {DEFAULT_PORT}; 0 for a free one)",
    )
    group.add_argument(
        "--new-token", action="store_true", help="replace the stored token; Zed needs the new address then"
    )
    group.add_argument(
        "--log",
        choices=("debug", "info", "warning"),
        metavar="LEVEL",
        help="write a log to stderr, without any text of the prompts; debug has a line for each request",
    )
    add_flags(parser.add_argument_group("next edits"), NesConfig)


def run(options: argparse.Namespace) -> int:
    if options.log is not None:
        import logging

        line_format = "%(asctime)s %(name)s %(levelname)s %(message)s"
        logging.basicConfig(stream=sys.stderr, level=options.log.upper(), format=line_format)
        # Its explanations at DEBUG name what is renamed or replaced: text of the user.
        logging.getLogger("understudy.nes").setLevel(logging.WARNING)
    stderr = Terminal(sys.stderr)

    def fail(message: str) -> int:
        stderr.write_line(
            f"{stderr.style('understudy zed-endpoint:', 'red', 'bold')} {escape_controls(message, one_line=True)}"
        )
        return 1

    try:
        setup = build_nes_dependencies(options).setup
        token = _load_token(state_folder(os.environ), is_new=options.new_token)
        serve(setup, token, options.port, _announce)
    except (NotReady, SetupError) as error:
        return fail(str(error))
    except OSError as error:
        return fail(f"The token cannot be stored in the state folder: {error.strerror}.")
    except WorkspaceError as error:
        render_error(stderr, error)
        return 2 if isinstance(error, InvalidArgument) else 1
    return 0


def _load_token(folder: Path, *, is_new: bool) -> str:
    """Return the stored token; without a valid one, store a new one that only its owner can read."""
    path = folder / TOKEN_FILE_NAME
    if not is_new:
        with contextlib.suppress(FileNotFoundError, UnicodeDecodeError):
            stored = path.read_text("ascii").strip()
            if _TOKEN_PATTERN.fullmatch(stored):
                return stored
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    token = secrets.token_urlsafe(32)
    temporary = folder / f".{TOKEN_FILE_NAME}-{secrets.token_hex(8)}.tmp"
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
    try:
        with os.fdopen(os.open(temporary, flags, 0o600), "w") as file:
            file.write(f"{token}\n")
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)
    return token


def _announce(url: str) -> None:
    settings = {
        "edit_predictions": {
            "provider": "open_ai_compatible_api",
            "open_ai_compatible_api": {
                "api_url": url,
                "model": "understudy",
                "prompt_format": "zeta2",
                "max_output_tokens": MAX_OUTPUT_TOKENS,
            },
        }
    }
    print(f"Settings for Zed:\n{json.dumps(settings, indent=2)}\nCtrl-C stops it.", flush=True)


def _parse_port(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) > 65535:
        raise argparse.ArgumentTypeError("a port is a number from 0 to 65535")
    return int(text)
