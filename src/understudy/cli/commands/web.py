"""`understudy web`: serves the workbench to a browser, for a folder or a temporary sample."""

import argparse
import contextlib
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import threading
import webbrowser
from collections.abc import Generator, Mapping
from pathlib import Path
from typing import Final

from understudy.cli.config import own_folders
from understudy.cli.limits import MAX_AGENT_TITLE_CHARS
from understudy.cli.options import (
    UsageError,
    add_agent_selection_options,
    agent_command,
    configured_sensitive_patterns,
    is_address,
    resolve_folder,
)
from understudy.cli.terminal import Terminal, escape_controls
from understudy.cli.tool_results import render_error
from understudy.client import ClientError, Roots
from understudy.client.agent_process import resolve_command
from understudy.client.remote import parse_address
from understudy.http import is_loopback
from understudy.web import BUILT_INDEX_FILE, DEFAULT_PORT, PAGE_LIMITS, AgentCommand, Workbench, serve
from understudy.workspace import InvalidArgument, Workspace, WorkspaceError

__all__ = ["can_open_browser", "configure", "own_program", "run", "run_with_page"]

PAGE_NOT_BUILT_MESSAGE: Final = (
    "The page of the workbench is not built. Install Node 20 or newer (https://nodejs.org), then run "
    "`make install` in the folder of Understudy's sources."
)

SAMPLE_COMMAND: Final = (
    sys.executable,
    "-m",
    "understudy.cli.main",
    "web",
    "--demo",
    "--no-browser",
    "--port",
    "0",
)


def configure(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = (
        "examples:\n"
        "  understudy web\n"
        "  understudy web ~/project --add-dir ../library\n"
        "  understudy web --agent 'some-agent --acp' --sandbox\n"
        "  understudy web --demo\n"
        "\nWhoever has the printed address can read, write and run things in these folders. Ctrl-C stops it.\n"
        "exit status: 0 it was stopped, 1 an error, 2 wrong usage."
    )
    group = parser.add_argument_group("workspace")
    group.add_argument(
        "folder", nargs="?", metavar="DIR", help="the folder to work in (default: the current one)"
    )
    group.add_argument("--add-dir", action="append", default=[], metavar="DIR", help="one more folder")
    group.add_argument("--demo", action="store_true", help="a temporary folder with a guided sample")
    add_agent_selection_options(parser)
    group = parser.add_argument_group("server")
    group.add_argument(
        "--port",
        type=_parse_port,
        metavar="N",
        help=f"where to listen (default: {DEFAULT_PORT}, or a free one)",
    )
    group.add_argument(
        "--host",
        default="127.0.0.1",
        metavar="ADDR",
        help="the address to listen on (default: only this machine)",
    )
    group.add_argument("--no-browser", action="store_true", help="print the address and open nothing")


def run(options: argparse.Namespace) -> int:
    return run_with_page(options, BUILT_INDEX_FILE)


def run_with_page(options: argparse.Namespace, page: Path) -> int:
    """Run the command with the page whose index file this is."""
    stderr = Terminal(sys.stderr)

    def fail(message: str, status: int) -> int:
        stderr.write_line(
            f"{stderr.style('understudy web:', 'red', 'bold')} {escape_controls(message, one_line=True)}"
        )
        return status

    try:
        with _open_roots(options) as roots:
            agent = _build_agent_command(options, roots)
            program = own_program(os.environ, sys.argv[0])
            workbench = Workbench(roots, agent, options.demo, page, program, SAMPLE_COMMAND)
            if not page.is_file():
                return fail(PAGE_NOT_BUILT_MESSAGE, 1)
            if not is_loopback(options.host):
                stderr.write_line(
                    f"{options.host or 'Every interface'} can be reached by others, and nothing here is encrypted: "
                    "whoever reads the traffic has the token, and with it these folders."
                )
            with Workspace(
                roots,
                limits=PAGE_LIMITS,
                sensitive_patterns=configured_sensitive_patterns(),
                private=own_folders(os.environ),
            ) as workspace:
                serve(
                    workbench,
                    workspace,
                    options.host,
                    options.port,
                    on_ready=lambda url, once: _announce(url, None if options.no_browser else once),
                    log=lambda line: print(escape_controls(line, one_line=True), file=sys.stderr, flush=True),
                )
    except UsageError as error:
        return fail(str(error), 2)
    except ClientError as error:
        return fail(str(error), 2 if error.code == "bad_roots" else 1)
    except WorkspaceError as error:
        render_error(stderr, error)
        return 2 if isinstance(error, InvalidArgument) else 1
    return 0


@contextlib.contextmanager
def _open_roots(options: argparse.Namespace) -> Generator[list[Path]]:
    """Return absolute folders, the working folder first. Raises UsageError and ClientError `bad_roots`."""
    additional = [resolve_folder("--add-dir", name) for name in options.add_dir]
    if options.demo and options.folder is not None:
        raise UsageError("--demo brings its own folder: leave DIR out, or --demo.")
    with contextlib.ExitStack() as stack:
        if options.demo:
            parent = stack.enter_context(
                tempfile.TemporaryDirectory(prefix="understudy-", ignore_cleanup_errors=True)
            )
            cwd = Path(parent).resolve() / "sample"
            cwd.mkdir()
        else:
            cwd = resolve_folder("DIR", options.folder or ".")
        yield [Path(path) for path in Roots(cwd, additional)]


def _build_agent_command(options: argparse.Namespace, roots: list[Path]) -> AgentCommand:
    """Raises UsageError, and ClientError if the program does not exist."""
    if options.agent is not None and options.model is not None:
        raise UsageError("--model is for Understudy itself; another agent's models are chosen in the page.")
    command = agent_command(options)
    address = parse_address(command, os.environ) if is_address(command) else None
    if address is None:
        resolve_command(command, os.environ, str(roots[0]))
    elif address.uses_http:
        raise UsageError("The page needs a WebSocket: give the address with ws:// or wss://.")
    own = options.agent is None
    title = (
        "understudy acp"
        if own
        else escape_controls(shlex.join(command), one_line=True)[:MAX_AGENT_TITLE_CHARS]
    )
    writable = [resolve_folder("--writable", name) for name in options.writable]
    return AgentCommand(
        command,
        title,
        own,
        dict(os.environ),
        options.sandbox,
        writable,
        network=options.agent_network == "allow",
        address=address,
        # A sandbox is around a whole process; each tab has its own there.
        shared=own and not options.sandbox,
    )


def _announce(url: str, once: str | None) -> None:
    print(f"The workbench is at {url}\nCtrl-C stops it.", flush=True)
    if once is not None and can_open_browser(os.environ, sys.platform):
        # In a thread: starting a browser may block, and the browser waits for this server.
        threading.Thread(target=_open_browser, args=(once,), daemon=True).start()


def can_open_browser(environ: Mapping[str, str], platform: str) -> bool:
    """Return whether there is a display to open a browser on."""
    if environ.get("CI"):
        return False
    return platform == "darwin" or bool(environ.get("DISPLAY") or environ.get("WAYLAND_DISPLAY"))


def _open_browser(url: str) -> None:
    """Start it detached, by a shell that ends at once: the server serves no process below itself."""
    with contextlib.suppress(webbrowser.Error, OSError):
        browser = webbrowser.get()
        if (
            type(browser) is not webbrowser.GenericBrowser
        ):  # a terminal browser such as w3m would take over the terminal
            opener = (sys.executable, "-I", "-m", "webbrowser", url)
            subprocess.run(("/bin/sh", "-c", '"$@" &', "sh", *opener), check=False, stdout=subprocess.DEVNULL)


def _parse_port(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) > 65535:
        raise argparse.ArgumentTypeError("a port is a number from 0 to 65535")
    return int(text)


def own_program(environ: Mapping[str, str], started_as: str) -> str:
    """Return `understudy` if the PATH has this program, otherwise words for a shell that start it.

    `started_as` is `sys.argv[0]`.
    """
    own = Path(started_as)
    for name in ("understudy", "understudy-acp"):
        found = shutil.which(name, path=environ.get("PATH"))
        if found is not None and _is_same(Path(found), own):
            return name
    if own.name.startswith("understudy") and os.access(own, os.X_OK):
        return shlex.quote(str(own.absolute()))
    return shlex.join([sys.executable, "-m", "understudy.cli.main"])


def _is_same(one: Path, other: Path) -> bool:
    """Scripts of one environment: launchers of the same name in the same folder."""
    try:
        return one.resolve() == other.resolve()
    except OSError:
        return False
